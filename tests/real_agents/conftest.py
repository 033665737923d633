"""Real coding agents from npm, run offline against a stub of their model."""

import os
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest
from testing.prefork import Prefork

sys.path.insert(0, os.path.dirname(__file__))

from runners import FOLDER, Machine, missing
from stub import Stub
from turns import COMMAND_TOOLS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here runs an agent; one whose program is not installed is skipped and says how to install it."""
    for item in items:
        if os.path.dirname(__file__) == os.path.dirname(str(item.path)):
            item.add_marker(pytest.mark.agents)
            for program in COMMAND_TOOLS:
                if program in item.name and missing(program):
                    reason = f"`{program}` is not in `{FOLDER}`: run tests/real_agents/install.sh"
                    item.add_marker(pytest.mark.skip(reason=reason))
    items[:] = spread([item for item in items if not _runs_agent(item)], list(filter(_runs_agent, items)))


def _runs_agent(item: pytest.Item) -> bool:
    return item.get_closest_marker("agents") is not None


def spread(items: list[pytest.Item], slow: list[pytest.Item]) -> list[pytest.Item]:
    """Puts some tests at even distances among others. An agent mostly waits, and in that time others compute."""
    step = len(items) // (len(slow) + 1) + 1
    parts = [items[first : first + step] for first in range(0, len(items), step)]
    return [item for part, one in zip_longest(parts, slow) for item in [*([one] if one else []), *(part or [])]]


@pytest.fixture
def stub() -> Iterator[Stub]:
    with Stub() as running:
        yield running


@pytest.fixture
def machine(tmp_path: Path, stub: Stub, prefork: Prefork | None) -> Machine:
    return Machine(tmp_path, stub.url, forking=prefork)
