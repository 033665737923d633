"""Tells whether a session still works on an earlier request at its end: people make one request after another."""

import re
from collections.abc import Mapping
from typing import Final

from backstory.base.small_words import is_small
from backstory.base.tokenizer import STOP
from backstory.model.session import Session
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.past.asides import split_exchanges
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.stance import asks
from backstory.recall.text.substance import split_sentences

_ORDERS: Final = Pattern(
    r"(?:(?:ok(?:ay)?|so|and|now|also|then|next|great|good|nice|please|pls|just|first|i want you to)[\s,.!:]+)*"
    r"(?:(?:build|change|check|design|display|document|put|run|set|show|start|support|test|turn|try|update|use)"
    r" (?:(?:the|an?|this|that|these|those|my|our|all|it|them|some|more|to|in|on|out|up|both|each|any|me|us|for|how"
    r"|if|only)\b|[@`]\S|\S*[._/]\S)"
    r"|(?:add|address|allow|apply|clean|connect|convert|create|delete|describe|disable|drop|enable|explain|expose"
    r"|extract|figure out|find|finish|fix|generate|handle|hide|implement|improve|install|integrate|investigate|make"
    r"|merge|migrate|move|optimi[sz]e|port|prepare|redo|refactor|reduce|remove|rename|reorder|replace|restore|review"
    r"|revert|rewrite|set ?up|simplify|split|swap|switch|upgrade|verify|wire|work on|write"
    r"|bau\w*|erstell\w*|änder\w*|füg\w*|lösch\w*|ersetz\w*|schreib\w*|mach\w*|ajoute\w*|cré\w*|corrige\w*"
    r"|écri\w*|supprim\w*|remplac\w*|añad\w*|agreg\w*|crea\w*|arregl\w*|escrib\w*|elimin\w*|cambi\w*|haz"
    r"|adicion\w*|remov\w*|сделай\w*|добав\w*|исправ\w*|измени\w*|удали\w*|создай\w*|настрой\w*|давай)\b)",
    re.IGNORECASE,
    wide=r"[请請]?(?:[把将將帮幫]|添加|增加|修[改复復]|[删刪]除|[创創]建|[优優]化|[实實][现現])",
)
"""The beginning of a request that orders something."""
_COMMANDS: Final = Pattern(
    r"(?:(?:ok(?:ay)?|so|and|now|also|then|next|please|pls|just|first)[\s,]+)*"
    r"(?P<verb>[a-z]{3,14}(?<!ing)(?<!ed)(?<!ly)(?<![^s]s)) (?:the|an?|its|his|her|their|our|my|your|all|any|each|every"
    r"|it|them|this|that|these|those|up|out) ",
    re.IGNORECASE,
)
"""A word that may be a verb and what it is done to, at the beginning of a sentence."""
_NO_VERBS: Final = frozenset(
    (
        *(
            "maybe",
            "perhaps",
            "instead",
            "although",
            "though",
            "because",
            "unless",
            "until",
            "upon",
            "despite",
            "without",
        ),
        *(
            "within",
            "behind",
            "inside",
            "outside",
            "beside",
            "except",
            "given",
            "hope",
            "guess",
            "think",
            "wish",
            "bet",
        ),
        *(
            "yesterday",
            "today",
            "tonight",
            "tomorrow",
            "meanwhile",
            "recently",
            "lately",
            "earlier",
            "later",
            "sometimes",
        ),
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        *("even", "only", "once", "since", "while", "whether", "half", "both", "turn", "thought", "saw", "got", "had"),
    )
)
"""Words before an article that command nothing."""
_LOOKS_INTO: Final = Pattern(
    r"(?:(?:ok(?:ay)?|so|and|can you|could you|please|pls|just)[\s,]+)*(?:find out|figure out|investigate|look into"
    r"|debug|track down|see why|check why|tell me why|finde? (?:bitte )?heraus|trouve pourquoi|averigua|descubre)\b",
    re.IGNORECASE,
)
_TURNS: Final = Pattern(
    r"(?:(?:ok(?:ay)?|great|good|perfect|nice|thanks|thank you|cool|super|gut|danke|prima|parfait|merci|perfecto|vale"
    r"|genial|and|so|now|then|also|um|uh)[\s,.!]+)*(?:(?:the )?next (?:thing|task|up|one|point)\b"
    r"|another (?:thing|task)\b"
    r"|something else|one more thing|on to\b|(?:let['’]?s )?(?:move|go|switch) on to\b|als nächstes"
    r"|nächste (?:sache|aufgabe)"
    r"|was anderes|(?:passons|on passe) à\b|ensuite|autre chose|lo siguiente|otra cosa|ahora toca|pasemos a\b)",
    re.IGNORECASE,
    wide=r"接下来|下一个|另外|次は|次に|다음은|다음으로",
)
"""How a prompt begins that turns to something else."""
_ORDER_TERMS: Final = 2
"""Fewest terms of an order that names the work by itself."""
_END: Final = 3
"""Exchanges at the end of a session that show its work."""
_READ: Final = 1_500
"""Characters that are read of each prompt and answer."""
_LEAST_WORTH: Final = 0.5
"""Least worth of a term that names the subject of a sentence."""
_FEWEST: Final = 2
"""Fewest terms that both share."""
_MUCH: Final = 12.0
"""Worth of the terms of a request above which its length no longer lowers the score."""


def list_end_texts(session: Session) -> list[list[str]]:
    """The beginnings of the prompt and the answer in each of the last exchanges of a session."""
    return [[text[:_READ] for text in one.texts] for one in split_exchanges(session)[-_END:]]


def measure_relation(request: str, end: Mapping[str, float]) -> float:
    """The share of the terms of a request, weighed by worth, that occurs at the end of a session."""
    terms = {term: worth for term, worth in read_terms(request).items() if worth >= _LEAST_WORTH}
    shared = [worth for term, worth in terms.items() if term in end]
    return sum(shared) / min(_MUCH, sum(terms.values())) if len(shared) >= _FEWEST else 0.0


@judged
def is_order(request: str) -> bool:
    """Whether a request orders something by itself."""
    terms = sum(worth >= 1 for worth in read_terms(request).values())
    return terms >= _ORDER_TERMS and (bool(_ORDERS.match(request)) or asks(request))


@judged
def begins_order(sentence: str) -> bool:
    """Whether a sentence begins like an order, however few terms it has: `Create hooks:`."""
    return bool(_ORDERS.match(sentence))


@judged
def commands(sentence: str) -> bool:
    """Whether a sentence commands something, whatever its verb: `Cache its results in a file`."""
    opening = _COMMANDS.match(sentence)
    if opening is None:
        return begins_order(sentence)
    return opening["verb"].lower() not in STOP | _NO_VERBS and not is_small(opening["verb"].lower())


@judged
def looks_into(sentence: str) -> bool:
    """Whether a sentence orders to find out what is behind something that was reported before it."""
    return bool(_LOOKS_INTO.match(sentence))


@judged
def turns(text: str) -> bool:
    """Whether a prompt says that something else comes now."""
    return any(map(_TURNS.match, split_sentences(text)[:2]))
