"""What earlier sessions tell the next one: where the last one stopped, which tests were red, which files are in work.

It is observed, not recorded on purpose: a checkpoint that is newer than the session says where the work stands, and
the session only what came after it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

import msgspec

from backstory.model.record import Record
from backstory.model.session import TRUNKS, CommandRun, Session
from backstory.model.similarity import word_set
from backstory.model.snapshot import GitState
from backstory.model.text import clean_text, one_line
from backstory.patterns.canned_prompts import is_typed, keep_typed
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.endings import list_steps
from backstory.recall.past.undone_work import Tree, drop_undone
from backstory.recall.past.work_state import normalize_item
from backstory.recall.text.content import Note

MAX_SESSIONS: Final = 48
"""Sessions that a brief looks at, newest first."""
FEW_SESSIONS: Final = 8
"""Sessions that it looks at however long they are."""
ENOUGH_TEXT: Final = 60_000
"""Characters of what was said from which it looks at no older session. Some people open one for each request."""
MAX_FILES: Final = 5
_LONG_FOLDER: Final = 12
"""Characters of a folder above which a small brief names its files alone."""
_DEEP_FOLDER: Final = 40
"""Characters of a folder above which it is named by its ends."""
FEW_FILES: Final = 3
"""Files that a small brief names."""
TELLING: Final = 1.5
"""Weight of a sentence from which a request says what the work is about."""
_REPEATED: Final = 0.7
"""Share of the words of a sentence from which something else says it already."""


SessionPart = tuple[str, str]
"""The id of a session, and the branch of a part of it."""


def name_part(session: Session) -> SessionPart:
    """What tells a session, or a part of one, from others."""
    return session.id, session.branch


class PastWork(NamedTuple):
    """The sessions that the work at hand goes on from, newest first.

    Those of the branch come before those of branches whose work is part of it.
    """

    sessions: tuple[Session, ...] = ()
    merged: frozenset[str] = frozenset()
    """Branches whose work is part of the one that is checked out."""
    is_new: bool = False
    """Whether the branch that is checked out has no session yet, and is none on which everybody's work meets."""
    observed: tuple[CommandRun, ...] = ()
    """The commands that were run with `backstory run` outside of these sessions, newest first."""
    closed: tuple[tuple[str, str], ...] = ()
    """The steps and blockers that somebody closed, as `normalize_item` has them, each with when that was."""
    undone: tuple[CommandRun, ...] = ()
    """The runs on what was taken back since, as they were."""

    def is_closed(self, text: str, made: str) -> bool:
        """Whether somebody closed a step or a blocker after it was named."""
        key = normalize_item(text)
        return any(key == closed and when[:19] >= made[:19] for closed, when in self.closed)

    @property
    def last(self) -> Session | None:
        return self.sessions[0] if self.sessions else None

    @property
    def runs(self) -> Iterator[tuple[CommandRun, Session | None]]:
        """The commands of the work, newest first, each with its session; None for one that was run outside of any."""
        waiting = list(self.observed)
        for run, session in chain.from_iterable(map(_merge_runs, _group_parallel(self.sessions))):
            while waiting and waiting[0].made[:19] > run.made[:19]:
                yield waiting.pop(0), None
            yield run, session
        yield from ((run, None) for run in waiting)

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(session.id for session in self.sessions)

    @property
    def branch(self) -> str:
        """The branch of the last session; empty where none is known."""
        return self.last.branch if self.last else ""

    def name_branch(self, branch: str) -> str:
        """A branch as a brief names it; empty if its work is part of the one that is checked out, and goes on there."""
        return "" if branch in self.merged and not self.is_new else branch

    @property
    def is_joined(self) -> bool:
        """Whether the last session was on a branch of its own whose work is part of the one that is checked out."""
        return self.has_own_branch and self.branch in self.merged and not self.is_new

    def name_origin(self, branch: str) -> str:
        """A branch as a brief names it behind what it left open: also one whose work came together with another's."""
        return branch if self.is_joined and branch != self.branch else self.name_branch(branch)

    @property
    def open_in(self) -> tuple[Session, ...]:
        """The sessions whose open steps and red checks are of now: where work came together, those of all of it."""
        return self.sessions if self.is_joined else self.own

    @property
    def has_own_branch(self) -> bool:
        """Whether their branch is only for this work, not one on which everybody's work meets."""
        return self.last is not None and self.last.branch not in ("", *TRUNKS)

    @property
    def own(self) -> tuple[Session, ...]:
        """The sessions of the branch of the last one, if it is only for this work; all of them otherwise."""
        if not self.has_own_branch:
            return self.sessions
        return tuple(session for session in self.sessions if session.branch == self.branch)

    @property
    def since(self) -> str:
        """When the oldest of these sessions began; empty without any."""
        return min((session.started for session in self.sessions if session.started), default="")

    @property
    def files(self) -> tuple[str, ...]:
        """The files that these sessions edited, those of the last session first."""
        return list_edited(self.sessions)

    @property
    def topic(self) -> str:
        """What the work is about, in the words of the last session: the last prompts and the next steps."""
        session = drop_asides(self.sessions)
        if not session:
            return ""
        prompts = [prompt.text for prompt in session.prompts[-2:]]
        return one_line(" ".join([*prompts, *session.next]), 1_000)


