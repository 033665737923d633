"""A run: one execution of a task, with its commands, tests, errors, files and outcome, and how each is known."""

from typing import Literal

import msgspec

from backstory.model.session import CommandRun

Provenance = Literal["explicit", "runtime_observed", "heuristic", "unknown"]
"""Said on purpose; seen when it happened; concluded from what was seen; not known."""
Result = Literal["open", "success", "failure", "partial", "unknown"]
TaskType = Literal[
    "fix",
    "feature",
    "refactor",
    "test",
    "docs",
    "performance",
    "dependency",
    "build",
    "investigate",
    "review",
    "unknown",
]
TASK_TYPES: tuple[TaskType, ...] = TaskType.__args__  # type: ignore[attr-defined]


class Run(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One execution of a task."""

    id: str
    goal: str = ""
    task_type: TaskType = "unknown"
    outcome: Result = "unknown"
    reason: str = ""
    """Why the outcome is what it is, in one line."""
    started: str = ""
    ended: str = ""
    agent: str = ""
    session: str = ""
    branch: str = ""
    commit: str = ""
    """HEAD when it started."""
    commands: tuple[CommandRun, ...] = ()
    tests: tuple[str, ...] = ()
    """Test commands that were run, or tests that were named."""
    errors: tuple[str, ...] = ()
    """The first lines that said what was wrong."""
    edited: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    """Abbreviated ids of the commits that it made."""
    summary: str = ""
    provenance: dict[str, Provenance] = {}
    """Field -> how it is known. A field that is empty and not named is unknown."""

    def source_of(self, field: str) -> Provenance:
        """How a field is known."""
        return self.provenance.get(field, "unknown")
