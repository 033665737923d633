"""Writes the trust files of a project, in its folder of the data home.

`base.trust` describes those that the hook process reads. `clones.json` lists the clones that a person has trusted, each
with a random token that is also stored in its git folder: a folder that was unpacked in its place does not have it.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Final

import msgspec

from backstory.base.trust import (
    BROUGHT_FILE,
    CHOSEN,
    FILE,
    LIMIT,
    MOST,
    OWN,
    config_entries,
    config_entry,
    is_trusted,
    read_brought,
    read_chosen,
    read_own,
    read_trust_file,
)
from backstory.model.errors import BackstoryError, NotWritable
from backstory.store.files import PRIVATE_FILE, make_folder, write_atomic
from backstory.store.lock import Lock
from backstory.store.places import Project
from backstory.store.unfinished_files import remove_unfinished

KEPT: Final = 12
"""Configs of one project that are trusted at a time: those of its branches and clones, the newest last."""
CLONES: Final = "clones.json"
TOKEN: Final = "backstory-clone."
"""File in a clone's common git folder that holds its token; behind it, the project's id."""


class FollowedBranch(msgspec.Struct, omit_defaults=True):
    """A branch of a remote whose commits are trusted as they arrive."""

    ref: str
    url: str
    """Of the remote when it was trusted; another address asks again."""
    tip: str = ""
    """The commit up to which its contents are in `brought`."""


class TrustedClone(msgspec.Struct, omit_defaults=True):
    """A clone that a person has trusted."""

    token: str
    git_dir: str
    follows: list[FollowedBranch] = []
    adopts: bool = False
    """Whether to follow an upstream that appears later, once its branch is at a commit that was made here."""
    reflogs: dict[str, int] = {}
    """git folder of each of its working trees -> offset up to which its reflog was read for commits made here."""
    begun: dict[str, int] = {}
    """git folder -> size of its reflog when the clone was trusted: earlier entries may be forged."""


class _Clones(msgspec.Struct):
    clones: list[TrustedClone] = []


def trust_worktree(private: str, root: str) -> None:
    """Trusts the `config.toml` of the working tree as it is now. Raises `BackstoryError` when there is none."""
    path = os.path.join(root, ".backstory", "config.toml")
    config = read_trust_file(path, LIMIT)
    if not config:
        raise BackstoryError(
            f"there is no `{path}` to trust, or it is a link or longer than {LIMIT} bytes",
            hint=f"look at it: `ls -l {path}`",
        )
    trust_config(private, config)


def trust_config(private: str, config: bytes) -> None:
    """Trusts a configuration by its bytes."""
    with _lock(private):
        own_entry = config_entry(os.path.basename(private), config)
        before = read_trust_file(os.path.join(private, FILE), 16 * LIMIT)
        others = [entry for entry in config_entries(before) if entry != own_entry]
        after = b"".join([*others, own_entry][-KEPT:])
        if after != before:  # an unchanged file keeps prepared briefs valid
            write_atomic(os.path.join(private, FILE), after)


def revoke_trust(private: str) -> bool:
    """Revokes the trust in all configs, clones and commits of this project; returns whether there was any."""
    with _lock(private):
        gone = False
        for name in (FILE, CHOSEN, BROUGHT_FILE, CLONES):
            try:
                os.unlink(os.path.join(private, name))
                gone = True
            except FileNotFoundError:
                continue
        return gone


def note_own(private: str, lines: Iterable[str]) -> None:
    """Marks records (`<id> <blob id>`) as written here. Best effort: without it they are only labelled as foreign."""
    _append(private, OWN, lines)


def note_brought(private: str, lines: Iterable[str]) -> None:
    """Adds lines about contents that trusted commits brought (`version_line`, `author_line`). Best effort."""
    there = read_brought(private)
    _append(private, BROUGHT_FILE, (line for line in dict.fromkeys(lines) if line not in there))


def version_line(oid: str, name: str) -> str:
    """The line of `brought` for a content under its name: `<kind>/<file name>`, as the index has it."""
    return f"{oid} {_digest(name)}"


def author_line(mail: str, name: str) -> str:
    """The line of `brought` for the author of the commit that added a file."""
    return f"@{''.join(mail.split())} {_digest(name)}"


def note_chosen(private: str, lines: Iterable[str]) -> None:
    """Marks records (`chosen_line`) as trusted by a person; skips those that are listed already."""
    there = read_chosen(private)
    _append(private, CHOSEN, (line for line in dict.fromkeys(lines) if line not in there))


def chosen_line(ident: str, oid: str, name: str) -> str:
    """The line of `chosen` for a record in a file `name`, as the index stores it.

    It includes the folder, since the folder may determine the kind: a record that was trusted as a fact is not trusted
    as a rule.
    """
    return f"{ident} {oid} {name.partition('/')[0]}"


def forget_own(private: str, ids: Iterable[str]) -> None:
    """Removes records from the lists of own and of chosen ones."""
    gone = set(ids)
    for name in (OWN, CHOSEN):
        _filter(private, name, lambda line: line.partition(" ")[0] not in gone)


def forget_brought(private: str, contents: Iterable[str]) -> None:
    """Removes contents (`version_line`) from the list of those that trusted commits brought."""
    gone = set(contents)
    _filter(private, BROUGHT_FILE, lambda line: line not in gone)


def read_clones(private: str) -> list[TrustedClone]:
    """The clones of this project that a person has trusted."""
    try:
        return msgspec.json.decode(read_trust_file(os.path.join(private, CLONES), MOST) or b"{}", type=_Clones).clones
    except msgspec.MsgspecError:
        return []


def keep_clone(private: str, clone: TrustedClone) -> None:
    """Saves the state of a clone. Raises NotWritable."""
    with _lock(private):
        rest = [known_clone for known_clone in read_clones(private) if known_clone.token != clone.token]
        data = msgspec.json.format(msgspec.json.encode(_Clones([*rest, clone])), indent=1)
        write_atomic(os.path.join(private, CLONES), data + b"\n")


def find_clone(private: str, common_dir: str) -> TrustedClone | None:
    """The trusted clone of this git folder, identified by the token in it."""
    token = read_trust_file(_token(private, common_dir), 256).decode("ascii", "replace").strip() if common_dir else ""
    if not token:
        return None
    return next((clone for clone in read_clones(private) if clone.token == token and clone.git_dir == common_dir), None)


def bind_clone(private: str, common_dir: str, git_dir: str, *, reflog: int, adopts: bool) -> TrustedClone:
    """Makes a clone a trusted one. `reflog` is the size of the reflog of `git_dir`: its entries so far prove nothing.

    Raises `NotWritable`.
    """
    clone = find_clone(private, common_dir)
    if clone is None:
        clone = TrustedClone(os.urandom(16).hex(), common_dir, reflogs={git_dir: reflog}, begun={git_dir: reflog})
        remove_unfinished(common_dir)
        write_atomic(_token(private, common_dir), clone.token.encode() + b"\n")
    clone.adopts = adopts
    keep_clone(private, clone)
    return clone


def has_records(project: Project) -> bool:
    """Whether the working tree brings record files."""
    return has_team_files(project.team)


def has_team_files(team: str) -> bool:
    """Whether there are record files in a `.backstory`."""
    listed = [names for _, _, names in os.walk(os.path.join(team, "memory"))]
    return any(name.endswith(".md") for name in chain.from_iterable(listed))


@contextmanager
def preserving_trust(private: str, root: str) -> Iterator[None]:
    """A context in which the user's own command changes `config.toml`: a trusted tree stays trusted, any other does not
    become so."""
    before = is_trusted(private, root)
    yield
    if before and not is_trusted(private, root):
        try:
            trust_worktree(private, root)
        except (NotWritable, BackstoryError):
            return


def _digest(name: str) -> str:
    from backstory.base.digests import blake2b

    return blake2b(name.encode("utf-8", "surrogateescape"), digest_size=12, person=b"backstory name").hexdigest()


def _token(private: str, common_dir: str) -> str:
    return os.path.join(common_dir, TOKEN + os.path.basename(private))


def _append(private: str, name: str, lines: Iterable[str]) -> None:
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
    if not data:
        return
    try:
        make_folder(private)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        fd = os.open(os.path.join(private, name), flags, PRIVATE_FILE)
        try:
            os.write(fd, data)
        finally:
            os.close(fd)
    except OSError:
        return


def _filter(private: str, name: str, keep: Callable[[str], bool]) -> None:
    path = os.path.join(private, name)
    with _lock(private):
        lines = read_trust_file(path, MOST).decode("utf-8", "surrogateescape").split("\n")
        rest = [line for line in dict.fromkeys(lines) if line and keep(line)]
        if rest != [line for line in lines if line]:
            write_atomic(path, "".join(f"{line}\n" for line in rest).encode("utf-8", "surrogateescape"))


def _lock(private: str) -> Lock:
    make_folder(private)
    return Lock(os.path.join(private, "lock"))


__all__ = [
    "BROUGHT_FILE",
    "CLONES",
    "FollowedBranch",
    "TrustedClone",
    "author_line",
    "bind_clone",
    "chosen_line",
    "config_entry",
    "find_clone",
    "forget_brought",
    "forget_own",
    "has_records",
    "has_team_files",
    "is_trusted",
    "keep_clone",
    "note_brought",
    "note_chosen",
    "note_own",
    "preserving_trust",
    "read_brought",
    "read_chosen",
    "read_clones",
    "read_own",
    "revoke_trust",
    "trust_config",
    "trust_worktree",
    "version_line",
]  # fmt: skip
