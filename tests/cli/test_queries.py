"""The query language, views and `--as-of` from the command line."""

import json
import time
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.cli.root import execute_command


@pytest.fixture
def filled(project: Path, run: Run) -> dict[str, str]:
    """Title -> short id."""
    made = {}
    for kind, title, *more in (
        ("decision", "Rotate refresh tokens", "--tag", "project:auth", "--at", "src/db/pool.py#Pool"),
        ("fact", "Tokens last an hour", "--tag", "project:myapp", "--tier", "pinned"),
        ("observation", "Login was slow today"),
        ("fact", "Parentheses (like these are odd"),
    ):
        made[title] = run("remember", kind, title, *more, "--json").json["short"]
    return made


def titles(run: Run, *argv: str) -> list[str]:
    return sorted(item["title"] for item in run(*argv, "--json").json["items"])


MEMDOWN = [
    ("type:decision AND tag:project:auth", ["Rotate refresh tokens"]),
    ("tag:tier:pinned AND (type:fact OR type:decision)", ["Tokens last an hour"]),
    ("(type:fact OR type:decision) AND tag:project:myapp", ["Tokens last an hour"]),
    ("NOT type:observation AND NOT type:fact", ["Rotate refresh tokens"]),
    ("created:>2025-01-01 AND type:observation", ["Login was slow today"]),
    ("tokens:<1000 AND created:>24h AND updated:>1w AND has:anchors", ["Rotate refresh tokens"]),
]


def test_one_language_for_every_command(filled: dict[str, str], run: Run) -> None:
    for command in ("recall", "recall --query", "query", "search", "list", "list --query"):
        for query, expected in MEMDOWN:
            assert titles(run, *command.split(), query) == expected, (command, query)


def test_syntax_errors_point_at_the_character(filled: dict[str, str], run: Run) -> None:
    for command in (("query",), ("view", "set", "x", "--query")):
        ran = run(*command, "kind:fact AND (tag:a", ok=False)
        assert ran.code == 2
        assert "at character 15 of the query" in ran.err
        lines = ran.err.splitlines()
        at = next(i for i, line in enumerate(lines) if "kind:fact AND (tag:a" in line)
        assert lines[at][lines[at + 1].index("^")] == "("
        assert "a closing `)`" in ran.err
    ran = run("query", "tier:pined", ok=False)
    assert ran.code == 2
    assert "pinned, working, reference, off-context" in ran.err
    error = json.loads(run("query", "a AND", "--json", ok=False).out)["error"]
    assert error["code"] == 2
    assert "character 6" in error["message"]


BROKEN = (
    '" OR 1=1 --', "'\" OR 1=1 --'", "kind:nope tokens", "created:>banana tokens", "tokens AND (tag:a",
    "tag: AND tokens", "tier:pined tokens", "tokens AND kind:fact)",
)  # fmt: skip
"""Texts that use the language and break it; all but the first two name a word of a record."""


@pytest.mark.parametrize("command", ["recall", "recall --query", "search", "list", "list --query", "list fact"])
def test_a_broken_query_is_searched_as_plain_words_and_says_so(filled: dict[str, str], run: Run, command: str) -> None:
    for text in BROKEN:
        ran = run(*command.split(), text)
        remarks = [line for line in ran.err.splitlines() if "searched as plain words" in line]
        assert len(remarks) == 1, (text, ran.err)
        assert "at character" in remarks[0]
        assert "backstory help query" in remarks[0]
        answer = run(*command.split(), text, "--json").json
        assert "at character" in answer["misread"]
        if "tokens" in text:
            assert "Tokens last an hour" in [item["title"] for item in answer["items"]], text
    assert "misread" not in run(*command.split(), "tokens AND kind:fact", "--json").json


def test_a_brief_with_a_broken_query_is_ranked_by_its_words(filled: dict[str, str], run: Run) -> None:
    for text in BROKEN:
        ran = run("brief", "--query", text)
        assert ran.err.count("searched as plain words") == 1, text
        assert "Rotate refresh tokens" in ran.out
    assert "plain words" not in run("brief", "--query", "tag:project:auth").err


def test_list_takes_any_word_that_is_no_kind_as_a_query(filled: dict[str, str], run: Run) -> None:
    assert titles(run, "list", "hour") == ["Tokens last an hour"]
    assert titles(run, "list", "decision", "tokens") == ["Rotate refresh tokens"]
    assert titles(run, "list", "fact", "last", "hour") == ["Tokens last an hour"]
    assert titles(run, "list", "decision", "foo AND") == []
    misspelt = run("list", "decison", ok=False)
    assert (misspelt.code, "did you mean `backstory list decision`?" in misspelt.err) == (2, True)


def test_a_filter_that_finds_nothing_says_so(filled: dict[str, str], run: Run) -> None:
    for filters in (("--tag", "nosuch"), ("note", "--tag", "x"), ("--since", "2199-01-01"), ("--query", "zebra")):
        assert run("list", *filters).err.strip() == "no record matches"
    assert run("list", "note").err.strip() == "no record matches"
    assert run("list", "zebra", "crossing").err.strip() == "no record matches"
    refused = run("list", "zebra", ok=False)
    assert refused.code == 2
    assert "`zebra` is not a kind, and no record mentions it; kinds are: decision, fact" in refused.err


