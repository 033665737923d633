"""Composes a brief: gathers the records and the state of the work, has them arranged and renders the text."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.memory.answers.arranged_briefs import BriefInputs, arrange_brief
from backstory.memory.answers.brief_records import select_records
from backstory.memory.answers.git_state import read_git_state
from backstory.memory.answers.observed_commands import list_observed_commands
from backstory.memory.answers.overturned import note_overturned
from backstory.memory.answers.session_parts import SessionParts, read_session_parts
from backstory.memory.answers.snapshots import find_snapshot
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.current import read_closed
from backstory.memory.kernel.record_usage import find_unused
from backstory.memory.kernel.verdicts import load_verdicts
from backstory.memory.policy.trust import unpin_others
from backstory.memory.policy.visibility import explain_hidden
from backstory.model.errors import Invalid
from backstory.model.snapshot import GitState
from backstory.model.text import one_line
from backstory.recall.past.sessions import choose_past_work
from backstory.recall.past.undone_work import describe_tree
from backstory.recall.rank import WEIGHTS
from backstory.recall.text.moment import BriefRequest
from backstory.redact.paths import clean_name, clean_path
from backstory.store.codec import UNTITLED

if TYPE_CHECKING:
    from backstory.capture.commands.working_commands import Purpose
    from backstory.index.read import Row
    from backstory.memory.verbs.views import BriefSubject
    from backstory.model.event import Event
    from backstory.model.session import Session
    from backstory.recall.brief import Brief
    from backstory.recall.rank import States
    from backstory.recall.text.content import Note
    from backstory.recall.text.moment import BriefRequest

MAX_LEFT_OUT = 100
"""Omitted records that the JSON form names; `omitted` counts them all."""
HANDOFF = ".backstory/local/handoff.md"
"""Path of the current handoff, relative to the root."""
PURPOSES: "Final[tuple[Purpose, ...]]" = ("one test", "all tests", "lint", "types")
"""Purposes of commands that a brief names whoever names them. For others it names those that were run or dictated."""
MAX_READ = 60
"""Newest sessions that are read in search of those that the work goes on from."""


class BriefOptions(NamedTuple):
    """A caller's request for a brief. An empty value leaves the choice to the settings or to the work in progress."""

    mode: str = ""
    budget: int = 0
    """Tokens."""
    query: str = ""
    """In the query language it narrows the records; any other text only ranks them."""
    view: str = ""
    """A saved query, which narrows the records too."""
    task: str = ""
    branch: str = ""
    as_of: str = ""
    """A date, a commit or a snapshot: the brief describes the memory as it was then."""
    snapshot_id: str = ""
    """The snapshot that provides key files and goal. Without one, the latest provides the goal."""
    session: str = ""
    reader: str = ""
    """The session that asks. Until it has done something, its own words do not say where the work stands."""
    ids: Sequence[str] = ()
    kinds: Sequence[str] = ()
    limit: int = 0
    strategy: str = "balanced"
    agent: str = ""
    scopes: Sequence[str] = ()
    """The scopes that the reader may see, such as those of a committed file; all of them by default."""
    files: Sequence[str] = ()
    stable_first: bool = False
    """Puts what seldom changes first, for a text that stands at the beginning of every prompt."""
    all_branches: bool = False
    """Takes the records of all branches."""
    is_kept: bool = False
    """Takes over an earlier brief of exactly the same, and keeps this one: for a process that does nothing else. One
    that runs for long may have other code than the files say."""
    form: str = ""
    """`data` or `xml`: the budget then holds for that form of the text."""
    tokenizer: str = ""
    """Path of a `tokenizer.json`, by which the tokens are counted exactly."""
    explain: bool = False
    """Names records of other branches among the omitted ones, which takes a few processes of git."""


class BriefSources(NamedTuple):
    """What all briefs of a moment are made from alike: it takes git and the reading of sessions."""

    git: GitState
    sessions: SessionParts


