"""Routes over several files: small projects as people write them, for each framework that joins prefixes by import."""

from pathlib import Path

import pytest

from backstory.code.routes.surface import collect_surface

FASTAPI = {
    "app/main.py": """
from fastapi import APIRouter, FastAPI

from app.api import api_router
from .internal import admin
from app.settings import settings

app = FastAPI(title="Shop")
health = APIRouter()


@app.get("/")
async def root(): ...


@health.get("/live")
async def live(): ...


app.include_router(health, prefix="/health", tags=["health"])
app.include_router(api_router, prefix="/api/v1")
app.include_router(
    admin.router,
    prefix="/admin",
    dependencies=[Depends(get_token_header)],
)
# app.include_router(admin.router, prefix="/old")
""",
    "app/api/__init__.py": """
from fastapi import APIRouter
from .items import router as items_router
from . import users

api_router = APIRouter()
api_router.include_router(items_router)
api_router.include_router(users.router, prefix="/users")
""",
    "app/api/items.py": """
from fastapi import APIRouter
router = APIRouter(prefix="/items", tags=["items"])

@router.get("/")
async def many(): ...

@router.put("/{item_id}")
async def change(item_id: str): ...
""",
    "app/api/users.py": """
from fastapi import APIRouter
router = APIRouter()

@router.get("/me")
async def me(): ...
""",
    "app/internal/__init__.py": "",
    "app/internal/admin.py": """
from fastapi import APIRouter
router = APIRouter()

@router.post("")
async def update(): ...
""",
    "app/reports.py": """
from fastapi import APIRouter, FastAPI
from app.settings import settings
router = APIRouter()

@router.get("/daily")
async def daily(): ...

def mount(app: FastAPI):
    app.include_router(router, prefix=settings.reports_at)
""",
}
FASTAPI_ROUTES = [
    "GET /", "GET /health/live", "POST /admin", "GET /api/v1/items", "PUT /api/v1/items/{item_id}",
    "GET /api/v1/users/me", "GET /daily",
]  # fmt: skip

FLASK = {
    "shop/__init__.py": """
from flask import Flask

def create_app(config=None):
    app = Flask(__name__)

    from . import auth, blog
    from shop.admin.views import bp as admin_bp

    app.register_blueprint(auth.bp)
    app.register_blueprint(blog.bp, url_prefix="/articles")
    app.register_blueprint(admin_bp, url_prefix="/admin")
    app.add_url_rule("/", endpoint="index")
    return app
""",
    "shop/auth.py": """
from flask import Blueprint
bp = Blueprint("auth", __name__, url_prefix="/auth")

@bp.route("/login", methods=("GET", "POST"))
def login(): ...
""",
    "shop/blog.py": """
from flask import Blueprint
bp = Blueprint("blog", __name__, url_prefix="/blog")

@bp.get("/<slug>")
def show(slug): ...
""",
    "shop/admin/views.py": """
from flask import Blueprint
bp = Blueprint("admin", __name__)
stock = Blueprint("stock", __name__, url_prefix="/stock")
bp.register_blueprint(stock)

@bp.route("/")
def index(): ...

@stock.delete("/<int:id>")
def drop(id): ...
""",
}
FLASK_ROUTES = [
    "GET /", "GET /auth/login", "POST /auth/login", "GET /articles/<slug>", "GET /admin",
    "DELETE /admin/stock/<int:id>",
]  # fmt: skip

