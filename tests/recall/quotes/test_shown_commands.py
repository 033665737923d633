"""Which commands a brief need not name because it shows them elsewhere: a longer command shows no shorter one."""

import pytest

from backstory.model.session import CommandRun
from backstory.recall.quotes.shown_commands import list_unshown
from backstory.recall.quotes.utterances import USER
from backstory.recall.text.content import Note


def left(last: str, *notes: Note, texts: tuple[str, ...] = ()) -> list[str]:
    run = CommandRun(last, "test", "2026-11-19T10:40:00Z", 0, False, (), "5 passed") if last else None
    return [note.text for note in list_unshown(notes, texts, run)]


@pytest.mark.parametrize(
    ("last", "every"),
    [
        ("cargo test --locked --test wire_tests reconnects -- --test-threads=1", "cargo test --locked"),
        ("go test ./pool -run '^TestDrain$'", "go test ./..."),
        ("npx vitest run src/pool.test.ts -t drains", "npx vitest run"),
        ("uv run pytest tests/test_pool.py -q", "uv run pytest -q"),
        ("bundle exec rspec spec/models/user_spec.rb:12", "bundle exec rspec"),
    ],
)
def test_a_run_of_one_test_does_not_show_how_all_are_run(last: str, every: str) -> None:
    assert left(last, Note(label="all tests", text=every)) == [every]


@pytest.mark.parametrize(
    ("last", "every"),
    [
        ("cargo nextest run --locked", "cargo test"),
        ("pytest -q tests/stock", "make test"),
        ("uv run pytest -n 4", "uv run pytest -q"),
        ("npm run test:unit", "npm test"),
    ],
)
def test_as_many_tests_or_another_program_that_ran_last_are_the_command(last: str, every: str) -> None:
    assert left(last, Note(label="all tests", text=every)) == []
    assert left(last, Note(label="all tests", text=every, detail=USER)) == [every], "the person gave it"
    assert left("cargo test -p pool", Note(label="all tests", text=every, detail="from CI, not run here")) == []


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        ("run scripts/test once before you commit", True),
        ("`cargo test --locked` before each push", True),
        ("cargo test --locked, and nothing else", True),
        ("`cargo test --locked --test wire_tests`: 1 failed", False),
        ("`cargo test --locked -- --nocapture` is too loud", False),
        ("the file is ci/scripts/test.rs", False),
    ],
)
def test_a_text_names_a_command_where_it_ends_there(text: str, is_shown: bool) -> None:
    notes = [Note(label="all tests", text=one) for one in ("cargo test --locked", "scripts/test")]
    assert (len(left("", *notes, texts=(text,))) == 1) == is_shown
