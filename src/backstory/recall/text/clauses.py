"""Shortens a text by clauses, where whole sentences are too long: those that say most stay, as they were written."""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from math import inf, sqrt
from typing import Final, NamedTuple

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.base.unspaced import count_words
from backstory.patterns.pattern import Pattern
from backstory.recall.text.content import Item
from backstory.recall.text.coverage import merge_terms
from backstory.recall.text.substance import measure_signs, split_sentences

_CLAUSE: Final = Pattern(
    r"(?<=[,;:—])(?<!\d,)\s+|\s+(?=(?:because|so that|while|weil|damit|parce que)\b)"
    r"|(?<=[\w)`]{2} )(?=(?:and|but|und|aber|et) (?!\d)[^,;:]{24})"
    r"|(?<=[，；：])(?=\S{4})|(?<=[^\x00-\x7f]{6}、)(?=[^\x00-\x7f]{6})"
)
"""Where a clause ends."""
_COMMAND: Final = Pattern(r"`[^`]+ [^`]+`|(?<!\w)--?\w+[ =]|\w/\w+\.\w+")
_ORDERS: Final = Pattern(
    r"\b(?:no|not|never|only|always|must|stays?|keep|leave|hands off|don'?t|nothing|every|each|instead|use|run|myself"
    r"|from (?:now|here) on"
    r"|nicht|nie|niemals|kein\w*|nur|immer|muss|ausschlie\w+|jamais|toujours|pas|doit|nunca|siempre|solo)\b"
    r"|n['’]t\b|[不别只仅]|必[须須]|禁止|[总總]是|一律|必ず|ない|だけ|のみ|항상|반드시|절대|금지|마",
    re.IGNORECASE,
)
"""Words with which the clause of a rule orders something."""
_NAMES: Final = Pattern(r"`[^`]+`|['’]s\b|=")
"""What else the clause of a rule may be about: code, whose something is, a value."""
_LEADS: Final = Pattern(
    r"(?:[\s,;:(—-]+(?:and|but|or|so|then|therefore|thus|hence|because|since|while|which|i\.e\.|e\.g\.|und|aber|oder"
    r"|also"
    r"|denn|weil|et|mais|ou|donc|y|pero|o))*[\s,;:(—-]*$",
    re.IGNORECASE,
)
"""What leads to the next clause at the end of one."""
_WORDS: Final = 3
"""Words below which a clause stands with the one before it."""
_ITEM_WORDS: Final = 4
"""Words of an item of a list that stands with the others."""
_ITEMS: Final = Pattern(r"[,;:—]\s+")
_CLOSES_LIST: Final = Pattern(r"\b(?:and|or|und|oder|et|ou|y|o)\b", re.IGNORECASE)
_HOLDS: Final = Pattern(r"[`(\"“„«]")
_WHOLE: Final = Pattern(r"`[^`]*`|\([^()]*\)|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»")
"""What stands in brackets or quotation marks."""
_DEPENDS: Final = Pattern(
    r"(?:(?:and|but|or|und|aber|et|y) )?(?:because|since|so that|to|for (?:instance|example)|weil|damit"
    r"|parce que|porque|which|who|whose|where|whatever|whenever|even (?:if|though)|than|as|like|was|die|der"
    r"|que|qui|dont|cuyo)\b",
    re.IGNORECASE,
)
"""How a clause begins that says little without the one before it."""
_TORN: Final = 0.3
"""What a clause loses that is torn out of a sentence."""
_DEPENDENT: Final = 2.0
"""The same for one that says little by itself."""
_JOINS: Final = 1.0
"""What a clause gains that goes on with a chosen one."""


class _Clause(NamedTuple):
    """A part of a sentence that may stand alone."""

    text: str
    cost: int
    """Tokens."""
    weight: float
    opens: bool
    """Whether a sentence begins with it."""


def depends(clause: str) -> bool:
    """Whether a clause says little without the one before it."""
    return bool(_DEPENDS.match(clause))


def shorten_to_clauses(
    text: str, tokens: int, favour: Callable[[int, str], float] = lambda place, clause: 0.0, *, leads: bool = True
) -> str:
    """A text in at most about `tokens` tokens: the clauses that say most, with an ellipsis for each gap.

    `favour` adds to the weight of a clause, given its place. `leads`: the first clause stays, which says what the
    others are about.
    """
    if estimate_tokens(text) <= tokens:
        return text
    clauses = list(_weigh_clauses(text, favour))
    if not clauses:
        return text
    chosen = {0} if leads else set()
    left = tokens - sum(clauses[number].cost for number in chosen)
    while (number := _find_next(clauses, left, chosen)) is not None:
        chosen.add(number)
        left -= clauses[number].cost
    return _join_clauses([clause.text for clause in clauses], chosen)


