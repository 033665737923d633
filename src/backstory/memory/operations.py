"""TODO backstory.memory.operations."""

from typing import Any

from backstory.memory.workspace import Workspace
from backstory.model.errors import BackstoryError
from backstory.model.event import Event

SESSION = "operations"
"""The journal that holds the operations; its lines carry ids and metadata, never text of records."""


def log_operation(m: Workspace, verb: str, records: list[dict[str, Any]]) -> None:
    """Notes a change. A journal that cannot be written costs the `undo`, not the change."""
    event = Event(
        id=m.new_id(),
        kind="operation",
        session=m.channel.session,
        agent=m.channel.agent,
        made=m.stamp(),
        data={"verb": verb, "records": records},
    )
    try:
        m.journal.append(event, sync=False, stream=SESSION)
    except (OSError, BackstoryError):
        return
