"""Kinds of files that rules speak of by another name than their path: `assets/manual/bat.1.in` is the man page.

No regular expressions: the hook process does not load them.
"""

FILE_WORDS = {
    "manpage": "man manpage manpages manual manuals",
    "typings": "types typings typescript definitelytyped declarations stubs",
    "lockfile": "lock lockfile lockfiles",
    "ci": "ci workflow workflows pipeline pipelines",
    "snapshot": "snapshot snapshots",
    "license": "license licence copyright",
    "vendored": "vendor vendored",
    "migration": "migration migrations",
    "generated": "generated generator codegen",
    "example": "example examples",
    "fixture": "fixture fixtures testdata",
    "container": "docker dockerfile image compose",
    "testfile": "test tests testing spec specs",
}
"""Kind of file -> words by which rules name it."""
_NAMES = {
    "package-lock.json": "lockfile", "yarn.lock": "lockfile", "pnpm-lock.yaml": "lockfile", "cargo.lock": "lockfile",
    "poetry.lock": "lockfile", "uv.lock": "lockfile", "gemfile.lock": "lockfile", "composer.lock": "lockfile",
    "go.sum": "lockfile", "bun.lockb": "lockfile", "flake.lock": "lockfile", "mix.lock": "lockfile",
    ".gitlab-ci.yml": "ci", "jenkinsfile": "ci", ".travis.yml": "ci", "azure-pipelines.yml": "ci",
    "license": "license", "license.md": "license", "license.txt": "license", "copying": "license",
    "dockerfile": "container", "docker-compose.yml": "container", "compose.yaml": "container",
}  # fmt: skip
"""Name of a file -> its kind."""
_ENDINGS = {
    ".d.ts": "typings", ".d.mts": "typings", ".d.cts": "typings", ".pyi": "typings", ".snap": "snapshot",
    ".pb.go": "generated", "_pb2.py": "generated", ".g.dart": "generated",
}  # fmt: skip
_FOLDERS = {
    "man": "manpage", "man1": "manpage", "manual": "manpage", "workflows": "ci", ".circleci": "ci",
    "__snapshots__": "snapshot", "snapshots": "snapshot", "vendor": "vendored", "third_party": "vendored",
    "migrations": "migration", "generated": "generated", "examples": "example", "fixtures": "fixture",
    "testdata": "fixture", "__fixtures__": "fixture",
}  # fmt: skip
_SPOKEN = {
    "man page": "manpage", "manpage": "manpage", "manual page": "manpage", "type definitions": "typings",
    "type declarations": "typings", "typings": "typings", "lock file": "lockfile", "lockfile": "lockfile",
    "ci workflow": "ci", "ci config": "ci", "ci pipeline": "ci", "the workflow": "ci", "snapshots": "snapshot",
    "snapshot": "snapshot", "license header": "license", "vendor folder": "vendored", "dockerfile": "container",
    "migration": "migration",
}  # fmt: skip
"""What such a file is called without its path."""
_CAPITALISED = frozenset(("java", "kt", "kts", "scala", "groovy", "php", "cs", "swift", "hs"))
"""Endings of files that are named like `PoolTest`."""
_OTHER_NAMES = frozenset(("latest", "contest", "greatest", "newest"))
_SECTIONS = frozenset("12345678")
_AROUND = "`'\"“”‘’()[]{}<>,;:!?"


def find_file_kinds(text: str) -> "frozenset[str]":
    """The kinds of files that an order names, by their paths or in words."""
    kinds = [kind for token in text.lower().split() for kind in _list_kinds(token.strip(_AROUND).rstrip("."))]
    line = f" {' '.join(text.lower().replace(',', ' ').replace('.', ' ').split())} "
    kinds += [kind for words, kind in _SPOKEN.items() if f" {words} " in line]
    return frozenset(kinds)


def _list_kinds(path: str) -> "list[str]":
    *folders, name = path.replace("\\", "/").split("/")
    kinds = [_FOLDERS[folder] for folder in folders if folder in _FOLDERS]
    kinds += [kind for ending, kind in _ENDINGS.items() if name.endswith(ending)]
    if name in _NAMES:
        kinds.append(_NAMES[name])
    if _is_test(name):
        kinds.append("testfile")
    parts = name.removesuffix(".in").removesuffix(".md").split(".")
    if len(parts) == 2 and parts[1] in _SECTIONS and _is_program(parts[0]):
        kinds.append("manpage")
    return kinds


def _is_test(name: str) -> bool:
    """Whether a file has a name as files of tests have: `test_pool.py`, `PoolTest.java`, `pool.spec.ts`."""
    stem, dot, ending = name.partition(".")
    words = [*stem.replace("-", "_").split("_"), *ending.split(".")[:-1]]
    is_named = ending in _CAPITALISED and stem.endswith(("test", "tests", "spec")) and stem not in _OTHER_NAMES
    return bool(dot) and (is_named or not {"test", "tests", "spec"}.isdisjoint(words))


def _is_program(name: str) -> bool:
    """Whether a name may be one of a program, as man pages are named: no version and no letter of a list."""
    return len(name) > 2 and name[0].isalpha() and name.replace("-", "").replace("_", "").isalpha()
