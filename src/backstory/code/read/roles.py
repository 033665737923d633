"""Derives the role of a file in its repository from its path: code, test, document, example, vendored, generated, ...

The conventions of many languages are wrong for a few files, so roles order files and never hide one.
"""

import re
from itertools import pairwise
from typing import Final

from backstory.code.read.language import Language
from backstory.code.read.languages import language_of
from backstory.model.late_pattern import late_pattern

CODE: Final = "code"
TEST: Final = "test"
DOC: Final = "doc"
EXAMPLE: Final = "example"
BENCH: Final = "bench"
MIGRATION: Final = "migration"
VENDORED: Final = "vendored"
GENERATED: Final = "generated"
LOCALE: Final = "locale"
CONFIG: Final = "config"
TOOLING: Final = "tooling"
OTHER: Final = "other"

_FOLDERS: Final[dict[str, str]] = {
    **dict.fromkeys(
        [
            "test", "tests", "testing_tests", "spec", "specs", "__tests__", "__test__", "testdata", "test-data",
            "test_data", "testcases", "integration_tests", "integrationtest", "functionaltest", "unittests", "e2e",
            "androidtest", "jvmtest", "commontest", "nativetest", "jstest", "testfixtures", "testsuite", "selftests",
        ], TEST),
    **dict.fromkeys(["doc", "docs", "documentation", "man", "manual", "website"], DOC),
    **dict.fromkeys([
        "example", "examples", "sample", "samples", "demo", "demos", "tutorial", "tutorials", "playground",
        "cookbook",
    ], EXAMPLE),
    **dict.fromkeys(["bench", "benches", "benchmark", "benchmarks", "asv_bench", "perf"], BENCH),
    **dict.fromkeys(["migrations"], MIGRATION),
    **dict.fromkeys(
        [
            "vendor", "vendored", "node_modules", "third_party", "third-party", "thirdparty", "bower_components",
            "deps", "site-packages", "_vendor",
        ], VENDORED),
    **dict.fromkeys(["locale", "locales", "i18n", "translations"], LOCALE),
    **dict.fromkeys(["generated", "gen", "autogen", "__generated__"], GENERATED),
    **dict.fromkeys([
        ".github", ".gitlab", ".circleci", ".ci", "ci", "scripts", "script", "tools", "hack", "contrib_tools",
        ".buildkite",
    ], TOOLING),
}  # fmt: skip
_STRENGTH: Final = (VENDORED, GENERATED, TEST, EXAMPLE, BENCH, DOC, MIGRATION, LOCALE, TOOLING)
_TEST_FILE: Final = late_pattern(
    r"(?:test_[^/]*|[^/]*_tests?|[^/]*[._-](?:test|tests|spec|e2e)(?:-d)?|[^/]*(?:Test|Tests|TestCase|IT|Spec|Suite|Benchmark)|conftest|t\d{4}-[^/]*)"
    r"\.[A-Za-z0-9]+$"
)
_TEST_FOLDER: Final = late_pattern(
    r"(?:^|/)(?:[A-Za-z]+Tests?|[A-Za-z.]+\.Tests?|[\w-]+-tests?|test_\w+|[\w-]*-(?:test|e2e|spec)s?)/"
)
_GENERATED_FILE: Final = late_pattern(
    r"(?:\.min\.(?:js|css)|\.bundle\.js|[._-]generated\.[a-z]+|_pb2(?:_grpc)?\.pyi?|\.pb\.(?:go|cc|h)|\.g\.(?:cs|dart)|\.designer\.cs|"
    r"\.snap|(?<![^/])(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|uv\.lock|go\.sum|composer\.lock|Gemfile\.lock"
    r"|npm-shrinkwrap\.json|bun\.lockb?|deno\.lock|pdm\.lock|Pipfile\.lock|pixi\.lock|mix\.lock|rebar\.lock|pubspec\.lock|Podfile\.lock"
    r"|Package\.resolved|packages\.lock\.json|gradle\.lockfile|stack\.yaml\.lock|cabal\.project\.freeze|flake\.lock"
    r"|shard\.lock|lazy-lock\.json|\.terraform\.lock\.hcl))$",
    re.IGNORECASE,
)


_folder_roles: dict[str, frozenset[str]] = {}
_FOLDERS_KEPT: Final = 20_000


