"""Labels of keys: a line of its own above the value, and a name to which `key` is glued."""

from typing import Final

from backstory.redact.names import is_key_of_data
from backstory.redact.patterns import Pattern

LONGEST_LABELLED: Final = 180
"""Bytes of a value below a label at most; what is longer is data."""
SHORTEST_LABELLED: Final = 16
FARTHEST: Final = 128
"""Bytes before a value in which its label stands."""
_LABEL: Final = Pattern(
    rb"(?i)(?:^|\n)[ \t>*#-]{0,8}((?:[\w./'-]{1,40}[ ]){0,6}(?:[\w./-]{0,40}[_./-])?"
    rb"(?:(?:api|access|auth|secret|private)[ _.-]?)?(?:keys?|tokens?|secrets?|access|private|credentials?))"
    rb"[\"'`*]{0,3}[ \t]*:?[\"'`*]{0,3}[ \t]*\r?\n(?:[ \t]*\r?\n)?(?:```\w{0,8}\r?\n)?[ \t>]*[\"'`]{0,3}\z"
)
"""A line that ends with a word for a key, and the beginning of the next one."""
_LINE_END: Final = Pattern(rb"[\"'`]{0,3}[ \t]*(?:\r?\n|\z)")
_OPENS_NOTHING: Final = Pattern(
    rb"(?i)pub|\b(?:ssh|gpg|pgp|rsa|host|commit|hash|digest|checksum|integrity|id|ids|without|no|same|this|that|"
    rb"sha-?[0-9]*|md5|fingerprint|public)\b"
)
"""What says of a label that it is no credential's."""
_GLUED: Final = Pattern(
    rb"(?:^|[^\w.-])([A-Za-z][A-Za-z0-9]{3,24}(?i:key|pass))[\"']?[ ]{0,2}(?:=|:=|:)[ ]{0,2}[\"'`]?\z"
)
"""A name of one word that ends in `key` or `pass`, and the sign before its value."""
_WORDS: Final = (
    b"monkey donkey turkey whiskey hockey jockey turnkey lackey passkey hotkey pubkey publickey etagkey rowkey datakey"
    b" filekey namekey itemkey blobkey bucketkey statekey storekey configkey querykey mapkey"
    b" compass bypass trespass surpass overpass underpass encompass renderpass subpass prepass"
).split()
"""Words that end so, and keys of data."""


def is_labelled(text: bytes, start: int, end: int) -> bool:
    """Whether the value from `start` to `end` is all of its line, and the line above says that it is a key."""
    before = text[max(0, start - FARTHEST) : start]
    if end - start < SHORTEST_LABELLED or before.rstrip(b" \t>\"'`")[-1:] != b"\n":
        return False
    if _LINE_END.begin(text, end, min(len(text), end + 8)) < 0:
        return False
    groups = _LABEL.find(before, 0, len(before))
    if groups is None:
        return False
    label = before[slice(*groups[1])]
    return not _OPENS_NOTHING.within(label) and not is_key_of_data(label)


def is_glued_key(before: bytes) -> bool:
    """Whether a name of one word that ends in `key` stands before a value, as those of services do."""
    low = before[-16:].lower()
    if b"key" not in low and b"pass" not in low:
        return False
    groups = _GLUED.find(before, 0, len(before))
    if groups is None:
        return False
    name = before[slice(*groups[1])]
    return name.lower() not in _WORDS and not is_key_of_data(name)
