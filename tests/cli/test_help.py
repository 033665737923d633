"""Help pages: short first sentences, and numbers whose limits are in words."""

from collections.abc import Iterator

import click
import pytest
from tests.cli.conftest import Run

from backstory.cli.root import load_command
from backstory.cli.table import ALIASES, COMMANDS

MAX_FIRST = 80
"""Characters of the first sentence of a help page."""


def walk(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """A command and its subcommands, with the words that call each."""
    yield path, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            subcommand = command.get_command(ctx, name)
            assert subcommand is not None
            yield from walk(f"{path} {name}", subcommand)


@pytest.mark.parametrize("word", sorted({*COMMANDS, *ALIASES} - {"hook"}))  # `hook` is called by agents
def test_help_begins_with_a_short_sentence(word: str) -> None:
    for path, command in walk(word, load_command(ALIASES.get(word, word), word)):
        first = " ".join((command.help or "").split("\n\n")[0].split()).split(". ")[0]
        assert len(first) <= MAX_FIRST, f"{path}: {first}"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("list --limit 0", "`0` is not at least 1"),
        ("related x --depth 99", "`99` is not 1 to 20"),
        ("watch --checkpoint-every -1", "`-1` is not at least 0"),
        ("list --limit x", "`x` is not a whole number"),
        ("watch --checkpoint-every x", "`x` is not a number"),
    ],
)
def test_a_number_out_of_range_is_named_with_its_limits(run: Run, typed: str, message: str) -> None:
    ran = run(*typed.split(), ok=False)
    assert (ran.code, message in ran.err) == (2, True)
