"""The stores and the index that the tests of this room work on."""

from pathlib import Path

import pytest
from testing.indexed_stores import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)
