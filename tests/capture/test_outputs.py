"""What tools print, and what is read from it: recorded outputs, and those that the documentation of a tool shows.

A file of `outputs/` is `$ command`, the expected reading, `---`, and the output.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from backstory.capture.commands.commands import read_outcome

OUTPUTS = sorted((Path(__file__).parent / "outputs").glob("*.txt"))


class Case(NamedTuple):
    command: str
    output: str
    code: int | None
    fields: list[tuple[str, str]]


def load(path: Path) -> Case:
    head, output = path.read_text().split("---\n", 1)
    first, *rows = head.splitlines()
    fields = [(key, value.strip()) for key, value in (row.split(":", 1) for row in rows)]
    code = dict(fields)["exit"]
    return Case(first.removeprefix("$ "), output, None if code == "unknown" else int(code), fields)


def only(case: Case, name: str) -> tuple[str, ...]:
    return tuple(value for key, value in case.fields if key == name)


@pytest.mark.parametrize("path", OUTPUTS, ids=lambda path: path.stem)
def test_an_output_is_read(path: Path) -> None:
    case = load(path)
    outcome = read_outcome(case.command, case.output, case.code)
    assert outcome.kind == only(case, "kind")[0]
    assert outcome.failed is (only(case, "failed") == ("yes",))
    assert outcome.summary == only(case, "summary")[0]
    assert outcome.red == only(case, "red")
    assert outcome.errors == only(case, "error")


@pytest.mark.parametrize("path", OUTPUTS, ids=lambda path: path.stem)
def test_an_output_without_its_exit_code_is_read(path: Path) -> None:
    """As behind `| tail`, and for agents that keep no code."""
    case = load(path)
    outcome = read_outcome(case.command, case.output)
    assert outcome.failed is (only(case, "without code") == ("yes",))
    assert outcome.exit_code is None or path.stem in ("claude-frame", "codex-frame", "printed-code")


@pytest.mark.parametrize("path", [path for path in OUTPUTS if "-red" in path.stem], ids=lambda path: path.stem)
def test_what_make_runs_is_recognised_by_its_output(path: Path) -> None:
    """A task of the project does not name its tool."""
    case = load(path)
    if only(case, "kind") == ("test",):
        assert read_outcome("make test", case.output, case.code).red == only(case, "red")


def test_most_tests_fail_without_the_code_where_they_fail_with_it() -> None:
    cases = [load(path) for path in OUTPUTS]
    differ = [case.command for case in cases if only(case, "failed") != only(case, "without code")]
    assert len(differ) <= len(cases) // 10, differ
