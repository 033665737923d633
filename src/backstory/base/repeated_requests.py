"""Requests that a prompt repeats give their score to what was answered and done then."""

from backstory.base.candidates import Candidate
from backstory.base.passages import PassageHit, find_replies

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

    from backstory.base.question import Question
    from backstory.base.visibility import View

MAX_REPEATS = 2
"""The newest earlier requests like the prompt whose answers are shown."""
MAX_REPLIES = 3
FOR_REPLY = 0.9
"""Share of the score of such a request that what was answered gets, and each passage of it less."""
FOR_REPEAT = 0.4
"""Share of its score that the request keeps."""


def answer_repeats(
    con: "apsw.Connection", view: "View", question: "Question", candidates: "list[Candidate]"
) -> "list[Candidate]":
    """The candidates, where requests that the prompt repeats give their score to what was answered and done then."""
    repeats = sorted((one for one in candidates if one.repeats_prompt), key=lambda one: one.hit.made, reverse=True)
    by_passage = {one.hit.passage: one for one in candidates if isinstance(one.hit, PassageHit)}
    for count, one in enumerate(repeats):
        if not isinstance(one.hit, PassageHit):
            continue
        replies = find_replies(con, view, one.hit.passage, MAX_REPLIES)
        one.is_idle = not replies and one.says_no_more
        for place, hit in enumerate(replies if count < MAX_REPEATS else ()):
            reply = by_passage.setdefault(hit.passage, Candidate(question, hit))
            reply.score = max(reply.score, one.score * FOR_REPLY ** (place + 1))
            reply.is_beside, reply.answers = False, one.hit.id
    for one in repeats:
        one.score *= FOR_REPEAT
    return list(by_passage.values())
