"""The face of the library: open a project's memory, then speak in verbs.

```python
from backstory.api import Channel, Memory

memory = Memory.open("/path/to/project", os.environ, channel=Channel("explicit"))
memory.remember(Draft(kind="decision", title="Use psycopg 3"))
```

Never prints and never reads the process environment: callers pass what it needs.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from backstory.memory.catalog import Catalog
from backstory.memory.workspace import Channel
from backstory.model.record import Draft, Record

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.memory.brief import Composed
    from backstory.memory.checks import Check
    from backstory.memory.undo import Undone
    from backstory.memory.writer import Remembered
    from backstory.model.snapshot import Drift, Snapshot

__all__ = ["Channel", "Memory"]


class Memory(Catalog):
    """One project's memory. Each verb is a function of a module of `backstory.memory`, loaded when it is called."""

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
        from backstory.memory import edit as curate

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
        from backstory.memory import edit as curate

        return curate.rewrite(self, ref, title=title, body=body)

    def retract(self, ref: str) -> Record:
        """Takes a record out of briefs and recall; it stays in the history."""
        from backstory.memory import edit as curate

        return curate.retract(self, ref)

    def pin_file(self, path: str, note: str = "") -> "Remembered":
        """A pinned note about a file."""
        from backstory.memory import edit as curate

        return curate.pin_file(self, path, note)

    def undo(self) -> "Undone":
        """Takes back the last change that was not yet taken back."""
        from backstory.memory import undo

        return undo.undo_last(self)

    def query(self, text: str, *, limit: int = 0, **filters: Any) -> "list[Row]":
        """The records that a query in the query language finds: best first where it has free text, else newest first.

        Raises `QueryError`, and nothing else, for a text that is no query.
        """
        from backstory.memory.queries import run_query

        return [hit.row for hit in run_query(self, text, limit=limit, **filters)]

    def at(self, when: str) -> Self:
        """The memory as it stood at a date, an age, a commit or a snapshot: for reading. Raises `Invalid`."""
        from backstory.memory.as_of import view_as_of

        return view_as_of(self, when)

    def checkpoint(self, task: str, **parts: Any) -> "Remembered":
        """Notes where the work stands, with the git state."""
        from backstory.memory import checkpoints

        return checkpoints.write_checkpoint(self, task, **parts)

    def handoff(self, to: str, message: str, **parts: Any) -> "Remembered":
        """A checkpoint addressed to somebody."""
        from backstory.memory import checkpoints

        return checkpoints.write_handoff(self, to, message, **parts)

    def snapshot(self, goal: str = "") -> "Snapshot":
        """Captures the repository as it stands."""
        from backstory.memory import snapshots

        return snapshots.take_snapshot(self, goal)

    def drift(self, ref: str = "") -> "tuple[Snapshot, Drift]":
        """What changed since a snapshot (the latest without `ref`)."""
        from backstory.memory import snapshots

        return snapshots.find_drift(self, ref)

    def brief(self, **wishes: Any) -> "Composed":
        """The composed context, hard within its budget."""
        from backstory.memory import brief as briefing

        return briefing.compose_brief(self, **wishes)

    def status(self) -> dict[str, Any]:
        """Counts and positions, as plain data."""
        from backstory.memory import status

        return status.project_status(self)

    def checks(self, *, deep: bool = False) -> "list[Check]":
        """Whether everything below this library is sound."""
        from backstory.memory import checks

        return checks.run_checks(self, deep=deep)
