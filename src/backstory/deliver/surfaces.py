"""Keeps the files that agents read up to date: handoff files, prepared briefs, blocks in instruction files."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from typing import TYPE_CHECKING, Final

from backstory import deliver
from backstory.agents import registry
from backstory.agents.base import Texts
from backstory.api import (
    AgentBrief,
    ComposedBrief,
    choose_delivery_form,
    compose_agent_briefs,
    describe_place,
    find_last_session,
    list_anchored_files,
    note_moved_tree,
    refresh_identity,
    write_registry,
)
from backstory.base.discovery import find_project
from backstory.base.fingerprint import file_stamps, mark_branch, state_fingerprint
from backstory.base.path_codec import encode_path
from backstory.deliver.prepared import AnchoredFiles, Brief, State
from backstory.hook.prepared import surfaces_path
from backstory.model.dates import epoch_seconds
from backstory.model.errors import BackstoryError, Busy
from backstory.model.record import Anchor
from backstory.model.text import format_count
from backstory.recall.past.stops import name_stop
from backstory.recall.text.moment import GENERIC
from backstory.render.generic import find_footer
from backstory.render.safe import escape_line
from backstory.store.files import make_folder
from backstory.store.lock import Lock

if TYPE_CHECKING:
    from backstory.api import Memory

_LOCK: Final = "surfaces.lock"
OF_BRANCH: Final = "Brief of branch `{}`: if another one is checked out, run `backstory brief` instead."
MAX_WAIT: Final = 20.0
"""Seconds to wait for a running refresh before something is taken out for good."""
MAX_TITLE: Final = 60
"""Characters of a session's title in the greeting."""
ROUNDS: Final = 16
"""How often a refresh starts over because the memory changed meanwhile: a command that reads does what is left."""


def briefed_agents(memory: "Memory") -> list[str]:
    """The agents that ask for a brief at session start: their hooks are installed in this working tree."""
    hooked = deliver.list_hooked_agents(memory.project, gate=memory.gate, environ=memory.environ)
    return [agent for agent in hooked if _takes_brief(agent)]


def refresh_surfaces(memory: "Memory", agents: Sequence[str] = (), *, wait: float = 0) -> list[str]:
    """Rewrites what has changed and returns what could not be written.

    One process at a time does it: another one leaves a mark, and the first one repeats its work. A refresh must not
    fail a command whose record is stored already, so every fault comes back as a sentence. With `wait`, this process
    does it itself, after the other one, for so many seconds.
    """
    folder = os.path.join(memory.project.private, "locks")
    mark = os.path.join(folder, "surfaces.waiting")
    if not os.path.isdir(memory.project.team):
        return []  # uninstalled meanwhile: nothing may come back
    try:
        make_folder(folder)
        return _refresh_repeatedly(memory, agents, os.path.join(folder, _LOCK), mark, wait)
    except BackstoryError as error:
        return [error.message]
    except OSError as error:
        return [f"the agents' files could not be brought up to date: {(error.strerror or str(error)).lower()}"]


def _refresh_repeatedly(memory: "Memory", agents: Sequence[str], lock: str, mark: str, wait: float) -> list[str]:
    """Refreshes until no other process has left its mark meanwhile; where another one is at it, leaves the mark.

    The mark comes before the try of the lock, and the holder looks for it after it has let go: whoever of the two is
    later sees the other one's sign, so no change goes unnoticed.
    """
    problems: list[str] = []
    for turn in range(ROUNDS):
        if not turn and not wait:
            os.close(os.open(mark, os.O_WRONLY | os.O_CREAT, 0o600))
        try:
            with Lock(lock, wait=wait):
                _clear(mark)
                if turn:
                    memory = memory.reopened()
                problems = _refresh_once(memory, agents)
        except Busy:
            return problems
        if not os.path.exists(mark):
            break
    return problems


def stop_refreshing(memory: "Memory") -> None:
    """Forgets what the agents' files of this tree were written from, so that no reading command writes them again."""
    with suppress(OSError):
        os.unlink(surfaces_path(memory.project.private, memory.project.root))


@contextmanager
def hold_refresh_lock(memory: "Memory") -> Iterator[None]:
    """Holds the lock of `refresh`, so that no refresh puts back what an uninstallation takes out."""
    with ExitStack() as stack:
        with suppress(BackstoryError):
            stack.enter_context(Lock(os.path.join(memory.project.private, "locks", _LOCK), wait=MAX_WAIT))
        yield


def _describe_places(brief: "ComposedBrief") -> str:
    """The places that are not as they were, as `State` holds them."""
    states = [(ident, *one) for ident, places in sorted(brief.stale.items()) for one in places.items()]
    rows = [(ident, target, describe_place(target, state)) for ident, target, state in states]
    return "\n".join("\t".join(row) for row in rows if row[1] != row[2])


def _list_anchored(memory: "Memory", brief: "ComposedBrief") -> AnchoredFiles:
    """The files with which records come up: those that they name, and those in which that code is now."""
    paths, globs = list_anchored_files(memory)
    listed = set(paths)
    for target, state in chain.from_iterable(places.items() for places in brief.stale.values()):
        now = Anchor.parse(state.partition(":")[2]).path
        if now and encode_path(Anchor.parse(target).path) in listed:
            paths.append(encode_path(now))
    return AnchoredFiles(sorted(dict.fromkeys(paths)), globs)


