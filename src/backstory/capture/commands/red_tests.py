"""Tests that are still red: that failed, and that no later run has covered."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from backstory.capture.commands.chosen_tests import is_one_test
from backstory.capture.commands.command_lines import split_command
from backstory.capture.commands.commands import classify_command
from backstory.capture.commands.working_commands import plain_commands
from backstory.capture.text.patterns import Pattern
from backstory.model.session import CommandRun
from backstory.model.test_selection import chooses_test, list_chosen_names

_LEFT_OUT: Final = Pattern(r"\s(?:-[mk][ =]|--(?:deselect|ignore|exclude|skip|testPathIgnorePatterns)\b|-short\b)")


def is_test_run(run: CommandRun) -> bool:
    """Whether a command ran tests and said how they ended."""
    return run.kind == "test" and not run.call and bool(run.summary or run.red or run.exit_code is not None)


def find_still_red(runs: Iterable[CommandRun]) -> tuple[str, ...]:
    """The tests that are red after these runs, which are in order; the one that failed last is the last.

    Tests that the project's run of all tests leaves out count as covered by it.
    A run covers a test if it is the same command as the one in which the test failed, if it names all places that this
    one named, if it runs all tests, or if it names the test or its file. It must have come as far as a result.
    """
    red: dict[str, tuple[str, ...]] = {}
    for run in filter(is_test_run, runs):
        plain = tuple(plain_commands(run.command)) or (run.command,)
        if red and (run.red or not run.failed):
            for name in _find_covered(red, _keep_tests(run.command, plain), plain):
                del red[name]
        for name in run.red:
            red.pop(name, None)
            red[name] = plain
    return tuple(red)


def _find_covered(red: Mapping[str, tuple[str, ...]], command: str, plain: tuple[str, ...]) -> list[str]:
    """The red tests that a command runs again. `red` is test -> the plain commands in which it failed."""
    if runs_all_tests(command):
        return list(red)
    return [
        name
        for name, before in red.items()
        if before == plain or _runs_again(command, name) or _includes(command, " && ".join(before))
    ]


def _keep_tests(command: str, plain: Iterable[str]) -> str:
    """A command line without what it does besides running tests: `sed -i s/a/b/ src/a.py && pytest -q`."""
    tests = [part for part in plain if classify_command(part) == "test"]
    return " && ".join(tests) or command


def _includes(command: str, other: str) -> bool:
    """Whether a command that chooses no tests by name runs those of all places that another one names."""
    if list_chosen_names(command):
        return False
    places, others = _list_places(command), _list_places(_keep_tests(other, other.split(" && ")))
    return bool(others) and all(
        any(other == place or other.startswith((f"{place}/", f"{place}::")) for place in places) for other in others
    )


def _list_places(command: str) -> list[str]:
    """The files, folders and single tests that a command names."""
    words = [word for part in split_command(command) for word in part.args if not word.startswith("-")]
    return [word.rstrip("/") for word in words if "/" in word and word != "./..."]


def _runs_again(command: str, name: str) -> bool:
    """Whether a command that runs chosen tests runs this one: it names its file, or a part of its name."""
    if not list_chosen_names(command):
        return _names_file(command, name)
    return chooses_test(command, name) and (not _names_places(command) or _names_file(command, name))


def runs_all_tests(command: str) -> bool:
    """Whether a test command names no tests, files or folders."""
    return not is_one_test(command) and not _names_places(command)


def _names_places(command: str) -> bool:
    return any(
        "/" in word and not word.startswith(("-", "./...")) for part in split_command(command) for word in part.args
    )


def leaves_out_tests(command: str) -> bool:
    """Whether a test command leaves tests out by their name or mark."""
    return bool(_LEFT_OUT.search(command))


def _names_file(command: str, name: str) -> bool:
    """Whether a command names the file of a test, and no single test in it other than this one."""
    file = re.split(r"::| › | > |:\d", name)[0]
    if "." not in file and "/" not in file:
        return False
    words = [word for part in split_command(command) for word in part.args]
    return any(word in (file, name) or (word and name.startswith(word.rstrip("/") + "/")) for word in words)
