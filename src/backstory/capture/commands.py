"""Commands and how they ended."""

from typing import NamedTuple

from backstory.model.session import CommandKind


class Outcome(NamedTuple):
    """How a command ended."""

    kind: CommandKind = "other"
    failed: bool = False
    exit_code: int | None = None
    red: tuple[str, ...] = ()
    summary: str = ""
    errors: tuple[str, ...] = ()


def read_outcome(command: str, output: str, exit_code: int | None, failed: bool) -> Outcome:
    """How a command ended, by its exit code and by what it printed."""
    return Outcome(failed=failed or bool(exit_code), exit_code=exit_code)
