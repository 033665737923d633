"""Names the tests and documents that go with a file, by what they are called."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from backstory.code.index.file_table import File, FileTable, tests_beside
from backstory.code.read.languages import language_of
from backstory.model.late_pattern import late_pattern

_TESTS: Final = 5
"""Tests named beside a file at most."""
_DOCS: Final = 2
"""Documents of one name at most: more of them, and the name says nothing."""
_NOT_CODE: Final = frozenset(["test", "doc", "config", "other"])
"""Roles of files that no test and no document is written for."""
_NOTHING: Final[Mapping[int, list[str]]] = {}
_PROSE: Final = late_pattern(
    r"(?i)\.(?:md|mdx|markdown|mkd|rst|txt|adoc|asciidoc|org|textile|pod|rdoc|html?|ipynb|tex|texi|[1-9])$"
)
"""How names of documents end that people read."""


def find_tests(table: FileTable, order: Sequence[int]) -> dict[int, list[str]]:
    """File id -> the tests that go with the file by name, the nearest first.

    Of several files of one name, a test goes with those that share most folders with it.
    """
    files = table.files
    stems = {files[id_].stem for id_ in order if _is_code(files[id_])}
    tests = table.find_by_stem(stems, roles="test")
    namesakes = table.find_by_stem(tests, roles="code")
    nearest = {stem: _find_nearest(named, namesakes.get(stem, ())) for stem, named in tests.items()}
    return {id_: nearest.get(files[id_].stem, _NOTHING).get(id_, []) for id_ in order}


def _find_nearest(tests: Iterable[File], code: Iterable[File]) -> dict[int, list[str]]:
    """File id -> the tests that share more folders with the file than with others of its name, those with most first.

    They share a folder where both paths have one of its name, at whatever depth.
    """
    folders = {file: _folders(file) for file in code if _is_code(file)}
    nearest: dict[int, list[tuple[int, str]]] = {}
    for test in tests:
        own = _folders(test)
        shared = {file: len(own & others) for file, others in folders.items() if tests_beside(test, file)}
        most = max(shared.values(), default=0)
        for file, number in shared.items():
            if number == most:
                nearest.setdefault(file.id, []).append((-number, test.path))
    return {id_: [path for _, path in sorted(paths)[:_TESTS]] for id_, paths in nearest.items()}


def find_docs(table: FileTable, order: Sequence[int]) -> dict[int, list[str]]:
    """File id -> the documents of its name, for code; none where the name is that of many."""
    files = table.files
    stems = {files[id_].stem for id_ in order if _is_code(files[id_])}
    docs = table.find_by_stem(stems, roles="doc")
    prose = {stem: sorted(doc.path for doc in named if _is_prose(doc.path)) for stem, named in docs.items()}
    beside = {stem: paths for stem, paths in prose.items() if len(paths) <= _DOCS}
    return {id_: beside.get(files[id_].stem, []) if _is_code(files[id_]) else [] for id_ in order}


def _is_code(file: File) -> bool:
    """Whether a file is code; of those whose folder decides about their role, a script is and a workflow is not."""
    language = language_of(file.path)
    return file.role not in _NOT_CODE and (language is None or language.code)


def _folders(file: File) -> frozenset[str]:
    return frozenset(file.path.split("/")[:-1])


def _is_prose(path: str) -> bool:
    """Whether a file among the documents is one to read: no style sheet, script or picture."""
    name = path[path.rfind("/") + 1 :]
    return "." not in name[1:] or _PROSE.search(name) is not None
