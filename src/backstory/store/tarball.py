"""Reads a `.tar.gz` that may be hostile: into memory, regular files only, within hard limits. Extracts nothing to disk.

`tarfile` parses the headers. Every header passes our own checks before `tarfile` sees it, because `tarfile` is lenient
by design: it takes a damaged header for the end of the archive, and it knows links, devices and sparse files.
Format: POSIX.1-2017, pax, "ustar Interchange Format"; gzip: RFC 1952.
"""

import tarfile
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple, Self, cast

from backstory.model.errors import Invalid

MAX_TOTAL: Final = 200 * 1024 * 1024
"""Bytes of an archive, packed and unpacked."""
MAX_MEMBERS: Final = 100_000
MAX_MEMBER: Final = 64 * 1024 * 1024
MAX_RATIO: Final = 100
"""Unpacked bytes for each packed one; honest text packs 3 to 20 times."""


class Limits(NamedTuple):
    """The limits of a reader: bytes packed and unpacked, members, bytes of one, unpacked bytes for each packed one."""

    total: int = MAX_TOTAL
    members: int = MAX_MEMBERS
    member: int = MAX_MEMBER
    ratio: int = MAX_RATIO


LIMITS: Final = Limits()
_RATIO_FROM: Final = 1 << 20
_MAX_HEADER: Final = 16 * 1024
"""Bytes of a pax header or a GNU long name."""
_MAX_CHAIN: Final = 100
"""Extension headers before one file. `tarfile` reads them recursively."""
_READ_AHEAD: Final = 1 << 18
"""Bytes that are unpacked before anything asks for them."""
_MAX_NAME: Final = 1024
_MAX_DEPTH: Final = 16
"""Folders in a name, each of which is looked up; an export has three."""
BLOCK: Final = tarfile.BLOCKSIZE
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

    `after_first` receives the first member and returns the limits for those after it.

    Raises Invalid at the first thing that is not harmless: names that leave the archive or collide on some file
    system, anything but files and folders, limits passed, damage. A caller that collects all members before it acts
    acts on a sound archive only.
    """
    stream = _Stream(source, limits)
    names = _Names(limits)
    # tarfile asks for `read`, `tell` and `seek` only, and `_Stream` has these
    tar = tarfile.TarFile(fileobj=cast(BinaryIO, stream), tarinfo=_Member, encoding="utf-8", errors="surrogateescape")
    while (member := tar.next()) is not None:
        tar.members.clear()  # type: ignore[attr-defined]  # tarfile keeps every header
        clean = names.add(_utf8(member.name), folder=member.isdir())
        if member.isdir():
            if member.size:
                raise archive_error(f"holds a folder `{_escape(clean)}` with content")
            continue
        if member.size > limits.member:
            raise archive_error(f"holds `{_escape(clean)}` of {member.size} bytes, more than {limits.member}")
        content = stream.read(member.size)
        if after_first is not None:
            limits = stream.limits = names.limits = after_first(clean, content)
            after_first = None
        yield clean, content
    stream.expect_end()


def write_members(out: BinaryIO, members: Iterable[tuple[str, bytes]]) -> None:
    """Writes a `.tar.gz` of files with ASCII names. The same members give the same bytes.

    Raises ValueError for a name that the ustar format cannot hold.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    for name, data in members:
        header = tarfile.TarInfo(name)
        header.size, header.mode = len(data), 0o600
        block = header.tobuf(tarfile.USTAR_FORMAT, "ascii", "strict")
        out.write(packer.compress(block + data + b"\0" * (-len(data) % BLOCK)))
    out.write(packer.compress(b"\0" * (2 * BLOCK)))
    out.write(packer.flush())


def checked_name(name: str) -> str:
    """A member's name when it is a plain relative path on every system. Raises Invalid otherwise."""
    if len(name) > _MAX_NAME:
        raise archive_error(f"holds a name of {len(name)} characters")
    clean = name.removeprefix("./").rstrip("/")
    absolute = name.startswith(("/", "\\")) or name[1:2] == ":"
    fault = ", an absolute path" if absolute else _name_fault(clean)
    if fault:
        raise archive_error(f"holds `{_escape(name)}`{fault}")
    return clean


