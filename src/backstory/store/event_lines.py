"""The lines of a journal: an event as JSON with a checksum, and how files of such lines are read."""

import os
import zlib
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from backstory.base.journal_lines import MAX_LINE, VERSION, format_line
from backstory.model.errors import Invalid
from backstory.model.event import Event

COMPRESSED: Final = ".jsonl.gz"
"""Suffix of a file of a past month: it is read as before, and later lines go into a new file."""
NEWER: Final = "is of a later version"
"""The problem of a line that a later Backstory wrote."""
_BLOCK: Final = 1 << 20
_TAIL: Final = len(b',"c":"00000000"}')


class _Line(msgspec.Struct):
    id: str
    k: str
    v: int = VERSION
    s: str = ""
    a: str = ""
    t: str = ""
    d: dict[str, object] = {}
    c: str = ""


_DECODER: Final = msgspec.json.Decoder(_Line)


def encode_event(event: Event) -> bytes:
    """The journal line of an event, with its newline. Raises Invalid past the length of a line."""
    line = format_line(
        {
            "a": event.agent,
            "d": event.data,
            "id": event.id,
            "k": event.kind,
            "s": event.session,
            "t": event.made,
            "v": VERSION,
        }
    )
    if len(line) > MAX_LINE:
        raise Invalid(
            f"an event of {len(line)} bytes is longer than the {MAX_LINE} of a journal line",
            hint="keep the text as a source, `backstory ingest FILE`, and point to it",
        )
    return line


def decode_event(raw: bytes) -> Event | str:
    """The event of a line without its newline, or its problem as text."""
    if len(raw) > MAX_LINE:
        return "is longer than a line may be"
    try:
        line = _DECODER.decode(raw)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return "is torn or no journal line"
    if line.v > VERSION:
        return NEWER
    if not raw.endswith(b',"c":"%s"}' % line.c.encode("utf-8", "replace")):
        return "has no checksum"
    if line.c != f"{zlib.crc32(raw[:-_TAIL]):08x}":
        return "was altered: its checksum does not fit"
    return Event(id=line.id, kind=line.k, session=line.s, agent=line.a, made=line.t, data=line.d)


def decode_events(path: str) -> Iterator[tuple[int, Event | str]]:
    """(line number from 1, event or problem) of every line of a file that is not blank."""
    for number, raw in enumerate(raw_lines(path, blank=True), 1):
        if raw:
            yield number, decode_event(raw)


def raw_lines(path: str, *, blank: bool = False) -> Iterator[bytes]:
    """The lines of a file, a block at a time; of one that is too long no more is kept than shows that it is.

    Of a compressed file that is damaged the lines before the damage.
    """
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY", "O_NONBLOCK"):
        flags |= getattr(os, name, 0)
    try:
        fd = os.open(path, flags)
    except OSError:
        return
    try:
        yield from _split_lines(
            _unpacked(fd) if path.endswith(COMPRESSED) else iter(lambda: os.read(fd, _BLOCK), b""), blank=blank
        )
    finally:
        os.close(fd)


def _split_lines(blocks: Iterable[bytes], *, blank: bool) -> Iterator[bytes]:
    rest = b""
    for block in blocks:
        *whole, rest = (rest + block).split(b"\n")
        for raw in whole:
            if (raw := raw.rstrip(b"\r")[: MAX_LINE + 1]) or blank:
                yield raw
        rest = rest[: MAX_LINE + 1]
    if rest:
        yield rest


def _unpacked(fd: int) -> Iterator[bytes]:
    packer = zlib.decompressobj(31)
    while block := os.read(fd, _BLOCK):
        while block and not packer.eof:
            try:
                data = packer.decompress(block, _BLOCK)
            except zlib.error:
                yield b"\n(damaged from here on)\n"  # counts as a bad line, and `doctor --deep` names it
                return
            block = packer.unconsumed_tail
            if data:
                yield data
    if not packer.eof:
        yield b"\n(cut off here)\n"
