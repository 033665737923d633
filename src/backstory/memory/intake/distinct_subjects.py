"""Whether two statements are about different things: `for the export job` and `for the import job`.

Both may use nearly the same words and give another figure; one does not revise the other. Two things are different
where each statement names its own in the same place, by a word that the other statement has nowhere.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.base.tokenizer import STOP
from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern
from backstory.recall.text.revisions import read_figures

_REASON: Final = Pattern(
    r"[,;:(–—]? ?\b(?:because|since|so that|otherwise|as (?:it|we|they|the|that)|weil|denn|damit|sonst|parce qu[e']"
    r"|car|puisque|porque|ya que|para que|perché|omdat)\b.*$"
    r"|[,;] (?:it|its|it's|they|that|that's|we|he|she|i|das|die|der|es|sie|wir|ça|c'est|eso|es)\b.*$"
)
"""What a statement gives as its reason, which names things that it is not about."""
_PURPOSE: Final = frozenset(("for", "für", "pour", "para", "per", "voor"))
"""Prepositions that say what something is for, whatever is chosen."""
_PLACES_TEXT: Final = """
in on of during within im bei beim auf am an von vom zum zur de des du dans sur en chez del da do na no em
"""
_PLACES: Final = frozenset(_PLACES_TEXT.split())
"""Prepositions that say where a figure holds. Without a figure what is chosen itself may stand there: `in Markdown`."""
_LINKS: Final = frozenset(
    ("to", "with", "by", "at", "from", "about", "via", "zu", "mit", "à", "avec", "par", "con", "por", "a", "com")
)
"""Other prepositions. What follows may be the choice itself (`to stderr`), but not the kind of it: `to free users`."""
_DETERMINERS_TEXT: Final = """
the a an our my your their its his her this that these those each every all any both der die das den dem des ein
eine einen einem einer unser unsere unseren jede jeder jedes alle le la les l un une notre nos chaque ce cette tous
toutes el los las lo uno una nuestro nuestra cada todos todas o os as um uma il i gli het een
"""
_DETERMINERS: Final = frozenset(_DETERMINERS_TEXT.split())
_GENERAL_TEXT: Final = """
new old other same whole current right correct actual real longer shorter bigger smaller larger higher lower total
overall general following next last previous usual normal single first second second's now good ever always today
everything everybody example instance me us you reason both moment time default hard soft
neue neuen alte alten gleiche ganze nouveau nouvelle ancien même nuevo nueva viejo mismo
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
sundays montags dienstags mittwochs donnerstags freitags lundi mardi mercredi jeudi vendredi
january february march april may june july august september october november december
ms second seconds minute minutes hour hours day days week weeks month months year years sekunde sekunden minuten
stunde stunden tag tage woche wochen seconde secondes heure heures jour jours mois segundo minuto hora día días
user's english german french spanish italian englisch deutsch anglais allemand
"""
_GENERAL: Final = frozenset(_GENERAL_TEXT.split())
"""Words that tell no thing from another, and those that are values themselves."""
_MODALS_TEXT: Final = """
should must shall may might can could will would needs has have had gets get stays stay keep keeps goes go be been
soll sollen muss müssen darf kann doit doivent debe deben
"""
_MODALS: Final = frozenset(_MODALS_TEXT.split())
_TOKEN: Final = late_pattern(r"#|[^\W_][\w./'’+-]*[\w]|[^\W_]|[,;:()–—.!?]")
_MOST_WORDS: Final = 4
"""Words of a name."""
_SHORTEST: Final = 3
_ENDINGS: Final = ("ies", "ing", "es", "s", "en", "n", "e")


class _Names(NamedTuple):
    """What a statement names."""

    stems: frozenset[str]
    """Of all of its words."""
    purposes: tuple[frozenset[str], ...]
    """What something is for."""
    places: tuple[frozenset[str], ...]
    """What a figure is of, and where it holds."""
    heads: dict[str, frozenset[str]]
    """A word behind an article or a preposition -> the words between them, which tell it from others of its kind."""


def has_other_subject(text: str, former: str) -> bool:
    """Whether two statements are about different things, so that one neither repeats nor revises the other."""
    one, other = _read_names(text), _read_names(former)
    if _is_apart(one.purposes, other.purposes, one, other):
        return True
    if not (read_figures(text) and read_figures(former)):
        return False
    if _is_apart(one.places, other.places, one, other):
        return True
    return any(
        _differ(words, other.heads[head], one, other) for head, words in one.heads.items() if head in other.heads
    )


def _is_apart(
    names: tuple[frozenset[str], ...], others: tuple[frozenset[str], ...], one: _Names, other: _Names
) -> bool:
    """Whether none of the names in the same place of two statements is of the same thing."""
    pairs = [_differ(name, another, one, other) for name in names for another in others]
    return bool(pairs) and all(pairs)


def _differ(words: frozenset[str], others: frozenset[str], one: _Names, other: _Names) -> bool:
    """Whether each of two names has a word that the other statement has nowhere."""
    return bool(words - other.stems) and bool(others - one.stems)


@lru_cache(1_024)
def _read_names(text: str) -> _Names:
    tokens = _list_tokens(text)
    stems = frozenset(map(_stem, tokens))
    names: dict[bool, list[frozenset[str]]] = {True: [], False: []}
    heads: dict[str, frozenset[str]] = {}
    for place, token in enumerate(tokens):
        is_preposition = token in _PURPOSE or token in _PLACES
        if not is_preposition and token not in _DETERMINERS and token not in _LINKS:
            continue
        run = _read_run(tokens, place + 1)
        for length in range(1, len(run)):
            heads.setdefault(run[length], frozenset(run[:length]))
        name = run or (_read_run(tokens, place + 2) if tokens[place + 1 : place + 2] and is_preposition else ())
        if is_preposition and name:
            names[token in _PURPOSE].append(frozenset(name))
    return _Names(stems, tuple(names[True]), tuple(names[False]), heads)


def _list_tokens(text: str) -> list[str]:
    """The words of a statement without its reason, with `#` for each figure with its unit."""
    for _, written in sorted(read_figures(text), key=lambda pair: -len(pair[1])):
        text = re.sub(rf"(?<![\w.]){re.escape(written)}(?![\w])", "#", text)
    return [token.rstrip(".'’") or token for token in _TOKEN.findall(_REASON.sub("", text.lower().replace("’", "'")))]


def _read_run(tokens: list[str], start: int) -> tuple[str, ...]:
    """The stems of the words of a name that begins at a place, without those that tell nothing."""
    run: list[str] = []
    for token in tokens[start : start + _MOST_WORDS]:
        if token in _MODALS or token in _PURPOSE or token in _PLACES or token in _DETERMINERS:
            break
        if not token[0].isalpha() or token in STOP:
            break
        if token not in _GENERAL:
            run.append(_stem(token))
    return tuple(run)


def _stem(word: str) -> str:
    """A word without the ending of its plural: `exports`, `export`."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word.removesuffix(ending)
    return word
