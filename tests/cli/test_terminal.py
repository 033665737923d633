"""How the commands look at a terminal: colours, widths, pager, editor, the sign of progress."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest
from tests.cli.conftest import Machine, Run, git
from tests.cli.terminal import SEQUENCE, plain, show, widest
from tests.e2e.conftest import forked_commands

from backstory.api import Channel
from backstory.cli import console, person, progress, terminal
from backstory.cli.command_output import observe_command
from backstory.cli.layout import fold_remark, measure_text
from backstory.model.errors import BackstoryError

__all__ = ["forked_commands"]

CHINESE = "数据库连接池应该使用异步驱动程序而不是同步驱动程序因为性能更好并且代码更加简单容易维护"
LONG = "Cookies are signed with itsdangerous and the key is rotated by the operations team every second Monday 🎉🎉🎉"
LINES = (
    ("list",),
    ("decisions",),
    ("recall", "cookies", "signed"),
    ("recall", "数据库连接池"),
    ("recall", "cookies", "--explain"),
    ("log",),
    ("log", "--all"),
    ("status",),
    ("why", "src/db/pool.py"),
    ("why", "src/db/pool.py:3"),
    ("report",),
    ("snapshots",),
    ("files", "--for", "pool", "--explain"),
)
READABLE = {"0", "1", "2", "31", "32", "33", "36"}
"""Styles that can be read on a light and on a dark background: no white, no black, no background."""


@pytest.fixture
def full(machine: Machine, run: Run, tmp_path: Path) -> Path:
    """A project with long titles, Chinese, emoji, a checkpoint, a snapshot and a branch."""

    def set_up() -> None:
        root = tmp_path / "shop"
        run("init", "--yes", "--no-agents")
        run("remember", "decision", CHINESE, "--why", "理由", "--at", "src/db/pool.py")
        run("remember", "fact", LONG, "--at", "src/db/pool.py", "--tag", "cookies")
        old = run("remember", "decision", "Retry three times", "--why", LONG, "--json").json["short"]
        run("remember", "decision", "Retry five times with a pause that grows with every turn", "--supersedes", old)
        run("task", "start", "Port the pool to anyio")
        run("checkpoint", "Port the pool", "--state", LONG, "--next", "port HTTP/2", "--blocker", "CI has no trio")
        run("snapshot", "--goal", "anyio everywhere")
        git(root, "switch", "-qc", "feature")
        git(root, "commit", "-q", "--allow-empty", "-m", "start")
        run("remember", "fact", "On the branch")
        git(root, "switch", "-q", "main")

    return machine("full", set_up)


@pytest.mark.parametrize("columns", [40, 60, 100])
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_nothing_is_wider_than_the_terminal_or_hard_to_read(full: Path, line: tuple[str, ...], columns: int) -> None:
    shown = re.sub(r".*hint:.*", "", show(*line, columns=columns))  # a command is never broken
    assert widest(shown) <= columns
    styles = re.findall(r"\x1b\[([0-9;]*)m", shown)
    assert styles and set(";".join(styles).split(";")) <= READABLE


COMMAND = re.compile(r"`[^`\n]*`")


@pytest.mark.parametrize("columns", [40, 80])
def test_remarks_go_on_below_and_commands_stay_whole(project: Path, columns: int) -> None:
    """A remark is broken between words, a command is not: it is to be pasted. Only such a line may be wider."""
    lines = (
        ("init", "--yes", "--agents", "claude-code,agents-md"),
        ("remember", "decison", "Use tabs"),
        ("config", "set", "brief.budget", "many"),
        ("brief", "--for", "nobody"),
        ("clean", "--dry-run"),
    )
    for line in lines:
        shown = plain(show(*line, columns=columns))
        assert shown.count("`") % 2 == 0, shown
        for text in shown.splitlines():
            longest = max((measure_text(word) for word in (*COMMAND.findall(text), *text.split())), default=0)
            assert measure_text(text) <= max(columns, longest + text.index(text.lstrip()) + 12), f"{line}: {text}"
            assert text.count("`") % 2 == 0, f"{line}: broken within a command: {text}"


def test_a_remark_is_folded_below_its_second_column() -> None:
    text = "  created  .claude/settings.json (claude-code; yours, kept out of git)"
    assert fold_remark(text, 40).splitlines() == [
        "  created  .claude/settings.json",
        "           (claude-code; yours, kept out",
        "           of git)",
    ]
    assert fold_remark("hint: `git add .backstory && git commit`, or wait", 20).splitlines() == [
        "hint:",
        "`git add .backstory && git commit`,",
        "or wait",
    ]
    assert fold_remark("short", 20) == "short"
    assert fold_remark("", 20) == ""


def test_words_are_cut_at_their_end(full: Path) -> None:
    words = set(LONG.split())
    cut = re.findall(r"Cookies are[^\n]*…", plain(show("list")))
    assert cut and all(set(line.removesuffix("…").split()) <= words for line in cut)


def test_colours_can_be_switched_off(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert not SEQUENCE.search(show("list"))
    assert not SEQUENCE.search(show("log"))


def test_what_a_record_holds_cannot_colour(project: Path, run: Run) -> None:
    run("remember", "fact", "a \x1b[41mred\x1b[0m one")
    for line in (("list",), ("recall", "red"), ("log",)):
        assert "\x1b[41m" not in show(*line)


def test_a_pipe_gets_whole_lines_without_colours(full: Path, run: Run) -> None:
    for line in (("list",), ("recall", "cookies"), ("log",), ("status",)):
        out = run(*line).out
        assert "\x1b" not in out
    assert LONG in run("list").out and CHINESE in run("list").out


def test_columns_are_aligned_by_cells(project: Path, run: Run) -> None:
    git(project, "switch", "-qc", "分支")
    run("snapshot", "--goal", "one")
    git(project, "switch", "-qc", "branch")
    run("snapshot", "--goal", "two")
    lines = plain(show("snapshots", columns=100)).splitlines()[:2]
    starts = [len(line[: line.index(goal)].encode("gbk")) for line, goal in zip(lines, ("two", "one"), strict=True)]
    assert starts[0] == starts[1]


class TestPager:
    PAGER = f"{sys.executable} -c \"import sys; print('PAGED', len(sys.stdin.read().splitlines()))\""

    @pytest.fixture(autouse=True)
    def many(self, machine: Machine, run: Run) -> None:
        def set_up() -> None:
            run("init", "--yes", "--no-agents")
            for number in range(12):
                run("remember", "fact", f"Fact number {number}")

        machine("many", set_up)

    def test_long_output_goes_through_it(self) -> None:
        assert "PAGED 12" in show("list", rows=10, PAGER=self.PAGER)

    def test_short_output_does_not(self) -> None:
        assert "PAGED" not in show("list", rows=20, PAGER=self.PAGER)

    @pytest.mark.parametrize("line", [("list", "--no-pager"), ("--no-pager", "list"), ("list", "--json", "--no-pager")])
    def test_it_can_be_switched_off(self, line: tuple[str, ...]) -> None:
        assert "PAGED" not in show(*line, rows=10, PAGER=self.PAGER)

    @pytest.mark.parametrize("pager", ["cat", ""])
    def test_cat_is_none(self, pager: str) -> None:
        shown = show("list", rows=10, PAGER=pager)
        assert shown.count("Fact number") == 12 and "\x1b[33m" in shown

    def test_an_agent_at_a_terminal_gets_none(self) -> None:
        assert "PAGED" not in show("list", rows=10, PAGER=self.PAGER, CLAUDECODE="1")

    def test_remarks_follow_the_data(self) -> None:
        shown = show("list", "-n", "11", rows=10, PAGER=self.PAGER)
        assert shown.index("PAGED 11") < shown.index("1 more")


class TestProgress:
    class Screen(io.StringIO):
        """A terminal that tells when something was drawn on it."""

        encoding = "utf-8"

        def __init__(self) -> None:
            super().__init__()
            self.drawn = Event()

        def flush(self) -> None:
            self.drawn.set()

    @pytest.fixture
    def screen(self) -> Screen:
        console.State.reset()
        return self.Screen()

    def test_the_sign_appears_and_goes_before_the_output(self, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(progress, "SILENCE", 0)
        monkeypatch.setattr(sys, "stderr", screen)
        progress.show_progress("files: find the files")
        assert screen.drawn.wait(60)
        console.info("ready")
        text = screen.getvalue()
        assert "files: find the files, 0 s" in text
        assert text.endswith("\r\x1b[Kready\n")

    def test_a_command_that_answers_at_once_shows_none(self, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stderr", screen)
        progress.show_progress("list: list records")
        console.info("ready")
        assert screen.getvalue() == "ready\n"

    def draw(self, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(progress, "SILENCE", 0)
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(screen, "isatty", lambda: True)
        progress.show_progress("clean: remove")
        assert screen.drawn.wait(60)

    @pytest.mark.parametrize("ask", [console.confirm, console.confirm_loss])
    def test_a_question_takes_it_away(
        self, screen: Screen, monkeypatch: pytest.MonkeyPatch, ask: Callable[..., object]
    ) -> None:
        self.draw(screen, monkeypatch)
        typed = io.StringIO("y\n")
        monkeypatch.setattr(typed, "isatty", lambda: True)
        monkeypatch.setattr(sys, "stdin", typed)
        ask("Remove it?", yes=False)
        assert screen.getvalue().rpartition("\r\x1b[K")[2].startswith("Remove it?")

    def test_a_question_for_a_person_takes_it_away(self, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
        self.draw(screen, monkeypatch)
        shown: list[str] = []
        monkeypatch.setattr(terminal, "ask", lambda _: shown.append(screen.getvalue()) or person.WORD)
        person.refuse_agent(Channel("stated", agent="codex"), "Trust it?", "backstory trust")
        assert shown[0].endswith("\r\x1b[K")

    def test_the_output_of_an_observed_command_takes_it_away(
        self, screen: Screen, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        self.draw(screen, monkeypatch)
        with suppress(BackstoryError):
            observe_command(["/no/such/program"], cwd=str(tmp_path))
        assert screen.getvalue().endswith("\r\x1b[K")


class TestEditor:
    @pytest.fixture
    def editor(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A program that replaces `old` by `new` in the file that it is given."""
        script = tmp_path / "editor.py"
        script.write_text(
            "import os, pathlib, sys\np = pathlib.Path(sys.argv[1])\n"
            "p.write_text(p.read_text().replace('old', 'new'))\nos.utime(p)\n"
        )
        monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
        return script

    def test_title_and_text_are_edited(self, project: Path, run: Run, editor: Path) -> None:
        short = run("remember", "decision", "An old way", "--why", "the old reason", "--json").json["short"]
        assert "Superseded" in plain(show("edit", short))
        changed = run("list", "--json").json["items"]
        assert [(item["title"], "the new reason" in item["body"]) for item in changed] == [("An new way", True)]

    def test_nothing_changed_makes_no_record(self, project: Path, run: Run, editor: Path) -> None:
        short = run("remember", "fact", "As it is", "--json").json["short"]
        assert "Nothing was changed" in run("edit", short).err
        assert run("list", "--json").json["total"] == 1

    def test_an_agent_gets_none(self, project: Path, run: Run, editor: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        short = run("remember", "fact", "An old fact", "--json").json["short"]
        monkeypatch.setenv("CLAUDECODE", "1")
        assert "no change given" in run("edit", short, ok=False).err

    def test_one_that_fails_changes_nothing(self, project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        short = run("remember", "fact", "A fact", "--json").json["short"]
        monkeypatch.setenv("EDITOR", "false")
        ran = run("edit", short, ok=False)
        assert ran.code != 0 and "the editor failed" in ran.err
        assert run("list", "--json").json["total"] == 1

    def test_settings_are_edited(self, project: Path, run: Run, editor: Path) -> None:
        run("config", "set", "project.name", "old-shop")
        run("config", "edit")
        assert run("config", "get", "project.name").out == "new-shop\n"


@pytest.mark.parametrize("words", [["list", "--json"], ["list"], ["show", "--json", "nothing"]])
def test_an_error_that_nobody_reads_is_no_crash(repo: Path, words: list[str]) -> None:
    """`backstory list --json | head -0` where there is no memory."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-u", "-m", "backstory", *words]
    streams = {"stdout": writing, "stderr": subprocess.PIPE} if "--json" in words else {"stderr": writing}
    done = subprocess.run(command, cwd=repo, text=True, check=False, **streams)
    os.close(writing)
    assert done.returncode != 0 and "Traceback" not in (done.stderr or "")


def test_a_reader_that_has_enough_is_no_failure(project: Path, run: Run) -> None:
    """`backstory help query | head -1` in a script with `pipefail`."""
    command = [sys.executable, "-u", "-m", "backstory", "help", "query"]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout and child.stderr
        child.stdout.readline()
        child.stdout.close()
        told = child.stderr.read()
        assert (child.wait(), told) == (0, "")


def test_an_id_beside_a_title_about_passwords_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    receipt = 'Tagged rule w0nszx4q "Never log passwords" (#Log2-Files)'
    for argv in (["pin", "w0nszx4q"], ["tag", "w0nszx4q", "Log2-Files"], ["remember", "rule", "Log2-Files"]):
        console.State.reset(argv)
        console.data(receipt)
        assert capsys.readouterr().out == f"{receipt}\n"
    console.State.reset(["remember", "fact", "the password is w0nszx4q"])
    console.data("the password is w0nszx4q")
    assert "w0nszx4q" not in capsys.readouterr().out
    console.State.reset()
