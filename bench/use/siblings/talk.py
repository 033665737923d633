"""The sittings of the scenario `siblings`: StaticFiles serves compressed siblings; three days, Claude Code."""

import files as p
from conversation import Scenario, Session
from material import Clone

COMMIT = "cb8f84f5"
ONE = "venv/bin/python -m pytest tests/test_staticfiles.py -q -k precompressed"
FILE = "venv/bin/python -m pytest tests/test_staticfiles.py -q --tb=line"

GONE = """FF                                                                       [100%]
=================================== FAILURES ===================================
_______________ test_staticfiles_precompressed_404_html[asyncio] _______________
tests/test_staticfiles.py:606: in test_staticfiles_precompressed_404_html
    assert response.text == "<p>gone</p>" * 100
E   AssertionError: assert '\\x1f\ufffd\\x08\\x0...L\\x04\\x00\\x00' == '<p>gone</p><...p><p>gone</p>'
E     ...Full output truncated, use '-vv' to show
2 failed, 60 deselected in 1.14s
"""
ROOT = """...................F...............................F............           [100%]
=================================== FAILURES ===================================
E   assert 200 == 401
     +  where 200 = <Response [200 OK]>.status_code
/workspace/starlette/tests/test_staticfiles.py:412: assert 200 == 401
E   assert 200 == 401
     +  where 200 = <Response [200 OK]>.status_code
/workspace/starlette/tests/test_staticfiles.py:412: assert 200 == 401
=========================== short test summary info ============================
FAILED tests/test_staticfiles.py::test_staticfiles_with_invalid_dir_permissions_returns_401[asyncio]
FAILED tests/test_staticfiles.py::test_staticfiles_with_invalid_dir_permissions_returns_401[trio]
2 failed, 62 passed in 1.42s
"""
REFUSED = """..F..F                                                                   [100%]
=================================== FAILURES ===================================
_______________ test_staticfiles_precompressed_refused[asyncio] ________________
tests/test_staticfiles.py:632: in test_staticfiles_precompressed_refused
    assert "content-encoding" not in response.headers
E   assert 'content-encoding' not in Headers({'content-type': 'text/javascript; charset=utf-8', 'content-length': '40', 'content-encoding': 'gzip'})
2 failed, 4 passed, 60 deselected in 1.07s
"""
NO_VARY = """..F..F                                                                   [100%]
=================================== FAILURES ===================================
_______________ test_staticfiles_precompressed_refused[asyncio] ________________
tests/test_staticfiles.py:633: in test_staticfiles_precompressed_refused
    assert response.headers["vary"] == "Accept-Encoding"
venv/lib/python3.11/site-packages/httpx/_models.py:302: in __getitem__
    raise KeyError(key)
E   KeyError: 'vary'
2 failed, 4 passed, 60 deselected in 0.92s
"""
STALE = """...F...F                                                                 [100%]
=================================== FAILURES ===================================
____________ test_staticfiles_precompressed_stale_sibling[asyncio] _____________
tests/test_staticfiles.py:643: in test_staticfiles_precompressed_stale_sibling
    assert "content-encoding" not in response.headers
2 failed, 6 passed, 60 deselected in 0.79s
"""
SECOND = """....F....F                                                               [100%]
=================================== FAILURES ===================================
__________ test_staticfiles_precompressed_whole_second_mtime[asyncio] __________
tests/test_staticfiles.py:655: in test_staticfiles_precompressed_whole_second_mtime
    assert response.headers.get("content-encoding") == "gzip"
E   assert None == 'gzip'
E    +  where None = get('content-encoding')
=========================== short test summary info ============================
FAILED tests/test_staticfiles.py::test_staticfiles_precompressed_whole_second_mtime[asyncio]
FAILED tests/test_staticfiles.py::test_staticfiles_precompressed_whole_second_mtime[trio]
2 failed, 8 passed, 60 deselected in 0.83s
"""
SHOP = """  File "/srv/shop/.venv/lib/python3.11/site-packages/uvicorn/protocols/http/h11_impl.py", line 501, in send
    output = self.conn.send(event=h11.Data(data=data))
  File "/srv/shop/.venv/lib/python3.11/site-packages/h11/_writers.py", line 102, in send_data
    raise LocalProtocolError("Too much data for declared Content-Length")
h11._util.LocalProtocolError: Too much data for declared Content-Length"""


