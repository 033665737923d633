"""Reads who a commit would name from git's configuration files, where they leave no doubt, without starting git."""

import os
import sys
from collections.abc import Iterator, Mapping
from typing import Final

from backstory.git.configuration import is_plain
from backstory.git.folder import Folder, is_own, read_regular

SYSTEM: Final = "/etc/gitconfig"
"""The system's configuration of a git that a Linux distribution brought."""
_DISTRIBUTED: Final = ("/usr/bin/git", "/bin/git")
_LIMIT: Final = 1 << 20
_KEYS: Final = ("name", "email")
_DOUBTFUL: Final = frozenset("\"'\\#;\0\r")
"""Characters of a value that git may read as something else than themselves."""


class Doubtful(Exception):
    """The files may mean something that only git can tell."""


def read_author_settings(folder: Folder, environ: Mapping[str, str], program: str) -> bytes | None:
    """What `git config -z --get-regexp '^(user|author)\\.(name|email)$'` prints; None where only git can tell.

    `environ` holds no variables of git but those that name the person's own files.
    """
    try:
        rows = [row for path in _list_files(folder, environ, program) for row in _read_rows(path)]
    except (Doubtful, OSError, ValueError):
        return None
    return "".join(f"{key}\n{value}\0" for key, value in rows).encode()


def _list_files(folder: Folder, environ: Mapping[str, str], program: str) -> list[str]:
    """The files that git reads here, the ones that count more last."""
    if not folder.top or folder.linked or not is_own(folder):
        raise Doubtful
    own = os.path.join(folder.common_dir, "config")
    if not is_plain(read_regular(own, _LIMIT) or b"") or os.path.lexists(own + ".worktree"):
        raise Doubtful
    return [*_list_system_files(environ, program), *_list_personal_files(environ), own]


def _list_system_files(environ: Mapping[str, str], program: str) -> list[str]:
    if environ.get("GIT_CONFIG_NOSYSTEM", "") in ("1", "true"):
        return []
    if path := environ.get("GIT_CONFIG_SYSTEM", ""):
        return [path]
    if sys.platform != "linux" or program not in _DISTRIBUTED or "GIT_CONFIG_NOSYSTEM" in environ:
        raise Doubtful
    return [SYSTEM]


def _list_personal_files(environ: Mapping[str, str]) -> list[str]:
    if "GIT_CONFIG_GLOBAL" in environ:
        path = environ["GIT_CONFIG_GLOBAL"]
        return [path] if path not in ("", os.devnull) else []
    home = environ.get("HOME", "")
    if not os.path.isabs(home):
        raise Doubtful
    settings = environ.get("XDG_CONFIG_HOME", "") or os.path.join(home, ".config")
    return [os.path.join(settings, "git", "config"), os.path.join(home, ".gitconfig")]


def _read_rows(path: str) -> Iterator[tuple[str, str]]:
    """The names and addresses that a file sets."""
    text = (read_regular(path, _LIMIT) or b"").decode()
    if len(text) > _LIMIT or "\\\n" in text or text.startswith("\ufeff"):
        raise Doubtful
    section = ""
    lines = (line for line in map(str.strip, text.split("\n")) if line and line[0] not in "#;")
    for line in lines:
        if line.startswith("["):
            section = _read_section(line)
            continue
        key, equals, value = _read_setting(line)
        if section in ("user", "author") and key in _KEYS:
            yield f"{section}.{key}", _read_value(equals, value)
        elif not section:
            raise Doubtful


def _read_setting(line: str) -> tuple[str, str, str]:
    key, equals, value = line.partition("=")
    key = key.strip().lower()
    if not key.replace("-", "").isalnum() or not key.isascii():
        raise Doubtful
    return key, equals, value.strip()


def _read_section(line: str) -> str:
    """The name of a section, with its part if it has one, as in `remote "origin"`."""
    head, quote, part = line[1:-1].partition('"')
    name = head.rstrip(" \t")
    is_named = name.isascii() and name.replace("-", "").replace(".", "").isalnum() and (name != head) == bool(quote)
    is_parted = not quote or (part.endswith('"') and part.count('"') == 1 and "\\" not in part)
    if not (is_named and is_parted and line.endswith("]")) or name.lower().startswith("include"):
        raise Doubtful
    return name.lower() + quote + part


def _read_value(equals: str, value: str) -> str:
    if not equals or not value or _DOUBTFUL & set(value):
        raise Doubtful
    return value