def role_of(path: str, language: Language | None = None) -> str:
    """The role of `path`; `code` for a source file that no convention claims."""
    folder = path[: path.rfind("/") + 1]
    if _GENERATED_FILE.search(path, len(folder)):
        return GENERATED
    roles = _folder_roles.get(folder)
    if roles is None:
        roles = _remember_roles(folder)
    if TEST not in roles and _TEST_FILE.match(path, len(folder)):
        roles = roles | {TEST}
    if roles:
        return next(role for role in _STRENGTH if role in roles)
    return _role_of_language(language or language_of(path))


def _role_of_language(language: Language | None) -> str:
    if language is None:
        return OTHER
    if language.name == "config":
        return CONFIG
    return CODE if language.code else DOC


def _remember_roles(folder: str) -> frozenset[str]:
    roles = _roles_of_folder(folder)
    if len(_folder_roles) < _FOLDERS_KEPT:
        _folder_roles[folder] = roles
    return roles


def _roles_of_folder(folder: str) -> frozenset[str]:
    roles = {_FOLDERS[name] for name in _project_folders(folder) if name in _FOLDERS}
    if _TEST_FOLDER.search(folder):
        roles.add(TEST)
    return frozenset(roles)


def _project_folders(folder: str) -> list[str]:
    """The folders of a path in lower case, without those that are names of packages.

    Below `src/main/` they are: `org/.../samples/petclinic` is not an example.
    """
    folders = folder.lower().split("/")[:-1]
    for index, (outer, inner) in enumerate(pairwise(folders)):
        if outer == "src" and inner.endswith("main"):
            return folders[:index]
    return folders


_AFFIX: Final = late_pattern(
    r"^(?:tests?[_-]|t\d{4}-)|(?:[._-]?(?:tests?|spec|e2e)|(?:TestCase|Tests?|Spec|Suite|IT))$"
)
FOLDER_FILES: Final = frozenset(["__init__", "__main__", "index", "mod", "lib", "main", "package-info", "doc"])


_DATA: Final = late_pattern(
    r"(?i)\.(?:png|jpe?g|gif|webp|bmp|ico|svg|pdf|mp[34]|wav|ttf|woff2?|json[l5c]?|csv|tsv|xml|lock|db|sqlite|bin|zip|gz"
    r"|tar|jar|wasm|snap|css|s[ac]ss|less|map|log)$"
)
"""How names end of files that no tool runs as a test."""


def stands_as_test(path: str, code: str) -> bool:
    """Whether a test file tests something, `code` for one, rather than being material that other tests use.

    It is no picture or data, and is named like a test, or is directly in a folder of tests, or in one named like the
    folder of `code`.
    """
    folder, _, base = path.rpartition("/")
    if _DATA.search(base):
        return False
    last = folder[folder.rfind("/") + 1 :]
    beside = code.rpartition("/")[0]
    if _AFFIX.search(_without_ending(base)):
        return True
    return _FOLDERS.get(last.lower()) == TEST or last == beside[beside.rfind("/") + 1 :]


def _without_ending(base: str) -> str:
    """A file's name without its last extension; a dot in front begins none."""
    return base[: base.rfind(".")] if "." in base[1:] else base


def stem_of(path: str, role: str) -> str:
    """The subject that a file is named for, in lower case: `tests/test_pool.py` and `db/pool.py` are both `pool`.

    A file that speaks for its folder (`__init__.py`, `mod.rs`, `index.ts`) is called after the folder.
    """
    folder, _, base = path.rpartition("/")
    stem = base[: base.find(".", 1)] if "." in base[1:] else base
    if role == TEST:
        stem = _AFFIX.sub("", _without_ending(base)) or stem
    if stem in FOLDER_FILES:
        stem = _subject_of_folder(folder) or stem
    return stem.lower().strip("_")


def _subject_of_folder(folder: str) -> str:
    """The innermost folder that is named for its subject; empty when there is none."""
    return next((part for part in reversed(folder.split("/")) if part and part not in _SOURCE_FOLDERS), "")


_SOURCE_FOLDERS: Final = frozenset(["src", "lib", "source", "sources", "main"])
"""Folders named for the kind of their files rather than for their subject: `pool/src/lib.rs` is `pool`."""
