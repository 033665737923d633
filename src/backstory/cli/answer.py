"""What a command returns: a typed value, which the group prints as text or, with `--json`, as one JSON document."""

from typing import ClassVar

import msgspec

from backstory.cli import console
from backstory.model.errors import Exit


class Answer(msgspec.Struct):
    """The base of what commands return. A subclass names its fields, and how they look as text and as JSON."""

    schema: ClassVar[str] = ""
    """Name of the JSON document; an answer without one is printed as text in any case."""

    def to_json(self) -> object:
        """The fields of the JSON document. Fields are added over time and never renamed."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    def print_json(self) -> None:
        """Prints the JSON document."""
        console.document(self.schema, self.to_json())

    def print_text(self) -> None:
        """Prints the answer for a person: data on stdout, remarks on stderr."""
        raise NotImplementedError  # every kind of answer says it in its own way

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
    code = Exit.DONE
    for answer in result if isinstance(result, list) else [result]:
        if not isinstance(answer, Answer):
            continue
        if console.State.json and answer.schema:
            answer.print_json()
        else:
            answer.print_text()
        code = code or answer.exit_code
    return code
