"""Queries on a real index: every key, the precedence, and the same answers as a plain reading of the records."""

import os
from collections.abc import Sequence

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backstory.index.build import Index
from backstory.index.filter import run_query
from backstory.index.read import Row, RowFilter
from backstory.index.sql_functions import anchor_matches, matches_wildcard
from backstory.model.dates import format_timestamp, parse_span
from backstory.model.ids import normalize_id
from backstory.model.kinds import find_kind
from backstory.model.query import And, Node, Not, Or, Phrase, Predicate, QueryError, Text, parse_query
from backstory.model.record import Origin, Record, split_body

from .conftest import World

PARTS = "Better typing support.\n\n## Alternatives\n- asyncpg\n\n## Impact\n- update the pool"
NOW = 1_767_225_600.0  # 2026-01-01


def origin(author: str = "Ada <ada@example.org>", **more: str) -> Origin:
    return Origin(author=author, **more)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, Index, dict[str, Record]]:
    """A populated project: records by a name of their own."""
    world = World(tmp_path_factory.mktemp("library"))
    out: dict[str, Record] = {}

    def add(name: str, title: str, body: str = "", **more: object) -> None:
        out[name] = world.add(title, body, **more)

    add(
        "pool",
        "Use psycopg 3 instead of asyncpg",
        PARTS,
        tags=("database", "project:auth"),
        at=("src/db/pool.py#Pool@b2:5d1e0c9a",),
        made="2025-03-02T09:14:03Z",
        origin=origin(agent="claude-code", session="3f0c6c1e", branch="feat/pay", how="explicit"),
        scope="team",
    )
    add(
        "rls",
        "Row level security protects tenants",
        kind="fact",
        tags=("project:auth", "security"),
        tier="pinned",
        made="2025-01-01T12:00:00Z",
        origin=origin("Björn <bjorn@example.org>", how="stated"),
    )
    add(
        "level",
        "Security is level with the row of fields",
        kind="fact",
        tags=("Project:MyApp",),
        tier="reference",
        made="2024-12-31T23:59:59Z",
        origin=origin("Björn <bjorn@example.org>", branch="main", how="observed"),
    )
    add(
        "slow",
        "The build is slow on Mondays",
        kind="observation",
        tier="working",
        tags=("ci",),
        at=("src/**", "Makefile"),
        made="2025-12-30T10:00:00Z",
        origin=origin(branch="main", agent="codex"),
    )
    add("hang", "pytest hangs with -n 8", "It waits.\n\n## Fix\n- use -n 4", kind="failure", status="resolved",
        fields={"command": "pytest -n 8"}, at=("tests/test_pool.py",), made="2025-12-31T23:30:00Z",
        origin=origin(quote="it hangs", source="log.txt:3"))  # fmt: skip
    add("long", "Everything about tokens", "word " * 2000, kind="summary", tags=("größe",), made="2025-06-15T00:00:00Z",
        links=(("derived_from", out["rls"].id), ("derived_from", out["level"].id)), scope="user")  # fmt: skip
    add("new", "Use psycopg 3.2", kind="decision", tags=("database",), links=(("supersedes", out["pool"].id),),
        at=("src/db/",), made="2025-11-02", tier="off-context", scope="team")  # fmt: skip
    add("cjk", "資料庫連接池的設定", "使用連接池", kind="fact", made="2025-05-01T00:00:00Z", tags=("資料庫",))
    add("gone", "Retracted thought about auth", kind="hypothesis", status="retracted", made="2025-07-01T00:00:00Z")
    add(
        "bare",
        "A note without anything",
        kind="note",
        made="",
        origin=origin(""),
        links=(("relates_to", out["pool"].short),),
    )
    index = world.fresh()
    return world, index, out


def stale(rows: Sequence[Row]) -> dict[str, str]:
    words = {"src/db/pool.py": "changed", "tests/test_pool.py": "gone", "src/db/": "moved", "src/**": "fresh"}
    return {r.record.id: words[r.record.anchors[0].path] for r in rows if r.record.anchors}


