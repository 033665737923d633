"""TODO backstory.memory.prepare."""

from typing import TYPE_CHECKING

from backstory.model.text import clean, one_line

if TYPE_CHECKING:
    pass


def split_title(text: str, limit: int = 120) -> tuple[str, str]:
    """Splits a text into a title and what is left: its first line or sentence, and all of it when that was cut."""
    text = clean(text).strip()
    first, _, rest = text.partition("\n")
    if len(first) <= limit:
        return first.strip(), rest.strip()
    cut = max((first.rfind(stop, 20, limit) for stop in (". ", "; ", "! ", "? ", ": ")), default=-1)
    title = first[: cut + 1].rstrip(" ;:") if cut > 0 else one_line(first, limit)
    return title, text
