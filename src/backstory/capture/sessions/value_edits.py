"""Numbers that an edit replaced: `settle = 0.2` that became `settle = 0.5`, by comparing the old text with the new."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from backstory.capture.text.edit_texts import TextEdit
from backstory.capture.text.patterns import Pattern

_TOKEN: Final = Pattern(r"(?P<quote>[\"'`])\d[\w.]*%?(?P=quote)|\d[\w.]*%?|[^\W\d]\w*(?:[-.][^\W\d]\w*)*[?!]?|\S")
"""A number, quoted or not, a name or a sign."""
_WORDS: Final = frozenset(
    (
        "def", "let", "var", "const", "val", "fn", "func", "fun", "function", "return", "if", "else", "elif", "for",
        "in", "while", "static", "public", "private", "final", "self", "this", "new", "import", "from", "export",
        "class", "struct", "enum", "type", "int", "str", "string", "bool", "float", "void", "and", "or", "not", "the",
        "a", "of", "to", "is", "as", "with", "case", "then", "do", "end", "await", "async",
    )
)  # fmt: skip
"""Words of languages, which name nothing."""
_MOST_LINES: Final = 400
_MOST_TOKENS: Final = 300
_LONGEST_RUN: Final = 12
"""Tokens that are replaced at once above which code was rewritten."""
_LONGEST: Final = 40
"""Characters of a number or of what replaces it."""
_BEFORE: Final = 5
"""Names before a number by which it goes."""
_BEHIND: Final = 2
"""The same of those behind it, among its next `_NEXT` tokens."""
_NEXT: Final = 4
_MOST_VALUES: Final = 8
"""Numbers of one edit above which it rewrites a table."""
_VERSION: Final = 2
"""Points from which a number is a version: what is said of one stays true when the next begins."""


class ValueEdit(NamedTuple):
    """A number in a file that was replaced."""

    path: str
    """As the agent names the file."""
    name: str
    """The names beside it, the nearest last."""
    old: str
    new: str
    """What stands in its place; empty where it is gone or more than a word replaces it."""


def find_value_edits(edits: Sequence[TextEdit]) -> list[ValueEdit]:
    """The numbers that the edits of one call replace."""
    chosen: dict[ValueEdit, None] = {}
    for edit in edits:
        values = dict.fromkeys(_compare(edit))
        if len(values) <= _MOST_VALUES:
            chosen.update(values)
    return list(chosen)


def _compare(edit: TextEdit) -> Iterator[ValueEdit]:
    old, new = edit.old.split("\n"), edit.new.split("\n")
    if max(len(old), len(new)) > _MOST_LINES:
        return
    before, after = Counter(_split(edit.old)), Counter(_split(edit.new))
    for tag, start, stop, later, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag not in ("replace", "delete"):
            continue
        context = next((names for line in reversed(old[:start]) if (names := _list_names(_split(line)))), [])
        former, current = _split("\n".join(old[start:stop])), _split("\n".join(new[later:end]))
        if max(len(former), len(current)) <= _MOST_TOKENS:
            for name, value, replacement in _compare_tokens(former, current, context[-1:]):
                if before[value] > after[value]:  # one that moved is still there
                    yield ValueEdit(edit.path, name, value, replacement)


def _split(text: str) -> list[str]:
    return [match[0] for match in _TOKEN.finditer(text)]


def _compare_tokens(
    former: Sequence[str], current: Sequence[str], context: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """Yields the numbers that are replaced, each with the names beside it and what replaces it."""
    for tag, start, stop, later, end in SequenceMatcher(None, former, current, autojunk=False).get_opcodes():
        if tag not in ("replace", "delete") or stop - start > _LONGEST_RUN:
            continue
        replacement = current[later:end]
        values = [place for place in range(start, stop) if _is_value(former[place], replacement)]
        for place in values:
            behind = _list_names(former[place + 1 : place + 1 + _NEXT])[:_BEHIND]
            names = [*behind, *context, *_list_names(former[:place])[-_BEFORE:]]
            is_single = len(replacement) == 1 and len(values) == 1 and len(replacement[0]) <= _LONGEST
            yield " ".join(dict.fromkeys(names)), former[place], replacement[0] if is_single else ""


def _list_names(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if (token[0].isalpha() or token[0] == "_") and token.lower() not in _WORDS]


def _is_value(token: str, replacement: Sequence[str]) -> bool:
    """Whether a token is a number that does not stand in what replaces it."""
    is_number = token[0].isdigit() or (len(token) > 1 and token[1].isdigit())
    return is_number and len(token) <= _LONGEST and token.count(".") < _VERSION and token not in replacement