def names(library: tuple[World, Index, dict[str, Record]], query: str, **more: object) -> list[str]:
    _, index, records = library
    by_id = {r.id: name for name, r in records.items()}
    hits = run_query(index, parse_query(query), text=query, now=NOW, stale=stale, filters=RowFilter(**more))
    return [by_id[h.row.record.id] for h in hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        # Memdown's own examples
        ("type:decision AND tag:project:auth", "pool"),
        ("tag:tier:reference OR tag:tier:pinned", "pool rls level hang long cjk bare"),
        ("NOT type:observation", "pool rls level hang long new cjk bare"),
        ("(type:fact OR type:decision) AND tag:project:myapp", "level"),
        ("created:>2025-01-01", "pool slow hang long new cjk"),
        ("tokens:<1000", "pool rls level slow hang new cjk bare"),
        ("tag:tier:pinned OR tag:tier:reference", "pool rls level hang long cjk bare"),
        # keys
        ("kind:facts", "rls level cjk"),
        ("type:open-question", ""),
        ("kind:dec*", "pool new"),
        ("tag:project:*", "pool rls level"),
        ("tag:#DATABASE", "pool new"),
        ("tag:GRÖSSE", "long"),
        ("tier:pinned", "rls"),
        ("tag:tier:p*", "rls"),
        ("scope:team", "pool new"),
        ("scope:user", "long"),
        ("status:resolved", "hang"),
        ("status:retracted", "gone"),
        ("author:björn", "rls level"),
        ("author:ADA@", "pool slow hang long new cjk"),
        ("agent:codex", "slow"),
        ("agent:c*", "pool slow"),
        ("branch:feat/*", "pool"),
        ("branch:main", "level slow"),
        ("session:3f0c", ""),  # a record of the team holds a digest of its session only
        ("how:observed", "level"),
        ("path:src/db/pool.py", "pool slow new"),
        ("path:src/db/pool.py#Pool", "pool"),
        ("path:./src/db/", "pool slow new"),
        ("path:src/*.py", "pool slow"),
        ("path:pool.py", "pool"),
        ("path:Makefile", "slow"),
        ("path:src/db/pool.py:12", "pool slow new"),
        ("path:elsewhere", ""),
        ("created:2025-01-01", "rls"),
        ("created:2024", "level"),
        ("created:2025-12", "slow hang"),
        ("created:>=2025-01-01 AND created:<2025-02", "rls"),
        ("created:2025-11-02", "new"),
        ("created:<=2024-12-31", "level"),
        ("created:>24h", "hang"),
        ("created:7d", "slow hang"),
        ("created:yesterday", "hang"),
        ("tokens:>=1k", "long"),
        ("tokens:>1,000", "long"),
        ("has:impact", "pool"),
        ("has:alternative", "pool"),
        ("has:fix", "hang"),
        ("has:command", "hang"),
        ("has:quote", "hang"),
        ("has:links", "long new bare"),
        ("has:anchors", "pool slow hang new"),
        ("has:nothing-of-the-kind", ""),
        ("stale:yes", "pool hang"),
        ("stale:no AND has:anchors", "slow new"),
        ("stale:gone", "hang"),
        ("stale:moved OR stale:fresh", "slow new"),
        # free text and phrases
        ('"row level"', "rls"),
        ("row security", "rls level"),
        ("psycopg kind:decision", "pool new"),
        ("psyco*", "pool new"),
        ('"連接池"', "cjk"),
        ('"???"', "pool rls level slow hang long new cjk bare"),
        ("kind:note ???", "bare"),
        ("資料庫", "cjk"),
        # precedence
        ("kind:fact OR kind:decision AND tag:database", "rls level cjk pool new"),
        ("NOT kind:fact AND tag:database", "pool new"),
        ("NOT (kind:fact OR tag:database OR kind:note)", "slow hang long"),
        ("NOT NOT kind:note", "bare"),
        ("-kind:fact tag:project:auth", "pool"),
        ("", "pool rls level slow hang long new cjk bare"),
    ],
)  # fmt: skip
def test_finds(library: tuple[World, Index, dict[str, Record]], query: str, expected: str) -> None:
    assert sorted(names(library, query)) == sorted(expected.split())


def test_links_in_both_directions(library: tuple[World, Index, dict[str, Record]]) -> None:
    records = library[2]
    assert sorted(names(library, f"from:{records['long'].id}")) == ["level", "rls"]
    assert sorted(names(library, f"from:{records['long'].short}")) == ["level", "rls"]
    assert sorted(names(library, f"to:{records['pool'].id}")) == ["bare", "new"]  # one of them by a short id
    assert sorted(names(library, f"to:{records['pool'].short}")) == ["bare", "new"]
    assert names(library, f"from:{records['bare'].id}") == ["pool"]
    assert names(library, f"id:{records['rls'].id[:-2]}") == ["rls"]
    assert names(library, f"id:{records['rls'].short.upper()}") == ["rls"]


