"""Rules that another one states as well, in other words: `never update seeds`, beside `do not edit or run seeds`."""

from collections.abc import Sequence

from backstory.model.kinds import CHANNELS
from backstory.recall.text.content import Item
from backstory.recall.text.rule_clauses import Clause, covers, read_clauses


def find_restated(rules: Sequence[Item]) -> dict[str, str]:
    """Id of each rule that another one states in full -> id of that one. Give the more trusted ones first.

    A rule never gives way to one that is trusted less, and a pinned one only to a pinned one. Of several wordings the
    most complete stays.
    """
    if len(rules) < 2:
        return {}
    clauses = {rule.id: read_clauses(rule.title) for rule in rules}
    by_words: dict[tuple[str, ...], list[str]] = {}
    restated: dict[str, str] = {}
    for rule in sorted(rules, key=lambda one: (*_rank(one), -_measure(clauses[one.id]), -len(one.title + one.text))):
        own = clauses[rule.id]
        rivals = by_words.get(_list_words(own[0])[0], ()) if own else ()
        better = next((other for other in rivals if covers(clauses[other], own)), "")
        if better:
            restated[rule.id] = better
            continue
        for words in {words for clause in own for words in _list_words(clause)}:
            by_words.setdefault(words, []).append(rule.id)
    return restated


def _rank(rule: Item) -> tuple[bool, int]:
    return rule.tier != "pinned", CHANNELS.index(rule.how) if rule.how in CHANNELS else len(CHANNELS)


def _measure(clauses: Sequence[Clause]) -> int:
    """How much a rule says."""
    return sum(clause.size for clause in clauses)


def _list_words(clause: Clause) -> list[tuple[str, ...]]:
    """The things of a clause, by which rules are compared at all."""
    return sorted(clause.things) or [()]
