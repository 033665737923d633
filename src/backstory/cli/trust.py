"""What may be believed, what must not come back, what is to go: trust, reject, forget."""

from collections.abc import Sequence

import click

from backstory.api import Memory
from backstory.cli import console
from backstory.cli.command import common, open_memory
from backstory.cli.look import as_data
from backstory.cli.remember import refresh_surfaces
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.ids import short
from backstory.model.text import counted, one_line

MAX_NAMED = 10


@click.command()
@click.argument("refs", nargs=-1, metavar="[ID]...")
@click.option("--all", "everything", is_flag=True, help="Trust every record that is here now, whatever brought it.")
@click.option("--revoke", is_flag=True, help="Take the trust back: all of it, or that in the records named.")
@click.option("--show", is_flag=True, help="Only say how things stand.")
@common
def trust(refs: tuple[str, ...], everything: bool, revoke: bool, show: bool) -> None:
    """Trust this clone and what its upstream's default branch brings, or the records named.

    Records that nobody here vouches for are marked, stand in a section of their own in briefs and are never pinned.
    Once a clone is trusted, records that reach the default branch of its upstream are trusted as they arrive; those of
    other branches and forks are not. Pinned records, personas, preferences and rules of others count only once you
    have trusted them by ID. Only a person can trust.

    \b
    backstory trust                   this clone, and what is on its upstream's default branch
    backstory trust 8x1y2z3a          one record, as it is now
    backstory trust --all             everything that is here now
    """
    from backstory.memory import trust as trusting

    if sum((bool(refs) and not revoke, everything, revoke, show)) > 1 or (refs and show):
        raise Invalid("IDs, `--all`, `--revoke` and `--show` exclude each other", hint="`backstory trust --help`")
    memory = open_memory()
    before = trusting.trust_status(memory)
    if show:
        now = before
    elif revoke:
        now = trusting.revoke_trust(memory, refs)
    elif refs:
        now = trusting.trust_records(memory, refs)
    else:
        now = trusting.trust_all(memory) if everything else trusting.trust_repository(memory)
    if not show:
        memory = memory.reopened()
        refresh_surfaces(memory)
    if console.State.json:
        console.document("trust", now._asdict())
        return
    console.out(f"{'trusted' if now.trusted else 'not trusted'}: {now.reason}")
    if not (show or revoke):
        _name(
            memory,
            "trusted now",
            [i for i in (*before.foreign, *before.waiting) if i not in (*now.foreign, *now.waiting)],
        )
    _name(memory, "untrusted", now.foreign)
    _name(memory, "not pinned, or not heard as rules, before you trust them by ID", now.waiting)
    if now.foreign and not now.trusted:
        console.talk("hint: read them, then `backstory trust`")
    elif now.foreign or now.waiting:
        console.talk("hint: read them with `backstory show ID`, then `backstory trust ID`, or `backstory trust --all`")


def _name(memory: Memory, what: str, ids: Sequence[str]) -> None:
    if not ids:
        return
    console.out(f"{what}: {counted(len(ids), 'record')}")
    for ref in ids[:MAX_NAMED]:
        record = memory.get(ref).record
        who = one_line(record.origin.author.split("<")[0]) or "somebody"
        console.out(f"  {record.short}  {record.kind}  {one_line(record.title, 80)}  ({who}, {record.origin.how})")
    if len(ids) > MAX_NAMED:
        console.out(f"  and {len(ids) - MAX_NAMED} more")


