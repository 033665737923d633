"""Phrases that are looked for in the words of a sentence. No regular expressions: the hook process imports none."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_BEGINNING = 4
"""Letters of a word with an open end by which its phrase is found; it has at least as many."""


class Phrases:
    """Phrases to look for in a list of words: in their order, `/` between alternatives, `~` for none, `*` for any
    ending, `;` between phrases."""

    def __init__(self, table: str) -> None:
        self._exact = _Opening()
        """By the first word."""
        self._open = _Opening()
        """By the beginning of the first word, where any ending will do."""
        for row in table.replace("\n", " ").split(";"):
            parts = row.split()
            rows: Sequence[Sequence[str]] = _expand(parts) if parts and "~" in parts[0] else (parts,)
            for one in filter(None, rows):
                for first in one[0].split("/"):
                    if first[-1] == "*":
                        self._open.add(first[:_BEGINNING], first, one)
                    else:
                        self._exact.add(first, first, one)

    def find(self, words: "Sequence[str]") -> "tuple[int, int] | None":
        """Where the first phrase begins and ends; the longest of those that begin there."""
        exact, opened = self._exact.rows, self._open.rows
        if exact.keys().isdisjoint(words) and (
            not opened or opened.keys().isdisjoint([word[:_BEGINNING] for word in words])
        ):
            return None
        for place, word in enumerate(words):
            end = 0
            if word in exact:
                end = _find_end(self._exact.expand(word), words, place)
            if opened and word[:_BEGINNING] in opened:
                end = max(end, _find_end(self._open.expand(word[:_BEGINNING]), words, place))
            if end:
                return place, end
        return None


class _Opening:
    """Phrases by how they begin. Most are never looked for, so each is expanded when a text has its beginning."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[str, Sequence[str]]]] = {}
        self._expanded: dict[str, list[tuple[str, ...]]] = {}

    def add(self, key: str, first: str, parts: "Sequence[str]") -> None:
        """Adds a phrase whose first word is `first`, and whose others are those of `parts`."""
        rows = self.rows.get(key)
        if rows is None:
            self.rows[key] = [(first, parts)]
        else:
            rows.append((first, parts))

    def expand(self, key: str) -> "Sequence[tuple[str, ...]]":
        """The phrases that begin so, the longest first."""
        if key not in self._expanded:
            phrases = [(first, *rest) for first, parts in self.rows[key] for rest in _expand(parts[1:])]
            self._expanded[key] = sorted(phrases, key=len, reverse=True)
        return self._expanded[key]


def _expand(parts: "Sequence[str]") -> "list[tuple[str, ...]]":
    phrases: list[tuple[str, ...]] = [()]
    for part in parts:
        if "/" in part or part == "~":
            choices = part.split("/")
            phrases = [(*phrase, one) if one != "~" else phrase for phrase in phrases for one in choices]
        else:
            phrases = [(*phrase, part) for phrase in phrases]
    return phrases


def _find_end(phrases: "Sequence[tuple[str, ...]]", words: "Sequence[str]", place: int) -> int:
    """Where the longest of the phrases ends that begin at a place; 0 where none does."""
    for phrase in phrases:
        if _fits(phrase, words, place):
            return place + len(phrase)
    return 0


def _fits(phrase: "Sequence[str]", words: "Sequence[str]", place: int) -> bool:
    if place + len(phrase) > len(words):
        return False
    for number, part in enumerate(phrase):
        word = words[place + number]
        if part != word and not (part[-1] == "*" and word.startswith(part[:-1])):
            return False
    return True
