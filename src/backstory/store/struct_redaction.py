"""Redacts structures on their way to the store: anchors, links, members of events, whole structs.

Values that name something (see `KEYS`) are judged as names, see `redact.paths`; all others with their key.
"""

from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from backstory.model.ids import is_ulid
from backstory.model.record import Anchor, Link
from backstory.redact.paths import clean_name, clean_path, compose_check
from backstory.store.vocabulary import WORDS, clean_time, clean_word, is_plain, is_time

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

S = TypeVar("S", bound=msgspec.Struct)
Passed = AbstractSet[tuple[str, str]]
"""Names of members with texts that a gate has let through there."""

KEYS: Final = frozenset(
    ("active_files", "branch", "commit", "file", "files", "id", "ids", "key_files", "oid", "path", "paths", "pointer",
     "record", "ref", "session", "snapshot", "transcript", "undoes", "was")
)  # fmt: skip
"""Members of events and snapshots that hold names."""
PATHS: Final = frozenset(("active_files", "key_files", "path", "was"))
"""Members of a snapshot that hold paths of the tree."""
SILENT: Final = frozenset(
    ("author", "base", "body", "command", "goal", "name", "new", "old", "operation", "outcome", "plan", "purpose",
     "quote", "read", "reason", "role", "source", "subject", "summary", "symbol", "table", "task", "text", "title",
     "where", "why")
)  # fmt: skip
"""Members whose names announce no secret, so that what judges names need not be loaded for them."""
_SCREENED: Final = 8
"""Names from which on they are searched all at once."""


def clean_anchor(gate: "Gate", anchor: Anchor | str) -> Anchor:
    """An anchor as the gate lets it through. One with a digest was found in the tree when it was written."""
    if isinstance(anchor, str):
        anchor = Anchor.parse(anchor)
    clean = clean_path if anchor.digest and not anchor.is_glob else clean_name
    return Anchor(clean(gate, anchor.path), clean(gate, anchor.symbol), anchor.digest)


def clean_link(gate: "Gate", link: Link | str) -> Link:
    """A link as the gate lets it through: its relation is a word of ours, its target an id."""
    if isinstance(link, str):
        relation, _, target = link.strip().partition(" ")
        link = Link(relation, target.strip())
    target = link.target if is_ulid(link.target) else clean_name(gate, link.target)
    return Link(clean_word(gate, "relation", link.relation), target)


def clean_members(
    gate: "Gate", members: Mapping[str, object], exempt: frozenset[str] = frozenset()
) -> dict[str, object]:
    """The members of an event, however deep, as the gate lets them through.

    `exempt` holds names of files that Backstory has just written: they stand on the disk already.
    """
    return {_key(gate, key): _member(gate, key, value, exempt) for key, value in members.items()}


def clean_struct(gate: "Gate", struct: S, passed: Passed = frozenset()) -> S:
    """A structure of ours as the gate lets it through: its own fields, numbers and truth values stay as they are.

    `passed` are texts that the gate has let through before, see `collect_texts`. They are not judged again.
    """
    members = {name: clean_value(gate, name, getattr(struct, name), passed) for name in struct.__struct_fields__}
    return msgspec.structs.replace(struct, **members)


def collect_texts(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a structure of ours, with the name of its member; the keys of dictionaries have no name."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, msgspec.Struct):
        for member in value.__struct_fields__:
            yield from collect_texts(getattr(value, member), member)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from collect_texts(item, name)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield "", key
            yield from collect_texts(item, str(key))


def find_harmless_names(gate: "Gate", names: Collection[str]) -> set[str]:
    """The names that `clean_name` and `clean_path` surely leave unchanged, by one search over all of them.

    Of few names none is told: each is judged by itself as fast.
    """
    if len(names) < _SCREENED:
        return set()
    composed = {compose_check(name): name for name in names}
    return {composed[text] for text in gate.find_harmless(list(composed))}


def _key(gate: "Gate", key: str) -> str:
    return key if is_plain(key) else clean_name(gate, key)


def _member(gate: "Gate", key: str, value: object, exempt: frozenset[str]) -> object:
    if key in KEYS and isinstance(value, (str, list, tuple)):
        return _names(gate, value, exempt)
    if isinstance(value, Mapping):
        return clean_members(gate, value, exempt)
    if isinstance(value, (list, tuple)):
        return [clean_members(gate, item, exempt) if isinstance(item, Mapping) else gate.value(item) for item in value]
    return _judged(gate, key, value)


def _judged(gate: "Gate", key: str, value: object) -> object:
    """A value judged with its key, unless it is a word of a closed vocabulary there."""
    return value if isinstance(value, str) and _is_ours(key, value) else _with_key(gate, key, value)


def _with_key(gate: "Gate", key: str, value: object) -> object:
    if isinstance(value, str) and key in SILENT:
        return gate.clean(value)
    judged = gate.value({key: value})
    return next(iter(judged.values())) if isinstance(judged, dict) else value


def _is_ours(key: str, value: str) -> bool:
    return value in WORDS.get(key, ()) or (key == "verb" and is_plain(value)) or (key == "made" and is_time(value))


def _names(gate: "Gate", value: object, exempt: frozenset[str]) -> object:
    if isinstance(value, str):
        return value if value in exempt else clean_name(gate, value)
    if isinstance(value, (list, tuple)):
        return [_names(gate, item, exempt) for item in value]
    return clean_members(gate, value, exempt) if isinstance(value, Mapping) else value


def clean_value(gate: "Gate", name: str, value: Any, passed: Passed = frozenset()) -> Any:
    """The value of the field `name` of a structure of ours as the gate lets it through. It keeps its type."""
    if isinstance(value, msgspec.Struct):
        return clean_struct(gate, value, passed)
    if isinstance(value, str):
        return value if (name, value) in passed else _typed_text(gate, name, value)
    if isinstance(value, tuple):
        return tuple(clean_value(gate, name, item, passed) for item in value)
    if isinstance(value, list):
        return [clean_value(gate, name, item, passed) for item in value]
    if isinstance(value, dict):
        return {
            key if ("", key) in passed else _key(gate, key): clean_value(gate, str(key), item, passed)
            for key, item in value.items()
        }
    return value


def _typed_text(gate: "Gate", name: str, text: str) -> Any:
    if name in PATHS:
        return clean_path(gate, text)
    if name in KEYS:
        return clean_name(gate, text)
    return clean_time(gate, text) if name == "made" else _judged(gate, name, text)
