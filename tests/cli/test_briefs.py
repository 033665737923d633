"""Briefs from the command line: hard within any budget, in every form, and in the files that carry them."""

import json
import os
import random
from pathlib import Path

import pytest
from tests.cli.conftest import Machine, Run, git
from tests.sweeps import every

from backstory.api import Channel, Memory
from backstory.base.token_estimate import ESTIMATE_RESERVE, estimate_tokens
from backstory.memory.verbs.remember import remember
from backstory.model.kinds import KINDS
from backstory.model.record import Anchor, Draft, Origin
from backstory.settings.table import MODES

BUDGETS = (300, 301, 350, 420, 500, 777, 1_200, 2_000, 4_000, 8_000, 16_000)[:: every(2)]
WORDS = (
    "pool", "driver", "typing", "webhook", "retry", "session", "token", "cache", "index", "journal", "merge", "branch",
    "commit", "anchor", "budget",
)  # fmt: skip


@pytest.fixture
def full(machine: Machine, run: Run) -> Path:
    """A project that remembers far more than any budget holds: every kind, long texts, odd scripts, many files."""
    return machine("far-too-much", lambda: fill(Path.cwd(), run))


def fill(project: Path, run: Run) -> None:
    run("init", "--yes", "--no-agents")
    dice = random.Random(3)
    memory = Memory.open(str(project), os.environ, channel=Channel("explicit"))
    for number in range(320):
        kind = dice.choice([k for k in KINDS.values() if k.name != "source"])
        odd = dice.choice(("", "\u65e5\u672c\u8a9e\u306e\u6587", "\U0001f9ea\U0001f680", "`code()` <b>&amp;"))
        title = f"{dice.choice(WORDS)} {dice.choice(WORDS)} {number} {odd}"
        body = " ".join(dice.choice(WORDS) for _ in range(dice.choice((0, 5, 60, 600))))
        draft = Draft(
            kind=kind.name,
            title=title,
            body=body,
            tier=dice.choice(("", "", "", "pinned", "working")),
            tags=[dice.choice(WORDS)],
            anchors=[Anchor("src/db/pool.py")] if number % 9 == 0 else [],
        )
        how = dice.choice(("explicit", "stated", "observed", "inferred"))
        remember(
            memory, draft, scope="private", origin=Origin(author="Ada <a@b.c>", branch="main", how=how), dedupe=False
        )
    for number in range(60):
        (project / "src" / f"module_{number}.py").write_text(f"def function_{number}():\n    return {number}\n")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "many files with a long subject " + "so " * 40)
    (project / "src" / "dirty.py").write_text("x = 1\n")
    run("snapshot", "--goal", "port the pool to the new driver " + "and more " * 20)
    steps = ";; ".join(f"step {n} of the work" for n in range(40))
    run("checkpoint", "port the pool", "--state", "half of it " * 60, "--next-steps", steps)


@pytest.mark.slow
def test_the_budget_holds_over_the_whole_output(full: Path, run: Run) -> None:
    for mode in MODES:
        sizes = []
        for budget in BUDGETS:
            text = run("brief", "--mode", mode, "--budget", str(budget)).out
            tokens = estimate_tokens(text)
            assert tokens * ESTIMATE_RESERVE <= budget, (mode, budget, tokens)
            sizes.append(tokens)
        assert sizes == sorted(sizes), f"{mode}: more room is used"
        assert sizes[-1] > 3 * sizes[0], mode
        assert sizes[0] > 150, f"{mode}: what room there is, is used"


WISHES = (
    [], ["--query", "webhook retry"], ["--task", "cache"], ["--strategy", "aggressive"], ["--strategy", "tail"],
    ["--kind", "decision"], ["--limit", "3"], ["--for", "claude-code"],
)  # fmt: skip


@pytest.mark.slow
def test_the_budget_holds_for_every_wish(full: Path, run: Run) -> None:
    for argv in WISHES:
        for budget in (300, 1_200, 5_000):
            text = run("brief", "--budget", str(budget), *argv).out
            assert estimate_tokens(text) * ESTIMATE_RESERVE <= budget, (argv, budget)


