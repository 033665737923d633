"""Reads a `.tar.gz` that may be hostile: into memory, regular files only, within hard limits, nothing unpacked to disk.

The parser is our own on purpose: it knows the POSIX ustar header with the `path` and `size` of pax and GNU's long
names, and refuses everything else, so that links, devices, sparse maps and their chains never come to life.
Format: POSIX.1-2017, pax, "ustar Interchange Format"; gzip: RFC 1952.
"""

import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO, Final, NamedTuple

from backstory.model.errors import Invalid

MAX_TOTAL: Final = 200 * 1024 * 1024
"""Bytes of an archive, packed and unpacked."""
MAX_MEMBERS: Final = 100_000
MAX_MEMBER: Final = 64 * 1024 * 1024
MAX_RATIO: Final = 100
"""Unpacked bytes for each packed one; honest text packs 3 to 20 times."""


class Limits(NamedTuple):
    """What a reader takes before it refuses: bytes packed and unpacked, members, bytes of one, unpacked for packed."""

    total: int = MAX_TOTAL
    members: int = MAX_MEMBERS
    member: int = MAX_MEMBER
    ratio: int = MAX_RATIO


LIMITS: Final = Limits()
_RATIO_FROM: Final = 1 << 20
_MAX_HEADER: Final = 16 * 1024
"""Bytes of a pax header or a GNU long name."""
_READ_AHEAD: Final = 1 << 18
"""Bytes that may be unpacked before they are asked for."""
_MAX_NAME: Final = 1024
_MAX_DEPTH: Final = 16
"""Folders in a name, each of which is looked up; an export has three."""
BLOCK: Final = 512
"""Bytes of a tar block: a header is one, and content fills whole ones."""
_FORBIDDEN: Final = frozenset((*map(chr, range(32)), *'\x7f<>:"|?*'))
_KINDS: Final = {
    "1": "a hard link", "2": "a symbolic link", "3": "a character device", "4": "a block device", "6": "a FIFO",
    "7": "a contiguous file", "S": "a sparse file", "M": "a part of a file", "V": "a volume label", "K": "a long link",
    "D": "a directory dump",
}  # fmt: skip


def read_members(
    source: BinaryIO, limits: Limits = LIMITS, *, after_first: Callable[[str, bytes], Limits] | None = None
) -> Iterator[tuple[str, bytes]]:
    """(name, content) of each regular file in a gzip-compressed tar, in order.

    `after_first` is given the first member and says which limits hold for those after it.

    Raises Invalid at the first thing that is not harmless: names that leave the archive or collide on some file
    system, anything but files and folders, limits passed, damage. Whoever collects sees all of it before acting.
    """
    stream = _Stream(source, limits)
    names = _Names(limits)
    long_name = pax_name = ""
    pax_size = -1
    count = 0
    while True:
        block = stream.take(BLOCK)
        if not block[0] and not block.strip(b"\0"):
            stream.only_zeros()
            if long_name or pax_name or pax_size >= 0:
                raise refused("ends after a header without its file")
            return
        kind = _check_header(block)
        count += 1
        if count > 2 * limits.members + 2:
            raise refused(f"has more than {limits.members} members")
        size = _octal(block[124:136], "size")
        if kind in "xgL":
            if size > _MAX_HEADER:
                raise refused(f"has a header of {size} bytes")
            data = stream.take(size, padded=True)
            if kind == "L":
                long_name = _text(data.rstrip(b"\0"))
                continue
            found = _pax(data)
            if any(key.startswith("GNU.sparse") for key in found):
                raise refused("holds a sparse file")
            if kind == "g" and found.keys() & {"path", "size", "linkpath"}:
                raise refused("has a global header that renames or resizes its members")
            if kind == "x":
                pax_name = found.get("path", "")
                if "path" in found and not pax_name:
                    raise refused("has a member without a name")
                pax_size = _decimal(found["size"]) if "size" in found else -1
            continue
        if kind not in ("0", "\0", "5"):
            raise refused(f"holds {_KINDS.get(kind, f'a member of unknown type {kind!r}')}")
        prefix = _text(block[345:500].split(b"\0")[0]) if block[257:263] == b"ustar\0" else ""
        plain = _text(block[:100].split(b"\0")[0])
        name = pax_name or long_name or (f"{prefix}/{plain}" if prefix else plain)
        size = pax_size if pax_size >= 0 else size
        long_name, pax_name, pax_size = "", "", -1
        folder = kind == "5" or name.endswith("/")
        clean = names.add(name, folder=folder)
        if folder:
            if size:
                raise refused(f"holds a folder `{_shown(clean)}` with content")
            continue
        if size > limits.member:
            raise refused(f"holds `{_shown(clean)}` of {size} bytes, more than {limits.member}")
        content = stream.take(size, padded=True)
        if after_first is not None:
            limits = stream.limits = names.limits = after_first(clean, content)
            after_first = None
        yield clean, content


