"""Python that the agent writes, for the scenario `previouskeys`."""

CODE = "starlette/middleware/sessions.py"
TEST = "tests/middleware/test_session_keys.py"

TEST_HEAD = """from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from tests.types import TestClientFactory


def view_session(request: Request) -> JSONResponse:
    return JSONResponse({"session": request.session})


async def update_session(request: Request) -> JSONResponse:
    request.session.update(await request.json())
    return JSONResponse({"session": request.session})


def make_app(*middleware: Middleware) -> Starlette:
    routes = [Route("/view", view_session), Route("/update", update_session, methods=["POST"])]
    return Starlette(routes=routes, middleware=middleware)


def cookie_signed_with(key: str, test_client_factory: TestClientFactory) -> str:
    client = test_client_factory(make_app(Middleware(SessionMiddleware, secret_key=key)))
    client.post("/update", json={"user": 7})
    return client.cookies["session"]


"""

TEST_STACKED = (
    TEST_HEAD
    + """def test_cookie_of_a_previous_key_is_read(test_client_factory: TestClientFactory) -> None:
    cookie = cookie_signed_with("spring", test_client_factory)
    app = make_app(
        Middleware(SessionMiddleware, secret_key="spring"),
        Middleware(SessionMiddleware, secret_key="autumn"),
    )
    client = test_client_factory(app, cookies={"session": cookie})
    assert client.get("/view").json() == {"session": {"user": 7}}
"""
)

TEST_LIST = (
    TEST_HEAD
    + """def test_cookie_of_a_previous_key_is_read(test_client_factory: TestClientFactory) -> None:
    cookie = cookie_signed_with("spring", test_client_factory)
    app = make_app(Middleware(SessionMiddleware, secret_key="autumn", previous_keys=["spring"]))
    client = test_client_factory(app, cookies={"session": cookie})
    assert client.get("/view").json() == {"session": {"user": 7}}


def test_cookie_of_an_unknown_key_is_not_read(test_client_factory: TestClientFactory) -> None:
    cookie = cookie_signed_with("winter", test_client_factory)
    app = make_app(Middleware(SessionMiddleware, secret_key="autumn", previous_keys=["spring"]))
    client = test_client_factory(app, cookies={"session": cookie})
    assert client.get("/view").json() == {"session": {}}


def test_answer_is_signed_with_the_current_key(test_client_factory: TestClientFactory) -> None:
    cookie = cookie_signed_with("spring", test_client_factory)
    app = make_app(Middleware(SessionMiddleware, secret_key="autumn", previous_keys=["spring"]))
    client = test_client_factory(app, cookies={"session": cookie})
    renewed = client.get("/view").cookies["session"]
    app = make_app(Middleware(SessionMiddleware, secret_key="autumn"))
    client = test_client_factory(app, cookies={"session": renewed})
    assert client.get("/view").json() == {"session": {"user": 7}}
"""
)

ARGUMENT = "        domain: str | None = None,\n    ) -> None:\n"
ARGUMENT_LIST = "        domain: str | None = None,\n        *,\n        previous_keys: Sequence[str | Secret] = (),\n    ) -> None:\n"
SIGNER = "        self.signer = itsdangerous.TimestampSigner(str(secret_key))\n"
SIGNER_LIST = "        keys = [str(key) for key in (*reversed(previous_keys), secret_key)]\n        self.signer = itsdangerous.TimestampSigner(keys)\n"
IMPORT = "from base64 import b64decode, b64encode\nfrom typing import Literal\n"
IMPORT_LIST = (
    "from base64 import b64decode, b64encode\nfrom collections.abc import Sequence\nfrom typing import Literal\n"
)

WEBSOCKET_TEST = """

def test_websocket_does_not_renew_the_cookie(test_client_factory: TestClientFactory) -> None:
    cookie = cookie_signed_with("spring", test_client_factory)
    app = make_app(Middleware(SessionMiddleware, secret_key="autumn", previous_keys=["spring"]))
    client = test_client_factory(app, cookies={"session": cookie})
    with client.websocket_connect("/live") as websocket:
        assert websocket.receive_json() == {"user": 7}
        assert websocket.extra_headers == []
"""
ROUTES = 'Route("/update", update_session, methods=["POST"])]\n'
ROUTES_LIVE = (
    'Route("/update", update_session, methods=["POST"])]\n    routes.append(WebSocketRoute("/live", live_session))\n'
)
MAKE = "def make_app("
LIVE = """async def live_session(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_json(websocket.session)
    await websocket.close()


def make_app("""

