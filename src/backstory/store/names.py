"""What names a thing (ids, paths, branches, sessions) on its way through the gate.

A name is judged whole, then part by part: in `src/<token>.py` the slash before a token and the suffix behind it keep
rules from seeing what they would know standing alone. Spared is only what has the form of an id: a secret may look
random as well, so looking random excuses nothing. Of a path that exists in the tree, verdicts that rest on its looks
alone do not count: it is in the repository already, and a bundle may be called by its digest.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from backstory.model.ids import is_ulid
from backstory.model.record import Anchor, Link
from backstory.store.vocabulary import WORDS, clean_time, clean_word, is_plain, is_time

if TYPE_CHECKING:
    from backstory.redact.gate import Finding, Gate, Redacted

S = TypeVar("S", bound=msgspec.Struct)

RANDOM: Final = frozenset(("high-entropy", "dense-token"))
"""Rules that know nothing of a text but how random it looks."""
OWN: Final = "own-value"
"""Rule of the values that are the person's own secrets: they count whatever their form."""
KEYS: Final = frozenset(
    ("active_files", "branch", "commit", "file", "files", "id", "ids", "key_files", "oid", "path", "paths", "pointer",
     "record", "ref", "session", "snapshot", "transcript", "undoes", "was")
)  # fmt: skip
"""Members of events and snapshots that hold names."""
PATHS: Final = frozenset(("active_files", "key_files", "path", "was"))
"""Members of a snapshot that hold paths of the tree."""
SHORTEST: Final = 16
"""Characters below which a part of a name is not judged by itself."""
LONGEST: Final = 512
"""Characters of a part from which on its beginnings are not tried one by one."""
_BREAKS: Final = "/\\#:,; \t\r\n@=?&|<>()[]{}'\"`!*"
_JOINTS: Final = "-_.+~"
_MOST_ROUNDS: Final = 8
"""Secrets that may stand beside each other in one name."""
_MOST_JOINTS: Final = 16
_HEX: Final = "0123456789abcdef"
_SESSIONS: Final = ("conv", "conversation", "ses", "sess", "session", "thread")
"""How ids of sessions begin where an agent makes them of random letters."""
_MARK: Final = "[REDACTED:"


def clean_name(gate: "Gate", text: str) -> str:
    """A name as the gate lets it through."""
    return _clean(gate, text, exists=False)


def clean_path(gate: "Gate", path: str) -> str:
    """A path, or a symbol, that exists in the tree, as the gate lets it through."""
    return _clean(gate, path, exists=True)


def clean_paths(gate: "Gate", paths: str) -> str:
    """Many paths that exist in the tree, a line each. They are judged whole only: there may be a hundred thousand."""
    checked = gate.check(paths)
    return checked.text if any(_counts(paths, f, exists=True) for f in checked.found) else paths


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


def clean_members(gate: "Gate", members: Mapping[str, object]) -> dict[str, object]:
    """The members of an event, however deep, as the gate lets them through."""
    return {_key(gate, key): _member(gate, key, value) for key, value in members.items()}


def clean_struct(gate: "Gate", struct: S) -> S:
    """A structure of ours as the gate lets it through: its own fields, numbers and truth values stay as they are."""
    found = {name: _typed(gate, name, getattr(struct, name)) for name in struct.__struct_fields__}
    return msgspec.structs.replace(struct, **found)


def is_id(text: str) -> bool:
    """Whether a name has the form of an id: hexadecimal of 7 to 64, a ULID, a UUID, a snapshot, a session."""
    size = len(text)
    if size > 64 or not text.isascii():
        return False
    lower = text.lower()
    if size >= 7 and not lower.strip(_HEX):
        return True
    if is_ulid(text.upper()) or is_ulid(text.removeprefix("snap-")):
        return True
    if size == 36 and [len(part) for part in lower.split("-")] == [8, 4, 4, 4, 12]:
        return not lower.replace("-", "").strip(_HEX)
    head, joint, tail = text.partition("_" if "_" in text else "-")
    return bool(joint) and head in _SESSIONS and tail.isalnum()


def _clean(gate: "Gate", text: str, *, exists: bool) -> str:
    """The text until nothing more is found in it: a mark is a break, and so may lay bare what stood beside it."""
    for _ in range(_MOST_ROUNDS):
        cleaned = _clean_once(gate, text, exists=exists)
        if cleaned == text:
            break
        text = cleaned
    return text


def _clean_once(gate: "Gate", text: str, *, exists: bool) -> str:
    tries = [part[a:b] for part, judged in _parts(text) if judged and _can_hold(part) for a, b in _tries(part)]
    # Hardly any name holds a secret: all its parts are looked at in one go first.
    if not gate.check("\n".join((text, *tries)) if tries else text).found:
        return text
    checked = gate.check(text)
    safe = checked.text if any(_counts(text, f, exists) for f in checked.found) else text
    if len(safe) < SHORTEST:
        return safe
    out: list[str] = []
    for part, judged in _parts(safe):
        out.append(_clean_part(gate, part, exists) if judged else part)
    return "".join(out)


