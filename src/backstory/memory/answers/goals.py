"""Makes a goal fit to be ranked for."""

from backstory.memory.kernel.catalog import Catalog
from backstory.model.text import REDACTED


def drop_secrets(workspace: Catalog, goal: str) -> str:
    """A goal without its secrets: reasons name its words in small letters, by which nothing knows a secret again."""
    first, *others = workspace.gate.clean(goal).split(REDACTED)
    return " ".join([first, *(other.partition("]")[2] for other in others)])
