"""A snapshot: the repository as it stood. With git it is a commit and what lay over it; without git, a file table."""

import msgspec


class Commit(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    subject: str = ""
    author: str = ""
    made: str = ""


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A path that differs from HEAD. `state`: `added modified deleted renamed untracked conflicted`."""

    path: str
    state: str
    staged: bool = False
    was: str = ""
    """The earlier path of a rename."""
    oid: str = ""
    """Blob id of the content in the working tree; empty when deleted or skipped."""


class GitState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where git stands. Everything is empty without git; `commit` is empty before the first one."""

    commit: str = ""
    branch: str = ""
    detached: bool = False
    operation: str = ""
    """`merge`, `rebase`, `cherry-pick`, `revert` or `bisect` when one is under way."""
    changes: tuple[Change, ...] = ()
    commits: tuple[Commit, ...] = ()
    """Newest first."""
    author: str = ""
    """`Name <mail>` that a commit here would carry."""


class Script(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command the project defines. `where` is the manifest."""

    name: str
    command: str
    where: str = ""


class RepositoryFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What can be read off the repository without understanding its code."""

    name: str = ""
    purpose: str = ""
    """One or two sentences from the README's body or the package metadata."""
    manifests: tuple[str, ...] = ()
    entry_points: tuple[str, ...] = ()
    scripts: tuple[Script, ...] = ()
    languages: dict[str, int] = {}
    """Language -> number of files, most first."""
    layout: tuple[str, ...] = ()
    """Top folders with their file counts, such as `src/ (120)`."""
    tests: tuple[str, ...] = ()
    """Folders and files that hold tests."""
    licence: str = ""


class Skipped(msgspec.Struct, frozen=True):
    path: str
    reason: str


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Immutable once written. With git: `git.commit` plus `git.changes` (each with its blob id) is the whole tree."""

    id: str
    """`snap-` and a ULID."""
    made: str
    goal: str = ""
    git: GitState = GitState()
    facts: RepositoryFacts = RepositoryFacts()
    files: int = 0
    bytes: int = 0
    table: dict[str, str] = {}
    """path -> blob id; only where there is no commit to refer to."""
    key_files: tuple[str, ...] = ()
    active_files: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    took_ms: int = 0
    extra: dict[str, object] = {}
    """What later versions add (symbols, relevance): read back as it was written."""
