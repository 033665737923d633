#!/usr/bin/env python3
"""Writes the generated regions of the documentation from the code, or checks that they are true.

`scripts/docs.py --write` fills every `<!-- generated: NAME -->` ... `<!-- end -->` in docs/ and the pages at the top;
`scripts/docs.py --check` changes nothing and ends with exit code 1 when a region differs from the code, or a page names
a module that does not exist. `--list` names the regions.
"""

import argparse
import difflib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from plugins import list_files
from regions.agents import agents, install_links, mcp_resources, mcp_servers, mcp_tools
from regions.commands import cli, coming_from, commands
from regions.kinds import hows, kind_words, kinds, query, relations, scopes, tiers
from regions.memory import brief_sections, export_forms, import_sources, schema, signals
from regions.modules import command_table, public_names, setting_keys, source_map
from regions.settings import debug_topics, exit_codes, foreign_settings, layers, settings, variables
from regions.table import ROOT

REGION = re.compile(r"(<!-- generated: (?P<name>[\w:-]+) -->\n)(?P<body>.*?)(<!-- end -->)", re.DOTALL)
SOURCE = ROOT / "src" / "backstory"
MODULE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.py|[a-z_]+(?:\.[a-z_]+)+)`")
ENDINGS = frozenset(("db", "log", "json", "jsonl", "md", "py", "toml"))
"""Endings of files, which may be named as a room is."""

GENERATORS: dict[str, Callable[[], str]] = {
    "mcp-tools": mcp_tools, "mcp-resources": mcp_resources,
    "kind-words": kind_words, "source-map": source_map, "debug-topics": debug_topics,
    "coming-from": coming_from, "import-sources": import_sources,
    "export-forms": export_forms,
    "kinds": kinds, "tiers": tiers, "scopes": scopes, "hows": hows, "relations": relations, "settings": settings,
    "layers": layers, "variables": variables, "foreign-settings": foreign_settings, "exit-codes": exit_codes,
    "commands": commands, "cli": cli, "schema": schema, "agents": agents, "mcp-servers": mcp_servers,
    "install-links": install_links,
    "brief-sections": brief_sections, "signals": signals, "query": query,
}  # fmt: skip


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def renewed(text: str) -> str:
    """The page with all its regions as the code has them now."""

    def fill(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in GENERATORS:
            raise SystemExit(f"error: no generator `{name}`; there are: {', '.join(GENERATORS)}")
        return f"{match[1]}\n{GENERATORS[name]().strip()}\n\n{match[4]}"

    return REGION.sub(fill, text)


def renewed_files() -> Iterator[tuple[Path, str]]:
    """Every generated file with its text as the code has it now. Modules come first, because pages read them."""
    yield ROOT / "src" / "backstory" / "cli" / "table.py", command_table()
    yield ROOT / "src" / "backstory" / "settings" / "keys.py", setting_keys()
    yield ROOT / "src" / "backstory" / "memory" / "public.pyi", public_names()
    yield from list_files()
    for page in pages():
        yield page, renewed(page.read_text(encoding="utf-8"))


def find_missing_modules(page: Path, text: str) -> list[str]:
    """The modules that a page names between backticks and that do not exist.

    Every page may name `room/module.py`. `room.module` is a module only on pages about the code: elsewhere a name with
    a point is a setting or a kind of event.
    """
    is_about_code = page.name == "architecture.md" or page.parent.name == "contributing"
    missing = []
    for name in MODULE.findall(text):
        is_path = "/" in name
        room, *rest = name.removesuffix(".py").split("/") if is_path else name.split(".")
        if not (SOURCE / room).is_dir() or (not is_path and (not is_about_code or rest[-1] in ENDINGS)):
            continue
        place = (SOURCE / room).joinpath(*rest if is_path else rest[:1])
        if not place.with_suffix(".py").is_file() and (is_path or not place.is_dir()):
            missing.append(name)
    return missing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--check", action="store_true")
    choice.add_argument("--write", action="store_true")
    choice.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        print("\n".join(GENERATORS))
        return 0
    stale = 0
    for page, after in renewed_files():
        before = page.read_text(encoding="utf-8") if page.exists() else ""
        if before == after:
            continue
        name = page.relative_to(ROOT).as_posix()
        if options.write:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(after, encoding="utf-8", newline="\n")
            print(f"wrote {name}")
            continue
        stale += 1
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, "the code"))
    if stale:
        print("error: the documentation differs from the code\n\nhint: python scripts/docs.py --write", file=sys.stderr)
    missing = [
        f"{page.relative_to(ROOT).as_posix()}: no module `{name}`"
        for page in pages()
        for name in find_missing_modules(page, page.read_text(encoding="utf-8"))
    ]
    for line in missing:
        print(f"error: {line}", file=sys.stderr)
    return 1 if stale or missing else 0


if __name__ == "__main__":
    sys.exit(main())
