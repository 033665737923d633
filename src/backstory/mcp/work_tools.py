"""The tools about the work itself: where it stands, its tasks, and runs with what worked before."""

from typing import TYPE_CHECKING, Any

from backstory import api
from backstory.api import Memory
from backstory.capture.sessions.failures import describe_failure
from backstory.capture.sessions.strategies import describe_strategy
from backstory.mcp.inputs import RunFinishInput, RunStartInput, StatusInput, TaskInput
from backstory.mcp.outputs import RunFinishOutput, RunStartOutput, StatusOutput, TaskOutput
from backstory.mcp.texts import fence_text
from backstory.model.errors import Invalid
from backstory.model.text import format_count, one_line

if TYPE_CHECKING:
    from backstory.api import TaskState
    from backstory.model.record import Record

MAX_FAILURES = 3
"""Open failures that the text of a run names."""


def status(memory: Memory, request: StatusInput) -> StatusOutput:
    """Returns what is remembered here, and where the work stands."""
    state = memory.status()
    return StatusOutput(
        text=fence_text(memory, "\n".join(list_standing(state))),
        project=state["project"],
        root=state["root"],
        branch=state["branch"],
        commit=state["commit"],
        enabled=state["enabled"],
        records=state["records"]["total"],
    )


def list_standing(state: dict[str, Any]) -> list[str]:
    """Returns the lines that say where the work stands."""
    where = f" on {state['branch']}" if state["branch"] else ""
    lines = [
        f"{state['project']}{where}",
        f"memory: {format_count(state['records']['total'], 'record')}" + ("" if state["enabled"] else ", switched off"),
        *([f"task: {state['task']['title']}"] if state["task"] else []),
        *([f"goal: {state['goal']}"] if state["goal"] else []),
        *(list_checkpoint(state["checkpoint"]) if state["checkpoint"] else []),
        *(f"{count} more on branch {branch}" for branch, count in state["elsewhere"].items()),
    ]
    return [one_line(line) for line in lines]


def list_checkpoint(checkpoint: dict[str, Any]) -> list[str]:
    """Returns the lines of the latest checkpoint."""
    return [
        f"checkpoint: {checkpoint['task']} ({checkpoint['made'][:10]})",
        *([f"state: {checkpoint['state']}"] if checkpoint["state"] else []),
        *(f"next: {step}" for step in checkpoint["next"]),
        *(f"blocked: {blocker}" for blocker in checkpoint["blockers"]),
    ]


def task(memory: Memory, request: TaskInput) -> TaskOutput:
    """Starts, ends or shows a task."""
    if request.action == "start":
        if not request.name.strip():
            raise Invalid("no name given for the task", hint="pass `name`, such as `port the pool`")
        record = api.start_task(memory, request.name, goal=request.goal)
        return describe_task(memory, record, f'Task {record.short} "{record.title}" is open')
    if request.action == "end":
        ended = api.end_task(memory, request.name, status=request.status)
        record = ended.task
        sorted_notes = f"; {len(ended.kept)} notes stay in briefs, {len(ended.shelved)} left them"
        return describe_task(memory, record, f'Task {record.short} "{record.title}" is {record.status}{sorted_notes}')
    record = api.find_task(memory, request.name)
    return describe_task(memory, record, f'Task {record.short} "{record.title}" is {record.status}')


def describe_task(memory: Memory, record: "Record", sentence: str) -> TaskOutput:
    """Returns the answer about a task, with its open steps where checkpoints tell of it."""
    state: TaskState | None = api.read_work(memory).find_task(record.title)
    steps = [step.text for step in state.steps] if state else []
    blockers = [blocker.text for blocker in state.blockers] if state else []
    lines = [sentence, *(f"next: {step}" for step in steps), *(f"blocked: {blocker}" for blocker in blockers)]
    return TaskOutput(
        text=fence_text(memory, "\n".join(map(one_line, lines))),
        id=record.id,
        title=record.title,
        status=record.status,
        next_steps=steps,
        blockers=blockers,
    )


def run_start(memory: Memory, request: RunStartInput) -> RunStartOutput:
    """Starts a run of a task, and returns what worked before for tasks like it."""
    prepared = api.prepare_execution(memory, request.task, files=request.files, task_type=request.task_type)
    hint = prepared.hint
    strategies = [describe_strategy(ranked.strategy) for ranked in prepared.strategies]
    failures = [describe_failure(failure) for failure in prepared.failures]
    lines = [
        f"Run {prepared.run.id} ({prepared.run.task_type}) is open; end it with `run_finish`.",
        *(f"worked before: {line}" for line in strategies[:1]),
        *failures[:MAX_FAILURES],
    ]
    return RunStartOutput(
        text=fence_text(memory, "\n".join(map(one_line, lines))),
        run_id=prepared.run.id,
        task_type=prepared.run.task_type,
        hint=strategies[0] if hint and strategies else "",
        confidence=round(hint.score, 3) if hint else 0.0,
        strategies=strategies,
        failures=failures,
    )


def run_finish(memory: Memory, request: RunFinishInput) -> RunFinishOutput:
    """Finishes a run. What is left out is taken from what was observed since it started."""
    stated = api.Stated(
        outcome=api.require_run_outcome(request.outcome),
        summary=request.summary,
        edited=tuple(request.files_edited),
        commands=tuple(request.commands),
        tests=tuple(request.tests),
        errors=tuple(request.errors),
    )
    done = api.finalize_execution(memory, request.run_id, stated)
    return RunFinishOutput(
        text=fence_text(memory, done.summary_text),
        run_id=done.run.id,
        outcome=done.run.outcome,
        is_strategy=done.is_strategy,
    )
