"""Secrets in everything that files of other programs say: transcripts of every agent, stores of every other tool.

The samples are those of the readers. Every text in them gets a secret, so that a new reader or a new field of one is
swept as soon as it has a sample.
"""

import itertools
import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run, home, machine, project, repo, run, tmp_path
from tests.e2e.garden import KINDS, Garden, hits
from tests.imports.samples import SAMPLES
from tests.sweeps import WHOLE

from backstory.agents.transcripts import READERS

__all__ = ["home", "machine", "project", "repo", "run", "tmp_path"]
AGENTS = Path(__file__).parent.parent / "agents"
TRANSCRIPTS = [
    (name, path)
    for name, _ in READERS
    for path in sorted((AGENTS / name.replace("-", "_") / "transcripts").glob("**/*"))
    if path.is_file()
]
MARKUP = ("#", "_", "<", "`", "|", "---", "@", "{")
SHIFT = int(os.environ.get("BACKSTORY_TEST_SHIFT", "0"))
"""Other numbers draw other secrets."""
PLANTS = 40
"""Secrets in one file; its texts take them in turn."""


def make_planter(name: str) -> tuple[Garden, Callable[[str], str]]:
    garden = Garden()
    garden.dice = random.Random(f"{SHIFT} {name}")
    texts = [garden.text(kind) for kind, _ in zip(itertools.cycle(k for k in KINDS if k != "pem"), range(PLANTS))]
    following = itertools.cycle(texts)
    return garden, lambda text: f"{text} {next(following)}"


def plant(path: Path, add: Callable[[str], str]) -> None:
    """Adds a secret to every text of a file."""
    if path.read_bytes().startswith(b"SQLite"):
        plant_database(path, add)
    elif path.suffix == ".jsonl":
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("".join(plant_text(line, add) + "\n" for line in lines), encoding="utf-8")
    else:
        path.write_text(plant_text(path.read_text(encoding="utf-8"), add), encoding="utf-8")


def plant_text(text: str, add: Callable[[str], str]) -> str:
    try:
        return json.dumps(plant_value(json.loads(text), add))
    except ValueError:
        lines = text.split("\n")
        return "\n".join(add(line) if len(line.split()) > 2 and not line.startswith(MARKUP) else line for line in lines)


def plant_value(value: Any, add: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {key: plant_value(item, add) for key, item in value.items()}
    if isinstance(value, list):
        return [plant_value(item, add) for item in value]
    if not isinstance(value, str) or " " not in value.strip():
        return value
    return plant_text(value, add) if value.startswith(("{", "[")) else add(value)


def plant_database(path: Path, add: Callable[[str], str]) -> None:
    with sqlite3.connect(path) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for column in [row[1] for row in connection.execute(f"PRAGMA table_info('{table}')")]:
                cells = connection.execute(f"SELECT rowid, \"{column}\" FROM '{table}'").fetchall()
                for number, cell in cells:
                    if isinstance(cell, str) and " " in cell:
                        changed = plant_value(cell, add)
                        connection.execute(f"UPDATE '{table}' SET \"{column}\" = ? WHERE rowid = ?", (changed, number))
    connection.close()


def look(home: Path, project: Path, printed: str, garden: Garden) -> list[str]:
    """What is left of the secrets in all that Backstory has written or said."""
    places = (home.parent / "data", home / ".local", project / ".backstory")
    files = [path for place in places for path in place.rglob("*") if path.is_file()]
    assert files
    return hits({str(path): path.read_bytes() for path in files} | {"printed": printed.encode()}, garden.plants)


@pytest.mark.slow
def test_transcripts_of_every_agent(project: Path, run: Run, home: Path, tmp_path: Path) -> None:
    taken, left = 0, list[str]()
    samples = TRANSCRIPTS if WHOLE else list(dict(reversed(TRANSCRIPTS)).items())  # one of each agent
    for name, sample in samples:
        garden, add = make_planter(sample.name)
        copy = tmp_path / "transcripts" / name / sample.parent.name / sample.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(sample, copy)
        plant(copy, add)
        ran = run("ingest", "--file", str(copy), "--agent", name, ok=False)
        left += look(home, project, ran.out + ran.err, garden)
        taken += ran.code == 0
    assert not left, "\n".join(left)
    assert taken > 0.8 * len(samples)


@pytest.mark.slow
def test_stores_of_every_other_tool(project: Path, run: Run, home: Path) -> None:
    taken, left = 0, list[str]()
    for name, sample in SAMPLES.items():
        garden, add = make_planter(name)
        top = home / "stores" / name
        top.mkdir(parents=True)
        sample.write(top / sample.path)
        files = [top / sample.path] if (top / sample.path).is_file() else (top / sample.path).rglob("*")
        for path in [path for path in files if path.is_file() and ".git" not in path.parts]:
            plant(path, add)
        ran = run("import", name, str(top / sample.path), "--json", ok=False)
        left += look(home, project, ran.out + ran.err, garden)
        taken += ran.code == 0 and ran.json["new"] > 0
    assert not left, "\n".join(left)
    assert taken > 0.8 * len(SAMPLES)
