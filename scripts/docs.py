#!/usr/bin/env python3
"""Writes the generated regions of the documentation from the code, or checks that they are true.

`scripts/docs.py --write` fills every `<!-- generated: NAME -->` ... `<!-- end -->` in docs/ and the pages at the top;
`scripts/docs.py --check` changes nothing and ends with exit code 1 when a region differs from the code. `--list` names
the regions.
"""

import argparse
import ast
import difflib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click
from plugins import list_files, list_links

ROOT = Path(__file__).resolve().parent.parent
REGION = re.compile(r"(<!-- generated: (?P<name>[\w:-]+) -->\n)(?P<body>.*?)(<!-- end -->)", re.DOTALL)
WIDTH = 100


def kinds() -> str:
    """Every kind: what it is for, its parts and fields, the flags that fill them."""
    from backstory.model.kinds import KINDS

    rows = [(f"[`{k.name}`](#{k.name})", k.group, f"`{k.tier}`", k.help) for k in KINDS.values()]
    out = [table(("kind", "group", "tier at first", "for"), rows)]
    for kind in KINDS.values():
        facts = [f"{kind.help[:1].upper()}{kind.help[1:]}.", f"Starts in tier `{kind.tier}`."]
        if not kind.loaded:
            facts.append("Never put into a brief; `recall` finds it.")
        if len(kind.statuses) > 1:
            facts.append(f"Status: {words(kind.statuses)}; the first is where it starts.")
        facts.append(f"Also called {words((kind.plural, *kind.aliases))}.")
        out.append(f"### {kind.name}\n\n" + "\n".join(facts))
        parts = [(" ".join(f"`{f}`" for f in p.flags) or "(captured)",
                  f"section `## {p.heading}`" if p.heading else "first paragraph",
                  p.help + (" (may be repeated)" if p.many else "")) for p in kind.parts]  # fmt: skip
        fields = [(" ".join(f"`{f}`" for f in p.flags), f"front matter `{p.name}`",
                   p.help + (f": {words(p.choices)}" if p.choices else "")) for p in kind.fields]  # fmt: skip
        out.append(table(("flag", "kept in", "what"), [*parts, *fields]))
    return "\n\n".join(out)


def kind_words() -> str:
    """The words of the table of kinds that stand in files: names, statuses, fields."""
    from backstory.model.kinds import KINDS

    rows = KINDS.values()
    statuses = ", ".join(f"{k.name} `{' '.join(k.statuses)}`" for k in rows if len(k.statuses) > 1)
    first = {word: " ".join(k.name for k in rows if k.statuses[0] == word) for word in ("open", "running")}
    fields = dict.fromkeys(field.name for kind in rows for field in kind.fields)
    lines = [
        f"- Kinds: `{' '.join(KINDS)}`.",
        f"- Statuses, least careful first: {statuses}; of all others `active`.",
        f"- Default status: `open` for `{first['open']}`, `running` for `{first['running']}`, else `active`.",
        f"- Fields: those of the kind (`{' '.join(fields)}`).",
    ]
    return "\n".join(lines)


def tiers() -> str:
    from backstory.model.kinds import TIER_MEANINGS

    return table(("tier", "meaning"), [(f"`{k}`", v) for k, v in TIER_MEANINGS.items()])


def scopes() -> str:
    from backstory.model.kinds import SCOPE_MEANINGS

    return table(("scope", "meaning"), [(f"`{k}`", v) for k, v in SCOPE_MEANINGS.items()])


def hows() -> str:
    from backstory.model.kinds import CHANNEL_MEANINGS

    return table(("how", "meaning"), [(f"`{k}`", v) for k, v in CHANNEL_MEANINGS.items()])


def query() -> str:
    """The keys of the query language and how they are joined."""
    from backstory.cli.commands.help import query_rows

    return table(("write", "meaning"), [(f"`{left}`", right) for left, right in query_rows() if left != "example"])


def relations() -> str:
    from backstory.model.kinds import RELATIONS

    return "\n".join(f"- `{r}`" for r in RELATIONS)