def test_updated_is_the_time_of_the_file(library: tuple[World, Index, dict[str, Record]]) -> None:
    world, index, records = library
    path = world.path_of(records["hang"])
    os.utime(path, (NOW - 3600, NOW - 3600))
    index.refresh(world.stores, world.gate)
    assert names(library, "updated:>1d") == ["hang"]
    assert names(library, "updated:2025-12-31") == ["hang"]
    assert "hang" not in names(library, "updated:<2025-12-31")
    assert names(library, "updated:>9999") == []
    assert len(names(library, "updated:>0001-01-01")) == 9


def test_newest_first_and_best_first(library: tuple[World, Index, dict[str, Record]]) -> None:
    assert names(library, "kind:fact") == ["cjk", "rls", "level"]
    assert names(library, "kind:decision psycopg typing") == ["pool", "new"]  # one holds both words
    assert names(library, "tier:reference", limit=2) == ["hang", "long"]


def test_narrowed_further(library: tuple[World, Index, dict[str, Record]]) -> None:
    assert names(library, "psycopg", superseded=False) == ["new"]
    assert names(library, "tag:project:auth", kinds=("fact",)) == ["rls"]


@pytest.mark.parametrize(
    ("query", "at"),
    [
        ("tier:pined", 5),
        ("a AND created:>soon", 14),
        ("kind:thing", 5),
        ("tokens:<many", 7),
        ("tokens:٣", 7),
        ("scope:world", 6),
        ("how:loud", 4),
        ("stale:perhaps", 6),
        ("created:2025-02-30", 8),
        ("tokens:" + "9" * 30, 7),
    ],
)
def test_values_that_do_not_fit_are_pointed_at(
    library: tuple[World, Index, dict[str, Record]], query: str, at: int
) -> None:
    with pytest.raises(QueryError) as caught:
        names(library, query)
    assert caught.value.at == at
    assert caught.value.expected


def test_deep_and_wide_queries(library: tuple[World, Index, dict[str, Record]]) -> None:
    assert names(library, "(" * 90 + "kind:note" + ")" * 90) == ["bare"]
    assert names(library, "NOT " * 98 + "kind:note") == ["bare"]
    assert names(library, " OR ".join(["kind:note"] * 400)) == ["bare"]
    assert names(library, "NOT (a AND (" * 30 + "kind:note" + "))" * 30) is not None
    with pytest.raises(QueryError):
        names(library, " OR ".join(["kind:note"] * 401))


@pytest.mark.parametrize(
    "sign", ["'", '"', "\\", "%", "_", "*", "^", "+", "-", ";", ":", "(", "{", "[", "NEAR", "\x00", "\ud800"]
)
def test_nothing_typed_is_syntax(library: tuple[World, Index, dict[str, Record]], sign: str) -> None:
    _, index, _ = library
    keys = ("tag", "author", "path", "branch", "session", "status", "has", "id", "from", "to")
    some = (Text((f"auth{sign}x",)), Text((sign,)), Phrase(f"auth {sign} x"), Phrase(sign))
    for node in (*some, *(Predicate(key, "=", f"a{sign}") for key in keys)):
        assert isinstance(run_query(index, node, now=NOW), list)
    assert len(names(library, "")) == 9


# -- the same as a plain reading of the records


def plain(node: Node, row: Row, links: list[tuple[str, str]]) -> bool:
    r = row.record
    match node:
        case Not(item):
            return not plain(item, row, links)
        case And(items):
            return all(plain(i, row, links) for i in items)
        case Or(items):
            return any(plain(i, row, links) for i in items)
        case Text(some):
            held = (
                f"{r.title} {r.body} {' '.join(r.tags)}".lower()
                .replace("-", " ")
                .replace(":", " ")
                .replace(".", " ")
                .split()
            )
            return any(w.lower() in held for w in some)
        case Phrase(text):
            return f" {text.lower()} " in f" {r.title.lower().replace('.', ' ')} "
    key, op, value = node
    o = r.origin
    match key:
        case "kind":
            found = find_kind(value)
            return found is not None and r.kind == found.name
        case "tag":
            return r.tier == value[5:] if value.startswith("tier:") else any(matches_wildcard(value, t) for t in r.tags)
        case "tier" | "status" | "scope":
            return getattr(r, key) == value
        case "how":
            return o.how == value
        case "author":
            return value.casefold() in o.author.casefold()
        case "agent" | "branch":
            return matches_wildcard(value, getattr(o, key))
        case "session":
            return o.session.startswith(value)
        case "path":
            return any(anchor_matches(value, a.path, a.is_glob) for a in r.anchors)
        case "created":
            when = parse_span(value, NOW)
            assert when is not None
            made = (r.made + "T00:00:00Z")[:20] if len(r.made) == 10 else r.made
            if not made:
                return False
            if op == "=" and when.age:
                return made >= format_timestamp(when.start)
            first, after = format_timestamp(when.start), format_timestamp(when.end)
            return {
                "=": first <= made < after,
                ">": made >= after,
                ">=": made >= first,
                "<": made < first,
                "<=": made < after,
            }[op]
        case "tokens":
            n = int(value)
            return {"=": row.tokens == n, ">": row.tokens > n, ">=": row.tokens >= n, "<": row.tokens < n,
                    "<=": row.tokens <= n}[op]  # fmt: skip
        case "has":
            some = {"tags": r.tags, "links": r.links, "anchors": r.anchors, "body": r.body, "quote": o.quote}
            return bool(some.get(value) or r.fields.get(value) or split_body(r.kind, r.body).get(value))
        case "stale":
            state = stale([row]).get(r.id, "")
            return (
                state not in ("changed", "gone")
                if value == "no"
                else state in ("changed", "gone")
                if value == "yes"
                else state == value
            )
        case "id":
            return r.id.startswith(normalize_id(value)) or r.id.endswith(normalize_id(value))
        case "to":
            return any(source == r.id and target == value for source, target in links)
        case "from":
            return any(source == value and target == r.id for source, target in links)
    raise AssertionError(key)


