"""Trust in what came with a repository: bound to its content, kept outside of it, taken back at any time.

The same idea as allowing an `.envrc`: what is trusted is the exact bytes of `.backstory/config.toml` for this project
id, not the folder. The comparison itself is `hot.trusted`, because the hook process needs it as well.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from backstory.hot.trusted import FILE, LIMIT, MOST, OWN, entries, entry, is_trusted, own, read
from backstory.model.errors import BackstoryError, NotWritable
from backstory.store.files import PRIVATE_FILE, make_folder, write_atomic
from backstory.store.lock import Lock
from backstory.store.places import Project

KEPT: Final = 12
"""Configs of one project that are trusted at a time: those of its branches and clones, the newest last."""


def trust(private: str, root: str) -> None:
    """Trusts the `config.toml` of the working tree as it is now. Raises `BackstoryError` when there is none."""
    path = os.path.join(root, ".backstory", "config.toml")
    config = read(path, LIMIT)
    if not config:
        raise BackstoryError(
            f"there is no `{path}` to trust, or it is a link or longer than {LIMIT} bytes",
            hint=f"look at it: `ls -l {path}`",
        )
    with _lock(private):
        own_entry = entry(os.path.basename(private), config)
        there = read(os.path.join(private, FILE), 16 * LIMIT)
        known = [e for e in entries(there) if e != own_entry]
        wanted = b"".join([*known, own_entry][-KEPT:])
        if wanted != there:  # a file that stays as it is keeps prepared briefs valid
            write_atomic(os.path.join(private, FILE), wanted)


def revoke(private: str) -> bool:
    """Trusts no config of this project any more; says whether one was trusted."""
    with _lock(private):
        try:
            os.unlink(os.path.join(private, FILE))
        except FileNotFoundError:
            return False
        return True


def note_own(private: str, lines: Iterable[str]) -> None:
    """Notes records (`<id> <blob id>`) as written here. Gives up silently: they are labelled then, nothing is lost."""
    data = "".join(f"{line}\n" for line in lines).encode("ascii", "ignore")
    if not data:
        return
    try:
        make_folder(private)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        fd = os.open(os.path.join(private, OWN), flags, PRIVATE_FILE)
        try:
            os.write(fd, data)
        finally:
            os.close(fd)
    except OSError:
        return


def forget_own(private: str, ids: Iterable[str]) -> None:
    """Takes records out of the list again."""
    gone = set(ids)
    path = os.path.join(private, OWN)
    with _lock(private):
        lines = read(path, MOST).decode("ascii", "replace").splitlines()
        rest = [line for line in dict.fromkeys(lines) if line.partition(" ")[0] not in gone]
        if rest != lines:
            write_atomic(path, "".join(f"{line}\n" for line in rest).encode())


def has_records(project: Project) -> bool:
    """Whether the working tree brings record files."""
    folder = os.path.join(project.team, "memory")
    return any(name.endswith(".md") for _, _, names in os.walk(folder) for name in names)


@contextmanager
def carried(private: str, root: str) -> Iterator[None]:
    """Within: the user's own command changes `config.toml`. A trusted tree stays so, any other gains nothing."""
    before = is_trusted(private, root)
    yield
    if before and not is_trusted(private, root):
        try:
            trust(private, root)
        except (NotWritable, BackstoryError):
            return


def _lock(private: str) -> Lock:
    make_folder(private)
    return Lock(os.path.join(private, "lock"))


__all__ = ["carried", "entry", "forget_own", "has_records", "is_trusted", "note_own", "own", "revoke", "trust"]
