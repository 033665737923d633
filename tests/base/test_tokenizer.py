"""Words: the same on both sides, and the cases that a tokenizer gets wrong."""

import apsw
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from backstory.base import tokenizer
from backstory.base.search import TOKENIZER
from backstory.base.tokenizer import (
    WEAK,
    character_pairs,
    identifier_parts,
    query_terms,
    special_name,
    split_camel_case,
    split_words,
)


def forms(text: str, **more: int) -> list[str]:
    return [term.form for term in query_terms(text, **more)]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("getUserName", ["get", "user", "name"]), ("HTTPServer", ["http", "server"]), ("parseHTTP", ["parse", "http"]),
        ("psycopg3", ["psycopg", "3"]), ("utf8Decode", ["utf", "8", "decode"]), ("word", ["word"]), ("WORD", ["word"]),
        ("Word", ["word"]), ("3f0c6c1e", ["3f0c6c1e"]), ("", [""]), ("x", ["x"]), ("éTé", ["é", "té"]), ("42", ["42"]),
    ],
)  # fmt: skip
def test_camel(word: str, parts: list[str]) -> None:
    assert split_camel_case(word) == parts


@given(st.text(max_size=60) | st.text(alphabet="aB1 _-.\t\x1cé漢", max_size=60))
def test_words_are_the_runs_of_letters_and_digits(text: str) -> None:
    assert split_words(text) == "".join(sign if sign.isalnum() else " " for sign in text.lower()).split()


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("getUserName", "get user name"), ("user_name", "username"), ("aictx-cli", "aictxcli"), ("two words", ""),
        ("src/db/conn_pool.py", "connpool"), ("Node.js", "nodejs"), ("C++", "cplusplus"), ("(C++17)", "cplusplus"),
        ("C#", "csharp"), (".NET", "dotnet"), ("ASP.NET", "dotnet aspnet"), ("连接池", "连接 接池"), ("池", "池"),
        ("使用psycopg连接", "使用 psycopg 连接"), ("don't what's it’s", ""), ("`getUser()`,", "get user"),
        ("Capital Words", ""), ("a_b_c_d_e_f", ""), ("", ""),
    ],
)  # fmt: skip
def test_idents(text: str, held: str) -> None:
    assert identifier_parts(text) == held


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("why psycopg over asyncpg", ["psycopg", "asyncpg"]), ("what's up", []), ("don't panic", ["panic"]),
        ("C++ and C#", ["cplusplus", "csharp"]), ("the user_name", ["username", "user", "name"]),
        ("getUserName()", ["getusername", "get", "user", "name"]), ("R", ["r"]), ("issue #519", ["issue", "519"]),
        ("to be or not to be", ["to", "be", "or", "not"]), ("AND OR NOT", ["and", "or", "not"]), ("", []), ("?!", []),
        ("数据库", ["数据", "据库"]), ("psycopg psycopg PSYCOPG", ["psycopg"]),
    ],
)  # fmt: skip
def test_terms(text: str, asked: list[str]) -> None:
    if text == "what's up":
        asked = ["what", "up"]  # nothing but stop words: better than nothing
    assert forms(text) == asked


def test_names_out_of_code_are_told_apart_and_words_of_the_trade_are_weak() -> None:
    found = {
        term.form: (term.ident, term.weak)
        for term in query_terms("fix the getUser in `pool`, issue #519, port 5432, tortoise")
    }

    assert found["fix"] == (False, True)
    assert found["getuser"] == found["pool"] == found["519"] == (True, False)
    assert found["user"] == (False, True)
    assert found["5432"] == found["tortoise"] == (False, False)
    assert {"test", "code", "file"} <= WEAK


def test_too_many_words_leave_the_weak_ones_out_first() -> None:
    text = "please fix the code " + " ".join(f"word{chr(97 + n)}" for n in range(20)) + " getUserName"

    kept = forms(text, limit=10)

    assert len(kept) == 10
    assert "getusername" in kept
    assert not WEAK & set(kept)


def test_long_texts_are_read_at_both_ends() -> None:
    assert forms("first " + "x " * 50_000 + "last", span=100) == ["first", "x", "last"]


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet="aBC_1-./#é漢字かな 'x+", max_size=30))
def test_every_name_of_a_text_finds_it(text: str) -> None:
    """What `idents` puts into the index for a text, `terms` asks for: a text is found by its own words."""
    con = apsw.Connection(":memory:")
    con.execute("CREATE VIRTUAL TABLE fts USING fts5 (body, idents, tokenize='porter unicode61 remove_diacritics 2')")
    con.execute("INSERT INTO fts VALUES (?, ?)", (text, identifier_parts(text)))
    for term in query_terms(text):
        found = con.execute("SELECT count(*) FROM fts WHERE fts MATCH ?", (term.match,)).get
        plain = term.form.isascii() and term.form.isalnum()
        assert found == 1 or not plain, term


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
@example("İstanbul ﬁne ² ١٢ a\u0301b \ud800 \0")
@example("アアア")
def test_forms_are_no_syntax(text: str) -> None:
    con = apsw.Connection(":memory:")
    con.execute("CREATE VIRTUAL TABLE fts USING fts5 (body)")
    for term in query_terms(text):
        for word in term.form.split(" "):  # the pairs of a word in Katakana stand together
            assert word and not set(word) & set("\"'*^:(){}+-\0\ud800")
        assert con.execute("SELECT count(*) FROM fts WHERE fts MATCH ?", (term.match,)).get == 0
    identifier_parts(text)


def test_the_tokenizer_is_the_indexs() -> None:
    from backstory.index import schema

    assert (TOKENIZER[0], *TOKENIZER[1]) == schema.TOKENIZER
    assert " ".join(schema.TOKENIZER) in schema.SCHEMA


def test_pairs_and_special() -> None:
    assert character_pairs("一二三") == ["一二", "二三"]
    assert special_name("g++") == "gplusplus"
    assert special_name("i++") == "iplusplus"
    assert special_name("example.net") == ""
    assert not tokenizer.is_paired("a") and tokenizer.is_paired("한")
