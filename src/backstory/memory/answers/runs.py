"""Runs of this project: those that were stated or observed, and those that its sessions tell of."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from msgspec.structs import replace

from backstory.capture.commands.commands import read_outcome
from backstory.capture.commands.task_types import find_task_type
from backstory.capture.sessions.failures import Failure, find_failures, find_failures_of
from backstory.capture.sessions.runs import correct_by_history, derive_runs, judge_outcome
from backstory.capture.sessions.strategies import Question, Ranked, find_strategies, rank_strategies
from backstory.git.derived_files import is_derived
from backstory.git.reverts import find_reverts
from backstory.memory.answers.run_edits import find_edits_since, note_edits_before
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.workspace import require_enabled
from backstory.model.dates import epoch_seconds
from backstory.model.errors import Invalid, NotFound
from backstory.model.run import Provenance, Result, Run, TaskType
from backstory.model.session import CommandRun
from backstory.model.text import one_line

MAX_SESSIONS: Final = 200
"""Sessions that are read for runs, the newest first."""
MAX_STORED: Final = 500
MAX_GOAL: Final = 2_000


class Prepared(NamedTuple):
    """A run that was started, with what is known for it."""

    run: Run
    hint: Ranked | None
    """The strategy with the most evidence; None where there is none."""
    strategies: tuple[Ranked, ...]
    failures: tuple[Failure, ...]
    """Open failures of the files that are named, else of the project."""


class Stated(NamedTuple):
    """The facts stated when a run is finished. Empty ones are filled from observations."""

    outcome: Result | None = None
    summary: str = ""
    opened: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    task_type: str = ""


class Finalized(NamedTuple):
    """A run that was finished."""

    run: Run
    summary: dict[str, object]
    summary_text: str
    is_strategy: bool
    """Whether it is offered to later tasks."""


def read_runs(workspace: Catalog) -> tuple[Run, ...]:
    """The runs of the project, oldest first, with outcomes updated by later history.

    A command observed in a kept session is part of that session's run and is not listed twice.
    """
    derived = [run for session in islice(workspace.sessions.newest(), MAX_SESSIONS) for run in derive_runs(session)]
    of_sessions = {run.session for run in derived}
    stored = [
        run for run in islice(workspace.runs.newest(), MAX_STORED)
        if run.outcome != "open" and (run.session not in of_sessions or run.source_of("outcome") == "explicit")
    ]  # fmt: skip
    runs = sorted((*derived, *stored), key=lambda run: run.started.removesuffix("Z"))
    reverted = find_reverts(workspace.git, workspace.head[0]) if any(run.commits for run in runs) else {}
    return correct_by_history(runs, reverted)


def find_run(workspace: Catalog, ref: str) -> Run:
    """The run with an id, or the newest for an empty one. Raises NotFound."""
    stored = workspace.runs.get(ref) if ref else None
    if stored is not None:
        return stored
    runs = read_runs(workspace)
    if not ref and runs:
        return runs[-1]
    fit = _match_run(runs, ref)
    if fit is not None:
        return fit
    raise NotFound(f"no run `{ref}`" if ref else "no run yet", hint="`backstory run list` shows them")


def _match_run(runs: Sequence[Run], ref: str) -> Run | None:
    """The run of an id, or the only one whose id begins or ends like this: lists print the end."""
    fit = [run for run in runs if run.id == ref or (len(ref) >= 4 and (run.id.startswith(ref) or run.id.endswith(ref)))]
    return fit[0] if len(fit) == 1 or (fit and fit[0].id == ref) else None


def prepare_execution(
    workspace: Catalog, task: str, *, files: Sequence[str] = (), task_type: str = "", ident: str = ""
) -> Prepared:
    """Starts a run of a task, and returns what worked before for tasks like it, and what is open around its files.

    Raises BackstoryError if the memory is switched off.
    """
    require_enabled(workspace)
    runs = read_runs(workspace)
    kind = find_task_type(task, files, task_type)
    provenance: dict[str, Provenance] = {"goal": "explicit" if task else "unknown"}
    provenance["task_type"] = "explicit" if task_type == kind else "heuristic" if kind != "unknown" else "unknown"
    run = replace(
        _new_run(workspace, workspace.stamp(), ident),
        goal=task[:MAX_GOAL],
        task_type=kind,
        read=tuple(files),
        provenance=provenance | ({"read": "explicit"} if files else {}),
    )
    run = workspace.runs.write(run)
    ranked = rank_strategies(find_strategies(runs), Question(goal=task, task_type=kind, files=tuple(files)))
    failures = tuple(failure for failure in find_failures(runs) if failure.status == "open")
    near = find_failures_of(failures, files) if files else failures
    return Prepared(run, ranked[0] if ranked else None, ranked[:5], near[:5])


def _new_run(workspace: Catalog, started: str, ident: str = "") -> Run:
    """An open run without a task."""
    commit, branch = workspace.head
    channel = workspace.channel
    return Run(
        id=ident or workspace.new_id(),
        outcome="open",
        started=started,
        agent=channel.agent,
        session=channel.session,
        branch=branch,
        commit=commit,
    )


def find_open_run(workspace: Catalog) -> Run | None:
    """The run that was started last and is not finished: of this session, where the caller has one."""
    session = workspace.channel.session
    rows = [run for run in islice(workspace.runs.newest(), MAX_STORED) if run.outcome == "open"]
    return next((run for run in rows if run.session == session), rows[0] if rows and not session else None)


def finalize_execution(workspace: Catalog, ident: str = "", stated: Stated | None = None) -> Finalized:
    """Finishes a run: what is stated counts as explicit, the rest is what was observed since it was started.

    Without an id it is the open one; if none is open, a run of what is stated is kept. Raises NotFound, BackstoryError.
    """
    require_enabled(workspace)
    stated = stated or Stated()
    run = _find_unfinished(workspace, ident, stated)
    commands = _observed_commands(workspace, run)
    edited, commits = find_edits_since(workspace, run)
    fields = _collect_fields(workspace, run, stated, commands, edited)
    fields["commits"] = commits, "runtime_observed"
    outcome, reason = (stated.outcome, "") if stated.outcome else judge_outcome(commands, commits)
    task_type = _choose_task_type(run, stated, stated.edited or edited)
    provenance = dict(run.provenance)
    provenance |= {name: how for name, (value, how) in fields.items() if value}
    provenance["outcome"] = _provenance_of(outcome, is_stated=bool(stated.outcome))
    if _may_type(run, stated):
        provenance["task_type"] = _provenance_of(task_type, is_stated=stated.task_type == task_type)
    if stated.summary:
        provenance["summary"] = "explicit"
    finished = replace(
        run,
        outcome=outcome,
        reason=reason,
        ended=workspace.stamp(),
        task_type=task_type,
        summary=stated.summary[:MAX_GOAL],
        provenance=provenance,
        **{name: value for name, (value, _) in fields.items()},
    )
    return _summarize(workspace.runs.write(finished))


def _find_unfinished(workspace: Catalog, ident: str, stated: Stated | None = None) -> Run:
    """The run with an id, or the open one; a new one where none is open and something is stated. Raises NotFound."""
    run = workspace.runs.get(ident) if ident else find_open_run(workspace)
    if run is None and ident:
        raise NotFound(f"no run `{ident}`", hint="`backstory run list` shows them")
    if run is None and (stated is None or not any(stated)):
        raise NotFound("no run is open", hint='`backstory run start "TASK"` starts one, `--summary` says what was done')
    return run or _new_run(workspace, workspace.stamp())


_Field = tuple[object, Provenance]
"""A value of a run, and how it is known."""


def _collect_fields(
    workspace: Catalog, run: Run, stated: Stated, commands: tuple[CommandRun, ...], edited: tuple[str, ...]
) -> dict[str, _Field]:
    """The stated commands, tests, errors and files of a run, or the observed ones if none were stated."""
    own = tuple(CommandRun(text, made=workspace.stamp()) for text in stated.commands)
    return {
        "commands": _prefer(own, commands),
        "tests": _prefer(stated.tests, _tests_of(commands)),
        "errors": _prefer(stated.errors, _errors_of(commands)),
        "edited": _prefer(stated.edited, edited),
        "read": (stated.opened or run.read, "explicit"),
    }


def _prefer(stated: Sequence[object], observed: Sequence[object]) -> _Field:
    """The stated value, or else the observed one."""
    return (stated, "explicit") if stated else (observed, "runtime_observed")


def _may_type(run: Run, stated: Stated) -> bool:
    """Whether the end of a run decides its type: it is stated now, or was not when the run was started."""
    return bool(stated.task_type) or run.source_of("task_type") != "explicit"


def _choose_task_type(run: Run, stated: Stated, edited: Sequence[str]) -> TaskType:
    if not _may_type(run, stated):
        return run.task_type
    return find_task_type(run.goal or stated.summary, edited, stated.task_type)


def _provenance_of(value: str, *, is_stated: bool) -> Provenance:
    """How a value is known that may be `unknown`."""
    if is_stated:
        return "explicit"
    return "heuristic" if value != "unknown" else "unknown"


def keep_command(
    workspace: Catalog, command: str, output: str, exit_code: int, *, started: str, files: Sequence[str] = ()
) -> Finalized:
    """Keeps a command that was run under observation: in the open run, else as a run of its own.

    `files` are those that it changed. Raises BackstoryError.
    """
    require_enabled(workspace)
    note_edits_before(workspace, started)
    files = tuple(path for path in files if not is_derived(path))
    outcome = read_outcome(command, output, exit_code)
    done = CommandRun(
        command=command,
        kind=outcome.kind,
        made=started,
        exit_code=exit_code,
        failed=outcome.failed,
        red=outcome.red,
        summary=outcome.summary,
        errors=outcome.errors,
        edited=files,
        commit=workspace.head[0][:12],
    )
    run = find_open_run(workspace)
    is_open = run is not None
    if run is None:
        run = replace(_new_run(workspace, started), goal=one_line(command, 200))
    commands = (*run.commands, done)
    provenance = dict(run.provenance)
    provenance["commands"] = provenance["outcome"] = "runtime_observed"
    if not is_open:
        provenance["goal"] = "heuristic"
    tests, errors = _tests_of(commands), _errors_of(commands)
    edited = tuple(dict.fromkeys((*run.edited, *files)))
    observations = {"tests": tests, "errors": errors, "edited": edited}
    provenance |= dict.fromkeys((name for name, value in observations.items() if value), "runtime_observed")
    outcome_of_code: tuple[Result, str] = ("failure" if exit_code else "success", f"exit code {exit_code}")
    judged = judge_outcome(commands)
    state = judged if judged[0] != "unknown" else outcome_of_code
    written = workspace.runs.write(
        replace(
            run,
            commands=commands[-200:],
            tests=tests,
            errors=errors,
            edited=edited,
            outcome="open" if is_open else state[0],
            reason="" if is_open else state[1],
            ended="" if is_open else workspace.stamp(),
            provenance=provenance
            if not is_open
            else {name: how for name, how in provenance.items() if name != "outcome"},
        )
    )
    return _summarize(replace(written, outcome=state[0], reason=state[1], commands=(written.commands[-1],)))


def _observed_commands(workspace: Catalog, run: Run) -> tuple[CommandRun, ...]:
    """The commands since a run was started: those kept in it, and those of its session."""
    if not run.session:
        return run.commands
    session = next((one for one in islice(workspace.sessions.newest(), 20) if one.id == run.session), None)
    start = epoch_seconds(run.started) or 0
    later = [one for one in session.commands if (epoch_seconds(one.made) or 0) >= start] if session else []
    return tuple(later) if later else run.commands


def _tests_of(commands: Iterable[CommandRun]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(run.command for run in commands if run.kind == "test"))[:20]


def _errors_of(commands: Iterable[CommandRun]) -> tuple[str, ...]:
    lines = (line for run in commands if run.failed for line in (run.errors or (run.summary,)) if line)
    return tuple(dict.fromkeys(lines))[:10]


def _summarize(run: Run) -> Finalized:
    """The after-task summary: what was done, how it ended, how that is known."""
    is_strategy = run.outcome == "success" and bool(run.edited or run.commits)
    failed = [command for command in run.commands if command.failed]
    summary: dict[str, object] = {
        "run": run.id,
        "task_type": run.task_type,
        "outcome": run.outcome,
        "reason": run.reason,
        "files_edited": list(run.edited),
        "commands": len(run.commands),
        "commands_failed": len(failed),
        "tests": list(run.tests),
        "errors": list(run.errors),
        "commits": list(run.commits),
        "learned": "strategy" if is_strategy else "failure" if run.outcome == "failure" else "nothing",
        "provenance": run.provenance,
    }
    return Finalized(run, summary, _describe_run(run, len(failed)), is_strategy)


def _describe_run(run: Run, failed: int) -> str:
    """A run in one sentence."""
    parts = [f"Outcome: {run.outcome}" + (f" ({run.reason})" if run.reason else "")]
    if run.edited:
        more = f" and {len(run.edited) - 3} more" if len(run.edited) > 3 else ""
        parts.append(f"edited {', '.join(run.edited[:3])}{more}")
    if run.commands:
        parts.append(f"{len(run.commands)} command{'s' * (len(run.commands) != 1)}, {failed} failed")
    if run.commits:
        parts.append(f"commits {', '.join(run.commits[:3])}")
    return "; ".join(parts) + "."


def require_run_outcome(text: str) -> Result | None:
    """The outcome that a word names; None for an empty one. Raises Invalid."""
    words: dict[str, Result] = {
        "": "unknown", "success": "success", "succeeded": "success", "ok": "success", "done": "success",
        "failure": "failure", "failed": "failure", "partial": "partial", "unknown": "unknown",
    }  # fmt: skip
    if text not in words:
        raise Invalid(f"`{text}` is not an outcome", hint="`success`, `failure`, `partial` or `unknown`")
    return words[text] if text else None
