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
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.stance import settles

_LONGEST: Final = 400
"""Characters of a sentence above which it says more than small talk, and takes long to search."""
_FUN: Final = Pattern(
    r"(?:^|[,;:.!–—-] *|\b(?:you|you to|u|du|tu|please|pls|bitte|ok(?:ay)?|hey|so|now|also|just|maybe|lol|haha|cool"
    r"|great|thanks|thx) )"
    r"(?:write|compose|tell|make|give|sing|create|do|gib|erzähl\w*|schreib\w*|dichte?|écri[st]\w*|racont\w*"
    r"|compose\w*|cuent\w*|cuéntame|escrib\w*|haz(?:me)?)\b(?:[ -](?:me|us|up|mir|uns|moi|nous|nos))*"
    r"(?: (?:an?|another|one more|some|your best|ein\w*|noch ein\w*|une?|un[ao]?))?"
    r"(?: (?:short|quick|little|funny|silly|nice|kleine[sn]?|kurze[sn]?|lustige[sn]?|petit|petite|corto))*"
    r" (?:haikus?|poems?|jokes?|limericks?|riddles?|puns?|songs?|rhymes?|sonnets?|fun facts?"
    r"|knock[- ]knock(?: jokes?)?|gedichte?|witze?n?|rätsel|lied|blagues?|poèmes?|chansons?|devinettes?|chistes?"
    r"|poemas?|canción)"
    r"(?=\W*$|[.!?…]+ |,? (?:about|please|pls|btw|by the way|bitte|instead|while|über|zum thema|sur|sobre|à propos"
    r"|s['’]il|por favor|in the style|i|we|claude)\b"
    r"|,? (?:for|on|of|to|für|auf|pour|de|para)"
    r" (?!(?:each|every|all|any|the|our|an?|tests?|testing|fixtures?|users?|jede\w*|alle\w*|chaque|cada)\b))",
    re.IGNORECASE,
)
"""How people ask for something to laugh about. `a song importer` is none, nor is `a poem for each user`."""
_WORK_TOO: Final = Pattern(
    r"\w[./]\w|`|\b(?:and|then)(?: then| also| please)? (?:add|fix|write|put|save|store|commit|push|run|update|rename"
    r"|remove|show|print|return|use|test|continue|go on|start|finish|make|do)\b",
    re.IGNORECASE,
)
"""What makes something to laugh about part of the work, or asks for work with it."""
_GENERAL: Final = Pattern(
    r"(?:\b(?:explain|tell me|describe|erklär\w*|explique\w*|explica\w*)\b(?: to)?(?: (?:me|us|mir|uns|moi))?,?"
    r" (?:what|how|why|was|wie|ce qu['’]|comment|qué|cómo) ?(?:an? |ein\w* |une? |is an? |ist ein\w* )"
    r"|^(?:(?:ok|so|and|hey|thanks|btw|by the way|just curious|out of curiosity)[,.:]? )*"
    r"(?:what(?:['’]s| is| are)|was ist|qu['’]est-ce qu['’](?:une?|est)|qué es) (?:an? |ein\w* |une? )"
    r"|\bwhy is the sky blue\b|\bwho (?:invented(?: the)?|came up with)\b|\bwhat does [A-Z]{2,6} stand for\b)",
    re.IGNORECASE,
)
"""How people ask for what is known everywhere."""
_DIFFERENCE: Final = Pattern(
    r"\bwhat(?:['’]s| is) the (?:main |real |actual )?difference between\b|\bwas ist der unterschied zwischen\b"
    r"|\bquelle est la différence entre\b|\bcuál es la diferencia entre\b",
    re.IGNORECASE,
)
_TERMS: Final = Pattern(
    r"^\W*(?:(?:an?|ein\w*|une?|un[ao]?) [\w-]+(?: [\w-]+)? (?:and|und|et|y) (?:an?|ein\w*|une?|un[ao]?) "
    r"|[A-Z]{2,}\d? (?:and|und|et|y) [A-Z]{2,}\d?\W*$)"
    r"|\bin (?:general|allgemeinen|[Pp]ython|[Rr]ust|[Gg]o|[Jj]ava|[Jj]ava[Ss]cript|[Tt]ype[Ss]cript|C|C\+\+|SQL|sql"
    r"|[Ss][Qq][Ll]ite|[Pp]ostgres\w*|[Gg]it|[Ll]inux|[Bb]ash|HTTP|http)\W*$"
)
"""What differs by its nature, and not because a project made it so: `a mutex and a semaphore`, `TCP and UDP`."""
_BY_THE_WAY: Final = Pattern(
    r"\b(?:by the way|btw|out of curiosity|just (?:curious|wondering)|übrigens|nebenbei|mal so aus neugier|au fait"
    r"|par curiosité|por cierto|por curiosidad)\b",
    re.IGNORECASE,
)
_OF_PROJECT: Final = Pattern(
    r"`|\b\w+(?:_|\()\w*|\b[\w-]+[./][\w./-]+|\b(?:we|our|ours|us|i|my|mine|this|these|here|it|its|you|your"
    r"|wir|uns\w*|ich"
    r"|mein\w*|dies\w*|hier|es|du|nous|notre|nos|je|mon|ma|ce|cette|ici|nuestr\w+|mi|este|esta|aquí"
    r"|the|der|die|das|dem|den|im|beim|dans|del|en el|en la|staging|prod|production|dev|deploy\w*)\b",
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
    r"|ed)? (?:if|whether)\b(?! (?:you|u|we (?:could|can|might)|it(?:['’]s| is|['’]d be| would be) possible"
    r"|there(?:['’]s| is) (?:an?|any) way)\b)",
    re.IGNORECASE,
)
"""How a person muses about something. `I was wondering if you could` is how people ask for work."""


@judged
def asks_for_fun(sentence: str) -> bool:
    """Whether a sentence asks for a poem, a joke or the like."""
    if not _FUN.search(sentence) or _WORK_TOO.search(sentence):
        return False
    return sentence.endswith("?") or not settles(sentence)


@judged
def asks_in_general(sentence: str) -> bool:
    """Whether a sentence asks for general knowledge: it names nothing of the project."""
    plain = _BY_THE_WAY.sub(" ", sentence)
    if difference := _DIFFERENCE.search(plain):
        is_general = plain != sentence or bool(_TERMS.search(plain[difference.end() :]))
    else:
        is_general = bool(_GENERAL.search(sentence))
    rest = _BY_THE_WAY.sub(" ", _DIFFERENCE.sub(" ", _GENERAL.sub(" ", sentence))) if is_general else ""
    return is_general and not _OF_PROJECT.search(_ASKING.sub(" ", rest))


@judged
def is_remark(sentence: str) -> bool:
    """Whether a sentence only laughs, muses, or says that something does not matter."""
    if len(sentence) > _LONGEST:
        return False
    return bool(_INDIFFERENT.fullmatch(sentence)) or muses(sentence)


@judged
def muses(sentence: str) -> bool:
    """Whether a person only wonders about something in a sentence."""
    return len(sentence) <= _LONGEST and bool(_WONDERS.match(sentence))


def is_small_talk(sentence: str, project: AbstractSet[str] = frozenset()) -> bool:
    """Whether nothing that is said or asked in a sentence of a person is of the work. `project`: terms of its files."""
    if len(sentence) > _LONGEST:
        return False
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
