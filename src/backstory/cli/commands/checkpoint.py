"""Note where the work stands."""

import sys
from typing import TYPE_CHECKING, Final

import click
import msgspec

from backstory.cli.answer import Notice
from backstory.cli.command import (
    SCOPE,
    TEXT,
    add_common_options,
    open_memory,
    refresh_surfaces,
    split_fields,
    split_list,
    split_tags,
)  # fmt: skip
from backstory.cli.remember_answer import RememberedAnswer
from backstory.cli.times import parse_since
from backstory.model.errors import Invalid, NotFound

if TYPE_CHECKING:
    from backstory.cli.library import Memory

SECTION: Final = "Daily"
ALIASES: Final = ("save",)


class WorkState(msgspec.Struct):
    """What a checkpoint says about the work."""

    state: str = ""
    approaches: list[str] = []
    decisions: list[str] = []
    next_steps: list[str] = []
    blockers: list[str] = []

    @property
    def is_empty(self) -> bool:
        return not (self.state or self.next_steps or self.decisions or self.approaches or self.blockers)


@click.command()
@click.argument("words", nargs=-1, type=TEXT, metavar="[TASK]")
@click.option("--summary", default="", type=TEXT, metavar="TEXT", help="The task, as an option.")
@click.option(
    "--goal", "-g", default="", type=TEXT, metavar="TEXT", help="Why, for example a ticket; stays until replaced."
)
@click.option("--state", default="", type=TEXT, metavar="TEXT", help="Where the work stands.")
@click.option(
    "--approaches",
    "--approach",
    multiple=True,
    type=TEXT,
    metavar="TEXT",
    help="What was tried; `;;` separates several.",
)
@click.option(
    "--decisions",
    "--decision",
    multiple=True,
    type=TEXT,
    metavar="TEXT",
    help="What was decided; `;;` separates several.",
)
@click.option(
    "--next-steps",
    "--next",
    "next_steps",
    multiple=True,
    type=TEXT,
    metavar="TEXT",
    help="What comes next; `;;` separates several.",
)
@click.option(
    "--blockers",
    "--blocker",
    multiple=True,
    type=TEXT,
    metavar="TEXT",
    help="What blocks the work; `;;` separates several.",
)
@click.option("--done", multiple=True, metavar="STEP", help="An open step or blocker that is done, by its text.")
@click.option(
    "--status", type=click.Choice(("running", "blocked", "done")), default=None, help="The status of the task."
)
@click.option(
    "--auto", "is_automatic", is_flag=True, help="Take the state from the last session and git, and ask nothing."
)
@click.option("--session", default="", metavar="ID", help="The session it belongs to.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag.")
@click.option("--field", "fields", multiple=True, metavar="KEY=VALUE", help="Anything else to note.")
@click.option("--scope", type=SCOPE, default=None, help="Who sees it.")
@add_common_options
def checkpoint(
    words: tuple[str, ...],
    summary: str,
    goal: str,
    state: str,
    approaches: tuple[str, ...],
    decisions: tuple[str, ...],
    next_steps: tuple[str, ...],
    blockers: tuple[str, ...],
    done: tuple[str, ...],
    status: str | None,
    is_automatic: bool,
    session: str,
    tags: tuple[str, ...],
    fields: tuple[str, ...],
    scope: str | None,
) -> RememberedAnswer | Notice:
    """Note where the work stands.

    Records the task, its state, what was tried and decided, the next steps, and the state of git.

    Without TASK, the checkpoint continues the current task. Steps and blockers stay open until they are done.

    \b
    backstory checkpoint "auth flow" --state "login works" --next-steps "refresh tokens;; rate limit"
    backstory checkpoint --done "rate limit"
    backstory checkpoint "auth flow" --status done
    """
    task = summary or " ".join(words)
    work = WorkState(state, split_list(approaches), split_list(decisions), split_list(next_steps), split_list(blockers))
    finished = split_list(done)
    if is_automatic:
        return _save_automatically(has_words=bool(task or finished or status) or not work.is_empty)
    if not task and work.is_empty and not (finished or status):
        task, work = _ask()
    memory = open_memory()
    if session:
        memory.channel = memory.channel._replace(session=_find_session_id(memory, session))
    remembered = memory.checkpoint(
        task,
        goal=goal,
        status=status or "",
        tags=split_tags(tags),
        fields=split_fields(fields),
        scope=scope or "",
        state=work.state,
        approaches=work.approaches,
        decisions=work.decisions,
        next_steps=work.next_steps,
        blockers=work.blockers,
        done=finished,
    )
    refresh_surfaces(memory)
    return RememberedAnswer(remembered, "Saved")


def _find_session_id(memory: "Memory", ref: str) -> str:
    """The id of a session that is here, by `latest` or its beginning; any other id as it was typed.

    A session of an agent comes in when its turn ends, so a checkpoint may be there before it.
    """
    from backstory.api import find_session

    try:
        return find_session(memory, ref).id
    except NotFound:
        if ref == "latest":
            raise
        return ref


def _save_automatically(*, has_words: bool) -> RememberedAnswer | Notice:
    """Takes in what the sessions of the last day say, and notes where the work stands."""
    if has_words:
        raise Invalid(
            "`--auto` writes the checkpoint by itself, and this one has words of its own",
            hint='leave one of them out: `backstory checkpoint --auto`, or `backstory checkpoint "auth flow"`',
        )
    from backstory import api

    memory = open_memory()
    api.ingest_sessions(memory, api.find_new_sessions(memory, since=parse_since("1d", memory.now())))
    saved = api.save_work(memory)
    if saved is None:
        return Notice("nothing to save: the last checkpoint says where the work stands")
    refresh_surfaces(memory)
    return RememberedAnswer(saved, "Saved")


def _ask() -> tuple[str, WorkState]:
    """Asks for the parts on a terminal. Raises `Invalid` without one."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Invalid(
            "a checkpoint needs a task",
            hint='`backstory checkpoint "what you work on" --state "..." --next-steps "..."`',
        )
    task = click.prompt("What are you working on", err=True)
    return task, WorkState(
        _ask_for("Where does it stand"),
        *(
            split_list([_ask_for(f"{question} (`;;` separates)")])
            for question in ("What did you try", "What did you decide", "What comes next", "What blocks you")
        ),
    )


def _ask_for(question: str) -> str:
    return str(click.prompt(question, default="", show_default=False, err=True))
