"""Functions shared by the commands that write and clear the files of agents."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from backstory import deliver
from backstory.cli import console
from backstory.deliver.choice import note_choice
from backstory.deliver.git_hooks import inspect_git_hooks, install_git_hooks
from backstory.deliver.surfaces import refresh_surfaces, render_surfaces
from backstory.deliver.tree import Tree

if TYPE_CHECKING:
    from backstory.api import Memory

_STEP_VERBS: Final = {
    "gone": ("removed", "would remove"),
    "restored": ("restored", "would restore"),
    "changed": ("edited", "would edit"),
}
"""The verb printed for a file that our part was taken out of: after the fact, and in a dry run."""


def install_agents(
    memory: "Memory", agents: Sequence[str], *, team: bool, hooks: bool, explicit: bool
) -> list[deliver.Step]:
    """Writes the files of some agents and notes the choice. `explicit` says that a person named them."""
    steps: list[deliver.Step] = []
    if agents:
        note_choice(memory.project, agents, hooks=hooks, explicit=explicit)
        steps = deliver.install_surfaces(
            memory.project,
            agents,
            gate=memory.gate,
            environ=os.environ,
            team=team or memory.settings.get("memory.scope") == "team",
            hooks=hooks and memory.settings.get("deliver.hooks"),
            texts=render_surfaces(memory).texts,
        )
    for warning in refresh_surfaces(memory):
        console.warn(warning)
    return steps


def renew_git_hooks(memory: "Memory", *, enabled: bool) -> list[deliver.Step]:
    """Writes our lines into git's hooks, where that is wanted or they were written before."""
    if not enabled and inspect_git_hooks(Tree(memory.project, memory.gate, os.environ)) is None:
        return []
    return install_git_hooks(memory.project, gate=memory.gate, environ=os.environ)


def describe_removals(steps: Sequence[deliver.Step], dry_run: bool) -> tuple[list[str], bool]:
    """(a line for each file that our part was taken out of, whether one was left as it is)."""
    lines: list[str] = []
    partly = False
    last = {step.path: step.verb for step in steps if step.verb in _STEP_VERBS}
    for step in steps:
        if step.verb in _STEP_VERBS:
            verb = _STEP_VERBS[last[step.path]][dry_run]
            lines += [line for line in (f"{verb} `{step.path}`", step.note) if line and line not in lines]
        elif step.verb == "kept":
            verb = "would leave" if dry_run else "left"
            why = step.note or f"our part came with the repository (`git log -- {step.path}`)"
            lines += [line for line in (f"{verb} `{step.path}`: {why}",) if line not in lines]
        elif step.verb in ("refused", "left"):
            note = f"{'would leave' if dry_run else 'left'} `{step.path}` as it is: {step.note}"
            lines.append(step.note if f"`{step.path}`" in step.note and not dry_run else note)
            partly = True
    return lines, partly
