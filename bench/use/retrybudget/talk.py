"""The three sittings of the tenacity scenario."""

import files as f
from conversation import Scenario, Session
from material import Clone, git

STOP, INIT, TEST = "tenacity/stop.py", "tenacity/__init__.py", "tests/test_budget.py"
RUN = "python -m pytest -q tests/test_budget.py"

LAST_RED = """=================================== FAILURES ===================================
__________________________ test_last_attempt_is_free ___________________________

    def test_last_attempt_is_free() -> None:
        budget = RetryBudget(10, per=60)
        assert call(stop_when_budget_spent(budget) | stop_after_attempt(2)) == 2
>       assert budget.left() == 9
E       assert 8 == 9
E        +  where 8 = left()
E        +    where left = <tenacity.stop.RetryBudget object at 0x7f27a12c6d10>.left

tests/test_budget.py:36: AssertionError
=========================== short test summary info ============================
FAILED tests/test_budget.py::test_last_attempt_is_free - assert 8 == 9
1 failed, 1 passed in 0.12s
"""
PICKLE_RED = """=================================== FAILURES ===================================
__________________________ test_budget_can_be_pickled __________________________

    def test_budget_can_be_pickled() -> None:
        budget = RetryBudget(3, per=60)
        call(stop_when_budget_spent(budget))
        retrying = Retrying(stop=stop_when_budget_spent(budget))
>       stop = pickle.loads(pickle.dumps(retrying)).stop
                            ^^^^^^^^^^^^^^^^^^^^^^
E       TypeError: cannot pickle '_thread.lock' object

tests/test_budget.py:45: TypeError
=========================== short test summary info ============================
FAILED tests/test_budget.py::test_budget_can_be_pickled - TypeError: cannot p...
1 failed, 2 passed in 0.09s
"""
CHAIN_RED = """=================================== FAILURES ===================================
_____________________ test_budget_in_a_chain_is_asked_last _____________________

    def test_budget_in_a_chain_is_asked_last() -> None:
        budget = RetryBudget(10, per=60)
        stop = stop_after_delay(10) | stop_when_budget_spent(budget) | stop_after_attempt(2)
        assert call(stop) == 2
>       assert budget.left() == 9
E       assert 8 == 9
E        +  where 8 = left()
E        +    where left = <tenacity.stop.RetryBudget object at 0x7f7da9975390>.left

tests/test_budget.py:67: AssertionError
=========================== short test summary info ============================
FAILED tests/test_budget.py::test_budget_in_a_chain_is_asked_last - assert 8 ...
1 failed, 6 passed in 0.11s
"""
REFUSED_RED = """=================================== FAILURES ===================================
______________________ test_combining_a_budget_is_refused ______________________

    def test_combining_a_budget_is_refused() -> None:
>       with pytest.raises(TypeError, match="first="):
E       Failed: DID NOT RAISE TypeError

tests/test_budget.py:63: Failed
=========================== short test summary info ============================
FAILED tests/test_budget.py::test_combining_a_budget_is_refused - Failed: DID...
1 failed, 6 passed in 0.11s
"""
COLLECT_RED = """==================================== ERRORS ====================================
____________________ ERROR collecting tests/test_tornado.py ____________________
tests/test_tornado.py:19: in <module>
    from tornado import gen, testing
E   ModuleNotFoundError: No module named 'tornado'
=========================== short test summary info ============================
ERROR tests/test_tornado.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
1 error in 0.50s
"""


def run(a: Session, dots: str, red: str = "", seconds: str = "0.06", title: str = "Run the budget tests") -> None:
    """Runs the test file; `red` is what follows the dots when a test fails."""
    head = dots.ljust(73) + "[100%]\n"
    a.bash(RUN, head + (red or f"{len(dots)} passed in {seconds}s"), title=title, code=1 if red else 0)


