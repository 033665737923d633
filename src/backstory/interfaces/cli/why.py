"""`why`: from code to reasons."""

import click

from backstory.interfaces.cli import console
from backstory.interfaces.cli.command import common, open_memory
from backstory.model.text import one_line


@click.command()
@click.argument("target", metavar="PATH[:LINE|#SYMBOL]")
@click.option("--limit", "-n", type=click.IntRange(1), default=12, show_default=True, help="At most so many reasons.")
@common
def why(target: str, limit: int) -> None:
    """The reasons behind a file, a line or a symbol: commits, decisions, attempts, failures, each with its evidence.

    \b
    backstory why src/db/pool.py:42
    backstory why src/db/pool.py#Pool
    """
    from backstory.memory.why import why as explain

    answer = explain(open_memory(), target, limit=limit)
    if console.State.json:
        console.document("why", answer)
        return
    console.out(console.bold(answer.spot))
    if answer.line:
        console.out(f"  {answer.line}")
    if answer.uncommitted:
        console.out(console.dim("  some of this is not committed yet"))
    for reason in answer.reasons:
        state = f"  [{reason.state}]" if reason.state else ""
        console.out(
            f"\n{reason.made[:10]}  {reason.kind} {reason.ref}  {console.bold(one_line(reason.title, 110))}{state}"
        )
        if reason.text:
            console.out(f"    {one_line(reason.text, 300)}")
        who = one_line(reason.author.split("<")[0])
        via = f" through {reason.agent}" if reason.agent else ""
        console.out(console.dim(f"    {who}{via}; {'; '.join(reason.evidence)}"))
    if not answer.reasons:
        console.talk("nothing is known about it yet")
