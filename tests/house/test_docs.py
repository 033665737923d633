"""Documentation that cannot lie: generated regions, a place for every kind, setting and command, living links."""

import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from backstory.model.errors import Exit
from backstory.model.kinds import KINDS
from backstory.settings import SETTINGS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
WANTED = (
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "docs/tenets.md", "docs/mental-model.md",
    "docs/architecture.md", "docs/glossary.md", "docs/scopes-and-privacy.md", "docs/cli.md", "docs/kinds.md",
    "docs/settings.md", "docs/exit-codes.md", "docs/json.md", "docs/format.md", "docs/hooks.md", "docs/security.md",
    "docs/troubleshooting.md", "docs/briefs.md", "docs/README.md",
)  # fmt: skip


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_generated_regions_are_what_the_code_says() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "docs.py"), "--check"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


@pytest.mark.parametrize("name", WANTED)
def test_the_page_is_there(name: str) -> None:
    assert (ROOT / name).stat().st_size > 300


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_place(kind: str) -> None:
    assert f"\n### {kind}\n" in (ROOT / "docs" / "kinds.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", [s.key for s in SETTINGS])
def test_every_setting_has_its_place(key: str) -> None:
    assert f"\n### {key}\n" in (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", Exit, ids=lambda e: e.name)
def test_every_exit_code_has_its_place(code: Exit) -> None:
    assert f"\n| {int(code)} |" in (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")


def test_every_command_has_its_help_page() -> None:
    from backstory.cli.table import COMMANDS

    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")

    assert [name for name in COMMANDS if f"\n### backstory {name}\n" not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            broken.append(target)

    assert broken == []


def anchors(page: Path) -> set[str]:
    """The anchors that Markdown gives to a page's headings."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in headings}


def shown(page: Path) -> set[str]:
    """Command lines of ours on a page: in code blocks, at a prompt or inside backticks."""
    text = re.sub(r"<!-- generated.*?<!-- end -->", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = re.findall(r"^(?:\$ )?(backstory [a-z].*)$", text, flags=re.MULTILINE)
    return {*lines, *re.findall(r"(?<!person: )`(backstory [a-z][^`]*)`", text)}  # BLAKE2's `person` is a text


def fault(line: str) -> str:
    """What is wrong with a command line: a command or an option that does not exist."""
    from backstory.cli.root import main_group

    command: click.Command = main_group()
    common = list(command.params)
    words = iter(shlex.split(re.split(r" [|>#] ", line)[0].replace("...", ""))[1:])
    for word in words:
        if word == "--":
            break  # what follows is a command of others
        if word.startswith("--"):
            name, equals, _ = word.partition("=")
            found = [p for p in (*command.params, *common) if name in (*p.opts, *p.secondary_opts)]
            if not found:
                return f"{line}: no option {name}"
            if not equals and isinstance(found[0], click.Option) and not found[0].is_flag:
                next(words, "")
        elif isinstance(command, click.Group):
            below = command.get_command(click.Context(command), word)
            if below is None:
                return f"{line}: no command {word}"
            command = below
    return ""


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_command_line_that_a_page_shows_is_one(page: Path) -> None:
    assert [f for f in map(fault, sorted(shown(page))) if f] == []


@pytest.mark.parametrize("line", ["backstory recal x", "backstory brief --budgett 3", "backstory config sett a b"])
def test_a_command_line_that_is_none_is_found(line: str) -> None:
    assert fault(line)


def test_every_promise_of_the_security_page_names_tests_that_are_there() -> None:
    text = (ROOT / "docs" / "security.md").read_text()
    named = set(re.findall(r"`(tests/[\w/.]+)`", text))
    assert len(named) > 20
    assert not [path for path in named if not (ROOT / path).exists()]


@pytest.mark.parametrize(
    ("page", "text", "missing"),
    [
        ("docs/format.md", "`code/read/no_such.py` and `code/read/spans.py`", ["code/read/no_such.py"]),
        ("docs/architecture.md", "`recall.no_such`, `recall.brief.compose_brief`, `index.db`", ["recall.no_such"]),
        ("docs/contributing/tests.md", "`recall.no_such`, `code.read.spans`", ["recall.no_such"]),
        ("docs/settings.md", "`capture.keep`, `no_room.module`, `no_room/module.py`", []),
    ],
)
def test_a_module_that_a_page_names_exists(
    page: str, text: str, missing: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    assert importlib.import_module("docs").find_missing_modules(ROOT / page, text) == missing
