"""Routes, commands, variables and packages from sources as people write them."""

# ruff: noqa: E501, ISC004 (one row of a table, one line)

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.code.routes.surface import collect_surface, read_surface
from backstory.git.worktree import Tree
from backstory.survey.manifests.workspace import find_packages

FLASK = '''
from flask import Blueprint, Flask
app = Flask(__name__)
api = Blueprint("api", __name__, url_prefix="/api")
# @app.route("/commented")
"""Use it so:
@app.route("/in-docstring")
"""

@app.route("/")
def home(): ...

@api.route("/users/<int:id>", methods=["GET", "PATCH"])
@login_required
def user(id): ...

@api.post("/users")
def create(): ...

@mock.patch("os.getcwd")
def other(): ...
'''
FASTAPI = """
router: APIRouter = APIRouter(
    prefix="/items", tags=["items"], dependencies=[Depends(get_token)],
)

@router.get("/{item_id}", response_model=Item)
async def read(item_id: str): ...

@router.post("")
async def make(): ...

@router.websocket("/ws")
async def ws(): ...

@app.delete(
    "/x/{y}",
    status_code=204,
)
async def drop(): ...
"""
DJANGO = """
from django.urls import include, path, re_path
urlpatterns = [
    path("", views.index),
    path("polls/<int:pk>/", views.detail, name="detail"),
    path("blog/", include("blog.urls")),
    re_path(r"^articles/(?P<year>[0-9]{4})/$", views.year),
    # path("old/", views.old),
]
"""
EXPRESS = """
const app = express()
app.get('/', (req, res) => res.send('x'))
router.post(`/users/:id`, auth, save)  // app.get('/no', x)
app.all('/*', all)
/* app.put('/hidden', x)
 */
router.route('/books')
  // //////// one .put(here)
  .get(list)
  // two
  .post(add);
axios.get('/client', {})
const value = map.get('/key')
"""
GIN = """
func routes(r *gin.Engine) {
\tr.GET("/ping", ping)
\tv1 := r.Group("/v1")
\tadmin := v1.Group("/admin")
\tadmin.DELETE("/users/:id", drop)
\tv1.POST("", create)
\t// r.GET("/old", old)
\thttp.HandleFunc("GET /health", health)
\tr.HandleFunc("/m", m).Methods("PUT")
\thttpClient.Get("/remote", nil)
\tresp, _ := http.Get("https://example.org/x")
}
"""
SPRING = """
@RestController
@RequestMapping("/api/owners")
@Validated
public class OwnerController {
    @GetMapping
    List<Owner> all() {}
    @GetMapping("/{id}")
    Owner one() {}
    @RequestMapping(value = "/{id}/pets", method = RequestMethod.POST)
    Pet pet() {}
    // @DeleteMapping("/old")
    @PutMapping({"/a", "/b"})
    void two() {}
}
"""
RAILS = """
Rails.application.routes.draw do
  root "home#index"
  get "/about", to: "pages#about"
  namespace :admin do
    resources :users do
      post "ban", on: :member
    end
    resource :profile
  end
  # get "/old"
  resources :posts, :comments
  mount Sidekiq::Web => "/sidekiq"
end
"""
LARAVEL = """<?php
Route::get('/home', [HomeController::class, 'index']);
Route::prefix('admin')->middleware('auth')->group(function () {
    Route::post('/users', 'UserController@store');
    Route::resource('photos', PhotoController::class);
});
Route::match(['get', 'post'], '/both', fn () => 1);
// Route::get('/old', 1);
"""
SYMFONY = """<?php
#[Route('/cats')]
final class Cats extends AbstractController
{
    #[Route('/{id}', methods: ['GET'])]
    public function one(): Response {}
    #[Route(path: '/new', name: 'new', methods: ['POST', 'PUT'])]
    public function make(): Response {}
    // #[Route('/old')]
}
"""

