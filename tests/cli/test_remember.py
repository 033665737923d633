"""Keeping and curating records from the command line."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git
from tests.cli.test_ingest import write

from backstory.model.kinds import KINDS


def only(run: Run, *filters: str) -> dict[str, object]:
    items = run("list", *filters, "--json").json["items"]
    assert len(items) == 1, items
    return dict(items[0])


def test_decision_with_all_its_parts(project: Path, run: Run) -> None:
    said = run(
        "remember",
        "decision",
        "Use psycopg 3",
        "--why",
        "better typing",
        "--instead-of",
        "stay on asyncpg",
        "--impact",
        "update wrappers;; and tests",
        "--tag",
        "database,project:auth",
        "--at",
        "src/db/pool.py#Pool",
    )
    assert "Remembered decision" in said.err
    record = only(run, "decision")
    assert record["title"] == "Use psycopg 3"
    assert record["parts"] == {
        "why": "better typing",
        "alternatives": ["stay on asyncpg"],
        "impact": ["update wrappers", "and tests"],
    }
    assert record["tags"] == ["database", "project:auth"]
    assert str(record["anchors"][0]).startswith("src/db/pool.py#Pool@b2:")  # type: ignore[index]
    assert record["scope"] == "private"
    assert record["origin"]["branch"] == "main"  # type: ignore[index]
    assert record["origin"]["author"] == "Ada <ada@example.org>"  # type: ignore[index]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_can_be_kept_and_shown(project: Path, run: Run, kind: str) -> None:
    short = run("remember", kind, f"about {kind}", "--json").json["short"]
    shown = run("show", short)
    assert f"about {kind}" in shown.out
    assert kind in shown.out


def test_kind_defaults_to_note_and_dash_reads_stdin(project: Path, run: Run) -> None:
    run("remember", "This project uses strict TypeScript")
    assert only(run, "note")["title"] == "This project uses strict TypeScript"


@pytest.mark.parametrize(
    ("argv", "kind", "title"),
    [
        (
            [
                "note",
                "--summary",
                "switched to psycopg3",
                "--rationale",
                "typing",
                "--alternative",
                "asyncpg",
                "--impact",
                "pool",
                "--tag",
                "database",
            ],
            "decision",
            "switched to psycopg3",
        ),
        (
            ["add", "--type", "fact", "--tags", "tier:reference,project:myapp", "API uses OAuth 2.0"],
            "fact",
            "API uses OAuth 2.0",
        ),
        (["add", "--type", "open-question", "why is it slow?"], "question", "why is it slow?"),
        (["memo", "add", "This project uses strict TypeScript"], "note", "This project uses strict TypeScript"),
        (["memo", "pin", "add", "Never push directly to main branch"], "note", "Never push directly to main branch"),
        (
            ["memo", "persona", "add", "Always explain WHY, not just WHAT"],
            "persona",
            "Always explain WHY, not just WHAT",
        ),
        (["memo", "user", "add", "I'm a senior engineer"], "preference", "I'm a senior engineer"),
        (["pin", "--path", "src/db/pool.py", "--note", "main orchestration layer"], "note", "main orchestration layer"),
    ],
)
def test_command_lines_of_the_five_documents(project: Path, run: Run, argv: list[str], kind: str, title: str) -> None:
    run(*argv)
    assert only(run, kind)["title"] == title


@pytest.mark.parametrize("group", [("persona",), ("memo", "user"), ("profile",)])
def test_a_mistyped_command_is_no_line_of_the_persona(project: Path, run: Run, group: tuple[str, ...]) -> None:
    refused = run(*group, "list", ok=False)

    assert refused.code == 2 and "no such command `list`" in refused.err
    assert run(*group, "show", "--json").json["total"] == 0
    run(*group, "explain why")
    assert run(*group, "show", "--json").json["total"] == 1


def test_the_kind_can_be_an_option(project: Path, run: Run) -> None:
    run("remember", "Decision: retries live in the transport", "--kind", "decision", "--why", "it sees errors")
    record = only(run, "decision")
    assert (record["title"], record["parts"]) == ("Decision: retries live in the transport", {"why": "it sees errors"})
    refused = run("remember", "Retries live in the transport", "--kind", "decsion", ok=False)
    assert refused.code == 2 and "did you mean `decision`? Kinds are: " in refused.err


def test_tier_tags_become_tiers(project: Path, run: Run) -> None:
    short = run("add", "--type", "fact", "--tags", "tier:pinned,x", "one", "--json").json["short"]
    assert only(run, "--tier", "pinned")["tags"] == ["x"]
    run("tag", short, "tier:working", "y")
    record = only(run, "--tier", "working")
    assert record["tags"] == ["x", "y"]
    run("untag", short, "x")
    assert only(run)["tags"] == ["y"]
    assert run("tags").out.split() == ["1", "y"]


def test_edit_changes_only_metadata(project: Path, run: Run) -> None:
    a = run("remember", "fact", "first", "--json").json
    before = Path(a["path"]).read_text()
    b = run("remember", "fact", "second", "--json").json
    run("edit", a["short"], "--tier", "pinned", "--status", "active", "--link", f"depends_on:{b['short']}")
    after = Path(a["path"]).read_text()
    assert after.splitlines()[-1] == before.splitlines()[-1]
    assert f"links: [depends_on {b['id']}]" in after
    assert "depends on" in run("show", a["short"]).out
    assert "this" in run("show", b["short"]).out


def test_a_new_text_supersedes(project: Path, run: Run) -> None:
    old = run("remember", "fact", "the timeout is 30 s", "--json").json
    run("edit", old["short"], "--title", "the timeout is 60 s")
    assert [i["title"] for i in run("list", "--json").json["items"]] == ["the timeout is 60 s"]
    assert "superseded by" in run("show", old["short"]).out
    assert [i["title"] for i in run("recall", "timeout", "--json").json["items"]] == ["the timeout is 60 s"]
    assert "the timeout is 30 s" in Path(old["path"]).read_text()


def test_retract_and_undo(project: Path, run: Run) -> None:
    short = run("remember", "fact", "the moon is cheese", "--json").json["short"]
    run("retract", short)
    assert run("list", "--json").json["items"] == []
    assert run("recall", "moon", "--json").json["items"] == []
    run("undo")
    assert only(run)["title"] == "the moon is cheese"
    run("undo")
    assert run("list", "--json").json["items"] == []
    assert run("undo", ok=False).code == 1


def test_the_same_again_merges_tags(project: Path, run: Run) -> None:
    run("remember", "fact", "one and only", "--tag", "a")
    said = run("remember", "fact", "One and  only", "--tag", "b")
    assert "remembered already" in said.err
    assert only(run)["tags"] == ["a", "b"]


def test_near_duplicates_are_named_and_kept(project: Path, run: Run) -> None:
    run("remember", "fact", "the payment service retries webhooks three times with backoff")
    said = run("remember", "fact", "the payment service retries webhooks four times with backoff")
    assert "much like" in said.err
    assert "supersedes:" in said.err
    assert run("list", "--json").json["total"] == 2


def test_pin_and_unpin(project: Path, run: Run) -> None:
    short = run("remember", "fact", "always true", "--json").json["short"]
    run("pin", short)
    run("pin", "README.md", "--note", "read me first")
    assert {i["title"] for i in run("pins", "--json").json["items"]} == {"always true", "read me first"}
    run("unpin", short)
    run("unpin", "README.md")
    assert run("pins", "--json").json["items"] == []
    missing = run("pin", "nowhere.py", "--note", "x", ok=False)
    assert missing.code != 0
    assert "hint:" in missing.err


@pytest.mark.parametrize(
    "argv",
    [
        ["remember", "fact"],
        ["remember", "fact", "x", "--fix", "y"],
        ["remember", "fact", "x", "--link", "nonsense"],
        ["remember", "fact", "x", "--link", "depends_on:zzzzzzzz"],
        ["remember", "fact", "x", "--at", "../../etc/passwd"],
        ["remember", "question", "x", "--status", "nonsense"],
        ["show", "zzzzzzzz"],
        ["edit", "zzzzzzzz", "--tier", "pinned"],
        ["list", "--since", "the other day"],
        ["nonsense"],
        ["remember", "--nonsense"],
        ["brief", "--budget", "-5"],
    ],
)
def test_mistakes_get_an_error_and_a_hint(project: Path, run: Run, argv: list[str]) -> None:
    ran = run(*argv, ok=False)
    assert ran.code != 0
    assert ran.err.startswith("error:")
    assert "hint:" in ran.err
    assert run("list", "--json").json["total"] == 0


def test_errors_are_json_when_json_was_asked_for(project: Path, run: Run) -> None:
    ran = run("show", "zzzzzzzz", "--json", ok=False)
    assert set(ran.json["error"]) == {"message", "hint", "code"}


def test_undo_takes_back_a_whole_command(project: Path, run: Run) -> None:
    first, second = (run("remember", "fact", text, "--json").json["short"] for text in ("One pool", "Two queues"))
    run("remember", "fact", "Three workers")
    run("retract", first, second)
    assert len(run("list", "--json").json["items"]) == 1
    assert 'Took back: retract, 2 records: "One pool", "Two queues"' in run("undo").err
    assert len(run("list", "--json").json["items"]) == 3
    assert 'Took back: remember "Three workers"' in run("undo").err
    run("checkpoint", "auth flow", "--state", "login works")
    assert 'Took back: checkpoint "auth flow"' in run("undo").err
    run("task", "start", "fix the login")
    assert 'Took back: task start "fix the login"' in run("undo").err


def test_undo_takes_back_all_that_an_ingest_kept(project: Path, home: Path, run: Run) -> None:
    write(
        home,
        project,
        "aaaa",
        ("user", "Always run make lint before you commit."),
        ("assistant", '<backstory:remember kind="decision">Use psycopg 3</backstory:remember>'),
        ("user", "Never edit the generated files by hand."),
    )
    run("remember", "fact", "One pool")
    run("ingest")
    kept = len(run("list", "--json").json["items"]) - 1
    assert kept > 1
    ran = run("undo")
    assert f"Took back: ingest, {kept} records: " in ran.err
    assert "`backstory extract SESSION`" in ran.err
    assert [item["title"] for item in run("list", "--json").json["items"]] == ["One pool"]
    run("extract", "aaaa")
    assert len(run("list", "--json").json["items"]) > 1


def test_undo_after_an_ingest_without_records_takes_back_nothing_before_it(
    project: Path, home: Path, run: Run, tmp_path: Path
) -> None:
    run("remember", "decision", "Keep SQLite for the index")
    chat = tmp_path / "chat.md"
    chat.write_text("**User:** what is a mutex?\n\n**Assistant:** A lock that one thread holds at a time.\n")
    assert "Ingested 1 session, 1 prompt" in run("ingest", str(chat)).err
    answer = run("undo", ok=False)
    assert "made no record" in answer.err and "`backstory undo` again" in answer.err
    assert "Keep SQLite" in run("list").out
    assert "Took back: remember" in run("undo").err
    assert "Keep SQLite" not in run("list").out
    assert "nothing to undo" in run("undo", ok=False).err


def test_superseded_records_are_listed_by_that_status(project: Path, run: Run) -> None:
    old = run("remember", "decision", "Use SQLite for the index", "--json").json["short"]
    new = run("remember", "decision", "Use LMDB for the store of keys", "--json").json["short"]
    run("supersede", old, new)
    assert [item["short"] for item in run("list", "--status", "superseded", "--json").json["items"]] == [old]
    both = run("list", "--status", "superseded", "--status", "active", "--json").json["items"]
    assert {item["short"] for item in both} == {old, new}
    assert run("list", "SQLite", "--status", "superseded", "--json").json["total"] == 1
    assert run("list", "LMDB keys", "--status", "superseded", "--json").json["total"] == 0


def test_unshare_of_the_last_record_hides_the_folder_from_git_again(project: Path, run: Run) -> None:
    before = git(project, "status", "--short")
    first, second = (run("remember", "fact", text, "--json").json["short"] for text in ("One pool", "Two queues"))
    run("share", first, second)
    assert ".backstory/" in git(project, "status", "--short")
    run("unshare", first)
    assert ".backstory/" in git(project, "status", "--short")
    run("unshare", second)
    assert git(project, "status", "--short") == before
    run("share", first)
    run("undo")
    assert git(project, "status", "--short") == before
    run("share", first)
    git(project, "add", ".backstory")
    git(project, "commit", "-qm", "share")
    run("unshare", first)
    assert ".backstory/memory" in git(project, "status", "--short")
