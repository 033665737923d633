"""The commands, their help pages, and what they are called in other systems."""

import re
from collections.abc import Iterator

import click

from regions.table import table

WIDTH = 100
"""Columns of a help page."""


def commands() -> str:
    """The commands in their sections, one line each, with the words of other systems that mean the same."""
    from backstory.cli.table import ALIASES, SECTIONS

    rows = []
    for title, section in SECTIONS.items():
        for name, line in section.items():
            also = [f"`{a}`" for a, to in ALIASES.items() if to == name]
            rows.append((title, f"[`{name}`](#{slug(name)})", line, " ".join(also)))
    return table(("", "command", "what it does", "also"), rows)


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


def slug(heading: str) -> str:
    """The anchor that Markdown gives to the heading of a command."""
    return "backstory-" + heading.replace(" ", "-")
