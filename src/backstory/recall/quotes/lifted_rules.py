"""The rules of a talk that the person lifted later, and what agents said of keeping to them."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from backstory.base.overturns.waits import puts_off
from backstory.base.reversals import REVISED, echoes, read_words
from backstory.patterns.holds import Hold, ends_hold, is_in_force, may_end_hold, names_thing, names_waiting, read_hold
from backstory.patterns.joint_liftings import read_liftings
from backstory.patterns.lifting_match import NONE, SURE, measure_lifting, only_points
from backstory.patterns.liftings import AGAIN, BACK, DONE, Lifting
from backstory.patterns.pattern import Pattern
from backstory.patterns.rule_revisions import may_revise, read_revision
from backstory.recall.quotes.utterances import USER, Utterance
from backstory.recall.text.corrections import lifts

TOUCHED: Final = 0.2
"""The same from which it may be out of date."""
_SOON: Final = 2
"""Utterances after a ban among which an agent answers it."""
_LEAVES: Final = Pattern(
    r"\b(?:alone|out of|away|off|untouched|local|stays?|stay|wait|until|no (?:changes|edits|further)|nothing|not|won'?t"
    r"|nicht|nichts|kein\w*|bleib\w*|lass\w*|bis|ne|pas|laisse\w*|jusqu\w*|reste\w*|no|nada|queda\w*|hasta|dejo)\b",
    re.IGNORECASE,
)
"""How an agent says that it leaves something alone."""
_NEAR: Final = 3
"""Utterances after a rule among which the agent says that it keeps to it."""


class Ended(NamedTuple):
    """A ban that the person ended."""

    ban: str
    before: str
    """The sentence before it, which may name what it is about."""
    things: frozenset[str]
    """What it protected."""
    utterance: Utterance
    """The one with the sentence that ends it."""
    place: int
    sentence: str


class Lifted:
    """What the person lifted. `order`: the utterances, the oldest first."""

    def __init__(self, order: Sequence[Utterance]) -> None:
        self._order: Final = order
        self._liftings: Final = list(_read_liftings(order))
        self._ends: Final = list(_list_ends(order))
        self._revisions: Final = list(_list_revisions(order))
        self._after: Final = dict(_pair_sentences(order)) if self._ends else {}
        self._before: Final = {text: before for before, text in self._after.items()}
        self._bans: Final = [
            (place, text, hold)
            for place, one in enumerate(order)
            for text in (one.sentences if self._ends and one.label == USER else ())
            if (hold := self._read_hold(text))
        ]
        self._holds: Final = [(place, hold) for place, _, hold in self._bans]
        self._rules: Final = [
            (when, text)
            for when, one in enumerate(order)
            if (self._liftings or self._ends or self._revisions) and one.label == USER
            for text in one.sentences
            if self.measure(text, when) >= REVISED
        ]

    def measure(self, text: str, when: int) -> float:
        """How much of a rule the person has lifted since. Only what is sure to be about it takes it away."""
        lifted = max((_weigh(one, text) for lifted, _, one in self._liftings if lifted > when), default=0.0)
        if self._is_revised(text, when):
            return 1.0
        return 1.0 if self._is_ended(text, lambda place, _: place > when) else lifted

    def measure_since(self, text: str, made: str) -> float:
        """The same of a rule that was made at a time."""
        lifted = max((_weigh(one, text) for _, lifted, one in self._liftings if lifted > made), default=0.0)
        if any(time > made and read_revision(sentence, text, before) for _, time, sentence, before in self._revisions):
            return 1.0
        return 1.0 if self._is_ended(text, lambda _, time: time > made) else lifted

    def _is_revised(self, text: str, when: int) -> bool:
        return any(place > when and read_revision(one, text, before) for place, _, one, before in self._revisions)

    def list_ending(self, when: int) -> frozenset[str]:
        """The sentences of the person at a place that end a ban for the time being."""
        return frozenset(
            sentence
            for place, _, sentence in self._ends
            if place == when and any(laid < place and ends_hold(hold, sentence) for laid, hold in self._holds)
        )

    def list_ended(self) -> Iterator[Ended]:
        """Yields the bans for the time being that the person ended and did not lay down again."""
        for laid, ban, hold in self._bans:
            end = next(((place, text) for place, _, text in self._ends if place > laid and ends_hold(hold, text)), None)
            if end is None:
                continue
            place, sentence = end
            later = (one for one in self._order[place:] if one.label == USER)
            spoken = [text for one in later for text in one.sentences]
            if not any(is_in_force(hold, text) for text in spoken[spoken.index(sentence) + 1 :]):
                yield Ended(ban, self._before.get(ban, ""), hold.things, self._order[place], place, sentence)

    def _read_hold(self, text: str) -> Hold | None:
        return read_hold(text, self._after.get(text, ""), self._before.get(text, ""))

    def _is_ended(self, text: str, is_later: Callable[[int, str], bool]) -> bool:
        """Whether a sentence is a ban for the time being that the person ended later."""
        hold = self._read_hold(text) if self._ends else None
        return hold is not None and any(
            is_later(place, made) and ends_hold(hold, sentence) for place, made, sentence in self._ends
        )

    def is_echoed(self, text: str, when: int | None = None) -> bool:
        """Whether an agent only says that it keeps to a rule which was lifted since. `when`: soon after the rule."""
        rules = [rule for place, rule in self._rules if when is None or 0 <= when - place <= _NEAR]
        return any(echoes(text, rule) for rule in rules) or self._promises_hold(text, when)

    def _promises_hold(self, text: str, when: int | None) -> bool:
        """Whether an agent says right before or after a ban, which ended since, that it leaves the thing alone, or puts
        something off while it holds."""
        if when is None or not self._holds:
            return False
        is_later = puts_off(read_words(text))
        ended = [
            (place, hold)
            for place, hold in self._holds
            if ((place < when and (is_later or when - place <= _SOON)) or place == when + 1)
            and any(max(place, when) < later and ends_hold(hold, sentence) for later, _, sentence in self._ends)
        ]
        if is_later and any(names_waiting(hold, text) for _, hold in ended):
            return True
        near = [hold for place, hold in ended if when - place <= _SOON]
        return bool(near) and _LEAVES.search(text) is not None and any(names_thing(hold, text) for hold in near)


def _read_liftings(order: Sequence[Utterance]) -> Iterator[tuple[int, str, Lifting]]:
    """Yields what the person lifts, with its place among the utterances, the oldest first, and its time."""
    for when, one in enumerate(order):
        for text in one.sentences if one.label == USER else ():
            for lifting in read_liftings(text) if lifts(text) else ():
                yield when, one.made, lifting


def _list_ends(order: Sequence[Utterance]) -> Iterator[tuple[int, str, str]]:
    """Yields the sentences of the person that may end a ban, with their place among the utterances and their time."""
    for place, one in enumerate(order):
        for text in one.sentences if one.label == USER else ():
            if may_end_hold(text):
                yield place, one.made, text


def _list_revisions(order: Sequence[Utterance]) -> Iterator[tuple[int, str, str, str]]:
    """Yields the sentences of the person that may revise a rule, with their place among the utterances, their time and
    the sentence before them."""
    for place, one in enumerate(order):
        for n, text in enumerate(one.sentences if one.label == USER else ()):
            if may_revise(text):
                yield place, one.made, text, one.sentences[n - 1] if n else ""


def _pair_sentences(order: Sequence[Utterance]) -> Iterator[tuple[str, str]]:
    """Yields each sentence of the person with the one behind it."""
    for one in order:
        if one.label == USER:
            yield from pairwise(one.sentences)


def _weigh(lifting: Lifting, rule: str) -> float:
    """How much of a rule a lifting takes away. What only points at a rule takes none."""
    value = NONE if only_points(lifting, rule) else measure_lifting(lifting, rule)
    is_whole = value == SURE and lifting.form in (AGAIN, BACK, DONE)
    return 1.0 if is_whole else TOUCHED if value else 0.0
