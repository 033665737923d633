"""The three sittings of the cachetools scenario."""

from conversation import Scenario, Session
from files import (
    APPEND,
    CLEAR,
    CLEAR_LANES,
    CODE,
    DRAW,
    ENDS,
    ENDS_EARLY,
    ENDS_LANE,
    EXPIRE,
    EXPIRE_LANES,
    FACTOR,
    FIRST_TEST,
    GETLINK,
    INFINITE,
    INIT,
    INIT_JITTER,
    ITER,
    ITER_LANES,
    KEYED,
    LANES,
    LESS,
    LIFETIME,
    ORDER,
    PICK,
    PICKLED,
    ROOT,
    ROOTS,
    SCALED,
    SPIKE,
    SPIKE_SPOT,
    SPOT,
    STATE,
    STATE_LANES,
    TAIL,
    TEST,
    TOML,
    TTL,
    TTL_JITTER,
    WALK,
)
from material import Clone

OLD_RUN, RUN = "PYTHONPATH=src python -m pytest -q", "THREADING_TESTS=1 python -m pytest -q"

UNKNOWN = """FFF                                                                      [100%]
=================================== FAILURES ===================================
______________ TTLJitterTest.test_expire_removes_all_that_is_due _______________

self = <tests.test_ttl_jitter.TTLJitterTest testMethod=test_expire_removes_all_that_is_due>
ttl = 10, values = (0.0, 0.99), kwargs = {}

    def fill(self, *values, ttl=10, **kwargs):
>       cache = TTLCache(9, ttl, Timer(), jitter=0.5, **kwargs)
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
E       TypeError: TTLCache.__init__() got an unexpected keyword argument 'jitter'

tests/test_ttl_jitter.py:18: TypeError
=========================== short test summary info ============================
FAILED tests/test_ttl_jitter.py::TTLJitterTest::test_expire_removes_all_that_is_due
FAILED tests/test_ttl_jitter.py::TTLJitterTest::test_expires_early - TypeErro...
FAILED tests/test_ttl_jitter.py::TTLJitterTest::test_never_outlives_ttl - Typ...
3 failed in 0.09s"""
UNSORTED = """F..                                                                      [100%]
=================================== FAILURES ===================================
______________ TTLJitterTest.test_expire_removes_all_that_is_due _______________

self = <tests.test_ttl_jitter.TTLJitterTest testMethod=test_expire_removes_all_that_is_due>

    def test_expire_removes_all_that_is_due(self):
        cache = self.fill(0.0, 0.99)
        self.wait(cache, 6)
>       self.assertEqual([(1, 1)], cache.expire())
E       AssertionError: Lists differ: [(1, 1)] != []
E
E       First list contains 1 additional elements.
E       First extra element 0:
E       (1, 1)
E
E       - [(1, 1)]
E       + []

tests/test_ttl_jitter.py:37: AssertionError
=========================== short test summary info ============================
FAILED tests/test_ttl_jitter.py::TTLJitterTest::test_expire_removes_all_that_is_due
1 failed, 2 passed in 0.07s"""
ENDLESS = """E       AssertionError: 2 != 0

tests/__init__.py:39: AssertionError
=========================== short test summary info ============================
FAILED tests/test_ttl.py::TTLCacheTest::test_clear - AssertionError: 2 != 0
FAILED tests/test_ttl.py::TTLCacheTest::test_clear_getsizeof - AssertionError...
FAILED tests/test_ttl.py::TTLCacheTest::test_delete - AssertionError: 2 != 0
FAILED tests/test_ttl.py::TTLCacheTest::test_getsizeof_param - AssertionError...
FAILED tests/test_ttl.py::TTLCacheTest::test_getsizeof_subclass - AssertionEr...
FAILED tests/test_ttl.py::TTLCacheTest::test_insert - AssertionError: 2 != 0
FAILED tests/test_ttl.py::TTLCacheTest::test_missing - AssertionError: 2 != 0
FAILED tests/test_ttl.py::TTLCacheTest::test_missing_getsizeof - AssertionErr...
FAILED tests/test_ttl.py::TTLCacheTest::test_pickle - AssertionError: 2 != 0
FAILED tests/test_ttl.py::TTLCacheTest::test_pickle_maxsize - AssertionError:...
FAILED tests/test_ttl.py::TTLCacheTest::test_pop - KeyError: 2
FAILED tests/test_ttl.py::TTLCacheTest::test_popitem - KeyError: 'TTLTestCach...
FAILED tests/test_ttl.py::TTLCacheTest::test_update - AssertionError: 2 != 0
13 failed, 267 passed, 2 skipped in 0.79s"""
JUMBLED = """...F..                                                                   [100%]
=================================== FAILURES ===================================
______________ TTLJitterTest.test_iterates_in_order_of_insertion _______________

self = <tests.test_ttl_jitter.TTLJitterTest testMethod=test_iterates_in_order_of_insertion>

    def test_iterates_in_order_of_insertion(self):
        cache = self.fill(0.99, 0.0, 0.5, 0.99)
        cache[1]  # a read must not count
>       self.assertEqual([0, 1, 2, 3], list(cache))
E       AssertionError: Lists differ: [0, 1, 2, 3] != [1, 2, 0, 3]
E
E       First differing element 0:
E       0
E       1
E
E       - [0, 1, 2, 3]
E       + [1, 2, 0, 3]

tests/test_ttl_jitter.py:58: AssertionError
=========================== short test summary info ============================
FAILED tests/test_ttl_jitter.py::TTLJitterTest::test_iterates_in_order_of_insertion
1 failed, 5 passed in 0.07s"""
BLACK = "All done! ✨ 🍰 ✨\n20 files would be left unchanged."


