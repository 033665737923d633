"""Record a decision, a fact, a failure, ..."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Final

import click
import msgspec

from backstory.api import Memory, compose_text
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import (
    KIND,
    SCOPE,
    TEXT,
    TIER,
    F,
    add_common_options,
    gather_options,
    open_memory,
    refresh_surfaces,
    split_list,
    split_tags,
    text_or_stdin,
)  # fmt: skip
from backstory.cli.remember_answer import RememberedAnswer
from backstory.model.errors import Invalid
from backstory.model.kinds import KINDS, Field, Part, find_kind, nearest_kind, related_kind
from backstory.model.record import Anchor, Draft, Link
from backstory.model.text import one_line

SECTION: Final = "Daily"
ALIASES: Final = ("note", "add")
KindValues = dict[str, str | tuple[str, ...]]
"""Part or field of a kind -> what was given for it; names begin with `k_`."""
MANY_KINDS: Final = 6
"""An option that more kinds share does not name them in its help."""


class RecordOptions(msgspec.Struct):
    """The options that records of every kind take."""

    tags: tuple[str, ...] = ()
    tier: str | None = None
    pinned: bool = False
    anchors: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    scope: str | None = None
    status: str = ""
    fields: tuple[str, ...] = ()
    dry_run: bool = False
    anyway: bool = False


class RecordPreview(Answer):
    """A record as it would be kept. Its title and text passed the gate."""

    schema = "record-preview"
    kind: str
    title: str
    body: str

    def print_text(self) -> None:
        console.verbatim(f"{self.kind}: {self.title}\n" + (f"\n{self.body}\n" if self.body else ""))


def record_options(function: F) -> F:
    """Adds the options of every kind, which arrive as `RecordOptions`."""
    function = gather_options(RecordOptions, RecordOptions.__struct_fields__)(function)
    for option in (
        click.option("--dry-run", is_flag=True, help="Show the record without keeping it."),
        click.option("--anyway", is_flag=True, help="Accept an `--at` that looks misspelt."),
        click.option("--field", "fields", multiple=True, metavar="KEY=VALUE", help="A field of your own."),
        click.option("--status", default="", metavar="STATUS", help="Its status, such as open or answered."),
        click.option(
            "--scope", type=SCOPE, default=None, help="Who sees it; private unless the project says otherwise."
        ),
        click.option("--supersedes", multiple=True, metavar="ID", help="The record it replaces."),
        click.option("--link", "links", multiple=True, metavar="RELATION:ID", help="A link, such as depends_on:ID."),
        click.option("--at", "anchors", multiple=True, metavar="PATH[#SYMBOL]", help="The code it is about."),
        click.option("--pin", "pinned", is_flag=True, help="Pin it: every brief contains it."),
        click.option("--tier", type=TIER, default=None, help="When it is loaded into briefs."),
        click.option(
            "--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag; repeat it, or separate by commas."
        ),
    ):
        function = option(function)
    return function


def kind_options(function: F) -> F:
    """Adds an option for every part and field of the table of kinds; they arrive as `kind_values`.

    Kinds that share an option are named in its help.
    """

    @wraps(function)
    def call(*arguments: object, **values: object) -> object:
        kind_values = {name: values.pop(name) for name in list(values) if name.startswith("k_")}
        return function(*arguments, kind_values={name: value for name, value in kind_values.items() if value}, **values)

    rows: dict[str, tuple[tuple[str, ...], Part | Field, list[str]]] = {}
    for kind in KINDS.values():
        for item in kind.options:
            flags, first, names = rows.get(_parameter(item), ((), item, []))
            rows[_parameter(item)] = (tuple(dict.fromkeys((*flags, *item.flags))), first, [*names, kind.name])
    command: Callable[..., object] = call
    for flags, item, names in reversed(rows.values()):
        choices = item.choices if isinstance(item, Field) else ()
        whose = "" if len(names) > MANY_KINDS else f" ({', '.join(names)})"
        command = click.option(
            *flags,
            _parameter(item),
            multiple=isinstance(item, Part) and item.many,
            type=click.Choice(choices) if choices else TEXT,
            default=None,
            metavar=None if choices else "TEXT",
            help=f"{item.help[:1].upper()}{item.help[1:]}{whose}.",
        )(command)
    return command  # type: ignore[return-value]  # click reads the parameters from the options, not the signature


def _parameter(item: Part | Field) -> str:
    """The name under which an option arrives. Parts of the same name share one, whatever the kind."""
    return f"k_{item.name}"


@click.command(no_args_is_help=False)
@click.argument("words", nargs=-1, metavar="[KIND] TEXT")
@click.option("--kind", "--type", "kind_name", type=KIND, default=None, help="The kind, instead of the first word.")
@record_options
@kind_options
@add_common_options
def remember(
    words: tuple[str, ...], kind_name: str | None, options: RecordOptions, kind_values: KindValues
) -> RememberedAnswer | RecordPreview:
    """Record a decision, a fact, a pattern, a failure, a question, ... (`backstory help kinds`).

    \b
    backstory remember decision "Use psycopg 3" --why "typing" --instead-of asyncpg --at src/db/pool.py#Pool
    backstory remember failure "pytest hangs with -n 8" --fix "use -n 4" --command "pytest -n 8"
    git diff | backstory remember observation -
    """
    if kind_name is not None:
        return keep_text(kind_name, " ".join(words), options, kind_values)
    first = find_kind(words[0]) if words else None
    if first is None and len(words) > 1:
        _ensure_no_other_kind(words)
    if first is not None:
        return keep_text(first.name, " ".join(words[1:]), options, kind_values)
    return _keep_note(words, options, kind_values)


def _keep_note(
    words: Sequence[str], options: RecordOptions, kind_values: KindValues
) -> RememberedAnswer | RecordPreview:
    """Keeps a note; the `#words` in what was typed become tags."""
    text = " ".join(words)
    options.tags = (*options.tags, *find_hashtags(text))
    return keep_text("note", text, options, kind_values)


def find_hashtags(text: str) -> tuple[str, ...]:
    """The `#words` of a note, which become its tags."""
    words = [word for word in text.split() if word.startswith("#") and len(word) > 2 and not word[1].isdigit()]
    return tuple(word[1:].strip(".,;:!?") for word in words)


_GOES_ON: Final = frozenset(
    ("of", "over", "in", "on", "for", "with", "and", "or", "is", "are", "was", "at", "to", "by", "that", "has", "list")
)
"""Words behind a noun with which a sentence goes on: `risk of data loss`."""


def _ensure_no_other_kind(words: Sequence[str]) -> None:
    """Raises `Invalid` if the first of several words is likely a misspelt kind, or names what a kind is for (and the
    sentence does not go on from it): it would become part of a note."""
    related = None if words[1].lower() in _GOES_ON else related_kind(words[0])
    near = related or nearest_kind(words[0])
    if near is not None:
        text = one_line(" ".join(words[1:]), 60).replace('"', "'")
        raise Invalid(
            f"`{words[0]}` is not a kind",
            hint=f'did you mean `backstory remember {near.name} "{text}"`? '
            f'`backstory remember note "{words[0]} {text}"` keeps it as a note',
        )


@click.command("note")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@click.option("--summary", default="", help="A decision in a line; then `--rationale` is its reason.")
@record_options
@kind_options
@add_common_options
def alias_note(
    words: tuple[str, ...], summary: str, options: RecordOptions, kind_values: KindValues
) -> RememberedAnswer | RecordPreview:
    """Keep a note; with `--summary` and `--rationale`, a decision."""
    if summary:
        return keep_text("decision", summary, options, kind_values)
    return _keep_note(words, options, kind_values)


@click.command("add")
@click.argument("words", nargs=-1, metavar="TEXT")
@click.option("--type", "kind", type=KIND, default="note", show_default=True, help="The kind.")
@record_options
@kind_options
@add_common_options
def alias_add(
    words: tuple[str, ...], kind: str, options: RecordOptions, kind_values: KindValues
) -> RememberedAnswer | RecordPreview:
    """Keep a record of a kind: `add --type fact --tags a,b TEXT`."""
    return keep_text(kind, " ".join(words), options, kind_values)


def keep_text(
    kind: str,
    text: str,
    options: RecordOptions,
    kind_values: Mapping[str, str | tuple[str, ...]],
    *,
    open_with: Callable[[], Memory] = open_memory,
) -> RememberedAnswer | RecordPreview:
    """Builds the draft from what was typed and keeps it; with `--dry-run` it only shows the draft."""
    if not text and isinstance(body := kind_values.get("k_body"), str):
        text, kind_values = body, {name: value for name, value in kind_values.items() if name != "k_body"}
    text = text_or_stdin(text or None, what=f"text for the {kind}")
    memory = open_with()
    draft = make_draft(kind, text, options, kind_values)
    notes: list[tuple[str, str]] = []
    if draft.anchors and not options.anyway:
        from backstory.api import ensure_not_misspelt

        notes = ensure_not_misspelt(memory, draft.anchors)
    if options.dry_run:
        return RecordPreview(kind, *compose_text(memory.gate, draft))
    remembered = memory.remember(draft, scope=options.scope or "")
    remembered = remembered._replace(notes=(*remembered.notes, *notes)) if notes else remembered
    refresh_surfaces(memory)
    return RememberedAnswer(remembered)


def make_draft(kind: str, text: str, options: RecordOptions, kind_values: Mapping[str, str | tuple[str, ...]]) -> Draft:
    """The draft that a command line describes."""
    parts, fields = _split_kind_values(kind, kind_values)
    for pair in options.fields:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise Invalid(f"`{pair}` is not a field", hint="a field is `--field KEY=VALUE`")
        fields[key.strip()] = value.strip()
    return Draft(
        kind=kind,
        text=text,
        parts=parts,
        tier="pinned" if options.pinned else options.tier or "",
        status=options.status,
        tags=split_tags(options.tags),
        fields=fields,
        anchors=[Anchor.parse(anchor) for anchor in options.anchors],
        links=parse_links(options.links, options.supersedes),
    )


def _split_kind_values(
    kind: str, values: Mapping[str, str | tuple[str, ...]]
) -> tuple[dict[str, str | list[str]], dict[str, str]]:
    """Splits the options of a kind into parts and fields. Raises `Invalid` for an option of another kind."""
    items = {_parameter(item): item for item in KINDS[kind].options}
    parts: dict[str, str | list[str]] = {}
    fields: dict[str, str] = {}
    for name, value in values.items():
        item = items.get(name)
        if item is None:
            others = {
                kind.name: one.flags[0] for kind in KINDS.values() for one in kind.options if _parameter(one) == name
            }
            own = ", ".join(f"`{one.flags[0]}`" for one in items.values())
            raise Invalid(
                f"`{next(iter(others.values()))}` is not an option of `{kind}`",
                hint=f"`{kind}` has {own or 'no options of its own'}; kinds with this one: {', '.join(others)}",
            )
        if isinstance(item, Field):
            fields[item.name] = str(value)
        elif isinstance(value, tuple):
            parts[item.name] = split_list(value)
        else:
            parts[item.name] = value
    return parts, fields


def parse_links(links: Sequence[str], supersedes: Sequence[str]) -> list[Link]:
    """Reads `RELATION:ID` and `--supersedes ID` as links."""
    parsed: list[Link] = []
    for text in links:
        relation, colon, target = text.partition(":")
        if not colon or not target.strip():
            raise Invalid(
                f"`{text}` is not a link", hint="a link is `--link RELATION:ID`, such as `--link depends_on:7q4t9w2r`"
            )
        parsed.append(Link(relation.strip(), target.strip()))
    return parsed + [Link("supersedes", ref) for ref in supersedes]
