"""What is written for each agent, and what the MCP server offers."""

from plugins import list_links

from regions.table import table


def agents() -> str:
    """Which agents are known, and which files are written for each."""
    from backstory.agents import base, registry

    launch = base.Launch("/usr/bin/python3", ("/site-packages",))
    rows = []
    for row in registry.rows():
        module = registry.load_agent(row.name)
        cells = []
        for team in (False, True):
            place = base.Place(root="/repository", home="/home", launch=launch, team=team)
            found = module.surfaces(place)
            cells.append("<br>".join(f"`{s.path.replace('/home/', '~/')}` ({s.kind})" for s in found) or "none")
        rows.append((f"`{row.name}`", row.title, *cells))
    return table(("name", "agent", "`init` writes", "`init --team` writes"), rows)


def mcp_servers() -> str:
    """The files in the home folder in which agents look for MCP servers."""
    from backstory.agents.mcp_servers import SERVERS

    return table(("name", "agent", "file"), [(f"`{n}`", s.title, f"`~/{s.path}`") for n, s in SERVERS.items()])


def install_links() -> str:
    """The links that register the MCP server with a click."""
    return table(("client", "link"), [(title, f"[install]({link})") for title, link in list_links().items()])


def mcp_tools() -> str:
    """The tools of the MCP server, their parameters and their annotations."""
    from backstory.mcp.schemas import make_schema
    from backstory.mcp.table import TOOLS

    rows = []
    for tool in TOOLS.values():
        schema = make_schema(tool.input)
        required = schema["required"]
        names = ", ".join(f"**`{name}`**" if name in required else f"`{name}`" for name in schema["properties"])
        hints = [
            "writes" if tool.writes else "reads",
            *(["idempotent"] if tool.writes and tool.idempotent else []),
            *(["takes records out of briefs"] if tool.destructive else []),
        ]
        rows.append((f"`{tool.name}`", tool.description, names or "nothing", ", ".join(hints)))
    return table(("tool", "what a model reads of it", "takes (bold: required)", "hints"), rows)


def mcp_resources() -> str:
    """The resources of the MCP server."""
    from backstory.mcp import resources

    rows = [(f"`{one.uri}`", one.description) for one in resources.RESOURCES]
    return table(("resource", "what it is"), [*rows, (f"`{resources.TEMPLATE}`", resources.TEMPLATE_DESCRIPTION)])
