"""The open memory of one project: its places, stores, index and clock, and the verbs that work on them."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from backstory.model.ids import LENGTH, TAIL, make_ulid
from backstory.model.record import Draft, Record
from backstory.redact.gate import Gate
from backstory.settings import Settings
from backstory.store.places import IMPORTING, MOVES, Project, machine_key
from backstory.store.records import RecordStore

if TYPE_CHECKING:
    from backstory.git.repository import Git
    from backstory.git.sparse import LeftOut
    from backstory.index.build import Index
    from backstory.index.read import Row
    from backstory.index.search import Hit
    from backstory.memory.briefing import Composed
    from backstory.memory.checks import Check
    from backstory.memory.past import Past
    from backstory.memory.remember import Remembered
    from backstory.memory.undo import Undone
    from backstory.model.snapshot import Drift, Snapshot
    from backstory.store.journal import Journal
    from backstory.store.snapshots import SnapshotStore

T = TypeVar("T")

TRIES: Final = 20
"""How often a record is looked for again because another process has moved its file."""


class Channel(NamedTuple):
    """Through which door a write comes: it decides the authority of what is written, never the words do."""

    how: str = "stated"
    agent: str = ""
    session: str = ""


NOBODY: Final = Channel()


class Memory:
    """One project's memory. Cheap to open: stores, index and git are made when they are first needed."""

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
        self.past: Past | None = None
        """The moment that this memory is seen at; None for now. See `at`."""
        self._randomness = randomness
        self.left_out: LeftOut | None = None
        """What a sparse checkout leaves out of the tree, where that is the team's folder."""
        self._refreshed = False
        self.written: set[str] = set()
        """Ids of records kept through this object: the index may not know them yet (spooled, or held by another)."""

    @classmethod
    def open(
        cls,
        cwd: str,
        environ: Mapping[str, str],
        *,
        project_root: str = "",
        channel: Channel = NOBODY,
        now: Callable[[], float] = time.time,
        randomness: Callable[[int], bytes] = os.urandom,
    ) -> "Memory":
        """Opens the memory of the project around `cwd`; raises `NoProject` when there is none."""
        from backstory.memory.configuration import settings_of
        from backstory.memory.sparse import resolved

        project, left_out = resolved(cwd, environ, project_root=project_root)
        settings = settings_of(project, environ)
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

    def fresh(self) -> "Index":
        """The index, caught up with the files once in the life of this object."""
        if not self._refreshed:
            self._refreshed = True
            self._settle()
            if os.path.isdir(os.path.join(self.project.local, "spool")):
                from backstory.memory.waiting import sweep

                sweep(self)
            done = self.index.refresh(self.stores, self.gate, oids=self.git.memory_oids)
            from backstory.memory.trusting import catch_up
            from backstory.memory.visibility import update

            catch_up(self)
            update(self, changed=done.changed)
        return self.index

    def _settle(self) -> None:
        """Ends what a process that died has left half done: an import, a move between scopes."""
        if os.path.exists(os.path.join(self.project.private, IMPORTING)):
            from backstory.memory import transfer

            transfer.settle(self)
        if os.path.isdir(os.path.join(self.project.private, MOVES)):
            from backstory.memory import sharing

            sharing.settle(self)

    def reopened(self) -> "Memory":
        """The same memory seen afresh: files that others wrote since are read."""
        made = Memory(
            self.project,
            self.settings,
            self.environ,
            channel=self.channel,
            now=self.now,
            randomness=self._randomness,
        )
        made.left_out = self.left_out
        return made

    # -- the verbs: each is a function of its own module ------------------------------------------------------

    def remember(self, draft: Draft, *, scope: str = "") -> "Remembered":
        """Keeps a draft as a record; names duplicates and what it may contradict, never blocks on them."""
        from backstory.memory import remember

        return remember.remember(self, draft, scope=scope)

    def edit(
        self,
        ref: str,
        *,
        tier: str = "",
        status: str = "",
        tags: Sequence[str] | None = None,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        add_links: Sequence[tuple[str, str]] = (),
        remove_links: Sequence[tuple[str, str]] = (),
    ) -> Record:
        """Changes metadata in place; the substance of a record never changes."""
        from backstory.memory import curate

        return curate.edit(
            self,
            ref,
            tier=tier,
            status=status,
            tags=tags,
            add_tags=add_tags,
            remove_tags=remove_tags,
            add_links=add_links,
            remove_links=remove_links,
        )

    def rewrite(self, ref: str, *, title: str = "", body: str | None = None) -> "Remembered":
        """A correction of substance: a new record that supersedes the old one."""
        from backstory.memory import curate

        return curate.rewrite(self, ref, title=title, body=body)

    def retract(self, ref: str) -> Record:
        """Takes a record out of briefs and recall; it stays in the history."""
        from backstory.memory import curate

        return curate.retract(self, ref)

    def pin_file(self, path: str, note: str = "") -> "Remembered":
        """A pinned note about a file."""
        from backstory.memory import curate

        return curate.pin_file(self, path, note)

    def undo(self) -> "Undone":
        """Takes back the last change that was not yet taken back."""
        from backstory.memory import undo

        return undo.undo(self)

    def get(self, ref: str) -> "Row":
        """One record by id, prefix or tail."""
        from backstory.model.errors import NotFound

        try:
            return self.fresh().get(ref)
        except NotFound:
            if self.past is not None or len(ref.strip()) not in (TAIL, LENGTH):
                raise
            self._refreshed = False  # another process may have moved it while the folders were listed
            return self.fresh().get(ref)

    def at_its_place(self, ref: str, act: "Callable[[Row], T]") -> "T":
        """Does something with the file of a record, and again where another process has moved the file meanwhile.

        `act` raises NotFound when the record is not in the file that it was given.
        """
        from backstory.model.errors import NotFound

        row = self.get(ref)
        for _ in range(TRIES):
            try:
                return act(row)
            except NotFound:
                if os.path.exists(row.path):
                    raise
                self._refreshed = False
                row = self.get(row.record.id)
        return act(row)

    def recall(self, text: str, *, limit: int = 10, **filters: Any) -> "list[Hit]":
        """Full-text search over all scopes; any text is safe."""
        from backstory.index.search import search

        return search(self.fresh(), text, limit=limit, **filters)

    def query(self, text: str, *, limit: int = 0, **filters: Any) -> "list[Row]":
        """The records that a query in the query language finds: best first where it has free text, else newest first.

        Raises `QueryError`, and nothing else, for a text that is no query.
        """
        from backstory.memory.queries import find

        return [hit.row for hit in find(self, text, limit=limit, **filters)]

    def at(self, when: str) -> "Memory":
        """The memory as it stood at a date, an age, a commit or a snapshot: for reading. Raises `Invalid`."""
        from backstory.memory.past import at

        return at(self, when)

    def checkpoint(self, task: str, **parts: Any) -> "Remembered":
        """Notes where the work stands, with the git state."""
        from backstory.memory import work

        return work.checkpoint(self, task, **parts)

    def handoff(self, to: str, message: str, **parts: Any) -> "Remembered":
        """A checkpoint addressed to somebody."""
        from backstory.memory import work

        return work.handoff(self, to, message, **parts)

    def snapshot(self, goal: str = "") -> "Snapshot":
        """Captures the repository as it stands."""
        from backstory.memory import snapshots

        return snapshots.snapshot(self, goal)

    def drift(self, ref: str = "") -> "tuple[Snapshot, Drift]":
        """What changed since a snapshot (the latest without `ref`)."""
        from backstory.memory import snapshots

        return snapshots.drift(self, ref)

    def brief(self, **wishes: Any) -> "Composed":
        """The composed context, hard within its budget."""
        from backstory.memory import briefing

        return briefing.compose(self, **wishes)

    def counts(self) -> dict[str, Any]:
        """Numbers of records by kind, tier and scope, and their tokens."""
        from backstory.index.counts import counts

        return counts(self.fresh())

    def status(self) -> dict[str, Any]:
        """Counts and positions, as plain data."""
        from backstory.memory import status

        return status.status(self)

    def checks(self, *, deep: bool = False) -> "list[Check]":
        """Whether everything below this library is sound."""
        from backstory.memory import checks

        return checks.run(self, deep=deep)
