"""Makes the items of a brief from records, and merges those that say the same."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.model.ids import order_key, short_id
from backstory.model.kinds import CHANNELS, is_identity
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Record
from backstory.model.similarity import find_duplicates
from backstory.model.text import clean_text, one_line
from backstory.recall.text.content import Item, LeftOut, Place
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.restated_rules import find_restated

if TYPE_CHECKING:
    from backstory.index.read import Row

_BECAUSE = late_pattern(
    r"\b(?:because|since|so that|otherwise|weil|damit|sonst|parce que|porque)\b|^Asked for in \d+ prompts",
    re.IGNORECASE,
)
_CURRENT: Final = 7
"""Days for which a record of the work at hand bears no date in a brief."""
_OFTEN: Final = 3
"""How many wordings of a rule it takes for a brief to say how often it was stated."""
_COMPARED: Final = {"warnings": "warnings", "strategies": "strategies", "questions": "questions", "handoff": ""}
"""Section -> the group of items that its items are compared with; the others are all in one."""


class Ranked(NamedTuple):
    """A record with the signals behind its rank."""

    row: "Row"
    places: list[Place]
    why: dict[str, float]
    score: float


def find_current_day(moment: BriefRequest) -> str:
    """The day from which a record of the work at hand needs no date. Where the beginning of the text has to be stable,
    nothing in it depends on the work."""
    try:
        return "9" if moment.stable_first else (date.fromisoformat(moment.day) - timedelta(days=_CURRENT)).isoformat()
    except ValueError:
        return ""


def make_item(ranked: Ranked, files: frozenset[str], since: str) -> Item:
    """The record as a brief shows it. `files` are those in play; from the day `since` on it needs no date."""
    row, record = ranked.row, ranked.row.record
    is_current = "work" in ranked.why and record.made >= since
    return Item(
        id=record.id,
        short=record.short,
        kind=one_line(record.kind, 40),
        title=one_line(record.title),
        tier=record.tier,
        scope=record.scope,
        status=one_line(record.status, 40),
        parts=_select_parts(record),
        fields={one_line(name, 60): one_line(value) for name, value in record.fields.items()},
        tags=[one_line(tag, 80) for tag in record.tags],
        anchors=[
            _clean_place(place, implied=is_current and place.path in files and place.target == place.path)
            for place in ranked.places
            if not _is_guessed(record, place, files)
        ],
        author=one_line(record.origin.author, 120),
        agent=one_line(record.origin.agent, 60),
        how=one_line(record.origin.how, 40),
        made=one_line(record.made, 40),
        branch=one_line(record.origin.branch, 80),
        commit=one_line(record.origin.commit, 64),
        path=one_line(row.path),
        relevance=ranked.score,
        why=ranked.why,
        superseded_by=list(row.superseded_by),
        untrusted=row.foreign,
        current=is_current,
        claimed=not row.agreed,
    )


def _select_parts(record: Record) -> dict[str, str | list[str]]:
    """The parts of a record without texts that only repeat its title. A rule from a conversation keeps its neighbouring
    sentences only if they give a reason, and how often it was asked for."""
    parts = {name: _clean_part(value) for name, value in record.parts.items()}
    parts = {name: value for name, value in parts.items() if not _repeats(value, record.title)}
    if record.kind == "rule" and record.origin.how == "observed":
        return {name: value for name, value in parts.items() if isinstance(value, str) and _BECAUSE.search(value)}
    return parts


def _repeats(part: str | list[str], title: str) -> bool:
    """Whether a part of a record repeats its title, perhaps after a version and a date."""
    if not isinstance(part, str) or not title.strip():
        return False
    before, same, after = part.partition(title.strip())
    return bool(same) and not any(map(str.isalpha, before)) and not any(map(str.isalnum, after))


def _is_guessed(record: Record, place: Place, files: frozenset[str]) -> bool:
    """Whether a record that was taken from a conversation names a file only because it was edited at that time, and
    the brief names that among the files in play."""
    return record.origin.how == "inferred" and place.path in files and place.target == place.path


def _clean_part(value: str | list[str]) -> str | list[str]:
    return clean_text(value).strip() if isinstance(value, str) else [clean_text(text).strip() for text in value]


def _clean_place(place: Place, *, implied: bool) -> Place:
    return Place(one_line(place.target), one_line(place.path), place.state, one_line(place.now), implied)


def merge_twins(shelves: Mapping[str, list[Item]], left_out: list[LeftOut]) -> dict[str, list[Item]]:
    """The shelves without the items that repeat a better one, which notes their ids."""
    twins = _find_twins(shelves)
    rules = sorted((item for item in shelves.get("rules", ()) if item.id not in twins), key=_by_trust)
    restated = find_restated(rules)
    twins = {twin: restated.get(better, better) for twin, better in twins.items()} | restated
    items = {item.id: item for item in chain.from_iterable(shelves.values())}
    for twin, better in twins.items():
        items[better].also.append(twin)
        left_out.append(LeftOut(twin, items[twin].title, f"says the same as {short_id(better)}", items[twin].kind))
    for better in set(restated.values()):
        _describe_times(items[better])
    return {shelf: [item for item in some if item.id not in twins] for shelf, some in shelves.items()}


def _find_twins(shelves: Mapping[str, Sequence[Item]]) -> dict[str, str]:
    """Id of each item that repeats a better one -> id of that one. Warnings are compared with warnings, and so on."""
    groups: dict[str, list[Item]] = {}
    for shelf, items in shelves.items():
        for item in items if shelf != "handoff" else ():
            group = "" if item.kind == "decision" or is_identity(item.kind) else _COMPARED.get(shelf, "")
            groups.setdefault(group, []).append(item)
    twins: dict[str, str] = {}
    for group_items in groups.values():
        group_items.sort(key=lambda item: order_key(item.id, item.title, item.text), reverse=True)
        group_items.sort(key=_by_trust)
        twins |= find_duplicates((item.id, f"{item.title}\n{item.text}") for item in group_items)
    return twins


def _by_trust(item: Item) -> tuple[bool, bool, int, bool, float]:
    """What is trusted most comes first, then a rule, then what bears most on the work."""
    channel = CHANNELS.index(item.how) if item.how in CHANNELS else len(CHANNELS)
    return item.untrusted, item.tier != "pinned", channel, item.kind != "rule", -item.relevance


def _describe_times(rule: Item) -> None:
    """Adds to a rule how often it was stated, where no other reason is given: that makes it weigh more."""
    if len(rule.also) >= _OFTEN - 1 and "why" not in rule.parts:
        rule.parts = {**rule.parts, "why": f"Stated {len(rule.also) + 1} times."}
