"""What people type by mistake: it is refused with what to type instead, or taken as it was meant."""

import io
import shlex
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.cli.root import load_command
from backstory.cli.subcommand_words import LITERAL, WORDS

POOL = "src/db/pool.py"


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch):
    """Puts bytes on stdin."""

    def pipe(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return pipe


# Kinds


@pytest.mark.parametrize(
    ("typed", "meant"), [("decison", "decision"), ("fcat", "fact"), ("Desicion", "decision"), ("failures:", "failure")]
)
def test_a_misspelt_kind_is_refused_and_can_be_kept_as_a_note(project: Path, run: Run, typed: str, meant: str) -> None:
    ran = run("remember", typed, "Use tabs", ok=False)
    assert ran.code == 2
    assert f"`{typed}` is not a kind" in ran.err
    assert f'`backstory remember {meant} "Use tabs"`' in ran.err
    assert f'`backstory remember note "{typed} Use tabs"`' in ran.err
    assert run("list").out == ""
    run("remember", "note", f"{typed} Use tabs")
    assert run("list", "--json").json["items"][0]["title"] == f"{typed} Use tabs"


@pytest.mark.parametrize(
    ("typed", "meant"), [("convention", "pattern"), ("todo", "task"), ("Risks:", "observation"), ("glossary", "fact")]
)
def test_a_word_for_what_a_kind_is_for_is_refused_and_names_the_kind(
    project: Path, run: Run, typed: str, meant: str
) -> None:
    ran = run("remember", typed, "Use tabs", ok=False)
    assert ran.code == 2
    assert f'`backstory remember {meant} "Use tabs"`' in ran.err
    assert run("list").out == ""


def test_a_note_may_begin_with_such_a_word(project: Path, run: Run) -> None:
    run("remember", "risk", "of", "data", "loss", "in", "the", "sweeper")
    run("remember", "convention over configuration")
    assert [item["kind"] for item in run("list", "--json").json["items"]] == ["note", "note"]


def test_words_that_are_like_no_kind_are_a_note(project: Path, run: Run) -> None:
    run("remember", "the", "gates", "are", "slow")
    run("remember", "decison as one text is no kind")
    assert [item["kind"] for item in run("list", "--json").json["items"]] == ["note", "note"]


# Places in the code


@pytest.mark.parametrize(
    ("anchor", "message", "near"),
    [
        ("src/db/pol.py", "there is no file `src/db/pol.py`", "--at src/db/pool.py"),
        ("pool.py", "there is no file `pool.py`", "--at src/db/pool.py"),
        (f"{POOL}#Pol", f"there is no `Pol` in `{POOL}`", f"--at {POOL}#Pool"),
        ("src/bd/pol.py", "there is no file `src/bd/pol.py`", "--at src/db/pool.py"),
        ("src/db/poool.py#Pool", "there is no file `src/db/poool.py`", "--at src/db/pool.py"),
    ],
)
def test_a_misspelt_anchor_is_refused_with_what_is_near(
    project: Path, run: Run, anchor: str, message: str, near: str
) -> None:
    ran = run("remember", "decision", "About it", "--at", anchor, ok=False)
    assert (ran.code, message in ran.err, near in ran.err, "--anyway" in ran.err) == (2, True, True, True)
    assert run("list").out == ""


@pytest.mark.parametrize(
    ("anchor", "message"),
    [
        ("docs/*.md", "there is no file that fits `docs/*.md` yet"),
        ("zzzz", "there is no file `zzzz` yet"),
        ("src/db/retries.py", "there is no file `src/db/retries.py` yet"),
        ("src/db/pool.rs", "there is no file `src/db/pool.rs` yet"),
        (f"{POOL}#Webhook", f"there is no `Webhook` in `{POOL}` yet"),
    ],
)
def test_code_that_is_like_nothing_may_still_come(project: Path, run: Run, anchor: str, message: str) -> None:
    ran = run("remember", "decision", "About it", "--at", anchor)
    assert message in ran.err
    assert run("remember", "decision", "And this", "--at", anchor, "--json").json["notes"][0]["message"] == message


def test_a_misspelt_anchor_can_be_kept_and_is_named_until_its_code_is_there(project: Path, run: Run) -> None:
    assert run("remember", "decision", "About it", "--at", "src/db/pools.py", ok=False).code == 2
    argv = ("remember", "decision", "About it", "--at", "src/db/pools.py", "--anyway", "--json")
    short = run(*argv).json["short"]
    for command in (("verify", "--all"), ("verify", short), ("lint",)):
        ran = run(*command, ok=False)
        assert (ran.code, "src/db/pools.py" in ran.out, "never found" in ran.out) == (4, True, True), command
    assert run("verify", "--all", "--json", ok=False).json["never_found"][0]["anchors"] == ["src/db/pools.py"]
    (project / "src" / "db" / "pools.py").write_text("x = 1\n")
    assert "never found" not in run("verify", "--all").err
    assert run("lint", ok=False).out.count("never found") == 0


def test_an_anchor_to_what_is_there_is_taken(project: Path, run: Run) -> None:
    (project / "gone.py").write_text("x = 1\n")
    git(project, "add", "gone.py")
    (project / "gone.py").unlink()  # tracked, as in a sparse checkout
    (project / "notes.xyz").write_text("frobnicate the widget\n")
    for anchor in (POOL, f"{POOL}#Pool", f"{POOL}#Pool.get", "src", "src/**/*.py", "gone.py", "notes.xyz#widget"):
        run("remember", "fact", f"about {anchor}", "--at", anchor)


def test_the_merge_of_a_duplicate_says_what_was_added(project: Path, run: Run) -> None:
    run("remember", "decision", "Use tabs")
    assert "its places in the code were added" in run("remember", "decision", "Use tabs", "--at", POOL).err
    assert "its tags were added" in run("remember", "decision", "Use tabs", "--tag", "style").err
    ran = run("remember", "decision", "Use tabs", "--tag", "x", "--at", "README.md")
    assert "its tags and places in the code were added" in ran.err


def test_the_same_title_with_another_reason_is_named(project: Path, run: Run) -> None:
    old = run("remember", "decision", "Use penguin cache for sessions", "--why", "fast", "--json").json["short"]
    ran = run(
        "remember", "decision", "Use penguin cache for sessions", "--why", "it was asked for by all of operations"
    )
    assert f"much like decision {old}" in ran.err
    assert "supersedes:" in ran.err


# Ids


def test_an_id_can_be_shortened_from_both_ends_of_what_is_shown(project: Path, run: Run) -> None:
    kept = run("remember", "fact", "The one", "--json").json
    short = kept["short"]
    for part in (short, short[:4], short[:6], short[-4:], short[2:], kept["id"], kept["id"][:20]):
        assert run("show", part, "--json").json["id"] == kept["id"], part
    assert run("list", f"id:{short[:5]}", "--json").json["total"] == 1


# Stdin


def test_a_dash_is_stdin_for_every_text(project: Path, run: Run, pipe) -> None:
    lines = b"the first\nthe second\n"
    for argv, name, wanted in (
        (("remember", "source", "Spec", "--body", "-"), "body", "the first\nthe second"),
        (("remember", "decision", "Dash", "--why", "-"), "why", "the first\nthe second"),
        (("remember", "decision", "Dashes", "--instead-of", "-"), "alternatives", ["the first", "the second"]),
    ):
        pipe(lines)
        short = run(*argv, "--json").json["short"]
        assert run("show", short, "--json").json["parts"][name] == wanted
    pipe(lines)
    short = run("checkpoint", "work", "--next-steps", "-", "--json").json["short"]
    assert run("show", short, "--json").json["parts"]["next"] == ["the first", "the second"]
    pipe(b"done so far")
    short = run("handoff", "bob", "-", "--json").json["short"]
    assert "done so far" in run("show", short).out


def test_stdin_is_read_once(project: Path, run: Run, pipe) -> None:
    pipe(b"text")
    ran = run("remember", "decision", "-", "--why", "-", ok=False)
    assert (ran.code, "given twice" in ran.err) == (2, True)
    assert run("list").out == ""


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x7fELF\0\0" * 10, "stdin is binary (60 bytes)"),
        (b"\0" * 3_000_000, "stdin is binary (3,000,000 bytes)"),
        (b"caf\xe9 au lait", "stdin is not UTF-8 text (byte 4 of 12)"),
    ],
)
def test_what_is_no_text_is_refused(project: Path, run: Run, pipe, data: bytes, message: str) -> None:
    for argv in (("remember", "source", "-"), ("remember", "source", "Spec", "--body", "-")):
        pipe(data)
        ran = run(*argv, ok=False)
        assert (ran.code, message in ran.err) == (2, True), ran.err
    assert run("list").out == ""


