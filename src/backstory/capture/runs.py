"""Runs out of sessions, with no wrapper around anything: what was asked, what was done for it, how it ended.

A run goes from a prompt that asks for something to the next one that does. "continue" and "yes, commit it" belong to
the run before. What was seen (commands, exit codes, commits) is `runtime_observed`; what is concluded (the outcome,
the type of the task) is `heuristic`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, TypeVar

from msgspec.structs import replace

from backstory.capture.patterns import Pattern
from backstory.capture.red_tests import find_still_red, is_test_run
from backstory.capture.task_types import find_task_type
from backstory.capture.working_commands import has_passed, plain_commands
from backstory.model.run import Provenance, Result, Run
from backstory.model.session import CommandRun, Prompt, Session
from backstory.model.session_parts import find_branch
from backstory.model.text import one_line

MAX_GOAL: Final = 300
MAX_ERRORS: Final = 10
MAX_TESTS: Final = 20
_CHECKS: Final = frozenset(("test", "lint", "types", "build"))

_Item = TypeVar("_Item")

_GOES_ON: Final = Pattern(
    r"(?:please )?(?:yes|yep|yeah|y|ok(?:ay)?|sure|go(?: on| ahead)?|continue|proceed|do it|next|thanks?(?: you)?|great"
    r"|perfect|good|fine|nice|right|correct|exactly|no|stop|wait|retry|try again|again|commit(?: it| this| that)?"
    r"|push(?: it)?|run (?:it|the tests)(?: again)?|looks good|lgtm|keep going|and now|now commit)"
    r"(?:[\s,.!]+(?:please|thanks?|thank you|it|that|this|then|go on|continue|do it|commit|push|and|now))*"
    r"[\s,.!?]*$",
    re.IGNORECASE,
)


def derive_runs(session: Session) -> tuple[Run, ...]:
    """The runs of a session, in order. Their ids are `<session>:<number>`."""
    starts = _find_starts(session.prompts)
    if not (starts or session.commands or session.edited):
        return ()
    starts = starts or [Prompt(session.title, session.started)]
    later = [_position(prompt) for prompt in starts[1:]]
    commands, commits = _group(session.commands, later), _group(session.commits, later)
    prompts = _group_prompts(session.prompts, later)
    ends = [*(prompt.made for prompt in starts[1:]), session.ended]
    runs: list[Run] = []
    for number, prompt in enumerate(starts):
        edited = _collect_edits(prompts[number], commands[number])
        if not number:  # what nothing says more of belongs to what was asked first
            edited = _find_unplaced(session) | edited
        ids = tuple(commit.id for commit in commits[number])
        runs.append(_make_run(session, number, prompt, tuple(commands[number]), tuple(edited), ids, ends[number]))
    return tuple(runs)


def _group(items: Iterable[_Item], later: Sequence[tuple[int, str]]) -> list[list[_Item]]:
    """What happened in each run; the first one has none of the starts in `later` before it."""
    groups: list[list[_Item]] = [[] for _ in range(len(later) + 1)]
    for item in items:
        groups[sum(_is_after(item, start) for start in later)].append(item)
    return groups


def _group_prompts(prompts: Iterable[Prompt], later: Sequence[tuple[int, str]]) -> list[list[Prompt]]:
    """The prompts of each run, with the one that it starts with."""
    groups: list[list[Prompt]] = [[] for _ in range(len(later) + 1)]
    for prompt in prompts:
        groups[sum(_is_after(prompt, start) or _position(prompt) == start for start in later)].append(prompt)
    return groups


def _collect_edits(prompts: Iterable[Prompt], commands: Iterable[CommandRun]) -> dict[str, None]:
    """The files that were edited after prompts and commands, in this order."""
    edits = chain((prompt.edited for prompt in prompts), (command.edited for command in commands))
    return dict.fromkeys(chain.from_iterable(edits))


def _find_unplaced(session: Session) -> dict[str, None]:
    """The edited files of a session of which neither a prompt nor a command says when."""
    placed = _collect_edits(session.prompts, session.commands)
    return dict.fromkeys(path for path in session.edited if path not in placed)


def _find_starts(prompts: Sequence[Prompt]) -> list[Prompt]:
    """The prompts that ask for something of their own."""
    starts: list[Prompt] = []
    for prompt in prompts:
        text = one_line(prompt.text, MAX_GOAL)
        if not starts or not (_GOES_ON.match(text) or len(text.split()) < 3):
            starts.append(prompt)
    return starts


def _position(prompt: Prompt) -> tuple[int, str]:
    return prompt.line, prompt.made


def _is_after(item: object, start: tuple[int, str]) -> bool:
    """Whether something happened after a prompt: by its line, in transcripts without lines by its time."""
    line, made = getattr(item, "line", 0), getattr(item, "made", "")
    if line and start[0]:
        return bool(line > start[0])
    return bool(made and start[1] and made >= start[1])


def _make_run(
    session: Session,
    number: int,
    prompt: Prompt,
    commands: tuple[CommandRun, ...],
    edited: tuple[str, ...],
    commits: tuple[str, ...],
    ended: str,
) -> Run:
    outcome, reason = judge_outcome(commands, commits)
    task_type = find_task_type(prompt.text, edited)
    tests, errors = _collect_tests(commands), _collect_errors(commands)
    read = () if number else session.read
    seen = {"commands": commands, "commits": commits, "edited": edited, "read": read, "tests": tests, "errors": errors}
    provenance: dict[str, Provenance] = {
        "goal": "explicit" if prompt.text else "unknown",
        "task_type": _concluded(task_type),
        "outcome": _concluded(outcome),
    }
    return Run(
        id=f"{session.id}:{number + 1}",
        goal=one_line(prompt.text, MAX_GOAL),
        task_type=task_type,
        outcome=outcome,
        reason=reason,
        started=prompt.made or session.started,
        ended=ended,
        agent=session.agent,
        session=session.id,
        branch=find_branch(session, prompt.line, prompt.made),
        commit=commands[0].commit if commands else "",
        commands=commands,
        tests=tests[:MAX_TESTS],
        errors=errors[:MAX_ERRORS],
        edited=edited,
        read=read,
        commits=commits,
        provenance=provenance | _observed(seen),
    )


def _concluded(value: str) -> Provenance:
    return "heuristic" if value != "unknown" else "unknown"


def _observed(seen: Mapping[str, object]) -> dict[str, Provenance]:
    """The provenance of the fields that something was seen for."""
    return dict.fromkeys((name for name, value in seen.items() if value), "runtime_observed")


def _collect_tests(commands: Iterable[CommandRun]) -> tuple[str, ...]:
    plain = (plain_commands(run.command) for run in commands if run.kind == "test")
    return tuple(dict.fromkeys(chain.from_iterable(plain)))


def _collect_errors(commands: Iterable[CommandRun]) -> tuple[str, ...]:
    lines = chain.from_iterable(run.errors or (run.summary,) for run in commands if run.failed)
    return tuple(dict.fromkeys(filter(None, lines)))


def judge_outcome(commands: Iterable[CommandRun], commits: Sequence[str] = ()) -> tuple[Result, str]:
    """How a run ended, by what was seen, with the reason: the last tests, else the last check, else its commits."""
    rows = [run for run in commands if run.kind in _CHECKS and not run.call]
    red = find_still_red(rows)
    if red:
        return "failure", f"{len(red)} still red: {red[-1]}"
    tests = list(filter(is_test_run, rows))
    if tests:
        return _judge_tests(tests[-1])
    if rows and (judged := _judge_check(rows[-1])):
        return judged
    if commits:
        return "success", f"it was committed: {commits[-1]}"
    return "unknown", ""


def _judge_tests(last: CommandRun) -> tuple[Result, str]:
    if last.failed:
        return "failure", f"the last tests failed: {one_line(last.summary, 120)}"
    return "success", f"the last tests passed: {one_line(last.summary or last.command, 120)}"


def _judge_check(last: CommandRun) -> tuple[Result, str] | None:
    """How the last check ended; None where it does not say."""
    if last.failed:
        return "failure", f"the last {last.kind} failed: {one_line(last.summary, 120)}"
    if has_passed(last):
        return "success", f"the last {last.kind} passed: {one_line(last.command, 120)}"
    return None


def correct_by_history(runs: Sequence[Run], reverted: dict[str, str]) -> tuple[Run, ...]:
    """The runs, in the order of time, with outcomes as history has shown them since.

    `reverted` has the ids of commits that a later commit took back, with that commit. A run whose commit was reverted
    failed, and so did one whose passing tests were red when a later run of the branch began, before it edited anything.
    """
    corrected: list[Run] = []
    for place, run in enumerate(runs):
        by = _find_revert(run, reverted) if run.commits else ""
        if by and run.source_of("outcome") != "explicit":
            run = replace(run, outcome="failure", reason=f"its commit was reverted by {by[:9]}")
        elif run.outcome == "success" and (later := _red_again(run, runs[place + 1 :])):
            run = replace(run, outcome="failure", reason=f"its tests were red again: {later}")
        corrected.append(run)
    return tuple(corrected)


def _find_revert(run: Run, reverted: dict[str, str]) -> str:
    """The commit that took one of a run's commits back; empty without one."""
    pairs = ((whole, by) for commit in run.commits for whole, by in reverted.items() if whole.startswith(commit))
    return next((by for _, by in pairs), "")


def _red_again(run: Run, later: Sequence[Run]) -> str:
    """A test that was red when the next run of the branch ran the same tests, before anything was edited."""
    if run.source_of("outcome") == "explicit" or not run.tests:
        return ""
    following = next((other for other in later if other.branch == run.branch and other.commands), None)
    if following is None or _edits_first(following):
        return ""
    return _first_red(following.commands, set(run.tests))


def _edits_first(run: Run) -> bool:
    """Whether a run edited something before its first command."""
    return bool(set(run.edited) - _collect_edits((), run.commands).keys())


def _first_red(commands: Iterable[CommandRun], tests: set[str]) -> str:
    """The first red test of the first command that runs one of `tests`, unless something was edited before."""
    for command in commands:
        if is_test_run(command) and not tests.isdisjoint(plain_commands(command.command)):
            return command.red[0] if command.red and command.failed else ""
        if command.edited:
            return ""
    return ""
