"""A session in one line, for the log and for lists."""

from typing import Final

from backstory.model.miscalled_runs import is_miscalled
from backstory.model.session import CommandRun, Session
from backstory.model.text import format_count, one_line
from backstory.recall.past.asides import list_work_steps

CHECKS: Final = ("test", "lint", "types", "build")
"""Kinds of commands that say whether the work is sound."""


def session_line(session: Session) -> str:
    """What a session did, in one line: files, what is red, commits, the next step, how long, what it cost."""
    parts = [f"{format_count(len(session.edited), 'file')} edited"] if session.edited else []
    red = [run for run in last_checks(session) if run.failed]
    parts += [f"red: {one_line(run.command, 50)}" + (f" ({', '.join(run.red[:2])})" if run.red else "") for run in red]
    parts += [format_count(len(session.commits), "commit")] if session.commits else []
    steps = session_steps(session)
    parts += [f"next: {one_line(steps[0], 60)}"] if steps else []
    return "; ".join([*parts, *session_costs(session)])


def session_steps(session: Session) -> list[str]:
    """The next steps of a session, without those of an aside at its end."""
    return list(list_work_steps(session))


def session_costs(session: Session) -> list[str]:
    """How long a session worked, and its tokens."""
    costs = [format_duration(session.active)] if session.active >= 60 else []
    tokens = session.tokens_in + session.tokens_out
    costs += [f"{format_thousands(tokens)} tokens"] if tokens else []
    return [*costs, f"${session.cost:.2f}"] if session.cost else costs


def last_checks(session: Session) -> list[CommandRun]:
    """The last run of each kind of check. A call that could not work is no run of it."""
    return list({run.kind: run for run in session.commands if run.kind in CHECKS and not is_miscalled(run)}.values())


def format_duration(seconds: int) -> str:
    """`45 min`, `2 h 10 min`."""
    minutes = seconds // 60
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def format_thousands(number: int) -> str:
    """`950`, `41k`, `1.2M`."""
    if number < 1000:
        return str(number)
    return f"{number // 1000}k" if number < 1_000_000 else f"{number / 1_000_000:.1f}M"
