"""Rules for an agent's settings that allow the commands in `base.allowed_commands`."""

from collections.abc import Callable

from backstory.base.allowed_commands import BARE, COMMANDS
from backstory.edits.values import Value


def list_rules(at: tuple[str, ...], with_arguments: Callable[[str], str], bare: Callable[[str], str]) -> list[Value]:
    """The rules for the array at a path of keys in a settings file."""
    rules = [with_arguments(f"backstory {name}") for name in COMMANDS] + [bare(f"backstory {name}") for name in BARE]
    return [Value(at, rule) for rule in rules]


def list_tables() -> list[str]:
    """The rules for Grok CLI's settings, as tables of TOML.

    A pattern allows each command that starts with it, so what is allowed without arguments only is not among them.
    Grok takes a line apart and wants a rule for each of its commands.
    """
    lines: list[str] = []
    for name in COMMANDS:
        lines += ["[[permission.rules]]", 'action = "allow"', 'tool = "bash"', f'pattern = "backstory {name}"']
    return lines
