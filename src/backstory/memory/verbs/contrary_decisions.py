"""Decisions that hardly hold together with another one, though neither names the other: another figure, another option.

They are only named, with the command that settles it: whether both hold is for the person to say.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.revisions import content_words, is_negated, read_number
from backstory.memory.verbs.replaced_decisions import is_apart, is_beside
from backstory.model.record import Record
from backstory.recall.text.likeness import word_stems

_FIGURE: Final = Pattern(
    r"(?<![\w.])(?P<figure>\d+(?:[.,]\d+)*|[a-zäöüß]{2,8})(?:[ -]|(?<=\d))(?P<unit>[^\W\d_]{1,20})"
)
"""A figure, or a word that may be one, with what it counts."""
_CHOICE: Final = Pattern(
    r"^(?:(?:we|wir|on|nous)(?:'ll| will| should)? )?(?:always |only |immer )?"
    r"(?:use|using|prefer|choose|pick|adopt|go with|stick (?:to|with)|standardi[sz]e on|rely on|settle on"
    r"|nutzen?|verwenden?|nimm|nehmen|utiliser?|utilisons|prendre|usar|usamos|usa|preferir|usare|usiamo|gebruiken?)"
    r" (?P<option>.{2,60}?) (?P<joint>for|as|in|to|on|when|für|als|zum?|zur|pour|comme|dans|para|como|en|per|voor)"
    r" (?P<purpose>.+)$"
)
"""A choice and what it is for."""


def find_contrary(record: Record, others: list[Record]) -> list[Record]:
    """The decisions among others that say something about the same thing that does not go with a new one."""
    return [one for one in others if _is_contrary(record, one)]


def _is_contrary(record: Record, other: Record) -> bool:
    one, two = record.title, other.title
    if is_apart(record, other):
        return False
    if is_negated(one) != is_negated(two):
        return bool(_stem(one)) and _stem(one) == _stem(two)
    if _chooses_otherwise(one, two):
        return True
    return is_beside(record, other) and _counts_otherwise(one, two)


def _chooses_otherwise(one: str, two: str) -> bool:
    """Whether two titles choose different options for the same purpose."""
    first, second = _CHOICE.match(one.lower()), _CHOICE.match(two.lower())
    if first is None or second is None:
        return False
    purposes, options = (
        [_stem(each["purpose"]) for each in (first, second)],
        [_stem(each["option"]) for each in (first, second)],
    )
    return bool(purposes[0]) and purposes[0] == purposes[1] and all(options) and options[0].isdisjoint(options[1])


def _counts_otherwise(one: str, two: str) -> bool:
    """Whether two titles give different figures of the same unit for the same thing. Rows of their own things, such as
    `retry uploads three times` and `retry mails five times`, do not."""
    first, second = _read_figures(one), _read_figures(two)
    units = first.keys() & second.keys()
    if not units or all(first[unit] == second[unit] for unit in units):
        return False
    rest, other = _read_subject(one, units), _read_subject(two, units)
    return not (rest & other) or rest <= other or other <= rest


def _read_figures(text: str) -> dict[str, str]:
    """Stem of a unit -> its figure."""
    figures: dict[str, str] = {}
    for match in _FIGURE.finditer(text.lower()):
        figure = read_number(match["figure"])
        for unit in word_stems(match["unit"]) if figure[:1].isdigit() else ():
            figures.setdefault(unit, figure)
    return figures


def _read_subject(text: str, units: set[str] | frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in _stem(text) if not word[:1].isdigit() and word not in units)


def _stem(text: str) -> frozenset[str]:
    return word_stems(" ".join(map(read_number, content_words(text)))) - _PLAIN


_PLAIN: Final = word_stems("use using decide decision only now just first do not never no don't")
"""Words that any decision may have."""
