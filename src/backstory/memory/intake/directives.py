"""Applies the directives that an agent writes in its replies, such as `<backstory:remember ...>`.

Callers pass only the assistant's own text, never tool results, files or quotations. No directive deletes anything. What
became of them is told to the agent with the next prompt of its session.
"""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.agents.directives import Directive, find_unread, parse_with_refusals, read_status, to_draft
from backstory.base.replies import MOST, read_reply, reply_file
from backstory.capture.text.mentions import find_mentions
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.named_symbols import find_named_symbols
from backstory.memory.kernel.prepare import split_title
from backstory.memory.verbs.edit import edit
from backstory.memory.verbs.remember import remember
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Anchor, Draft, Link
from backstory.model.text import format_count, one_line
from backstory.store.files import write_atomic

if TYPE_CHECKING:
    from backstory.model.record import Record

MAX_EDITED: Final = 5
"""Files that a turn edited, up to which they are the anchors of a directive that names none."""
_RESULTS: Final = 3
"""Records that a `recall` directive is answered with."""
_TITLE: Final = 120
_TIME: Final = late_pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?$")


class Applied(NamedTuple):
    """The outcome of the directives of a text."""

    kept: int = 0
    """Directives that changed the memory."""
    answers: tuple[str, ...] = ()
    """Lines that answer questions: `recall`, `status`, `expand`."""
    refused: tuple[str, ...] = ()
    """Why the others were not understood."""
    notes: tuple[str, ...] = ()
    """What of the directives that were kept was read differently or left out."""


def apply_directives(
    workspace: Catalog, text: str, *, source: str = "", edited: Sequence[str] = (), made: str = ""
) -> int:
    """Applies the directives in a text, leaves the answer for the session's next prompt, and returns how many it kept.

    `edited`: the files that the turn has edited, for records that name no place in the code. `made`: the time of the
    turn, if it is known.
    """
    applied = read_directives(workspace, text, source=source, edited=edited, made=made)
    leave_reply(workspace, applied)
    return applied.kept


def read_directives(
    workspace: Catalog, text: str, *, source: str = "", edited: Sequence[str] = (), made: str = ""
) -> Applied:
    """Applies the directives in a text. One that cannot be applied does not stop the others."""
    parsed = parse_with_refusals(text)
    written = 0
    answers: list[str] = []
    refused = [one.reason for one in parsed.refused]
    notes: list[str] = []
    for directive in parsed.directives:
        try:
            done = _apply(workspace, _redact(workspace, directive), source, edited, made)
        except BackstoryError as error:
            refused.append(f"{directive.verb}: {one_line(str(error), _TITLE)}")
            continue
        if isinstance(done, str):
            answers.append(done)
        elif done:
            written += done
            notes += find_unread(directive)
        else:
            refused.append(f"{directive.verb}: it says nothing")
    return Applied(written, tuple(answers), tuple(dict.fromkeys(refused)), tuple(dict.fromkeys(notes)))


def leave_reply(workspace: Catalog, applied: Applied) -> None:
    """Leaves the answer to a session's directives where its next prompt finds it. Best effort."""
    session = workspace.channel.session
    lines = format_reply(applied)
    if not session or not lines:
        return
    path = reply_file(workspace.project.private, session)
    before = [line for line in read_reply(path) if not line.startswith("directives: ")]
    text = workspace.gate.clean("\n".join(dict.fromkeys([*lines, *before])))
    try:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        write_atomic(path, text.encode("utf-8", "replace")[:MOST], sync=False)
    except (OSError, BackstoryError):
        return


def format_reply(applied: Applied) -> list[str]:
    """The lines for the agent: `directives: kept 3; not understood: an unclosed quote after why=`, then the answers."""
    parts = [f"kept {applied.kept}"] if applied.kept else []
    parts += [one_line(note, _TITLE) for note in applied.notes[:3]]
    if applied.refused:
        parts.append("not understood: " + ", ".join(applied.refused[:3]))
    return [*(["directives: " + "; ".join(parts)] if parts else []), *applied.answers]


def _redact(workspace: Catalog, directive: Directive) -> Directive:
    attrs = {name: workspace.gate.clean(value) for name, value in directive.attrs.items()}
    return directive._replace(body=workspace.gate.clean(directive.body), attrs=attrs)


def _apply(workspace: Catalog, directive: Directive, source: str, edited: Sequence[str], made: str) -> int | str:
    """How many records it wrote or changed, or the answer to a question."""
    if directive.verb == "remember":
        return _remember(workspace, directive, source, edited, made)
    return _VERBS[directive.verb](workspace, directive)


def _remember(workspace: Catalog, directive: Directive, source: str, edited: Sequence[str], made: str) -> int:
    draft = to_draft(directive)
    if draft is None:
        return 0
    draft.source = draft.source or source
    if not draft.anchors:
        draft.anchors = _find_anchors(workspace, f"{draft.title}\n{draft.body}", edited)
    remember(workspace, draft, made=f"{made[:19]}Z" if _TIME.match(made) else "")
    return 1


