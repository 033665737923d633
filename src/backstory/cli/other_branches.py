"""Says how many records only other branches have: what a branch does not show is never passed over in silence."""

from collections.abc import Mapping

from backstory.cli import console
from backstory.cli.layout import wrap_text
from backstory.model.text import one_line


def format_elsewhere(counts: Mapping[str, int]) -> str:
    """Says `2 more on BRANCH` for each branch; empty for no records."""
    return ", ".join(f"{count} more {_on(branch)}" for branch, count in counts.items())


def print_elsewhere(counts: Mapping[str, int]) -> None:
    """Prints how many records other branches have, and the option that shows them."""
    if counts:
        verb = "shows it" if sum(counts.values()) == 1 else "shows them"
        text = f"{format_elsewhere(counts)}; `--all-branches` {verb}"
        room = console.screen_width()
        for line in wrap_text(text, room) if room else [text]:
            console.info(line)


def _on(branch: str) -> str:
    return f"on `{one_line(branch, 60)}`" if branch else "at other commits"
