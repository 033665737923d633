"""A secret in every argument and option of every command of the table, so that a new command cannot be forgotten.

The command may take the value or refuse it: whatever it does, the secret is neither on the disk nor in what it says.
"""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple
from zlib import crc32

import click
import pytest
from tests.e2e.conftest import World
from tests.e2e.garden import KINDS, TOKENS, Garden, everything, hits
from tests.sweeps import WHOLE

from backstory.cli.root import cli, load_command
from backstory.cli.table import ALIASES, COMMANDS

ELSEWHERE = {
    "watch": "runs until it is ended; what it writes are snapshots, as `snapshot` does",
    "hook": "reads payloads: `test_hooks` and `test_a_secret_in_every_member_of_a_payload`",
}
"""Commands that are not run here, and what tests what they write."""
ONE_LINE = tuple(kind for kind in KINDS if kind != "pem")
SHIFT = int(os.environ.get("BACKSTORY_TEST_SHIFT", "0"))
"""Gives every place another kind of secret: twelve runs play them all."""


class Place(NamedTuple):
    """One argument or option of a command."""

    words: tuple[str, ...]
    param: click.Parameter

    @property
    def label(self) -> str:
        return " ".join(
            (*self.words, self.param.opts[0] if isinstance(self.param, click.Option) else self.param.name or "")
        )


def find_places(command: click.Command, words: tuple[str, ...]) -> Iterator[Place]:
    """Every argument and option of a command, and of its own commands, that takes a text."""
    for param in command.params:
        flag = isinstance(param, click.Option) and (param.is_flag or param.count)
        if not flag and not isinstance(param.type, click.IntRange | click.FloatRange):
            yield Place(words, param)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                yield from find_places(inner, (*words, name))


def list_places() -> list[Place]:
    out: list[Place] = []
    for word in sorted({*COMMANDS, *ALIASES}):
        name = ALIASES.get(word, word)
        command = load_command(name, word)
        if name not in ELSEWHERE and (word == name or command is not load_command(name, name)):
            places = find_places(command, (word,))
            out += (place for place in places if place.words != ("session",))  # without a command it is `watch`
    return out


PLACES = list_places()
COMMON = ("--project-root", "--format")
"""Options that every command has, and that one piece of code reads."""


def choose_places() -> list[Place]:
    """The places of a usual run: every third one, and few of those that all commands share."""
    if WHOLE:
        return PLACES
    common = [place for place in PLACES if place.label.endswith(COMMON)]
    others = [place for place in PLACES if not place.label.endswith(COMMON)]
    return [*common[::24], *others[::3]]


CHOSEN = choose_places()


def test_no_command_is_forgotten() -> None:
    reached = {ALIASES.get(place.words[0], place.words[0]) for place in PLACES}
    bare = {name for name in COMMANDS if name not in reached and name not in ELSEWHERE}
    assert all(not list(find_places(load_command(name, name), (name,))) for name in bare)
    assert set(ELSEWHERE) <= set(COMMANDS)
    assert len(PLACES) > 150


def fill(place: Place, text: str) -> list[str]:
    """A command line with the text in its place, and something harmless in the other places that need something."""
    command: Any = cli
    context = click.Context(cli)
    for word in place.words:
        command = command.get_command(context, word)
    options: list[str] = []
    arguments: list[str] = []
    for param in command.params:
        given = text if param.name == place.param.name else ""
        if isinstance(param, click.Option):
            if given:
                options += [param.opts[0], *([given] * max(1, param.nargs))]
            elif param.required:
                options += [param.opts[0], *(["x"] * max(1, param.nargs))]
        elif given:
            arguments.append(given)
        elif param.required or (isinstance(place.param, click.Argument) and _comes_before(command, param, place.param)):
            arguments.append(next(iter(getattr(param.type, "choices", ())), "x"))
    return [*place.words, *options, *(["--"] if text.startswith("-") else []), *arguments]


def _comes_before(command: click.Command, one: click.Parameter, other: click.Parameter) -> bool:
    names = [param.name for param in command.params if isinstance(param, click.Argument)]
    return names.index(one.name) < names.index(other.name)


@pytest.mark.slow
@pytest.mark.parametrize("word", sorted({place.words[0] for place in CHOSEN}))
def test_a_secret_in_every_place_of_a_command(shop: World, word: str) -> None:
    garden = Garden()
    shop.run("remember", "decision", "Use psycopg 3", "--why", "typing")
    printed: dict[str, bytes] = {}
    for place in CHOSEN:
        if place.words[0] != word:
            continue
        number = crc32(place.label.encode()) + SHIFT  # a new command leaves the kinds of the others as they are
        kind = ONE_LINE[number % len(ONE_LINE)]
        text = garden.name(kind) if kind in TOKENS and number % 3 else garden.text(kind)
        ran = shop.run(*fill(place, text), ok=False, given=b"")
        printed[f"printed by {place.label}"] = (ran.out + ran.err).encode()
        if not (shop.root / ".backstory" / "config.toml").exists():
            shop.run("init", "--yes", "--no-agents")
    for argv in (["log", "--events"], ["status"], ["brief"], ["list", "--json"]):
        printed[" ".join(argv)] = shop.run(*argv, ok=False).out.encode()
    left = hits(everything(shop) | printed, garden.plants)
    assert not left, "\n".join(line.removeprefix(str(shop.base)) for line in left)


@pytest.mark.slow
@pytest.mark.parametrize("event", ["session-start", "prompt", "post-tool", "stop", "pre-compact", "session-end"])
def test_a_secret_in_every_member_of_a_payload(shop: World, event: str) -> None:
    """Content, in members that agents send today and may send tomorrow: the hook writes none of it, gate or not.

    Names and pointers (session, tool, path, reason) wait in the spool without what could be a secret in them, and pass
    the gate on leaving it.
    """
    garden = Garden()
    members = ("prompt", "message", "custom_instructions", "last_assistant_message", "title", "error", "other")
    for number, member in enumerate(members):
        if (event, member) != ("stop", "last_assistant_message"):  # the worker reads it, see `test_secrets`
            text = garden.text(ONE_LINE[number % len(ONE_LINE)])
            shop.hook(event, {"session_id": "s1", "cwd": str(shop.root), member: text})
    for holder in ("tool_input", "tool_response", "details"):
        text = garden.every(lines=False)
        inside = {"command": text, garden.name("github"): [text, {"x": text}]}
        shop.hook(event, {"session_id": "s1", "cwd": str(shop.root), "tool_name": "Bash", holder: inside})
    left = hits(everything(shop), garden.plants)
    assert not left, "\n".join(line.removeprefix(str(shop.base)) for line in left)
