"""Runs out of sessions, with no wrapper around anything: what was asked, what was done for it, how it ended.

A run goes from a prompt that asks for something to the next one that does. "continue" and "yes, commit it" belong to
the run before. What was seen (commands, exit codes, commits) is `runtime_observed`; what is concluded (the outcome,
the type of the task) is `heuristic`.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from backstory.capture.commands.red_tests import find_still_red, is_test_run
from backstory.capture.commands.task_types import find_task_type
from backstory.capture.commands.working_commands import has_passed, plain_commands
from backstory.capture.sessions.task_lines import only_asks
from backstory.capture.text.patterns import Pattern
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


class Stretch(NamedTuple):
    """What happened in a session from a prompt that asks for something to the next one that does."""

    id: str
    """`<session>:<number>`."""
    session: str
    started: str
    ended: str
    prompt: Prompt
    commands: tuple[CommandRun, ...]
    edited: tuple[str, ...]
    commits: tuple[str, ...]


def derive_runs(session: Session) -> tuple[Run, ...]:
    """The runs of a session, in order. Their ids are `<session>:<number>`."""
    return tuple(
        _make_run(session, stretch, is_first=not place) for place, stretch in enumerate(split_session(session))
    )


def split_session(session: Session) -> tuple[Stretch, ...]:
    """What the runs of a session are made of, before anything is concluded."""
    asked = _find_starts(session.prompts)
    if not (asked or session.commands or session.edited):
        return ()
    asked = asked or [Prompt(session.title, session.started)]
    starts = _Starts([_position(prompt) for prompt in asked[1:]])
    commands, commits = _group(session.commands, starts), _group(session.commits, starts)
    prompts = _group_prompts(session.prompts, starts)
    ends = [*(prompt.made for prompt in asked[1:]), session.ended]
    stretches: list[Stretch] = []
    for number, prompt in enumerate(asked):
        edited = _collect_edits(prompts[number], commands[number])
        if not number:  # what nothing says more of belongs to what was asked first
            edited = _find_unplaced(session) | edited
        ids = tuple(commit.id for commit in commits[number])
        stretches.append(
            Stretch(
                f"{session.id}:{number + 1}", session.id, prompt.made or session.started, ends[number], prompt,
                tuple(commands[number]), tuple(edited), ids,
            )
        )  # fmt: skip
    return tuple(stretches)


class _Starts:
    """The places at which the runs of a session start, but the first."""

    def __init__(self, places: Sequence[tuple[int, str]]) -> None:
        self.count = len(places)
        self._lines = sorted(line for line, _ in places if line)
        self._times = sorted(made for _, made in places if made)
        self._unnumbered = sorted(made for line, made in places if made and not line)
        self._places = Counter(places)

    def count_before(self, item: object) -> int:
        """How many of them something happened after: by its line, in transcripts without lines by its time."""
        line, made = getattr(item, "line", 0), getattr(item, "made", "")
        before = bisect_left(self._lines, line) if line else 0
        times = self._unnumbered if line else self._times
        return before + (bisect_right(times, made) if made else 0)

    def count_up_to(self, prompt: Prompt) -> int:
        """How many of them a prompt comes after, itself among them."""
        is_counted = not prompt.line and prompt.made
        return self.count_before(prompt) + (0 if is_counted else self._places[_position(prompt)])


def _group(items: Iterable[_Item], starts: _Starts) -> list[list[_Item]]:
    """What happened in each run; the first one has none of the starts before it."""
    groups: list[list[_Item]] = [[] for _ in range(starts.count + 1)]
    for item in items:
        groups[starts.count_before(item)].append(item)
    return groups


def _group_prompts(prompts: Iterable[Prompt], starts: _Starts) -> list[list[Prompt]]:
    """The prompts of each run, with the one that it starts with."""
    groups: list[list[Prompt]] = [[] for _ in range(starts.count + 1)]
    for prompt in prompts:
        groups[starts.count_up_to(prompt)].append(prompt)
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


def _make_run(session: Session, stretch: Stretch, *, is_first: bool) -> Run:
    prompt, commands, edited, commits = stretch.prompt, stretch.commands, stretch.edited, stretch.commits
    outcome, reason = judge_outcome(commands, commits)
    task_type = find_task_type(prompt.text, edited)
    tests, errors = _collect_tests(commands), _collect_errors(commands)
    read = session.read if is_first else ()
    seen = {"commands": commands, "commits": commits, "edited": edited, "read": read, "tests": tests, "errors": errors}
    provenance: dict[str, Provenance] = {
        "goal": "explicit" if prompt.text else "unknown",
        "task_type": _concluded(task_type),
        "outcome": _concluded(outcome),
    }
    return Run(
        id=stretch.id,
        goal=one_line(_name_goal(session, stretch), MAX_GOAL),
        task_type=task_type,
        outcome=outcome,
        reason=reason,
        started=stretch.started,
        ended=stretch.ended,
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


def _name_goal(session: Session, stretch: Stretch) -> str:
    """What a run was for: its prompt. Where that only asks something and work was done for it, it is what was committed
    then, else what the session is named after."""
    asked = stretch.prompt.text
    if not (stretch.edited or stretch.commits) or not only_asks(asked):
        return asked
    subject = next((one.subject for one in session.commits if one.id in stretch.commits and one.subject), "")
    return subject or session.title or asked


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
