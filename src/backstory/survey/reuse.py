"""Reuses facts of an earlier snapshot if only files were edited since that a survey does not open."""

import os
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, ValidationError, convert, structs

from backstory.git.worktree import Tree, Unreadable, escape_path, unescape_path
from backstory.model.snapshot import Change, GitState, Snapshot
from backstory.survey.filters import filter_paths
from backstory.survey.result import Probes, Ranks, Survey

NOTES: Final = "survey"
"""The member of `Snapshot.extra` that holds what a survey may take over."""
MAX_READ: Final = 200
"""Opened files that are noted; a snapshot of more is not taken over."""
_MARK: Final = "[REDACTED:"


class _Notes(Struct, frozen=True):
    """The facts that a snapshot stores for the next survey, with escaped paths."""

    read: dict[str, str]
    """Path -> digest of what the manifest says, or empty."""
    probes: dict[str, tuple[bool, list[str]]]
    """Path -> whether its text holds one of the words, and the words."""
    signs: list[str]
    recent: list[str]


def note_survey(survey: Survey) -> dict[str, Any] | None:
    """Collects the facts for the next snapshot, with escaped paths; None if they are too large or incomplete."""
    if survey.ranks is None or len(survey.read) + len(survey.probes) > MAX_READ:
        return None
    return {
        "read": {escape_path(path): digest for path, digest in survey.read.items()},
        "probes": {escape_path(path): [holds, list(words)] for path, (holds, words) in survey.probes.items()},
        "signs": list(map(escape_path, survey.ranks.signs)),
        "recent": list(map(escape_path, survey.ranks.recent)),
    }


def carry_over(
    root: str,
    earlier: Snapshot,
    state: GitState,
    *,
    include: Sequence[str],
    exclude: Sequence[str],
    max_files: int,
    list_all: Callable[[], Mapping[str, str]],
) -> Survey | None:
    """The survey that the earlier snapshot was made of; None where that is not known, or a file that it opened changed.

    The caller answers for everything else being as it was: commit, settings, and the changes that are no edits.
    """
    notes = _read_notes(earlier, max_files)
    if notes is None:
        return None
    tree = Tree(root)
    edited = set(map(unescape_path, _find_edited(earlier.git, state)))
    read = {unescape_path(path): digest for path, digest in notes.read.items()}
    probes: Probes = {unescape_path(path): (holds, tuple(words)) for path, (holds, words) in notes.probes.items()}
    texts = {path: read[path] for path in edited & read.keys()}
    searched = {path: probes[path] for path in edited & probes.keys()}
    if not (_say_as_before(tree, texts) and _hold_as_before(tree, searched)):
        return None
    files = CarriedFiles(earlier, state, include, exclude, list_all)
    facts = structs.replace(earlier.facts, routes=0, variables=())
    ranks = Ranks(tuple(map(unescape_path, notes.signs)), tuple(map(unescape_path, notes.recent)))
    return Survey(facts, files, earlier.skipped, earlier.bytes, (), (), "", read, probes, ranks)


def _say_as_before(tree: Tree, read: Mapping[str, str]) -> bool:
    """Whether files that were edited are manifests that say what they said."""
    if not all(read.values()):
        return False
    from backstory.survey.manifests import LIMIT, read_manifest

    files = _ExistingFiles(tree)
    try:
        return all(read_manifest(path, tree.text(path, LIMIT), files).digest() == read[path] for path in read)
    except Unreadable:
        return False


class _ExistingFiles(Container[str]):
    """The files that are there, listed or not.

    A manifest that says the same of them says the same of the listed ones: what it named then was listed, and is now.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and os.path.lexists(self._tree.located(path))


def _hold_as_before(tree: Tree, probes: Probes) -> bool:
    """Whether files that were edited hold the words that they were searched for, or not, as they did."""
    from backstory.survey.entry_points import holds_word

    return all(holds_word(tree, path, words) == holds for path, (holds, words) in probes.items())


def _read_notes(earlier: Snapshot, max_files: int) -> _Notes | None:
    """Reads the facts that the earlier snapshot stored; None if they are missing or incomplete."""
    try:
        notes = convert(earlier.extra.get(NOTES), _Notes)
    except ValidationError:
        return None
    if earlier.files >= max_files or any(skip.path == "." for skip in earlier.skipped):
        return None  # some files have no name here
    paths = [*notes.read, *notes.probes, *notes.signs, *notes.recent, *(change.path for change in earlier.git.changes)]
    return None if any(_MARK in path for path in paths) else notes


def is_edit(change: Change) -> bool:
    """Whether a change leaves git's index as it is: the content of a tracked file differs in the tree alone."""
    return change.state == "modified" and change.unstaged and not change.staged


def _find_edited(earlier: GitState, now: GitState) -> set[str]:
    """Paths of the edited files that do not lie as they lay then."""
    before, after = (
        {change.path: change.oid for change in state.changes if is_edit(change)} for state in (earlier, now)
    )
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


class CarriedFiles(Mapping[str, str]):
    """The files of a survey that were not listed again: path -> blob id as git's index has it.

    Answers from the earlier snapshot what it can, and lists the files when asked for more.
    """

    def __init__(
        self,
        earlier: Snapshot,
        state: GitState,
        include: Sequence[str],
        exclude: Sequence[str],
        list_all: Callable[[], Mapping[str, str]],
    ) -> None:
        self._include, self._exclude, self._list_all = include, exclude, list_all
        self._count = earlier.files
        self._absent = {unescape_path(skip.path) for skip in earlier.skipped}
        self._absent.update(unescape_path(change.path) for change in state.changes if change.state == "deleted")
        edited = {change.path for change in earlier.git.changes}
        oids: Any = earlier.extra.get("oids")
        named = oids.items() if isinstance(oids, dict) else ()
        self._oids: dict[str, str] = {unescape_path(path): oid for path, oid in named if path not in edited}
        self._listed: Mapping[str, str] | None = None

    def __contains__(self, path: object) -> bool:
        """Whether a path is listed that git or the index of the code names, so that only the globs decide."""
        if self._listed is not None:
            return path in self._listed
        return (
            isinstance(path, str)
            and path not in self._absent
            and bool(filter_paths([path], self._include, self._exclude))
        )

    def __getitem__(self, path: str) -> str:
        if self._listed is None and path in self._oids:
            return self._oids[path]
        return self.listing()[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self.listing())

    def __len__(self) -> int:
        return self._count

    def listing(self) -> Mapping[str, str]:
        if self._listed is None:
            self._listed = self._list_all()
        return self._listed
