"""A brief keeps what it decided about sentences; the next one decides the same, whether or not that is there."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.memory.answers.test_session_parts import SCHEMA, WISH, commit, keep

import backstory
from backstory.api import Draft, Memory, forget, plan_forget
from backstory.memory.answers import arranged_briefs
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.memory.kernel import verdicts
from backstory.patterns.verdicts import count_new, load_verdicts
from backstory.recall.quotes import landmarks, passages, talk

Opened = Callable[..., Memory]


@pytest.fixture(autouse=True)
def arranged_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """No brief is taken over whole from an earlier one."""
    monkeypatch.setattr(arranged_briefs, "_read", lambda _: None)


@pytest.fixture
def talked(repo: Path, opened: Opened) -> Opened:
    commit(repo, "schema.sql")
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("schema.sql",))
    return opened


def brief(opened: Opened) -> str:
    """The brief as another process composes it."""
    verdicts._loaded[0] = ""
    load_verdicts({})
    talk._last_talk.clear()
    passages._read_passages.cache_clear()
    landmarks.find_landmarks.cache_clear()
    return compose_brief(opened(), BriefOptions(budget=1200)).text


def place(opened: Opened) -> Path:
    return Path(opened().project.private, "digests", "verdicts.json")


def test_the_next_brief_decides_nothing_again(talked: Opened) -> None:
    first = brief(talked)
    assert "two files drifted apart" in first
    written = place(talked).stat()
    assert brief(talked) == first
    assert count_new() == 0
    assert place(talked).stat().st_mtime_ns == written.st_mtime_ns


def test_the_file_holds_no_word_of_the_talk(talked: Opened) -> None:
    brief(talked)
    text = place(talked).read_text()
    assert not any(word in text for word in ("schema", "drifted", "apart", "readings", "table"))


def brief_in_process(repo: Path, home: Path) -> str:
    """The brief of a process of its own, in which no cache answers what the file would."""
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "BACKSTORY_HOME": str(home / "data"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    for path in (home / "data").glob("projects/*/digests/arranged/*"):
        path.unlink()
    command = [sys.executable, "-m", "backstory", "brief", "--budget", "1200"]
    return subprocess.run(command, cwd=repo, env=environ, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b'{"code": 1}', b'{"code": "x", "verdicts": {"a": {"b": "c"}}}'])
def test_a_damaged_file_is_made_anew(talked: Opened, repo: Path, tmp_path: Path, data: bytes) -> None:
    first = brief_in_process(repo, tmp_path)
    assert "two files drifted apart" in first
    kept = json.loads(place(talked).read_bytes())
    place(talked).write_bytes(data)
    assert brief_in_process(repo, tmp_path) == first
    assert json.loads(place(talked).read_bytes()) == kept


def test_verdicts_of_other_code_are_not_used(talked: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    first = brief(talked)
    kept = json.loads(place(talked).read_bytes())
    turned = {
        digest: {name: (not value if isinstance(value, bool) else value) for name, value in row.items()}
        for digest, row in kept["verdicts"].items()
    }
    place(talked).write_text(json.dumps(kept | {"verdicts": turned}))
    assert brief(talked) != first, "the verdicts that are kept decide"
    monkeypatch.setattr(verdicts, "VERSION", "0.0.0")
    assert brief(talked) == first


@pytest.mark.parametrize("file", ["recall/text/stance.py", "base/overturns/cues.py"])
def test_the_code_is_that_of_all_files_that_decide(file: str) -> None:
    before = verdicts.describe_code()
    path = os.path.join(os.path.dirname(backstory.__file__), file)
    info = os.stat(path)
    os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns + 1_000_000_000))
    try:
        assert verdicts.describe_code() != before
    finally:
        os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
    assert verdicts.describe_code() == before


def test_a_brief_needs_no_place_for_them(talked: Opened) -> None:
    first = brief(talked)
    place(talked).unlink()
    place(talked).mkdir()
    assert brief(talked) == first


def test_forgetting_removes_them(talked: Opened) -> None:
    record = talked().remember(Draft(kind="decision", title="The schema stays in one file")).record
    brief(talked)
    assert place(talked).exists()
    memory = talked()
    forget(memory, plan_forget(memory, [record.id]))
    assert not place(talked).exists()
