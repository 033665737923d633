"""Phrases that are looked for in the words of a sentence. No regular expressions: the hook process imports none."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_FEW = 6
"""Uses up to which a tree costs more than it saves."""
_BEGINNING = 4
"""Letters of a word with an open end by which its phrase is found; it has at least as many."""


class Phrases:
    """Phrases to look for in a list of words: in their order, `/` between alternatives, `~` for none, `*` for any
    ending, `;` between phrases."""

    def __init__(self, table: str) -> None:
        self._exact = _Openings()
        """By the first word."""
        self._open = _Openings()
        """By the beginning of the first word, where any ending will do."""
        for row in " ".join(table.split()).split(";"):
            opening, _, rest = row.strip().partition(" ")
            if "~" in opening:
                for one in filter(None, _expand(row.split())):
                    self._add(one[0], " ".join(one[1:]))
            elif "/" in opening:
                for first in opening.split("/"):
                    self._add(first, rest)
            elif opening:
                self._add(opening, rest)

    def _add(self, first: str, rest: str) -> None:
        if first[-1] == "*":
            self._open.add(first[:_BEGINNING], first, rest)
        else:
            self._exact.add(first, first, rest)

    def find(self, words: "Sequence[str]") -> "tuple[int, int] | None":
        """Where the first phrase begins and ends; the longest of those that begin there."""
        exact, opened = self._exact.rows, self._open.rows
        if not opened or opened.keys().isdisjoint([word[:_BEGINNING] for word in words]):
            if exact.keys().isdisjoint(words):
                return None
            for place, word in enumerate(words):
                if word in exact and (end := self._exact.find_end(word, words, place)):
                    return place, end
            return None
        for place, word in enumerate(words):
            end = self._exact.find_end(word, words, place) if word in exact else 0
            if word[:_BEGINNING] in opened:
                end = max(end, self._open.find_end(word[:_BEGINNING], words, place))
            if end:
                return place, end
        return None


class _Openings:
    """Phrases by how they begin. Most are hardly looked for: a tree grows when texts have its beginning often."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[str, str]]] = {}
        self._trees: dict[str, _Tree] = {}
        self._uses: dict[str, int] = {}

    def add(self, key: str, first: str, rest: str) -> None:
        """Adds a phrase whose first word is `first`. The rest of it is taken apart when it is looked for."""
        rows = self.rows.get(key)
        if rows is None:
            self.rows[key] = [(first, rest)]
        else:
            rows.append((first, rest))

    def find_end(self, key: str, words: "Sequence[str]", place: int) -> int:
        """Where the longest of the phrases ends that begin so and at a place; 0 where none does."""
        tree = self._trees.get(key)
        if tree is not None:
            return tree.find_end(words, place)
        uses = self._uses[key] = self._uses.get(key, 0) + 1
        if uses <= _FEW:
            following = words[place + 1] if place + 1 < len(words) else ""
            end = 0
            for first, rest in self.rows[key]:
                if rest and _is_other(rest, following):
                    continue  # most phrases: they are not taken apart
                end = max(end, _match_end((first, *rest.split()), words, place))
            return end
        tree = self._trees[key] = _Tree()
        for first, rest in self.rows[key]:
            for others in _expand(rest.split()):
                tree.add((first, *others))
        return tree.find_end(words, place)


def _is_other(rest: str, following: str) -> bool:
    """Whether the rest of a phrase surely begins with another word than the one that follows."""
    return not (following and rest.startswith(following)) and rest.partition(" ")[0].isalpha()


def _match_end(parts: "Sequence[str]", words: "Sequence[str]", place: int) -> int:
    """Where a phrase ends that begins at a place; 0 where it does not."""
    if not parts:
        return place
    end = 0
    for one in parts[0].split("/"):
        if one == "~":
            end = max(end, _match_end(parts[1:], words, place))
        elif place < len(words) and (words[place] == one or (one[-1] == "*" and words[place].startswith(one[:-1]))):
            end = max(end, _match_end(parts[1:], words, place + 1))
    return end


class _Tree:
    """Phrases by their words, one after the other."""

    __slots__ = ("branches", "is_end", "opened")

    def __init__(self) -> None:
        self.branches: dict[str, _Tree] = {}
        self.opened: dict[str, _Tree] = {}
        """By the beginning of a word, where any ending will do."""
        self.is_end = False
        """Whether a phrase ends here."""

    def add(self, phrase: "Sequence[str]") -> None:
        tree = self
        for word in phrase:
            if word[-1] == "*":
                tree = tree.opened.setdefault(word[:-1], _Tree())
            else:
                tree = tree.branches.setdefault(word, _Tree())
        tree.is_end = True

    def find_end(self, words: "Sequence[str]", place: int) -> int:
        """Where the longest of the phrases ends that begin at a place; 0 where none does."""
        end = place if self.is_end else 0
        if place == len(words):
            return end
        word = words[place]
        if word in self.branches:
            end = max(end, self.branches[word].find_end(words, place + 1))
        for beginning, tree in self.opened.items():
            if word.startswith(beginning):
                end = max(end, tree.find_end(words, place + 1))
        return end


def _expand(parts: "Sequence[str]") -> "list[tuple[str, ...]]":
    phrases: list[tuple[str, ...]] = [()]
    for part in parts:
        if "/" in part or part == "~":
            choices = part.split("/")
            phrases = [(*phrase, one) if one != "~" else phrase for phrase in phrases for one in choices]
        else:
            phrases = [(*phrase, part) for phrase in phrases]
    return phrases
