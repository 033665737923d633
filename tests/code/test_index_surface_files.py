"""Which files are opened for the surface: all that a route's prefix depends on."""

import os
import subprocess
from pathlib import Path

import pytest
from tests.code.test_prefixes import PROJECTS

from backstory.code.index.store import CodeIndex
from backstory.code.index.surface_files import find_candidates, read_surface
from backstory.code.routes import surface as routes_surface
from backstory.code.routes.exposed import Exposed
from backstory.code.routes.surface import collect_surface
from backstory.git.repository import Git
from backstory.redact.gate import Gate

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
    opened = [row.path for row in find_candidates(index, index.files().values())]
    assert "src/unrelated.py" not in opened
    assert sorted(e.name for e in collect_surface(str(root), opened) if e.kind == "route") == sorted(wanted)
    whole = [exposed for exposed in collect_surface(str(root), sorted(files)) if exposed.kind == "route"]
    for _ in range(2):  # read, then taken from what is stored
        assert [exposed for exposed in read_surface(index) or () if exposed.kind == "route"] == whole


def names(surface: list[Exposed] | None) -> list[str]:
    return [exposed.name for exposed in surface or ()]


def test_each_content_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("import os\nA = os.environ['SHOP_A']\n")
    (root / "b.py").write_text("import os\nB = os.environ['SHOP_B']\n")
    (root / "plain.py").write_text("def add(a, b):\n    return a + b\n")
    subprocess.run(["git", "init", "-q", "-b", "main", root], env=ENVIRON, check=True)
    git, secret = Git(str(root), ENVIRON), "AKIA" + "Z7QH2K5M3P8R4T6W"
    opened: list[str] = []
    real = routes_surface.read_file

    def noted(path: str, limit: int) -> bytes | None:
        opened.append(os.path.basename(path))
        return real(path, limit)

    monkeypatch.setattr(routes_surface, "read_file", noted)
    index = CodeIndex.open(str(tmp_path / "code.db"), Gate())

    def read() -> tuple[list[str], list[str]]:
        opened.clear()
        index.refresh(str(root), git)
        return names(read_surface(index)), sorted(opened)

    assert read() == (["SHOP_A", "SHOP_B"], ["a.py", "b.py", "plain.py"])
    assert read() == (["SHOP_A", "SHOP_B"], [])
    (root / "b.py").write_text("import os\nB = os.environ['SHOP_C']\n")
    assert read() == (["SHOP_A", "SHOP_C"], ["b.py"])
    (root / "a.py").unlink()
    (root / "c.py").write_text("import os\nC = os.environ['SHOP_D']\nD = os.environ['SHOP_E']\n")
    (root / "d.py").write_text("D = 1\n")
    index.refresh(str(root), git)
    assert read_surface(index, most=1) is None
    assert read() == (["SHOP_C", "SHOP_D", "SHOP_E"], ["c.py", "d.py"])
    route = f"from flask import Flask\napp = Flask(__name__)\n@app.route('/{secret}')\ndef a(): ...\n"
    (root / "app.py").write_text(route)
    assert read()[1] == ["app.py"]
    assert read()[1] == ["app.py"], "what holds a secret is not stored"
    assert secret.encode() not in (tmp_path / "code.db").read_bytes() + (tmp_path / "code.db-wal").read_bytes()
