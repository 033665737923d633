"""What people look at first: help, status, log, why, report, and the completion of their shell."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from backstory.cli.commands.log import Log
from backstory.memory.answers.history import TimelineEntry


@pytest.mark.parametrize("line", [(), ("task",), ("memo",), ("index",)])
def test_a_bare_group_prints_its_help(repo: Path, run: Run, line: tuple[str, ...]) -> None:
    ran = run(*line)
    assert ran.out.startswith("Usage: backstory") and not ran.err
    assert "a record's tier" in run().out


def test_a_bare_group_with_json_is_an_error(repo: Path, run: Run) -> None:
    ran = run("--json", "memo", ok=False)
    assert ran.code == 2 and "takes a command" in json.loads(ran.out)["error"]["message"]


def test_status_is_a_dashboard(project: Path, run: Run) -> None:
    run("remember", "fact", "One")
    run("remember", "fact", "Two")
    old = run("remember", "decision", "Old", "--json").json["short"]
    run("remember", "decision", "New", "--supersedes", old)
    run("task", "start", "Port the pool")
    run("checkpoint", "Half way", "--next", "port HTTP/2", "--blocker", "CI has no trio")
    run("snapshot", "--goal", "anyio")
    text = run("status").out
    facts = dict(re.findall(r"^  (\w+) +(.+)$", text, re.MULTILINE))
    assert facts["task"].startswith("Port the pool") and facts["next"] == "port HTTP/2"
    assert facts["blocked"] == "CI has no trio" and facts["goal"] == "anyio"
    assert "2 facts" in facts["memory"] and "1 decision," in facts["memory"] and "1 superseded" in facts["memory"]
    assert re.match(r"snap-[0-9a-z]{8}, \d+ files", facts["snapshot"])
    state = run("status", "--json").json
    assert state["task"]["title"] == "Port the pool" and state["checkpoint"]["blockers"] == ["CI has no trio"]
    assert state["records"]["kinds"]["decision"] == 1 and state["records"]["superseded"] == 1


def test_status_names_the_agents(project: Path, run: Run) -> None:
    assert "none gets it yet" in run("status").out
    run("init", "--agents", "claude-code", "--yes")
    assert run("status", "--json").json["agents"] == ["claude-code"]
    assert "claude-code" in run("status").out


def test_status_says_why_it_suggests_a_command(project: Path, run: Run) -> None:
    assert "keeps the first record" in run("status").err
    run("remember", "fact", "One")
    assert "`backstory brief` prints what an agent gets" in run("status").err


def test_explained_settings_are_never_an_empty_heading(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BACKSTORY_DELIVER_BACKGROUND")
    listed = run("status", "--explain").out.partition("changed settings")[2]
    assert listed.strip()


def test_log_names_day_and_branch_where_they_change(capsys: pytest.CaptureFixture[str]) -> None:
    branches = ("feature", "feature", "", "main", "main")
    entries = [
        TimelineEntry(f"2026-11-20T10:0{5 - number}:00Z", f"ref{number}", "fact", f"Fact {number}", branch)
        for number, branch in enumerate(branches)
    ]
    Log(entries, 10, len(entries)).print_text()
    assert capsys.readouterr().out.splitlines() == [
        "2026-11-20  on feature",
        "  10:05  ref0      fact  Fact 0",
        "  10:04  ref1      fact  Fact 1",
        "  10:03  ref2      fact  Fact 2",
        "  on main",
        "  10:02  ref3      fact  Fact 3",
        "  10:01  ref4      fact  Fact 4",
    ]


def test_why_shows_the_strongest_reason_first_and_folds_the_weak(project: Path, run: Run) -> None:
    run("remember", "decision", "A pool for all", "--at", "src/db/pool.py")
    for number in range(3):
        run("remember", "fact", f"Made later {number}")
    lines = run("why", "src/db/pool.py").out.splitlines()
    assert lines[3] == "  A pool for all"
    folded = next(number for number, line in enumerate(lines) if "3 records, of which each was made" in line)
    assert ["Made later" in line for line in lines[folded + 1 :]] == [True] * 3
    weights = [reason["weight"] for reason in run("why", "src/db/pool.py", "--json").json["reasons"]]
    assert weights == sorted(weights, reverse=True)
    assert "of which" not in run("why", "src/db/pool.py", "--full").out


def test_report_draws_bars(project: Path, run: Run) -> None:
    for number in range(3):
        run("remember", "fact", f"One {number}")
    run("remember", "decision", "Two")
    text = run("report").out
    bars = dict(re.findall(r"^  (fact|decision) .*%  (\S+)$", text, re.MULTILINE))
    assert len(bars["fact"]) == 3 * len(bars["decision"]) == 12
    assert "no agent" in text and " none" not in text


def test_snapshots_have_one_form_of_id(project: Path, run: Run) -> None:
    taken = run("snapshot", "--goal", "x").err
    shown = [taken, *(run(*line).out for line in (("status",), ("snapshots",), ("diff",)))]
    short = re.search(r"snap-[0-9a-z]{8}\b", taken)
    assert short and all(short[0] in text for text in shown)
    assert not [text for text in shown if re.search(r"snap-[0-9A-Z]{26}", text)]
    assert run("show", short[0]).out


def read_shares(line: str) -> tuple[float, dict[str, float]]:
    """The score of a line of `--explain`, and the share of each signal."""
    score, terms = re.findall(r"score (\S+) = (.*?)(?: \(|$)", line)[0]
    shares = re.findall(r"(^|[+-] )([a-z ]+) (\d\S*)", terms)
    return float(score), {name: -float(value) if sign == "- " else float(value) for sign, name, value in shares}


def test_a_score_is_explained_as_a_sum(project: Path, run: Run) -> None:
    for number in range(12):
        run("remember", "fact", f"Common word number {number}")
    lines = [line for line in run("recall", "common", "--explain").out.splitlines() if "score" in line]
    assert lines
    for line in lines:
        score, shares = read_shares(line)
        assert score > 0 and {"text", "tier", "kind", "how", "recency"} <= shares.keys()
        assert sum(shares.values()) == pytest.approx(score, rel=0.1)


def test_the_score_of_a_question_is_what_orders_the_answer(project: Path, run: Run) -> None:
    run("remember", "decision", "Retries use jitter", "--why", "a herd of clients came back at once")
    run("remember", "fact", "Retries of the queue stop after five")
    for number in range(8):
        run("remember", "fact", f"Another thing {number}")
    items = run("recall", "why do retries use jitter?", "--explain", "--json").json["items"]

    scores = [item["score"] for item in items]
    assert scores and scores == sorted(scores, reverse=True)
    assert items[0]["why"]["reason"] > 0 and "fit" in items[0]["why"]
    assert all(sum(item["why"].values()) == pytest.approx(item["score"], abs=0.01) for item in items)


def test_weights_of_recall_are_settings(project: Path, run: Run) -> None:
    run("remember", "observation", "The pond is drained in winter")
    for number in range(6):
        run("remember", "fact", f"Another thing {number}")
    run("remember", "decision", "The pool is drained")
    before = run("recall", "pond drained", "--json").json["items"]
    run("config", "set", "recall.kind", "1000")
    after = run("recall", "pond drained", "--json", "--explain").json["items"]

    assert [item["kind"] for item in before] == ["observation", "decision"]
    assert [item["kind"] for item in after] == ["decision", "observation"]
    assert "did you mean `recall.kind`" in run("config", "set", "recall.knd", "10", ok=False).err
    assert "from 0 to 1000" in run("config", "set", "recall.kind", "1001", ok=False).err


def test_numbers_are_asked_for_in_plain_words(project: Path, run: Run) -> None:
    assert "`x` is not a whole number" in run("list", "--limit", "x", ok=False).err


class TestCompletion:
    @pytest.mark.parametrize(
        ("shell", "mark"),
        [
            ("bash", "complete "),
            ("zsh", "#compdef"),
            ("fish", "complete "),
            ("powershell", "Register-ArgumentCompleter"),
        ],
    )
    def test_a_shell_gets_its_script(self, home: Path, run: Run, shell: str, mark: str) -> None:
        script = run("completion", shell).out
        assert mark in script and f"{shell}_complete" in script and "%(" not in script

    @pytest.mark.parametrize(
        "variables",
        [
            {"_BACKSTORY_COMPLETE": "bash_complete", "COMP_WORDS": "backstory dec", "COMP_CWORD": "1"},
            {"_BACKSTORY_COMPLETE": "zsh_complete", "COMP_WORDS": "backstory dec", "COMP_CWORD": "1"},
            {"_BACKSTORY_COMPLETE": "fish_complete", "COMP_WORDS": "backstory dec", "COMP_CWORD": "dec"},
            {"_BACKSTORY_COMPLETE": "powershell_complete", "COMP_WORDS": "backstory dec", "COMP_WORD": "dec"},
        ],
        ids=lambda variables: variables["_BACKSTORY_COMPLETE"],
    )
    def test_commands_are_completed(self, home: Path, variables: dict[str, str]) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "backstory"], env={**os.environ, **variables}, capture_output=True, text=True
        )
        assert "decisions" in done.stdout and "remember" not in done.stdout, done.stderr

    def test_words_after_a_command_are_completed_for_powershell(self, home: Path) -> None:
        variables = {"_BACKSTORY_COMPLETE": "powershell_complete", "COMP_WORDS": "backstory list ", "COMP_WORD": ""}
        done = subprocess.run(
            [sys.executable, "-m", "backstory"], env={**os.environ, **variables}, capture_output=True, text=True
        )
        assert "decision\t" in done.stdout

    @staticmethod
    def complete(words: str, folder: Path) -> list[str]:
        """What bash is offered for the last word of a command line."""
        variables = {"_BACKSTORY_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        done = subprocess.run(
            [sys.executable, "-m", "backstory"], env={**os.environ, **variables}, cwd=folder, capture_output=True,
            text=True, check=True,
        )  # fmt: skip
        assert done.stderr == ""
        return [line.removeprefix("plain,") for line in done.stdout.split()]

    def test_ids_of_records_are_completed(self, project: Path, run: Run) -> None:
        idents = [run("remember", "fact", f"fact {number}", "--json").json["short"] for number in range(3)]
        assert self.complete("backstory show ", project) == idents[::-1], "the newest first"
        assert idents[0] in self.complete(f"backstory forget {idents[1]} {idents[0][:3]}", project)
        assert self.complete(f"backstory edit {idents[2][:7]}", project) == [idents[2]]

    def test_ids_of_sessions_are_completed(self, project: Path, run: Run) -> None:
        run("session", "new", "--session-id", "one-7", "--goal", "fix the login")
        assert self.complete("backstory session show ", project) == ["latest", "one-7"]
        assert self.complete("backstory log --session on", project) == ["one-7"]

    def test_where_there_is_no_memory_no_id_is_completed(self, home: Path, tmp_path: Path) -> None:
        assert self.complete("backstory show ", tmp_path) == []
