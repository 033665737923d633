"""Shared by the commands that ask a model: options, the preview of the request, the statements left out."""

from typing import TYPE_CHECKING

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import F, Json
from backstory.model.errors import Invalid
from backstory.model.text import format_count, one_line

if TYPE_CHECKING:
    from backstory.cli.library import Consultation, GuestTask, Memory, ModelPreview

SHOWN = 5
"""Refused statements that are named."""


def model_options(function: F) -> F:
    """Adds `--with-model` and `--dry-run`."""
    for option in (
        click.option("--dry-run", is_flag=True, help="With --with-model: print what would be sent, and send nothing."),
        click.option("--with-model", is_flag=True, help="Let the model that you chose do it (`backstory model`)."),
    ):
        function = option(function)
    return function


def ensure_dry_run_fits(*, with_model: bool, dry_run: bool) -> None:
    """Raises `Invalid` for `--dry-run` where nothing would be sent."""
    if dry_run and not with_model:
        raise Invalid("`--dry-run` needs `--with-model`", hint="it prints what would be sent to the model")


class PromptPreview(Answer):
    """The bytes that would be sent, and where to."""

    schema = "model-prompt"
    preview: "ModelPreview"
    left_out: int = 0

    def to_json(self) -> Json:
        preview = self.preview
        return {
            "model": preview.model,
            "place": preview.place,
            "tokens": preview.tokens,
            "left_out": self.left_out,
            "body": preview.body.decode("utf-8", "replace"),
        }

    def print_text(self) -> None:
        preview = self.preview
        size = f"{format_count(len(preview.body), 'byte')}, about {preview.tokens:,} tokens"
        console.info(f"nothing was sent; this would go to {preview.model} (`{preview.place}`): {size}")
        if self.left_out:
            console.info(f"{self.left_out} more do not fit into `model.max_input`")
        console.verbatim(preview.body.decode("utf-8", "replace"))


def preview_task(memory: "Memory", task: "GuestTask") -> PromptPreview:
    """The request that a task would send."""
    from backstory.guests.consult import preview_prompt

    return PromptPreview(preview_prompt(memory, task.prompt), task.left_out)


def consult(memory: "Memory", task: "GuestTask") -> "Consultation":
    """Sends a task to the model."""
    from backstory.guests.choice import make_guest
    from backstory.guests.consultation import consult_model

    make_guest(memory.settings, memory.environ)  # raises where no model is named
    console.info(f"asking a model about {format_count(len(task.sources), 'source')}")
    return consult_model(memory, task)


def list_refused(consultation: "Consultation") -> list[Json]:
    """The statements that were left out, as JSON."""
    return [{"text": one.text, "reason": one.reason} for one in consultation.checked.refused]


def warn_of_refused(refused: list[Json]) -> None:
    """Names the statements that were left out."""
    for one in refused[:SHOWN]:
        console.warn(f"left out “{one_line(str(one['text']), 80)}”: {one['reason']}")
    if len(refused) > SHOWN:
        console.warn(f"{len(refused) - SHOWN} more were left out")
