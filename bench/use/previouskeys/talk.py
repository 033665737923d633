"""The sittings of the scenario `previouskeys`: two days and a spike."""

from conversation import Scenario
from files import (
    ARGUMENT,
    ARGUMENT_LIST,
    ARGUMENT_PAIRS,
    CALL,
    CODE,
    CONFTEST_NEW,
    CONFTEST_OLD,
    END_TEST,
    HEAD_NEW,
    HEAD_OLD,
    IMPORT,
    IMPORT_LIST,
    IMPORT_PAIRS,
    LIVE,
    MAKE,
    NAIVE,
    NAIVE_NEW,
    NAIVE_TEST,
    NOW,
    RED_TEST,
    ROUTES,
    ROUTES_LIVE,
    SIGNER,
    SIGNER_FILTERED,
    SIGNER_LIST,
    SIGNER_PAIRS,
    SOON_NEW,
    SOON_OLD,
    TEST,
    TEST_LIST,
    TEST_STACKED,
    UNSIGN,
    USE,
    USE_UNSIGN,
    WEBSOCKET_TEST,
)
from material import Clone

BRANCH = "session-previous-keys"
DAY_ONE = f"python -m pytest {TEST} -q -k 'not trio'"
DAY_TWO = f"STARLETTE_BACKENDS=asyncio python -m pytest {TEST} -q"
LINE = "=" * 35
CHECK = "+ ./scripts/sync-version\n+ ruff format --check --diff starlette tests\n68 files already formatted\n+ mypy starlette tests\nSuccess: no issues found in 68 source files\n+ ruff check starlette tests\nAll checks passed!"
LAST_OF_SOCKET = "        assert websocket.extra_headers == []\n"
LAST_OF_END = (
    '    assert test_client_factory(app, cookies={"session": cookie}).get("/view").json() == {"session": {}}\n'
)
LAST_OF_NAIVE = '    assert "spring" not in str(info.value)\n'


