"""What an order led to, by the report that ends its turn."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.decisions.overruling import overrules
from backstory.capture.statements.outcomes import find_outcomes
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.tables import read_tables

FIXED = """## Root cause

- The cache key left out the tenant, so two tenants shared one entry.

## What I changed

- Added the tenant to `cache_key()` in `src/cache.py`.
- All 14 tests pass.

## Next steps

- Move the key to its own module.
"""


def _tell(prompt: str, report: str, *after: Turn, edit: bool = True) -> list[Candidate]:
    """The candidates of a session with one order, its edit and its report."""
    turns = [Turn("user", prompt, line=1)]
    turns += [Turn("tool", "", action="edit", edits=("src/cache.py",), line=2)] if edit else []
    turns += [Turn("assistant", report, line=3), *after]
    return find_candidates(turns, known_paths=lambda path: path == "src/cache.py")


def test_a_cause_and_its_change_are_one_record() -> None:
    (one,) = _tell("Fix the leak between tenants", FIXED)
    assert (one.kind, one.tags, one.anchors) == ("fact", ("outcome",), ("src/cache.py",))
    assert one.text == "Added the tenant to `cache_key()` in `src/cache.py`"
    assert one.why == "The cache key left out the tenant, so two tenants shared one entry"


def test_a_report_counts_only_after_a_change() -> None:
    assert not [one for one in _tell("Why does it leak?", FIXED, edit=False) if "outcome" in one.tags]


@pytest.mark.parametrize(
    ("report", "text", "why", "old"),
    [
        (
            "**Problem**: the wheel was built without the schema files.\n**Fix**: listed them in `pyproject.toml`.",
            "listed them in `pyproject.toml`",
            "the wheel was built without the schema files",
            "",
        ),
        (
            "The issue was that the worker read the clock twice. I changed it from `time()` to `monotonic()`.",
            "I changed it from `time()` to `monotonic()`",
            "The issue was that the worker read the clock twice",
            "`time()`",
        ),
        (
            "Done.\n\n- Raised the read timeout from 5 s to 30 s, because the export takes 20 s.",
            "Raised the read timeout from 5 s to 30 s, because the export takes 20 s",
            "Asked for: Mend the export",
            "5 s",
        ),
        (
            "I fixed it by:\n- writing the prompt to a file instead of an argument\n- removing the file afterwards",
            "I fixed it by: writing the prompt to a file instead of an argument; removing the file afterwards",
            "Asked for: Mend the export",
            "an argument",
        ),
        (
            "Ursache: der Zähler wurde vor dem Sperren gelesen.\nLösung: `lock()` umschließt jetzt beide Zugriffe.",
            "`lock()` umschließt jetzt beide Zugriffe",
            "der Zähler wurde vor dem Sperren gelesen",
            "",
        ),
        (
            "| setting | before | after |\n|---|---|---|\n| pool size | 5 | 20 |\n| retries | 3 | 3 |",
            "pool size: 5 → 20",
            "Asked for: Mend the export",
            "5",
        ),
        (
            "| Problem | Solution |\n|---|---|\n| the job read a stale token | the token is read before each call |",
            "the token is read before each call",
            "the job read a stale token",
            "",
        ),
    ],
)
def test_the_forms_of_a_report(report: str, text: str, why: str, old: str) -> None:
    (one,) = [one for one in _tell("Mend the export", report) if "outcome" in one.tags]
    assert (one.text, one.why) == (text, why)
    assert one.parts.get("alternatives", [""]) == [old]
    assert one.kind == ("decision" if old else "fact")


@pytest.mark.parametrize(
    "report",
    [
        "Added the endpoint and its tests. All 20 tests pass.",
        "The problem may be the cache. You can raise the timeout from 5 to 30 seconds.",
        "## Next steps\n\n- Change the key from `a` to `b`, because it collides.",
        "## Benefits\n\n- The code is cleaner because the helper is gone.",
        "Everything works now instead of failing!",
        "Reduced from 208 lines to 75 lines.",
        "The flow is: request → queue → worker → database.",
        "| file | lines |\n|---|---|\n| a.py | 20 |",
    ],
)
def test_what_is_no_outcome(report: str) -> None:
    assert find_outcomes(report) == []


def test_what_was_named_before_the_change_explains_its_report() -> None:
    cause = "The root cause is that the export holds the lock while it waits for the disk."
    turns = [
        Turn("user", "The export hangs, why?", line=1),
        Turn("assistant", cause, line=2),
        Turn("user", "Mend it", line=3),
        Turn("tool", "", action="edit", line=4),
        Turn("assistant", "Moved the write out of the locked section.", line=5),
    ]
    (one,) = find_candidates(turns, known_paths=lambda path: False)
    assert (one.text, one.why) == ("Moved the write out of the locked section", cause.rstrip("."))


def test_a_later_change_leaves_what_was_reported_before() -> None:
    reported = Turn("assistant", "Fixed. The issue was that the parser dropped the last row.", line=3)
    turns = [
        *(Turn("user", "Mend the import", line=1), Turn("tool", "", action="edit", line=2), reported),
        *(Turn("user", "Now the export", line=4), Turn("tool", "", action="edit", line=5)),
        Turn("assistant", "Done.", line=6),
    ]
    assert any("dropped the last row" in one.text for one in find_candidates(turns, known_paths=lambda path: False))


@pytest.mark.parametrize(
    "prompt",
    [
        "No, that is not what I asked for.",
        "Still the same error.",
        "hm, it doesn't work",
        "Please revert that.",
        "why did you change the schema?",
        "Nein, das ist falsch.",
        "ça ne marche toujours pas",
        "sigue sin funcionar",
    ],
)
def test_a_report_that_is_turned_down_is_overruled(prompt: str) -> None:
    assert overrules(prompt)
    stated = _tell("Fix the leak between tenants", FIXED, Turn("user", prompt, line=4))
    assert [one.overruled for one in stated if "outcome" in one.tags] == [True]


@pytest.mark.parametrize(
    "prompt",
    ["No problem, go on.", "No more questions.", "Great, now the docs.", "Why does the cache need a tenant?", "Yes"],
)
def test_a_report_that_is_accepted_stands(prompt: str) -> None:
    assert not overrules(prompt)
    stated = _tell("Fix the leak between tenants", FIXED, Turn("user", prompt, line=4))
    assert [one.overruled for one in stated if "outcome" in one.tags] == [False]


def test_tables_are_read_outside_of_code_alone() -> None:
    text = "| a | b |\n|:--|--:|\n| **1** | x \\| y |\n| only one |\n\n```\n| c | d |\n|---|---|\n| 1 | 2 |\n```\n"
    (table,) = read_tables(f"{text}| no | rule |")
    assert table.columns == ("a", "b")
    assert table.rows == (("1", "x \\| y"),)


@pytest.mark.parametrize(
    "line",
    [
        "Updated the routes to use the new query functions instead of placeholder messages",
        "Fixed `connect()` call: created an empty vector instead of passing a string literal",
        "Renamed all classes from `tab-total` to `tab-highlighted`",
        "Replaced the missing `updateMsg()` with `updateError()`",
        "Mocked the components to prevent import errors",
        "For images: uses the thumbnail instead of the image itself",
        "Test coverage: updated from 78% to 100%",
        "Updated the overall progress from 30% to 65%",
        "Phase 2 status: changed from in progress, 65% complete to completed",
        "Last updated: changed from January 2025 to September 2025",
        "Renamed the plan from `plans/027-search.md` to `plans/026-search.md`",
        "Updated the table to point at task #26 instead of #27",
        "Changed the tests passing from 3 of 30 to 24 of 30",
    ],
)
def test_a_line_of_a_change_log_is_no_decision(line: str) -> None:
    report = f"## Changes\n\n- {line}\n- All 14 tests pass.\n"
    assert not [one for one in _tell("Rework the page", report) if one.kind == "decision" and one.confidence >= 0.72]


@pytest.mark.parametrize(
    "line",
    [
        "Raised the timeout from 5 to 30 seconds",
        "Replaced the file lock with an advisory one because NFS ignores `flock`",
        "Removed `headerStyle` since the table does not support it",
        "Raised the coverage threshold from 70% to 80%",
        "Changed the status code from 400 to 422",
        "Moved the default branch of the phase check from 1 to 2",
        "Set the default status from 0 to 1",
        "Changed the chunk size from 1/4 to 1/8 of the file",
    ],
)
def test_a_change_of_a_value_or_with_a_reason_is_one(line: str) -> None:
    report = f"## Changes\n\n- {line}\n- All 14 tests pass.\n"
    assert [one.kind for one in _tell("Rework the page", report) if one.confidence >= 0.72] == ["decision"]


def test_what_only_says_that_it_is_done_gives_way_to_its_cause() -> None:
    report = "The issue was that the key left out the tenant.\n\nI've successfully implemented the fix as requested.\n"
    (one,) = _tell("Fix the leak", report)
    assert one.text == "The issue was that the key left out the tenant"