ROUTES = [
    ("flask", "app.py", FLASK, ["GET /", "GET /api/users/<int:id>", "PATCH /api/users/<int:id>", "POST /api/users"]),
    ("fastapi", "api.py", FASTAPI, ["GET /items/{item_id}", "POST /items", "WS /items/ws", "DELETE /x/{y}"]),
    ("django", "urls.py", DJANGO, ["ANY /", "ANY /polls/<int:pk>/", "ANY /blog/*",
                                   "ANY /articles/(?P<year>[0-9]{4})/"]),
    ("express", "app.js", EXPRESS, ["GET /", "POST /users/:id", "ANY /*", "GET /books", "POST /books"]),
    ("gin", "main.go", GIN, ["GET /ping", "DELETE /v1/admin/users/:id", "POST /v1", "GET /health", "PUT /m"]),
    ("spring", "src/main/java/Owner.java", SPRING, ["GET /api/owners", "GET /api/owners/{id}",
                                                    "POST /api/owners/{id}/pets", "PUT /api/owners/a",
                                                    "PUT /api/owners/b"]),
    ("rails", "config/routes.rb", RAILS, ["GET /", "GET /about", "RESOURCES /admin/users",
                                          "POST /admin/users/:id/ban", "RESOURCE /admin/profile", "RESOURCES /posts",
                                          "RESOURCES /comments", "MOUNT /sidekiq"]),
    ("laravel", "routes/web.php", LARAVEL, ["GET /home", "POST /admin/users", "RESOURCES /admin/photos",
                                            "GET /both", "POST /both"]),
    ("nest", "c.ts", "@Controller('cats')\nclass C {\n  @Get(':id')\n  one() {}\n  @Post()\n  two() {}\n}\n",
     ["GET /cats/:id", "POST /cats"]),
    ("symfony", "src/Controller/Cats.php", SYMFONY, ["GET /cats/{id}", "POST /cats/new", "PUT /cats/new"]),
    ("axum", "m.rs", 'let a = Router::new().route("/u/:id", get(one).put(two));\n#[post("/w")]\nasync fn w() {}\n',
     ["GET /u/:id", "PUT /u/:id", "POST /w"]),
]  # fmt: skip


def of_kind(kind: str, path: str, text: str) -> list[str]:
    return [e.name for e in read_surface(path, text.encode()) if e.kind == kind]


@pytest.mark.parametrize(("name", "path", "text", "wanted"), ROUTES, ids=[r[0] for r in ROUTES])
def test_routes(name: str, path: str, text: str, wanted: list[str]) -> None:
    assert of_kind("route", path, text) == wanted, name


def test_lines_are_those_of_the_source() -> None:
    found = read_surface("app.py", FLASK.encode())
    lines = FLASK.split("\n")
    for each in found:
        assert "@" in lines[each.line - 1], each


COMMANDS = [
    ("click", "cli.py", 'import click\n@click.group()\ndef main(): ...\n\n@main.command("run-it")\ndef run(): ...\n\n'
     "@main.command\n@click.option('--x')\ndef list_all(x): ...\n", ["run-it", "list-all"]),
    ("typer", "cli.py", "import typer\n@app.command(help='x')\ndef hello_world(): ...\n", ["hello-world"]),
    ("argparse", "cli.py", 'sub = p.add_subparsers()\nsub.add_parser("build", help="x")\n# sub.add_parser("no")\n',
     ["build"]),
    ("cobra", "cmd/x.go", 'import "github.com/spf13/cobra"\nvar c = &cobra.Command{\n\tUse:   "serve [flags]",\n}\n',
     ["serve"]),
    ("commander", "cli.ts", "import { program } from 'commander'\nprogram\n  .command('serve <port>')\n", ["serve"]),
    ("django", "shop/management/commands/load_data.py", "class Command(BaseCommand):\n    pass\n", ["load_data"]),
    ("a chat bot is no command line", "bot.py", "@bot.command()\nasync def ping(ctx): ...\n", []),
]  # fmt: skip


@pytest.mark.parametrize(("name", "path", "text", "wanted"), COMMANDS, ids=[c[0] for c in COMMANDS])
def test_commands(name: str, path: str, text: str, wanted: list[str]) -> None:
    assert of_kind("command", path, text) == wanted, name


