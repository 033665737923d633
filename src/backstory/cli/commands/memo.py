"""Keep and find notes, persona and profile."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer, Notice
from backstory.cli.command import add_common_options, open_memory
from backstory.cli.commands.remember import RecordOptions, RecordPreview, find_hashtags, keep_text
from backstory.cli.numbers import Whole
from backstory.cli.records import RecordList, list_records
from backstory.cli.remember_answer import RememberedAnswer
from backstory.model.errors import Invalid
from backstory.model.query import looks_structured

if TYPE_CHECKING:
    from backstory.cli.commands.index import RebuiltIndex
    from backstory.cli.recall_answer import Recalled
    from backstory.cli.storage import StorageSizes

SECTION: Final = "Curate"
ALIASES: Final = ("persona", "profile")
MAX_PINS: Final = 1000
COMMANDS: Final = frozenset(
    ("list", "ls", "get", "set", "edit", "rm", "remove", "delete", "clear", "reset", "update", "help", "find", "search")
)
"""Names that people try as commands of a group."""


@click.group()
def memo() -> None:
    """Keep and find notes, persona and profile, with the commands of ContextDB."""


@memo.command("add")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@add_common_options
def memo_add(words: tuple[str, ...]) -> RememberedAnswer | RecordPreview:
    """Keep a note; `#words` become tags."""
    text = " ".join(words)
    return keep_text("note", text, RecordOptions(tags=find_hashtags(text)), {})


@memo.command("list")
@click.option("--limit", "-n", type=Whole(1), default=50, help="Maximum number to show.")
@add_common_options
def memo_list(limit: int) -> RecordList:
    """List the notes."""
    return list_records(("note",), limit=limit)


@memo.group("pin")
def memo_pin() -> None:
    """Keep and list notes that every brief contains."""


@memo_pin.command("add")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@add_common_options
def memo_pin_add(words: tuple[str, ...]) -> RememberedAnswer | RecordPreview:
    """Keep a pinned note."""
    text = " ".join(words)
    return keep_text("note", text, RecordOptions(tags=find_hashtags(text), pinned=True), {})


@memo_pin.command("show")
@add_common_options
def memo_pin_show() -> RecordList:
    """List the pinned records."""
    return list_records(tiers=("pinned",), limit=MAX_PINS)


@memo.command("search")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@click.option("--limit", "-n", type=Whole(1), default=10, help="Maximum number to show.")
@add_common_options
def memo_search(words: tuple[str, ...], limit: int) -> "Recalled":
    """Find notes."""
    return _find(words, limit, ("note",))


@memo.command("recall")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@click.option("--limit", "-n", type=Whole(1), default=5, help="Maximum number to show.")
@add_common_options
def memo_recall(words: tuple[str, ...], limit: int) -> "Recalled":
    """Search the memory for a topic."""
    return _find(words, limit, ())


def _find(words: tuple[str, ...], limit: int, kinds: tuple[str, ...]) -> "Recalled":
    from backstory.cli.commands.recall import RecallOptions, find_records

    text = " ".join(words)
    options = RecallOptions(
        kinds=kinds, tags=(), tier=(), scope=(), after="", limit=limit, everything=False, as_of="", explain=False
    )
    return find_records(text, options, structured=looks_structured(text))


class IdentityGroup(click.Group):
    """A group whose argument may be a text instead of a command: it adds the text. Without one it shows the records.

    The name of a usual command is no text: `persona list` would be kept as a line of the persona.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if all(arg.startswith("-") for arg in args) and not {"-h", "--help"}.intersection(args):
            args = ["show", *args]
        elif (
            not args[0].startswith("-") and args[0] not in self.commands and not COMMANDS.issuperset(_list_words(args))
        ):
            args = ["add", *args]
        return super().parse_args(ctx, args)


def _list_words(args: list[str]) -> list[str]:
    """The words of arguments, without options."""
    return [word for arg in args if not arg.startswith("-") for word in arg.split()]


def _add_identity_group(name: str, kind: str, title: str) -> click.Group:
    """Adds `memo NAME`, a group for the records of an identity kind."""

    @memo.group(name, help=title, cls=IdentityGroup)
    def group() -> None:
        pass

    @group.command("init", help="Show it; the first `add` creates it.")
    @add_common_options
    def init() -> RecordList | Notice:
        listed = list_records((kind,))
        if listed.rows or console.State.json:
            return listed
        parent = click.get_current_context().parent  # `memo user`, or `profile`
        path = parent.command_path if parent else f"backstory memo {name}"
        return Notice(f'The {path.rpartition(" ")[2]} is empty: `{path} add "..."`')

    @group.command("show", help="Show it.")
    @add_common_options
    def show() -> RecordList:
        return list_records((kind,))

    @group.command("add", help="Add a line. It applies to all projects of yours.")
    @click.argument("words", nargs=-1, required=True, metavar="TEXT")
    @add_common_options
    def add_line(words: tuple[str, ...]) -> RememberedAnswer | RecordPreview:
        return _add_identity_line(name, kind, " ".join(words))

    return group


def _add_identity_line(name: str, kind: str, text: str) -> RememberedAnswer | RecordPreview:
    memory = open_memory()
    limit = memory.settings.get("identity.max_chars")
    used = sum(len(row.record.title) + len(row.record.body) for row in memory.fresh().rows(kinds=(kind,)))
    if used + len(text) > limit:
        raise Invalid(
            f"`memo {name}` would have {used + len(text):,} characters (at most {limit:,})",
            hint=f"`backstory list {kind}` shows what can be retracted",
        )
    return keep_text(kind, text, RecordOptions(), {}, open_with=lambda: memory)


alias_persona: Final = _add_identity_group("persona", "persona", "Show or change how agents behave, in all projects.")
alias_profile: Final = _add_identity_group(
    "user", "preference", "Show or change how you like to work, in all projects."
)


@memo.group("storage")
def storage() -> None:
    """Show and check where notes are kept, and their index."""


@storage.command("status")
@add_common_options
def storage_status() -> "StorageSizes":
    """Show the sizes on disk."""
    from backstory.cli.storage import measure_storage

    return measure_storage(open_memory())


@storage.command("use")
@click.argument("backend", type=click.Choice(("split", "file", "sqlite")))
@add_common_options
def storage_use(backend: str) -> Notice:
    """Choose a layout. There is one: a file for each record, which merges without conflict."""
    if backend == "sqlite":
        return Notice(
            "records stay files, so that git can merge and show them; SQLite is the index that is derived from them\n"
            "hint: `backstory memo storage rebuild` builds it anew"
        )
    if backend == "file":
        return Notice(
            "there is no single-file layout: a record stays a file, so that branches merge without conflict\n"
            "hint: `backstory export` prints all records as lines of one file"
        )
    return Notice("every record is a file of its own already; nothing to change")


@storage.command("rebuild")
@add_common_options
def storage_rebuild() -> "RebuiltIndex":
    """Rebuild the index from the record files."""
    from backstory.cli.commands.index import rebuild_index

    return rebuild_index()


@storage.command("doctor")
@add_common_options
def storage_doctor() -> Answer:
    """Check the stored records."""
    from backstory.cli.commands.doctor import examine_setup

    return examine_setup(fix=False, deep=False)
