"""Files of the working tree: names as text, guarded reading, blob ids. Nothing here follows a link out of the tree.

Inside, a path is relative to the root, has forward slashes, and holds bytes that are not UTF-8 as surrogates (PEP 383),
so that `os` finds the file again. Structures of the model hold the *shown* form, which is valid Unicode and reversible.
"""

import os
from stat import S_ISLNK, S_ISREG
from typing import TYPE_CHECKING, Final

from backstory.base.digests import sha1
from backstory.git.folder import NotRegular, open_regular

if TYPE_CHECKING:
    import hashlib

TEXT_LIMIT: Final = 1 << 20
"""Largest file that is read as text, in bytes."""
HASH_LIMIT: Final = 32 << 20
"""Largest file whose content is hashed, in bytes."""
_LARGE: Final = 1 << 20
"""Bytes of a file that OpenSSL hashes: it is faster, and loading it takes as long as hashing this much without it."""
_BINARY_PROBE: Final = 8000
"""Bytes in which a NUL makes a file binary; git looks at as many."""


class Unreadable(Exception):
    """A file that is not read. `reason` is fit for a listing, such as `symbolic link`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def decode_path(raw: bytes) -> str:
    """A path as git prints it with `-z`; bytes that are not UTF-8 become surrogates."""
    return raw.decode("utf-8", "surrogateescape")


def is_text(path: str) -> bool:
    """Whether a path is valid Unicode, and so can be stored and shown as it is."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def escape_path(path: str) -> str:
    r"""A path as valid Unicode: bytes that are not UTF-8 become `\xNN`; `unescape_path` reads it back."""
    if path.isascii() and "\\" not in path:
        return path
    out = path.replace("\\x", "\\x5cx")
    out = "".join(
        f"\\x{ord(character) - 0xDC00:02x}" if "\udc80" <= character <= "\udcff" else character for character in out
    )
    return out.encode("utf-8", "replace").decode()


def unescape_path(text: str) -> str:
    """The path that `escape_path` made `text` from."""
    if "\\x" not in text:
        return text
    head, *rest = text.split("\\x")
    for piece in rest:
        code = piece[:2]
        if code == "5c":
            head += "\\" + piece[2:]
        elif len(code) == 2 and code[0] in "89abcdef" and code[1] in "0123456789abcdef":
            head += chr(0xDC00 + int(code, 16)) + piece[2:]
        else:
            head += "\\x" + piece
    return head


def decode_text(raw: bytes) -> str:
    """Decodes a text file by its byte-order mark, else as UTF-8; bytes that do not decode are replaced."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    return raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")


class Tree:
    """The files below a root, read with guards: regular files only, of bounded size, inside the root."""

    __slots__ = ("_inside", "_real", "root")

    def __init__(self, root: str) -> None:
        self.root = root
        self._real = os.path.realpath(root)
        self._inside: dict[str, bool] = {"": True}

    def located(self, path: str) -> str:
        """The path as `os` takes it, whatever the locale's encoding is."""
        if not path.isascii() and os.name != "nt":
            path = os.fsdecode(path.encode("utf-8", "surrogateescape"))
        return f"{self.root}{os.sep}{path}"

    def stat(self, path: str) -> os.stat_result:
        """The file's own state, links not followed. Raises `Unreadable`: missing, or beyond a link out of the root."""
        try:
            state = os.lstat(self.located(path))
        except (OSError, ValueError) as err:
            raise Unreadable(_why(err)) from err
        if not self._within(path):
            raise Unreadable("outside the project")
        return state

    def read(self, path: str, limit: int = TEXT_LIMIT) -> bytes:
        """The bytes of a regular file of at most `limit` bytes. Raises `Unreadable`; never blocks on a FIFO."""
        handle, size = self._open(path, limit)
        return _read(handle, size, limit)

    def text(self, path: str, limit: int = TEXT_LIMIT) -> str:
        """The text of a file with its own line endings. Raises `Unreadable`, also for a binary file."""
        raw = self.read(path, limit)
        if b"\0" in raw[:_BINARY_PROBE] and not raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise Unreadable("binary")
        return decode_text(raw)

    def blob_id(self, path: str, *, algorithm: str = "sha1", limit: int = HASH_LIMIT) -> str:
        """The id that git would give the content without filters.

        `algorithm` is `sha1` or `sha256`, the repository's object format. A symbolic link's content is its target.
        Raises `Unreadable`.
        """
        state = self.stat(path)
        if S_ISLNK(state.st_mode):
            try:
                target = os.fsencode(os.readlink(self.located(path)))
            except OSError as err:
                raise Unreadable(_why(err)) from err
            return blob_id(target, algorithm)
        return _hash(*self._open(path, limit, state), algorithm)

    def _open(self, path: str, limit: int, state: os.stat_result | None = None) -> tuple[int, int]:
        """(descriptor, size) of a regular file of at most `limit` bytes. `state` is its own where that is known."""
        state = state or self.stat(path)
        if S_ISLNK(state.st_mode):
            raise Unreadable("symbolic link")
        if not S_ISREG(state.st_mode):
            raise Unreadable("not a regular file")
        if state.st_size > limit:
            raise Unreadable(_larger(limit))
        try:
            handle, state = open_regular(self.located(path), follow_links=False)
        except OSError as err:
            raise Unreadable(_why(err)) from err
        return handle, state.st_size

    def _within(self, path: str) -> bool:
        """Whether the path's folder is inside the root once links are resolved."""
        return self._holds(path.rpartition("/")[0])

    def _holds(self, folder: str) -> bool:
        inside = self._inside.get(folder)
        if inside is None:
            inside = self._inside[folder] = ".." not in folder.split("/") and self._find_inside(folder)
        return inside

    def _find_inside(self, folder: str) -> bool:
        """Looks whether a folder is inside the root: one that is no link lies where its parent does."""
        located = self.located(folder)
        if os.sep == "/" and folder[:1] not in ("", "/") and self._holds(folder.rpartition("/")[0]):
            try:
                if not S_ISLNK(os.lstat(located).st_mode):
                    return True
            except (OSError, ValueError):
                pass
        real = os.path.realpath(located)
        return real == self._real or real.startswith(self._real.rstrip(os.sep) + os.sep)


