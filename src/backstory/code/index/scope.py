"""The scope before the colon of a title (`gpg-interface: ...`, `fix(css): ...`), and how alike a path is to it."""

import re
from typing import Final

from backstory.code.index.goal import trim_ending
from backstory.code.read.definitions import split_name
from backstory.model.late_pattern import late_pattern

_SCOPE: Final = late_pattern(r"^(?:\w+\(([^)]+)\)!?:|\[([^\]]+)\]|([\w./ -]{2,40}?):\s)")
_NO_SCOPE: Final = frozenset(
    ["fix", "feat", "test", "doc", "chore", "bug", "issue", "feature", "request", "refactor", "perf", "build", "ci"]
)


def find_scope(title: str) -> set[str]:
    """The words of a title's scope but for those that say what kind of change it is."""
    match = _SCOPE.match(title) if ":" in title or "]" in title else None
    words: set[str] = set()
    for name in re.findall(r"\w+", next(filter(None, match.groups()), "")) if match else ():
        words |= _name_words(name)
    return words - _NO_SCOPE


def scope_likeness(path: str, words: set[str]) -> float:
    """How alike a file's name, or at a discount one of its folders, is to the words of a scope."""
    *folders, name = map(_name_words, path.rpartition(".")[0].split("/"))
    return max([_overlap(name, words), *(0.6 * _overlap(folder, words) for folder in folders)])


def _name_words(name: str) -> set[str]:
    return set(map(trim_ending, split_name(name)))


def _overlap(pieces: set[str], words: set[str]) -> float:
    return len(pieces & words) / len(pieces | words)
