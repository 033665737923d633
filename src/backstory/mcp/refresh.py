"""Brings the files that agents read up to date after a tool has written something."""

from typing import TYPE_CHECKING

from backstory.base.journal_lines import to_json
from backstory.deliver import surfaces
from backstory.hook.worker import REFRESH, spawn_worker

if TYPE_CHECKING:
    from backstory.api import Memory


def refresh_surfaces(memory: "Memory") -> None:
    """Leaves it to a process in the background, unless the settings ask for it at once."""
    if memory.settings.get("deliver.background") and _refresh_in_background(memory.project.root):
        return
    surfaces.refresh_surfaces(memory)  # `doctor` names what cannot be written


def _refresh_in_background(root: str) -> bool:
    payload = {"cwd": root}
    try:
        spawn_worker("", REFRESH, to_json(payload).encode("utf-8", "surrogatepass"), payload)
    except (OSError, ValueError):
        return False
    return True
