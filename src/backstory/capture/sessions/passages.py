"""The passages of a session: what was asked and answered in it, cut into pieces of a few sentences, to be searched."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from backstory.capture.commands.deployment import deploys
from backstory.capture.commands.quoted_commands import quote_commands
from backstory.capture.text.prose import read_sentences
from backstory.model.own_words import drop_pasted
from backstory.model.relayed_words import find_relayed, is_small_talk
from backstory.model.session import CommandRun, Session
from backstory.model.session_parts import find_branch
from backstory.model.text import REDACTED, one_line

LONGEST: Final = 420
"""Characters of a passage; a sentence that is longer is cut."""
ENOUGH: Final = 160
"""Characters from which a passage ends with its paragraph."""
SHORTEST: Final = 12
CHECKS: Final = frozenset(("test", "lint", "types", "build"))
"""Kinds of commands that are passages: how the project is tested and checked."""
MAX_COMMANDS: Final = 12
MAX_STEPS: Final = 800
"""Characters of a list of open steps. A longer list is left out, since part of one misleads."""
_END: Final = 1 << 30
"""A line after all others."""
_STOPS: Final = (".", "!", "?", ":", ";", ",", "…", "。", "！", "？", "：", "；", "，", "、")
"""What stands between two sentences of a passage. Behind the items of a list there is nothing."""
WHOLE: Final = frozenset(("command", "next"))
"""Roles of passages that are not cut."""


class Passage(NamedTuple):
    """A piece of a session."""

    role: str
    """`user`, `assistant`, `subagent`, `command` or `next`."""
    made: str
    turn: int
    """Which prompt, answer, report, commit or command of the session it is from, in their order."""
    text: str


class SpokenTurn(NamedTuple):
    """A prompt, an answer, a report, a commit or a command of a session, or the steps that it left open."""

    made: str
    line: int
    role: str
    text: str


def list_turns(session: Session) -> list[SpokenTurn]:
    """What a session is cut into passages from, in the order in which it was said."""
    return sorted(_turns(session), key=lambda turn: (turn.line or _END - 1, turn.made))


def list_branches(session: Session, turns: Sequence[SpokenTurn]) -> list[str]:
    """The branch on which each turn was said, where that is not the branch of the session; empty otherwise.

    The steps at the end are those of the answer that named them.
    """
    if not session.branches:
        return [""] * len(turns)
    named = next((answer for answer in reversed(session.answers) if answer.next == session.next), None)
    places = [(turn.line, turn.made) if turn.line != _END or not named else (named.line, named.made) for turn in turns]
    branches = [find_branch(session, line, made) for line, made in places]
    return ["" if branch == session.branch else branch for branch in branches]


def cut_turns(turns: Sequence[SpokenTurn], first: int = 0) -> Iterator[Passage]:
    """The passages of turns, from the one with the number `first` on."""
    for number in range(first, len(turns)):
        turn = turns[number]
        for text in _cut_turn(turn):
            yield Passage(turn.role, turn.made, number, text)


def _turns(session: Session) -> Iterator[SpokenTurn]:
    for prompt in session.prompts:
        yield SpokenTurn(prompt.made, prompt.line, "user", prompt.text)
    for answer in session.answers:
        yield SpokenTurn(answer.made, answer.line, "assistant", answer.text)
    for remark in session.remarks:
        yield SpokenTurn(remark.made, remark.line, "assistant", remark.text)
    for commit in session.commits:
        if commit.body:
            yield SpokenTurn(commit.made, commit.line, "assistant", f"Commit “{commit.subject}”: {commit.body}")
    for one in session.subagents:
        yield SpokenTurn(one.made, 0, "subagent", one.report)
    for run in _choose_commands(session.commands):
        yield SpokenTurn(run.made, run.line, "command", _describe_command(run))
    steps = "; ".join(step.rstrip(" .;") for step in session.next)
    if steps and len(steps) <= MAX_STEPS:
        yield SpokenTurn(session.ended, _END, "next", one_line(f"Next steps: {steps}", MAX_STEPS + 20))


def _choose_commands(commands: Iterable[CommandRun]) -> list[CommandRun]:
    """The last run of each command that tests, checks or deploys, the latest of them."""
    last = {run.command: run for run in commands if _is_chosen(run)}
    return list(last.values())[-MAX_COMMANDS:]


def _is_chosen(run: CommandRun) -> bool:
    if run.kind in CHECKS and (run.summary or run.failed or (run.exit_code == 0 and "|" not in run.command)):
        return True  # one that says nothing has passed, unless a pipe hides how it ended
    return run.kind != "git" and deploys(run.command)


def _describe_command(run: CommandRun) -> str:
    red = f"; red: {', '.join(run.red[:4])}" if run.red else ""
    result = run.summary or ("failed" if run.failed else "passed")
    kind = run.kind if run.kind in CHECKS and not deploys(run.command) else "deploy"
    return one_line(f"{kind}: `{one_line(run.command, 200)}` gave {result}{red}", LONGEST)


def _cut_turn(turn: SpokenTurn) -> Iterator[str]:
    if turn.role in WHOLE:
        yield turn.text
        return
    held, paragraph = "", -1
    is_person = turn.role == "user"
    for sentence in read_sentences(quote_commands(turn.text) if is_person else turn.text, person=is_person):
        text = one_line(sentence.text, LONGEST)
        is_full = len(held) + len(text) > LONGEST or (sentence.paragraph != paragraph and len(held) >= ENOUGH)
        if held and is_full:
            yield held
            held = ""
        is_new = sentence.paragraph != paragraph or sentence.item
        held = f"{held}{';' if is_new and not held.endswith(_STOPS) else ''} {text}" if held else text
        paragraph = sentence.paragraph
    if len(held) >= SHORTEST or (turn.role == "user" and _gives_value(held)):
        yield held
    if turn.role == "user":
        yield from _cut_relayed(turn.text)


def _cut_relayed(prompt: str) -> Iterator[str]:
    """The passages of what others wrote and a prompt relays, in quotation marks behind their names."""
    held, name = "", ""
    for row in find_relayed(drop_pasted(prompt).splitlines()).values():
        if not row.text or REDACTED in row.text or is_small_talk(row.text):
            continue
        quoted = f"“{one_line(row.text, LONGEST)}”"
        if held and (row.name != name or len(held) + len(quoted) > LONGEST):
            yield held
            held = ""
        held = f"{held} {quoted}" if held else f"{row.name}: {quoted}"
        name = row.name
    if held:
        yield held


def _gives_value(text: str) -> bool:
    """Whether a prompt of a word or two gives another value than before: `no, 17`, `json instead`."""
    words = [word.strip(",.;:!?…") for word in text.casefold().split()]
    return any(char.isdigit() for char in text) or (len(words) > 1 and not _REVISING.isdisjoint(words))


_REVISING: Final = frozenset(
    ("no", "nope", "nah", "not", "nein", "non", "não", "nee", "actually", "rather", "instead", "doch", "lieber", "wait",
     "besser", "better", "mejor", "plutôt", "anzi", "meglio", "melhor", "liever", "hm", "hmm")
)  # fmt: skip
