"""Finds what came of earlier requests like the prompt: results, verdicts, and replies that refuse what was done.

`hmm, no. take that out again: the paths come from clients` shares few words with what it refuses. Both are shown
together, because the reply gives the reason.
"""

from backstory.base.passages import PassageHit, find_reaction, find_replies
from backstory.base.phrases import Phrases
from backstory.base.tokenizer import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.candidates import Candidate
    from backstory.base.question import Question
    from backstory.base.visibility import View

_NO = frozenset(("no", "nope", "nah", "nein", "nee", "non", "nej", "não", "nie"))
"""First words of a refusal."""
_OPENING = 3
"""Words among which one of them stands."""
_UNDO = """
take/took/back it/that/this/them ~/back out/back; revert ~/it/that/this; undo; roll it/that/this back; back it/that out
get rid of it/that/this; nimm/nehmen das/es/sie ~/mal/bitte/wieder ~/wieder raus/zurück; rückgängig; wieder raus
bau das wieder aus; enlève; retire ça/le/la; annule; reviens en arrière; quita eso/lo/la; quítalo; deshaz; revierte
drop it/that/this; forget it/that; scrap it/that/this; not worth it/the; go back to; lass es/das; vergiss es/das
laisse tomber; on oublie; déjalo; toglilo; annulla; tira isso; desfaz; haal dat weg/eruit; draai dat terug; cofnij
"""
UNDO = Phrases(_UNDO.replace("\n", ";"))
"""Orders to take back what was done."""
BEGIN = 16
"""First words of a reply in which they count."""
FEWEST = 4
"""Words of a refusal that gives a reason, or what to do instead."""
FOR_REFUSAL = 0.95
"""Share of the score of what is refused that the refusal gets."""
MAX_TURNS = 2
"""Turns between both."""

MAX_TRIED = 2
"""Earlier requests like the prompt whose outcome is looked up."""
LIKE_BEST = 0.5
"""Share of the best score from which a request is like the prompt."""
MAX_ANSWERS = 3
"""Replies to such a request that are read."""
FOR_RESULT = 0.97
"""Share of the score of the request that its result gets. The refusal comes behind it."""


def takes_back(text: str) -> bool:
    """Whether a person's words refuse what was just done."""
    words = split_words(text)[:BEGIN]
    return not text.rstrip().endswith("?") and (not _NO.isdisjoint(words[:_OPENING]) or bool(UNDO.find(words)))


def refuses(text: str) -> bool:
    """Whether a person's words refuse what was just done, and say more than no."""
    return len(split_words(text)[:BEGIN]) >= FEWEST and takes_back(text)


def credit_refusals(candidates: "Sequence[Candidate]") -> None:
    """Lifts the refusals among the candidates beside what they refuse, where that has words of the prompt."""
    spoken = [(one, one.hit) for one in candidates if isinstance(one.hit, PassageHit)]
    done = {(hit.session, hit.turn): one for one, hit in spoken if hit.role == "assistant" and one.distinct}
    for one, hit in spoken if done else ():
        if hit.role != "user" or not refuses(hit.text):
            continue
        turns = range(hit.turn - 1, hit.turn - 1 - MAX_TURNS, -1)
        before = next((done[hit.session, turn] for turn in turns if (hit.session, turn) in done), None)
        if before is not None:
            one.score = max(one.score, FOR_REFUSAL * before.score)
            one.is_beside = False


def add_outcomes(
    con: "apsw.Connection", view: "View", question: "Question", candidates: "Sequence[Candidate]"
) -> "list[Candidate]":
    """The candidates, with what came of earlier requests like the prompt: the result and the refusal of what the
    person took back, the verdict on what was tried, the answer to what they only asked."""
    from backstory.base.candidates import Candidate  # it reads the evidence, which reads this

    best = max([one.score for one in candidates], default=0.0)
    by_passage = {one.hit.passage: one for one in candidates if isinstance(one.hit, PassageHit)}
    asked = [(one.score, number) for number, one in by_passage.items() if _asks(one) and one.score >= LIKE_BEST * best]
    for score, number in sorted(asked, reverse=True)[:MAX_TRIED]:
        answers = [hit for hit in find_replies(con, view, number, MAX_ANSWERS) if hit.role == "assistant"][:1]
        results = [by_passage.get(hit.passage) or Candidate(question, hit) for hit in answers]
        outcomes = [(FOR_RESULT, one) for one in results]
        reaction = find_reaction(con, view, number)
        if reaction and _ends_attempt(reaction[0].text):
            refusal = by_passage.get(reaction[0].passage) or Candidate(question, reaction[0])
            outcomes.append((FOR_REFUSAL, refusal))
        elif not by_passage[number].only_asks:
            outcomes = [(share, one) for share, one in outcomes if one.is_verdict]
        for share, one in outcomes:
            one.score = max(one.score, share * score)
            one.is_beside = False
            if isinstance(one.hit, PassageHit):
                by_passage[one.hit.passage] = one
    return [*(one for one in candidates if not isinstance(one.hit, PassageHit)), *by_passage.values()]


def _asks(one: "Candidate") -> bool:
    """Whether a person said it with a word of the prompt."""
    return isinstance(one.hit, PassageHit) and one.hit.role == "user" and one.distinct > 0 and not one.is_beside


def _ends_attempt(text: str) -> bool:
    """Whether a reply takes back what was tried, and strikes no step by its number: `3 no`."""
    return takes_back(text) and not text[:1].isdigit()
