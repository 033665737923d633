"""Several changes that belong together: where one of them fails, those before it are taken back."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.operations import Entry
from backstory.memory.kernel.workspace import Change
from backstory.memory.verbs.undo import find_record_file, log_undo, restore_record
from backstory.model.errors import BackstoryError
from backstory.model.text import format_count


@contextmanager
def whole_change(workspace: Catalog) -> Iterator[None]:
    """Takes back all that was written within where an error leaves it, also a half of one change.

    The error passes on. Raises `BackstoryError` in its place where something could not be taken back.
    """
    if workspace.changes is not None:  # the outer one takes everything back
        yield
        return
    changes: list[Change] = []
    workspace.changes = changes
    try:
        yield
    except BaseException as error:
        workspace.changes = None
        left = _take_back(workspace, changes)
        if left and isinstance(error, Exception):
            raise BackstoryError(
                f"the change failed half-way and could not be taken back for {format_count(left, 'record')}: {error}",
                hint="nothing is lost: `backstory undo` takes it back once the records can be written",
            ) from error
        raise
    finally:
        workspace.changes = None


def _take_back(workspace: Catalog, changes: Sequence[Change]) -> int:
    """Takes changes back, the last first. Returns the number of those that stay."""
    left = 0
    for change in reversed(changes):
        if change.operation:
            with suppress(BackstoryError, OSError):
                log_undo(workspace, change.operation, [])
            continue
        entry = Entry(change.id, change.scope, change.path, change.before, change.after, change.moved)
        try:
            file = find_record_file(workspace, entry)
            if file is not None:
                restore_record(workspace, entry, file)
        except (BackstoryError, OSError):
            left += 1
    return left
