"""Which commands a brief need not name, because it shows them elsewhere."""

from collections.abc import Sequence
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.session import CommandRun
from backstory.recall.past.red_tests import ALL_TESTS, ONE_TEST, SOME_TESTS
from backstory.recall.quotes.utterances import USER
from backstory.recall.text.content import Note

_PLACEHOLDER: Final = late_pattern(r"\b[A-Z]{4,}\b")
"""A placeholder for the name of a test, as in `PATH::NAME`."""


def list_unshown(commands: Sequence[Note], texts: Sequence[str], last: CommandRun | None) -> list[Note]:
    """The commands that no text names, and that the last test run does not show better: where sessions ran tests, what
    they ran last is the command, whatever a file or an older run suggests."""
    unnamed = [note for note in commands if not any(note.text in text for text in texts)]
    return [note for note in unnamed if last is None or not _is_shown_by(last.command, note)]


def _is_shown_by(command: str, note: Note) -> bool:
    """Whether the last test run shows how tests are run better than a note: all of them where it differs, one of them
    where it began alike, or where the same program runs tests otherwise: `cargo nextest run`, not `cargo test`. What
    it was run with, such as `-j 1`, may be what makes it work."""
    if note.label in (ALL_TESTS, SOME_TESTS):
        return note.text != command and note.detail != USER
    if note.label != ONE_TEST:
        return False
    run, shown = command.split(), _PLACEHOLDER.split(note.text)[0].split()
    if run[: len(shown)] == shown:
        return True
    is_other = note.detail != USER and len(run) > 1 < len(shown) and run[0] == shown[0] and run[1] != shown[1]
    return is_other and not run[1].startswith("-") and not shown[1].startswith("-")  # an option is no other command
