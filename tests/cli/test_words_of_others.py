"""Words and forms of other systems, and words that are no command: taken, or answered with what to type."""

import shlex
from pathlib import Path

import click
import pytest
from tests.cli.conftest import Run

from backstory.cli.coming_from import NAMES, SYSTEMS
from backstory.cli.root import main_group


@pytest.fixture
def ids(project: Path, run: Run) -> tuple[str, str]:
    return tuple(run("remember", "fact", text, "--json").json["short"] for text in ("first", "second"))


def test_tags_by_verb(ids: tuple[str, str], run: Run) -> None:
    run("tag", "add", ids[0], "t9", "t8")
    assert run("tag", "--json").json["tags"] == run("tags", "--json").json["tags"] != []
    run("tag", "rm", ids[0], "t9")
    assert run("show", ids[0], "--json").json["tags"] == ["t8"]
    assert run("tag", ids[0], ok=False).code == 2


def test_links_by_verb(ids: tuple[str, str], run: Run) -> None:
    run("link", "add", *ids, "--type", "depends_on")
    assert run("link", "--from", ids[0], "--json").json["items"] == run("edges", "--json").json["items"] != []
    for command in (("related", ids[1]), ("trace", ids[0]), ("edges",)):
        assert run("graph", *command, "--json").out == run(*command, "--json").out
    run("link", "rm", *ids)
    assert run("edges", "--json").json["items"] == []
    assert run("link", ids[0], ok=False).code == 2


def test_another_kind_is_another_record(ids: tuple[str, str], run: Run) -> None:
    changed = run("edit", ids[0], "--kind", "question", "--json").json
    shown = run("show", changed["short"], "--json").json
    assert (shown["kind"], shown["title"], shown["status"]) == ("question", "first", "open")
    assert ids[0] not in [item["short"] for item in run("list", "--json").json["items"]]


def test_hash_words_of_a_note_are_tags(project: Path, run: Run) -> None:
    for argv in (("remember", "text with #hash tag"), ("note", "more #hash, #1 and #x")):
        short = run(*argv, "--json").json["short"]
        assert run("show", short, "--json").json["tags"] == ["hash"]
    short = run("remember", "fact", "use #pragma once", "--json").json["short"]
    assert run("show", short, "--json").json["tags"] == []


def test_a_checkpoint_is_a_moment(project: Path, run: Run) -> None:
    short = run("checkpoint", "work", "--state", "so", "--json").json["short"]
    assert run("brief", "--as-of", short, "--json").json["as_of"] == f"at checkpoint {short}"
    assert run("list", "--as-of", short, "--json").json["total"] == 1


def test_snapshots_by_other_words(project: Path, run: Run) -> None:
    assert run("snapshot", "after", "edit", "--json").json["goal"] == "after edit"
    assert run("list", "snapshots").out == run("snapshots").out
    assert run("list", "snapshot", "-n", "1", "--json").json["items"][0]["goal"] == "after edit"


def test_persona_and_profile(project: Path, run: Run) -> None:
    run("persona", "add", "terse")
    run("memo", "persona", "calm")
    run("profile", "likes lists")
    for command in (("persona",), ("memo", "persona"), ("memo", "persona", "show"), ("persona", "init")):
        assert [item["title"] for item in run(*command, "--json").json["items"]] == ["calm", "terse"], command
    assert [item["title"] for item in run("profile", "--json").json["items"]] == ["likes lists"]


def test_a_report_since(ids: tuple[str, str], run: Run) -> None:
    assert run("report", "--since", "1d", "--json").json["total"] == 2
    assert run("report", "--since", "2199-01-01", "--json").json["total"] == 0


def test_the_version_as_json(run: Run, home: Path) -> None:
    for argv in (("--version", "--json"), ("--json", "--version")):
        assert run(*argv).json["version"] == run("--version").out.strip()


@pytest.mark.parametrize(
    ("argv", "said", "unsaid"),
    [
        (("upgrade",), "pip install --upgrade backstory", "supersede"),
        (("decision", "x"), 'backstory remember decision "..."', "session"),
        (("session", "begin"), "no such command `begin`", "extra argument"),
        (("init", "--web-hooks"), "no such option", "--no-hooks"),
    ],
)
def test_words_that_are_no_command(project: Path, run: Run, argv: tuple[str, ...], said: str, unsaid: str) -> None:
    ran = run(*argv, ok=False)
    assert (ran.code, said in ran.err, unsaid in ran.err) == (2, True, False), ran.err


def test_coming_from_a_system(run: Run, home: Path) -> None:
    pages = {name: run("help", "coming-from", name).out for name in SYSTEMS}
    assert len({*pages.values(), run("help", "coming-from").out}) == len(SYSTEMS) + 1
    for other, name in NAMES.items():
        assert run("help", "coming-from", other.upper()).out == pages[name]
    assert "memdown" in run("help", "coming-from", "nothing", ok=False).err


def test_the_commands_of_ours_in_the_tables_exist() -> None:
    group = main_group()
    context = click.Context(group)
    for table in SYSTEMS.values():
        for ours in table.values():
            for line in ours.split(", "):
                _check_line(group, context, line)


def _check_line(group: click.Group, context: click.Context, line: str) -> None:
    """Every word of a line up to its arguments is a command, and every option is one of it."""
    words = shlex.split(line)
    command: click.Command | None = group
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        step = command.get_command(context, words[0])
        if step is None and command is not group and command.invoke_without_command:
            break
        assert step is not None, line
        command, words = step, words[1:]
    options = {name for parameter in command.params for name in parameter.opts} if command else set()
    assert {word for word in words if word.strip("-") != word} - {"--"} <= options, line


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (("messages", "mute"), "aictx has it, Backstory has not: nothing nags"),
        (("portability", "status"), "`backstory status --storage` or `backstory doctor --fix`"),
        (("privacy-guard", "init"), "redaction is always on"),
        (("event:get", "x"), "`backstory show ID` does what it does in contextdb"),
    ],
)
def test_a_word_of_another_system_names_its_counterpart(
    project: Path, run: Run, argv: tuple[str, ...], hint: str
) -> None:
    ran = run(*argv, ok=False)
    assert (ran.code, hint in " ".join(ran.err.split())) == (2, True), ran.err


def test_the_words_of_aictx_for_tasks(project: Path, run: Run) -> None:
    run("task", "start", "Port the parser")
    assert "Port the parser" in run("task", "status").out
    run("task", "update", "Port the parser", "--status", "paused")
    assert run("task", "resume", "Port the parser", "--json").json["status"] == "open"
    assert run("task", "close", "Port the parser", "--status", "resolved", "--json").json["task"]["status"] == "done"
