"""`remember`, with `note` and `add` as other systems spell it. The flags of the kinds come from the table of kinds."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import KIND, SCOPE, TIER, common, open_memory, split_list, split_tags, text_or_stdin
from backstory.memory.prepare import split_title
from backstory.memory.writer import Remembered
from backstory.model.errors import Invalid, is_shortage
from backstory.model.kinds import KINDS, Field, Part, kind_named
from backstory.model.record import Anchor, Draft, Link, compose_body
from backstory.model.text import clean


def kind_flags(function: Callable[..., Any]) -> Callable[..., Any]:
    """One option for every part and field of every kind; where several kinds share one, its help names them."""
    rows: dict[str, tuple[tuple[str, ...], Part | Field, list[str]]] = {}
    for kind in KINDS.values():
        for item in kind.options:
            name = _option(item)
            flags, first, names = rows.get(name, ((), item, []))
            rows[name] = (tuple(dict.fromkeys((*flags, *item.flags))), first, [*names, kind.name])
    for flags, item, names in reversed(rows.values()):
        many = isinstance(item, Part) and item.many
        whose = "" if len(names) > 6 else f" ({', '.join(names)})"
        kind_of: Any = click.Choice(item.choices) if isinstance(item, Field) and item.choices else str
        function = click.option(
            *flags,
            _option(item),
            multiple=many,
            type=kind_of,
            default=None,
            metavar=None if kind_of is not str else "TEXT",
            help=f"{item.help}{whose}",
        )(function)
    return function


def _option(item: Part | Field) -> str:
    """The name under which an option arrives; parts of the same name share one, whatever the kind."""
    return f"k_{item.name}"


def common_flags(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options of every kind."""
    for option in (
        click.option("--dry-run", is_flag=True, help="Show the record, keep nothing."),
        click.option("--field", "fields", multiple=True, metavar="KEY=VALUE", help="A field of your own."),
        click.option("--status", default="", metavar="STATUS", help="Where it stands, such as open or answered."),
        click.option(
            "--scope", type=SCOPE, default=None, help="Who sees it; private unless the project says otherwise."
        ),
        click.option("--supersedes", multiple=True, metavar="ID", help="The record that this one replaces."),
        click.option("--link", "links", multiple=True, metavar="RELATION:ID", help="A link, such as depends_on:ID."),
        click.option("--at", "anchors", multiple=True, metavar="PATH[#SYMBOL]", help="The code it is about."),
        click.option("--pin", "pinned", is_flag=True, help="Always in the brief."),
        click.option("--tier", type=TIER, default=None, help="How it is loaded."),
        click.option(
            "--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag; repeat it, or separate by commas."
        ),
    ):
        function = option(function)
    return function


@click.command(no_args_is_help=False)
@click.argument("words", nargs=-1, metavar="[KIND] TEXT")
@common_flags
@kind_flags
@common
def remember(words: tuple[str, ...], **options: Any) -> None:
    """Keep something: a decision, a fact, a pattern, a failure, a question, ... (`backstory help kinds`).

    \b
    backstory remember decision "Use psycopg 3" --why "typing" --instead-of asyncpg --at src/db/pool.py#Pool
    backstory remember failure "pytest hangs with -n 8" --fix "use -n 4" --command "pytest -n 8"
    git diff | backstory remember observation -
    """
    first = kind_named(words[0]) if words else None
    if first is not None and (
        len(words) > 1 or not sys.stdin.isatty() or any(v for k, v in options.items() if k.startswith("k_"))
    ):
        keep(first.name, " ".join(words[1:]), options)
    else:
        keep("note", " ".join(words), options)


@click.command("note")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@click.option("--summary", default="", help="A decision in a line; then `--rationale` is its reason.")
@common_flags
@kind_flags
@common
def remember_alias_note(words: tuple[str, ...], summary: str, **options: Any) -> None:
    """Keep a note; with `--summary` and `--rationale`, a decision."""
    if summary:
        keep("decision", summary, options)
    else:
        keep("note", " ".join(words), options)


@click.command("add")
@click.argument("words", nargs=-1, metavar="TEXT")
@click.option("--type", "kind", type=KIND, default="note", show_default=True, help="The kind.")
@common_flags
@kind_flags
@common
def remember_alias_add(words: tuple[str, ...], kind: str, **options: Any) -> None:
    """Keep a record of a kind: `add --type fact --tags a,b TEXT`."""
    keep(kind, " ".join(words), options)


