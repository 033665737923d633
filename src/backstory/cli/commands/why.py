"""Find the reasons behind code."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from backstory.api import explain_code as explain
from backstory.base.statement import Statement, label_reason, split_statement
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import add_common_options, open_memory
from backstory.cli.layout import cut_text, wrap_text
from backstory.cli.numbers import Whole
from backstory.model.late_pattern import late_pattern
from backstory.model.text import clean_text, format_count, one_line, path_line

if TYPE_CHECKING:
    from backstory.cli.library import Explanation, Reason

SECTION: Final = "Look"
WIDTH: Final = 80
"""Cells of a line of output."""
WEAK: Final = 1.0
"""Weight up to which records with the same evidence are listed together."""
REASON_FIELDS: Final = frozenset(
    ("author", "agent", "branch", "state", "id", "ties", "merge", "issues", "session", "was", "lines")
)
"""Fields of a reason in JSON that are left out where they are empty."""
MAX_TEXT_LINES: Final = 6
"""Lines of a commit message or record that are shown; `--full` shows all, as `--json` does."""
_TRAILER: Final = late_pattern(
    r"^(?:---+$|\(cherry picked from commit|[A-Z][\w-]*-by: "
    r"|(?:Cc|Change-Id|git-svn-id|Reviewed-on|PR-URL|Link|Message-ID): )",
    re.IGNORECASE,
)
_LIST_ITEM: Final = late_pattern(r"^(\s*)(?:[-*•]|\d+[.)])\s+")


class Reasons(Answer):
    """The reasons behind a place in the code, strongest first."""

    schema = "why"
    listed_in = "reasons"
    optional_fields = REASON_FIELDS
    explanation: "Explanation"
    full: bool

    def to_json(self) -> object:
        return self.explanation

    def print_text(self) -> None:
        explanation = self.explanation
        console.data(console.bold(path_line(explanation.spot)))
        if explanation.line:
            console.data(f"  | {cut_text(one_line(explanation.line), _width() - 4)}")
        for note in explanation.notes:
            for line in _wrap(note, "  "):
                console.data(console.dim(line))
        self._print_reasons()
        if explanation.left_out:
            limit = len(explanation.reasons) + explanation.left_out
            console.info(f"\nand {format_count(explanation.left_out, 'weaker reason')}: `--limit {limit}`")
        if not explanation.reasons:
            console.info("no reason is recorded yet")

    def _print_reasons(self) -> None:
        """The strong reasons in full, and the weak ones in groups."""
        explanation = self.explanation
        weak = {} if self.full else _group_weak(explanation.reasons)
        folded = {reason.id for group in weak.values() for reason in group}
        for reason in explanation.reasons:
            if reason.id not in folded:
                console.data()
                _print_reason(reason, full=self.full)
        for evidence, group in weak.items():
            _print_group(evidence, group)


@click.command()
@click.argument("target", metavar="PATH[:LINE|#SYMBOL]")
@click.option("--limit", "-n", type=Whole(1), default=12, show_default=True, help="Maximum number of reasons.")
@click.option("--full", is_flag=True, help="Show messages and texts in full.")
@add_common_options
def why(target: str, limit: int, full: bool) -> Reasons:
    """Find the reasons behind a file, a line or a symbol.

    Shows commits, decisions, attempts and failures, each with its evidence.

    \b
    backstory why src/db/pool.py:42
    backstory why src/db/pool.py:40-55
    backstory why src/db/pool.py#Pool
    backstory why Pool.acquire
    """
    return Reasons(explain(open_memory(), target, limit=limit), full)


def _group_weak(reasons: "Sequence[Reason]") -> "dict[str, list[Reason]]":
    """Evidence -> the records that have no other, where there are several and it is weak."""
    groups: dict[str, list[Reason]] = {}
    for reason in reasons:
        if reason.kind != "commit" and len(reason.evidence) == 1 and reason.weight <= WEAK:
            groups.setdefault(reason.evidence[0], []).append(reason)
    return {evidence: group for evidence, group in groups.items() if len(group) > 1}


def _print_group(evidence: str, group: "list[Reason]") -> None:
    """Prints records with the same weak evidence, a line for each."""
    console.data()
    for line in _wrap(f"{format_count(len(group), 'record')}, of which each {evidence}:", ""):
        console.data(console.dim(line))
    console.table(
        [[f"  {reason.made[:10]}", reason.kind, reason.ref, one_line(reason.title)] for reason in group],
        styles=("2", "36", "33"),
        tails=[f"  [{reason.state}]" if reason.state else "" for reason in group],
    )


def _print_reason(reason: "Reason", *, full: bool) -> None:
    console.data(
        console.dim(reason.made[:10]),
        console.Span(f"  {reason.kind}", "36"),
        console.Span(f" {reason.ref}", "33"),
        console.Span(f"  [{reason.state}]" if reason.state else "", "31"),
    )
    statement = split_statement(reason.kind, reason.title, reason.text)
    for line in _wrap(statement.headline, "  "):
        console.data(console.bold(line))
    for line in _reason_text(reason, statement, full=full):
        console.data(line)
    via = f"through {reason.agent}" if reason.agent else ""
    who = " ".join(part for part in (one_line(reason.author.split("<")[0]), via) if part) or "somebody"
    for line in _wrap(f"{who}: {'; '.join(reason.evidence)}", "    "):
        console.data(console.dim(line))


def _reason_text(reason: "Reason", statement: Statement, *, full: bool) -> Iterator[str]:
    """The lines below a reason's title: its text, the line before the change, and the merge that brought it."""
    why_text = "".join(label_reason(statement.reason))
    text = list(_wrap_message(f"{statement.text}\n\n{why_text}"))
    if full or len(text) <= MAX_TEXT_LINES:
        yield from text
    else:
        yield from text[:MAX_TEXT_LINES]
        yield "    …"
    if reason.was:
        yield from _wrap(f"before: {one_line(reason.was, 150)}", "    ")
    yield from _merge_lines(reason, full=full)


