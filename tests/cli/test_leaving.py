"""Leaving for good: what is deleted was put into a backup first, and the backup can be taken in again."""

import errno
import os
import pty
import re
import shlex
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.model.errors import Busy
from backstory.store.lock import Lock


def titles(run: Run) -> list[str]:
    return sorted(i["title"] for i in run("list", "--all", "--json").json["items"])


def backups(tmp_path: Path) -> list[Path]:
    return sorted(tmp_path.glob("backstory-*.tar.gz"))


def test_a_purge_keeps_everything_in_a_backup(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "decision", "for the team, not committed", "--scope", "team")
    run("remember", "fact", "for me")
    run("checkpoint", "work")
    run("snapshot")
    said = run("clean", "--yes", "--purge")
    (archive,) = backups(tmp_path)
    assert str(archive) in said.err
    assert not archive.stat().st_mode & 0o077
    assert not (project / ".backstory").exists()
    run("init", "--yes", "--no-agents")
    assert titles(run) == []
    run("import", str(archive))
    assert titles(run) == ["for me", "for the team, not committed", "work"]


def test_a_second_purge_on_the_same_day_replaces_no_backup(project: Path, run: Run, tmp_path: Path) -> None:
    for number in range(3):
        run("remember", "fact", f"number {number}")
        ident = run("status", "--json").json["id"]
        run("clean", "--yes", "--purge")
        run("init", "--yes", "--no-agents")
        config = project / ".backstory" / "config.toml"
        config.write_text(config.read_text().replace(run("status", "--json").json["id"], ident))
    assert len(backups(tmp_path)) == 3


class WatchedRemoval:
    """Whether a refresh of the agents' files could run at the moment at which a folder is deleted."""

    def __init__(self, folder: Path, lock: Path) -> None:
        self.folder = str(folder)
        self.lock = str(lock)
        self.locked: list[bool] = []
        sys.addaudithook(self.look)

    def look(self, event: str, arguments: tuple[object, ...]) -> None:
        if event != "shutil.rmtree" or str(arguments[0]) != self.folder:
            return
        try:
            with Lock(self.lock, wait=0):
                self.locked.append(False)
        except Busy:
            self.locked.append(True)


@pytest.mark.parametrize("options", [[], ["--purge"]])
def test_no_refresh_runs_while_the_folder_of_the_project_goes(
    project: Path, run: Run, tmp_path: Path, options: list[str]
) -> None:
    (private,) = (tmp_path / "data" / "projects").iterdir()
    watched = WatchedRemoval(project / ".backstory", private / "locks" / "surfaces.lock")
    run("clean", "--yes", *options)
    assert watched.locked == [True]
    assert not (project / ".backstory").exists()


def test_uninstall_with_purge_takes_the_persons_memory_too(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "preference", "short answers")
    run("remember", "fact", "for me")
    plan = run("uninstall", "--purge", "--dry-run").err
    assert "would delete private memory (1 record); a backup would be in" in plan
    assert "would delete user memory (1 record); a backup would be in" in plan
    assert "would keep private memory" not in plan and not backups(tmp_path)
    assert titles(run) == ["for me", "short answers"]
    run("uninstall", "--yes", "--purge")
    assert not (tmp_path / "data" / "user").exists()
    assert not list((tmp_path / "data" / "projects").iterdir())
    run("init", "--yes", "--no-agents")
    for archive in backups(tmp_path):
        run("import", str(archive))
    assert titles(run) == ["for me", "short answers"]


def test_uninstall_with_purge_takes_what_clean_left(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "preference", "short answers")
    run("remember", "fact", "for me")
    run("clean", "--yes")
    assert "1 private record of 1 project stay" in run("uninstall", "--yes").err
    plan = run("uninstall", "--purge", "--dry-run").err
    assert "would delete private memory of `shop` (1 record)" in plan and "would delete user memory (1 record)" in plan
    assert not backups(tmp_path)
    run("uninstall", "--yes", "--purge")
    assert not (tmp_path / "data" / "user").exists()
    assert not list((tmp_path / "data" / "projects").iterdir())
    assert len(backups(tmp_path)) == 2
    assert "is set up nowhere" in run("uninstall", "--yes", "--purge").err