VARIABLES = [
    ("a.py", 'x = os.environ["A"]; y = os.environ.get("B", "secret"); z = getenv("C")\nos.environ["SET"] = "1"\n'
     '# os.environ["NO"]\nk = env.str("D_E")\n', ["A", "B", "C", "D_E"]),
    ("a.ts", "const a = process.env.A ?? 'x'; b = process.env['B']\nprocess.env.SET = '1'\nif (process.env.E === 'x') {}\n"
     "const { C, D: d } = process.env\nimport.meta.env.VITE_X\n// process.env.NO\n",
     ["A", "B", "E", "C", "D", "VITE_X"]),
    ("a.go", 'a := os.Getenv("A")\nb, ok := os.LookupEnv("B")\n', ["A", "B"]),
    ("a.rs", 'let a = env!("A"); let b = std::env::var("B").unwrap();\n', ["A", "B"]),
    ("A.java", 'String a = System.getenv("A");\n', ["A"]),
    ("a.rb", "a = ENV['A']\nb = ENV.fetch('B', nil)\nENV['SET'] = '1'\n", ["A", "B"]),
    ("a.php", "<?php $a = getenv('A'); $b = env('B', true); $c = $_ENV['C'];\n# env('NO')\n", ["A", "B", "C"]),
    ("a.sh", '#!/bin/sh\nLOCAL=1\necho "${LOCAL} ${A:-x} ${B}"\nC="${C:-1}"\nfor F in *; do echo "${F}"; done\n'
     '# ${NO}\n', ["A", "B", "C"]),
    ("docker-compose.yml", "services:\n  db:\n    image: x:${TAG:-1}\n    command: echo $${NOT}\n", ["TAG"]),
    (".env.example", "# comment\nDATABASE_URL=postgres://u:hunter2@h/db\nexport TOKEN=\n", ["DATABASE_URL", "TOKEN"]),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "wanted"), VARIABLES, ids=[v[0] for v in VARIABLES])
def test_variables(path: str, text: str, wanted: list[str]) -> None:
    assert of_kind("variable", path, text) == wanted


def test_values_are_never_taken() -> None:
    for path, text, _ in VARIABLES:
        assert not [e for e in read_surface(path, text.encode()) if "hunter2" in e.name or "secret" in e.name]


def test_tests_and_vendored_files_say_nothing_of_the_program(tmp_path: Path) -> None:
    for path in ("src/app.py", "tests/test_app.py", "vendor/x/app.py", "examples/app.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text('a = os.environ["A"]\n')
    found = collect_surface(
        str(tmp_path), ["src/app.py", "tests/test_app.py", "vendor/x/app.py", "examples/app.py", "gone.py"]
    )
    assert [(e.path, e.name, e.line) for e in found] == [("src/app.py", "A", 1)]


@given(st.binary(max_size=400), st.sampled_from(["a.py", "a.js", "a.go", "A.java", "config/routes.rb", "a.php", "a.sh",
                                                 "a.rs", "a.cs", ".env.example"]))  # fmt: skip
def test_any_bytes(data: bytes, path: str) -> None:
    for each in read_surface(path, data):
        assert 1 <= each.line <= data.count(b"\n") + 1


HOSTILE = [
    ("a.py", "@app.route("), ("a.py", "@a.command("), ("A.java", "@RequestMapping(@a("), ("a.js", "app.get('/x"),
    ("a.rs", '.route("/a", ('), ("a.js", "{a,"), ("a.php", "Route::group(["), ("a.php", "->prefix('a')->get('b')"),
    ("a.go", "r.Group(x)\n"), ("a.go", 'r.Route("/x", func(r chi.Router) {\n'), ("a.go", "func f(r *gin.Engine) {\n"),
    ("a.go", "f(a, b, r)\n"), ("a.py", "x = [\n"), ("a.py", "path('a', include(["),
    ("a.py", "app.include_router(a.b,\n"), ("a.py", "from a import (b,\n"), ("a.js", "app.use('/x', r, "),
    ("a.js", "x = Router(\n"), ("a.js", "'process.env.X"), ("config/routes.rb", "  resources :a do\n"),
    ("a.js", "export { a as b,\n"), ("A.java", "class A {\n@GetMapping(B)"), ("a.py", "x = APIRouter(("),
    ("a.php", "#[Route('/a' ["), ("a.php", "#[Route('/a')]\n"), ("A.java", 'class A {\n@GetMapping("/b")\nvoid c();\n'),
    ("a.go", 'r.Any("/x", f);'), ("a.js", "app.route('/x')\n"),
    ("a.js", "app.route('/x')\n" + 40 * "/" + "\n"), ("a.js", "`${process.env.X}`;"), ("a.js", "/* */ "),
    ("a.js", "/* x = process.env.X "), ("a.py", "''' x = os.environ['X'] "), ("a.php", "# Route::get('/a', b) "),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("path", "piece"), HOSTILE)
def test_hostile_files_take_time_in_proportion(path: str, piece: str) -> None:
    head = "click typer urlpatterns process.env Mapping prefix Route::\n"
    assert_linear(lambda text: read_surface(path, (head + text).encode()), piece, 1_000 * len(piece))


WORKSPACES = [
    ("npm", {"package.json": '{"workspaces": ["packages/*", "!packages/old"]}', "packages/a/package.json":
             '{"name": "@x/a"}', "packages/b/package.json": "{}", "packages/old/package.json": "{}",
             "tools/t/deep/x/package.json": "{}"},
     [("packages/a", "@x/a", "npm"), ("packages/b", "b", "npm")]),
    ("pnpm", {"package.json": "{}", "pnpm-workspace.yaml": "packages:\n  # all\n  - 'apps/**'\n  - \"libs/*\"\n"
              "catalog:\n  x: 1\n", "apps/web/ui/package.json": '{"name": "ui"}', "libs/l/package.json": "{}"},
     [("apps/web/ui", "ui", "npm"), ("libs/l", "l", "npm")]),
    ("cargo", {"Cargo.toml": '[workspace]\nmembers = ["crates/*", "cli"]\nexclude = ["crates/x"]\n',
               "crates/a/Cargo.toml": '[package]\nname = "a-core"\n', "crates/x/Cargo.toml": "", "cli/Cargo.toml": ""},
     [("cli", "cli", "Cargo"), ("crates/a", "a-core", "Cargo")]),
    ("go.work", {"go.work": "go 1.22\nuse (\n\t./api // main\n\t./lib\n)\nuse ./one\n", "api/go.mod": "module e.org/api\n",
                 "lib/go.mod": "", "one/go.mod": ""},
     [("api", "api", "Go"), ("lib", "lib", "Go"), ("one", "one", "Go")]),
    ("lerna", {"lerna.json": '{"packages": ["mods/*"]}', "mods/m/package.json": "{}"}, [("mods/m", "m", "npm")]),
    ("uv", {"pyproject.toml": '[tool.uv.workspace]\nmembers = ["packages/*"]\n', "packages/p/pyproject.toml":
            '[project]\nname = "pp"\n'}, [("packages/p", "pp", "Python")]),
    ("maven", {"pom.xml": "<project><modules><module>core</module><!-- <module>no</module> --></modules></project>",
               "core/pom.xml": "<project><artifactId>the-core</artifactId></project>", "no/pom.xml": ""},
     [("core", "the-core", "Maven")]),
    ("no workspace file", {"one/pyproject.toml": '[project]\nname = "one"\n', "two/pyproject.toml": ""},
     [("one", "one", "Python"), ("two", "two", "Python")]),
    ("one package", {"package.json": "{}", "src/x.js": "", "tests/fixtures/f/package.json": "{}"}, []),
    ("broken", {"package.json": "{", "Cargo.toml": "[", "pom.xml": "<"}, []),
]  # fmt: skip


@pytest.mark.parametrize(("name", "files", "wanted"), WORKSPACES, ids=[w[0] for w in WORKSPACES])
def test_packages(tmp_path: Path, name: str, files: dict[str, str], wanted: list[tuple[str, str, str]]) -> None:
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content)
    assert [tuple(p) for p in find_packages(Tree(str(tmp_path)), files)] == wanted, name


