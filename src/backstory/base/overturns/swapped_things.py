"""A thing in whose place the person puts another one right after the report: `I used a HashMap`, and `no! BTreeMap, the
order must be stable`, with the answer `Switched to BTreeMap`.

The prompt refuses, gives the name of the other thing in a clause of a few words and may go on with a reason of any
length. One that only orders it names something alike. The answer begins with that it was changed and names the other
thing, of which the exchange before says nothing.
"""

from itertools import pairwise

from backstory.base.overturns import signs
from backstory.base.overturns.exchanges import Overturn, list_names
from backstory.base.overturns.phrase_tables import content, is_code
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import identifier_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Clause, Exchange, Sentence

_REFUSALS = frozenset(
    (
        "no",
        "nope",
        "nah",
        "naw",
        "wait",
        "actually",
        "rather",
        "hm",
        "hmm",
        "nein",
        "nee",
        "doch",
        "non",
        "não",
        "sorry",
    )
)
"""Words of a clause that only refuses."""
_ORDERS = frozenset(
    ("use", "take", "make", "go", "switch", "prefer", "want", "nimm", "nehmen", "verwende", "benutze", "prends",
     "utilise", "mets", "usa", "pon")
)  # fmt: skip
"""Words of a clause that orders the other thing."""
_AROUND = frozenset(
    ("it", "that", "please", "with", "to", "for", "this", "a", "an", "the", "instead", "then", "we", "i", "want",
     "bitte", "lieber", "stattdessen", "einen", "eine", "ein", "plutôt", "un", "une", "mejor", "una", "of", "over",
     "back", "here", "there")
)  # fmt: skip
"""Words of it that name nothing."""
_CHANGES = signs.CHANGED | frozenset(("changed", "moved", "replaced", "using", "uses", "passé", "verwendet"))
"""Words with which an answer begins that carries it out."""
_LONGEST = 6
"""Words of the clause that names the other thing."""
_FIRST = 5
"""First words of an answer among which it says that it changed something."""
_MOST = 3
"""Sentences of a report of which the first says what was done. Of a longer one it is not certain which is meant."""


def find_swapped(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the first sentence of a report, and the order that it carried out, after which another thing was taken."""
    for former, exchange in pairwise(exchanges):
        if former.session != exchange.session or not (former.answered and exchange.answered):
            continue
        report = former.answered[0]
        if report.is_imagined() or len(former.answered) > _MOST or not _has_name(report.text):
            continue
        by = _read_other(exchange, former)
        if by is None:
            continue
        yield Overturn(report, by.text, by.row, is_sure=False)
        named = list_names(report)
        for one in former.asked:
            if not one.is_imagined() and named and not named.isdisjoint(one.words):
                yield Overturn(one, by.text, by.row, is_sure=False)


def _read_other(exchange: "Exchange", former: "Exchange") -> "Sentence | None":
    """The sentence of a prompt that names another thing, which the answer says is taken now."""
    answer = exchange.answered[0]
    if _CHANGES.isdisjoint(answer.words[:_FIRST]):
        return None
    is_refused = False
    for one in exchange.asked[:_MOST]:
        for clause in one.clauses:
            if _REFUSALS.issuperset(clause.words):
                is_refused = True
                continue
            named = content(stem_words(_drop_around(clause)))
            is_other = (
                bool(named)
                and _has_name(f"- {clause.text}")
                and named <= answer.stems
                and named.isdisjoint(former.stems)
            )
            is_put = is_refused or (not _ORDERS.isdisjoint(clause.words) and _are_alike(one, former.answered[0]))
            return one if is_put and is_other and not one.is_question else None
    return None


def _has_name(text: str) -> bool:
    """Whether a text has a name: one from code, or a word with a capital that is not its first one."""
    first, *words = text.split()
    return is_code(first) or any(is_code(word) or word[:1].isupper() for word in words)


def _are_alike(one: "Sentence", other: "Sentence") -> bool:
    """Whether two sentences have names from code with a part in common: `HashMap` and `BTreeMap`."""
    parts = [
        frozenset(word.lower() for name in each.codes for word in identifier_parts(name).split())
        for each in (one, other)
    ]
    return not parts[0].isdisjoint(parts[1])


def _drop_around(clause: "Clause") -> "list[str]":
    """The words of a short clause that name something; none of a long one."""
    if len(clause.words) > _LONGEST:
        return []
    return [word for word in clause.words if not (word in _AROUND or word in _ORDERS or word in _REFUSALS)]
