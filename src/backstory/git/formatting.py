"""Whether a commit changed a line or only its looks: layout, quotes, commas, names of a formatter's making."""

import re
from typing import Final, NamedTuple

ALIKE: Final = 0.6
"""Likeness from which a line that a commit took away counts as the earlier form of the one that it brought."""
PAIRED: Final = 0.4
"""The same for the line that stood in its very place."""
MANY: Final = 200
"""Lines of one change that are compared."""
_HUNK: Final = re.compile(r"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_DRESS: Final = re.compile(r"[\s'\"`,()\[\]{};\\]+|\b[uU](?=['\"])|[/*#]+$")
_TOOLS: Final = re.compile(
    r"\b(?:black|ruff|isort|pyupgrade|autopep8|yapf|flake8|pep ?8|pylint|prettier|eslint|clang-format|gofmt|goimports|"
    r"rustfmt|rubocop|pre-commit|reorder[_-]python[_-]imports|scalafmt|ktlint|spotless|shfmt|stylelint|php-cs-fixer)\b"
    r"|\b(?:re-?format\w*|formatting|white ?space|(?:re-?)?indent\w*|lint\w*|(?:coding|code) style|style (?:fix|nit)\w*"
    r"|style guide|trailing commas?|line (?:length|endings?)|long lines|quotes|typos?|spelling|grammar)\b"
    r"|^style(?:\(.*\))?!?:|\b(?:licen[cs]e|copyright) (?:headers?|notices?|years?)\b"
    r"|\b(?:sort(?:ed|ing)?|reorder(?:ed)?|clean(?:ed)?[ -]?up) imports?\b|\bpython ?2\b.*\b(?:drop|remov)\w*"
    r"|\bno functional changes?\b|\bmechanical(?:ly)?\b|\bcosmetic\b|\btidy\b",
    re.IGNORECASE,
)
"""Subjects of commits that are not meant to change what the code does."""
_MOVES: Final = re.compile(
    r"\b(?:renam(?:e|ed|es|ing)|mov(?:e|ed|es|ing)|split(?:ting)?|relocat\w*|extract\w*|reorgani[sz]\w*|restructur\w*)\b",
    re.IGNORECASE,
)


class Before(NamedTuple):
    """What a line was before a commit."""

    text: str = ""
    dressed: bool = False
    """Whether both say the same but for white space, quotes, commas and brackets."""
    likeness: float = 0.0
    """From 0 to 1, of the words of both."""
    paired: bool = False
    """Whether it stood in the very place, in a change that took as many lines as it brought."""

    @property
    def alike(self) -> bool:
        return self.dressed or self.likeness >= (PAIRED if self.paired else ALIKE)


NOTHING: Final = Before()


def compare(diff: str, number: int, text: str) -> Before:
    """What line `number` of the new file (`text`) was in the old one, by a diff of the two without context."""
    taken: list[str] = []
    inside = False
    at = size = 0
    for line in diff.split("\n"):
        hunk = _HUNK.match(line)
        if hunk:
            if inside:
                break
            start, count = int(hunk[1]), int(hunk[2] or 1)
            inside = start <= number < start + count
            at, size = number - start, count
        elif inside and line.startswith("-"):
            taken.append(line[1:])
    if not taken or len(taken) > MANY:
        return NOTHING
    bare = _bare(text)
    best, likeness = max(((old, _likeness(old, text)) for old in taken), key=lambda pair: pair[1])
    paired = len(taken) == size and _likeness(taken[at], text) >= max(PAIRED, likeness - 0.2)
    if paired:
        best, likeness = taken[at], _likeness(taken[at], text)
    whole = _bare("\n".join(taken))
    same = _bare(best) == bare
    dressed = bool(bare) and (same or (len(bare) >= 6 and bare in whole))
    return Before(best.strip(), dressed, likeness, paired)


def is_mechanical(subject: str, before: Before) -> bool:
    """Whether a commit changed a line's looks only: as its text shows, or as the commit says and its text allows."""
    if before.dressed:
        return True
    if _TOOLS.search(subject):
        return before.likeness >= ALIKE
    return bool(_MOVES.search(subject)) and before.likeness >= 0.75


def says_looks_only(subject: str) -> bool:
    """Whether a commit says of itself that it changes looks only."""
    return bool(_TOOLS.search(subject))


def says_no_change(subject: str) -> bool:
    """Whether a commit says that it changes looks or places only."""
    return bool(_TOOLS.search(subject) or _MOVES.search(subject))


def _bare(text: str) -> str:
    return _DRESS.sub("", text)


def _likeness(old: str, new: str) -> float:
    """Shared words over all words, in order of neither; 1.0 for the same words."""
    a, b = re.findall(r"\w+|[^\w\s]", old), re.findall(r"\w+|[^\w\s]", new)
    if not a or not b:
        return 0.0
    rest = list(b)
    shared = 0
    for word in a:
        if word in rest:
            rest.remove(word)
            shared += 1
    return 2 * shared / (len(a) + len(b))
