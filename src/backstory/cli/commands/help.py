"""Show help on a command or a topic: kinds, exit-codes, settings, coming-from."""

from collections.abc import Callable
from typing import Final

import click
import msgspec

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options
from backstory.cli.table import ALIASES, COMMANDS
from backstory.model.dates import EXPECTED
from backstory.model.errors import EXIT_MEANINGS, Invalid
from backstory.model.kinds import CHANNEL_MEANINGS, KINDS, SCOPE_MEANINGS, TIER_MEANINGS
from backstory.settings import SETTINGS, VARIABLES

SECTION: Final = "Machines"
Rows = list[list[str]]


class HelpOverview(Answer):
    """The commands and the topics."""

    schema = "help"
    page: str

    def to_json(self) -> Json:
        return {"topics": tuple(TOPICS), "commands": COMMANDS}

    def print_text(self) -> None:
        console.verbatim(self.page + "\n\nTopics: " + ", ".join(TOPICS) + "\n")


class HelpTopic(Answer):
    """A topic as rows of a table."""

    schema = "help"
    topic: str
    rows: Rows

    def print_text(self) -> None:
        console.table(self.rows, styles=("36",), wrap=True)


class HelpPage(Answer):
    """The help page of a command."""

    schema = "help"
    topic: str
    text: str

    def print_text(self) -> None:
        console.verbatim(self.text + "\n")


@click.command("help")
@click.argument("topic", required=False)
@click.argument("more", required=False)
@click.option("--man", is_flag=True, help="Print the manual page: `backstory help --man > backstory.1`.")
@add_common_options
@click.pass_context
def help_(ctx: click.Context, topic: str | None, more: str | None, man: bool) -> HelpOverview | HelpTopic | HelpPage:
    """Show help on a command or a topic.

    Topics: kinds, tiers, scopes, query, trust, exit-codes, settings, environment, debug, coming-from.
    """
    root = ctx.find_root()
    if man:
        from backstory.cli.man_page import format_man_page

        assert isinstance(root.command, click.Group)
        return HelpPage("man", format_man_page(root.command, root).removesuffix("\n"))
    if not topic:
        return HelpOverview("" if console.State.json else root.command.get_help(root))
    if topic == "coming-from" and more:
        return HelpTopic(topic, system_rows(more))
    if topic in TOPICS:
        return HelpTopic(topic, TOPICS[topic]())
    return _help_command(root, topic)


def _help_command(root: click.Context, name: str) -> HelpPage:
    """The help of a command. Raises `Invalid` for a name that is none."""
    command = root.command.get_command(root, name) if isinstance(root.command, click.Group) else None
    if command is None:
        from backstory.cli.usage import hint_near

        topics = f"topics: {', '.join(TOPICS)}; `backstory --help` lists the commands"
        hint = hint_near([*TOPICS, *COMMANDS], name, topics, before="backstory help ")
        raise Invalid(f"unknown command or topic `{name}`", hint=hint)
    with click.Context(command, info_name=name, parent=root) as inner:
        return HelpPage(name, command.get_help(inner))


def kind_rows() -> Rows:
    """The kinds of records."""
    rows = []
    for kind in KINDS.values():
        also = f" (also {', '.join(kind.aliases)})" if kind.aliases else ""
        rows.append([kind.name, kind.group, kind.tier, kind.help + also])
    return rows


def query_rows() -> Rows:
    """The query language: keys, operators, examples."""
    from backstory.model.query import COMPARED, KEYS, SYNONYMS

    rows = []
    for key, meaning in KEYS.items():
        synonyms = [f"`{old}:`" for old, target in SYNONYMS.items() if target == key]
        rows.append([f"{key}:", meaning + (f" (also {', '.join(synonyms)})" if synonyms else "")])
    return [
        *rows,
        ["words", "any of them, the more the better"],
        ['"a phrase"', "these words in this order"],
        [
            "AND OR NOT ( )",
            "NOT binds closer than AND, AND closer than OR; side by side means AND; `-kind:note` is NOT",
        ],
        ["> >= < <=", f"after {', '.join(f'`{key}:`' for key in COMPARED)}"],
        ["dates", EXPECTED + "; a date stands for all of its day, month or year"],
        ["example", "(kind:fact OR kind:decision) AND tag:project:auth AND created:>30d"],
        ["example", 'path:src/db stale:yes NOT tier:off-context "connection pool"'],
    ]


def setting_rows() -> Rows:
    """The settings, with their defaults."""
    return [[setting.key, _default_text(setting.default), setting.help] for setting in SETTINGS]


def _default_text(value: object) -> str:
    """A default as a settings file has it, a text without its quotes."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def variable_rows() -> Rows:
    """The environment variables."""
    return [[name, meaning] for name, meaning in VARIABLES.items()] + [
        [setting.variable, setting.key] for setting in SETTINGS
    ]


def debug_rows() -> Rows:
    """The topics of `BACKSTORY_DEBUG`."""
    from backstory.base.debug import TOPICS as DEBUG_TOPICS

    return [[name, meaning] for name, meaning in DEBUG_TOPICS.items()]


def system_rows(name: str) -> Rows:
    """The commands of one other system, each with ours, and what is served otherwise.

    Raises `Invalid` for a system that is not in the table.
    """
    from backstory.cli.coming_from import NAMES, OTHERWISE, SYSTEMS

    system = NAMES.get(name.lower(), name.lower())
    if system not in SYSTEMS:
        raise Invalid(
            f"no table for `{name}`",
            hint=f"tables are {', '.join(SYSTEMS)}; `backstory help coming-from` has every word",
        )
    commands = [[old, f"backstory {new}"] for old, new in SYSTEMS[system].items()]
    return commands + [[name.replace("`", ""), reason] for name, reason in OTHERWISE[system].items()]


TOPICS: Final[dict[str, Callable[[], Rows]]] = {
    "kinds": kind_rows,
    "tiers": lambda: [[name, meaning] for name, meaning in TIER_MEANINGS.items()],
    "scopes": lambda: [[name, meaning] for name, meaning in SCOPE_MEANINGS.items()],
    "query": query_rows,
    "trust": lambda: [[name, meaning] for name, meaning in CHANNEL_MEANINGS.items()],
    "exit-codes": lambda: [[str(int(code)), meaning] for code, meaning in EXIT_MEANINGS.items()],
    "settings": setting_rows,
    "environment": variable_rows,
    "debug": debug_rows,
    "coming-from": lambda: [[old, f"backstory {new}"] for old, new in ALIASES.items()],
}
"""Topic -> what makes its rows."""