def write_members(out: BinaryIO, members: Iterable[tuple[str, bytes]]) -> None:
    """Writes a `.tar.gz` of files with short plain names. The same members give the same bytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    out.writelines(
        packer.compress(_header(name, len(data)) + data + b"\0" * (-len(data) % BLOCK)) for name, data in members
    )
    out.write(packer.compress(b"\0" * (2 * BLOCK)))
    out.write(packer.flush())


def checked_name(name: str) -> str:
    """A member's name when it is a plain relative path on every system. Raises Invalid otherwise."""
    if len(name) > _MAX_NAME:
        raise refused(f"holds a name of {len(name)} characters")
    clean = name.removeprefix("./").rstrip("/")
    if name.startswith(("/", "\\")) or name[1:2] == ":":
        raise refused(f"holds `{_shown(name)}`, an absolute path")
    parts = clean.split("/")
    if "\\" in clean or not {"", ".", ".."}.isdisjoint(parts):
        raise refused(f"holds `{_shown(name)}`, which leaves the archive or is no plain path")
    if not _FORBIDDEN.isdisjoint(clean):
        raise refused(f"holds `{_shown(name)}`, with characters that no file name of ours has")
    if len(parts) > _MAX_DEPTH:
        raise refused(f"holds `{_shown(name)}`, {len(parts)} folders deep")
    if any(part[-1] in " ." or part[0] == " " for part in parts):
        raise refused(f"holds `{_shown(name)}`, which some systems read as another name")
    return clean


def refused(what: str) -> Invalid:
    """The error for an archive that is not taken in."""
    return Invalid(
        f"the archive {what}; it is refused as a whole",
        hint="nothing was written; make a new one where the memory lies: `backstory export -o FILE.tar.gz`",
    )


