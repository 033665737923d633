"""What a session is given at its start. Whole processes, on real files."""

import json
import os
import subprocess
import time

import pytest
from testing.hook_process import Project
from tests.hook.conftest import prepare, prepared

from backstory.hook.outdated import _drop_git

ASK = "why did we take psycopg over asyncpg for the database?"


def started(out: str, event: str = "SessionStart") -> str:
    found = json.loads(out)["hookSpecificOutput"]
    assert found["hookEventName"] == event
    return str(found["additionalContext"])


def test_the_prepared_brief_is_printed_while_it_stands(filled: Project) -> None:
    text = 'A "brief"\nwith \\ and ünïcödé 漢 \U0001f600 and \x07 bell\ttab'
    prepare(filled, text)

    assert started(filled.hook("session-start", {"source": "startup"})) == text
    assert filled.after(wait=0.2) is None


def test_an_empty_brief_prints_nothing(filled: Project) -> None:
    prepare(filled, "")

    assert filled.hook("session-start") == ""
    assert filled.after(wait=0.2) is None


@pytest.mark.parametrize(
    ("text", "day", "stands"),
    [
        ("- last tests (today 17:14 UTC): 1 failed", "2026-03-01", False),
        ("- 3 days ago, user: port the pool", "2026-03-01", False),
        ("- [fc52d2ce] Use psycopg 3", "2026-03-01", True),
        ("- last tests (today 17:14 UTC): 1 failed", time.strftime("%Y-%m-%d", time.gmtime()), True),
        ("- last tests (today 17:14 UTC): 1 failed", "", True),
    ],
)
def test_a_brief_of_an_earlier_day_is_composed_anew_where_it_says_when_something_was(
    filled: Project, text: str, day: str, stands: bool
) -> None:
    prepare(filled, text, day=day)

    out = filled.hook("session-start", {"source": "startup"}, STUB_SAYS="composed")
    assert out == "composed" if not stands else started(out) == text
    composed = filled.after(wait=0.2 if stands else 60)
    assert (composed is None) is stands
    if not stands:
        assert composed[0] == ["claude-code", "session-start"]
    assert started(filled.hook("subagent-start", {"agent_id": "a1"}), "SubagentStart") == text, "it does not wait"


def test_a_brief_is_cut_to_what_the_agent_takes(filled: Project) -> None:
    prepare(filled, "\n".join(f"line {number}" for number in range(3000)))

    text = started(filled.hook("session-start"))

    assert len(text) <= 10_000
    assert text.endswith("[cut here: run `backstory brief` for the whole]")


def test_a_brief_in_the_working_tree_is_not_believed(filled: Project) -> None:
    """Whatever unpacks a repository can put one there, with a stamp that fits."""
    prepare(filled, "forged")
    folder = filled.root / ".backstory" / "local" / "briefs"
    folder.mkdir(parents=True)
    prepared(filled).rename(folder / "claude-code.json")

    assert filled.hook("session-start", {"source": "startup"}, STUB_SAYS="composed") == "composed"
    assert filled.after() is not None


def use_tool_elsewhere(project: Project, process: int) -> None:
    """The agent of another session, which is this process, uses a tool."""
    project.hook("post-tool", {"session_id": "other", "tool_name": "Bash"})
    (project.private / "spool" / "other.process").write_text(str(process))


def test_a_start_beside_a_session_at_work_reads_nothing_first(filled: Project) -> None:
    prepare(filled, "prepared")
    use_tool_elsewhere(filled, os.getppid())

    assert started(filled.hook("session-start", {"source": "startup"})) == "prepared"
    assert filled.after()[0] == ["claude-code", "take-in"]


def test_a_start_after_a_killed_session_reads_it_first(filled: Project) -> None:
    prepare(filled, "prepared")
    ended = subprocess.Popen(["git", "--version"], stdout=subprocess.DEVNULL)
    ended.wait()
    use_tool_elsewhere(filled, ended.pid)

    assert filled.hook("session-start", {"source": "startup"}, STUB_SAYS="composed") == "composed"


def test_an_earlier_session_of_the_same_process_is_read_first(filled: Project) -> None:
    prepare(filled, "prepared")
    use_tool_elsewhere(filled, os.getpid())

    assert filled.hook("session-start", {"source": "clear"}, STUB_SAYS="composed") == "composed"


def test_a_session_notes_the_process_of_its_agent(filled: Project) -> None:
    filled.hook("session-start")

    assert (filled.private / "spool" / "s1.process").read_text() == str(os.getpid())


def test_a_brief_for_another_working_tree_is_not_taken(filled: Project) -> None:
    prepare(filled, "of another tree", tree=str(filled.root) + "2")

    assert filled.hook("session-start", {"source": "startup"}, STUB_SAYS="composed") == "composed"
    assert filled.after() is not None


