"""Keeps off the record what was said while the memory was switched off, until its transcript is asked for by name."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from backstory.model.dates import format_timestamp
from backstory.store.off_times import note_switch, read_off_times

if TYPE_CHECKING:
    from backstory.agents.turns import Turn
    from backstory.memory.kernel.catalog import Catalog
    from backstory.settings import Settings
    from backstory.store.off_times import OffTime
    from backstory.store.places import Project

SETTING: Final = "enabled"


def note_enabled(folder: str, before: "Settings", after: "Settings", moment: float) -> None:
    """Notes in a folder of the data home when a change of the settings switched the memory on or off."""
    is_on = after.get(SETTING)
    if before.get(SETTING) != is_on:
        note_switch(folder, is_on=is_on, made=format_timestamp(moment))


def find_off_times(project: "Project", settings: "Settings") -> "tuple[OffTime, ...]":
    """The times in which the memory of a project was switched off, for it alone or for all projects."""
    own = read_off_times(project.private)
    is_own = settings.origin(SETTING).layer in ("private", "repository")
    return own if is_own else (*own, *read_off_times(project.home))


def leave_out_off_record(times: "Sequence[OffTime]", turns: "Iterable[Turn]") -> "Iterator[Turn]":
    """The turns that were not said while the memory was switched off. One without a time is as old as that before."""
    time = ""
    for turn in turns:
        time = turn.time or time
        if not any(one.covers(time) for one in times):
            yield turn


def is_off_record(times: "Sequence[OffTime]", turns: "Iterable[Turn]", modified: float) -> bool:
    """Whether a transcript holds nothing but what was said while the memory was switched off. `modified`: seconds since
    the epoch at which its file was last written."""
    last = format_timestamp(modified)
    if all(last < one.start for one in times):
        return False
    has_time = False
    for turn in turns:
        has_time = has_time or bool(turn.time)
        if turn.time and not any(one.covers(turn.time) for one in times):
            return False
    return has_time or any(one.covers(last) for one in times)


def has_off_times(workspace: "Catalog") -> bool:
    """Whether the memory of the project was ever switched off."""
    return bool(find_off_times(workspace.project, workspace.settings))
