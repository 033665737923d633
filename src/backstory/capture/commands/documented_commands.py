"""Commands that the files of a project name: its CI, its scripts, its notes for contributors."""

import json
import re
from collections.abc import Iterator
from typing import Final

from backstory.capture.commands.working_commands import (
    Purpose,
    WorkingCommand,
    choose_commands,
    plain_commands,
    purpose_of,
)
from backstory.capture.text.patterns import Pattern

FILES: Final = (
    "package.json", "CONTRIBUTING.md", ".github/CONTRIBUTING.md", "docs/CONTRIBUTING.md", "AGENTS.md", "CLAUDE.md",
    "README.md", ".gitlab-ci.yml", "Makefile", "justfile", "tox.ini", "noxfile.py",
)  # fmt: skip
"""Files that are looked at, beside the workflows of GitHub."""
MAX_LINES: Final = 5_000

_RUN: Final = Pattern(r"^\s*(?:-\s+)?run:\s*(?P<block>[|>][-+]?\s*$)?(?P<line>.*)$")
_ITEM: Final = Pattern(r"^\s*-\s+(['\"]?)([^'\"#{}\n]+)\1\s*$")
_FENCE: Final = Pattern(r"^\s*(```|~~~)\s*(\w*)")
_MARKS: Final = ("```", "~~~")
_SHELLS: Final = frozenset(("", "sh", "bash", "shell", "console", "zsh", "text", "shell-session"))
_NAMES: Final[dict[Purpose, str]] = {"all tests": "test"}
"""The names of targets that are called otherwise than their purpose."""
_TARGET: Final = Pattern(r"^([\w.-]+)\s*(?::(?!=)|\s[^:=]*:$)")


def find_documented(path: str, text: str, packages: str = "npm") -> dict[Purpose, WorkingCommand]:
    """Purpose -> the command that a file names. `packages` is the program that runs the scripts of package.json."""
    rows = [
        WorkingCommand(purpose, command, path)
        for line in _commands_of(path, text, packages)
        for command in plain_commands(line)
        if (purpose := purpose_of(command)) and purpose != "one test"
    ]
    first: dict[Purpose, WorkingCommand] = {}
    for row in rows:
        former = first.setdefault(row.purpose, row)
        if _is_named_for_purpose(row) and not _is_named_for_purpose(former):
            first[row.purpose] = row
    return choose_commands(first.values())


def _is_named_for_purpose(row: WorkingCommand) -> bool:
    """Whether a target has the name of its purpose: `make lint`, where `make fmt` serves it too."""
    return row.command.rpartition(" ")[2] == _NAMES.get(row.purpose, row.purpose)


def _commands_of(path: str, text: str, packages: str) -> Iterator[str]:
    name = path.rsplit("/", 1)[-1]
    lines = re.sub(r"[ \t]*\\\n\s*", " ", text).splitlines()[:MAX_LINES]
    if name == "package.json":
        yield from _scripts(text, packages)
    elif name.endswith((".yml", ".yaml")):
        yield from _workflow(lines)
    elif name.endswith(".md"):
        yield from _fenced(lines)
    elif name in ("Makefile", "justfile"):
        program = "make" if name == "Makefile" else "just"
        for line in lines:
            if ":" in line and (match := _TARGET.match(line)) and not match[1].startswith("."):
                yield f"{program} {match[1]}"
    elif name == "tox.ini":
        yield "tox"
    elif name == "noxfile.py":
        yield "nox"


def _scripts(text: str, packages: str) -> Iterator[str]:
    try:
        value = json.loads(text)
        scripts = value.get("scripts", {}) if isinstance(value, dict) else {}
    except (ValueError, RecursionError):
        return
    for name in scripts if isinstance(scripts, dict) else ():
        if name in ("test", "start"):
            yield f"{packages} {name}"
        elif isinstance(scripts[name], str):
            yield f"{packages} run {name}"


def _workflow(lines: list[str]) -> Iterator[str]:
    """The lines under `run:` of GitHub, and items of lists, as GitLab has them under `script:`."""
    block = -1
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if block >= 0 and line.strip():
            if indent > block:
                yield line.strip()
                continue
            block = -1
        if "run:" in line and (match := _RUN.match(line)):
            if match["block"]:
                block = indent
            elif match["line"].strip():
                yield match["line"].strip().strip("'\"")
        elif line[indent : indent + 1] == "-" and (match := _ITEM.match(line)):
            yield match[2].strip()


def _fenced(lines: list[str]) -> Iterator[str]:
    """The lines of fenced blocks of shell."""
    fence = ""
    shell = False
    for line in lines:
        if line.lstrip()[:3] in _MARKS and (match := _FENCE.match(line)):
            if not fence:
                fence, shell = match[1], match[2].lower() in _SHELLS
            elif line.strip().startswith(fence):
                fence = ""
        elif fence and shell:
            yield re.sub(r"\s+#.*$", "", re.sub(r"^\s*[$%>]\s+", "", line)).strip()