ALWAYS = {
    "kind": ["decision", "facts", "note", "failure", "task"],
    "tag": ["database", "project:auth", "project:*", "*", "PROJECT:myapp", "tier:pinned", "tier:working", "größe", "x"],
    "tier": ["pinned", "working", "reference", "off-context"],
    "scope": ["team", "private", "user"],
    "status": ["active", "resolved", "open", "retracted"],
    "how": ["explicit", "stated", "observed"],
    "author": ["ada", "BJÖRN", "example", "nobody"],
    "agent": ["codex", "c*", "claude-code", "*"],
    "branch": ["main", "feat/*", "MAIN"],
    "session": ["3f0c", "x"],
    "path": ["src", "src/db/pool.py", "src/*", "tests", "pool.py", "Makefile", "*.py", "src/other.c"],
    "created": ["2025-01-01", "2025", "2024-12", "7d", "2025-11-02", "2025-03-02T09:14", "yesterday"],
    "tokens": ["0", "10", "12", "900", "100000"],
    "has": ["tags", "links", "anchors", "body", "quote", "impact", "fix", "command", "why"],
    "stale": ["yes", "no", "fresh", "changed", "moved", "gone"],
    "id": ["01H", "0000"],
}  # fmt: skip


@st.composite
def predicate(draw: st.DrawFn) -> Predicate:
    key = draw(st.sampled_from(sorted(ALWAYS)))
    op = draw(st.sampled_from(["=", ">", "<", ">=", "<="])) if key in ("created", "tokens") else "="
    return Predicate(key, op, draw(st.sampled_from(ALWAYS[key])))


WORD = st.sampled_from(["psycopg", "security", "auth", "mondays", "pytest", "tokens", "zebra"])
LEAF = st.one_of(
    predicate(),
    st.lists(WORD, min_size=1, max_size=3).map(lambda w: Text(tuple(w))),
    st.sampled_from(["row level", "psycopg 3", "level security protects", "slow on mondays"]).map(Phrase),
)
TREE = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=4).map(lambda i: And(tuple(i))),
        st.lists(inner, min_size=2, max_size=4).map(lambda i: Or(tuple(i))),
    ),
    max_leaves=10,
)


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tree=TREE)
def test_finds_what_a_plain_reading_finds(library: tuple[World, Index, dict[str, Record]], tree: Node) -> None:
    _, index, _ = library
    wanted = RowFilter(retracted=True)
    links = [(e.source, e.target) for e in index.links()]
    rows = index.rows(include_retracted=True)
    expected = {r.record.id for r in rows if plain(tree, r, links)}
    found = [h.row.record.id for h in run_query(index, tree, now=NOW, filters=wanted, stale=stale)]
    assert len(found) == len(set(found))
    assert set(found) == expected


@settings(max_examples=300, deadline=None)
@given(st.text("ab*", max_size=8), st.text("abAB", max_size=10))
def test_wildcards(pattern: str, text: str) -> None:
    import re

    expected = re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.IGNORECASE) is not None
    assert matches_wildcard(pattern, text) == expected


def test_no_index_is_too_strange(world: World) -> None:
    index = world.fresh()
    assert run_query(index, parse_query("kind:fact words"), now=NOW) == []
    assert isinstance(index._db.con, apsw.Connection)
