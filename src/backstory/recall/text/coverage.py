"""Chooses texts that together cover the terms of a talk: at each step the one that adds most for its length.

A term is worth more the more it looks like a name or a number, and less the more texts have it. Each time that it is
told, less of its worth is left. So no text is chosen for what another one says already.
"""

import heapq
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from backstory.base.tokenizer import STOP, WEAK
from backstory.base.unspaced_words import COMMON, PLAIN, space_words
from backstory.model.late_pattern import late_pattern
from backstory.recall.text.likeness import list_words, strip_ending

_WORD: Final = late_pattern(r"[^\W_]+")
_SPAN: Final = late_pattern(r"`([^`\n]+)`")
_CODE: Final = late_pattern(r"\w_\w|[a-z][A-Z]|\w/[\w.]|[\w-]\.[a-z]{1,6}$|\w\(\)|^@\w|^--\w")
"""What a word holds that comes from code: `snake_case`, `camelCase`, a path, a file, a call, an option."""
_POINTER: Final = late_pattern(r"[#@](?:\w+:)?\S*\w[./]\w")
"""A word that only points to a file, as prompts do."""
_EDGES: Final = ".,;:!?\"'`*([{<>}]"
_NUMBER: Final = late_pattern(r"(?<![\w.])\d+(?:[.,]\d+)*")
_DIGIT: Final = late_pattern(r"\d")
_LINES: Final = late_pattern(r"(\.[a-z]\w{0,4}):\d+(?:[-:,]\d+)?\b")
"""The lines of a file to which somebody points. They move."""
_PERSON: Final = late_pattern(r"(?<=[^\W\d_A-Z] )[A-Z][a-z]{2,}\b|(?<=[,;] )[A-Z][a-z]{2,}\b")

_NAME: Final = 1.5
"""What a name from code or of a person is worth, relative to a plain word."""
_FIGURE: Final = 1.4
_SHORT: Final = 0.3
"""What a word of at most three letters is worth: in most languages these hold a sentence together."""
_WEAK: Final = 0.25
"""What a common word of software is worth."""
_ONCE: Final = 0.8
"""What counts of a term that nobody came back to."""
_ELSEWHERE: Final = 0.7
"""What counts of a term that no edited file, commit or next step names."""
_AGAIN: Final = 0.5
"""What is left of the worth of a term each time that it is told."""
_SOURCE: Final = 0.9
"""Factor on a text for each text of the same source that was chosen before it."""
_FIRST: Final = 4
"""How much more room the first group has than each other one."""
_EVENLY: Final = 0.5
"""Factor on the even worth of a text for each room's length that was chosen of its group."""
_FRAME: Final = 6
"""Tokens that a text costs beside its own."""
_POWER: Final = 0.75
"""How much the length of a text counts against it."""
_STEM: Final = 7


class Text(NamedTuple):
    """A text that may be chosen."""

    key: int
    terms: Mapping[str, float]
    """Term -> its worth."""
    cost: int
    """Tokens."""
    factor: float
    """What it counts beside its terms."""
    source: int = 0
    """What it comes from, 0 for none. The more of a source is chosen, the less its rest counts."""
    group: int = 0
    """Which of the talks it is of."""
    even: float = 0.0
    """What it counts as long as little of its group is chosen, however long ago it was."""


@lru_cache(4_096)
def read_terms(text: str) -> Mapping[str, float]:
    """The terms of a text -> what each is worth by its form alone."""
    text = space_words(text)
    names = frozenset(map(str.casefold, _list_names(text)))
    people = frozenset(() if text[1:].islower() else map(str.casefold, _PERSON.findall(text)))
    terms: dict[str, float] = {}
    text = _LINES.sub(r"\1", text) if ":" in text else text
    for word in list_words(text):
        stem, worth = _words[word]
        if word in people:
            worth = _NAME
        elif word in names:
            worth = _measure_word(word, names)
        if worth > terms.get(stem, 0.0):
            terms[stem] = worth
    return terms | dict.fromkeys(_NUMBER.findall(text), _FIGURE) if _DIGIT.search(text) else terms


def merge_terms(texts: Iterable[str]) -> Mapping[str, float]:
    """The terms of several texts."""
    each = list(map(read_terms, texts))
    if len(each) == 1:
        return each[0]
    terms: dict[str, float] = {}
    for some in each:
        for term, worth in some.items():
            if worth > terms.get(term, 0.0):
                terms[term] = worth
    return terms


def _list_names(text: str) -> Iterator[str]:
    """The words of a text that come from code. A longer quotation is a sentence or a command, not a name."""
    names = chain.from_iterable(map(_tokens.__getitem__, text.split()))
    if "`" not in text:
        return names
    spans = (span for span in _SPAN.findall(text) if span.count(" ") < 2)
    return chain(chain.from_iterable(map(_WORD.findall, spans)), names)


