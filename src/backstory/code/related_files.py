"""Says what the other files of a ranking tell about a file: tests named like it, and files of the same folder."""

from collections.abc import Mapping, Sequence
from typing import Final

from backstory.code.index.file_table import File, FileTable

_BEST_TESTS: Final = 20
"""Tests whose names decide about code files."""
_NO_STEMS: Final = frozenset(["test", "tests", "src", "java"])
"""Names of folders that say nothing about a code file."""


def named_like_tests(table: FileTable, totals: Mapping[int, float]) -> dict[int, float]:
    """Code files named like the tests, or the tests' folders, that fit the goal best."""
    files = table.files
    tests = [id_ for id_ in totals if files[id_].role == "test"]
    tests = sorted(tests, key=lambda id_: (-totals[id_], files[id_].path))[:_BEST_TESTS]
    stems: dict[str, float] = {}
    for id_ in tests:
        for stem, worth in _tested_stems(files[id_]):
            stems[stem] = max(stems.get(stem, 0.0), worth * totals[id_])
    values: dict[int, float] = {}
    for stem, code in table.find_by_stem(stems, roles="code").items():
        worth = stems[stem] / len(code) ** 0.5
        for file in code:
            values[table.keep(file)] = max(values.get(file.id, 0.0), worth)
    return {id_: value for id_, value in values.items() if value > 0}


def _tested_stems(test: File) -> list[tuple[str, float]]:
    """(name of what a test may test, how much it counts): of the test's own name and its folder's."""
    folder = test.path.split("/")[-2].lower() if "/" in test.path else ""
    folder = folder.replace("_tests", "").replace("test_", "")
    return [(stem, worth) for stem, worth in ((test.stem, 1.0), (folder, 0.7)) if stem and stem not in _NO_STEMS]


def average_neighbours(files: Mapping[int, File], total: Mapping[int, float]) -> dict[int, float]:
    """Mean of the best three other files of the same folder."""
    folders: dict[str, list[float]] = {}
    for id_, score in total.items():
        folders.setdefault(_folder(files[id_]), []).append(score)
    best = {folder: sorted(scores, reverse=True)[:4] for folder, scores in folders.items()}
    means = {id_: _mean_of_others(best[_folder(files[id_])], score) for id_, score in total.items()}
    return {id_: mean for id_, mean in means.items() if mean > 0}


def _folder(file: File) -> str:
    return file.path.rpartition("/")[0]


def _mean_of_others(scores: Sequence[float], own: float) -> float:
    """The mean of the best three scores without a file's own."""
    others = list(scores)
    if own in others:
        others.remove(own)
    return sum(others[:3]) / 3