def test_the_refusal_of_a_long_text_names_its_size(project: Path, run: Run, pipe) -> None:
    pipe("é".encode() * 1_500_000)
    ran = run("remember", "source", "Spec", "--body", "-", ok=False)
    assert (ran.code, "3,000,000 bytes are too long" in ran.err) == (2, True)


# Tags


def test_untag_says_what_was_not_there(project: Path, run: Run) -> None:
    short = run("remember", "note", "a note", "--tag", "one,two", "--json").json["short"]
    ran = run("untag", short, "nosuch", ok=False)
    assert (ran.code, f"note {short} has no tag `nosuch`" in ran.err, "one, two" in ran.err) == (1, True, True)
    ran = run("untag", short, "nosuch", "one")
    assert "there was no tag `nosuch`" in ran.err
    assert run("show", short, "--json").json["tags"] == ["two"]


def test_a_body_alone_is_the_text(project: Path, run: Run, pipe) -> None:
    pipe(b"The first line\n\nand more of it\n")
    item = run("show", run("remember", "note", "--body", "-", "--json").json["short"], "--json").json
    assert (item["title"], item["body"]) == ("The first line", "and more of it")
    assert run("remember", "fact", "--body", "only a body", "--json").json["title"] == "only a body"


def test_the_help_of_a_group_cuts_no_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    shown = run("session", "--help").out
    assert "the outcome, the next step." in " ".join(shown.split())
    assert "..." not in shown.partition("Commands:")[2]