EXPRESS = {
    "src/app.ts": """
import express, { Router } from 'express'
import users from './routes/users.js'
import { ordersRouter as orders } from './routes'
import * as reports from './routes/reports'

const app = express()
const api = Router()

app.get('/', (req, res) => res.send('ok'))
app.use(express.static('public'))
app.use('/api', authenticate, api)
api.use('/users', users)
api.use('/orders', limit({ max: 10 }), orders)
app.use(reports.router)
app.use(prefixOf('x'), require('./routes/legacy'))
// app.use('/old', users)
""",
    "src/routes/users.ts": """
import { Router } from 'express'
const router: Router = Router({ mergeParams: true })
router.get('/', list)
router.route('/:id')
  .get(show)
  .put(save)
export default router
""",
    "src/routes/index.ts": "export { router as ordersRouter } from './orders'\n",
    "src/routes/orders.ts": "import { Router } from 'express'\nexport const router = Router()\n"
    "router.post('/:id/pay', pay)\n",
    "src/routes/reports.ts": "import { Router } from 'express'\nexport const router = Router()\n"
    "router.get('/reports', all)\n",
    "services/main.ts": "import express from 'express'\nimport all from './all'\nconst app = express()\napp.use(all)\n",
    "services/all.ts": "import { Router } from 'express'\nimport tags from './tags'\nconst api = Router()\n"
    "  .use('/tags', tags)\n  // all of them\n  .use(tags)\n\nexport default Router().use('/service', api)\n",
    "services/tags.ts": "import { Router } from 'express'\nconst router = Router()\nrouter.get('/new', all)\n"
    "export default router\n",
    "src/routes/legacy.js": "const r = require('express').Router()\nr.get('/legacy', x)\nmodule.exports = r\n",
    "lib/server.js": """
const express = require('express')
const { Router } = require('express')
const pets = require('./pets')
const server = express()
server.use('/pets', pets)
server.use('/shop', require('./shop').router)
require('./extra')(server)
""",
    "lib/main.js": "var app = module.exports = express();\napp.use('/api/v1', require('./v1'));\n",
    "lib/v1.js": "var apiv1 = express.Router();\napiv1.get('/users', list);\nmodule.exports = apiv1;\n",
    "lib/extra.js": "module.exports = (app) => {\n  const own = express.Router()\n  own.get('/x', x)\n"
    "  app.use('/extra', own)\n}\n",
    "lib/pets.js": "const router = require('express').Router()\nrouter.delete('/:pet', drop)\n"
    "module.exports = router;\n",
    "lib/shop.js": "const express = require('express')\nconst router = express.Router()\nrouter.get('/cart', cart)\n"
    "exports.router = router\n",
}
EXPRESS_ROUTES = [
    "GET /service/tags/new", "GET /service/new", "GET /api/v1/users", "GET /extra/x",
    "DELETE /pets/:pet", "GET /shop/cart", "GET /", "GET /legacy",
    "POST /api/orders/:id/pay", "GET /reports",
    "GET /api/users", "GET /api/users/:id", "PUT /api/users/:id",
]  # fmt: skip

DJANGO = {
    "mysite/urls.py": """
from django.contrib import admin
from django.urls import include, path, re_path
from rest_framework import routers

router = routers.DefaultRouter()
extra = [
    path("reports/", views.reports),
    path("charge/", views.charge),
]
urlpatterns = [
    path("admin/", admin.site.urls),
    path("polls/", include("polls.urls")),
    path("api/", include(router.urls)),
    path("credit/", include(extra)),
    path("help/", include([
        path("faq/", views.faq),
    ])),
    re_path(r"^blog/", include(("blog.urls", "blog"), namespace="b")),
]
""",
    "polls/urls.py": """
from django.urls import path
from . import views
app_name = "polls"
urlpatterns = [
    path("", views.index),
    path("<int:pk>/", views.detail),
]
""",
    "blog/urls.py": """
from django.urls import path
urlpatterns = [path("<slug:slug>/", views.post)]
urlpatterns += [path("feed/", views.feed)]
""",
}
DJANGO_ROUTES = [
    "ANY /blog/<slug:slug>/", "ANY /blog/feed/", "ANY /credit/reports/", "ANY /credit/charge/", "ANY /admin/",
    "ANY /api/*", "ANY /help/faq/", "ANY /polls/", "ANY /polls/<int:pk>/",
]  # fmt: skip

