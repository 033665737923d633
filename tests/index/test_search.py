"""Search answers what people ask, and any text at all."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from testing.indexed_stores import World
from tests.growth import assert_linear
from tests.sweeps import share

from backstory.index.build import Index
from backstory.index.search import search_records


def fill(world: World) -> None:
    world.add("Use psycopg 3 instead of asyncpg", "Better typing support and active maintenance.", tags=("database",),
              at=("src/db/pool.py#Pool",))  # fmt: skip
    world.add("The C++ ABI is frozen until 3.0", "plugins link against it", kind="fact")
    world.add("parseHTTPHeader is the slow part", "see `conn_pool` and the aictx-cli benchmark", kind="observation")
    world.add("数据库连接池大小为二十", "避免超时", kind="fact")
    world.add("Deploys freeze on Fridays", "what's deployed on Friday breaks on Saturday", kind="pattern")
    world.add("Cafés need résumés", "naïve façade", kind="note")
    world.add("All migrations are reversible", "", kind="pattern", at=("src/**/migrations/*.py",))
    world.add("Retries use jitter", "in the worker", kind="decision", at=("src/worker/retry.py",))


@pytest.fixture
def filled(world: World) -> Index:
    fill(world)
    return world.fresh()


def first(index: Index, text: str) -> str:
    hits = search_records(index, text)
    return hits[0].row.record.title if hits else ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("why psycopg over asyncpg", "Use psycopg 3"),
        ("why did we move away from asyncpg?", "Use psycopg 3"),
        ("database connection", "Use psycopg 3"),
        ("What's the database driver?", "Use psycopg 3"),
        ("psycopg3", "Use psycopg 3"),
        ("C++", "The C++ ABI"),
        ("c++ abi", "The C++ ABI"),
        ("plugin linking", "The C++ ABI"),
        ("http header", "parseHTTPHeader"),
        ("parse_http_header", "parseHTTPHeader"),
        ("ParseHttpHeader()", "parseHTTPHeader"),
        ("connPool", "parseHTTPHeader"),
        ("conn-pool", "parseHTTPHeader"),
        ("aictx-cli", "parseHTTPHeader"),
        ("aictx", "parseHTTPHeader"),
        ("数据库", "数据库连接池"),
        ("连接池", "数据库连接池"),
        ("what's deployed", "Deploys freeze"),
        ("what’s deployed", "Deploys freeze"),
        ("deploying on a friday", "Deploys freeze"),
        ("resume facade", "Cafés need"),
        ("CAFÉ", "Cafés need"),
        ("src/db/pool.py", "Use psycopg 3"),
        ("./src/db/pool.py", "Use psycopg 3"),
        ("look at src/db/pool.py:120 please", "Use psycopg 3"),
        ("db/pool.py", "Use psycopg 3"),
        ("pool.py", "Use psycopg 3"),
        ("src/db/pool.py#Pool", "Use psycopg 3"),
        ("Pool", "Use psycopg 3"),
        ("src/app/migrations/0001_a.py", "All migrations"),
        ("retry.py", "Retries use jitter"),
        ('"unbalanced (psycopg', "Use psycopg 3"),
        ("psycopg* OR NOT AND NEAR(", "Use psycopg 3"),
        ("title:psycopg", "Use psycopg 3"),
        ("asyncpg' ; DROP TABLE content; --", "Use psycopg 3"),
    ],
)
def test_questions(filled: Index, question: str, answer: str) -> None:
    assert first(filled, question).startswith(answer)


@pytest.mark.parametrize("text", ["", "   ", "?!", '"', "zebra", "zebra quagga", "(((", "\0", "\ud800", "🦓", "-"])
def test_nothing_asked_or_nothing_there(filled: Index, text: str) -> None:
    assert search_records(filled, text) == []


def test_stop_words_alone_are_searched_for(world: World) -> None:
    world.add("To be or not to be")

    assert first(world.fresh(), "to be or not to be") == "To be or not to be"


def test_exact_ids_come_first(filled: Index) -> None:
    assert filled.rows()
    for row in filled.rows():
        for ref in (row.record.id, row.record.id.lower(), f"see {row.record.id} about psycopg"):
            assert search_records(filled, ref)[0].row.record.id == row.record.id
        assert search_records(filled, f"psycopg and {row.record.short}")[0].row.record.id == row.record.id


@pytest.mark.parametrize("tail", ["FHQYBHBV", "83920174", "DATABASE"])
def test_an_id_of_letters_or_of_digits_only_is_one(world: World, tail: str) -> None:
    fill(world)
    made = world.add("Chosen at random", id="01JCYQ7E0SAAAAAAAA" + tail)

    assert made.short == tail.lower()
    assert first(world.fresh(), tail.lower()) == "Chosen at random"


def test_a_named_path_comes_before_better_words(filled: Index) -> None:
    hits = search_records(filled, "why is psycopg with better typing support not in src/worker/retry.py")

    assert hits[0].row.record.title == "Retries use jitter"
    assert hits[0].why["named path"] > 0
    assert hits[1].row.record.title.startswith("Use psycopg 3")


def test_superseded_and_retracted_are_left_out_unless_asked_for(world: World) -> None:
    old = world.add("tortoise one")
    world.add("tortoise two", links=(("supersedes", old.id),))
    world.add("tortoise three", status="retracted")
    index = world.fresh()

    def found(**more: Any) -> set[str]:
        return {hit.row.record.title for hit in search_records(index, "tortoise", **more)}

    assert found() == {"tortoise two"}
    assert found(include_superseded=True) == {"tortoise one", "tortoise two"}
    assert found(include_retracted=True) == {"tortoise two", "tortoise three"}


def test_filters(world: World) -> None:
    world.add("tortoise one", kind="fact", tags=("slow",), tier="pinned")
    world.add("tortoise two", scope="team", made="2020-01-01T00:00:00Z")
    index = world.fresh()

    def found(**more: Any) -> set[str]:
        return {hit.row.record.title for hit in search_records(index, "tortoise", **more)}

    assert found(kinds=("fact",)) == found(tags=("slow",)) == found(tiers=("pinned",)) == {"tortoise one"}
    assert found(scopes=("team",)) == {"tortoise two"}
    assert found(since="2026-01-01") == {"tortoise one"}
    assert found(limit=1) < found()


def test_hidden_records_and_those_of_other_trees_are_not_found(world: World, tmp_path: Any) -> None:
    one = world.add("tortoise one")
    world.add("tortoise two", scope="team")
    index = world.fresh()
    index.hide([one.id])

    assert [hit.row.record.title for hit in search_records(index, "tortoise")] == ["tortoise two"]
    other = Index.open(world.path, tree=str(tmp_path / "elsewhere"))
    assert [hit.row.record.title for hit in search_records(other, "tortoise")] == ["tortoise one"]


def test_enough_answers_though_most_matches_are_filtered_out(world: World) -> None:
    for number in range(230):
        world.add(f"tortoise tortoise {number}", id=f"01HXB2K0QQ0000000000AAA{number:03d}")
    world.add("a tortoise among many other words, of another kind", kind="fact", id="01HXB2K0QQ0000000000BBB000")

    hits = search_records(world.fresh(), "tortoise", kinds=("fact",), limit=5)

    assert [hit.row.record.kind for hit in hits] == ["fact"]


def test_score_is_what_the_reasons_say(filled: Index) -> None:
    for hit in search_records(filled, "src/db/pool.py why psycopg over asyncpg and retries"):
        assert {"text", "tier", "kind", "how", "recency"} <= hit.why.keys()
        assert hit.score == pytest.approx(sum(hit.why.values()))


def test_a_weight_scales_its_share_and_the_order_follows(world: World) -> None:
    world.add("tortoise of the pool", kind="decision")
    world.add("tortoise of the pond", kind="summary")
    fill(world)
    index = world.fresh()

    usual = search_records(index, "tortoise pond")
    by_kind = search_records(index, "tortoise pond", weights={"kind": 1000, "text": 50})
    level = search_records(index, "tortoise pond", weights={"kind": 0})

    assert [hit.row.record.kind for hit in usual[:2]] == ["summary", "decision"]
    assert [hit.row.record.kind for hit in by_kind[:2]] == ["decision", "summary"]
    assert by_kind[1].why["text"] == pytest.approx(usual[0].why["text"] / 2)
    assert all(hit.why["kind"] == 0 for hit in level)
    assert all(hit.score == pytest.approx(sum(hit.why.values())) for hit in [*usual, *by_kind, *level])


def test_weights_reach_a_query(world: World) -> None:
    from backstory.index.filter import run_query
    from backstory.model.query import parse_query

    world.add("tortoise pond", kind="summary")
    world.add("tortoise pool", kind="decision")
    fill(world)
    node = parse_query("tortoise pond NOT kind:rule")

    for weights, first_kind in (({}, "summary"), ({"kind": 1000}, "decision")):
        hits = run_query(world.fresh(), node, now=0.0, weights=weights)
        assert hits[0].row.record.kind == first_kind


def test_prefers_what_is_trusted_pinned_and_new(world: World) -> None:
    from backstory.model.record import Origin

    plain: dict[str, Any] = {"made": "2026-01-01T00:00:00Z", "kind": "fact"}
    world.add("tortoise a", **plain, origin=Origin(how="inferred"))
    world.add("tortoise b", **plain)
    world.add("tortoise c", **plain, tier="pinned")
    world.add("tortoise d", **(plain | {"made": "2020-01-01T00:00:00Z"}))
    order = [hit.row.record.title[-1] for hit in search_records(world.fresh(), "tortoise")]

    assert order.index("c") < order.index("b") < order.index("a")
    assert order.index("b") < order.index("d")


def test_same_memory_same_answer(world: World) -> None:
    fill(world)
    kept = world.fresh()
    built = Index.open(world.path + ".other", tree=kept.tree)
    built.refresh(world.stores, world.gate)

    for text in ("psycopg database pool", "the slow part", "src/db/pool.py"):
        one, two = search_records(kept, text), search_records(built, text)
        assert [(hit.row.record.id, hit.score) for hit in one] == [(hit.row.record.id, hit.score) for hit in two]


PIECES = st.sampled_from(
    ['"', "'", "(", ")", "*", "AND", "OR", "NOT", "NEAR(a b, 2)", "^", "-", "+", ":", "title:", "\0", "\ud800", "%",
     "\\", "psycopg", "C++", "a.b.c", "/", "#x", "数据库", "é", "\u202e", "🦓", "{", "}", ";--", "ﬁ", "İ", "ß", "²",
     "١", "01HXB2K0QQ0000000000ABCDEF", "src/db/pool.py", "x" * 300, "\u180e", "`", "''", "\n", "\t", " "]
)  # fmt: skip
LISTS = st.lists(PIECES, max_size=24)
HOSTILE = st.one_of(st.text(max_size=120), LISTS.map("".join), LISTS.map(" ".join))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Index:
    world = World(tmp_path_factory.mktemp("shared"))
    fill(world)
    return world.fresh()


def never_fails(index: Index, text: str) -> None:
    before = index._db
    hits = search_records(index, text)
    assert index._db is before and not index._db.in_memory
    assert all(hit.score > 0 for hit in hits)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HOSTILE)
def test_any_text(shared: Index, text: str) -> None:
    never_fails(shared, text)


@pytest.mark.slow
@settings(max_examples=share(400, 10_000), deadline=None, suppress_health_check=list(HealthCheck))
@given(HOSTILE)
def test_many_texts(shared: Index, text: str) -> None:
    never_fails(shared, text)


def test_long_texts_and_hostile_globs_take_time_in_proportion(world: World) -> None:
    world.add("glob", at=("*a*a*a*a*a*a*a*a*a*b", "?" * 200, "[" * 50))
    index = world.fresh()

    for piece, size, end in (("a/", 200, "a.py"), ("word ", 50_000, ""), ("x", 200_000, ""), ("数", 20_000, "")):
        assert_linear(lambda text: search_records(index, text), piece, size, end=end)
    assert_linear(lambda text: search_records(index, " ".join(f"w{n}" for n in range(len(text)))), "w", 5_000)


def test_the_words_of_a_mark_are_none_of_the_record(world: World) -> None:
    secret = "ghp_" + "kT9vQ2mXw7Lr4ZpB8sNf3HjD6cYgA5eUZx81"
    world.add(f"The token {secret} expires in May", f"also {secret}", kind="fact")
    world.add("The header of a request is quoted", kind="fact")
    index = world.fresh()
    assert "[REDACTED:github-pat" in first(index, "when does the token expire")
    assert not search_records(index, "github pat redacted")
    assert first(index, "when does the token [REDACTED:header-quoted] expire").startswith("The token")
