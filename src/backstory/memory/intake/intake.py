"""Turns of a transcript on their way into the memory: into their session, as directives, as records."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.agents.turns import Reading, Turn
from backstory.capture.candidates import CONTEXT, find_candidates
from backstory.capture.commands.branches import note_head
from backstory.capture.digest import MAX_PROMPTS, extend_session
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.paths import relative_path
from backstory.memory.answers.sessions import COPIED, list_prompts
from backstory.memory.intake.candidates import keep_candidates
from backstory.memory.intake.directives import apply_directives
from backstory.memory.intake.lifted_rules import find_hold_ends, find_rule_revisions
from backstory.memory.intake.overruled_records import find_overrules, list_replies
from backstory.memory.intake.reverted_decisions import find_revert_reports
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.record_usage import Deeds
from backstory.memory.policy.rejections import make_rejection_filter
from backstory.model.errors import BackstoryError
from backstory.model.session import Session
from backstory.model.session_parts import find_branch
from backstory.redact.stated_secrets import StatedSecrets
from backstory.store.line_places import LinePlace

if TYPE_CHECKING:
    from backstory.memory.kernel.writer import Remembered

BATCH: Final = 400
"""Turns that are held in memory."""


class Live(NamedTuple):
    """A hook's facts about a running session."""

    last_text: str = ""
    """The reply that has just ended. The transcript may not have it yet."""
    closed: bool = False
    """Whether the session has ended."""


