"""The parts of a session that changed its branch: what of it belongs to which branch.

A branch has what was said and done while it was checked out. It also has what came into it in the session: the work on
branches that were merged into it, and what was said before it was created.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, TypeVar

from msgspec.structs import replace

from backstory.model.session import (
    TRUNKS,
    Answer,
    BranchSpan,
    CommandRun,
    Commit,
    Prompt,
    Remark,
    Session,
    SubAgent,
    ValueChange,
)
from backstory.model.text import one_line

RECENT_ANSWERS: Final = 3
"""Answers whose next steps count."""
_TITLE: Final = 120
T = TypeVar("T", Prompt, Answer, Remark, CommandRun, Commit, SubAgent, ValueChange, BranchSpan)


def find_branch(session: Session, line: int, made: str = "") -> str:
    """The branch that was checked out at a line of the transcript, or at a time if it has no line numbers."""
    place = _find_span(session.branches, line, made)
    return session.branches[place].branch if session.branches else session.branch


def has_branch(session: Session, branch: str) -> bool:
    """Whether a branch was checked out in a session."""
    return branch == session.branch or any(span.branch == branch for span in session.branches)


def split_by_branch(session: Session, branch: str) -> list[Session]:
    """The parts of a session, each as a session of its branch. The part that belongs to `branch` comes first.

    A session of a single branch is its only part.
    """
    spans = session.branches
    if len({span.branch for span in spans}) < 2:
        return [session]
    own = _collect_spans(spans, branch, len(spans), set())
    parts = [own] if own else []
    for name in dict.fromkeys(span.branch for span in reversed(spans)):
        rest = {place for place, span in enumerate(spans) if span.branch == name} - own
        parts += [rest] if rest else []
    names = [branch] if own else []
    names += [spans[min(places)].branch for places in parts[len(names) :]]
    turns = _Turns(session.prompts)
    homes = _find_homes(session, turns)
    return [_take_part(session, places, name, turns, homes) for places, name in zip(parts, names, strict=True)]


def cut_session(session: Session, moment: str) -> Session:
    """A session as it stood at a moment: without what was said and done from then on. What has no time stays, and the
    agent's list of steps is left out, because only its last form is kept."""
    if not session.ended or session.ended < moment:
        return session
    prompts = _keep_before(session.prompts, moment)
    answers = _keep_before(session.answers, moment)
    commands = _keep_before(session.commands, moment)
    edited = {path for prompt in prompts for path in prompt.edited} | {path for run in commands for path in run.edited}
    times = [*(one.made for one in prompts), *(one.made for one in answers), *(one.made for one in commands)]
    return replace(
        session,
        ended=max(times, default=session.started),
        prompts=prompts,
        answers=answers,
        answered=bool(answers and prompts) and prompts[-1].made <= answers[-1].made,
        remarks=_keep_before(session.remarks, moment),
        edited=tuple(path for path in session.edited if path in edited),
        commands=commands,
        changes=_keep_before(session.changes, moment),
        commits=_keep_before(session.commits, moment),
        subagents=_keep_before(session.subagents, moment),
        next=answers[-1].next if answers else (),
        plan=(),
        branches=_keep_before(session.branches, moment),
        closed=False,
    )


def _keep_before(entries: "tuple[T, ...]", moment: str) -> "tuple[T, ...]":
    return tuple(one for one in entries if not one.made or one.made < moment)


def _collect_spans(spans: Sequence[BranchSpan], branch: str, before: int, seen: set[tuple[str, int]]) -> set[int]:
    """The indexes of the earlier parts whose work is in the branch of a part."""
    if (branch, before) in seen:
        return set()
    seen.add((branch, before))
    places: set[int] = set()
    for place, span in enumerate(spans[:before]):
        if span.branch != branch:
            continue
        places.add(place)
        if span.base:
            places |= _collect_spans(spans, span.base, place, seen)
        landed = [one.branch for one in spans[:place] if one.landed] if branch in TRUNKS else []
        for merged in dict.fromkeys((*span.merged, *landed)):
            places |= _collect_spans(spans, merged, place + 1, seen)
    return places


def _find_span(spans: Sequence[BranchSpan], line: int, made: str) -> int:
    """The index of the part in which something was said or done; the last one if the session does not tell."""
    return max((place for place, span in enumerate(spans) if not _is_before(line, made, span)), default=0)


def _is_before(line: int, made: str, span: BranchSpan) -> bool:
    if line and span.line:
        return line < span.line
    return bool(made and span.made) and made < span.made


class _Turns:
    """Finds the turn in which something was said or done: a long session has thousands of commands."""

    def __init__(self, prompts: Sequence[Prompt]) -> None:
        self._all: Final = len(prompts)
        self._lines: Final = sorted(one.line for one in prompts if one.line)
        self._times: Final = sorted(one.made for one in prompts if one.made)
        self._times_alone: Final = sorted(one.made for one in prompts if one.made and not one.line)
        """The times of prompts without a line."""

    def find(self, line: int, made: str) -> int:
        """The place of the last prompt before a line or a time; -1 before the first.

        As in `_is_before`, times are compared where a line is missing, and what has neither counts as earlier.
        """
        if not line:
            later = len(self._times) - bisect_right(self._times, made) if made else 0
        else:
            later = len(self._lines) - bisect_right(self._lines, line)
            later += len(self._times_alone) - bisect_right(self._times_alone, made) if made else 0
        return self._all - later - 1


