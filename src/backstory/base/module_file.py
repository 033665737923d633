"""One file in which hooks find their modules.

Python searches folders for a module and reads a file for each, which takes a sixth of the time of a prompt.
`worker.compiled_modules` writes the file. The hook process has no regular expressions.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType

PLACE = "compiled_modules"
"""The module of `hot` whose compiled file holds those of the hook."""
HEAD_BYTES = 1 << 15
"""Bytes that are read first. The table of the modules fits into them."""
SIZE = 4
"""Bytes of the length of the table."""


def sign_file() -> bytes:
    """How the file begins: its format and that of compiled code in this version of Python."""
    from _frozen_importlib_external import MAGIC_NUMBER

    return b"backstory 1\n" + MAGIC_NUMBER


def compiled_path() -> str:
    """The file of the compiled modules. It lies where Python has the compiled file of a module, so that installers
    remove it with the package."""
    return f"{__file__.rpartition('base')[0]}hot/__pycache__/{PLACE}.{sys.implementation.cache_tag}.pyc"


def use_compiled_modules() -> None:
    """Has the import system look into the file of the compiled modules first, if there is one for this Python."""
    import marshal
    import os

    try:
        fd = os.open(compiled_path(), os.O_RDONLY | getattr(os, "O_BINARY", 0))
        head = os.read(fd, HEAD_BYTES)
        sign = sign_file()
        if head.startswith(sign):
            start = len(sign) + SIZE
            end = start + int.from_bytes(head[len(sign) : start], "little")
            table, libraries = marshal.loads(head[start:end])
            sys.meta_path.insert(0, CompiledModules(fd, end, table, libraries))  # type: ignore[arg-type]
    except (OSError, ValueError, EOFError, TypeError, MemoryError):
        return  # Python finds the modules without it


def drop_compiled_modules() -> None:
    """Forgets the file and what was loaded from it, so that Python loads the modules again from their sources."""
    finders: list[object] = list(sys.meta_path)
    sys.meta_path[:] = [one for one in finders if not isinstance(one, CompiledModules)]  # type: ignore[misc]
    for name in [one for one in sys.modules if one.startswith("backstory.") and not one.startswith("backstory.hot")]:
        del sys.modules[name]


class CompiledModules:
    """Finds and loads modules, whose source is as it was when they were compiled, from a file.

    `table` holds for each the place of its group behind `start`, the length of that, time and size of its source, and
    whether it is a package. A group holds the code of modules that are loaded together, each with the names of those
    that it begins by importing. They are loaded without the import system, as this is a quarter of the work, and have
    no `__spec__`. `libraries` holds the files of modules that are no Python, with the time and the size of each.
    """

    def __init__(
        self,
        fd: int,
        start: int,
        table: "dict[str, tuple[int, int, int, int, bool]]",
        libraries: "dict[str, tuple[str, int, int, bool]]",
    ) -> None:
        self._fd = fd
        self._start = start
        self._table = table
        self._libraries = libraries
        self._root = __file__.rpartition("backstory")[0]
        self._read: dict[str, tuple[tuple[str, ...], CodeType]] = {}
        """What was read of modules that are not loaded yet."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        """The import system asks this for a module; None for one that is not in the file, or not as it was."""
        from _frozen_importlib import ModuleSpec

        if name in self._libraries:
            return self._find_library(name)
        if not self._find(name):
            return None
        return ModuleSpec(name, self, is_package=self._table[name][4])  # type: ignore[arg-type]

    def create_module(self, spec: object) -> None:
        """The import system makes the module itself."""

    def exec_module(self, module: object) -> None:
        """The import system asks this to run the code of a module that was found."""
        self._run(module.__name__, module.__dict__)  # type: ignore[attr-defined]

    def _find(self, name: str) -> bool:
        """Whether a module can be loaded from the file; reads it."""
        import os

        place = self._table.get(name)
        if place is None:
            return False
        try:
            info = os.stat(self._source(name))
        except OSError:
            return False
        if info.st_mtime_ns != place[2] or info.st_size != place[3]:
            return False
        return name in self._read or self._read_group(place[0], place[1], name)

    def _read_group(self, offset: int, length: int, name: str) -> bool:
        """Reads the group of a module; whether the module is in it."""
        import marshal
        import os

        try:
            if hasattr(os, "pread"):
                data = os.pread(self._fd, length, self._start + offset)
            else:
                os.lseek(self._fd, self._start + offset, os.SEEK_SET)
                data = os.read(self._fd, length)
            self._read.update(marshal.loads(data))
        except (OSError, ValueError, EOFError, TypeError, MemoryError):
            return False
        return name in self._read

    def _source(self, name: str) -> str:
        ending = "/__init__.py" if self._table[name][4] else ".py"
        return self._root + name.replace(".", "/") + ending

    def _find_library(self, name: str) -> object:
        """A module in a shared library, if one of the folders of `sys.path` has it."""
        import os
        from _frozen_importlib import ModuleSpec
        from _frozen_importlib_external import ExtensionFileLoader

        path, changed, size, is_package = self._libraries[name]
        folder = os.path.dirname(path)
        try:
            info = os.stat(path)
        except OSError:
            return None
        is_same = info.st_mtime_ns == changed and info.st_size == size
        if not is_same or (os.path.dirname(folder) if is_package else folder) not in sys.path:
            return None
        spec = ModuleSpec(name, ExtensionFileLoader(name, path), origin=path, is_package=is_package)
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(folder)
        return spec

    def _run(self, name: str, names: "dict[str, object]") -> None:
        """Loads what a module begins by importing, and runs its code with its own `names`."""
        needs, code = self._read.pop(name)
        names["__file__"] = source = self._source(name)
        if self._table[name][4]:
            names["__path__"] = [source.rpartition("/")[0]]
        for need in needs:
            is_within = need.rpartition(".")[0] in sys.modules  # else the import system loads its package first
            if is_within and need not in sys.modules and self._find(need):
                self._load(need)
        exec(code, names)  # noqa: S102  # what an import does: the code is that of our own modules

    def _load(self, name: str) -> None:
        """Loads a module that was found, as the import system does."""
        package, _, own = name.rpartition(".")
        module = type(sys)(name)
        names = module.__dict__
        names["__package__"] = name if self._table[name][4] else package
        sys.modules[name] = module
        try:
            self._run(name, names)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        setattr(sys.modules[package], own, module)
