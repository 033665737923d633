"""What an agent says that is worth no record: narration, empty findings, descriptions of code."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.statements.hollow_statements import describes_code, is_hollow, logs_change, names_choice
from backstory.capture.statements.subagent_reports import find_report
from backstory.capture.text.prose import read_sentences
from backstory.memory.intake.candidates import MIN_CONFIDENCE


def plain(text: str) -> str:
    (sentence,) = read_sentences(text, person=False)
    return sentence.plain


def records(*rows: tuple[str, str]) -> list[tuple[str, str]]:
    turns = [Turn(role, text, line=number) for number, (role, text) in enumerate(rows)]
    return [(one.kind, one.text) for one in find_candidates(turns, known_paths=lambda path: False)]


@pytest.mark.parametrize(
    "text",
    [
        "First, I'll analyze the build failure and inspect `release.data.ts`",
        "In the `load` function, I’ll implement a fetch that checks `response.ok`, throwing an error if it fails",
        "However, I'm wondering if `downloadCover` is failing due to permission issues",
        "The user says the fix didn't work",
        "El problema está claro ahora",
        "The problem is clear now.",
        "The issue was in `undefined`",
        "Now I have a comprehensive view of the codebase",
        "(14) ⚠️ Lines 16-18: The `if a` pattern could be simplified since we already checked `a && b`",
        "Not a blocker, but worth noting",
        "The patch is applied but the sorting logic isn't working correctly",
        "Reviewing `pre_gen.dart` to add a check that the id is not empty",
        "Creating a prototype in a new folder so we don't modify the main app",
        "Consolidate the configuration: We'll ensure that the port is set in one place",
        "That's the last decision on the data flow before we get to the screens",
        "Worth noting as a future path, not v1",
        "Problem: My last change to `draw` was incorrect",
        "The update doesn't work at all",
        "Test `undo keeps order` expects 2 steps, but only 1 is rendered",
        "Some callers rely on hooks that aren't working correctly with the new state",
        "The issue was in the `list_prices` function on line 345",
        "✅ Reduced clutter - only 4 cards are visible instead of 19",
        "Number input (only accepts integers)",
        "Still duplicates - the fix isn't working",
        "The error is NOT fixed yet",
        "→ `cli/auth.json`, both occurrences, because the old place is never read",
        "(already corrected earlier) now the session is only fetched",
        "The error is coming from `src/transforms.js` (not the file I was looking at)",
        "3",
    ],
)
def test_words_on_the_way_and_empty_findings_are_hollow(text: str) -> None:
    assert is_hollow(plain(text))
    assert not records(("user", "the build is red"), ("assistant", text))


@pytest.mark.parametrize(
    "text",
    [
        "The issue was in `Pool.take`, which hands out closed connections",
        "(2) `Pool.take` is not used because it hands out closed connections",
        "Caveat worth noting: the lock is per process, not per file",
        "Running the migrations twice does not help: the lock is per process",
        "Checking the header in the proxy fails because it strips it",
        "I replaced `open()` with `reopen()`",
        "The regex needs to match just the comment part, not the entire line",
        "My first attempt to fix the frame by drawing it in the loop was wrong because the loop clears it",
        "The scanner does not work at all on Windows because paths have a colon",
        "The issue was that `push_event` adds the prefix itself",
        "`pip install -e .` → failed because setuptools found several packages in a flat layout",
        "That's the reason why the lock is per process, not per file",
        "El problema es que el `DatabaseService` se inicializa antes de que se carguen los datos",
    ],
)
def test_what_was_learnt_is_not_hollow(text: str) -> None:
    assert not is_hollow(plain(text))


@pytest.mark.parametrize(
    "text",
    [
        "`tryNudge(reason)` — one-time prompts, kept in `localStorage`",
        "[`like-context.tsx`](apps/web/lib/like-context.tsx) — For guests only, calls `tryNudge()`",
        "Like (`LikeButton`) → opens the auth modal, does not like locally",
        "`loadFeedPage()` now returns `{ items, nextCursor }` aligned with the API",
    ],
)
def test_a_line_that_says_what_code_does_is_no_decision(text: str) -> None:
    assert describes_code(plain(text))
    assert not [one for one in records(("user", "wire the modal"), ("assistant", text)) if one[0] == "decision"]


@pytest.mark.parametrize(
    "text",
    [
        "`Pool.take` — waits instead of raising, because callers retry anyway",
        "I went with SQLite rather than Postgres",
        "Recorded as D-123 — the header alone owns the switch",
        "`base` must be `const` instead of `let`",
    ],
)
def test_a_choice_is_told_from_a_description(text: str) -> None:
    assert names_choice(plain(text))
    assert not describes_code(plain(text))


def test_a_cause_in_another_language_is_dropped_once_it_is_mended() -> None:
    cause = "El problema es que `Pool.take` entrega conexiones cerradas."
    edit = Turn("tool", "", tool="Edit", action="edit", edits=("pool.py",), line=3)
    turns = [Turn("user", "falla la prueba", line=1), Turn("assistant", cause, line=2), edit]
    assert not find_candidates(turns, known_paths=lambda path: False)
    assert [one.kind for one in find_candidates(turns[:2], known_paths=lambda path: False)] == ["fact"]


def test_a_row_of_a_table_that_only_has_a_number_is_no_cause() -> None:
    table = "| Bug | Fix |\n|---|---|\n| 1 | One element again |\n| 2 | Restored the second line |\n"
    edit = Turn("tool", "", tool="Edit", action="edit", edits=("index.ts",), line=2)
    turns = [Turn("user", "fix both bugs", line=1), edit, Turn("assistant", f"Both are fixed.\n\n{table}", line=3)]
    assert not find_candidates(turns, known_paths=lambda path: False)


@pytest.mark.parametrize(
    "text",
    [
        "✅ Good — Uses `schema.Type` constants instead of raw strings",
        "(28) ✅ Uses `flags.silent` instead of the global one",
        "Changed the palette to the dark one instead of the light one",
        "Line 2764 - Replaced `msg()` with `error()`",
        "Recorded as D8 (streaming, with signed links noted for later), and one question is left",
        "Questions 7 and 8 removed from the open ones (they are closed) — replaced with a pointer to D9",
        "Bonus: a fifth dead link that I saw on the way — repointed to D8",
        "The doc is now consistent: every link resolves, and no sentence contradicts the model",
    ],
)
def test_a_line_of_a_change_log_is_told_from_a_choice(text: str) -> None:
    assert logs_change(plain(text))


@pytest.mark.parametrize(
    "text",
    [
        "We use a file lock instead of a table, so two hosts can share it",
        "Replaced the pool with a lock because NFS ignores `flock`",
        "I went with a list instead of a set",
        "D6 recorded: the old rows heal by themselves, no job for it",
        "Sessions are removed from the cache at each logout",
        "Drafts are never moved to the archive",
    ],
)
def test_a_choice_is_no_line_of_a_change_log(text: str) -> None:
    assert not logs_change(plain(text))


@pytest.mark.parametrize("opening", ["Now I have all the information I need.", "I've thoroughly explored the sources."])
def test_the_report_of_a_sub_agent_begins_with_what_it_says(opening: str) -> None:
    report = f"{opening} Here's a comprehensive breakdown of it. Retries happen in `send`, never in the pool."
    (one,) = find_report(report)
    assert one.text.startswith("Retries happen in `send`")


@pytest.mark.parametrize(
    ("report", "title"),
    [
        (
            "I've completed a review of the cloud backend:\n\nLocation: `a.ts:1`\n\nSessions have a unique key of two.",
            "Cloud backend: Sessions have a unique key of two",
        ),
        (
            "Here's a comprehensive breakdown of how it works:\n\nThe size is asked for before each upload.",
            "The size is asked for before each upload",
        ),
    ],
)
def test_the_opening_of_a_report_only_names_what_it_is_about(report: str, title: str) -> None:
    assert [one.text for one in find_report(report)] == [title]


@pytest.mark.parametrize(
    "text",
    [
        "Painting is not constrained to the selected area",
        "Understanding why the selectors don't work",
        "Clicking inside the white box won't close it",
    ],
)
def test_what_a_program_does_is_no_failed_attempt(text: str) -> None:
    assert not [one for one in records(("user", "go on"), ("assistant", text)) if one[0] == "attempt"]


def test_an_error_of_the_connection_is_no_report() -> None:
    assert find_report('API Error: 400 {"type":"error","error":{"type":"invalid_request_error"}}') == []


@pytest.mark.parametrize(
    ("cause", "confident"),
    [
        ("The issue was that I tried to call a function that does not exist.", False),
        ("The problem was an extra closing bracket in the template.", False),
        ("The issue was that forms send strings, and the check expects numbers.", True),
    ],
)
def test_a_slip_is_only_recalled(cause: str, confident: bool) -> None:
    turns = [Turn("user", "why?", line=1), Turn("assistant", cause, line=2), Turn("user", "ok, next", line=3)]
    (one,) = [one for one in find_candidates(turns, known_paths=lambda path: False) if one.kind == "fact"]
    assert (one.confidence >= MIN_CONFIDENCE) is confident


@pytest.mark.parametrize("asked", ["can you validate that this fixed it?", "ok could you please explain how it works?"])
def test_a_request_in_the_form_of_a_question_is_no_topic(asked: str) -> None:
    for text in (
        "I tried to reuse it in the worker, but it fails with a timeout",
        "The issue was that it closes the pool",
    ):
        assert all(asked not in title for _, title in records(("user", asked), ("assistant", f"{text}.")))
