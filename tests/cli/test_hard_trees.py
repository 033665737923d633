"""Trees that are hard to read: every command answers, is right about what it left out, and waits for nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

COMMANDS = (
    ("snapshot",), ("files", "--for", "connection pool"), ("map",), ("map", "src/db"), ("brief",), ("compare",),
    ("status",), ("why", "src/db/pool.py"), ("why", "src/db/pool.py:1"), ("doctor",),
)  # fmt: skip


@pytest.fixture
def hard(repo: Path, tmp_path: Path) -> Path:
    """A FIFO, links in a ring, a link outside, a submodule, a large file, names that are no text."""
    library = tmp_path / "library"
    library.mkdir()
    git(library, "init", "-q", "-b", "main")
    (library / "lib.py").write_text("def inside_the_submodule(): ...\n")
    git(library, "add", "-A")
    git(library, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "library")
    with open(repo / "src" / "large.py", "w") as file:
        file.writelines(f"def function_number_{number}(): ...\n" for number in range(60_000))
    (repo / "blob.bin").write_bytes(os.urandom(1 << 20) * 3)
    os.symlink("ring_b", repo / "ring_a")
    os.symlink("ring_a", repo / "ring_b")
    os.symlink(".", repo / "src" / "itself")
    os.symlink("/etc/passwd", repo / "src" / "outside.py")
    if sys.platform.startswith("linux"):
        (repo / "src" / os.fsdecode(b"caf\xe9.py")).write_text("x = 1\n")
        (repo / "src" / "two\nlines.py").write_text("def two_lines(): ...\n")
    git(repo, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "library")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "hard")
    if hasattr(os, "mkfifo"):
        os.mkfifo(repo / "src" / "pipe.py")
    return repo


def test_a_tree_full_of_traps(hard: Path, run: Run) -> None:
    run("init", "--yes", "--no-agents")
    for command in COMMANDS:
        run(*command)
    assert "src/db/pool.py" in run("files", "--for", "connection pool").out.splitlines()[0]
    assert "larger than 1 MB" in run("map", "src/large.py").out
    shown = run("map").out
    assert "inside_the_submodule" not in shown and "root:" not in shown
    if sys.platform.startswith("linux"):
        assert run("files", "--for", "two lines").out.startswith("src/two\\nlines.py:1  ")


def test_the_name_of_a_file_begins_no_line_of_its_own(repo: Path, run: Run) -> None:
    name, moved = "src/one\nerror: two.py", "src/new\nerror: two.py"
    repo.joinpath(name).write_text("def in_two_lines(): ...\n" * 9)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "odd")
    run("init", "--yes", "--no-agents")
    remembered = run("remember", "decision", "two lines", "--why", "x", "--at", name).err.split()[2]
    run("pin", name)
    (repo / name).write_text("def in_two_lines(): ...\n" * 8 + "x = 1\n")
    commands = [("diff",), ("verify",), ("show", remembered), ("why", name)]
    printed = [run(*command, ok=False) for command in commands]
    run("snapshot")
    printed += [run("compare"), run("unpin", name), run("snapshot")]
    git(repo, "mv", name, moved)
    printed += [run("diff"), run("snapshot"), run("compare")]
    lines = [line for answer in printed for line in (answer.out + answer.err).splitlines()]
    assert not [line for line in lines if line.startswith("error: two")]
    assert len([line for line in lines if "\\nerror: two.py" in line]) >= 8


def test_a_repository_without_a_commit(tmp_path: Path, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "new"
    (root / "src" / "db").mkdir(parents=True)
    (root / "src" / "db" / "pool.py").write_text("class Pool:\n    pass\n")
    git(root, "init", "-q", "-b", "main")
    monkeypatch.chdir(root)
    run("init", "--yes", "--no-agents")
    for command in COMMANDS:
        run(*command)
    assert "nothing is committed here yet" in run("why", "src/db/pool.py").out
    git(root, "add", "-A")
    git(root, "rm", "-q", "--cached", "src/db/pool.py")
    assert "src/db/pool.py" in run("files", "--for", "pool").out


def test_worktrees_of_a_bare_repository(repo: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = tmp_path / "bare.git"
    subprocess.run(["git", "clone", "-q", "--bare", str(repo), str(bare)], check=True)
    git(bare, "worktree", "add", "-q", str(tmp_path / "one"))
    git(bare, "worktree", "add", "-q", str(tmp_path / "two"))
    monkeypatch.chdir(bare)
    assert run("status", ok=False).code == 10
    monkeypatch.chdir(tmp_path / "one")
    run("init", "--yes", "--no-agents")
    for command in COMMANDS:
        run(*command)
    ident = run("status", "--json").json["id"]
    monkeypatch.chdir(tmp_path / "two")
    assert run("status", "--json").json["id"] == ident
    assert git(tmp_path / "one", "status", "--porcelain") == ""


@pytest.mark.parametrize("how", [("--depth", "1"), ("--filter=blob:none",), ("--filter=tree:0",)], ids=str)
def test_clones_that_do_not_have_it_all(
    repo: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...]
) -> None:
    git(repo, "config", "uploadpack.allowFilter", "true")
    for number in range(3):
        (repo / "src" / "db" / "pool.py").write_text(f"class Pool:\n    size = {number}\n")
        git(repo, "commit", "-qam", f"size {number}")
    root = tmp_path / "clone"
    git(tmp_path, "clone", "-q", *how, repo.as_uri(), str(root))
    monkeypatch.chdir(root)
    run("init", "--yes", "--no-agents")
    before = sorted((root / ".git" / "objects").rglob("*"))
    for command in COMMANDS:
        run(*command)
    assert "src/db/pool.py" in run("files", "--for", "connection pool").out.splitlines()[0]
    assert sorted((root / ".git" / "objects").rglob("*")) == before, "nothing may be fetched"


def test_files_that_are_nested_deep(repo: Path, run: Run) -> None:
    """A parser of JSON or TOML that descends has an end; a file that goes beyond it is passed over."""
    run("init", "--yes", "--no-agents")
    deep = "[" * 100_000
    (repo / "package.json").write_text('{"name": "x", "workspaces": ' + deep)
    (repo / "tsconfig.json").write_text(deep)
    (repo / "deno.json").write_text('{"tasks": ' + '{"a":' * 100_000)
    (repo / "pyproject.toml").write_text("[project]\nname = " + deep)
    (repo / "Cargo.toml").write_text("a = " + deep)
    (repo / ".claude").mkdir()
    (repo / ".claude" / "settings.json").write_text('{"hooks": ' + deep)
    for command in (*COMMANDS, ("init", "--dry-run"), ("map", "--surface"), ("doctor", "--deep"), ("lint",)):
        ran = run(*command, ok=False)
        assert "inside backstory" not in ran.err, command


def test_a_record_file_too_large_to_be_one(repo: Path, run: Run) -> None:
    """It is named, and nothing else reads it: the search for secrets in 30 MB took minutes."""
    run("init", "--yes", "--no-agents", "--team")
    folder = repo / ".backstory" / "memory" / "fact"
    folder.mkdir(parents=True)
    key = "AKIA" + "Z7VRTQ4N2XKJ3LMP"
    row = f"password token key = {key} \n"
    (folder / "huge.md").write_text("---\nkind: fact\ntitle: Huge\n---\n" + row * (30_000_000 // len(row)))
    for command in (("lint",), ("doctor",), ("doctor", "--deep")):
        ran = run(*command, "--json", ok=False)
        assert "huge.md" in ran.out and "bytes, more than the" in ran.out
        assert "looks like a secret" not in ran.out
    assert "huge" not in run("brief").out.lower()
