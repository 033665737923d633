"""Every feature of the five systems is in `features/rows.txt`, and the command lines there run."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from tests.cli.conftest import Run, git

ROWS: Final = Path(__file__).with_name("features") / "rows.txt"


class Feature(NamedTuple):
    """A row, its command lines, and what each has to print."""

    id: str
    served: str
    by: str
    lines: tuple[tuple[str, str], ...]


def read_features() -> Iterator[Feature]:
    for block in re.split(r"\n(?=[FB]\d)", ROWS.read_text())[1:]:
        head, *rest = block.rstrip().split("\n")
        lines: list[tuple[str, str]] = []
        for line in rest:
            mark, _, value = line.strip().partition(" ")
            lines = [*lines, (value, "")] if mark == "$" else [*lines[:-1], (lines[-1][0], value)]
        ident, served, by = head.split(" ", 2)
        yield Feature(ident, served, by, tuple(lines))


def test_every_feature_has_a_row() -> None:
    features = list(read_features())
    wanted = [*(f"F{number:03}" for number in range(1, 365)), *(f"B{number:02}" for number in range(1, 47))]
    assert [feature.id for feature in features] == wanted
    assert {feature.served for feature in features} <= {"works", "otherwise", "missing"}
    assert [feature.id for feature in features if feature.served == "missing"] == []


@pytest.mark.slow
def test_the_command_lines_of_features_run(project: Path, run: Run) -> None:
    (project / "README.md").write_text("# Shop\n\nA shop that sells bicycles over the web.\n")
    (project / "src").mkdir(exist_ok=True)
    (project / "src" / "pool.py").write_text("class Pool:\n    pass\n")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "pool")
    names = {
        "a": run("remember", "decision", "Use psycopg 3", "--why", "Better typing", "--at", "src/pool.py", "--json"),
        "b": run("remember", "fact", "The pool has eight slots", "--json"),
        "snapshot": run("snapshot", "--goal", "start", "--json"),
    }
    ids = {name: str(result.json["id"]) for name, result in names.items()}
    run("session:new", "--agent", "a", "--goal", "g")
    faults = []
    for feature in read_features():
        for line, shown in feature.lines:
            ran = run(*shlex.split(line.format(**ids)), ok=False)
            if ran.code or shown not in ran.out + ran.err:
                faults.append(f"{feature.id}: {line}: {ran.code}: {json.dumps((ran.out + ran.err)[:300])}")
    assert not faults, "\n".join(faults)
