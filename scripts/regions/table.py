"""How tables and lists of words are written in Markdown."""

from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(c.replace("|", "\\|") for c in line) + " |" for line in lines)


def words(items: Iterable[str]) -> str:
    return ", ".join(f"`{i}`" for i in items)
