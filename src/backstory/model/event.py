"""A line of the journal: an event of a session."""

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event of a session. `data` holds names and pointers; its texts have passed the redaction gate.

    Kinds in use: `session.start session.end subagent.start subagent.stop prompt reply tool edit command error compact
    checkpoint snapshot remember edit-record retract restore delivery use`.
    """

    id: str
    """ULID; its time is the event's time."""
    kind: str
    session: str = ""
    agent: str = ""
    made: str = ""
    data: dict[str, object] = {}
