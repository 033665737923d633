"""`why`: from code to reasons."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.command import common, open_memory
from backstory.model.text import clean, one_line

if TYPE_CHECKING:
    from backstory.memory.reason import Reason

WIDTH: Final = 80
"""Cells of a line of output."""
BODY: Final = 6
"""Lines of what a commit or record says that are shown; `--full` shows all, as `--json` does."""
_TRAILER: Final = re.compile(
    r"^(?:---+$|\(cherry picked from commit|[A-Z][\w-]*-by: "
    r"|(?:Cc|Change-Id|git-svn-id|Reviewed-on|PR-URL|Link|Message-ID): )",
    re.IGNORECASE,
)
_LIST: Final = re.compile(r"^(\s*)(?:[-*•]|\d+[.)])\s+")


@click.command()
@click.argument("target", metavar="PATH[:LINE|#SYMBOL]")
@click.option("--limit", "-n", type=click.IntRange(1), default=12, show_default=True, help="At most so many reasons.")
@click.option("--full", is_flag=True, help="Whole messages and texts.")
@common
def why(target: str, limit: int, full: bool) -> None:
    """The reasons behind a file, a line or a symbol: commits, decisions, attempts, failures, each with its evidence.

    \b
    backstory why src/db/pool.py:42
    backstory why src/db/pool.py:40-55
    backstory why src/db/pool.py#Pool
    """
    from backstory.memory.why import explain_code as explain

    answer = explain(open_memory(), target, limit=limit)
    if console.State.json:
        console.document("why", answer)
        return
    console.out(console.bold(answer.spot))
    if answer.line:
        console.out(f"  | {one_line(answer.line, WIDTH - 4)}")
    for note in answer.notes:
        for line in _wrapped(note, "  "):
            console.out(console.dim(line))
    for reason in answer.reasons:
        console.out()
        _show(reason, full=full)
    if answer.left_out:
        more = f"{answer.left_out} weaker reason{'s' if answer.left_out > 1 else ''}"
        console.talk(f"\nand {more}: `--limit {len(answer.reasons) + answer.left_out}`")
    if not answer.reasons:
        console.talk("nothing is known about it yet")


def _show(reason: "Reason", *, full: bool) -> None:
    head = f"{reason.made[:10]}  {reason.kind} {reason.ref}"
    console.out(head + (f"  [{reason.state}]" if reason.state else ""))
    for line in _wrapped(reason.title, "  "):
        console.out(console.bold(line))
    text = list(_text(reason.text))
    for line in text if full else text[:BODY]:
        console.out(line)
    if len(text) > BODY and not full:
        console.out("    …")
    if reason.was:
        for line in _wrapped(f"before: {one_line(reason.was, 150)}", "    "):
            console.out(line)
    for line in _merge(reason, full=full):
        console.out(line)
    who = one_line(reason.author.split("<")[0])
    via = f"through {reason.agent}" if reason.agent else ""
    for line in _wrapped(f"{' '.join(w for w in (who, via) if w) or 'somebody'}: {'; '.join(reason.evidence)}", "    "):
        console.out(console.dim(line))


def _merge(reason: "Reason", *, full: bool) -> Iterator[str]:
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
        yield from _wrapped(" ".join(parts), "    ")
    body = merge.body.strip().removeprefix(merge.title).strip()
    if full and body:
        yield from _text(body)


def _text(text: str) -> Iterator[str]:
    """A message as wrapped lines: paragraphs run on, lists and indented lines stay, trailers are left out."""
    paragraph = ""
    for line in [*clean(text).expandtabs(4).splitlines(), ""]:
        bare = line.strip()
        stays = bool(_LIST.match(line)) or (line[:1] == " " and not paragraph)
        if paragraph and (not bare or stays or _TRAILER.match(line)):
            yield from _wrapped(paragraph, "    ")
            paragraph = ""
        if not bare or _TRAILER.match(line):
            continue
        paragraph = f"{paragraph} {bare}" if paragraph else bare


def _wrapped(text: str, indent: str) -> Iterable[str]:
    from textwrap import wrap

    return wrap(
        one_line(text), WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=True,
        break_on_hyphens=False,
    )  # fmt: skip
