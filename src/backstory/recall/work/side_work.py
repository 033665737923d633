"""Whether a session worked on something else than the checkpoint that somebody wrote, and how its statements say so."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from backstory.model.record import Record
from backstory.model.session import TRUNKS, Session
from backstory.model.similarity import word_set
from backstory.model.text import one_line
from backstory.recall.past.openings import opens_work
from backstory.recall.past.sessions import is_covered
from backstory.recall.past.work_state import AUTOMATIC, normalize_item, task_name
from backstory.recall.text.content import Note
from backstory.recall.text.coverage import merge_terms

_SHARE: Final = 0.5
"""Share of the words of a task from which a session that has them is about it."""
_TESTS: Final = "last tests"
_TITLE: Final = 60


def is_beside(session: Session | None, checkpoint: Record | None, steps: Sequence[str] = ()) -> bool:
    """Whether a session began other work than a checkpoint that was written on purpose, on a branch where everybody's
    work meets: it names neither the task nor one of the steps."""
    if session is None or checkpoint is None or checkpoint.origin.how in AUTOMATIC or not task_name(checkpoint):
        return False
    if session.branch not in ("", *TRUNKS) or checkpoint.origin.session == session.id:
        return False
    if not opens_work(session.prompts):
        return False
    texts = [one.text for one in session.prompts] + [one.text for one in session.answers]
    texts += [one.subject for one in session.commits]
    terms, told = merge_terms(texts), word_set(" ".join(texts))
    own = [term for term, worth in merge_terms([task_name(checkpoint)]).items() if worth >= 1]
    is_named = sum(term in terms for term in own) >= _SHARE * len(own) or any(is_covered(one, [told]) for one in steps)
    return not is_named


def is_other_work(session: Session | None, task: str) -> bool:
    """Whether a session has few of the words that tell what a task is about."""
    if session is None:
        return False
    texts = [session.title, *(one.text for one in session.prompts), *(one.subject for one in session.commits)]
    texts += [*(one.text for one in session.answers), *session.next, *session.edited]
    terms = merge_terms(texts)
    own = [term for term, worth in merge_terms([task]).items() if worth >= 1]
    return bool(own) and sum(term in terms for term in own) < _SHARE * len(own)


def name_work(notes: Iterable[Note], session: Session | None, *, with_tests: bool = False) -> list[Note]:
    """The notes of a session with what was asked first in it, which tells them from those of a checkpoint or of the
    caller's task."""
    title = one_line(session.title, _TITLE) if session is not None else ""
    own = [note for note in notes if normalize_item(note.text) != normalize_item(title)]
    return [note if note.label == _TESTS and not with_tests else _add_detail(note, title) for note in own]


def _add_detail(note: Note, text: str) -> Note:
    return msgspec.structs.replace(note, detail="; ".join(filter(None, (note.detail, text))))
