"""The agents that a person chose for a working tree, so that a repeated `init` and `doctor` know what should be there.

One small JSON file beside the ledger of the tree. The ledger itself knows only of files that could be edited.
"""

import os
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.deliver.tree import FOLDER
from backstory.edits.ledger import Ledger
from backstory.model.errors import BackstoryError
from backstory.store.files import read_file, write_atomic

if TYPE_CHECKING:
    from backstory.store.places import Project

SUFFIX: Final = ".agents"
_LIMIT: Final = 1 << 16


class Choice(msgspec.Struct):
    """The agents, whether they get hooks, and whether they were named and not merely in use."""

    agents: list[str] = []
    hooks: bool = True
    named: bool = False


def read_choice(project: "Project") -> Choice | None:
    """The choice made for this working tree; None if there is none."""
    try:
        return msgspec.json.decode(read_file(_path(project), limit=_LIMIT), type=Choice)
    except (BackstoryError, msgspec.MsgspecError):
        return None


def note_choice(project: "Project", agents: Sequence[str], *, hooks: bool, explicit: bool) -> None:
    """Keeps the choice, with the agents that were chosen before. Raises NotWritable."""
    former = read_choice(project) or Choice()
    names = list(dict.fromkeys([*former.agents, *agents]))
    chosen = Choice(names, hooks, explicit or former.named)
    if chosen != former:
        write_atomic(_path(project), msgspec.json.encode(chosen))


def drop_choice(project: "Project", agents: Collection[str] = ()) -> None:
    """Takes these agents out of the choice; without any, the choice itself."""
    former = read_choice(project)
    if former is None:
        return
    remaining = [name for name in former.agents if name not in agents] if agents else []
    if remaining:
        write_atomic(_path(project), msgspec.json.encode(Choice(remaining, former.hooks, former.named)))
    else:
        os.unlink(_path(project))


def _path(project: "Project") -> str:
    """Where the choice is; of a tree that was moved it lies beside the earlier ledger until that moves too."""
    ledger = Ledger(os.path.join(project.private, FOLDER), project.root)
    path = ledger.path.removesuffix(".json") + SUFFIX
    if os.path.exists(path):
        return path
    former, _ = ledger.former()
    return former.removesuffix(".json") + SUFFIX if former else path