def test_ages_can_be_asked_for_in_words(filled: dict[str, str], run: Run) -> None:
    for everything in ("newer:1d", "created:>1d", "NOT older:1d", "newer:2020-01-01"):
        assert run("list", everything, "--json").json["total"] == 4, everything
    for nothing in ("older:1d", "created:<1d", "older:2020", "newer:2199"):
        assert run("list", nothing, "--json").json["total"] == 0, nothing
    assert titles(run, "list", "has:anchor") == titles(run, "list", "has:anchors") == ["Rotate refresh tokens"]


def test_plain_texts_never_fail(filled: dict[str, str], run: Run) -> None:
    for text in ("(like these", 'say "what', "a) b", "why -- and how?", "error: no such table", "NEAR(", "x AND", "*"):
        run("recall", text)
        run("recall", "--query", text)
    assert titles(run, "recall", "(like these") == ["Parentheses (like these are odd"]


def test_phrases_and_ranks(filled: dict[str, str], run: Run) -> None:
    assert titles(run, "query", '"last an hour"') == ["Tokens last an hour"]
    assert titles(run, "recall", "--query", '"an last hour"') == []
    first = run("query", "refresh tokens AND kind:*", "--explain", "--json").json["items"][0]
    assert first["title"] == "Rotate refresh tokens"
    assert first["why"]["text"] > 0


def test_superseded_only_when_asked_for(filled: dict[str, str], run: Run) -> None:
    run("edit", filled["Rotate refresh tokens"], "--title", "Rotate all tokens")
    assert titles(run, "query", "kind:decision") == ["Rotate all tokens"]
    assert titles(run, "query", "kind:decision", "--include-superseded") == [
        "Rotate all tokens",
        "Rotate refresh tokens",
    ]


def test_list_takes_a_kind_and_a_query(filled: dict[str, str], run: Run) -> None:
    assert titles(run, "list", "facts", "tier:pinned") == ["Tokens last an hour"]
    assert titles(run, "list", "facts") == ["Parentheses (like these are odd", "Tokens last an hour"]
    assert titles(run, "list", "--query", "tokens", "--kind", "fact") == ["Tokens last an hour"]
    ran = run("list", "factz", ok=False)
    assert (ran.code, "is not a kind" in ran.err) == (2, True)
    assert run("list", "kind:fact", "--query", "kind:note", ok=False).code == 2


def test_help_names_every_key(project: Path, run: Run) -> None:
    from backstory.model.query import KEYS, SYNONYMS

    said = run("help", "query").out
    for key in (*KEYS, *SYNONYMS):
        assert f"{key}:" in said


def test_briefs(filled: dict[str, str], run: Run) -> None:
    said = run("brief", "--query", "tag:project:auth OR kind:observation").out
    assert "Rotate refresh tokens" in said
    assert "Login was slow today" in said
    assert "Tokens last an hour" not in said
    assert (
        "Tokens last an hour"
        in run("compose", "--query", "tag:tier:pinned OR tag:tier:reference", "--budget", "50000").out
    )


def test_views(filled: dict[str, str], run: Run) -> None:
    assert "default" in run("view", "list").out
    run("view", "set", "auth", "--query", "tag:project:auth", "--budget", "900")
    run("view", "create", "all", "--query", "kind:*")
    found = run("views", "--json").json["views"]
    assert [(v["name"], v["budget"], v["built_in"]) for v in found] == [
        ("all", 0, False), ("auth", 900, False), ("default", 0, True),
    ]  # fmt: skip
    for argv in (("brief", "--view", "auth"), ("view", "render", "AUTH"), ("compose", "--view", "auth")):
        said = run(*argv).out
        assert "Rotate refresh tokens" in said
        assert "Tokens last an hour" not in said
    assert run("brief", "--view", "auth", "--as", "json").json["budget"] == 900
    assert run("brief", "--view", "none", ok=False).code == 1
    assert run("view", "set", "../x", "--query", "kind:fact", ok=False).code == 2
    run("view", "delete", "all")
    run("view", "rm", "auth")
    assert run("view", "rm", "auth", ok=False).code == 1
    run("view", "set", "default", "--query", "tag:tier:pinned")  # Memdown's own command line, but for the rest of it
    assert "Rotate refresh tokens" not in run("brief").out
    run("view", "rm", "default")
    assert "Rotate refresh tokens" in run("brief").out


def test_as_of(project: Path, run: Run) -> None:
    old = run("remember", "decision", "use asyncpg", "--scope", "team", "--json").json["short"]
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    time.sleep(1.1)
    between = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 1))
    time.sleep(1.1)
    new = run("remember", "decision", "use psycopg", "--supersedes", old, "--json").json["short"]
    for when in (between, "HEAD"):
        assert titles(run, "list", "--as-of", when) == ["use asyncpg"]
        assert titles(run, "recall", "which driver asyncpg psycopg", "--as-of", when) == ["use asyncpg"]
        assert titles(run, "query", "kind:decision", "--as-of", when) == ["use asyncpg"]
        assert "superseded" not in run("show", old, "--as-of", when).out
        said = run("brief", "--as-of", when).out
        assert "use asyncpg" in said
        assert "use psycopg" not in said
        gone = run("show", new, "--as-of", when, ok=False)
        assert (gone.code, "did not exist yet" in gone.err) == (1, True)
    assert run("list", "--as-of", "HEAD~1").out == ""
    assert titles(run, "list") == ["use psycopg"]
    assert run("list", "--as-of", "never", ok=False).code == 2
    assert run("list", "--as-of", between, "--json").json["as_of"] == between
    assert execute_command(["brief", "--as-of", "snap-nothing"]) == 1
