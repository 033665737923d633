"""What names a thing (ids, paths, branches, sessions) on its way through the gate.

A name may look random without being a secret: a commit, a session, `snap-` and a ULID, a bundle called by its digest.
Taking it out would cut every thread that hangs on it. So for names the gate's verdict "looks random" alone does not
count; every rule that knows what it found does.
"""

from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

RANDOM: Final = frozenset(("high-entropy",))
"""Rules that know nothing of a text but how random it looks."""
KEYS: Final = frozenset(
    ("active_files", "commit", "file", "files", "id", "ids", "key_files", "oid", "path", "paths", "pointer", "record",
     "ref", "session", "snapshot", "transcript", "undoes", "was")
)  # fmt: skip
"""Members of events and snapshots that hold names."""


def clean_name(gate: "Gate", text: str) -> str:
    """A name as the gate lets it through."""
    checked = gate.check(text)
    return text if all(found.rule in RANDOM for found in checked.found) else checked.text


def clean_members(gate: "Gate", members: dict[str, object]) -> dict[str, object]:
    """The members of an event or a snapshot, however deep, as the gate lets them through."""
    out: dict[str, object] = {}
    for key, value in members.items():
        if key in KEYS and isinstance(value, (str, list, tuple)):
            out[key] = _names(gate, value)
        elif isinstance(value, dict):
            out[gate.clean(key)] = clean_members(gate, value)
        elif isinstance(value, (list, tuple)):
            out[gate.clean(key)] = [
                clean_members(gate, item) if isinstance(item, dict) else gate.value(item) for item in value
            ]
        else:  # a value is judged with its key
            out.update(cast("dict[str, object]", gate.value({key: value})))
    return out


def _names(gate: "Gate", value: object) -> object:
    if isinstance(value, str):
        return clean_name(gate, value)
    if isinstance(value, (list, tuple)):
        return [_names(gate, item) for item in value]
    return clean_members(gate, value) if isinstance(value, dict) else value
