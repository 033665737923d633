"""Writes the modules of the hook into one file, compiled: see `base.module_file`.

The file lies in the package, beside the compiled files of Python, and where the package cannot be written there is
none. What a hook does not use is left out of the code: documentation, annotations, imports for them, and columns of
the source. Lines stay, as `hook.log` names them.
"""

import ast
import glob
import marshal
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec
from types import CodeType
from typing import TypeAlias

from backstory.base import module_file
from backstory.base.module_file import HEAD_BYTES, SIZE, compiled_path, sign_file

ROOMS = ("base", "hook")
"""Rooms whose modules are all compiled, those of their packages included."""
AGENTS = "agents"
"""The room of which only the packages and the dialects are."""
Library: TypeAlias = tuple[str, int, int, bool]
"""File, time and size of it, and whether it is a package."""
LIBRARIES = ("apsw", "fcntl")
"""Modules that are no Python. Their files are noted."""
ROOTS = (
    "backstory.hook.process", "backstory.base.journal_lines", "backstory.hook.answers", "backstory.hook.anchored_files",
    "backstory.hook.session_start", "backstory.hook.reply", "backstory.base.token_estimate", "backstory.hook.receipt",
    "backstory.hook.index_file", "backstory.base.search", "backstory.hook.prompt", "backstory.hook.prompt_text",
    "backstory.hook.file_answer",
)  # fmt: skip
"""Modules that are read together with what they import, as far as none before them does: names which they share are
read once. What only prompts need comes behind what other events need as well: these would read all of it."""
OWN = ""
"""The place of this module among the libraries: no module has that name."""
CHECKING = "TYPE_CHECKING"
DAY = 86_400
FORMAT = (__file__, module_file.__file__)
"""The modules that write and read the file. An upgrade changes their times."""
UNFINISHED = 600
"""Seconds after which a file that is still being written is one of a killed writer."""


def refresh_compiled_modules() -> None:
    """Writes the file where it is missing, older than the package, or was not looked at for a day: to look at all
    sources takes longer than most of what the worker does."""
    try:
        with open(compiled_path(), "rb") as file:  # an installer leaves the compiled form of the module of that name
            is_ours = file.read(len(sign_file())) == sign_file()
            written = os.fstat(file.fileno()).st_mtime
        is_new = time.time() - written < DAY and all(os.stat(one).st_mtime <= written for one in FORMAT)
        is_fresh = is_ours and is_new
    except OSError:
        is_fresh = False
    if not is_fresh and write_compiled_modules():
        with suppress(OSError):
            os.utime(compiled_path())


def write_compiled_modules() -> bool:
    """Writes the file, unless it is as the sources are. Whether it is now. Never raises OSError.

    Where Python is told to write no compiled files, or to write them elsewhere, there is none.
    """
    if sys.dont_write_bytecode or sys.pycache_prefix:
        return False
    path = compiled_path()
    sources = dict(list_sources())
    try:
        stamps = {name: _stamp(source) for name, source in sources.items()}
        libraries = {name: (file, *_stamp(file), is_package) for name, file, is_package in _list_libraries()}
        libraries[OWN] = (__file__, *_stamp(__file__), False)  # what it writes may differ as well
        if _read_table(path) == (stamps, libraries):
            return True
        _drop_unfinished(path)
        _write_file(path, lambda: _compile_all(sources, stamps, libraries))
    except (OSError, SyntaxError, ValueError):
        return False
    return True


