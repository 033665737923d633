"""What every error message of a tool has that `fingerprints` recognizes, to look for before its patterns are loaded."""

from typing import Final

FAULT_MARKS: Final = (
    ":",
    *("Error", "Exception", "Exit", "Failed", "Failure", "Interrupt", "Iteration", "Timeout", "Warning"),
    *("DoesNotExist", "NotFound"),
    *("A problem occurred", "CONFLICT", "Cannot", "Could not", "Execution failed", "assert", "called `", "failed to"),
    *("ERR!", "error", 'process "', "undefined reference"),
    *("Address already in use", "Connection refused", "No space left", "No such file", "Permission denied"),
)
"""In the letters in which tools print them."""


def may_name_fault(text: str) -> bool:
    """Whether a text has a mark of error messages. One without has no toolchain."""
    return any(mark in text for mark in FAULT_MARKS)
