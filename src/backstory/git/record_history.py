"""Which commits brought the files of the team's memory: what trust in records, and in their authors, is judged by.

Nothing here decides anything. Refs and the reflog are read as files; what commits hold is one process of git.
"""

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.discovery import read_ref
from backstory.git.folder import read_regular
from backstory.git.worktree import blob_id

if TYPE_CHECKING:
    from backstory.git.repository import Git

MEMORY: Final = ".backstory/memory"
CONFIG: Final = ".backstory/config.toml"
REFLOG_LIMIT: Final = 4 << 20
"""Bytes of new reflog that are read at a time."""
REMOTES: Final = ("origin", "upstream")
"""Remotes by their usual names: one's own copy and the team's, where both are there."""
MOST_COMMITS: Final = 2_000
"""Local commits that are read at once: more than anyone makes between two commands."""
AMENDED: Final = "commit (amend):"
COMMITTED: Final = ("commit:", "commit (initial):", AMENDED)
"""Reflog entries of commits that somebody made here. Picks, rebases and mails bring what others made."""
MERGED: Final = ("merge ", "commit (merge):", "pull")
"""Reflog entries of merges that somebody made here: of these only what combines both sides is looked at."""
FORMAT: Final = "--format=%x02%H%x00%ae%x00%ce"


class Version(NamedTuple):
    """One version of a memory file that a commit brought."""

    name: str
    """Path below `.backstory/memory`, as the index has it, or `config.toml`."""
    oid: str
    """Blob id of the content."""
    author: str
    """Mail address of the commit's author; empty for what only a merge holds."""
    committer: str
    added: bool
    """Whether the commit added the file, rather than changed it."""
    parents: tuple[str, ...] = ()
    """Of what only a merge holds: the blob ids on its sides."""
    commit: str = ""
    """Id of the commit."""


class Upstream(NamedTuple):
    """A branch of a remote, as this clone last saw it."""

    ref: str
    """`refs/remotes/origin/main`."""
    url: str
    tip: str
    """Commit id; empty when the ref does not exist."""


def find_versions(git: "Git", tips: Sequence[str], since: Sequence[str] = ()) -> list[Version] | None:
    """The versions of memory files in the history of `tips` without that of `since`, newest first.

    Sides of a merge that the merge discarded are left out, as `git log -- PATH` leaves them out. None when git fails.
    """
    if not tips:
        return []
    excluded = [commit for commit in since if commit]
    ran = git.attempt(
        "log", "-c", "--root", "--raw", "--no-abbrev", "--no-renames", "-z", FORMAT, *tips,
        *(f"^{commit}" for commit in excluded), "--", *_specs(),
    )  # fmt: skip
    return None if ran.code else _parse(git, ran.out)


def find_own_versions(git: "Git", commits: Sequence[str], amended: Mapping[str, str] | None = None) -> list[Version]:
    """The versions that these very commits brought; of merges those that are on none of their sides. Commits that are
    gone are passed over.

    `amended` names, for a commit that replaced another one, that other: what it had brought already is left out.
    """
    requested = list(dict.fromkeys(commits))[-MOST_COMMITS:]
    if not requested:
        return []
    replaced = {commit: amended[commit] for commit in requested if commit in amended} if amended else {}
    ran = git.attempt(
        "log", "--no-walk=unsorted", "--ignore-missing", "-c", "--root", "--raw", "--no-abbrev",
        "--no-renames", "-z", FORMAT, *dict.fromkeys((*requested, *replaced.values())), "--", *_specs(),
    )  # fmt: skip
    versions = [] if ran.code else _parse(git, ran.out)
    if not replaced:
        return versions
    return _without_replaced(versions, set(requested), replaced)


def _without_replaced(versions: list[Version], requested: set[str], replaced: Mapping[str, str]) -> list[Version]:
    """The versions of the commits asked for, without those that the replaced commits had brought already."""
    present = {(version.commit, version.name, version.oid) for version in versions}
    return [
        version
        for version in versions
        if version.commit in requested and (replaced.get(version.commit), version.name, version.oid) not in present
    ]


def find_upstreams(git: "Git") -> list[Upstream]:
    """The default branches of the remotes that a team works by: `origin`, `upstream`, or the only remote there is."""
    urls = _remote_urls(git)
    names: list[str] = [name for name in REMOTES if name in urls] or (list(urls) if len(urls) == 1 else [])
    out: list[Upstream] = []
    for name in names:
        ref = default_branch(git, name)
        if ref:
            out.append(Upstream(ref, urls[name], read_ref(git.git_dir, git.common_dir, ref)))
    return out


def _remote_urls(git: "Git") -> dict[str, str]:
    """Remote -> its first URL, from the configuration."""
    ran = git.attempt("config", "-z", "--get-regexp", r"^remote\..*\.url$")
    urls: dict[str, str] = {}
    for entry in ran.out.decode("utf-8", "replace").split("\0"):
        key, _, url = entry.partition("\n")
        if key and url:
            urls.setdefault(key[len("remote.") : -len(".url")], url)
    return urls


def default_branch(git: "Git", remote: str) -> str:
    """The ref of a remote's default branch: what its HEAD names, else `main` or `master`; empty when none is there."""
    prefix = f"refs/remotes/{remote}/"
    branch = _named_by_head(git, remote)
    candidates = [branch] if branch.startswith(prefix) and ".." not in branch else []
    candidates += [prefix + name for name in ("main", "master")]
    return next((ref for ref in candidates if read_ref(git.git_dir, git.common_dir, ref)), "")


