"""`memo`: notes, pinned notes, persona and profile, as ContextDB spells them."""

import click

from backstory.cli import console
from backstory.cli.command import common, open_memory
from backstory.cli.look import show_rows
from backstory.cli.remember import keep
from backstory.model.errors import Invalid


def _tags_in(text: str) -> tuple[str, ...]:
    """`#words` in a note are its tags."""
    return tuple(w[1:].strip(".,;:!?") for w in text.split() if w.startswith("#") and len(w) > 2 and not w[1].isdigit())


@click.group()
def memo() -> None:
    """Notes, persona and profile."""


@memo.command("add")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@common
def add(words: tuple[str, ...]) -> None:
    """Keep a note; `#words` become tags."""
    text = " ".join(words)
    keep("note", text, {"tags": _tags_in(text)})


@memo.command("list")
@click.option("--limit", "-n", type=click.IntRange(1), default=50, help="At most so many.")
@common
def list_(limit: int) -> None:
    """List the notes."""
    show_rows(("note",), limit=limit)


@memo.group("pin")
def pin() -> None:
    """Notes that are always in the brief."""


@pin.command("add")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@common
def pin_add(words: tuple[str, ...]) -> None:
    """Keep a pinned note."""
    text = " ".join(words)
    keep("note", text, {"tags": _tags_in(text), "pinned": True})


@pin.command("show")
@common
def pin_show() -> None:
    """List the pinned records."""
    show_rows((), tiers=("pinned",), limit=1000)


def _find(words: tuple[str, ...], limit: int, kinds: list[str]) -> None:
    from backstory.cli.recall import recall

    arguments = [" ".join(words), "--limit", str(limit)]
    for kind in kinds:
        arguments += ["--kind", kind]
    recall.main(
        args=["--", *arguments[:1]] if not kinds and limit == 10 else [*arguments[1:], "--", arguments[0]],
        standalone_mode=False,
        obj=click.get_current_context().find_root().obj,
    )


@memo.command("search")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@click.option("--limit", "-n", type=click.IntRange(1), default=10, help="At most so many.")
@common
def search(words: tuple[str, ...], limit: int) -> None:
    """Find notes."""
    _find(words, limit, ["note"])


@memo.command("recall")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@click.option("--limit", "-n", type=click.IntRange(1), default=5, help="At most so many.")
@common
def recall(words: tuple[str, ...], limit: int) -> None:
    """Find anything remembered about a topic."""
    _find(words, limit, [])


def _identity(name: str, kind: str, title: str) -> None:
    @memo.group(name)
    def group() -> None:
        pass

    group.help = title

    @group.command("init", help=f"Show it; it is made with the first `memo {name} add`.")
    @common
    def init() -> None:
        show_rows((kind,))

    @group.command("show", help="Show it.")
    @common
    def show() -> None:
        show_rows((kind,))

    @group.command("add", help="Add a line. It applies to all projects of yours.")
    @click.argument("words", nargs=-1, required=True, metavar="TEXT")
    @common
    def add_line(words: tuple[str, ...]) -> None:
        text = " ".join(words)
        memory = open_memory()
        limit = memory.settings.get("identity.max_chars")
        used = sum(len(r.record.title) + len(r.record.body) for r in memory.fresh().rows(kinds=(kind,)))
        if used + len(text) > limit:
            raise Invalid(
                f"the {name} would have {used + len(text):,} characters (at most {limit:,})",
                hint=f"`backstory list {kind}` shows what can be retracted",
            )
        keep(kind, text, {}, open_with=lambda: memory)


_identity("persona", "persona", "How the agent is to be, in all projects.")
_identity("user", "preference", "How you like it, in all projects.")


@memo.group("storage")
def storage() -> None:
    """Where notes are kept, and their index."""


@storage.command("status")
@common
def storage_status() -> None:
    """Sizes on disk."""
    from backstory.cli.status import show_storage

    show_storage(open_memory())


@storage.command("use")
@click.argument("backend", type=click.Choice(("split", "file")))
@common
def storage_use(backend: str) -> None:
    """Choose a layout; there is one here, a file a record, which merges without conflict."""
    if backend == "file":
        raise Invalid(
            "there is no single-file layout: a record is a file, so that branches merge without conflict",
            hint="`backstory export --json` writes all records as lines of one file",
        )
    console.talk("every record is a file of its own already; nothing to change")


@storage.command("rebuild")
@common
def storage_rebuild() -> None:
    """Rebuild the index; no record is rewritten."""
    from backstory.cli.data import rebuild_index

    rebuild_index()


@storage.command("doctor")
@common
def storage_doctor() -> None:
    """Check the stored records."""
    from backstory.cli.doctor import examine

    examine(fix=False, deep=False)
