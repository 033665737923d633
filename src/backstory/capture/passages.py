"""The passages of a session: what was asked and answered in it, cut into pieces of a few sentences, to be searched."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from backstory.capture.prose import read_sentences
from backstory.model.session import CommandRun, Session
from backstory.model.text import one_line

LONGEST: Final = 420
"""Characters of a passage; a sentence that is longer is cut."""
ENOUGH: Final = 160
"""Characters from which a passage ends with its paragraph."""
SHORTEST: Final = 12
CHECKS: Final = frozenset(("test", "lint", "types", "build"))
"""Kinds of commands that are passages: how the project is tested and checked."""
MAX_COMMANDS: Final = 12


class Passage(NamedTuple):
    """A piece of a session."""

    role: str
    """`user`, `assistant`, `subagent` or `command`."""
    made: str
    turn: int
    """Which prompt, answer, report or command of the session it is from, in their order."""
    text: str


class _Turn(NamedTuple):
    made: str
    line: int
    role: str
    text: str


def cut_into_passages(session: Session) -> list[Passage]:
    """The passages of a session in the order in which they were said."""
    passages: list[Passage] = []
    for number, turn in enumerate(sorted(_turns(session), key=lambda turn: (turn.line or 1 << 30, turn.made))):
        passages += [Passage(turn.role, turn.made, number, text) for text in _cut_turn(turn)]
    return passages


def _turns(session: Session) -> Iterator[_Turn]:
    for prompt in session.prompts:
        yield _Turn(prompt.made, prompt.line, "user", prompt.text)
    for answer in session.answers:
        yield _Turn(answer.made, answer.line, "assistant", answer.text)
    for remark in session.remarks:
        yield _Turn(remark.made, remark.line, "assistant", remark.text)
    for one in session.subagents:
        yield _Turn(one.made, 0, "subagent", one.report)
    for run in _choose_commands(session.commands):
        yield _Turn(run.made, run.line, "command", _describe_command(run))


def _choose_commands(commands: Iterable[CommandRun]) -> list[CommandRun]:
    """The last run of each command that tests or checks, the latest of them."""
    last = {run.command: run for run in commands if run.kind in CHECKS and (run.summary or run.failed)}
    return list(last.values())[-MAX_COMMANDS:]


def _describe_command(run: CommandRun) -> str:
    red = f"; red: {', '.join(run.red[:4])}" if run.red else ""
    result = run.summary or ("failed" if run.failed else "passed")
    return one_line(f"{run.kind}: `{one_line(run.command, 200)}` gave {result}{red}", LONGEST)


def _cut_turn(turn: _Turn) -> Iterator[str]:
    if turn.role == "command":
        yield turn.text
        return
    held, paragraph = "", -1
    for sentence in read_sentences(turn.text, person=turn.role == "user"):
        text = one_line(sentence.text, LONGEST)
        is_full = len(held) + len(text) > LONGEST or (sentence.paragraph != paragraph and len(held) >= ENOUGH)
        if held and is_full:
            yield held
            held = ""
        held = f"{held} {text}" if held else text
        paragraph = sentence.paragraph
    if len(held) >= SHORTEST:
        yield held
