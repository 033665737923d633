"""Nothing that is printed moves a cursor, turns the direction of writing or is invisible, whatever the command."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.conftest import Run, git
from tests.cli.test_json import LINES

from backstory.model.text import _INVISIBLE, escape_json

HIDDEN = frozenset(
    chr(c) for start, end in ((0, 9), (11, 32), (127, 160), (0x2028, 0x202A), *_INVISIBLE) for c in range(start, end)
)
NASTY = "\u202e\u2066\u200b\u200d\u2028\u2029\u00ad\ufeff\x9b31m\x85\U000e0041\U000e007f\u2060"
TERMINAL = "\x1b[31m\x1b]0;title\x07\x08\x7f"
MORE: tuple[tuple[str, ...], ...] = (
    ("map",), ("map", "--surface"), ("map", "src/db/pool.py"), ("map", "src/db/pool.py#Pool"), ("map", "--for", "pool"),
    ("files", "--for", "pool", "--explain"), ("why", "src/db/pool.py"), ("why", "src/db/pool.py:1"),
    ("why", "src/db/pool.py#Pool"), ("timeline",), ("trust", "--show"), ("lint",), ("report",), ("views",),
    ("watch", "--once"), ("init", "--dry-run"), ("brief", "--as", "json"), ("export", "--private"), ("edges",),
    ("brief", "--as", "human"), ("log", "--events"), ("next",), ("tags",), ("verify",), ("suggest",), ("related", "ID"),
    ("show", NASTY), ("recall", "x" + NASTY), ("why", "src/" + NASTY), (NASTY,), ("config", "get", NASTY),
)  # fmt: skip


@given(st.recursive(st.text() | st.integers() | st.none(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_escaped_json_says_the_same(value: object) -> None:
    text = escape_json(json.dumps(value, ensure_ascii=False))
    assert json.loads(text) == value
    assert not HIDDEN.intersection(text)


@pytest.fixture
def nasty(project: Path, run: Run) -> tuple[Path, str]:
    """Records written by hand, commits, a branch, files and symbols whose words are full of them."""
    folder = project / ".backstory" / "memory" / "fact"
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate((NASTY, TERMINAL)):
        (folder / f"2026-01-01-x-0000000{number}.md").write_text(
            f"---\nid: 01JD8ZK3M7Q4T9W2R5X8Y0000{number}\nkind: fact\ntitle: pool {text} psycopg\n"
            f"tags: [a{text}b]\n"
            f"author: Ada {text} <a@b>\nbranch: x{text}\nanchors: [src/db/pool.py]\nhow: explicit\n"
            f"scope: team\nodd: {text}\n---\nbody {text} of psycopg\n"
        )
    (project / "src" / "db" / "pool.py").write_text(
        f'class Pool:\n    """Pools {NASTY} of connections."""\n    size = "{NASTY}{TERMINAL[:5]}"\n'
    )
    (project / "src" / f"na{NASTY[:4]}me\x1b[31m.py").write_text("def f():\n    pass\n")
    (project / "README.md").write_text(f"# Shop {NASTY}{TERMINAL}\n\nA shop {NASTY}{TERMINAL} for bicycles.\n")
    (project / "CLAUDE.local.md").write_text(f"hello {NASTY}{TERMINAL}\n")
    git(project, "checkout", "-q", "-b", f"work{NASTY[:3]}")
    git(project, "add", "-A", "-f")
    git(project, "-c", f"user.name=Ada {NASTY}{TERMINAL}", "commit", "-qm", f"pool {NASTY}{TERMINAL}", "-m", NASTY)
    (project / "src" / "db" / "pool.py").write_text("class Pool:\n    size = 2\n")
    (project / "settings.json").write_text('{"log": {"count": 7}}')
    short = run("remember", "fact", f"one that is changed {NASTY} psycopg", "--tag", "db", "--json").json["short"]
    return project, short


@pytest.mark.slow
@pytest.mark.parametrize("as_json", [True, False], ids=["json", "plain"])
def test_no_door_lets_one_through(nasty: tuple[Path, str], run: Run, as_json: bool) -> None:
    _, short = nasty
    spoken = 0
    for line in (*MORE, *LINES):
        words = [short if w == "ID" else w for w in line]
        ran = run(*words, *(["--json"] if as_json else []), ok=False)
        assert not HIDDEN.intersection(ran.out), (words, sorted(map(ascii, HIDDEN.intersection(ran.out))), ran.out)
        assert not HIDDEN.intersection(ran.err), (words, sorted(map(ascii, HIDDEN.intersection(ran.err))), ran.err)
        spoken += bool(ran.out)
        if as_json and ran.out and ran.code == 0 and "export" not in words:
            for document in ran.out.splitlines() if "watch" in words else [ran.out]:  # `watch` prints an event a line
                json.loads(document)
    assert spoken > 40
