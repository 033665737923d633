"""Which files are opened for the surface: all that a route's prefix depends on."""

import os
import subprocess
from pathlib import Path

import pytest
from tests.code.test_prefixes import PROJECTS

from backstory.code.index.store import CodeIndex
from backstory.code.index.surface_files import surface_candidates
from backstory.code.routes.surface import collect_surface
from backstory.git.repository import Git

ENVIRON = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


@pytest.mark.parametrize("name", PROJECTS)
def test_every_file_that_a_route_needs_is_opened(tmp_path: Path, name: str) -> None:
    files, wanted = PROJECTS[name]
    root = tmp_path / "project"
    for path, content in {**files, "src/unrelated.py": "def add(a, b):\n    return a + b\n"}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    subprocess.run(["git", "init", "-q", "-b", "main", root], env=ENVIRON, check=True)
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(root), Git(str(root), ENVIRON))
    opened = surface_candidates(index)
    assert "src/unrelated.py" not in opened
    assert sorted(e.name for e in collect_surface(str(root), opened) if e.kind == "route") == sorted(wanted)
