"""Says what of a scenario the memory holds after the replay, whatever a brief has room for.

A question is in the memory when every one of its expressions occurs there. What was true on an earlier day may be there
as well: the memory keeps what was replaced.
"""

import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from scoring import FLAGS

Row = dict[str, Any]


def read_records(folder: Path, root: Path, passed_over: Collection[str]) -> str:
    """The records below the data home and in the repository, without the files of these names."""
    files = [*folder.glob("backstory/**/memory/**/*.md"), *(root / ".backstory").glob("memory/**/*.md")]
    return "\n\n".join(file.read_text() for file in sorted(files) if file.name not in passed_over)


def read_sessions(folder: Path) -> str:
    """All texts that are kept of sessions, a line each."""
    lines: list[str] = []
    for file in sorted(folder.glob("backstory/projects/*/sessions/*/*.json")):
        collect_texts(json.loads(file.read_text()), lines)
    return "\n".join(lines)


def collect_texts(value: object, lines: list[str]) -> None:
    """Adds the texts inside of a value."""
    if isinstance(value, str):
        lines.append(value)
    elif isinstance(value, list | dict):
        for member in value.values() if isinstance(value, dict) else value:
            collect_texts(member, lines)


def find_missing(question: Row, text: str) -> list[str]:
    """The expressions of a question that do not occur in a text; those of `any` as one."""
    missing = [one for one in question.get("all", []) if not re.search(one, text, FLAGS)]
    some = question.get("any")
    if some and not any(re.search(one, text, FLAGS) for one in some):
        missing.append("|".join(some))
    return missing


def score_presence(questions: list[Row], records: str, sessions: str) -> tuple[dict[str, int], list[str]]:
    """How many questions the records hold, and how many records and sessions do; a line for each that is not there."""
    counts = {"in_records": 0, "in_memory": 0}
    lines = []
    for question in questions:
        missing = find_missing(question, records)
        counts["in_records"] += not missing
        lost = find_missing(question, f"{records}\n{sessions}")
        counts["in_memory"] += not lost
        where = "not in the memory" if lost else "only in sessions"
        if missing:
            lines.append(f"{where}: {question['q']}: {'; '.join(lost or missing)[:160]}")
    return counts, lines
