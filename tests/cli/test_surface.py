"""`map --surface`, the past of a file in its map, and both in a snapshot."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

TOKEN = "AKIA" + "Q3EGRNPLXT7VZ2MB"
APP = f"""\
import os

from flask import Flask

app = Flask(__name__)
DEBUG = os.environ.get("APP_DEBUG", "a-default-that-is-no-name")


@app.route("/orders/<int:id>")
def order(id): ...


@app.route("/{TOKEN}")
def hidden(): ...
"""


@pytest.fixture
def shop(project: Path) -> Path:
    (project / "shop").mkdir()
    (project / "shop" / "app.py").write_text(APP)
    (project / "shop" / "orders.py").write_text("A = 1\n")
    for name in ("one", "two"):
        (project / "libs" / name).mkdir(parents=True)
        (project / "libs" / name / "pyproject.toml").write_text(f'[project]\nname = "lib-{name}"\n')
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "orders, see #41")
    (project / "shop" / "app.py").write_text(APP + "\n\nB = 2\n")
    (project / "shop" / "orders.py").write_text("A = 2\n")
    git(project, "commit", "-q", "-a", "-m", "more orders")
    return project


def test_the_surface_is_shown_when_asked(shop: Path, run: Run) -> None:
    text = run("map", "--surface").out
    assert "GET /orders/<int:id> (shop/app.py:9)" in text and "environment 1: APP_DEBUG" in text
    assert "libs/one (lib-one)" in text and "a-default-that-is-no-name" not in text.partition("\n\n")[0]
    assert "routes" not in run("map").out
    assert TOKEN not in text.partition("\n\n")[0]


def test_one_file_shows_its_surface_and_past(shop: Path, run: Run) -> None:
    text = run("map", "shop/app.py").out
    assert "changes with: shop/orders.py (2x" in text
    assert "issues: #41" in text and "routes 2:" in text
    told = run("map", "shop/app.py", "--json").json
    assert told["past"]["together"][0]["path"] == "shop/orders.py"
    assert {e["kind"] for e in told["surface"]} == {"route", "variable"}


def test_a_snapshot_names_packages_and_variables(shop: Path, run: Run) -> None:
    run("snapshot", "--goal", "orders by id")
    text = run("show", "latest").out
    assert "libs/two (lib-two)" in text and "environment: APP_DEBUG" in text
    assert "routes: 2" in text
