"""The return value of a command. The group prints it as text or, with `--json`, as one JSON document."""

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar

import msgspec

from backstory.cli import console
from backstory.model.errors import Exit


class Answer(msgspec.Struct):
    """The base of what commands return. A subclass names its fields, and how they look as text and as JSON."""

    schema: ClassVar[str] = ""
    """Name of the JSON document; an answer without one is printed as text in any case."""
    listed_in: ClassVar[str] = "items"
    """The field of the JSON document whose entries `--format` prints, a line for each."""
    optional_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of these entries that are left out where they are empty."""

    def to_json(self) -> object:
        """The fields of the JSON document. Fields are added over time and never renamed."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    def print_json(self) -> None:
        """Prints the JSON document."""
        console.document(self.schema, self.to_json())

    def print_text(self) -> None:
        """Prints the answer for a person: data on stdout, remarks on stderr."""
        raise NotImplementedError(f"`{type(self).__name__}` has no text form")

    @property
    def exit_code(self) -> Exit:
        """The exit code of the command."""
        return Exit.DONE


class Notice(Answer):
    """A remark on stderr, for commands that have no data."""

    text: str = ""

    def print_text(self) -> None:
        if self.text:
            console.info(self.text)


class Text(Answer):
    """Data that was made safe before and keeps its bytes."""

    text: str

    def print_text(self) -> None:
        console.verbatim(self.text)


def print_answer(result: object) -> Exit:
    """Prints what a command returned, an answer or several, and returns its exit code."""
    answers = [answer for answer in (result if isinstance(result, list) else [result]) if isinstance(answer, Answer)]
    with _paging():
        for answer in answers:
            _print_one(answer)
    return next((answer.exit_code for answer in answers if answer.exit_code), Exit.DONE)


def _print_one(answer: Answer) -> None:
    if console.State.template and answer.schema:
        from backstory.cli.template import print_filled

        print_filled(
            console.State.template, answer.to_json(), listed_in=answer.listed_in, optional=answer.optional_fields
        )
    elif console.State.json and answer.schema:
        answer.print_json()
    else:
        answer.print_text()


def _paging() -> AbstractContextManager[None]:
    """The context that shows long output in a pager, on a terminal."""
    if console.State.pager and sys.stdout.isatty():
        from backstory.cli.pager import has_pager, page_output

        if has_pager():
            return page_output()
    return nullcontext()
