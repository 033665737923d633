"""Coming into a repository and leaving it: nothing asked, nothing lost, every byte given back."""

import os
import re
import shlex
import stat
import subprocess
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git


def tree(root: Path) -> dict[str, bytes]:
    """Every file below a folder but git's own database, with its bytes."""
    found: dict[str, bytes] = {}
    for folder, folders, names in os.walk(root):
        if os.path.basename(folder) == ".git":
            folders[:] = ["info"]
            names = []
        for name in names:
            path = Path(folder) / name
            found[str(path.relative_to(root))] = os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
        for name in folders:
            found[str((Path(folder) / name).relative_to(root)) + "/"] = b""
    return found


FOREIGN = {
    "AGENTS.md": b"# Rules\r\nUse tabs.\r\n",
    "CLAUDE.md": b"be nice",
    ".claude/settings.json": b'{\n  // mine\n  "permissions": {"allow": ["Bash(ls:*)"]},\n}\n',
    ".claude/settings.local.json": (
        b'{"env": {"A": "1"}, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}'
    ),
    "CLAUDE.local.md": b"\xef\xbb\xbfmine\n\n",
}


@pytest.mark.parametrize("foreign", [False, True], ids=["empty", "with files of the user"])
@pytest.mark.parametrize("team", [False, True], ids=["private", "team"])
@pytest.mark.parametrize("tracked", [False, True], ids=["untracked", "tracked"])
def test_uninstall_gives_every_byte_back(repo: Path, run: Run, foreign: bool, team: bool, tracked: bool) -> None:
    if foreign:
        for name, data in FOREIGN.items():
            (repo / name).parent.mkdir(exist_ok=True)
            (repo / name).write_bytes(data)
        if tracked:
            git(repo, "add", "-A")
            git(repo, "commit", "-qm", "files")
    before = tree(repo)
    ran = run("init", "--yes", "--agents", "all", *(["--team"] if team else []), ok=False)
    assert ran.code == (3 if foreign and tracked else 0)  # personal settings that git tracks get no hooks
    run("remember", "decision", "Use psycopg 3")
    run("checkpoint", "working", "--next-steps", "more")
    assert tree(repo) != before
    run("uninstall", "--yes")
    assert tree(repo) == before


def test_the_hint_of_init_speaks_of_an_agent_only_where_one_is_set_up(repo: Path, run: Run) -> None:
    told = run("init", "--yes", "--no-agents").err
    assert "start your agent" not in told and "then `backstory brief` prints it for an agent" in told
    assert "start your agent: it gets the decision" in run("init", "--yes", "--agents", "codex").err


def test_init_twice_changes_nothing(repo: Path, run: Run) -> None:
    run("init", "--yes")
    run("remember", "fact", "one")
    before = tree(repo)
    again = run("init", "--yes")
    after = tree(repo)
    assert "Nothing to do" in again.err
    assert after == before