def _weigh_clauses(text: str, favour: Callable[[int, str], float]) -> Iterator[_Clause]:
    """Yields the clauses of a text with what each says."""
    place = 0
    for sentence in split_sentences(text):
        parts = _split_clauses(sentence)
        for number, part in enumerate(parts):
            weight = sum(merge_terms([part]).values()) + 0.5 * measure_signs(part) + favour(place, part)
            yield _Clause(part, estimate_tokens(part) + 1, weight, number == 0)
            place += 1


def _find_next(clauses: Sequence[_Clause], room: int, chosen: Container[int]) -> int | None:
    """The clause that says most for its length and has room, or any if none is chosen. One that goes on with a chosen
    one reads better than one torn out of a sentence."""
    best, most = None, 0.0 if chosen else -inf
    for number, clause in enumerate(clauses):
        if number in chosen or (chosen and clause.cost > room):
            continue
        value = clause.weight
        if number - 1 in chosen:
            value += _JOINS
        elif not clause.opens:
            value -= _DEPENDENT if _DEPENDS.match(clause.text) else _TORN
        value = value / sqrt(clause.cost) if value > 0 else value
        if value > most and (clause.cost <= room or not chosen):
            best, most = number, value
    return best


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
    """The clauses of a sentence, a short one together with the one before it, and the items of a list together. What
    stands in brackets or quotation marks stays whole."""
    whole = [match.span() for match in _WHOLE.finditer(sentence)] if _HOLDS.search(sentence) else []
    clauses: list[str] = []
    start = 0
    for end, after in [*(match.span() for match in _CLAUSE.finditer(sentence)), (len(sentence), len(sentence))]:
        if any(left < end < right for left, right in whole):
            continue
        part = sentence[start:end].strip()
        start = after
        if clauses and (count_words(part) < _WORDS or count_words(clauses[-1]) < _WORDS or _lists(clauses[-1], part)):
            clauses[-1] = f"{clauses[-1]} {part}"
        elif part:
            clauses.append(part)
    return clauses


def _lists(clause: str, part: str) -> bool:
    """Whether a part closes the list of short items with which a clause ends: `GET, HEAD and QUERY`."""
    item = _ITEMS.split(clause.rstrip(", "))[-1]
    is_short = len(part.split()) <= _ITEM_WORDS and len(item.split()) <= _ITEM_WORDS
    return is_short and clause.endswith(",") and bool(_CLOSES_LIST.search(part))


def shorten_rule(item: Item, tokens: int) -> Item:
    """A rule by its clauses that order something, in about `tokens` tokens, without what introduces and explains it.
    Several rules in one sentence have the room of several. What names the pronoun of a rule stays before it."""
    room = tokens * (1 + item.title.count("; ") + item.title.count(". "))
    named = _NAMED.match(item.title)
    name = named[0] if named else ""
    title = name + shorten_to_clauses(item.title[len(name) :], room, _weigh_order, leads=False)
    return item if title == item.title else msgspec.structs.replace(item, title=title)


_NAMED: Final = Pattern(
    r"[^:;.!?]{3,160}: (?=(?:[\w'’`/.-]+ ){0,5}?(?:it|its|them|their|they|those|these|that|this)\b)", re.IGNORECASE
)
"""What a rule is about that only points at it: `the release notes: Ilse writes those`."""


_GOES_ON: Final = Pattern(r"(?:and|or|und|oder|et|ou|y|o) (?!\w+ (?:is|are|goes|go|has|have)\b)", re.IGNORECASE)
"""How a clause begins that goes on with a list: `and docs/browser.md in the same commit`."""
_HABIT: Final = Pattern(
    r"(?:because |since |as )?(?:i|we|you|people|everybody|one) (?:always|never|keep|only|usually) (?:forget\w*"
    r"|miss\w*|mix"
    r"|confuse|los\w+|end up|get|overlook\w*|stumble|trip|struggle|saw|had|got)\b",
    re.IGNORECASE,
)
"""Why an order is given, with the words of one: `i always forget one of them`."""


def _weigh_order(place: int, clause: str) -> float:
    """What the clause of a rule counts beside its terms; one with a command is never left out for another."""
    if _GOES_ON.match(clause) and not _ORDERS.search(clause):
        return 0.0
    if _HABIT.match(clause):
        return 0.0
    order = 3.0 if _ORDERS.search(clause) else 2.0 * bool(_NAMES.search(clause))
    return order + 6.0 * bool(_COMMAND.search(clause))
