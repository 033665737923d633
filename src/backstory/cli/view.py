"""`view`: saved queries, and briefs made of them."""

from typing import Any

import click

from backstory.cli import console
from backstory.cli.brief import flags
from backstory.cli.brief import show as show_brief
from backstory.cli.command import common, open_memory
from backstory.cli.remember import refresh_surfaces

SYNONYMS = {"create": "set", "add": "set", "delete": "rm", "remove": "rm", "ls": "list"}


class _Group(click.Group):
    """Takes other systems' words for its commands."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, SYNONYMS.get(cmd_name, cmd_name))


@click.group(cls=_Group, invoke_without_command=True)
@common
@click.pass_context
def view(ctx: click.Context) -> None:
    """Saved queries; `brief --view NAME` holds only what one finds.

    \b
    backstory view set api --query "tag:api AND NOT kind:observation" --budget 900
    backstory brief --view api
    """
    if ctx.invoked_subcommand is None:
        show_views()


@view.command("list")
@common
def view_list() -> None:
    """List the views."""
    show_views()


@view.command("set")
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[QUERY]")
@click.option("--query", default="", metavar="QUERY", help="What it holds (`backstory help query`).")
@click.option("--budget", type=click.IntRange(1), default=None, metavar="TOKENS", help="The most tokens of its brief.")
@common
def view_set(name: str, words: tuple[str, ...], query: str, budget: int | None) -> None:
    """Save a query under a name; `default` is what briefs hold when nothing else is asked for."""
    from backstory.memory.views import DEFAULT, save_view

    memory = open_memory()
    kept = save_view(memory, name, query or " ".join(words), budget or 0)
    if kept.name == DEFAULT:
        refresh_surfaces(memory)
    if console.State.json:
        console.document("view", _data(kept))
        return
    console.talk(f"View `{kept.name}` is {kept.query}" + (f", within {kept.budget} tokens" if kept.budget else ""))
    if kept.name == DEFAULT:
        console.talk("hint: every brief now holds only that; `backstory view rm default` brings the built-in one back")


@view.command("rm")
@click.argument("name")
@common
def view_rm(name: str) -> None:
    """Remove a view."""
    from backstory.memory.views import DEFAULT, remove_view

    memory = open_memory()
    gone = remove_view(memory, name)
    if gone.name == DEFAULT:
        refresh_surfaces(memory)
    if console.State.json:
        console.document("view", _data(gone))
        return
    console.talk(f"Removed view `{gone.name}`")


@view.command("render")
@click.argument("name")
@flags
@common
def view_render(name: str, **options: Any) -> None:
    """The brief of a view: `brief --view NAME`."""
    show_brief({**options, "view": name})


def show_views() -> None:
    """The views as a table or as JSON."""
    from backstory.memory.views import BUILT_IN, list_views

    found = list(list_views(open_memory()).values())
    if console.State.json:
        console.document("views", {"views": [{**_data(v), "built_in": BUILT_IN.get(v.name) == v} for v in found]})
        return
    rows = [
        [v.name, str(v.budget or ""), v.query + ("  (built in)" if BUILT_IN.get(v.name) == v else "")] for v in found
    ]
    console.table(rows, styles=("36", "33"))


def _data(kept: Any) -> dict[str, Any]:
    return {"name": kept.name, "query": kept.query, "budget": kept.budget}
