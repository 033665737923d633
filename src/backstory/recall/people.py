"""The people whom a prompt names, and who say or want something in it."""

import re
from collections.abc import Iterator
from typing import Final

from backstory.base.tokenizer import STOP, WEAK
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.utterances import Utterance

_SAYS: Final = (
    r"(?:says?|said|wants?|wanted|needs?|asks?|asked|requires?|required|decide[sd]|insists?|insisted|thinks|prefers?"
    r"|looked|found|wrote|told|owns|runs|ships|maintains|reviews?|sagt|sagte|will|möchte|meint|braucht|hat|veut|demande"
    r"|dit|quiere|dice|pide)"
)
_PERSON: Final = Pattern(
    rf"\b([A-Z][^\W\d_A-Z]{{2,}})\b(?= {_SAYS}\b| \([^)]{{3,40}}\)|, (?:s?he|who|they)\b| (?:from|at) (?:the )?\w)"
    r"|(?i:\b(?:talked (?:to|with)|spoke (?:to|with)|discussed[^.!?]{0,30} with|showed (?:it|this|that) to"
    r"|per|according to|asked|laut|avec|selon|según|mit|from|by)) ([A-Z][^\W\d_A-Z]{2,})\b"
)
_SUBJECT: Final = Pattern(r"([A-Z][^\W\d_A-Z]{2,})(?= [a-zäöüéèà])")
"""A capitalised word with which a sentence begins. It is a person's name where a pronoun refers to it."""
_THIRD: Final = Pattern(r"\b(?:she|he|her|him|his|sie|ihr|ihre|er|elle|lui|ella)\b", re.IGNORECASE)


_COUNTED: Final = """
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half both most several many
zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig hundert beide viele manche
deux trois quatre cinq six sept huit neuf dix onze douze vingt cent plusieurs
dos tres cuatro cinco seis siete ocho nueve diez once doce veinte cien ambos varios
"""
_NUMBERS: Final = frozenset(_COUNTED.split())
"""How a sentence begins that counts something: `Seventeen seconds I can live with.`"""


def list_people(utterance: Utterance) -> Iterator[str]:
    """Yields the people whom a prompt names."""
    text = " ".join(utterance.sentences)
    names = [one or other for one, other in _PERSON.findall(text)] if _names_person(text) else []
    if _speaks_of_third(text):
        names += [match[1] for match in map(_SUBJECT.match, utterance.sentences) if match]
    common = STOP | WEAK | _NUMBERS | frozenset(text.split() if names else ())
    yield from (name for name in names if name.casefold() not in common)


@judged
def _names_person(text: str) -> bool:
    return bool(_PERSON.search(text))


@judged
def _speaks_of_third(text: str) -> bool:
    return bool(_THIRD.search(text))
