"""Which programs a repository's own configuration names, and the options that keep git from starting them.

What a person's own files name stays (`git lfs` needs it), and a repository cannot put another command in its place.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from backstory.git.folder import Folder, is_endless, read_regular

FIXED: Final = (
    ("core.fsmonitor", ""),  # `true` starts a daemon; `false` is a program's name to git before 2.36
    ("core.useBuiltinFSMonitor", "false"),
    ("core.hooksPath", os.devnull),
    ("core.alternateRefsCommand", ""),
    ("core.askPass", ""),
    ("core.editor", ""),
    ("core.gitProxy", ""),
    ("core.sshCommand", ""),
    ("credential.helper", ""),
    ("diff.autoRefreshIndex", "false"),  # takes a lock and writes
    ("diff.ignoreSubmodules", "dirty"),  # git looks into a submodule by starting itself there
    ("diff.submodule", "short"),
    ("gc.auto", "0"),
    ("gpg.program", ""),
    ("gpg.ssh.defaultKeyCommand", ""),
    ("interactive.diffFilter", ""),
    ("log.diffMerges", "separate"),  # `remerge` merges, and that starts the merge drivers
    ("log.showSignature", "false"),
    ("maintenance.auto", "false"),
    ("protocol.allow", "never"),
    ("safe.bareRepository", "explicit"),
    ("sequence.editor", ""),
    ("status.submoduleSummary", "false"),
    ("submodule.recurse", "false"),
    ("uploadpack.packObjectsHook", ""),
    ("core.quotePath", "false"),
)
"""Options of every call of git, whatever the configuration holds."""

DRIVERS: Final = {
    "filter": (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")),
    "diff": (("textconv", ""), ("command", ""), ("cachetextconv", "false")),
    "merge": (("driver", ""),),
}
"""Sections whose named parts hold commands, with the value that turns each off."""

PROGRAM: Final = (
    "askpass", "browser", "clean", "cmd", "command", "difffilter", "driver", "editor", "fsmonitor", "helper", "hook",
    "pager", "process", "program", "proxy", "receivepack", "smudge", "textconv", "uploadpack", "vcs", "viewer",
)  # fmt: skip
"""How variables end that hold a command, whatever section they are in: git's own, and those of git's later versions."""

FILES: Final = ("blame.ignorerevsfile", "core.attributesfile", "core.excludesfile", "diff.orderfile", "mailmap.file")
"""Keys that name a file which git reads to its end, or waits for."""

_PLAIN: Final = frozenset(
    ("advice", "author", "branch", "color", "commit", "core", "extensions", "fetch", "gui", "init", "maintenance",
     "pull", "push", "rebase", "receive", "remote", "rerere", "submodule", "svn-remote", "tag", "user")
)  # fmt: skip
"""Sections that name no driver and bring in no other file."""
_TELLING: Final = ("worktree", "bare", "promisor", "partial", "excludesfile", "attributesfile")
_APART: Final = bytes(byte if (chr(byte).isalnum() and byte < 128) or byte == 0x2D else 0x20 for byte in range(256))
_LIMIT: Final = 1 << 20
_MOST: Final = 200
"""Drivers that are turned off; what names more has no honest reason, and a command line has an end."""
_SCOPES: Final = (b"system", b"global", b"local", b"worktree", b"command", b"unknown")
_TRUE: Final = ("", "true", "yes", "on", "1")

UNREADABLE: Final = "its configuration cannot be read"
NAMELESS: Final = "its configuration names a driver with `=` in its name, which git cannot turn off"
TOO_MANY: Final = f"its configuration names more than {_MOST} drivers"
ELSEWHERE: Final = "its `core.worktree` points to another folder"
WAITING: Final = "a file that git reads is a FIFO or a device"
BARE: Final = "bare repository: no working tree"

LIST: Final = ("config", "-z", "--list", "--show-scope")
"""The git command whose output `read_entries` reads. It starts nothing."""
LIST_OLD: Final = ("config", "-z", "--list")
"""The same for git before 2.26, which does not tell whose a line is."""


class Entry(NamedTuple):
    """One line of configuration: whose it is, its name as git prints it, its value."""

    own: bool
    """Whether the person's own files say it; otherwise the repository does."""
    key: str
    value: str


class Guard(NamedTuple):
    """Protection against programs named by a repository: options for git, or a reason not to start it."""

    options: tuple[str, ...]
    refusal: str = ""


