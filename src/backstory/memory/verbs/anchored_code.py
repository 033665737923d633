"""Finds anchors to code that does not exist, and the code that is spelt like it."""

import os
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from backstory.git.worktree import Tree, Unreadable, decode_text
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.location import anchor_to, names_lines, take_literally
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Anchor, Record
from backstory.model.text import one_line
from backstory.redact.paths import clean_name
from backstory.survey.anchors import SYMBOL_LIMIT, find_symbol, matches_any_file, relative_path

MAX_COMPARED: Final = 20_000
"""Paths among which similar ones are searched."""
MAX_NAMED: Final = 2
"""Similar names in a hint."""
MIN_LIKENESS: Final = 0.8
"""Likeness, by `difflib`, from which a name counts as misspelt."""
LINES_MOVE: Final = "lines move, so a record is about the symbol around them or the file: `--at FILE#SYMBOL`"
_SHOWN: Final = 120
_WORD: Final = late_pattern(r"\w+")


class MissingCode(NamedTuple):
    """An anchor whose code does not exist: what is missing, and the anchors that are spelt like it."""

    what: str
    near: Sequence[str] = ()


def ensure_not_misspelt(workspace: Catalog, anchors: Sequence[Anchor]) -> list[tuple[str, str]]:
    """Raises `Invalid` for an anchor to code that does not exist, if code exists that is spelt like it.

    Returns (message, hint) for the other anchors to code that does not exist, since it may still be written, and for
    lines. Raises `BackstoryError` for a place outside of the project, `Invalid` for a line that does not exist.
    """
    notes: list[tuple[str, str]] = []
    for anchor in anchors:
        relative_path(workspace.project.root, anchor.path)  # raises for a place outside the project
        anchor = take_literally(workspace, anchor)
        if names_lines(workspace, anchor.target):
            typed, anchor = anchor.target, anchor_to(workspace, anchor.target)
            notes.append((f"`{_show(workspace, typed)}` is kept as `{_show(workspace, anchor.target)}`", LINES_MOVE))
        missing = _find_missing(workspace, anchor)
        if missing is None:
            continue
        if missing.near:
            options = " or ".join(f"`--at {target}`" for target in missing.near)
            raise Invalid(missing.what, hint=f"did you mean {options}? `--anyway` keeps it as it is")
        notes.append((f"{missing.what} yet", "`backstory lint` names it until there is"))
    return notes


def find_missing_code(workspace: Catalog, records: Iterable[Record]) -> dict[str, list[str]]:
    """Record id -> targets of the anchors whose code was not there when the record was written, and is not now."""
    missing: dict[str, list[str]] = {}
    for record in records:
        unseen = [anchor for anchor in record.anchors if not anchor.digest]
        targets = [anchor.target for anchor in unseen if _find_missing(workspace, anchor) is not None]
        if targets:
            missing[record.id] = targets
    return missing


def suggest_path(workspace: Catalog, path: str, command: str, otherwise: str) -> str:
    """The hint for a path that does not exist: a command with the path that may be meant, else another hint."""
    missing = _find_missing(workspace, Anchor(path))
    if missing is None or not missing.near:
        return otherwise
    return f"did you mean `{command} {missing.near[0]}`?"


def _find_missing(workspace: Catalog, anchor: Anchor) -> MissingCode | None:
    """The missing code of an anchor; None if it exists.

    A file that git tracks exists, though a sparse checkout leaves it out. A symbol exists if its file defines it or
    has its name as a word, since not every definition is recognised.
    """
    try:
        path = relative_path(workspace.project.root, anchor.path)
    except BackstoryError as error:
        return MissingCode(error.message)
    if not os.path.lexists(os.path.join(workspace.project.root, path)):
        return _find_missing_file(workspace, anchor, path)
    return _find_missing_symbol(workspace, path, anchor.symbol) if anchor.symbol else None


def _find_missing_file(workspace: Catalog, anchor: Anchor, path: str) -> MissingCode | None:
    root, has_git = workspace.project.root, bool(workspace.project.git_dir)
    name = _show(workspace, anchor.path)
    if anchor.is_glob and matches_any_file(root, path):
        return None
    if has_git and workspace.git.tracked(path):
        return None
    if anchor.is_glob:
        return MissingCode(f"there is no file that fits `{name}`")
    near = _similar_paths(path, _project_files(workspace) if has_git else _neighbours(root, path))
    return MissingCode(f"there is no file `{name}`", near)


def _show(workspace: Catalog, place: str) -> str:
    """A place on one line, redacted before it is cut: half a secret is not recognised."""
    return one_line(clean_name(workspace.gate, place), _SHOWN)


def _find_missing_symbol(workspace: Catalog, path: str, symbol: str) -> MissingCode | None:
    try:
        text = decode_text(Tree(workspace.project.root).read(path, SYMBOL_LIMIT))
    except Unreadable:
        return None  # a folder, or a file that is too large to be read
    words = set(_WORD.findall(text))
    name = (_WORD.findall(symbol) or [symbol])[-1]
    if find_symbol(path, text, symbol) or name in words:
        return None
    from difflib import get_close_matches  # only a name that is not there needs it

    near = get_close_matches(name, sorted(words), MAX_NAMED, MIN_LIKENESS)
    return MissingCode(f"there is no `{symbol}` in `{path}`", [f"{path}#{word}" for word in near])


def _project_files(workspace: Catalog) -> list[str]:
    """The paths that git tracks, relative to the project root."""
    listed = workspace.git.attempt("ls-files", "-z").out.decode("utf-8", "surrogateescape")
    return listed.split("\0")[:MAX_COMPARED]


def _neighbours(root: str, path: str) -> list[str]:
    """The paths in the folder where a file is expected."""
    folder = os.path.dirname(path)
    try:
        names = os.listdir(os.path.join(root, folder))
    except OSError:
        return []
    return [f"{folder}/{name}" if folder else name for name in names]


def _similar_paths(path: str, paths: Iterable[str]) -> list[str]:
    """The paths most like one that does not exist: of the same name elsewhere, else of a name that is spelt alike.

    Folder and ending do not make names alike. Of several files of a name those in the same folder come first.
    """
    folder, name = os.path.split(path)
    stem, ending = os.path.splitext(name)
    by_stem: dict[str, list[str]] = {}
    for other in sorted(paths, key=lambda other: (os.path.dirname(other) != folder, other)):
        other_stem, other_ending = os.path.splitext(os.path.basename(other))
        if other_ending == ending and other_stem:
            by_stem.setdefault(other_stem, []).append(other)
    from difflib import get_close_matches

    stems = [stem] if stem in by_stem else get_close_matches(stem, by_stem, MAX_NAMED, MIN_LIKENESS)
    return list(islice(chain.from_iterable(by_stem[near] for near in stems), MAX_NAMED))
