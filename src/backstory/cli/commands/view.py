"""Save queries, and make briefs from them."""

from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.api import BUILT_IN_VIEWS, DEFAULT_VIEW, remove_view, save_view
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.commands.brief import BriefAnswer, BriefOptions, brief_options, compose_brief
from backstory.cli.numbers import Whole

if TYPE_CHECKING:
    from backstory.cli.library import View

SECTION: Final = "Look"
ALIASES: Final = ("views",)
SYNONYMS: Final = {"create": "set", "add": "set", "delete": "rm", "remove": "rm", "ls": "list"}
"""Words of other systems for the commands of this group."""


class ViewGroup(click.Group):
    """A group that takes other systems' words for its commands."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, SYNONYMS.get(cmd_name, cmd_name))


class SavedView(Answer):
    """A view that was saved or removed."""

    schema = "view"
    view: "View"
    sentence: str
    hint: str = ""

    def to_json(self) -> Json:
        return _view_json(self.view)

    def print_text(self) -> None:
        console.info(self.sentence)
        if self.hint:
            console.info(f"hint: {self.hint}")


class ViewList(Answer):
    """All views, built-in ones too."""

    schema = "views"
    views: "list[View]"
    built_in: frozenset[str]

    def to_json(self) -> Json:
        return {"views": [{**_view_json(view), "built_in": view.name in self.built_in} for view in self.views]}

    def print_text(self) -> None:
        rows = [
            [view.name, str(view.budget or ""), view.query + ("  (built in)" if view.name in self.built_in else "")]
            for view in self.views
        ]
        console.table(rows, styles=("36", "33"))


def _view_json(view: "View") -> Json:
    return {"name": view.name, "query": view.query, "budget": view.budget}


@click.group(cls=ViewGroup, invoke_without_command=True)
@add_common_options
@click.pass_context
def view(ctx: click.Context) -> ViewList | None:
    """Save queries; `brief --view NAME` contains only what the query finds.

    \b
    backstory view set api --query "tag:api AND NOT kind:observation" --budget 900
    backstory brief --view api
    """
    return None if ctx.invoked_subcommand else list_views()


@view.command("list")
@add_common_options
def view_list() -> ViewList:
    """List the views."""
    return list_views()


def list_views() -> ViewList:
    """All views, and the names of those that are built in and unchanged."""
    views = list(api.list_views(open_memory()).values())
    return ViewList(views, frozenset(view.name for view in views if BUILT_IN_VIEWS.get(view.name) == view))


@view.command("set")
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[QUERY]")
@click.option("--query", default="", metavar="QUERY", help="What it holds (`backstory help query`).")
@click.option("--budget", type=Whole(1), default=None, metavar="TOKENS", help="Token budget of its brief.")
@add_common_options
def view_set(name: str, words: tuple[str, ...], query: str, budget: int | None) -> SavedView:
    """Save a query under a name. The view `default` replaces what every brief contains."""
    memory = open_memory()
    saved = save_view(memory, name, query or " ".join(words), budget or 0)
    hint = ""
    if saved.name == DEFAULT_VIEW:
        refresh_surfaces(memory)
        hint = "every brief now holds only that; `backstory view rm default` brings the built-in one back"
    sentence = f"View `{saved.name}` is {saved.query}" + (f", within {saved.budget} tokens" if saved.budget else "")
    return SavedView(saved, sentence, hint)


@view.command("rm")
@click.argument("name")
@add_common_options
def view_rm(name: str) -> SavedView:
    """Remove a view."""
    memory = open_memory()
    removed = remove_view(memory, name)
    if removed.name == DEFAULT_VIEW:
        refresh_surfaces(memory)
    return SavedView(removed, f"Removed view `{removed.name}`")


@view.command("render")
@click.argument("name")
@brief_options
@add_common_options
def view_render(name: str, options: BriefOptions) -> BriefAnswer:
    """Print the brief of a view, as `brief --view NAME` does."""
    options.view = name
    return compose_brief(options)
