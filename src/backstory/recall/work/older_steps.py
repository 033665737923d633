"""Finds the steps that earlier sessions of the work left and nothing did since: the last one need not name them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from backstory.model.overturned import OverturnedStatement
from backstory.model.session import TRUNKS, Session
from backstory.model.similarity import word_set
from backstory.model.snapshot import GitState
from backstory.model.text import clean_text, one_line
from backstory.patterns.nothing_left import find_nothing_left
from backstory.patterns.step_deeds import SMALL, is_done, list_stems
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.done_since import Reported, list_deeds_after, list_turned_down
from backstory.recall.past.endings import list_steps
from backstory.recall.past.long_ago import list_long_ago
from backstory.recall.past.openings import opens_work
from backstory.recall.past.red_tests import find_fixing_run
from backstory.recall.past.sessions import PastWork, name_part
from backstory.recall.past.step_likeness import repeats_step
from backstory.recall.text.relative_dates import describe_day
from backstory.recall.text.substance import split_sentences
from backstory.recall.work.answered_steps import find_answered
from backstory.recall.work.ended_steps import find_ended, find_touched
from backstory.recall.work.numbered_strikes import find_struck_numbers
from backstory.recall.work.parallel_work import name_parallel
from backstory.recall.work.replaced_steps import is_replaced, leave_out_spoken
from backstory.recall.work.reported_steps import find_reported
from backstory.recall.work.taken_steps import drop_taken, find_excluded, find_taken

_LAST_ANSWERS: Final = 3
"""Answers at the end of a session that may name its steps."""
_MOST_SESSIONS: Final = 16
"""Sessions that are read, newest first."""
_SHARE: Final = 0.6
"""Least share of the words of a step in a sentence that gives it up."""


_PART: Final = 2
"""Words of a step that another one has which is a part of it ..."""
_ALL: Final = 0.75
"""... and the share of its words that the parts have together."""


class OpenStep(NamedTuple):
    """A step that is still open, and the session that left it."""

    text: str
    session: Session
    touched: str = ""
    """The files that it names, if all of them were edited since."""


def list_older_steps(past: PastWork, git: GitState, covered: Iterable[str] = ()) -> list[OpenStep]:
    """The open steps of the sessions before the last one, newest first. `covered`: steps that are told anyway."""
    shown = list(covered)
    steps: list[OpenStep] = []
    for session in _list_earlier(past):
        listed = list(dict.fromkeys(_list_steps(session)))
        if is_replaced(session, listed, past.sessions[: past.sessions.index(session)]):
            continue
        over = find_over(listed, session, past, git)
        for step in listed:
            if step not in over and not repeats_step(step, shown) and not _is_shared_out(step, shown):
                shown.append(step)
                later = past.sessions[: past.sessions.index(session)]
                steps.append(OpenStep(step, session, find_touched(step, later)))
    return steps


def leave_out_settled(steps: Sequence[OpenStep], past: PastWork) -> list[OpenStep]:
    """The steps of which no later session speaks: where the last one listed what comes next, others are settled."""
    left: list[OpenStep] = []
    for one in steps:
        later = past.sessions[: past.sessions.index(one.session)]
        left += [one] if leave_out_spoken([one.text], later) else []
    return left


def describe_open(step: OpenStep, past: PastWork, today: str) -> str:
    """The age of a step that is still open, and what speaks for that it is done all the same."""
    age = name_parallel(describe_day(step.session.ended or step.session.started, today), step.session, past)
    return ", ".join(filter(None, (age, f"perhaps done: {step.touched} edited since" if step.touched else "")))


def _is_shared_out(step: str, shown: Sequence[str]) -> bool:
    """Whether several other steps together have the words of one: `the docs section and the HISTORY.md line`."""
    words = word_set(step)
    parts = [words & other for other in map(word_set, shown) if len(words & other) >= _PART]
    return len(parts) > 1 and len(set().union(*parts)) >= _ALL * len(words)


def _list_ends(session: Session, later: Sequence[Session]) -> Iterator[Reported]:
    """What later sessions on a branch of its own ended with that says that nothing is left, each with the words of what
    it excepts."""
    if session.branch in ("", *TRUNKS):
        return
    for one in later:
        if one.branch == session.branch and (one.edited or one.commits) and not one.next:
            for answer in one.answers[-1:]:
                for sentence in split_sentences(answer.text):
                    excepted = find_nothing_left(sentence)
                    if excepted is not None:
                        yield Reported(list_stems(excepted), sentence, answer.made or one.ended)


def find_over(steps: Sequence[str], session: Session, past: PastWork, git: GitState) -> dict[str, Reported]:
    """The steps of a session that are done, were taken up or given up since, or only told of a test that passes now,
    each with the statement that says so."""
    later = past.sessions[: past.sessions.index(session)]
    deeds = list_deeds_after(session, past, git)
    given_up = list_turned_down(session, past)
    ended = list(_list_ends(session, later))
    over = find_ended(steps, later) | find_taken(steps, later) | find_reported(steps, later)
    over |= _find_excluded(steps, session, later) | find_struck_numbers(steps, session, later)
    over |= {
        step: Reported(frozenset(), f"closed: {step}", "") for step in steps if past.is_closed(step, session.ended)
    }
    for step in steps:
        stems, whole = list_stems(step), list_stems(step, SMALL)
        reports = [one for one in deeds if is_done(stems, [one.stems])]
        reports += [one for one in given_up if _SHARE * len(whole) <= len(whole & one.stems)]
        if reports:
            over.setdefault(step, reports[-1])
        elif report := next((one for one in ended if not stems & one.stems), None):
            over.setdefault(step, report)
        elif (answer := find_answered(step, later)) is not None:
            over.setdefault(step, answer)
        elif (run := find_fixing_run(step, past)) is not None:
            over.setdefault(step, Reported(frozenset(), f"`{one_line(run.command, 100)}` passes", run.made))
    return over


def _find_excluded(steps: Sequence[str], session: Session, later: Sequence[Session]) -> dict[str, Reported]:
    """The steps that are over since the person named what remains. A branch of its own has one piece of work."""
    is_own = session.branch not in ("", *TRUNKS)
    of_branch = [one for one in later if one.branch == session.branch] if is_own else later
    return find_excluded(steps, of_branch, is_whole=is_own)


def list_outdated_steps(past: PastWork) -> Iterator[OverturnedStatement]:
    """Yields the steps of all sessions that are over, as statements that no longer hold."""
    for session in past.sessions[1:]:
        listed = list(dict.fromkeys(_list_steps(session)))
        times = {answer.made for answer in session.answers[-_LAST_ANSWERS:]} | {session.ended}
        for step, report in find_over(listed, session, past, GitState()).items():
            for made in sorted(times - {""}):
                yield OverturnedStatement(made, step, -1, -1, "", report.text, report.made, is_sure=True)


def _list_steps(session: Session) -> Iterator[str]:
    whole = drop_asides([session])
    steps = drop_taken(list_steps(whole), whole) if whole else ()
    return (one_line(clean_text(step)).rstrip(";,") for step in steps)


def _list_earlier(past: PastWork) -> Iterator[Session]:
    """The sessions of the same work before the one whose steps are told. Where everybody's work meets, the same work is
    one that edited the same files, that ran at the same time, or that the later sessions lean on or take a step of, and
    none of weeks ago."""
    last = drop_asides(past.sessions)
    if last is None:
        return
    sessions = past.open_in
    place = next((n for n, one in enumerate(sessions) if one.id == last.id), len(sessions))
    long_ago = list_long_ago(past)
    for session in sessions[place + 1 : place + 1 + _MOST_SESSIONS]:
        if name_part(session) in long_ago:
            continue
        if session.branch not in ("", *TRUNKS) or _is_same_work(session, sessions[: sessions.index(session)]):
            yield session


def _is_same_work(session: Session, later: Sequence[Session]) -> bool:
    if any(one.started and one.started < session.ended for one in later):
        return True  # at the same time: its steps are no less of now than those of the others
    if not any(one.edited or one.commits for one in later):
        return True  # since then somebody only asked
    edited = set(chain.from_iterable(one.edited for one in later))
    if not edited.isdisjoint(session.edited) or not any(opens_work(one.prompts) for one in later):
        return True
    return bool(find_taken(list(_list_steps(session)), later))
