"""An open project: its paths, settings, stores, index, git, journal and clock.

`Workspace` has no commands of its own: they are functions that take one.
"""

import os
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from backstory.base.discovery import read_head
from backstory.model.dates import format_timestamp
from backstory.model.errors import BackstoryError, NotAPerson
from backstory.model.ids import make_ulid
from backstory.redact.gate import Gate
from backstory.settings import Settings
from backstory.store.places import Project, machine_key
from backstory.store.records import RecordStore

if TYPE_CHECKING:
    from backstory.git.repository import Git
    from backstory.git.sparse import SparseProject
    from backstory.index.build import Index
    from backstory.store.journal import Journal
    from backstory.store.line_places import LinePlace
    from backstory.store.marks import MarkStore
    from backstory.store.runs import RunStore
    from backstory.store.session_archive import SessionArchive
    from backstory.store.sessions import SessionStore
    from backstory.store.snapshots import SnapshotStore
    from backstory.store.stated_secrets import StatedSecretStore


class Channel(NamedTuple):
    """Who writes, and how. The channel decides the authority of a record; its text never does."""

    how: str = "stated"
    agent: str = ""
    session: str = ""


DEFAULT_CHANNEL: Final = Channel()


class Command(NamedTuple):
    """A command whose changes are undone together."""

    id: str = ""
    name: str = ""


NO_COMMAND: Final = Command()


class Change(NamedTuple):
    """A change of one record's file that is being written, or the operation that was logged for changes before it."""

    id: str = ""
    scope: str = ""
    path: str = ""
    before: dict[str, Any] | None = None
    """Metadata before the change; None for a move."""
    after: dict[str, Any] | None = None
    moved: str = ""
    """The scope that the record was moved from."""
    operation: str = ""


class AsOf(NamedTuple):
    """A moment in the past."""

    label: str
    """The moment in words: `on 2026-11-20`, `at commit 9f1c2e4`."""
    until: int
    """Seconds since the epoch; records made before this belong to the past view."""
    commit: str = ""

    @property
    def stamp(self) -> str:
        return format_timestamp(self.until)


