"""Find the files that matter for a goal."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import needs_code_words, rank_files
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.numbers import Whole
from backstory.model.errors import Invalid
from backstory.model.text import one_line, path_line

if TYPE_CHECKING:
    from backstory.cli.library import Ranked

SECTION: Final = "Look"
MIN_SHARE: Final = 0.005
"""Signals with a smaller share of the score are not printed."""

SHOWN: Final = ("likely", "guess")
"""The steps of certainty that a line of the list names; what lies between goes without saying."""


class RankedFiles(Answer):
    """Files for a goal, most relevant first, each with the symbol that matters, a reason, its tests and documents."""

    schema = "files"
    goal: str
    files: "list[Ranked]"
    explain: bool

    def to_json(self) -> Json:
        return {"goal": self.goal, "items": [{**file._asdict(), "score": round(file.score, 4)} for file in self.files]}

    def print_text(self) -> None:
        for file in self.files:
            place = (
                f"{path_line(file.path)}:{file.line}  {one_line(file.symbol, 80)}"
                if file.symbol
                else path_line(file.path)
            )
            notes = [file.certainty] if file.certainty in SHOWN else []
            notes += [file.reason] if file.reason else []
            for label, paths in (("tests", file.tests), ("docs", file.docs)):
                if paths:
                    notes.append(f"{label}: {', '.join(map(path_line, paths[:2]))}")
            console.line(place, console.dim("".join(f"  {note}" for note in notes)), indent="    ")
            if self.explain:
                shares = sorted(file.why.items(), key=lambda share: -share[1])
                listed = ", ".join(f"{name} {value:.2f}" for name, value in shares if value >= MIN_SHARE)
                console.line("    ", console.dim(f"{file.score:.2f}: {listed}"), indent="    ")
        if needs_code_words(self.files):
            console.info("hint: no file stands out; add words to the goal that the code may use")
        if not self.files:
            console.info(
                "no file matches" if self.goal else "no file stands out; `backstory files --for GOAL` asks for some"
            )


@click.command()
@click.argument("words", nargs=-1, metavar="[GOAL]")
@click.option(
    "--for",
    "goal",
    metavar="GOAL",
    help="What you want to do, best with words that the code may have; or a traceback.",
)
@click.option("--limit", "-n", type=Whole(1), default=10, show_default=True, help="Maximum number to show.")
@click.option("--explain", is_flag=True, help="Show the share of every signal.")
@add_common_options
def files(words: tuple[str, ...], goal: str | None, limit: int, explain: bool) -> RankedFiles:
    """Find the files that matter for a goal, most relevant first.

    Each file comes with the definition that fits best, the reason it is listed, its tests and its documents. `likely`
    is right three times in four, `guess` less than once in ten.

    \b
    backstory files --for "reject invalid characters in URLs"
    """
    text = " ".join(words) if goal is None else goal
    if not text.strip() and (goal is not None or words):
        raise Invalid("the goal is empty", hint='say what you want to do: `backstory files --for "reject bad URLs"`')
    return RankedFiles(text, rank_files(open_memory(), text, limit=limit, symbols=limit), explain)
