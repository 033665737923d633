"""The decisions that a new one names as not chosen any more: `--instead-of "Sniff on 8192 bytes"`.

A decision is replaced where the words name it for certain: by its title, or by a phrase of it at the same place in the
code, for the same thing. Where they may mean another one the two are linked as a contradiction.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.revisions import content_words, find_replaced, is_negated, names_replaced, read_number
from backstory.index.search import search_records
from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import BackstoryError
from backstory.model.kinds import CHANNELS
from backstory.model.record import Record
from backstory.model.similarity import jaccard_similarity
from backstory.model.text import one_line

_TITLE: Final = 0.8
"""Minimum share of common words for a text to name a title in other words."""
_MIN_SHARED: Final = 2
"""Common words, besides those of the alternative, of two decisions about one thing."""
_LIMIT: Final = 12
_AGAINST: Final = Pattern(r"(?:, (?:and )?not|\binstead of|\brather than|\bover) (?P<other>[^,;:.()]{2,80}?)\W*$")
"""`Use spaces for indentation, not tabs`"""


class Replaced(NamedTuple):
    """The earlier decisions that a new one names."""

    certain: tuple[Record, ...] = ()
    uncertain: tuple[Record, ...] = ()


def find_replaced_decisions(workspace: Catalog, record: Record) -> Replaced:
    """Finds the decisions in force that a new decision names as what it was chosen instead of."""
    alternatives = _list_alternatives(record)
    if record.kind != "decision" or not (alternatives or _AGAINST.search(record.title)):
        return Replaced()
    linked = {link.target for link in record.links}
    former = [one for one in search_decisions(workspace, [*alternatives, record.title]) if one.id not in linked]
    former = [one for one in former if one.made <= record.made]
    certain: dict[str, Record] = {}
    uncertain: dict[str, Record] = {}
    for alternative in alternatives:
        named = [one for one in former if _names_title(alternative, one.title)]
        near = [one for one in named if is_beside(record, one)] or (named if len(named) == 1 else [])
        certain |= {one.id: one for one in near}
        for one in former if not named else ():
            if (value := _measure_phrase(record, one, alternative)) is not None:
                (certain if value else uncertain)[one.id] = one
    certain |= {one.id: one for one in former if _is_substituted(record, one)}
    stronger = {ident: one for ident, one in certain.items() if _is_stronger(one, record)}
    return Replaced(
        tuple(one for one in certain.values() if one.id not in stronger),
        tuple(one for one in ({**uncertain, **stronger}).values() if one.id in stronger or one.id not in certain),
    )


def _list_alternatives(record: Record) -> list[str]:
    parts = record.parts.get("alternatives", ())
    texts = [parts] if isinstance(parts, str) else list(parts)
    return [text for text in (one_line(each).strip(" .;,\"'`") for each in texts) if text]


def search_decisions(workspace: Catalog, texts: Iterable[str]) -> list[Record]:
    """The decisions in force that texts may name. To find none must not fail the write."""
    found: dict[str, Record] = {}
    for text in texts:
        try:
            hits = search_records(workspace.index, text, limit=_LIMIT, kinds=("decision",), include_superseded=False)
        except (BackstoryError, OSError):
            continue
        found |= {hit.row.record.id: hit.row.record for hit in hits if not hit.row.foreign}
    return list(found.values())


def is_beside(record: Record, other: Record) -> bool:
    """Whether two records are about the same place in the code."""
    return any(
        one.path == another.path and (not one.symbol or not another.symbol or one.symbol == another.symbol)
        for one in record.anchors
        for another in other.anchors
    )


def is_apart(record: Record, other: Record) -> bool:
    """Whether two records name places, and none that both are about."""
    return bool(record.anchors and other.anchors) and not is_beside(record, other)


def _read_words(text: str) -> frozenset[str]:
    return frozenset(map(read_number, content_words(text)))


def _names_title(text: str, title: str) -> bool:
    """Whether a text is a title, or says it in nearly the same words: with its numbers, and for or against it."""
    if text.casefold() == one_line(title).strip(" .;,\"'`").casefold():
        return True
    one, other = _read_words(text), _read_words(title)
    if min(len(one), len(other)) < _MIN_SHARED or is_negated(text) != is_negated(title):
        return False
    has_other_number = any(char.isdigit() for word in one ^ other for char in word)
    return not has_other_number and jaccard_similarity(one, other) >= _TITLE


def _measure_phrase(record: Record, other: Record, alternative: str) -> bool | None:
    """Whether an alternative names what another decision chose: True for certain, False perhaps, None not at all."""
    words = _read_words(alternative)
    if not words or not words <= _read_words(other.title) or is_apart(record, other):
        return None
    turned_down = [*find_replaced(other.title), *(content_words(each) for each in _list_alternatives(other))]
    if is_negated(other.title) or any(names_replaced([one], alternative) for one in turned_down if one):
        return None  # it does not want that either
    shared = (_read_words(record.title) & _read_words(other.title)) - words
    is_near = is_beside(record, other)
    is_about = len(shared) >= _MIN_SHARED
    if len(words) < _MIN_SHARED:
        return False if is_near and is_about else None
    return is_about if is_near else (False if is_about else None)


def _is_substituted(record: Record, other: Record) -> bool:
    """Whether another title is this one with what it turns down in place of what it chooses."""
    match = _AGAINST.search(record.title)
    if match is None or is_apart(record, other) or is_negated(other.title):
        return False
    against, chosen = _read_words(match["other"]), _read_words(record.title[: match.start()])
    words = _read_words(other.title)
    rest = words - against
    return bool(against and rest) and against <= words and rest <= chosen and len(chosen - rest) <= len(against) + 1


def _is_stronger(record: Record, other: Record) -> bool:
    """Whether a record comes by a more trusted channel than another one."""
    first, second = record.origin.how, other.origin.how
    return first in CHANNELS and second in CHANNELS and CHANNELS.index(first) < CHANNELS.index(second)
