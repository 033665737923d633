"""Work in progress: checkpoint (also `save`) and handoff."""

import sys
from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import SCOPE, common, open_memory, split_list, split_tags
from backstory.cli.remember import refresh_surfaces, tell
from backstory.model.errors import Invalid


@click.command()
@click.argument("words", nargs=-1, metavar="[TASK]")
@click.option("--summary", default="", metavar="TEXT", help="The task, as an option.")
@click.option("--goal", "-g", default="", metavar="TEXT", help="Why, for instance a ticket; stays until replaced.")
@click.option("--state", default="", metavar="TEXT", help="Where things stand.")
@click.option(
    "--approaches", "--approach", multiple=True, metavar="TEXT", help="What was tried; `;;` separates several."
)
@click.option(
    "--decisions", "--decision", multiple=True, metavar="TEXT", help="What was decided; `;;` separates several."
)
@click.option(
    "--next-steps",
    "--next",
    "next_steps",
    multiple=True,
    metavar="TEXT",
    help="What comes next; `;;` separates several.",
)
@click.option(
    "--blockers", "--blocker", multiple=True, metavar="TEXT", help="What stands in the way; `;;` separates several."
)
@click.option(
    "--status", type=click.Choice(("running", "blocked", "done")), default=None, help="Where the task stands."
)
@click.option("--session", default="", metavar="ID", help="The session it belongs to.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag.")
@click.option("--scope", type=SCOPE, default=None, help="Who sees it.")
@common
def checkpoint(
    words: tuple[str, ...],
    summary: str,
    goal: str,
    state: str,
    approaches: tuple[str, ...],
    decisions: tuple[str, ...],
    next_steps: tuple[str, ...],
    blockers: tuple[str, ...],
    status: str | None,
    session: str,
    tags: tuple[str, ...],
    scope: str | None,
) -> None:
    """Note where the work stands: task, state, what was tried and decided, what comes next, with git's state.

    \b
    backstory checkpoint "auth flow" --state "login works" --next-steps "refresh tokens;; rate limit"
    """
    task = summary or " ".join(words)
    parts: dict[str, Any] = {
        "state": state,
        "approaches": split_list(approaches),
        "decisions": split_list(decisions),
        "next_steps": split_list(next_steps),
        "blockers": split_list(blockers),
    }
    if not task and not any(parts.values()):
        task, parts = _ask()
    task = task or state or (parts["next_steps"] or parts["decisions"] or parts["approaches"] or parts["blockers"])[0]
    memory = open_memory()
    if session:
        memory.channel = memory.channel._replace(session=session)
    done = memory.checkpoint(task, goal=goal, status=status or "", tags=split_tags(tags), scope=scope or "", **parts)
    refresh_surfaces(memory)
    tell(done, "Saved")


def _ask() -> tuple[str, dict[str, Any]]:
    """Asks for the parts on a terminal; without one there is nobody to ask."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Invalid(
            "a checkpoint needs a task",
            hint='`backstory checkpoint "what you work on" --state "..." --next-steps "..."`',
        )
    task = click.prompt("What are you working on", err=True)
    parts: dict[str, Any] = {"state": click.prompt("Where does it stand", default="", show_default=False, err=True)}
    for name, question in (
        ("approaches", "What did you try"),
        ("decisions", "What did you decide"),
        ("next_steps", "What comes next"),
        ("blockers", "What blocks you"),
    ):
        parts[name] = split_list(
            [click.prompt(f"{question} (`;;` separates)", default="", show_default=False, err=True)]
        )
    return task, parts


@click.command()
@click.argument("who", required=False, metavar="[WHO]")
@click.argument("words", nargs=-1, metavar="[MESSAGE]")
@click.option("--goal", "-g", default="", metavar="TEXT", help="Why, for instance a ticket.")
@click.option("--state", default="", metavar="TEXT", help="Where things stand.")
@click.option(
    "--next-steps",
    "--next",
    "next_steps",
    multiple=True,
    metavar="TEXT",
    help="What comes next; `;;` separates several.",
)
@click.option("--blockers", multiple=True, metavar="TEXT", help="What stands in the way.")
@click.option("--decisions", multiple=True, metavar="TEXT", help="What was decided.")
@click.option("--scope", type=SCOPE, default=None, help="Who sees it; the team unless you say otherwise.")
@click.option("--done", default="", metavar="ID", help="Acknowledge a handoff: it leaves the brief.")
@common
def handoff(
    who: str | None,
    words: tuple[str, ...],
    goal: str,
    state: str,
    next_steps: tuple[str, ...],
    blockers: tuple[str, ...],
    decisions: tuple[str, ...],
    scope: str | None,
    done: str,
) -> None:
    """Pass the work on to WHO, with what the last checkpoint knows; without arguments, show the current handoff.

    \b
    backstory handoff alice "auth flow is 80 % done, refresh tokens are missing"
    """
    memory = open_memory()
    if done:
        record = memory.edit(done, status="acknowledged")
        refresh_surfaces(memory)
        if console.State.json:
            console.document("record", {"id": record.id, "short": record.short, "status": record.status})
        else:
            console.talk(f'Acknowledged handoff {record.short} "{record.title}"')
        return
    if not who:
        composed = memory.brief(mode="human-handoff")
        console.document("brief", composed.brief) if console.State.json else console.raw(composed.text)
        return
    kept = memory.handoff(
        who,
        " ".join(words),
        goal=goal,
        state=state,
        next_steps=split_list(next_steps),
        blockers=split_list(blockers),
        decisions=split_list(decisions),
        scope=scope or "",
    )
    refresh_surfaces(memory)
    tell(kept, "Handed over:")
