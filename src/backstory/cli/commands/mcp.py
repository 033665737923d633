"""Serve the memory to agents over the Model Context Protocol."""

from typing import Final

import click

from backstory.cli.numbers import Whole
from backstory.model.errors import Invalid

SECTION: Final = "Machines"


@click.command()
@click.option("--http", "port", type=Whole(0, 65_535), metavar="PORT", help="Serve over HTTP on loopback instead.")
@click.option("--project-root", metavar="PATH", default="", help="The project, if the client does not name one.")
def mcp(port: int | None, project_root: str) -> None:
    """Serve the memory to agents as tools, over standard input and output. Agents start it; see docs/mcp.md.

    Needs `pip install "backstory[mcp]"`. With `--http` it prints the address and a token on stderr, unless
    `BACKSTORY_MCP_TOKEN` has one.
    """
    # `backstory.__main__` starts the server without loading click; only a call with other words before it comes here.
    raise Invalid("`mcp` comes first on its command line", hint="`backstory mcp --project-root PATH`")
