"""What is left of a rule of several parts, one of which a person lifts.

`never touch dist/, and don't run the full test suite` after `you may run the full test suite again`.
"""

import re
from collections.abc import Callable
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern
from backstory.patterns.lifting_match import forbids

_JOINT: Final = late_pattern(
    r"(?P<break>;\s+|\.\s+|,\s+|\s[-–—]+\s)?(?:(?<=\s)|\s)?"
    r"(?P<and>(?:\b(?:and|but|also|plus|und|aber|et|mais|y|pero|e|mas|ma|en|maar)\b[\s,]+)*)",
    re.IGNORECASE,
)
_POLITE: Final = r"(?:(?:and|but|also|please|then|ever|just|bitte|auch|s'il te plaît|aussi|por favor|também)[\s,]+)*"
_OWN: Final = Pattern(
    rf"^{_POLITE}(?:don'?t|do not|never|no(?= \w)|not|always|avoid|stop|hands off|stay|keep|leave|use|only|ask|without"
    r"|niemals|nie|kein\w*|nicht|immer|lass\w*|finger weg|nutze?|ne \w+|n'\w+|pas de|jamais|toujours|nunca|jamás"
    r"|siempre|sin|nada de|não|sempre|mai|non|nooit|altijd|geen)\b"
)
"""How a part begins that is a rule of its own."""
_POINTS: Final = Pattern(
    r"\b(?:it|them|those|these|this|that|there|either|the same|es|sie|ihn|das|diese[nrs]?|dort|le|les|ça|cela|lo"
    r"|los|eso)\b(?! \w+ing\b)"
)
"""A word for what another part names."""
_ENDS_BAN: Final = Pattern(r"\b(?:nicht|nie(?:mals)?)(?: \w+)?$")
"""How a German clause ends that forbids something."""
_REASON: Final = Pattern(r"\b(?:because|since|otherwise|weil|denn|sonst|damit|parce qu[e']|car|sinon|porque)\b")
_WORDS: Final = 3
"""Fewest words of a part that makes sense alone."""


def find_rest(rule: str, is_lifted: Callable[[str], bool]) -> str:
    """The parts of a rule that are not lifted, if each makes sense alone; empty if none is left.

    A part that only points at what another one names (`and don't commit it`) goes with that.
    """
    parts = split_rule(rule)
    lifted = [is_lifted(part) for part in parts]
    if len(parts) < 2 or not any(lifted) or all(lifted):
        return ""
    kept: list[str] = []
    for place, part in enumerate(parts):
        points = place > 0 and lifted[place - 1] and _POINTS.search(part.lower().split(",")[0])
        if points:
            lifted[place] = True
        if not lifted[place]:
            kept.append(part)
    return "; ".join(kept)


def split_rule(rule: str) -> list[str]:
    """The parts of a rule that are rules of their own, in its own words."""
    starts = [0]
    for match in _JOINT.finditer(rule):
        if not (match["and"] or match["break"]) or match.start() == 0:
            continue
        if not match["break"] and _REASON.search(rule[starts[-1] : match.start()].lower()):
            continue
        rest = rule[match.end() :]
        clause = re.split(r"[;,.](?:\s|$)", rest.lower(), maxsplit=1)[0]
        is_own = _OWN.match(rest.lower()) is not None or _ENDS_BAN.search(clause) is not None
        is_apart = bool(match["break"]) and bool(match["and"] or match["break"].strip() in (";", "."))
        if len(clause.split()) >= _WORDS and (is_own or (is_apart and forbids(clause))):
            starts.append(match.start())
    ends = [*starts[1:], len(rule)]
    return [_trim(rule[start:end], is_first=not start) for start, end in zip(starts, ends, strict=True)]


def _trim(part: str, *, is_first: bool) -> str:
    if not is_first:
        match = _JOINT.match(part)
        part = part[match.end() :] if match else part
        part = re.sub(rf"^{_POLITE}", "", part, flags=re.IGNORECASE)
    return strip_end(part.strip(" ,;"))
