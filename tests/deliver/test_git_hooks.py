"""Twelve arrangements of git's hooks: what the person has there runs as before, and comes back byte for byte."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from backstory.agents.base import Launch
from backstory.deliver import Step
from backstory.deliver.git_hooks import (
    EVENTS,
    find_hooks_folder,
    inspect_git_hooks,
    install_git_hooks,
    uninstall_git_hooks,
)
from backstory.deliver.tree import Tree

USER = '#!/bin/sh\nprintf "%s\\n" "$#" "$3" >> "$LOG"\nexit 7\n'
"""A person's hook: what it was called with, and an exit code that `git checkout` passes on."""
HUSKY = """#!/usr/bin/env sh
n=$(basename "$0"); s=$(dirname "$(dirname "$0")")/$n
[ ! -f "$s" ] && exit 0
sh -e "$s" "$@"
exit $?
"""
PRE_COMMIT = '#!/usr/bin/env bash\nexec sh "$(dirname "$0")/../run-hooks" "$@"\n'
LEFTHOOK = """#!/bin/sh

if [ "$LEFTHOOK" = "0" ]; then
  exit 0
fi

call_lefthook()
{
  sh "$(dirname "$0")/run" "$@"
}

call_lefthook "$@"
"""


class Arrangement(NamedTuple):
    """How the hooks of a repository lie, and whether ours can be among them."""

    arrange: Callable[[Any], None]
    joins: bool = True
    reason: str = ""


def put(path: Path, text: str, mode: int = 0o755) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(mode)


def arrange_husky(repo: Any) -> None:
    put(repo.root / ".husky/_/post-checkout", HUSKY)
    put(repo.root / ".husky/_/.gitignore", "*\n", 0o644)
    put(repo.root / ".husky/post-checkout", USER.partition("\n")[2], 0o644)
    repo.git("config", "core.hooksPath", ".husky/_")


def arrange_pre_commit(repo: Any) -> None:
    put(repo.root / ".git/hooks/post-checkout", PRE_COMMIT)
    put(repo.root / ".git/run-hooks", USER)


def arrange_lefthook(repo: Any) -> None:
    put(repo.root / ".git/hooks/post-checkout", LEFTHOOK)
    put(repo.root / ".git/hooks/run", USER)


def arrange_everyones(repo: Any) -> None:
    put(repo.beside / "hooks/post-checkout", USER)
    put(repo.beside / "home/.gitconfig", f"[core]\n\thooksPath = {repo.beside / 'hooks'}\n", 0o644)


def arrange_tracked(repo: Any) -> None:
    put(repo.root / ".githooks/post-checkout", USER)
    repo.git("config", "core.hooksPath", ".githooks")


def arrange_link(repo: Any) -> None:
    put(repo.root / "scripts/post-checkout", USER)
    (repo.root / ".git/hooks").mkdir(exist_ok=True)
    (repo.root / ".git/hooks/post-checkout").symlink_to("../../scripts/post-checkout")


def arrange_file(text: str, mode: int = 0o755) -> Callable[[Any], None]:
    return lambda repo: put(repo.root / ".git/hooks/post-checkout", text, mode)


def arrange_nothing(repo: Any) -> None:
    for name in os.listdir(repo.root / ".git/hooks"):
        os.unlink(repo.root / ".git/hooks" / name)
    os.rmdir(repo.root / ".git/hooks")


ARRANGEMENTS = {
    "no hooks folder": Arrangement(arrange_nothing),
    "a script": Arrangement(arrange_file(USER)),
    "husky": Arrangement(arrange_husky),
    "lefthook": Arrangement(arrange_lefthook),
    "pre-commit": Arrangement(arrange_pre_commit),
    "hooks of all repositories": Arrangement(arrange_everyones, False, "leads out of the repository"),
    "a tracked folder": Arrangement(arrange_tracked, False, "does not ignore"),
    "not executable": Arrangement(arrange_file(USER, 0o644), False, "not executable"),
    "Windows line ends": Arrangement(arrange_file(USER.replace("#!/bin/sh\n", "").replace("\n", " #\r\n"))),
    "a link": Arrangement(arrange_link, False, "a link"),
    "read-only": Arrangement(arrange_file(USER, 0o555), False, "read-only"),
    "Python": Arrangement(
        arrange_file('#!/usr/bin/env python3\nimport os\nopen(os.environ["LOG"], "a").write("py\\n")\nexit(7)\n'),
        False, "not a shell script",
    ),
}  # fmt: skip


@pytest.fixture
def run(repo: Any, tmp_path: Path) -> Callable[..., Any]:
    """Runs git as a person does, with hooks; `ours` is the interpreter of ours, which notes how it was called."""
    ours = tmp_path / "it's ours/python"
    put(ours, f'#!/bin/sh\nshift 4\necho "$@" >> "{tmp_path}/ours.tmp"\nmv "{tmp_path}/ours.tmp" "{tmp_path}/ours"\n')
    repo.launch = Launch(str(ours), ("/opt/si te",))
    (repo.beside / "home").mkdir(parents=True, exist_ok=True)
    environ = {**repo.environ, "LOG": str(tmp_path / "log"), "GIT_CONFIG_NOSYSTEM": "1"}
    environ |= dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "a@example.com")
    environ |= dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "A")

    def call(*args: str, cwd: Path | None = None) -> tuple[int, str]:
        """The exit code of git, and what the person's hook has noted."""
        log = tmp_path / "log"
        log.unlink(missing_ok=True)
        ran = subprocess.run(["git", *args], cwd=cwd or repo.root, env=environ, capture_output=True)
        return ran.returncode, log.read_text() if log.exists() else ""

    assert call("commit", "-q", "--allow-empty", "-m", "first")[0] == 0
    return call


