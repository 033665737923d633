"""What git prints for programs, read into values: no process is started here."""

from typing import Final, NamedTuple

from backstory.model.snapshot import Commit

LOG_FORMAT: Final = "--format=%H%x00%an%x00%ct%x00%s%x00"
"""The `log -z` format that `read_commits` reads."""
_SKIP_WORKTREE: Final = frozenset("4567cdef")
"""First digits of flags with the bit 0x40000000."""


class Blob(NamedTuple):
    """An entry of the index: blob id (of a submodule: commit id) and mode, such as `100644`."""

    oid: str
    mode: str


class Tracked(NamedTuple):
    """An entry of the index with the size that git noted; `absent` when a sparse checkout leaves the file out."""

    oid: str
    mode: str
    size: int
    absent: bool


def path_of(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def change_state(index: str, tree: str) -> str:
    if tree == "D" or (index == "D" and tree == "."):
        return "deleted"
    if index in "AC" or tree == "A":
        return "added"
    return "renamed" if index == "R" or tree == "R" else "modified"


def read_tree(out: bytes) -> dict[str, Blob]:
    """Reads `ls-tree -r -z`: `<mode> <type> <oid>\\t<path>`."""
    found: dict[str, Blob] = {}
    for row in out.split(b"\0"):
        head, tab, path = row.partition(b"\t")
        if tab:
            mode, _, oid = head.split(b" ")
            found[path_of(path)] = Blob(oid.decode(), mode.decode())
    return found


def read_index(out: bytes, *, unmerged: bool = True) -> dict[str, Blob]:
    """Reads `ls-files -s -z`: `<mode> <oid> <stage>\\t<path>`. Decoded at once: a tree may have 100,000 files."""
    found: dict[str, Blob] = {}
    for row in out.decode("utf-8", "surrogateescape").split("\0"):
        head, _, path = row.partition("\t")
        if head.endswith(" 0") or (path and unmerged and (path not in found or head.endswith(" 2"))):
            found[path] = Blob(head[7:-2], head[:6])
    return found


def read_sized_index(out: bytes) -> dict[str, Tracked]:
    """Reads `ls-files -s -z --debug`; empty when the details are not printed as this knows them."""
    found: dict[str, Tracked] = {}
    head, path = "", ""
    # Records are `<mode> <oid> <stage>\t<path>\0  ctime: ...\n ... size: N\tflags: HEX\n`.
    for row in out.decode("utf-8", "surrogateescape").split("\0"):
        flags = row.find("\tflags: ") if row.startswith("  ") else -1
        end = row.find("\n", flags)
        if path and flags > 0 and (path not in found or head[-1] in "02"):
            size = row[row.rfind(" ", 0, flags) + 1 : flags]
            bits = row[flags + 8 : end]
            absent = len(bits) == 8 and bits[0] in _SKIP_WORKTREE
            found[path] = Tracked(head[7:-2], head[:6], int(size) if size.isdigit() else 0, absent)
        head, _, path = row[end + 1 if flags > 0 else 0 :].partition("\t")
    return found


def read_commits(out: bytes) -> tuple[Commit, ...]:
    from time import gmtime, strftime

    fields = out.decode("utf-8", "replace").split("\0")
    found: list[Commit] = []
    # With -z git ends a commit's own NUL-ended fields by one more NUL.
    for at in range(0, len(fields) - 4, 5):
        commit, author, seconds, subject = fields[at : at + 4]
        made = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(int(seconds))) if seconds.isdigit() and len(seconds) < 12 else ""
        found.append(Commit(commit, subject, author, made))
    return tuple(found)


def read_author(out: bytes) -> str:
    """Reads `config -z --get-regexp`: `<key>\\n<value>`; `author.*` wins over `user.*`, later over earlier."""
    values: dict[str, str] = {}
    for row in out.decode("utf-8", "replace").split("\0"):
        key, _, value = row.partition("\n")
        if value.strip():
            values[key] = " ".join(value.split())
    name = values.get("author.name") or values.get("user.name", "")
    mail = values.get("author.email") or values.get("user.email", "")
    return f"{name} <{mail}>".strip() if mail else name


def read_names(out: bytes) -> list[str]:
    """Paths in the order of `git.recent_command`'s output; a file is named once for every commit that touched it."""
    return [path_of(row) for row in out.split(b"\0") if row and not row.startswith(b".backstory/")]
