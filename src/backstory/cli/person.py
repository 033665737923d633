"""Decides whether a person wants what is reserved for people.

`confirm_person` asks at the terminal, or takes the token that a person has given to a script of their own.
`refuse_agent` lets scripts pass, and asks only where the environment says that an agent runs the command.
"""

import os
from typing import TYPE_CHECKING, Final

from backstory.api import Channel
from backstory.cli import console, terminal
from backstory.model.errors import BackstoryError, Invalid
from backstory.store.person_token import VARIABLE, matches_token

if TYPE_CHECKING:
    from backstory.cli.library import Memory

YES: Final = ("y", "yes")
WORD: Final = "person"
"""The text to type if the environment says that an agent runs the command."""


def confirm_person(memory: "Memory", question: str, command: str, *, yes: bool = True, token: bool = True) -> None:
    """Makes sure that a person wants this. The memory speaks for that person from then on.

    `yes` says whether a script with the token has to be asked nothing more. Without `token` only a typed answer counts.
    Raises `Invalid` where nobody can be asked, and `BackstoryError` where the answer is no.
    """
    memory.channel = confirm_channel(memory.project.home, memory.channel, question, command, yes=yes, token=token)


def confirm_channel(
    home: str, channel: Channel, question: str, command: str, *, yes: bool = True, token: bool = True
) -> Channel:
    """The channel of the person who wants this, as `confirm_person` finds out. `home` is the data home."""
    if token and not channel.agent and matches_token(home, os.environ.get(VARIABLE, "")):
        if not yes:
            raise BackstoryError(
                "nothing was done: the question was not answered", hint=f"`{command} --yes` answers it"
            )
    else:
        _ask(channel.agent, question, command)
    return Channel("explicit", "", channel.session)


def refuse_agent(channel: Channel, question: str, command: str) -> None:
    """Raises `Invalid` if an agent runs the command, unless a person confirms it at the terminal. Scripts pass."""
    if channel.agent:
        _ask(channel.agent, question, command)


def _ask(agent: str, question: str, command: str) -> None:
    """Asks at the terminal. Where an agent seems to run the command, a word has to be typed instead of `y`."""
    console.end_progress()
    if agent:
        question = f"{question}\nThe environment says that {agent} runs this. Type `{WORD}` if it is you: "
        answer = terminal.ask(question)
    else:
        answer = terminal.ask(f"{question} [y/N] ")
    if answer is None:
        raise _nobody_to_ask(agent, command)
    if answer.lower() not in ((WORD,) if agent else YES):
        raise BackstoryError("nothing was done: the answer was not yes", hint=f"`{command}` asks again")


def _nobody_to_ask(agent: str, command: str) -> Invalid:
    if agent:
        return Invalid(
            f"only a person can do this, and this is {agent}",
            hint=f"ask the person to run `{command}` in a terminal",
        )
    return Invalid(
        "only a person can do this, and there is no terminal to ask at",
        hint=f"run `{command}` in a terminal; for a script of yours, `backstory trust --token` makes a token",
    )
