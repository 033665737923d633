"""Recognises digests by the list that they stand in, and keys of caches, which end in one.

A lock file lists the digest of each part, and some parts are named for a service or a secret: `Stripe: 4bf3...` below
`SPEC CHECKSUMS:`. A build names what it keeps by the digest of its lock file: `key: node-Linux-4bf3...`.
"""

from typing import Final

from backstory.redact.chance import HEX
from backstory.redact.patterns import Pattern

SIZES: Final = frozenset((32, 40, 56, 64, 96, 128))
"""Digits of a digest."""
ABOVE: Final = 4096
"""Bytes above a digest in which the heading of its list stands."""
_HEADINGS: Final = (b"checksums", b"sums", b"digests", b"hashes")
_HEADING: Final = Pattern(
    rb"(?i)[ \t]*\[{0,2}[\"'`#* ]{0,4}(?:[A-Za-z0-9./-]{1,24}[ ._-]){0,3}"
    rb"(?:check|(?:sha-?[0-9]{1,3}|md5|b2|blake[23]\w?|ck)[ _-]?)?"
    rb"(?:sums|digests|hashes)[\"'`*]{0,3}\]{0,2}[ ]?[:=]?[ ]?[{\[]?[ \t]*\r?"
)
"""A line that opens a list of digests."""
_OF_PASSWORDS: Final = Pattern(rb"(?i)pass|user|login|account|credential|ntlm|shadow|cracked|dump")
_ENTRY: Final = Pattern(rb"[ \t>*-]*[\"'`]?[\w@./+ -]{1,160}?[\"'`]?[ ]?[:=][ ]?[\"'`]?(?:sha-?[0-9]{1,3}[:-])?")
"""What stands before a digest in its line."""


def is_listed_digest(text: bytes, first: int, last: int) -> bool:
    """Whether digits at the end of a value are an entry of a list whose heading says that it is one of digests."""
    line = text.find(b"\n", first, last)  # a value may have been read over the ends of lines
    last = line if line >= 0 else last
    first = max(first, last - len(text[first:last]) + len(text[first:last].rstrip(HEX)))
    if last - first not in SIZES:
        return False
    line = text.rfind(b"\n", max(0, first - ABOVE), first) + 1
    if line <= 0 or not _ENTRY.whole(text[line:first]):
        return False
    above = text[max(0, line - ABOVE) : line]
    low = above.lower()
    place = max(low.rfind(word) for word in _HEADINGS)
    if place < 0:
        return False
    begin = above.rfind(b"\n", 0, place) + 1
    heading, _, between = above[begin:].partition(b"\n")
    if not _HEADING.whole(heading) or _OF_PASSWORDS.within(heading):
        return False
    if heading.lstrip()[:1] == b"[":
        return b"\n[" not in b"\n" + between
    depth = len(heading) - len(heading.lstrip(b" \t"))
    rows = [row for row in between.split(b"\n") if row.strip()]
    return all(len(row) - len(row.lstrip(b" \t")) > depth for row in [*rows, text[line:first]])


LONGEST_KEY: Final = 200
"""Bytes of the key of a cache at most."""
_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+=|@-"
_OF_SYSTEM: Final = Pattern(
    rb"(?:[\w.@+]{1,40}[-|_])*(?i:linux|windows|macos|darwin|ubuntu[0-9.-]*|win32|x64|x86_64|arm64|aarch64)"
    rb"(?:[-|_][\w.@+]{1,40})*?[-|_](?:[0-9a-f]{40}|[0-9a-f]{64})"
)
"""Words, a system and the digest of a lock file."""
_KEPT: Final = Pattern(
    rb"(?i)\bcach(?:e|ed|ing)\b(?:[ ](?:restored|saved|hit|miss(?:ed)?|found|not|occurred|from|with|at|for|on|the|"
    rb"this|that|"
    rb"input|primary|lookup|"
    rb"matched|build|restore|using|created|stored|exists|a|[0-9]{1,8})){0,8}[ ]keys?[ ]?:?[ ]?[\"'`]?\z|"
    rb"\b(?:restore|restoring|save|saving|reserve)[\w -]{0,24}[ ]cache[\w ]{0,12}[ ]keys?[ ]?:?[ ]?[\"'`]?\z|"
    rb"\brestore-keys?[ ]?:[ ]?[|>]?\s{0,20}[\"'`]?\z"
)
"""What a build says of what it keeps."""
_WORDED: Final = Pattern(rb"(?:[A-Za-z][\w.@+]{0,40}[-|_:]){1,8}(?:[0-9a-f]{32,64}|[A-Za-z0-9+/]{43}=)")


def is_cache_key(text: bytes, first: int, last: int) -> bool:
    """Whether a value is the key of a cache of builds, or the end of one."""
    if text[last - 32 : last].strip(HEX) and b"=" not in text[last - 1 : last + 1]:
        return False
    head = text[max(0, first - LONGEST_KEY) : first]
    start = first - (len(head) - len(head.rstrip(_CHARS)))
    last += text[last : last + 1] == b"="
    key = text[start:last].strip(b"=")
    if last - start > LONGEST_KEY or (b"-" not in key and b"_" not in key and b"|" not in key):
        return False
    if _OF_SYSTEM.whole(key):
        return True
    return _WORDED.whole(text[start:last]) and _KEPT.within(text[max(0, start - 120) : start])