@click.command()
@click.argument("ref", required=False, default="", metavar="[ID]")
@click.option("--undo", is_flag=True, help="Lift the rejection.")
@click.option("--list", "listing", is_flag=True, help="The rejections that stand.")
@common
def reject(ref: str, undo: bool, listing: bool) -> None:
    """Reject what a record says: it is retracted, and the same claim is refused when it comes back.

    Other spelling does not help it in: case, look-alike letters, invisible signs, spacing and punctuation are folded,
    and the claim is found inside longer texts. Other words for the same thing pass. Only a person can reject.
    """
    from backstory.memory import reject as rejecting

    memory = open_memory()
    if listing or not ref:
        if not listing:
            raise Invalid("no record was named", hint="`backstory reject ID`, or `backstory reject --list`")
        found = rejecting.list_rejections(memory)
        if console.State.json:
            console.document("rejections", {"items": [{"id": i, "made": m, "title": t} for i, m, t in found]})
            return
        console.table([[short(i), m[:10], t or "(its record is gone)"] for i, m, t in found], styles=("33", "2"))
        if not found:
            console.talk("nothing was rejected")
        return
    if undo:
        record = rejecting.lift_rejection(memory, ref)
        refresh_surfaces(memory)
        if console.State.json:
            console.document("reject", {"lifted": True, "id": record.id if record else ref})
            return
        console.talk("Lifted the rejection; it can be said again")
        if record is not None and record.status == "retracted":
            console.talk(
                f"hint: its record stays retracted; `backstory edit {record.short} --status active` brings it back"
            )
        return
    done = rejecting.reject(memory, ref)
    refresh_surfaces(memory)
    if console.State.json:
        console.document("reject", {"lifted": False, **as_data(done.record), "hidden": [r.id for r in done.hidden]})
        return
    console.talk(f'Rejected {done.record.kind} {done.record.short} "{done.record.title}"')
    for record in done.hidden[:MAX_NAMED]:
        console.talk(f'  hidden with it, as it says the same: {record.short} "{one_line(record.title, 80)}"')
    console.talk(f"hint: `backstory reject {done.record.short} --undo` lifts it")


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...")
@click.option("--yes", "-y", is_flag=True, help="Ask nothing.")
@click.option("--history", is_flag=True, help="Print how git's history could be rewritten; nothing is rewritten.")
@click.option("--dry-run", is_flag=True, help="Name what would go; forget nothing.")
@common
@click.pass_context
def forget(ctx: click.Context, refs: tuple[str, ...], yes: bool, history: bool, dry_run: bool) -> None:
    """Remove records and every trace of them outside of git's history: it cannot be undone.

    Files, copies in the trash, journals, index, briefs, handoffs, agents' files, backups. Other records stay as they
    are. Only a person can forget.
    """
    from backstory.memory import forget as forgetting
    from backstory.memory.forget_history import find_in_history, plan_history_rewrite
    from backstory.memory.forget_plan import plan_forget

    memory = open_memory()
    plan = plan_forget(memory, refs)
    if not dry_run:
        names = ", ".join(f'{r.short} "{one_line(r.title, 60)}"' for r in plan.records)
        if not console.confirm(f"Forget {names} for good?", yes=yes, default=False):
            raise BackstoryError(
                "nothing was forgotten", hint=f"`backstory forget {' '.join(refs)} --yes` asks nothing"
            )
        done = forgetting.forget(memory, plan)
        problems = _refresh_everywhere(memory, everyone=any(r.scope == "user" for r in plan.records))
        left = forgetting.find_leftovers(memory, plan)
    else:
        done, problems, left = forgetting.Forgotten(), [], []
    held = find_in_history(memory, plan)
    if console.State.json:
        console.document(
            "forget",
            {
                "dry_run": dry_run,
                "ids": [r.id for r in plan.records],
                "removed": done.removed,
                "rewritten": done.rewritten,
                "summaries": [r.id for r in plan.summaries],
                "history": [{"path": h.path, "commits": h.commits} for h in held],
                "left": left,
                "plan": plan_history_rewrite(memory, plan, held) if history else "",
            },
        )
    else:
        _tell(plan, done, held, left, dry_run)
        for problem in problems:
            console.warn(problem)
        if history:
            console.out(plan_history_rewrite(memory, plan, held))
        elif held:
            console.talk("hint: `backstory forget --history` prints how git's history could be rewritten")
    if left:
        ctx.exit(int(Exit.PARTLY))


def _tell(plan: "object", done: "object", held: "object", left: list[str], dry_run: bool) -> None:
    from backstory.memory.forget import Forgotten
    from backstory.memory.forget_history import Held
    from backstory.memory.forget_plan import Plan

    assert isinstance(plan, Plan) and isinstance(done, Forgotten) and isinstance(held, list)
    for record in plan.records:
        word = "Would forget" if dry_run else "Forgot"
        console.talk(f"{word} {record.kind} {record.short}" + (f' "{one_line(record.title, 80)}"' if dry_run else ""))
    for path in plan.files if dry_run else done.removed:
        console.talk(f"  {'would remove' if dry_run else 'removed'} {path}")
    for path in done.rewritten:
        console.talk(f"  rewrote {path}")
    for record in plan.summaries:
        console.warn(
            f'{record.kind} {record.short} "{one_line(record.title, 60)}" was made of it'
            + ("" if dry_run else ", and is off-context until you have looked at it"),
            f"`backstory show {record.short}`, then `backstory edit {record.short} --tier reference`, or forget it too",
        )
    for one in held:
        assert isinstance(one, Held)
        console.warn(f"git's history still holds `{one.path}` in {one.commits} commit{'s' if one.commits > 1 else ''}")
    for path in left:
        console.warn(f"`{path}` still holds words of it", "look at it and remove it by hand")


def _refresh_everywhere(memory: Memory, *, everyone: bool) -> list[str]:
    """What agents read, anew, in every working tree of the project (or of all projects) on this machine."""
    import os

    from backstory.deliver.surfaces import refresh
    from backstory.store.places import project_roots
    from backstory.store.roots import all_roots

    problems: list[str] = list(refresh(memory.reopened()))
    for root in all_roots(memory.project.home) if everyone else project_roots(memory.project.private)[0]:
        if root == memory.project.root or not os.path.isdir(root):
            continue
        try:
            other = Memory.open(root, memory.environ, project_root=root, channel=memory.channel)
            problems += refresh(other)
        except (BackstoryError, OSError) as error:
            problems.append(f"`{root}` could not be brought up to date: {error}")
    return problems