def commit(a: Session, what: str, body: str, title: str = "Commit with sign-off") -> None:
    command = f'git add tenacity tests && git commit -q -s -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title=title, run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("q1")
    a.user(
        "when the payments api goes down all forty of our decorated functions retry five times each, and dagny's people say it is our retries that keep it down. "
        "i want a budget that many functions share: so many retries a minute, and once they are used up everybody gives up at the first failure. "
        "find out how stopping works and where a budget could sit. only look, don't write anything yet"
    )
    a.grep(
        r"self\.stop\b|_run_stop",
        "tenacity",
        "tenacity/__init__.py:254:        self.stop = stop\ntenacity/__init__.py:287:            stop=_first_set(stop, self.stop),\n"
        'tenacity/__init__.py:413:    def _run_stop(self, retry_state: "RetryCallState") -> None:\ntenacity/__init__.py:415:        self.iter_state.stop_run_result = self.stop(retry_state)\n'
        'tenacity/__init__.py:450:        self._add_action_func(self._run_stop)\ntenacity/asyncio/__init__.py:152:    async def _run_stop(self, retry_state: "RetryCallState") -> None:  # type: ignore[override]',
    )
    a.read(INIT, *clone.lines(INIT, "    def _post_retry_check_actions", 45))
    a.read(STOP, *clone.lines(STOP, "class stop_base(abc.ABC)", 41))
    a.bash(
        "git log --oneline -4 -- tenacity/stop.py",
        git(clone.root, "log", "--oneline", "-4", clone.commit, "--", STOP),
        title="History of the stop strategies",
    )
    a.answer(
        "After every failed attempt `_post_retry_check_actions` queues `_run_wait` and then `_run_stop`, and `_run_stop` calls `self.stop(retry_state)`. Where a budget could sit:\n\n"
        "1. a stop strategy in `tenacity/stop.py` that takes from the budget when it is asked\n"
        "2. an argument `budget=` of `Retrying`, handled in `_run_stop`\n"
        "3. a `before_sleep` callback; that one can't stop anything short of raising, so I'd leave it\n\n"
        "Which one do you want?"
    )
    a.user(
        "the stop strategy, it goes together with all the others by | then. some things that hold for this: retry() and Retrying get no new argument from us, each one has to be repeated in five places and i'm tired of it. "
        "time comes from time.monotonic and from nowhere else, in spring ntp put our clocks back two minutes and the limits went mad. "
        "and stop.py stays silent, no logging in there, whoever wants a line has before_sleep_log"
    )
    a.write(TEST, f.FIRST_TEST)
    a.edit(STOP, f.HEAD_OLD, f.HEAD_TIME)
    a.edit(STOP, f.TAIL, f.TAIL + f.BUDGET)
    for old, new in ((f.INIT_OLD, f.INIT), (f.INIT2_OLD, f.INIT2), (f.ALL_OLD, f.ALL), (f.ALL2_OLD, f.ALL2)):
        a.edit(INIT, old, new)
    run(a, ".F", LAST_RED)
    a.answer(
        "The limit itself works, but `test_last_attempt_is_free` is red with `assert 8 == 9`: in `stop_when_budget_spent(budget) | stop_after_attempt(2)` the budget is asked before the other stop, so the last attempt is charged too although no retry follows it. "
        "With forty functions that eats a budget for retries that never take place.\n\n"
        "Two ways out: tell people that the budget has to stand on the right of the |, or charge a retry once it has taken place, which one sees from `retry_state.attempt_number > 1`."
    )
    a.user("nobody will read that. charge it afterwards then, that way only real retries count")
    a.edit(STOP, f.ASK_FIRST, f.ARREARS)
    run(a, "..", seconds="0.11")
    a.answer(
        "Both tests pass. `RetryBudget(retries, per)` holds the times of its retries, `stop_when_budget_spent(budget)` charges the one that has just failed and says whether any is left.\n\n"
        '<backstory:remember kind="decision" tags="budget,stop" at="tenacity/stop.py#stop_when_budget_spent" why="an argument of retry() has to be repeated in five places, and a strategy goes together with the others">The budget is a stop strategy, stop_when_budget_spent(RetryBudget(retries, per)); retry() and Retrying get no new argument</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="budget,stop" at="tenacity/stop.py#stop_when_budget_spent" why="only real retries count, the last attempt has none after it">A retry is charged afterwards, when the stop is asked about attempt 2 or later</backstory:remember>\n'
        '<backstory:remember kind="fact" tags="budget" at="tenacity/stop.py#RetryBudget">RetryBudget.charge is called from stop_when_budget_spent.__call__ and nowhere else</backstory:remember>'
    )
    a.user(
        "two more things. sixteen threads of a worker will hold the same budget. and celery pickles our Retrying objects, do they survive that with a budget inside?"
    )
    a.edit(STOP, f.PLAIN, f.LOCKED)
    a.edit(STOP, f.GUARD_OLD, f.GUARD_LOCK)
    a.edit(TEST, f.PYTEST, f.PICKLE_IMPORT)
    a.edit(TEST, f.LAST, f.LAST + f.PICKLE)
    run(a, "..F", PICKLE_RED, title="Lock and pickle")
    a.text(
        "The lock makes it safe for threads and breaks pickling in the same breath. `BaseRetrying.__getstate__` leaves out its `_local` for that reason, the budget can do likewise."
    )
    a.edit(STOP, f.LEFT_DEF, f.STATE + f.LEFT_DEF)
    run(a, "...")
    a.bash(
        'backstory -q remember failure "A lock inside of RetryBudget breaks pickled Retrying objects: TypeError cannot pickle \'_thread.lock\' object" --fix "__getstate__ keeps only retries and per; an unpickled budget starts full, with a lock of its own" --tag budget --tag pickle --at tenacity/stop.py#RetryBudget',
        title="Keep what was learned",
        run=True,
    )
    a.answer(
        "Not at first. With the lock that the threads need, `pickle.dumps` ended in `TypeError: cannot pickle '_thread.lock' object`. `RetryBudget.__getstate__` now keeps `retries` and `per` only: what comes out on the other side starts full and counts for itself, as the monotonic clock of another machine means nothing here. Three tests pass, and the failure is in the memory."
    )
    a.user("is TryAgain a way around the budget?")
    a.answer(
        "No. `TryAgain` skips the retry predicate and nothing else, `_post_retry_check_actions` asks the stop for it like for any failure."
    )
    a.user(
        "good. commit, and always with sign-off please, git commit -s, legal's bot throws everything else out. then run the lot once"
    )
    commit(
        a,
        "Add a retry budget as a stop strategy",
        "Many functions that retry on their own keep a service down. With a budget they share a number of retries per period.",
    )
    a.bash("python -m pytest -q 2>&1 | tail -9", COLLECT_RED, title="Whole suite")
    a.bash(
        "git switch -q main && python -m pytest -q 2>&1 | grep -m1 ModuleNotFound; git switch -q retry-budget; python -m pytest -q --ignore=tests/test_tornado.py | tail -1",
        "E   ModuleNotFoundError: No module named 'tornado'\n171 passed, 12 subtests passed in 2.95s",
        title="Same on main, and without it",
    )
    a.answer(
        "Committed with sign-off. The whole run breaks off while collecting: `tests/test_tornado.py` can't import `tornado`, which isn't installed here, and main breaks off in the same place. Without that file 171 pass. Nothing to do with the budget."
    )
    a.user(
        "right, the package mirror of this net has never had tornado. always run with --ignore=tests/test_tornado.py here. i'm off, write down where we are"
    )
    a.bash(
        'backstory -q checkpoint "retry budget: many functions share a number of retries per period" --goal "our retries must not keep the payments api down" --state "RetryBudget and stop_when_budget_spent with 3 tests committed; suite green without test_tornado (no tornado here)" --next-steps "ruben puts load on the branch;; paragraph under Stopping in doc/source/index.rst"',
        title="Note for tomorrow",
        run=True,
    )
    a.answer(
        "Done.\n\n"
        "Done so far: `RetryBudget` and `stop_when_budget_spent` are committed on retry-budget, with a lock, picklable.\n"
        "Red: nothing of ours; test_tornado.py lacks its package.\n"
        "Next: ruben's load test, then the paragraph under Stopping in doc/source/index.rst."
    )
    a.end()


