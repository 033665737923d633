"""Readers of conversations in Markdown and text: the rules that `conformance_transcripts` has for files of lines."""

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

from backstory.agents.transcripts import READERS, load_reader, recognize_agent
from backstory.agents.turns import Transcript

spec = importlib.util.spec_from_file_location(
    "conformance_transcripts", Path(__file__).with_name("conformance_transcripts.py")
)
assert spec and spec.loader
rules = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = rules
spec.loader.exec_module(rules)

FILES = [
    (name, path)
    for name in ("aider", "specstory", "chats")
    for path in sorted(Path(__file__).with_name(name).glob("transcripts/**/*"))
    if path.suffix in (".md", ".txt")
]


def reader_of(name: str) -> Transcript:
    reader = load_reader(name)
    assert reader is not None
    return reader


@pytest.mark.parametrize(("name", "path"), FILES, ids=[path.name for _, path in FILES])
def test_a_file_that_grows_gives_what_it_gives_at_once(name: str, path: Path, tmp_path: Path) -> None:
    reader, copy = reader_of(name), tmp_path / path.name
    rules.check_members(reader)
    rules.check_absent(reader, tmp_path)
    shutil.copy(path, copy)
    turns = list(reader.read_turns(str(copy)))
    assert turns
    rules.check_shape(turns)
    assert list(reader.read_turns(str(copy), 10**30)) == turns, "a file that became shorter starts anew"
    assert list(reader.read_turns(str(copy), -1)) == turns
    lines = path.read_bytes().splitlines(keepends=True)
    cuts = [number for number, line in enumerate(lines, 1) if name != "specstory" or line == b"---\n"]
    for cut in cuts:  # SpecStory writes whole turns
        states = [b"".join(lines[:cut]), b"".join(lines)]
        merged = rules.check_growth(reader, [lambda data=data: copy.write_bytes(data) for data in states], str(copy))
        assert list(merged.values()) == turns


@pytest.mark.parametrize(("name", "path"), FILES, ids=[path.name for _, path in FILES])
def test_it_is_recognised_by_its_own_reader(name: str, path: Path) -> None:
    assert recognize_agent(str(path)) == name
    head = path.read_bytes()
    claims = [other for other, _ in READERS if reader_of(other).recognizes(str(path), head)]
    assert [other for other in claims if other != "chats" or name == "chats"] == [name]
    for text in (b"# Notes\n\ntext\n", b"\xff\xfe\x00", b""):
        assert not reader_of(name).recognizes("notes.md", text)


@pytest.mark.parametrize(("name", "path"), FILES, ids=[path.name for _, path in FILES])
def test_our_own_words_are_cut_out_of_prompts(name: str, path: Path, tmp_path: Path) -> None:
    reader, copy = reader_of(name), tmp_path / path.name
    prompts = [turn.text for turn in reader.read_turns(str(path)) if turn.role == "user"]
    text = path.read_text()
    fence = "\n".join(f"#### {line}" for line in rules.FENCE.splitlines()) if name == "aider" else rules.FENCE
    for prompt in prompts:
        text = text.replace(prompt, f"{prompt}\n{fence}", 1)
    copy.write_text(text)
    turns = list(reader.read_turns(str(copy)))
    assert [turn.text for turn in turns if turn.role == "user"] == prompts
    assert not [turn for turn in turns if "kvetch" in turn.text]


def test_aider_counts_the_tokens_of_an_answer_once(tmp_path: Path) -> None:
    path = tmp_path / ".aider.chat.history.md"
    path.write_text(
        "# aider chat started at 2026-05-01 10:00:00\n\n#### fix the price  \n\nIt is fixed.\n\n"
        "> Applied edit to price.py  \n> Tokens: 1.2k sent, 30 received.  \n> Commit abc1234 fix: price  \n"
    )
    turns = list(reader_of("aider").read_turns(str(path)))
    rules.check_shape(turns)
    assert [(turn.role, tuple(turn.tokens)[:2]) for turn in turns] == [
        ("user", (0, 0)), ("assistant", (1200, 30)), ("tool", (0, 0)), ("tool", (0, 0)), ("result", (0, 0)),
    ]  # fmt: skip
    assert turns[2].edits == ("price.py",)


def test_specstory_before_it_named_the_agent() -> None:
    """Rules divide the answer into steps; the time is that of the file's name, not one that a command printed."""
    path = next(path for _, path in FILES if "red-pool-test" in path.name)
    turns = list(reader_of("specstory").read_turns(str(path)))

    assert {turn.time for turn in turns} == {"2025-04-28T16:54:00Z"}
    assert [(turn.role, turn.tool, turn.action, turn.command, turn.reads) for turn in turns if turn.role == "tool"] == [
        ("tool", "Bash", "command", "pytest tests/test_pool.py", ()),
        ("tool", "Read", "read", "", ("src/pool.py",)),
        ("tool", "Listed", "other", "", ()),
        ("tool", "Edit", "edit", "", ()),
    ]
    (printed,) = [turn.text for turn in turns if turn.role == "result"]
    assert printed.startswith("FAILED tests/test_pool.py::test_close") and "desk" not in printed
    words = [turn.text for turn in turns if turn.role == "assistant"]
    assert len(words) == 3 and "import pool" in words[1], "a command that is shown was not run"


@pytest.mark.parametrize(
    ("title", "time"),
    [
        ("# 2026-05-10 09:00:00Z", "2026-05-10T09:00:00Z"),
        ("# Red pool (2025-04-28 12:54:03)", "2025-04-28T12:54:03Z"),
        ("## SpecStory\n\n## Red pool (12/9/2024, 4:34:35 PM)", "2024-12-09T16:34:35Z"),
        ("# Red pool", ""),
    ],
)
def test_specstory_times_without_one_in_the_name(tmp_path: Path, title: str, time: str) -> None:
    file = tmp_path / "red-pool.md"
    file.write_text(f"{title}\n\n_**User**_\n\nit printed 2024-01-02T15:23:00Z\n\n---\n")
    (turn,) = reader_of("specstory").read_turns(str(file))
    assert turn.time == time


