"""Small stores of every source, written as the tools write them, and the records that they become."""

import json
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Sample(NamedTuple):
    """A store, where it is in a project, and the (kind, title) of what it becomes."""

    path: str
    write: Callable[[Path], None]
    records: tuple[tuple[str, str], ...]
    is_recognized: bool = True


def text(content: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")

    return write


def folder(**files: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        for name, content in files.items():
            text(content)(path / name.replace("__", "/").replace("_dot_", "."))

    return write


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def database(*statements: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()

    return write


def infctx(path: Path) -> None:
    database(
        "CREATE TABLE decisions (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, summary TEXT NOT NULL,"
        " rationale TEXT NOT NULL, alternatives_json TEXT NOT NULL, impact TEXT NOT NULL, tags_json TEXT NOT NULL)",
        "CREATE TABLE pins (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, note TEXT NOT NULL,"
        " created_at TEXT NOT NULL)",
        "CREATE TABLE snapshots (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, payload_json TEXT NOT NULL)",
        "INSERT INTO decisions VALUES ('dec-2bea5424de28', '2026-11-22T23:30:42.862509+00:00', 'Use psycopg 3',"
        " 'asyncpg has no sync', '[\"asyncpg\"]', 'rewrite the pool', '[\"db\"]')",
        "INSERT INTO pins VALUES (1, 'src/db/pool.py', 'entry point', '2026-11-22T23:30:46.815422+00:00')",
        "INSERT INTO snapshots VALUES ('snap-1', '2026-11-22T23:30:10Z', '{}')",
    )(path / "metadata" / "state.db")


def palace(path: Path) -> None:
    database(
        "CREATE TABLE collections (id TEXT, name TEXT)",
        "CREATE TABLE segments (id TEXT, collection TEXT)",
        "CREATE TABLE embeddings (id INTEGER PRIMARY KEY, segment_id TEXT, embedding_id TEXT)",
        "CREATE TABLE embedding_metadata (id INTEGER, key TEXT, string_value TEXT, int_value INTEGER,"
        " float_value REAL, bool_value INTEGER)",
        "INSERT INTO collections VALUES ('c', 'mempalace_drawers')",
        "INSERT INTO segments VALUES ('s', 'c')",
        "INSERT INTO embeddings VALUES (1, 's', 'd_1'), (2, 's', 'd_0'), (3, 's', 'other')",
        "INSERT INTO embedding_metadata VALUES"
        " (1, 'chroma:document', 'for the whole shop.', NULL, NULL, NULL), (1, 'chunk_index', NULL, 1, NULL, NULL),"
        " (1, 'parent_drawer_id', 'd', NULL, NULL, NULL), (1, 'wing', 'shop', NULL, NULL, NULL),"
        " (1, 'room', 'decisions', NULL, NULL, NULL),"
        " (2, 'chroma:document', 'Use psycopg 3 for the ', NULL, NULL, NULL), (2, 'chunk_index', NULL, 0, NULL, NULL),"
        " (2, 'parent_drawer_id', 'd', NULL, NULL, NULL), (2, 'wing', 'shop', NULL, NULL, NULL),"
        " (2, 'room', 'decisions', NULL, NULL, NULL), (2, 'filed_at', '2026-01-01T00:00:00', NULL, NULL, NULL),"
        " (3, 'chroma:document', 'Elsewhere', NULL, NULL, NULL), (3, 'wing', 'another', NULL, NULL, NULL)",
    )(path / "palace" / "chroma.sqlite3")
    database(
        "CREATE TABLE entities (id TEXT, name TEXT)",
        "CREATE TABLE triples (id TEXT, subject TEXT, predicate TEXT, object TEXT, valid_to TEXT)",
        "INSERT INTO entities VALUES ('ada', 'Ada'), ('pool', 'Pool')",
        "INSERT INTO triples VALUES ('1', 'ada', 'maintains', 'pool', NULL), ('2', 'ada', 'likes', 'tea', '2025')",
    )(path / "knowledge_graph.sqlite3")


def git(root: Path, *argv: str) -> None:
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", "-C", str(root), *identity, *argv], check=True, capture_output=True)


def git_notes(path: Path) -> None:
    root = path.parents[2]
    git(root, "init", "-q")
    git(root, "commit", "-q", "--allow-empty", "-m", "start")
    git(root, "notes", "add", "-m", "Measured twice\n\nThe pool has eight slots.")


def checkpoints(path: Path) -> None:
    root = path.parent
    summary = {
        "intent": "Make the pool faster", "outcome": "It is faster", "open_items": ["measure again"],
        "learnings": {"repo": ["Tests need a database"], "workflow": ["Run the linter first"],
                      "code": [{"path": "src/db/pool.py", "line": 3, "finding": "The pool blocks"}]},
    }  # fmt: skip
    meta = {"created_at": "2026-02-01T10:00:00Z", "agent": "Claude Code", "files_touched": ["src/db/pool.py"]}
    folder(
        ab__cdef012345__metadata_dot_json=json.dumps({"checkpoint_id": "abcdef012345"}),
        ab__cdef012345__0__metadata_dot_json=json.dumps({**meta, "summary": summary}),
        ab__cdef012345__1__metadata_dot_json=json.dumps(meta),
        ab__cdef012345__1__prompt_dot_txt="second session\nof it",
    )(root)
    git(root, "init", "-q", "-b", "entire/checkpoints/v1")
    git(root, "add", "ab")
    git(root, "commit", "-q", "-m", "checkpoint")
    git(root, "checkout", "-q", "--orphan", "main")
    path.mkdir()


INSTRUCTIONS = """\
# Shop

<!-- AICTX:START -->
Run aictx first.
<!-- AICTX:END -->

## Testing

- **Always** run `pytest -q` before
  a commit.
- The tests of the pool are in `src/db/pool.py`.

```
- not a bullet
```

## Storage

We chose psycopg because of its typing.
"""
RECORDS = (
    ("rule", "Always run `pytest -q` before a commit."),
    ("fact", "The tests of the pool are in `src/db/pool.py`."),
    ("note", "Testing"),
    ("decision", "We chose psycopg because of its typing."),
)
MDC = '---\ndescription: Style\nglobs: "src/**/*.py"\nalwaysApply: false\n---\n- Use four spaces everywhere.\n'
MADR = """\
---
status: accepted
date: 2024-03-01
decision-makers: Ada
---
# Use PostgreSQL

## Context and Problem Statement

Orders need transactions.

## Considered Options

* PostgreSQL
* MongoDB

## Decision Outcome

Chosen option: PostgreSQL.

### Consequences

* Good, because of transactions
"""
NYGARD = """\
# 2. Record decisions elsewhere

Date: 2023-01-09

## Status

Rejected

## Context

We need a place.

## Decision

A wiki.

## Consequences

Nobody reads it.
"""
BASIC = """\
---
title: Coffee
type: note
permalink: notes/coffee
tags: [brewing, drinks]
created: 2025-02-01T10:00:00
---
# Coffee

## Observations
- [method] Pour over gives clarity #brewing
- [tip] Grind medium

## Relations
- pairs_with [[Tea]]
"""
ENTITIES = lines(
    {"type": "entity", "name": "Ada", "entityType": "person", "observations": ["Likes tea", "Maintains the pool"]},
    {"type": "entity", "name": "Pool", "entityType": "module", "observations": ["Uses psycopg"]},
    {"type": "relation", "from": "Ada", "to": "Pool", "relationType": "maintains"},
)
ISSUES = lines(
    {"id": "bd-1", "title": "Speed up the pool", "description": "It is slow.", "status": "open", "priority": 1,
     "issue_type": "bug", "created_at": "2025-11-01T10:00:00Z", "labels": ["db"],
     "dependencies": [{"issue_id": "bd-1", "depends_on_id": "bd-2", "type": "blocks"}]},
    {"id": "bd-2", "title": "Measure the pool", "status": "closed", "priority": 2, "issue_type": "task",
     "created_at": "2025-11-01T09:00:00Z"},
    {"id": "bd-3", "title": "Gone", "status": "tombstone", "priority": 2, "issue_type": "task"},
)  # fmt: skip
STRATEGY = lines({"task_text": "Speed up the pool", "task_type": "performance", "is_failure": True, "success": False,
                  "files_used": ["src/db/pool.py"], "commands_executed": ["pytest -q"], "tests_executed": [],
                  "notable_errors": ["TimeoutError"], "timestamp": "2026-11-22T23:32:16Z", "task_id": "a"})  # fmt: skip
FAILURE = lines({"failure_id": "f1", "error_text": "TimeoutError: pool exhausted", "status": "open",
                 "symptoms": ["TimeoutError"], "failed_attempts": ["More workers"], "failed_command": "pytest",
                 "files_involved": ["src/db/pool.py"], "timestamp": "2026-11-22T23:32:16Z"})  # fmt: skip
ENTRY = {"id": "e1", "timestamp": "2026-02-15T10:00:00Z", "branch": "main", "author": "Ada", "task": "Pay by card",
         "approaches": ["Tried a webhook"], "decisions": ["Use Stripe"], "currentState": "half done",
         "nextSteps": ["Write tests"], "filesChanged": ["src/db/pool.py"]}  # fmt: skip
CHECKPOINT = lines({"seq": 1, "ts": "2026-04-19T09:54:54Z", "summary": "Auth gate is present", "status": "blocked",
                    "nextActions": ["Wait for login"]})  # fmt: skip
MEMORIES = json.dumps({"results": [
    {"id": "m1", "memory": "Ada prefers tabs", "created_at": "2025-07-01T10:00:00-07:00", "categories": ["style"]},
    {"id": "m2", "memory": "", "created_at": "2025-07-01T10:00:00-07:00"},
]})  # fmt: skip
AGENT = json.dumps({"name": "helper", "llm_config": {}, "core_memory": [
    {"label": "human", "value": "Her name is Ada."}, {"label": "persona", "value": "Short answers."}]})  # fmt: skip
OBSERVATION = ("CREATE TABLE observations (id INTEGER PRIMARY KEY, type TEXT, title TEXT, content TEXT, project TEXT,"
               " created_at TEXT, deleted_at TEXT)")  # fmt: skip

SAMPLES: dict[str, Sample] = {
    "claude-md": Sample("CLAUDE.md", text(INSTRUCTIONS), RECORDS),
    "agents-md": Sample("AGENTS.md", text(INSTRUCTIONS), RECORDS),
    "cursor": Sample(".cursor/rules", folder(style_dot_mdc=MDC), (("rule", "Use four spaces everywhere."),)),
    "copilot": Sample(".github/copilot-instructions.md", text(INSTRUCTIONS), RECORDS),
    "windsurf": Sample(".windsurf/rules", folder(a_dot_md="- Never push to main.\n"),
                       (("rule", "Never push to main."),)),
    "cline": Sample(".clinerules", text("- Never push to main.\n"), (("rule", "Never push to main."),)),
    "roo": Sample(".roo/rules", folder(a_dot_md="- Never push to main.\n"), (("rule", "Never push to main."),)),
    "codex-memories": Sample(".codex/memories", folder(MEMORY_dot_md="- Never push to main.\n"),
                             (("rule", "Never push to main."),)),
    "adr": Sample("docs/adr", folder(**{"0001-use-postgresql_dot_md": MADR, "0002-elsewhere_dot_md": NYGARD}),
                  (("decision", "Use PostgreSQL"), ("decision", "Record decisions elsewhere"))),
    "memory-bank": Sample("memory-bank", folder(a_dot_md="- Never push to main.\n"),
                          (("rule", "Never push to main."),)),
    "serena": Sample(".serena/memories", folder(style_dot_md="# Style\n\nFour spaces.\n"), (("note", "Style"),)),
    "claude-memory": Sample(
        "memory", folder(tabs_dot_md="---\nname: tabs\ndescription: Ada likes tabs\ntype: feedback\n---\nTabs.\n"),
        (("preference", "Ada likes tabs"),), is_recognized=False),
    "infctx": Sample(".infctx", infctx, (("decision", "Use psycopg 3"), ("note", "entry point"))),
    "aictx": Sample(".aictx", folder(strategy_memory__strategies_dot_jsonl=STRATEGY,
                                     failure_memory__failure_patterns_dot_jsonl=FAILURE),
                    (("strategy", "Speed up the pool"), ("failure", "TimeoutError: pool exhausted"))),
    "memdown": Sample("store.db", database(
        "CREATE TABLE nodes (id TEXT PRIMARY KEY, type TEXT, content TEXT, created_at TEXT)",
        "CREATE TABLE edges (id TEXT, from_id TEXT, to_id TEXT, type TEXT)",
        "CREATE TABLE tags (node_id TEXT, tag TEXT)",
        "INSERT INTO nodes VALUES ('n1', 'decision', 'Use SQLite', '2026-01-01T00:00:00Z'),"
        " ('n2', 'open-question', 'Why WAL?', '2026-01-01T00:00:00Z')",
        "INSERT INTO edges VALUES ('e', 'n2', 'n1', 'RELATES_TO')",
        "INSERT INTO tags VALUES ('n1', 'tier:pinned'), ('n1', 'db')",
    ), (("decision", "Use SQLite"), ("question", "Why WAL?"))),
    "valyrianctx": Sample(".valyrianctx", folder(config_dot_json="{}", branches__main_dot_json=json.dumps([ENTRY])),
                          (("decision", "Use Stripe"), ("attempt", "Tried a webhook"), ("summary", "Pay by card"))),
    "contextdb": Sample(".aios", folder(**{
        "context-db__sessions__s1__l1-checkpoints_dot_jsonl": CHECKPOINT,
        "memo__memos_dot_jsonl": lines({"id": "a", "text": "Strict types"}),
    }), (("summary", "Auth gate is present"), ("note", "Strict types"))),
    "mcp-memory": Sample("memory.jsonl", text(ENTITIES), (("note", "Ada"), ("note", "Pool"))),
    "basic-memory": Sample("notes", folder(coffee_dot_md=BASIC), (("note", "Coffee"),)),
    "claude-mem": Sample("claude-mem.db", database(
        "CREATE TABLE observations (id INTEGER PRIMARY KEY, project TEXT, type TEXT, title TEXT, subtitle TEXT,"
        " facts TEXT, narrative TEXT, concepts TEXT, files_modified TEXT, created_at_epoch INTEGER)",
        "INSERT INTO observations VALUES (1, 'shop', 'decision', 'Chose psycopg', 'typing', '[\"It is typed\"]',"
        " 'asyncpg was slow', '[\"why\"]', '[\"src/db/pool.py\"]', 1763800000000),"
        " (2, 'other', 'decision', 'Elsewhere', '', '[]', '', '[]', '[]', 1763800000000)",
        "CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, project TEXT, request TEXT, learned TEXT,"
        " created_at TEXT)",
        "INSERT INTO session_summaries VALUES (1, 'shop', 'Speed up', 'The pool blocks', '2025-11-22T10:00:00Z')",
    ), (("decision", "Chose psycopg"), ("summary", "Speed up"))),
    "engram": Sample("engram.db", database(
        OBSERVATION,
        "INSERT INTO observations VALUES (1, 'architecture', 'Ports and adapters', 'Why: tests', 'shop',"
        " '2026-01-01 10:00:00', NULL), (2, 'bugfix', 'Gone', 'x', 'shop', '', '2026-01-02 10:00:00')",
    ), (("decision", "Ports and adapters"),), is_recognized=False),
    "mem0": Sample("history.db", database(
        "CREATE TABLE history (id TEXT, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT, created_at TEXT)",
        "INSERT INTO history VALUES ('h1', 'm1', NULL, 'Ada likes spaces', 'ADD', '2025-01-01T00:00:00Z'),"
        " ('h2', 'm1', 'Ada likes spaces', 'Ada likes tabs', 'UPDATE', '2025-01-02T00:00:00Z'),"
        " ('h3', 'm2', NULL, 'Old', 'ADD', '2025-01-01T00:00:00Z'), ('h4', 'm2', 'Old', NULL, 'DELETE', '')",
    ), (("note", "Ada likes tabs"),), is_recognized=False),
    "openmemory": Sample("openmemory.db", database(
        "CREATE TABLE memories (id TEXT, content TEXT, state TEXT, created_at TEXT)",
        "INSERT INTO memories VALUES ('1', 'Ada likes tabs', 'active', '2025-01-01'), ('2', 'No', 'deleted', '')",
    ), (("note", "Ada likes tabs"),)),
    "agentmemory": Sample("export.json", text(json.dumps({"version": "0.9", "memories": [
        {"id": "a", "title": "Ada likes tabs", "content": "She said so.", "type": "fact", "files": ["src/db/pool.py"]},
    ]})), (("fact", "Ada likes tabs"),), is_recognized=False),
    "mempalace": Sample(".mempalace", palace, (
        ("decision", "Use psycopg 3 for the whole shop."), ("fact", "Ada maintains Pool"))),
    "git-notes": Sample(".git/refs/notes", git_notes, (("note", "Measured twice"),)),
    "entire": Sample(".entire", checkpoints, (
        ("summary", "Make the pool faster"), ("fact", "Tests need a database"), ("fact", "The pool blocks"),
        ("pattern", "Run the linter first"), ("summary", "second session"))),
    "beads": Sample(".beads", folder(issues_dot_jsonl=ISSUES),
                    (("task", "Speed up the pool"), ("task", "Measure the pool"))),
    "letta": Sample("helper.af", text(AGENT), (("preference", "human"), ("persona", "persona"))),
    "kage": Sample(".agent_memory/packets", folder(a_dot_json=json.dumps(
        {"id": "p1", "title": "The pool blocks", "body": "Seen in tests.", "type": "gotcha",
         "paths": ["src/db/pool.py"]})), (("failure", "The pool blocks"),)),
    "memories": Sample("list.json", text(MEMORIES), (("note", "Ada prefers tabs"),)),
    "markdown": Sample("vault", folder(a_dot_md="# Pool\n\nSee [[Cache]].\n", deep__Cache_dot_md="A cache.\n"),
                       (("note", "Pool"), ("note", "Cache"))),
}  # fmt: skip
