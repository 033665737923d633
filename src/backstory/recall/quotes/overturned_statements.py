"""What of a talk was overturned later, as a brief needs it: sentences that it leaves out, and figures that it marks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from backstory.base.figures import read_figures
from backstory.base.overturns.exchanges import Spoken, split_signed
from backstory.base.overturns.freed_places import is_freed_by
from backstory.base.staleness_marks import CHANGED, GREEN_RUN, NOT_CHOSEN, mark_questioned, mark_replaced
from backstory.base.unspaced import count_words
from backstory.model.overturned import OverturnedStatement
from backstory.recall.quotes.changed_values import find_changed_values
from backstory.recall.quotes.overturn_verdicts import list_overturnings
from backstory.recall.quotes.utterances import USER, Utterance
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.shorten import shorten_text

_NEVER: Final = "9"
"""A time after all others."""
_CONTEXT: Final = 12
"""Characters before a figure by which it is found in a part of its sentence."""
_SHORTEST: Final = 16
"""Characters from which a part of a sentence stands for it."""
_SEVERAL: Final = 2
"""Figures of a text from which it is a list of settings."""
_BARE: Final = 2
_BRIEF: Final = 4
"""Words of an order that names nothing but a word in force: `use coral`."""
_QUOTED: Final = 24
"""Tokens of a reply that are shown beside what it probably revises."""


class _Former(NamedTuple):
    """A figure of a sentence that was replaced."""

    sentence: str
    start: int
    end: int
    value: str
    """The one in force, as it was written."""


class Overturned:
    """The sentences of a talk that later ones overturn. `order`: the utterances, the oldest first."""

    def __init__(self, order: Sequence[Utterance]) -> None:
        read = list(_read_rows(order))
        self._places: Final = {id(one): place for place, (_, one, _) in enumerate(read) if one is not None}
        self._made: Final = [made for _, _, made in read]
        self._whole: Final[dict[int, list[str]]] = {}
        self._figures: Final[dict[int, list[_Former]]] = {}
        self._revising: Final[dict[int, set[str]]] = {}
        self._later: Final[dict[int, list[tuple[str, str, int]]]] = {}
        self._refused: Final[dict[int, list[str]]] = {}
        self.statements: Final[list[OverturnedStatement]] = []
        for one in list_overturnings([row for row, _, _ in read]):
            if not one.is_sure and _says_nothing(one.by):
                continue
            self._note(one.row, one.sentence, one.start, one.end, one.value, one.by_row, one.by, is_sure=one.is_sure)
            if one.is_refused:
                self._refused.setdefault(one.row, []).append(one.sentence)
            elif not one.is_sure:
                self._later.setdefault(one.row, []).append((one.sentence, one.by, one.by_row))
            elif one.start < 0:
                self._whole.setdefault(one.row, []).append(one.sentence)
            else:
                former = _Former(one.sentence, one.start, one.end, one.value)
                self._figures.setdefault(one.row, []).append(former)
                if _is_number(former) or count_words(one.by) > _BRIEF:
                    self._revising.setdefault(one.by_row, set()).add(one.by)
        self._add_changed_values(order)

    def _add_changed_values(self, order: Sequence[Utterance]) -> None:
        """Adds what edits replaced. What was done counts more than the words for it."""
        for one in find_changed_values(order):
            row, by_row = (self._places[id(order[place])] for place in (one.place, one.by_place))
            self._revising.setdefault(by_row, set()).add(one.by)
            is_figure = bool(one.value)
            begin, end = (one.start, one.end) if is_figure else (-1, -1)
            self._note(row, one.sentence, begin, end, one.value, by_row, one.by, is_sure=is_figure)
            if is_figure:
                former = _Former(one.sentence, one.start, one.end, one.value)
                self._figures.setdefault(row, []).append(former)
            else:
                self._later.setdefault(row, []).insert(0, (one.sentence, one.by, by_row))

    def _note(
        self, row: int, sentence: str, begin: int, end: int, value: str, by_row: int, by: str, *, is_sure: bool
    ) -> None:
        made, replied = self._made[row], self._made[by_row]
        self.statements.append(OverturnedStatement(made, sentence, begin, end, value, by, replied, is_sure))

    def is_whole(self, text: str, utterance: Utterance) -> bool:
        """Whether a sentence of an utterance, or a part of it, was overturned."""
        return any(_is_part(text, one) for one in self._whole.get(self._places[id(utterance)], ()))

    def is_questioned(self, text: str, utterance: Utterance) -> bool:
        """Whether a sentence of an utterance was probably revised."""
        return any(_is_part(text, one) for one, _, _ in self._later.get(self._places[id(utterance)], ()))

    def covers(self, text: str, made: str) -> bool:
        """Whether a text that was taken from the talk at a time was overturned."""
        rows = [row for row in self._whole if not made or self._made[row][:19] <= made[:19]]
        return any(_is_part(text, one) for row in rows for one in self._whole[row])

    def is_freed(self, text: str) -> bool:
        """Whether a rule leaves a place alone that somebody set free later."""
        return any(
            _is_part(text, sentence) and is_freed_by(text, reply)
            for row in self._later.values()
            for sentence, reply, _ in row
        )

    def mark(self, text: str, utterance: Utterance | None) -> str:
        """A text with `[replaced by 50]` after each of its figures that was replaced later."""
        rows: Sequence[int] = (
            [*self._figures.keys() | self._whole.keys()] if utterance is None else [self._places[id(utterance)]]
        )
        marks = self._list_marks(text, rows)
        for row in rows if utterance is None else ():
            for whole in self._whole.get(row, ()):
                if len(whole) >= _SHORTEST and whole in text:
                    marks[text.find(whole) + len(whole)] = CHANGED
        return _insert(text, marks)

    def _list_marks(self, text: str, rows: Sequence[int]) -> dict[int, str]:
        """Where the figures of some rows that were replaced end in a text -> `[replaced by 50]`."""
        figures = [(end, one) for row in rows for one in self._figures.get(row, ()) if (end := _find_figure(text, one))]
        return {end: mark_replaced(one.value) for end, one in figures}

    def add_reply(self, text: str, utterance: Utterance) -> str:
        """A text, with what was replied to each sentence of it behind that if the reply probably revises it."""
        seen: set[str] = set()
        for sentence in self._refused.get(self._places[id(utterance)], ()):
            end = _find_end(text, sentence)
            text = f"{text[:end]}{NOT_CHOSEN}{text[end:]}" if end else text
        for sentence, reply, row in self._later.get(self._places[id(utterance)], ()):
            end = _find_end(text, sentence)
            quoted = shorten_text(reply, _QUOTED)
            if end and quoted and reply not in text and sentence not in seen and reply not in seen:
                seen |= {sentence, reply}
                quoted = _insert(quoted, self._list_marks(quoted, [row]))
                text = f"{text[:end]}{mark_questioned(quoted)}{text[end:]}"
        return text

    def has_only_former(self, text: str, utterance: Utterance) -> bool:
        """Whether all figures of a sentence were replaced later."""
        figures = (one for one in self._figures.get(self._places[id(utterance)], ()) if _is_number(one))
        ends = {_find_figure(text, one) for one in figures} - {0}
        return bool(ends) and len(ends) == len(list(read_figures(list(split_signed(text)))))

    def is_outdated_list(self, text: str, utterance: Utterance) -> bool:
        """Whether a text gives several figures, and one of them was replaced or is probably out of date.

        So begins a piece of work: the person says at once what is to be how. Once a part of it was revised, most of it
        was.
        """
        row = self._places[id(utterance)]
        if sum(1 for _ in read_figures(list(split_signed(text)))) < _SEVERAL:
            return False
        is_former = any(_find_figure(text, one) for one in self._figures.get(row, ()))
        return is_former or any(_find_end(text, sentence) for sentence, _, _ in self._later.get(row, ()))

    def list_revising(self, utterance: Utterance) -> frozenset[str]:
        """The sentences of an utterance whose figures replaced others, and that nothing replaced since."""
        row = self._places[id(utterance)]
        former = {one.sentence for one in self._figures.get(row, ())}
        return frozenset(self._revising.get(row, ())) - former - frozenset(self._whole.get(row, ()))


def _says_nothing(reply: str) -> bool:
    """Whether a reply is a word or two that tell no reader what may have changed: `no wait.`"""
    return count_words(reply) <= _BARE and max(read_terms(reply).values(), default=0.0) < 1


def _insert(text: str, marks: Mapping[int, str]) -> str:
    """A text with each mark at its place."""
    for end in sorted(marks, reverse=True):
        text = text[:end] + marks[end] + text[end:]
    return text


def _is_number(former: _Former) -> bool:
    """Whether what was replaced is a number, and not a name."""
    return any(True for _ in read_figures(list(split_signed(former.sentence[former.start : former.end]))))


def _is_part(text: str, sentence: str) -> bool:
    core = text.rstrip(" .;,…")
    return sentence.startswith(core) or (len(core) >= _SHORTEST and core in sentence)


def _find_end(text: str, sentence: str) -> int:
    """Where a sentence ends in a text that has it or begins with a part of it; 0 where it has not."""
    whole = sentence.rstrip(" .")
    if whole in text:
        return text.find(whole) + len(whole)
    core = text.rstrip(" .;,…")
    return len(text) if len(core) >= _SHORTEST and core in sentence else 0


def _find_figure(text: str, former: _Former) -> int:
    """Where a figure of a sentence ends in a text that has the sentence or a part of it; 0 where it has not."""
    context = former.sentence[max(0, former.start - _CONTEXT) : former.end]
    place = text.find(context)
    return place + len(context) if place >= 0 else 0


def _read_rows(order: Sequence[Utterance]) -> Iterator[tuple[Spoken, Utterance | None, str]]:
    """Yields what was uttered, with the utterance and its time; after it, which tests that had failed were green until
    the next."""
    ends = _list_ends(order)
    red: set[str] = set()
    for place, one in enumerate(order):
        runs = [run for run in one.session.commands if one.made <= run.made < ends[id(one)]]
        yield Spoken(one.number, one.sentences, is_person=one.label == USER), one, one.made
        following = order[place + 1].made if place + 1 < len(order) else _NEVER
        for run in runs:
            if run.kind != "test" or not one.made <= run.made < following:
                continue
            if run.failed:
                red.add(run.command)
            elif run.command in red:
                red.discard(run.command)
                yield Spoken(one.number, [GREEN_RUN], is_person=False), None, run.made


def _list_ends(order: Sequence[Utterance]) -> Mapping[int, str]:
    """Id of each utterance -> when the next prompt of its session was written."""
    ends: dict[int, str] = {}
    following: dict[int, str] = {}
    for one in reversed(order):
        ends[id(one)] = following.get(one.number, _NEVER)
        if one.label == USER:
            following[one.number] = one.made
    return ends