def test_a_missing_choice_and_an_extra_word_are_named_in_one_line(run: Run) -> None:
    assert "error: missing argument `{bash|zsh|fish|powershell}`\n" in run("completion", ok=False).err
    assert "error: unexpected arguments `zsh fish`\n" in run("completion", "bash", "zsh", "fish", ok=False).err


def test_nothing_is_announced_to_a_model_that_is_not_named(project: Path, run: Run) -> None:
    refused = run("model", "test", ok=False)
    assert "no model is named" in refused.err and "asking a model" not in refused.err


def test_a_kind_without_a_text_is_no_note(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    refused = run("remember", "decision", ok=False)
    assert refused.code == 2 and "missing text for the decision" in refused.err
    assert run("list", "--json").json["total"] == 0


@pytest.mark.slow
def test_what_was_typed_is_named_in_short(home: Path, run: Run) -> None:
    for words in (
        ("status", "x" * 9000),
        ("status", "--" + "x" * 9000),
        ("session", "x" * 9000),
        ("list", "-n", "x" * 9000),
    ):
        error = run(*words, ok=False).err.splitlines()[0]
        assert error.startswith("error: ") and len(error) < 200, words
    for command in ("show", "edges", "map", "trace"):
        assert len(run(command, "x" * 9000, ok=False).err) < 2000, command


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("checkpoint list", "backstory list checkpoint"),
        ("checkpoint help", "backstory checkpoint --help"),
        ("snapshot restore", "backstory restore"),
        ("snapshot list --json", "backstory snapshots"),
        ("remember list", "backstory list"),
        ("note help", "backstory remember --help"),
        ("handoff done", "backstory handoff --done ID"),
        ("brief help", "backstory brief --help"),
        ("pin list", "backstory pins"),
        ("trust list", "backstory trust --show"),
    ],
)
def test_a_word_that_looks_like_a_subcommand_writes_nothing(project: Path, run: Run, typed: str, meant: str) -> None:
    ran = run(*typed.split(), ok=False)
    assert (ran.code, f"did you mean `{meant}`?" in (ran.err or ran.out)) == (2, True)
    assert run("list", "--json").json["items"] == []


@pytest.mark.parametrize(
    "typed",
    [
        "checkpoint --summary list",
        "checkpoint list the parts",
        "remember note list",
        "snapshot --goal list",
        "tag list",
    ],
)
def test_such_a_word_can_be_kept_as_a_text(project: Path, run: Run, typed: str) -> None:
    run(*typed.split())


def test_every_meaning_of_a_word_is_a_command(project: Path) -> None:
    for meanings in WORDS.values():
        for command in (*meanings.values(), *(literal.format(word="list") for literal in LITERAL.values())):
            words = shlex.split(command)[1:]
            load_command(words[0], words[0]).make_context(words[0], words[1:], resilient_parsing=True)


@pytest.mark.parametrize(
    ("argv", "message", "hint"),
    [
        (["show", ""], "the id of the record is empty", "backstory list"),
        (["show", "a\nb"], "no record `a b`", 'backstory recall "a b"'),
        (["session", "show", ""], "the id of the session is empty", "backstory session list"),
        (["diff", "nosuch"], "no snapshot `nosuch`", "backstory snapshots"),
        (["map", "src/db/pol.py"], "no file or folder at `src/db/pol.py`", "backstory map src/db/pool.py"),
        (["ingest", ""], "the name of the file is empty", "backstory ingest FILE"),
        (["extract", "nosuch.md"], "there is no session and no file `nosuch.md`", "backstory session list"),
        (["untag", "x"], "missing argument `TAG...`", "backstory untag ID TAG..."),
        (
            ["list", "--limit", "0"],
            "invalid value for `--limit` / `-n`: `0` is not at least 1",
            "backstory list --help",
        ),
        (["related", "x", "--depth", "99"], "invalid value for `--depth`: `99` is not 1 to 20", "--help"),
        (["remember", "note", ""], "missing text for the note", "`-` to read it from stdin"),
    ],
)
def test_what_is_refused_is_named_with_what_is_expected(
    project: Path, run: Run, argv: list[str], message: str, hint: str
) -> None:
    ran = run(*argv, ok=False)
    assert ran.code in (1, 2)
    assert ran.err.startswith(f"error: {message}\n")
    assert hint in ran.err
