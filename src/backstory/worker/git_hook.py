"""The process behind git's hooks: it brings the agents' files up to date after git has moved.

`<event> [arguments of git]` on the command line, in the working tree. The hook starts it in the background and waits
for nothing, so it fails in silence; the reason goes to `hook.log` in the data home. After a commit it also notes where
the work stands, as `backstory checkpoint --auto` does.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from backstory.model.errors import BackstoryError, Busy

if TYPE_CHECKING:
    from backstory.api import Memory

NICE: Final = 10
ROUNDS: Final = 16
"""How often a process starts over because git has moved meanwhile."""
FILE_CHECKOUT: Final = "0"
"""The third argument of `post-checkout` where paths were checked out and HEAD stays where it is."""


def main() -> None:
    """Entry point. Never raises."""
    event, *arguments = [*sys.argv[1:], ""]
    try:
        if not is_needless(event, arguments, os.getcwd()):
            _detach()
            run(event, os.getcwd(), os.environ)
    except Exception as error:  # git's work is never broken by its memory
        from backstory.worker.failure_log import log_failure

        log_failure(f"git {event}", error)


def is_needless(event: str, arguments: Sequence[str], top: str) -> bool:
    """Whether HEAD stays where it is, or a rebase goes on: its end comes as `post-rewrite`."""
    if event == "post-checkout":
        return arguments[2:3] == [FILE_CHECKOUT]
    from backstory.base.discovery import find_git_dirs

    git_dir = find_git_dirs(top)[0]
    return event == "post-commit" and any(
        os.path.isdir(os.path.join(git_dir, name)) for name in ("rebase-merge", "rebase-apply")
    )


def run(event: str, top: str, environ: "os._Environ[str] | dict[str, str]") -> None:
    """Handles an event for every project of the working tree `top`.

    One process at a time does it: another one leaves a mark and ends, and the first one starts over. The mark comes
    before the try of the lock, and the holder looks for it after it has let go, so that no event goes unnoticed.
    """
    from backstory.base.digests import blake2b
    from backstory.base.discovery import data_home
    from backstory.store.files import write_atomic
    from backstory.store.lock import Lock

    roots = list_projects(top, environ)
    name = "git-" + blake2b(os.fsencode(os.path.realpath(top)), digest_size=8).hexdigest()
    path = os.path.join(data_home(environ), "locks", name)
    if roots:
        write_atomic(path + ".waiting", event.encode())
    for _ in range(ROUNDS if roots else 0):
        try:
            with Lock(path + ".lock", wait=0):
                update_projects(_take_mark(path + ".waiting"), roots, environ)
        except Busy:
            return
        if not os.path.exists(path + ".waiting"):
            return


def list_projects(top: str, environ: "os._Environ[str] | dict[str, str]") -> list[str]:
    """The roots of the projects in a working tree: those that were set up in it or below it."""
    from backstory.base.discovery import data_home, find_project, user_home
    from backstory.store.roots import all_roots

    top = os.path.realpath(top)
    roots = [root for root in all_roots(data_home(environ)) if root == top or root.startswith(top + os.sep)]
    location = find_project(top, home=user_home(environ))
    return list(dict.fromkeys([*([location.root] if location else []), *filter(os.path.isdir, roots)]))


def update_projects(event: str, roots: Sequence[str], environ: "os._Environ[str] | dict[str, str]") -> None:
    """Brings the projects at `roots` up to date; without an event there is nothing to do."""
    from backstory.api import Channel, Memory
    from backstory.base.discovery import is_private

    for root in roots if event else ():
        memory = Memory.open(root, environ, project_root=root, channel=Channel("inferred"))
        if memory.settings.get("enabled") and is_private(memory.project.home, memory.project.private):
            _update(memory, event)


def _update(memory: "Memory", event: str) -> None:
    from backstory.api import save_work
    from backstory.deliver.git_hooks import STAMP
    from backstory.deliver.surfaces import refresh_surfaces
    from backstory.model.dates import format_timestamp
    from backstory.store.files import write_atomic

    if not os.path.isdir(memory.project.team):
        return  # uninstalled meanwhile: nothing may come back
    line = f"{format_timestamp(memory.now())} {event}\n"
    write_atomic(os.path.join(memory.project.private, STAMP), line.encode())
    try:
        if event == "post-commit" and memory.settings.get("capture.checkpoints"):
            save_work(memory)
    finally:
        memory.fresh()
        refresh_surfaces(memory)


def _take_mark(path: str) -> str:
    """The event that a process has left in a mark, which is removed; empty where another one has taken it."""
    from backstory.store.files import read_file

    try:
        event = read_file(path, limit=256).decode()
        os.unlink(path)
    except (OSError, BackstoryError):
        return ""
    return event


def _detach() -> None:
    """Leaves the terminal's session, so that closing it does not end this process, and makes way for others."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    if hasattr(os, "setsid"):
        try:
            os.setsid()
        except PermissionError:  # it leads a session already
            return


if __name__ == "__main__":
    main()
