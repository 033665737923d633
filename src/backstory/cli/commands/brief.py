"""Print the context for the work at hand."""

import os
from typing import TYPE_CHECKING, Final

import click
import msgspec

from backstory.api import note_delivery, resolve_lines
from backstory.cli import console
from backstory.cli.answer import Answer, Notice
from backstory.cli.brief_readers import READERS, read_reader
from backstory.cli.command import (
    KIND,
    F,
    add_common_options,
    all_branches_option,
    as_of_option,
    gather_options,
    open_memory,
    refresh_surfaces,
)
from backstory.cli.numbers import Whole
from backstory.cli.output_file import write_output
from backstory.cli.session_id import ensure_session
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.ids import short_id
from backstory.model.text import format_count, one_line
from backstory.settings.table import MODES

if TYPE_CHECKING:
    from backstory.cli.library import ComposedBrief, Memory

SECTION: Final = "Daily"
ALIASES: Final = ("prompt", "resume", "compose")
MAX_COMPARED: Final = 3
"""Words of `brief diff [ID] [ID]`, at most."""


class BriefOptions(msgspec.Struct):
    """The options of `brief` and its aliases."""

    mode: str | None
    for_: str
    budget: int | None
    query: str
    view: str
    task: str
    branch: str
    as_of: str
    snapshot_id: str
    session: str
    ids: tuple[str, ...]
    kinds: tuple[str, ...]
    limit: int | None
    strategy: str
    form: str
    out_file: str
    copy: bool
    all_branches: bool
    explain: bool
    why_not: bool
    tokenizer: str


def brief_options(function: F) -> F:
    """Adds the options of `brief`, which arrive as `BriefOptions`."""
    function = gather_options(BriefOptions, BriefOptions.__struct_fields__)(function)
    for option in (
        click.option("--why-not", "why_not", is_flag=True, help="Print on stderr what just missed the brief, and why."),
        click.option("--explain", is_flag=True, help="Print on stderr what is shown and what is left out, and why."),
        all_branches_option,
        click.option("--copy", "copy", is_flag=True, help="Copy it to the clipboard."),
        click.option("--out", "-o", "--output", "out_file", default="", metavar="FILE", help="Write it to a file."),
        click.option(
            "--as", "form", type=click.Choice(("text", "json", "xml", "pointer")), default="text", help="Output format."
        ),
        click.option(
            "--strategy",
            "--token-strategy",
            type=click.Choice(("balanced", "aggressive", "tail", "legacy")),
            default="balanced",
            show_default=True,
            help="What to do when the budget is short.",
        ),
        click.option("--limit", type=Whole(1), default=None, help="Maximum number of records."),
        click.option("--kind", "--type", "kinds", type=KIND, multiple=True, help="Include only these kinds."),
        click.option("--ids", "--id", "ids", multiple=True, metavar="ID", help="Include only these records."),
        click.option("--session", default="", metavar="ID", help="The session that gets the brief."),
        click.option(
            "--snapshot-id",
            default="",
            metavar="ID",
            help="Take key files and goal from this snapshot; by default the goal of the latest.",
        ),
        as_of_option,
        click.option("--branch", "-b", default="", metavar="BRANCH", help="Show the brief as on this branch."),
        click.option(
            "--task",
            "--goal",
            "-g",
            "task",
            default="",
            metavar="TEXT",
            help="The work at hand, which decides what is relevant.",
        ),
        click.option(
            "--view",
            multiple=True,
            callback=lambda _ctx, _param, names: ",".join(names),
            metavar="NAME",
            help="Only what this view finds (`backstory view`); repeat it for several, each within its own budget.",
        ),
        click.option(
            "--query",
            default="",
            metavar="QUERY",
            help="Only what this query finds (`backstory help query`); plain text is a topic.",
        ),
        click.option(
            "--budget",
            "--token-budget",
            type=int,
            default=None,
            metavar="TOKENS",
            help="Token budget of the whole output; by default `brief.budget` (1200).",
        ),
        click.option(
            "--tokenizer",
            default="",
            metavar="FILE",
            help="Count the budget exactly by this `tokenizer.json`, instead of estimating it.",
        ),
        click.option(
            "--for",
            "for_",
            default="",
            metavar="AGENT",
            help=f"Who reads it: {READERS}, or any other agent.",
        ),
        click.option("--mode", type=click.Choice(MODES), default=None, help="The form, by its long name."),
    ):
        function = option(function)
    return function


