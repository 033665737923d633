"""Words such as `list` and `help` after a command that takes a text and has no subcommands.

Somebody who types `backstory checkpoint list` wants a list, and would get a checkpoint of the task "list".
"""

import os
from collections.abc import Mapping, Sequence
from typing import Final

from backstory.model.errors import Invalid

HELP: Final = "help"
FLAGS: Final = frozenset(("--json", "--quiet", "-q", "--no-pager"))
"""Options that change nothing about what a word means."""
LITERAL: Final = {
    "brief": "backstory brief --task {word}",
    "checkpoint": "backstory checkpoint --summary {word}",
    "remember": "backstory remember note {word}",
    "snapshot": "backstory snapshot --goal {word}",
}
"""Command -> how it takes the word as a text all the same."""
PATHS: Final = frozenset(("import", "ingest", "pin"))
"""Commands that take a path, which may be called like one of the words."""
WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "brief": {
        "show print new": "backstory brief",
        "list ls log history": "backstory last",
        "copy": "backstory brief --copy",
        "human": "backstory brief --for human",
        "latest last": "backstory replay",
    },
    "checkpoint": {
        "list ls log history": "backstory list checkpoint",
        "show latest last status": "backstory status",
        "diff": "backstory diff",
        "done": "backstory checkpoint --done STEP",
        "new create save add": 'backstory checkpoint "..."',
        "undo delete remove rm": "backstory undo",
    },
    "handoff": {
        "list ls log history": "backstory list handoff",
        "show latest last status": "backstory handoff",
        "done clear ack accept": "backstory handoff --done ID",
        "new create add": 'backstory handoff WHO "..."',
    },
    "import": {"list ls": "backstory import"},
    "ingest": {
        "list ls": "backstory ingest --dry-run",
        "new": "backstory ingest",
        "review": "backstory ingest --review",
    },
    "pin": {"list ls show": "backstory pins"},
    "reject": {"list ls show": "backstory reject --list"},
    "remember": {"list ls show": "backstory list", "search find": 'backstory recall "..."', "undo": "backstory undo"},
    "share": {"list ls show": "backstory list --scope team"},
    "snapshot": {
        "list ls log history": "backstory snapshots",
        "show latest last": "backstory show latest",
        "diff compare": "backstory diff",
        "restore": "backstory restore",
        "new create take save add": "backstory snapshot",
    },
    "trust": {"list ls show status": "backstory trust --show"},
}
"""Command -> words -> the command that does what they mean elsewhere."""


def ensure_no_subcommand(command: str, arguments: Sequence[str]) -> None:
    """Raises `Invalid` for a single word that looks like a subcommand of a command that has none."""
    meanings = WORDS.get(command)
    words = [argument for argument in arguments if argument not in FLAGS]
    if meanings is None or len(words) != 1:
        return
    (word,) = words
    if command in PATHS and os.path.exists(word):
        return
    replacement = next((replacement for listed, replacement in meanings.items() if word in listed.split()), "")
    if word == HELP:
        replacement = f"backstory {command} --help"
    if not replacement:
        return
    literal = LITERAL.get(command, "").format(word=word)
    otherwise = f" `{literal}` takes the word as it is" if literal else ""
    raise Invalid(f"`backstory {command}` has no subcommand `{word}`", hint=f"did you mean `{replacement}`?{otherwise}")
