"""Parses what git prints for programs. Starts no process."""

from collections.abc import Iterator, Mapping
from time import gmtime, strftime
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.git.worktree import decode_path
from backstory.model.late_pattern import late_pattern

if TYPE_CHECKING:
    from backstory.model.snapshot import Commit

LOG_FORMAT: Final = "--format=%H%x00%an%x00%ct%x00%s%x00"
"""The `log -z` format that `read_commits` reads."""
_BLAME_HEADER: Final = late_pattern(r"([0-9a-f]{40}|[0-9a-f]{64}) (\d+) (\d+)")
_ESCAPE: Final = late_pattern(r'\\([abfnrtv"\\]|[0-7]{3})')
_ESCAPED: Final = dict(zip('abfnrtv"\\', '\a\b\f\n\r\t\v"\\', strict=True))
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


class StatusEntry(NamedTuple):
    """A path that `git status` lists. Paths are relative to the top level."""

    kind: str
    """`1` changed, `2` renamed or copied, `u` conflicted, `?` untracked."""
    path: str
    staged: str = "."
    """How the index differs from HEAD: one letter, or a dot."""
    unstaged: str = "."
    """How the working tree differs from the index: one letter, or a dot."""
    submodule: bool = False
    mode: str = ""
    """Mode in the working tree; zeros where the path is gone."""
    oid: str = ""
    """Blob id in the index."""
    was: str = ""
    """The path before a rename."""


class BlamedLine(NamedTuple):
    """Where one line comes from: its number and file in that commit, its number in the file that was asked about, and
    the commit before with the file's name there."""

    commit: str
    number: int
    final: int
    name: str
    before: str
    before_name: str
    text: str


class StatusOutput(NamedTuple):
    """The output of one `git status`. `commit` is empty before the first one."""

    commit: str
    branch: str
    detached: bool
    entries: list[StatusEntry]


def read_status(out: bytes) -> StatusOutput:
    """Reads `status --porcelain=v2 --branch -z`."""
    entries: list[StatusEntry] = []
    heads: dict[bytes, bytes] = {}
    rows = iter(out.split(b"\0"))
    for row in rows:
        kind = row[:1]
        if kind == b"#":
            key, _, value = row[2:].partition(b" ")
            heads[key] = value
        elif kind == b"?":
            entries.append(StatusEntry("?", decode_path(row[2:])))
        elif kind == b"u":
            # u <XY> <sub> <m1> <m2> <m3> <mW> <h1> <h2> <h3> <path>
            fields = row.split(b" ", 10)
            entries.append(StatusEntry("u", decode_path(fields[10]), mode=fields[6].decode()))
        elif kind == b"1":
            entries.append(_read_changed(row.split(b" ", 8)))
        elif kind == b"2":
            entries.append(_read_changed(row.split(b" ", 9))._replace(was=decode_path(next(rows, b""))))
    return _describe_status(heads, entries)


def _describe_status(heads: Mapping[bytes, bytes], entries: list[StatusEntry]) -> StatusOutput:
    commit, branch = heads.get(b"branch.oid", b"(initial)"), heads.get(b"branch.head", b"")
    detached = branch == b"(detached)"
    return StatusOutput(
        "" if commit == b"(initial)" else commit.decode(), "" if detached else decode_path(branch), detached, entries
    )


def _read_changed(fields: list[bytes]) -> StatusEntry:
    """Reads `1 <XY> <sub> <mH> <mI> <mW> <hH> <hI> <path>`; a `2` also has a score before the path."""
    letters = fields[1].decode()
    return StatusEntry(
        fields[0].decode(), decode_path(fields[-1]), letters[0], letters[1], fields[2][:1] == b"S",
        mode=fields[5].decode(), oid=fields[7].decode(),
    )  # fmt: skip


def change_state(index: str, tree: str) -> str:
    """The state of a changed path by git's two letters."""
    if tree == "D" or (index == "D" and tree == "."):
        return "deleted"
    if index in "AC" or tree == "A":
        return "added"
    return "renamed" if index == "R" or tree == "R" else "modified"


def read_tree(out: bytes) -> dict[str, Blob]:
    """Reads `ls-tree -r -z`: `<mode> <type> <oid>\\t<path>`."""
    blobs: dict[str, Blob] = {}
    for row in out.split(b"\0"):
        head, tab, path = row.partition(b"\t")
        if tab:
            mode, _, oid = head.split(b" ")
            blobs[decode_path(path)] = Blob(oid.decode(), mode.decode())
    return blobs