class Workspace:
    """One open project. Opening it is cheap: stores, index and git are created when they are first used."""

    def __init__(
        self,
        project: Project,
        settings: Settings,
        environ: Mapping[str, str],
        *,
        channel: Channel,
        now: Callable[[], float],
        randomness: Callable[[int], bytes],
    ) -> None:
        self.project = project
        self.settings = settings
        self.environ = environ
        self.channel = channel
        self.now = now
        self.command = NO_COMMAND
        """The command that writes; without one each change is undone by itself."""
        self.past: AsOf | None = None
        """The moment in the past that this object shows; None for the present."""
        self.is_other_branch = False
        """Whether it shows the present of a branch that is not checked out. `past` then has its tip."""
        self._randomness = randomness
        self.left_out: SparseProject | None = None
        """Describes the team's folder if a sparse checkout leaves it out of the tree."""
        self.is_deciding = False
        """Whether this object holds the lock of `memory.kernel.duplicate_lock`."""
        self.written: set[str] = set()
        """Ids of the records written through this object. The index may not have them yet: they may be spooled, or
        another process may be writing it."""
        self.changes: list[Change] | None = None
        """What was written since `verbs.whole_change` began, oldest first; None outside of such a change."""
        self.read_to: dict[str, LinePlace] = {}
        """Real path of a transcript -> how far it was read: what new records quote stands near that place."""

    def note_change(self, change: Change) -> None:
        """Notes what was written, for `verbs.whole_change`."""
        if self.changes is not None:
            self.changes.append(change)

    @classmethod
    def open(
        cls,
        cwd: str,
        environ: Mapping[str, str],
        *,
        project_root: str = "",
        channel: Channel = DEFAULT_CHANNEL,
        now: Callable[[], float] = time.time,
        randomness: Callable[[int], bytes] = os.urandom,
    ) -> Self:
        """Opens the project that contains `cwd`. Raises `NoProject` if there is none."""
        from backstory.memory.kernel.configuration import load_settings
        from backstory.memory.kernel.sparse import resolve_project

        project, left_out = resolve_project(cwd, environ, project_root=project_root)
        settings = load_settings(project, environ)
        workspace = cls(project, settings, environ, channel=channel, now=now, randomness=randomness)
        workspace.left_out = left_out
        return workspace

    @cached_property
    def gate(self) -> Gate:
        """The redaction gate, with this person's own secret values and this project's extra patterns."""
        return Gate(
            key=machine_key(self.project.home),
            own_values=self._read_own_values,
            patterns=self.settings.get("privacy.redact"),
            stated=self.stated_secrets.digests,
        )

    @cached_property
    def stated_secrets(self) -> "StatedSecretStore":
        from backstory.store.stated_secrets import StatedSecretStore

        return StatedSecretStore(self.project.private, machine_key(self.project.home), lambda: self.stamp()[:10])

    def _read_own_values(self) -> list[str]:
        from backstory.redact.user_secrets import own_values

        home = self.environ.get("HOME", "") or self.environ.get("USERPROFILE", "")
        return own_values(self.project.root, self.environ, home)

    @cached_property
    def stores(self) -> dict[str, RecordStore]:
        """The store of each scope."""
        project = self.project
        folders = {"team": project.team, "private": project.private, "user": project.user}
        stores = {
            scope: RecordStore(os.path.join(folder, "memory"), scope, self.gate) for scope, folder in folders.items()
        }
        if project.sparse:
            stores["team"].closed = f"git -C {project.root} sparse-checkout add .backstory"
        return stores

    @cached_property
    def index(self) -> "Index":
        from backstory.index.build import Index

        return Index.open(os.path.join(self.project.private, "index.db"), tree=self.project.root)

    @cached_property
    def git(self) -> "Git":
        from backstory.git.repository import Git
        from backstory.store.patch_ids import PatchIds

        git = Git(self.project.root, self.environ)
        git.patches = PatchIds(self.project.private)
        return git

    @cached_property
    def journal(self) -> "Journal":
        from backstory.store.journal import Journal

        return Journal(os.path.join(self.project.private, "journal"), self.gate)

    @cached_property
    def sessions(self) -> "SessionStore":
        from backstory.store.sessions import SessionStore

        return SessionStore(os.path.join(self.project.private, "sessions"), self.gate)

    @cached_property
    def marks(self) -> "MarkStore":
        from backstory.store.marks import MarkStore

        return MarkStore(os.path.join(self.project.private, "marks"))

    @cached_property
    def archive(self) -> "SessionArchive":
        from backstory.store.session_archive import SessionArchive

        return SessionArchive(os.path.join(self.project.private, "archive"), self.gate)

    @cached_property
    def runs(self) -> "RunStore":
        from backstory.store.runs import RunStore

        return RunStore(os.path.join(self.project.private, "runs"), self.gate)

    @cached_property
    def snapshots(self) -> "SnapshotStore":
        from backstory.store.snapshots import SnapshotStore

        return SnapshotStore(os.path.join(self.project.private, "snapshots"), self.gate, self.now)

    def new_id(self) -> str:
        """Returns a new ULID."""
        return make_ulid(int(self.now() * 1000), self._randomness(10))

    def stamp(self) -> str:
        """Returns the current time in the form that records and events use."""
        return format_timestamp(self.now())

    @cached_property
    def head(self) -> tuple[str, str]:
        """(commit, branch), read from git's files without starting a process."""
        return read_head(self.project.git_dir, self.project.common_dir) if self.project.git_dir else ("", "")

    def reopened(self) -> Self:
        """Returns a new object for the same project, which sees the files that others have written since."""
        workspace = type(self)(
            self.project,
            self.settings,
            self.environ,
            channel=self.channel,
            now=self.now,
            randomness=self._randomness,
        )
        workspace.left_out = self.left_out
        workspace.command = self.command
        return workspace


def require_enabled(workspace: Workspace) -> None:
    """Raises `BackstoryError` if the memory is switched off: nothing new is written then."""
    if not workspace.settings.get("enabled"):
        raise BackstoryError(
            "the memory is switched off here, so nothing was written",
            hint="`backstory config set enabled true` switches it on; `BACKSTORY_ENABLED=true` does so for one command",
        )


def require_person(workspace: Workspace, command: str) -> None:
    """Raises `NotAPerson` for all who are not known to be a person: agents, and scripts that nobody has confirmed.

    The door decides who is a person, and opens the memory with the channel `explicit`.
    """
    refuse_agent(workspace, command)
    if workspace.channel.how != "explicit":
        raise NotAPerson(
            "only a person can do this, and nobody has confirmed it", hint=f"run `{command}` in a terminal"
        )


def refuse_agent(workspace: Workspace, command: str) -> None:
    """Raises `NotAPerson` if an agent runs a command that scripts may run, but agents may not."""
    if workspace.channel.agent:
        raise NotAPerson(
            f"only a person can do this, and this is {workspace.channel.agent}",
            hint=f"ask the person to run `{command}`",
        )