class _Tokens(dict[str, list[str]]):
    """What stands between two blanks -> the names from code in it."""

    def __missing__(self, token: str) -> list[str]:
        if len(self) >= _MOST_WORDS:
            self.clear()
        names = self[token] = _find_names(token)
        return names


def _find_names(token: str) -> list[str]:
    if token[0] in "#@" and _POINTER.match(token):
        return []
    word = token.strip(_EDGES)
    is_plain = word.islower() and word.isalpha()
    return _WORD.findall(word) if not is_plain and (_CODE.search(word) or "()" in token) else []


class _Words(dict[str, tuple[str, float]]):
    """Word -> its term, and what it is worth where it is no name."""

    def __missing__(self, word: str) -> tuple[str, float]:
        if len(self) >= _MOST_WORDS:
            self.clear()
        term = self[word] = (strip_ending(word)[:_STEM], _measure_word(word, ()))
        return term


_MOST_WORDS: Final = 20_000
_tokens: Final = _Tokens()
_words: Final = _Words()


def _measure_word(word: str, names: Collection[str]) -> float:
    """What a word is worth. Numbers count as a whole, not by their digits."""
    if word.isdigit() or ((word in STOP or word in PLAIN) and word not in names):
        return 0.0
    if word in WEAK or word in COMMON:
        return _WEAK
    if word in names:
        return _NAME
    return _SHORT if len(word) < (4 if word.isascii() else 2) else 1.0


class Coverage:
    """How much of the terms of a talk is told."""

    def __init__(
        self, texts: Sequence[Text], work_terms: Collection[str] = (), room: int = 1, evenness: float = 0.0
    ) -> None:
        self._work_terms = work_terms
        self._room = room
        self._evenness = evenness
        self._spent: Counter[int] = Counter()
        self._common = max(5, len(texts) // 6)
        counts = Counter(chain.from_iterable(text.terms for text in texts))
        self._rarity = {term: self._measure_rarity(term, count) for term, count in counts.items()}
        """Term of a text -> how rare it is."""
        self._left: dict[str, float] = {}
        self._worth: dict[int, list[tuple[str, float]]] = {}
        """Key of a text -> its terms, with what each is worth before it is told."""
        self._sources: Counter[int] = Counter()
        """How many texts of a source were chosen."""

    def count_text(self, text: Text) -> None:
        """Marks a text as chosen: its terms, and its source."""
        self.add(text.terms)
        self._spent[text.group] += text.cost
        if text.source:
            self._sources[text.source] += 1

    def add(self, terms: Iterable[str], left: float = _AGAIN) -> None:
        """Notes that a text with these terms is told, and what that leaves of their worth."""
        for term in terms:
            self._left[term] = self._left.get(term, 1.0) * left

    def measure(self, text: Text) -> float:
        """What a text adds, less the more of its group is told."""
        return self.find_factor(text) * self.weigh(text)

    def find_factor(self, text: Text) -> float:
        """What a text counts beside its terms, less the more of its group is told."""
        if not self._evenness:
            return text.factor
        room = self._room if text.group else _FIRST * self._room
        fading = math.pow(_EVENLY, self._evenness * self._spent[text.group] / room)
        return max(text.factor * (1.0 if text.group else fading), text.even * fading)

    def weigh(self, text: Text) -> float:
        """What the terms of a text are worth now."""
        if text.key not in self._worth:
            rarity = self._rarity
            self._worth[text.key] = [(term, value * rarity[term]) for term, value in text.terms.items()]
        left = self._left
        worth = sum([value * left[term] if term in left else value for term, value in self._worth[text.key]])
        return worth * math.pow(_SOURCE, self._sources[text.source])

    def _measure_rarity(self, term: str, count: int) -> float:
        rarity = _ONCE if count == 1 else min(1.0, self._common / count)
        return rarity if not self._work_terms or term in self._work_terms else rarity * _ELSEWHERE


def choose_texts(coverage: Coverage, texts: Sequence[Text]) -> Iterator[tuple[Text, float]]:
    """Yields all texts, at each step the one that adds most for its length, with what it adds by itself.

    What a text adds only falls while others are told, so its last measure is a bound, and few are measured again.
    """
    heap = [(-_rate(coverage.measure(text), text), text.key) for text in texts]
    by_key = {text.key: text for text in texts}
    heapq.heapify(heap)
    while heap:
        _, key = heapq.heappop(heap)
        text = by_key[key]
        worth = coverage.weigh(text)
        rate = -_rate(coverage.find_factor(text) * worth, text)
        if heap and (rate, key) > heap[0]:
            heapq.heappush(heap, (rate, key))
            continue
        coverage.count_text(text)
        yield text, max(text.factor, text.even) * worth


def _rate(gain: float, text: Text) -> float:
    return gain / math.pow(text.cost + _FRAME, _POWER)
