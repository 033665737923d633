"""Statements of the person about other people: who wants, decided, tried or takes over something.

A question for a person seldom has the words in which that was told, and those who are told of are few.
"""

from backstory.base.passages import fetch_passages
from backstory.base.person_cues import count_cues
from backstory.base.recent_work import fetch_recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

    from backstory.base.passages import PassageHit
    from backstory.base.visibility import View

MAX_SESSIONS = 50
MAX_READ = 200
"""Last things said by the person that are looked at."""
MAX_PASSAGES = 3
SCORE = 7.0
"""What is added for the one that tells most of somebody."""
STEP = 0.3
"""How much less each after it gets."""


def find_about_others(con: "apsw.Connection", view: "View") -> "list[PassageHit]":
    """What the person told of others in the last sessions, what tells most of them first, then the newest."""
    rows = [(count_cues(text), passage) for passage, text, _ in fetch_recent(con, view, "user", MAX_SESSIONS, MAX_READ)]
    chosen = [passage for cues, passage in sorted(rows, key=lambda row: -row[0]) if cues][:MAX_PASSAGES]
    return fetch_passages(con, view, chosen, {passage: SCORE - STEP * at for at, passage in enumerate(chosen)})