def list_sources() -> Iterator[tuple[str, str]]:
    """(name, source file) of each module."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for room in ROOMS:
        for folder, folders, files in os.walk(os.path.join(root, room)):
            folders[:] = sorted(one for one in folders if one.isidentifier() and one != "__pycache__")
            yield from _name_modules(root, folder, [one for one in sorted(files) if one.endswith(".py")])
    yield from _name_modules(root, os.path.join(root, AGENTS), ["__init__.py"])
    for entry in sorted(os.listdir(os.path.join(root, AGENTS))):
        folder = os.path.join(root, AGENTS, entry)
        if os.path.isfile(os.path.join(folder, "dialect.py")):
            yield from _name_modules(root, folder, ["__init__.py", "dialect.py"])


def _name_modules(root: str, folder: str, files: list[str]) -> Iterator[tuple[str, str]]:
    package = ".".join(["backstory", *os.path.relpath(folder, root).split(os.sep)])
    for file in files:
        name = package if file == "__init__.py" else f"{package}.{file.removesuffix('.py')}"
        yield name, os.path.join(folder, file)


def _stamp(source: str) -> tuple[int, int]:
    info = os.stat(source)
    return info.st_mtime_ns, info.st_size


def _list_libraries() -> Iterator[tuple[str, str, bool]]:
    """(name, file, whether it is a package) of the libraries that have a file."""
    for name in LIBRARIES:
        spec = find_spec(name)
        if spec is not None and spec.has_location and isinstance(spec.loader, ExtensionFileLoader):
            yield name, spec.loader.path, bool(spec.submodule_search_locations)


def _read_table(path: str) -> tuple[dict[str, tuple[int, int]], dict[str, Library]]:
    """(time and size of the source of each module, the libraries) of the file; empty for none of this Python."""
    try:
        with open(path, "rb") as file:
            head = file.read(HEAD_BYTES)
        sign = sign_file()
        start = len(sign) + SIZE
        end = start + int.from_bytes(head[len(sign) : start], "little")
        table, libraries = marshal.loads(head[start:end]) if head.startswith(sign) else ({}, {})
        if table and os.stat(path).st_size != end + max(offset + length for offset, length, *_ in table.values()):
            return {}, {}
        return {name: (changed, size) for name, (_, _, changed, size, _) in table.items()}, libraries
    except (OSError, ValueError, EOFError, TypeError, MemoryError):
        return {}, {}


def _compile_all(
    sources: Mapping[str, str], stamps: Mapping[str, tuple[int, int]], libraries: Mapping[str, Library]
) -> bytes:
    """The content of the file."""
    modules: dict[str, tuple[tuple[str, ...], CodeType]] = {}
    for name, source in sources.items():
        with open(source, "rb") as file:
            tree = ast.parse(file.read())
        needs = tuple(_list_needs(tree, sources))
        modules[name] = needs, compile(reduce_source(tree), source, "exec", dont_inherit=True)
    table: dict[str, tuple[int, int, int, int, bool]] = {}
    groups: list[bytes] = []
    offset = 0
    for names in _group_modules({name: needs for name, (needs, _) in modules.items()}):
        data = marshal.dumps({name: modules[name] for name in names})
        for name in names:
            table[name] = (offset, len(data), *stamps[name], sources[name].endswith("__init__.py"))
        groups.append(data)
        offset += len(data)
    head = marshal.dumps((table, dict(libraries)))
    if len(sign_file()) + SIZE + len(head) > HEAD_BYTES:
        raise ValueError("the table of the modules is too long")
    return b"".join([sign_file(), len(head).to_bytes(SIZE, "little"), head, *groups])


def _group_modules(needs: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """The modules that are loaded together: each of `ROOTS` with what it imports, and every other by itself."""
    left = dict.fromkeys(needs)
    for root in ROOTS:
        group = [root] if root in left else []
        for name in group:
            group += [need for need in needs[name] if need in left and need not in group]
        for name in group:
            del left[name]
        if group:
            yield group
    yield from ([name] for name in left)


def _list_needs(tree: ast.Module, names: Mapping[str, str]) -> Iterator[str]:
    """Those of the modules that a module imports when it is loaded, packages before what is in them."""
    needed: dict[str, None] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            parts = node.module.split(".")
            needed.update(dict.fromkeys(".".join(parts[:count]) for count in range(1, len(parts) + 1)))
            needed.update(dict.fromkeys(f"{node.module}.{alias.name}" for alias in node.names))
    return (name for name in needed if name in names)


def reduce_source(tree: ast.Module) -> ast.Module:
    """A module without what a hook does not use. It changes the tree that it is given."""
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                keeps_fields = isinstance(node, ast.ClassDef)
                setattr(node, field, _reduce_body(body, is_suite=field == "body", keeps_fields=keeps_fields))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
            arguments = node.args
            for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg,
                        arguments.kwarg):  # fmt: skip
                if one is not None:
                    one.annotation = None
    for node in ast.walk(tree):
        if hasattr(node, "col_offset"):
            node.col_offset = node.end_col_offset = -1  # type: ignore[attr-defined]
    return tree


def _reduce_body(body: list[ast.stmt], *, is_suite: bool, keeps_fields: bool = False) -> list[ast.stmt]:
    """Statements without texts that stand alone, annotations, and imports for them. `keeps_fields`: but with the
    annotations of a class, which may be what it is made of."""
    out: list[ast.stmt] = []
    for node in body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name | ast.Attribute) and not keeps_fields:
            if node.value is not None:
                out.append(ast.copy_location(ast.Assign([node.target], node.value), node))
            continue
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == CHECKING:
            out += node.orelse
            continue
        out.append(node)
    if is_suite and body and not out:
        return [ast.copy_location(ast.Pass(), body[0])]
    return out


def _write_file(path: str, compile_all: Callable[[], bytes]) -> None:
    """Puts the file into its place at once. What cannot be written is not compiled. Raises OSError."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    own = f"{path}.{os.getpid()}"
    fd = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(compile_all())
        os.replace(own, path)
    except BaseException:
        os.unlink(own)
        raise


def _drop_unfinished(path: str) -> None:
    """Removes what killed writers left beside the file."""
    for own in glob.glob(f"{glob.escape(path)}.*"):
        with suppress(OSError):
            if time.time() - os.stat(own).st_mtime > UNFINISHED:
                os.unlink(own)


if __name__ == "__main__":
    sys.exit(0 if write_compiled_modules() else 1)
