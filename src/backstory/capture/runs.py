"""Runs out of sessions, with no wrapper around anything: what was asked, what was done for it, how it ended.

A run goes from a prompt that asks for something to the next one that does. "continue" and "yes, commit it" belong to
the run before. What was seen (commands, exit codes, commits) is `runtime_observed`; what is concluded (the outcome,
the type of the task) is `heuristic`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from backstory.capture.red_tests import find_still_red, is_test_run
from backstory.capture.task_types import find_task_type
from backstory.capture.working_commands import has_passed, plain_commands
from backstory.model.run import Provenance, Result, Run
from backstory.model.session import CommandRun, Prompt, Session
from backstory.model.text import one_line

MAX_GOAL: Final = 300
MAX_ERRORS: Final = 10
MAX_TESTS: Final = 20
_CHECKS: Final = frozenset(("test", "lint", "types", "build"))

_GOES_ON: Final = re.compile(
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
    if not starts and not session.commands and not session.edited:
        return ()
    starts = starts or [Prompt(session.title, session.started)]
    later = [_position(prompt) for prompt in starts[1:]]
    groups: list[list[CommandRun]] = [[] for _ in starts]
    for command in session.commands:
        groups[sum(_is_after(command, start) for start in later)].append(command)
    commits: list[list[str]] = [[] for _ in starts]
    for commit in session.commits:
        commits[sum(_is_after(commit, start) for start in later)].append(commit.id)
    placed = {path for command in session.commands for path in command.edited}
    placed |= {path for prompt in session.prompts for path in prompt.edited}
    asked: list[list[str]] = [[] for _ in starts]
    for prompt in session.prompts:
        asked[sum(_is_after(prompt, start) or _position(prompt) == start for start in later)] += prompt.edited
    runs: list[Run] = []
    for number, prompt in enumerate(starts):
        commands = tuple(groups[number])
        edited = dict.fromkeys((*asked[number], *(path for command in commands for path in command.edited)))
        if not number:  # what nothing says more of belongs to what was asked first
            edited = dict.fromkeys((*(path for path in session.edited if path not in placed), *edited))
        ended = starts[number + 1].made if number + 1 < len(starts) else session.ended
        runs.append(_make_run(session, number, prompt, commands, tuple(edited), tuple(commits[number]), ended))
    return tuple(runs)


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
    known: dict[str, Provenance] = {"goal": "explicit" if prompt.text else "unknown"}
    task_type = find_task_type(prompt.text, edited)
    known["task_type"] = "heuristic" if task_type != "unknown" else "unknown"
    known["outcome"] = "heuristic" if outcome != "unknown" else "unknown"
    tests = dict.fromkeys(plain for run in commands if run.kind == "test" for plain in plain_commands(run.command))
    lines = (line for run in commands if run.failed for line in (run.errors or (run.summary,)) if line)
    errors = dict.fromkeys(lines)
    read = () if number else session.read
    seen = {"commands": commands, "commits": commits, "edited": edited, "read": read, "tests": tests, "errors": errors}
    known |= dict.fromkeys((name for name, value in seen.items() if value), "runtime_observed")
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
        branch=session.branch,
        commit=commands[0].commit if commands else "",
        commands=commands,
        tests=tuple(tests)[:MAX_TESTS],
        errors=tuple(errors)[:MAX_ERRORS],
        edited=edited,
        read=read,
        commits=commits,
        provenance=known,
    )


def judge_outcome(commands: Iterable[CommandRun], commits: Sequence[str] = ()) -> tuple[Result, str]:
    """How a run ended, by what was seen, with the reason: the last tests, else the last check, else its commits."""
    rows = [run for run in commands if run.kind in _CHECKS and not run.call]
    red = find_still_red(rows)
    if red:
        return "failure", f"{len(red)} still red: {red[-1]}"
    tests = [run for run in rows if is_test_run(run)]
    if tests:
        last = tests[-1]
        if last.failed:
            return "failure", f"the last tests failed: {one_line(last.summary, 120)}"
        return "success", f"the last tests passed: {one_line(last.summary or last.command, 120)}"
    if rows:
        last = rows[-1]
        if last.failed:
            return "failure", f"the last {last.kind} failed: {one_line(last.summary, 120)}"
        if has_passed(last):
            return "success", f"the last {last.kind} passed: {one_line(last.command, 120)}"
    if commits:
        return "success", f"it was committed: {commits[-1]}"
    return "unknown", ""


def correct_by_history(runs: Sequence[Run], reverted: dict[str, str]) -> tuple[Run, ...]:
    """The runs, in the order of time, with outcomes as history has shown them since.

    `reverted` has the ids of commits that a later commit took back, with that commit. A run whose commit was reverted
    failed, and so did one whose passing tests were red when a later run of the branch began, before it edited anything.
    """
    corrected: list[Run] = []
    for place, run in enumerate(runs):
        by = next(
            (other for commit in run.commits for whole, other in reverted.items() if whole.startswith(commit)), ""
        )
        if by and run.known("outcome") != "explicit":
            run = replace(run, outcome="failure", reason=f"its commit was reverted by {by[:9]}")
        elif run.outcome == "success" and (later := _red_again(run, runs[place + 1 :])):
            run = replace(run, outcome="failure", reason=f"its tests were red again: {later}")
        corrected.append(run)
    return tuple(corrected)


def _red_again(run: Run, later: Sequence[Run]) -> str:
    """A test that was red when the next run of the branch ran the same tests, before anything was edited."""
    if run.known("outcome") == "explicit" or not run.tests:
        return ""
    following = next((other for other in later if other.branch == run.branch and other.commands), None)
    if following is None:
        return ""
    before = set(following.edited) - {path for command in following.commands for path in command.edited}
    if before:
        return ""
    for command in following.commands:
        if is_test_run(command) and set(plain_commands(command.command)) & set(run.tests):
            return command.red[0] if command.red and command.failed else ""
        if command.edited:
            return ""
    return ""
