"""Which branch was checked out when: by what a transcript says, and by the commands that switch, create and merge."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from backstory.agents.turns import Turn
from backstory.capture.commands.command_lines import Invocation, split_command
from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern
from backstory.model.session import DETACHED, TRUNKS, BranchSpan, CommandRun, Commit, Prompt, Session

MAX_SPANS: Final = 60
"""Parts of a session; what came before them belongs to the first one that is kept."""
_MAX_OUTPUT: Final = 20_000
_MOVES: Final = ("switch", "checkout", "merge", "rebase", "pull", "branch")
_SWITCHED: Final = Pattern(
    r"^(?:Switched to (?:and reset )?(?:a new )?branch|Zu (?:neuem )?Branch|Basculement sur la (?:nouvelle )?branche"
    r"|Cambiado a (?:nueva )?rama) '([^'\n]+)'",
    re.MULTILINE,
)
_CREATES: Final = late_pattern(r"-[dflmpqt]*[bBcC](?P<joined>.*)|--(?:force-)?create(?:=(?P<named>.+))?")
"""How a branch is created: also among other short options, with its name behind or joined: `-qc`, `-bfix`."""
_RENAMES: Final = ("-m", "-M", "--move")
_VALUED: Final = ("-m", "-X", "-s", "--strategy", "--strategy-option", "--onto", "-F", "--file", "--message")
_LANDS: Final = (("gh", "pr", "merge"), ("glab", "mr", "merge"))
_ENDS: Final = ("--abort", "--continue", "--quit", "--skip")


class _Move(NamedTuple):
    """What a command did to the branch that is checked out."""

    branch: str = ""
    """The branch that it switched to."""
    created: bool = False
    start: str = ""
    """What a new branch was created from, where the command names it."""
    merged: tuple[str, ...] = ()
    """Branches that came into the one that is checked out."""
    lands: bool = False
    """Whether the branch that is checked out was merged into the one that all work meets on."""


class BranchTrail:
    """The branches of a session while its turns are added."""

    def __init__(self, branch: str, spans: Sequence[BranchSpan]) -> None:
        self._spans = list(spans) or ([BranchSpan(branch)] if branch else [])

    @property
    def branch(self) -> str:
        """The branch that is checked out."""
        return self._spans[-1].branch if self._spans else ""

    @property
    def spans(self) -> tuple[BranchSpan, ...]:
        """The parts of the session; none as long as its branch never changed, and nothing came into it."""
        is_plain = len(self._spans) < 2 and all(span == BranchSpan(span.branch) for span in self._spans)
        return () if is_plain else tuple(self._spans)

    def note_turn(self, turn: Turn) -> None:
        """Notes the branch that a turn names. Some transcripts name the first one to their end."""
        branch = turn.branch
        if not branch or branch == DETACHED or turn.sidechain:
            return
        if branch == self.branch:
            if not self._spans[-1].is_stated:
                self._spans[-1] = replace(self._spans[-1], is_stated=True)
            return
        stated = next((span.branch for span in reversed(self._spans) if span.is_stated), "")
        if not self._spans or self._spans[-1].is_stated or branch != stated:
            self.begin(BranchSpan(branch, turn.line, turn.time))

    def note_command(
        self, run: CommandRun, output: str, prompts: Sequence[Prompt], commits: Sequence[Commit], *, failed: bool
    ) -> None:
        """Notes what a command that has ended did to the branch that is checked out."""
        for move in _read_moves(run.command, output, [span.branch for span in self._spans], failed=failed):
            if move.branch and move.branch != DETACHED:
                self._switch(move, run, prompts, commits)
            if self._spans and (move.merged or move.lands):
                last = self._spans[-1]
                merged = tuple(dict.fromkeys((*last.merged, *move.merged)))
                self._spans[-1] = replace(last, merged=merged, landed=last.landed or move.lands)

    def _switch(self, move: _Move, run: CommandRun, prompts: Sequence[Prompt], commits: Sequence[Commit]) -> None:
        if move.branch != self.branch:
            self.begin(BranchSpan(move.branch, run.line, run.made, is_stated=False))
        elif run.line and self._spans[-1].line > run.line:  # the transcript names it from the result on
            self._spans[-1] = replace(self._spans[-1], line=run.line, made=run.made)
        former = self._spans[-2].branch if len(self._spans) > 1 else ""
        if not move.created or not former:
            return
        start = move.start.removeprefix("origin/")
        base = former if start in ("", DETACHED, "@") else start
        self._spans[-1] = replace(self._spans[-1], base=base)
        prompt = prompts[-1] if prompts else None
        if prompt and base == former and not any(_is_later(commit, prompt) for commit in commits):
            self._spans[-1] = replace(self._spans[-1], line=prompt.line, made=prompt.made)

    def begin(self, span: BranchSpan) -> None:
        """Begins a part of the session."""
        if not self._spans:  # what came before belongs to the first branch that is named, if a turn names it
            span, before = (BranchSpan(span.branch), []) if span.is_stated else (span, [BranchSpan("")])
            self._spans += before
        self._spans.append(span)
        del self._spans[:-MAX_SPANS]


def note_head(session: Session, branch: str) -> Session:
    """The session with a branch that was found to be checked out after its last prompt was answered."""
    trail = BranchTrail(session.branch, session.branches)
    prompt = session.prompts[-1] if session.prompts else None
    if branch == trail.branch or prompt is None:
        return session
    trail.begin(BranchSpan(branch, prompt.line, prompt.made))
    return replace(session, branch=branch, branches=trail.spans)


def _is_later(commit: Commit, prompt: Prompt) -> bool:
    if commit.line and prompt.line:
        return commit.line > prompt.line
    return bool(commit.made and prompt.made) and commit.made >= prompt.made


def _read_moves(command: str, output: str, branches: Sequence[str], *, failed: bool) -> Iterator[_Move]:
    """What a command line did, in order. Of one that failed only what it printed counts.

    `branches`: those of the session, in order.
    """
    if not any(verb in command for verb in _MOVES):
        return
    switched = _SWITCHED.findall(output[:_MAX_OUTPUT])
    printed = iter(switched)
    for invocation in split_command(command):
        if (invocation.program, *invocation.args[:2]) in _LANDS and not failed:
            yield _Move(lands=True)
        if invocation.program != "git" or "-C" in invocation.args:
            continue
        verb, words = _split_git(invocation)
        if verb in ("switch", "checkout"):
            move = _read_switch(verb, words, next(printed, ""), branches)
            if move.branch and (not failed or move.branch in switched):
                yield move
        elif verb == "branch" and not failed and not set(words).isdisjoint(_RENAMES):
            yield _read_rename(words, branches)
        elif verb in ("merge", "rebase", "pull") and not failed and not set(words).intersection(_ENDS):
            names = _list_operands(words)[1 if verb == "pull" else 0 :]
            yield _Move(merged=tuple(name.removeprefix("origin/") for name in names))


def _split_git(invocation: Invocation) -> tuple[str, list[str]]:
    """The verb of a call of git and the words after it."""
    words = list(invocation.args)
    while words and words[0].startswith("-"):
        words = words[2:] if words[0] == "-c" else words[1:]
    return (words[0], words[1:]) if words else ("", [])


def _read_switch(verb: str, words: Sequence[str], printed: str, branches: Iterable[str]) -> _Move:
    """The branch that a call switches to: what git printed, else what the call names beyond doubt."""
    places = ((place, _CREATES.fullmatch(word)) for place, word in enumerate(words))
    place, creates = next(((place, match) for place, match in places if match), (0, None))
    name = (creates["joined"] or creates["named"] or "") if creates else ""
    rest = list(words[place + 1 :])
    if creates and (name or rest):
        name = name or rest.pop(0)
        return _Move(name, created=True, start=next(iter(_list_operands(rest)), ""))
    if printed:
        return _Move(printed)
    names = _list_operands(words)
    if len(names) != 1 or names[0].startswith("-") or "--" in words:
        return _Move()
    is_sure = verb == "switch" or names[0] in branches or names[0] in TRUNKS
    return _Move(names[0] if is_sure and "--detach" not in words else "")


def _read_rename(words: Sequence[str], branches: Sequence[str]) -> _Move:
    """The new name of the branch that is checked out: its work goes on there, as on a branch made from it."""
    names = [word for word in words if not word.startswith("-")]
    former = branches[-1] if branches else ""
    is_current = len(names) == 1 or (len(names) > 1 and names[0] == former)
    return _Move(names[-1], created=True) if is_current and names else _Move()


def _list_operands(words: Sequence[str]) -> list[str]:
    """The words of a command without its options and their values."""
    names: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in _VALUED:
            skip = True
        elif not word.startswith("-"):
            names.append(word)
    return names