def wait_for(path: Path) -> str:
    """The content of a file that a background process writes; the limit is a guard against a hang."""
    for _ in range(1000):
        if path.exists():
            return path.read_text()
        time.sleep(0.01)
    raise AssertionError(f"{path} was not written")


def install(repo: Any) -> list[Step]:
    return install_git_hooks(repo.project, gate=repo.gate, environ=repo.environ, launch=repo.launch)


def uninstall(repo: Any) -> list[Step]:
    return uninstall_git_hooks(repo.project, gate=repo.gate, environ=repo.environ)


def read_scripts(repo: Any) -> dict[str, tuple[int, bytes]]:
    """Mode and bytes of every hook and of the configuration."""
    folders = [repo.root / ".git/hooks", repo.root / ".husky", repo.beside / "hooks", repo.root / ".githooks"]
    paths = [path for folder in folders if folder.exists() for path in (folder, *folder.rglob("*"))]
    paths += [repo.root / ".git/config"]
    return {str(path): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"") for path in paths}


@pytest.mark.parametrize("name", ARRANGEMENTS)
def test_hooks_of_the_person_run_as_before(name: str, repo: Any, run: Callable[..., Any], tmp_path: Path) -> None:
    case = ARRANGEMENTS[name]
    case.arrange(repo)
    scripts, alone = read_scripts(repo), run("checkout", "-b", "one")

    steps = {os.path.basename(step.path): step for step in install(repo)}
    assert run("checkout", "-b", "two") == alone
    if case.joins:
        assert wait_for(tmp_path / "ours").split()[:1] == ["post-checkout"]
        assert {step.verb for step in steps.values()} <= {"new", "changed"}
        assert {step.verb for step in install(repo)} == {"same"}
    else:
        step = steps["post-checkout"]
        assert step.verb in ("skipped", "refused") and case.reason in step.note

    uninstall(repo)
    assert read_scripts(repo) == scripts
    assert run("checkout", "-b", "three") == alone
    assert inspect_git_hooks(Tree(repo.project, repo.gate, repo.environ)) is None


def test_git_hands_its_arguments_to_ours(repo: Any, run: Callable[..., Any], tmp_path: Path) -> None:
    install(repo)
    run("checkout", "-b", "one")
    event, before, after, flag = wait_for(tmp_path / "ours").split()
    assert (event, flag) == ("post-checkout", "1") and before == after == repo.git("rev-parse", "HEAD").strip()


def test_the_line_survives_what_a_shell_does_with_options(repo: Any, run: Callable[..., Any], tmp_path: Path) -> None:
    put(repo.root / ".git/hooks/post-checkout", '#!/bin/sh -eu\necho "$3" >> "$LOG"\n')
    alone = run("checkout", "-b", "one")
    install(repo)
    (tmp_path / "it's ours/python").unlink()  # uninstalled: nothing is printed, and the exit code stays

    assert run("checkout", "-b", "two") == alone


def test_working_trees_share_the_hooks(repo: Any, run: Callable[..., Any], tmp_path: Path) -> None:
    run("worktree", "add", "-q", str(tmp_path / "linked"))
    before = read_scripts(repo)
    linked = type(repo)(tmp_path / "linked", repo.beside)
    linked.launch = repo.launch
    install(repo)
    assert {step.verb for step in install(linked)} == {"same"}
    assert find_hooks_folder(Tree(linked.project, repo.gate, repo.environ)).path == str(repo.root / ".git/hooks")

    uninstall(repo)
    run("checkout", "-b", "two", cwd=linked.root)
    assert wait_for(tmp_path / "ours").startswith("post-checkout")
    uninstall(linked)
    assert read_scripts(repo) == before


def test_no_line_is_offered_where_git_runs_no_hooks(repo: Any, run: Callable[..., Any]) -> None:
    run("config", "core.hooksPath", os.devnull)
    (step,) = install(repo)
    assert (step.verb, step.note) == ("skipped", f"git runs no hooks, because `core.hooksPath` is `{os.devnull}`")
    assert "`git config --show-origin core.hooksPath`" in step.hint


def test_a_submodule_has_hooks_of_its_own(repo: Any, run: Callable[..., Any], tmp_path: Path) -> None:
    run("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repo.root), "part")
    part = type(repo)(repo.root / "part", repo.beside)
    part.launch = repo.launch
    steps = install(part)

    assert {step.verb for step in steps} == {"new"}
    assert sorted(os.path.dirname(step.path) for step in steps) == [str(repo.root / ".git/modules/part/hooks")] * 4
    run("checkout", "-b", "two", cwd=part.root)
    assert wait_for(tmp_path / "ours").startswith("post-checkout")


def test_what_stands_in_the_hooks_is_inspected(repo: Any, run: Callable[..., Any], tmp_path: Path) -> None:
    tree = Tree(repo.project, repo.gate, repo.environ)
    install(repo)
    hooks = inspect_git_hooks(tree)
    assert hooks is not None and hooks.present == tuple(sorted(EVENTS)) and not hooks.missing and not hooks.dead

    put(repo.root / ".git/hooks/post-merge", "#!/bin/sh\n")
    (tmp_path / "it's ours/python").unlink()
    hooks = inspect_git_hooks(tree)
    assert hooks is not None and hooks.missing == ("post-merge",) and hooks.dead == repo.launch.python

    repo.git("config", "core.hooksPath", str(tmp_path))
    hooks = inspect_git_hooks(tree)
    assert hooks is not None and not hooks.present
