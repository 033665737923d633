"""Our lines in git's hooks: after a commit, checkout, merge or rewrite the agents' files are brought up to date.

The hooks of a repository are shared by its working trees. Each script keeps what it holds, and our lines go with the
last working tree that has them. Scripts that are no shell scripts, that git does not run, that are links, that git
tracks or that lie outside of the repository are left alone; the person gets the line to put there.
"""

import os
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.agents import base
from backstory.agents.base import Launch
from backstory.agents.hook_settings import hook_program
from backstory.deliver.tree import Step, Tree
from backstory.edits.change import Script
from backstory.edits.ledger import Entry, Part
from backstory.git import configuration
from backstory.git.repository import Git
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

NAME: Final = "git"
"""Stands in the place of an agent's name."""
EVENTS: Final = ("post-checkout", "post-commit", "post-merge", "post-rewrite")
MODULE: Final = "backstory.hot.git"
STAMP: Final = "git-hook"
"""The file of a project in the data home that holds the time of the last event, and its name."""


class HooksFolder(NamedTuple):
    """The folder that git takes hooks from, the folder that it has to stay within, and whether it is the git folder's.

    `reason` says why nothing may be written into it; empty where it may. `hint` says what to do about that, if it is
    not to put the line there by hand.
    """

    path: str
    within: str
    reason: str = ""
    hint: str = ""


class GitHooks(NamedTuple):
    """The state of our lines: the events whose script holds them, and the others with what is in the way."""

    present: tuple[str, ...]
    missing: tuple[str, ...]
    dead: str = ""
    """The interpreter that they name, where it does not exist any more."""


def install_git_hooks(
    project: "Project", *, gate: "Gate", environ: Mapping[str, str], dry: bool = False, launch: Launch | None = None
) -> list[Step]:
    """Puts our lines into the four scripts. Repeating it changes nothing. Raises BackstoryError without git."""
    tree = Tree(project, gate, environ, launch=launch)
    if not project.git_dir:
        raise BackstoryError(f"`{project.root}` is not in a git repository, so it has no git hooks", hint="`git init`")
    folder = find_hooks_folder(tree)
    if folder.hint:
        return [Step((NAME,), folder.path, "script", False, "skipped", "", folder.reason, folder.hint)]
    return [_install(tree, folder, event, launch or base.launch(), dry=dry) for event in EVENTS]


def uninstall_git_hooks(
    project: "Project", *, gate: "Gate", environ: Mapping[str, str], dry: bool = False
) -> list[Step]:
    """Takes our lines out of the scripts again. They are then byte for byte as before."""
    tree = Tree(project, gate, environ)
    return [tree.take(entry, part, dry=dry) for entry, part in _list_parts(tree)]


def inspect_git_hooks(tree: Tree) -> GitHooks | None:
    """The state of our lines; None where they were never installed in this working tree."""
    parts = _list_parts(tree)
    if not parts:
        return None
    folder = find_hooks_folder(tree).path
    present: list[str] = []
    for entry, _ in parts:
        path = tree.ledger.absolute(entry.path)
        in_use = os.path.realpath(os.path.dirname(path)) == os.path.realpath(folder)
        if in_use and os.access(path, os.X_OK) and tree.ledger.state(entry.path, "script") == "present":
            present.append(os.path.basename(path))
    missing = [event for event in EVENTS if event not in present]
    return GitHooks(tuple(present), tuple(missing), _find_dead(parts))


def find_hooks_folder(tree: Tree) -> HooksFolder:
    """The folder that git takes hooks from in a working tree: `core.hooksPath`, else the one in the git folder."""
    project = tree.project
    git = Git(project.root, tree.environ)
    configured = _read_hooks_path(git)
    common = os.path.realpath(project.common_dir)
    if not configured:
        return HooksFolder(os.path.join(common, "hooks"), common)
    path = os.path.realpath(os.path.join(git.top, os.path.expanduser(configured)))
    if os.path.lexists(path) and not os.path.isdir(path):
        hint = (
            "to have git run hooks again, remove that setting: `git config --show-origin core.hooksPath` names its file"
        )
        return HooksFolder(path, common, f"git runs no hooks, because `core.hooksPath` is `{path}`", hint)
    if _is_below(path, common):
        return HooksFolder(path, common)
    top = os.path.realpath(git.top)
    if not _is_below(path, top):
        return HooksFolder(path, top, "`core.hooksPath` leads out of the repository, to hooks of all of them")
    probe = os.path.join(path, EVENTS[0])
    if git.attempt("check-ignore", "-q", "--no-index", "--", probe).code:
        return HooksFolder(path, top, "`core.hooksPath` leads to a folder that git does not ignore")
    return HooksFolder(path, top)


def format_command(event: str, launch: Launch) -> str:
    """The line of a hook: it starts our process in the background, whatever the script does, and cannot fail.

    The comment at its end keeps the carriage return of a script with Windows line ends away from the command.
    """
    program = shlex.join(hook_program(launch, MODULE))
    return f'{program} {event} "$@" </dev/null >/dev/null 2>&1 & #'


def _install(tree: Tree, folder: HooksFolder, event: str, launch: Launch, *, dry: bool) -> Step:
    path = os.path.join(folder.path, event)
    command = format_command(event, launch)
    reason = folder.reason or _find_obstacle(tree, path)
    if reason:
        hint = f"to have it run there, put this line into `{path}`:\n{command}"
        return Step((NAME,), _shorten(tree, path), "script", False, "skipped", "", reason, hint)
    step = tree.edit(path, Script([command]), (NAME,), shared=False, within=folder.within, dry=dry)
    return step._replace(path=_shorten(tree, path))


def _find_obstacle(tree: Tree, path: str) -> str:
    """Why a script is left alone; empty where it is not."""
    if os.path.islink(path):
        return f"it is a link, to `{os.readlink(path)}`"
    if os.path.isfile(path) and not os.access(path, os.X_OK):
        return "git does not run it, because it is not executable"
    return "git tracks it" if tree.tracked(os.path.relpath(path, tree.project.root)) else ""


def _list_parts(tree: Tree) -> list[tuple[Entry, Part]]:
    return [(entry, part) for entry, part in tree.parts() if part.kind == "script"]


def _find_dead(parts: Sequence[tuple[Entry, Part]]) -> str:
    """The interpreter that our lines name, where it does not exist any more."""
    for _, part in parts:
        for line in str(part.memo.get("fragment", "")).splitlines():
            if MODULE in line:
                program = shlex.split(line)[0]
                return "" if os.access(program, os.X_OK) else program
    return ""


def _read_hooks_path(git: Git) -> str:
    """`core.hooksPath` as the person, the repository or the working tree sets it; the last of them counts."""
    entries = configuration.read_entries(git.attempt(*configuration.LIST).out)
    values = [entry.value for entry in entries if entry.key == "core.hookspath"]
    return values[-1] if values else ""


def _is_below(path: str, folder: str) -> bool:
    return os.path.commonpath((path, folder)) == folder


def _shorten(tree: Tree, path: str) -> str:
    root = os.path.realpath(tree.project.root) + os.sep
    return path.removeprefix(root).replace(os.sep, "/")
