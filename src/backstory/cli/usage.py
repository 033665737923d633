"""Explains a command line that click does not understand."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

import click

from backstory.cli.table import ALIASES, COMMANDS
from backstory.model.errors import BackstoryError, Exit
from backstory.model.text import one_line

NUMBERS: Final = {
    "integer": "whole number",
    "float": "number",
}
"""Click's names of types -> the words for them in messages."""
LONGEST: Final = 80
"""Characters of what was typed that an error names."""
MIN_LIKENESS: Final = 0.7
"""Likeness of two words from which one may be meant by the other."""


def describe_usage(problem: click.ClickException, argv: Sequence[str]) -> BackstoryError:
    """The error for a command line that click does not understand, with a hint that can be pasted."""
    ctx = getattr(problem, "ctx", None)
    path = ctx.command_path if ctx is not None else _typed_command(argv)
    hint = f"`{path} --help` shows its options"
    if isinstance(problem, click.MissingParameter) and ctx is not None:
        hint = f"`{' '.join([path, *ctx.command.collect_usage_pieces(ctx)[1:]])}`; {hint}"
    if isinstance(problem, click.NoSuchOption):
        message = f"no such option `{one_line(problem.option_name, LONGEST)}`"
        hint = _hint_text(problem, argv, path) or hint_near(_list_options(problem), problem.option_name, hint)
    elif isinstance(problem, click.exceptions.NoSuchCommand):
        message = f"no such command `{one_line(problem.command_name, LONGEST)}`"
        hint = hint_near(problem.possibilities or (), problem.command_name, hint, before=f"{path} ")
    else:
        message = _word_message(problem.format_message())
    return BackstoryError(message, hint=hint, code=Exit.USAGE)


def _word_message(message: str) -> str:
    """A message of click's as ours are worded."""
    message = message.rstrip(".")
    message = message[:1].lower() + message[1:]
    message = re.sub(r"(?<!\w)'([^']*)'(?!\w)", r"`\1`", message)
    message = re.sub(r"got unexpected extra (arguments?) \((.*)\)$", r"unexpected \1 `\2`", message, flags=re.DOTALL)
    message = message.partition(". Choose from:")[0]  # the argument is named by its choices
    for name, plain in NUMBERS.items():
        message = message.replace(f"not a valid {name}", f"not a {plain}")
    return re.sub(r"`([^`]*)`", lambda match: f"`{_shorten(match[1])}`", message)


def _shorten(words: str) -> str:
    """Words that were typed, in one line if they are long."""
    return words if len(words) <= LONGEST else one_line(words, LONGEST)


def _list_options(problem: click.NoSuchOption) -> list[str]:
    """The options that may be meant. What is spelt like `--no-x` may mean the opposite of `--x`."""
    options = problem.possibilities or ()
    negated = problem.option_name.startswith("--no-")
    return [option for option in options if option.startswith("--no-") == negated]


def hint_near(words: Iterable[str], typed: str, otherwise: str, before: str = "") -> str:
    """The hint that names the words like the one that was typed, the likeliest first."""
    plain = {word.lstrip("-"): word for word in words}
    near = get_close_matches(typed.lstrip("-"), list(plain), n=2, cutoff=MIN_LIKENESS)
    if not near:
        return otherwise
    return f"did you mean {' or '.join(f'`{before}{plain[word]}`' for word in near)}? {otherwise}"


def _typed_command(argv: Sequence[str]) -> str:
    """The command of a command line that was not read to its end."""
    return " ".join(["backstory", *[word for word in argv if word in COMMANDS or word in ALIASES][:1]])


def _hint_text(problem: click.NoSuchOption, argv: Sequence[str], path: str) -> str:
    """How to give a text that begins with `-` and was taken for an option; empty for what is an option."""
    text = next((word for word in argv if word.startswith(problem.option_name)), "")
    is_short = len(problem.option_name) == 2 and not text.startswith("--")
    takes_text = problem.ctx is not None and any(isinstance(one, click.Argument) for one in problem.ctx.command.params)
    if not (takes_text and (is_short or " " in text)):
        return ""
    return f'`{path} -- "{one_line(text, 40)}"` takes it as a text; `{path} --help` shows the options'
