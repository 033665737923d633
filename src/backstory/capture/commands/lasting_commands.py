"""The command that the person wants the tests run with from now on, where no name of a program tells it: `from today it
is poe offline, forget the ignore`. The agent ran it, and its output was that of tests.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from backstory.capture.commands.dictated_commands import DICTATED, MAX_SESSIONS
from backstory.capture.commands.red_tests import is_test_run
from backstory.capture.commands.refused_commands import find_refused
from backstory.capture.commands.working_commands import Purpose, WorkingCommand, plain_commands
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences
from backstory.model.session import Session
from backstory.patterns.ended_ways import ends_way
from backstory.patterns.revision_words import STRONG

_FEWEST: Final = 2
"""Fewest words of a command. One word may be prose."""
_VARIABLE: Final = Pattern(r"^([A-Z][A-Z0-9_]*)=\S+ ")


class Lasting(NamedTuple):
    """A sentence in which the person says what holds from now on."""

    text: str
    made: str


def list_lasting(sessions: Sequence[Session]) -> list[Lasting]:
    """What the person said in the newest sessions of what holds from then on, the last first."""
    return [
        Lasting(sentence.text, prompt.made)
        for session in islice(sessions, MAX_SESSIONS)
        for prompt in reversed(session.prompts)
        if STRONG.search(prompt.text.lower())
        for sentence in reversed(read_sentences(prompt.text, person=True))
        if not sentence.is_question and STRONG.search(sentence.plain)
    ]


def find_lasting(sessions: Sequence[Session], lasting: Sequence[Lasting]) -> WorkingCommand | None:
    """The command for all tests that such a sentence names as it was run. `sessions` begin with the newest."""
    ran = list(dict.fromkeys(_list_test_commands(sessions)))
    for sentence in lasting:
        named = [
            one for one in ran if _names(sentence.text, one) and not find_refused([sentence.text], {one.split()[0]})
        ]
        if named:
            return WorkingCommand("all tests", max(named, key=len), DICTATED, sentence.made, is_standing=True)
    return None


def _list_test_commands(sessions: Sequence[Session]) -> Iterator[str]:
    """The single commands with which sessions ran tests."""
    for session in islice(sessions, MAX_SESSIONS):
        for run in filter(is_test_run, session.commands):
            yield from (one for one in plain_commands(run.command) if len(one.split()) >= _FEWEST)


def _names(sentence: str, command: str) -> bool:
    """Whether a sentence names a command as a whole."""
    place = sentence.find(command)
    end = place + len(command)
    return place >= 0 and not sentence[end : end + 1].isalnum() and not sentence[max(0, place - 1) : place].isalnum()


def leave_ended(
    commands: Mapping[Purpose, WorkingCommand], lasting: Sequence[Lasting]
) -> dict[Purpose, WorkingCommand]:
    """The commands without variables that the person called over since, and without those that have such an option."""
    left: dict[Purpose, WorkingCommand] = {}
    for purpose, one in commands.items():
        later = [sentence.text for sentence in lasting if sentence.made > one.made]
        command = one.command
        while (match := _VARIABLE.match(command)) and any(ends_way(text, f"{match[1]}=x") for text in later):
            command = command[match.end() :]
        if not any(ends_way(text, command) for text in later):
            left[purpose] = one._replace(command=command)
    return left
