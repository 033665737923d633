"""Tells whether an order names steps only by their numbers: `do 1 now`, `2 and 3 please`."""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

_BY_NUMBER: Final = Pattern(
    r"(?:(?:ok(?:ay)?|yes|now|please|and|then|so|next|first|let['’]?s|do|take|start|begin|go|continue|carry on|work on"
    r"|finish|fix|with|on|number|no\.?|nr\.?|item|step|point|mach|nimm|punkt|schritt|fais|haz|paso)[\s,:.]+)*"
    r"#?(?P<numbers>\d{1,2}(?:(?:\s*[,+&/]\s*|\s+(?:and|und|et|y|then)\s+)#?\d{1,2})*)"
    r"(?:[\s,.!]+(?:now|first|next|please|then|bitte|jetzt|zuerst|ahora|maintenant))*[\s.!]*",
    re.IGNORECASE,
)
"""An order that names steps by their numbers."""
_LEFT_BY_NUMBER: Final = Pattern(
    r"(?:(?:ok(?:ay)?|and|but|also|please|then|so)[\s,]+)*(?:leave(?: out)?|skip|drop|forget(?: about)?|scrap|ignore"
    r"|lass\w*|vergiss|laisse\w*|oublie\w*|deja|olvida)\s+(?:(?:number|no\.?|nr\.?|item|step|point|punkt|schritt)\s+)?"
    r"#?(?P<numbers>\d{1,2}(?:\s*(?:[,+&/]|and|und|et|y)\s*#?\d{1,2})*)"
    r"(?:\s+(?:(?:to|bei|à|a)\s+(?:the\s+)?[\w-]+(?:\s[\w-]+)?|out|alone|weg|de côté))?[\s.!]*",
    re.IGNORECASE,
)
"""How somebody gives up steps by their numbers, or leaves them to somebody else."""
_CLAUSE: Final = late_pattern(r"\s*[,;](?!\s*#?\d)\s*")
_NUMBER: Final = late_pattern(r"\d+")


def list_ordered_numbers(sentence: str) -> list[int]:
    """The numbers of the steps that a sentence orders; none if it says anything else."""
    order = _BY_NUMBER.fullmatch(sentence)
    return [int(number) for number in _NUMBER.findall(order["numbers"])] if order else []


def list_settled_numbers(sentence: str) -> list[int]:
    """The numbers of the steps that a sentence orders, gives up or leaves to somebody, clause by clause: `do 1, leave 2
    to Jun`; none if it says anything else."""
    numbers: list[int] = []
    for clause in _CLAUSE.split(sentence):
        match = _BY_NUMBER.fullmatch(clause) or _LEFT_BY_NUMBER.fullmatch(clause)
        if match is None:
            return []
        numbers += [int(number) for number in _NUMBER.findall(match["numbers"])]
    return numbers


@judged
def orders_by_number(sentence: str) -> bool:
    """Whether a sentence orders steps by their numbers and says nothing else."""
    return bool(list_ordered_numbers(sentence))
