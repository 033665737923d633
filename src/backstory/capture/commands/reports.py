"""The reports of test runners and checkers in what a command printed: whether it is green, what is red, in one line."""

from collections.abc import Callable
from typing import Final

from backstory.capture.commands.toolchains import Tool
from backstory.capture.reports import (
    checker_reports,
    functional_reports,
    jvm_reports,
    native_reports,
    platform_reports,
    runner_reports,
    scripted_reports,
)
from backstory.capture.reports.report import Report

Reader = Callable[[str], Report | None]

_TESTS: Final[dict[str, Reader]] = {
    "pytest": runner_reports.read_pytest, "unittest": runner_reports.read_unittest, "vitest": runner_reports.read_vitest,
    "jest": runner_reports.read_jest, "cargo": platform_reports.read_cargo, "go": platform_reports.read_go,
    "mvn": jvm_reports.read_maven, "gradle": jvm_reports.read_gradle, "dotnet": platform_reports.read_dotnet,
    "googletest": native_reports.read_googletest, "catch2": native_reports.read_catch, "scala": functional_reports.read_scala,
    "clojure": functional_reports.read_clojure, "haskell": functional_reports.read_haskell,
    "ocaml": functional_reports.read_ocaml, "elm-test": functional_reports.read_elm, "R": scripted_reports.read_r,
    "julia": scripted_reports.read_julia, "busted": scripted_reports.read_lua, "pester": scripted_reports.read_pester,
    "ansible": scripted_reports.read_ansible,
    "rspec": platform_reports.read_rspec, "minitest": platform_reports.read_minitest, "phpunit": platform_reports.read_phpunit,
    "ctest": native_reports.read_ctest, "mocha": runner_reports.read_mocha, "playwright": runner_reports.read_playwright,
    "node": runner_reports.read_node, "bun": runner_reports.read_bun, "deno": runner_reports.read_deno,
    "mix": platform_reports.read_exunit, "swift": native_reports.read_swift, "junit": jvm_reports.read_junit, "tap": runner_reports.read_tap,
    "ava": runner_reports.read_ava, "dart": platform_reports.read_dart, "terraform": platform_reports.read_terraform,
    "zig": native_reports.read_zig, "nim": native_reports.read_nim, "tox": platform_reports.read_environments,
}  # fmt: skip
"""Readers of test runners, those with the clearest marks first: that is the order in which an unnamed tool is looked for."""
_CHECKERS: Final[dict[str, Reader]] = {
    "ruff": checker_reports.read_ruff, "mypy": checker_reports.read_mypy, "pyright": checker_reports.read_pyright,
    "eslint": checker_reports.read_eslint, "tsc": checker_reports.read_tsc, "biome": checker_reports.read_biome,
    "pre-commit": checker_reports.read_hooks, "rubocop": checker_reports.read_rubocop, "cargo": platform_reports.read_rustc,
    "golangci-lint": checker_reports.read_golangci, "flake8": checker_reports.read_flake8,
    "compiler": checker_reports.read_compiler,
}  # fmt: skip
_SAME: Final = {
    "nosetests": "unittest", "django": "unittest", "django-admin": "unittest", "nox": "tox", "green": "unittest", "rails": "minitest", "rake": "minitest", "ruby": "minitest",
    "pest": "phpunit", "xcodebuild": "swift", "bats": "tap", "prove": "tap", "black": "ruff", "pylint": "flake8",
    "pycodestyle": "flake8", "prettier": "biome", "oxlint": "biome", "stylelint": "eslint", "xo": "eslint", "phpstan": "rubocop",
    "psalm": "rubocop", "phpcs": "rubocop", "staticcheck": "golangci-lint", "ty": "mypy", "cypress": "mocha",
    "cabal": "haskell", "stack": "haskell", "sbt": "scala", "mill": "scala", "scala-cli": "scala", "lein": "clojure",
    "clojure": "clojure", "clj": "clojure", "kaocha": "clojure", "bb": "clojure", "dune": "ocaml", "molecule": "ansible",
    "ansible-playbook": "ansible", "Rscript": "R", "doctest": "catch2", "nimble": "nim",
    "flutter": "dart", "melos": "dart", "patrol": "dart", "tofu": "terraform", "terragrunt": "terraform",
}  # fmt: skip
"""Tool -> the reader of another one that prints the same."""


def read_report(tool: Tool, text: str) -> Report | None:
    """The report of a command of this kind in its output; None when it holds none.

    The named tool's reader is asked first; the others as well, because `make test` and `npm test` run them.
    """
    if not text.strip():
        return None
    name = _SAME.get(tool.name, tool.name)
    if tool.kind == "test":
        return _read(_TESTS, name, text) or _read_compiler(text)
    if tool.kind in ("lint", "types"):
        return _read(_CHECKERS, name, text)
    if name in ("mvn", "gradle", "dotnet"):
        return _TESTS[name](text)
    return _read_compiler(text)


def find_test_report(text: str) -> Report | None:
    """The report of whatever test runner printed a text; None when none did."""
    return _read(_TESTS, "", text) if text.strip() else None


def _read(table: dict[str, Reader], name: str, text: str) -> Report | None:
    first = table.get(name)
    if first and (report := first(text)):
        return report
    for reader in table.values():
        if reader is not first and (report := reader(text)):
            return report
    return None


def _read_compiler(text: str) -> Report | None:
    """Errors of a compiler, where nothing else speaks."""
    for reader in (platform_reports.read_rustc, checker_reports.read_tsc, checker_reports.read_compiler):
        report = reader(text)
        if report and report.failed:
            return report
    return None
