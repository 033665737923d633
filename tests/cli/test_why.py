"""`backstory why` as it is typed: text in 80 columns, JSON, errors."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.git import blame, merges


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blame, "PATIENCE", 60.0)
    monkeypatch.setattr(merges, "PATIENCE", 60.0)


BODY = """\
Connections are dear, and every request made one of its own, which the server did not like at all when many came.

- one pool for all
- a second bullet

Signed-off-by: Ada <ada@example.org>
"""


def change(project: Path) -> str:
    file = project / "src" / "db" / "pool.py"
    file.write_text(file.read_text().replace("return 1", "return 2"))
    git(project, "commit", "-qam", f"Two connections (#7)\n\n{BODY}")
    return git(project, "rev-parse", "HEAD")


def test_a_line_is_explained_in_80_columns(project: Path, run: Run) -> None:
    done = change(project)
    run("remember", "decision", "one pool " + "for every single part of the shop " * 4, "--at", "src/db/pool.py#Pool")

    ran = run("why", "src/db/pool.py:3")
    lines = ran.out.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert lines[:2] == ["src/db/pool.py:3", "  | return 2"]
    start = lines.index(next(line for line in lines if line.endswith(f"  commit {done[:10]}")))
    assert lines[start + 1 : start + 9] == [
        "  Two connections (#7)",
        "    Connections are dear, and every request made one of its own, which the",
        "    server did not like at all when many came.",
        "    - one pool for all",
        "    - a second bullet",
        "    before: return 1",
        "    pull request #7",
        "    Ada: last changed this line",
    ]
    assert "is about `src/db/pool.py#Pool`, which these lines belong to" in " ".join(ran.out.split())
    assert "Signed-off-by" not in ran.out


def test_long_messages_are_cut_and_shown_in_full_when_asked(project: Path, run: Run) -> None:
    (project / "a.py").write_text("x = 1\n")
    git(project, "add", "a.py")
    git(project, "commit", "-qm", "more\n\n" + "\n".join(f"- point {n}" for n in range(20)))

    assert "point 5\n    …\n" in run("why", "a.py:1").out
    assert "point 19" in run("why", "a.py:1", "--full").out


def test_json_is_one_document_with_whole_ids(project: Path, run: Run) -> None:
    done = change(project)
    data = run("why", "src/db/pool.py:3", "--json").json

    assert data["schema"] == "backstory.why/1"
    assert (data["path"], data["first"], data["last"], data["line"]) == ("src/db/pool.py", 3, 3, "return 2")
    reason = data["reasons"][0]
    assert (reason["kind"], reason["id"], reason["ref"], reason["ties"]) == ("commit", done, done[:10], ["last"])
    assert reason["merge"] == {"number": "#7"}
    assert reason["evidence"] == ["last changed this line"]
    assert reason["text"].startswith("Connections are dear")
    assert reason["was"] == "return 1"


def test_weaker_reasons_are_counted_on_stderr(project: Path, run: Run) -> None:
    change(project)
    ran = run("why", "src/db/pool.py", "-n", "1")
    assert "and 1 weaker reason: `--limit 2`" in ran.err
    assert "weaker" not in ran.out


def test_notes_are_part_of_the_answer(project: Path, run: Run) -> None:
    file = project / "src" / "db" / "pool.py"
    file.write_text(file.read_text() + "x = 1\n")
    assert "  line 8 is not committed yet\n" in run("why", "src/db/pool.py:8").out
    assert "  line 4 is blank: this is about line 6\n" in run("why", "src/db/pool.py:4").out


@pytest.mark.parametrize(
    ("target", "code", "message"),
    [
        ("src/db/pool.py:99", 2, "error: `src/db/pool.py` has no line 99, it has 7 lines"),
        ("src/none.py", 1, "error: no file `src/none.py` here, and none that git knows of"),
        ("/etc/passwd", 2, "error: `/etc/passwd` is outside the project"),
    ],
)
def test_errors_name_what_to_do(project: Path, run: Run, target: str, code: int, message: str) -> None:
    ran = run("why", target, ok=False)
    assert ran.code == code
    assert ran.err.startswith(message)
    assert "hint: " in ran.err


def test_from_below_the_root_paths_are_those_of_where_one_stands(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "src" / "db")
    assert run("why", "pool.py:3").out.startswith("src/db/pool.py:3\n")
