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
            f: role_of(((f + "/").partition("src/main/")[0] if "src/main/" in f + "/" else f + "/") + "x")
            for f in self.names
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
    tops = sorted(counts, key=lambda f: (-counts[f], f))
    out: list[str] = []
    for top in tops[:_LAYOUT]:
        out.append(f"{escape_path(top)}/ ({counts[top]:,})")
        if counts[top] * 2 > total:
            inner = _below(folders, top + "/")
            while len(inner) == 1 and (only := next(iter(inner))).count("/") < 6:
                inner = _below(folders, only + "/") or inner
                if only in inner:
                    break
            out += [f"{escape_path(f)}/ ({inner[f]:,})" for f in sorted(inner, key=lambda f: (-inner[f], f))[:8]]
    if len(tops) > _LAYOUT:
        out.append(f"and {len(tops) - _LAYOUT} more folders")
    return tuple(out)


def _below(folders: Folders, prefix: str) -> Counter[str]:
    """Folders right below `prefix` (empty, or with a slash at its end) with the number of files in each."""
    counts: Counter[str] = Counter()
    for folder, names in folders.names.items():
        if folder.startswith(prefix) and len(folder) > len(prefix):
            counts[prefix + folder[len(prefix) :].partition("/")[0]] += len(names)
    return counts


def test_places(folders: Folders) -> tuple[str, ...]:
    """Top-most folders of tests, and patterns of test files that lie beside the code, the fullest first."""
    counts: Counter[str] = Counter()
    for folder, names in folders.names.items():
        if folders.role[folder] == "test":
            parts = folder.split("/")
            top = next(i for i in range(1, len(parts) + 1) if role_of("/".join(parts[:i]) + "/x") == "test")
            counts["/".join(parts[:top]) + "/"] += len(names)
        elif folders.role[folder] not in FOREIGN:
            for base in names:
                if "est" in base or "pec" in base:
                    language = language_of(base)
                    if language is not None and language.code and role_of(base, language) == "test":
                        counts[_pattern(base)] += 1
    alike: Counter[str] = Counter(f.rpartition("/")[0].rpartition("/")[2] for f in counts if f.endswith("/"))
    grouped: Counter[str] = Counter()
    for path, count in counts.items():
        last = path.rpartition("/")[0].rpartition("/")[2]
        grouped[f"**/{last}/" if path.endswith("/") and alike[last] > 3 else path] += count
    return tuple(escape_path(p) for p, _ in sorted(grouped.items(), key=lambda item: (-item[1], item[0]))[:_TESTS])


def _pattern(base: str) -> str:
    """The pattern by which a test file's name says so, such as `*_test.go`; else the name itself."""
    stem, dot, ending = base.partition(".")
    if ending.startswith(("test.", "spec.", "e2e.")):
        return f"*.{ending}"
    for mark in ("_test", "_tests", "_spec", "-test", "-spec", "Test", "Tests", "TestCase", "Spec", "Suite", "IT"):
        if stem.endswith(mark) and stem != mark:
            return f"*{mark}{dot}{ending}"
    return f"test_*{dot}{ending}" if stem.startswith("test_") else base