RAILS = {
    "config/routes.rb": """
Rails.application.routes.draw do
  concern :commentable do
    resources :comments
  end
  namespace :api, defaults: { format: :json } do
    namespace :v1 do
      resources :companies, only: %i[index show] do
        resources :employees, only: [:new, :create]
        member do
          post :archive
        end
        collection do
          get :search
        end
        get "export", on: :collection
      end
    end
  end
  scope "/:locale" do
    get "about", to: "pages#about"
    get "/top(/:length(/page/:page))" => "home#top", :as => "top"
    resources :hats, :badges, only: [:index]
    resource :profile, path: "me"
  end
  scope module: "backoffice" do
    get "stock", to: "stock#index"
  end
  draw(:admin)
end
""",
    "config/routes/admin.rb": "namespace :admin do\n  root to: 'home#index'\n  resources :users\nend\n",
}
RAILS_ROUTES = [
    "RESOURCES /api/v1/companies", "RESOURCES /api/v1/companies/:company_id/employees",
    "POST /api/v1/companies/:id/archive", "GET /api/v1/companies/search", "GET /api/v1/companies/export",
    "GET /:locale/about", "GET /:locale/top(/:length(/page/:page))", "RESOURCES /:locale/hats",
    "RESOURCES /:locale/badges", "RESOURCE /:locale/me", "GET /stock", "GET /admin", "RESOURCES /admin/users",
]  # fmt: skip

SPRING = {
    "src/main/java/shop/Orders.java": """
package shop;
@RestController
@RequestMapping(path = {"/orders", "/v1/orders"}, produces = "application/json")
class Orders {
    @GetMapping
    List<Order> all() {}
    @DeleteMapping("/{id}")
    void drop() {}
}

@RestController
class Health {
    @RequestMapping(value = "/health", method = {RequestMethod.GET, RequestMethod.HEAD})
    String health() {}
    @GetMapping(Paths.READY)
    String ready() {}
}
""",
    "src/main/java/shop/Bank.java": """
@FeignClient(name = "bank", url = "https://bank.example.org")
interface Bank {
    @PostMapping("/transfers")
    Transfer send();
}
""",
    "src/main/kotlin/shop/Cart.kt": """
@RestController
@RequestMapping("/cart")
class Cart {
    @PutMapping("/{item}") fun put(): Item = x
}
""",
}
SPRING_ROUTES = [
    "GET /orders", "GET /v1/orders", "DELETE /orders/{id}", "DELETE /v1/orders/{id}", "GET /health", "HEAD /health",
    "PUT /cart/{item}",
]  # fmt: skip

GIN = {
    "cmd/server/main.go": """
package main

import (
\t"github.com/gin-gonic/gin"
\t"shop/internal/users"
)

func main() {
\tr := gin.Default()
\tr.GET("/ping", ping)
\tv1 := r.Group("/v1")
\t{
\t\tv1.POST("/login", login)
\t\tusers.Register(v1.Group("/users"))
\t}
\torders(v1)
\tdebug(r)
\tshared(db, r)
\tshared(db, v1)
}

func shared(db *sql.DB, r gin.IRoutes) {
\tr.HEAD("/shared", handle)
}

func debug(r *gin.Engine) {
\tv1 := r.Group("/debug")
\tv1.GET("/vars", vars)
\tcache.Get("/key", nil)
}
""",
    "cmd/server/orders.go": """
package main

func orders(rg *gin.RouterGroup) {
\tg := rg.Group("/orders", auth())
\tg.GET("/:id", show)
\tnamed := rg.Group(prefix)
\tnamed.GET("/later", later)
}
""",
    "internal/users/routes.go": """
package users

func Register(rg *gin.RouterGroup) {
\trg.GET("", list)
\trg.DELETE("/:id", drop)
}
""",
    "internal/web/chi.go": """
package web

import "github.com/go-chi/chi/v5"

func Routes() http.Handler {
\tr := chi.NewRouter()
\tr.Get("/", index)
\tr.Route("/articles", func(r chi.Router) {
\t\tr.Get("/", list)
\t\tr.Route("/{id}", func(r chi.Router) {
\t\t\tr.Put("/", save)
\t\t})
\t\tr.Group(func(r chi.Router) {
\t\t\tr.Post("/", create)
\t\t})
\t})
\tr.Get("/after", after)
\treturn r
}
""",
}
GIN_ROUTES = [
    "GET /ping", "HEAD /shared", "HEAD /v1/shared", "POST /v1/login", "GET /debug/vars", "GET /v1/orders/:id",
    "GET /later", "GET /v1/users",
    "DELETE /v1/users/:id", "GET /", "GET /articles", "PUT /articles/{id}", "POST /articles", "GET /after",
]  # fmt: skip

