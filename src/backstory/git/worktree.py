"""The working tree's files: names as text, reading with guards, blob ids. Nothing here follows a link out of the tree.

Inside, a path is relative to the root, with forward slashes, and holds bytes that are no UTF-8 as surrogates (PEP 383),
so that `os` finds the file again. Structures of the model hold the *shown* form, which is valid Unicode and reversible.
"""

import os
from stat import S_ISLNK, S_ISREG
from typing import Final

TEXT_LIMIT: Final = 1 << 20
"""Largest file that is read as text, in bytes."""
HASH_LIMIT: Final = 32 << 20
"""Largest file whose content is hashed, in bytes."""
_BINARY_PROBE: Final = 8000
"""Bytes in which a NUL makes a file binary; git looks at as many."""
_OPEN: Final = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)  # fmt: skip


class Unreadable(Exception):
    """A file that is not read. `reason` is fit for a listing, such as `symbolic link`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def shown(path: str) -> str:
    r"""A path as valid Unicode: bytes that are no UTF-8 become `\xNN`; `unshown` reads it back."""
    if path.isascii() and "\\" not in path:
        return path
    out = path.replace("\\x", "\\x5cx")
    out = "".join(f"\\x{ord(c) - 0xDC00:02x}" if "\udc80" <= c <= "\udcff" else c for c in out)
    return out.encode("utf-8", "replace").decode()


def unshown(text: str) -> str:
    """The path that `shown` made `text` from."""
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


def text_of(raw: bytes) -> str:
    """Bytes of a text file as text: the byte-order mark decides, else UTF-8; what does not decode is replaced."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    return raw.decode("utf-8-sig", "replace")


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
            found = os.lstat(self.located(path))
        except (OSError, ValueError) as err:
            raise Unreadable(_why(err)) from err
        if not self._within(path):
            raise Unreadable("outside the project")
        return found

    def read(self, path: str, limit: int = TEXT_LIMIT) -> bytes:
        """The bytes of a regular file of at most `limit` bytes. Raises `Unreadable`; never blocks on a FIFO."""
        handle = self._open(path, limit)
        try:
            out = bytearray()
            while piece := os.read(handle, 1 << 20):
                out += piece
                if len(out) > limit:
                    raise Unreadable(_larger(limit))
            return bytes(out)
        except OSError as err:
            raise Unreadable(_why(err)) from err
        finally:
            os.close(handle)

    def text(self, path: str, limit: int = TEXT_LIMIT) -> str:
        """The text of a file, line endings as they stand. Raises `Unreadable`, for a binary file as well."""
        raw = self.read(path, limit)
        if b"\0" in raw[:_BINARY_PROBE] and not raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise Unreadable("binary")
        return text_of(raw)

    def blob_id(self, path: str, *, algorithm: str = "sha1", limit: int = HASH_LIMIT) -> str:
        """The id git would give the content as it stands, without filters: hash of `blob <size>\\0<content>`.

        `algorithm` is `sha1` or `sha256`, as the repository's object format. A symbolic link's content is its target.
        Raises `Unreadable`.
        """
        from hashlib import new

        found = self.stat(path)
        if S_ISLNK(found.st_mode):
            try:
                target = os.fsencode(os.readlink(self.located(path)))
            except OSError as err:
                raise Unreadable(_why(err)) from err
            return new(algorithm, b"blob %d\0%s" % (len(target), target), usedforsecurity=False).hexdigest()
        handle = self._open(path, limit)
        try:
            size = os.fstat(handle).st_size
            digest = new(algorithm, b"blob %d\0" % size, usedforsecurity=False)
            left = size
            while left > 0 and (piece := os.read(handle, min(left, 1 << 20))):
                digest.update(piece)
                left -= len(piece)
            if left or os.read(handle, 1):
                raise Unreadable("changed while it was read")
            return digest.hexdigest()
        except OSError as err:
            raise Unreadable(_why(err)) from err
        finally:
            os.close(handle)

    def _open(self, path: str, limit: int) -> int:
        found = self.stat(path)
        if S_ISLNK(found.st_mode):
            raise Unreadable("symbolic link")
        if not S_ISREG(found.st_mode):
            raise Unreadable("not a regular file")
        if found.st_size > limit:
            raise Unreadable(_larger(limit))
        try:
            handle = os.open(self.located(path), _OPEN)
        except OSError as err:
            raise Unreadable(_why(err)) from err
        if not S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise Unreadable("not a regular file")
        return handle

    def _within(self, path: str) -> bool:
        folder = path.rpartition("/")[0]
        known = self._inside.get(folder)
        if known is None:
            if ".." in folder.split("/"):
                known = False
            else:
                real = os.path.realpath(self.located(folder))
                known = real == self._real or real.startswith(self._real.rstrip(os.sep) + os.sep)
            self._inside[folder] = known
        return known


def _larger(limit: int) -> str:
    return f"larger than {limit >> 20} MB" if limit >= 1 << 20 else f"larger than {limit} bytes"


def _why(err: OSError | ValueError) -> str:
    if isinstance(err, FileNotFoundError | NotADirectoryError):
        return "missing"
    if isinstance(err, PermissionError):
        return "permission denied"
    return (err.strerror or "unreadable").lower() if isinstance(err, OSError) else "not a file name"
