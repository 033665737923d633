"""The command that the walk-throughs show can be pasted: code on a page goes stale without a test."""

import re
import textwrap
from pathlib import Path

import click
from tests.cli.conftest import Run

from backstory.cli.answer import Answer

PAGE = Path(__file__).parents[2] / "docs" / "contributing" / "walk-throughs.md"


def test_the_command_of_the_walk_through_runs(project: Path, run: Run) -> None:
    run("remember", "fact", "one")
    sample = re.search(r"\n( *)```python\n(.*?)\n\1```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert sample
    names: dict[str, object] = {"__name__": "stats"}
    exec(compile(textwrap.dedent(sample[2]), str(PAGE), "exec"), names)
    command = names["stats"]
    assert isinstance(command, click.Command)
    answer = command.main([], standalone_mode=False)
    assert isinstance(answer, Answer)
    assert sum(answer.months.values()) == 1  # type: ignore[attr-defined]
