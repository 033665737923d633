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
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        """By the first word, or by its beginning where any ending will do."""
        for row in table.replace("\n", " ").split(";"):
            for phrase in _expand(row.split()):
                first = phrase[0] if "*" not in phrase[0] else phrase[0][:_BEGINNING]
                self._by_first.setdefault(first, []).append(phrase)

    def find(self, words: "Sequence[str]", start: int = 0) -> "tuple[int, int] | None":
        """Where the first phrase begins and ends; the longest of those that begin there."""
        by_first = self._by_first
        for place in range(start, len(words)):
            word = words[place]
            phrases = by_first.get(word), by_first.get(word[:_BEGINNING])
            if phrases == (None, None):
                continue
            ends = [place + len(phrase) for some in phrases for phrase in some or () if _fits(phrase, words, place)]
            if ends:
                return place, max(ends)
        return None


def _expand(parts: "Sequence[str]") -> "Iterable[tuple[str, ...]]":
    phrases: list[tuple[str, ...]] = [()]
    for part in parts:
        phrases = [(*phrase, one) if one != "~" else phrase for phrase in phrases for one in (part.split("/"))]
    return [phrase for phrase in phrases if phrase]


def _fits(phrase: "Sequence[str]", words: "Sequence[str]", place: int) -> bool:
    if place + len(phrase) > len(words):
        return False
    return all(
        words[place + number].startswith(part[:-1]) if part.endswith("*") else words[place + number] == part
        for number, part in enumerate(phrase)
    )