def commit(session: Session, message: str, files: str, title: str = "Commit") -> None:
    session.bash(
        f'git add {files} && git commit -q -m "{message}" && git log -1 --format=%s', message, title=title, run=True
    )


def tell_wednesday(s: Scenario, clone: Clone) -> None:
    a = s.session("p1")
    a.user(
        "Morning. Our front end build already writes app.js.gz and app.js.br next to app.js, and then we pay for compressing the same files again with GZipMiddleware "
        "on every request. I'd like StaticFiles to serve the sibling when the client accepts it. Please read staticfiles.py first and tell me where you would put it. "
        "No code yet."
    )
    a.read(p.STATIC, *clone.lines(p.STATIC, "    async def get_response(", 62))
    a.read(p.STATIC, *clone.lines(p.STATIC, "    def file_response(", 14))
    a.grep(
        "content-encoding",
        "starlette",
        'starlette/middleware/gzip.py:54:            self.content_encoding_set = "content-encoding" in headers',
    )
    a.answer(
        "Here is how a file gets out today:\n\n"
        "1. `get_response` calls `lookup_path` in a thread and gets a path and a stat result.\n"
        "2. `file_response` wraps both in a `FileResponse` and turns it into a 304 if the validators match.\n\n"
        "`GZipMiddleware` already leaves responses with a `Content-Encoding` alone, so the two can be combined.\n\n"
        "I see two places:\n\n"
        "- **A.** `lookup_path`: try `path + '.br'`, `path + '.gz'` and then the path itself. Very small change.\n"
        "- **B.** `get_response`: look for the sibling after the file itself was found.\n\n"
        "For the switch I'd suggest `precompressed: bool = False`. I would start with A."
    )
    a.user(
        "A bool is too coarse. Half of our services have no brotli step, and each name costs a stat per request, so let people say which ones they want and in what order: "
        '`precompressed=["br", "gzip"]`, empty by default, and the first one the client accepts wins. Go ahead with A. One thing before you start: responses.py stays as it is. '
        "FileResponse is subclassed in two of our services and by half of the FastAPI world, I'm not going to have that discussion."
    )
    a.edit(
        p.STATIC,
        "from email.utils import parsedate\n",
        "from collections.abc import Sequence\nfrom email.utils import parsedate\n",
    )
    a.edit(p.STATIC, p.INIT_OLD, p.INIT_NEW)
    a.edit(p.STATIC, p.HEAD_OLD, p.HEAD_NEW)
    a.edit(p.STATIC, p.TRY_OLD, p.TRY_NEW)
    a.edit(p.STATIC, p.TRY_CALL_OLD, p.TRY_CALL_NEW)
    a.edit(p.TESTS, "import os\nimport stat\n", "import gzip\nimport os\nimport stat\n")
    a.edit(p.TESTS, p.TEST_TAIL_OLD, p.TEST_404 + p.TEST_TAIL_OLD)
    a.bash(ONE, GONE, title="Run the new test", code=1)
    a.answer(
        "A doesn't carry. `lookup_path` returns a path and a stat result, so `get_response` can't see that it got a compressed file. The 404.html branch then sends gzip bytes "
        "without a `Content-Encoding` header, which is what the red test shows. I could widen the return value of `lookup_path` to a triple, but that breaks everybody who overrides it."
    )
    a.user(
        "And we are among those: the shop and the CMS override lookup_path to go through a manifest. So hands off its signature and its meaning. Before you do B, have somebody read through "
        "who calls lookup_path and file_response, and whether a sibling could get around the directory check. Reading only please."
    )
    a.edit(p.STATIC, p.TRY_CALL_NEW, p.TRY_CALL_OLD)
    a.edit(p.STATIC, p.TRY_NEW, p.TRY_OLD)
    a.delegate(
        "Callers of lookup_path and the directory check",
        "In starlette/staticfiles.py: who calls lookup_path and file_response, and could a compressed sibling (app.js.gz) be served from outside of the directory? Read only, report.",
        "lookup_path has three callers, all in get_response: the file, index.html and 404.html. The first two go through file_response; the 404.html branch builds its FileResponse directly "
        "(status 404), so a sibling put into file_response never applies to it.\n\nDirectory check: only lookup_path compares os.path.commonpath after realpath. If the sibling is "
        "found with a plain os.stat(full_path + '.gz'), a symlink app.js.gz that points out of the directory is followed, although follow_symlink=False. Besides, file_response is "
        "synchronous, a stat there would block the event loop.\n\nTests with symlinks: test_staticfiles_disallows_path_traversal_with_symlinks and four more.",
    )
    a.answer(
        "Two things came out of the reading:\n\n"
        "- Only `lookup_path` does the `commonpath` check. A bare `os.stat` on the sibling would follow a symlink `app.js.gz` out of the static directory, even with `follow_symlink=False`.\n"
        "- The 404.html branch bypasses `file_response` and builds a `FileResponse` on its own.\n\n"
        "So for B: a `_find_sibling` that is called from `get_response` and asks `lookup_path(path + suffix)` in a thread."
    )
    a.user(
        "Good catch with the symlink, that needs a test. 404.html and index.html can wait, they will be a commit of their own. What happens with Range requests in B?"
    )
    a.answer(
        "There are two ways:\n\n"
        "- serve the range out of the compressed file, which is what RFC 9110 says about the selected representation;\n"
        "- ignore siblings as soon as there is a `Range` header and serve the plain file.\n\n"
        "The first is correct on paper. In practice a client that resumes has usually begun with the plain file, and its `If-Range` holds the etag of that one."
    )
    a.user(
        "Second one. Our desktop updater resumes downloads with Range, and it never sends If-Range at all, so it would glue brotli bytes onto half a zip. And don't bother with small files, "
        "say below 500 bytes, same as GZipMiddleware."
    )
    a.edit(p.TESTS, p.TEST_404, p.TEST_ONE)
    a.edit(
        p.STATIC,
        "from email.utils import parsedate\n",
        "from email.utils import parsedate\nfrom mimetypes import guess_type\n",
    )
    a.edit(p.STATIC, p.SERVE_OLD, p.SERVE_NEW)
    good = "if sibling_stat is not None and stat.S_ISREG(sibling_stat.st_mode):\n"
    a.edit(p.STATIC, p.METHODS_OLD, p.METHODS_NEW.replace(good, good.replace(":\n", ":  # pragma: no branch\n")))
    a.bash(
        ONE,
        "....                                                                     [100%]\n4 passed, 60 deselected in 0.69s",
        title="Run the new tests",
    )
    a.bash(FILE, ROOT, title="Run the whole file", code=1)
    a.answer(
        "B is in: `_find_sibling` decides, `_sibling_response` answers with the media type of the original file. Range and files below `MINIMUM_SIZE = 500` get the plain file. "
        "I marked the `S_ISREG` line with `# pragma: no branch`, since a directory called `app.js.gz` is hard to imagine.\n\n"
        "In the whole file `test_staticfiles_with_invalid_dir_permissions_returns_401` is red, twice. I haven't touched anything there; shall I look into it?"
    )
    a.user(
        "No, leave it. That one is always red in this dev container, because you are root in there and chmod doesn't stop root. CI is fine. But please take the pragma out. Coverage is at 100 % here "
        "because people write the test, not because they hide the line, so no new `pragma: no cover` or `no branch` from us, ever."
    )
    a.edit(p.STATIC, good.replace(":\n", ":  # pragma: no branch\n"), good)
    a.edit(
        "docs/release-notes.md",
        "## 0.47.3 (August 24, 2025)\n",
        "## Unreleased\n\n#### Added\n\n* Add `precompressed` to `StaticFiles`.\n\n## 0.47.3 (August 24, 2025)\n",
    )
    a.answer(
        "Pragma is out, the symlink test covers the other branch. I also added an entry to `docs/release-notes.md`."
    )
    a.user(
        "Sorry, please revert the release notes. Ilse writes those at release time from the PR titles, nobody else edits that file. Then run scripts/test once before you commit, "
        "it does ruff, mypy and coverage and takes two minutes; for in between the -k run is enough."
    )
    a.bash(
        "git checkout docs/release-notes.md",
        "Updated 1 path from the index",
        title="Revert the release notes",
        run=True,
    )
    a.bash("scripts/test 2>&1 | tail -1", "2 failed, 923 passed, 2 xfailed in 9.02s", title="All checks and tests")
    commit(a, "Serve precompressed siblings in StaticFiles", f"{p.STATIC} {p.TESTS}")
    a.answer(
        "Committed on `static-precompressed`. Only the two permission failures of the container are left in `scripts/test`."
    )
    a.user("Does the TestClient decode brotli, by the way?")
    a.bash(
        "venv/bin/python -c 'import brotli'",
        "ModuleNotFoundError: No module named 'brotli'",
        title="Is brotli there?",
        code=1,
    )
    a.answer(
        "Only if `brotli` or `brotlicffi` is installed, httpx looks for them. Neither is in requirements.txt, so tests that read the body should use gzip."
    )
    a.user("ok, fine with me. Lunch")
    a.answer("Enjoy your lunch.")
    a.end()


