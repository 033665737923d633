"""How much agents read of their instruction files and hooks, and whether our part lies within it."""

import os
from collections.abc import Collection
from typing import Final, NamedTuple

from backstory.agents import registry
from backstory.agents.antigravity.hooks_file import PATH, TITLE, USER_PATH, find_mistake
from backstory.agents.base import HANDOFF
from backstory.api import Check
from backstory.base.regular_file import read_regular
from backstory.deliver.tree import Tree
from backstory.edits.block import BEGIN, END

_MOST: Final = 16 << 20
"""Bytes of a file that are looked at."""


class Limit(NamedTuple):
    """The part of the first existing file that an agent reads. It drops the rest silently."""

    agent: str
    paths: tuple[str, ...]
    size: int
    unit: str
    """`bytes` or `characters`."""


LIMITS: Final = (
    Limit("codex", ("AGENTS.override.md", "AGENTS.md"), 32_768, "bytes"),
    Limit("windsurf", (".windsurf/rules/backstory.md",), 12_000, "characters"),
)
OWNED: Final = "backstory.md"
"""The end of the name of a file that is ours as a whole."""
CODEX_SETTING: Final = "project_doc_max_bytes"


def check_limits(tree: Tree, agents: Collection[str]) -> list[Check]:
    """Warns where one of these agents does not read our part of its instruction file, or of its file of hooks."""
    checks = [check for limit in LIMITS if limit.agent in agents and (check := _check(tree, limit))]
    return [*checks, *(_check_strict_files(tree) if "antigravity" in agents else [])]


def _check_strict_files(tree: Tree) -> list[Check]:
    """Warns where Antigravity drops a file with hooks of ours for a mistake in it."""
    checks: list[Check] = []
    for folder, path, shown in ((tree.project.root, PATH, PATH), (tree.home, USER_PATH, f"~/{USER_PATH}")):
        data = read_regular(os.path.join(folder, path), _MOST)
        mistake = find_mistake(data) if data and b"antigravity session-start" in data else ""
        if mistake:
            what = f"{TITLE} drops `{shown}` with the hooks in it: {mistake}"
            checks.append(Check("limits", "warn", what, f"correct `{shown}`"))
    return checks


def _check(tree: Tree, limit: Limit) -> Check | None:
    title = registry.load_agent(limit.agent).title
    texts = {path: _read(tree, path) for path in limit.paths}
    holders = [path for path, data in texts.items() if BEGIN.encode() in (data or b"") or path.endswith(OWNED)]
    read = next((path for path, data in texts.items() if data is not None), "")
    if not read or not holders:
        return None
    if read not in holders:
        what = f"{title} reads `{read}` and not `{holders[0]}`, which holds our block"
        return Check("limits", "warn", what, f"name `{HANDOFF}` in `{read}`")
    size = _read_setting(tree, limit)
    used = _measure(texts[read] or b"", limit.unit)
    if used <= size:
        return None
    what = f"{title} reads {size:,} {limit.unit} of `{read}`, and our part ends after {used:,}"
    return Check("limits", "warn", what, f"shorten `{read}`, or move our block to its beginning")


def _read(tree: Tree, path: str) -> bytes | None:
    return read_regular(os.path.join(tree.project.root, path), _MOST)


def _measure(data: bytes, unit: str) -> int:
    """Where our block ends, or the length of a file that is ours as a whole."""
    end = data.rfind(END.encode())
    part = data[: end + len(END)] if end >= 0 else data
    return len(part) if unit == "bytes" else len(part.decode("utf-8", "replace"))


def _read_setting(tree: Tree, limit: Limit) -> int:
    """The limit, as the person has set it in Codex's settings."""
    if limit.agent != "codex":
        return limit.size
    import tomllib

    folder = tree.environ.get("CODEX_HOME") or os.path.join(tree.home, ".codex")
    try:
        settings = tomllib.loads((read_regular(os.path.join(folder, "config.toml"), _MOST) or b"").decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return limit.size
    value = settings.get(CODEX_SETTING)
    return value if isinstance(value, int) else limit.size
