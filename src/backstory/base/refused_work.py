"""Replies of a person that refuse what an agent just did: `hmm, no. take that out again: the paths come from clients`.

Such a reply shares few words with what it refuses. Both are shown together, because the reply gives the reason.
"""

from backstory.base.passages import PassageHit
from backstory.base.phrases import Phrases
from backstory.base.tokenizer import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.candidates import Candidate

_NO = frozenset(("no", "nope", "nah", "nein", "nee", "non", "nej", "não", "nie"))
"""First words of a refusal."""
_OPENING = 3
"""Words among which one of them stands."""
_UNDO = """
take/took/back it/that/this/them ~/back out/back; revert ~/it/that/this; undo; roll it/that/this back; back it/that out
get rid of it/that/this; nimm/nehmen das/es/sie ~/mal/bitte/wieder ~/wieder raus/zurück; rückgängig; wieder raus
bau das wieder aus; enlève; retire ça/le/la; annule; reviens en arrière; quita eso/lo/la; quítalo; deshaz; revierte
toglilo; annulla; tira isso; desfaz; haal dat weg/eruit; draai dat terug; cofnij
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


def refuses(text: str) -> bool:
    """Whether a person's words refuse what was just done, and say more than no."""
    words = split_words(text)[:BEGIN]
    if len(words) < FEWEST or text.rstrip().endswith("?"):
        return False
    return not _NO.isdisjoint(words[:_OPENING]) or bool(UNDO.find(words))


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