def test_git_sees_nothing_of_a_private_project(repo: Path, run: Run) -> None:
    (repo / "AGENTS.md").write_text("# Rules of the team\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "rules")
    said = run("init", "--yes", "--agents", "all")
    run("remember", "decision", "Use psycopg 3")
    assert "`AGENTS.md` was left alone" in said.err
    git(repo, "add", "-A")
    assert git(repo, "status", "--porcelain", "--untracked-files=all") == ""
    git(repo, "clean", "-fdq")
    assert (repo / ".backstory" / "config.toml").exists(), "`git clean` without `-x` leaves what is ignored"


@pytest.mark.parametrize("how", ["share", "remember", "team", "setting"])
def test_what_is_shared_is_seen_by_git(repo: Path, run: Run, how: str) -> None:
    run("init", "--yes", "--no-agents")
    short = run("remember", "decision", "Use psycopg 3", "--json").json["short"]
    commands = {
        "share": ("share", short),
        "remember": ("remember", "fact", "for all", "--scope", "team"),
        "team": ("init", "--team", "--no-agents", "--yes"),
        "setting": ("config", "set", "memory.scope", "team"),
    }
    said = run(*commands[how])
    assert "git add .backstory" in said.err or how == "setting"
    git(repo, "add", ".backstory")
    staged = git(repo, "diff", "--cached", "--name-only").splitlines()
    assert ".backstory/config.toml" in staged
    assert not any(name.startswith(".backstory/local") for name in staged)
    assert "*" not in (repo / ".backstory" / ".gitignore").read_text().splitlines()


def test_a_private_set_up_of_an_earlier_version_is_hidden_too(repo: Path, run: Run) -> None:
    run("init", "--yes", "--no-agents")
    (repo / ".backstory" / ".gitignore").write_text("/local/\n")
    assert git(repo, "status", "--porcelain") == "?? .backstory/"
    run("init", "--yes", "--no-agents")
    assert git(repo, "status", "--porcelain") == ""


def test_what_the_team_has_is_not_hidden(repo: Path, run: Run) -> None:
    run("init", "--yes", "--team")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    run("init", "--yes", "--no-agents")
    assert git(repo, "status", "--porcelain") == ""
    run("remember", "decision", "Use psycopg 3")
    assert git(repo, "status", "--porcelain").startswith("?? .backstory/memory/")


def test_a_team_set_up_names_the_files_to_commit(repo: Path, run: Run) -> None:
    said = run("init", "--yes", "--team", "--agents", "all")
    (command,) = [line for line in said.err.splitlines() if "git add" in line]
    paths = command.partition("git add ")[2].partition(" &&")[0].split()
    git(repo, "add", *paths)
    git(repo, "commit", "-qm", "Add project memory")
    assert git(repo, "status", "--porcelain", "--untracked-files=all") == ""


def test_own_imported_records_did_not_come_with_the_repository(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", "--yes", "--no-agents")
    run("remember", "fact", "Own fact")
    run("export", "--private", "-o", str(tmp_path / "me.tar.gz"))
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    run("init", "--yes", "--no-agents")
    run("import", str(tmp_path / "me.tar.gz"))
    said = run("init", "--yes", "--no-agents")
    assert "came with the repository" not in said.err
    assert "1 record of yours came from an archive" in said.err


def test_files_that_git_cannot_be_told_to_ignore_are_named_so(repo: Path, run: Run) -> None:
    exclude = repo / ".git" / "info" / "exclude"
    exclude.parent.mkdir(exist_ok=True)
    exclude.unlink(missing_ok=True)
    exclude.mkdir()
    (repo / "CLAUDE.local.md").write_text("Answer in German.\n")
    said = run("init", "--yes", "--agents", "claude-code", ok=False)
    assert said.code == 3 and "CLAUDE.local.md (claude-code; yours, and git sees it)" in said.err
    assert "does not show it" not in said.err
    run("remember", "fact", "nobody else may read this")
    run("brief")
    assert "nobody else" not in (repo / "CLAUDE.local.md").read_text()


def test_private_files_are_never_staged(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "all")
    run("remember", "decision", "Use psycopg 3")
    run("remember", "fact", "for all", "--scope", "team")
    git(repo, "add", "-A")
    staged = git(repo, "diff", "--cached", "--name-only").splitlines()
    assert staged
    assert all(name.startswith(".backstory/") for name in staged)
    assert not any("decision" in name for name in staged), "private memory is never staged"


def test_dry_run_writes_nothing_and_shows_diffs(repo: Path, run: Run) -> None:
    (repo / "CLAUDE.local.md").write_text("mine\n")
    before = tree(repo)
    ran = run("init", "--dry-run", "--agents", "all")
    assert tree(repo) == before
    assert "+++" in ran.out
    assert "AGENTS.md" in ran.out
    (repo / "AGENTS.md").write_text("mine\n")
    assert "`AGENTS.md` would be left alone" in run("init", "--dry-run", "--agents", "all").err
    assert not Path(os.environ["BACKSTORY_HOME"]).exists()


def test_no_agents_touches_no_file_of_theirs(repo: Path, run: Run) -> None:
    before = tree(repo)
    run("init", "--yes", "--no-agents")
    after = tree(repo)
    assert {n for n in after if n not in before and not n.startswith(".backstory")} == set()
    assert all(after[n] == data for n, data in before.items())


def test_settings_that_do_not_parse_are_left_alone(repo: Path, run: Run) -> None:
    (repo / ".claude").mkdir()
    broken = repo / ".claude" / "settings.local.json"
    broken.write_text('{"hooks": [')
    ran = run("init", "--yes", "--agents", "claude-code", ok=False)
    assert ran.code == 3
    assert broken.read_text() == '{"hooks": ['
    assert "settings.local.json" in ran.err
    assert "hint:" in ran.err


def test_team_memory_goes_into_the_repository_and_the_rest_does_not(repo: Path, run: Run) -> None:
    run("init", "--yes", "--no-agents", "--team")
    run("remember", "decision", "shared")
    run("remember", "attempt", "tried it")
    run("remember", "decision", "mine", "--scope", "private")
    files = [p.name for p in (repo / ".backstory" / "memory").rglob("*.md")]
    assert len(files) == 1
    assert "shared" in files[0]


def test_private_files_are_for_one_person_only(repo: Path, run: Run) -> None:
    os.umask(0)
    try:
        run("init", "--yes")
        run("remember", "fact", "private thing")
        run("brief")
    finally:
        os.umask(0o022)
    files = [
        os.path.join(folder, name)
        for folder, folders, names in os.walk(os.environ["BACKSTORY_HOME"])
        for name in (*folders, *names)
    ]
    assert any(path.endswith("index.db") for path in files)
    for path in files:
        mode = stat.S_IMODE(os.lstat(path).st_mode)
        assert not mode & 0o077, (path, oct(mode))


def test_a_clone_is_the_same_project(repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("init", "--yes", "--no-agents", "--team")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    run("remember", "fact", "known on this machine", "--tier", "pinned", "--scope", "private")
    git(tmp_path, "clone", "-q", str(repo), "clone")
    monkeypatch.chdir(tmp_path / "clone")
    assert [i["title"] for i in run("list", "--json").json["items"]] == ["known on this machine"]


def test_a_fork_can_be_told_apart(repo: Path, run: Run) -> None:
    run("init", "--yes", "--no-agents")
    run("remember", "fact", "of the first")
    run("init", "--yes", "--no-agents", "--new-identity")
    assert run("list", "--json").json["items"] == []


def test_no_project_is_an_error_with_a_hint(
    tmp_path: Path, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    for command in (
        ["status"],
        ["list"],
        ["brief"],
        ["remember", "fact", "x"],
        ["recall", "x"],
        ["doctor"],
        ["snapshot"],
    ):
        ran = run(*command, ok=False)
        assert ran.code == 10
        assert "backstory init" in ran.err


def test_works_without_git(tmp_path: Path, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "a.py").write_text("x = 1\n")
    monkeypatch.chdir(plain)
    before = tree(plain)
    printed = run("init", "--yes", "--agents", "all").err.replace(str(tmp_path), "").replace(".github/", "")
    assert "git" not in printed
    run("remember", "fact", "no git here")
    run("checkpoint", "working")
    (plain / "a.py").write_text("x = 2\n")
    assert "a.py" in run("restore").out
    assert "no git here" in run("brief").out
    (plain / "a.py").write_text("x = 1\n")
    run("uninstall", "--yes")
    assert tree(plain) == before


def test_works_before_the_first_commit(tmp_path: Path, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "fresh"
    root.mkdir()
    git(root, "init", "-q")
    monkeypatch.chdir(root)
    run("init", "--yes")
    run("remember", "fact", "early")
    run("checkpoint", "start")
    assert "early" in run("brief").out
    run("status")
    run("doctor")


def test_a_bare_repository_is_refused_with_a_hint(
    tmp_path: Path, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    monkeypatch.chdir(tmp_path / "bare.git")
    ran = run("init", "--yes", ok=False)
    assert ran.code != 0
    assert "hint:" in ran.err


def test_a_submodule_shares_the_memory_around_it_until_it_gets_its_own(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "library"
    git(tmp_path, "clone", "-q", str(project), str(library))
    git(project, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library), "lib")
    outer = run("status", "--json").json["id"]
    monkeypatch.chdir(project / "lib")
    shared = run("init", "--yes", "--no-agents")
    assert f"`{project / 'lib'}` is a submodule" in shared.err and "`backstory --project-root . init`" in shared.err
    assert run("status", "--json").json["id"] == outer
    run("--project-root", ".", "init", "--yes", "--no-agents")
    assert run("status", "--json").json["id"] != outer
    assert "is a submodule" not in run("init", "--yes", "--no-agents").err


def test_a_folder_shares_the_memory_of_a_plain_folder_above_it_until_it_gets_its_own(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = tmp_path / "plain" / "child"
    child.mkdir(parents=True)
    monkeypatch.chdir(child.parent)
    outer = run("init", "--yes", "--no-agents", "--json").json["id"]
    assert "shares this memory" not in run("init", "--yes", "--no-agents").err
    monkeypatch.chdir(child)
    shared = run("init", "--yes", "--no-agents")
    assert f"`{child}` is in it and shares this memory" in shared.err
    assert "`backstory --project-root . init`" in shared.err and "submodule" not in shared.err
    assert not (child / ".backstory").exists()
    own = run("--project-root", ".", "init", "--yes", "--no-agents")
    assert own.code == 0 and "shares this memory" not in own.err
    assert run("status", "--json").json["id"] != outer


def test_a_folder_of_the_repository_is_set_up_without_a_word_about_it(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "src" / "deep").mkdir(parents=True)
    monkeypatch.chdir(project / "src" / "deep")
    assert "shares this memory" not in run("init", "--yes", "--no-agents").err


@pytest.mark.parametrize("options", [(), ("--dry-run",), ("--team",)])
def test_the_home_folder_is_no_project(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    for folder in (home, home.parent):
        monkeypatch.chdir(folder)
        ran = run("init", "--yes", "--no-agents", *options, ok=False)
        assert ran.code == 2 and f"`{folder}` is no folder of a project" in ran.err
        assert "--project-root . init" in ran.err and not (folder / ".backstory").exists()


def test_own_untracked_files_that_get_hidden_are_named(repo: Path, run: Run) -> None:
    """Files that are personal by custom are edited and hidden; `init` says so once, and `clean` shows them again."""
    (repo / "CLAUDE.local.md").write_text("Answer in German.\n")
    (repo / ".claude").mkdir(exist_ok=True)
    (repo / ".claude" / "settings.local.json").write_text('{"model": "x"}\n')
    before = git(repo, "status", "--porcelain", "-uall")
    ran = run("init", "--yes", "--agents", "claude-code")
    assert ran.err.count("`git status` does not show it from now on") == 2
    assert "CLAUDE.local.md" not in git(repo, "status", "--porcelain", "-uall")
    assert "from now on" not in run("init", "--yes", "--agents", "claude-code").err
    run("clean", "--yes")
    assert git(repo, "status", "--porcelain", "-uall") == before


def test_files_that_git_did_not_show_are_not_named_as_hidden(repo: Path, run: Run) -> None:
    (repo / ".gitignore").write_text("CLAUDE.local.md\n")
    (repo / "CLAUDE.local.md").write_text("Answer in German.\n")
    assert "from now on" not in run("init", "--yes", "--agents", "claude-code").err


def test_the_home_folder_is_set_up_on_purpose(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    assert run("--project-root", ".", "init", "--yes", "--no-agents").code == 0
    assert (home / ".backstory").is_dir()
    assert run("init", "--yes", "--no-agents").code == 0, "what is set up stays usable"


def test_a_home_folder_that_is_a_repository_may_be_a_project(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(home, "init", "-q")
    monkeypatch.chdir(home)
    assert run("init", "--yes", "--no-agents").code == 0


def test_clean_keeps_private_memory_unless_told(project: Path, run: Run) -> None:
    path = Path(run("remember", "fact", "kept", "--json").json["path"])
    run("clean", "--yes")
    assert path.exists()
    assert not (project / ".backstory").exists()
    run("init", "--yes", "--no-agents")


def test_doctor_is_content_with_a_fresh_project(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "all")
    ran = run("doctor", "--json")
    assert ran.json["ok"]
    assert all(set(c) >= {"name", "status", "detail"} for c in ran.json["checks"])
    assert not [c for c in ran.json["checks"] if c["status"] == "fail"]


def test_a_missing_hook_is_seen_and_mended(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "claude-code")
    settings = repo / ".claude" / "settings.local.json"
    settings.write_text(settings.read_text().replace("/python", "/no-such-python"))
    ran = run("doctor", ok=False)
    assert ran.code in (0, 4)
    assert "settings.local.json" in ran.out


def test_without_git_our_own_files_are_no_change(
    tmp_path: Path, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "a.py").write_text("x = 1\n")
    monkeypatch.chdir(plain)
    run("init", "--yes", "--agents", "all")
    assert run("diff", "--json").json["counts"]["new"] == 0
    (plain / "b.py").write_text("y = 1\n")
    assert [file["path"] for file in run("diff", "--json").json["new"]] == ["b.py"]
    assert run("snapshot", "--json").json["files"] == 2


def test_clean_names_the_files_of_the_team_that_it_changes(repo: Path, run: Run) -> None:
    run("init", "--yes", "--team")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "team")
    for more in (("--dry-run",), ()):
        ran = run("clean", "--yes", "--team", *more)
        lines = [*ran.out.splitlines(), *ran.err.splitlines()]
        [line] = [line for line in lines if line.startswith("git tracks")]
        assert "`AGENTS.md`" in line and "git restore" in line and "settings.local.json" not in line


def test_the_way_from_a_private_set_up_to_the_teams_names_each_file(repo: Path, run: Run) -> None:
    """What leaves a personal file, and what git sees from now on, is as much a change as what is written."""
    (repo / "CLAUDE.local.md").write_text("mine")
    run("init", "--yes", "--agents", "claude-code,agents-md")
    plan = run("init", "--team", "--dry-run")
    assert "`AGENTS.md` would be for the team" in plan.err
    ran = run("init", "--yes", "--team", "--json")
    states = {file["path"]: (file["state"], file["shared"]) for file in ran.json["touched"]}
    assert states["CLAUDE.local.md"] == ("restored", False)
    assert states["AGENTS.md"] == ("shared", True)
    assert (repo / "CLAUDE.local.md").read_text() == "mine"


@pytest.mark.parametrize("ignored", [False, True])
def test_a_file_of_the_persons_that_a_team_set_up_shows_to_git_is_named_so(repo: Path, run: Run, ignored: bool) -> None:
    """Our line in `.git/info/exclude` hid it: the next `git add -A` takes it in, unless somebody else hides it too."""
    (repo / "CLAUDE.local.md").write_text("mine")
    (repo / ".gitignore").write_text("*.local.*\n" if ignored else "*.log\n")
    run("init", "--yes", "--agents", "claude-code,agents-md")
    for more in (("--dry-run",), ("--yes",)):
        said = run("init", "--team", *more).err
        assert ("untracked, and git sees it from now on" in said) is not ignored
    assert ("CLAUDE.local.md" in git(repo, "status", "--short")) is not ignored


def test_a_personal_file_of_ours_that_a_team_set_up_removes_is_named(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "claude-code,agents-md")
    assert (repo / "CLAUDE.local.md").exists()
    ran = run("init", "--yes", "--team")
    assert not (repo / "CLAUDE.local.md").exists()
    lines = ran.err.splitlines()
    assert any("removed" in line and "CLAUDE.local.md" in line for line in lines)
    [hint] = [line for line in lines if "git add" in line]
    assert "AGENTS.md" in hint and "CLAUDE.local.md" not in hint
    assert sum("info/exclude" in line for line in lines) == 1


def test_hints_for_git_work_in_a_folder_of_the_repository(
    repo: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint is pasted where one stands, and git takes paths from there."""
    run("init", "--yes", "--no-agents")
    (repo / "src" / "deep er").mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(repo / "src" / "deep er")
    said = run("remember", "fact", "the queue uses huey", "--scope", "team").err
    [command] = re.findall(r"`(git [^`]* add \.backstory)`", said)
    subprocess.run(shlex.split(command), check=True)
    assert ".backstory/memory/fact" in git(repo, "diff", "--cached", "--name-only")
    ident = run("remember", "fact", "the broker is redis", "--json").json["id"]
    shared = run("share", ident).err
    [command] = re.findall(r"`backstory (unshare [^`]*)`", shared)
    assert run(*command.split()).code == 0
