"""Detects commits that only reformatted a line."""

import re
from typing import Final, NamedTuple

from backstory.model.late_pattern import late_pattern

ALIKE: Final = 0.6
"""Likeness from which a removed line counts as the earlier form of an added one."""
PAIRED: Final = 0.4
"""The same for the line at the same place in the change."""
MANY: Final = 200
"""Lines of one change that are compared."""
_HUNK: Final = late_pattern(r"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_DRESS: Final = late_pattern(r"[\s'\"`,()\[\]{};\\]+|\b[uU](?=['\"])|[/*#]+$")
_TOOLS: Final = late_pattern(
    r"\b(?:black|ruff|isort|pyupgrade|autopep8|yapf|flake8|pep ?8|pylint|prettier|eslint|clang-format|gofmt|goimports|"
    r"rustfmt|rubocop|pre-commit|reorder[_-]python[_-]imports|scalafmt|ktlint|spotless|shfmt|stylelint|php-cs-fixer)\b"
    r"|\b(?:re-?format\w*|formatting|white ?space|(?:re-?)?indent\w*|lint\w*|(?:coding|code) style|style (?:fix|nit)\w*"
    r"|style guide|trailing commas?|line (?:length|endings?)|long lines|quotes|typos?|spelling|grammar)\b"
    r"|^style(?:\(.*\))?!?:|\b(?:licen[cs]e|copyright) (?:headers?|notices?|years?)\b"
    r"|\b(?:sort(?:ed|ing)?|reorder(?:ed)?|clean(?:ed)?[ -]?up) imports?\b|\bpython ?2\b.*\b(?:drop|remov)\w*"
    r"|\bno functional changes?\b|\bmechanical(?:ly)?\b|\bcosmetic\b|\btidy\b",
    re.IGNORECASE,
)
"""Subjects of commits that do not mean to change the behaviour of the code."""
_MOVES: Final = late_pattern(
    r"\b(?:renam(?:e|ed|es|ing)|mov(?:e|ed|es|ing)|split(?:ting)?|relocat\w*|extract\w*|reorgani[sz]\w*|restructur\w*)\b",
    re.IGNORECASE,
)


class Before(NamedTuple):
    """A line before a commit."""

    text: str = ""
    dressed: bool = False
    """Whether both are equal except for white space, quotes, commas and brackets."""
    likeness: float = 0.0
    """How many words both share, from 0 to 1."""
    paired: bool = False
    """Whether it was at the same place, in a change that removed as many lines as it added."""

    @property
    def alike(self) -> bool:
        return self.dressed or self.likeness >= (PAIRED if self.paired else ALIKE)


NOTHING: Final = Before()


def find_earlier_form(diff: str, number: int, text: str) -> Before:
    """The earlier form of line `number` of the new file (`text`), from a diff without context."""
    change = _read_change(diff, number)
    if not change.removed or len(change.removed) > MANY:
        return NOTHING
    best, likeness = max(((old, _likeness(old, text)) for old in change.removed), key=lambda pair: pair[1])
    paired = False
    if len(change.removed) == change.size:
        opposite = change.removed[change.place]
        likeness_of_opposite = _likeness(opposite, text)
        paired = likeness_of_opposite >= max(PAIRED, likeness - 0.2)
        if paired:
            best, likeness = opposite, likeness_of_opposite
    return Before(best.strip(), _is_redressed(text, best, change.removed), likeness, paired)


class _Change(NamedTuple):
    """The hunk of a diff that holds a line."""

    removed: list[str]
    place: int
    """The line's place among the lines that the hunk adds."""
    size: int
    """How many lines it adds."""


def _read_change(diff: str, number: int) -> _Change:
    """The hunk that adds line `number`, from a diff without context; an empty one when there is none."""
    removed: list[str] = []
    place = size = 0
    inside = False
    for line in diff.split("\n"):
        hunk = _HUNK.match(line)
        if hunk:
            if inside:
                break
            start, size = int(hunk[1]), int(hunk[2] or 1)
            place = number - start
            inside = 0 <= place < size
        elif inside and line.startswith("-"):
            removed.append(line[1:])
    return _Change(removed, place, size)


def _is_redressed(text: str, before: str, removed: list[str]) -> bool:
    """Whether a line has the letters of the line before, or, when it is long enough, of a part of all removed lines."""
    bare = _bare(text)
    if not bare:
        return False
    return _bare(before) == bare or (len(bare) >= 6 and bare in _bare("\n".join(removed)))


def is_mechanical(subject: str, before: Before) -> bool:
    """Whether a commit only reformatted a line: its text shows it, or the subject says it and the text allows it."""
    if before.dressed:
        return True
    if _TOOLS.search(subject):
        return before.likeness >= ALIKE
    return bool(_MOVES.search(subject)) and before.likeness >= 0.75


def says_formatting_only(subject: str) -> bool:
    """Whether a commit's subject says that it only reformats."""
    return bool(_TOOLS.search(subject))


def says_move_or_formatting(subject: str) -> bool:
    """Whether a commit's subject says that it only reformats or moves code."""
    return bool(_TOOLS.search(subject) or _MOVES.search(subject))


def _bare(text: str) -> str:
    return _DRESS.sub("", text)


def _likeness(old: str, new: str) -> float:
    """Shared words over all words, whatever their order; 1.0 for the same words."""
    old_words, new_words = re.findall(r"\w+|[^\w\s]", old), re.findall(r"\w+|[^\w\s]", new)
    if not old_words or not new_words:
        return 0.0
    rest = list(new_words)
    shared = 0
    for word in old_words:
        if word in rest:
            rest.remove(word)
            shared += 1
    return 2 * shared / (len(old_words) + len(new_words))