def settings() -> str:
    """Every setting, with what its value may be, its default and its variable."""
    from backstory.settings import SETTINGS
    from backstory.settings.table import LAYERS
    from backstory.settings.values import describe_values, format_toml

    out = []
    for setting in SETTINGS:
        lines = [
            f"### {setting.key}",
            "",
            f"{setting.help[:1].upper()}{setting.help[1:]}.",
            "",
            f"- Value: {describe_values(setting)}",
            f"- Default: `{format_toml(setting.default)}`",
            f"- Variable: `{setting.variable}`",
        ]
        if setting.where != LAYERS:
            lines.append("- Taken from: " + " and ".join(setting.where) + " only")
        lines.append(f"- From a repository: {setting.from_repository}")
        if setting.adds:
            lines.append("- The lists of all layers add up")
        out.append("\n".join(lines))
    return "\n\n".join(out)


def layers() -> str:
    from backstory.settings.table import LAYER_MEANINGS

    return "\n".join(f"{n}. **{k}**: {v}" for n, (k, v) in enumerate(LAYER_MEANINGS.items(), 1))


def variables() -> str:
    from backstory.settings import VARIABLES

    return table(("variable", "meaning"), [(f"`{k}`", v) for k, v in VARIABLES.items()])


def foreign_settings() -> str:
    """Other systems' names of settings."""
    from backstory.settings.table import FOREIGN, NOT_KEPT

    rows = [(f"`{k}`", f"`{v}`") for k, v in FOREIGN.items()]
    return table(("its key", "Backstory's"), [*rows, *((f"`{k}`", f"none: {v}") for k, v in NOT_KEPT.items())])


def exit_codes() -> str:
    from backstory.model.errors import EXIT_MEANINGS

    return table(("code", "name", "meaning"), [(str(int(k)), k.name, v) for k, v in EXIT_MEANINGS.items()])


def commands() -> str:
    """The commands in their sections, one line each, with the words of other systems that mean the same."""
    from backstory.cli.table import ALIASES, SECTIONS

    rows = []
    for title, section in SECTIONS.items():
        for name, line in section.items():
            also = [f"`{a}`" for a, to in ALIASES.items() if to == name]
            rows.append((title, f"[`{name}`](#{slug(name)})", line, " ".join(also)))
    return table(("", "command", "what it does", "also"), rows)


SECTIONS = ("Daily", "Look", "Curate", "Capture", "Advise", "Set up", "Store", "Machines")
"""Sections of `backstory --help`."""
FIRST = ("init", "status", "brief", "remember", "recall", "checkpoint", "handoff", "log")
"""Commands that come first in their section, in the order in which one needs them; the others follow by name."""


