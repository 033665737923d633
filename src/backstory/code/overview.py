"""Counts the languages and the folders of a project's code, for the head of a map."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from backstory.code.index.store import FileRow
from backstory.model.text import path_line

MAX_LANGUAGES: Final = 4
"""Languages that are named."""
MAX_FOLDERS: Final = 10
"""Folders that are named."""


def count_languages(rows: list[FileRow]) -> dict[str, int]:
    """Language -> number of files of code and of tests in it, the most first."""
    counts = Counter(row.language for row in rows if _is_source(row))
    return dict(sorted(counts.items(), key=_most_first))


def _most_first(count: tuple[str, int]) -> tuple[int, str]:
    return -count[1], count[0]


def list_folders(rows: list[FileRow], path: str) -> list[tuple[str, int]]:
    """(folder that holds code, number of its files), the fullest first. One that holds nearly all of it is opened."""
    start = path + "/" if path else ""
    code = [row.path[len(start) :] for row in rows if _is_source(row) and row.path.startswith(start)]
    prefix = ""
    while True:
        counts = _count_folders(code, prefix)
        best = max(counts, key=counts.__getitem__, default="")
        if not best or counts[best] < 0.85 * len(code) or prefix.count("/") > 5:
            return sorted(counts.items(), key=_most_first)
        prefix = best + "/"


def _is_source(row: FileRow) -> bool:
    return row.state == "" and row.role in ("code", "test")


def _count_folders(paths: Iterable[str], prefix: str) -> Counter[str]:
    """Folder right below the prefix -> the number of files in it."""
    counts: Counter[str] = Counter()
    for path in paths:
        folder, slash, _ = path[len(prefix) :].partition("/")
        if slash and path.startswith(prefix):
            counts[prefix + folder] += 1
    return counts


def name_languages(counts: Mapping[str, int]) -> str:
    """The most frequent languages with their files: `code: 12 python, 3 c`; empty without code."""
    ranked = list(counts.items())
    others = sum(count for _, count in ranked[MAX_LANGUAGES:])
    listed = [f"{count:,} {name}" for name, count in ranked[:MAX_LANGUAGES]] + [f"{others:,} other"] * bool(others)
    return f"code: {', '.join(listed)}" if listed else ""


def name_folders(folders: Sequence[tuple[str, int]], total: int) -> str:
    """The fullest folders with their files, and how many of all files of code lie elsewhere."""
    shown = folders[:MAX_FOLDERS]
    elsewhere = total - sum(count for _, count in shown)
    listed = [f"{path_line(name)}/ {count:,}" for name, count in shown]
    return "folders: " + ", ".join([*listed, *[f"elsewhere {elsewhere:,}"] * (elsewhere > 0)])
