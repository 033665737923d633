"""The one resolver of project identity, over every shape a repository takes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from backstory.base.discovery import (
    ProjectLocation,
    data_home,
    find_project,
    locate_project,
    read_dot_git,
    read_head,
    read_id,
)
from backstory.model.ids import is_ulid

ID = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
OTHER = "01JD8ZK3M7Q4T9W2R5X8Y1B6C1"
ENV = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
}


def git(cwd: Path, *args: str) -> str:
    command = ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *args]
    return subprocess.run(command, cwd=cwd, env=ENV, check=True, capture_output=True, text=True).stdout.strip()


def configure(root: Path, ident: str = ID) -> Path:
    (root / ".backstory").mkdir(parents=True, exist_ok=True)
    config = root / ".backstory" / "config.toml"
    config.write_text(f'format = 1\nid = "{ident}"\n')
    return config


def commit(root: Path, message: str = "c") -> str:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture
def repo(tmp_path: Path) -> Iterator[Path]:
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q")
    yield root


def found(cwd: Path, home: str = "/nonexistent") -> ProjectLocation:
    got = find_project(str(cwd), home=home)
    assert got is not None
    return got


class TestFind:
    def test_from_the_root_and_from_below(self, repo: Path) -> None:
        config = configure(repo)
        (repo / "a" / "b").mkdir(parents=True)
        for cwd in (repo, repo / "a" / "b"):
            root, ident, git_dir, common_dir, path, how = found(cwd)
            assert (root, ident, path, how) == (str(repo), ID, str(config), "config")
            assert git_dir == common_dir == str(repo / ".git")

    def test_without_git(self, tmp_path: Path) -> None:
        configure(tmp_path / "p")
        (tmp_path / "p" / "sub").mkdir()
        assert list(found(tmp_path / "p" / "sub"))[:4] == [str(tmp_path / "p"), ID, "", ""]

    def test_nothing_there(self, tmp_path: Path) -> None:
        assert find_project(str(tmp_path), home="/nonexistent") is None
        assert locate_project(str(tmp_path), home="/nonexistent").how == "nothing"

    def test_a_plain_repository_bars_the_way_up(self, repo: Path) -> None:
        configure(repo)
        inner = repo / "vendor" / "lib"
        inner.mkdir(parents=True)
        git(inner, "init", "-q")
        assert find_project(str(inner), home="/nonexistent") is None
        assert locate_project(str(inner), home="/nonexistent").how == "repository"

    def test_a_project_below_the_top_level(self, repo: Path) -> None:
        configure(repo / "packages" / "one")
        got = found(repo / "packages" / "one")
        assert (got.root, got.git_dir) == (str(repo / "packages" / "one"), str(repo / ".git"))

    def test_a_renamed_clone_is_the_same_project(self, repo: Path, tmp_path: Path) -> None:
        configure(repo)
        commit(repo)
        git(tmp_path, "clone", "-q", "repo", "copy")
        (tmp_path / "copy").rename(tmp_path / "renamed")
        assert found(tmp_path / "renamed").id == ID

    def test_before_the_first_commit(self, repo: Path) -> None:
        configure(repo)
        got = found(repo)
        assert read_head(got.git_dir, got.common_dir) == ("", "main")

    def test_an_empty_git_folder_is_no_repository(self, tmp_path: Path) -> None:
        configure(tmp_path)
        (tmp_path / "a" / ".git").mkdir(parents=True)
        assert found(tmp_path / "a").root == str(tmp_path)

    def test_a_symlinked_cwd_is_the_place_it_points_to(self, repo: Path, tmp_path: Path) -> None:
        configure(repo)
        (tmp_path / "link").symlink_to(repo)
        assert found(tmp_path / "link").root == str(repo)

    def test_environment_of_git_is_ignored(self, repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        configure(repo)
        other = tmp_path / "other"
        other.mkdir()
        git(other, "init", "-q")
        monkeypatch.setenv("GIT_DIR", str(other / ".git"))
        monkeypatch.setenv("GIT_WORK_TREE", str(other))
        assert found(repo).git_dir == str(repo / ".git")

    def test_a_folder_that_is_gone(self, tmp_path: Path) -> None:
        assert find_project(str(tmp_path / "gone"), home="/nonexistent") is None


class TestHome:
    def test_counts_only_for_itself(self, tmp_path: Path) -> None:
        configure(tmp_path)
        (tmp_path / "work").mkdir()
        assert find_project(str(tmp_path / "work"), home=str(tmp_path)) is None
        assert found(tmp_path, home=str(tmp_path)).root == str(tmp_path)

    def test_does_not_bar_the_way_further_up(self, tmp_path: Path) -> None:
        configure(tmp_path)
        configure(tmp_path / "home", OTHER)
        (tmp_path / "home" / "work").mkdir()
        assert found(tmp_path / "home" / "work", home=str(tmp_path / "home")).id == ID

    def test_what_a_branch_left_behind_in_it_counts_no_more(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "-q")
        (tmp_path / ".backstory" / "local").mkdir(parents=True)
        (tmp_path / ".backstory" / "local" / "id").write_text(ID)
        (tmp_path / "work").mkdir()
        assert find_project(str(tmp_path / "work"), home=str(tmp_path)) is None
        assert found(tmp_path, home=str(tmp_path)).how == "left behind"

    def test_by_another_name(self, tmp_path: Path) -> None:
        (tmp_path / "real" / "work").mkdir(parents=True)
        configure(tmp_path / "real")
        (tmp_path / "link").symlink_to(tmp_path / "real")
        assert find_project(str(tmp_path / "real" / "work"), home=str(tmp_path / "link")) is None


class TestWorktrees:
    def test_a_linked_one_beside_and_inside(self, repo: Path, tmp_path: Path) -> None:
        configure(repo)
        commit(repo)
        for place in (tmp_path / "beside", repo / ".worktrees" / "inside"):
            git(repo, "worktree", "add", "-q", str(place), "-b", place.name)
            got = found(place)
            assert (got.root, got.id, got.how) == (str(place), ID, "config")
            assert got.common_dir == str(repo / ".git")
            assert got.git_dir == str(repo / ".git" / "worktrees" / place.name)
            assert read_head(got.git_dir, got.common_dir) == (git(place, "rev-parse", "HEAD"), place.name)

    def test_on_a_branch_without_a_config_the_main_one_says_it(self, repo: Path, tmp_path: Path) -> None:
        commit(repo)
        git(repo, "worktree", "add", "-q", str(repo / "in"), "-b", "old")
        configure(repo)
        commit(repo)
        (repo / "in" / "sub").mkdir()
        got = found(repo / "in" / "sub")
        assert (got.root, got.id, got.how) == (str(repo / "in"), ID, "main worktree")
        assert got.config == str(repo / ".backstory" / "config.toml")

    def test_the_main_one_without_a_config_asks_the_others(self, repo: Path, tmp_path: Path) -> None:
        commit(repo)
        for name in ("a", "b"):
            git(repo, "worktree", "add", "-q", str(tmp_path / name), "-b", name)
        configure(tmp_path / "b")
        got = found(tmp_path / "a")
        assert (got.root, got.id, got.how) == (str(tmp_path / "a"), ID, "other worktree")

    def test_worktrees_of_a_bare_repository(self, repo: Path, tmp_path: Path) -> None:
        commit(repo)
        git(tmp_path, "clone", "-q", "--bare", "repo", "bare.git")
        for name in ("a", "b"):
            git(tmp_path / "bare.git", "worktree", "add", "-q", str(tmp_path / name), "-b", name)
        assert find_project(str(tmp_path / "a"), home="/nonexistent") is None
        configure(tmp_path / "b")
        assert found(tmp_path / "a").how == "other worktree"
        assert find_project(str(tmp_path / "bare.git"), home="/nonexistent") is None

    def test_a_branch_without_a_config_keeps_what_was_left_behind(self, repo: Path) -> None:
        commit(repo)
        git(repo, "checkout", "-q", "-b", "feature")
        configure(repo)
        (repo / ".backstory" / ".gitignore").write_text("/local/\n")
        (repo / ".backstory" / "local").mkdir()
        (repo / ".backstory" / "local" / "id").write_text(ID + "\n")
        commit(repo)
        git(repo, "checkout", "-q", "main")
        got = found(repo)
        assert (got.root, got.id, got.config, got.how) == (str(repo), ID, "", "left behind")


class TestSubmodules:
    def test_belong_to_the_repository_around_them(self, repo: Path, tmp_path: Path) -> None:
        library = tmp_path / "library"
        library.mkdir()
        git(library, "init", "-q")
        commit(library)
        git(repo, "submodule", "--quiet", "add", str(library), "lib")
        assert read_dot_git(str(repo / "lib"))[0] == "submodule"
        assert find_project(str(repo / "lib"), home="/nonexistent") is None
        configure(repo)
        got = found(repo / "lib")
        assert (got.root, got.git_dir) == (str(repo), str(repo / ".git"))

    def test_with_a_config_are_projects_of_their_own(self, repo: Path, tmp_path: Path) -> None:
        library = tmp_path / "library"
        library.mkdir()
        git(library, "init", "-q")
        configure(library, OTHER)
        commit(library)
        configure(repo)
        git(repo, "submodule", "--quiet", "add", str(library), "lib")
        got = found(repo / "lib")
        assert (got.id, got.git_dir) == (OTHER, str(repo / ".git" / "modules" / "lib"))


class TestReadId:
    @pytest.mark.parametrize(
        "text",
        [
            f'id = "{ID}"\n',
            f"id='{ID}'",
            f'\ufeffformat = 1\r\nid = "{ID}"\r\n',
            f'  id   =   "{ID}"   # the project\n[x]\n',
            f'"id" = "{ID}"\n',
            f'broken = [[[\nid = "{ID}"\n= = =\n',
            f'<<<<<<< HEAD\nid = "{ID}"\n=======\nid = "{OTHER}"\n>>>>>>> x\n',
            f'id = "nonsense"\nid = "{ID}"\n',
        ],
    )
    def test_of_a_file_however_broken(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "c").write_bytes(text.encode())
        assert read_id(str(tmp_path / "c")) == ID

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "format = 1\n",
            'id = "../../../etc"\n',
            f'id = "{ID}/.."\n',
            f'id = "{ID.lower()}"\n',
            f'id = "8{ID[1:]}"\n',
            f'[a]\nid = "{ID}"\n',
            f"id = {ID}\n",
            'id = ""\n',
        ],
    )
    def test_that_is_none(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "c").write_text(text)
        assert read_id(str(tmp_path / "c")) == ""

    def test_an_unreadable_config_is_named_and_not_passed_over(self, tmp_path: Path) -> None:
        configure(tmp_path)
        configure(tmp_path / "in").write_text("format = 1\n")
        got = locate_project(str(tmp_path / "in"), home="/nonexistent")
        assert (got.root, got.id, got.how) == (str(tmp_path / "in"), "", "unreadable")

    def test_never_waits_on_a_fifo(self, tmp_path: Path) -> None:
        (tmp_path / ".backstory").mkdir()
        os.mkfifo(tmp_path / ".backstory" / "config.toml")
        assert locate_project(str(tmp_path), home="/nonexistent").how == "nothing"

    def test_one_check_of_ids_here_and_in_the_model(self) -> None:
        from backstory.base.discovery import is_id

        for text in (ID, ID.lower(), "8" + ID[1:], ID[:-1], ID + "0", "", "0" * 26, "O" * 26, "é" * 26):
            assert is_id(text) == is_ulid(text)


class TestShared:
    def test_a_config_planted_by_somebody_else_above_is_passed_over(self, tmp_path: Path) -> None:
        if os.geteuid() != 0:
            pytest.skip("needs root to change owners")
        shared = tmp_path / "shared"
        configure(shared)
        (shared / "mine").mkdir()
        shared.chmod(0o1777)
        os.chown(shared / ".backstory", 12345, 12345)
        code = (
            "import os\nfrom backstory.base.discovery import locate_project\nos.setuid(23456)\n"
            f"print(locate_project({str(shared / 'mine')!r}, home='/nonexistent').how)"
        )
        for parent in (tmp_path, *tmp_path.parents):
            if not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o011)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"another user cannot run this interpreter: {done.stderr[-80:]}")
        assert done.stdout.strip() == "nothing"
        os.chown(shared / ".backstory", 23456, 23456)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.stdout.strip() == "config"


class TestHead:
    def test_of_branch_detached_packed_and_unborn(self, repo: Path) -> None:
        git_dir = str(repo / ".git")
        assert read_head(git_dir, git_dir) == ("", "main")
        one = commit(repo)
        assert read_head(git_dir, git_dir) == (one, "main")
        git(repo, "checkout", "-q", "-b", "feat/pay")
        two = commit(repo)
        git(repo, "pack-refs", "--all")
        assert read_head(git_dir, git_dir) == (two, "feat/pay")
        git(repo, "checkout", "-q", "--detach")
        assert read_head(git_dir, git_dir) == (two, "")

    def test_of_a_sha256_repository(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "-q", "--object-format=sha256")
        one = commit(tmp_path)
        assert read_head(str(tmp_path / ".git"), str(tmp_path / ".git")) == (one, "main")

    @pytest.mark.parametrize("text", ["", "ref: ../../../etc/passwd", "ref: /etc/passwd", "ref: HEAD", "odd", "ref:"])
    def test_of_damage_is_empty(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "HEAD").write_text(text)
        assert read_head(str(tmp_path), str(tmp_path)) == ("", "")

    def test_without_git(self) -> None:
        assert read_head("", "") == ("", "")


class TestDataHome:
    def test_order(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        assert data_home({"HOME": "/h"}) == "/h/.local/share/backstory"
        assert data_home({"HOME": "/h", "XDG_DATA_HOME": "/x"}) == "/x/backstory"
        assert data_home({"HOME": "/h", "XDG_DATA_HOME": "relative"}) == "/h/.local/share/backstory"
        assert data_home({"HOME": "/h", "XDG_DATA_HOME": "/x", "BACKSTORY_HOME": "/b"}) == "/b"
        assert data_home({"HOME": "/h", "BACKSTORY_HOME": "~/b"}) == "/h/b"

    def test_of_other_systems(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "darwin")
        assert data_home({"HOME": "/h"}) == "/h/Library/Application Support/backstory"
        monkeypatch.setattr(sys, "platform", "win32")
        assert data_home({"USERPROFILE": "/u", "LOCALAPPDATA": "/l"}) == "/l/backstory"


def test_a_git_file_that_names_no_folder_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").write_bytes(b"gitdir: ../x\0y\nmore")
    assert read_dot_git(str(tmp_path)) == ("", "", "")
