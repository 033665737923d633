"""What became of the code that records are about. States are found elsewhere and handed in; here they are judged.

States by record id and anchor target (`path` or `path#symbol`): `fresh`, `changed`, `moved`, `moved:<new target>`,
`gone`; anything else, or nothing, is unknown and costs a record nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from backstory.model.record import Record
from backstory.recall.content import Place

States = Mapping[str, Mapping[str, str]]
FRESH: Final = "fresh"
CHANGED: Final = "changed"
MOVED: Final = "moved"
GONE: Final = "gone"

_PENALTY: Final = {CHANGED: 0.15, GONE: 0.5}


def places(record: Record, states: States) -> list[Place]:
    """The record's anchors with the states handed in for it."""
    known = states.get(record.id, {})
    out: list[Place] = []
    for anchor in record.anchors:
        state, _, now = known.get(anchor.target, "").partition(":")
        out.append(Place(anchor.target, anchor.path, state if state in (FRESH, CHANGED, MOVED, GONE) else "", now))
    return out


def is_gone(of: Sequence[Place]) -> bool:
    """Whether nothing is left of what the record is about. One anchor that still stands keeps it."""
    return bool(of) and all(p.state == GONE for p in of)


def penalty(of: Sequence[Place]) -> float:
    """What its worst anchor takes off a record's relevance: 0.0 to 0.5."""
    return max((_PENALTY.get(p.state, 0.0) for p in of), default=0.0)
