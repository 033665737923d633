"""The result of a survey of a repository."""

from collections.abc import Mapping
from typing import NamedTuple

from backstory.model.snapshot import RepositoryFacts, Skipped

Probes = dict[str, tuple[bool, tuple[str, ...]]]
"""Path -> whether its text holds one of some words, and the words."""


class Ranks(NamedTuple):
    """The ranking data of snapshots that edits do not change."""

    signs: tuple[str, ...]
    """Paths, best first, as `key_files.rank_by_signs` gives them."""
    recent: tuple[str, ...]
    """Paths that the last commits touched, latest first, once each; no generated ones."""


class Survey(NamedTuple):
    """The facts of a repository and its files."""

    facts: RepositoryFacts
    files: Mapping[str, str]
    """Path -> blob id as the index has it, or empty for an untracked file; paths as `git.worktree` keeps them."""
    skipped: tuple[Skipped, ...]
    bytes: int
    entries: tuple[str, ...]
    """Paths of the entry points, most telling first."""
    manifests: tuple[str, ...]
    readme: str
    read: dict[str, str] = {}  # noqa: RUF012 - never written to
    """Path of a file that was read -> digest of what its manifest says; empty where any edit of it may count."""
    probes: Probes = {}  # noqa: RUF012 - never written to
    """The files that were only searched for words."""
    ranks: Ranks | None = None
    """Ranks that hold for these files, where they are known."""


class Listing(NamedTuple):
    """The files of a repository, before any is read."""

    files: dict[str, str]
    skipped: tuple[Skipped, ...]
    bytes: int