@pytest.mark.slow
def test_the_default_budget_and_the_settings(full: Path, run: Run) -> None:
    assert estimate_tokens(run("brief").out) * ESTIMATE_RESERVE <= 1_200
    run("config", "set", "brief.budget", "600")
    assert estimate_tokens(run("brief").out) * ESTIMATE_RESERVE <= 600
    assert run("brief", "--json").json["budget"] == 600
    for budget in ("199", "0", "-5", "16001"):
        ran = run("brief", "--budget", budget, ok=False)
        assert ran.code == 2
        assert "hint:" in ran.err
    run("config", "set", "brief.min_budget", "200")
    run("brief", "--budget", "200")


@pytest.mark.slow
def test_the_same_inputs_give_the_same_bytes(full: Path, run: Run) -> None:
    for mode in MODES:
        assert run("brief", "--mode", mode).out == run("brief", "--mode", mode).out
    assert run("brief", "--json").out == run("brief", "--json").out


@pytest.mark.slow
def test_forms_differ_and_the_human_one_is_prose(full: Path, run: Run) -> None:
    texts = {mode: run("brief", "--mode", mode, "--budget", "4000").out for mode in MODES}
    assert len(set(texts.values())) == len(MODES)
    for mode in set(MODES) - {"human-handoff"}:
        assert "<backstory-context" in texts[mode]
        assert "not instructions" in texts[mode]
    human = texts["human-handoff"]
    assert "<backstory-context" not in human
    sentences = [line for line in human.splitlines() if line.endswith(".") and len(line.split()) > 8]
    assert len(sentences) > 5


def test_where_the_text_goes(project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("remember", "decision", "Use psycopg 3")
    text = run("brief").out
    for name in ("prompt", "resume", "compose"):
        assert run(name).out == text
    out = tmp_path / "brief.md"
    assert run("brief", "-o", str(out)).out == ""
    assert out.read_text() == text
    assert run("brief", "-o", str(tmp_path / "no" / "such" / "x.md"), ok=False).code == 1
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "wl-copy").write_text(f"#!/bin/sh\ncat > {tmp_path / 'clipboard'}\n")
    (programs / "wl-copy").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    run("brief", "--copy")
    assert (tmp_path / "clipboard").read_text() == text
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = run("brief", "--copy", ok=False)
    assert ran.code == 1
    assert "hint:" in ran.err
    assert run("brief", "--as", "pointer").out != text


@pytest.mark.slow
def test_both_handoff_files_hold_the_same_records(full: Path, run: Run) -> None:
    local = full / ".backstory" / "local"
    more = ["remember", "decision", "one more", "--tier", "pinned"]
    for argv in (["snapshot", "--goal", "goal one"], ["checkpoint", "task two"], more):
        run(*argv)
        text, data = (local / "handoff.md").read_text(), json.loads((local / "handoff.json").read_text())
        items = [item for section in data["sections"] for item in section.get("items", [])]
        told = [i for i in items if i.get("short") and i["short"] in text]
        assert len(told) > 3
        assert [i["title"] for i in items if i.get("short") and i["short"] not in text] == []
        assert data["schema"] == "backstory.brief/1"
        assert estimate_tokens(text) * ESTIMATE_RESERVE <= data["budget"]
    assert run("handoff").out
    assert git(full, "status", "--porcelain", ".backstory/local") == ""


@pytest.mark.slow
def test_explain_names_what_was_left_out_and_why(full: Path, run: Run) -> None:
    ran = run("brief", "--budget", "300", "--explain")
    assert estimate_tokens(ran.out) * ESTIMATE_RESERVE <= 300
    left = [line for line in ran.err.splitlines() if "left out" in line]
    assert len(left) > 100
    assert all(line.endswith(")") for line in left)
    data = run("brief", "--budget", "300", "--json", "--explain").json
    assert data["left_out"]
    assert all(row["reason"] for row in data["left_out"])


@pytest.mark.slow
def test_the_task_may_be_said_without_an_option(full: Path, run: Run) -> None:
    said = run("brief", "how", "cobalt is retried").out

    assert said == run("brief", "--task", "how cobalt is retried").out
    twice = run("brief", "cobalt", "--task", "basalt", ok=False)
    assert twice.code == 2
    assert "given twice" in twice.err


