"""Loads modules of packages in half the steps of the import system. A short command loads more than a hundred.

The import system looks for a module in several forms and places, and asks for its source four times. Those of a
package lie in its folder, each with its bytecode in the folder that the interpreter keeps for it. Where that is not so,
or the bytecode is not that of the source as it stands, the import system loads the module as it loads every other.
"""

import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader
from _imp import _fix_co_filename  # type: ignore[attr-defined]
from marshal import loads

try:
    from posix import O_CLOEXEC, O_RDONLY, close, fstat, read, stat
    from posix import open as open_file
except ImportError:  # pragma: no cover - Windows: the import system loads all modules
    SUPPORTED = False
else:
    SUPPORTED = True

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

PACKAGES = ("backstory.", "click.", "msgspec.")
"""The packages of which a command loads many modules."""
HEADER = 16
"""Bytes before the code: the interpreter's number, flags, and the time and the size of the source."""
WORD = 0xFFFFFFFF
LARGEST = 1 << 22
"""Bytes of a file that is read at once."""


class BytecodeLoader(SourceFileLoader):
    """A module whose bytecode was read when it was looked for."""

    code: "CodeType | None" = None

    def get_code(self, fullname: str) -> "CodeType | None":
        code, self.code = self.code, None
        return code or super().get_code(fullname)


class BytecodeFinder:
    """Stands before the import system's own finders. It answers for modules of `PACKAGES` alone."""

    def __init__(self) -> None:
        tag = sys.implementation.cache_tag or ""
        self.ending = f".{tag}.pyc"
        self.number = MAGIC_NUMBER + b"\0\0\0\0"
        """What bytecode begins with that belongs to a source of a certain time."""

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> ModuleSpec | None:
        """The module, with its code; None where the import system is to look for it."""
        if not name.startswith(PACKAGES) or not path:
            return None
        for folder in path:
            place = folder + "/" + name[name.rfind(".") + 1 :]
            for source, cached, package in (
                (place + ".py", f"{folder}/__pycache__/{place[len(folder) + 1 :]}{self.ending}", None),
                (place + "/__init__.py", f"{place}/__pycache__/__init__{self.ending}", [place]),
            ):
                code = self._read(source, cached)
                if code is not None:
                    loader = BytecodeLoader(name, source)
                    loader.code = code
                    spec = ModuleSpec(name, loader, origin=source)
                    spec.has_location = True
                    spec.cached = cached
                    spec.submodule_search_locations = package
                    return spec
        return None

    def _read(self, source: str, cached: str) -> "CodeType | None":
        """The code of a source; None where there is none, or its bytecode is that of another."""
        try:
            fd = open_file(cached, O_RDONLY | O_CLOEXEC)
        except OSError:
            return None
        try:
            data = read(fd, min(fstat(fd).st_size, LARGEST))
            stood = stat(source)
        except OSError:
            return None
        finally:
            close(fd)
        stamp = (int(stood.st_mtime) & WORD) | (stood.st_size & WORD) << 32
        if data[:HEADER] != self.number + stamp.to_bytes(8, "little"):
            return None
        try:
            code: CodeType = loads(memoryview(data)[HEADER:])
        except (EOFError, ValueError, TypeError):
            return None
        if code.co_filename != source:
            _fix_co_filename(code, source)  # the folder was moved
        return code


def load_quickly() -> None:
    """Lets modules of `PACKAGES` be loaded from now on from the bytecode beside them."""
    if not SUPPORTED or sys.flags.optimize or sys.pycache_prefix is not None or not sys.implementation.cache_tag:
        return
    if not any(isinstance(finder, BytecodeFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, BytecodeFinder())
