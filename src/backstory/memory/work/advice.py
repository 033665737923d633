"""Advice from past runs: suggestions, reflection, strategies to use again, figures of real use.

Each piece of advice names what it rests on. Nothing forbids looking elsewhere, and what failed is never offered.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, Literal, NamedTuple

from backstory.capture.commands.task_types import find_task_type
from backstory.capture.commands.working_commands import Purpose, plain_commands
from backstory.capture.sessions.failures import Failure, describe_failure, find_failures, find_failures_of
from backstory.capture.sessions.strategies import (
    Question,
    Ranked,
    Strategy,
    describe_area,
    find_strategies,
    rank_strategies,
    to_strategy,
)
from backstory.memory.answers.commands import RedTests, find_red_tests, find_working_commands
from backstory.memory.answers.runs import read_runs
from backstory.memory.answers.sessions import find_last_session
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.current import read_work
from backstory.memory.work.work_now import read_work_now
from backstory.model.miscalled_runs import is_miscall
from backstory.model.run import Run
from backstory.model.session import CommandRun, Session
from backstory.model.text import one_line
from backstory.recall.text.content import Item, Note
from backstory.recall.work.now_section import notes_have

MAX_ADVICE: Final = 10
MAX_FAILED: Final = 20
LOOP: Final = 3
"""How often a command fails in one run, or a file is edited in how many, to be told."""
_RED: Final = 3
_PLANNED: Final = "planned before"
_UNANSWERED: Final = "asked last, and not answered"
_NEXT: Final = ("next", _UNANSWERED, "still open", "open step", _PLANNED)
"""Labels under which a brief says what is next, most important first."""

AdviceKind = Literal["next_step", "red_test", "failure", "strategy", "entry_point", "command"]


class Advice(NamedTuple):
    """One thing to do or to know, and what it rests on."""

    kind: AdviceKind
    text: str
    sources: tuple[str, ...]
    """Ids of the runs, sessions or records that it comes from, or the file that says so."""
    confidence: Literal["high", "medium", "low"]


class Remark(NamedTuple):
    """Something that past runs show."""

    kind: Literal["repeated_error", "loop", "reopened_file", "untested_edit", "reverted", "red_again"]
    text: str
    runs: tuple[str, ...]


GroupField = Literal["task_type", "outcome", "agent", "branch"]
"""A field of a run by which figures can be compared."""


class Usage(NamedTuple):
    """Counts of what really happened. Nothing is estimated."""

    runs: int
    sessions: int
    outcomes: dict[str, int]
    task_types: dict[str, int]
    commands: int
    commands_failed: int
    tests: int
    tests_failed: int
    files_edited: int
    commits: int
    strategies: int
    failures_open: int
    failures_resolved: int
    repeated_failures: tuple[Failure, ...]
    provenance: dict[str, dict[str, int]]
    """Field -> how it is known -> number of runs."""
    since: str
    groups: dict[str, dict[str, int]] = {}  # noqa: RUF012 (the default of a named tuple)
    """Value of the field that was asked for -> figures of its runs: runs, outcomes, commands, commands that failed."""


def suggest_work(
    workspace: Catalog, task: str = "", *, files: Sequence[str] = (), task_type: str = "", limit: int = MAX_ADVICE
) -> tuple[Advice, ...]:
    """What to do next, what stands open, and what worked for tasks like this one, the most certain first."""
    return tuple(islice(_list_advice(workspace, task, files, task_type), limit))


_CHOOSES: Final = re.compile(
    r"^(?:\S+\s){0,3}(?!(?:what|who|how|where|when|why|as|if|that|whatever|wherever|however)\s)\S+\sit\sis\W*$",
    re.IGNORECASE,
)
"""An answer that picks something from an offer, `retry_locked it is`: it names no task."""


def _list_advice(workspace: Catalog, task: str, files: Sequence[str], task_type: str) -> Iterator[Advice]:
    """All advice, the most certain first. Past runs are only read where what is open is not enough."""
    yield from _next_steps(workspace, task)
    red = find_red_tests(workspace)
    yield from _red_tests(red)
    runs = read_runs(workspace)
    session = find_last_session(workspace)
    goal = task or _name_goal(workspace, session)
    touched = tuple(files) or (session.edited[-5:] if session else ())
    yield from _open_failures(runs, touched, red.names if red else (), workspace.head[1])
    others = runs if task or session is None else [run for run in runs if run.session != session.id]
    yield from _first_files(others, Question(goal, find_task_type(goal, files, task_type), touched))
    yield from _edited_together(runs, touched)
    yield from _test_command(workspace)


def _name_goal(workspace: Catalog, session: Session | None) -> str:
    """The goal of the current work, else what the last session was about."""
    work = next(iter(read_work(workspace).tasks), None)
    return (work.name if work else "") or (session.title if session else "")


def _red_tests(red: RedTests | None) -> Iterator[Advice]:
    """The tests that were red at last."""
    if red and red.names:
        names = ", ".join(red.names[-_RED:])
        more = f" and {len(red.names) - _RED} more" if len(red.names) > _RED else ""
        yield Advice("red_test", f"still red: {names}{more}", (red.session,), "high")


def _open_failures(
    runs: Sequence[Run], touched: Sequence[str], still_red: Sequence[str], branch: str
) -> Iterator[Advice]:
    """The open failures of the area, else of the project, without those of the tests that are named already.

    One that was only met on other branches than `branch` names the last of them.
    """
    met_on = {run.id: run.branch for run in runs}
    failures = [one for one in find_failures(runs) if one.status == "open" and not is_miscall(one.message)]
    for failure in (find_failures_of(failures, touched) or failures)[:3]:
        if set(failure.red).isdisjoint(still_red):
            branches = [met_on.get(run, "") for run in failure.runs]
            where = "" if {"", branch}.intersection(branches) else _name_branch(branches[-1], branch)
            text = describe_failure(failure) + (f" ({where})" if where else "")
            yield Advice("failure", text, failure.runs, "medium")


def _name_branch(where: str, branch: str) -> str:
    """`on feat/pay`, for what is of another branch than the one that is checked out."""
    return f"on {one_line(where, 60)}" if where not in ("", branch) else ""


def _first_files(runs: Sequence[Run], question: Question) -> Iterator[Advice]:
    """Where tasks like this one began."""
    for strategy, _, _ in rank_strategies(find_strategies(runs), question)[:2]:
        if strategy.entry_point and not _CHOOSES.search(strategy.goal):
            text = f"a task like this began in `{strategy.entry_point}`: {one_line(strategy.goal, 100)}"
            yield Advice("strategy", text, (strategy.run,), "medium" if strategy.is_confirmed else "low")


def _edited_together(runs: Sequence[Run], touched: Sequence[str]) -> Iterator[Advice]:
    """Folders that runs in the same area edited as well."""
    for path in touched[:2]:
        area = describe_area(path.rsplit("/", 1)[0], runs)
        if area and area.runs > 1 and area.together:
            others = ", ".join(f"`{name or '.'}`" for name, _ in area.together[:3])
            sources = tuple(run.id for run in runs if path in run.edited)[-3:]
            yield Advice("entry_point", f"runs in `{area.path}` also edited {others}", sources, "low")


def _test_command(workspace: Catalog) -> Iterator[Advice]:
    """How one test is run, else how all are."""
    commands = find_working_commands(workspace)
    purpose: Purpose = "one test" if "one test" in commands else "all tests"
    if command := commands.get(purpose):
        text = f"{command.label}: `{command.command}`"
        sources = (command.source,) if command.source else ()
        yield Advice("command", text, sources, "low" if command.source else "high")


def _next_steps(workspace: Catalog, task: str) -> list[Advice]:
    """The notes that the brief calls next: next steps or else the last unanswered request, then other work.

    The brief is the one place that decides it, so that both say the same. Of a handoff it shows the whole, which names
    the steps itself.
    """
    handoffs, shown = read_work_now(workspace, task)
    handed = [
        Advice("next_step", one_line(step), (item.id,), "high") for item in handoffs for step in _list_steps(item)
    ]
    notes = sorted(shown, key=lambda note: _NEXT.index(note.label) if note.label in _NEXT else 0)
    labels = set(_NEXT) - ({_UNANSWERED} if notes_have(notes, "next") else set())
    own = [_to_advice(note, workspace.head[1]) for note in notes if note.label in labels]
    return [*handed, *own]


def _list_steps(handoff: Item) -> Sequence[str]:
    steps = handoff.parts.get("next", ())
    return [steps] if isinstance(steps, str) else steps


def _to_advice(note: Note, branch: str) -> Advice:
    """A note of the brief about what is next, as advice. Its label is said where it is more than `next`, and its branch
    where that is not the one that is checked out."""
    label = note.label if note.label != "next" else ""
    remarks = ", ".join(filter(None, (label, note.detail, _name_branch(note.where, branch))))
    confidence: Literal["high", "medium", "low"] = "medium" if note.session else "high"
    text = one_line(note.text) + (f" ({remarks})" if remarks else "")
    source = note.record or note.session
    return Advice("next_step", text, (source,) if source else (), "low" if note.label == _PLANNED else confidence)


def reflect_on_runs(workspace: Catalog, *, limit: int = 20) -> tuple[Remark, ...]:
    """Facts from the last runs: recurring errors, loops, files edited again, untested edits."""
    runs = read_runs(workspace)
    recent = runs[-limit:]
    remarks: list[Remark] = []
    remarks += _remark_failures(recent)
    checked = max((place for place, run in enumerate(recent) if _has_check(run)), default=-1)
    for place, run in enumerate(recent):
        untested = _remark_untested(run) if place > checked else ()
        remarks += [*_remark_loops(run), *untested, *_remark_reason(run)]
    remarks += _remark_reopened(recent)
    return tuple(remarks)


def _remark_reopened(recent: Sequence[Run]) -> Iterator[Remark]:
    """Files that were edited in many runs."""
    edited = Counter(path for run in recent for path in run.edited)
    for path, times in edited.most_common(5):
        if times >= LOOP:
            inside = tuple(run.id for run in recent if path in run.edited)
            yield Remark("reopened_file", f"{path} was edited in {times} of the last {len(recent)} runs", inside)


def _remark_loops(run: Run) -> Iterator[Remark]:
    """Commands that failed again and again."""
    failed = Counter(plain for one in run.commands if one.failed for plain in plain_commands(one.command))
    for command, times in failed.items():
        if times >= LOOP:
            yield Remark("loop", f"{command} failed {times} times: {one_line(run.goal, 80)}", (run.id,))


def _has_check(run: Run) -> bool:
    """Whether a run ran anything that may find a fault in what was edited until then."""
    return any(one.kind in ("test", "types", "build", "lint") for one in run.commands)


def _remark_untested(run: Run) -> Iterator[Remark]:
    """Files that were edited, with no check in this run."""
    if run.edited and not _has_check(run):
        files = ", ".join(run.edited[:3])
        yield Remark("untested_edit", f"{files} edited and nothing was run: {one_line(run.goal, 80)}", (run.id,))


def _remark_reason(run: Run) -> Iterator[Remark]:
    """Work that history has taken back."""
    text = f"{one_line(run.goal, 100)}: {run.reason}"
    if "reverted" in run.reason:
        yield Remark("reverted", text, (run.id,))
    if "red again" in run.reason:
        yield Remark("red_again", text, (run.id,))


def _remark_failures(recent: Sequence[Run]) -> Iterator[Remark]:
    """Errors that came up in several runs, or came back."""
    for failure in find_failures(recent):
        if len(failure.runs) > 1 or failure.reopened:
            back = ", came back" if failure.reopened else ""
            where = f"{failure.times} times in {len(failure.runs)} runs{back}, {failure.status}"
            yield Remark("repeated_error", f"{one_line(failure.message, 120)}: {where}", failure.runs)


def reuse_strategies(
    workspace: Catalog,
    task: str = "",
    *,
    files: Sequence[str] = (),
    task_type: str = "",
    errors: Sequence[str] = (),
    limit: int = 3,
) -> tuple[Ranked, ...]:
    """The strategies that fit a task, the best first; without a task or files those that worked last.

    Only runs that worked are offered.
    """
    strategies = find_strategies(read_runs(workspace))
    if not task and not files and not errors and not task_type:
        return tuple(Ranked(strategy, 0.0, {}) for strategy in strategies[:limit])
    question = Question(task, find_task_type(task, files, task_type), tuple(files), errors=tuple(errors))
    return rank_strategies(strategies, question)[:limit]


def list_failed_strategies(workspace: Catalog) -> tuple[Strategy, ...]:
    """Failed attempts, the newest first: for reading, never for use."""
    failed = [run for run in read_runs(workspace) if run.outcome == "failure" and (run.edited or run.commits)]
    return tuple(to_strategy(run) for run in reversed(failed[-MAX_FAILED:]))


def report_usage(workspace: Catalog, *, since: str = "", by: GroupField | None = None) -> Usage:
    """Counts of the runs of the project, from `since` on, and for each value of the field `by`."""
    runs = [run for run in read_runs(workspace) if run.started >= since]
    commands = list(chain.from_iterable(run.commands for run in runs))
    tests = [command for command in commands if command.kind == "test"]
    failures = find_failures(runs)
    states = Counter(failure.status for failure in failures)
    return Usage(
        runs=len(runs),
        sessions=len({run.session for run in runs} - {""}),
        outcomes=dict(Counter(run.outcome for run in runs).most_common()),
        task_types=dict(Counter(run.task_type for run in runs).most_common()),
        commands=len(commands),
        commands_failed=_count_failed(commands),
        tests=len(tests),
        tests_failed=_count_failed(tests),
        files_edited=len(set(chain.from_iterable(run.edited for run in runs))),
        commits=sum(len(run.commits) for run in runs),
        strategies=len(find_strategies(runs)),
        failures_open=states["open"],
        failures_resolved=states["resolved"],
        repeated_failures=tuple(islice((failure for failure in failures if failure.times > 1), 10)),
        provenance=_count_provenance(runs),
        since=since,
        groups=_count_groups(runs, by) if by else {},
    )


def _count_groups(runs: Sequence[Run], by: GroupField) -> dict[str, dict[str, int]]:
    """Value of a field -> figures of the runs that have it, the most frequent value first."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(getattr(run, by) or "unknown", []).append(run)
    return {
        name: {
            "runs": len(group),
            **Counter(run.outcome for run in group),
            "commands": sum(len(run.commands) for run in group),
            "commands_failed": sum(_count_failed(run.commands) for run in group),
        }
        for name, group in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    }


def _count_failed(commands: Sequence[CommandRun]) -> int:
    return sum(command.failed for command in commands)


def _count_provenance(runs: Sequence[Run]) -> dict[str, dict[str, int]]:
    """Field -> how many runs have it from where."""
    provenance: dict[str, Counter[str]] = {}
    for run in runs:
        for field in ("goal", "task_type", "outcome", "commands", "tests", "errors", "edited", "commits"):
            provenance.setdefault(field, Counter())[run.source_of(field)] += 1
    return {field: dict(counts) for field, counts in provenance.items()}


def list_runs(workspace: Catalog, *, limit: int = 20, outcome: str = "", task_type: str = "") -> tuple[Run, ...]:
    """The runs, the newest first."""
    fit = [
        run for run in reversed(read_runs(workspace))
        if outcome in ("", run.outcome) and task_type in ("", run.task_type)
    ]  # fmt: skip
    return tuple(fit[:limit] if limit else fit)
