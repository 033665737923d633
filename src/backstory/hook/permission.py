"""Answers an agent's request for permission: yes for the commands in `allowed_commands`, nothing for any other."""

import os

from backstory.base.allowed_commands import is_allowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.dialect import Dialect


def answer_request(payload: bytes, dialect: "Dialect") -> None:
    """Prints the agent's reply for yes, or nothing: the agent then asks the person."""
    import json  # most events are read without it

    key, reply = dialect.PERMISSION
    try:
        value = json.loads(payload)
    except ValueError:
        return
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    if reply and isinstance(value, str) and is_allowed(value):
        os.write(1, reply.encode())
