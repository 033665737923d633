"""Any text at all: as a question it is no error, as a record it comes back as it was."""

import json
import os
import random
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.sweeps import share

from backstory.api import Channel, Memory
from backstory.memory.verbs.remember import remember
from backstory.model.record import Draft, Origin
from backstory.model.text import clean_text, one_line

HOSTILE = (
    "", " ", "\t\n", "\0", "'", '"', "''", '""', "\"'", "`", "\\", "\\\\", "/", "//", "*", "**", "a*", "*a", "-",
    "--", "---", "-a", "- a", "+", "+a", "^", "^a", ":", "a:b", "title:x", "body : x", "(", ")", "()", "(a", "a)",
    "((((", "{", "}", "{a b}", "[", "]", "AND", "OR", "NOT", "NEAR", "NEAR(a b, 3)", "a AND", "OR b", "NOT NOT a",
    "a AND OR b", "a NEAR/3 b", "NEAR(", "-NEAR(a b)", "%", "_", "?", "??", ";", "; DROP TABLE content; --",
    "' OR 1=1 --", "1; SELECT 1", "x' UNION SELECT * FROM content --", "/* */", "#", "#tag", "@", "$", "$&", "$1",
    "&", "&amp;", "|", "||", "~", "!", "=", "==", "<", ">", "<>", "<script>", "</backstory-context>", "tag:x",
    "kind:fact", "created:>7d", "tokens:<", "type:fact AND", "tier:", "kind:nothing", "tag:\"", "id:", "path:",
    "is:", "C++", "what's", "auth-token", "O'Brien", "node.js", "a.b.c", "src/db/pool.py", "../../etc/passwd", "~/x",
    "C:\\x\\y", "a/b/../c", "--help", "-n", "--limit=0", "--", "-", "0", "-1", "1e999", "NaN", "null", "true",
    "0x1F", "01JD8ZK3M7Q4T9W2R5X8Y1B6C0", "01JD", "jd8zk3m7", "\u200b", "\u202e", "\ufeff", "\ud7ff", "\ue000",
    "\uffff", "\U0010ffff", "\U000e0041", "e\u0301", "\u00e9", "\u0130", "\u00df", "\u65e5\u672c\u8a9e",
    "\u0645\u0631\u062d\u0628\u0627", "\U0001f9ea\U0001f3fd", "\u2028", "\u2029", "\x85", "\x1b[31m", "\x1b]0;x\x07",
    "a" * 10_000, "a " * 10_000, '"' * 5_000, "(" * 5_000, "a:" * 3_000, "NOT " * 3_000, "\U0001f9ea" * 3_000,
    "ab" + "\u0301" * 3_000,
)  # fmt: skip
ALPHABETS = (
    string.ascii_lowercase + " ", string.printable, "\"'*():^-+{}[]\\/%_;&|<>~!?#@$,. ANDORNOT",
    "\u00e9\u00df\u0130\u65e5\u672c\u0645\u0631\U0001f9ea\u0301\u200d\u202e\ufeff \n",
    "\x00\x01\x07\x08\x1b\x7f\x80\x9f ab",
)  # fmt: skip


def strings(count: int, seed: int) -> Iterator[str]:
    """Hostile strings first, then random ones over alphabets that hurt, some of them hostile ones put together."""
    dice = random.Random(seed)
    yield from HOSTILE
    for _ in range(count - len(HOSTILE)):
        shape = dice.random()
        if shape < 0.2:
            yield dice.choice(("", " ", ":", "-")).join(dice.choice(HOSTILE)[:200] for _ in range(dice.randint(2, 5)))
        elif shape < 0.3:
            yield "".join(
                chr(dice.choice((dice.randrange(0xD800), dice.randrange(0xE000, 0x110000))))
                for _ in range(dice.randint(1, 30))
            )
        else:
            yield "".join(dice.choice(dice.choice(ALPHABETS)) for _ in range(dice.randint(1, 60)))


