"""A statement of the talk that no longer holds, as briefs find it and as the index keeps it."""

from typing import NamedTuple


class OverturnedStatement(NamedTuple):
    """A statement of the talk that was overturned, as a whole or in a value."""

    made: str
    """When it was uttered; empty if that is unknown."""
    sentence: str
    begin: int
    """Where the value that was replaced begins; -1 for the whole sentence."""
    end: int
    value: str
    """The one in force."""
    reply: str
    """What overturned it."""
    replied: str
    """When that was uttered."""
    is_sure: bool
    """Otherwise both may hold."""
