"""Use scenarios: what a builder writes is replayed, and scored against the rivals."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

USE = Path(__file__).parents[2] / "bench" / "use"
sys.path.insert(0, str(USE))

from conversation import CodexSession, Scenario  # noqa: E402
from presence import read_records, read_sessions, score_presence  # noqa: E402
from rivals import paste_history  # noqa: E402
from scoring import find_faults, is_answered  # noqa: E402


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A folder with a scenario of one small repository and two sessions."""
    repo = tmp_path / "origin"
    subprocess.run(["git", "init", "-q", "-b", "main", str(repo)], check=True)
    (repo / "app.py").write_text("LIMIT = 5\n")
    subprocess.run(["git", "-C", str(repo), "add", "."], check=True)
    author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", "-C", str(repo), *author, "commit", "-q", "-m", "Begin"], check=True)
    folder = tmp_path / "tiny"
    folder.mkdir()
    subprocess.run(
        ["git", "-C", str(repo), "bundle", "create", "-q", str(folder / "repo.bundle"), "HEAD", "main"], check=True
    )
    record = {
        "kind": "fact",
        "title": "The parser was rewritten",
        "body": "",
        "at": ["app.py"],
        "tags": [],
        "made": "2025-03-01T08:00:00Z",
    }
    (folder / "filler.jsonl").write_text(
        "".join(json.dumps({**record, "title": f"Old fact {n}"}) + "\n" for n in range(3))
    )
    tiny = Scenario("tiny", "example/tiny", "main", "Tt1")
    tiny.fill()
    tiny.switch("limit", create=True)
    first = tiny.session("one")
    first.user("Raise the limit. Never use a global for it.")
    first.edit("app.py", "LIMIT = 5", "LIMIT = 9")
    first.bash("pytest -q", "1 failed, 2 passed", title="Test", code=1)
    first.bash(
        "backstory -q remember decision 'The limit is 9' --why 'the queue of the printer holds nine jobs'",
        title="Keep it",
        run=True,
    )
    first.answer("The limit is 9 now. Next: the test for ten jobs.")
    first.end()
    tiny.ask("What is the limit?", "9", every=["limit is 9|^9$"], wrong=["5"])
    tiny.prompt("short", "nine jobs", "why is the limit 9?")
    tiny.prompt("unrelated", None, "what rhymes with orange?")
    tiny.notes = "The limit is 9.\n"
    document = {"name": tiny.name, "repo": tiny.repo, "steps": tiny.steps, "questions": tiny.questions}
    document |= {"prompts": tiny.prompts, "notes": tiny.notes}
    (folder / "scenario.json").write_text(json.dumps(document))
    return folder