def _name_fault(name: str) -> str:
    """Why a relative path is not the same plain path on every system; empty where it is."""
    parts = name.split("/")
    if "\\" in name or not {"", ".", ".."}.isdisjoint(parts):
        return ", which leaves the archive or is no plain path"
    if not _FORBIDDEN.isdisjoint(name):
        return ", with characters that no file name of ours has"
    if len(parts) > _MAX_DEPTH:
        return f", {len(parts)} folders deep"
    if any(part[-1] in " ." or part[0] == " " for part in parts):
        return ", which some systems read as another name"
    return ""


def archive_error(what: str) -> Invalid:
    """The error for a refused archive."""
    return Invalid(
        f"the archive {what}; it is refused as a whole",
        hint="nothing was written; export the memory again: `backstory export -o FILE.tar.gz`",
    )


class _Names:
    """The names of an archive so far, compared as file systems do that ignore case or compose letters."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._folders: dict[str, bool] = {}

    def add(self, name: str, *, folder: bool) -> str:
        """The checked name. Raises Invalid when it collides with another."""
        clean = checked_name(name)
        key = clean.lower() if clean.isascii() else unicodedata.normalize("NFC", clean).casefold()
        as_folder = self._folders.get(key)
        if as_folder is not None and not (as_folder and folder):
            raise archive_error(f"holds `{_escape(clean)}` twice, or a name that is the same on some file systems")
        above = key
        while "/" in above:
            above = above.rpartition("/")[0]
            if self._folders.get(above, True) is False:
                raise archive_error(f"holds `{_escape(clean)}` below a file")
        self._folders[key] = folder
        if len(self._folders) > self.limits.members + 1:
            raise archive_error(f"has more than {self.limits.members} members")
        return clean


class _Member(tarfile.TarInfo):
    """A header that `tarfile` parses only after it has passed our checks."""

    @classmethod
    def fromtarfile(cls, tar: tarfile.TarFile) -> Self:
        """The next header together with the extension headers before it, for which `tarfile` calls this again."""
        stream = cast(_Stream, tar.fileobj)
        block = stream.peek(BLOCK)
        if not block.strip(b"\0"):
            if stream.chain:
                raise archive_error("ends after a header without its file")
            return super().fromtarfile(tar)  # raises the error by which tarfile knows the end
        kind = _check_header(block)
        stream.count_header(extends=kind in "xgL")
        if kind in "xgL":
            size = _octal(block[124:136])
            if size > _MAX_HEADER:
                raise archive_error(f"has a header of {size} bytes")
            _check_extension(kind, stream.peek(BLOCK + size)[BLOCK:])
        try:
            return super().fromtarfile(tar)
        except tarfile.HeaderError as err:  # tarfile would end quietly here
            if "checksum" in str(err):
                raise archive_error("is damaged: the checksum of a header does not fit") from err
            raise archive_error("is damaged: a header cannot be read") from err


class _Stream:
    """The unpacked bytes of a gzip file within limits, as the forward-only file that `tarfile` reads."""

    def __init__(self, source: BinaryIO, limits: Limits) -> None:
        self._source = source
        self.limits = limits
        self.chain = 0
        """Extension headers since the last file."""
        self._headers = 0
        self._gzip = zlib.decompressobj(31)
        self._ready = b""
        self._at = 0
        self._packed = self._unpacked = 0

    def count_header(self, *, extends: bool) -> None:
        """Counts a header. Raises Invalid when there are too many."""
        self._headers += 1
        if self._headers > 2 * self.limits.members + 2:
            raise archive_error(f"has more than {self.limits.members} members")
        self.chain = self.chain + 1 if extends else 0
        if self.chain > _MAX_CHAIN:
            raise archive_error(f"has more than {_MAX_CHAIN} headers before one file")

    def tell(self) -> int:
        return self._unpacked - self._remaining()

    def seek(self, position: int) -> None:
        """Skips to a later place. `tarfile` skips the padding after a file's content."""
        if position < self.tell():
            raise OSError("an archive is read forwards only")
        self.read(position - self.tell())

    def peek(self, size: int) -> bytes:
        """The next `size` bytes, without consuming them."""
        if self._remaining() < size:
            parts = [self._ready[self._at :]]
            have = len(parts[0])
            while have < size:
                piece = self._unpack()
                if piece is None:
                    raise archive_error("is cut off")
                parts.append(piece)
                have += len(piece)
            self._ready, self._at = b"".join(parts), 0
        return self._ready[self._at : self._at + size]

    def read(self, size: int) -> bytes:
        """The next `size` bytes."""
        if self.tell() + size > self.limits.total:
            raise archive_error(f"unpacks to more than {self.limits.total} bytes")
        data = self.peek(size)
        self._at += size
        return data

    def expect_end(self) -> None:
        """Reads to the end. Raises Invalid for anything but padding."""
        piece: bytes | None = self._ready[self._at :]
        while piece is not None:
            if piece.strip(b"\0"):
                raise archive_error("has something after its end")
            piece = self._unpack()

    def _remaining(self) -> int:
        return len(self._ready) - self._at

    def _unpack(self) -> bytes | None:
        """The next piece, or None at a proper end."""
        if self._gzip.eof:
            if self._gzip.unused_data.strip(b"\0") or self._source.read(BLOCK).strip(b"\0"):
                raise archive_error("has something after its end")
            return None
        data = self._gzip.unconsumed_tail
        if not data:
            data = self._source.read(1 << 16)
            if not data:
                raise archive_error("is cut off")
            self._packed += len(data)
        try:
            piece = self._gzip.decompress(data, _READ_AHEAD)
        except zlib.error as err:
            raise archive_error(f"is damaged: {err}") from err
        self._unpacked += len(piece)
        self._check_size()
        return piece

    def _check_size(self) -> None:
        """Raises Invalid for an archive that is too large, packed or unpacked, or that unpacks to too much."""
        total, ratio = self.limits.total + _READ_AHEAD, self.limits.ratio
        if self._unpacked > total or self._packed > total:
            raise archive_error(f"unpacks to more than {self.limits.total} bytes")
        if self._unpacked > _RATIO_FROM and self._unpacked > ratio * self._packed:
            raise archive_error(f"unpacks to more than {ratio} times its size")


