"""A repository by its folders: the part each plays, the languages in it, its layout, where its tests are."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from backstory.code.read.languages import language_of
from backstory.code.read.roles import role_of
from backstory.git.worktree import escape_path

_LAYOUT: Final = 24
_TESTS: Final = 16
FOREIGN: Final = frozenset(("vendored", "generated", "test", "example", "bench"))
"""Roles of folders whose files are not the project's own code."""
_LANGUAGES: Final[dict[str, str]] = {
    "cpp": "C++", "c++": "C++", "csharp": "C#", "c#": "C#", "fsharp": "F#", "css": "CSS", "html": "HTML", "sql": "SQL",
    "php": "PHP", "javascript": "JavaScript", "typescript": "TypeScript", "cmake": "CMake",
    "objective-c": "Objective-C", "graphql": "GraphQL", "powershell": "PowerShell", "ocaml": "OCaml",
    "protobuf": "Protocol Buffers",
}  # fmt: skip


class Folders:
    """Files by folder, so that each folder's role is decided once."""

    def __init__(self, files: Iterable[str]) -> None:
        self.names: dict[str, list[str]] = {}
        for path in files:
            folder, _, base = path.rpartition("/")
            self.names.setdefault(folder, []).append(base)
        # Below `src/main/` folders are package names: `org/.../samples/petclinic` is not an example.
        self.role: dict[str, str] = {
            folder: role_of((folder + "/").partition("src/main/")[0] + "x") for folder in self.names
        }


def count_languages(folders: Folders) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for folder, names in folders.names.items():
        if folders.role[folder] in ("vendored", "generated"):
            continue
        for base in names:
            language = language_of(base)
            if language is not None and language.code:
                counts[_LANGUAGES.get(language.name, language.name.capitalize())] += 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def describe_layout(folders: Folders) -> tuple[str, ...]:
    """Top folders with counts, the fullest first; a folder that holds most files is opened."""
    counts = _below(folders, "")
    total = sum(len(names) for names in folders.names.values())
    tops = sorted(counts, key=lambda folder: (-counts[folder], folder))
    out: list[str] = []
    for top in tops[:_LAYOUT]:
        out.append(f"{escape_path(top)}/ ({counts[top]:,})")
        if counts[top] * 2 > total:
            inner = _open_folder(folders, top)
            fullest = sorted(inner, key=lambda folder: (-inner[folder], folder))[:8]
            out += [f"{escape_path(folder)}/ ({inner[folder]:,})" for folder in fullest]
    if len(tops) > _LAYOUT:
        out.append(f"and {len(tops) - _LAYOUT} more folders")
    return tuple(out)


def _open_folder(folders: Folders, top: str) -> Counter[str]:
    """The folders in a folder; where there is one alone, those in it."""
    inner = _below(folders, top + "/")
    while len(inner) == 1:
        only = next(iter(inner))
        deeper = _below(folders, only + "/") if only.count("/") < 6 else None
        if not deeper:
            break
        inner = deeper
    return inner


def _below(folders: Folders, prefix: str) -> Counter[str]:
    """Folders right below `prefix` (empty, or with a slash at its end) with the number of files in each."""
    counts: Counter[str] = Counter()
    for folder, names in folders.names.items():
        if folder.startswith(prefix) and len(folder) > len(prefix):
            counts[prefix + folder[len(prefix) :].partition("/")[0]] += len(names)
    return counts


def test_places(folders: Folders) -> tuple[str, ...]:
    """Top-most folders of tests, and patterns of test files that lie beside the code, the fullest first."""
    counts = _count_tests(folders)
    alike: Counter[str] = Counter(_last_folder(path) for path in counts if path.endswith("/"))
    grouped: Counter[str] = Counter()
    for path, count in counts.items():
        last = _last_folder(path)
        grouped[f"**/{last}/" if path.endswith("/") and alike[last] > 3 else path] += count
    fullest = sorted(grouped.items(), key=lambda item: (-item[1], item[0]))
    return tuple(escape_path(path) for path, _ in fullest[:_TESTS])


def _count_tests(folders: Folders) -> Counter[str]:
    """Test files by their top-most folder of tests, or by pattern where they lie beside the code."""
    counts: Counter[str] = Counter()
    for folder, names in folders.names.items():
        if folders.role[folder] == "test":
            counts[_top_of_tests(folder)] += len(names)
        elif folders.role[folder] not in FOREIGN:
            counts.update(_pattern(base) for base in names if _is_test(base))
    return counts


def _top_of_tests(folder: str) -> str:
    """The top-most folder round a folder of tests that is one too."""
    parts = folder.split("/")
    tops = ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
    return next(top for top in tops if role_of(top + "/x") == "test") + "/"


def _is_test(base: str) -> bool:
    if "est" not in base and "pec" not in base:
        return False
    language = language_of(base)
    return language is not None and language.code and role_of(base, language) == "test"


def _last_folder(path: str) -> str:
    return path.rpartition("/")[0].rpartition("/")[2]


def _pattern(base: str) -> str:
    """The pattern by which a test file's name says so, such as `*_test.go`; else the name itself."""
    stem, dot, ending = base.partition(".")
    if ending.startswith(("test.", "spec.", "e2e.")):
        return f"*.{ending}"
    for mark in ("_test", "_tests", "_spec", "-test", "-spec", "Test", "Tests", "TestCase", "Spec", "Suite", "IT"):
        if stem.endswith(mark) and stem != mark:
            return f"*{mark}{dot}{ending}"
    return f"test_*{dot}{ending}" if stem.startswith("test_") else base
