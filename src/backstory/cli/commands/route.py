"""Print a prompt for a task: one agent, stages, a team, a long job."""

from typing import Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import TEXT, Json, add_common_options
from backstory.cli.numbers import Whole
from backstory.model.errors import Invalid
from backstory.render.routes import DEFAULT_LIMIT, ROUTES, Route, find_route, write_route

SECTION: Final = "Advise"


class RouteList(Answer):
    """The routes there are."""

    schema = "routes"

    def to_json(self) -> Json:
        return {"items": [{"name": route.name, "title": route.title} for route in ROUTES]}

    def print_text(self) -> None:
        console.table([[route.name, route.title] for route in ROUTES])
        console.info('hint: `backstory route team "port the pool"` prints the prompt')


class RoutePrompt(Answer):
    """The prompt of a route."""

    schema = "route"
    route: Route
    text: str

    def to_json(self) -> Json:
        return {"name": self.route.name, "title": self.route.title, "text": self.text}

    def print_text(self) -> None:
        console.verbatim(self.text + "\n")


@click.command()
@click.argument("name", default="", metavar="[ROUTE]")
@click.argument("words", nargs=-1, type=TEXT, metavar="[TASK]")
@click.option(
    "--limit",
    "-n",
    type=Whole(1, 100),
    default=DEFAULT_LIMIT,
    show_default=True,
    help="For `harness`: the maximum number of iterations.",
)
@add_common_options
def route(name: str, words: tuple[str, ...], limit: int) -> RouteList | RoutePrompt:
    """Print the prompt that gives TASK to an agent in one of four ways.

    Without arguments, list the ways.

    The MCP server offers the same prompts, which clients show as slash commands.

    \b
    backstory route single "fix the login"
    claude "$(backstory route harness "port the pool" --limit 5)"
    """
    if not name:
        return RouteList()
    chosen, task = find_route(name), " ".join(words)
    if not task.strip():
        raise Invalid(f"`{chosen.name}` needs a task", hint=f'`backstory route {chosen.name} "port the pool"`')
    return RoutePrompt(chosen, write_route(chosen, task, limit))
