"""The tests and documents that are named beside a file."""

from pathlib import Path

import pytest
from testing.repositories import Repo

from backstory.code.beside import find_docs, find_tests
from backstory.code.index.file_table import FileTable
from backstory.code.index.store import CodeIndex


def table_of(repo: Repo, folder: Path, *paths: str) -> FileTable:
    repo.commit("files", **{path: f"of {path}\n" for path in paths})
    index = CodeIndex.open(str(folder / "code.db"))
    index.refresh(str(repo.root), repo.asked)
    return FileTable(index)


def beside(table: FileTable, path: str) -> tuple[list[str], list[str]]:
    id_ = table.find(path)
    assert id_ is not None
    return find_tests(table, [id_])[id_], find_docs(table, [id_])[id_]


@pytest.mark.parametrize(
    ("code", "tests"),
    [
        ("app/util/config.py", ["test/util/test_config.py"]),
        ("app/ui/commands/config.py", ["test/ui/commands/test_config.py", "test/ui/test_config.py"]),
        ("vendored/config.py", []),
    ],
)
def test_of_files_of_one_name_each_has_the_tests_nearest_to_it(
    repo: Repo, tmp_path: Path, code: str, tests: list[str]
) -> None:
    table = table_of(
        repo, tmp_path, "app/util/config.py", "app/ui/commands/config.py", "vendored/config.py",
        "test/util/test_config.py", "test/ui/commands/test_config.py", "test/ui/test_config.py",
    )  # fmt: skip

    assert beside(table, code)[0] == tests


def test_a_test_that_is_near_to_none_goes_with_all(repo: Repo, tmp_path: Path) -> None:
    table = table_of(repo, tmp_path, "linux/pool.c", "windows/pool.c", "tests/pool_test.c", "docs/pool.md")

    for code in ("linux/pool.c", "windows/pool.c"):
        assert beside(table, code)[0] == ["tests/pool_test.c"]
    assert beside(table, "docs/pool.md") == ([], [])


@pytest.mark.parametrize(
    ("path", "is_code"),
    [
        ("tools/pool.py", True), (".github/pool.py", True), ("bin/pool", False), ("pool.yml", False),
        (".github/ISSUE_TEMPLATE/pool.yml", False), ("locale/pool.json", False),
    ],
)  # fmt: skip
def test_only_code_has_tests_and_documents(repo: Repo, tmp_path: Path, path: str, is_code: bool) -> None:
    table = table_of(repo, tmp_path, path, "tests/test_pool.py", "docs/pool.md")

    assert beside(table, path) == ((["tests/test_pool.py"], ["docs/pool.md"]) if is_code else ([], []))


def test_tests_of_one_name_in_several_folders_are_all_named(repo: Repo, tmp_path: Path) -> None:
    table = table_of(repo, tmp_path, "src/pool.py", "tests/unit/test_pool.py", "tests/slow/test_pool.py")

    assert beside(table, "src/pool.py")[0] == ["tests/slow/test_pool.py", "tests/unit/test_pool.py"]


@pytest.mark.parametrize(
    ("name", "is_document"),
    [
        ("pool.md", True), ("pool.rst", True), ("pool.html", True), ("pool.1", True), ("pool", True),
        ("pool.css", False), ("pool.js", False), ("pool.png", False), ("pool.py", False),
    ],
)  # fmt: skip
def test_a_document_is_a_file_to_read(repo: Repo, tmp_path: Path, name: str, is_document: bool) -> None:
    table = table_of(repo, tmp_path, "src/pool.py", f"docs/{name}")

    assert beside(table, "src/pool.py")[1] == ([f"docs/{name}"] if is_document else [])
