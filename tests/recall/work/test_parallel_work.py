"""Sessions that went on at the same time on one branch: a brief says whose files and tests are whose."""

import msgspec

from backstory.model.session import CommandRun, Prompt, Session
from backstory.model.snapshot import GitState
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import now_statements
from backstory.recall.work.parallel_work import list_parallel

RED = CommandRun("npm test", "test", "2026-11-20T10:04:00Z", 1, True, ("close",), "1 failed, 3 passed")
POOL = Session(
    id="pool", agent="codex", title="Port the pool to psycopg 3", branch="main",
    prompts=(Prompt("Port the pool to psycopg 3"),),
    started="2026-11-20T10:00:00Z", ended="2026-11-20T10:20:00Z", edited=("src/pool.ts",), commands=(RED,),
)  # fmt: skip
THEME = Session(
    id="theme", agent="claude-code", title="Add a dark theme", branch="main", prompts=(Prompt("Add a dark theme"),),
    started="2026-11-20T10:05:00Z", ended="2026-11-20T10:30:00Z", edited=("src/theme.ts",),
)  # fmt: skip


def tell(*sessions: Session) -> dict[str, tuple[str, str]]:
    """Label -> the text and the detail of the statements about now."""
    statements = now_statements(BriefRequest(), [], git=GitState(), past=PastWork(sessions))
    return {one.note.label: (one.note.text, one.note.detail) for one in statements}


def test_the_files_and_tests_of_a_session_in_parallel_are_told_apart() -> None:
    told = tell(THEME, POOL)
    assert told["edited in this work"][0] == "src/theme.ts"
    assert told["in parallel"][0] == "Port the pool to psycopg 3: src/pool.ts"
    assert told["last tests"][1].endswith("in parallel")


def test_a_session_that_had_ended_is_the_work_before() -> None:
    before = msgspec.structs.replace(POOL, ended="2026-11-20T10:05:00Z")
    told = tell(THEME, before)
    assert "in parallel" not in told
    assert told["edited in this work"][0] == "src/{theme.ts, pool.ts}"
    assert "in parallel" not in told["last tests"][1]


def test_what_edits_the_same_files_or_belongs_together_is_one_work() -> None:
    for changes in (
        {"edited": ("src/pool.ts", "src/theme.ts")},
        {"parent": "theme"},
        {"previous": "theme"},
        {"branch": "feat/pool"},
        {"edited": ()},
        {"started": "", "ended": ""},
    ):
        assert list_parallel(PastWork((THEME, msgspec.structs.replace(POOL, **changes)))) == ()
    for changes in ({"parent": "pool"}, {"previous": "pool"}, {"edited": ()}):
        assert list_parallel(PastWork((msgspec.structs.replace(THEME, **changes), POOL))) == ()
    assert list_parallel(PastWork((THEME, POOL))) == (POOL,)
    assert list_parallel(PastWork()) == ()


def test_tests_of_its_own_come_first() -> None:
    green = CommandRun("npm test", "test", "2026-11-20T10:12:00Z", 0, False, (), "4 passed")
    told = tell(msgspec.structs.replace(THEME, commands=(green,)), POOL)
    assert "in parallel" not in told["last tests"][1]


def test_each_red_test_stands_with_the_work_that_left_it() -> None:
    red = CommandRun(
        "npx vitest run test/pool.test.ts", "test", "2026-11-20T10:15:00Z", 1, True, ("test/pool.test.ts > closes",),
        "1 failed, 3 passed",
    )  # fmt: skip
    green = CommandRun("npx vitest run test/theme.test.ts", "test", "2026-11-20T10:12:00Z", 0, False, (), "4 passed")
    for times in (("10:12", "10:15"), ("10:15", "10:12")):
        runs = [
            msgspec.structs.replace(run, made=f"2026-11-20T{made}:00Z")
            for run, made in zip((green, red), times, strict=True)
        ]
        told = tell(
            msgspec.structs.replace(THEME, commands=(runs[0],)), msgspec.structs.replace(POOL, commands=(runs[1],))
        )
        assert told["last tests"][0] == "`npx vitest run test/theme.test.ts`: 4 passed"
        assert told["in parallel"][0].endswith("src/pool.ts; red: test/pool.test.ts > closes")


def test_what_passes_in_parallel_later_is_not_red() -> None:
    red = CommandRun("npm test", "test", "2026-11-20T10:06:00Z", 1, True, ("toggle",), "1 failed, 3 passed")
    green = CommandRun("npm test", "test", "2026-11-20T10:19:00Z", 0, False, (), "4 passed")
    pool = msgspec.structs.replace(POOL, commands=(green,))
    told = tell(msgspec.structs.replace(THEME, commands=(red,)), pool)
    assert told["last tests"][0] == "`npm test`: 4 passed"
    assert told["last tests"][1].endswith("in parallel")
    assert "red" not in told["in parallel"][0]


def test_the_task_is_that_of_the_last_session_and_steps_say_whose_they_are() -> None:
    pool = msgspec.structs.replace(POOL, next=("start the idle timer in `Pool.open`",))
    told = tell(msgspec.structs.replace(THEME, next=("remember the choice in local storage",)), pool)
    assert told["task"][0] == "Add a dark theme"
    assert told["next"][0] == "remember the choice in local storage"
    assert told["still open"] == ("start the idle timer in `Pool.open`", "2026-11-20, in parallel")


def test_runs_of_sessions_at_the_same_time_are_in_the_order_of_time() -> None:
    early, late = (CommandRun(f"npm run {n}", "build", f"2026-11-20T10:{n}:00Z", n) for n in (10, 18))
    middle = CommandRun("npm run 15", "build", "2026-11-20T10:15:00Z", 1)
    past = PastWork(
        (
            msgspec.structs.replace(THEME, commands=(middle,)),
            msgspec.structs.replace(POOL, commands=(early, late)),
        )
    )
    assert [run for run, _ in past.runs] == [late, middle, early]
    before = msgspec.structs.replace(POOL, commands=(early, late), ended="2026-11-20T10:05:00Z")
    past = PastWork((msgspec.structs.replace(THEME, commands=(middle,)), before))
    assert [run for run, _ in past.runs] == [middle, late, early], "clocks differ, and one session followed the other"
