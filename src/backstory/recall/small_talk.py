"""Small talk: what a person says or asks beside the work, and that no later session needs, with the answer to it.

`Could you write a haiku about locks?` asks for fun. `What's the difference between WAL and rollback mode btw?` asks for
what any book tells. A question that names the project, or for which something was done, is none of them.
"""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.coverage import read_terms
from backstory.recall.stance import settles

_FUN: Final = Pattern(
    r"\b(?:writ|compos|tell|mak|giv|sing|creat|do|gib|erzähl|schreib|sing|dicht|écri|racont|compos|cuent|escrib|haz)"
    r"\w*\b(?:[ -](?:me|us|up|mir|uns|moi|nous|nos))*(?: (?:an?|another|one more|some|the|your best|ein\w*"
    r"|noch ein\w*|une?"
    r"|un[ao]?))?"
    r"(?: (?:short|quick|little|funny|silly|nice|kleine[sn]?|kurze[sn]?|lustige[sn]?|petit|petite|corto))*"
    r" (?:haikus?|poems?|jokes?|limericks?|riddles?|puns?|songs?|rhymes?|sonnets?|fun facts?|knock[- ]knock|gedichte?"
    r"|witze?n?|rätsel|lied|blagues?|poèmes?|chansons?|devinettes?|chistes?|poemas?|canción)\b"
    r"(?! (?:command|file|module|class|function|endpoint|parser|test|model|table|page|generator|api|app|bot|plugin))",
    re.IGNORECASE,
)
"""How people ask for something to laugh about."""
_GENERAL: Final = Pattern(
    r"(?:\b(?:explain|tell me|describe|erklär\w*|explique\w*|explica\w*)\b(?: to)?(?: (?:me|us|mir|uns|moi))?,?"
    r" (?:what|how|why|was|wie|ce qu['’]|comment|qué|cómo) ?(?:an? |ein\w* |une? |is an? |ist ein\w* )"
    r"|^(?:(?:ok|so|and|hey|thanks|btw|by the way|just curious|out of curiosity)[,.:]? )*"
    r"(?:what(?:['’]s| is| are)|was ist|qu['’]est-ce qu['’](?:une?|est)|qué es) (?:an? |ein\w* |une? )"
    r"|\bwhat(?:['’]s| is) the (?:main |real |actual )?difference between\b|\bwas ist der unterschied zwischen\b"
    r"|\bquelle est la différence entre\b|\bcuál es la diferencia entre\b|\bwhy is the sky blue\b"
    r"|\bwho (?:invented|came up with)\b|\bwhat does [A-Z]{2,6} stand for\b)",
    re.IGNORECASE,
)
"""How people ask for what is known everywhere."""
_BY_THE_WAY: Final = Pattern(
    r"\b(?:by the way|btw|out of curiosity|just (?:curious|wondering)|übrigens|nebenbei|mal so aus neugier|au fait"
    r"|par curiosité|por cierto|por curiosidad)\b",
    re.IGNORECASE,
)
_OF_PROJECT: Final = Pattern(
    r"`|\b\w+(?:_|\()\w*|\b[\w-]+[./][\w./-]+|\b(?:we|our|ours|us|i|my|mine|this|these|here|it|its|you|your"
    r"|wir|uns\w*|ich"
    r"|mein\w*|dies\w*|hier|es|du|nous|notre|nos|je|mon|ma|ce|cette|ici|nuestr\w+|mi|este|esta|aquí)\b",
    re.IGNORECASE,
)
"""What ties a question to the project."""
_ASKING: Final = Pattern(
    r"\b(?:(?:can|could|would|will) (?:you|u)|(?:do|did|would) you (?:know|mind)|please|pls|(?:for|to|tell"
    r"|explain) (?:me"
    r"|us)|(?:kannst|könntest) du|bitte|mir|tu peux|peux-tu|pourrais-tu|puedes|podrías)\b",
    re.IGNORECASE,
)
"""Words with which people ask for anything."""
_INDIFFERENT: Final = Pattern(
    r"(?:(?:well|hm+|honestly|and|but|so|lol|haha|oh|ok(?:ay)?)[,. ]+)*(?:(?:i|we) (?:really )?(?:don['’]?t"
    r"|do not|couldn['’]?t)"
    r" (?:really |much )?(?:care|mind)(?: (?:about|for) (?:that|this|it|them|those))?(?: (?:at all|much|though))?"
    r"|(?:das|es) ist mir (?:egal|wurst)|mir egal|je m['’]en (?:fiche|moque|fous)|me da igual|whatever"
    r"|(?:lol|haha+|hehe+|rofl|lmao)(?:,? .{0,20})?)[.! ]*",
    re.IGNORECASE,
)
"""A sentence that only says that something does not matter, or laughs."""
_WONDERS: Final = Pattern(
    r"(?:(?:hm+|so|and|also|btw|oh)[,. ]+)*(?:i(?:['’]m| am| was)|we were|just|i) (?:just |only )?wonder(?:ing"
    r"|ed)? (?:if|whether)\b",
    re.IGNORECASE,
)
"""How a person muses about something."""


@judged
def asks_for_fun(sentence: str) -> bool:
    """Whether a sentence asks for a poem, a joke or the like."""
    return bool(_FUN.search(sentence)) and (sentence.endswith("?") or not settles(sentence))


@judged
def asks_in_general(sentence: str) -> bool:
    """Whether a sentence asks for general knowledge: it names nothing of the project."""
    if not _GENERAL.search(sentence):
        return False
    return not _OF_PROJECT.search(_ASKING.sub(" ", _BY_THE_WAY.sub(" ", sentence)))


@judged
def is_remark(sentence: str) -> bool:
    """Whether a sentence only laughs, muses, or says that something does not matter."""
    return bool(_INDIFFERENT.fullmatch(sentence) or _WONDERS.match(sentence))


def is_small_talk(sentence: str, project: AbstractSet[str] = frozenset()) -> bool:
    """Whether nothing that is said or asked in a sentence of a person is of the work. `project`: terms of its files."""
    if asks_for_fun(sentence) or is_remark(sentence):
        return True
    if not asks_in_general(sentence):
        return False
    return bool(_BY_THE_WAY.search(sentence)) or project.isdisjoint(read_terms(sentence))


def drop_small_talk(sentences: Sequence[str], project: AbstractSet[str]) -> tuple[tuple[str, ...], bool]:
    """(the sentences of a prompt without small talk, whether the answer is to that: it is asked last)."""
    kept = tuple(one for one in sentences if not is_small_talk(one, project))
    is_last = bool(sentences) and sentences[-1] not in kept and not is_remark(sentences[-1])
    return kept, is_last
