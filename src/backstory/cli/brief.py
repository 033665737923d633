"""`brief`, with `prompt`, `resume` and `compose` as other systems spell it."""

import os
from collections.abc import Callable
from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import KIND, as_of_option, common, open_memory
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.ids import short

MODES = ("generic-agent-restore", "copilot-restore", "claude-code-restore", "human-handoff")
FOR: dict[str, str] = {
    "agent": "generic-agent-restore",
    "generic": "generic-agent-restore",
    "copilot": "copilot-restore",
    "claude-code": "claude-code-restore",
    "claude": "claude-code-restore",
    "human": "human-handoff",
}


def flags(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of `brief` under all its names."""
    for option in (
        click.option("--explain", is_flag=True, help="What was left out, and why, on stderr."),
        click.option("--copy", "copy", is_flag=True, help="Put it on the clipboard."),
        click.option("--out", "-o", "--output", "out_file", default="", metavar="FILE", help="Write it to a file."),
        click.option("--as", "form", type=click.Choice(("text", "json", "pointer")), default="text", help="Its form."),
        click.option(
            "--strategy",
            "--token-strategy",
            type=click.Choice(("balanced", "aggressive", "tail", "legacy")),
            default="balanced",
            show_default=True,
            help="What to do when the budget is short.",
        ),
        click.option("--limit", type=click.IntRange(1), default=None, help="At most so many records."),
        click.option("--kind", "--type", "kinds", type=KIND, multiple=True, help="Only these kinds."),
        click.option("--ids", "--id", "ids", multiple=True, metavar="ID", help="Only these records."),
        click.option("--session", default="", metavar="ID", help="The session it is for."),
        click.option(
            "--snapshot-id",
            default="",
            metavar="ID",
            help="The snapshot that key files and goal come from; the latest by default.",
        ),
        as_of_option,
        click.option("--branch", "-b", default="", metavar="BRANCH", help="As on this branch."),
        click.option(
            "--task",
            "--goal",
            "-g",
            "task",
            default="",
            metavar="TEXT",
            help="The work at hand; decides what is most relevant.",
        ),
        click.option("--view", default="", metavar="NAME", help="Only what this view holds (`backstory view`)."),
        click.option(
            "--query",
            default="",
            metavar="QUERY",
            help="Only what this query finds (`backstory help query`); plain text: what it should be about.",
        ),
        click.option(
            "--budget",
            "--token-budget",
            type=int,
            default=None,
            metavar="TOKENS",
            help="The most tokens the whole output may have.",
        ),
        click.option(
            "--for",
            "for_",
            default="",
            metavar="AGENT",
            help="Form for an agent or a person: claude-code, copilot, human, generic.",
        ),
        click.option("--mode", type=click.Choice(MODES), default=None, help="The form by its long name."),
    ):
        function = option(function)
    return function


@click.command()
@click.argument("words", nargs=-1, metavar="[TASK]")
@flags
@common
def brief(words: tuple[str, ...], **options: Any) -> None:
    """The context for the work at hand, hard within its token budget.

    \b
    backstory brief "retry webhooks" --budget 1200
    backstory brief --for human -o handover.md
    """
    if words and options["task"]:
        raise Invalid("the task is given twice", hint='give it once: `backstory brief "retry webhooks"`')
    show(options | {"task": " ".join(words) or options["task"]})


@click.command("resume")
@click.option("--stdout", is_flag=True, help="Print it (the default).")
@click.option("--inject", is_flag=True, help="Write it into the agents' files as well.")
@flags
@common
def brief_alias_resume(stdout: bool, inject: bool, **options: Any) -> None:
    """The context prompt of this branch: printed, copied or written into the agents' files."""
    if inject:
        from backstory.cli.remember import refresh_surfaces

        refresh_surfaces(open_memory())
        console.talk("wrote it into the agents' files")
        if not stdout:
            return
    show(options)


def show(options: dict[str, Any]) -> None:
    """Composes and puts the text where it was asked for."""
    mode = options["mode"] or FOR.get(options["for_"], options["for_"])
    if mode and mode not in MODES:
        raise Invalid(f"no form for `{options['for_']}`", hint=f"there are: {', '.join(FOR)}; a task needs no option")
    memory = open_memory()
    low, high = memory.settings.get("brief.min_budget"), memory.settings.get("brief.max_budget")
    budget = options["budget"] or 0
    if options["budget"] is not None and not low <= budget:
        raise Invalid(
            f"a budget of {budget} tokens is too small (at least {low})",
            hint="`backstory config get brief.min_budget` is the limit in force",
        )
    if budget > high and not (options["query"] or options["view"]):
        raise Invalid(
            f"a budget of {budget} tokens is too large (at most {high})",
            hint="`backstory config set brief.max_budget N` raises the limit",
        )
    composed = memory.brief(
        mode=mode or memory.settings.get("brief.mode"),
        budget=min(budget, high),
        query=options["query"],
        view=options["view"],
        task=options["task"],
        branch=options["branch"],
        as_of=options["as_of"],
        snapshot_id=options["snapshot_id"],
        session=options["session"],
        ids=options["ids"],
        kinds=options["kinds"],
        limit=options["limit"] or 0,
        strategy=options["strategy"],
        explain=options["explain"],
    )
    text = composed.text
    if console.State.json or options["form"] == "json":
        text = composed.json()
    elif options["form"] == "pointer":
        text = composed.pointer()
    if options["explain"]:
        _explain(composed)
    if options["out_file"]:
        _write(options["out_file"], text, memory.gate)
        console.talk(f"Wrote {options['out_file']} ({composed.tokens} tokens estimated)")
    elif options["copy"] or memory.settings.get("brief.output") == "clipboard":
        from backstory.memory.clipboard import copy_text

        copy_text(text, os.environ, memory.project.root)
        console.talk(f"Copied ({composed.tokens} tokens estimated)")
    else:
        console.raw(text if text.endswith("\n") else text + "\n")


def _explain(composed: Any) -> None:
    b = composed.brief
    console.talk(
        f"brief {b.id}: {composed.tokens} of {b.budget} tokens estimated, {sum(len(s.items) for s in b.sections)} items"
    )
    for left in b.left_out:
        console.talk(f"  left out {short(left.id)}: {left.title} ({left.reason})")


def _write(path: str, text: str, gate: Any) -> None:
    """Atomic, with the permissions of a file of the user's own making."""
    from backstory.store.files import write_text

    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise BackstoryError(f"no folder `{folder}`", hint=f"`mkdir -p {folder}` makes it")
    write_text(os.path.abspath(path), text, gate, mode=0o644)
