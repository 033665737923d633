"""Real coding agents from npm, run offline against a stub of their model."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.fixture
def stub() -> Iterator[Stub]:
    with Stub() as running:
        yield running


@pytest.fixture
def machine(tmp_path: Path, stub: Stub) -> Machine:
    return Machine(tmp_path, stub.url)
