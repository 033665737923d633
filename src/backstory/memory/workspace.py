"""An open project: its places, settings, stores, index, git, journal and clock. It has no verbs.

`Workspace` is the floor of this room: policy, the writer, answers and verbs are functions over it. Everything is made
when it is first needed, so opening one is cheap.
"""

import os
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from backstory.model.dates import stamp
from backstory.model.errors import Invalid
from backstory.model.ids import make_ulid
from backstory.redact.gate import Gate
from backstory.settings import Settings
from backstory.store.places import Project, machine_key
from backstory.store.records import RecordStore

if TYPE_CHECKING:
    from backstory.git.repository import Git
    from backstory.git.sparse import LeftOut
    from backstory.index.build import Index
    from backstory.store.journal import Journal
    from backstory.store.snapshots import SnapshotStore


class Channel(NamedTuple):
    """The door through which a write comes: it decides the authority of what is written, the words never do."""

    how: str = "stated"
    agent: str = ""
    session: str = ""


DEFAULT_CHANNEL: Final = Channel()


class AsOf(NamedTuple):
    """A moment in the past, as far as it is known."""

    label: str
    """How a sentence goes on: `on 2026-11-20`, `at commit 9f1c2e4`."""
    until: int
    """What was made before this belongs to it; seconds since the epoch."""
    commit: str = ""

    @property
    def stamp(self) -> str:
        return stamp(self.until)


class Workspace:
    """One open project. Cheap to open: stores, index and git are made when they are first needed."""

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
        self.past: AsOf | None = None
        """The moment in the past that is looked at; None for now."""
        self._randomness = randomness
        self.left_out: LeftOut | None = None
        """What a sparse checkout leaves out of the tree, where that is the team's folder."""
        self.written: set[str] = set()
        """Ids of records kept through this object: the index may not know them yet (spooled, or held by another)."""

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
        """Opens the memory of the project around `cwd`; raises `NoProject` when there is none."""
        from backstory.memory.configuration import load_settings
        from backstory.memory.sparse import resolve_project

        project, left_out = resolve_project(cwd, environ, project_root=project_root)
        settings = load_settings(project, environ)
        made = cls(project, settings, environ, channel=channel, now=now, randomness=randomness)
        made.left_out = left_out
        return made

    # -- what it stands on ------------------------------------------------------------------------------------

    @cached_property
    def gate(self) -> Gate:
        """The redaction gate, with this person's own secret values and this project's extra patterns."""
        from backstory.redact.own import own_values

        home = self.environ.get("HOME", "") or self.environ.get("USERPROFILE", "")
        return Gate(
            key=machine_key(self.project.home),
            own_values=own_values(self.project.root, self.environ, home),
            patterns=self.settings.get("privacy.redact"),
        )

    @cached_property
    def stores(self) -> dict[str, RecordStore]:
        """scope -> record files."""
        p = self.project
        folders = {"team": p.team, "private": p.private, "user": p.user}
        made = {
            scope: RecordStore(os.path.join(folder, "memory"), scope, self.gate) for scope, folder in folders.items()
        }
        if p.sparse:
            made["team"].closed = f"git -C {p.root} sparse-checkout add .backstory"
        return made

    @cached_property
    def index(self) -> "Index":
        from backstory.index.build import Index

        return Index.open(os.path.join(self.project.private, "index.db"), tree=self.project.root)

    @cached_property
    def git(self) -> "Git":
        from backstory.git.repository import Git

        return Git(self.project.root, self.environ)

    @cached_property
    def journal(self) -> "Journal":
        from backstory.store.journal import Journal

        return Journal(os.path.join(self.project.private, "journal"), self.gate)

    @cached_property
    def snapshots(self) -> "SnapshotStore":
        from backstory.store.snapshots import SnapshotStore

        return SnapshotStore(os.path.join(self.project.private, "snapshots"), self.gate, self.now)

    def new_id(self) -> str:
        """A fresh ULID."""
        return make_ulid(int(self.now() * 1000), self._randomness(10))

    def stamp(self) -> str:
        """Now, as records and events write it."""
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now()))

    @cached_property
    def head(self) -> tuple[str, str]:
        """(commit, branch) by reading git's files: no process."""
        from backstory.base.discovery import head

        return head(self.project.git_dir, self.project.common_dir) if self.project.git_dir else ("", "")

    def reopened(self) -> Self:
        """The same project seen afresh: files that others wrote since are read."""
        made = type(self)(
            self.project,
            self.settings,
            self.environ,
            channel=self.channel,
            now=self.now,
            randomness=self._randomness,
        )
        made.left_out = self.left_out
        return made


def require_person(workspace: Workspace, command: str) -> None:
    """Raises `Invalid` when an agent asks for what only a person may do."""
    if workspace.channel.agent:
        raise Invalid(
            f"only a person can do this, and this is {workspace.channel.agent}",
            hint=f"ask the person to run `{command}`",
        )