class _Names:
    """The names of an archive so far, as file systems without case or with composed letters compare them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._folders: dict[str, bool] = {}

    def add(self, name: str, *, folder: bool) -> str:
        """The checked name. Raises Invalid when it collides with another."""
        clean = checked_name(name)
        key = clean.lower() if clean.isascii() else unicodedata.normalize("NFC", clean).casefold()
        known = self._folders.get(key)
        if known is not None and not (known and folder):
            raise refused(f"holds `{_shown(clean)}` twice, or a name that is the same on some file systems")
        above = key
        while "/" in above:
            above = above.rpartition("/")[0]
            if self._folders.get(above, True) is False:
                raise refused(f"holds `{_shown(clean)}` below a file")
        self._folders[key] = folder
        if len(self._folders) > self.limits.members + 1:
            raise refused(f"has more than {self.limits.members} members")
        return clean


class _Stream:
    """The unpacked bytes of a gzip file, a piece at a time, within the limits."""

    def __init__(self, source: BinaryIO, limits: Limits) -> None:
        self._source = source
        self.limits = limits
        self._gzip = zlib.decompressobj(31)
        self._ready = b""
        self._at = 0
        self._packed = self._unpacked = 0

    def take(self, size: int, *, padded: bool = False) -> bytes:
        """The next `size` bytes, and with `padded` the rest of their last block taken off."""
        whole = size + (-size % BLOCK if padded else 0)
        if self._unpacked - self._left() + whole > self.limits.total:
            raise refused(f"unpacks to more than {self.limits.total} bytes")
        if self._left() < whole:
            parts = [self._ready[self._at :]]
            have = len(parts[0])
            while have < whole:
                piece = self._more()
                if piece is None:
                    raise refused("is cut off")
                parts.append(piece)
                have += len(piece)
            self._ready, self._at = b"".join(parts), 0
        out = self._ready[self._at : self._at + size]
        self._at += whole
        return out

    def only_zeros(self) -> None:
        """Reads to the end, where nothing but padding may be."""
        piece: bytes | None = self._ready[self._at :]
        while piece is not None:
            if piece.strip(b"\0"):
                raise refused("has something after its end")
            piece = self._more()

    def _left(self) -> int:
        return len(self._ready) - self._at

    def _more(self) -> bytes | None:
        """The next piece, or None at a proper end."""
        if self._gzip.eof:
            if self._gzip.unused_data.strip(b"\0") or self._source.read(BLOCK).strip(b"\0"):
                raise refused("has something after its end")
            return None
        data = self._gzip.unconsumed_tail
        if not data:
            data = self._source.read(1 << 16)
            if not data:
                raise refused("is cut off")
            self._packed += len(data)
        try:
            piece = self._gzip.decompress(data, _READ_AHEAD)
        except zlib.error as err:
            raise refused(f"is damaged: {err}") from err
        self._unpacked += len(piece)
        total, ratio = self.limits.total + _READ_AHEAD, self.limits.ratio
        if self._unpacked > total or self._packed > total:
            raise refused(f"unpacks to more than {self.limits.total} bytes")
        if self._unpacked > _RATIO_FROM and self._unpacked > ratio * self._packed:
            raise refused(f"unpacks to more than {ratio} times its size")
        return piece


def _check_header(block: bytes) -> str:
    """The type of a header whose checksum fits."""
    if block[257:262] != b"ustar":
        raise refused("is no tar archive of a known kind")
    total = sum(block) - sum(block[148:156]) + 8 * 32
    if _octal(block[148:156], "checksum") != total:
        raise refused("is damaged: the checksum of a header does not fit")
    return chr(block[156])


def _octal(field: bytes, what: str) -> int:
    if field[:1] and field[0] & 0x80:
        raise refused(f"holds a member whose {what} is past any limit")
    text = field.split(b"\0")[0].strip()
    if not text:
        return 0
    if text.strip(b"01234567"):
        raise refused(f"is damaged: a {what} is no number")
    return int(text, 8)


def _decimal(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise refused("is damaged: a size is no number")
    return int(text)


def _pax(data: bytes) -> Mapping[str, str]:
    """The records `<length> <key>=<value>\\n` of a pax header."""
    out: dict[str, str] = {}
    at = 0
    while at < len(data):
        blank = data.find(b" ", at, at + 8)
        digits = data[at:blank]
        if blank < 0 or not digits.isdigit():
            raise refused("is damaged: a pax header cannot be read")
        end = at + int(digits)
        key, equals, value = data[blank + 1 : end - 1].partition(b"=")
        if end <= blank + 1 or end > len(data) or not equals or data[end - 1 : end] != b"\n":
            raise refused("is damaged: a pax header cannot be read")
        name = _text(key)
        if name in out:
            raise refused(f"has `{_shown(name)}` twice in one pax header")
        out[name] = _text(value)
        at = end
    return out


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as err:
        raise refused("holds a name that is not UTF-8") from err


def _header(name: str, size: int) -> bytes:
    plain, prefix = name.encode("ascii"), b""
    if len(plain) > 100:
        cut = plain.find(b"/", len(plain) - 101)
        prefix, plain = plain[:cut], plain[cut + 1 :]
        if cut <= 0 or len(prefix) > 155:
            raise ValueError(f"name too long for an archive: {name}")
    head = bytearray(BLOCK)
    head[: len(plain)] = plain
    head[100:108], head[108:116], head[116:124] = b"0000600\0", b"0000000\0", b"0000000\0"
    head[124:136], head[136:148] = b"%011o\0" % size, b"%011o\0" % 0
    head[148:156], head[156:157], head[257:265] = b" " * 8, b"0", b"ustar\x0000"
    head[345 : 345 + len(prefix)] = prefix
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


def _shown(text: str) -> str:
    return text[:80].encode("unicode_escape").decode("ascii")
