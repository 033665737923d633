"""A line of the journal: what happened, in order, in one session."""

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that happened. `data` holds names and pointers; content passes the redaction gate before it comes here.

    Kinds in use: `session.start session.end prompt reply tool edit command error compact checkpoint snapshot
    remember edit-record retract restore delivery`.
    """

    id: str
    """ULID; its time is the event's time."""
    kind: str
    session: str = ""
    agent: str = ""
    made: str = ""
    data: dict[str, object] = {}
