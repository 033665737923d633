"""Whether a sentence settles something, such as a value, a limit or who wants what, or follows from the one before."""

import re
from collections.abc import Sequence
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

_SIGNS: Final = Pattern(
    r"\b(?:wants?|wanted|requires?|required|decided|insists?|settled|final|per (?:her|him|them)|default|at most"
    r"|at least|must(?:n't)?|has to|have to|had to|may(?: not)?|never|always|only|wins?|off|so it(?:'?s| is)"
    r"|from now on|instead|rather|after all|make it|keep it|set it|raise|lower"
    r"|too (?:much|many|few|little|long|short|high|low)|sagt|meint|will|muss|soll|darf|nur|immer|nie"
    r"|höchstens|mindestens|schluss|doit|veut"
    r"|jamais|toujours|debe|quiere|nunca|siempre)\b",
    re.IGNORECASE,
    wide=r"必[须須]|只能|最多|至少|默[认認]|[统統]一|改[为為成]|[决決]定|确定|不再|禁止|保持|上限|のみ|最大|最低"
    r"|デフォルト|決め|にしよ|にして|기본|최대|최소|반드시|정했|결정|로 하자",
)


@judged
def count_settling(sentence: str) -> int:
    """How many words of a sentence settle something."""
    return len(_SIGNS.findall(sentence))


@judged
def is_settling(sentence: str) -> bool:
    """Whether a sentence settles something."""
    return bool(_SIGNS.search(sentence))


_FOLLOWS: Final = Pattern(
    r"(?:so|therefore|hence|thus|that's why|also|deshalb|daher|darum|donc|du coup|por eso|así que|entonces|quindi"
    r"|perciò|portanto|dus|daarom)\b(?! far)",
    re.IGNORECASE,
)
"""How a sentence begins that follows from the one before."""


@judged
def follows(sentence: str) -> bool:
    """Whether a sentence follows from the one before: `so it is out`."""
    return bool(_FOLLOWS.match(sentence))


_ARGUES: Final = Pattern(
    r"\b(?:better|best|simpler|simplest|easier|easiest|faster|cheaper|safer|cleaner|shorter|smaller|fewer|less|enough"
    r"|already|anyway|that way|this way|otherwise|no need|for free|besser|einfacher|schneller|billiger|sicherer|sonst"
    r"|ohnehin|sowieso|mieux|plus (?:simple|rapide|sûr)|sinon|mejor|más (?:simple|rápido|seguro)|si no)\b",
    re.IGNORECASE,
)
"""How an argument weighs something."""
_ORDERS: Final = Pattern(
    r"(?:(?:and|but|also|so|please|und|aber|auch|bitte|et|mais|y|pero)[, ]+)*(?:please|bitte|don['’]?t|do not|never"
    r"|always|make|use|add|keep|let['’]?s|write|put|set|take|run|call|leave|we (?:need|want|should|must)|you|nie"
    r"|immer|nimm|mach|lass)\b|[?？]$|\b(?:must|never|always|should|need to|has to|have to|muss|soll|nie|immer)\b",
    re.IGNORECASE,
)
"""How a sentence begins that orders something of its own."""
_LONGEST_ARGUMENT: Final = 16
"""Words of it."""


@judged
def argues(sentence: str) -> bool:
    """Whether a sentence only weighs what the one before it chose: `sqlite does the waiting better than we do`."""
    words = len(sentence.split())
    return words <= _LONGEST_ARGUMENT and bool(_ARGUES.search(sentence)) and not _ORDERS.search(sentence)


def find_claim(sentences: Sequence[str], text: str) -> str:
    """The sentence right before an argument, which that speaks for; empty for any other sentence."""
    place = sentences.index(text) if text in sentences else 0
    return sentences[place - 1] if place and argues(text) else ""