def _group_parallel(sessions: Sequence[Session]) -> Iterator[list[Session]]:
    """Yields the sessions, newest first, those together that went on at the same time."""
    group: list[Session] = []
    begin = ""
    for one in sessions:
        if group and not (begin and one.ended > begin):
            yield group
            group, begin = [], ""
        group.append(one)
        begin = min(begin or one.started, one.started)
    if group:
        yield group


def _merge_runs(sessions: Sequence[Session]) -> list[tuple[CommandRun, Session]]:
    """The commands of sessions that went on at the same time, newest first."""
    runs = [(run, one) for one in sessions for run in reversed(one.commands)]
    if len(sessions) > 1 and all(run.made for run, _ in runs):
        runs.sort(key=lambda pair: pair[0].made, reverse=True)
    return runs


NO_GIT: Final = GitState()
NOTHING_PAST: Final = PastWork()


def list_edited(sessions: Iterable[Session]) -> tuple[str, ...]:
    """The files that sessions edited, in the order of the sessions, those edited last first."""
    return tuple(dict.fromkeys(chain.from_iterable(reversed(session.edited) for session in sessions)))


def choose_past_work(
    sessions: Iterable[Session],
    branch: str,
    current: str = "",
    git: GitState = NO_GIT,
    arrived: Collection[SessionPart] = (),
    *,
    tree: Tree | None = None,
) -> PastWork:
    """The newest sessions of a branch, without the `current` one, and those whose work is part of it.

    `arrived`: the sessions of other branches whose work is part of this one. On a branch where everybody's work meets
    they stand among its own, on others after them. Where there is neither, it is the newest of any one branch. `tree`:
    the working tree, where the sessions end at this moment.
    """
    others = [session for session in sessions if session.id != current and (session.prompts or session.answers)]
    others.sort(key=lambda session: (session.ended or session.started, session.id), reverse=True)
    own = _list_own(others, branch)
    own = _name_worked_parts(own, others, arrived)
    is_new = not own and branch not in TRUNKS
    joined = [session for session in others if name_part(session) in arrived]
    if branch in TRUNKS:
        mine = {*map(name_part, own), *map(name_part, joined)}
        own, joined = [session for session in others if name_part(session) in mine], []
    chosen = [*_by_commits(own, git), *_by_commits(joined, git)]
    chosen = chosen or _by_commits([session for session in others if session.branch == others[0].branch], git)
    undone = drop_undone(list(_take_enough(chosen[:MAX_SESSIONS])), _list_reverted(git), tree)
    past = tuple(map(_keep_own_words, undone.sessions))
    merged = frozenset(one.branch for one in past if name_part(one) in arrived)
    return PastWork(past, merged, is_new, undone=undone.runs)


def _list_reverted(git: GitState) -> list[str]:
    """The subjects of the commits that later ones take back."""
    return [one.subject[8:-1] for one in git.commits if one.subject.startswith('Revert "') and one.subject[-1] == '"']


def _list_own(others: Sequence[Session], branch: str) -> list[Session]:
    """The sessions of a branch, and those that name none: chats from elsewhere. These alone make no branch: a new one
    goes on from the newest session."""
    own = [session for session in others if not branch or session.branch in ("", branch)]
    is_named = any(session.branch == branch for session in own)
    return own if is_named or not branch or others[:1] == own[:1] else []


def _name_worked_parts(
    own: Sequence[Session], others: Sequence[Session], arrived: Collection[SessionPart]
) -> list[Session]:
    """The parts of sessions, those in which nothing was done replaced by the part on another branch that did it.

    A session that came back and ended here stays with what it said here.
    """
    moved = {name_part(one): one for one in others if (one.edited or one.commits) and name_part(one) not in arrived}
    idle = {name_part(one) for one in own if not (one.edited or one.commits or one.commands)}
    elsewhere = {ident: part for (ident, branch), part in moved.items() if (ident, branch) not in map(name_part, own)}
    return [
        part if name_part(one) in idle and (part := elsewhere.get(one.id)) and part.ended >= one.ended else one
        for one in own
    ]


def _keep_own_words(session: Session) -> Session:
    """A session whose prompts hold the person's own words, not what was only pasted into them."""
    texts = [prompt.text if is_typed(prompt.text) else keep_typed(prompt.text) for prompt in session.prompts]
    prompts = tuple(
        prompt if prompt.text == text else msgspec.structs.replace(prompt, text=text)
        for prompt, text in zip(session.prompts, texts, strict=True)
    )
    return msgspec.structs.replace(session, prompts=prompts) if prompts != session.prompts else session


def _take_enough(sessions: Iterable[Session]) -> Iterator[Session]:
    """The sessions until they say enough; the first few in any case."""
    spent = 0
    for number, session in enumerate(sessions):
        if number >= FEW_SESSIONS and spent >= ENOUGH_TEXT:
            return
        spent += count_chars(session)
        yield session


