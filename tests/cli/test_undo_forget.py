"""`undo` after a `forget`: it says that nothing brings the record back, and goes on only when asked again."""

from pathlib import Path

from tests.cli.conftest import Run, git


def test_undo_takes_back_no_older_command_in_place_of_a_forget(project: Path, run: Run) -> None:
    run("remember", "fact", "the queue holds ten jobs", "--quiet")
    kept = run("list", "--json").json["items"][0]["id"]
    run("remember", "fact", "Lena's number is on the door")
    ident = next(one["id"] for one in run("list", "--json").json["items"] if one["id"] != kept)
    run("forget", ident, "--yes")
    said = run("undo", ok=False)
    assert said.code != 0
    assert "`forget`, which cannot be undone" in said.err
    assert "`backstory undo` again takes back the command before it" in said.err
    assert [one["id"] for one in run("list", "--json").json["items"]] == [kept]
    run("undo")
    assert run("list", "--json").json["items"] == []


def test_undo_takes_back_what_came_after_a_forget(project: Path, run: Run) -> None:
    run("remember", "fact", "the queue holds ten jobs")
    run("forget", run("list", "--json").json["items"][0]["id"], "--yes")
    run("remember", "fact", "the queue holds twenty jobs")
    run("undo")
    assert run("list", "--json").json["items"] == []
    assert "cannot be undone" in run("undo", ok=False).err
    assert "there is nothing to undo" in run("undo", ok=False).err


def test_undo_says_what_git_still_has(repo: Path, run: Run) -> None:
    """A record that was shared and committed is in the history: the file alone is taken back."""
    run("init", "--yes", "--no-agents")
    ident = run("remember", "decision", "the queue holds ten jobs", "--json").json["id"]
    run("share", ident)
    shared = run("undo")
    assert "git tracks" not in shared.err
    run("share", ident)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "share")
    said = run("undo")
    assert "git tracks the file: its history, and whatever was pushed, still holds the text" in said.err
    run("remember", "fact", "the queue is in redis", "--scope", "team")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "fact")
    undone = run("undo", "--json").json
    assert undone["tracked"] == ["the queue is in redis"]
