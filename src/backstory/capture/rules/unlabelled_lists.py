"""Lists of rules that a person does not call rules: `stuff the coop told us:`, `I have a list, since ...`.

Such a list may as well be one of defects, wishes or things to do. It is one of rules where most of its items bind the
work by their own words.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from backstory.capture.text.announcements import LISTS_RULES
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_BINDS: Final = Pattern(
    r"^(?:(?:and|also|oh|please|still|there (?:is|are)|so)[\s,]+)*(?:no|not|never|nobody"
    r"|nothing (?!(?:is|was|gets|happens|works|shows|changes)\b)|always|only|every|each|keep|leave|avoid|ask|don't"
    r"|dont|do not|at (?:most|least)|max(?:imum)?)\b"
    r"|\b(?:stays?|must(?:n't)?|has to|have to|needs? to|so nothing|only|everywhere|frozen|untouched"
    r"|(?:never|always) (?!\w+s\b)\w|off[- ]limits|leave (?:it|them|that|as)|don't|dont|do not|is allowed|are allowed"
    r"|not allowed|forbidden|remains?|next to|instead of)\b"
    r"|^(?:the |our |les |nos |die |unsere |los |nuestros )?(?:tests?|lint(?:er|ing)?|builds?"
    r"|format(?:ting)?|commits?)\s?:"
    r"|\b(?:nie|niemals|immer|kein(?:e[nmrs]?)?|nur|nicht|muss|müssen|darf|dürfen|bleib(?:t|en)|statt|finger weg"
    r"|jamais|toujours|pas d[eu']|seulement|uniquement|il faut|doi(?:t|vent)|rien sans|(?:ne|n') ?\w+ (?:pas|plus|rien)"
    r"|nunca|jamás|siempre|nada de|sólo|solo|únicamente|hay que|debe[n]?|sin|mai|sempre|niente|devono|deve|solamente"
    r"|nooit|altijd|geen|alleen|moet|nigdy|zawsze|żadnych|tylko|somente|apenas)\b"
)
"""Words of an item that says what is to be done or left."""
_HAPPENS: Final = Pattern(
    r"\b(?:was|were|cannot|can't|crash\w*|fails?|failed|broken|missing|blank|slow|wrong|since (?:monday|tuesday"
    r"|wednesday|thursday|friday|saturday|sunday|yesterday|last|the)|happens|off by|is shown|arrives?|prints?|shows?"
    r"|flickers?|hangs?|freezes|takes too long"
    r"|doesn't|does not|does nothing)\b"
)
"""Words of an item that says what goes wrong."""


_BARE: Final = Pattern(r"\ba (?:\w+ )?list[.:]?$")
"""`I have a list:`, which may be one of anything."""


def brings_rules(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a sentence announces a list of something, and most of the list are rules."""
    plain = sentences[place].plain
    if not LISTS_RULES.search(plain):
        return False
    items = [one.plain for one in _list_items(sentences, place)]
    bound = [one for one in items if binds(one)]
    return len(bound) == len(items) > 0 if _BARE.search(plain) else 2 * len(bound) > len(items)


def binds(plain: str) -> bool:
    """Whether an item says what is to be done or left, and not what happens."""
    return bool(_BINDS.search(plain)) and not _HAPPENS.search(plain)


def _list_items(sentences: Sequence[Sentence], place: int) -> Iterator[Sentence]:
    """The sentences behind an announcement: of its paragraph, or of the lines below it."""
    paragraph = sentences[place].paragraph
    within = sentences[place + 1 : place + 2]
    is_within = bool(within) and within[0].paragraph == paragraph
    for one in sentences[place + 1 :]:
        if one.paragraph != paragraph and (is_within or one.paragraph != paragraph + 1):
            return
        paragraph = one.paragraph
        yield one