@pytest.mark.parametrize("what", ["none", "record", "commit", "config", "broken", "fifo", "link"])
def test_otherwise_the_slow_half_answers_in_its_place(filled: Project, what: str) -> None:
    prepare(filled, "prepared")
    path = prepared(filled)
    if what == "none":
        path.unlink()
    elif what == "record":
        filled.remember("new", scope="team")
    elif what == "commit":
        filled.git("add", "-A")
        filled.git("commit", "-qm", "x")
    elif what == "config":
        filled.config.write_text(filled.config.read_text() + "\n")
    elif what == "broken":
        path.write_text('{"stamp": "')
    elif what == "link":
        os.symlink(path.rename(path.parent / "elsewhere"), path)
    else:
        path.unlink()
        os.mkfifo(path)

    assert filled.hook("session-start", {"source": "clear"}, STUB_SAYS="composed") == "composed"

    argv, data, *_ = filled.after()
    assert argv == ["claude-code", "session-start"]
    assert json.loads(data)["source"] == "clear"


BRIEF = '<backstory-context id="0badcafe">\nUse psycopg.\n</backstory-context id="0badcafe">'


def test_codex_reads_its_own_brief_and_its_own_payload(filled: Project) -> None:
    prepare(filled, "of claude")
    prepare(filled, "of codex", agent="codex")

    assert started(filled.hook("session-start", {"source": "startup"}, agent="codex")) == "of codex"
    assert "Use psycopg 3" in started(filled.hook("prompt", {"prompt": ASK}, agent="codex"), "UserPromptSubmit")
    patch = "*** Begin Patch\n*** Update File: src/pool.py\n@@\n-a\n+b\n*** End Patch\n"
    for tool, command in (("apply_patch", patch), ("Bash", "echo '*** Update File: secret'")):
        call = {"tool_name": tool, "tool_input": {"command": command}, "turn_id": "t1"}
        filled.hook("PostToolUse", call, agent="codex")
    edit, command = filled.events()[-2:]
    assert (edit["k"], edit["a"], edit["d"]["path"], edit["d"]["prompt"]) == ("edit", "codex", "src/pool.py", "t1")
    assert command["k"] == "command" and "path" not in command["d"]


@pytest.mark.parametrize(
    ("name", "file", "source", "printed"),
    [
        ("AGENTS.md", f"# Rules\n\n{BRIEF}\n", "startup", False),
        ("AGENTS.md", f"# Rules\n\n{BRIEF}\n", "clear", False),
        ("AGENTS.md", f"# Rules\n\n{BRIEF}\n", "resume", True),
        ("AGENTS.md", f"# Rules\n\n{BRIEF}\n", "compact", True),
        ("AGENTS.md", f"# Rules\n\n{BRIEF}\n".replace("0badcafe", "11111111"), "startup", True),
        ("AGENTS.md", "x" * 32_768 + BRIEF, "startup", True),
        ("AGENTS.md", BRIEF[:-4], "startup", True),
        ("CLAUDE.md", BRIEF, "startup", True),
    ],
)  # fmt: skip
def test_codex_is_not_given_a_brief_that_it_reads_in_its_file(
    filled: Project, name: str, file: str, source: str, printed: bool
) -> None:
    with filled.open() as index:
        ids = [row.record.id for row in index.rows() if "psycopg" in row.record.title]
    prepare(filled, BRIEF, agent="codex", ids=" ".join(ids))
    (filled.root / name).write_text(file)

    assert bool(filled.hook("session-start", {"source": source}, agent="codex")) is printed
    assert filled.hook("prompt", {"prompt": ASK}, agent="codex") == "", "the brief holds it, wherever it was read"


def test_codex_reads_the_first_of_its_files_only(filled: Project) -> None:
    prepare(filled, BRIEF, agent="codex")
    (filled.root / "AGENTS.md").write_text(BRIEF)
    (filled.root / "AGENTS.override.md").write_text("mine\n")

    assert filled.hook("session-start", {"source": "startup"}, agent="codex")


def test_a_pipe_in_the_place_of_an_instruction_file_does_not_stop_the_hook(filled: Project) -> None:
    prepare(filled, BRIEF, agent="codex")
    os.mkfifo(filled.root / "AGENTS.md")

    assert filled.hook("session-start", {"source": "startup"}, agent="codex")


@pytest.mark.parametrize(
    ("line", "after"),
    [
        (
            "- edited in this work: src/{a.py (not committed), b.py (new, not committed)}, c.py",
            "- edited in this work: src/{a.py, b.py}, c.py",
        ),
        ("- files: app.py (not committed)", "- files: app.py"),
        (
            "- last tests (today 17:14 UTC, no commit since): `x`: 3 passed",
            "- last tests (today 17:14 UTC): `x`: 3 passed",
        ),
        ("- last tests (no commit since, on `main`): `x`: 3 passed", "- last tests (on `main`): `x`: 3 passed"),
        ("- last tests (2 commits since): `x`: failed", "- last tests: `x`: failed"),
        ("- asked last: why is it (not committed)?", "- asked last: why is it (not committed)?"),
        ("- next: see why no commit since May is signed", "- next: see why no commit since May is signed"),
    ],
)
def test_what_was_true_of_git_is_taken_from_a_line(line: str, after: str) -> None:
    assert _drop_git(line) == after
