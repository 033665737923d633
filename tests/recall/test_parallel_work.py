"""Sessions that went on at the same time on one branch: a brief says whose files and tests are whose."""

import msgspec

from backstory.model.session import CommandRun, Prompt, Session
from backstory.model.snapshot import GitState
from backstory.recall.moment import BriefRequest
from backstory.recall.now_section import now_statements
from backstory.recall.parallel_work import list_parallel
from backstory.recall.sessions import PastWork

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
