"""`forget` leaves nothing: after it no file of ours, no page of a database and no archive holds a word of a record."""

import itertools
import json
import os
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.api import Memory
from backstory.model.kinds import KINDS, Kind, Part

LETTERS = "bcdfghklmnprstvz"


class Words:
    """Words that nobody else says: long and short, each once."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self._numbers = itertools.count()

    def one(self) -> str:
        number = next(self._numbers)
        word = "qu" + "".join(LETTERS[number // 16**k % 16] + "aeio"[(number >> k) % 4] for k in range(3)) + "x"
        self.given.append(word)
        return word


def spoken(folder: Path, words: list[str]) -> dict[str, list[str]]:
    """Word -> files that hold it: in their names, as bytes, unpacked, in any case."""
    out: dict[str, list[str]] = {}
    for path in folder.rglob("*"):
        if path.is_symlink() or ".git" in path.relative_to(folder).parts:
            continue
        data = path.read_bytes() if path.is_file() else b""
        if data[:2] == b"\x1f\x8b":
            data += zlib.decompressobj(31).decompress(data)
        text = (str(path.relative_to(folder)).encode() + b"\n" + data).lower()
        for word in words:
            if word.encode() in text:
                out.setdefault(word, []).append(str(path.relative_to(folder)))
    return out


def options(kind: Kind, words: Words) -> Iterator[str]:
    """A value for each part and field of a kind, of two short words."""
    for option in kind.options:
        choices = getattr(option, "choices", ())
        yield option.flags[0]
        yield choices[0] if choices else f"{words.one()} {words.one()}"
        if isinstance(option, Part) and option.many:
            yield from (option.flags[0], words.one())


@pytest.fixture
def worktree(project: Path, tmp_path: Path) -> Path:
    git(project, "add", "-A")
    git(project, "commit", "-q", "--allow-empty", "-m", "set up")
    git(project, "worktree", "add", "-q", str(tmp_path / "beside"))
    return tmp_path / "beside"


@pytest.mark.slow
def test_nothing_is_left(
    project: Path, worktree: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Words()
    run("init", "--yes", "--agents", "agents-md,claude-code")
    run("remember", "fact", "The otters stay as they are", "--tag", "otter")
    ids: list[str] = []
    for kind in KINDS.values():
        for scope in ["team", "private"] if kind.group != "identity" else ["user"]:
            place = f"src/{words.one()}.py"
            (project / place).write_text("value = 1\n")
            argv = ["--tag", words.one(), "--at", place, "--scope", scope, *options(kind, words)]
            done = run("remember", kind.name, f"{words.one()} {words.one()}", *argv, "--json").json
            ids.append(done["id"])
            (project / place).unlink()
    run("checkpoint", words.one(), "--state", words.one(), "--next-steps", words.one(), "--blockers", words.one(),
        "--goal", words.one(), "--approaches", words.one(), "--decisions", words.one())  # fmt: skip
    run("snapshot", "--goal", words.one())
    last = words.given[-1]
    tag = next(w for w in words.given[1:])
    run("handoff", words.one(), words.one())
    ids = [
        i["id"] for i in run("list", "--all", "--limit", "10000", "--json").json["items"] if "otters" not in i["title"]
    ]

    # everything that derives something
    git(project, "add", "-A")
    git(project, "commit", "-qm", "work")
    run("view", "set", "mine", "--query", f"tag:{tag}")
    run("view", "set", "words", "--query", f"kind:decision AND {words.given[3]}")
    run("view", "set", "others", "--query", "tag:otter AND kind:decision")
    run("brief")
    run("brief", "--query", words.given[2])
    run("recall", words.given[2])
    run("map")
    run("files", words.given[2])
    run("why", "src/db/pool.py", ok=False)
    run("lint", ok=False)
    run("report")
    run("verify", "--all", ok=False)
    run("snapshot")
    run("edit", ids[0], "--tag", "otter")
    run("export", "--private", "-o", str(tmp_path / "a.tar.gz"))
    run("import", str(tmp_path / "a.tar.gz"))
    run("retract", ids[1])
    run("remember", "fact", f"{words.one()} {words.one()}")
    run("undo")
    from backstory.worker.process import run as after

    for event in ("session-start", "prompt", "stop", "session-end"):
        payload = {"session_id": "s1", "cwd": str(project), "prompt": f"What about {words.given[0]} {words.given[1]}?"}
        after("claude-code", event, payload, dict(os.environ))
    monkeypatch.chdir(worktree)
    run("init", "--yes", "--agents", "agents-md")
    run("brief")
    run("snapshot")
    monkeypatch.chdir(project)
    private = Path(Memory.open(str(project), dict(os.environ)).project.private)
    (backup,) = (private / "backups").glob("*.tar.gz")
    whole = backup.read_bytes()
    (private / "backups" / ".tmp-00aa11bb22cc").write_bytes(whole[: len(whole) * 9 // 10])
    (private / "memory" / "fact" / ".tmp-00aa11bb22cd").write_bytes(
        Path(run("show", ids[0], "--json").json["path"]).read_bytes()
    )
    (private / "quarantine").mkdir()
    shutil.copy(run("show", ids[2], "--json").json["path"], private / "quarantine" / "00aa11-odd.md")
    assert len(spoken(tmp_path / "data", words.given)) > len(words.given) * 0.9, "the test looks where the words are"

    undone = [p.name[-11:-3] for p in (private / "trash").rglob("*.md")]
    ran = run("forget", *ids, *undone, "--yes")
    left = spoken(tmp_path / "data", words.given)
    left.pop(last, None)  # a goal that was given to a snapshot is no record's
    assert not left, left
    for tree in (project, worktree):
        for folder in (".backstory", "AGENTS.md", "CLAUDE.local.md", ".claude"):
            here = tree / folder
            if here.exists():
                found = spoken(here if here.is_dir() else tree, words.given)
                found.pop(last, None)
                assert not {w: p for w, p in found.items() if here.is_dir() or folder in p}, found
    views = run("view", "list", "--json").json
    assert "others" in json.dumps(views) and '"mine"' not in json.dumps(views) and '"words"' not in json.dumps(views)
    assert "otters" in run("list").out
    assert "tmp-00aa11bb22cc" in ran.err
    assert run("doctor", "--deep", ok=False).code in (0, 4)