def tell_first_day(s: Scenario, clone: Clone) -> None:
    a = s.session("b1")
    a.user(
        "Twice a year we change the secret key of our session cookies, and each time all forty thousand people who are signed in are thrown out at the same moment. I would like "
        "SessionMiddleware to keep reading cookies that were signed with the key before. Please have a look at how the signer is used and tell me which ways you see. Do not write "
        "any code yet."
    )
    text, first = clone.lines(CODE, 1, 60)
    a.read(CODE, text, first)
    a.grep(
        "TimestampSigner|\\.signer",
        "starlette tests docs",
        f"{CODE}:28:        self.signer = itsdangerous.TimestampSigner(str(secret_key))\n{CODE}:49:                data = self.signer.unsign(data, max_age=self.max_age)\n"
        f"{CODE}:62:                    data = self.signer.sign(data)",
    )
    a.bash(
        "python -c 'import itsdangerous; print(itsdangerous.__version__)'; git log --oneline -3 -- starlette/middleware/sessions.py",
        "2.2.0\n2ff76532 chore: improve type hints (#2867)\nb9db010d Set `line-length` to 120 on Ruff (#2679)\nbd77d7d9 Enforce `__future__.annotations` (#2483)",
        title="Version and history",
    )
    a.answer(
        "There is one `TimestampSigner`, built in `__init__` from `str(secret_key)`; `__call__` unsigns with it and `send_wrapper` signs with it on every response that has a session. "
        "I see three ways:\n\n- **stack the middleware twice**, one instance per key, so that Starlette stays as it is\n- **hand itsdangerous several keys**: its signers take a list, oldest "
        "first, and sign with the last\n- **a signer per key** inside of `SessionMiddleware`, tried one after the other\n\nThe second is the shortest, the third the most flexible."
    )
    a.user(
        "Please try stacking first, for then nothing has to change in Starlette. Four things apply to all of this work. Key material must never turn up in a repr, a log line or an "
        "exception message, not even shortened. Run scripts/check before each commit. New arguments are keyword-only and come last, since people call this middleware positionally. And "
        "leave starlette/requests.py as it is, because Emeka is reworking the session property there."
    )
    a.write(TEST, TEST_STACKED)
    a.bash(
        f"python -m pytest {TEST} -q",
        f"FF                                                                       [100%]\n{LINE} FAILURES {LINE}\n"
        "________________ test_cookie_of_a_previous_key_is_read[asyncio] ________________\n\n"
        ">       assert client.get(\"/view\").json() == {\"session\": {\"user\": 7}}\nE       AssertionError: assert {'session': {}} == {'session': {'user': 7}}\n\n"
        "tests/middleware/test_session_keys.py:39: AssertionError\n_________________ test_cookie_of_a_previous_key_is_read[trio] __________________\n\n"
        "E           LookupError: No such backend: trio\n\n2 failed in 0.31s",
        title="Run the stacked variant",
        code=1,
    )
    a.answer(
        'Stacking does not work. Both instances write to the same `scope["session"]`: the inner one cannot read the cookie of the other key and replaces the session by `{}`, so '
        "`test_cookie_of_a_previous_key_is_read` sees an empty session. With the order reversed it is the cookies of the current key that are lost, and a response then carries two "
        "`Set-Cookie` headers of the same name. I would drop it.\n\nThe trio half of the test fails for another reason: trio is not installed here."
    )
    a.user(
        "I see, that is settled then. Our package mirror does not carry trio, so on this machine please always run pytest with -k 'not trio'. Now take the list of keys. Call the argument "
        "previous_keys, and accept a cookie of such a key for as long as max_age allows, without any further limit; nobody should notice that we rotated."
    )
    a.edit(CODE, IMPORT, IMPORT_LIST)
    a.edit(CODE, ARGUMENT, ARGUMENT_LIST)
    a.edit(CODE, SIGNER, SIGNER_LIST)
    a.write(TEST, TEST_LIST)
    a.bash(
        DAY_ONE,
        "...                                                                      [100%]\n3 passed, 3 deselected in 0.34s",
        title="Run the new tests",
    )
    a.answer(
        "`SessionMiddleware(..., previous_keys=[...])` reads old cookies and answers with one signed by the current key; three tests pass.\n\n"
        '<backstory:remember kind="decision" tags="sessions" at="starlette/middleware/sessions.py#SessionMiddleware" why="stacking the middleware twice empties the session, and positional '
        'callers must not break">Old keys come in through previous_keys, a keyword-only argument of SessionMiddleware that is empty by default</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="sessions" at="starlette/middleware/sessions.py#SessionMiddleware" why="nobody should notice a rotation">A cookie of a previous key is '
        "accepted for as long as max_age allows, without any further limit</backstory:remember>\n"
        '<backstory:remember kind="fact" tags="sessions" at="starlette/middleware/sessions.py#SessionMiddleware">All keys sit in one itsdangerous.TimestampSigner, and the last in its '
        "list signs</backstory:remember>"
    )
    a.user(
        "What happens to somebody whose browser tab only talks to us over a websocket? Part of our dashboard never makes an ordinary request after it is loaded."
    )
    a.edit(TEST, ROUTES, ROUTES_LIVE)
    a.edit(TEST, "    routes = [Route", "    routes: list[BaseRoute] = [Route")
    a.edit(TEST, MAKE, LIVE)
    a.edit(
        TEST,
        "from starlette.routing import Route\n",
        "from starlette.routing import BaseRoute, Route, WebSocketRoute\nfrom starlette.websockets import WebSocket\n",
    )
    last = '    assert client.get("/view").json() == {"session": {"user": 7}}\n'
    tail = (
        '    app = make_app(Middleware(SessionMiddleware, secret_key="autumn"))\n    client = test_client_factory(app, cookies={"session": renewed})\n'
        + last
    )
    a.edit(TEST, tail, tail + WEBSOCKET_TEST)
    a.bash(
        DAY_ONE,
        "....                                                                     [100%]\n4 passed, 4 deselected in 0.18s",
        title="Run the new tests",
    )
    a.bash(
        'backstory -q remember failure "A client that only opens websockets keeps its cookie of the old key: send_wrapper signs at http.response.start, never at websocket.accept" --fix '
        '"let such a page make one http request before its key is taken out of previous_keys" --tag sessions --tag websocket --at starlette/middleware/sessions.py#SessionMiddleware',
        title="Worth knowing at the next rotation",
        run=True,
    )
    a.answer(
        "The session is read over the websocket too, but the cookie is not renewed: `send_wrapper` acts on `http.response.start` only. `test_websocket_does_not_renew_the_cookie` holds on to "
        "that. For your dashboard it means one ordinary request, a small ping for instance, before the old key is removed. I have recorded it as a pitfall."
    )
    a.user(
        "Good, the dashboard can send a ping, that is no work for this branch. Please commit, and then run everything once."
    )
    a.bash("scripts/check", CHECK, title="Format, types and lint")
    a.bash(
        'git add starlette tests && git commit -q -m "Add previous_keys to SessionMiddleware" -m "A change of the secret key threw everybody out. Cookies of previous keys are read and signed '
        'anew with the current one." && git log -1 --format=%s',
        "Add previous_keys to SessionMiddleware",
        title="Commit",
        run=True,
    )
    a.bash(
        "python -m pytest -q -k 'not trio' --ignore tests/test_testclient.py",
        f"{LINE} FAILURES {LINE}\n_________ test_staticfiles_with_invalid_dir_permissions_returns_401[asyncio] __________\n\n"
        "E           assert 200 == 401\nE            +  where 200 = <Response [200 OK]>.status_code\n\ntests/test_staticfiles.py:411: AssertionError\n"
        "1 failed, 486 passed, 395 deselected, 1 xfailed in 3.81s",
        title="Everything but trio",
        code=1,
    )
    a.answer(
        "Committed after a clean `scripts/check`. The whole suite: 486 passed, one failed, `test_staticfiles_with_invalid_dir_permissions_returns_401`. It takes away the permissions of a folder "
        "and expects a 401, but we are root here and root may read it all the same. `tests/test_testclient.py` had to be left out, it imports trio at the top."
    )
    a.user(
        "That one has always failed inside the container, ignore it. I stop here for today; please leave a checkpoint."
    )
    a.bash(
        'backstory -q checkpoint "previous_keys: session cookies survive a change of the secret key" --goal "nobody is signed out when the key is rotated" --state "argument, one signer with '
        'all keys and 4 tests committed on session-previous-keys" --next-steps "measure three previous keys;; paragraph in docs/middleware.md;; tell the dashboard people about the ping"',
        title="Leave a checkpoint",
        run=True,
    )
    a.answer(
        "The checkpoint is there.\n\nDone: `previous_keys` reads cookies of old keys and renews them over http, committed on session-previous-keys.\n"
        "Red: nothing of ours; the staticfiles test fails because we are root.\n"
        "Next: measure three previous keys, the paragraph in docs/middleware.md, tell the dashboard people about the ping."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    c = s.session("b3")
    c.user(
        "A short experiment on a branch of its own: could the cookie say which key it was signed with, so that only that one has to be tried? For this branch you may leave out scripts/check "
        "and the tests. I am curious about the time it saves and about what it breaks."
    )
    text, first = clone.lines(CODE, 44, 22)
    c.read(CODE, text, first)
    c.edit(
        CODE,
        "                    data = self.signer.sign(data)\n",
        '                    data = KEY_ID + b"~" + self.signer.sign(data)\n',
    )
    c.edit(
        CODE,
        "                data = self.signer.unsign(data,",
        '                data = self.signer.unsign(data.partition(b"~")[2],',
    )
    c.edit(CODE, "\n\nclass SessionMiddleware:\n", '\n\nKEY_ID = b"k1"\n\n\nclass SessionMiddleware:\n')
    c.bash(
        "python time_unsign.py --previous 3",
        "tried one after the other   38.4 us\nkey id in the cookie        13.9 us",
        title="Time it with three previous keys",
    )
    c.answer(
        "```\ntried one after the other   38.4 us\nkey id in the cookie        13.9 us\n```\n\nIt saves about 25 microseconds in the worst case, a cookie of the oldest of three keys. The price: during a "
        "rolling deployment the processes with the old release cannot read a cookie that begins with `k1~` and sign people out, which is exactly what you want to avoid."
    )
    c.user("Then it is not worth it before 1.0. Record that, commit it here, and let us leave the branch alone.")
    c.bash(
        'backstory -q remember decision "A key id at the front of the session cookie is for 1.0 at the earliest" --why "releases without it cannot read such a cookie during a rolling deployment, '
        'and it saves only 25 microseconds with three previous keys" --tag sessions --tag spike --at starlette/middleware/sessions.py#SessionMiddleware',
        title="Record it",
        run=True,
    )
    c.bash(
        'git commit -qam "Spike: key id in the session cookie" && git log -1 --format=%s',
        "Spike: key id in the session cookie",
        title="Commit the spike",
        run=True,
    )
    c.answer(
        "Recorded as a decision for 1.0 and committed on spike/cookie-key-id. session-previous-keys does not contain any of it."
    )
    c.end()


def tell_main(s: Scenario) -> None:
    """What Ines does on main in between."""
    s.shell("git switch -q main")
    for path, old, new in (
        ("tests/conftest.py", CONFTEST_OLD, CONFTEST_NEW),
        ("tests/conftest.py", "import functools\n", "import functools\nimport os\n"),
        ("tests/test_testclient.py", "import trio.lowlevel\n", ""),
        (
            "tests/test_testclient.py",
            "from tests.types import TestClientFactory\n",
            'from tests.types import TestClientFactory\n\ntrio = pytest.importorskip("trio")\n',
        ),
    ):
        s.steps.append({"replace": {"path": path, "old": old, "new": new}})
    s.shell(
        'git commit -qam "Choose the backends of the tests by STARLETTE_BACKENDS" -m "Some mirrors have no trio." --author "Ines Carvalho <ines@example.com>"'
    )


def tell_second_day(s: Scenario) -> None:
    b = s.session("b2")
    b.user(
        "Good morning. Ines has put a variable STARLETTE_BACKENDS into the conftest on main. Please merge main into this branch, and run the tests with STARLETTE_BACKENDS=asyncio from now on; "
        "then nobody has to leave out test_testclient.py by hand, and the -k expression can go."
    )
    b.bash(
        "git merge -q --no-edit main && git log -3 --format=%s",
        f"Merge branch 'main' into {BRANCH}\nChoose the backends of the tests by STARLETTE_BACKENDS\nAdd previous_keys to SessionMiddleware",
        title="Merge main",
        run=True,
    )
    b.bash(
        "STARLETTE_BACKENDS=asyncio python -m pytest -q | tail -4",
        "tests/test_staticfiles.py:411: AssertionError\n=========================== short test summary info ============================\n"
        "SKIPPED [1] tests/test_testclient.py:25: could not import 'trio': No module named 'trio'\n1 failed, 486 passed, 1 skipped, 1 xfailed in 2.80s",
        title="Whole suite on asyncio",
    )
    b.answer(
        "Merged, no conflicts. `STARLETTE_BACKENDS=asyncio python -m pytest -q` gives 486 passed and the one failure that comes from being root."
    )
    b.user(
        "I have to take something back. Yesterday evening I spoke with Halvard, who cleaned up after the leak in March, and he pointed out what I had overlooked: we rotate not only by the calendar, "
        "we also rotate when a key has got out. Whoever holds a leaked key can sign a cookie with any timestamp he likes, so max_age limits nothing at all. Therefore each previous key needs an end of "
        "its own: previous_keys takes pairs of the key and a datetime, and after that moment the key counts for nothing. Please change it accordingly."
    )
    b.edit(TEST, HEAD_OLD, HEAD_NEW)
    b.edit(TEST, SOON_OLD, SOON_NEW)
    b.bash(
        f'sed -i \'s/previous_keys=\\["spring"\\]/previous_keys=[("spring", SOON)]/\' {TEST}',
        title="Pairs in the tests",
        run=True,
    )
    b.edit(TEST, LAST_OF_SOCKET, LAST_OF_SOCKET + END_TEST)
    b.edit(CODE, IMPORT_LIST, IMPORT_PAIRS)
    b.edit(CODE, ARGUMENT_LIST, ARGUMENT_PAIRS)
    b.edit(CODE, "\n\nclass SessionMiddleware:\n", NOW)
    b.edit(CODE, SIGNER_LIST, SIGNER_FILTERED)
    b.bash(
        DAY_TWO,
        f"....F                                                                    [100%]\n{LINE} FAILURES {LINE}\n"
        "________________ test_key_ends_while_the_process_runs[asyncio] _________________\n\n"
        '        monkeypatch.setattr(sessions, "_now", lambda: SOON + timedelta(seconds=1))\n'
        '>       assert test_client_factory(app, cookies={"session": cookie}).get("/view").json() == {"session": {}}\n'
        "E       AssertionError: assert {'session': {'user': 7}} == {'session': {}}\n\ntests/middleware/test_session_keys.py:87: AssertionError\n1 failed, 4 passed in 0.11s",
        title="Keys that have ended left out in the constructor",
        code=1,
    )
    b.text(
        "Leaving out ended keys in `__init__` is not enough: the process goes on accepting a key until it is restarted. One `TimestampSigner` also does not say which of its keys matched. I take one "
        "signer per previous key and compare the end at each request."
    )
    b.edit(CODE, SIGNER_FILTERED, SIGNER_PAIRS)
    b.edit(CODE, CALL, UNSIGN)
    b.edit(CODE, USE, USE_UNSIGN)
    b.bash(
        DAY_TWO,
        ".....                                                                    [100%]\n5 passed in 0.08s",
        title="Run the new tests",
    )
    b.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'as long as max_age allows' in r['title']][0])\"); "
        'backstory -q remember decision "Each previous key has an end of its own: previous_keys takes pairs of key and datetime, after it the key is not accepted" --why "Halvard, after the leak in March: '
        'whoever holds a leaked key signs any timestamp, max_age does not stop him" --instead-of "accepting old keys within max_age" --tag sessions --at '
        'starlette/middleware/sessions.py#SessionMiddleware --supersedes "$OLD"',
        title="The limit has changed",
        run=True,
    )
    b.bash("scripts/check", CHECK, title="Format, types and lint")
    b.bash(
        'git commit -qam "Give each previous session key an end" -m "Whoever holds a leaked key can sign any timestamp, so max_age is no limit. The end is compared at each request." && git log -1 '
        "--format=%s",
        "Give each previous session key an end",
        title="Commit",
        run=True,
    )
    b.answer(
        "Changed and committed. `previous_keys=[(key, until), ...]` builds one signer per key (`self.previous_signers`), and the new method `SessionMiddleware._unsign` tries the current key first and then "
        "those whose end is not past. My first version sorted the ended keys out in `__init__`, and `test_key_ends_while_the_process_runs` showed that a running process went on accepting them.\n\n"
        '<backstory:remember kind="decision" tags="sessions" at="starlette/middleware/sessions.py#SessionMiddleware._unsign" why="workers run for weeks without a restart">The end of a previous key is '
        "compared at each request in _unsign, not once in the constructor</backstory:remember>"
    )
    b.user(
        "And what if somebody gives us an end without a time zone? I would rather have an error at startup than one at the first old cookie."
    )
    b.edit(TEST, LAST_OF_END, LAST_OF_END + NAIVE_TEST)
    b.edit(CODE, NAIVE, NAIVE_NEW)
    b.bash(
        DAY_TWO,
        "......                                                                   [100%]\n6 passed in 0.11s",
        title="Run the new tests",
    )
    b.bash("scripts/check", CHECK, title="Format, types and lint")
    b.bash(
        'git commit -qam "Refuse an end without a time zone" && git log -1 --format=%s',
        "Refuse an end without a time zone",
        title="Commit",
        run=True,
    )
    b.answer(
        "It is a `ValueError` in the constructor now; the message names the argument's problem and not the key, a test checks that. Committed. Shall I also log a warning whenever a previous key was "
        "needed, so that you see when it can be removed?"
    )
    b.user(
        "No, please do not: that would be forty thousand lines in the hour after a rotation, and we count it elsewhere. Could a sub-agent find out whether anybody depends on the attribute signer? I only want "
        "to know, nothing is to be changed."
    )
    b.delegate(
        "Users of SessionMiddleware.signer",
        "Who reads the attribute `signer` of SessionMiddleware, in starlette, its tests and docs, and in the packages installed here? Read only.",
        "Within the repository nobody outside of starlette/middleware/sessions.py. Among the installed packages one: `ourdash/live.py` calls `middleware.signer.unsign(cookie)` to check the cookie of a "
        "websocket by itself. It will not accept cookies of previous keys, as `signer` now has the current key only.",
    )
    b.answer(
        "In the repository nobody else reads `signer`. Your dashboard does: `ourdash/live.py` calls `middleware.signer.unsign(cookie)` itself. Since `signer` holds the current key alone, it would turn away "
        "cookies of a previous key there."
    )
    b.user(
        "That is useful to know. signer must stay the signer of the current key, and the dashboard will be changed on their side. One more thing before my meeting: a cookie that no key accepts comes back with "
        "every request for ever, so the response should delete it. Write the test only, please. And do not add to docs/release-notes.md, Ottilie puts it together when there is a release."
    )
    b.edit(TEST, LAST_OF_NAIVE, LAST_OF_NAIVE + RED_TEST)
    b.bash(
        DAY_TWO + " | tail -6",
        "    \n>       raise KeyError(key)\nE       KeyError: 'set-cookie'\n\n../venv/lib/python3.11/site-packages/httpx/_models.py:302: KeyError\n1 failed, 6 passed in 0.13s",
        title="Run the new tests",
        code=1,
    )
    b.answer(
        "Done: main merged, each previous key has an end that `_unsign` compares at each request, an end without a time zone is refused; all committed. The test for the deletion is written and not "
        "committed.\nRed: `tests/middleware/test_session_keys.py::test_rejected_cookie_is_deleted` with `KeyError: 'set-cookie'`, as the code is missing; the other 6 pass.\n"
        "Next: in `__call__` remember that the cookie was rejected and let `send_wrapper` send the expired cookie, then the paragraph about `previous_keys` in docs/middleware.md, then tell the dashboard people "
        "about `ourdash/live.py`. Open: with `domain` set, the deletion also hits a cookie of the same name that another application wrote; whether that is acceptable you wanted to decide with Halvard."
    )
    b.end()