@pytest.fixture
def memory(project: Path, run: Run) -> Memory:
    """A project with a few records, opened in this process."""
    run(
        "remember",
        "decision",
        "Use psycopg 3",
        "--why",
        "better typing than asyncpg",
        "--at",
        "src/db/pool.py",
        "--tag",
        "db",
    )
    run("remember", "fact", "the pool's C++ part isn't OAuth-ready", "--tag", "auth-token")
    return Memory.open(str(project), os.environ, channel=Channel("stated"))


def test_recall_takes_any_text(memory: Memory) -> None:
    count = share(1_000, 10_000)
    found = 0
    for text in strings(count, seed=1):
        hits = memory.recall(text, limit=5)
        assert len(hits) <= 5
        assert all(hit.score >= 0 and hit.row.record.id for hit in hits)
        found += bool(hits)
    assert 0 < found < count
    assert memory.recall("why psycopg over asyncpg?")[0].row.record.title == "Use psycopg 3"


@pytest.mark.slow
@pytest.mark.parametrize("text", [t for t in HOSTILE if t.strip()][::3])
def test_recall_takes_any_text_from_the_command_line(project: Path, run: Run, text: str) -> None:
    """What names a key, and so is meant as a query, is searched as words where it breaks the language."""
    run("remember", "fact", "something")
    for argv in (
        ["recall", "--json", "--", text], ["recall", "--query", text, "--explain"], ["search", "--", text],
        ["list", "fact", "--query", text], ["list", "fact", "--", text], ["brief", "--query", text],
    ):  # fmt: skip
        run(*argv)


def test_bodies_come_back_as_they_were(memory: Memory) -> None:
    """Through the file, the index and JSON; what is normalised is what `clean` says: line ends and what nobody sees."""
    from backstory.cli.records import record_json

    count = share(200, 10_000)
    wanted: dict[str, tuple[str, str]] = {}
    for number, text in enumerate(strings(count, seed=2)):
        draft = Draft(
            kind="source", title=f"number {number} {text[:60]}", body=f"begins\n{text}\nends", tags=[f"t{number}"]
        )
        done = remember(memory, draft, scope="private", origin=Origin(how="stated"), dedupe=False)
        title, body = one_line(draft.title), clean_text(draft.body).strip()
        if memory.gate.check(f"{title}\n{body}").findings:
            continue  # a random string that looks like a secret is one
        wanted[done.record.id] = (title, body)
        assert (done.record.title, done.record.body) == (title, body)
        there = memory.stores["private"].read(done.path).record
        assert there is not None
        assert (there.title, there.body, there.tags) == (title, body, (f"t{number}",))
    assert len(wanted) > count * 0.9
    again = memory.reopened()
    rows = {r.record.id: r for r in again.fresh().rows(kinds=("source",))}
    for ident, (title, body) in wanted.items():
        row = rows[ident]
        data = json.loads(json.dumps(record_json(row.record, row.path)))
        assert (data["title"], data["body"]) == (title, body)
    digest = again.index.digest()
    again.index.rebuild(again.stores, again.gate)
    assert again.index.digest() == digest


@pytest.mark.parametrize(
    "text",
    [
        "x", "two\nlines", "- a list\n- of things", "## Alternatives\n- none", "---\nid: x\n---\n", "a\r\nb\rc",
        "tabs\tand  blanks  ", "# heading", "\u65e5\u672c\u8a9e \U0001f9ea", "'quoted' \"text\" \\ `code`", "<<<<<<< x",
    ],
)  # fmt: skip
def test_the_command_line_gives_bodies_back(project: Path, run: Run, text: str) -> None:
    kept = run("remember", "source", "a text", "--body", text, "--json").json
    shown = run("show", kept["short"], "--json").json
    assert shown["body"] == clean_text(text).strip()
    lines = [json.loads(line) for line in run("export", "--private", "--json").out.splitlines()]
    assert [line["body"] for line in lines if line.get("id") == kept["id"]] == [clean_text(text).strip()]