def _counts(text: str, found: "Finding", exists: bool) -> bool:
    """Whether a verdict on a name counts."""
    piece = text[found.start : found.end]
    if found.rule == OWN:
        return True
    if is_id(piece) or is_id(text):
        return False
    if found.rule == "prefixed-token" and _is_worded(piece):
        return False
    return not exists or (found.rule not in RANDOM and "/" not in piece)


def _clean_part(gate: "Gate", part: str, exists: bool) -> str:
    """A part of a name between breaks. Its beginnings are tried at every joint, with and without what ends it."""
    if is_id(part) or not _can_hold(part):
        return part
    for start, end in _tries(part):
        piece = part[start:end]
        checked: Redacted = gate.check(piece)
        if any(_counts(piece, f, exists) for f in checked.found):
            return part[:start] + checked.text + part[end:]
    return part


def _tries(part: str) -> Iterator[tuple[int, int]]:
    """Places in a part to judge, the longest first: from each joint on, to the end or to the last dots."""
    size = len(part)
    ends = [size]
    for _ in range(2):
        dot = part.rfind(".", 0, ends[-1])
        if dot > 0 and ends[-1] - dot <= 8:
            ends.append(dot)
    starts = [0]
    if size <= LONGEST:
        joints = (n + 1 for n, c in enumerate(part) if c in _JOINTS)
        starts += [n for n in joints if size - n >= SHORTEST][:_MOST_JOINTS]
    for start in starts:
        for end in ends:
            if end - start >= SHORTEST:
                yield start, end


def _can_hold(part: str) -> bool:
    """Whether a part is long enough to hold a secret, and more than words: digits, or capitals among small letters."""
    if len(part) < SHORTEST:
        return False
    return any(c.isdecimal() for c in part) or (part != part.lower() and part != part.upper())


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, and whether each is to be judged: breaks and marks are not."""
    at = start = 0
    size = len(text)
    while at < size:
        mark = text.startswith(_MARK, at)
        end = text.find("]", at) + 1 if mark else at + 1
        if (mark and end) or text[at] in _BREAKS:
            if start < at:
                yield text[start:at], True
            end = end or at + 1
            yield text[at:end], False
            at = start = end
        else:
            at += 1
    if start < size:
        yield text[start:], True


def _is_worded(piece: str) -> bool:
    """Whether a piece reads like words and versions, as in `glossary-page-v2`."""
    words = "".join(c if c.isalnum() else " " for c in piece).split()
    return all(len(w) <= 4 or (w.isalpha() and len(w) <= 16) for w in words)


def _key(gate: "Gate", key: str) -> str:
    return key if is_plain(key) else clean_name(gate, key)


def _member(gate: "Gate", key: str, value: object) -> object:
    if key in KEYS and isinstance(value, (str, list, tuple)):
        return _names(gate, value)
    if isinstance(value, Mapping):
        return clean_members(gate, value)
    if isinstance(value, (list, tuple)):
        return [clean_members(gate, item) if isinstance(item, Mapping) else gate.value(item) for item in value]
    return _judged(gate, key, value)


def _judged(gate: "Gate", key: str, value: object) -> object:
    """A value judged with its key, unless it is a word of a closed vocabulary there."""
    return value if isinstance(value, str) and _is_ours(key, value) else _with_key(gate, key, value)


def _with_key(gate: "Gate", key: str, value: object) -> object:
    judged = gate.value({key: value})
    return next(iter(judged.values())) if isinstance(judged, dict) else value


def _is_ours(key: str, value: str) -> bool:
    return value in WORDS.get(key, ()) or (key == "verb" and is_plain(value)) or (key == "made" and is_time(value))


def _names(gate: "Gate", value: object) -> object:
    if isinstance(value, str):
        return clean_name(gate, value)
    if isinstance(value, (list, tuple)):
        return [_names(gate, item) for item in value]
    return clean_members(gate, value) if isinstance(value, Mapping) else value


def _typed(gate: "Gate", name: str, value: Any) -> Any:
    """The value of a field, which keeps its type."""
    if isinstance(value, msgspec.Struct):
        return clean_struct(gate, value)
    if isinstance(value, str):
        if name in PATHS:
            return clean_path(gate, value)
        if name in KEYS:
            return clean_name(gate, value)
        return clean_time(gate, value) if name == "made" else _judged(gate, name, value)
    if isinstance(value, tuple):
        return tuple(_typed(gate, name, item) for item in value)
    if isinstance(value, list):
        return [_typed(gate, name, item) for item in value]
    if isinstance(value, dict):
        return {_key(gate, key): _typed(gate, str(key), item) for key, item in value.items()}
    return value
