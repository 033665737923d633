"""What is read off a repository, with git and without, and what is never opened."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from backstory.git import walk
from backstory.git.repository import Git
from backstory.model.snapshot import RepositoryFacts
from backstory.survey import repository as module
from backstory.survey.repository import Survey, list_files, survey_repository


def look(repo, **options) -> Survey:
    return survey_repository(str(repo.root), repo.asked, **options)


def plain(facts: RepositoryFacts) -> object:
    return msgspec.json.decode(msgspec.json.encode(facts))


def project(repo) -> None:
    for path, text in {
        "README.md": "# Frob\n\nFrob turns widgets into gadgets.\n",
        "LICENSE": "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy",
        "pyproject.toml": '[project]\nname = "frob"\n[project.scripts]\nfrob = "frob.cli:main"\n'
        '[tool.poe.tasks]\ntest = "pytest"\n',
        "Makefile": "lint:\n\truff check\n",
        "src/frob/__init__.py": "",
        "src/frob/__main__.py": "",
        "src/frob/cli.py": "def main(): ...",
        "tests/test_cli.py": "",
        "tests/data/package.json": '{"name": "not this one"}',
        "web/app.ts": "",
        "web/app.test.ts": "",
        "vendor/x/x.go": "",
    }.items():
        repo.write(path, text)


EXPECTED = {
    "name": "frob",
    "purpose": "Frob turns widgets into gadgets.",
    "licence": "MIT",
    "manifests": ["Makefile", "pyproject.toml"],
    "entry_points": [
        "src/frob/cli.py (frob = frob.cli:main)",
        "src/frob/__main__.py (python -m)",
        "src/frob/__init__.py (library)",
    ],
    "scripts": [
        {"name": "make lint", "command": "ruff check", "where": "Makefile"},
        {"name": "poe test", "command": "pytest", "where": "pyproject.toml"},
    ],
    "languages": {"Python": 4, "TypeScript": 2, "Make": 1},
    "layout": ["src/ (3)", "tests/ (2)", "web/ (2)", "vendor/ (1)"],
    "tests": ["tests/", "*.test.ts"],
}


class TestFacts:
    def test_with_git(self, repo) -> None:
        project(repo)
        repo.commit()
        assert plain(look(repo).facts) == EXPECTED

    def test_without_git(self, tmp_path: Path, make_repo: Callable[..., object]) -> None:
        folder = make_repo("plain", init=False)
        project(folder)
        assert plain(look(folder).facts) == EXPECTED

    def test_an_empty_folder(self, make_repo) -> None:
        found = look(make_repo("empty", init=False))
        assert (found.facts.name, found.files, found.skipped) == ("empty", {}, ())

    def test_broken_papers(self, repo) -> None:
        repo.write("package.json", "{nonsense")
        repo.write("pyproject.toml", b"\xff\xfe\x00[")
        repo.write("Cargo.toml", b"\0\0\0\0")
        repo.write("README.md", b"\xff\xff\xff It works \xe9 all of the time.")
        repo.write("LICENSE", b"\0" * 50)
        repo.commit()
        found = look(repo)
        assert set(found.facts.manifests) == {"package.json", "pyproject.toml", "Cargo.toml"}
        assert {s.path for s in found.skipped} == {"package.json", "pyproject.toml", "Cargo.toml"}
        assert "It works" in found.facts.purpose

    def test_description_of_the_package_when_the_readme_says_nothing(self, repo) -> None:
        repo.commit(**{"README.md": "# X\n", "package.json": '{"description": "Frobs all things."}'})
        assert look(repo).facts.purpose == "Frobs all things."

    def test_layout_opens_a_folder_that_holds_most(self, repo) -> None:
        repo.commit(**{f"src/main/java/org/x/{n}/A{i}.java": "" for n in ("web", "db") for i in range(3)}, a="")
        assert look(repo).facts.layout == ("src/ (6)", "src/main/java/org/x/db/ (3)", "src/main/java/org/x/web/ (3)")

    def test_package_names_below_src_main_are_no_roles(self, repo) -> None:
        path = "src/main/java/org/samples/petclinic/PetApplication.java"
        repo.commit(**{path: "public static void main(String[] args)"})
        assert look(repo).facts.entry_points == (f"{path} (main class)",)

    @pytest.mark.parametrize(
        ("path", "text", "found"),
        [
            ("cmd/gh/main.go", "package main\n\nfunc main() {", True),
            ("cmd/gh/main.go", "package other", False),
            ("src/bin/x.rs", "fn main() {", True),
            ("index.html", "", True),
            ("examples/main.go", "func main() {", False),
            ("manage.py", "", True),
            ("src/server.c", "int main(int argc", True),
            ("lib/server.c", "int main(", False),
        ],
    )
    def test_entry_points_by_convention(self, repo, path: str, text: str, found: bool) -> None:
        repo.commit(**{path: text})
        assert bool(look(repo).facts.entry_points) == found

    def test_many_alike_test_folders_are_one_pattern(self, repo) -> None:
        repo.commit(**{f"packages/{n}/src/__tests__/a.ts": "" for n in "abcdef"})
        assert look(repo).facts.tests == ("**/__tests__/",)


class TestFiles:
    def test_tracked_and_untracked_but_not_ignored(self, repo) -> None:
        repo.commit(
            **{"a": "1", "gone": "2", ".gitignore": "ignored\n", ".backstory/config.toml": "x", ".backstory-x": ""}
        )
        repo.write("new", "n")
        repo.write("ignored", "i")
        repo.write(".backstory/local/x", "i")
        (repo.root / "gone").unlink()
        state = repo.asked.state()
        for given in (None, state):
            files = list_files(str(repo.root), repo.asked, state=given).files
            assert set(files) - {"gone"} == {"a", "new", ".gitignore", ".backstory-x"}
            assert ("gone" in files) == (given is None)
        assert files["a"] == repo.git("rev-parse", "HEAD:a")
        assert files["new"] == ""

    def test_globs(self, repo) -> None:
        repo.commit(**{"src/a.py": "", "src/b.js": "", "build/c.py": "", "deep/build/d.py": "", "x.py": ""})

        def chosen(include: list[str], exclude: list[str]) -> set[str]:
            return set(list_files(str(repo.root), repo.asked, include=include, exclude=exclude).files)

        assert chosen(["**"], ["build/**"]) == {"src/a.py", "src/b.js", "deep/build/d.py", "x.py"}
        assert chosen(["src/**"], []) == {"src/a.py", "src/b.js"}
        assert chosen(["*.py"], ["build/"]) == {"src/a.py", "x.py"}
        assert chosen([], ["["]) == {"src/a.py", "src/b.js", "build/c.py", "deep/build/d.py", "x.py"}

    def test_the_limit_leaves_out_the_deepest_and_says_so(self, repo) -> None:
        repo.commit(**{"z": "", "a/b/c": "", "a/d": ""})
        found = list_files(str(repo.root), repo.asked, max_files=2)
        assert set(found.files) == {"z", "a/d"}
        assert found.skipped[0].reason == "1 file beyond the limit of 2"

    def test_odd_files_are_named_and_not_opened(self, repo, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "HASH_LIMIT", 1000)
        repo.commit(**{"fine": "1", "committed large": "x" * 2000})
        (repo.root / "link").symlink_to("nowhere")
        repo.git("add", "link")
        repo.commit()
        os.mkfifo(repo.root / "pipe")
        (repo.root / "loop").symlink_to(".")
        repo.write("large", "x" * 2000)
        subprocess.run(["git", "init", "-q", str(repo.root / "nested")], check=True)
        (repo.root / "nested" / "f").touch()
        found = list_files(str(repo.root), repo.asked)
        assert set(found.files) == {"fine"}
        assert {s.path: s.reason for s in found.skipped} == {
            "link": "symbolic link",
            "loop": "symbolic link",
            "large": "larger than 0 MB",
            "committed large": "larger than 0 MB",
            "nested/": "another repository",
        }

    def test_submodule_and_sparse_checkout(self, repo, make_repo) -> None:
        inner = make_repo("inner")
        inner.commit(i="1")
        repo.commit(**{"kept/a": "1", "left/b": "2", "left/c": "3"})
        repo.git("submodule", "add", "-q", str(inner.root), "lib")
        repo.commit()
        repo.git("sparse-checkout", "set", "kept")
        found = list_files(str(repo.root), repo.asked)
        assert set(found.files) == {"kept/a", ".gitmodules"}
        assert {s.path: s.reason for s in found.skipped} == {
            "lib": "submodule",
            ".": "2 tracked files are not checked out",
        }

    def test_names_no_tool_likes(self, repo) -> None:
        names = [b"caf\xe9.py", b"two\nlines", b"tab\there", b"\tflags: 7\n", b"size: 3\tflags: 0\n100644 x"]
        for name in names:
            with open(os.path.join(os.fsencode(str(repo.root)), name), "wb"):
                pass
        expected = {n.decode("utf-8", "surrogateescape") for n in names}
        assert set(list_files(str(repo.root), repo.asked).files) == expected
        repo.commit()
        found = look(repo)
        assert set(found.files) == expected
        msgspec.json.encode(found.facts)

    def test_bytes_are_the_sizes(self, repo) -> None:
        repo.commit(a="x" * 10, b="x" * 5)
        os.utime(repo.root / "a", (1, 1))
        os.utime(repo.root / "b", (1, 1))
        repo.git("update-index", "--refresh", check=False)
        repo.write("c", "x" * 4)
        assert look(repo).bytes == 19

    def test_below_the_top_level(self, repo) -> None:
        repo.commit(**{"app/a": "1", "b": "2"})
        repo.write("app/new", "")
        git = Git(str(repo.root / "app"), repo.environ)
        assert set(list_files(str(repo.root / "app"), git, state=git.state()).files) == {"a", "new"}


class TestWalk:
    def walk(self, root: Path) -> module.Listing:
        return list_files(str(root), Git(str(root), {"PATH": ""}))

    def test_ignore_files_at_every_level(self, tmp_path: Path) -> None:
        for path, text in {
            ".gitignore": "*.log\n/build\n",
            "a.log": "",
            "build/x": "",
            "a/.gitignore": "!keep.log\nsecret\n",
            "a/keep.log": "",
            "a/secret": "",
            "a/b/secret": "",
            "secret": "",
            "node_modules/m/i.js": "",
            "env/pyvenv.cfg": "",
            "env/lib/x.py": "",
            "cache/CACHEDIR.TAG": "",
            "cache/y": "",
            "a/z.py": "",
        }.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        expected = {".gitignore", "a/.gitignore", "secret", "a/z.py", "a/keep.log"}
        assert set(self.walk(tmp_path).files) == expected
        # Git itself says the same, but for folders that only the walk knows to be derived.
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
        listed = Git(str(tmp_path), {"PATH": os.environ["PATH"]}).untracked()
        assert {p for p in listed if p.partition("/")[0] not in ("node_modules", "env", "cache")} == expected

    def test_odd_files(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "loop").symlink_to(tmp_path)
        (tmp_path / "gone").symlink_to("nowhere")
        (tmp_path / "f").write_text("x")
        os.mkfifo(tmp_path / ".gitignore")
        found = self.walk(tmp_path)
        assert set(found.files) == {"f"}
        assert {s.path: s.reason for s in found.skipped} == {
            "pipe": "not a regular file",
            "loop": "symbolic link",
            "gone": "symbolic link",
            ".gitignore": "not a regular file",
        }

    def test_depth_and_number_are_bounded(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(walk, "MAX_DEPTH", 3)
        (tmp_path / "a/b/c/d/e").mkdir(parents=True)
        (tmp_path / "a/b/c/f").touch()
        (tmp_path / "a/b/c/d/g").touch()
        found = self.walk(tmp_path)
        assert set(found.files) == {"a/b/c/f"}
        assert [s.reason for s in found.skipped] == ["more than 3 folders deep"]
        monkeypatch.setattr(walk, "MAX_ENTRIES", 2)
        assert "the walk ended after 2 entries" in self.walk(tmp_path).skipped[0].reason

    def test_names_that_are_no_utf8(self, tmp_path: Path) -> None:
        with open(os.fsencode(str(tmp_path)) + b"/caf\xe9", "wb"):
            pass
        assert set(self.walk(tmp_path).files) == {"caf\udce9"}

    @pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may read everything")
    def test_a_folder_that_may_not_be_read(self, tmp_path: Path) -> None:
        (tmp_path / "shut").mkdir(mode=0)
        assert self.walk(tmp_path).skipped[0].reason == "permission denied"


def test_a_refused_repository_is_walked(repo) -> None:
    """Git's index cannot be had, the files can."""
    repo.commit(a="1")
    (repo.root / ".git" / "index").write_bytes(b"nonsense" * 20)
    assert set(list_files(str(repo.root), repo.asked).files) == {"a"}
    assert set(list_files(str(repo.root), repo.asked, state=repo.asked.state()).files) == {"a"}
