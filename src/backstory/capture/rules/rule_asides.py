"""Finds the part of an order that says something in passing: `add a retry, and while you're there, we don't ...`.

Such a part is read as a sentence of its own. The quote is the whole sentence.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.rule_cues import find_cue
from backstory.capture.rules.rule_places import Placed
from backstory.capture.text.patterns import Pattern

_ASIDE: Final = Pattern(
    r"(?:^|[,;.:–—-] ?|\b(?:and|but|oh|und|aber|et|mais|y|pero) )(?:and |but |oh,? |ah,? |so |ach,? |ach ja,? |et |y "
    r"|und |aber |ah,? y |ah,? )?"
    r"(?:(?:while|when|as|since) (?:you|we)(?:'re| are) (?:there|at it|in there|on it|about it|touching (?:that|it"
    r"|this))"
    r"|while i(?:'m| am)? (?:at it|think(?:ing)? of it|remember it)|before i forget(?: it| this)?"
    r"|one (?:more|last|other) thing|another thing|bevor ich(?:'s| es) vergesse|avant que j'oublie"
    r"|antes de que se me olvide"
    r"|(?:just )?(?:so you know|for your information|heads up|by the way|btw|in passing|as an aside|for the record"
    r"|side ?note|oh and|fyi)"
    r"|(?:ganz )?nebenbei(?: bemerkt)?|übrigens|ach ?ja|wo du (?:schon |gerade )?dabei bist|wenn du schon dabei bist"
    r"|au passage|tant que tu y es|d'ailleurs|pendant que tu y es|de paso|por cierto|ya que estás|ah)\s?[,:–—-]*\s"
    r"(?:(?:also|please|and|just|note that|remember that|und|bitte|auch|et|aussi|y|sache que|sache qu'|sachez que"
    r"|que sepas que)\b[\s,:]*)*(?=\S)"
)
POINTS: Final = Pattern(
    r"\b(?:there|either|too|as well|those|dort|auch|là|non plus|también|tampoco|ahí)\b"
    r"|(?:^|[,;:.–-] |\b(?:and|but|so|do|keep|use|like|of|for|with|to|in|on|touch|change|about|at|after|before|than|let"
    r"|leave|call|by|as) )that\b"
)
"""What says nothing without the words before it."""
_FEWEST: Final = 4
"""Words of what is said in passing."""


def cut_asides(placed: Sequence[Placed]) -> list[Placed]:
    """The sentences of a prompt, of those that turn to a rule in passing only that part."""
    return [_cut(one) for one in placed]


def _cut(one: Placed) -> Placed:
    sentence = one.sentence
    turn = _ASIDE.search(sentence.plain)
    if (
        turn is None
        or POINTS.search(sentence.plain, turn.end())
        or len(sentence.plain[turn.end() :].split()) < _FEWEST
        or sentence.is_question
    ):
        return one
    rest = sentence._replace(text=sentence.text[turn.end() :], plain=sentence.plain[turn.end() :])
    return one._replace(sentence=rest) if find_cue(rest) else one


def is_aside(one: Placed) -> bool:
    """Whether only a part of a sentence is read, which says something in passing."""
    return len(one.sentence.text) < len(one.quote) and _ASIDE.search(one.quote.lower()) is not None
