"""Answer a question from memory, and name the records behind it."""

from typing import TYPE_CHECKING, Final

import click
import msgspec

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, text_or_stdin
from backstory.cli.guests import PromptPreview, consult, list_refused, preview_task, warn_of_refused
from backstory.model.errors import Exit, Invalid
from backstory.model.ids import is_ulid, short_id

if TYPE_CHECKING:
    from backstory.cli.library import Claim

SECTION: Final = "Daily"


class AskAnswer(Answer):
    """What the memory says about a question; it may be nothing."""

    schema = "ask"
    listed_in = "statements"
    question: str
    statements: "tuple[Claim, ...]"
    model: str = ""
    """The model that put it into words; empty where the words are those of the records."""
    refused: list[Json] = msgspec.field(default_factory=list)

    def to_json(self) -> Json:
        statements = [
            {"text": one.text, "support": [support._asdict() for support in one.support]} for one in self.statements
        ]
        return {"question": self.question, "answered": bool(statements), "model": self.model,
                "statements": statements, "refused": self.refused}  # fmt: skip

    def print_text(self) -> None:
        for one in self.statements:
            console.line(one.text)
            for support in one.support:
                ident = short_id(support.id) if is_ulid(support.id) else support.id
                about = f"  {support.kind}  {support.made}  “{support.quote}”"
                console.line("    ", console.Span(ident, "33"), console.dim(about), indent="    ")
        warn_of_refused(self.refused)
        if not self.statements:
            console.info("the memory has no answer")
            console.info("hint: `backstory recall` with other words, or `backstory why PATH` for code")
        elif self.model:
            console.info(f"in the words of {self.model}; each quote occurs in the record that it cites")

    @property
    def exit_code(self) -> Exit:
        if not self.statements:
            return Exit.FAILED
        return Exit.PARTLY if self.refused else Exit.DONE


@click.command()
@click.argument("words", nargs=-1, metavar="[QUESTION]")
@click.option("--no-model", is_flag=True, help="Answer in the words of the records, even if you chose a model.")
@click.option("--dry-run", is_flag=True, help="Print what would go to the model, and send nothing.")
@add_common_options
def ask(words: tuple[str, ...], no_model: bool, dry_run: bool) -> AskAnswer | PromptPreview:
    """Answer a question from memory, and name the record behind each statement.

    Without a model, the answer is in the words of the records. With one (`backstory model`), the model words it, and
    only statements that quote a record literally are accepted. If the memory has no answer, the exit code is 1.

    \b
    backstory ask "why did we leave asyncpg?"
    backstory ask "how do we deploy?" --dry-run
    """
    question = text_or_stdin(" ".join(words), what="question")
    memory = open_memory()
    with_model = not no_model and memory.settings.get("model.provider") != "none"
    if dry_run and not with_model:
        raise Invalid(
            "`--dry-run` shows what would be sent to a model, and no model is chosen", hint="`backstory model` says why"
        )
    from backstory.guests.ask import answer_from_memory, list_claims, prepare_ask

    if not with_model:
        return AskAnswer(question, answer_from_memory(memory, question))
    task = prepare_ask(memory, question)
    if task is None:
        return AskAnswer(question, ())
    if dry_run:
        return preview_task(memory, task)
    consultation = consult(memory, task)
    return AskAnswer(question, list_claims(consultation), consultation.model, list_refused(consultation))
