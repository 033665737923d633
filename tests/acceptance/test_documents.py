"""The command lines that the documents of five systems print work with only the program's name changed.

`documents/lines.txt` has them in their order: `SYSTEM$ COMMAND` is a line of a document, `ada$ COMMAND` looks at its
effect. Ids that a document leaves open are looked up.
"""

import subprocess
from collections import Counter
from pathlib import Path

import pytest
from tests.acceptance.week.play import Outcome, Step, Week, read_steps

LINES = Path(__file__).with_name("documents") / "lines.txt"
SETTINGS = '{"project_name": "myproject", "capture_max_files": 600, "include_patterns": ["**/*.py", "pyproject.toml"]}'
CONVERSATION = "User: use psycopg 3 from now on\n\nAssistant: I use psycopg 3 because its types are better.\n"


class Documents(Week):
    """One person on one machine, whatever system a line comes from."""

    def root(self, who: str) -> Path:
        return super().root(_person(who))

    def environ(self, who: str) -> dict[str, str]:
        return super().environ(_person(who))


def _person(who: str) -> str:
    return who if who == "bob" else "ada"


@pytest.fixture
def documents(tmp_path: Path, program: Path) -> Documents:
    source = tmp_path / "source"
    for name, text in (
        ("src/service.py", "def serve():\n    return 1\n"),
        ("pyproject.toml", '[project]\nname = "shop"\n'),
        ("config/default.json", SETTINGS),
        ("myconfig.json", SETTINGS),
    ):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    git = ["git", "-C", str(source), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for argv in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "Start the shop"]):
        subprocess.run([*git, *argv], check=True)
    base = tmp_path / "machine"
    base.mkdir()
    documents = Documents(base, str(source), str(program), {"NAME": tmp_path.name})
    home = base / "ada" / "home"
    (home / "session_export.txt").write_text(CONVERSATION)
    (home / "notes.md").write_text("# Notes on the pool\n\nIt has eight slots.\n")
    return documents


@pytest.mark.slow
def test_every_command_line_of_the_documents_does_what_it_says(documents: Documents) -> None:
    steps = [step for step in read_steps(LINES.read_text()) if isinstance(step, Step)]
    played = [documents.play(step) for step in steps]

    def describe(outcome: Outcome) -> str:
        step = outcome.step
        return f"line {step.line}: {step.who}$ {step.command}\n  {outcome.faults}\n{outcome.text}"

    assert [describe(outcome) for outcome in played if outcome.faults] == []
    counts = Counter(step.who for step in steps)
    assert {"infctx", "aictx", "memdown", "valyrianctx", "contextdb"} < set(counts)
    assert sum(counts.values()) - counts["ada"] >= 94
