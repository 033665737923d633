"""The brief that an agent's hook gives when a session starts."""

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.agents import registry
from backstory.base.anchored_records import list_anchored_paths
from backstory.base.journal_lines import safe_name
from backstory.base.path_codec import encode_path
from backstory.base.visibility import View
from backstory.hook.outdated import last_document, list_documents
from backstory.hook.reply import cut_to_limit
from backstory.memory.answers.brief import BriefOptions, BriefSources, compose_brief
from backstory.memory.answers.registry import choose_delivery_form
from backstory.memory.policy.visibility import Settled, find_settled
from backstory.model.kinds import KINDS, RETRACTED
from backstory.render.generic import list_essentials
from backstory.render.outline import find_sources, outline_lines

if TYPE_CHECKING:
    from backstory.memory.kernel.catalog import Catalog
    from backstory.recall.text.content import Brief

SUPERSEDED: Final = "superseded"
"""How the reason begins for which a record is left out that another one replaces."""
MAX_ENDED: Final = 100


class AgentBrief(NamedTuple):
    """The text that an agent's hook gives when a session starts, and the ids of its records."""

    text: str
    ids: tuple[str, ...]
    paths: tuple[str, ...] = ()
    """Of the code that the records are about."""
    outline: tuple[str, ...] = ()
    """What each line tells, see `render.outline`; empty where that cannot be said."""
    documents: tuple[str, ...] = ()
    """`ID:DOC` of every record that it tells, also as part of the work in progress: its document in the index."""
    work: tuple[str, ...] = ()
    """Ids of the records that tell the work in progress."""
    last: int = 0
    """The last document in the index when it was composed."""
    budget: int = 0
    """Tokens."""
    settled: Settled = Settled("", ())
    """Which of the records stay visible on this branch when it is rebased."""
    ident: str = ""
    """The id of the brief."""
    tokens: int = 0
    """Of the text."""
    records: int = 0
    """Records to choose from."""
    ended: tuple[str, ...] = ()
    """Ids of records that no longer hold, the newest first."""
    sessions: tuple[str, ...] = ()
    """Names of the sessions that say where the work stands."""
    changed: tuple[str, ...] = ()
    """Ids of records whose code has changed since they were written."""
    essentials: tuple[str, ...] | None = None
    """What a text of another form must tell to stand for this one; None where none can."""


def list_anchored_files(workspace: "Catalog") -> tuple[list[str], list[str]]:
    """(paths, globs) of the files with which records come up, relative to the project's root."""
    view = View(encode_path(workspace.project.root))
    return workspace.fresh().run(lambda con: list_anchored_paths(con, view))


def compose_agent_brief(workspace: "Catalog", agent: str, sources: BriefSources | None = None) -> AgentBrief:
    """The brief in the form and of the length that an agent takes. Empty when nothing is remembered.

    `sources`: those of another brief of this moment, which need not be read again.
    """
    return compose_agent_briefs(workspace, [agent], sources)[agent]


def compose_agent_briefs(
    workspace: "Catalog", agents: Iterable[str], sources: BriefSources | None = None
) -> dict[str, AgentBrief]:
    """The briefs of several agents at one moment. Git is asked once which of their records are settled."""
    composed = {agent: _compose(workspace, agent, sources) for agent in agents}
    whole = [idents for _, idents in composed.values() if idents is not None]
    if not whole:
        return {agent: brief for agent, (brief, _) in composed.items()}
    base, arrived = find_settled(workspace, dict.fromkeys(chain.from_iterable(whole)))
    briefs: dict[str, AgentBrief] = {}
    for agent, (brief, idents) in composed.items():
        settled = Settled(base, tuple(ident for ident in idents or () if ident in arrived))
        briefs[agent] = brief if idents is None else brief._replace(settled=settled)
    return briefs


def _compose(workspace: "Catalog", agent: str, sources: BriefSources | None) -> tuple[AgentBrief, list[str] | None]:
    """The brief of an agent, and the ids of the records that it tells; None where its text is not all of it."""
    dialect = registry.load_dialect(agent)
    last = workspace.fresh().run(last_document)
    options = BriefOptions(mode=dialect.BRIEF_MODE, agent=agent, budget=_choose_budget(workspace))
    composed = compose_brief(workspace, options, sources)
    form = choose_delivery_form(workspace, agent)
    if form == "pull" and not composed.empty:
        pointer = AgentBrief(composed.pointer(), (), ident=composed.brief.id, records=composed.brief.considered)
        return pointer, None
    brief = composed.brief
    if form == "both" and not composed.empty:
        text = cut_to_limit(f"{composed.text}\n{composed.pointer()}", dialect.MAX_INJECTED)
        both = AgentBrief(text, tuple(item.id for item in brief.items), composed.paths, ident=brief.id,
                          records=brief.considered)  # fmt: skip
        return both, None
    ids = tuple(item.id for item in brief.items)
    if composed.empty or len(composed.text) > dialect.MAX_INJECTED:
        text = "" if composed.empty else cut_to_limit(composed.text, dialect.MAX_INJECTED)
        return AgentBrief(text, ids, composed.paths, ident=brief.id), None
    quoted = find_sources(brief)
    documents = workspace.index.run(lambda con: list_documents(con, workspace.project.root, quoted))
    now = brief.section("now")
    sessions = {safe_name(note.session) for note in (now.notes if now else ()) if note.session}
    whole = AgentBrief(
        composed.text,
        ids,
        composed.paths,
        outline=tuple(outline_lines(brief, composed.text)) if quoted.keys() <= documents.keys() else (),
        documents=tuple(f"{ident}:{doc}" for ident, doc in documents.items()),
        work=tuple(ident for ident, is_work in quoted.items() if is_work),
        last=last,
        budget=brief.budget,
        ident=brief.id,
        tokens=composed.tokens,
        records=brief.considered,
        ended=tuple(_list_ended(brief)),
        sessions=tuple(sorted(sessions)),
        changed=composed.changed,
        essentials=list_essentials(brief),
    )
    return whole, list(documents)


def _choose_budget(workspace: "Catalog") -> int:
    """Tokens of the brief: what a session may be given in all is the most, and the smallest brief the least. 0 is the
    usual number."""
    get = workspace.settings.get
    cap = get("deliver.session_tokens")
    return max(cap, get("brief.min_budget")) if 0 < cap < get("brief.budget") else 0


def _list_ended(brief: "Brief") -> list[str]:
    """Ids of the records that were superseded, retracted or closed, the newest first."""
    settled = frozenset(chain.from_iterable(kind.settled for kind in KINDS.values()))
    ended = [
        omitted.id for omitted in brief.left_out
        if omitted.reason == RETRACTED or omitted.reason in settled or omitted.reason.startswith(SUPERSEDED)
    ]  # fmt: skip
    return sorted(ended, reverse=True)[:MAX_ENDED]
