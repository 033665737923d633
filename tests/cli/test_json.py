"""The JSON contract: with `--json` every command prints one valid document that names its schema, and nothing else."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from tests.cli.conftest import Run, git

from backstory.cli.answer import Answer
from backstory.cli.root import main_group
from backstory.cli.table import ALIASES, COMMANDS

LINES: tuple[tuple[str, ...], ...] = (
    ("init", "--yes"), ("init", "--dry-run"), ("status",), ("status", "--explain"), ("status", "--storage"), ("brief",),
    ("brief", "--explain"), ("brief", "--as", "json"), ("prompt",), ("resume",), ("compose", "--query", "psycopg"),
    ("remember", "fact", "said again"),
    ("remember", "fact", "not kept", "--dry-run"), ("share", "--dry-run"),
    ("note", "a note"), ("note", "--summary", "a choice", "--rationale", "so"),
    ("add", "--type", "fact", "an added one"), ("memo", "add", "a memo"), ("memo", "list"), ("memo", "search", "memo"),
    ("memo", "recall", "memo"), ("memo", "pin", "add", "a pinned memo"), ("memo", "pin", "show"),
    ("memo", "persona", "init"), ("memo", "persona", "add", "explain why"), ("memo", "persona", "show"),
    ("memo", "user", "init"), ("memo", "user", "add", "an engineer"), ("memo", "user", "show"),
    ("memo", "storage", "status"), ("memo", "storage", "rebuild"), ("memo", "storage", "doctor"),
    ("recall", "psycopg"), ("recall", "psycopg", "--explain"), ("search", "--query", "psycopg"),
    ("checkpoint", "work", "--next-steps", "more"), ("save", "work again"), ("handoff",), ("handoff", "bob", "go on"),
    ("log",), ("log", "--events"), ("show", "ID"), ("show", "latest"), ("list",), ("list", "--all"), ("decisions",),
    ("pins",), ("tags",), ("edit", "ID", "--tier", "working"), ("tag", "ID", "x"), ("untag", "ID", "x"), ("pin", "ID"),
    ("unpin", "ID"), ("pin", "README.md", "--note", "read"), ("unpin", "README.md"),
    ("edit", "ID", "--title", "a better one"), ("retract", "ID"), ("undo",), ("snapshot",), ("snapshot", "--goal", "g"),
    ("snapshots",), ("restore",), ("diff",), ("diff", "--summary"), ("diff-summary",), ("config",), ("config", "list"),
    ("config", "get", "brief.budget"), ("config", "set", "log.count", "5"), ("config", "unset", "log.count"),
    ("config", "path"), ("config", "--set-file", "settings.json"), ("doctor",), ("doctor", "--fix"),
    ("doctor", "--deep"),
    ("index", "rebuild"), ("index:rebuild",), ("export", "-o", "all.tar.gz", "--private"),
    ("export", "--private", "-o", "all.jsonl"), ("import", "all.tar.gz"),
    ("import", "all.tar.gz", "--dry-run"), ("clean", "--dry-run"), ("uninstall", "--dry-run"), ("help", "kinds"),
    ("help", "settings"), ("clean", "--yes"), ("uninstall", "--yes"),
)  # fmt: skip
"""One line at least for every command of the daily work, in an order in which each finds what it needs."""
ENDLESS = {"watch", "session", "serve", "mcp", "web", "hook", "sync"}
"""Commands that go on until they are stopped, or speak a protocol of their own."""
SCHEMA = re.compile(r"backstory\.[a-z-]+/[0-9]+")


def leaves(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(command, click.Group) and command.list_commands(click.Context(command)):
        for name in command.list_commands(click.Context(command)):
            below = command.get_command(click.Context(command), name)
            assert below is not None
            yield from leaves(below, (*path, name))
    else:
        yield path, command


def every_command() -> list[tuple[tuple[str, ...], click.Command]]:
    root = main_group()
    context = click.Context(root)
    return [leaf for name in (*COMMANDS, *ALIASES) for leaf in leaves(root.get_command(context, name), (name,))]


def document(out: str) -> dict[str, Any]:
    """The one document in an output. Raises when there is more, or less, or what JSON does not know."""

    def no(name: str) -> None:
        raise ValueError(name)

    value, end = json.JSONDecoder(parse_constant=no).raw_decode(out)
    assert out[end:] == "\n", out[end:]
    assert isinstance(value, dict)
    assert next(iter(value)) == "schema"
    assert SCHEMA.fullmatch(value["schema"]), value["schema"]
    return value


@pytest.mark.parametrize("path", [" ".join(p) for p, _ in every_command() if p[0] not in ("hook", "mcp")])
def test_every_command_takes_the_common_options_and_says_what_it_is(path: str) -> None:
    command = next(c for p, c in every_command() if " ".join(p) == path)
    flags = {flag for parameter in command.params for flag in parameter.opts}
    assert {"--json", "--quiet", "--project-root"} <= flags
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            assert parameter.help, parameter.name


def prepared(project: Path, run: Run) -> str:
    (project / "settings.json").write_text('{"log": {"count": 7}}')
    run(
        "remember",
        "decision",
        "Use psycopg 3",
        "--why",
        'na\u00efve \U0001f9ea "quoted" \\ \u2028 text',
        "--tag",
        "db",
        "--at",
        "src/db/pool.py",
    )
    run("checkpoint", "start", "--goal", "g", "--approaches", "one;; two", "--blockers", "b")
    short: str = run("remember", "fact", "the one that is changed", "--json").json["short"]
    return short


@pytest.mark.slow
def test_one_document_and_nothing_else(project: Path, run: Run) -> None:
    short = prepared(project, run)
    schemas = set()
    for line in LINES:
        argv = [short if word == "ID" else word for word in line]
        ran = run(*argv, "--json")
        try:
            found = document(ran.out)
        except ValueError as error:
            raise AssertionError(argv) from error
        schemas.add(found["schema"])
        assert not [t for t in ran.err.splitlines() if t.startswith("error:")], (argv, ran.err)
        if line[:2] == ("retract", "ID"):
            assert run("show", short, "--json").json["status"] == "retracted"
    assert len(schemas) > 15


def test_json_before_the_command_is_the_same(project: Path, run: Run) -> None:
    run("remember", "fact", "one")
    for argv in (["list"], ["status"], ["brief"], ["config", "get", "brief.budget"]):
        assert document(run("--json", *argv).out)["schema"] == document(run(*argv, "--json").out)["schema"]


@pytest.mark.parametrize(
    "argv",
    [
        ["nonsense"], ["list", "--nonsense"], ["list", "--limit", "x"], ["show", "zzzzzzzz"], ["remember", "fact"],
        ["recall"], ["edit", "zzzzzzzz"], ["config", "get", "no.such"], ["import", "nowhere"],
        ["brief", "--budget", "1"], ["export", "-o", "no/such/folder/x.tar.gz"], ["diff", "zzzz"],
        ["snapshot", "--project-root", "/nowhere"], ["log", "--since", "soon"], ["memo", "add"],
    ],
)  # fmt: skip
def test_errors_are_one_document_too(project: Path, run: Run, argv: list[str]) -> None:
    for line in (["--json", *argv], [*argv, "--json"]):
        ran = run(*line, ok=False)
        assert ran.code not in (0, 130)
        error = json.loads(ran.out)["error"]
        assert error["code"] == ran.code
        assert error["message"]
        assert set(error) == {"message", "hint", "code"}
        assert "error:" not in ran.err


@pytest.mark.slow
def test_commands_that_are_not_listed_here_keep_to_it_as_well(project: Path) -> None:
    """Without arguments: a document, or an error as one."""
    listed = {line[: len(path)] for path, _ in every_command() for line in LINES}
    for path, _ in every_command():
        if path in listed or path[0] in ENDLESS:
            continue
        try:
            done = subprocess.run(
                [sys.executable, "-m", "backstory", *path, "--json"],
                cwd=project,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=30,
                check=False,
            )
        except subprocess.TimeoutExpired:
            continue
        assert "Traceback" not in done.stderr, path
        if done.returncode:
            assert json.loads(done.stdout)["error"]["code"] == done.returncode, path
        elif path != ("export",):
            document(done.stdout)


@pytest.mark.slow
def test_stdout_is_data_and_stderr_is_talk(project: Path, run: Run) -> None:
    short = prepared(project, run)
    for line in LINES:
        argv = [short if word == "ID" else word for word in line]
        ran = run(*argv)
        for talk in ("hint:", "warning:", "error:", "Remembered", "Took ", "Wrote "):
            assert talk not in ran.out, (argv, ran.out)


@pytest.mark.slow
def test_quiet_says_nothing_but_data(project: Path, run: Run) -> None:
    short = prepared(project, run)
    for line in LINES:
        argv = [short if word == "ID" else word for word in line]
        ran = run("--quiet", *argv)
        assert ran.err == "" or all(t.startswith(("warning:", "hint:")) for t in ran.err.splitlines()), (argv, ran.err)
    assert run("remember", "fact", "hushed", "-q", ok=False).code == 10, "the project was taken away above"


def test_colours(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("remember", "fact", "one")
    for name, value, coloured in (("NO_COLOR", "1", False), ("FORCE_COLOR", "1", True)):
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.delenv("FORCE_COLOR", raising=False)
        monkeypatch.setenv(name, value)
        assert ("\x1b[" in run("list").out) == coloured
        assert ("\x1b[" in run("show", "zzzzzzzz", ok=False).err) == coloured
        for argv in (["list", "--json"], ["brief"], ["brief", "--json"], ["export", "--json"], ["doctor", "--json"]):
            assert "\x1b[" not in run(*argv).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("list").out, "NO_COLOR wins"


def test_no_control_characters_reach_a_terminal(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    hostile = "a\x1b[31mb\x1b]0;title\x07c\x9b31md\re\x08f\u202eg\u2066h\U000e0041i"
    (project / "x\x1b[31m.py").write_text("x = 1\n")
    git(project, "add", "-A")
    git(project, "commit", "-qm", f"evil {hostile}")
    git(project, "checkout", "-qb", "odd")
    memory = project / ".backstory" / "memory" / "fact"
    memory.mkdir(parents=True)
    (memory / "2026-11-20-evil-aaaaaaaa.md").write_text(
        f"---\nid: 01JD8ZK3M7Q4T9W2R5X8Y1B6C0\nkind: fact\ntitle: {hostile}\ntags: [\"{hostile}\"]\n"
        f"author: {hostile} <x@y>\nx-{hostile}: {hostile}\nstatus: {hostile}\n---\n{hostile}\n"
    )  # fmt: skip
    run("remember", "fact", hostile, "--tag", hostile, "--field", f"note={hostile}", "--why", hostile)
    short = run("list", "--json").json["items"][0]["short"]
    for argv in (
        ["list"], ["show", short], ["show", short, "--origin"], ["recall", "b"], ["log"], ["tags"], ["status"],
        ["brief"], ["brief", "--for", "human"], ["snapshot"], ["diff"], ["show", "latest"], ["doctor"], ["pins"],
        ["handoff"],
        ["show", hostile], ["config", "get", hostile], ["recall", hostile],
    ):  # fmt: skip
        ran = run(*argv, ok=False)
        bad = {
            c
            for c in ran.out + ran.err
            if c not in "\n\t" and (ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u202e\u2066\U000e0041")
        }
        assert not bad, (argv, bad)


def test_every_answer_has_a_document() -> None:
    """An answer without a schema is printed as text under `--json` too, so each of them is here with its reason."""
    without = {
        "Notice": "a remark on stderr",
        "Text": "bytes that were asked for: a prompt, a completion",
        "ExportedText": "records as lines of JSON, which `import` reads",
        "BriefAnswer": "prints the document of the brief itself",
        "WatchEnd": "goes on until it is stopped",
        "Annotations": "lines of GitHub Actions, by an option of their own",
    }
    for command in COMMANDS:
        main_group().get_command(click.Context(main_group()), command)
    answers = list(Answer.__subclasses__())
    for answer in answers:
        answers += answer.__subclasses__()
    assert len(answers) > 50
    assert {answer.__name__ for answer in answers if not answer.schema} <= set(without)