def tell_spike(s: Scenario) -> None:
    s.switch("spike/shared-budget", create=True)
    b = s.session("q2")
    b.user(
        "a spike, thrown away afterwards: corentin asks if worker processes could share one budget and what a charge would cost then. "
        "you may take the wall clock for this one, and don't bother with ruff"
    )
    b.edit(
        STOP, "import collections\nimport threading\n", "import collections\nimport multiprocessing\nimport threading\n"
    )
    b.edit(STOP, f.ARREARS, f.SHARED)
    b.bash(
        "python /tmp/bench_charge.py",
        "RetryBudget.charge         1 process     0.2 us\nSharedRetryBudget.charge   1 process     0.6 us\nSharedRetryBudget.charge   8 processes  11.0 us",
        title="Measure",
    )
    b.answer(
        "It can be done with two `multiprocessing.Value`s:\n\n"
        "```\nRetryBudget.charge         1 process     0.2 us\nSharedRetryBudget.charge   1 process     0.6 us\nSharedRetryBudget.charge   8 processes  11.0 us\n```\n\n"
        "The price is bearable. The catch: only forked processes share it, a worker that gets it pickled has a fresh budget and nobody notices."
    )
    b.user(
        "too many catches for now, that's for the version after this one. keep the decision, commit it here, and back to work"
    )
    b.bash(
        'backstory -q remember decision "For 10.0: budgets across processes come as a class of their own, SharedRetryBudget, over multiprocessing.Value" --why "a charge costs 11 us with 8 processes, and pickled workers silently get a fresh budget" --tag budget --tag spike --at tenacity/stop.py#RetryBudget',
        title="Keep the decision",
        run=True,
    )
    b.bash(
        'git commit -q -s -a -m "Spike: a budget shared by processes" && git log -1 --format=%s',
        "Spike: a budget shared by processes",
        title="Commit the spike",
        run=True,
    )
    b.answer("Kept for 10.0, committed on spike/shared-budget. retry-budget stays as it is.")
    b.end()
    s.switch("main")
    s.steps.append({"replace": {"path": "pyproject.toml", "old": f.POE_OLD, "new": f.POE}})
    s.steps.append({"replace": {"path": "tests/test_tornado.py", "old": f.TORNADO_OLD, "new": f.TORNADO}})
    s.shell(
        'git commit -q -s -a -m "tests: skip the tornado tests without tornado" -m "The poe task offline also says what was skipped." --author "Wiebke Harms <wiebke@example.org>"'
    )
    s.switch("retry-budget")