# Day two: a previous key has an end.
ARGUMENT_PAIRS = ARGUMENT_LIST.replace("Sequence[str | Secret]", "Sequence[tuple[str | Secret, datetime]]")
IMPORT_PAIRS = IMPORT_LIST.replace("from typing", "from datetime import datetime, timezone\nfrom typing")
NOW = """

def _now() -> datetime:
    return datetime.now(timezone.utc)


class SessionMiddleware:
"""
SIGNER_FILTERED = (
    "        keys = [str(key) for key, until in reversed(previous_keys) if _now() < until]\n"
    "        self.signer = itsdangerous.TimestampSigner([*keys, str(secret_key)])\n"
)
SIGNER_PAIRS = (
    SIGNER
    + "        self.previous_signers = [(itsdangerous.TimestampSigner(str(key)), until) for key, until in previous_keys]\n"
)
CALL = "    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:\n"
UNSIGN = (
    '''    def _unsign(self, data: bytes) -> bytes:
        """The payload of a cookie signed with the current key, or with a previous one before its end."""
        try:
            return self.signer.unsign(data, max_age=self.max_age)
        except BadSignature:
            for signer, until in self.previous_signers:
                if _now() < until:
                    try:
                        return signer.unsign(data, max_age=self.max_age)
                    except BadSignature:
                        continue
            raise

'''
    + CALL
)
USE = "                data = self.signer.unsign(data, max_age=self.max_age)\n                scope"
USE_UNSIGN = "                data = self._unsign(data)\n                scope"

END_TEST = """

def test_key_ends_while_the_process_runs(
    test_client_factory: TestClientFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = cookie_signed_with("spring", test_client_factory)
    app = make_app(Middleware(SessionMiddleware, secret_key="autumn", previous_keys=[("spring", SOON)]))
    assert test_client_factory(app, cookies={"session": cookie}).get("/view").json() == {"session": {"user": 7}}
    monkeypatch.setattr(sessions, "_now", lambda: SOON + timedelta(seconds=1))
    assert test_client_factory(app, cookies={"session": cookie}).get("/view").json() == {"session": {}}
"""
HEAD_OLD = "from starlette.applications import Starlette\nfrom starlette.middleware import Middleware\n"
HEAD_NEW = (
    "from datetime import datetime, timedelta, timezone\n\nimport pytest\n\nfrom starlette.applications import Starlette\n"
    "from starlette.middleware import Middleware, sessions\n"
)
SOON_OLD = "def view_session("
SOON_NEW = "SOON = datetime.now(timezone.utc) + timedelta(hours=1)\n\n\ndef view_session("

NAIVE_TEST = """

def test_end_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError) as info:
        SessionMiddleware(make_app(), "autumn", previous_keys=[("spring", datetime(2027, 1, 31))])
    assert "spring" not in str(info.value)
"""
NAIVE = "        self.app = app\n"
NAIVE_NEW = (
    "        if any(until.tzinfo is None for _, until in previous_keys):\n"
    '            raise ValueError("The end of a previous key needs a time zone.")\n'
    "        self.app = app\n"
)

RED_TEST = """

def test_rejected_cookie_is_deleted(test_client_factory: TestClientFactory) -> None:
    cookie = cookie_signed_with("winter", test_client_factory)
    app = make_app(Middleware(SessionMiddleware, secret_key="autumn"))
    response = test_client_factory(app, cookies={"session": cookie}).get("/view")
    assert response.headers["set-cookie"].startswith("session=null; path=/; expires=Thu, 01 Jan 1970")
"""

CONFTEST_OLD = "@pytest.fixture\ndef test_client_factory(\n"
CONFTEST_NEW = """@pytest.fixture(scope="module", params=os.environ.get("STARLETTE_BACKENDS", "asyncio,trio").split(","))
def anyio_backend(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture
def test_client_factory(
"""
