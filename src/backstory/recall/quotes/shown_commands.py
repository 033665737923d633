"""Which commands a brief need not name, because it shows them elsewhere."""

from collections.abc import Sequence
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.session import CommandRun
from backstory.model.test_selection import PLACEHOLDER, list_chosen_names
from backstory.recall.past.red_tests import ALL_TESTS, ONE_TEST, SOME_TESTS
from backstory.recall.quotes.utterances import USER
from backstory.recall.text.content import Note


def list_unshown(commands: Sequence[Note], texts: Sequence[str], last: CommandRun | None) -> list[Note]:
    """The commands that no text names, and that the last test run does not show better: where sessions ran tests, what
    they ran last is the command, whatever a file suggests, or an older run of as many tests."""
    unnamed = [note for note in commands if not any(_names(text, note.text) for text in texts)]
    return [note for note in unnamed if last is None or not _is_shown_by(last.command, note)]


def _names(text: str, command: str) -> bool:
    """Whether a text has a command, and not a longer one that begins with it: `cargo test` in `cargo test --lib`."""
    place = text.find(command)
    while place >= 0:
        end = place + len(command)
        if not (_GOES_ON.match(text, end) or (place and (text[place - 1].isalnum() or text[place - 1] in "-/"))):
            return True
        place = text.find(command, end)
    return False


_GOES_ON: Final = late_pattern(r"[\w/=*-]|[:.](?=\w)|\s+(?:-|[^\s`]*(?:/|::|\.\w))")


def _is_shown_by(command: str, note: Note) -> bool:
    """Whether the last test run shows how tests are run better than a note: all of them where it differs, one of them
    where it began alike, or where the same program runs tests otherwise: `cargo nextest run`, not `cargo test`. What
    it was run with, such as `-j 1`, may be what makes it work."""
    if note.label in (ALL_TESTS, SOME_TESTS):
        is_as_wide = _runs_part(command) == (note.label == SOME_TESTS) and not list_chosen_names(command)
        return note.detail != USER and (bool(note.detail) or is_as_wide or not _is_same_runner(command, note.text))
    if note.label != ONE_TEST:
        return False
    run, shown = command.split(), PLACEHOLDER.split(note.text)[0].split()
    if run[: len(shown)] == shown:
        return True
    is_other = note.detail != USER and len(run) > 1 < len(shown) and run[0] == shown[0] and run[1] != shown[1]
    return is_other and not run[1].startswith("-") and not shown[1].startswith("-")  # an option is no other command


def _is_same_runner(command: str, other: str) -> bool:
    """Whether two commands run tests with the same program: `cargo test --locked`, `cargo test --test pool`."""
    first, second = command.split()[:2], other.split()[:2]
    if first[:1] != second[:1]:
        return False
    words = [one[1] for one in (first, second) if len(one) > 1]
    is_task = all(word[0].isalpha() and not _PLACES.search(f" {word}") for word in words)
    return len(words) < 2 or words[0] == words[1] or not is_task


def _runs_part(command: str) -> bool:
    """Whether a test run names files, folders, packages or tests."""
    return bool(list_chosen_names(command)) or _PLACES.search(command) is not None


_PLACES: Final = late_pattern(
    r"\s(?!-|\./\.\.\.|\./?(?:\s|$)|\d*[<>&])['\"]?[\w.*-]*(?:/[\w*]|::|\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|exs|lua|dart)\b)"
    r"|\s--(?:test|package|filter|bin|example)\b|\s-(?:p|pl) "
)
"""Words that say where the tests are."""
