"""Names the tests and documents that go with a file, by what they are called."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from backstory.code.index.file_table import File, FileTable, tests_beside

_TESTS: Final = 5
"""Tests named beside a file at most."""
_DOCS: Final = 2
"""Documents of one name at most: more of them, and the name says nothing."""


def find_tests(table: FileTable, order: Sequence[int]) -> dict[int, list[str]]:
    """File id -> the tests that go with the file by name, the nearest first."""
    files = table.files
    tests = table.find_by_stem((files[id_].stem for id_ in order if files[id_].role != "test"), roles="test")
    return {id_: _nearest_tests(files[id_], tests.get(files[id_].stem, ())) for id_ in order}


def find_docs(table: FileTable, order: Sequence[int]) -> dict[int, list[str]]:
    """File id -> the documents of its name, for code; none where the name is that of many."""
    files = table.files
    docs = table.find_by_stem((files[id_].stem for id_ in order if files[id_].role not in ("test", "doc")), roles="doc")
    beside = {stem: sorted(doc.path for doc in named) for stem, named in docs.items() if len(named) <= _DOCS}
    return {id_: beside.get(files[id_].stem, []) if files[id_].role not in ("test", "doc") else [] for id_ in order}


def _nearest_tests(file: File, tests: Iterable[File]) -> list[str]:
    """The tests among those named like a file, first those that share most folders with it."""
    folders = set(file.path.split("/")[:-1])

    def distance(test: File) -> tuple[int, str]:
        return -len(folders.intersection(test.path.split("/")[:-1])), test.path

    near = sorted(tests, key=distance)
    return list(islice((test.path for test in near if tests_beside(test, file)), _TESTS))
