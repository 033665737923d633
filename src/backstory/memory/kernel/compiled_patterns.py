"""Keeps compiled patterns between processes, in a file of the data home that is written anew where it is missing."""

import os
from contextlib import suppress
from typing import Final

from backstory.memory.kernel.workspace import Workspace
from backstory.model.errors import BackstoryError
from backstory.model.late_pattern import use_compiler
from backstory.patterns.compiled_patterns import INTERPRETER, CompiledPatterns, compile_pattern, use_patterns
from backstory.store.files import read_file, write_all, write_atomic

FOLDER: Final = "compiled"
"""The folder in the data home, with a file for each version of Python."""
_LIMIT: Final = 32 << 20
_FULL: Final = _LIMIT // 2
"""Bytes from which on the file is written anew: what several processes compiled at once is in it several times."""
_UNUSED: Final = 30 * 24 * 3600
"""Seconds after which the file of another version of Python goes."""
_loaded: Final[dict[str, CompiledPatterns]] = {}
"""The patterns of this process, by the path of their file."""


def load_patterns(workspace: Workspace) -> None:
    """Has this process load patterns as earlier ones compiled them. The file is read when one is needed."""
    path = _path_of(workspace)
    if path in _loaded or not INTERPRETER:
        return
    _loaded.clear()
    _loaded[path] = CompiledPatterns(lambda: _read(path))
    use_patterns(_loaded[path])
    use_compiler(compile_pattern)


def keep_patterns(workspace: Workspace) -> None:
    """Writes the compiled patterns that are new behind those that are kept. Without a place for them they are not kept.

    The file is written anew where it is missing, damaged or large.
    """
    path = _path_of(workspace)
    patterns = _loaded.get(path)
    if patterns is None or not patterns.new or not os.path.isdir(workspace.project.private):
        return  # without its folder it was uninstalled meanwhile, and nothing may come back
    if not patterns.is_damaged and _append(path, patterns):
        return
    data = patterns.encode()
    if len(data) <= _LIMIT:
        with suppress(BackstoryError):
            write_atomic(path, data, sync=False)
            _drop_unused(os.path.dirname(path), workspace.now())


def _append(path: str, patterns: CompiledPatterns) -> bool:
    """Writes what is new behind the rest of the file; returns whether there was room. A part that a full disk or a kill
    cuts short is damaged, and the next process that keeps something writes the file anew."""
    with suppress(OSError):
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
        try:
            if 0 < os.fstat(fd).st_size < _FULL:
                write_all(fd, patterns.encode_new())
                return True
        finally:
            os.close(fd)
    return False


def _read(path: str) -> bytes:
    with suppress(BackstoryError):
        return read_file(path, limit=_LIMIT)
    return b""


def _drop_unused(folder: str, now: float) -> None:
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name != INTERPRETER and now - entry.stat(follow_symlinks=False).st_mtime > _UNUSED:
                os.unlink(entry.path)


def _path_of(workspace: Workspace) -> str:
    return os.path.join(workspace.project.home, FOLDER, INTERPRETER)
