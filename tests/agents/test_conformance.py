import importlib.util
import sys
from pathlib import Path

import pytest

from backstory.agents import registry

spec = importlib.util.spec_from_file_location("agent_conformance", Path(__file__).with_name("conformance.py"))
assert spec and spec.loader
conformance = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = conformance
spec.loader.exec_module(conformance)


@pytest.mark.parametrize("name", registry.names(plugins=True))
def test_every_agent_keeps_to_the_seam(name: str, tmp_path: Path) -> None:
    agent = registry.load(name)
    assert name == agent.NAME
    conformance.check(agent, tmp_path)
