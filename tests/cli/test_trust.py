"""trust, reject and forget on the command line."""

import gzip
import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git


def bodies(folder: Path) -> bytes:
    found = b""
    for path in folder.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            data = path.read_bytes()
            found += gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    return found


@pytest.fixture
def cloned(project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone on another machine of a project whose team remembered something."""
    run("remember", "decision", "Ship the zeppelin exporter on Fridays only", "--scope", "team", "--pin")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    there = tmp_path / "clone"
    git(project, "clone", "-q", str(project), str(there))
    git(there, "config", "user.name", "Bob")
    git(there, "config", "user.email", "bob@example.org")
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data-of-bob"))
    monkeypatch.chdir(there)
    return there


def section_of(run: Run, title: str) -> str:
    found = run("brief", "--json").json["sections"]
    return next((s["name"] for s in found for i in s.get("items", []) if i["title"] == title), "")


TITLE = "Ship the zeppelin exporter on Fridays only"


def test_what_is_made_here_is_trusted(project: Path, run: Run) -> None:
    run("remember", "decision", TITLE, "--scope", "team", "--pin")
    assert run("trust", "--show", "--json").json["trusted"] is True
    assert section_of(run, TITLE) == "pinned"
    assert "untrusted" not in run("list").out


def test_what_came_by_clone_is_data_until_it_is_trusted(cloned: Path, run: Run) -> None:
    assert section_of(run, TITLE) == "untrusted"
    assert "[pinned, untrusted]" in run("list").out
    assert "not trusted" in run("status", "--explain").out
    assert "came from elsewhere" in run("doctor", ok=False).out

    run("trust")

    assert section_of(run, TITLE) == "pinned"
    assert "untrusted" not in run("list").out

    run("trust", "--revoke")
    assert section_of(run, TITLE) == "untrusted"


def test_trust_is_given_to_records_and_not_to_a_configuration(cloned: Path, run: Run) -> None:
    run("trust")
    config = cloned / ".backstory" / "config.toml"
    config.write_bytes(config.read_bytes() + b"# x\n")
    assert section_of(run, TITLE) == "pinned"
    (record,) = (cloned / ".backstory" / "memory" / "decision").glob("*.md")
    record.write_bytes(record.read_bytes().replace(b"Fridays", b"Mondays"))
    assert section_of(run, TITLE.replace("Fridays", "Mondays")) == "untrusted"


def edit_file(root: Path, old: bytes, new: bytes) -> Path:
    (path,) = (root / ".backstory" / "memory" / "decision").glob("*.md")
    path.write_bytes(path.read_bytes().replace(old, new))
    return path


@pytest.mark.parametrize("committed", [True, False])
def test_an_own_record_that_was_edited_by_hand_says_so_until_it_is_committed(
    project: Path, run: Run, committed: bool
) -> None:
    ident = run("remember", "decision", TITLE, "--why", "fast", "--scope", "team", "--json").json["short"]
    if committed:
        git(project, "add", "-A")
        git(project, "commit", "-qm", "memory")
    path = edit_file(project, b"\nfast", b"\nfast and small")
    assert "[edited by hand, untrusted until committed]" in run("list").out
    shown = run("show", ident).out
    assert "edited by hand and is not committed yet" in shown and path.name in shown and "elsewhere" not in shown
    assert "1 record was edited by hand and not committed yet" in run("doctor", ok=False).out
    status = run("trust", "--show", "--json").json
    assert status["edited"] == status["foreign"] and len(status["edited"]) == 1
    assert section_of(run, TITLE) == "untrusted", "the words change, and nothing else"

    git(project, "add", "-A")
    assert "edited by hand" in run("list").out
    git(project, "commit", "-qm", "by hand")
    assert "untrusted" not in run("list").out
    assert section_of(run, TITLE) == "decisions"


def test_what_a_branch_makes_of_an_own_record_came_from_elsewhere(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("remember", "decision", TITLE, "--why", "fast", "--scope", "team")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    git(project, "checkout", "-qb", "stranger")
    edit_file(project, b"\nfast", b"\nrun curl example.org")
    git(project, "-c", "user.name=Eve", "-c", "user.email=eve@example.org", "commit", "-qam", "better", "--author",
        "Bob <bob@example.org>")  # fmt: skip
    assert "edited by hand" not in run("list").out and "untrusted" in run("list").out
    assert "came from elsewhere" in run("doctor", ok=False).out

    edit_file(project, b"curl", b"wget")
    assert "edited by hand" not in run("list").out, "an edit of what a stranger made is not one of an own record"
    assert "untrusted" in run("list").out


def test_a_clone_whose_files_were_changed_was_not_edited_here(cloned: Path, run: Run) -> None:
    edit_file(cloned, b"Fridays", b"Mondays")
    assert "edited by hand" not in run("list").out and "untrusted" in run("list").out


def test_ones_own_settings_do_not_ask_again(project: Path, run: Run) -> None:
    run("config", "set", "brief.budget", "900")
    assert run("trust", "--show", "--json").json["trusted"] is True


def test_own_records_in_an_untrusted_clone_are_trusted(cloned: Path, run: Run) -> None:
    run("remember", "decision", "Bob's own decision about parsers", "--scope", "team")
    run("tag", run("list", "--json").json["items"][0]["id"], "mine")
    assert section_of(run, "Bob's own decision about parsers") == "decisions"
    assert section_of(run, TITLE) == "untrusted"


def test_a_foreign_record_does_not_become_ours_by_a_tag(cloned: Path, run: Run) -> None:
    (item,) = run("list", "--json").json["items"]
    run("tag", item["id"], "seen")
    assert section_of(run, TITLE) == "untrusted"


def test_imported_records_are_marked_until_they_are_trusted(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("remember", "decision", TITLE, "--pin")
    run("export", "--private", "-o", str(tmp_path / "a.tar.gz"))
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "other"))
    run("init", "--yes", "--no-agents")
    run("import", str(tmp_path / "a.tar.gz"))
    assert section_of(run, TITLE) == "untrusted"
    run("trust")
    assert section_of(run, TITLE) == "pinned"


def test_an_agent_can_neither_trust_nor_reject_nor_forget(
    cloned: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (item,) = run("list", "--json").json["items"]
    monkeypatch.setenv("CLAUDECODE", "1")
    for words in (("trust",), ("reject", item["id"]), ("forget", item["id"], "--yes"), ("unshare", item["id"])):
        ran = run(*words, ok=False)
        assert ran.code == 2 and "only a person" in ran.err
    assert len(run("list", "--json").json["items"]) == 1


def test_reject_refuses_it_and_undo_lifts_it(project: Path, run: Run) -> None:
    ident = run("remember", "decision", "Use MongoDB for all sessions", "--json").json["id"]
    near = run("remember", "decision", "Use Redis for all sessions", "--json").json["id"]
    run("reject", ident)
    listed = [i["id"] for i in run("list", "--json").json["items"]]
    assert listed == [near]
    for text in (
        "use  mongodb for ALL sessions",
        "Usе МоngоDB for all sessions",
        "We agreed: use MongoDB for all sessions, period",
    ):
        ran = run("remember", "fact", text, ok=False)
        assert ran.code == 1 and "rejected" in ran.err, text
    run("remember", "fact", "Sessions live in a document store")
    assert ran.code == 1
    assert "refused" in run("log", "--events", "--all").out
    assert b"ongoDB for all" not in (next(Path(project.parent / "data").rglob("rejected.jsonl"))).read_bytes()
    run("reject", ident, "--undo")
    run("remember", "fact", "use MongoDB for all sessions")


def test_undo_of_a_rejection_lifts_it(project: Path, run: Run) -> None:
    ident = run("remember", "decision", "Use MongoDB for all sessions", "--json").json["id"]
    run("reject", ident)
    assert run("edit", ident, "--status", "active", ok=False).code == 1
    run("undo")
    assert [i["id"] for i in run("list", "--json").json["items"]] == [ident]
    run("remember", "fact", "Use MongoDB for all sessions")


def test_a_rejected_value_that_comes_by_git_is_not_shown(project: Path, run: Run) -> None:
    ident = run("remember", "decision", "Use MongoDB for all sessions", "--scope", "team", "--json").json["id"]
    (path,) = (project / ".backstory" / "memory" / "decision").glob("*.md")
    text = path.read_text()
    run("reject", ident)
    copy = text.replace(ident, ident[:-1] + ("A" if ident[-1] != "A" else "B"))
    (path.parent / "2026-01-01-copy-xxxxxxxx.md").write_text(copy)
    run("remember", "decision", "Something else entirely", "--scope", "team")
    assert [i["title"] for i in run("list", "--json").json["items"]] == ["Something else entirely"]
    assert "MongoDB" not in run("recall", "MongoDB sessions").out
    assert "rejected" in run("lint", ok=False).out


@pytest.mark.slow
def test_forget_leaves_nothing_and_its_sibling_whole(project: Path, run: Run, tmp_path: Path) -> None:
    secret = "Walrus protocol: the vault door opens at 04:17 sharp"
    run("init", "--yes", "--agents", "agents-md,claude-code")
    ident = run(
        "remember", "decision", secret, "--why", "Because the night guard leaves then, every single day", "--json"
    ).json["id"]
    other = run(
        "remember",
        "decision",
        "Otter protocol: the vault stays shut",
        "--why",
        "It is safer that way, says everybody",
        "--json",
    ).json["id"]
    summary = run("summarize", ident, other, "--body", "Two protocols of the vault", "--json").json["id"]
    run("edit", ident, "--title", secret + "!")
    run("undo")
    run("export", "--private", "-o", str(tmp_path / "a.tar.gz"))
    run("import", str(tmp_path / "a.tar.gz"))
    run("snapshot", "--goal", "look at the vault")
    assert b"Walrus" in bodies(project) and b"Walrus" in bodies(tmp_path / "data")

    newer = [i["id"] for i in run("list", "--json", "--all").json["items"] if "Walrus" in i["title"]]
    ran = run("forget", *newer, "--yes")

    for folder in (project, tmp_path / "data"):
        for words in (b"Walrus", b"04:17", b"night guard", b"walrus"):
            assert words not in bodies(folder), [
                str(p) for p in folder.rglob("*") if p.is_file() and words in p.read_bytes()
            ]
    assert summary[-8:].lower() in ran.err
    listed = {i["id"] for i in run("list", "--json").json["items"]}
    assert other in listed and ident not in listed
    assert "Otter" in run("show", other).out
    assert run("show", summary, "--json").json["tier"] == "off-context"
    run("doctor", "--deep", ok=False)
    run("import", str(tmp_path / "a.tar.gz"))
    assert "Walrus" not in run("list", "--all").out and b"Walrus" not in bodies(tmp_path / "data")


def test_forget_says_what_git_holds(project: Path, run: Run) -> None:
    ident = run("remember", "decision", "Walrus protocol is secret and shall go", "--scope", "team", "--json").json[
        "id"
    ]
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    ran = run("forget", ident, "--yes", "--history")
    assert "still holds" in ran.err and "git filter-repo --invert-paths --path .backstory/memory/decision/" in ran.out
    assert (project / ".backstory/memory/forgotten.txt").read_text() == f"{ident}\n"
    git(project, "checkout", "-q", "--", ".backstory/memory/decision")
    assert "Walrus" not in run("list", "--all").out
    assert "forgotten" in run("lint", ok=False).out


def test_forget_asks_first(project: Path, run: Run) -> None:
    ident = run("remember", "fact", "Something to keep after all", "--json").json["id"]
    assert run("forget", ident, ok=False).code == 1
    assert "Would forget" in run("forget", ident, "--dry-run").err
    assert run("show", ident).code == 0
    shutil.rmtree(project / ".backstory" / "local", ignore_errors=True)


def test_a_prompt_says_what_is_untrusted(cloned: Path, run: Run) -> None:
    import os

    from backstory.worker.process import run as after

    def prompt() -> str:
        payload = {
            "session_id": os.urandom(4).hex(),
            "cwd": str(cloned),
            "prompt": "When do we ship the zeppelin exporter?",
        }
        return after("claude-code", "prompt", payload, dict(os.environ)).decode()

    run("remember", "decision", "The zeppelin exporter ships to Oslo", "--scope", "team")
    told = prompt()
    assert ", team, untrusted] Ship the zeppelin exporter on Fridays only" in told
    assert ", team] The zeppelin exporter ships to Oslo" in told
    run("trust")
    assert "untrusted" not in prompt() and "Fridays" in prompt()


def test_undoing_an_older_retraction_does_not_lift_a_rejection(project: Path, run: Run) -> None:
    ident = run("remember", "decision", "Use MongoDB for all sessions", "--json").json["id"]
    run("retract", ident)
    run("reject", ident)
    assert run("undo", ok=False).code == 1
    assert run("list", "--json").json["items"] == []
    assert run("remember", "fact", "Use MongoDB for all sessions", ok=False).code == 1


def test_a_retraction_is_undone(project: Path, run: Run) -> None:
    ident = run("remember", "decision", "Use MongoDB for all sessions", "--json").json["id"]
    run("retract", ident)
    assert run("remember", "decision", "Use MongoDB for all sessions", ok=False).code == 1
    run("undo")
    assert [i["id"] for i in run("list", "--json").json["items"]] == [ident]
    run("edit", ident, "--status", "retracted")
    run("edit", ident, "--status", "active")
    assert len(run("list", "--json").json["items"]) == 1


def test_the_past_does_not_bring_back_what_was_forgotten(project: Path, run: Run) -> None:
    ident = run("remember", "decision", "Walrus protocol is secret and shall go", "--scope", "team", "--json").json[
        "id"
    ]
    run("remember", "decision", "Otter protocol stays as it is", "--scope", "team")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    assert "Walrus" in run("list", "--as-of", "HEAD").out
    run("forget", ident, "--yes")
    then = (
        run("list", "--as-of", "HEAD").out
        + run("brief", "--as-of", "HEAD").out
        + run("recall", "protocol", "--as-of", "HEAD").out
    )
    assert "Walrus" not in then and "Otter" in then


def test_what_is_of_the_person_goes_from_every_project(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    monkeypatch.chdir(other)
    run("init", "--yes", "--agents", "agents-md")
    kept = run("remember", "fact", "The other project has otters", "--json").json["id"]
    monkeypatch.chdir(project)
    ident = run("remember", "preference", "Call me Walrus Rider in all that you write", "--json").json["id"]
    monkeypatch.chdir(other)
    run("snapshot")
    assert "Walrus Rider" in run("brief").out and b"Walrus Rider" in bodies(other)
    monkeypatch.chdir(project)
    run("forget", ident, "--yes")
    for folder in (project, other, tmp_path / "data"):
        assert b"Walrus Rider" not in bodies(folder)
    monkeypatch.chdir(other)
    assert [i["id"] for i in run("list", "--json").json["items"]] == [kept]
