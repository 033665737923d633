"""The commands that were run with `backstory run`, except those that a stored session also has."""

from collections.abc import Collection
from itertools import chain, islice
from typing import Final

from backstory.memory.kernel.catalog import Catalog
from backstory.model.run import Run
from backstory.model.session import CommandRun

MAX_RUNS: Final = 40
"""Newest runs that are read for the commands of a brief."""


def list_observed_runs(workspace: Catalog, sessions: Collection[str], *, limit: int) -> list[Run]:
    """The newest runs whose commands were observed outside of `sessions`, which are given by their ids."""
    return [
        run
        for run in islice(workspace.runs.newest(), limit)
        if run.source_of("commands") == "runtime_observed" and run.session not in sessions
    ]


def list_observed_commands(workspace: Catalog, sessions: Collection[str], branch: str) -> tuple[CommandRun, ...]:
    """The commands that were observed on a branch, newest first; at a past moment those from before it."""
    runs = [
        run for run in list_observed_runs(workspace, sessions, limit=MAX_RUNS) if not branch or run.branch == branch
    ]
    commands = chain.from_iterable(run.commands for run in runs)
    past = workspace.past.stamp if workspace.past else ""
    return tuple(
        sorted((one for one in commands if not past or one.made < past), key=lambda one: one.made, reverse=True)
    )
