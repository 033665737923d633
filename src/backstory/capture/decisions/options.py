"""What a person picks from a list of options that the agent has offered, as a decision."""

import re
from collections.abc import Mapping
from typing import Final

from backstory.base.unspaced import is_unspaced
from backstory.capture.rules.errands import goes_on, is_errand
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line
from backstory.patterns.option_lists import match_later_pick, match_pick

_TELLING: Final = 4
"""Words from which a question says what it is about."""
_SHORT: Final = 60
"""Characters of an option below which the question stands before it."""
_BRIEF: Final = 2
"""Words of two options up to which the one that was not chosen stands beside the other."""
_ANOTHER: Final = Pattern(r"(?:^|(?<!\bfrom)(?<!\bof)(?<!\bin)(?<!\blike)\s)[2-9][.)]\s")
_OFFERS: Final = Pattern(
    r"^(?:so|now|then|ok(?:ay)?)?[\s,]*(?:"
    r"(?:(?:shall|should|may|can) i|(?:do you )?want me to|would you like me to|soll ich|je|lo|la)"
    r" (?:go (?:ahead|on|for it)|proceed|start|begin|continue|(?:\w+ )?(?:it|this|that|them|one of (?:them|these)"
    r"|das|es"
    r"|damit|hago|escribo|implemento))(?: \w+){0,3}"
    r"|which (?:one|option|way|variant|approach|of (?:them|these|those|the (?:two|three|four|options)))\b[^?]{0,40}"
    r"|what do you (?:think|prefer|want|say)[^?]{0,20}|what (?:would|do) you (?:rather|prefer)[^?]{0,20}"
    r"|(?:or )?(?:is there|do you (?:have|see|know))(?: (?:an?|any|some))?[^?]{0,20}\b(?:option|other|another|else"
    r"|alternative|better"
    r"|different)\b[^?]{0,60}|(?:or )?(?:something|anything) else[^?]{0,30}"
    r"|do you have a preference|your (?:call|choice|pick)|any preference"
    r"|welche (?:variante|option|lösung|davon|der (?:beiden|drei))\b[^?]{0,40}|was (?:meinst|denkst"
    r"|bevorzugst) du[^?]{0,20}"
    r"|laquelle[^?]{0,40}|qu'en (?:penses|dis)-tu|cuál (?:prefieres|quieres|de (?:las|los) \w+)[^?]{0,30}|qué (?:opinas"
    r"|prefieres)[^?]{0,20})\s*\?+$"
)
"""A question that only offers to go on, or asks which one: it says nothing of what is chosen."""
MAX_PROMPT: Final = 400
"""Characters of a prompt that may be a pick."""


def find_pick(prompt: str, options: Mapping[str, str], question: str = "") -> Candidate | None:
    """The decision of a prompt that begins with the mark of an option; None for any other.

    `question` is what the agent asked with them: a short option says little without it.
    """
    if not options:
        return None
    line = " ".join(prompt.split())
    if len(prompt) > MAX_PROMPT:  # `1 it is. three things have to hold. ...`: only its head is a pick
        head = None if _ANOTHER.search(line) else _HEAD.match(prompt)
        line = head[0].strip() if head else ""
    pick = match_pick(line, options) or match_later_pick(line, options)
    if pick is None:
        return None
    text = strip_end(options[pick.mark])
    others = [other_text for other, other_text in options.items() if other != pick.mark]
    rest = line[pick.end :].strip(" .,;:–—-")
    if pick.written.isdigit() and _ANOTHER.search(rest):  # answers to several questions, none of which are known
        return None
    if goes_on(text.lower()):
        return None
    if len(text) < _SHORT and len(question.split()) >= _TELLING and not _OFFERS.match(question.lower()):
        text = f"{question} {text}"
    elif len(others) == 1 and not is_unspaced(text) and max(len(one.split()) for one in (text, *others)) <= _BRIEF:
        text = f"{text} over {others[0].rstrip(' .;,')}"
    if _ASKS_OF_IT.match(line[pick.end :].lower()) or _PUTS_OFF.match(rest.lower()):
        return None
    text, rest = amend_option(text, "" if rest.endswith("?") else rest, options)
    quote = line
    if other := _OTHER_THINGS.search(rest):
        quote = line[: line.rindex(rest[other.start() :].strip())].rstrip()
        rest = rest[: other.start()].rstrip()
    return Candidate(
        kind="decision",
        text=text,
        why=rest,
        parts={"alternatives": [one_line(other, 120) for other in others]},
        tags=("accepted",),
        quote=quote,
        role="user",
        confidence=0.86,
    )


