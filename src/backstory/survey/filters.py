"""Chooses paths by globs as in a `.gitignore`."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from backstory.git.worktree import escape_path
from backstory.model.late_pattern import late_pattern

_MATCH_ALL: Final = frozenset(("**", "*", "**/*", "."))


def filter_paths(paths: list[str], include: Sequence[str], exclude: Sequence[str]) -> list[str]:
    """The paths that globs as in a `.gitignore` let in, in their order; nothing in `include` means all."""
    included = [] if _MATCH_ALL.intersection(include) else _without_blanks(include)
    if included:
        selected = _matched(paths, included)
        paths = [path for path in paths if escape_path(path) in selected]
    excluded = _without_blanks(exclude)
    if excluded:
        dropped = _matched(paths, excluded)
        paths = [path for path in paths if escape_path(path) not in dropped]
    return paths


def _without_blanks(globs: Sequence[str]) -> list[str]:
    return [glob for glob in globs if glob.strip()]


def _matched(paths: Sequence[str], globs: Sequence[str]) -> set[str]:
    """The paths that globs match, escaped."""
    escaped = [escape_path(path) for path in paths]
    plain = [_plain_glob(glob) for glob in globs]
    if None not in plain:
        folders = tuple(folder for folder, _ in filter(None, plain) if folder)
        endings = tuple(ending for _, ending in filter(None, plain) if ending)
        return {path for path in escaped if path.startswith(folders) or _ends_so(path, endings)}
    from pathspec import GitIgnoreSpec  # as dear as all else that a survey loads

    return set(GitIgnoreSpec.from_lines(globs).match_files(escaped))


_FOLDER_GLOB: Final = late_pattern(r"/?((?:[\w.-]+/)+)\*\*")
_ENDING_GLOB: Final = late_pattern(r"(?:\*\*/)?\*(\.\w+)")


@lru_cache(256)
def _plain_glob(glob: str) -> tuple[str, str] | None:
    """(folder with a slash at its end, ending of a name) of a glob that is only about one of them, else None."""
    if folder := _FOLDER_GLOB.fullmatch(glob):
        return folder[1], ""
    ending = _ENDING_GLOB.fullmatch(glob)
    return ("", ending[1]) if ending else None


def _ends_so(path: str, endings: tuple[str, ...]) -> bool:
    """Whether a path or a folder above it has one of the endings."""
    return path.endswith(endings) or any(f"{ending}/" in path for ending in endings)
