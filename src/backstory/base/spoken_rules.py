"""What the person said about the kind of thing that a prompt orders, whatever the other words around: `the man page I
do myself` for `describe the option in doc/tool.1`.

The search for the words of a prompt prefers passages with many of them, and such a remark has one.
"""

from backstory.base.candidates import FORBIDDEN, ROLES, Candidate
from backstory.base.passages import PassageHit, fetch_passages, find_turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.question import Question
    from backstory.base.visibility import View

MAX_READ = 60
"""The newest passages with such a word that are looked at."""
MAX_ADDED = 2
"""Remarks that are added."""
OF_BEST = 0.6
"""Share of the best score that such a remark gets at least."""


def add_spoken_rules(
    con: "apsw.Connection", view: "View", question: "Question", candidates: "Sequence[Candidate]"
) -> "list[Candidate]":
    """The candidates, and the newest remarks of the person that settle how what the prompt orders is done, where no
    candidate does so already."""
    if not (question.is_order and question.rule_words) or any(one.touch >= FORBIDDEN for one in candidates):
        return list(candidates)
    words = [f'"{word}"' for group in question.rule_words for word in group]
    query = (
        "SELECT p.passage FROM (SELECT rowid AS number FROM passage_fts WHERE passage_fts MATCH ?"
        f" ORDER BY rowid DESC LIMIT {MAX_READ}) CROSS JOIN passage p ON p.passage = number WHERE p.role = 'user'"
    )
    numbers = [number for (number,) in con.execute(query, (" OR ".join(words),))]
    shown = find_turns(con, view, numbers) if numbers else {}
    present = {one.hit.passage for one in candidates if isinstance(one.hit, PassageHit)}
    chosen = [number for number in numbers if number in shown and number not in present]
    best = max([one.score for one in candidates], default=1.0)
    added: list[Candidate] = []
    for hit in fetch_passages(con, view, chosen, {}):
        one = Candidate(question, hit)
        if one.touch >= FORBIDDEN and len(added) < MAX_ADDED:
            one.rate(question, 0.0, ROLES["user"])
            one.score = max(one.score, OF_BEST * best)
            added.append(one)
    return [*candidates, *added]
