"""How a project of this machine is recognised once its `.backstory/` is gone: `identity.json` in its private folder.

The proof is the clone's token in the git folder (`store.trust`). History and remote of the repository only recognise a
clone that was made anew.
"""

import os
from typing import Final

import msgspec

from backstory.base.discovery import is_id
from backstory.model.errors import BackstoryError
from backstory.store.files import read_file, write_atomic
from backstory.store.places import project_roots
from backstory.store.trust import TOKEN, TrustedClone, read_clones

FILE: Final = "identity.json"
KEPT: Final = 8
"""Values of one sort that are kept, the newest last."""
_LIMIT: Final = 1 << 20


class Identity(msgspec.Struct, omit_defaults=True):
    """The identity of a project's repository."""

    roots: list[str] = []
    """First commits, along first parents."""
    remotes: list[str] = []
    """Addresses that it was cloned from, in the form of `normalize_remote`."""
    below: str = ""
    """The project's folder relative to the top of the working tree."""
    folders: list[str] = []
    """The shared git folders of its clones; without git, the project's own folders."""

    def extended(self, other: "Identity") -> "Identity":
        """Both together, this one's values first."""
        return Identity(
            _newest([*self.roots, *other.roots]),
            _newest([*self.remotes, *other.remotes]),
            other.below,
            _newest([*self.folders, *other.folders]),
        )


class StoredProject(msgspec.Struct):
    """A project that this machine has a memory of."""

    id: str
    name: str
    private: str
    roots: list[str]
    """Its working trees that are still there."""
    identity: Identity


def read_identity(private: str) -> Identity:
    """The identity that was noted for a project; empty if none was."""
    try:
        return msgspec.json.decode(read_file(os.path.join(private, FILE), limit=_LIMIT), type=Identity)
    except (BackstoryError, msgspec.MsgspecError, RecursionError):
        return Identity()


def write_identity(private: str, identity: Identity) -> None:
    """Writes the identity of a project. Raises NotWritable."""
    data = msgspec.json.format(msgspec.json.encode(identity), indent=1)
    write_atomic(os.path.join(private, FILE), data + b"\n")


def list_stored(home: str) -> list[StoredProject]:
    """The projects below the data home, by id."""
    folder = os.path.join(home, "projects")
    try:
        names = sorted(filter(is_id, os.listdir(folder)))
    except OSError:
        return []
    return [read_project(os.path.join(folder, name)) for name in names]


def read_project(private: str) -> StoredProject:
    """What the private folder of a project tells of it."""
    roots, name = project_roots(private)
    present = [root for root in roots if os.path.isdir(root)]
    return StoredProject(os.path.basename(private), name, private, present, read_identity(private))


def find_token(project: StoredProject, common_dir: str) -> TrustedClone | None:
    """The clone whose token is in this git folder: the clone itself, or one that was moved here."""
    path = os.path.join(common_dir, TOKEN + project.id)
    try:
        token = read_file(path, limit=256).decode("ascii", "replace").strip() if common_dir else ""
    except BackstoryError:
        return None
    clones = [clone for clone in read_clones(project.private) if token and clone.token == token]
    return next((one for one in clones if one.git_dir == common_dir or not os.path.exists(one.git_dir)), None)


def has_other_clone(project: StoredProject, common_dir: str) -> bool:
    """Whether another clone of the project is still on this machine."""
    folders = {*project.identity.folders, *(clone.git_dir for clone in read_clones(project.private))}
    alive = [folder for folder in folders - {common_dir} if os.path.exists(os.path.join(folder, TOKEN + project.id))]
    return bool(alive)


def remove_token(common_dir: str, project: str) -> None:
    """Removes the token of a project from a git folder, if there is one."""
    if not common_dir:
        return
    try:
        os.unlink(os.path.join(common_dir, TOKEN + project))
    except OSError:
        return


def normalize_remote(url: str) -> str:
    """The address of a remote, so that one repository has one: `https://me@host/a/b.git` and `git@host:a/b` agree.

    Addresses without encryption keep their scheme, because anybody on the way can answer them. Empty for none.
    """
    url = url.strip()
    scheme, separator, rest = url.partition("://")
    if not separator:
        scheme, rest = _split_scp(url)
    if scheme in ("", "file"):
        return os.path.normpath(rest) if rest else ""
    host, _, path = rest.rpartition("@")[2].partition("/")
    path = path.rstrip("/").removesuffix(".git")
    prefix = "" if scheme in ("https", "ssh") else f"{scheme}://"
    return f"{prefix}{host.lower()}/{path}"


def _split_scp(url: str) -> tuple[str, str]:
    """(scheme, rest) of `git@host:a/b`; without a scheme for a path."""
    host, colon, path = url.partition(":")
    is_scp = colon and "/" not in host and len(host) > 1
    return ("ssh", f"{host}/{path.lstrip('/')}") if is_scp else ("", url)


def _newest(values: list[str]) -> list[str]:
    """Each value once, at its last place; the newest ones."""
    return list(reversed(dict.fromkeys(reversed([value for value in values if value]))))[-KEPT:]