def index_rows(out: bytes) -> Iterator[tuple[str, str]]:
    """(`<mode> <oid> <stage>`, path) of `ls-files -s -z`; with `-t` a letter and a space come first.

    Decoded at once: a tree may have 100,000 files.
    """
    for row in out.decode("utf-8", "surrogateescape").split("\0"):
        head, tab, path = row.partition("\t")
        if tab:
            yield head, path


def read_index(out: bytes, *, unmerged: bool = True) -> dict[str, Blob]:
    """Reads `ls-files -s -z`. Of a conflict, our side counts, or with `unmerged` off nothing."""
    blobs: dict[str, Blob] = {}
    for head, path in index_rows(out):
        if head.endswith(" 0") or (unmerged and (path not in blobs or head.endswith(" 2"))):
            blobs[path] = Blob(head[7:-2], head[:6])
    return blobs


def read_sized_index(out: bytes) -> dict[str, Tracked]:
    """Reads `ls-files -s -z --debug`; empty when git prints the details in another form."""
    entries: dict[str, Tracked] = {}
    head, path = "", ""
    # Records are `<mode> <oid> <stage>\t<path>\0  ctime: ...\n ... size: N\tflags: HEX\n`.
    for row in out.decode("utf-8", "surrogateescape").split("\0"):
        flags = row.find("\tflags: ") if row.startswith("  ") else -1
        end = row.find("\n", flags)
        if path and flags > 0 and (path not in entries or head[-1] in "02"):
            size = row[row.rfind(" ", 0, flags) + 1 : flags]
            bits = row[flags + 8 : end]
            absent = len(bits) == 8 and bits[0] in _SKIP_WORKTREE
            entries[path] = Tracked(head[7:-2], head[:6], int(size) if size.isdigit() else 0, absent)
        head, _, path = row[end + 1 if flags > 0 else 0 :].partition("\t")
    return entries


def read_commits(out: bytes) -> "tuple[Commit, ...]":
    """Reads `log -z` in the form `LOG_FORMAT`."""
    from backstory.model.snapshot import Commit

    fields = out.decode("utf-8", "replace").split("\0")
    commits: list[Commit] = []
    # With -z git ends a commit's own NUL-ended fields by one more NUL.
    for start in range(0, len(fields) - 4, 5):
        commit, author, seconds, subject = fields[start : start + 4]
        committed = (
            strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(int(seconds))) if seconds.isdigit() and len(seconds) < 12 else ""
        )
        commits.append(Commit(commit, subject, author, committed))
    return tuple(commits)


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
    """Reads the output of `repository.recent_command`; a path appears once for each commit that touched it."""
    return [decode_path(row) for row in out.split(b"\0") if row and not row.startswith(b".backstory/")]


def read_renames(out: bytes) -> list[tuple[str, str]]:
    """(old path, new path) from `--name-status -z` of renames alone."""
    fields = out.split(b"\0")
    return [(decode_path(old), decode_path(new)) for old, new in zip(fields[1::3], fields[2::3], strict=False)]


def read_blame(out: bytes) -> list[BlamedLine]:
    """Reads `blame --porcelain`, which describes a commit and its file once and only names them afterwards."""
    lines: list[BlamedLine] = []
    commit, number, final, name, before, before_name = "", 0, 0, "", "", ""
    described: dict[str, tuple[str, str, str]] = {}
    for line in out.decode("utf-8", "replace").split("\n"):
        if line.startswith("\t"):
            described[commit] = (name, before, before_name)
            lines.append(BlamedLine(commit, number, final, name, before, before_name, line[1:].rstrip("\r")))
            continue
        header = _BLAME_HEADER.match(line)
        if header:
            commit, number, final = header[1], int(header[2]), int(header[3])
            name, before, before_name = described.get(commit, ("", "", ""))
        elif line.startswith("filename "):
            name = _unquote(line[9:])
        elif line.startswith("previous "):
            before, _, before_name = line[9:].partition(" ")
            before_name = _unquote(before_name)
    return lines


def _unquote(name: str) -> str:
    """A path as git writes it in lines: within quotes, and with escapes as in C, where it has odd characters."""
    if not (len(name) > 1 and name[0] == name[-1] == '"'):
        return name
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1]) or chr(int(match[1], 8)), name[1:-1])
