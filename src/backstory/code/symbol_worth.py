"""How much each definition of a file has of a goal: in its name, and in its text.

Each thing that the goal says counts once, under the best of the words that code may have for it. A thing that few of
the definitions have tells more than one that nearly all have, and a definition that has more of the things more.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.code.index.goal import trim_ending
from backstory.code.index.related_words import stem_word
from backstory.code.read.definitions import split_name
from backstory.code.windows import find_beginnings

if TYPE_CHECKING:
    from backstory.code.index.related_words import Concept

_NAMED: Final = 4.0
"""Worth of a name that the goal has as a whole, for each step of its likeness to code."""
_LOCAL: Final = 0.5
"""How much it counts that few definitions of the file have a thing: the exponent of its rarity."""
_HOLDER_TEXT: Final = 0.25
"""Worth of the text of a type, which sums up what its members do."""
_SATURATION: Final = 0.8
"""Times that a word stands in a text for about half of its worth."""
LONGEST: Final = 8_000
"""Bytes of a definition's text that are searched."""
HOLDERS: Final = frozenset(
    ["class", "struct", "interface", "trait", "object", "module", "enum", "extension", "type", "namespace"]
)
"""Kinds of definitions that others belong to."""
_TEST_WORTH: Final = 0.05
"""Worth of a test within a file of code, unless the goal is about tests."""
_TESTS: Final = frozenset(["test", "unittest"])
_DERIVED: Final = frozenset(
    ["able", "al", "ance", "ation", "ations", "ence", "ible", "ion", "ions", "ive", "ment", "ments"]
)
_AGENTS: Final = frozenset(["er", "ers", "or", "ors"])
_SHORTEST: Final = (4, 5)
"""Letters of the shortest word with one of the endings, and with one of an agent: `head` has none to do with `header`.
"""


class GoalWord(NamedTuple):
    """One thing that a goal says: the words for it without endings, in lower case, each with its weight."""

    forms: tuple[tuple[str, float], ...]


class Candidate(NamedTuple):
    """A definition: its own name, its kind, and where its text begins and ends, which is before the next one."""

    name: str
    kind: str
    start: int
    end: int
    is_test: bool = False
    """Whether it belongs to the tests within a file of code."""


def group_words(words: Sequence[tuple[bytes, float]], concepts: "Sequence[Concept]" = ()) -> list[GoalWord]:
    """The telling words of a goal, those of a concept together: a related word counts less than the goal's own."""
    weights = {word.decode("utf-8", "replace"): weight for word, weight in words}
    if not concepts:
        return [GoalWord(((word, weight),)) for word, weight in weights.items()]
    groups: list[GoalWord] = []
    for concept in concepts:
        stems = {trim_ending(word): sureness for word, sureness in reversed(concept.words.items())}
        own = max(
            (weights.get(stem, math.inf) for stem, sureness in stems.items() if sureness == 1.0), default=math.inf
        )
        forms = [(stem, min(weights[stem], own * sureness)) for stem, sureness in stems.items() if stem in weights]
        if forms:
            groups.append(GoalWord(tuple(forms)))
    return groups


def rate_definitions(
    candidates: Sequence[Candidate],
    data: bytes,
    lower: bytes,
    words: Sequence[GoalWord],
    symbols: Mapping[str, float],
    *,
    name_worth: float = 1.0,
) -> list[float]:
    """The worth of each definition for a goal, in the order of their texts; 0 where it has nothing of it.

    `lower` is the text of the file, `data`, in lower case. `symbols` are the words of the goal that may name a symbol,
    with their likeness to code (`Goal.symbols`). `name_worth` is that of a word in a name, relative to one in the text.
    A text counts by the share of the goal that the definition has. Tests count where the goal is about them.
    """
    pieces = [frozenset(split_name(each.name)) for each in candidates]
    worths = [_NAMED * symbols.get(each.name, 0.0) for each in candidates]
    stems = {piece: stem_word(piece) for piece in frozenset[str]().union(*pieces)}
    in_text, covered = [0.0] * len(candidates), [0.0] * len(candidates)
    total = 0.0
    for word in words:
        names, texts = _in_names(pieces, stems, word), _in_texts(candidates, data, lower, word)
        having = sum(name > 0 or text > 0 for name, text in zip(names, texts, strict=True))
        if not having:
            continue
        rarity = (math.log1p(len(candidates) / having) / math.log1p(len(candidates))) ** _LOCAL
        weight = rarity * max(weight for _, weight in word.forms)
        total += weight
        for place, (name, text) in enumerate(zip(names, texts, strict=True)):
            if name or text:
                covered[place] += weight
                worths[place] += name_worth * rarity * name / math.sqrt(max(1, len(pieces[place])))
                in_text[place] += rarity * text
    of_test = 1.0 if any(_is_about_tests(word) for word in words) else _TEST_WORTH
    return [
        (worth + text * share / total if text else worth) * (of_test if each.is_test else 1.0)
        for each, worth, text, share in zip(candidates, worths, in_text, covered, strict=True)
    ]


def _is_about_tests(word: GoalWord) -> bool:
    """Whether the goal itself says a word for tests."""
    form, _ = max(word.forms, key=_weight)
    return form in _TESTS


def _weight(form: tuple[str, float]) -> float:
    return form[1]


def _in_names(pieces: Sequence[frozenset[str]], stems: Mapping[str, str], word: GoalWord) -> list[float]:
    """How much each name has of a thing. `stems` has the stem of each piece."""
    strengths: dict[str, float] = {}
    for form, weight in word.forms:
        sought = stem_word(form)
        for piece, stem in stems.items():
            if weight > strengths.get(piece, 0.0) and _is_form(piece, stem, sought):
                strengths[piece] = weight
    return [max((strengths.get(piece, 0.0) for piece in own), default=0.0) for own in pieces]


def _in_texts(candidates: Sequence[Candidate], data: bytes, lower: bytes, word: GoalWord) -> list[float]:
    """How much each text has of a thing, less for a type."""
    starts = [each.start for each in candidates]
    best = [0.0] * len(candidates)
    for form, weight in word.forms:
        times: Counter[int] = Counter()
        for place in find_beginnings(data, lower, form.encode()):
            number = bisect_right(starts, place) - 1
            if number >= 0 and place < candidates[number].end:
                times[number] += 1
        for number, count in times.items():
            share = _HOLDER_TEXT if candidates[number].kind in HOLDERS else 1.0
            best[number] = max(best[number], share * weight * count / (count + _SATURATION))
    return best


def _is_form(piece: str, stem: str, sought: str) -> bool:
    """Whether a piece of a name is a form of a word: `suggestions` and `suggest`, `delete` and `deleted`."""
    if stem == sought:
        return True
    if stem[:3] != sought[:3]:
        return False  # nearly all differ
    return _is_derived(piece, sought) or _is_derived(sought, stem)


def _is_derived(longer: str, shorter: str) -> bool:
    if len(shorter) < _SHORTEST[0] or not longer.startswith(shorter):
        return False
    ending = longer[len(shorter) :]
    return ending in _DERIVED or (ending in _AGENTS and len(shorter) >= _SHORTEST[1])