def tell_aside(s: Scenario) -> None:
    b = s.session("p2")
    b.user(
        "Quick one on another branch, you're on docs-gzip-note already. docs/middleware.md should say that GZipMiddleware doesn't compress pathsend responses. It's one sentence of docs, "
        "so skip scripts/test for this one and commit right away."
    )
    b.edit(
        "docs/middleware.md",
        "The middleware will handle both standard and streaming responses.\n",
        "The middleware will handle both standard and streaming responses. Responses sent with the `pathsend` extension are not compressed.\n",
    )
    commit(b, "Mention pathsend in the docs of GZipMiddleware", "docs/middleware.md")
    b.answer("Added and committed, without running the tests.")
    b.user("Thanks! While you're here, how long do our session cookies live by default?")
    b.grep(
        "max_age",
        "starlette/middleware/sessions.py",
        "starlette/middleware/sessions.py:21:        max_age: int | None = 14 * 24 * 60 * 60,  # 14 days, in seconds",
    )
    b.answer("Fourteen days, `max_age` of `SessionMiddleware`.")
    b.end()


def tell_thursday(s: Scenario) -> None:
    c = s.session("p3")
    c.user("Morning, back to the compressed files. Where did we stop?")
    c.bash(
        "git log --oneline -1 | cut -c9-; git status --short -uno",
        "Serve precompressed siblings in StaticFiles",
        title="Where we are",
    )
    c.answer(
        "`StaticFiles(precompressed=[...])` works and is committed with two tests. index.html and 404.html are open.\n\nOne idea: every request costs an extra stat per encoding. I could remember in a dict which siblings "
        "exist, keyed by path, filled at first use. Shall I?"
    )
    c.user(
        "Please don't. I built exactly that for the shop in spring. The deploy rsyncs new files under running workers, and the remembered size no longer fit the file. We had this for an hour:\n\n"
        f"```\n{SHOP}\n```\n\nA stat is cheap, an evening like that isn't."
    )
    c.answer("Understood, no cache. Each request stats the sibling anew, as `lookup_path` does it for the file itself.")
    c.user(
        "Just off the phone with Tomasz, who looks after our CDN. He wants `Vary: Accept-Encoding` on all answers of such a mount, the plain ones and the 304s too. His edge once stored a plain answer without Vary "
        "and then gave everybody plain, and the other way round with brotli to an old Smart TV. And his health probes send `gzip;q=0`, they have to get plain. Start with the q=0, test first."
    )
    c.edit(p.TESTS, p.TEST_TAIL_OLD, p.TEST_Q0 + p.TEST_TAIL_OLD)
    c.bash(ONE, REFUSED, title="Run the tests", code=1)
    c.text('As expected, `"gzip" in header` is true for `gzip;q=0`. I\'ll parse the header.')
    c.edit(p.STATIC, p.PARSER_OLD, p.PARSER_NEW)
    c.edit(p.STATIC, p.ACCEPT_OLD, p.ACCEPT_NEW)
    c.edit(p.STATIC, "import os\nimport stat\n", "import os\nimport re\nimport stat\n")
    c.bash(ONE, NO_VARY, title="Run the tests", code=1)
    c.answer(
        "The q=0 part passes, what is red now is only the Vary assertion. The parsing sits in `_accepted_encodings` in staticfiles.py. I could turn it into a public `AcceptEncoding` class in "
        "`datastructures.py`; `GZipMiddleware` has the same substring test and would profit from it."
    )
    c.user(
        "No, keep it private where it is. Whatever is public in datastructures we carry for years. And GZipMiddleware is a different bug and gets a different PR. Now Vary."
    )
    c.edit(p.STATIC, p.VARY_OLD, p.VARY_NEW)
    c.bash(
        ONE,
        "......                                                                   [100%]\n6 passed, 60 deselected in 1.17s",
        title="Run the tests",
    )
    c.bash("scripts/test 2>&1 | tail -1", "2 failed, 925 passed, 2 xfailed in 9.11s", title="All checks and tests")
    c.answer(
        "Green. With `precompressed` set, every answer for a file carries `Vary: Accept-Encoding`, and `NotModifiedResponse` keeps it because `vary` is in its list."
    )
    c.user("Is := fine? We still have 3.9 in the matrix.")
    c.answer(
        "Yes, the walrus came with 3.8. `X | None` in the annotations is fine as well because of `from __future__ import annotations`; only a `match` would not work on 3.9."
    )
    c.user("Right, so no match. Commit")
    commit(c, "Honour q=0 and send Vary for precompressed files", f"{p.STATIC} {p.TESTS}")
    c.bash(
        "backstory -q remember decision 'No cache of which siblings exist: deploys replace files under running workers, the size no longer fits and h11 raises Too much data for declared "
        "Content-Length' --at starlette/staticfiles.py --tag staticfiles",
        title="Keep it in mind",
        run=True,
    )
    c.answer("Done. I also wrote down the thing about the cache.")
    c.user(
        "Tomasz answered on the 500, too: anything below about 1400 bytes fits into one packet either way, so all you do there is stat files on NFS for nothing. Make it 1400. It doesn't have to agree with GZipMiddleware, "
        "that one compresses itself and we don't."
    )
    c.edit(p.STATIC, "MINIMUM_SIZE = 500", "MINIMUM_SIZE = 1400")
    c.bash(
        ONE,
        "......                                                                   [100%]\n6 passed, 60 deselected in 0.68s",
        title="Run the tests",
    )
    commit(c, "Raise the minimum size of precompressed files", p.STATIC)
    c.answer("`MINIMUM_SIZE` is 1400 now, the tests pass (their files have 1800 bytes). Committed.")
    c.user(
        "Normally I do the pushing, but I'm on a train and my laptop has no VPN. Tomasz wants to try it on the staging edge this afternoon, so push the branch to the `edge` remote for me, just this once please."
    )
    c.bash(
        "git push edge static-precompressed",
        "To git.intern:edge/starlette.git\n * [new branch]        static-precompressed -> static-precompressed",
        title="Push for Tomasz",
    )
    c.answer("Pushed to `edge`, a new branch there.")
    c.user("Unrelated, remind me what the difference between Mount and Host is?")
    c.answer(
        "`Mount` matches a prefix of the path, `Host` matches the Host header; both pass on to an app with routes of its own."
    )
    c.user("thx. Could we do zstd as well?")
    c.answer(
        'Three lines: `"zstd": ".zst"` in `ENCODING_SUFFIXES` and a test. The question is whether anybody writes `.zst` files; `mimetypes` doesn\'t matter, we take the type of the original.'
    )
    c.user("I'll ask Ngozi, the front end build is hers. Put it on the list. What else is there?")
    c.answer(
        "What I have on the list:\n\n"
        "1. index.html and 404.html: send them through `_find_sibling` as well\n"
        "2. A section on `precompressed` in docs/staticfiles.md\n"
        "3. zstd, if Ngozi's build writes `.zst`\n"
        "4. Stale siblings: an app.js.gz left over from an earlier build is served although app.js is newer"
    )
    c.user("4 worries me most, that goes first tomorrow. See you.")
    c.answer("See you tomorrow, then with the stale siblings first.")
    c.end()


