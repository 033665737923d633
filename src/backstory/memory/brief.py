"""Composing a brief: gathers what the judgement needs, has it composed and rendered, within a hard budget."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from backstory.memory.catalog import Catalog
from backstory.model.snapshot import GitState
from backstory.model.text import estimate_tokens, one_line

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.model.event import Event
    from backstory.recall.brief import Brief
    from backstory.recall.moment import Moment
    from backstory.recall.rank import States

MAX_LEFT_OUT = 100
"""Records that the JSON form names as left out; `omitted` counts them all."""
HANDOFF = ".backstory/local/handoff.md"
"""Where the current handoff lies, relative to the root."""
MAX_CANDIDATES = 20_000
"""Records that are weighed for a brief; of more, the pinned ones and then the newest and best matching are taken."""


class Composed:
    """A brief and its text. `tokens` is the estimate for the whole text."""

    def __init__(self, brief: "Brief", text: str) -> None:
        self.brief = brief
        self.text = text
        self.tokens = estimate_tokens(text)

    @property
    def empty(self) -> bool:
        """Whether nothing is remembered that could be said: then silence is the answer to an agent."""
        return self.brief.silent

    def json(self) -> str:
        """The same data as JSON."""
        import msgspec

        from backstory.render import render

        told = [left for left in self.brief.left_out if left.reason != "retracted"]  # not even by its title
        short = msgspec.structs.replace(self.brief, left_out=told[:MAX_LEFT_OUT])
        return render(short, "json")

    def pointer(self) -> str:
        """What can be loaded and how, in a few hundred bytes."""
        from backstory.render import render

        return render(self.brief, "pointer", path=HANDOFF)


def compose_brief(
    workspace: Catalog,
    *,
    mode: str = "",
    budget: int = 0,
    query: str = "",
    view: str = "",
    task: str = "",
    branch: str = "",
    as_of: str = "",
    snapshot_id: str = "",
    session: str = "",
    ids: Sequence[str] = (),
    kinds: Sequence[str] = (),
    limit: int = 0,
    strategy: str = "balanced",
    agent: str = "",
    scopes: Sequence[str] = (),
    files: Sequence[str] = (),
    explain: bool = False,
) -> Composed:
    """See `Memory.brief`. `scopes` narrows it to what a reader may see, such as that of a committed file.

    A `query` in the query language, or a saved `view`, narrows the records; other text decides what is most relevant.
    `as_of` tells it as the memory stood at a date, a commit or a snapshot; `snapshot_id` is only the snapshot that key
    files and goal are taken from, the latest by default.
    `explain` names records of other branches among what was left out, which costs a few processes of git.
    """
    from backstory.memory.code import relevant_files
    from backstory.memory.conflicts import find_conflicts, find_disputes
    from backstory.memory.current import find_goal
    from backstory.memory.policy.trust import unpin_others
    from backstory.memory.snapshots import find_snapshot
    from backstory.memory.views import about
    from backstory.recall.brief import compose as judge
    from backstory.recall.moment import Moment
    from backstory.redact.paths import clean_name, clean_path
    from backstory.render import render
    from backstory.store.places import machine_key

    if as_of:
        from backstory.memory.as_of import view_as_of

        workspace = view_as_of(workspace, as_of)
    key = machine_key(workspace.project.home)
    git = _git(workspace)
    commit, here = workspace.head
    snapshot = find_snapshot(workspace, snapshot_id) if snapshot_id else workspace.snapshots.latest()
    asked = about(workspace, query, view, default=not (ids or kinds))
    task, goal = workspace.gate.clean(task), workspace.gate.clean(task or find_goal(workspace))
    wanted = tuple(workspace.get(ref).record.id for ref in ids)
    moment = Moment(
        mode=mode or workspace.settings.get("brief.mode"),
        budget=budget
        or min(asked.budget, workspace.settings.get("brief.max_budget"))
        or workspace.settings.get("brief.budget"),
        strategy=strategy,
        project=workspace.settings.get("project.name") or os.path.basename(workspace.project.root),
        branch=clean_name(workspace.gate, branch or here),
        commit=commit[:12],
        who=git.author,
        agent=clean_name(workspace.gate, agent or workspace.channel.agent),
        session=clean_name(workspace.gate, session),
        goal=goal,
        task=task,
        query=workspace.gate.clean(asked.words),
        files=tuple(files),
        now=workspace.stamp(),
        limit=limit,
        kinds=tuple(kinds),
        ids=wanted,
        as_of=workspace.past.label if workspace.past else "",
        max_key_files=workspace.settings.get("brief.max_key_files"),
        max_active_files=workspace.settings.get("brief.max_active_files"),
    )
    rows, scores = _rows(workspace, moment, scopes)
    if asked.only is not None:
        rows = [r for r in rows if r.record.id in asked.only]
    rows = unpin_others(rows)
    hidden = _hidden(workspace, rows, scopes) if explain and asked.only is None and not workspace.past else {}
    key_files = {} if workspace.past else relevant_files(workspace, task or asked.words or goal, moment.max_key_files)
    key_files = {clean_path(workspace.gate, path): why for path, why in key_files.items()}
    brief = judge(
        moment,
        rows,
        git,
        snapshot,
        hidden=hidden,
        key_files=key_files or None,
        measure=lambda b: estimate_tokens(render(b, moment.mode, key=key)),
        scores=scores,
        stale=_stale(workspace, rows),
        events=_events(workspace, session),
        disputed=find_disputes(find_conflicts(workspace, rows)),
    )
    return Composed(brief, render(brief, moment.mode, key=key))


def _git(workspace: Catalog) -> GitState:
    """Where git stands, or stood."""
    if not workspace.settings.get("capture.git"):
        return GitState()
    if workspace.past:
        from backstory.memory.as_of import git_state_as_of

        state = git_state_as_of(workspace, workspace.past)
    else:
        state = workspace.git.state(commits=workspace.settings.get("capture.commits"))
    from backstory.store.names import clean_struct

    # Names of branches and files and the subjects of commits go into the text as they are in the repository.
    return clean_struct(workspace.gate, state)


def _hidden(workspace: Catalog, rows: "list[Row]", scopes: Sequence[str]) -> dict[str, str]:
    """Record id -> why it is not part of this branch; adds those records to `rows`."""
    from backstory.memory.policy.visibility import explain_hidden

    why = explain_hidden(workspace)
    known = {r.record.id for r in rows}
    more = workspace.index.rows(scopes=tuple(scopes), include_hidden=True) if why else []
    rows += [r for r in more if r.record.id in why and r.record.id not in known]
    return why


def _rows(workspace: Catalog, moment: "Moment", scopes: Sequence[str]) -> "tuple[list[Row], dict[str, float]]":
    """The records that may be said and how well each fits what the work is about."""
    index = workspace.fresh()
    rows = index.rows(scopes=tuple(scopes), include_retracted=True)
    about = " ".join(
        x for x in (moment.query, moment.task or moment.goal, *(os.path.basename(f) for f in moment.files)) if x
    )
    scores: dict[str, float] = {}
    if about.strip():
        hits = workspace.recall(one_line(about, 2_000), limit=100, scopes=tuple(scopes))
        best = max((h.score for h in hits), default=0.0)
        scores = {h.row.record.id: h.score / best for h in hits} if best > 0 else {}
    if len(rows) > MAX_CANDIDATES:
        wanted = set(moment.ids)
        rows.sort(
            key=lambda r: (
                r.record.id in wanted,
                r.record.tier == "pinned",
                scores.get(r.record.id, 0.0),
                r.record.made,
                r.record.id,
            ),
            reverse=True,
        )
        rows = rows[:MAX_CANDIDATES]
    return rows, scores


def _stale(workspace: Catalog, rows: "Sequence[Row]") -> "States":
    """record id -> anchor target -> state, for the records that speak of code. Of the past that is not known."""
    from backstory.memory.staleness import anchor_states

    return {} if workspace.past else {i: s.anchors for i, s in anchor_states(workspace, rows).items()}


def _events(workspace: Catalog, session: str) -> "list[Event]":
    events = list(workspace.journal.read(session).events) if session else []
    return [e for e in events if e.made < workspace.past.stamp] if workspace.past else events
