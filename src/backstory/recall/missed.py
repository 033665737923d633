"""What came nearest to being in a brief: records and passages of the talk, each with the reason in plain words."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final

import msgspec

from backstory.model.kinds import KINDS, RETRACTED
from backstory.model.text import format_count, one_line
from backstory.recall.budget import SectionShare, Unit
from backstory.recall.candidates import NO_ROOM, SHOWN_IN_NOW
from backstory.recall.quotes.quotes import SHOWN_ELSEWHERE
from backstory.recall.quotes.repeats import QUOTED, REPEATED
from backstory.recall.text.content import Brief, Item, LeftOut, Missed, Note
from backstory.recall.text.likeness import word_stems

MAX_MISSED: Final = 30
MAX_PASSAGES: Final = 12
"""Passages among them, so that they do not hide the records, nor these the passages."""
MAX_TEXT: Final = 160
_MAX_OTHER: Final = 80
_SAME: Final = 0.9
"""Share of the words of a text from which another one shows it."""
_SETTLED: Final = frozenset(chain.from_iterable(kind.settled for kind in KINDS.values()))
_PLAIN: Final = {
    NO_ROOM: "no room: enough other records bear more on this task",
    "off-context": "archived: only `recall` finds it",
    QUOTED: "its own words in the talk compete for the room, and found none",
    "acknowledged": "a handoff that was acknowledged",
}


def list_missed(
    brief: Brief,
    shares: Sequence[SectionShare],
    shown: Collection[str],
    left_out: Sequence[LeftOut],
    passed_over: Sequence[Missed],
) -> list[Missed]:
    """What is not in `brief`, the nearest first. `shown`: keys of its units; `left_out`: records left out before there
    was a question of room; `passed_over`: passages that add too little."""
    units = [unit for share in shares for unit in share.units if unit.key not in shown]
    units.sort(key=lambda unit: unit.band)
    others = _list_shown(brief)
    records = chain(
        (_describe_record(unit, unit.content) for unit in units if isinstance(unit.content, Item)),
        _explain_left_out(left_out, others),
    )
    passages = chain(
        (_describe_note(unit, unit.content) for unit in units if isinstance(unit.content, Note)),
        (_name_other(one, others) for one in passed_over if not _is_shown(one.text.removeprefix("user: "), others)),
    )
    quoted = list(islice(passages, MAX_PASSAGES))
    return [*islice(records, MAX_MISSED - len(quoted)), *quoted]


def _describe_record(unit: Unit, item: Item) -> Missed:
    changed = "; its code has changed since" if any(place.state == "changed" for place in item.anchors) else ""
    reason = f"no room: it takes about {format_count(unit.cost, 'token')}{changed}"
    return Missed(one_line(item.title, MAX_TEXT), reason, item.kind, item.id)


def _describe_note(unit: Unit, note: Note) -> Missed:
    label = "" if note.label == "answer" else f"{note.label}: "
    reason = f"no room: it takes about {format_count(unit.cost, 'token')}"
    return Missed(one_line(label + note.text, MAX_TEXT), reason)


def _explain_left_out(left_out: Iterable[LeftOut], others: Sequence[str]) -> Iterator[Missed]:
    """Yields the records that were left out, without those that were retracted: not even their title is shown."""
    for one in left_out:
        if one.reason in (RETRACTED, SHOWN_IN_NOW) or (one.reason == QUOTED and _is_shown(one.title, others)):
            continue
        reason = f"settled: {one.reason}" if one.reason in _SETTLED else _PLAIN.get(one.reason, one.reason)
        missed = Missed(one_line(one.title, MAX_TEXT), reason, one.kind or "record", one.id)
        yield _name_other(missed, others) if one.reason == REPEATED else missed


def _is_shown(text: str, others: Iterable[str]) -> bool:
    """Whether a text is shown in its own words, and so did not miss the brief."""
    stems = word_stems(text)
    return any(len(stems & word_stems(one)) >= _SAME * len(stems) for one in others)


def _list_shown(brief: Brief) -> list[str]:
    items = (f"{item.title} {item.text}" for item in brief.items)
    return [*items, *(note.text for section in brief.sections for note in section.notes)]


def _name_other(missed: Missed, others: Sequence[str]) -> Missed:
    """A text that the brief tells elsewhere, with the words of the one that has most of its own."""
    text = one_line(missed.text, MAX_TEXT)
    if missed.reason not in (SHOWN_ELSEWHERE, REPEATED):
        return msgspec.structs.replace(missed, text=text)
    stems = word_stems(missed.text)
    other = max(others, key=lambda one: len(stems & word_stems(one)), default="")
    if not other or not stems & word_stems(other):
        return msgspec.structs.replace(missed, text=text)
    return msgspec.structs.replace(missed, text=text, reason=f"shares its words with: {one_line(other, _MAX_OTHER)}")
