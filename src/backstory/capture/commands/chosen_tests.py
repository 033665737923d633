"""Which tests a command runs: one, several that it names, or all."""

from collections.abc import Sequence
from typing import Final

from backstory.capture.commands.command_lines import Invocation, split_command
from backstory.capture.commands.toolchains import identify
from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern
from backstory.model.test_selection import list_chosen_names
from backstory.model.tool_names import EVERYDAY


def is_one_test(command: str) -> bool:
    """Whether a command runs chosen tests and not all."""
    for invocation in split_command(command):
        if identify(invocation).kind == "test" and (chosen := _chooses_tests(invocation)) is not None:
            return chosen
    return False


def _chooses_tests(invocation: Invocation) -> bool | None:
    """Whether a test command names the tests that it runs; None where its words leave that open."""
    if identify(invocation).name == "django":
        words = invocation.args[invocation.args.index("test") + 1 :]
        return any(not word.startswith("-") and not word.isdigit() for word in words)
    text = " ".join(invocation.args)
    if _CHOSEN.search(text):
        return True
    if invocation.program == "cargo":
        return _names_cargo_test(invocation.args) or None
    if invocation.program == "unittest" and not text.startswith("-") and invocation.args:
        return invocation.args[0] != "discover"
    return None


def _names_cargo_test(args: Sequence[str]) -> bool:
    """Whether `cargo test` or `cargo nextest run` names tests: a word that is not the value of an option."""
    if "test" not in args and "run" not in args:
        return False
    rest = iter(args[args.index("test" if "test" in args else "run") + 1 :])
    for word in rest:
        if word == "--":
            return any(not one.startswith("-") for one in rest)
        if not word.startswith("-"):
            return True
        if word in _CARGO_VALUES:
            next(rest, "")
    return False


_CARGO_VALUES: Final = frozenset(
    ("-p", "--package", "--bin", "--test", "--example", "--bench", "-F", "--features", "--target", "--profile",
     "--manifest-path", "--exclude", "-j", "--jobs", "--target-dir", "--color", "--config", "-Z", "--partition",
     "--retries", "--test-threads")
)  # fmt: skip
"""Options of `cargo test` and `cargo nextest run` that a value follows."""
_CHOSEN: Final = Pattern(
    r"::|\.(?:py|[jt]sx?|mjs|rb|php|exs|kt|go|swift|lua|bats|hs|dart|scala|clj|jl|R|tftest\.hcl)\b"
    r"|(?:^| )-(?:k|t|run|R|g|filter|only-testing)[ =:]"
    r"|--(?:filter|grep|tests?|testNamePattern|match|only|focus|example|name|test-filter|test-name-pattern)\b|-Dtest="
)
_TEST_FILE: Final = late_pattern(
    r"(?:^|[/\\])(?:test_[\w*-]+\.\w{1,5}|[\w.*-]*[._-](?:test|tests|spec|specs)\.(?:[cm]?[jt]sx?|py|rb|php|exs|go|lua|dart)"
    r"|(?:tests?|specs?|__tests__)/[\w./*-]*\*[\w.*-]*|[\w*]+(?:_test|_spec|Test|Spec|Tests)\.\w{1,5})$"
)
"""The name of a file of tests, or a pattern of such names."""


def is_test_file(word: str) -> bool:
    """Whether a word is the name of a file of tests, or a pattern of such names."""
    return _TEST_FILE.search(word.strip("'\"`,.;:)")) is not None


def names_test_file(invocation: Invocation) -> bool:
    """Whether a program other than those that people run in any project gets files of tests."""
    return invocation.program not in EVERYDAY and any(map(_TEST_FILE.search, invocation.args))


def names_several(command: str) -> bool:
    """Whether a command names no single test and more than one file, files by a pattern, or a whole test program."""
    if "::" in command or list_chosen_names(command):
        return False
    parts = split_command(command)
    files = [word for part in parts for word in part.args if _TEST_FILE.search(word)]
    if len(files) > 1 or any("*" in word for word in files):
        return True
    return any(part.program == "cargo" and _NAMES_PROGRAM.search(" ".join(part.args)) for part in parts)


_NAMES_PROGRAM: Final = Pattern(r"(?:^| )--(?:test|bin|example|bench)[ =]")
"""How cargo is given a test program by its name."""
