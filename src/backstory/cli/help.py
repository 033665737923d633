"""`help`: topics that are no command."""

import click

from backstory.cli import console
from backstory.cli.command import common
from backstory.cli.table import ALIASES, COMMANDS
from backstory.model.errors import EXIT_MEANINGS, Invalid
from backstory.model.kinds import HOW_MEANINGS, KINDS, SCOPE_MEANINGS, TIER_MEANINGS

TOPICS = ("kinds", "tiers", "scopes", "query", "trust", "exit-codes", "settings", "environment", "coming-from")


@click.command("help")
@click.argument("topic", required=False)
@click.argument("more", required=False)
@common
@click.pass_context
def help_(ctx: click.Context, topic: str | None, more: str | None) -> None:
    """Help on a command or a topic.

    Topics: kinds, tiers, scopes, query, trust, exit-codes, settings, environment, coming-from.
    """
    group = ctx.find_root().command
    if not topic and console.State.json:
        console.document(
            "help", {"topics": TOPICS, "commands": {name: line for name, (_, _, line) in COMMANDS.items()}}
        )
        return
    if not topic:
        console.raw(group.get_help(ctx.find_root()) + "\n\nTopics: " + ", ".join(TOPICS) + "\n")
        return
    if topic in TOPICS and console.State.json:
        console.document("help", {"topic": topic, "rows": topic_rows(topic)})
        return
    if topic in TOPICS:
        console.table(topic_rows(topic), styles=("36",))
        return
    if topic in COMMANDS or topic in ALIASES:
        command = group.get_command(ctx.find_root(), topic) if isinstance(group, click.Group) else None
        if command is not None:
            with click.Context(command, info_name=topic, parent=ctx.find_root()) as inner:
                text = command.get_help(inner)
            if console.State.json:
                console.document("help", {"topic": topic, "text": text})
            else:
                console.raw(text + "\n")
            return
    raise Invalid(
        f"no command or topic `{topic}`", hint=f"topics: {', '.join(TOPICS)}; `backstory --help` lists the commands"
    )


def topic_rows(topic: str) -> list[list[str]]:
    """A topic as rows of a table."""
    if topic == "kinds":
        return [
            [k.name, k.group, k.tier, k.help + (f" (also {', '.join(k.aliases)})" if k.aliases else "")]
            for k in KINDS.values()
        ]
    if topic == "tiers":
        return [list(i) for i in TIER_MEANINGS.items()]
    if topic == "scopes":
        return [list(i) for i in SCOPE_MEANINGS.items()]
    if topic == "query":
        return query_rows()
    if topic == "trust":
        return [list(i) for i in HOW_MEANINGS.items()]
    if topic == "exit-codes":
        return [[str(int(c)), m] for c, m in EXIT_MEANINGS.items()]
    if topic == "settings":
        from backstory.settings import SETTINGS

        return [[s.key, str(s.default), s.help] for s in SETTINGS]
    if topic == "environment":
        from backstory.settings import SETTINGS, VARIABLES

        return [list(i) for i in VARIABLES.items()] + [[s.variable, s.key] for s in SETTINGS]
    return [[old, f"backstory {new}"] for old, new in ALIASES.items()]


def query_rows() -> list[list[str]]:
    """The query language: keys, how they are joined, examples."""
    from backstory.model.dates import EXPECTED
    from backstory.model.query import COMPARED, KEYS, SYNONYMS

    same = {new: [old for old, target in SYNONYMS.items() if target == new] for new in KEYS}
    also = {key: f" (also {', '.join(f'`{s}:`' for s in names)})" if names else "" for key, names in same.items()}
    return [
        *([f"{key}:", meaning + also[key]] for key, meaning in KEYS.items()),
        ["words", "any of them, the more the better"],
        ['"a phrase"', "as it stands"],
        [
            "AND OR NOT ( )",
            "NOT binds closer than AND, AND closer than OR; side by side means AND; `-kind:note` is NOT",
        ],
        ["> >= < <=", f"after {', '.join(f'`{key}:`' for key in COMPARED)}"],
        ["dates", EXPECTED + "; a date stands for all of its day, month or year"],
        ["example", "(kind:fact OR kind:decision) AND tag:project:auth AND created:>30d"],
        ["example", 'path:src/db stale:yes NOT tier:off-context "connection pool"'],
    ]
