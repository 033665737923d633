"""Answers an agent that asks whether a command may run: yes to the few of ours that need no question, else nothing."""

import os

from backstory.base.allowed_commands import is_allowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.dialect import Dialect


def answer_request(payload: bytes, dialect: "Dialect") -> None:
    """Prints the agent's word for yes, or nothing: then the agent asks as it always does."""
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
