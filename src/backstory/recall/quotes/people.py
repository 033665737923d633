"""The people whom a prompt names, and who say or want something in it."""

import re
from collections.abc import Iterator
from typing import Final

from backstory.base.tokenizer import STOP, WEAK
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.quotes.utterances import Utterance

_SAYS: Final = (
    r"(?:says?|said|wants?|wanted|asks?|asked|decide[sd]|insists?|insisted|thinks|prefers?|looked|found|wrote|told|owns"
    r"|ships|maintains|reviews?|sagt|sagte|will|möchte|meint|braucht|hat|veut|demande|dit|quiere|dice|pide)"
)
_MAY_SAY: Final = r"(?:needs?|requires?|required|runs)"
"""What people do, and programs as well."""
_NAME: Final = r"[A-Z][^\W\d_A-Z]{2,}\b(?![-_./+]\w)"
"""A capitalised word that is no part of a longer name: `Content-Length`."""
_PERSON: Final = Pattern(
    rf"(?<![-_./+])\b({_NAME})(?= {_SAYS}\b| \([^)\d`_/=]{{3,40}}\)|, (?:s?he|who)\b"
    rf"| (?:from|at) (?:the )?[\w-]+(?: team)? {_SAYS}\b)"
    rf"|(?i:\b(?:talked (?:to|with)|spoke (?:to|with)|discussed[^.!?]{{0,30}} with|showed (?:it|this|that) to"
    rf"|per|according to|asked|laut|avec|selon|según|mit|from|by)) ({_NAME})"
    rf"|(?<=[a-z,] )({_NAME})(?= (?:from|at) (?:the )?\w)"
)
_SUBJECT: Final = Pattern(
    rf"({_NAME})(?= (?:(?:also|just|still|never|now|then|already|always|only|has|had|hat|a|once) )?"
    rf"(?:{_SAYS}|{_MAY_SAY}|is|was|has|had|would|can|could|may|might|should|must|does|did|doesn['’]t|didn['’]t"
    r"|hasn['’]t|isn['’]t|wasn['’]t|won['’]t|can['’]t|(?!his|this|its|us|as|thus|less|across|always|perhaps|sometimes)"
    r"[a-z]{2,}(?<!s)s|[a-z]{2,}ed|went|came|got|made|did|gave|took|left|saw|knew|thought|kept|built|ran|put|set|let"
    r"|ist|war|wird|muss|kann|soll|darf|(?!mit|nicht|seit|fast|jetzt|erst|dort)[a-zäöüß]{3,}(?:t|te)"
    r"|est|était|a|peut|doit|préfère|pense|voulait|disait|es|está|era|puede|debe|prefiere|piensa|decidió|dijo)\b)"
)
"""A capitalised word with which a sentence begins and which does something. It is a person's name where a pronoun
refers to it."""
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
_JOINING: Final = """
although though unless whether whereas whenever wherever whatever whichever whoever however hence thus therefore
otherwise meanwhile moreover besides nevertheless anyway instead except despite regarding according given assuming
provided nothing none neither either another other others everything something whose yesterday tomorrow tonight
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
october november december
obwohl solange sobald bevor nachdem während falls sofern damit daher deshalb trotzdem sonst außerdem gestern heute
morgen niemand alles nichts montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni
juli oktober dezember
lorsque puisque quoique tandis pendant sinon cependant pourtant hier demain aujourd rien personne
aunque cuando mientras excepto además ayer hoy mañana nada nadie
"""
_NO_NAMES: Final = frozenset(_JOINING.split())
"""Words that join sentences, point to a time or to nothing: they begin sentences, and name nobody."""


def list_people(utterance: Utterance) -> Iterator[str]:
    """Yields the people whom a prompt names."""
    text = " ".join(utterance.sentences)
    names = [one or other or third for one, other, third in _PERSON.findall(text)] if _names_person(text) else []
    if _speaks_of_third(text):
        names += [match[1] for match in map(_SUBJECT.match, utterance.sentences) if match]
    common = STOP | WEAK | _NUMBERS | _NO_NAMES | frozenset(text.split() if names else ())
    yield from (name for name in names if name.casefold() not in common and not re.search(rf"\b{name}[-_./+]\w", text))


@judged
def _names_person(text: str) -> bool:
    return bool(_PERSON.search(text))


@judged
def _speaks_of_third(text: str) -> bool:
    return bool(_THIRD.search(text))
