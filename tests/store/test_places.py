"""Where everything lies, and what a person is told about it."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.store.conftest import ID, make

from backstory.base.discovery import read_head
from backstory.model.errors import BackstoryError, Exit, NewerFormat, NoProject
from backstory.redact.gate import Gate
from backstory.store.places import (
    config_format,
    init_root,
    is_too_wide,
    machine_key,
    make_private,
    note_root,
    project_roots,
    resolve_project,
)
from backstory.store.records import RecordStore
from backstory.store.scaffold import write_scaffold
from backstory.store.spool import put_in_spool

Git = Callable[..., str]
NOWHERE = {"HOME": "/nonexistent", "BACKSTORY_HOME": "/nonexistent/data"}


@pytest.fixture
def repo(tmp_path: Path, git: Git) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q")
    return root


def configure(root: Path, text: str = f'format = 1\nid = "{ID}"\n') -> Path:
    (root / ".backstory").mkdir(parents=True, exist_ok=True)
    config = root / ".backstory" / "config.toml"
    config.write_text(text)
    return config


class TestResolve:
    def test_names_every_place_and_says_why(self, repo: Path) -> None:
        config = configure(repo)
        (repo / "sub").mkdir()
        got = resolve_project(str(repo / "sub"), NOWHERE)
        assert got[:9] == (
            str(repo), ID, "/nonexistent/data", f"/nonexistent/data/projects/{ID}", str(repo / ".backstory"),
            "/nonexistent/data/user", str(repo / ".backstory" / "local"), str(repo / ".git"), str(repo / ".git"),
        )  # fmt: skip
        assert got.reasons == (
            f"`{config}` is the nearest config upwards",
            f"the project id is {ID}",
            f"private memory and the index are in `/nonexistent/data/projects/{ID}`",
        )

    def test_of_a_worktree_whose_branch_has_none(self, repo: Path, tmp_path: Path, git: Git) -> None:
        git(repo, "commit", "-q", "--allow-empty", "-m", "c")
        git(repo, "worktree", "add", "-q", str(tmp_path / "linked"))
        configure(repo)
        got = resolve_project(str(tmp_path / "linked"), NOWHERE)
        assert (got.root, got.id, got.team) == (str(tmp_path / "linked"), ID, str(tmp_path / "linked" / ".backstory"))
        assert "is a linked worktree; the id is from the main one" in got.reasons[0]
        assert got.folder == repo.name

    def test_of_another_folder_by_name(self, repo: Path, tmp_path: Path) -> None:
        configure(repo)
        for given in ("repo", str(repo)):
            got = resolve_project(str(tmp_path), NOWHERE, project_root=given)
            assert (got.root, got.reasons[0]) == (str(repo), f"`--project-root {given}` was given")

    def test_home_by_name_only(self, tmp_path: Path) -> None:
        configure(tmp_path)
        (tmp_path / "w").mkdir()
        environ = {**NOWHERE, "HOME": str(tmp_path)}
        with pytest.raises(NoProject):
            resolve_project(str(tmp_path / "w"), environ)
        assert resolve_project(str(tmp_path / "w"), environ, project_root="..").root == str(tmp_path)

    @pytest.mark.parametrize("given", ["gone", "file"])
    def test_of_a_folder_that_is_none(self, tmp_path: Path, given: str) -> None:
        (tmp_path / "file").write_text("")
        for ask in (resolve_project, init_root):
            with pytest.raises(BackstoryError, match=f"no folder `{given}`") as caught:
                ask(str(tmp_path), NOWHERE, project_root=given)
            assert caught.value.code == Exit.NO_PROJECT

    def test_nowhere(self, repo: Path) -> None:
        with pytest.raises(NoProject, match="no project memory in"):
            resolve_project(str(repo), NOWHERE)

    def test_in_a_bare_repository_or_a_git_folder(self, repo: Path, tmp_path: Path, git: Git) -> None:
        git(tmp_path, "init", "-q", "--bare", "bare.git")
        for where in (tmp_path / "bare.git", tmp_path / "bare.git" / "refs", repo / ".git", repo / ".git" / "objects"):
            for ask in (resolve_project, init_root):
                with pytest.raises(BackstoryError, match="bare repository") as caught:
                    ask(str(where), NOWHERE)
                assert caught.value.code == Exit.NO_PROJECT and "git worktree add" in caught.value.hint

    def test_a_config_without_an_id_is_named(self, repo: Path) -> None:
        config = configure(repo, "format = 1\n")
        with pytest.raises(BackstoryError, match="has no line `id") as caught:
            resolve_project(str(repo), NOWHERE)
        assert str(config) in caught.value.message and "backstory init" in caught.value.hint

    def test_a_config_broken_elsewhere_still_says_which_project(self, repo: Path) -> None:
        configure(repo, f'x = [[[\nid = "{ID}"\n<<<<<<< HEAD\n')
        assert resolve_project(str(repo), NOWHERE).id == ID

    def test_a_newer_format_is_left_alone(self, repo: Path) -> None:
        configure(repo, f'format = 2\nid = "{ID}"\n')
        with pytest.raises(NewerFormat, match="in format 2, this version reads up to 1"):
            resolve_project(str(repo), NOWHERE)

    @pytest.mark.parametrize(
        ("text", "number"),
        [("", 1), ("format=7", 7), ("\ufeffformat = 2 # x\r\n", 2), ("[a]\nformat = 9", 1), ('format = "x"', 1)],
    )
    def test_format(self, tmp_path: Path, text: str, number: int) -> None:
        (tmp_path / "c").write_bytes(text.encode())
        assert config_format(str(tmp_path / "c")) == number

    def test_of_environment_git_sets_for_hooks(self, repo: Path) -> None:
        configure(repo)
        environ = {**NOWHERE, "GIT_DIR": "/elsewhere/.git", "GIT_WORK_TREE": "/elsewhere", "GIT_INDEX_FILE": "/x"}
        assert resolve_project(str(repo), environ).git_dir == str(repo / ".git")


class TestInitRoot:
    def test_the_top_level_of_git(self, repo: Path) -> None:
        (repo / "a" / "b").mkdir(parents=True)
        got = init_root(str(repo / "a" / "b"), NOWHERE)
        assert got[:5] == (str(repo), "", str(repo / ".backstory"), str(repo / ".git"), str(repo / ".git"))
        assert got.reasons == (f"`{repo}` is the top level of the git repository",)

    def test_the_folder_without_git(self, tmp_path: Path) -> None:
        got = init_root(str(tmp_path), NOWHERE)
        assert (got.root, got.id, got.git_dir) == (str(tmp_path), "", "")

    def test_again_is_the_same_place(self, repo: Path) -> None:
        configure(repo)
        (repo / "sub").mkdir()
        assert init_root(str(repo / "sub"), NOWHERE)[:2] == (str(repo), ID)

    def test_in_a_linked_worktree_the_id_is_the_main_ones(self, repo: Path, tmp_path: Path, git: Git) -> None:
        git(repo, "commit", "-q", "--allow-empty", "-m", "c")
        git(repo, "worktree", "add", "-q", str(tmp_path / "linked"))
        assert init_root(str(tmp_path / "linked"), NOWHERE)[:2] == (str(tmp_path / "linked"), "")
        configure(repo)
        assert init_root(str(tmp_path / "linked"), NOWHERE)[:2] == (str(tmp_path / "linked"), ID)

    def test_a_folder_named_on_purpose_inside_a_project(self, repo: Path) -> None:
        configure(repo)
        (repo / "packages" / "one").mkdir(parents=True)
        got = init_root(str(repo), NOWHERE, project_root="packages/one")
        assert (got.root, got.id, got.git_dir) == (str(repo / "packages" / "one"), "", str(repo / ".git"))

    def test_a_submodule_and_a_nested_repository_are_places_of_their_own(
        self, repo: Path, tmp_path: Path, git: Git
    ) -> None:
        library = tmp_path / "library"
        library.mkdir()
        git(library, "init", "-q")
        git(library, "commit", "-q", "--allow-empty", "-m", "c")
        git(repo, "submodule", "--quiet", "add", str(library), "lib")
        git(repo, "init", "-q", "nested")
        for name in ("lib", "nested"):
            assert init_root(str(repo / name), NOWHERE).root == str(repo / name)
        configure(repo)
        assert init_root(str(repo / "lib"), NOWHERE).root == str(repo)
        assert init_root(str(repo / "nested"), NOWHERE).root == str(repo / "nested")

    def test_a_config_without_an_id_is_kept_and_completed(self, repo: Path) -> None:
        configure(repo, "format = 1\n")
        assert init_root(str(repo), NOWHERE)[:2] == (str(repo), "")


class TestMachineKey:
    def test_is_made_once_and_private(self, tmp_path: Path) -> None:
        home = str(tmp_path / "data")
        old = os.umask(0)
        try:
            key = machine_key(home)
        finally:
            os.umask(old)
        assert len(key) == 32 and machine_key(home) == key
        assert os.stat(os.path.join(home, "key")).st_mode & 0o777 == 0o600
        assert os.stat(home).st_mode & 0o777 == 0o700
        assert os.listdir(home) == ["key"]

    def test_made_at_once_by_many_is_one(self, tmp_path: Path) -> None:
        keys: list[bytes] = []
        threads = [threading.Thread(target=lambda: keys.append(machine_key(str(tmp_path / "d")))) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(keys)) == 1 and len(keys) == 12
        assert os.listdir(tmp_path / "d") == ["key"]

    def test_a_broken_one_is_replaced(self, tmp_path: Path) -> None:
        (tmp_path / "key").write_bytes(b"short")
        key = machine_key(str(tmp_path))
        assert len(key) == 32 and (tmp_path / "key").read_bytes() == key

    def test_where_nothing_can_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        assert len(machine_key(str(tmp_path / "file"))) == 32


class TestRoots:
    def test_are_noted_for_uninstall(self, repo: Path, tmp_path: Path) -> None:
        configure(repo)
        configure(tmp_path / "clone")
        environ = {**NOWHERE, "BACKSTORY_HOME": str(tmp_path / "data")}
        for root in (repo, tmp_path / "clone", repo):
            note_root(resolve_project(str(root), environ), "shop")
        private = resolve_project(str(repo), environ).private
        assert project_roots(private) == ([str(tmp_path / "clone"), str(repo)], "shop")
        assert os.stat(os.path.join(private, "project.json")).st_mode & 0o777 == 0o600

    def test_of_a_broken_note_are_none(self, tmp_path: Path) -> None:
        (tmp_path / "project.json").write_text("{broken")
        assert project_roots(str(tmp_path)) == ([], "")

    def test_private_folders(self, repo: Path, tmp_path: Path) -> None:
        configure(repo)
        project = resolve_project(str(repo), {**NOWHERE, "BACKSTORY_HOME": str(tmp_path / "data")})
        old = os.umask(0)
        try:
            make_private(project)
        finally:
            os.umask(old)
        for folder in (project.home, project.private, project.user, os.path.join(project.user, "memory")):
            assert os.stat(folder).st_mode & 0o777 == 0o700


class TestOddPaths:
    """Names that are not UTF-8, hold a newline, are long, or differ in composition only."""

    @pytest.mark.parametrize(
        "name",
        [b"\xff\xfe", b"new\nline", "Gr\u00f6\u00dfe \U0001f600".encode(), "e\u0301".encode(), b"x" * 255, b" -rf *"],
    )
    def test_of_a_project(self, tmp_path: Path, gate: Gate, git: Git, name: bytes) -> None:
        root = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
        try:
            root.mkdir()
        except OSError as err:
            pytest.skip(f"this file system does not take the name: {err}")
        git(root, "init", "-q")
        write_scaffold(str(root / ".backstory"), ID)
        project = resolve_project(str(root), {**NOWHERE, "BACKSTORY_HOME": str(root / "data")})
        assert (project.root, project.id) == (str(root), ID)
        for scope, folder in (("team", project.team), ("private", project.private)):
            store = RecordStore(os.path.join(folder, "memory"), scope, gate)
            _, path = store.add(make(1))
            store.change(path, {"tier": "pinned"})
            assert [f.path for f in store.files()] == [path]
        put_in_spool(os.path.join(project.local, "spool"), make(2), gate)
        note_root(project)
        assert project_roots(project.private)[0] == [str(root)]
        assert read_head(project.git_dir, project.common_dir) == ("", "main")
        with pytest.raises(BackstoryError):
            store.change(os.path.join(folder, "none"), {"tier": "pinned"})


@pytest.mark.skipif(os.name == "nt", reason="paths of Unix")
def test_what_is_too_wide_for_a_project() -> None:
    home = "/no-such-home/ada"
    assert all(is_too_wide(folder, home) for folder in ("/", "/no-such-home", home, home + "/"))
    assert is_too_wide("/", "/elsewhere")
    assert not any(is_too_wide(folder, home) for folder in ("/no-such-home/adam", home + "/work", "/srv", "/no-such"))