def passed(count: int, seconds: str) -> str:
    """What pytest prints for a few tests that pass."""
    return f"{'.' * count}{' ' * (73 - count)}[100%]\n{count} passed in {seconds}s"


def commit(a: Session, what: str, body: str) -> None:
    command = f'git add src tests && git commit -q -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title="Commit", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("a1")
    a.user(
        "every five minutes our quote service is gone for two seconds. the preload writes 20k quotes in one go, with one ttl they all run out together and the database gets the lot back in one gulp. "
        "TTLCache should be able to spread that. read how it ends its items and show me where a jitter could sit, nothing gets written yet"
    )
    a.grep(
        r"self\.__ttl|link\.expires|curr\.expires|TTLCache\._Link",
        "src/cachetools/__init__.py",
        "455:            return TTLCache._Link, (self.key, self.expires)\n465:        self.__root = root = TTLCache._Link()\n468:        self.__ttl = ttl\n476:            return self.timer() < link.expires\n484:            expired = not (self.timer() < link.expires)\n497:            self.__links[key] = link = TTLCache._Link(key)\n500:        link.expires = time + self.__ttl\n509:        if not (self.timer() < link.expires):\n518:                if time < curr.expires:\n535:        return self.__ttl\n550:        while curr is not root and not (time < curr.expires):\n657:                if time < curr.expires and not curr.removed:",
    )
    a.read(CODE, *clone.lines(CODE, 463, 64))
    a.read(CODE, *clone.lines(CODE, 534, 41))
    a.bash(
        "git log --oneline -4 -- src/cachetools/__init__.py",
        "28d4506 Release v7.0.6.\n51921a4 Remove _TimedCache default timer to simplify type stubs.\n5dce86f Release v7.0.5.\n5b1fa39 Prepare v7.0.4.",
        title="Latest changes there",
    )
    a.answer(
        "`TTLCache.__setitem__` in `src/cachetools/__init__.py` stamps every item with `link.expires = time + self.__ttl` and hangs its link on the end of a linked list; `expire()` eats that list from the head.\n\n"
        "A jitter could sit\n"
        "1. in that stamp, which gets a random part taken off\n"
        "2. outside: the service moves to `TLRUCache` and draws in its `ttu`. Nothing to build, but it pays for a heap with every write\n"
        "3. in `func.ttl_cache`. That reaches decorated functions only and your preload fills the cache itself, so it doesn't help\n\n"
        "I lean to 1."
    )
    a.user(
        "1 it is. three things have to hold. whoever passes no jitter gets today's TTLCache, same results, same speed. the ttl is what we promised the auditors, no quote older than 300 s, so a jitter may only shorten a life. "
        "and it comes last and keyword-only, half the world hands over getsizeof by position. tests into a file of their own, tests/__init__.py gets imported by Rahim's shelf package and stays the way it is"
    )
    a.write(TEST, FIRST_TEST)
    a.edit(CODE, INIT, INIT_JITTER)
    a.edit(CODE, TTL, TTL_JITTER)
    a.edit(CODE, ENDS, ENDS_EARLY)
    a.edit(CODE, GETLINK, LIFETIME + GETLINK)
    a.bash(f"python -m pytest -q {TEST}", UNKNOWN, title="Run the jitter tests", code=1)
    a.bash(
        "python -c 'import cachetools; print(cachetools.__version__, cachetools.__file__)'",
        "5.3.1 /usr/local/lib/python3.11/site-packages/cachetools/__init__.py",
        title="Which cachetools is that",
    )
    a.text("pytest tests the installed 5.3.1 there and not the checkout. Once more with src on the path.")
    a.bash(f"{OLD_RUN} {TEST}", UNSORTED, title="Run the jitter tests on src", code=1)
    a.answer(
        "The draw works, hanging the link on the end doesn't. `expire()` stops at the first live link, and with lives of unequal length the list isn't sorted by `expires` any more: an item that is due behind a live one stays in memory and counts in `len()`. `test_expire_removes_all_that_is_due` got `[]` for that reason.\n\n"
        "So a new link has to go to its sorted place, either by walking back from the tail until the order fits, or with a heap as in TLRUCache.\n\n"
        "Also: plain pytest picks up cachetools 5.3.1 from site-packages on this machine, I ran it with `PYTHONPATH=src`."
    )
    a.user(
        "keep the list and walk back from the tail, that can't be far. and yes, always put PYTHONPATH=src in front on this box, the quote service runs on that 5.3.1. jitter is a share of the ttl, 0.1 takes off ten percent at most. don't add an argument for the random source"
    )
    a.edit(CODE, TAIL, WALK)
    a.bash(f"{OLD_RUN} {TEST}", passed(3, "0.08"), title="Run the jitter tests")
    a.answer(
        "`TTLCache(..., jitter=0.1)` is there, the three tests pass. `__setitem__` walks back from the tail to the first link that ends earlier and puts the new one behind it.\n\n"
        '<backstory:remember kind="decision" tags="ttl,jitter" at="src/cachetools/__init__.py#TTLCache" why="no quote may get older than its ttl, and getsizeof is passed by position">jitter of TTLCache is a share of the ttl, keyword-only and last, 0 by default, and only shortens the life of an item</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="ttl,jitter" at="src/cachetools/__init__.py#TTLCache.__setitem__" why="expire() stops at the first live link, so the list has to be sorted by expires">A new link is put at its sorted place by walking back from the tail of the list</backstory:remember>\n'
        '<backstory:remember kind="fact" tags="ttl,jitter" at="src/cachetools/__init__.py#TTLCache">TTLCache.__lifetime is the only place where the jitter is drawn</backstory:remember>'
    )
    a.user(
        "good. now everything once, black too, it has to be quiet before any commit. then commit, and no # in the subject, the release script makes a link out of each"
    )
    a.bash(f"set -o pipefail; {OLD_RUN} 2>&1 | tail -18", ENDLESS, title="Whole suite", code=1)
    a.text(
        "13 old tests are red, all with `ttl=math.inf`: `inf - inf * 0 * r` is nan, nothing is smaller than nan and so every item counts as expired. Multiplying keeps infinity, and without jitter the ttl should not be touched anyway."
    )
    a.edit(CODE, LESS, SCALED)
    a.edit(TEST, SPOT, INFINITE + SPOT)
    a.bash(
        f"{OLD_RUN} && black --check src tests",
        "........................................................................ [ 25%]\n........................................................................ [ 50%]\n........................................................................ [ 76%]\n............ss.....................................................      [100%]\n281 passed, 2 skipped in 0.72s\n"
        + BLACK,
        title="Whole suite and black",
    )
    a.bash(
        'backstory -q remember failure "ttl - ttl * jitter * r is nan for ttl=math.inf, every item then expires at once" --fix "scale the ttl by (1 - share), and leave it alone without jitter" --tag ttl --tag jitter --at src/cachetools/__init__.py',
        title="Remember the nan",
        run=True,
    )
    commit(
        a,
        "Add jitter to TTLCache",
        "Items written in one go expired in one go. With a jitter each loses a random share of its time-to-live; without it nothing changes.",
    )
    a.answer(
        "It took a second run: the first had 13 failures in `tests/test_ttl.py`, because subtracting made nan out of `ttl=math.inf`. The ttl is multiplied now, there is a test with an infinite one, and the nan is noted as a failure. 281 passed, the 2 skipped are the threading tests. Black is quiet, committed."
    )
    a.user("would TLRUCache want the same thing?")
    a.answer(
        "No. Its `ttu` gets key, value and time and returns the end itself, so whoever wants a spread draws in there."
    )
    a.user("then we're through for today. Sunniva runs her preload against the branch tonight. leave yourself a note")
    a.bash(
        'backstory -q checkpoint "jitter for TTLCache: items written together must not expire together" --goal "the database must not get all quotes back in one second" --state "jitter works, 4 tests, committed on ttl-jitter; suite and black green" --next-steps "hear what Sunniva\'s preload says;; paragraph on jitter in docs/index.rst"',
        title="Note for the next session",
        run=True,
    )
    a.answer(
        "Left one.\n\nDone: `jitter` shortens lives by a random share, infinite ttls survive it, committed on ttl-jitter.\nRed: nothing.\nNext: hear what Sunniva's preload says, then a paragraph on jitter in docs/index.rst."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    s.shell("git switch -q main")
    s.switch("spike/ttl-on-tlru", create=True)
    b = s.session("a2")
    b.user(
        "one thing before i go home, on its own branch off main. how dear would it be to build TTLCache on TLRUCache and throw our list away? a measurement is all i want. jitter may be positional in here and black doesn't matter"
    )
    b.read(CODE, *clone.lines(CODE, "class TLRUCache", 24))
    b.edit(CODE, SPIKE_SPOT, SPIKE + SPIKE_SPOT)
    b.bash(
        "PYTHONPATH=src python /tmp/on_tlru.py 50000",
        "TTLCache      write 0.25 s  read 0.07 s\nHeapTTLCache  write 0.44 s  read 0.09 s",
        title="Measure both",
    )
    b.answer(
        "50000 items, no jitter:\n\n```\nTTLCache      write 0.25 s  read 0.07 s\nHeapTTLCache  write 0.44 s  read 0.09 s\n```\n\nReads are about even. Writes get three quarters dearer for everybody, also for those who never asked for a jitter."
    )
    b.user("then it's nothing for 7.x. put it down as a decision for 8.0, commit it here and leave it alone")
    b.bash(
        'backstory -q remember decision "For 8.0: TTLCache becomes a thin class on top of TLRUCache and its own list goes away" --why "one time aware structure to care for; too dear for 7.x, 50000 writes took 0.44 s in place of 0.25 s" --tag ttl --tag spike --at src/cachetools/__init__.py#TLRUCache',
        title="Put the decision down",
        run=True,
    )
    b.bash(
        'git commit -qam "Spike: TTLCache on top of TLRUCache" && git log -1 --format=%s',
        "Spike: TTLCache on top of TLRUCache",
        title="Commit the spike",
        run=True,
    )
    b.answer("Put down for 8.0 and committed on spike/ttl-on-tlru. ttl-jitter is not affected.")
    b.end()
    s.switch("main")
    s.steps.append(
        {
            "replace": {
                "path": TOML,
                "old": "[tool.flake8]\n",
                "new": '[tool.pytest.ini_options]\npythonpath = ["src"]\n\n[tool.flake8]\n',
            }
        }
    )
    s.shell(
        'git commit -qam "Let pytest find src" -m "An installed cachetools was tested in place of the checkout." --author "Otakar Belsky <otakar@example.org>"'
    )
    s.switch("ttl-jitter")


def tell_second(s: Scenario) -> None:
    a = s.session("a3")
    a.user(
        "morning! Otakar taught pytest about src, it's on main. merge that in, and from now on it's THREADING_TESTS=1 python -m pytest -q for everything, the PYTHONPATH business is over"
    )
    a.bash(
        "git merge -q --no-edit main && git log -4 --format=%s",
        "Merge branch 'main' into ttl-jitter\nLet pytest find src\nAdd jitter to TTLCache\nRelease v7.0.6.",
        title="Merge main",
        run=True,
    )
    a.bash(
        RUN,
        "........................................................................ [ 25%]\n........................................................................ [ 50%]\n........................................................................ [ 76%]\n...................................................................      [100%]\n283 passed in 2.51s",
        title="Whole suite",
    )
    a.answer("main is in, nothing clashed. `THREADING_TESTS=1 python -m pytest -q`: 283 passed, none skipped.")
    a.user(
        "Sunniva's night wasn't a good one. she writes:\n\n"
        "> preload of 50k quotes with jitter=0.2: 26.8 s. on main: 0.12 s. each write walks back over half of the list, that's quadratic. don't ever merge this.\n"
        "> take lanes: 16 lists, one fixed lifetime per list, a new item draws its list. each of them is sorted by itself then and appending stays cheap.\n\n"
        "she's right, the walk goes. lanes, and the 16 is a constant, nobody needs an argument for it. keep your hands off func.py meanwhile, Delphine is reworking the signatures in there, even if ttl_cache looks as if it wanted a jitter too. commit when it's green"
    )
    a.delegate(
        "Who relies on the one list",
        "Which methods of TTLCache in src/cachetools/__init__.py touch the linked list at __root, and what happens to the links in a pickle? Read only.",
        "Six methods touch __root: __init__, __setitem__, __iter__, __setstate__, expire and clear. popitem and __contains__ use __links alone. A pickled _Link keeps key and expires but no neighbours (__reduce__), so __setstate__ sorts all links by expires and is the only place that says which list they return to.",
    )
    a.edit(CODE, FACTOR, LANES)
    a.edit(CODE, ROOT, ROOTS)
    a.edit(CODE, ENDS_EARLY, ENDS_LANE)
    a.edit(CODE, WALK, APPEND)
    a.edit(CODE, ITER, ITER_LANES)
    a.edit(CODE, STATE, STATE_LANES)
    a.edit(CODE, EXPIRE, EXPIRE_LANES)
    a.edit(CODE, CLEAR, CLEAR_LANES)
    a.edit(CODE, LIFETIME.replace(LESS, SCALED), DRAW)
    a.edit(TEST, "import math\n", "import math\nimport pickle\n")
    a.edit(TEST, SPOT, PICKLED + SPOT)
    a.bash(
        f"{RUN} && black --check src tests",
        "........................................................................ [ 25%]\n........................................................................ [ 50%]\n........................................................................ [ 76%]\n....................................................................     [100%]\n284 passed in 2.49s\n"
        + BLACK,
        title="Whole suite and black",
    )
    a.bash(
        "for j in 0 0.2; do PYTHONPATH=src python /tmp/preload.py 50000 $j; done",
        "50000 items, jitter 0: 0.12 s\n50000 items, jitter 0.2: 0.25 s",
        title="Sunniva's preload",
    )
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'walking back from the tail' in r['title']][0])\"); "
        'backstory -q remember decision "With a jitter TTLCache keeps 16 lanes, lists of one fixed lifetime each, and a new item is appended to a lane drawn at random" --why "Sunniva\'s preload of 50k quotes took 26.8 s in place of 0.12 s, the walk is quadratic" --instead-of "one sorted list with a walk back from the tail" --tag ttl --tag jitter --at src/cachetools/__init__.py#TTLCache --supersedes "$OLD"',
        title="Supersede the walk",
        run=True,
    )
    commit(
        a,
        "Spread jittered items over lanes",
        "Finding the sorted place was quadratic for a preload. Each lane has one lifetime and is sorted by itself.",
    )
    a.answer(
        "The walk is out. With a jitter there are 16 lanes now, `TTLCache.__draw_lane` picks one and its lifetime is fixed, the first lane has the full ttl; without a jitter there is just one, as ever. Her preload: 0.25 s. 284 passed, black quiet, committed.\n\n"
        '<backstory:remember kind="fact" tags="ttl,pickle" at="src/cachetools/__init__.py#TTLCache.__setstate__" why="nothing outlives the first lane, it has the full ttl, so it stays sorted when more is appended">After unpickling all links of a TTLCache lie in the first lane</backstory:remember>'
    )
    a.user(
        "nice. we have four gunicorn workers. can the lane come from the key, so that all four drop EURUSD at the same moment and the database sees one query?"
    )
    a.edit(CODE, PICK, KEYED)
    a.bash(
        "for i in 1 2 3 4; do python -c \"print(hash('EURUSD') % 16)\"; done",
        "4\n12\n11\n5",
        title="Lane of EURUSD in four processes",
    )
    a.bash("git checkout -q src && git status --short", title="Take the hash back", run=True)
    a.answer(
        "Not with `hash(key)`, I had it in and took it out again: Python salts the hash of a str per process (PYTHONHASHSEED), so four processes put EURUSD into lanes 4, 12, 11 and 5. "
        "A crc32 over `repr(key)` would be the same everywhere, but keys made by `hashkey` can hold any object and many a repr contains an address. The draw stays random."
    )
    a.user(
        "ok, random then. Petra asks about her admin page. it lists the cache with a plain for loop and has the oldest quote on top. do the lanes break that?"
    )
    a.bash(
        'PYTHONPATH=src python -c "from cachetools import TTLCache; c = TTLCache(99, 300, jitter=0.2); c.update(dict.fromkeys(range(8))); print(list(c)); c[3]; print(list(c._TTLCache__links))"',
        "[2, 5, 7, 0, 4, 1, 6, 3]\n[0, 1, 2, 4, 5, 6, 7, 3]",
        title="Order of iteration",
    )
    a.answer(
        "They do, with a jitter `__iter__` goes lane by lane and her quotes come out jumbled. Going through `__links` instead is no cure: it is kept in LRU order, each read moves its key to the end.\n\n"
        "What would do: number the links as they are inserted and let `__iter__` merge the lanes with `heapq.merge` by that number."
    )
    a.user(
        "do that, with a counter and not the clock, two quotes can share a tick. just the test today, i'm expected in a meeting. and no wall clock in the test suite please, measuring belongs into /tmp/preload.py. "
        "when iteration works comes the paragraph in docs/index.rst, and Sunniva gets the new numbers before there's a pull request"
    )
    a.edit(TEST, SPOT, ORDER + SPOT)
    a.bash(f"{RUN} {TEST}", JUMBLED, title="Run the jitter tests", code=1)
    a.answer(
        "Done: main merged; the walk replaced by 16 lanes, committed. The test for the order of iteration is written and not committed.\n"
        "Red: `test_iterates_in_order_of_insertion` in tests/test_ttl_jitter.py, `[1, 2, 0, 3]` in place of `[0, 1, 2, 3]`, the code is still missing; the other 5 pass.\n"
        "Next: an insertion counter on `_Link` and `heapq.merge` over the lanes in `TTLCache.__iter__`; then the paragraph on jitter in docs/index.rst; then the new numbers to Sunniva, before the pull request."
    )
    a.end()