class BriefAnswer(Answer):
    """A brief, which is printed, copied or written to a file."""

    composed: "ComposedBrief"
    memory: "Memory"
    options: BriefOptions

    def print_text(self) -> None:
        if console.State.template:
            from backstory.cli.template import print_filled

            print_filled(console.State.template, msgspec.json.decode(self.composed.json()), listed_in="")
            return
        composed, options = self.composed, self.options
        text = self._form()
        if options.explain:
            self._print_explanation()
        if options.why_not:
            self._print_missed()
        if composed.misread:
            console.misread(composed.misread)
        self._deliver(text)

    def _deliver(self, text: str) -> None:
        """Writes, copies or prints the brief."""
        composed, options = self.composed, self.options
        is_copied = options.copy or self.memory.settings.get("brief.output") == "clipboard"
        moment = "file" if options.out_file else "clipboard" if is_copied else "command"
        ids = [item.id for item in composed.brief.items]
        note_delivery(self.memory, text, moment=moment, ids=ids, tokens=composed.tokens, brief=composed.brief.id)
        if options.out_file:
            write_output(options.out_file, text, self.memory)
            console.info(f"Wrote {options.out_file} ({self._count()})")
        elif is_copied:
            from backstory.api import copy_text

            copy_text(text, os.environ, self.memory.project.root)
            console.info(f"Copied ({self._count()})")
        else:
            console.verbatim(text if text.endswith("\n") else text + "\n")

    def _form(self) -> str:
        """The brief in the form that was asked for."""
        composed, options = self.composed, self.options
        if options.form == "pointer" and not console.State.json:
            return composed.pointer()
        if _find_form(options) == "data" and (options.explain or options.why_not):
            return composed.explained(left_out=options.explain, missed=options.why_not)
        return composed.text

    def _count(self, budget: int = 0) -> str:
        """`1,040 of 1,200 tokens estimated`, or counted where a tokenizer was given."""
        tokens = f"{self.composed.tokens} of {budget}" if budget else f"{self.composed.tokens}"
        name = one_line(os.path.basename(self.options.tokenizer), 40)
        return f"{tokens} tokens {f'counted by `{name}`' if name else 'estimated'}"

    def _print_missed(self) -> None:
        from backstory.render.words import describe_missed

        missed = self.composed.brief.missed
        console.info(f"{len(missed)} just missed it, the nearest first" if missed else "nothing just missed it")
        for one in missed:
            console.info(f"  {describe_missed(one)}")

    def _print_explanation(self) -> None:
        brief = self.composed.brief
        items = sum(len(section.items) for section in brief.sections)
        console.info(f"brief {brief.id}: {self._count(brief.budget)}, {items} items")
        for item in brief.items:
            shares = ", ".join(f"{name} {value:+.2f}" for name, value in item.why.items())
            console.info(f"  shown {item.short}: {item.title} ({item.relevance:.2f}: {shares})")
        for omitted in brief.left_out:
            console.info(f"  left out {short_id(omitted.id)}: {omitted.title} ({omitted.reason})")


@click.command()
@click.argument("words", nargs=-1, metavar="[TASK]")
@brief_options
@add_common_options
def brief(words: tuple[str, ...], options: BriefOptions) -> Answer:
    """Print the context for the work at hand, never longer than its token budget.

    `--id ID`, with the id in the last line of an earlier brief, prints that brief again.
    `brief diff [ID] [ID]` shows what changed from one brief to another, by default between the last two (`backstory
    last`).

    \b
    backstory brief "retry webhooks" --budget 1200
    backstory brief --for human -o handover.md
    """
    if words[:1] == ("diff",) and len(words) <= MAX_COMPARED and (compared := _compare_deliveries(words[1:])):
        return compared
    earlier = _find_earlier(words, options)
    if earlier is not None:
        return earlier
    if words and options.task:
        raise Invalid("the task is given twice", hint='give it once: `backstory brief "retry webhooks"`')
    if not options.ids:
        options.task = " ".join(words) or options.task
        return compose_brief(options)
    return compose_brief(options, words)