_HEAD: Final = late_pattern(r"[^\s.!?]+ [^.!?\n]{1,80}(?=[.!\n])")
"""The first sentence of a long prompt. A number alone begins a list."""
_ASKS_OF_IT: Final = Pattern(
    r"\s*(?::|[,–—-]\s*(?=(?:is|are|does|do|did|what|how|why|would|will|can|could|where|when|who|isn't|doesn't)\b))"
    r"[^.!?]*\?"
)
"""A question about an option, before one is chosen: `b: worst case late?`"""
_PUTS_OFF: Final = Pattern(
    r"(?:but|though|only|aber|mais|pero) (?:first|before that|if|once|after|zuerst|erst|d'abord|primero)\b"
)
"""What has to be known before an option is taken."""
_OTHER_THINGS: Final = Pattern(
    r"(?:^|(?<=[.!?;]) )(?:(?:and|but|so|oh|also|then|please|und|et|y)[\s,]+)*"
    r"(?:(?:there (?:are|is) )?(?:one|two|three|four|some|a few|a couple of|another) (?:more |other |last )?"
    r"(?:things?|rules?|points?|notes?|remarks?|requests?)\b|btw\b|by the way\b|apart from that\b|other than that\b"
    r"|never\b|always\b|don['’]?t\b|do not\b|from now on\b|while you|while we|before (?:you|we)\b"
    r"|(?:ein paar|zwei|drei|noch eine?) (?:sachen?|dinge?|punkte?|regeln?)\b|übrigens\b|nie\b|immer\b|ab jetzt\b"
    r"|(?:deux|trois|quelques|une autre) choses?\b|au fait\b|jamais\b|(?:dos|tres|algunas?|otra) cosas?\b"
    r"|por cierto\b)",
    re.IGNORECASE,
)
"""How a person goes on to something else than the reason: `Two things to know: ...`, `And never ...`."""
_AMENDS: Final = Pattern(
    r"^(?:(?:plus|and)(?= [^.;]*\b(?:stays?|remains?|gets?|goes|becomes?|not?|only|without|also|too"
    r"|as well)\b)|plus\b(?! one)"
    r"|but|without|minus|except|only|though|aber|ohne|nur|außer|mais|sans|sauf|seulement|pero|sin|solo|sólo|mas"
    r"|sem|só|ma"
    r"|senza)\b(?! (?:why|let|first|please|before|because|if|when|never|always|immer|nie|jamais|toujours|nunca"
    r"|siempre))"
)
"""How a person goes on who takes an option with a change: `3c, but u64`, `ii, without the sleep`."""
_END: Final = late_pattern(r"[.;!](?=\s|$)|\n")
_MAX_CHANGE: Final = 120


_DEFINES: Final = Pattern(r"^[^.=?]*\d[^.=?]* = [^.=?]+$|^[^.=?]+ = [^.=?]*\d[^.=?]*$")
"""A value that the person gives to the option: `100 misses in a row = closed`."""
_FROM: Final = Pattern(r"\b(?:from|of|as in|like in) \(?(?P<mark>[a-h]|[1-9])\)?(?=[\s.,;]|$)(?! \w+s\b)")
"""What an option takes over of another one: `the name from 4`."""


def amend_option(text: str, rest: str, options: Mapping[str, str] | None = None) -> tuple[str, str]:
    """An option with the changes that a person makes to it, and what else they say: the reason.

    `options`: those from which a change may take something over.
    """
    rest = rest.strip(" ,;:–—-")
    changes: list[str] = []
    reasons: list[str] = []
    while rest:
        end = _END.search(rest)
        change, rest = (rest[: end.start()], rest[end.end() :].strip()) if end else (rest, "")
        plain = change.lower().strip()
        defines = _DEFINES.match(plain) is not None
        if len(change) > _MAX_CHANGE or not (defines or (_AMENDS.match(plain) and not reasons)):
            if not is_errand(plain):
                reasons.append(f"{change}{end[0].strip() if end else ''}")
        else:
            changes.append(_name_sources(change.strip(), options or {}))
    return "; ".join([f"{text} — {changes[0]}", *changes[1:]]) if changes else text, " ".join(reasons)


def _name_sources(change: str, options: Mapping[str, str]) -> str:
    """A change with the text of the options that it takes something over from."""
    source = _FROM.search(change.lower())
    text = options.get(source["mark"], "") if source else ""
    return f"{change} ({one_line(text, _MAX_SOURCE)})" if text else change


_MAX_SOURCE: Final = 60
"""Characters of an option from which a change takes something over."""
