"""A secret in every text that a tool takes: it is neither on the disk nor in what the tool says."""

import json
from itertools import cycle
from typing import Any

import pytest
from tests.e2e.conftest import World
from tests.e2e.garden import KINDS, Garden, everything, hits

from backstory.mcp.origin import Origin
from backstory.mcp.schemas import make_schema
from backstory.mcp.server import call_safely
from backstory.mcp.session import Session
from backstory.mcp.table import TOOLS

TEXTS = ("string", "array", "object")


def fill(schema: dict[str, Any], name: str, text: str) -> dict[str, Any]:
    """Arguments with a text in one place, and something harmless where one is required."""
    given: dict[str, Any] = {}
    for other, field in schema["properties"].items():
        if other == name:
            given[other] = {"string": text, "array": [text], "object": {text: text}}[field["type"]]
        elif other in schema.get("required", ()):
            given[other] = next(iter(field.get("enum", ())), {"string": "x", "array": ["x"]}.get(field["type"], 1))
    return given


@pytest.mark.slow
def test_a_secret_in_every_argument_of_a_tool(shop: World) -> None:
    garden, printed, answered = Garden(), list[str](), 0
    kinds = cycle(kind for kind in KINDS if kind != "pem")
    session = Session(Origin(shop.environ, str(shop.root)))
    session.name_client("claude-code")
    for tool in TOOLS.values():
        schema = make_schema(tool.input)
        for name in [name for name, field in schema["properties"].items() if field.get("type") in TEXTS]:
            result = call_safely(session, tool, fill(schema, name, garden.text(next(kinds))))
            printed.append(str(result))
            answered += not result.is_error
    left = hits(everything(shop) | {"said": json.dumps(printed).encode()}, garden.plants)
    assert not left, "\n".join(left)
    assert answered > 25  # the others name a record, a task or a file that does not exist