def tell_second(s: Scenario) -> None:
    a = s.session("q3")
    a.user(
        "morning. wiebke made the tornado tests skip themselves and put a poe task beside it, both are on main. merge main, and from today it is poe offline, forget the ignore"
    )
    a.bash(
        "git merge -q --no-edit main && git log -4 --format=%s",
        "Merge branch 'main' into retry-budget\ntests: skip the tornado tests without tornado\nAdd a retry budget as a stop strategy\nFix exponential wait threshold underflow (#656)",
        title="Merge main",
        run=True,
    )
    a.bash(
        "poe offline 2>&1 | tail -3",
        "=========================== short test summary info ============================\nSKIPPED [1] tests/test_tornado.py:21: could not import 'tornado': No module named 'tornado'\n171 passed, 1 skipped, 12 subtests passed in 3.41s",
        title="Whole suite",
    )
    a.answer("Merged without conflicts. `poe offline`: 171 passed, 1 skipped, and the skipped one is test_tornado.py.")
    a.user(
        "ruben put load on our branch last night, sixteen threads and RetryBudget(10, per=60):\n\n"
        "payments dead      16 calls   25 retries  left() = -15\n"
        "payments flapping  400 calls  400 retries  left() = 10\n\n"
        "25 where ten are allowed, because they all look before anybody has paid. and when the api flaps nobody pays at all, stop isn't asked after a success. so afterwards was the wrong moment. "
        "take the retry before it happens, looking and taking under one lock. for the last attempt to stay free the other condition goes in as an argument, first=, and is asked ahead of the budget. "
        "a success gives nothing back, by the way, grpc does that and nobody could ever explain those numbers to dagny. "
        "and leave tenacity/asyncio alone, sunniva has it in pieces"
    )
    a.edit(STOP, f.TAKE_OLD, f.TAKE)
    a.edit(STOP, f.STOP_OLD, f.STOP_FIRST)
    a.edit(TEST, f.PAIR, f.PAIR_FIRST)
    a.edit(TEST, f.LAST + f.PICKLE, f.SUCCESS + f.PICKLE)
    a.edit(TEST, f.IMPORTS_OLD, f.IMPORTS)
    a.edit(TEST, f.NAMES_OLD, f.NAMES)
    run(a, ".....", seconds="0.07")
    a.bash(
        "python /tmp/ruben_load.py",
        "payments dead      16 calls   10 retries  left() = 0\npayments flapping  400 calls  10 retries  left() = 0",
        title="Ruben's load once more",
    )
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'charged afterwards' in r['title']][0])\"); "
        'backstory -q remember decision "A retry is taken off the budget before it happens, by RetryBudget.take, after the condition handed in as first= has been asked" --why "load test by ruben: 25 retries of 10 allowed with 16 threads, and retries that succeed cost nothing, as stop is not asked after a success" --instead-of "charging a retry once it has failed" --tag budget --tag stop --at tenacity/stop.py#RetryBudget.take --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    a.answer(
        "Turned around: `RetryBudget.take` looks and takes under one lock, `stop_when_budget_spent(budget, first=stop_after_attempt(5))` asks `first` and then takes; `charge` is gone. Five tests pass, and ruben's script now shows 10 retries in both cases.\n\n"
        '<backstory:remember kind="decision" tags="budget" why="grpc pays back on success and nobody could explain the numbers to dagny">A call that succeeds gives nothing back to the budget, used retries return with time only</backstory:remember>'
    )
    a.user("our async workers will want it as well. is there something to change for them in sunniva's corner?")
    a.delegate(
        "Who asks the stop",
        "Which code of tenacity calls the stop strategy, how often per failed attempt, and does a synchronous one work in AsyncRetrying? Read only.",
        "BaseRetrying._run_stop and AsyncRetrying._run_stop are the only callers, each once per failed attempt. The async one sends self.stop through _utils.wrap_to_async_func, so a synchronous strategy works. With enabled=False stop is never asked. copy() hands on the same stop object, so every call of a decorated function shares it.",
    )
    a.answer(
        "Nothing. `AsyncRetrying._run_stop` sends the stop through `wrap_to_async_func`, a plain strategy like ours works there as it is. It is asked once per failed attempt, and `copy()` hands on the same stop object, so all calls share the budget."
    )
    a.user(
        "and do the retries come back when the minute is over? show it with a test. our tests never really sleep though, set the clock"
    )
    a.edit(TEST, f.IMPORTS, f.IMPORTS_MOCK.replace("import pickle\n", "import pickle\nimport time\n"))
    a.edit(TEST, f.SUCCESS + f.PICKLE, f.SUCCESS + f.PICKLE + f.CLOCK)
    run(a, "......")
    a.bash(
        "poe offline 2>&1 | tail -1; ruff check -q tenacity/stop.py tests/test_budget.py; ruff format --check tenacity tests",
        "174 passed, 1 skipped, 12 subtests passed in 3.72s\n20 files already formatted",
        title="Whole suite and ruff",
    )
    commit(
        a,
        "Take a retry off the budget before it happens",
        "Charged afterwards, threads overdrew the budget and retries that succeed were free. Another stop goes in as first.",
    )
    a.answer(
        "They do, `test_retries_come_back_after_the_period` puts `time.monotonic` 61 seconds ahead and finds all three back. 174 passed, 1 skipped, ruff has no complaints, committed with sign-off."
    )
    a.user("people will write budget | stop_after_attempt(5) out of habit. can you make that come out right?")
    a.edit(STOP, f.CALL_NEW, f.OR)
    a.edit(TEST, "    stop_after_attempt,\n", "    stop_after_attempt,\n    stop_after_delay,\n")
    a.edit(TEST, f.THREADS_END, f.CHAIN)
    run(a, "....F..", CHAIN_RED, title="Budget in a chain")
    a.bash(
        "git checkout -q tenacity/stop.py tests/test_budget.py && git status --short", title="Take it back", run=True
    )
    a.answer(
        "Not by the operator. I gave `stop_when_budget_spent` an `__or__` that puts the budget last and took it out again: in a chain `stop_after_delay(10) | budget | stop_after_attempt(2)` the second | belongs to `stop_any`, which wraps the pair, so the budget is asked ahead of the third stop and we are back at 8 in place of 9.\n\n"
        "What would hold is to refuse it: `stop_any` and `stop_all` raise a TypeError that names `first=` when they are given a budget."
    )
    a.user(
        "refuse it then, a TypeError in the constructors of stop_any and stop_all, on whichever side the budget stands. only the test for today, the dentist won't wait. "
        "after that the release note, reno new retry-budget, but ask dagny first if she can live with the name first="
    )
    a.edit(TEST, f.THREADS_END, f.REFUSED)
    run(a, "....F..", REFUSED_RED)
    a.answer(
        "Done: main merged; a retry is taken before it happens, `first=` is asked ahead of the budget; both committed. The test for the refusal is written, not committed.\n"
        "Red: `tests/test_budget.py::test_combining_a_budget_is_refused`, as it has to be, nothing raises yet; the other 6 pass.\n"
        "Next: raise the TypeError in the constructors of `stop_any` and `stop_all`, then ask dagny about the name `first=`, then the release note with `reno new retry-budget`."
    )
    a.end()