@pytest.mark.slow
def test_a_scenario_is_replayed_and_scored(scenario: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(USE / "run.py"), str(scenario), "--sizes", "0,3", "--budgets", "300"]
    command += ["--texts", str(tmp_path / "texts")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    bare, filled = (json.loads(line) for line in done.stdout.splitlines())
    for result in (bare, filled):
        assert result["failed_steps"] == 0, done.stdout
        assert (result["nothing"], result["paste"], result["notes"], result["brief"], result["brief+recall"]) == (
            0,
            1,
            1,
            1,
            1,
        )
        assert result["of"] == 1
        assert result["prompts_right"] == "1/1"
        assert result["noise"] == "0/1"
        short = result["budgets"]["300"]
        assert (short["brief"], short["brief+recall"]) == (1, 1)
        assert short["brief_tokens"] <= 300
    assert (bare["records"], filled["records"]) == (0, 3)
    assert "The limit is 9" in (tmp_path / "texts" / "tiny-0" / "brief.md").read_text()


def test_a_program_that_cannot_be_set_up_ends_the_run(scenario: Path, tmp_path: Path) -> None:
    broken = tmp_path / "bin" / "backstory"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho 'no memory today' >&2\nexit 1\n")
    broken.chmod(0o755)
    command = [sys.executable, str(USE / "run.py"), str(scenario), "--program", str(broken.parent)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "no memory today" in done.stderr


def test_an_answer_needs_all_and_one_of_any_and_none_of_not() -> None:
    question = {"all": ["red", "blue"], "any": ["sky", "sea"], "not": ["green"]}
    assert is_answered(question, "RED and\nblue like the sea")
    assert not is_answered(question, "red like the sea")
    assert not is_answered(question, "red and blue")
    assert not is_answered(question, "red, blue and green like the sea")
    assert is_answered({"all": ["red"]}, "red")


def test_faults_of_a_scenario_are_named() -> None:
    question = {"q": "Which colour?", "all": ["red|blue"], "note": "red"}
    scenario = {
        "steps": [{"sh": "echo red"}],
        "questions": [question],
        "prompts": [{"p": "colour?", "want": "violet", "kind": "short"}],
        "notes": "grey " * 300,
    }
    assert find_faults(scenario, {"Which colour?": ["blue"]}) == [
        "1 questions, expected 12",
        "notes of 375 tokens, expected at most 350",
        "the notes fail: Which colour?",
        "a wrong answer passes: Which colour?: blue",
        "nothing in the conversation fits: colour?: violet",
    ]


def test_the_baseline_pastes_answers_rules_and_the_last_run(tmp_path: Path) -> None:
    folder = tmp_path / ".claude/projects/x"
    folder.mkdir(parents=True)
    tiny = Scenario("tiny", "example/tiny", "main", "Tt1")
    for number, name in enumerate(("one", "two", "three", "four")):
        session = tiny.session(name)
        session.user(f"Never do {name}." if number % 2 else f"Look at {name}.")
        session.bash(f"pytest tests/{name}", f"{number} passed", title="Test")
        session.bash("ls", f"listing {name}", title="List")
        session.text(f"Thinking of {name}.")
        session.answer(f"Done with {name}.")
    clock = 0
    for step in tiny.steps:
        for row in step.get("say", {}).get("rows", []):
            clock += 1
            with (folder / f"{step['say']['session']}.jsonl").open("a") as file:
                file.write(json.dumps({**row, "timestamp": f"2026-11-18T09:{clock // 60:02}:{clock % 60:02}Z"}) + "\n")
    assert paste_history(tmp_path).split("\n") == [
        "Done with two.",
        "Done with three.",
        "Done with four.",
        "Never do two.",
        "Never do four.",
        "pytest tests/four",
        "3 passed",
    ]


def test_codex_rows_reach_its_rollout(tmp_path: Path) -> None:
    tiny = Scenario("tiny", "example/tiny", "main", "Tt1")
    CodexSession.prepare(tiny)
    session = CodexSession(tiny, "019f0000-0000-7000-8000-000000000001", 18)
    session.user("Don't touch 'the quotes'.")
    session.bash("ctest --test-dir build", "1 tests failed", title="I run them.", code=8)
    session.answer("One is red.")
    for step in tiny.steps[1:]:
        subprocess.run(
            ["bash", "-c", step["sh"]], check=True, cwd=tmp_path, env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
        )
    rollouts = list((tmp_path / ".codex/sessions").rglob("rollout-*.jsonl"))
    assert len(rollouts) == 1
    assert paste_history(tmp_path).split("\n")[:2] == ["One is red.", "Don't touch 'the quotes'."]
    assert "1 tests failed" in paste_history(tmp_path)
    assert str(tmp_path) in rollouts[0].read_text()


def test_what_of_a_question_the_memory_lacks_is_named(tmp_path: Path) -> None:
    memory = tmp_path / "backstory/projects/p"
    for name, text in (("memory/fact/one.md", "The limit is 9."), ("memory/fact/old.md", "It was five.")):
        (memory / name).parent.mkdir(parents=True, exist_ok=True)
        (memory / name).write_text(text)
    (memory / "sessions/2026-11").mkdir(parents=True)
    (memory / "sessions/2026-11/s.json").write_text(json.dumps({"answers": [{"text": "The queue holds nine jobs."}]}))
    records, sessions = read_records(tmp_path, tmp_path / "repo", {"old.md"}), read_sessions(tmp_path)
    questions = [{"q": "Which?", "all": ["limit is 9"]}, {"q": "Why?", "all": ["nine jobs"], "any": ["queue", "x"]},
                 {"q": "Before?", "all": ["nine", "five"]}]  # fmt: skip
    counts, lines = score_presence(questions, records, sessions)
    assert counts == {"in_records": 1, "in_memory": 2}
    assert lines == ["only in sessions: Why?: nine jobs; queue|x", "not in the memory: Before?: five"]
