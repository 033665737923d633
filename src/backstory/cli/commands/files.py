"""Find the files that matter for a goal."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import rank_files
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.model.text import path_line

if TYPE_CHECKING:
    from backstory.cli.library import Ranked

SECTION: Final = "Look"
MIN_SHARE: Final = 0.005
"""Signals with a smaller share of the score are not printed."""


class RankedFiles(Answer):
    """Files for a goal, most relevant first, each with its tests."""

    schema = "files"
    goal: str
    files: "list[Ranked]"
    explain: bool

    def to_json(self) -> Json:
        return {"goal": self.goal, "items": [{**file._asdict(), "score": round(file.score, 4)} for file in self.files]}

    def print_text(self) -> None:
        for file in self.files:
            tests = ", ".join(map(path_line, file.tests[:2]))
            console.line(path_line(file.path), console.dim(f"  tests: {tests}" if tests else ""), indent="    ")
            if self.explain:
                shares = sorted(file.why.items(), key=lambda share: -share[1])
                listed = ", ".join(f"{name} {value:.2f}" for name, value in shares if value >= MIN_SHARE)
                console.line("    ", console.dim(f"{file.score:.2f}: {listed}"), indent="    ")
        if not self.files:
            console.info(
                "no file matches" if self.goal else "no file stands out; `backstory files --for GOAL` asks for some"
            )


@click.command()
@click.argument("words", nargs=-1, metavar="[GOAL]")
@click.option("--for", "goal", default="", metavar="GOAL", help="What you want to do, in your words; or a traceback.")
@click.option("--limit", "-n", type=click.IntRange(1), default=10, show_default=True, help="At most this many.")
@click.option("--explain", is_flag=True, help="Show the share of every signal.")
@add_common_options
def files(words: tuple[str, ...], goal: str, limit: int, explain: bool) -> RankedFiles:
    """Find the files that matter for a goal, most relevant first, each with its tests.

    \b
    backstory files --for "reject invalid characters in URLs"
    """
    text = goal or " ".join(words)
    return RankedFiles(text, rank_files(open_memory(), text, limit=limit), explain)
