"""Writes automatic checkpoints from the state of git and from sessions.

They are marked as inferred and never displace what a person or an agent writes on purpose.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.agents.directives import drop_directives
from backstory.memory.answers.sessions import find_last_session
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.change_states import describe_changes
from backstory.memory.kernel.current import find_goal, find_latest_checkpoint, git_parts, read_closed
from backstory.memory.kernel.prepare import make_origin
from backstory.memory.verbs.remember import remember
from backstory.model.dates import epoch_seconds
from backstory.model.late_pattern import late_pattern
from backstory.model.miscalled_runs import is_miscalled
from backstory.model.record import Draft, Link, Record, compose_body
from backstory.model.session import TRUNKS, Session
from backstory.model.session_parts import split_by_branch
from backstory.model.text import one_line
from backstory.recall.past.asides import drop_asides, list_work_steps
from backstory.recall.past.endings import find_telling
from backstory.recall.past.openings import leans, opens_work
from backstory.recall.past.undone_work import drop_undone
from backstory.recall.past.work_state import AUTOMATIC, normalize_item, task_name
from backstory.recall.text.idle_sentences import is_empty
from backstory.recall.text.substance import split_sentences
from backstory.recall.work.red_checks import describe_failing
from backstory.recall.work.refused_runs import drop_refused
from backstory.recall.work.side_work import is_beside, is_other_work
from backstory.recall.work.taken_steps import drop_taken

if TYPE_CHECKING:
    from backstory.memory.kernel.writer import Remembered


STATE: Final = 320
"""Characters of the last answer with substance that become the state."""


def save_work(workspace: Catalog) -> "Remembered | None":
    """Writes an automatic checkpoint of the last session on this branch, or of the state of git if there is none.

    Returns None if nothing has changed since the last checkpoint, or if somebody has just written one on purpose.
    """
    session = find_last_session(workspace, workspace.head[1])
    saved = write_session_checkpoint(workspace, session, "auto") if session is not None else None
    return saved or write_checkpoint(workspace, replaces=True)


def write_checkpoint(workspace: Catalog, reason: str = "auto", *, replaces: bool = False) -> "Remembered | None":
    """Writes a checkpoint of the state of git, with `replaces` in place of the last one of that kind; returns None if
    none is needed.

    None is needed if git shows no changes, if a person or agent wrote a checkpoint in the last
    `capture.guard_minutes`, or if the latest checkpoint has the same changes. So a thin checkpoint never replaces a
    rich one.
    """
    parts = git_parts(workspace)
    last = find_latest_checkpoint(workspace)
    if _is_needless(workspace, last, parts):
        return None
    task = last.title.rpartition("] ")[2] if last is not None else find_goal(workspace) or workspace.head[1] or "work"
    carried_over = _list_carried_over(workspace, last) if last is not None else {}
    state = describe_changes(parts.get("changes", []))
    draft = Draft(
        kind="checkpoint",
        title=f"[{reason}] {one_line(task, 120)}",
        body=compose_body("checkpoint", {"state": state, **carried_over, **parts}),
        fields={"goal": find_goal(workspace)},
        links=[Link("supersedes", last.id)] if replaces and last and _is_of_git(last, workspace.head[1]) else [],
    )
    origin = make_origin(workspace, draft)
    return remember(workspace, draft, origin=msgspec.structs.replace(origin, how="inferred"), dedupe=False)


def _is_of_git(checkpoint: Record, branch: str) -> bool:
    """Whether a checkpoint of a branch is an automatic one that only tells the state of git."""
    origin = checkpoint.origin
    return origin.how in AUTOMATIC and not origin.session and origin.branch == branch


def _list_carried_over(workspace: Catalog, last: Record) -> dict[str, str | list[str]]:
    """The next steps and blockers of a checkpoint that nobody has closed since."""
    closed = {key for key, made in read_closed(workspace) if made >= last.made}
    parts = last.parts
    items = {name: [value] if isinstance(value := parts.get(name, []), str) else value for name in ("next", "blockers")}
    return {name: [one for one in value if normalize_item(one) not in closed] for name, value in items.items()}


def _is_needless(workspace: Catalog, last: Record | None, parts: Mapping[str, str | list[str]]) -> bool:
    """Whether there is nothing to write since the latest checkpoint, or somebody has just written one on purpose."""
    if last is None:
        return not parts.get("changes")
    if last.origin.how in ("explicit", "stated") and _is_guarded(workspace, last):
        return True
    if last.origin.how in AUTOMATIC and last.origin.session and not parts.get("changes"):
        return True  # git shows the commits, and nothing else is new
    former = last.parts
    return all(former.get(name, []) == parts.get(name, []) for name in ("changes", "commits"))


def write_session_checkpoint(workspace: Catalog, session: Session, reason: str = "session") -> "Remembered | None":
    """Writes a checkpoint of a session's last work and answer; returns None if none is needed.

    Of a session that changed its branch it tells the part on the last one.

    None is needed if the session did nothing, if somebody wrote a checkpoint during the session, or if nothing has
    changed since the previous one. The new checkpoint replaces the automatic checkpoint of the same session.
    """
    (session,) = drop_undone(split_by_branch(session, session.branch)[:1]).sessions
    failing = _find_failing(session)
    if not (session.edited or session.commits or failing):
        return None
    last = find_latest_checkpoint(workspace, session.branch)
    stated = last if last is not None and last.origin.how in ("explicit", "stated") else None
    if stated is not None and (stated.made >= session.started or _is_guarded(workspace, stated)):
        return None
    former = _find_former(workspace, session) if stated is None else None
    task = find_goal(workspace) or session.title
    if stated is not None:
        task = session.title if is_beside(session, stated, _list_steps(stated)) else task_name(stated)
    elif last is not None and former is None and _goes_on(session, last):
        task = task_name(last)
    body = _compose_session(workspace, session, failing)
    if former is not None and former.body.strip() == body.strip():
        return None
    return _remember_session(workspace, session, f"[{reason}] {one_line(task or 'work', 120)}", body, former)


def _find_former(workspace: Catalog, session: Session) -> Record | None:
    """The last automatic checkpoint of a session on its branch."""
    rows = workspace.fresh().rows(kinds=("checkpoint",))
    own = [
        row.record
        for row in rows
        if row.record.origin.session == session.id and row.record.origin.how in AUTOMATIC and not row.superseded_by
    ]
    return max((one for one in own if one.origin.branch == session.branch), key=lambda one: one.made, default=None)


def _goes_on(session: Session, last: Record) -> bool:
    """Whether a session begins by going on with the work of the last checkpoint, and with no other."""
    begins = next((prompt.text for prompt in session.prompts), "")
    if not (begins and leans(begins)) or last.origin.branch not in ("", session.branch):
        return False
    is_alone = session.branch not in ("", *TRUNKS) or not opens_work(session.prompts)
    return is_alone or not is_other_work(session, task_name(last))


def _list_steps(checkpoint: Record) -> list[str]:
    """The next steps of a checkpoint."""
    steps = checkpoint.parts.get("next", [])
    return [steps] if isinstance(steps, str) else steps


def _remember_session(
    workspace: Catalog, session: Session, title: str, body: str, replaced: Record | None
) -> "Remembered":
    """Writes the checkpoint of a session in place of its former one."""
    draft = Draft(
        kind="checkpoint",
        title=title,
        body=body,
        fields={"goal": find_goal(workspace)},
        links=[Link("supersedes", replaced.id)] if replaced is not None else [],
        source=session.source,
    )
    origin = msgspec.structs.replace(
        make_origin(workspace, draft), how="inferred", agent=session.agent, session=session.id
    )
    if session.branch not in ("", origin.branch):  # another one was checked out since
        origin = msgspec.structs.replace(origin, branch=session.branch, commit=session.commit)
    return remember(workspace, draft, origin=origin, dedupe=False)


def _compose_session(workspace: Catalog, session: Session, failing: list[str]) -> str:
    """The text of the checkpoint of a session."""
    steps = drop_taken(list_work_steps(session), session)
    state = _find_state(drop_asides((session,)) or session, steps)
    parts: dict[str, str | list[str]] = {
        "state": state or describe_changes([f"M {path}" for path in session.edited]),
        "next": steps,
        "blockers": failing,
        "changes": git_parts(workspace, belongs=_own_files(workspace, session)).get("changes", []),
        "commits": [f"{commit.id} {commit.subject}" for commit in session.commits[-5:]],
    }
    return compose_body("checkpoint", {name: value for name, value in parts.items() if value})


def _own_files(workspace: Catalog, session: Session) -> Callable[[str], bool]:
    """Tells whether a changed file is of a session: it edited it, or it edited none, and no session beside it did.

    What a command has changed is in no list of edits.
    """
    own = frozenset(session.edited)
    if own:
        return own.__contains__
    others: set[str] = set()
    for other in workspace.sessions.newest():
        if session.started and other.ended and other.ended < session.started:
            break  # what came before it is the ground that it works on
        if (other.agent, other.id) != (session.agent, session.id):
            others.update(other.edited)
    return lambda path: path not in others


def _find_state(session: Session, steps: Sequence[str]) -> str:
    """The beginning of the last answer that says something beside the next steps."""
    while (answer := find_telling(session)) is not None:
        state = _shorten_answer(answer.text, steps)
        if not all(map(is_empty, split_sentences(state))):
            return state
        before = session.answers[: session.answers.index(answer)]
        session = msgspec.structs.replace(session, answers=before, answered=bool(before))
    return ""


def _is_guarded(workspace: Catalog, checkpoint: Record) -> bool:
    """Whether a checkpoint is so new that no automatic one may follow it."""
    age = workspace.now() - (epoch_seconds(checkpoint.made) or 0)
    return age < workspace.settings.get("capture.guard_minutes") * 60


def _find_failing(session: Session) -> list[str]:
    """The last run of each kind of check, if it failed."""
    checks = (run for run in session.commands if run.kind in ("test", "lint", "types", "build"))
    last = {run.kind: run for run in checks if not is_miscalled(run)}
    return [describe_failing(run) for run in drop_refused(last.values(), (session,)) if run.failed]


def _shorten_answer(text: str, steps: Sequence[str]) -> str:
    """The beginning of an answer that says how far the work is, without headings, code, directives and next steps."""
    sentences: list[str] = []
    in_code = False
    for line in drop_directives(text).splitlines():
        in_code ^= line.lstrip().startswith("```")
        if in_code or line.lstrip().startswith(("```", "#", "|", "<", ">")):
            continue
        rest = _drop_steps(line, steps)
        if line.strip() and not rest:
            continue
        line = rest
        if not line.strip() and sum(map(len, sentences)) > STATE // 3:
            break
        sentences.append(line)
    return one_line(_LEADS_NOWHERE.sub("", " ".join(" ".join(sentences).split())), STATE)


def _drop_steps(line: str, steps: Sequence[str]) -> str:
    """A line without the sentences that name a next step."""
    if not any(step in line for step in steps):
        return line
    rest = " ".join(one for one in _SENTENCE_END.split(line) if not any(step in one for step in steps))
    return "" if _MARKER.fullmatch(rest) else rest


_MARKER: Final = late_pattern(r"\s*(?:[-*+•]|\(?\w{1,2}[.)])\s*")
"""The sign of a list item whose text is left out."""


_SENTENCE_END: Final = late_pattern(
    r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bz\.B\.)(?<!\bvs\.)(?<!\b(?:cf|ca)\.)\s+(?=[^\s\d])"
)
_LEADS_NOWHERE: Final = late_pattern(r"(?:(?<=[.!?])\s+|^)[^.!?:]{1,60}[:：]$")
"""What only leads to steps or code that are left out: `Next:`."""