def read_file(path: str, limit: int) -> bytes | None:
    """The bytes of a regular file of at most `limit` bytes; None for any other file, a link, a device or a FIFO."""
    try:
        handle, state = open_regular(path, follow_links=False)
    except (OSError, ValueError):
        return None
    if state.st_size > limit:
        os.close(handle)
        return None
    try:
        return _read(handle, state.st_size, limit)
    except Unreadable:
        return None


def blob_id(data: bytes, algorithm: str = "sha1") -> str:
    """The id that git gives to a blob of this content: the hash of `blob <size>\\0<content>`."""
    digest = _start_digest(algorithm, len(data))
    digest.update(data)
    return digest.hexdigest()


def _start_digest(algorithm: str, size: int) -> "hashlib._Hash":
    """The hash of a blob of `size` bytes before its content. A large one is worth loading OpenSSL, which is faster."""
    head = b"blob %d\0" % size
    if algorithm == "sha1" and size < _LARGE:
        return sha1(head, usedforsecurity=False)
    from hashlib import new

    return new(algorithm, head, usedforsecurity=False)


def hash_file(path: str, algorithm: str = "sha1") -> str:
    """The blob id of a regular file of any size; empty for any other file and for one that changes meanwhile."""
    try:
        handle, state = open_regular(path, follow_links=False)
        return _hash(handle, state.st_size, algorithm)
    except (OSError, ValueError, Unreadable):
        return ""


def _read(handle: int, size: int, limit: int) -> bytes:
    """Reads an open file to its end and closes it. Raises `Unreadable`, also when the file grows beyond `limit`."""
    try:
        data = os.read(handle, size + 1)
        if len(data) == size:
            return data
        out = bytearray(data)
        while len(out) <= limit:
            piece = os.read(handle, 1 << 20)
            if not piece:
                return bytes(out)
            out += piece
        raise Unreadable(_larger(limit))
    except OSError as err:
        raise Unreadable(_why(err)) from err
    finally:
        os.close(handle)


def _hash(handle: int, size: int, algorithm: str) -> str:
    """The blob id of an open file of `size` bytes; closes it. Raises `Unreadable`, also when the size changes."""
    try:
        digest = _start_digest(algorithm, size)
        remaining = size
        while remaining > 0 and (piece := os.read(handle, min(remaining, 1 << 20))):
            digest.update(piece)
            remaining -= len(piece)
        if remaining or os.read(handle, 1):
            raise Unreadable("changed while it was read")
        return digest.hexdigest()
    except OSError as err:
        raise Unreadable(_why(err)) from err
    finally:
        os.close(handle)


def _larger(limit: int) -> str:
    return f"larger than {limit >> 20} MB" if limit >= 1 << 20 else f"larger than {limit} bytes"


def _why(err: OSError | ValueError) -> str:
    if isinstance(err, NotRegular):
        return "not a regular file"
    if isinstance(err, FileNotFoundError | NotADirectoryError):
        return "missing"
    if isinstance(err, PermissionError):
        return "permission denied"
    return (err.strerror or "unreadable").lower() if isinstance(err, OSError) else "not a file name"
