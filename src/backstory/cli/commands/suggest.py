"""Suggest what to do next, from past runs and the current work."""

from itertools import takewhile
from typing import TYPE_CHECKING, Final

import click

from backstory.base.session_names import short_session
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, split_list
from backstory.cli.guests import (
    PromptPreview,
    consult,
    ensure_dry_run_fits,
    list_refused,
    model_options,
    preview_task,
    warn_of_refused,
)
from backstory.cli.numbers import Whole
from backstory.model.errors import Exit
from backstory.model.ids import is_ulid, short_id
from backstory.model.run import TASK_TYPES

if TYPE_CHECKING:
    from backstory.api import Advice
    from backstory.cli.library import Claim, Memory

SECTION: Final = "Advise"
ALIASES: Final = ("next",)
MAX_STEPS: Final = 10
"""Next steps that `next` shows at most."""


class AdviceList(Answer):
    """Suggestions, each with what it rests on."""

    schema = "suggest"
    listed_in = "advice"
    advice: "tuple[Advice, ...]"

    def to_json(self) -> Json:
        return {"advice": [row._asdict() for row in self.advice]}

    def print_text(self) -> None:
        if not self.advice:
            console.info("nothing to suggest yet")
        for row in self.advice:
            source = f"  {', '.join(map(_name_source, row.sources[-2:]))}" if row.sources else ""
            label = row.kind.replace("_", " ")
            text = row.text.removeprefix("failed: ") if row.kind == "failure" else row.text
            console.line(f"{label}: {text}", console.dim(source))


class ModelAdvice(Answer):
    """Suggestions in the words of a model, each with what it rests on."""

    schema = "suggest-model"
    listed_in = "advice"
    model: str
    advice: "tuple[Claim, ...]"
    refused: list[Json]

    def to_json(self) -> Json:
        advice = [{"text": one.text, "support": [support._asdict() for support in one.support]} for one in self.advice]
        return {"model": self.model, "advice": advice, "refused": self.refused}

    def print_text(self) -> None:
        for one in self.advice:
            console.line(one.text)
            for support in one.support:
                source = ", ".join(_name_source(ident) for ident in support.id.split(", ") if ident)
                console.line("    ", console.dim(f"{source or support.kind}  “{support.quote}”"), indent="    ")
        warn_of_refused(self.refused)
        if self.advice:
            console.info(f"in the words of {self.model}; each quote occurs in its source")
        else:
            console.info("nothing to suggest yet")

    @property
    def exit_code(self) -> Exit:
        if self.refused:
            return Exit.PARTLY if self.advice else Exit.FAILED
        return Exit.DONE


def _name_source(source: str) -> str:
    """A path in full, and the short form of an id."""
    if is_ulid(source):
        return short_id(source)
    return source if "/" in source or "." in source else short_session(source)


@click.command()
@click.argument("words", nargs=-1, metavar="[TASK]")
@click.option("--for", "--task", "--request", "task", default="", metavar="TEXT", help="The task.")
@click.option("--file", "--files", "files", multiple=True, metavar="PATH", help="A file that it is about.")
@click.option("--task-type", type=click.Choice(TASK_TYPES), default=None, help="The type of the task.")
@click.option("-n", "--limit", type=Whole(1), default=10, show_default=True, help="Maximum number to show.")
@model_options
@add_common_options
def suggest(
    words: tuple[str, ...],
    task: str,
    files: tuple[str, ...],
    task_type: str | None,
    limit: int,
    with_model: bool,
    dry_run: bool,
) -> AdviceList | ModelAdvice | PromptPreview:
    """Suggest what to do next.

    Names open steps, red tests, open failures, and what worked for tasks like this one.

    With `--with-model` the model chooses among these and words them; nothing is kept.
    """
    ensure_dry_run_fits(with_model=with_model, dry_run=dry_run)
    task = task or " ".join(words)
    if not with_model:
        return _suggest(task, files, task_type or "", limit)
    memory = open_memory()
    advice = _find_advice(memory, task, files, task_type or "", limit)
    return _suggest_with_model(memory, advice, task, dry_run=dry_run)


@click.command("next")
@click.option("--for", "--task", "--request", "task", default="", metavar="TEXT", help="The task.")
@click.option("--file", "--files", "files", multiple=True, metavar="PATH", help="A file that it is about.")
@click.option("--task-type", type=click.Choice(TASK_TYPES), default=None, help="The type of the task.")
@add_common_options
def alias_next(task: str, files: tuple[str, ...], task_type: str | None) -> AdviceList:
    """Say what to do next: the next steps, or else the first of what `suggest` shows."""
    advice = _find_advice(open_memory(), task, files, task_type or "", MAX_STEPS)
    steps = tuple(takewhile(lambda one: one.kind == "next_step", advice))
    return AdviceList(steps or advice[:1])


def _suggest(task: str, files: tuple[str, ...], task_type: str, limit: int) -> AdviceList:
    return AdviceList(_find_advice(open_memory(), task, files, task_type, limit))


def _find_advice(
    memory: "Memory", task: str, files: tuple[str, ...], task_type: str, limit: int
) -> "tuple[Advice, ...]":
    from backstory.api import suggest_work

    return suggest_work(memory, task, files=split_list(files), task_type=task_type, limit=limit)


def _suggest_with_model(
    memory: "Memory", advice: "tuple[Advice, ...]", task: str, *, dry_run: bool
) -> AdviceList | ModelAdvice | PromptPreview:
    from backstory.guests.ask import list_claims
    from backstory.guests.tasks import prepare_suggestions

    prepared = prepare_suggestions(memory, advice, task)
    if prepared is None:
        return AdviceList(())
    if dry_run:
        return preview_task(memory, prepared)
    consultation = consult(memory, prepared)
    return ModelAdvice(consultation.model, list_claims(consultation), list_refused(consultation))