class Intake:
    """Turns that are added to the memory, and what has come of them."""

    def __init__(self, workspace: Catalog, state: Session, path: str, reading: Reading) -> None:
        self.workspace = workspace
        self.state = state
        self.path = path
        self._reading = reading
        self.turns = 0
        self.unsaved = 0
        """Turns since the session was written."""
        self.directives = 0
        self.failures: list[Exception] = []
        """What failed in turns that were left out, so that no other is lost with them."""
        self.kept: list[Remembered] = []
        self.asked = len(state.prompts)
        """Prompts of the session so far, and of the new turns."""
        self.left_out = 0
        """Statements that were not made records, because one part of a transcript had too many."""
        self.deeds = Deeds()
        self._secrets = StatedSecrets(workspace.gate, workspace.stated_secrets.add)
        self.edited: dict[str, None] = {}
        """Files that the turns since the last prompt have edited."""
        self.has_read = self.is_nameless = False
        """Whether the transcript had new words, and none of them names its branch."""
        self._is_index_current = False
        self._roots = _find_roots(workspace)
        self._drop_rejected = make_rejection_filter(workspace)

    def add_all(self, batches: Iterable[list[Turn]]) -> Iterator[None]:
        """Adds turns, and stops after each batch of them."""
        for batch in batches:
            self._add(batch)
            yield

    def add_again(self, whole: Iterable[Turn], new: Collection[Turn]) -> None:
        """Adds all turns of a transcript to a state that has none of them.

        Those that are `new` or changed since it was last read, and what comes after them, also become directives and
        records. The others have done so before.
        """
        names, turns = {turn.id for turn in new}, list(whole)
        last = max((place for place, turn in enumerate(turns) if turn.id in names), default=-1)
        marked = ((turn, turn.id in names or place > last) for place, turn in enumerate(turns))
        for is_new, group in groupby(marked, key=itemgetter(1)):
            add = self._add if is_new else self.add_processed
            for batch in split_into_batches(turn for turn, _ in group):
                add(batch)

    def add_processed(self, batch: list[Turn]) -> None:
        """Adds turns that have become directives and records before."""
        self.state = self._extend(batch)
        self._note_words(batch)
        for turn in batch:
            self._note_edits(turn)

    def add_live(self, live: Live) -> None:
        """Adds what a hook says: the reply that the transcript does not have yet, and the end of the session."""
        state = self.state
        if live.last_text:
            # The clock of the transcript, where there is one: it may be another machine's, and decides the order.
            time = state.ended or self.workspace.stamp()
            turn = Turn("assistant", live.last_text, time=time, session=state.id, reported=True)
            text = next((answer.text for answer in self._extend([turn]).answers[-1:]), "")
            # The transcript may have gone on since the hook fired, so any of its answers may be this one.
            if text and all(answer.text != text for answer in state.answers):
                self._add([turn])
        if live.closed and not self.state.closed:
            self.state = msgspec.structs.replace(self.state, closed=True)

    @property
    def prompts_left_out(self) -> int:
        """Prompts that the session does not keep, because it has more than it may."""
        kept = len(self.state.prompts)
        return max(0, self.asked - kept) if kept >= MAX_PROMPTS else 0

    def seen_on_head(self, live: Live | None) -> Session:
        """The session with the branch that is checked out, where its transcript names none."""
        branch = self.workspace.head[1]
        if live is None or not (self.has_read and self.is_nameless and self.state.branch and branch):
            return self.state
        return note_head(self.state, branch)

    def add_report(self, subagent: str, text: str) -> None:
        """Adds the report that a hook gives, unless the transcript has it."""
        time = self.state.ended or self.workspace.stamp()
        turn = Turn("assistant", text, time=time, sidechain=True, subagent=subagent, reported=True)
        former = next((one.report for one in self.state.subagents if one.id == subagent), "")
        extended = self._extend([turn])
        if next((one.report for one in extended.subagents if one.id == subagent), "") != former:
            self._add([turn])

    def _add(self, batch: list[Turn]) -> None:
        batch = list(map(self._hide_secrets, batch))
        if self._reading.reached:
            place = LinePlace(self._reading.lines, self._reading.reached)
            self.workspace.read_to[os.path.realpath(self.path)] = place
        before = self.state
        self.state = self._extend(batch)
        self._note_words(batch)
        self._keep(before, batch)

    def _hide_secrets(self, turn: Turn) -> Turn:
        """A turn without the secrets that were stated before it."""
        hidden = turn._replace(text=self._secrets.hide(turn.text), command=self._secrets.hide(turn.command))
        if turn.role == "user":
            self._secrets.learn(turn.text)
        elif turn.role == "assistant":
            self._secrets.keep(turn.text)
        if turn.command:
            self._secrets.keep(turn.command)
        return hidden

    def _note_words(self, batch: list[Turn]) -> None:
        """Notes whether a transcript had words, and whether they name a branch. What a hook reports does not."""
        talk_turns = [turn for turn in batch if turn.role in ("user", "assistant") and not turn.reported]
        self.is_nameless = (self.is_nameless or not self.has_read) and not any(turn.branch for turn in talk_turns)
        self.has_read = self.has_read or bool(talk_turns)

    def _note_edits(self, turn: Turn) -> None:
        if turn.role == "user":
            self.edited.clear()
        elif turn.edits and not turn.abandoned:
            self.edited.update(dict.fromkeys(self._with_relative_edits(turn).edits))

    def _keep(self, before: Session, batch: list[Turn]) -> None:
        """Keeps what new turns say, as directives and as records."""
        self.turns += len(batch)
        self.asked += sum(1 for turn in batch if turn.role == "user" and turn.text and not turn.sidechain)
        self.unsaved += len(batch)
        written = set(self.workspace.written)
        for turn in batch:
            if turn.action or turn.role == "assistant":
                paths = (relative_path(path, turn.cwd, self._roots) for path in (*turn.edits, *turn.reads))
                self.deeds.add(turn, paths)
            self._note_edits(turn)
            if turn.role == "assistant" and turn.text and not turn.edits and not turn.abandoned:
                if "backstory:" in turn.text or "ctx:" in turn.text:
                    self.refresh_index()
                edited = list(self.edited)
                self.directives += apply_directives(
                    self.workspace, turn.text, source=self.path, edited=edited, made=turn.time
                )
        if self.workspace.settings.get("capture.archive"):
            self._archive(batch)
        self._keep_candidates(before, batch)
        new = [ident for ident in self.workspace.written - written if ident not in self.state.records]
        if new:
            self.state = msgspec.structs.replace(self.state, records=(*self.state.records, *sorted(new)))

    def refresh_index(self) -> None:
        """Lets the index know all records: who was killed may have written some that a repeat is to merge with."""
        if not self._is_index_current:
            self.workspace.read_others_records()
            self._is_index_current = True

    def _archive(self, batch: list[Turn]) -> None:
        """Adds turns to the copy of the transcript."""
        month = (self.state.started or self.workspace.stamp())[:7]
        names = ("role", "text", *COPIED)
        if self.path and os.path.isfile(self.path):
            batch = [turn for turn in batch if not turn.reported]  # it comes with the transcript
        rows = ({name: value for name in names if (value := getattr(turn, name))} for turn in batch)
        self.workspace.archive.append(self.state.agent, self.state.id, month, rows)

    def _with_relative_edits(self, turn: Turn) -> Turn:
        if not turn.edits:
            return turn
        paths = (relative_path(path, turn.cwd, self._roots) for path in turn.edits)
        return turn._replace(edits=tuple(filter(None, paths)))

    def _extend(self, batch: list[Turn]) -> Session:
        """The session with further turns, without those that fail."""
        try:
            return extend_session(self.state, batch, roots=self._roots, clean=self._clean)
        except (BackstoryError, OSError):
            raise
        except Exception:  # a fault in the reading of one sentence must not cost the session
            state = self.state
            for turn in batch:
                try:
                    state = extend_session(state, [turn], roots=self._roots, clean=self._clean)
                except (BackstoryError, OSError):
                    raise
                except Exception as error:
                    self.failures.append(error)
            return state

    def _clean(self, text: str) -> str:
        """A text without secrets and without what a person has rejected."""
        return self._drop_rejected(self.workspace.gate.clean(text))

    def _keep_candidates(self, before: Session, batch: list[Turn]) -> None:
        """Keeps what the new turns say that is worth it. The last exchange before them is their context."""
        root = self.workspace.project.root

        def is_path(path: str) -> bool:
            return bool(path) and not os.path.isabs(path) and os.path.lexists(os.path.join(root, path))

        turns = [self._with_relative_edits(turn) for turn in batch if not turn.abandoned]
        turns = [*_context(before), *turns]

        def find(turns: Iterable[Turn]) -> list[Candidate]:
            earlier = partial(list_prompts, self.workspace, before)
            return find_candidates(turns, known_paths=is_path, earlier=earlier)

        candidates = self._find(find, turns)
        new = [candidate for candidate in candidates if candidate.line != CONTEXT or candidate.overruled]
        if new:
            self.refresh_index()
            state = self.state
            if state.branches:
                new = [one._replace(branch=find_branch(state, one.line, one.made)) for one in new]
            self._remember(new)
        fresh = [turn for turn in turns if turn.line != CONTEXT]
        for reply in list_replies(before, fresh):
            self._remember(find_overrules(self.workspace, self.state.id, [reply]))
        self._remember(self._find(partial(find_hold_ends, self.workspace), fresh))
        self._remember(self._find(partial(find_rule_revisions, self.workspace), fresh))
        self._remember(self._find(partial(find_revert_reports, self.workspace), fresh))

    def _find(self, find: Callable[[list[Turn]], list[Candidate]], turns: list[Turn]) -> list[Candidate]:
        """What turns say; where that fails, what each of the others says by itself."""
        try:
            return find(turns)
        except (BackstoryError, OSError):
            raise
        except Exception as error:
            self.failures.append(error)
        candidates: list[Candidate] = []
        for turn in turns:
            with suppress(Exception):
                candidates += find([turn])
        return candidates

    def _remember(self, candidates: list[Candidate]) -> None:
        if candidates:
            state = self.state
            self.kept += keep_candidates(
                self.workspace,
                candidates,
                session=state.id,
                agent=state.agent,
                source=self.path,
                note_left_out=self._note_left_out,
            )

    def _note_left_out(self, count: int) -> None:
        self.left_out += count


def _context(session: Session) -> Iterator[Turn]:
    """The last exchange of a session, in the order in which it was said, with the edits that the prompt led to."""
    prompts = [Turn("user", prompt.text, line=CONTEXT) for prompt in session.prompts[-1:]]
    edits = [Turn("tool", "", line=CONTEXT, action="edit")] if session.has_edited else []
    answers = [Turn("assistant", answer.text, line=CONTEXT) for answer in session.answers[-1:]]
    return iter([*prompts, *edits, *answers] if session.answered else [*answers, *prompts, *edits])


def split_into_batches(turns: Iterable[Turn]) -> Iterator[list[Turn]]:
    """The turns in lists; none ends within a row of the transcript."""
    rest = iter(turns)
    while batch := list(islice(rest, BATCH)):
        while isinstance(turns, Reading) and turns.pending and (turn := next(rest, None)) is not None:
            batch.append(turn)
        yield batch


def _find_roots(workspace: Catalog) -> tuple[str, ...]:
    """The working tree, also by its real path."""
    root = workspace.project.root
    return tuple(dict.fromkeys((root, os.path.realpath(root))))