SPOKEN_OF = [
    ("vite.ts", "const d = { 'process.env.MODE': 'x', \"global.process.env.NAME\": 1 }\nif (code.includes('import.meta.env.SSR')) {}\n"
     "warn(`set process.env.HINT, not ${process.env.REAL}`)\nconst u = 'it\\'s ' + process.env.NEXT\n", ["REAL", "NEXT"]),
    ("taken.py", "os.environ.pop('A', None)\nb = os.environ.pop('B')\ndel os.environ['C']\n", ["B"]),
    ("wsgi.py", "method = environ['REQUEST_METHOD']\nlength = self.environ.get('CONTENT_LENGTH')\n", []),
    ("os_environ.py", "from os import environ, path\na = environ['A']\n", ["A"]),
    ("taken.rb", "ENV.delete('A')\nb = ENV.delete('B')\n", ["B"]),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "wanted"), SPOKEN_OF, ids=[v[0] for v in SPOKEN_OF])
def test_variables_that_are_only_spoken_of_or_taken_away_are_not_read(path: str, text: str, wanted: list[str]) -> None:
    assert of_kind("variable", path, text) == wanted


def test_the_other_kind_of_quotes_inside_a_docstring_is_part_of_it() -> None:
    text = (
        "app = FastAPI()\n@app.get('/a')\ndef a():\n"
        '    """Reads \'\'\' as it stands."""\n'
        "@app.get('/b')\ndef b(): ...\n"
    )

    assert {item.name for item in read_surface("app.py", text.encode())} == {"GET /a", "GET /b"}