def tell_friday(s: Scenario) -> None:
    d = s.session("p4")
    d.user(
        "Hi. Ngozi says no zst before next summer, so that's off the list. She also says that a cancelled build does leave old .gz files around, so the stale thing is real: if the sibling is older than the file, pretend it isn't there. Test first."
    )
    d.edit(p.TESTS, p.TEST_TAIL_OLD, p.TEST_STALE + p.TEST_TAIL_OLD)
    d.bash(ONE, STALE, title="Run the tests", code=1)
    d.edit(p.STATIC, p.STALE_OLD, p.STALE_NEW)
    d.bash(
        ONE,
        "........                                                                 [100%]\n8 passed, 60 deselected in 0.62s",
        title="Run the tests",
    )
    d.answer(
        "A sibling with an older `st_mtime` than the file is skipped now, the next encoding gets its chance. Should I add a `warnings.warn` so that people notice the leftovers?"
    )
    d.user(
        "No warning. It would come with each request, and pytest turns warnings into errors here anyway. Skipping is enough."
    )
    d.bash("scripts/test 2>&1 | tail -1", "2 failed, 927 passed, 2 xfailed in 9.20s", title="All checks and tests")
    commit(d, "Skip siblings that are older than the file", f"{p.STATIC} {p.TESTS}")
    d.answer("Skipped silently, committed.")
    d.user("I've pushed that and put it on staging over lunch. Is there a way to see in the browser which one came?")
    d.answer("In the network tab, the response header `Content-Encoding`; or `curl -sI -H 'Accept-Encoding: br' URL`.")
    d.user(
        "Then something is wrong, no brotli at all since then, it's all gzip. The files look fresh to me:\n\n```\n$ ls --full-time /srv/staging/static | cut -d' ' -f5-\n"
        "483112 2026-11-20 11:42:07.618204511 +0100 app.js\n101933 2026-11-20 11:42:07.000000000 +0100 app.js.br\n127440 2026-11-20 11:42:09.114873020 +0100 app.js.gz\n```"
    )
    d.text("The `.br` has a time without fractions. Let me put that into a test.")
    d.edit(p.TESTS, p.TEST_TAIL_OLD, p.TEST_SECOND + p.TEST_TAIL_OLD)
    d.bash(ONE, SECOND, title="Run the tests", code=1)
    d.answer(
        "That's it: the brotli step copies the time of app.js, but only in whole seconds (07.000 against 07.618). Our `sibling_stat.st_mtime < stat_result.st_mtime` compares floats and takes each fresh `.br` for stale. "
        "`test_staticfiles_precompressed_whole_second_mtime` shows it and is red.\n\nTwo ways out:\n\n- allow a tolerance of two seconds\n- compare whole seconds, `int(st_mtime)` on both sides\n\nThe tolerance is simpler to explain, "
        "but with a build in watch mode two seconds are enough for a really stale file."
    )
    d.user("Why isn't the gzip one affected?")
    d.answer("gzip ran two seconds later and keeps the fraction: 09.114 is newer than 07.618.")
    d.user(
        "Whole seconds, no tolerance. But I have to leave for the dentist now, so leave it red and don't commit it, I want to look at the diff in the morning. What's left after that?"
    )
    d.answer(
        "Left as it is, the red test is in the working tree and not committed. Afterwards:\n\n1. `_find_sibling`: compare `int(st_mtime)` on both sides, which makes the red test green\n2. index.html and 404.html through `_find_sibling`\n3. The section on `precompressed` in docs/staticfiles.md"
    )
    d.user("Docs before 404.html please, Ngozi's people want to read them on Monday. Bye!")
    d.answer("Noted: the whole seconds, then docs/staticfiles.md, then 404.html. Good luck at the dentist.")
    d.end()