class ComposedBrief:
    """A brief and its text. `tokens` is the estimate for the whole text."""

    def __init__(
        self, brief: "Brief", text: str, sources: BriefSources, misread: str = "",
        stale: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:  # fmt: skip
        self.brief = brief
        self.text = text
        self.sources = sources
        self.git = sources.git
        """The state of git that it was made from."""
        self.misread = misread
        """Why the query was read as plain words; empty if it was not."""
        self.stale = stale or {}
        """Id of a visible record -> the states of its places that are not as they were."""
        self.changed = tuple(sorted(ident for ident, places in self.stale.items() if "changed" in places.values()))
        """Ids of visible records, also of those left out, whose code has changed since they were written."""
        self.tokens = estimate_tokens(text)

    @property
    def paths(self) -> tuple[str, ...]:
        """Paths of the code that its records are about."""
        return tuple(dict.fromkeys(place.path for item in self.brief.items for place in item.anchors))

    @property
    def empty(self) -> bool:
        """Whether the memory has nothing to say. An agent is then given no text at all."""
        return self.brief.silent and not self.brief.elsewhere

    def json(self) -> str:
        """All of its data as JSON, whatever the budget."""
        from backstory.render import render_brief

        # Not even the title of a retracted record is shown.
        omissions = [omitted for omitted in self.brief.left_out if omitted.reason != "retracted"]
        brief = msgspec.structs.replace(self.brief, left_out=omissions[:MAX_LEFT_OUT])
        return render_brief(msgspec.structs.replace(brief, missed=[]), "json")

    def explained(self, *, left_out: bool, missed: bool) -> str:
        """Its text as JSON with the reasons beside it, which the budget does not count."""
        from backstory.render.data import render_data

        more: dict[str, object] = {}
        if left_out:
            shown = [{"id": item.short, "relevance": item.relevance, "why": item.why} for item in self.brief.items]
            omissions = [omitted for omitted in self.brief.left_out if omitted.reason != "retracted"]
            more |= {"shown": shown, "left_out": omissions[:MAX_LEFT_OUT]}
        return render_data(self.brief, more | ({"missed": self.brief.missed} if missed else {}))

    def pointer(self) -> str:
        """Says in a few hundred bytes what can be loaded, and how."""
        from backstory.render import render_brief

        return render_brief(self.brief, "pointer", path=HANDOFF)


def compose_brief(workspace: Catalog, options: BriefOptions, sources: BriefSources | None = None) -> ComposedBrief:
    """Composes and renders a brief within its budget. Raises `QueryError`, `NotFound`, `Invalid`.

    `sources`: those of another brief of this moment, which need not be read again.
    """
    is_of_tree = not (workspace.past or options.as_of or options.branch or options.all_branches or options.reader)
    count = _load_counter(options.tokenizer)
    workspace = _choose_view(workspace, options)
    gathered = gather_inputs(workspace, options, sources)
    brief, text = arrange_brief(workspace, gathered.inputs, is_kept=options.is_kept, form=options.form, count=count)
    if is_of_tree:
        note_overturned(workspace, gathered.inputs.past)
    composed = ComposedBrief(brief, text, gathered.sources, gathered.misread, gathered.inputs.stale)
    composed.tokens = brief.tokens if count else composed.tokens
    return composed


def _load_counter(path: str) -> "Callable[[str], int] | None":
    if not path:
        return None
    from backstory.memory.kernel.tokenizer import load_counter

    return load_counter(path)


class Gathered(NamedTuple):
    """What a brief is arranged from."""

    inputs: BriefInputs
    sources: BriefSources
    misread: str
    """Why the query was read as plain words; empty if it was not."""


def gather_inputs(
    workspace: Catalog, options: BriefOptions, sources: BriefSources | None = None, *, only_work: bool = False
) -> Gathered:
    """Reads what a brief is arranged from; with `only_work` as much as says where the work stands."""
    from backstory.memory.verbs.views import resolve_subject

    latest = workspace.snapshots.latest()
    git = read_git_state(workspace, latest) if sources is None else sources.git
    snapshot_id = options.snapshot_id
    snapshot = find_snapshot(workspace, snapshot_id) if snapshot_id else latest
    subject = resolve_subject(workspace, options.query, options.view, default=not (options.ids or options.kinds))
    moment = _make_moment(workspace, options, subject, author=git.author)
    read = read_session_parts(workspace, MAX_READ) if sources is None else sources.sessions
    load_verdicts(workspace)
    parts = [one for one in read.parts if one.id != options.reader or one.edited or one.commits]
    sessions = [_without_deleted(workspace, one, moment.branch) for one in parts]
    tree = None if workspace.past else describe_tree(git)
    past = choose_past_work(sessions, moment.branch, moment.session, git, read.arrived, tree=tree)
    past = past._replace(
        observed=list_observed_commands(workspace, {one.id for one in read.parts}, moment.branch),
        closed=read_closed(workspace),
    )
    selection = select_records(workspace, moment, past, git, options.scopes)
    rows = unpin_others(row for row in _narrow(selection.rows, subject) if not _says_nothing(row))
    merged = _find_merged(workspace, rows)
    is_complete = subject.only is None and not options.all_branches
    hidden = _add_hidden(workspace, rows, options.scopes) if options.explain and is_complete else {}
    inputs = BriefInputs(moment, rows, git, snapshot, hidden=hidden, merged=merged, scores=selection.scores,
                         stale=_find_stale(workspace, rows), past=past, unread=selection.unread)  # fmt: skip
    if not only_work:
        from backstory.memory.answers.conflicts import find_conflicts, find_disputes

        goal = moment.task or subject.words or moment.goal
        inputs = inputs._replace(
            key_files=_choose_key_files(workspace, goal, moment.max_key_files, from_snapshot=bool(snapshot_id)),
            events=_read_events(workspace, options.session),
            commands=_find_commands(workspace, sessions, rows),
            disputed=find_disputes(find_conflicts(workspace, rows)),
        )
    return Gathered(inputs, BriefSources(git, read), subject.misread)


def _narrow(rows: "list[Row]", subject: "BriefSubject") -> "list[Row]":
    """The rows that a query or a view finds; all of them without one."""
    only = subject.only
    return rows if only is None else [row for row in rows if row.record.id in only]


def _says_nothing(row: "Row") -> bool:
    """Whether the file of a record has neither a title nor a text, as one whose header was spoilt; doctor names it."""
    return row.record.title == UNTITLED and not row.record.body.strip()


def _choose_view(workspace: Catalog, options: BriefOptions) -> Catalog:
    """The memory that the brief is about: of a moment in the past, of another branch, or of all branches."""
    if options.as_of and options.branch:
        raise Invalid(
            "a brief is either of a branch or of a moment in the past",
            hint=f"`backstory brief --as-of {one_line(options.branch, 60)}` takes the branch's last commit",
        )
    if options.as_of:
        from backstory.memory.answers.as_of import view_as_of

        workspace = view_as_of(workspace, options.as_of)
    if options.branch:
        from backstory.memory.answers.branches import view_branch

        workspace = view_branch(workspace, options.branch)
    if options.all_branches:
        from backstory.memory.answers.branches import include_all_branches

        include_all_branches(workspace)
    return workspace


def _find_merged(workspace: Catalog, rows: "Sequence[Row]") -> dict[str, bool]:
    """Returns branch whose work is part of this one -> whether it still exists."""
    from backstory.memory.kernel.current import branch_exists

    own = ("", workspace.head[1])
    branches = {row.record.origin.branch for row in rows if row.record.scope == "private"}
    return {branch: branch_exists(workspace, branch) for branch in sorted(branches) if branch not in own}


def _count_elsewhere(workspace: Catalog, options: BriefOptions, subject: "BriefSubject") -> dict[str, int]:
    """Returns branch -> the number of records that only it has. A brief of chosen records does not mention them."""
    from backstory.memory.answers.branches import count_elsewhere

    private = not options.scopes or "private" in options.scopes
    chosen = options.ids or options.kinds or options.all_branches or subject.only is not None
    if chosen or not private or (workspace.past and not workspace.is_other_branch):
        return {}
    return {clean_name(workspace.gate, branch): count for branch, count in count_elsewhere(workspace).items()}


def _make_moment(workspace: Catalog, options: BriefOptions, subject: "BriefSubject", *, author: str) -> "BriefRequest":
    """Completes the options from the settings and the work in progress; redacts whatever the brief will show."""
    from backstory.memory.kernel.current import find_goal

    gate, get = workspace.gate, workspace.settings.get
    commit, branch = workspace.head
    budget = options.budget or min(subject.budget, get("brief.max_budget")) or get("brief.budget")
    return BriefRequest(
        mode=options.mode or get("brief.mode"),
        budget=budget,
        strategy=options.strategy,
        project=get("project.name") or workspace.project.folder,
        branch=clean_name(gate, branch),
        commit=commit[:12],
        who=author,
        agent=clean_name(gate, options.agent or workspace.channel.agent),
        session=clean_name(gate, options.session),
        goal=gate.clean(options.task or find_goal(workspace)),
        task=gate.clean(options.task),
        query=gate.clean(subject.words),
        files=tuple(options.files),
        now=workspace.stamp(),
        limit=options.limit,
        kinds=tuple(options.kinds),
        narrowed=bool(options.kinds or options.ids or (subject.only is not None and options.view != "default")),
        ids=tuple(workspace.get(ref).record.id for ref in options.ids),
        as_of=workspace.past.label if workspace.past and not workspace.is_other_branch else "",
        elsewhere=_count_elsewhere(workspace, options, subject),
        stable_first=options.stable_first,
        weights=workspace.changed_weights("rank.", WEIGHTS),
        unused=() if workspace.past else find_unused(workspace),
        max_key_files=get("brief.max_key_files"),
        max_active_files=get("brief.max_active_files"),
    )


def _choose_key_files(workspace: Catalog, goal: str, limit: int, *, from_snapshot: bool) -> dict[str, str] | None:
    """Path -> why the file matters; None for those of the snapshot, which stand without a reason.

    A list without reasons tells an agent nothing that it does not see, so only a brief of a snapshot or of a past
    moment has one.
    """
    files = _find_key_files(workspace, goal, limit)
    return None if not files and (from_snapshot or workspace.past) else files


def _find_key_files(workspace: Catalog, goal: str, limit: int) -> dict[str, str]:
    """Path -> why the file matters; nothing for a past moment, since the code index knows only the present."""
    from backstory.memory.answers.code import relevant_files

    if workspace.past:
        return {}
    reasons = relevant_files(workspace, goal, limit)
    return {clean_path(workspace.gate, path): why for path, why in reasons.items()}


def _add_hidden(workspace: Catalog, rows: "list[Row]", scopes: Sequence[str]) -> dict[str, str]:
    """Adds the records of other branches to `rows`; returns record id -> why it is hidden on this branch."""
    if workspace.past and not workspace.is_other_branch:
        return {}
    reasons = explain_hidden(workspace)
    if reasons:
        listed = {row.record.id for row in rows}
        everything = workspace.index.rows(scopes=tuple(scopes), include_hidden=True)
        rows += [row for row in everything if row.record.id in reasons and row.record.id not in listed]
    return reasons


def _without_deleted(workspace: Catalog, session: "Session", branch: str) -> "Session":
    """A session of the branch that is checked out without the files that are not there any more."""
    if workspace.past or session.branch not in ("", branch) or branch != workspace.head[1]:
        return session
    edited = tuple(path for path in session.edited if os.path.lexists(os.path.join(workspace.project.root, path)))
    return session if edited == session.edited else msgspec.structs.replace(session, edited=edited)


def _find_commands(workspace: Catalog, sessions: "Sequence[Session]", rows: "Sequence[Row]") -> "list[Note]":
    """Commands that work, with their purpose as the label. Where none was seen to pass, the file that names it."""
    if workspace.past or not (sessions or rows):
        return []
    from backstory.memory.answers.commands import describe_source, find_working_commands  # with a hundred patterns
    from backstory.recall.text.content import Note

    commands = find_working_commands(workspace, sessions, PURPOSES)
    return [
        Note(label=one.label, text=one.command, detail=describe_source(clean_path(workspace.gate, one.source)))
        for one in commands.values()
    ]


def _find_stale(workspace: Catalog, rows: "Sequence[Row]") -> "States":
    """Record id -> anchor target -> state. For a past moment it is empty, since only the present code can be read."""
    from backstory.memory.kernel.staleness import anchor_states

    if workspace.past and not workspace.is_other_branch:
        return {}
    return {ident: status.anchors for ident, status in anchor_states(workspace, rows).items()}


def _read_events(workspace: Catalog, session: str) -> "list[Event]":
    events = list(workspace.journal.read(session).events) if session else []
    return [event for event in events if event.made < workspace.past.stamp] if workspace.past else events
