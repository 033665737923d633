"""A session in one line, for the log and for lists."""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.session import CommandRun, Session
from backstory.model.text import format_count, one_line

_NAME: Final = late_pattern(r"[g-z]{3}[a-z]*[-_ ][^-_ ]*[a-z][^-_ ]*$", re.IGNORECASE)
"""How an id ends that is made of words, as the names of files are."""
_FRONT: Final = late_pattern(r"^(?:[-_.# ]|\d+[-_])+")
CHECKS: Final = ("test", "lint", "types", "build")
"""Kinds of commands that say whether the work is sound."""


_MAX_NAME: Final = 28


def short_session(ident: str) -> str:
    """The end of a session's id, which tells it from others: ids of some agents begin with the time.

    Of an id that is a name it is the last words, from a letter or digit on: nobody can type `show -inquiry`.
    """
    if len(ident) <= 12:
        return ident
    if not _NAME.search(ident):
        return ident[-8:].lstrip("-")
    end = ident[-_MAX_NAME:]
    words = end if len(ident) <= _MAX_NAME else end.partition("-")[2] or end
    return _FRONT.sub("", words)


def session_line(session: Session) -> str:
    """What a session did, in one line: files, what is red, commits, the next step, how long, what it cost."""
    parts = [format_count(len(session.edited), "file")] if session.edited else []
    red = [run for run in last_checks(session) if run.failed]
    parts += [f"red: {one_line(run.command, 50)}" + (f" ({', '.join(run.red[:2])})" if run.red else "") for run in red]
    parts += [format_count(len(session.commits), "commit")] if session.commits else []
    parts += [f"next: {one_line(session.next[0], 60)}"] if session.next else []
    return "; ".join([*parts, *session_costs(session)])


def session_costs(session: Session) -> list[str]:
    """How long a session worked, and its tokens."""
    costs = [format_duration(session.active)] if session.active >= 60 else []
    tokens = session.tokens_in + session.tokens_out
    costs += [f"{format_thousands(tokens)} tokens"] if tokens else []
    return [*costs, f"${session.cost:.2f}"] if session.cost else costs


def last_checks(session: Session) -> list[CommandRun]:
    """The last run of each kind of check."""
    return list({run.kind: run for run in session.commands if run.kind in CHECKS}.values())


def format_duration(seconds: int) -> str:
    """`45 min`, `2 h 10 min`."""
    minutes = seconds // 60
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def format_thousands(number: int) -> str:
    """`950`, `41k`, `1.2M`."""
    if number < 1000:
        return str(number)
    return f"{number // 1000}k" if number < 1_000_000 else f"{number / 1_000_000:.1f}M"