def test_ids_in_what_agents_are_given_are_never_taken_for_passwords(repo: Path, run: Run, tmp_path: Path) -> None:
    run("init", "--yes", "--agents", "claude-code")
    for number in range(5):
        run("remember", "failure", f"Leak number {number}", "--fix", "Pass the state as an argument")
    briefs = [path.read_text() for path in (tmp_path / "data").glob("projects/*/briefs/**/*") if path.is_file()]
    given = "".join(briefs)
    assert "Pass the state as an argument" in given
    assert "REDACTED" not in given


@pytest.mark.parametrize(
    "form", [(), ("--as", "xml"), ("--as", "json"), ("--as", "pointer"), ("--for", "human"), ("--for", "claude-code")]
)
def test_a_file_is_replaced_by_a_brief_only_where_it_holds_one(project: Path, run: Run, form: tuple[str, ...]) -> None:
    run("remember", "decision", "Use psycopg 3")
    run("brief", *form, "-o", "brief.md")
    run("brief", *form, "-o", "brief.md")
    notes = project / "notes.md"
    notes.write_text("# Shop: what I think of it\n")
    refused = run("brief", *form, "-o", "notes.md", ok=False).err
    assert "was not written by Backstory, so it is not replaced" in refused and "mv notes.md notes.md.old" in refused
    assert notes.read_text() == "# Shop: what I think of it\n"
    assert "is a folder" in run("brief", *form, "-o", ".", ok=False).err


def test_each_agent_gets_its_form_by_its_name(project: Path, run: Run) -> None:
    run("remember", "decision", "Use psycopg 3", "--why", "typed rows")
    for name in ("codex", "cursor", "gemini"):
        assert run("brief", "--for", name, "--json").json["mode"] == run("brief", "--mode", name, "--json").json["mode"]
    assert run("brief", "--for", "gemini-cli").out == run("brief", "--for", "gemini").out
    forms = {name: run("brief", "--for", name, "--json").json["mode"] for name in ("codex", "claude", "opencode")}
    assert forms == {"codex": "codex", "claude": "claude-code-restore", "opencode": "generic-agent-restore"}


def test_each_agent_gets_what_is_handed_over_to_it(project: Path, run: Run) -> None:
    run("handoff", "Finish the pool", "--to", "codex")
    assert "Finish the pool" in run("brief", "--for", "codex").out
    assert "Finish the pool" not in run("brief", "--for", "cursor").out


def test_a_reader_that_is_none_is_named_with_those_that_are(project: Path, run: Run) -> None:
    ran = run("brief", "--for", "nobody", ok=False)
    listed = "claude-code, codex, copilot, cursor, gemini, human, generic"
    assert f"hint: `--for` takes {listed}, or the name of another agent that `backstory agents` lists" in ran.err
    assert listed in " ".join(run("brief", "--help").out.split())


def test_what_just_missed_is_printed_beside_the_brief(project: Path, run: Run) -> None:
    for number in range(12):
        run("remember", "fact", f"Fact {number} about the pool", "--why", f"word{number} " * 60)
    plain, asked = run("brief", "--budget", "400"), run("brief", "--budget", "400", "--why-not")
    assert asked.out == plain.out
    assert " just missed it, the nearest first" in asked.err
    assert "about the pool (no room: " in asked.err
    assert "missed" not in run("brief", "--budget", "400", "--json").json
    assert run("brief", "--budget", "400", "--why-not", "--json").json["missed"][0]["reason"].startswith("no room")


@pytest.mark.parametrize("form", [("--json",), ("--as", "xml")])
def test_the_budget_holds_for_data_too(project: Path, run: Run, form: tuple[str, ...]) -> None:
    for number in range(20):
        run("remember", "fact", f"Fact {number} about the pool", "--why", f"word{number} is slow. " * 20)
    for budget in (200, 600, 1200):
        text = run("brief", "--budget", str(budget), *form).out
        assert 0.5 * budget < estimate_tokens(text) * ESTIMATE_RESERVE <= budget
        assert str(project) not in text and "/memory/fact" not in text
