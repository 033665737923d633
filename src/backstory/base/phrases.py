"""Phrases that are looked for in the words of a sentence. No regular expressions: the hook process imports none."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_BEGINNING = 4
"""Letters of a word with an open end by which its phrase is found; it has at least as many."""


class Phrases:
    """Phrases to look for in a list of words: in their order, `/` between alternatives, `~` for none, `*` for any
    ending, `;` between phrases."""

    def __init__(self, table: str) -> None:
        self._exact: dict[str, list[tuple[str, ...]]] = {}
        """By the first word, the longest first."""
        self._open: dict[str, list[tuple[str, ...]]] = {}
        """By the beginning of the first word, where any ending will do."""
        for row in table.replace("\n", " ").split(";"):
            for phrase in _expand(row.split()):
                is_open = phrase[0].endswith("*")
                rows = self._open if is_open else self._exact
                rows.setdefault(phrase[0][:_BEGINNING] if is_open else phrase[0], []).append(phrase)
        for rows in (self._exact, self._open):
            for phrases in rows.values():
                phrases.sort(key=len, reverse=True)

    def find(self, words: "Sequence[str]") -> "tuple[int, int] | None":
        """Where the first phrase begins and ends; the longest of those that begin there."""
        exact, opened = self._exact, self._open
        if not opened and exact.keys().isdisjoint(words):
            return None
        for place, word in enumerate(words):
            end = 0
            if word in exact:
                end = _find_end(exact[word], words, place)
            if opened and word[:_BEGINNING] in opened:
                end = max(end, _find_end(opened[word[:_BEGINNING]], words, place))
            if end:
                return place, end
        return None


def _expand(parts: "Sequence[str]") -> "Iterable[tuple[str, ...]]":
    phrases: list[tuple[str, ...]] = [()]
    for part in parts:
        phrases = [(*phrase, one) if one != "~" else phrase for phrase in phrases for one in (part.split("/"))]
    return [phrase for phrase in phrases if phrase]


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
