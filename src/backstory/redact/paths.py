"""Cleans names (ids, paths, branches, sessions) of secrets.

A name is judged whole, then part by part: in `src/<token>.py` the slash before a token and the suffix behind it hide
the token from rules that would know it alone. Only a part in the form of an id is spared: a secret may look random as
well, so looking random excuses nothing. For a path that exists in the tree, findings that rest on its looks alone do
not count: the path is in the repository already, and a bundle may be named by its digest.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from backstory.model.ids import is_ulid

if TYPE_CHECKING:
    from backstory.redact.gate import Finding, Gate, Redacted

RANDOM: Final = frozenset(("high-entropy", "dense-token"))
"""Rules that judge a text only by how random it looks."""
OWN: Final = "own-value"
"""Rule for the person's own secret values: its findings count whatever their form."""
SHORTEST: Final = 16
"""Characters below which a part of a name is not judged by itself."""
LONGEST: Final = 512
"""Characters of a part from which on its beginnings are not tried one by one."""
_BREAKS: Final = "/\\#:,; \t\r\n@=?&|<>()[]{}'\"`!*"
_SPLIT: Final = str.maketrans(_BREAKS, "\n" * len(_BREAKS))
_JOINTS: Final = "-_.+~"
_MOST_ROUNDS: Final = 8
"""Secrets that may stand beside each other in one name."""
_MOST_JOINTS: Final = 16
_HEX: Final = "0123456789abcdef"
_SESSIONS: Final = ("conv", "conversation", "ses", "sess", "session", "thread")
"""How ids of sessions begin where an agent makes them of random letters."""
_MARK: Final = "[REDACTED:"


def clean_name(gate: "Gate", text: str) -> str:
    """The name without the secrets that the gate finds in it."""
    return _clean(gate, text, exists=False)


def clean_path(gate: "Gate", path: str) -> str:
    """The path, or symbol, of something that exists in the tree, without the secrets that the gate finds in it."""
    return _clean(gate, path, exists=True)


def clean_paths(gate: "Gate", paths: str) -> str:
    """Cleans many paths that exist in the tree, a line each. They are only judged whole: there may be 100,000."""
    checked = gate.check(paths)
    return checked.text if any(_counts(paths, finding, exists=True) for finding in checked.findings) else paths


def is_id(text: str) -> bool:
    """Whether a name has the form of an id: hexadecimal of 7 to 64, a ULID, a UUID, a snapshot, a session."""
    if len(text) > 64 or not text.isascii():
        return False
    lower = text.lower()
    if len(text) >= 7 and not lower.strip(_HEX):
        return True
    return is_ulid(text.upper()) or is_ulid(text.removeprefix("snap-")) or _is_uuid(lower) or _is_session(text)


def _is_uuid(lower: str) -> bool:
    """Whether a name in small letters has the form of a UUID."""
    return [len(part) for part in lower.split("-")] == [8, 4, 4, 4, 12] and not lower.replace("-", "").strip(_HEX)


def _is_session(text: str) -> bool:
    head, _, tail = text.partition("_" if "_" in text else "-")
    return head in _SESSIONS and tail.isalnum()


def _clean(gate: "Gate", text: str, *, exists: bool) -> str:
    """Cleans the text until nothing more is found: a mark is a break, so it may expose a secret beside it."""
    if not text or (is_id(text) and not gate.holds_own_value(text)):
        return text
    for _ in range(_MOST_ROUNDS):
        cleaned = _clean_once(gate, text, exists=exists)
        if cleaned == text:
            break
        text = cleaned
    return text


def compose_check(text: str) -> str:
    """A name and the parts of it that are judged by themselves, as one text: hardly any name holds a secret."""
    parts = filter(_is_judged, _judged_parts(text))
    tries = [part[start:end] for part in parts for start, end in _tries(part)]
    return "\n".join((text, *tries)) if tries else text


def _clean_once(gate: "Gate", text: str, *, exists: bool) -> str:
    if not gate.check(compose_check(text)).findings:
        return text
    checked = gate.check(text)
    safe = checked.text if any(_counts(text, finding, exists) for finding in checked.findings) else text
    if len(safe) < SHORTEST:
        return safe
    return "".join(_clean_part(gate, part, exists) if judged else part for part, judged in _parts(safe))


def _counts(text: str, finding: "Finding", exists: bool) -> bool:
    """Whether a verdict on a name counts."""
    piece = text[finding.start : finding.end]
    if finding.rule == OWN:
        return True
    if is_id(piece) or is_id(text):
        return False
    if finding.rule == "prefixed-token" and _is_worded(piece):
        return False
    return not exists or (finding.rule not in RANDOM and ("/" not in piece or "://" in piece))


def _clean_part(gate: "Gate", part: str, exists: bool) -> str:
    """Cleans a part between breaks: judges it from every joint on, with and without its last dotted endings."""
    if not _is_judged(part):
        return part
    for start, end in _tries(part):
        piece = part[start:end]
        checked: Redacted = gate.check(piece)
        if any(_counts(piece, finding, exists) for finding in checked.findings):
            return part[:start] + checked.text + part[end:]
    return part


def _tries(part: str) -> Iterator[tuple[int, int]]:
    """Spans of a part to judge, the longest first: from each joint to the end or to one of the last dots."""
    ends = _ends(part)
    for start in _starts(part):
        for end in ends:
            if end - start >= SHORTEST:
                yield start, end


def _ends(part: str) -> list[int]:
    """The end of a part, and up to two dots before short endings."""
    ends = [len(part)]
    for _ in range(2):
        dot = part.rfind(".", 0, ends[-1])
        if dot > 0 and ends[-1] - dot <= 8:
            ends.append(dot)
    return ends


def _starts(part: str) -> list[int]:
    """The beginning of a part, and the places after its joints."""
    size = len(part)
    if size > LONGEST:
        return [0]
    after = (place + 1 for place, char in enumerate(part) if char in _JOINTS)
    return [0, *[place for place in after if size - place >= SHORTEST][:_MOST_JOINTS]]


def _is_judged(part: str) -> bool:
    """Whether a part is judged by itself: it may hold a secret and has not the form of an id."""
    return _can_hold(part) and not is_id(part)


def _can_hold(part: str) -> bool:
    """Whether a part may hold a secret: it is long enough and has digits, or capitals among small letters."""
    if len(part) < SHORTEST:
        return False
    return any(char.isdecimal() for char in part) or (part != part.lower() and part != part.upper())


def _judged_parts(text: str) -> list[str]:
    """The pieces of the text that are judged. Most names have no mark, and need no look at each character."""
    if _MARK in text:
        return [part for part, judged in _parts(text) if judged]
    return text.translate(_SPLIT).split("\n") if len(text) >= SHORTEST else []


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Splits the text into pieces and says whether each is judged: breaks and marks are not."""
    position = start = 0
    size = len(text)
    while position < size:
        mark = text.startswith(_MARK, position)
        end = text.find("]", position) + 1 if mark else position + 1
        if (mark and end) or text[position] in _BREAKS:
            if start < position:
                yield text[start:position], True
            end = end or position + 1
            yield text[position:end], False
            position = start = end
        else:
            position += 1
    if start < size:
        yield text[start:], True


def _is_worded(piece: str) -> bool:
    """Whether a piece reads like words and versions, as in `glossary-page-v2`."""
    words = "".join(char if char.isalnum() else " " for char in piece).split()
    return all(len(word) <= 4 or (word.isalpha() and len(word) <= 16) for word in words)