def test_without_purge_the_persons_memory_stays(project: Path, run: Run) -> None:
    run("remember", "preference", "short answers")
    kept = Path(run("remember", "fact", "for me", "--json").json["path"])
    run("uninstall", "--yes")
    assert kept.exists()
    run("init", "--yes", "--no-agents")
    assert titles(run) == ["for me", "short answers"]


def test_tracked_memory_is_left_to_git(project: Path, run: Run) -> None:
    run("remember", "decision", "for the team", "--scope", "team")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    run("clean", "--yes")
    assert git(project, "status", "--porcelain") == ""
    assert not (project / ".backstory" / "local").exists()
    assert titles(run) == ["for the team"]


def test_links_in_the_memory_are_not_followed_on_the_way_out(project: Path, run: Run, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key.md").write_text("the key of somebody else\n")
    run("remember", "fact", "for the team", "--scope", "team")
    memory = project / ".backstory" / "memory"
    os.symlink(secret, memory / "note")
    os.symlink(secret / "key.md", memory / "fact" / "2026-11-20-x-aaaaaaaa.md")
    run("clean", "--yes")
    assert (secret / "key.md").read_text() == "the key of somebody else\n"
    copied = [p for p in (tmp_path / "data").rglob("*") if p.is_file() and b"somebody else" in p.read_bytes()]
    assert copied == []
    assert list((tmp_path / "data").rglob("trash/*/fact/*for-the-team*.md"))


def test_a_working_tree_that_is_gone_stops_nothing(project: Path, run: Run, tmp_path: Path) -> None:
    import shutil

    run("remember", "fact", "for me")
    git(project, "worktree", "add", "-q", str(tmp_path / "other"))
    run("init", "--yes", "--no-agents", "--project-root", str(tmp_path / "other"))
    shutil.rmtree(tmp_path / "other")
    said = run("uninstall", "--yes")
    assert "skipped" in said.err
    assert not (project / ".backstory").exists()


@pytest.mark.parametrize("command", [("clean",), ("clean", "--purge"), ("uninstall",), ("uninstall", "--purge")])
def test_nothing_is_removed_without_a_terminal_or_yes(project: Path, run: Run, command: tuple[str, ...]) -> None:
    run("remember", "decision", "for the team", "--scope", "team")
    run("remember", "fact", "for me")
    refused = run(*command, ok=False)
    assert refused.code == 2
    assert "`--yes` skips the question" in refused.err
    assert titles(run) == ["for me", "for the team"]


@pytest.mark.parametrize("command", [("clean",), ("uninstall",)])
def test_the_question_says_what_is_lost_and_takes_return_for_no(
    project: Path, run: Run, command: tuple[str, ...]
) -> None:
    run("remember", "decision", "for the team", "--scope", "team")
    run("remember", "fact", "for me")
    shown = ask(command, "\n")
    assert "[y/N]" in shown
    assert "1 team record not in git will be moved to the trash, 1 private record will stay" in shown
    assert (project / ".backstory" / "config.toml").exists()
    ask(command, "y\n")
    assert not (project / ".backstory").exists()


def test_what_clean_left_can_be_purged(project: Path, run: Run, tmp_path: Path) -> None:
    ident = run("status", "--json").json["id"]
    run("remember", "fact", "for me")
    said = run("clean", "--yes")
    token = project / ".git" / f"backstory-clone.{ident}"
    assert f"kept `{token}`" in said.err
    assert "its private memory (1 record) stays" in run("clean", "--yes").err
    assert "was not answered" in run("clean", "--purge", ok=False).err
    run("clean", "--purge", "--yes")
    assert len(backups(tmp_path)) == 1
    assert not token.exists()
    assert not list((tmp_path / "data" / "projects").iterdir())
    assert run("clean", "--purge", "--yes", ok=False).code == 10


@pytest.mark.parametrize("purge", [False, True])
def test_an_edit_inside_our_block_is_kept(repo: Path, run: Run, tmp_path: Path, purge: bool) -> None:
    run("init", "--yes", "--team", "--agents", "agents-md")
    path = repo / "AGENTS.md"
    path.write_text(path.read_text().replace("## Project memory (Backstory)", "## Our own words"))
    said = run("clean", "--yes", *(["--purge"] if purge else []))
    kept = [Path(word) for word in said.err.split("`") if os.path.isabs(word) and "kept" in said.err]
    files = [file for place in kept for file in ([place] if place.is_file() else place.rglob("*")) if file.is_file()]
    assert any("## Our own words" in file.read_text(errors="replace") for file in files)


def test_uninstall_says_to_which_repository_a_file_belongs(project: Path, run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    run("init", "--yes", "--no-agents", "--project-root", str(other))
    report = run("uninstall", "--dry-run", "--json").json
    assert set(report["trees"]) == {str(project), str(other)}
    assert any(str(other) in line for line in report["trees"][str(other)])
    text = run("uninstall", "--dry-run").err
    assert text.index(f"in `{other}`:") < text.index(f"`{other}/.backstory`")


def ask(command: tuple[str, ...], answer: str) -> str:
    """Runs a command on a terminal of its own, types the answer, and returns what the terminal showed."""
    pid, terminal = pty.fork()
    if not pid:
        os.execv(sys.executable, [sys.executable, "-m", "backstory", *command])
    os.write(terminal, answer.encode())
    shown = b""
    with suppress(OSError):  # Linux says so when the other side has closed
        while piece := os.read(terminal, 4096):
            shown += piece
    os.waitpid(pid, 0)
    os.close(terminal)
    return " ".join(shown.decode(errors="replace").split())


def test_a_clean_that_a_broken_file_stopped_can_be_run_again(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "claude-code")
    settings = repo / ".claude" / "settings.local.json"
    whole = settings.read_text()
    settings.write_text(whole + ",,,")

    refused = run("clean", "--yes", ok=False)

    assert refused.code == 3 and "then `backstory clean` again" in refused.out + refused.err
    assert (repo / ".backstory").is_dir()
    settings.write_text(whole)
    run("clean", "--yes")
    assert not settings.exists() and not (repo / ".backstory").exists()


def test_what_git_tracks_in_the_local_folder_stays_and_is_named(repo: Path, run: Run) -> None:
    run("init", "--yes", "--team", "--no-agents")
    local = repo / ".backstory/local"
    (local / "deep").mkdir()
    for name in ("notes.txt", "deep/kept file.txt", "deep/derived.txt"):
        (local / name).write_text("of a person\n")
    git(repo, "add", "-f", ".backstory/local/notes.txt", ".backstory/local/deep/kept file.txt")
    git(repo, "commit", "-qm", "local files")
    would = run("clean", "--dry-run").err
    assert (local / "deep/derived.txt").exists()
    for ran, verb in ((would, "would leave"), (run("clean", "--yes").err, "left")):
        assert f"{verb} `.backstory/local/notes.txt`: git tracks it" in ran
        assert f"{verb} `.backstory/local/deep/kept file.txt`: git tracks it" in ran
        assert "(`git rm '.backstory/local/deep/kept file.txt'` removes it)" in ran
    assert git(repo, "ls-files", "-d") == "", "git misses nothing"
    assert sorted(path.name for path in local.rglob("*") if path.is_file()) == ["kept file.txt", "notes.txt"]
    assert not (repo / ".backstory/config.toml").exists(), "nothing else of the folder is git's"


def test_a_local_folder_in_a_shared_memory_keeps_what_git_tracks(repo: Path, run: Run) -> None:
    run("init", "--yes", "--team", "--no-agents")
    git(repo, "add", "-A")
    git(repo, "add", "-f", ".backstory/local/id")
    git(repo, "commit", "-qm", "memory")
    told = run("clean", "--yes").err
    assert "left `.backstory/local/id`: git tracks it" in told and "left `.backstory/`: git tracks it" in told
    assert git(repo, "status", "--porcelain") == ""


def test_a_git_that_does_not_answer_costs_no_file(repo: Path, run: Run) -> None:
    run("init", "--yes", "--team", "--no-agents")
    (repo / ".git/index").write_bytes(b"damaged")
    told = run("clean", "--yes", ok=False).err
    assert "git does not say what it tracks" in told
    assert (repo / ".backstory/local/id").exists() and (repo / ".backstory/config.toml").exists()


def committed(repo: Path) -> list[str]:
    return git(repo, "diff", "--name-only", "HEAD").split()


@pytest.mark.parametrize("verb", [("clean",), ("uninstall",), ("agents", "rm", "claude-code,agents-md")])
def test_what_git_tracks_stays_unless_somebody_asks_for_it(repo: Path, run: Run, verb: tuple[str, ...]) -> None:
    """Files that a commit has belong to everybody who gets it, whichever of us put our part there."""
    (repo / "CLAUDE.md").write_text("# Ours\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "notes")
    run("init", "--yes", "--team", "--agents", "claude-code,agents-md")
    run("remember", "decision", "Use psycopg 3")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    yes = () if verb[0] == "agents" else ("--yes",)
    for more in (("--dry-run",), ()):
        ran = run(*verb, *yes, *more)
        assert "leave `CLAUDE.md`" in ran.err or "left `CLAUDE.md`" in ran.err
        assert "--team" in ran.err
    assert committed(repo) == []
    assert not (repo / ".claude" / "settings.local.json").exists()
    if verb[0] != "uninstall":
        run(*verb, *yes, "--team")
        assert sorted(committed(repo)) == [".claude/settings.json", "AGENTS.md", "CLAUDE.md"]
        assert (repo / "CLAUDE.md").read_text() == "# Ours\n"


def test_uninstall_takes_the_teams_files_when_told(repo: Path, run: Run) -> None:
    run("init", "--yes", "--team", "--agents", "claude-code,agents-md")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    run("uninstall", "--yes", "--team")
    assert sorted(committed(repo)) == [".claude/settings.json", "AGENTS.md", "CLAUDE.md"]


def test_an_edit_that_no_commit_has_leaves_a_file_that_git_tracks(repo: Path, run: Run) -> None:
    """Git tracks the file, and not our part of it: nobody else has that, and the file is as it was."""
    (repo / "CLAUDE.md").write_text("# Ours\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "notes")
    run("init", "--yes", "--team", "--agents", "claude-code,agents-md")
    assert committed(repo) == ["CLAUDE.md"]
    run("clean", "--yes")
    assert committed(repo) == []
    assert not (repo / "AGENTS.md").exists()


def test_a_private_set_up_leaves_what_the_team_committed(repo: Path, run: Run) -> None:
    run("init", "--yes", "--team", "--agents", "claude-code,agents-md")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    run("config", "set", "memory.scope", "private")
    run("init", "--yes")
    assert set(committed(repo)) <= {".backstory/config.toml"}


def test_an_agent_that_shares_a_committed_file_leaves_it_to_the_other(repo: Path, run: Run) -> None:
    """Nothing of the file changes, so there is nothing to ask for."""
    run("init", "--yes", "--team", "--agents", "codex,opencode,agents-md")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    run("agents", "rm", "opencode")
    assert "AGENTS.md" not in committed(repo)


def test_a_clone_takes_out_what_came_with_it_when_told(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repo / "CLAUDE.md").write_text("# Ours\n")
    run("init", "--yes", "--team", "--agents", "claude-code,agents-md")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    git(tmp_path, "clone", "-q", str(repo), "other")
    monkeypatch.chdir(tmp_path / "other")
    run("init", "--yes", "--agents", "claude-code,agents-md", ok=False)
    run("clean", "--yes")
    assert committed(tmp_path / "other") == []
    run("init", "--yes", "--agents", "claude-code,agents-md", ok=False)
    run("clean", "--yes", "--team")
    assert (tmp_path / "other" / "CLAUDE.md").read_text() == "# Ours\n"
    assert not (tmp_path / "other" / "AGENTS.md").exists()


@pytest.mark.parametrize("setup", [(), ("init", "--yes"), ("init", "--yes", "--agents", "claude-code,codex")])
@pytest.mark.parametrize("agents", ["claude-code,agents-md", "codex,cursor", "gemini,copilot,opencode,cline,zed"])
def test_a_colleague_who_trusts_nothing_leaves_as_the_author_does(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agents: str, setup: tuple[str, ...]
) -> None:
    """What a clone brought runs Backstory, whether or not the colleague's own ledger has it: each file is named."""
    for name in ("CLAUDE.md", "AGENTS.md", "GEMINI.md"):
        (repo / name).write_text("# Ours\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "notes")
    run("init", "--yes", "--team", "--agents", agents)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    ours = [path for path in git(repo, "diff", "--name-only", "HEAD~1").split() if not path.startswith(".backstory/")]
    clone = tmp_path / "other"
    git(tmp_path, "clone", "-q", str(repo), str(clone))
    monkeypatch.chdir(clone)
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data-of-bob"))
    if setup:
        run(*setup, ok=False)
    for more in (("--dry-run",), (), ()):
        ran = run("clean", "--yes", *more)
        assert all(f"`{path}`: our part came with the repository" in ran.err for path in ours)
        assert "clean --team`" in ran.err and "config set enabled false" in ran.err
        assert git(clone, "status", "--short") == ""
    dry = run("clean", "--yes", "--team", "--dry-run").err
    assert git(clone, "status", "--short") == ""
    ran = run("clean", "--yes", "--team")
    assert all(f"`{path}`" in text for path in ours for text in (dry, ran.err))
    assert "to commit this takes it from the whole team" in ran.err
    assert sorted(committed(clone)) == sorted(ours)
    git(clone, "add", "-A", "--", *ours)
    assert git(clone, "diff", "--cached", "--name-only", "HEAD~1", "--", ":!.backstory") == ""
    assert "left" not in run("clean", "--yes").err.replace("left `.backstory/`", "")


def test_a_part_of_an_earlier_version_in_a_clone_goes_by_its_marks(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", "--yes", "--team", "--agents", "claude-code")
    notes = repo / "CLAUDE.md"
    notes.write_text(f"# Ours\n\n{notes.read_text().replace('Project memory', 'Memory of the project')}")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    git(tmp_path, "clone", "-q", str(repo), "other")
    monkeypatch.chdir(tmp_path / "other")
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data-of-bob"))
    assert "`CLAUDE.md`" in run("clean", "--yes").err
    run("clean", "--yes", "--team")
    assert (tmp_path / "other" / "CLAUDE.md").read_text().strip() == "# Ours"


def test_files_of_others_in_our_folder_stay(project: Path, run: Run) -> None:
    """`.backstory/` is a folder that people look into and write into: nothing that is not ours goes with it."""
    folder = project / ".backstory"
    kept = {"notes.txt": "mine", "memory/LATER.md": "later", "memory/decision/diagram.png": "pixels", ".env": "A=1"}
    run("remember", "fact", "the queue uses huey", "--scope", "team")
    for name, text in kept.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for more in (("--dry-run",), ()):
        ran = run("clean", "--yes", *more)
        assert all(f"`.backstory/{name}`: it is not from Backstory" in ran.err for name in kept)
    left = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}
    assert left == kept


def test_a_file_that_is_as_the_commit_has_it_needs_no_restoring(repo: Path, run: Run) -> None:
    (repo / "CLAUDE.md").write_text("# Ours\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "notes")
    run("init", "--yes", "--team", "--agents", "claude-code")
    ran = run("clean", "--yes", "--team")
    assert "restored `CLAUDE.md`" in ran.err and "git restore" not in ran.err


@pytest.mark.parametrize("verb", ["clean", "uninstall"])
@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("CLAUDE.md", "# Ours\n", "# Ours\nmy line\n"),
        ("CLAUDE.md", "# Ours\n", ""),
        (".claude/settings.json", "{", '{"model": "opus",'),
    ],
)
def test_the_command_that_keeps_our_part_for_the_team_loses_no_change_of_the_person(
    repo: Path, run: Run, verb: str, path: str, old: str, new: str
) -> None:
    """A person pastes the command: a file with changes that only the disk has is not in it, in whatever form."""
    (repo / "CLAUDE.md").write_text("# Ours\n")
    run("init", "--yes", "--team", "--agents", "claude-code,agents-md")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    file = repo / path
    file.write_text(file.read_text().replace(old, new, 1))
    for more in (("--dry-run",), ()):
        ran = run(verb, "--yes", "--team", *more)
        assert f"warning: `{path}` holds uncommitted changes of yours too" in ran.out + ran.err
    before = file.read_bytes() if file.exists() else None
    [command] = re.findall(r"`(git [^`]*restore [^`]*)` keeps it", ran.out + ran.err)
    git(repo, *shlex.split(command)[1:])
    assert committed(repo) == [path]
    assert (file.read_bytes() if file.exists() else None) == before


def test_staged_changes_and_a_newer_part_of_ours_need_no_warning(repo: Path, run: Run) -> None:
    """`git restore` brings the index back: what it holds, and what we write again ourselves, is not lost."""
    run("init", "--yes", "--team", "--agents", "claude-code")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    file = repo / "CLAUDE.md"
    file.write_text(f"# Mine\n\n{file.read_text()}")
    git(repo, "add", "CLAUDE.md")
    file.write_text(file.read_text().replace("Project memory", "Memory"))
    ran = run("clean", "--yes", "--team")
    assert "warning" not in ran.out + ran.err
    git(repo, "restore", "CLAUDE.md")
    assert file.read_text().startswith("# Mine\n")


def test_a_folder_that_is_a_link_out_of_the_tree_is_named_so(repo: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (repo / ".claude").symlink_to(tmp_path / "elsewhere")
    ran = run("init", "--yes", "--agents", "claude-code", ok=False)
    assert f"below the link `{repo / '.claude'}`" in ran.err and f"rm {repo / '.claude'}`" in ran.err
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_hint_of_uninstall_works_from_everywhere(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", "--yes", "--team", "--agents", "claude-code,agents-md")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    monkeypatch.chdir(tmp_path)
    left = run("uninstall", "--yes")
    [command] = re.findall(r"`backstory ([^`]* clean --team)`", left.err)
    run(*shlex.split(command), "--yes")
    assert sorted(committed(repo)) == [".claude/settings.json", "AGENTS.md", "CLAUDE.md"]


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file in use is refused in this way, and tried again")
def test_a_folder_that_may_not_be_deleted_is_named_at_once(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system names the file alone, and waiting changes nothing about a permission."""
    waited: list[float] = []
    sleep = time.sleep

    def wait(seconds: float) -> None:
        waited.append(seconds) if seconds == 7.5 else sleep(seconds)

    def refuse(path: str, ignore_errors: bool = False) -> None:
        if not ignore_errors:
            raise PermissionError(errno.EACCES, "Permission denied", ".gitattributes")

    monkeypatch.setattr("backstory.memory.verbs.uninstall.shutil.rmtree", refuse)
    monkeypatch.setattr("backstory.memory.verbs.uninstall.PAUSES", (7.5,))
    monkeypatch.setattr("backstory.memory.verbs.uninstall.time.sleep", wait)
    ran = run("clean", "--yes", ok=False)
    team = project / ".backstory"
    assert ran.code == 1
    assert f"cannot delete `{team}`: permission denied" in ran.err
    assert f"`ls -la {shlex.quote(str(team))}`" in ran.err
    assert waited == []
