"""What a session starts with: the prepared brief, and whether other sessions have done something that it does not tell.

At its start each session notes the process of its agent. A session whose events wait to be swept, and whose process
still runs, is at work: its next reply is taken in by its own worker. One whose process is gone was killed, and nobody
else reads its transcript.
"""

import os

from backstory.base.journal_lines import safe_name
from backstory.base.regular_file import read_regular
from backstory.hook.prepared import find_prepared, is_current, is_of_today

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.discovery import ProjectLocation

NONE, ALIVE, STOPPED = range(3)
"""The state of the other sessions: no events wait, all that have events run, at least one does not run."""
PROCESS = ".process"
"""Ending of the file with the process id of a session's agent, in the spool."""
UNREAD = ".unread"
"""Ending of the file of a session whose transcript may hold more than was taken in, in the spool."""


class FoundBrief:
    """The brief that was prepared for a session which starts now."""

    def __init__(
        self, text: str, ids: "list[str]", fields: "dict[str, str]", *, is_behind: bool, differs: bool
    ) -> None:  # fmt: skip
        self.text = text
        self.ids = ids
        """Of the records in it."""
        self.fields = fields
        """As they were prepared."""
        self.is_behind = is_behind
        """Whether something has changed since it was prepared; `text` says what is certain of that."""
        self.differs = differs
        """Whether `text` tells something else than what was prepared, apart from that it is behind."""


def find_brief(
    agent: str, location: "ProjectLocation", home: str, *, any_day: bool = False
) -> "FoundBrief | None":  # fmt: skip
    """The brief that was composed in advance for this branch.

    One that is behind is brought up to date as far as that is certain; None where that is not enough, and for one of an
    earlier day that calls that day `today`, unless `any_day` will do.
    """
    fields = find_prepared(os.path.join(home, "projects", location.id), location, agent)
    if not fields or not (any_day or is_of_today(fields)):
        return None
    if is_current(fields, location, home):
        return FoundBrief(fields["text"], fields.get("ids", "").split(), fields, is_behind=False, differs=False)
    from backstory.hook.outdated import BEHIND, update_brief

    updated = update_brief(fields, location, home)
    if updated is None:
        return None
    before, after = (
        [line for line in text.split("\n") if line and line != BEHIND] for text in (fields["text"], updated[0])
    )
    return FoundBrief(*updated, fields, is_behind=True, differs=before != after)


def note_process(private: str, session: str) -> None:
    """Notes the process that called the hook, which is the session's agent, or a shell that ends with this call."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        os.makedirs(os.path.join(private, "spool"), 0o700, exist_ok=True)
        fd = os.open(_process_file(private, safe_name(session)), flags, 0o600)
        try:
            os.write(fd, b"%d" % os.getppid())
        finally:
            os.close(fd)
    except OSError:
        return  # without the note the session counts as killed


def has_started(private: str, session: str) -> bool:
    """Whether the start of a session was noted, and the session has not been taken in since."""
    return os.path.exists(_process_file(private, safe_name(session)))


def check_others(private: str, session: str) -> int:
    """The state of the other sessions whose events wait to be swept, or whose transcripts may hold more.

    A session of the same process has ended: one agent has one session at a time.
    """
    own = safe_name(session)
    try:
        files = os.listdir(os.path.join(private, "spool"))
    except OSError:
        return NONE
    names = [os.path.splitext(name)[0] for name in files if name.endswith((".jsonl", UNREAD))]
    others = [name for name in names if name != own]
    if not others:
        return NONE
    return ALIVE if all(_is_alive(_read_process(private, name)) for name in others) else STOPPED


def _process_file(private: str, name: str) -> str:
    return os.path.join(private, "spool", name + PROCESS)


def _read_process(private: str, name: str) -> int:
    """The process of a session's agent; 0 if it is not known."""
    text = read_regular(_process_file(private, name), 32, follow=False) or b""
    return int(text) if text.isdigit() else 0


def _is_alive(process: int) -> bool:
    """Whether another process than the one that called this hook runs."""
    return process != os.getppid() and is_running(process)


def is_running(process: int) -> bool:
    """Whether a process runs. Windows cannot tell without ending it."""
    if process < 2 or os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
