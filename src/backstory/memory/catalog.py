"""The records of a project as a reader sees them: the index brought up to date, and questions to it."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from backstory.memory import recovery
from backstory.memory.workspace import AsOf, Workspace
from backstory.model.errors import NotFound
from backstory.model.ids import LENGTH, TAIL
from backstory.store.places import IMPORTING, MOVES

if TYPE_CHECKING:
    from backstory.index.build import Index
    from backstory.index.read import Row
    from backstory.index.search import Hit
    from backstory.store.snapshots import SnapshotStore

T = TypeVar("T")

TRIES: Final = 20
"""How often a record is looked for again because another process has moved its file."""


class Catalog(Workspace):
    """A workspace whose index follows the files: it answers which records there are."""

    _is_current = False
    """Whether the index has been caught up with the files in the life of this object."""

    def fresh(self) -> "Index":
        """The index, caught up with the files once in the life of this object."""
        if not self._is_current:
            self._is_current = True
            self._settle()
            if os.path.isdir(os.path.join(self.project.local, "spool")):
                from backstory.memory.spool import sweep_spool

                sweep_spool(self)
            done = self.index.refresh(self.stores, self.gate, oids=self.git.memory_oids)
            from backstory.memory.policy.trust import catch_up
            from backstory.memory.policy.visibility import update_hidden

            catch_up(self)
            update_hidden(self, changed=done.changed)
        return self.index

    def _settle(self) -> None:
        """Completes what a process that died left half done: an import, a move between scopes."""
        if os.path.exists(os.path.join(self.project.private, IMPORTING)):
            recovery.settle_import(self)
        if os.path.isdir(os.path.join(self.project.private, MOVES)):
            recovery.settle_moves(self)

    def freeze(
        self,
        past: AsOf,
        *,
        index: "Index",
        snapshots: "SnapshotStore",
        now: Callable[[], float],
        head: tuple[str, str] | None = None,
    ) -> None:
        """Turns this catalog to a moment in the past: it answers from `index` and follows the files no more."""
        self.past = past
        self.index = index
        self.snapshots = snapshots
        self.now = now
        if head:
            self.head = head
        self._is_current = True

    def get(self, ref: str) -> "Row":
        """One record by id, prefix or tail."""

        try:
            return self.fresh().get(ref)
        except NotFound:
            if self.past is not None or len(ref.strip()) not in (TAIL, LENGTH):
                raise
            self._is_current = False  # another process may have moved it while the folders were listed
            return self.fresh().get(ref)

    def at_its_place(self, ref: str, act: "Callable[[Row], T]") -> "T":
        """Does something with the file of a record, and again where another process has moved the file meanwhile.

        `act` raises NotFound when the record is not in the file that it was given.
        """

        row = self.get(ref)
        for _ in range(TRIES):
            try:
                return act(row)
            except NotFound:
                if os.path.exists(row.path):
                    raise
                self._is_current = False
                row = self.get(row.record.id)
        return act(row)

    def recall(self, text: str, *, limit: int = 10, **filters: Any) -> "list[Hit]":
        """Full-text search over all scopes; any text is safe."""
        from backstory.index.search import search

        return search(self.fresh(), text, limit=limit, **filters)

    def counts(self) -> dict[str, Any]:
        """Numbers of records by kind, tier and scope, and their tokens."""
        from backstory.index.counts import counts

        return counts(self.fresh())