def test_specstory_times_of_turns_without_one(tmp_path: Path) -> None:
    headings = (
        "User (2026-05-10 09:00Z)",
        "Agent (composer-1)",
        "User (2026-05-10 09:20:30Z)",
        "Agent (claude-opus-4-1 2026-05-10 09:21:00.250Z)",
        "Agent",
    )
    file = tmp_path / "2026-05-10_08-00Z-red-pool.md"
    comment = "<!-- Cursor Session 0a1b2c3d-pool (2026-05-10 08:00:00Z) -->\n\n"
    file.write_text(comment + "".join(f"_**{heading}**_\n\nthe pool is red\n\n---\n\n" for heading in headings))
    times = [turn.time[11:] for turn in reader_of("specstory").read_turns(str(file)).turns]
    assert times == ["09:00:00Z", "09:00:00Z", "09:20:30Z", "09:21:00Z", "09:21:00Z"], "an answer follows its prompt"


def test_specstory_that_shows_a_call_below_its_name(tmp_path: Path) -> None:
    file = tmp_path / "2025-10-02_08-00Z-deploy.md"
    file.write_text(
        "_**User**_\n\ndeploy it\n\n---\n\n_**Assistant**_\n\nI look first.\nTool use: **run_terminal_cmd**\n\n"
        "```bash\ncd agent && railway up\n```\n\n```\nada@box % railway up\nbuild ok\n```\n\n---\n\n"
        "Tool use: **write**\n\n\n<details><summary>Edit file: fix.js</summary>\n\nLines added: 5\n</details>\n\n"
        "---\n\nTool use: **read_file**\n\nRead file: src/a.ts\n\n---\n\nTool use: **todo_write**\n\n## Todo List\n\n"
        "- [x] Deploy\n\n---\n\nIt is deployed.\n\n---\n"
    )

    turns = list(reader_of("specstory").read_turns(str(file)).turns)

    assert [turn.command for turn in turns if turn.command] == ["cd agent && railway up"]
    assert [turn.text for turn in turns if turn.role == "result"] == ["build ok"]
    assert [edit for turn in turns for edit in turn.edits] == ["fix.js"]
    assert [read for turn in turns for read in turn.reads] == ["src/a.ts"]
    assert [turn.text for turn in turns if turn.role == "assistant"] == ["I look first.", "It is deployed."]


def test_specstory_marks_a_sub_agent_in_the_heading(tmp_path: Path) -> None:
    file = tmp_path / "2026-01-30_19-00-00Z-loop.md"
    file.write_text(
        "<!-- Generated by SpecStory -->\n\n<!-- Claude Code Session 12345678-1234 (2026-01-30 19:00:00Z) -->\n\n"
        "_**User (2026-01-30 19:00:00Z)**_\n\nfix the loop\n\n---\n\n"
        "_**Agent (claude-opus-4-5 2026-01-30 19:01:00Z)**_\n\nThe loop ends.\n\n---\n\n"
        "_**Agent - sidechain (claude-opus-4-5 2026-01-30 19:02:00Z)**_\n\nrun the tests\n\n---\n"
    )
    turns = [(turn.text, turn.sidechain) for turn in reader_of("specstory").read_turns(str(file)).turns]
    assert turns == [("fix the loop", False), ("The loop ends.", False), ("run the tests", True)]


def test_specstory_of_claude_code_holds_what_nobody_said(tmp_path: Path) -> None:
    rows = (
        ("User", "This session is being continued from a previous conversation that ran out of context."),
        ("User", "<bash-input>ls</bash-input>"),
        ("User", "<bash-stdout>api\nweb</bash-stdout><bash-stderr></bash-stderr>"),
        ("User", "[Request interrupted by user for tool use]"),
        ("User", "User provided an image (image/png).\n\n[Image #1] the header is too tall"),
        ("Assistant", "No response requested."),
        ("Assistant", "It is lower now."),
    )
    file = tmp_path / "2026-05-10_09-00Z-header.md"
    file.write_text("".join(f"_**{name}**_\n\n{text}\n\n---\n\n" for name, text in rows))
    turns = [(turn.role, turn.text) for turn in reader_of("specstory").read_turns(str(file)).turns]
    assert [role for role, _ in turns] == ["summary", "user", "assistant"]
    assert turns[1:] == [("user", "[Image #1] the header is too tall"), ("assistant", "It is lower now.")]


def test_the_sessions_of_aiders_history_are_found(tmp_path: Path) -> None:
    history = "\n# aider chat started at {}\n\n> Aider v0.86.2\n\n#### fix the price  \n\nIt is fixed.\n"
    days = ("2026-05-01 10:00:00", "2026-05-02 10:00:00")
    (tmp_path / ".aider.chat.history.md").write_text("".join(map(history.format, days)))
    sessions = list(reader_of("aider").find_sessions({}, str(tmp_path / "home"), [str(tmp_path)]))
    assert [one.session for one in sessions] == ["aider-2026-05-01T100000", "aider-2026-05-02T100000"]


@pytest.mark.parametrize("path", [path for name, path in FILES if name == "specstory"], ids=lambda path: path.name)
def test_a_file_with_the_lines_of_windows_gives_the_same_turns(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    assert recognize_agent(str(copy)) == "specstory"
    reader = reader_of("specstory")
    assert list(reader.read_turns(str(copy))) == list(reader.read_turns(str(path)))