def _merge_lines(reason: "Reason", *, full: bool) -> Iterator[str]:
    """The merge or pull request that brought the change, unless it says no more than the commit."""
    merge = reason.merge
    if merge is None:
        return
    parts = [f"pull request {merge.number}" if merge.number else "merged"]
    if merge.branch and not merge.number and merge.branch not in merge.title:
        parts.append(f"from `{merge.branch}`")
    if merge.title and merge.title != reason.title:
        parts.append(f"“{one_line(merge.title, 200)}”")
    if merge.id:
        parts.append(f"({merge.made[:10]}, {merge.id[:10]})")
    if len(parts) > 1 or merge.number:
        yield from _wrap(" ".join(parts), "    ")
    body = merge.body.strip().removeprefix(merge.title).strip()
    if full and body:
        yield from _wrap_message(body)


def _wrap_message(text: str) -> Iterator[str]:
    """A message as wrapped lines. Paragraphs are joined, lists and indented lines kept, trailers left out."""
    paragraph = ""
    for line in [*clean_text(text).expandtabs(4).splitlines(), ""]:
        words = line.strip()
        starts_line = bool(_LIST_ITEM.match(line)) or (line[:1] == " " and not paragraph)
        if paragraph and (not words or starts_line or _TRAILER.match(line)):
            yield from _wrap(paragraph, "    ")
            paragraph = ""
        if words and not _TRAILER.match(line):
            paragraph = f"{paragraph} {words}" if paragraph else words


def _wrap(text: str, indent: str) -> list[str]:
    return wrap_text(one_line(text), _width(), first=indent, rest=indent)


def _width() -> int:
    """The width of the text: that of a page, or of a narrower terminal."""
    return min(WIDTH, console.screen_width() or WIDTH)
