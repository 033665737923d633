"""Turns a conversation into a `Session`: what was asked, done, run, committed and left open.

It is a fold: all that later turns need is in the `Session`, so a transcript that is read in pieces gives the same as
one that is read at once. Lists are bounded; what drops out first is said at each limit.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from backstory.agents.turns import Turn
from backstory.base.digests import blake2b
from backstory.capture.candidates import find_next_steps
from backstory.capture.commands.branches import BranchTrail
from backstory.capture.commands.commands import read_outcome
from backstory.capture.commands.commit_commands import COMMIT_BODY, amends, find_run_commits, read_messages
from backstory.capture.remarks import add_remark, make_remark
from backstory.capture.sessions.subagents import SubAgents
from backstory.capture.sessions.task_lines import Title
from backstory.capture.sessions.value_trail import ValueTrail
from backstory.capture.statements.spoken_results import find_red, leaves_open
from backstory.capture.steps.plans import open_steps, update_plan
from backstory.capture.steps.session_steps import drop_done_since, join_plan, names_open_points, read_answer_steps
from backstory.capture.text.paths import relative_path
from backstory.capture.text.shortening import RAW, Clean, Shortener
from backstory.model.dates import epoch_seconds
from backstory.model.scripts import fold_heredocs
from backstory.model.session import Answer, CommandRun, Commit, CommitMessage, Prompt, Session, WaitingCall

MAX_PROMPTS: Final = 60
"""Prompts that are kept: the first `FIRST_PROMPTS`, and the last ones."""
FIRST_PROMPTS: Final = 10
MAX_ANSWERS: Final = 60
ANSWER_CHARS: Final = 60_000
"""Characters of the answers that are kept. Of one that drops out the telling sentences stay, as a remark."""
RECENT_ANSWERS: Final = 3
"""Answers whose next steps count, and after which a list of steps is no longer the current one."""
MAX_COMMANDS: Final = 200
"""Commands that are kept. The oldest of no kind that did not fail drops out first."""
MAX_EDITED: Final = 20
"""Files that are kept as edited after a command or a prompt."""
MAX_FILES: Final = 300
MAX_COMMITS: Final = 100
MAX_WAITING: Final = 100
PROMPT: Final = 2_000
"""Characters that are kept of a prompt."""
COMMAND: Final = 500
PAUSE: Final = 15 * 60
"""Seconds without a turn that count as a pause."""
UNNAMED: Final = "?"
"""The call of a command whose agent gives calls no ids."""


def extend_session(
    session: Session, turns: Iterable[Turn], *, roots: Sequence[str] = (), clean: Clean = str
) -> Session:
    """The session with further turns of its transcript.

    `roots` are the working trees of the project: files outside of them are left out. `clean` redacts a text before
    it is shortened, since half a secret is not recognised.
    """
    digest = _Digest(session, roots, clean)
    for turn in turns:
        digest.add(turn)
    return digest.session()


class _Digest:
    """A session while turns are added."""

    def __init__(self, session: Session, roots: Sequence[str], clean: Clean) -> None:
        self.former, self.roots = session, roots
        self.shorten = Shortener(clean)
        self.title = Title(session)
        self.started, self.ended = session.started, session.ended
        self.trail, self.model = BranchTrail(session.branch, session.branches), session.model
        self.prompts, self.answers = list(session.prompts), list(session.answers)
        self.answered, self.remarks = session.answered, list(session.remarks)
        self.edited, self.read = dict.fromkeys(session.edited), dict.fromkeys(session.read)
        self.commands, self.commits = list(session.commands), list(session.commits)
        self.values = ValueTrail(session.changes, roots, self.shorten)
        self.subagents = SubAgents(session.subagents, self.shorten)
        self.waiting = list(session.waiting)
        self.turns, self.tool_calls, self.errors = session.turns, session.tool_calls, session.errors
        self.tokens_in, self.tokens_out = session.tokens_in, session.tokens_out
        self.tokens_cached, self.active = session.tokens_cached, session.active
        self.plan, self.plan_line, self.line = session.plan, session.plan_line, session.line
        self._last = epoch_seconds(session.ended)

    def session(self) -> Session:
        """The session with all that was added."""
        former = self.former
        return Session(
            id=former.id,
            agent=former.agent,
            title=self.title.tell(self.commits),
            started=self.started,
            ended=self.ended,
            branch=self.trail.branch,
            branches=self.trail.spans,
            commit=former.commit,
            model=self.model,
            prompts=tuple(self.prompts),
            answers=tuple(self.answers),
            answered=self.answered,
            remarks=tuple(self.remarks),
            edited=tuple(self.edited),
            read=tuple(self.read),
            commands=tuple(self.commands),
            changes=self.values.changes,
            commits=tuple(self.commits),
            next=self._next_steps(),
            plan=self.plan,
            plan_line=self.plan_line,
            records=former.records,
            subagents=tuple(self.subagents.agents),
            parent=former.parent,
            previous=former.previous,
            turns=self.turns,
            tool_calls=self.tool_calls,
            errors=self.errors,
            active=self.active,
            tokens_in=self.tokens_in,
            tokens_cached=self.tokens_cached,
            tokens_out=self.tokens_out,
            cost=former.cost,
            source=former.source,
            position=former.position,
            line=self.line,
            waiting=tuple(self.waiting),
            closed=former.closed,
        )

    def add(self, turn: Turn) -> None:
        """Adds what a turn says. Of one that the person took back only what was done counts."""
        if turn.abandoned:
            if 0 < turn.line <= self.line:
                self._take_back(turn)
                return
            if turn.role not in ("tool", "result"):
                return
        self.turns += 1
        self.line = turn.line or self.line
        self._count(turn)
        if turn.role == "tool":
            self._add_call(turn)
        elif turn.role == "result":
            self._add_result(turn)
        elif turn.sidechain:
            self.subagents.add_turn(turn)
        elif turn.role == "user":
            self._add_prompt(turn)
        elif turn.role == "assistant":
            self._add_answer(turn)

    def _count(self, turn: Turn) -> None:
        """Adds the time and the tokens of a turn."""
        if turn.time:
            self._pass_time(turn.time)
        self.trail.note_turn(turn)
        if turn.tokens.output or turn.tokens.input:
            self.tokens_in += turn.tokens.input + turn.tokens.cache_write
            self.tokens_cached += turn.tokens.cache_read
            self.tokens_out += turn.tokens.output

    def _take_back(self, turn: Turn) -> None:
        """Removes the prompt or the answer of a turn that was added before it was known to be taken back."""
        self.turns -= turn.role not in ("tool", "result")
        if turn.role == "user":
            self.prompts = [prompt for prompt in self.prompts if prompt.line != turn.line]
        elif turn.role == "assistant":
            self.answers = [answer for answer in self.answers if answer.line != turn.line]
            self.remarks = [remark for remark in self.remarks if remark.line != turn.line]
            self.answered = self.answered and bool(self.answers)

    def _pass_time(self, time: str) -> None:
        """Moves the end of the session to a time, and counts the seconds until then unless they were a pause."""
        seconds = epoch_seconds(time)
        if seconds is None:
            return
        if self._last is None or seconds > self._last:
            if self._last is not None and seconds - self._last <= PAUSE:
                self.active += seconds - self._last
            self._last, self.ended = seconds, time
        if not self.started:
            self.started = time

    def _add_prompt(self, turn: Turn) -> None:
        text = self.shorten.ends(turn.text, PROMPT)
        if not text:
            return
        self.title.add_prompt(text)
        self.prompts.append(Prompt(text, turn.time, turn.line))
        if len(self.prompts) > MAX_PROMPTS:
            del self.prompts[FIRST_PROMPTS]
        self.answered = False

    def _add_answer(self, turn: Turn) -> None:
        self.model = turn.model or self.model
        text = self.shorten.ends(turn.text)
        if not text:
            return
        self._believe(turn)
        self._drop_reported(text)
        if self.answered:
            former = self.answers.pop()
            if former.text != text and not former.reported:
                self._add_remark(former)
        asked = self.prompts[-1].text if self.prompts else ""
        steps = tuple(self.shorten.line(step) for step in read_answer_steps(asked, turn.text))
        self.answers.append(Answer(text, turn.time, turn.line, steps, turn.reported))
        self._bound_answers()
        self.answered = True

    def _drop_reported(self, text: str) -> None:
        """Removes an answer that a hook has reported, now that it comes with the transcript."""
        kept = [answer for answer in self.answers if not (answer.reported and answer.text == text)]
        self.answered, self.answers = self.answered and kept[-1:] == self.answers[-1:], kept

    def _believe(self, turn: Turn) -> None:
        """Takes the word of an answer for how the tests ended that ran last, where their output does not tell."""
        run = self.commands[-1] if self.commands else None
        if run is None or not leaves_open(run) or (self.prompts and run.line < self.prompts[-1].line):
            return
        if red := find_red(turn.text):
            self.commands[-1] = replace(run, failed=True, summary=self.shorten.line(red, 120))

    def _bound_answers(self) -> None:
        size = sum(len(answer.text) for answer in self.answers)
        while len(self.answers) > MAX_ANSWERS or size > ANSWER_CHARS:
            oldest = self.answers.pop(0)
            size -= len(oldest.text)
            self._add_remark(oldest)

    def _add_remark(self, answer: Answer) -> None:
        """Keeps the telling sentences of an answer that is none any more."""
        remark = make_remark(answer)
        if remark is not None:
            self.remarks = add_remark(self.remarks, remark)

    def _add_call(self, turn: Turn) -> None:
        self.tool_calls += 1
        for path in self._paths(turn, turn.reads):
            _move_to_end(self.read, path)
        self._add_edits(turn)
        if turn.command:
            self._add_command(turn)
        if turn.action == "agent" and not turn.sidechain:
            self.subagents.start(turn, _call_key(turn))
        if turn.action == "plan" and not turn.sidechain:
            self._update_plan(turn)

    def _add_command(self, turn: Turn) -> None:
        command = CommandRun(
            self.shorten.command(fold_heredocs(turn.command[:RAW]), COMMAND),
            made=turn.time,
            line=turn.line,
            call=_call_key(turn) or UNNAMED,
            commit=self.commits[-1].id if self.commits else "",
            kind=read_outcome(turn.command, "", None, False).kind,
            messages=self._read_messages(turn.command),
        )
        self.commands.append(command)
        self._bound_commands()

    def _read_messages(self, command: str) -> tuple[CommitMessage, ...]:
        return tuple(
            CommitMessage(self.shorten.line(one.subject), self.shorten.beginning(one.body, COMMIT_BODY))
            for one in read_messages(command[:RAW])
        )

    def _update_plan(self, turn: Turn) -> None:
        steps = update_plan(self.plan, turn.input)
        if steps != self.plan:
            self.plan = tuple(replace(step, text=self.shorten.line(step.text)) for step in steps)
            self.plan_line = turn.line

    def _next_steps(self) -> tuple[str, ...]:
        """The next steps: what was said last of those that the answers, the agent's list and the last prompt name."""
        answers = [(answer.line, answer.next) for answer in self.answers[-RECENT_ANSWERS:]]
        plan_line, planned = self._planned_steps()
        named = [*answers, (plan_line, planned), self._prompted_steps()]
        line, steps = max((one for one in named if one[1]), key=lambda one: one[0], default=(0, ()))
        answer = next((one for one in self.answers if one.line == line), None)
        if answer is None:
            return steps
        still_open = drop_done_since(line, steps, self.prompts, self.answers, self.commits)
        is_of_turn = not any(plan_line < prompt.line < line for prompt in self.prompts)
        return join_plan(planned, still_open) if is_of_turn and names_open_points(answer.text) else still_open

    def _planned_steps(self) -> tuple[int, tuple[str, ...]]:
        """The open steps of the agent's list and the line of the list; none when it was left behind."""
        is_current = sum(answer.line > self.plan_line for answer in self.answers) <= RECENT_ANSWERS
        return self.plan_line, open_steps(self.plan) if is_current else ()

    def _prompted_steps(self) -> tuple[int, tuple[str, ...]]:
        """The steps that the last prompt names for later, and its line."""
        prompt = self.prompts[-1] if self.prompts else None
        if prompt is None or self._has_edited_since(prompt):
            return 0, ()
        return prompt.line, tuple(self.shorten.line(step) for step in find_next_steps(prompt.text, person=True))

    def _has_edited_since(self, prompt: Prompt) -> bool:
        """Whether work was done after a prompt, so that it named that work and not what comes later."""
        return bool(prompt.edited) or any(run.edited for run in self.commands if run.line > prompt.line)

    def _paths(self, turn: Turn, paths: Iterable[str]) -> list[str]:
        return [path for name in paths if (path := relative_path(name, turn.cwd, self.roots))]

    def _add_edits(self, turn: Turn) -> None:
        """Adds the files that a call edits, until its result says that it failed."""
        edits = self._paths(turn, turn.edits)
        new = tuple(path for path in edits if path not in self.edited)
        for path in edits:
            _move_to_end(self.edited, path)
        if edits:
            self._note_edits(edits)
        self.values.add(turn, _call_key(turn))
        if new and turn.call:
            self.waiting.append(WaitingCall(_call_key(turn), new))
            del self.waiting[:-MAX_WAITING]

    def _note_edits(self, edits: Sequence[str]) -> None:
        """Notes edits at what came before them: the last command, or the prompt after it."""
        prompt = self.prompts[-1] if self.prompts else None
        command = self.commands[-1] if self.commands else None
        if command and (prompt is None or (command.line, command.made) >= (prompt.line, prompt.made)):
            self.commands[-1] = replace(command, edited=_join(command.edited, edits))
        elif prompt:
            self.prompts[-1] = replace(prompt, edited=_join(prompt.edited, edits))

    def _bound_commands(self) -> None:
        if len(self.commands) <= MAX_COMMANDS:
            return
        plain = (i for i, run in enumerate(self.commands[:-1]) if run.kind == "other" and not (run.failed or run.call))
        del self.commands[next(plain, 0)]

    def _add_result(self, turn: Turn) -> None:
        self.errors += turn.failed
        key = _call_key(turn)
        self._settle_edits(key, failed=turn.failed)
        self.values.settle(key, failed=turn.failed)
        places = (i for i in reversed(range(len(self.commands))) if self.commands[i].call == (key or UNNAMED))
        place = next(places, None)
        if place is not None:
            self._end_command(place, turn)
        elif key and not turn.sidechain:
            self.subagents.add_result(turn, key)

    def _settle_edits(self, key: str, *, failed: bool) -> None:
        """Ends the wait for the result of a call that edits; the files of one that failed are not edited."""
        place = next((i for i, waiting in enumerate(self.waiting) if waiting.call == key), None)
        if place is None:
            return
        waiting = self.waiting.pop(place)
        for path in waiting.edits if failed else ():
            self.edited.pop(path, None)

    def _end_command(self, place: int, turn: Turn) -> None:
        run = self.commands[place]
        outcome = read_outcome(run.command, turn.text, turn.exit_code, turn.failed)
        self.commands[place] = CommandRun(
            run.command,
            kind=outcome.kind,
            made=run.made,
            exit_code=outcome.exit_code,
            failed=outcome.failed,
            red=tuple(self.shorten.line(name) for name in outcome.red[:50]),
            summary=self.shorten.line(outcome.summary),
            errors=tuple(self.shorten.line(line) for line in outcome.errors),
            edited=run.edited,
            line=run.line,
            commit=run.commit,
        )
        if not turn.sidechain:
            self.trail.note_command(run, turn.text, self.prompts, self.commits, failed=outcome.failed)
        self._add_commits(run, turn, failed=outcome.failed)

    def _add_commits(self, run: CommandRun, turn: Turn, *, failed: bool) -> None:
        commits = find_run_commits(run, turn.text, failed=failed)
        new = [Commit(ident, self.shorten.line(one.subject), turn.time, turn.line, one.body) for ident, one in commits]
        former = self.commits[:-1] if new and amends(run.command) else self.commits
        self.commits = [*former, *new][-MAX_COMMITS:]


def _join(paths: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*paths, *more)))[:MAX_EDITED]


def _call_key(turn: Turn) -> str:
    """A digest of the id of a turn's call, which looks random and would be redacted; empty without an id."""
    return blake2b(turn.call.encode("utf-8", "replace"), digest_size=8).hexdigest() if turn.call else ""


def _move_to_end(files: dict[str, None], path: str) -> None:
    files.pop(path, None)
    files[path] = None
    if len(files) > MAX_FILES:
        del files[next(iter(files))]
