"""Shortens a text by clauses, where whole sentences are too long: those that say most stay, as they were written."""

import re
from collections.abc import Callable, Container, Sequence
from itertools import chain
from typing import Final

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.patterns.pattern import Pattern
from backstory.recall.content import Item
from backstory.recall.coverage import merge_terms
from backstory.recall.substance import measure_signs, split_sentences

_CLAUSE: Final = Pattern(
    r"(?<=[,;:—])(?<!\d,)\s+|\s+(?=(?:because|so that|while|weil|damit|parce que)\b)"
    r"|(?<=[\w)`]{2} )(?=(?:and|but|und|aber|et) [^,;:]{24})"
)
"""Where a clause ends."""
_COMMAND: Final = Pattern(r"`[^`]+ [^`]+`|(?<!\w)--?\w+[ =]|\w/\w+\.\w+")
_ORDERS: Final = Pattern(
    r"\b(?:no|not|never|only|always|must|stays?|keep|leave|hands off|don'?t|nothing|every|each|instead|use|run|myself"
    r"|nicht|nie|niemals|kein\w*|nur|immer|muss|ausschlie\w+|jamais|toujours|pas|doit|nunca|siempre|solo)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
"""Words with which the clause of a rule orders something."""
_NAMES: Final = Pattern(r"`[^`]+`|['’]s\b|=")
"""What else the clause of a rule may be about: code, whose something is, a value."""
_LEADS: Final = Pattern(
    r"(?:[\s,;:(—-]+(?:and|but|or|so|then|therefore|thus|hence|because|since|while|which|i\.e\.|e\.g\.|und|aber|oder|also"
    r"|denn|weil|et|mais|ou|donc|y|pero|o))*[\s,;:(—-]*$",
    re.IGNORECASE,
)
"""What leads to the next clause at the end of one."""
_WORDS: Final = 3
"""Words below which a clause stands with the one before it."""


def shorten_to_clauses(
    text: str, tokens: int, favour: Callable[[int, str], float] = lambda place, clause: 0.0, *, leads: bool = True
) -> str:
    """A text in at most about `tokens` tokens: the clauses that say most, with an ellipsis for each gap.

    `favour` adds to the weight of a clause, given its place. `leads`: the first clause stays, which says what the
    others are about.
    """
    if estimate_tokens(text) <= tokens:
        return text
    clauses = list(chain.from_iterable(map(_split_clauses, split_sentences(text))))
    if not clauses:
        return text
    costs = [estimate_tokens(clause) + 1 for clause in clauses]
    weights = [
        sum(merge_terms([clause]).values()) + 0.5 * measure_signs(clause) + favour(place, clause)
        for place, clause in enumerate(clauses)
    ]
    chosen = {0} if leads else set()
    left = tokens - sum(costs[number] for number in chosen)
    for number in sorted(range(len(clauses)), key=lambda number: -weights[number] / costs[number] ** 0.5):
        if number not in chosen and ((costs[number] <= left and weights[number] > 0) or not chosen):
            chosen.add(number)
            left -= costs[number]
    return _join_clauses(clauses, chosen)


def _join_clauses(clauses: Sequence[str], chosen: Container[int]) -> str:
    """The chosen clauses in their order, with an ellipsis for each gap. A word that only leads to a clause that was
    left out goes with it."""
    out: list[str] = []
    for number, clause in enumerate(clauses):
        if number in chosen:
            out.append(clause)
        elif out and out[-1] != "…":
            out[-1] = _LEADS.sub("", out[-1])
            out.append("…")
    return " ".join(filter(None, out))


def _split_clauses(sentence: str) -> list[str]:
    """The clauses of a sentence, a short one together with the one before it."""
    clauses: list[str] = []
    for part in map(str.strip, _CLAUSE.split(sentence)):
        if clauses and (len(part.split()) < _WORDS or len(clauses[-1].split()) < _WORDS):
            clauses[-1] = f"{clauses[-1]} {part}"
        else:
            clauses.append(part)
    return clauses


def shorten_rule(item: Item, tokens: int) -> Item:
    """A rule by its clauses that order something, in about `tokens` tokens, without what introduces and explains it.
    Several rules in one sentence have the room of several."""
    room = tokens * (1 + item.title.count("; "))
    title = shorten_to_clauses(item.title, room, _weigh_order, leads=False)
    return item if title == item.title else msgspec.structs.replace(item, title=title)


def _weigh_order(place: int, clause: str) -> float:
    """What the clause of a rule counts beside its terms; one with a command is never left out for another."""
    order = 3.0 if _ORDERS.search(clause) else 2.0 * bool(_NAMES.search(clause))
    return order + 6.0 * bool(_COMMAND.search(clause))
