"""Rules for an agent's settings that allow the commands in `base.allowed_commands`."""

from collections.abc import Callable

from backstory.base.allowed_commands import BARE, COMMANDS
from backstory.edits.values import Value


def list_rules(at: tuple[str, ...], with_arguments: Callable[[str], str], bare: Callable[[str], str]) -> list[Value]:
    """The rules for the array at a path of keys in a settings file."""
    rules = [with_arguments(f"backstory {name}") for name in COMMANDS] + [bare(f"backstory {name}") for name in BARE]
    return [Value(at, rule) for rule in rules]