def command_table() -> str:
    """The module `cli/table.py`, from the first lines of the command files."""
    rows: dict[str, list[tuple[str, str]]] = {section: [] for section in SECTIONS}
    aliases: list[tuple[str, str]] = []
    for path in sorted((ROOT / "src" / "backstory" / "cli" / "commands").glob("[a-z]*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = path.stem.rstrip("_").replace("_", "-")
        facts = {
            node.target.id: ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value
            if node.target.id in ("SECTION", "ALIASES")
        }
        if facts.get("SECTION") not in rows:
            raise SystemExit(f"error: `{path}` needs a SECTION, one of {', '.join(SECTIONS)}")
        line = (ast.get_docstring(tree) or "").partition("\n")[0]
        rows[facts["SECTION"]].append((name, line if line.endswith("...") else line.removesuffix(".")))
        aliases += [(alias, name) for alias in facts.get("ALIASES", ())]
    order = {name: number for number, name in enumerate(FIRST)}
    lines = [
        '"""The commands by section, and the words of other systems. Generated by `scripts/docs.py`: do not edit.',
        "",
        "The lines come from the files in `cli/commands/`: help and completion read them here and load no command.",
        '"""',
        "",
        "from typing import Final",
        "",
        "SECTIONS: Final[dict[str, dict[str, str]]] = {",
    ]
    for section, found in rows.items():
        lines.append(f'    "{section}": {{')
        for name, line in sorted(found, key=lambda row: (order.get(row[0], len(order)), row[0])):
            lines.append(f'        "{name}": "{line}",')
        lines.append("    },")
    lines += [
        "}",
        "",
        "COMMANDS: Final[dict[str, str]] = {}",
        "for _commands in SECTIONS.values():",
        "    COMMANDS.update(_commands)",
    ]
    lines += ["", "ALIASES: Final[dict[str, str]] = {"]
    lines += [f'    "{alias}": "{name}",' for alias, name in sorted(aliases)]
    return "\n".join([*lines, "}", ""])


def setting_keys() -> str:
    """The module `settings/keys.py`: the keys of settings by the type of their values."""
    from backstory.settings.table import SETTINGS

    types = {"text": "TextKey", "choice": "TextKey", "number": "NumberKey", "flag": "FlagKey", "list": "ListKey",
             "patterns": "ListKey"}  # fmt: skip
    keys: dict[str, list[str]] = {name: [] for name in dict.fromkeys(types.values())}
    for setting in SETTINGS:
        keys[types[setting.type]].append(setting.key)
    lines = [
        '"""The keys of settings by the type of their values. Generated by `scripts/docs.py`: do not edit."""',
        "",
        "from typing import Literal",
        "",
    ]
    for name, found in keys.items():
        lines += [f"{name} = Literal[", *(f'    "{key}",' for key in found), "]"]
    return "\n".join([*lines, ""])


def cli() -> str:
    """The help page of every command and every alias that has one of its own."""
    return "\n\n".join(
        f"{'#' * min(4, 1 + len(path))} {' '.join(path)}\n\n```\n{page}\n```" for path, page in help_pages()
    )


def help_pages() -> Iterator[tuple[tuple[str, ...], str]]:
    from backstory.cli.root import main_group
    from backstory.cli.table import ALIASES

    group = main_group()

    def walk(
        command: click.Command, path: tuple[str, ...], above: click.Context | None
    ) -> Iterator[tuple[tuple[str, ...], str]]:
        context = click.Context(
            command, info_name=path[-1], parent=above, terminal_width=WIDTH, max_content_width=WIDTH,
            help_option_names=["-h", "--help"],
        )  # fmt: skip
        yield path, re.sub(r"[ \t]+$", "", command.get_help(context), flags=re.MULTILINE)
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                found = command.get_command(context, name)
                if found is not None and not found.hidden:
                    yield from walk(found, (*path, name), context)

    yield from walk(group, ("backstory",), None)
    context = click.Context(group, info_name="backstory", help_option_names=["-h", "--help"])
    for alias, name in ALIASES.items():
        own, ours = group.get_command(context, alias), group.get_command(context, name)
        if own is not None and own is not ours:
            yield from walk(own, ("backstory", alias), context)


def schema() -> str:
    """The index's tables, as they are made."""
    from backstory.index import schema as module

    text = "\n".join(
        v.strip() for k, v in vars(module).items() if k.isupper() and isinstance(v, str) and "CREATE " in v
    )
    return f"```sql\n{text}\n```"


def agents() -> str:
    """Which agents are known, and which files are written for each."""
    from backstory.agents import base, registry

    launch = base.Launch("/usr/bin/python3", ("/site-packages",))
    rows = []
    for row in registry.rows():
        module = registry.load_agent(row.name)
        cells = []
        for team in (False, True):
            place = base.Place(root="/repository", home="/home", launch=launch, team=team)
            found = module.surfaces(place)
            cells.append("<br>".join(f"`{s.path.replace('/home/', '~/')}` ({s.kind})" for s in found) or "none")
        rows.append((f"`{row.name}`", row.title, *cells))
    return table(("name", "agent", "`init` writes", "`init --team` writes"), rows)


def mcp_servers() -> str:
    """The files in the home folder in which agents look for MCP servers."""
    from backstory.agents.mcp_servers import SERVERS

    return table(("name", "agent", "file"), [(f"`{n}`", s.title, f"`~/{s.path}`") for n, s in SERVERS.items()])


def install_links() -> str:
    """The links that register the MCP server with a click."""
    return table(("client", "link"), [(title, f"[install]({link})") for title, link in list_links().items()])


def brief_sections() -> str:
    """The sections of a brief in order of priority, with their share of the room."""
    from backstory.recall.sections import SECTIONS

    rows = [(s.title, f"{s.share:.0%}" if s.share else "first") for s in SECTIONS.values()]
    return table(("section", "room"), rows)


def signals() -> str:
    """What makes a record relevant, with its weight."""
    from backstory.recall import rank
    from backstory.recall.content import Place
    from backstory.recall.rank import CHANGED, GONE, staleness_penalty

    def worst(state: str) -> float:
        return -staleness_penalty([Place("", "", state, "")])

    rows = [
        ("fits the goal or query (best search score is 1)", rank.MATCH),
        ("shares files with the work at hand", rank.FILES),
        ("was said through a trusted channel", rank.TRUST),
        (f"is recent (half after {rank.HALF_LIFE:.0f} days)", rank.RECENCY),
        ("was made in the last sessions of this branch, or on it since they began", rank.WORK),
        ("was made on the branch that is checked out", rank.BRANCH),
        ("was made at the end of the work at hand", rank.LATEST),
        ("says more than its title", rank.REASON),
        ("is a failure that was resolved", -rank.SETTLED),
        ("is about code that has changed since", worst(CHANGED)),
        ("is about code that is gone (not said at all when nothing of it stands)", worst(GONE)),
    ]
    return table(("a record that", "gains at most"), [(what, f"{weight:+.2f}") for what, weight in rows])


def source_map() -> str:
    """Every module by package, with the first sentence of its docstring."""
    source = ROOT / "src" / "backstory"
    packages: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(source.rglob("*.py")):
        name = path.relative_to(source).as_posix()
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        paragraph = " ".join(text.partition("\n\n")[0].split())
        if paragraph:
            packages.setdefault(name.partition("/")[0] if "/" in name else "", []).append((f"`{name}`", paragraph))
    return "\n\n".join(
        (f"## {package}\n\n" if package else "") + table(("module", "what it is"), rows)
        for package, rows in sorted(packages.items())
    )


def mcp_tools() -> str:
    """The tools of the MCP server, their parameters and their annotations."""
    from backstory.mcp.schemas import make_schema
    from backstory.mcp.table import TOOLS

    rows = []
    for tool in TOOLS.values():
        schema = make_schema(tool.input)
        required = schema["required"]
        names = ", ".join(f"**`{name}`**" if name in required else f"`{name}`" for name in schema["properties"])
        hints = [
            "writes" if tool.writes else "reads",
            *(["idempotent"] if tool.writes and tool.idempotent else []),
            *(["takes records out of briefs"] if tool.destructive else []),
        ]
        rows.append((f"`{tool.name}`", tool.description, names or "nothing", ", ".join(hints)))
    return table(("tool", "what a model reads of it", "takes (bold: required)", "hints"), rows)


def mcp_resources() -> str:
    """The resources of the MCP server."""
    from backstory.mcp import resources

    rows = [(f"`{one.uri}`", one.description) for one in resources.RESOURCES]
    return table(("resource", "what it is"), [*rows, (f"`{resources.TEMPLATE}`", resources.TEMPLATE_DESCRIPTION)])


def coming_from() -> str:
    """The commands of other systems, each with ours, and what is served otherwise."""
    from backstory.cli.coming_from import NAMES, OTHERWISE, SYSTEMS

    other_names = {name: other for other, name in NAMES.items()}
    out: list[str] = []
    for name, rows in SYSTEMS.items():
        also = f" ({other_names[name]})" if name in other_names else ""
        out.append(f"## {name}{also}")
        out.append(table(("its command", "Backstory"), [(f"`{old}`", f"`{new}`") for old, new in rows.items()]))
        out.append(table(("what is different", "why, and what serves the purpose"), list(OTHERWISE[name].items())))
    return "\n\n".join(out)


def import_sources() -> str:
    """The tools whose memory can be taken in."""
    from backstory.imports.table import SOURCES

    rows = [
        (
            " ".join(f"`{name}`" for name in (source.name, *source.aliases)),
            source.title,
            "<br>".join(f"`{place}`" for place in source.places) or "with a path",
            source.becomes,
            source.lost or "",
        )
        for source in SOURCES
    ]
    return table(("source", "what it is", "looked for in", "becomes", "stays behind"), rows)


def export_forms() -> str:
    """The formats of other tools that records can be written in."""
    from backstory.exports.table import FORMS

    rows = [
        (" ".join(f"`{name}`" for name in (form.name, *form.aliases)), form.title, form.becomes, form.lost)
        for form in FORMS
    ]
    return table(("`--to`", "what it is", "holds", "stays behind"), rows)


def debug_topics() -> str:
    """The topics of `BACKSTORY_DEBUG`."""
    from backstory.base.debug import TOPICS

    return table(("topic", "lines about"), [(f"`{name}`", meaning) for name, meaning in TOPICS.items()])


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


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(c.replace("|", "\\|") for c in line) + " |" for line in lines)


def words(items: Iterable[str]) -> str:
    return ", ".join(f"`{i}`" for i in items)


def slug(heading: str) -> str:
    """The anchor that Markdown gives to the heading of a command."""
    return "backstory-" + heading.replace(" ", "-")


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
    yield from list_files()
    for page in pages():
        yield page, renewed(page.read_text(encoding="utf-8"))


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
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
