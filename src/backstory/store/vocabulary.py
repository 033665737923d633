"""Closed vocabularies: words that the format itself defines. They never pass the gate.

A pattern for redaction is free text. If it could match `how: imported` or `tier: pinned`, it would change trust and
priority; if it could match an id or a time, it would break links and order.
"""

from itertools import chain
from typing import TYPE_CHECKING, Final, cast

from backstory.model.kinds import CHANNELS, KINDS, RELATIONS, RETRACTED, SCOPES, TIERS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from backstory.redact.gate import Gate

STATUSES: Final = frozenset((RETRACTED,)).union(*(kind.statuses for kind in KINDS.values()))
STATES: Final = frozenset(("added", "modified", "deleted", "renamed", "untracked", "conflicted"))
"""States of a changed file, see `model.snapshot.Change`."""
WORDS: Final[dict[str, frozenset[str]]] = {
    "how": frozenset(CHANNELS),
    "kind": frozenset(KINDS),
    "relation": frozenset(RELATIONS),
    "scope": frozenset(SCOPES),
    "state": STATES,
    "status": STATUSES,
    "tier": frozenset(TIERS),
}
"""Key -> the words that it may have."""
_FIELDS: Final = {
    field.name: frozenset(field.choices) for field in chain.from_iterable(kind.fields for kind in KINDS.values())
}
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyz_-.")
_LONGEST: Final = 40
_TIME: Final = "0000-00-00T00:00:00Z"


def normalize_channel(how: str) -> str:
    """The channel; one that this version does not know counts as the least trusted."""
    return how if how in WORDS["how"] else CHANNELS[-1]


def clean_word(gate: "Gate", key: str, text: str) -> str:
    """A value under a key with a closed vocabulary: its words are kept, any other text passes the gate."""
    return text if text in WORDS.get(key, ()) else gate.clean(text)


def clean_time(gate: "Gate", text: str) -> str:
    """A time in the format of records and events is kept; any other text passes the gate."""
    return text if is_time(text) else gate.clean(text)


def clean_fields(gate: "Gate", fields: "Mapping[str, str]") -> dict[str, str]:
    """The fields of a record after the gate. Names and values that its kind defines are kept."""
    out: dict[str, str] = {}
    for name, value in fields.items():
        choices: Collection[str] = _FIELDS.get(name, ())
        judged = cast("dict[str, str]", gate.value({name: value}))
        clean = value if value in choices else next(iter(judged.values()))
        out[name if name in _FIELDS else next(iter(judged))] = clean
    return out


def is_plain(word: str) -> bool:
    """Whether a word can be one of our keys or verbs: lower-case letters only, unlike a secret."""
    return 0 < len(word) <= _LONGEST and _PLAIN.issuperset(word)


def is_time(text: str) -> bool:
    """Whether `text` is written `YYYY-MM-DDTHH:MM:SSZ`, or only its day."""
    return len(text) in (10, 20) and text.isascii() and all(map(_fits, text, _TIME))


def _fits(sign: str, form: str) -> bool:
    return sign.isdecimal() if form == "0" else sign == form
