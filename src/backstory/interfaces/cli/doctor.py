"""`doctor`: checks everything, names what is wrong and mends what can be mended."""

import click

from backstory.interfaces.cli import console
from backstory.interfaces.cli.command import common, open_memory
from backstory.model.errors import Exit

_MARKS = {"ok": ("ok", "32"), "warn": ("warn", "33"), "fail": ("fail", "31")}


@click.command()
@click.option("--fix", is_flag=True, help="Mend what can be mended; nothing is ever deleted.")
@click.option("--deep", is_flag=True, help="Read every file again: rot, secrets, wrong index entries.")
@click.option("--native", is_flag=True, hidden=True, help="Accepted for those who come from ContextDB.")
@common
@click.pass_context
def doctor(ctx: click.Context, fix: bool, deep: bool, native: bool) -> None:
    """Check records, index, settings, hooks and agents' files. Exit code 4 when a check fails."""
    ctx.exit(examine(fix=fix, deep=deep))


def examine(*, fix: bool, deep: bool) -> int:
    """Runs the checks (and the mending, then again), prints them; returns the exit code."""
    from backstory.interfaces.surfaces import checks as surface_checks
    from backstory.interfaces.surfaces import repair
    from backstory.memory.checks import fix as mend

    memory = open_memory()
    found = memory.checks(deep=deep) + surface_checks(memory)
    done: list[str] = []
    if fix and any(c.fixable and c.status != "ok" for c in found):
        done = mend(memory, found) + repair(memory, found)
        memory = open_memory()
        found = memory.checks(deep=deep) + surface_checks(memory)
    failed = [c for c in found if c.status == "fail"]
    if console.State.json:
        import msgspec

        console.document(
            "doctor",
            {
                "ok": not failed,
                "checks": [{"hint": "", "fixable": False, **msgspec.to_builtins(c)} for c in found],
                "done": done,
            },
        )
        return Exit.FINDINGS if failed else Exit.DONE
    for line in done:
        console.talk(f"mended: {line}")
    for check in found:
        word, colour = _MARKS[check.status]
        painted = f"\x1b[{colour}m{word:<4}\x1b[0m" if console.coloured(__import__("sys").stdout) else f"{word:<4}"
        console.raw(f"{painted}  ")
        console.out(f"{check.name:<12} {check.detail}")
        if check.hint and check.status != "ok":
            console.out(f"{'':<18} {console.dim(check.hint)}")
    return Exit.FINDINGS if failed else Exit.DONE
