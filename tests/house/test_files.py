"""Habits of the house that a linter does not know: length of files, names, what no file of ours may hold."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "backstory"
LONGEST = 600
VAGUE = {
    "util",
    "utils",
    "helper",
    "helpers",
    "manager",
    "managers",
    "service",
    "services",
    "common",
    "misc",
    "base_utils",
}
HEAVY = (
    "re2", "tomlkit", "rich", "tree_sitter", "watchfiles", "pathspec", "tarfile", "tomllib", "difflib", "subprocess",
    "logging", "tempfile", "asyncio",
)  # fmt: skip
NETWORK = {
    "socket",
    "ssl",
    "http",
    "urllib.request",
    "urllib3",
    "httpx",
    "requests",
    "aiohttp",
    "ftplib",
    "smtplib",
    "asyncio",
}


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    """Every module, read once."""
    return {p: ast.parse(p.read_text(encoding="utf-8")) for p in modules()}


def modules() -> list[Path]:
    return sorted(p for p in SOURCE.rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """What git would commit: tracked files and new ones that are not ignored."""
    done = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip("not a git checkout")
    return sorted(p for p in (ROOT / n for n in done.stdout.decode().split("\0") if n) if p.is_file())


def test_no_module_is_too_long() -> None:
    lengths = {named(p): len(p.read_text(encoding="utf-8").splitlines()) for p in modules()}

    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_modules_are_named_for_what_they_hold() -> None:
    vague = [p for p in modules() if VAGUE & {part.removesuffix(".py") for part in p.relative_to(SOURCE).parts}]

    assert [named(p) for p in vague] == []


def test_every_module_says_what_it_is(trees: dict[Path, ast.Module]) -> None:
    silent = [p for p, tree in trees.items() if not ast.get_docstring(tree)]

    assert [named(p) for p in silent if p.read_text(encoding="utf-8").strip()] == []


def imports(tree: ast.Module) -> set[str]:
    """Absolute names of all that a module imports, anywhere in it, and of the packages above."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{a.name}" for a in node.names)
    return found | {n.partition(".")[0] for n in found}


def test_heavy_libraries_are_loaded_when_they_are_used() -> None:
    code = (
        "import sys\n"
        "from backstory.cli import root, command, console, table\n"
        "from backstory.api import Memory\n"
        "import backstory.index.build, backstory.index.search, backstory.settings\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)

    assert [m for m in HEAVY if m in done.stdout.split()] == []


def test_commands_load_what_few_of_their_options_need_when_it_is_asked_for() -> None:
    code = "import sys\nfrom backstory.cli.commands import recall, session\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)

    late = ("backstory.watch.loop", "backstory.deliver.surfaces", "backstory.memory.verbs.projects", "rich", "tomllib")
    assert [m for m in late if m in done.stdout.split()] == []


def test_nothing_speaks_to_the_network(trees: dict[Path, ast.Module]) -> None:
    speaking = {named(p): NETWORK & imports(tree) for p, tree in trees.items()}

    assert {name: used for name, used in speaking.items() if used} == {}


def reads_environment(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and (
        isinstance(node.value, ast.Name) and node.value.id == "os" and node.attr in ("environ", "getenv", "environb")
    )


def test_only_doors_read_the_environment(trees: dict[Path, ast.Module]) -> None:
    doors = ("cli", "mcp", "watch", "worker", "hook", "base", "__main__.py")
    inside = {p: tree for p, tree in trees.items() if p.relative_to(SOURCE).parts[0] not in doors}

    assert len(inside) > 100
    assert [named(p) for p, tree in inside.items() if any(map(reads_environment, ast.walk(tree)))] == []


def test_what_reads_the_environment_is_seen() -> None:
    for text in ("os.environ", "os.getenv('A')", "os.environb[b'A']", "x = lambda: f(os.environ.get('A'))"):
        assert any(map(reads_environment, ast.walk(ast.parse(text)))), text


def test_no_file_names_a_place_of_the_machine_it_was_written_on(tracked: list[Path]) -> None:
    places = re.compile(rb"/(?:work|root)/(?:main|shared|\.venv|\.pyenv)|/tmp/(?:house|claude)|\bpytest-of-root\b")
    guilty = [named(p) for p in tracked if p != Path(__file__) and places.search(p.read_bytes())]

    assert guilty == []


def test_no_file_holds_a_mark_of_unfinished_work(tracked: list[Path]) -> None:
    marks = re.compile(rb"\b(?:TODO|FIXME|XXX|HACK)\b(?!-)")
    own = [p for p in tracked if p.suffix in (".py", ".md", ".toml", "") and "fixtures" not in p.parts]
    guilty = [
        f"{named(p)}:{n}"
        for p in own
        if p != Path(__file__) and not (p.parts[-2:-1] == ("packs",) or "golden" in p.parts)
        for n, line in enumerate(p.read_bytes().splitlines(), 1)
        if marks.search(line)
    ]

    assert guilty == []


def test_every_licence_of_taken_data_lies_beside_it() -> None:
    packs = SOURCE / "redact" / "packs"
    if not packs.is_dir():
        pytest.skip("no rule packs here")

    assert [p.name for p in packs.iterdir() if "LICEN" in p.name.upper()]
