"""Orders that the next sentence makes a rule: `Write the tests first. That goes for every bug, not only this one`."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.sentence_ends import strip_end

_CONFIDENCE: Final = 0.9
_MOST: Final = 160
"""Characters of an order."""
_FEWEST: Final = 2
"""Words of an order."""
_WIDENS: Final = Pattern(
    r"^(?:and |please note,? )?(?:that|this|the same|it)(?:'s| is)? (?:also |always )?"
    r"(?:goes|holds?|applies|counts|true|valid|meant)(?: \w+ly| too| also)? (?:for|to|in|on|as) "
    r"(?!(?:this|that|the (?:current|next))\b)"
    r"(?:all|any|each|every\w*|whatever|the whole|the entire|both|a rule|general|future|later)\b"
)
_ORDERS: Final = Pattern(
    r"^(?:(?:and|but|so|then|also|please|pls|ok(?:ay)?|no|yes|right|well|now|actually)[\s,]+)*"
    r"(?:(?:always|never|only|don't|dont|do not|no|hands off|keep|leave|stop|use|prefer|avoid|ask|tell|squash|sign"
    r"|catch|raise|answer|reply|write|name|document|indent|type|test|check|run|commit|log|wrap|quote|escape|validate"
    r"|spell|start|end|put|group|sort|pin)\b|we (?:never|always|only|don't)\b)"
)
"""Orders that say how something is done. What changes something once (`rename it`) is a task."""


def add_widened_orders(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with the orders that hold for more, in place of what they alone say."""
    kept = list(statements)
    for before, own in pairwise(sentences):
        if not (_WIDENS.match(own.plain) and _is_order(before) and before.paragraph == own.paragraph):
            continue
        text = f"{before.text} {strip_end(own.text)}"
        parts = (before.text, own.text, text)
        covering = [one for one in kept if one.kind in ("rule", "decision") and one.quote in parts]
        if any(one.kind == "rule" and strip_end(before.text) in one.text and "." in one.text for one in covering):
            continue  # both are told together
        kept = [one for one in kept if one not in covering]
        kept.append(Candidate("rule", text, quote=f"{before.text} {own.text}", role="user", confidence=_CONFIDENCE))
    return kept


def _is_order(sentence: Sentence) -> bool:
    is_short = len(sentence.text) <= _MOST and len(sentence.plain.split()) >= _FEWEST
    return is_short and not sentence.is_question and _ORDERS.match(sentence.plain) is not None
