"""Every error message is in a golden file, so that a change of wording is seen in the review.

`BACKSTORY_GOLDEN=accept pytest -n 0 tests/cli/test_messages.py` writes the file.
"""

import ast
import os
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from backstory.cli import console
from backstory.model import errors
from backstory.model.errors import BackstoryError

ACCEPT = os.environ.get("BACKSTORY_GOLDEN") == "accept"
GOLDEN = Path(__file__).parent / "golden" / "messages.txt"
SOURCE = Path(__file__).resolve().parents[2] / "src" / "backstory"
ROOMS = ("cli", "mcp", "settings", "render", "watch")
"""Packages whose raise statements are listed."""
ADDED_BY_THE_CALLER = "settings/values.py"
"""Raises errors without a hint: who calls it knows the file or variable, and adds one."""
CLASSES = {
    name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, BackstoryError)
}
LINES: tuple[tuple[str, ...], ...] = (
    ("nonsense",), ("lst",), ("list", "--nonsense"), ("list", "--limit", "x"), ("show", "zzzzzzzz"), ("show",),
    ("remember", "fact", "a fact", "--fix", "x"), ("remember", "fact", "a fact", "--field", "x"),
    ("remember", "fact", "a fact", "--link", "x"), ("remember", "--type", "x", "y"), ("add", "--type", "nope", "x"),
    ("recall",), ("query", "kind:fact AND ("), ("list", "nope"), ("list", "kind:fact", "--query", "x"),
    ("list", "--since", "soon"), ("list", "--as-of", "soon"), ("edit", "ID"), ("edit", "ID", "--status", "nope"),
    ("pin",), ("unpin",), ("unpin", "ID"), ("unpin", "nope.py"), ("brief", "--budget", "1"),
    ("brief", "--budget", "9999999"), ("brief", "--for", "nobody"), ("brief", "a", "--task", "b"),
    ("brief", "-o", "no/such/folder/x"), ("brief", "--view", "nope"), ("view", "rm", "nope"), ("checkpoint",),
    ("config", "get", "no.such"), ("config", "get", "brief.budgt"), ("config", "set", "log.count"),
    ("config", "set", "log.count", "many"), ("config", "set", "brief.output", "clipboard"),
    ("config", "set", "ai.key", "x"), ("config", "--set-file", "nowhere.json"), ("diff", "zzzz"), ("compare",),
    ("compare", "a", "b", "--from", "c"), ("doctor", "--keep", "1"), ("export", "-o", "no/such/x.tar.gz"),
    ("import", "nothing", "README.md"), ("import", "cursor"),
    ("import", "nowhere.tar.gz"), ("init", "--agents", "x", "--no-agents"), ("init", "--agents", "nope"),
    ("map", "README.md#"), ("map", "README.md#Nope"), ("why", "nope.py"), ("reject",), ("trust", "ID", "--show"),
    ("verify", "--confirm"), ("verify", "ID", "--all"), ("verify", "ID"), ("forget", "ID"), ("link", "ID", "zzzzzzzz"),
    ("link", "ID", "ID", "--type", "nope"), ("undo", "x"),
    ("memo", "user", "add", "x" * 3000), ("help", "nope"), ("status", "--project-root", "/nowhere"), ("task", "end"),
)  # fmt: skip
"""Command lines that fail, each in another way."""


def templates() -> list[str]:
    """The text of every error that the packages raise, with `{}` for what is filled in."""
    out = []
    for room in ROOMS:
        for path in sorted((SOURCE / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CLASSES:
                    hint = next((k.value for k in node.keywords if k.arg == "hint"), None)
                    message = text_of(node.args[0]) if node.args else ""
                    name = path.relative_to(SOURCE).as_posix()
                    out.append(f"{name} {node.func.id}\n  error: {message}\n  hint: {text_of(hint) if hint else ''}\n")
    return sorted(out)


def text_of(node: ast.expr) -> str:
    """The text of an expression, with `{}` for all that is no literal."""
    match node:
        case ast.Constant(str(value)):
            return value
        case ast.JoinedStr(values):
            return "".join(text_of(v) if isinstance(v, ast.Constant) else "{}" for v in values)
        case ast.BinOp(left, ast.Add(), right):
            return text_of(left) + text_of(right)
        case ast.IfExp(_, body, orelse):
            return f"{text_of(body)} | {text_of(orelse)}"
    return "{}"


def rendered(project: Path, run: Run) -> list[str]:
    """What each failing command line prints."""
    short = run("remember", "fact", "The one that is named", "--json").json["short"]
    out = []
    for line in LINES:
        ran = run(*[short if word == "ID" else word for word in line], ok=False)
        assert ran.code not in (0, 130), line
        text = ran.err.replace(short, "ID").replace(str(project), "PROJECT").replace(str(project.parent), "PARENT")
        text = re.sub(r"did you mean `snap-[0-9a-z]{8}`\? ", "", text)  # ids are random, and now and then alike
        text = re.sub(r"snap-[0-9a-z]{8}", "snap-ID", text)
        text = re.sub(r"\n+", "\n  ", text.strip())
        words = " ".join(word if len(word) < 100 else "..." for word in line)
        out.append(f"$ backstory {words}   [{ran.code}]\n  {text}\n")
    return out


def test_every_message_is_as_reviewed(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    found = "\n".join(["# What failing command lines print", "", *rendered(project, run), ""])
    found += "\n".join(["# The errors that each package raises", "", *templates()])
    if ACCEPT:
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(found, encoding="utf-8", newline="\n")
    assert found == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_every_class_of_errors_is_printed_with_its_hint(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    console.State.json = False
    error = getattr(errors, name)("`the thing` is wrong")
    console.error(error)
    err = capsys.readouterr().err
    assert err.startswith("error: ") and "`the thing` is wrong" in err
    assert ("hint: " in err) == bool(error.hint)


def test_messages_keep_to_the_form() -> None:
    """Lower-case, without a full stop, and never without a hint."""
    for entry in templates():
        message = entry.partition("error: ")[2].partition("\n")[0]
        hint = entry.partition("hint: ")[2].strip()
        assert message and not message[0].isupper() and not message.endswith("."), entry
        assert hint or message == "{}" or entry.startswith(ADDED_BY_THE_CALLER), entry
