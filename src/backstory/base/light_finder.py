"""Finds our own modules in fewer steps than the finder of Python, which looks for every kind of file of a name and asks
for the time of the folder each time.

It knows one case: the compiled file of a module that is as old and as large as it says its source is. Everything else
is left to Python, packages as well.
"""

import sys

try:
    from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader
    from _imp import _fix_co_filename  # type: ignore[attr-defined]
except ImportError:  # another Python has them elsewhere: it looks for our modules itself
    MAGIC_NUMBER = b""  # type: ignore[misc]
    SourceFileLoader = object  # type: ignore[misc,assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType

_ROOT = "backstory."
_LARGEST = 1 << 20
"""Bytes of a compiled file that is read."""
_HEAD = 16
"""Bytes before the code: a mark of the interpreter's version, flags, time and size of the source."""


class _Loader(SourceFileLoader):
    """A loader of Python whose code was read with the spec."""

    def __init__(self, name: str, source: str, code: "CodeType") -> None:
        self.name, self.path, self._code = name, source, code

    def get_code(self, fullname: str) -> "CodeType":
        return self._code


class LightFinder:
    """A finder of `sys.meta_path`."""

    def __init__(self) -> None:
        self._mark: bytes = MAGIC_NUMBER + bytes(4)
        """How a compiled file begins that names the time and the size of its source."""
        self._ending = f".{sys.implementation.cache_tag}.pyc"

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        """The spec of a module of ours with its code; None where Python is to look for it."""
        if not name.startswith(_ROOT) or not path or len(path) > 1:
            return None
        folder, tail = path[0], name.rpartition(".")[2]
        source, compiled = f"{folder}/{tail}.py", f"{folder}/__pycache__/{tail}{self._ending}"
        code = self._read_code(source, compiled)
        if code is None:
            return None
        spec: ModuleSpec = type(sys.__spec__)(name, _Loader(name, source, code), origin=source)
        spec.has_location = True
        spec.cached = compiled
        return spec

    def _read_code(self, source: str, compiled: str) -> "CodeType | None":
        import posix
        from marshal import loads

        try:
            descriptor = posix.open(compiled, posix.O_RDONLY | posix.O_CLOEXEC)
        except OSError:
            return None
        try:
            data = posix.read(descriptor, _LARGEST)
            info = posix.stat(source)
        except OSError:
            return None
        finally:
            posix.close(descriptor)
        changed = (int(info.st_mtime) & 0xFFFFFFFF).to_bytes(4, "little")
        size = (info.st_size & 0xFFFFFFFF).to_bytes(4, "little")
        if data[:_HEAD] != self._mark + changed + size:
            return None
        try:
            code: CodeType = loads(memoryview(data)[_HEAD:])
        except (EOFError, ValueError, TypeError):
            return None
        _fix_co_filename(code, source)
        return code


def install_finder() -> None:
    """Has our own modules loaded so from now on, on systems whose files work so."""
    if not MAGIC_NUMBER or "posix" not in sys.builtin_module_names or sys.pycache_prefix is not None:
        return
    if not any(isinstance(one, LightFinder) for one in sys.meta_path):
        sys.meta_path.insert(0, LightFinder())