def options(settings: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Settings as git takes them on its command line."""
    words: list[str] = []
    for key, value in settings:
        words += ("-c", f"{key}={value}")
    return tuple(words)


def guard(folder: Folder, ask: Callable[[], bytes | None]) -> Guard:
    """The guard for a repository by its present configuration.

    `ask` gives what `LIST` prints, None when it fails. It is called only for a configuration that may name a program
    or another file; most need no process.
    """
    try:
        texts = [
            read_regular(path, _LIMIT) or b""
            for path in (os.path.join(folder.common_dir, "config"), os.path.join(folder.git_dir, "config.worktree"))
        ]
    except (OSError, ValueError):
        return Guard((), UNREADABLE)
    if all(map(is_plain, texts)):
        return Guard(())
    out = ask()
    return Guard((), UNREADABLE) if out is None else judge(folder, read_entries(out))


def is_plain(text: bytes) -> bool:
    """Whether a configuration clearly names no program, includes no file and sets no working tree.

    It does not parse: text that looks like another section or like such a name, even within a value or a comment, makes
    the answer False.
    """
    if len(text) > _LIMIT:
        return False
    text = text.lower()
    for piece in text.split(b"[")[1:]:
        name = piece.partition(b"]")[0].replace(b"\t", b" ").partition(b" ")[0].partition(b".")[0]
        if name.decode("latin-1") not in _PLAIN:
            return False
    lines = (line for line in text.split(b"\n") if b"".join(line.split()) != b"bare=false")
    words = b"\n".join(lines).translate(_APART).decode("ascii").split()
    return not any(word.endswith(PROGRAM) or any(part in word for part in _TELLING) for word in words)


def read_entries(out: bytes) -> list[Entry]:
    """Parses the output of `LIST` or `LIST_OLD`. Without scopes every entry counts as the repository's."""
    fields = out.split(b"\0")[:-1]
    scopes, lines = fields[::2], fields[1::2]
    if not fields or fields[0] not in _SCOPES:
        scopes, lines = [b"local"] * len(fields), fields
    entries: list[Entry] = []
    for scope, line in zip(scopes, lines, strict=False):
        if scope != b"command":
            key, _, value = line.decode("utf-8", "surrogateescape").partition("\n")
            entries.append(Entry(scope in (b"system", b"global"), key, value))
    return entries


def judge(folder: Folder, entries: Iterable[Entry]) -> Guard:
    """The guard against the programs and files that a repository's entries name."""
    persons: dict[str, str] = {}
    configured: dict[str, str] = {}
    for entry in entries:
        (persons if entry.own else configured)[entry.key] = entry.value
        if entry.key in FILES and not entry.own and _is_endless(folder, entry.value):
            return Guard((), WAITING)
    misplaced = _why_no_working_tree(folder, configured)
    if misplaced:
        return Guard((), misplaced)
    return _guard_against(_overrides(persons, configured))


def _guard_against(off: Mapping[str, str]) -> Guard:
    """The guard that sets these values, or refuses where git cannot take them."""
    if len(off) > _MOST * 4:
        return Guard((), TOO_MANY)
    if any("=" in key for key in off):
        return Guard((), NAMELESS)
    return Guard(options(off.items()))


def _why_no_working_tree(folder: Folder, theirs: Mapping[str, str]) -> str:
    """Why the folder is not the repository's working tree, by the repository's own entries; empty when it is."""
    if not folder.linked and theirs.get("core.bare", "false").lower() in _TRUE:
        return BARE
    worktree = theirs.get("core.worktree", "")
    if worktree and os.path.realpath(os.path.join(folder.git_dir, worktree)) != os.path.realpath(folder.top):
        return ELSEWHERE
    return ""


def _overrides(persons: Mapping[str, str], theirs: Mapping[str, str]) -> dict[str, str]:
    """Key -> the value that undoes a repository's entry; where the person has a driver of that name, the person's."""
    drivers: dict[str, None] = {}
    off: dict[str, str] = {}
    for key in theirs:
        section, name, variable = split(key)
        if section in DRIVERS and key.count(".") > 1:
            drivers[f"{section}.{name}"] = None
        else:
            off |= _override_value(key, section, variable)
        if section == "lfs" and name.partition(".")[0] in ("extension", "customtransfer"):
            # Git LFS is the person's, but it reads from here which programs to start: it is switched off.
            drivers["filter.lfs"] = None
            persons = {key: value for key, value in persons.items() if not key.startswith("filter.lfs.")}
    for driver in drivers:
        off |= _override_driver(driver, persons, theirs)
    return off


def _override_value(key: str, section: str, variable: str) -> dict[str, str]:
    """The value that undoes an entry which is no driver's; empty for a harmless one."""
    if section == "remote" and variable == "promisor":
        return {key: "false"}
    return {key: ""} if variable.endswith(PROGRAM) else {}


def _override_driver(driver: str, persons: Mapping[str, str], theirs: Mapping[str, str]) -> dict[str, str]:
    """Key -> the value that turns off a driver such as `filter.x`, or restores the person's.

    To git an empty `process` is one, and `clean` is not asked: where the person has the driver, only the repository's
    own entries are overridden.
    """
    shared = any(key.startswith(f"{driver}.") for key in persons)
    off: dict[str, str] = {}
    for variable, nothing in DRIVERS[driver.partition(".")[0]]:
        key = f"{driver}.{variable}"
        if key in theirs or not shared:
            off[key] = persons.get(key, nothing)
    return off


def _is_endless(folder: Folder, value: str) -> bool:
    """Whether a file that the configuration names is a FIFO or a device, or is in a place that only git knows."""
    return value.startswith("%(") or is_endless(os.path.join(folder.top, os.path.expanduser(value)))


def split(key: str) -> tuple[str, str, str]:
    """(section, name, variable) of a key as git prints it: section and variable in small letters, the name as it is."""
    section, _, rest = key.partition(".")
    name, dot, variable = rest.rpartition(".")
    return section.lower(), name if dot else "", variable.lower()