def render_surfaces(memory: "Memory", agents: Sequence[str] = ()) -> deliver.Rendered:
    """Everything that is written, composed from the memory as it is now."""
    memory, stamp = _follow_head(memory)
    general = memory.brief(mode=GENERIC, stable_first=True)
    agent_names = dict.fromkeys((*briefed_agents(memory), *agents))
    briefs = compose_agent_briefs(memory, agent_names, general.sources)
    text = _full_text(memory, general)
    paths = dict.fromkeys(chain(general.paths, *(brief.paths for brief in briefs.values())))
    state = State(stamp, file_stamps(memory.project.root, map(encode_path, paths)), general.changed,
                  memory.gate.clean(general.brief.goal), general.brief.considered, general.tokens,
                  escape_line(general.brief.branch), _describe_places(general))  # fmt: skip
    return deliver.Rendered(
        handoff=general.text,
        data=general.json(),
        registry=_registry(memory, general),
        briefs={
            agent: to_prepared(memory, brief)._replace(
                footer="" if brief.essentials is None else find_footer(general.brief, text, brief.essentials)
            )
            for agent, brief in briefs.items()
        },
        state=state,
        anchored=_list_anchored(memory, general),
        # A file that git tracks gets no records at all, not even the team's: a text that follows the memory would
        # change the tree with every record, and conflict in every merge. Its block points to the handoff.
        texts=Texts(full=text, ids=[item.short for item in general.brief.items]),
    )


def _follow_head(memory: "Memory") -> "tuple[Memory, str]":
    """The memory on the branch that is checked out now, and the state to note for it.

    A worker may have opened it before a switch: its brief would tell of one branch and bear the mark of another.
    """
    project = find_project(memory.project.root, home=memory.environ.get("HOME", ""))
    if not project:
        return memory, ""
    for _ in range(ROUNDS):
        commit, branch = memory.head
        stamp = state_fingerprint(project, memory.project.home)
        if not memory.project.git_dir or stamp.split(" ")[:2] == [commit, mark_branch(branch)]:
            return memory, stamp
        memory = memory.reopened()
    return memory, ""


def _full_text(memory: "Memory", general: ComposedBrief) -> str:
    """The content of a block in an instruction file: the brief, or the pointer if all agents get that.

    It names its branch: nobody writes the file after a switch where neither git nor the agent has hooks of ours.
    """
    if general.empty:
        return ""
    branch = escape_line(general.brief.branch)
    text = f"{OF_BRANCH.format(branch)}\n\n{general.text}" if branch else general.text
    forms = {"pull": general.pointer(), "both": f"{text}\n{general.pointer()}"}
    return forms.get(choose_delivery_form(memory, ""), text)


def to_prepared(memory: "Memory", brief: AgentBrief) -> Brief:
    """The brief of an agent as its hook needs it."""
    return Brief(
        brief.text, brief.ids, brief.outline, brief.documents, brief.work, brief.last, brief.budget, *brief.settled,
        ident=brief.ident, tokens=brief.tokens, ended=brief.ended, sessions=brief.sessions,
        cap=memory.settings.get("deliver.session_tokens"), day=memory.stamp()[:10],
        greeting=write_greeting(memory, brief.records) if memory.settings.get("deliver.greeting") else "",
    )  # fmt: skip


def write_greeting(memory: "Memory", records: int) -> str:
    """What a person reads when a session starts, after the time at which the last one ended (0 for none)."""
    if not records:
        return ""
    text = f"Backstory: {format_count(records, 'record')}"
    session = find_last_session(memory, memory.head[1])
    if session is None or not session.title:
        return f"0 {text}"
    stop = name_stop(session, MAX_TITLE)
    return f"{int(epoch_seconds(session.ended) or 0)} {text}; last stopped at '{stop}'"


def _refresh_once(memory: "Memory", agents: Sequence[str]) -> list[str]:
    if not os.path.isdir(memory.project.team):
        return []  # uninstalled meanwhile: nothing may come back
    note_moved_tree(memory.project)
    refresh_identity(memory.project.private, memory.project.root, memory.project.common_dir, memory.environ)
    rendered = render_surfaces(memory, agents)
    if not os.path.isdir(memory.project.team):
        return []  # uninstalled while the texts were composed, by a process that did not wait any longer
    refreshed = deliver.refresh_files(memory.project, rendered, gate=memory.gate, environ=memory.environ)
    return [f"{message} ({hint})" if hint else message for message, hint in refreshed.problems]


def list_edits(memory: "Memory") -> list[deliver.Installed]:
    """Our edits in this working tree and their states."""
    return deliver.list_installed(memory.project, gate=memory.gate, environ=memory.environ)


def _registry(memory: "Memory", composed: object) -> str:
    assert isinstance(composed, ComposedBrief)
    return write_registry(memory, composed)


def _takes_brief(agent: str) -> bool:
    try:
        dialect = registry.load_dialect(agent)
        waits = bool(dialect.DEFERRED_TO) or dialect.STARTS_WITH_PROMPT or dialect.STARTS_WITH_TOOL
        return "session-start" in dialect.REPLIES or waits
    except BackstoryError:  # the plugin that brought the agent is gone
        return False


def _clear(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
