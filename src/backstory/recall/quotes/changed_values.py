"""Numbers that an edit replaced after somebody gave them: what was uttered is compared with what was done.

`0.2 is fine` on Monday is out of date once an edit made `settle = 0.2` to `settle = 0.5`, in whatever words that was
asked for. An edit alone proves little: agents rewrite much, and a number has many meanings. So three have to agree: the
statement gives the number that the edit replaced and shares a name with its place, or the number was asked for right
before an edit put it there; and what was uttered around the edit gives the new number, or takes the old one up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from backstory.base.figures import UNITS
from backstory.base.overturns.phrase_tables import content
from backstory.base.tokenizer import split_camel_case
from backstory.model.session import Session, ValueChange
from backstory.recall.quotes.utterances import USER, Utterance
from backstory.recall.text.stated_numbers import OPEN, VALUE, GivenNumber, NumberedSentence, plain_number, stem_names

_PASTED: Final = 1_500
"""Characters of a prompt above which most of it is pasted."""
_SHORT: Final = 400
"""Characters of a prompt up to which its sentences are about the same."""
_RARE: Final = 0.25
"""Share of the utterances up to which a word tells what is spoken of."""
_FEW: Final = 3
"""Utterances that always may have such a word."""
_NEAR: Final = 4
"""Utterances before a prompt to which it may reply without naming anything."""
_MOST: Final = 2
"""Figures of a sentence above which it lists values and takes none up."""
_LISTED: Final = 3
"""Figures of a sentence above which it gives points, colours or a table."""
_PART: Final = "part"
_QUOTES: Final = "\"'`"


class ChangedValue(NamedTuple):
    """A number of a sentence that an edit replaced later."""

    place: int
    """Of the utterance."""
    sentence: str
    start: int
    end: int
    """Where it stands in the sentence."""
    value: str
    """The one in force; empty where code replaces it."""
    by_place: int
    by: str
    """The sentence that gives the new number, or that takes the old one up."""


class _Change(NamedTuple):
    """A number that edits replaced, with what led to it."""

    old: str
    new: str
    """Empty where code replaces it."""
    written: str
    """The new one as it stands in the file."""
    names: frozenset[str]
    """Stems of the names beside it."""
    nearest: frozenset[str]
    """Stems of the nearest one."""
    units: frozenset[str]
    """What it measures by the names: `time`, `size`."""
    is_part: bool
    """Whether it is a percentage."""
    first: int
    """Place of the prompt before the first edit."""
    last: int
    """Place of the prompt before the last one."""
    statement_span: range
    """Places of the prompt whose edit put the number there, and of the answer to it."""


class _Talk:
    """The sentences of all utterances."""

    def __init__(self, order: Sequence[Utterance]) -> None:
        self._order = order
        self.rows: Final = [
            [NumberedSentence(place, text, _join(one)) for text in one.sentences] for place, one in enumerate(order)
        ]
        self._prompts = [place for place, one in enumerate(order) if one.label == USER]
        self._pasted = {place for place in self._prompts if sum(map(len, order[place].sentences)) > _PASTED}

    @cached_property
    def common(self) -> frozenset[str]:
        """Stems that are uttered too often to tell what is spoken of."""
        spread = Counter(chain.from_iterable({stem for row in rows for stem in row.stems} for rows in self.rows))
        most = max(_FEW, _RARE * len(self._order))
        return frozenset(stem for stem, count in spread.items() if count > most)

    def list_before(self, place: int) -> list[NumberedSentence]:
        """What was uttered before a place, without what is pasted."""
        return [row for rows in self.rows[:place] for row in rows if row.place not in self._pasted]

    def list_exchange(self, place: int) -> list[NumberedSentence]:
        """The prompt at a place, with the answers to it."""
        end = next((one for one in self._prompts if one > place), len(self._order))
        return [row for rows in self.rows[place:end] for row in rows]


def find_changed_values(order: Sequence[Utterance]) -> list[ChangedValue]:
    """The numbers in what was uttered, the oldest first, that edits replaced since."""
    changes = _read_changes(order)
    if not changes:
        return []
    talk = _Talk(order)
    changed: dict[tuple[int, str, int], ChangedValue] = {}
    for change in changes:
        for one in _apply(change, talk):
            changed[one.place, one.sentence, one.start] = one
    return list(changed.values())


def _join(utterance: Utterance) -> str:
    """The sentences of a short prompt: what one of them names, the next gives a number."""
    text = " ".join(utterance.sentences) if utterance.label == USER else ""
    return text if len(text) <= _SHORT else ""


def _apply(change: _Change, talk: _Talk) -> Iterator[ChangedValue]:
    """Yields what a change makes out of date."""
    restating = [
        (row, one)
        for row in talk.rows[change.first]
        if len(row.numbers) <= _MOST
        for one in row.find(change.old)
        if not row.text.endswith(OPEN)
    ]
    after = talk.list_exchange(change.last)
    giving = [(row, one) for row in after if len(row.numbers) <= _LISTED for one in row.find(change.new)]
    telling = giving if change.new else restating
    for row in talk.list_before(change.first) if telling else ():
        standing = row.find_standing(change.old)
        if not standing or row.is_past or len(row.numbers) > _LISTED or (change.new and row.find(change.new)):
            continue
        for one in standing:
            revising, given = next(((by, other) for by, other in telling if _counts_same(one, other)), (None, None))
            if revising is None or given is None or revising.text == row.text or not _fits(one, change):
                continue
            taken_up = [by for by, other in restating if _counts_same(one, other)]
            if _is_about(change, row, one, revising, taken_up, talk) and _stands_out(one):
                value = _write_value(change, revising.text, one, given)
                yield ChangedValue(row.place, row.text, one.start, one.end, value, revising.place, revising.text)


def _write_value(change: _Change, text: str, former: GivenNumber, given: GivenNumber) -> str:
    """The value in force as code has it, or as a text gives it in another unit than the former one: `5 minutes` became
    `90s`, and not 90. Empty where code replaces the number."""
    units = [one.figure.scale for one in (former, given) if one.figure is not None and one.figure.dimension]
    is_other_unit = len(units) == len((former, given)) and units[0] != units[1]
    return text[given.start : given.end] if change.written and is_other_unit else change.written


def _is_about(
    change: _Change,
    row: NumberedSentence,
    one: GivenNumber,
    revising: NumberedSentence,
    taken_up: Sequence[NumberedSentence],
    talk: _Talk,
) -> bool:
    """Whether a number of a sentence is the one that a change replaced."""
    if row.place in change.statement_span:
        return True
    digits = sum(map(str.isdigit, one.value))
    is_clear = digits > 1 or one.figure is None or bool(one.figure.dimension)
    named = change.names & row.stems
    is_beside = bool(change.nearest) and change.nearest <= one.beside
    is_whole = len(change.nearest) > 1 and change.nearest <= row.stems
    is_named = is_whole or bool(named - talk.common) or bool(change.nearest & (one.clause | (row.around - row.stems)))
    if (is_beside or (is_named and is_clear)) and (taken_up or revising.words & (row.words | change.names)):
        return bool(change.new) or bool(taken_up)
    if not taken_up:
        return False
    if any(one.clause & (by.stems - talk.common) for by in taken_up):
        return True
    return bool(change.new) and change.first - row.place <= _NEAR


def _stands_out(one: GivenNumber) -> bool:
    """Whether a number is written with digits, or counts what a unit measures: `two` is said of anything."""
    return one.figure is None or one.figure.is_digits or bool(one.figure.dimension)


def _counts_same(one: GivenNumber, other: GivenNumber) -> bool:
    """Whether two numbers may count the same."""
    parts = [each.figure is not None and each.figure.dimension == _PART for each in (one, other)]
    if one.figure is None or other.figure is None or any(parts):
        return all(parts) or not any(parts)
    if one.figure.dimension and other.figure.dimension:
        return one.figure.dimension == other.figure.dimension
    return not one.figure.unit or not other.figure.unit or not one.figure.unit.isdisjoint(other.figure.unit)


def _fits(one: GivenNumber, change: _Change) -> bool:
    """Whether a number may count what the names at the place of a change measure."""
    if change.is_part != (one.figure is not None and one.figure.dimension == _PART):
        return False
    dimension = one.figure.dimension if one.figure else ""
    return not dimension or not change.units or dimension in change.units


def _read_changes(order: Sequence[Utterance]) -> list[_Change]:
    """The numbers that edits replaced, those in a row as one, without those that came back."""
    steps = _place_changes(order)
    changes: list[_Change] = []
    for at, (first, begin) in enumerate(steps):
        last, end = first, begin
        for place, one in steps[at + 1 :]:
            if one.edits == end.edits and one.old == end.new and _shares_name(one, end):
                last, end = place, one
        old, new = _read_number(begin.old), _read_number(end.new)
        if not old or old == new or (end.new and not new):
            continue
        statement = next((place for place, one in steps[:at] if _is_step_before(one, begin) and place < first), -1)
        changes.append(
            _Change(
                old,
                new,
                end.new.strip(_QUOTES),
                content(stem_names(begin.name)),
                content(stem_names(begin.name.rpartition(" ")[2])),
                frozenset(UNITS[word][0] for word in _list_parts(begin) if word in UNITS and len(word) > 1),
                "%" in begin.old,
                first,
                last,
                range(statement, statement + 2) if statement >= 0 else range(0),
            )
        )
    return changes


def _place_changes(order: Sequence[Utterance]) -> list[tuple[int, ValueChange]]:
    """The changes, each with the place of the prompt before it, in order."""
    sessions: dict[int, Session] = {one.number: one.session for one in order}
    prompts: dict[int, list[tuple[int, Utterance]]] = {}
    for place, one in enumerate(order):
        if one.label == USER:
            prompts.setdefault(one.number, []).append((place, one))
    steps: list[tuple[int, ValueChange]] = []
    for number, session in sessions.items():
        for change in session.changes:
            before = [place for place, one in prompts.get(number, ()) if _is_after(change, one)]
            if before:
                steps.append((before[-1], change))
    return sorted(steps, key=lambda step: step[0])


def _is_after(change: ValueChange, prompt: Utterance) -> bool:
    if change.line and prompt.line:
        return prompt.line < change.line
    return prompt.made <= change.made


def _is_step_before(one: ValueChange, other: ValueChange) -> bool:
    return one.edits == other.edits and one.new == other.old and _shares_name(one, other)


def _shares_name(one: ValueChange, other: ValueChange) -> bool:
    names = [frozenset(each.name.split()) for each in (one, other)]
    return not all(names) or not names[0].isdisjoint(names[1])


def _list_parts(change: ValueChange) -> list[str]:
    """The parts of names and the letters behind a number, in lower case."""
    parts = [part.lower() for token in change.name.replace(".", " ").split() for part in split_camel_case(token)]
    plain = change.name.lower().replace("-", " ").replace("_", " ").split()
    return [*parts, *plain, change.old.strip(_QUOTES).lstrip("0123456789._").lower()]


def _read_number(token: str) -> str:
    """The number that a token of code is, without its unit; empty where it is none."""
    token = token.strip(_QUOTES)
    match = VALUE.match(token)
    if match is None:
        return ""
    rest = token[match.end() :].lstrip(".")
    return plain_number(match[1]) if not rest or rest.isalpha() else ""
