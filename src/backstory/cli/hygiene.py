"""Keeping the memory right: lint, report, verify."""

from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import common, open_memory
from backstory.cli.remember import refresh_surfaces
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.text import counted, one_line

_COLOURS = {"error": "31", "warning": "33", "notice": "36"}


@click.command()
@click.option(
    "--diff", "base", default="", metavar="BASE", help="Only what the change since BASE makes stale or brings."
)
@click.option("--github", is_flag=True, help="As annotations of GitHub Actions.")
@common
@click.pass_context
def lint(ctx: click.Context, base: str, github: bool) -> None:
    """Find duplicates, contradictions, stale, orphaned and overlong records, secrets. Exit code 4 with findings.

    \b
    backstory lint --diff origin/main --github
    """
    from backstory.memory import lint as hygiene
    from backstory.memory import lint_diff

    memory = open_memory()
    found = lint_diff.lint_diff(memory, base) if base else hygiene.lint(memory)
    if github:
        for one in found:
            console.out(annotation(one))
    elif console.State.json:
        console.document("lint", {"base": base, "ok": not found, "findings": [f._asdict() for f in found]})
    else:
        for one in found:
            where = f"{one.path}:{one.line}  " if one.path and one.line else f"{one.path}  " if one.path else ""
            word = console._style(f"{one.severity:<8}", _COLOURS[one.severity], __import__("sys").stdout)
            console.raw(f"{word} ")
            console.out(f"{one.rule:<13} {one.message}")
            console.out(console.dim(f"{'':<23}{where}{one.hint}"))
        if not found:
            console.talk("nothing to find fault with" if not base else f"the change since {base} makes nothing stale")
    if found:
        ctx.exit(int(Exit.FINDINGS))


def annotation(one: Any) -> str:
    """A workflow command of GitHub Actions: `::warning file=...,line=...,title=...::message`."""
    places = [f"file={_property(one.path)}", f"line={one.line or 1}"] if one.path else []
    title = f"title={_property('project memory: ' + one.rule)}"
    text = f"{one.message}. {one.hint}".replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::{one.severity} {','.join([*places, title])}::{text}"


def _property(text: str) -> str:
    for sign, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
        text = text.replace(sign, code)
    return text


@click.command()
@common
def report() -> None:
    """Figures over the memory: by kind, tier, scope, channel, author, age, staleness and use."""
    from backstory.memory.stats import memory_stats

    memory = open_memory()
    found = memory_stats(memory)
    if console.State.json:
        console.document("report", found)
        return
    console.out(f"standing: {counted(found['total'], 'record')}, about {found['tokens']:,} tokens")
    for name in ("kinds", "tiers", "scopes", "channels", "authors", "agents", "ages", "staleness", "use", "states"):
        counts = sorted(found[name].items(), key=lambda i: (-i[1], i[0]))
        if counts:
            console.out(console.bold(f"\n{name}"))
            console.table([[f"{n:>7,}", one_line(k, 80)] for k, n in counts[:15]])
    for name, hint in (
        ("conflicts", "`backstory lint` names them"),
        ("foreign", "`backstory trust --show` names them"),
    ):
        if found[name]:
            console.out(f"\n{found[name]} {name}; {hint}")


@click.command()
@click.argument("refs", nargs=-1, metavar="[ID...]")
@click.option("--all", "everything", is_flag=True, help="Every record that is about code.")
@click.option("--confirm", is_flag=True, help="Say that it still holds: the code as it is now counts from here on.")
@common
@click.pass_context
def verify(ctx: click.Context, refs: tuple[str, ...], everything: bool, confirm: bool) -> None:
    """Check whether the code that records are about still is as it was. Exit code 4 when some of it is not.

    \b
    backstory verify --all
    backstory verify 7q4t9w2r --confirm
    """
    from backstory.memory import staleness

    if confirm and not refs:
        raise Invalid("`--confirm` takes the records by name", hint="look at each: `backstory verify ID --confirm`")
    if refs and everything:
        raise Invalid("`--all` and ids exclude each other", hint="leave one of them out")
    memory = open_memory()
    rows = [memory.get(ref) for ref in refs] or [r for r in memory.fresh().rows() if not r.superseded_by]
    if confirm:
        done = [staleness.confirm_anchors(memory, row.record.id) for row in rows]
        refresh_surfaces(memory)
        if console.State.json:
            items = [
                {"id": r.id, "verified": r.fields.get("verified", ""), "anchors": [str(a) for a in r.anchors]}
                for r in done
            ]
            console.document("verify", {"items": items})
            return
        for record in done:
            console.talk(f'Confirmed {record.kind} {record.short} "{record.title}"')
        return
    found = staleness.anchor_states(memory, rows)
    looked = [(row, found[row.record.id]) for row in rows if row.record.id in found]
    if refs and not looked:
        raise BackstoryError("that is not about any code", hint="only records with `--at PATH` can go stale")
    stale = [1 for _, s in looked if s.state in (staleness.CHANGED, staleness.GONE)]
    if console.State.json:
        states = [{"id": r.record.id, "state": s.state, "anchors": s.anchors} for r, s in looked]
        console.document("verify", {"ok": not stale, "items": states})
    else:
        for row, standing in looked:
            if not refs and standing.state == staleness.FRESH:
                continue
            record = row.record
            console.out(f"{standing.state:<8} {record.short}  {record.kind}  {one_line(record.title, 80)}")
            for target, state in standing.anchors.items():
                console.out(console.dim(f"{'':<19}{target}: {state.replace(':', ' to ', 1)}"))
        fresh = sum(s.state == staleness.FRESH for _, s in looked)
        console.talk(f"about code: {counted(len(looked), 'record')}, {fresh} fresh, {len(looked) - fresh} not")
        if stale:
            console.talk("hint: still true? `backstory verify ID --confirm`")
    if stale:
        ctx.exit(int(Exit.FINDINGS))