def _named_by_head(git: "Git", remote: str) -> str:
    """The ref that the HEAD of a remote names; empty where it names none."""
    head = os.path.join(git.common_dir, "refs", "remotes", remote, "HEAD")
    try:
        text = (read_regular(head, 4096) or b"").decode("utf-8", "replace").strip()
    except OSError:
        text = ""
    return text.removeprefix("ref:").strip() if text.startswith("ref:") else ""


class LocalCommits(NamedTuple):
    """The commits made in a working tree. A fast-forward is not a merge, but its entry reads like one."""

    commits: list[str]
    merges: list[str]
    offset: int
    """How far the reflog was read."""
    amended: dict[str, str]
    """Of `commits`, those that replaced another one -> that one, which somebody else may have made."""


def find_local_commits(git: "Git", offset: int) -> LocalCommits:
    """The commits that were made in this working tree since `offset` of its reflog.

    A reflog that is shorter than `offset` was rewritten: what it says of the time before counts for nothing.
    """
    size = reflog_size(git)
    if size <= offset:
        return LocalCommits([], [], size, {})
    try:
        data = read_regular(os.path.join(git.git_dir, "logs", "HEAD"), REFLOG_LIMIT, start=offset) or b""
    except OSError:
        return LocalCommits([], [], 0, {})
    end = data.rfind(b"\n") + 1
    local = LocalCommits([], [], offset + end, {})
    for line in data[:end].decode("utf-8", "replace").split("\n"):
        who, _, what = line.partition("\t")
        words = who.split(" ", 2)
        if len(words) == 3:
            _note_movement(local, words[0], words[1], what)
    return local


def _note_movement(local: LocalCommits, before: str, after: str, what: str) -> None:
    """Adds the commit that an entry of the reflog says was made here."""
    if what.startswith(COMMITTED):
        local.commits.append(after)
        if what.startswith(AMENDED):
            local.amended[after] = before
    elif what.startswith(MERGED):
        local.merges.append(after)


def reflog_size(git: "Git") -> int:
    """Bytes of this working tree's reflog of HEAD."""
    try:
        return os.stat(os.path.join(git.git_dir, "logs", "HEAD")).st_size
    except OSError:
        return 0


def _specs() -> tuple[str, str]:
    return f":(literal){MEMORY}", f":(literal){CONFIG}"


class _Author(NamedTuple):
    """The commit whose changes are being read."""

    commit: str = ""
    author: str = ""
    committer: str = ""


def _parse(git: "Git", out: bytes) -> list[Version]:
    """The versions of memory files in the output of `log --raw -z` with `FORMAT`."""
    tokens = iter(out.decode("utf-8", "surrogateescape").split("\0"))
    versions: list[Version] = []
    by = _Author()
    for token in tokens:
        text = token.lstrip("\n")
        if text.startswith("\x02"):
            by = _Author(text[1:].strip(), next(tokens, "").strip().lower(), next(tokens, "").strip().lower())
        elif text.startswith(":"):
            version = _read_version(text, _memory_name(git, next(tokens, "")), by)
            if version is not None:
                versions.append(version)
    return versions if git.algorithm == "sha1" else _translated(git, versions)


def _memory_name(git: "Git", path: str) -> str:
    """A path from git's top level as `Version.name` has it; empty for a path that is not of the memory."""
    if path == git.prefix + CONFIG:
        return "config.toml"
    folder = f"{git.prefix}{MEMORY}/"
    return path.removeprefix(folder) if path.startswith(folder) else ""


def _read_version(text: str, name: str, by: _Author) -> Version | None:
    """The version that a raw line describes; None for a deletion, a link, a submodule and a file without a name.

    The line of a merge has one colon, mode and id for each parent: `::<modes> <mode> <ids> <id> <letters>`.
    """
    fields = text.lstrip(":").split(" ")
    parents = len(text) - len(text.lstrip(":"))
    if not name or len(fields) != 2 * parents + 3 or not fields[parents].startswith("100"):
        return None
    oid = fields[2 * parents + 1]
    if not oid.strip("0"):
        return None
    if parents > 1:
        sides = tuple(fields[parents + 1 : 2 * parents + 1])
        return Version(name, oid, "", by.committer, False, sides, by.commit)
    return Version(name, oid, by.author, by.committer, fields[-1] == "A", (), by.commit)


def _translated(git: "Git", versions: list[Version]) -> list[Version]:
    """The same under SHA-1 blob ids as well, which the index computes from files: this repository has others."""
    oids = list(dict.fromkeys(version.oid for version in versions))
    ran = git.attempt("cat-file", "--batch", stdin="".join(f"{oid}\n" for oid in oids).encode())
    translated = _hash_objects(oids, ran.out)
    return versions + [
        version._replace(oid=translated[version.oid]) for version in versions if version.oid in translated
    ]


def _hash_objects(oids: Sequence[str], out: bytes) -> dict[str, str]:
    """Id -> SHA-1 blob id, from the output of `cat-file --batch`."""
    translated: dict[str, str] = {}
    position = 0
    for oid in oids:
        end = out.find(b"\n", position)
        words = out[position:end].split(b" ")
        if end < 0 or len(words) != 3 or not words[2].isdigit():
            position = end + 1
            continue
        stop = end + 1 + int(words[2])
        translated[oid] = blob_id(out[end + 1 : stop])
        position = stop + 1
    return translated
