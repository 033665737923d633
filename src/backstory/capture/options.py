"""What a person picks from a list of options that the agent has offered: `b`, `2.`, `the second one`."""

import re
from collections.abc import Mapping
from typing import Final

from backstory.capture.candidate import Candidate
from backstory.capture.patterns import Pattern
from backstory.model.text import one_line

_ITEM: Final = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:#{1,6}[ \t]+)?(?:\*\*)?(?:(?P<word>option|variant|variante|opción|way|plan|ansatz"
    r"|weg) )?"
    r"\(?(?P<mark>[a-h]|\d)(?:[.):]|(?(word)[ ]+[–—-]))(?:\*\*)?[ \t]+(?P<text>\S.*)$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that is one of several options."""
_WITHIN: Final = re.compile(
    r"(?:^|[\s(;,])\(?(?P<mark>[a-h]|\d)\)[ \t]+(?P<text>[^;\n]+?)"
    r"(?=[;,]?\s+(?:(?:or|and|oder) )?\(?(?:[a-h]|\d)\)\s|[;.?]|$)"
)
"""Options within a sentence: `a) in the store, b) in the client`."""
_FIRST: Final = ("first", "erste", "ersten", "erster", "première", "premier", "primera", "primero")
_SECOND: Final = ("second", "zweite", "zweiten", "zweiter", "deuxième", "seconde", "segunda", "segundo")
_THIRD: Final = ("third", "dritte", "dritten", "dritter", "troisième", "tercera", "tercero")
_LAST: Final = ("last", "letzte", "letzten", "dernière", "dernier", "última", "último")
_ORDINALS: Final = {
    word: place for place, words in ((0, _FIRST), (1, _SECOND), (2, _THIRD), (-1, _LAST)) for word in words
}
_ORDINAL: Final = "|".join(_ORDINALS)
_PICK: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|yes|ja|oui|sí|si|hm+|then|so|please|bitte|i(?:'d| would)? (?:go|went) (?:with|for)"
    r"|i (?:take|pick|choose|want|prefer)|(?:ich|wir) (?:nehmen?|wollen|will|möchten?)|(?:nehmen|machen) wir"
    r"|let's (?:go with|take|do|use)|go with|go for|take|do|use|rather|nimm|mach|dann|lieber|(?:je |on )?prends?"
    r"|prenons|plutôt"
    r"|(?:la |el )?(?:toma|tomemos|usa|usemos|mejor|prefiero|vamos con))[\s,:]+)*"
    r"(?:(?:the|die|den|der|das|la|le|el|lo|l')[ ]?)?(?:(?:option|variante?|opción|number|nummer|numéro|número|nr\.?"
    r"|no\.?|way|weg"
    r"|plan|ansatz|choice) )?"
    rf"\(?(?P<mark>[a-h]|\d|{_ORDINAL})\b\)?"
    r"(?: (?:one|option|way|variante?|opción|please|then|bitte|dann|por favor|s'il te plaît))*"
    r"(?=\s*(?:$|[.,;:!)–—-]|(?:because|since|as|weil|da|denn|parce que|car|porque|ya que|pues)\b))"
)
_MAX_TEXT: Final = 240
_TELLING: Final = 4
"""Words from which a question says what it is about."""
_SHORT: Final = 60
"""Characters of an option below which the question stands before it."""
_BRIEF: Final = 2
"""Words of two options up to which the one that was not chosen stands beside the other."""
_ANOTHER: Final = Pattern(r"(?:^|\s)[2-9][.)]\s")
MAX_PROMPT: Final = 400
"""Characters of a prompt that may be a pick."""


_OFFERS: Final = (
    "option",
    "variant",
    "opción",
    "recommend",
    "suggest",
    "prefer",
    "empfehle",
    "recomiendo",
    "recommande",
)
"""Words of an answer that offers something without asking."""


def find_options(answer: str) -> dict[str, str]:
    """The options that an answer offers last: mark in lower case -> text.

    Empty for an answer that asks nothing, and for one whose marks do not run from the first on.
    """
    if "?" not in answer and not any(word in answer.lower() for word in _OFFERS):
        return {}
    for pattern in (_ITEM, _WITHIN):
        options = _read_last_run(pattern, answer)
        if len(options) > 1:
            return options
    return {}


def _read_last_run(pattern: re.Pattern[str], answer: str) -> dict[str, str]:
    """The last marks that follow one another from `a` or `1`."""
    run: dict[str, str] = {}
    for match in pattern.finditer(answer):
        mark = match["mark"].lower()
        if mark in ("a", "1"):
            run = {}
        elif not run or ord(mark) != ord(list(run)[-1]) + 1:
            continue
        run[mark] = one_line(match["text"].replace("**", "").strip(" ;,"), _MAX_TEXT)
    return run


def find_pick(prompt: str, options: Mapping[str, str], question: str = "") -> Candidate | None:
    """The decision of a prompt that begins with the mark of an option; None for any other.

    `question` is what the agent asked with them: a short option says little without it.
    """
    if not options or len(prompt) > MAX_PROMPT:
        return None
    line = " ".join(prompt.split())
    match = _PICK.match(line.lower())
    if not match:
        return None
    mark = match["mark"]
    if mark in _ORDINALS:
        mark = list(options)[_ORDINALS[mark]] if len(options) > max(0, _ORDINALS[mark]) else ""
    if mark not in options:
        return None
    text = options[mark].rstrip(" .;,")
    others = [other_text for other, other_text in options.items() if other != mark]
    rest = line[match.end() :].strip(" .,;:–—-")
    if match["mark"].isdigit() and _ANOTHER.search(rest):  # answers to several questions, none of which are known
        return None
    if len(text) < _SHORT and len(question.split()) >= _TELLING:
        text = f"{question} {text}"
    elif len(others) == 1 and max(len(one.split()) for one in (text, *others)) <= _BRIEF:
        text = f"{text} over {others[0].rstrip(' .;,')}"
    return Candidate(
        kind="decision",
        text=text,
        why=rest,
        parts={"alternatives": [one_line(other, 120) for other in others]},
        tags=("accepted",),
        quote=line,
        role="user",
        confidence=0.86,
    )
