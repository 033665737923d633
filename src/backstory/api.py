"""The public API of the library: open the memory of a project, then call its methods.

```python
from backstory.api import Channel, Memory

memory = Memory.open("/path/to/project", os.environ, channel=Channel("explicit"))
memory.remember(Draft(kind="decision", title="Use psycopg 3"))
```

The library never prints and never reads the environment of the process: callers pass what it needs.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from backstory.memory.catalog import Catalog
from backstory.memory.workspace import Channel
from backstory.model.record import Draft, Record

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.memory.brief import ComposedBrief
    from backstory.memory.checks import Check
    from backstory.memory.undo import Undone
    from backstory.memory.writer import Remembered
    from backstory.model.snapshot import Drift, Snapshot

__all__ = ["Channel", "Memory"]


class Memory(Catalog):
    """The memory of one project. Each method loads the module of `backstory.memory` that implements it when called."""

    def remember(self, draft: Draft, *, scope: str = "") -> "Remembered":
        """Writes a draft as a record. Notes similar records in the result, and never refuses because of them."""
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
        """Changes metadata in place. The title and body of a record never change: see `rewrite`.

        Raises `Invalid` for a value that the record's kind does not allow.
        """
        from backstory.memory.edit import edit

        return edit(
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
        """Corrects the title or body of a record by writing a new record that supersedes it."""
        from backstory.memory.edit import rewrite

        return rewrite(self, ref, title=title, body=body)

    def retract(self, ref: str) -> Record:
        """Removes a record from briefs and recall. Its file and history stay."""
        from backstory.memory.edit import retract

        return retract(self, ref)

    def pin_file(self, path: str, note: str = "") -> "Remembered":
        """Writes a pinned note about a file."""
        from backstory.memory.edit import pin_file

        return pin_file(self, path, note)

    def undo(self) -> "Undone":
        """Undoes the last change that has not been undone yet."""
        from backstory.memory import undo

        return undo.undo_last(self)

    def query(self, text: str, *, limit: int = 0, **filters: Any) -> "list[Row]":
        """Finds records with the query language: best first if the query has free text, else newest first.

        Raises `QueryError` for text that is not a query.
        """
        from backstory.memory.queries import run_query

        return [hit.row for hit in run_query(self, text, limit=limit, **filters)]

    def at(self, when: str) -> Self:
        """Returns the memory as it was at a date, an age, a commit or a snapshot, for reading. Raises `Invalid`."""
        from backstory.memory.as_of import view_as_of

        return view_as_of(self, when)

    def checkpoint(self, task: str, **parts: Any) -> "Remembered":
        """Records the state of the work, together with the state of git."""
        from backstory.memory import checkpoints

        return checkpoints.write_checkpoint(self, task, **parts)

    def handoff(self, to: str, message: str, **parts: Any) -> "Remembered":
        """Writes a checkpoint addressed to somebody."""
        from backstory.memory import checkpoints

        return checkpoints.write_handoff(self, to, message, **parts)

    def snapshot(self, goal: str = "") -> "Snapshot":
        """Takes a snapshot of the repository."""
        from backstory.memory import snapshots

        return snapshots.take_snapshot(self, goal)

    def drift(self, ref: str = "") -> "tuple[Snapshot, Drift]":
        """Compares the repository with a snapshot, by default the latest one."""
        from backstory.memory import snapshots

        return snapshots.find_drift(self, ref)

    def brief(self, **wishes: Any) -> "ComposedBrief":
        """Composes the context for an agent or a person. It never exceeds its budget.

        The keywords are the fields of `backstory.memory.brief.BriefOptions`.
        """
        from backstory.memory.brief import BriefOptions, compose_brief

        return compose_brief(self, BriefOptions(**wishes))

    def status(self) -> dict[str, Any]:
        """Returns counts, the current branch and goal, and the latest snapshot and checkpoint, as plain data."""
        from backstory.memory import status

        return status.project_status(self)

    def checks(self, *, deep: bool = False) -> "list[Check]":
        """Checks the files, the index, git and the settings; `deep` reads every file in full."""
        from backstory.memory import checks

        return checks.run_checks(self, deep=deep)