def _check_header(block: bytes) -> str:
    """The type of a header: a file, a folder or an extension header. Raises Invalid for every other one."""
    if block[257:262] != b"ustar":
        raise archive_error("is no tar archive of a known kind")
    kind = chr(block[156])
    _octal(block[124:136])  # tarfile accepts negative sizes
    if kind not in "xgL05\0":
        raise archive_error(f"holds {_KINDS.get(kind, f'a member of unknown type {kind!r}')}")
    return kind


def _octal(field: bytes) -> int:
    """The size in a header."""
    if field[0] & 0x80:
        raise archive_error("holds a member whose size is past any limit")
    text = field.split(b"\0")[0].strip()
    if text.strip(b"01234567"):
        raise archive_error("is damaged: a size is no number")
    return int(text or b"0", 8)


def _check_extension(kind: str, data: bytes) -> None:
    """Refuses a pax header or a GNU long name that programs read differently, or that describes more than a file."""
    if kind == "L":
        if b"\0" in data.rstrip(b"\0"):
            raise archive_error("holds a name with characters that no file name of ours has")
        return
    keys = _check_pax(data)
    if any(key.startswith(b"GNU.sparse") for key in keys):
        raise archive_error("holds a sparse file")
    if kind == "g" and keys & {b"path", b"size", b"linkpath"}:
        raise archive_error("has a global header that renames or resizes its members")


def _check_pax(data: bytes) -> set[bytes]:
    """The keys of the records `<length> <key>=<value>\\n` of a pax header."""
    keys: set[bytes] = set()
    position = 0
    while position < len(data):
        key, value, position = _read_pax_record(data, position)
        if key in keys:
            raise archive_error(
                f"has `{_escape(_utf8(key.decode('utf-8', 'surrogateescape')))}` twice in one pax header"
            )
        if key == b"size" and not (value.isdigit() and len(value) < 20):
            raise archive_error("is damaged: a size is no number")
        if key == b"path" and not value:
            raise archive_error("has a member without a name")
        keys.add(key)
    return keys


def _read_pax_record(data: bytes, start: int) -> tuple[bytes, bytes, int]:
    """(key, value, where the next record begins) of the record at `start`."""
    blank = data.find(b" ", start, start + 8)
    digits = data[start:blank]
    if blank < 0 or not digits.isdigit():
        raise archive_error("is damaged: a pax header cannot be read")
    end = start + int(digits)
    key, equals, value = data[blank + 1 : end - 1].partition(b"=")
    if end <= blank + 1 or end > len(data) or not equals or data[end - 1 : end] != b"\n":
        raise archive_error("is damaged: a pax header cannot be read")
    return key, value, end


def _utf8(text: str) -> str:
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError as err:
        raise archive_error("holds a name that is not UTF-8") from err
    return text


def _escape(text: str) -> str:
    return text[:80].encode("unicode_escape").decode("ascii")