LARAVEL = {
    "routes/web.php": """<?php
use Illuminate\\Support\\Facades\\Route;

Route::get('/', fn () => view('welcome'));
Route::prefix('admin')
    ->middleware(['auth', 'can:admin'])
    ->group(function () {
        Route::post('/users', [UserController::class, 'store']);
        Route::group(['prefix' => 'reports', 'as' => 'reports.'], function () {
            Route::get('daily', 'ReportController@daily');
        });
    });
Route::middleware('auth')->group(function () {
    Route::view('/me', 'me');
});
Route::middleware('signed')->get('/verify/{id}', Verify::class);
Route::controller(OrderController::class)->prefix('orders')->group(function () {
    Route::get('/{id}', 'show');
});
Route::prefix('one')->get('two', fn () => 2);
$cache = Cache::store('x')->get('/key');
""",
    "routes/api.php": "<?php\nRoute::apiResource('photos', PhotoController::class);\n",
    "routes/partner.php": "<?php\nRoute::put('/stock', Stock::class);\n",
    "app/Providers/RouteServiceProvider.php": """<?php
class RouteServiceProvider {
    public function boot() {
        Route::middleware('api')
            ->prefix('partner/v2')
            ->group(base_path('routes/partner.php'));
        Route::middleware('web')->group(base_path('routes/web.php'));
    }
}
""",
}
LARAVEL_ROUTES = [
    "RESOURCES /api/photos", "PUT /partner/v2/stock", "GET /", "POST /admin/users", "GET /admin/reports/daily",
    "GET /me", "GET /verify/{id}", "GET /orders/{id}", "GET /one/two",
]  # fmt: skip

PROJECTS = {
    "fastapi": (FASTAPI, FASTAPI_ROUTES),
    "flask": (FLASK, FLASK_ROUTES),
    "express": (EXPRESS, EXPRESS_ROUTES),
    "django": (DJANGO, DJANGO_ROUTES),
    "rails": (RAILS, RAILS_ROUTES),
    "spring": (SPRING, SPRING_ROUTES),
    "gin": (GIN, GIN_ROUTES),
    "laravel": (LARAVEL, LARAVEL_ROUTES),
}


def routes(root: Path, files: dict[str, str]) -> list[str]:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    return [e.name for e in collect_surface(str(root), files) if e.kind == "route"]


@pytest.mark.parametrize("name", PROJECTS)
def test_a_project(tmp_path: Path, name: str) -> None:
    files, wanted = PROJECTS[name]
    assert sorted(routes(tmp_path, files)) == sorted(wanted)


def test_what_is_not_sure_stays_as_its_file_has_it(tmp_path: Path) -> None:
    ring = (
        "from fastapi import APIRouter\nfrom {other} import router as r\nrouter = APIRouter(prefix='/{own}')\n"
        "router.include_router(r, prefix='/x')\n@router.get('/here')\ndef here(): ...\n"
    )
    files = {
        "a.py": ring.format(other="b", own="a"),
        "b.py": ring.format(other="a", own="b"),
        "one/urls.py": "urlpatterns = [path('p/', v)]\n",
        "two/urls.py": "urlpatterns = [path('q/', v)]\n",
        "main/urls.py": "urlpatterns = [path('m/', include('urls'))]\n",
    }
    assert sorted(routes(tmp_path, files)) == ["ANY /m/*", "ANY /p/", "ANY /q/", "GET /a/here", "GET /b/here"]


def test_a_router_in_two_places_is_told_in_both(tmp_path: Path) -> None:
    files = {
        "m.py": "from fastapi import APIRouter, FastAPI\nfrom r import router\napp = FastAPI()\n"
        "app.include_router(router, prefix='/v1')\napp.include_router(router, prefix='/v2')\n",
        "r.py": "from fastapi import APIRouter\nrouter = APIRouter()\n@router.get('/x')\ndef x(): ...\n",
    }
    assert sorted(routes(tmp_path, files)) == ["GET /v1/x", "GET /v2/x"]


def test_inertia_visits_are_no_routes(tmp_path: Path) -> None:
    page = "import { router } from '@inertiajs/vue3'\nrouter.get('/users', { q: 1 })\nrouter.post('/users', form)\n"
    assert routes(tmp_path, {"resources/js/Users.ts": page}) == []