def _find_anchors(workspace: Catalog, text: str, edited: Sequence[str]) -> list[Anchor]:
    """The code that a text names, or the few files that were edited when it was said."""
    root = workspace.project.root

    def is_file(path: str) -> bool:
        return not os.path.isabs(path) and ".." not in path.split("/") and os.path.isfile(os.path.join(root, path))

    mentions = find_mentions(text, is_file)
    symbols = [] if mentions else find_named_symbols(workspace, text)
    if symbols:
        return symbols
    if not mentions and 0 < len(edited) <= MAX_EDITED:
        relative = (os.path.relpath(path, root) if os.path.isabs(path) else path for path in edited)
        mentions = tuple(path for path in dict.fromkeys(relative) if is_file(path))
    return [Anchor.parse(one) for one in mentions]


def _link(workspace: Catalog, directive: Directive) -> int:
    attrs = directive.attrs
    edit(workspace, attrs.get("from", ""), add_links=[(attrs.get("type", "relates_to"), attrs.get("to", ""))])
    return 1


def _supersede(workspace: Catalog, directive: Directive) -> int:
    old, new = directive.attrs.get("old", ""), directive.attrs.get("new", "")
    edit(workspace, new, add_links=[("supersedes", workspace.get(old).record.id)])
    return 1


def _summarize(workspace: Catalog, directive: Directive) -> int:
    refs = directive.attrs.get("nodes", directive.attrs.get("ids", "")).split(",")
    ids = [workspace.get(ref.strip()).record.id for ref in refs if ref.strip()]
    title, body = split_title(directive.body)
    if not ids or not title:
        return 0
    remember(
        workspace, Draft(kind="summary", title=title, body=body, links=[Link("derived_from", ident) for ident in ids])
    )
    if directive.attrs.get("archive", "").lower() == "true":
        for ref in ids:
            edit(workspace, ref, tier="off-context")
    return 1


def _task(workspace: Catalog, directive: Directive) -> int:
    from backstory.memory.verbs.tasks import end_task, start_task

    attrs = directive.attrs
    name, status = attrs.get("name", attrs.get("title", "")) or directive.body, read_status(directive)
    action = attrs.get("action", "start" if status in ("", "open") else "end").lower()
    if action in ("end", "done", "finish", "stop", "close"):
        end_task(workspace, name, status=status or "done")
        return 1
    if action not in ("start", "begin", "resume"):
        raise Invalid(f"no action `{one_line(action, 40)}`", hint="start or end")
    if not name:
        return 0
    start_task(workspace, name, goal=attrs.get("goal", ""))
    return 1


def _checkpoint(workspace: Catalog, directive: Directive) -> int:
    from backstory.memory.work.checkpoints import write_checkpoint

    attrs = directive.attrs
    state = attrs.get("state", "") or directive.body
    lists = {name: _items(attrs, *names) for name, names in _CHECKPOINT_LISTS.items()}
    if not state and not any(lists.values()):
        return 0
    write_checkpoint(
        workspace,
        attrs.get("task", attrs.get("title", "")),
        goal=attrs.get("goal", ""),
        state=state,
        approaches=lists["approaches"],
        decisions=lists["decisions"],
        next_steps=lists["next"],
        blockers=lists["blockers"],
        done=lists["done"],
        status=read_status(directive),
    )
    return 1


_CHECKPOINT_LISTS: Final = {
    "approaches": ("approaches", "approach", "tried"),
    "decisions": ("decisions", "decision", "decided"),
    "next": ("next", "next-steps", "next-step"),
    "blockers": ("blockers", "blocker", "blocked-by"),
    "done": ("done",),
}


def _items(attrs: dict[str, str], *names: str) -> list[str]:
    text = ";;".join(attrs[name] for name in names if attrs.get(name))
    return [item.strip() for item in text.split(";;") if item.strip()]


def _recall(workspace: Catalog, directive: Directive) -> str:
    query = directive.attrs.get("query", directive.attrs.get("q", "")) or directive.body
    hits = [hit.row for hit in workspace.recall(query, limit=_RESULTS) if not hit.row.foreign]
    if not hits:
        return "recall: nothing was found"
    return "recall: " + "; ".join(_name(row.record) for row in hits)


def _expand(workspace: Catalog, directive: Directive) -> str:
    attrs = directive.attrs
    row = workspace.get(attrs.get("node", attrs.get("id", "")) or directive.body)
    body = one_line(row.record.body, 2 * _TITLE)
    return f"{_name(row.record)}: {body}" if body else _name(row.record)


def _status(workspace: Catalog, directive: Directive) -> str:
    from backstory.memory.kernel.current import find_current_task, find_latest_checkpoint

    task, last = find_current_task(workspace), find_latest_checkpoint(workspace)
    parts = [format_count(workspace.counts()["total"], "record")]
    if task is not None:
        parts.append(f"task: {one_line(task.title, _TITLE)}")
    if last is not None:
        parts.append(f"checkpoint of {last.made[:10]}: {one_line(last.title, _TITLE)}")
    return "status: " + "; ".join(parts)


def _name(record: "Record") -> str:
    return f"{record.kind} {record.short} {one_line(record.title, _TITLE)}"


_VERBS: Final[dict[str, Callable[[Catalog, Directive], int | str]]] = {
    "link": _link,
    "supersede": _supersede,
    "summarize": _summarize,
    "task": _task,
    "checkpoint": _checkpoint,
    "recall": _recall,
    "expand": _expand,
    "status": _status,
}