def _compare_deliveries(ids: tuple[str, ...]) -> Answer | None:
    """The changes between two deliveries, or None for a task that begins with `diff`: two words or more after it of
    which none is an id.

    Raises `NotFound` with the word that names no brief.
    """
    from backstory.cli.commands.replay import compare_briefs

    try:
        return compare_briefs(*ids)
    except NotFound as err:
        if len(ids) == 1 and not _is_like_id(ids[0]):
            task = one_line(f"diff {ids[0]}", 60)
            raise NotFound(err.message, hint=f'{err.hint}; a task is one text: `backstory brief "{task}"`') from err
        if len(ids) < 2 or any(map(_is_like_id, ids)):
            raise
    except Invalid:
        if len(ids) < 2 or any(map(_is_like_id, ids)):
            raise
    return None


def _is_like_id(word: str) -> bool:
    """Whether a word is meant as an id: it has a digit, or names the last brief."""
    return word == "last" or any(letter.isdigit() for letter in word)


def _find_earlier(words: tuple[str, ...], options: BriefOptions) -> Answer | None:
    """The earlier brief that `--id` names; None where it names a record, or several."""
    if words or len(options.ids) != 1 or _names_record(open_memory(), options.ids[0]):
        return None
    from backstory.cli.commands.replay import replay_receipt

    try:
        return replay_receipt(options.ids[0])
    except Invalid:
        return None  # the error of a record that does not exist says how long an id is
    except NotFound as err:
        name = one_line(options.ids[0], 40)
        raise NotFound(
            f"no brief and no record `{name}`", hint=f'{err.hint}; records: `backstory recall "{name}"`'
        ) from err


@click.command("resume")
@click.option("--stdout", is_flag=True, help="Print it (the default).")
@click.option("--inject", is_flag=True, help="Write it into the agents' files as well.")
@brief_options
@add_common_options
def alias_resume(stdout: bool, inject: bool, options: BriefOptions) -> list[Answer]:
    """Print, copy or write into the agents' files the context of this branch."""
    answers: list[Answer] = []
    if inject:
        refresh_surfaces(open_memory())
        answers.append(Notice("Wrote it into the agents' files"))
    if stdout or not inject:
        answers.append(compose_brief(options))
    return answers


def compose_brief(options: BriefOptions, words: tuple[str, ...] = ()) -> BriefAnswer:
    """Composes the brief that the options ask for. Raises `Invalid` for an unknown form or a budget out of range.

    `words` stand beside `--ids`: those that name a record are ids too, and the others the task.
    """
    mode, agent = read_reader(options.for_)
    mode = options.mode or mode
    memory = open_memory()
    if words:
        more = [word for word in words if _names_record(memory, word)]
        options.ids += tuple(more)
        options.task = " ".join(word for word in words if word not in more) or options.task
    session = ensure_session(memory, options.session)
    composed = memory.brief(
        mode=mode or memory.settings.get("brief.mode"),
        budget=_checked_budget(memory, options),
        query=options.query,
        view=options.view,
        task=resolve_lines(memory, options.task),
        branch=options.branch,
        as_of=options.as_of,
        snapshot_id=options.snapshot_id,
        session=session,
        reader=memory.channel.session,
        ids=options.ids,
        kinds=options.kinds,
        limit=options.limit or 0,
        strategy=options.strategy,
        all_branches=options.all_branches,
        agent=agent,
        form=_find_form(options),
        tokenizer=options.tokenizer,
        explain=options.explain or options.why_not,
        is_kept=True,
    )
    return BriefAnswer(composed, memory, options)


def _find_form(options: BriefOptions) -> str:
    """The form of the text that the budget counts; empty for that of the mode."""
    form = "json" if console.State.json else options.form
    return {"json": "data", "xml": "xml"}.get(form, "")


def _names_record(memory: "Memory", word: str) -> bool:
    try:
        return bool(memory.get(word))
    except BackstoryError:
        return False


def _checked_budget(memory: "Memory", options: BriefOptions) -> int:
    """The budget asked for, 0 for none. A query or a view takes the largest one instead of refusing more."""
    low, high = memory.settings.get("brief.min_budget"), memory.settings.get("brief.max_budget")
    budget = options.budget or 0
    if options.budget is not None and budget < low:
        raise Invalid(
            f"a budget of {format_count(budget, 'token')} is too small (at least {low})",
            hint="`backstory config get brief.min_budget` shows the limit",
        )
    if budget > high and not (options.query or options.view):
        raise Invalid(
            f"a budget of {budget} tokens is too large (at most {high})",
            hint="`backstory config set --user brief.max_budget N` raises the limit",
        )
    return min(budget, high)