def _take_part(
    session: Session, places: Iterable[int], branch: str, turns: _Turns, homes: Mapping[int, frozenset[int]]
) -> Session:
    """Combines some parts of a session into a session of one branch."""
    spans = session.branches
    chosen = frozenset(places)

    def is_own(line: int, made: str) -> bool:
        return _find_span(spans, line, made) in chosen

    def is_uttered(line: int, made: str) -> bool:
        home = homes.get(turns.find(line, made))
        return not chosen.isdisjoint(home) if home else is_own(line, made)

    prompts = tuple(one for one in session.prompts if is_uttered(one.line, one.made))
    answers = tuple(one for one in session.answers if is_uttered(one.line, one.made))
    remarks = tuple(one for one in session.remarks if is_uttered(one.line, one.made))
    commands = tuple(one for one in session.commands if is_own(one.line, one.made))
    changes = tuple(one for one in session.changes if is_own(one.line, one.made))
    commits = tuple(one for one in session.commits if is_own(one.line, one.made))
    subagents = tuple(one for one in session.subagents if is_own(0, one.made))
    is_last = len(spans) - 1 in chosen
    placed = _list_edited(session.prompts, session.commands)
    own_edits = _list_edited(prompts, commands)
    edited = tuple(path for path in session.edited if path in own_edits or (is_last and path not in placed))
    times = sorted(
        filter(
            None,
            (*(one.made for one in prompts), *(one.made for one in answers), *(one.made for one in commands),
             *(one.made for one in commits)),
        )
    )  # fmt: skip
    last_prompt, last_answer = prompts[-1:], answers[-1:]
    has_plan = bool(session.plan) and _find_span(spans, session.plan_line, "") in chosen
    return replace(
        session,
        title=_find_title(session, prompts),
        started=session.started if 0 in chosen or not times else times[0],
        ended=session.ended if is_last or not times else times[-1],
        branch=branch,
        branches=tuple(span for place, span in enumerate(spans) if place in chosen),
        commit=session.commit if is_last else commits[-1].id if commits else "",
        prompts=prompts,
        answers=answers,
        answered=session.answered if is_last else bool(last_answer) and _follows(last_answer[0], last_prompt),
        remarks=remarks,
        edited=edited,
        read=session.read if is_last else (),
        commands=commands,
        changes=changes,
        commits=commits,
        next=_find_next(session, [answer.next for answer in answers[-RECENT_ANSWERS:]], is_last=is_last),
        plan=session.plan if has_plan else (),
        subagents=subagents,
        line=session.line if is_last else 0,
    )


def _find_homes(session: Session, turns: _Turns) -> dict[int, frozenset[int]]:
    """Maps each turn in which the branch changed to the parts in which it acted, and to the part in which it ended if
    that is of another branch than the one in which it began, or if it acted in none.

    Its prompt and answer belong to all of these parts: what they settle counts where the work goes on.
    """
    spans, homes = session.branches, {}
    commands: defaultdict[int, list[CommandRun]] = defaultdict(list)
    for command in session.commands:
        commands[turns.find(command.line, command.made)].append(command)
    replied: defaultdict[int, list[int]] = defaultdict(list)
    for answer in session.answers:
        replied[turns.find(answer.line, answer.made)].append(_find_span(spans, answer.line, answer.made))
    committed: defaultdict[int, list[int]] = defaultdict(list)
    for commit in session.commits:
        committed[turns.find(commit.line, commit.made)].append(_find_span(spans, commit.line, commit.made))
    for turn, prompt in enumerate(session.prompts):
        start = _find_span(spans, prompt.line, prompt.made)
        ran = [_find_span(spans, one.line, one.made) for one in commands[turn]]
        end = max([start, *ran, *replied[turn]])
        if start == end:
            continue
        worked = {start} if prompt.edited else set()
        worked |= {span for span, one in zip(ran, commands[turn], strict=True) if one.edited or one.kind in _WORK}
        worked.update(committed[turn])
        is_left = spans[end].branch != spans[start].branch
        homes[turn] = frozenset({*worked, end} if is_left or not worked else worked)
    return homes


_WORK: Final = frozenset(("test", "lint", "types", "build", "run", "install"))
"""Kinds of commands that do something in the branch that is checked out."""


def _find_title(session: Session, prompts: Sequence[Prompt]) -> str:
    """What was asked first in a part."""
    if not prompts or prompts[0] == session.prompts[0]:
        return session.title if prompts else ""
    return one_line(prompts[0].text, _TITLE)


def _list_edited(prompts: Iterable[Prompt], commands: Iterable[CommandRun]) -> frozenset[str]:
    """The files that were edited after prompts and commands."""
    edits = (*(prompt.edited for prompt in prompts), *(command.edited for command in commands))
    return frozenset(chain.from_iterable(edits))


def _follows(answer: Answer, prompts: Sequence[Prompt]) -> bool:
    """Whether an answer came after the last of the prompts."""
    return all((answer.line, answer.made) >= (prompt.line, prompt.made) for prompt in prompts)


def _find_next(session: Session, names: Sequence[tuple[str, ...]], *, is_last: bool) -> tuple[str, ...]:
    """The next steps of a part: those of its last answers; at the end of the session what stood last, unless another
    part named it."""
    if is_last and all(session.next != answer.next for answer in session.answers):
        return session.next
    return next((steps for steps in reversed(names) if steps), ())
