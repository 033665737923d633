"""Remove records or whole sessions, and every trace of them."""

import os
import shlex
from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.api import find_in_history, plan_forget, plan_history_rewrite
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.completion import complete_record
from backstory.cli.person import confirm_person
from backstory.deliver.surfaces import MAX_WAIT, refresh_surfaces
from backstory.model.errors import BackstoryError, Exit
from backstory.model.kinds import KINDS
from backstory.model.text import format_count, one_line
from backstory.store.places import project_roots
from backstory.store.roots import all_roots

if TYPE_CHECKING:
    from backstory.cli.library import Forgotten, HistoryFile, Memory, Plan
    from backstory.model.session import Session

SECTION: Final = "Curate"


class ForgottenRecords(Answer):
    """What was forgotten, or would be, and what still holds it."""

    schema = "forget"
    plan: "Plan"
    done: "Forgotten"
    in_history: "list[HistoryFile]"
    leftovers: list[str]
    problems: list[str]
    history_plan: str
    dry_run: bool

    def to_json(self) -> Json:
        return {
            "dry_run": self.dry_run,
            "ids": [record.id for record in self.plan.records],
            "sessions": [session.id for session in self.plan.sessions],
            "removed": self.done.removed,
            "rewritten": self.done.rewritten,
            "summaries": [record.id for record in self.plan.summaries],
            "replaced": [record.id for record in self.plan.replaced],
            "history": [{"path": file.path, "commits": file.commits} for file in self.in_history],
            "left": self.leftovers,
            "plan": self.history_plan,
        }

    def print_text(self) -> None:
        self._print_removed()
        self._print_summaries()
        self._print_replaced()
        for committed in self.in_history:
            console.warn(f"git's history still holds `{committed.path}` in {format_count(committed.commits, 'commit')}")
        for path in self.leftovers:
            console.warn(f"`{path}` still has words of it", "check it and remove it by hand")
        for problem in self.problems:
            console.warn(problem)
        if self.history_plan:
            console.data(self.history_plan)
        elif self.in_history:
            console.info("hint: `backstory forget --history` prints how git's history could be rewritten")

    def _print_removed(self) -> None:
        for session in self.plan.sessions:
            line = f"{_name_session(session)}: what was said and run in it, and its records"
            console.info(f"Would forget {line}" if self.dry_run else f"Forgot {line}")
            if session.source:
                console.info(
                    f"  its transcript stays with {session.agent}, and is not ingested again: {session.source}"
                )
        for record in self.plan.records:
            if self.dry_run:
                console.info(f'Would forget {record.kind} {record.short} "{one_line(record.title, 80)}"')
            else:
                console.info(f"Forgot {record.kind} {record.short}")
        for path in self.plan.files if self.dry_run else self.done.removed:
            console.info(f"  {'would remove' if self.dry_run else 'removed'} {path}")
        for path in self.done.rewritten:
            console.info(f"  rewrote {path}")

    def _print_summaries(self) -> None:
        for record in self.plan.summaries:
            shelved = "" if self.dry_run else ", and is off-context until you have looked at it"
            console.warn(
                f'{record.kind} {record.short} "{one_line(record.title, 60)}" was made of it{shelved}',
                f"`backstory show {record.short}`, then `backstory edit {record.short} --tier reference`, or forget it "
                "too",
            )

    def _print_replaced(self) -> None:
        for record in self.plan.replaced:
            retracted = "would be retracted" if self.dry_run else "is retracted"
            console.info(
                f'{record.kind} {record.short} "{one_line(record.title, 60)}" was replaced by it, and {retracted}'
            )
            console.info(
                f"hint: if it holds again: `backstory edit {record.short} --status {KINDS[record.kind].statuses[0]}`"
            )

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.leftovers else Exit.DONE


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...", shell_complete=complete_record)
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation; for a script with a person's token.")
@click.option("--history", is_flag=True, help="Print how to rewrite git's history; rewrite nothing.")
@click.option("--dry-run", is_flag=True, help="Print what would be removed; forget nothing.")
@add_common_options
def forget(refs: tuple[str, ...], yes: bool, history: bool, dry_run: bool) -> ForgottenRecords:
    """Remove records and every trace of them outside of git's history. This cannot be undone.

    Files, copies in the trash, journals, index, briefs, handoffs, agents' files, backups. Other records stay as they
    are; what only these have replaced is retracted. It asks at the terminal, because a person decides (`backstory help
    trust`).

    The ID of a session takes the whole of it: what was said and run, and each record that was made in it. Its
    transcript belongs to the agent and stays, but is not ingested again.

    \b
    backstory forget 3f2k9x7c
    backstory forget 3f0c6c1e --dry-run     a session, as `backstory session list` shows it
    """
    memory = open_memory()
    plan = plan_forget(memory, refs)
    forgotten, problems, leftovers = api.Forgotten(), [], []
    if not dry_run:
        _confirm(memory, plan, refs, yes=yes, history=history)
        if plan.sessions:  # with what was said in one while the question waited
            plan = plan_forget(memory, refs)
        forgotten = api.forget(memory, plan)
        problems = _refresh_everywhere(memory, all_projects=any(record.scope == "user" for record in plan.records))
        leftovers = api.find_leftovers(memory, plan)
    committed = find_in_history(memory, plan)
    history_plan = plan_history_rewrite(committed) if history else ""
    return ForgottenRecords(plan, forgotten, committed, leftovers, problems, history_plan, dry_run)


def _confirm(memory: "Memory", plan: "Plan", refs: tuple[str, ...], *, yes: bool, history: bool) -> None:
    kept = [f'{record.short} "{one_line(record.title, 60)}"' for record in plan.records]
    names = ", ".join([*map(_name_session, plan.sessions), *kept])
    words = ["backstory", "forget", *refs, *(["--history"] if history else [])]
    confirm_person(memory, f"Forget {names} for good?", shlex.join(words), yes=yes)


def _name_session(session: "Session") -> str:
    title = one_line(session.title, 60)
    return f'session {session.id} "{title}"' if title else f"session {session.id}"


def _refresh_everywhere(memory: "Memory", *, all_projects: bool) -> list[str]:
    """Brings the agents' files up to date in every working tree of the project, or of all projects, on this machine."""
    from backstory.api import Memory

    problems: list[str] = list(refresh_surfaces(memory.reopened(), wait=MAX_WAIT))
    for root in all_roots(memory.project.home) if all_projects else project_roots(memory.project.private)[0]:
        if root == memory.project.root or not os.path.isdir(root):
            continue
        try:
            other = Memory.open(root, memory.environ, project_root=root, channel=memory.channel)
            problems += refresh_surfaces(other, wait=MAX_WAIT)
        except (BackstoryError, OSError) as error:
            problems.append(f"`{root}` could not be brought up to date: {error}")
    return problems