def count_chars(session: Session) -> int:
    """Characters of what was asked and answered in a session, as far as they are kept."""
    return sum(len(one.text) for one in session.prompts) + sum(len(one.text) for one in session.replies)


def _by_commits(sessions: Sequence[Session], git: GitState) -> list[Session]:
    """Sessions, newest first, in the order of the commits at which they ended, as far as the history at hand knows
    these: clocks of machines and of transcripts differ, commits do not."""
    places = {name_part(session): _commit_place(session.commit, git) for session in sessions}
    placed = [session for session in sessions if places[name_part(session)] is not None]
    in_order = iter(sorted(placed, key=lambda session: places[name_part(session)] or 0))
    return [session if places[name_part(session)] is None else next(in_order) for session in sessions]


def has_passed(command: str, past: PastWork) -> bool:
    """Whether a command ended well when it was run last."""
    last = next((run for run, _ in past.runs if one_line(run.command, 100) == command), None)
    return last is not None and not last.failed


def step_texts(past: PastWork) -> list[str]:
    """The next steps that the last session named, apart from questions beside the work."""
    session = drop_asides(past.sessions)
    steps = [one_line(clean_text(step)).rstrip(";,") for step in list_steps(session)] if session else []
    return [step for step in steps if session and not past.is_closed(step, session.ended)]


def is_newer(past: PastWork, record: Record, git: GitState) -> bool:
    """Whether the last session went on after a checkpoint was written: by the commits that it saw, else by time."""
    session = past.last
    if session is None:
        return False
    if (is_ahead := saw_more_commits(session, record, git)) is not None:
        return is_ahead
    if record.origin.session == session.id:  # its words up to then are what the checkpoint says
        at_work = drop_asides((session,)) or session
        return any(prompt.made[:19] > record.made[:19] for prompt in at_work.prompts)
    return bool(session.ended and record.made) and session.ended[:19] > record.made[:19]


def saw_more_commits(session: Session, record: Record, git: GitState) -> bool | None:
    """Whether the last commit of a session is newer than the one at which a record was made; None where they are the
    same, or the history at hand does not say."""
    own, its = _commit_place(session.commit, git), _commit_place(record.origin.commit, git)
    return own < its if own is not None and its is not None and own != its else None


def _commit_place(ident: str, git: GitState) -> int | None:
    """How many commits ago HEAD was at a commit; None when the history at hand does not say."""
    if len(ident) < 7:
        return None
    return next((place for place, commit in enumerate(git.commits) if commit.id.startswith(ident[:12])), None)


def file_notes(
    past: PastWork, git: GitState, most: int = MAX_FILES, *, states: bool = True, is_tight: bool = False
) -> list[Note]:
    """The files of the work at hand, by folder, with `states` each with its state. `most`: how many are named."""
    text = describe_files(list_edited(past.own), git, most, states=states, is_tight=is_tight)
    return [Note(label="edited in this work", text=text)] if text else []


def describe_files(
    files: Sequence[str], git: GitState, most: int = MAX_FILES, *, states: bool = True, is_tight: bool = False
) -> str:
    """Files by folder, with `states` each with its state; the first `most`, and one more rather than a count of 1.

    `is_tight`: whether a deep folder is named by its ends, such as `retry/…/retry/internal/`.
    """
    dirty = {change.path: change.state for change in git.changes if states}
    folders: dict[str, list[str]] = {}
    is_short = most < MAX_FILES
    most += len(files) == most + 1
    for path in map(one_line, files[:most]):
        folder, mark, name = path.rpartition("/")
        if is_tight:
            folder = _shorten_folder(folder)
        elif is_short and len(folder) > _LONG_FOLDER:
            folder, mark = "", ""
        folders.setdefault(folder + mark, []).append(name + _describe_change(dirty.get(path, "")))
    more = len(files) - most
    tail = f" and {more} more" if more > 0 else ""
    return ", ".join(_join_names(folder, names) for folder, names in folders.items()) + tail


def _shorten_folder(folder: str) -> str:
    """A deep folder by its first and its last two parts: those between repeat what a name of a Java package has."""
    parts = folder.split("/")
    return "/".join([parts[0], "…", *parts[-2:]]) if len(folder) > _DEEP_FOLDER and len(parts) > 3 else folder


def _describe_change(state: str) -> str:
    """What to add to the name of a file that is in a state; nothing for one without changes."""
    return "" if not state else " (new, not committed)" if state == "untracked" else " (not committed)"


def _join_names(folder: str, names: Sequence[str]) -> str:
    """`src/a/{one.go, two.go}` for several files of a folder."""
    text = ", ".join(names)
    return f"{folder}{{{text}}}" if folder and len(names) > 1 else ", ".join(folder + name for name in names)


def is_covered(text: str, covered: Sequence[Collection[str]]) -> bool:
    """Whether one of the texts, as sets of words, has most of the words of a text, and all that tell one of a row from
    the next: `part 7`."""
    words = word_set(text)
    numbers = {word for word in words if word.isdigit()}
    return bool(words) and any(
        len(words.intersection(other)) >= _REPEATED * len(words) and numbers.issubset(other) for other in covered
    )
