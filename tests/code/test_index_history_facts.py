"""What the history says of files, on generated repositories whose truth is known."""

import os
import random
import subprocess
from pathlib import Path

import pytest

from backstory.code.index.file_history import file_history
from backstory.code.index.store import CodeIndex
from backstory.git.repository import Git

ENVIRON = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


class Repository:
    def __init__(self, path: Path) -> None:
        path.mkdir()
        subprocess.run(["git", "init", "-q", "-b", "main", path], env=ENVIRON, check=True)
        self.root, self.git, self.count = path, Git(str(path), ENVIRON), 0
        self.git.run("config", "user.email", "a@example.org")
        self.git.run("config", "commit.gpgsign", "false")

    def commit(self, message: str, *paths: str, author: str = "Ada") -> str:
        self.count += 1
        for path in paths:
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(f"x = {self.count}\n")
        self.git.run("add", "-A")
        self.git.run("-c", f"user.name={author}", "commit", "-q", "--no-verify", "--allow-empty", "-m", message)
        return self.git.run("rev-parse", "HEAD").decode().strip()

    def index(self, path: Path) -> CodeIndex:
        index = CodeIndex.open(str(path))
        index.refresh(str(self.root), self.git)
        return index


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "r")


def test_what_changes_together(repository: Repository, tmp_path: Path) -> None:
    rng = random.Random(7)
    names = [f"src/m{i}.py" for i in range(6)]
    commits: list[set[str]] = [set(names)]
    repository.commit("all", *names)
    for i in range(30):
        chosen = set(rng.sample(names[2:], 2)) if i % 2 else {names[0], names[1]}
        commits.append(chosen)
        repository.commit(f"step {i}", *chosen)
    wide = {f"wide/{i}.py" for i in range(40)} | {names[0]}
    repository.commit("reformat", *wide)
    index = repository.index(tmp_path / "code.db")
    total = len(commits)
    for path in names:
        own = [c for c in commits if path in c]
        for each in file_history(index, path).together:
            both = sum(each.path in c for c in own)
            alone = sum(each.path in c for c in commits)
            assert (each.commits, each.lift) == (both, round(both * total / (len(own) * alone), 2))
            assert both >= 2
    assert file_history(index, names[0]).together[0].path == names[1]
    assert file_history(index, names[0]).commits == 17
    assert not [c for c in file_history(index, names[0]).together if c.path.startswith("wide/")]


def test_authors_issues_reverts_and_churn(repository: Repository, tmp_path: Path) -> None:
    repository.commit("begin", "api/a.py", "web/w.py", author="Ada")
    bad = repository.commit("api: faster, see #12", "api/a.py", author="Grace")
    repository.commit(f'Revert "api: faster, see #12"\n\nThis reverts commit {bad}.\n', "api/a.py", author="Ada")
    quoted = repository.commit("web: new colours", "web/w.py", author="Linus")
    by_subject = repository.commit('Revert "web: new colours"', "web/w.py", author="Linus")
    repository.commit("api: again\n\nFixes GH-77, UTF-8", "api/b.py", author="Grace")
    index = repository.index(tmp_path / "code.db")
    api, web = file_history(index, "api"), file_history(index, "web/w.py")
    assert (api.commits, api.since, web.commits, web.since) == (4, 0, 3, 1)
    assert api.authors == [("Ada", 2), ("Grace", 2)]
    assert web.authors == [("Linus", 2), ("Ada", 1)]
    assert dict(api.issues) == {"GH-77": 1, "#12": 2}
    assert [r.undone for r in api.reverts] == [(bad,)]
    assert [(r.commit, r.undone) for r in web.reverts] == [(by_subject, (quoted,))]
    assert file_history(index, "ap").commits == 0  # a folder is no prefix of a name
    assert file_history(index).commits == 6


def test_incremental_equals_built_anew(repository: Repository, tmp_path: Path) -> None:
    repository.commit("begin", "a.py", "b.py")
    index = repository.index(tmp_path / "code.db")
    for i in range(6):
        last = repository.commit(f"step #{i}", "a.py", "b.py")
        index.refresh(str(repository.root), repository.git)
    repository.commit(f"undo\n\nThis reverts commit {last}.", "a.py")
    index.refresh(str(repository.root), repository.git)
    fresh = repository.index(tmp_path / "fresh.db")
    for path in ("a.py", "b.py", ""):
        assert file_history(index, path) == file_history(fresh, path)
    assert file_history(index, "a.py").reverts[0].undone == (last,)


def test_without_git_there_is_no_past(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.py").write_text("x = 1\n")
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(tmp_path / "t"), None)
    assert file_history(index, "a.py") == ("a.py", 0, -1, [], [], [], [])
