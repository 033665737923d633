"""The commands of ours that an agent may run without asking: those that read, `remember` and `checkpoint`.

None of them writes a file that its caller names, deletes anything, or changes a setting: `brief` has an option that
writes to a file, so it is allowed without arguments only.
"""

from collections.abc import Callable
from typing import Final

from backstory.edits.values import Value

COMMANDS: Final = (
    "recall", "why", "show", "list", "log", "status", "files", "related", "decisions", "remember", "checkpoint",
)  # fmt: skip
"""Commands that are allowed with any arguments."""
BARE: Final = ("brief",)
"""Commands that are allowed without arguments."""


def list_rules(at: tuple[str, ...], with_arguments: Callable[[str], str], bare: Callable[[str], str]) -> list[Value]:
    """The rules for the array at a path of keys in a settings file."""
    rules = [with_arguments(f"backstory {name}") for name in COMMANDS] + [bare(f"backstory {name}") for name in BARE]
    return [Value(at, rule) for rule in rules]
