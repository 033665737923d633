"""The query language: precedence, printing, errors that point at the character."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backstory.model.query import (
    And,
    Node,
    Not,
    Or,
    Phrase,
    Predicate,
    QueryError,
    Text,
    format_query,
    free_text,
    looks_structured,
    parse_query,
)

DECISION = Predicate("kind", "=", "decision")
FACT = Predicate("kind", "=", "fact")
AUTH = Predicate("tag", "=", "project:auth")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("type:decision AND tag:project:auth", And((DECISION, AUTH))),
        (
            "tag:tier:reference OR tag:tier:pinned",
            Or((Predicate("tag", "=", "tier:reference"), Predicate("tag", "=", "tier:pinned"))),
        ),
        ("NOT type:observation", Not(Predicate("kind", "=", "observation"))),
        (
            "(type:fact OR type:decision) AND tag:project:myapp",
            And((Or((FACT, DECISION)), Predicate("tag", "=", "project:myapp"))),
        ),
        ("created:>2025-01-01", Predicate("created", ">", "2025-01-01")),
        ("tokens:<1000", Predicate("tokens", "<", "1000")),
        ("type:fact OR type:decision AND tag:project:auth", Or((FACT, And((DECISION, AUTH))))),
        ("NOT type:fact AND tag:project:auth", And((Not(FACT), AUTH))),
        ("NOT NOT type:fact", Not(Not(FACT))),
        ("type:fact tag:project:auth", And((FACT, AUTH))),
        ("auth token", Text(("auth", "token"))),
        ("auth AND token", And((Text(("auth",)), Text(("token",))))),
        ('"row level" security', And((Phrase("row level"), Text(("security",))))),
        ("-type:fact auth", And((Not(FACT), Text(("auth",))))),
        ("-flag", Text(("-flag",))),
        ("error: http://x", Text(("error:", "http://x"))),
        ('tag:"two words"', Predicate("tag", "=", "two words")),
        ('"a \\" b"', Phrase('a " b')),
        ("", None),
        ("   ", None),
    ],
)
def test_parses(text: str, tree: Node | None) -> None:
    assert parse_query(text) == tree


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("(type:fact", 0),
        ("type:fact)", 9),
        ("AND x", 0),
        ("x AND", 5),
        ("NOT", 3),
        ('"open', 0),
        ("kind:", 5),
        ("kind:>x", 5),
        ("a OR OR b", 5),
        ("()", 1),
    ],
)
def test_points_at_the_character(text: str, at: int) -> None:
    with pytest.raises(QueryError) as caught:
        parse_query(text)
    assert caught.value.at == at
    assert caught.value.expected
    assert f"character {at + 1}" in caught.value.message


def test_nesting_is_bounded() -> None:
    with pytest.raises(QueryError):
        parse_query("(" * 5_000 + "x" + ")" * 5_000)
    with pytest.raises(QueryError):
        parse_query("NOT " * 2_000 + "x")


def test_plain_text_is_not_taken_for_a_query() -> None:
    assert not looks_structured("why psycopg over asyncpg")
    assert not looks_structured("error: no such table")
    assert not looks_structured("OR")
    assert looks_structured("type:fact")
    assert looks_structured("a AND b")


def test_words_that_rank() -> None:
    assert free_text(parse_query('kind:fact auth NOT token "row level"')) == "auth row level"


def is_word(text: str) -> bool:
    """Whether a query of this text alone looks for it as a word. `TIER:` lacks a value, and is an error."""
    try:
        return text not in ("AND", "OR", "NOT") and parse_query(text) == Text((text,))
    except QueryError:
        return False


WORDS = st.text(
    st.characters(exclude_characters='()"\x00', exclude_categories=("Z", "C")), min_size=1, max_size=8
).filter(is_word)
LEAVES = st.one_of(
    WORDS.map(lambda w: Text((w,))),
    st.text(min_size=1, max_size=12).filter(str.strip).map(Phrase),
    st.tuples(st.sampled_from(("kind", "tag", "path")), st.text(min_size=1, max_size=8).filter(str.strip)).map(
        lambda t: Predicate(t[0], "=", t[1])
    ),
    st.tuples(
        st.sampled_from(("created", "tokens")),
        st.sampled_from((">", "<", ">=", "<=")),
        st.text("0123456789d-", min_size=1),
    ).map(lambda t: Predicate(*t)),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=4).map(lambda i: And(tuple(i))),
        st.lists(inner, min_size=2, max_size=4).map(lambda i: Or(tuple(i))),
    ),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(TREES)
def test_prints_and_reparses(tree: Node) -> None:
    once = parse_query(format_query(tree))
    assert once is not None
    assert parse_query(format_query(once)) == once
    assert once == tree


PIECES = st.sampled_from(
    [
        "(",
        ")",
        "AND",
        "OR",
        "NOT",
        "-",
        '"',
        "type:",
        "tag:",
        "created:>",
        "tokens:<=",
        "x",
        "ä",
        "\\",
        ":",
        "*",
        "'",
        ";--",
        "\n",
        "\x00",
        "7d",
    ]
)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60), st.lists(PIECES, max_size=20).map(" ".join), st.lists(PIECES, max_size=20).map("".join)
    )
)
def test_any_text_parses_or_is_a_syntax_error(text: str) -> None:
    try:
        tree = parse_query(text)
    except QueryError as error:
        assert 0 <= error.at <= len(text)
        return
    if tree is not None:
        assert parse_query(format_query(tree)) == tree