def keep(kind: str, text: str, options: dict[str, Any], *, open_with: Callable[[], Any] = open_memory) -> None:
    """Builds the draft from what was typed, keeps it and says so."""
    text = text_or_stdin(text or None, what=f"text for the {kind}")
    memory = open_with()
    checked = memory.gate.check(clean(text))  # before a title is cut out of it: half a secret is not known as one
    draft = draft_of(kind, checked.text, options)
    if options.get("dry_run"):
        console.raw(f"{kind}: {draft.title}\n\n{draft.body}\n")
        return
    done = memory.remember(draft, scope=options.get("scope") or "")
    refresh_surfaces(memory)
    tell(done._replace(redacted=done.redacted + len(checked.found)))


def draft_of(kind: str, text: str, options: dict[str, Any]) -> Draft:
    """The draft that a command line describes."""
    table = KINDS[kind]
    title, longer = split_title(text)
    parts: dict[str, str | list[str]] = {}
    own = {_option(i): i for i in table.options}
    fields: dict[str, str] = {}
    for name, value in options.items():
        if not name.startswith("k_") or not value:
            continue
        item = own.get(name)
        if item is None:
            takers = [k.name for k in KINDS.values() if any(_option(i) == name for i in k.options)]
            raise Invalid(f"a {kind} has no {name[2:]}", hint=f"these do: {', '.join(takers)}")
        if isinstance(item, Field):
            fields[item.name] = str(value)
        else:
            parts[item.name] = split_list(value) if item.many else str(value)
    lead = next((p.name for p in table.parts if not p.heading), "body")
    if longer:
        parts[lead] = f"{longer}\n\n{parts[lead]}" if parts.get(lead) else longer
    for pair in options.get("fields") or ():
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise Invalid(f"`{pair}` is no field", hint="a field is `--field KEY=VALUE`")
        fields[key.strip()] = value.strip()
    return Draft(
        kind=kind,
        title=title,
        body=compose_body(kind, parts),
        tier="pinned" if options.get("pinned") else options.get("tier") or "",
        status=options.get("status") or "",
        tags=split_tags(options.get("tags") or ()),
        fields=fields,
        anchors=[Anchor.parse(a) for a in options.get("anchors") or ()],
        links=link_list(options.get("links") or (), options.get("supersedes") or ()),
    )


def link_list(links: Sequence[str], supersedes: Sequence[str]) -> list[Link]:
    """`RELATION:ID` and `--supersedes ID` as links."""
    found: list[Link] = []
    for text in links:
        relation, colon, target = text.partition(":")
        if not colon or not target.strip():
            raise Invalid(
                f"`{text}` is no link", hint="a link is `--link RELATION:ID`, such as `--link depends_on:7q4t9w2r`"
            )
        found.append(Link(relation.strip(), target.strip()))
    return found + [Link("supersedes", s) for s in supersedes]


def refresh_surfaces(memory: Any) -> None:
    """Brings handoff files and agents' blocks up to date; what cannot be written is said, the record is kept anyway."""
    from backstory.deliver.surfaces import refresh

    try:
        for warning in refresh(memory):
            console.warn(warning, "`backstory doctor` shows the state of every surface")
    except (MemoryError, ImportError) as error:
        if not is_shortage(error):
            raise
        console.warn("there was too little memory to bring the agents' files up to date", "`backstory brief` does it")


def tell(done: Remembered, verb: str = "Remembered") -> None:
    """Says what was made, with its id."""
    record = done.record
    if console.State.json:
        console.document(
            "remember",
            {
                "id": record.id,
                "short": record.short,
                "kind": record.kind,
                "title": record.title,
                "scope": record.scope,
                "tier": record.tier,
                "path": done.path,
                "new": done.new,
                "redacted": done.redacted,
                "spooled": done.spooled,
                "notes": [{"message": n, "hint": h} for n, h in done.notes],
            },
        )
        return
    word = verb if done.new else "Kept"
    console.talk(f'{word} {record.kind} {record.short} "{record.title}" ({record.scope}, {record.tier})')
    if done.redacted:
        console.warn(
            f"{done.redacted} secret{'s were' if done.redacted > 1 else ' was'} taken out before anything was written"
        )
    for message, hint in done.notes:
        console.talk(message)
        console.talk(f"hint: {hint}")
    if done.spooled and not done.sealed:
        console.talk(
            "hint: the data home cannot be read or written here; the record waits for a person to take it in: "
            f"`backstory import {done.path}`"
        )
    elif done.spooled:
        console.talk(
            "hint: the data home cannot be written here; the record waits in `.backstory/local/spool/` for the next "
            "command that can"
        )
    elif record.scope == "team" and done.new:
        console.talk("hint: it will be shared with your next commit; `backstory undo` takes it back")
