"""What a person denies: the report that a bare `No.` answers, and a thing that is not to be (`so no default`).

Both only name what they mean, so the statement stands with the words that deny it, and nothing is taken away.
"""

import re
from itertools import pairwise

from backstory.base.overturns.cues import ORDERS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_DENIAL = re.compile(
    r"\s*(?:no|nope|nah|nein|non|não)\s*[.!]+\s*$"
    r"|\s*(?:alors|ah|oh|mais|but|well|hm+|euh|pues|bueno|mah)[,\s]+(?:no|nope|nein|non|não)\s*"
    r"(?:[.!]+\s*$|[,:;–—]\s)",
    re.IGNORECASE,
)
"""How a prompt begins that denies what the agent reported: a `No` that stands alone, or hesitates. What goes on behind
a comma mostly agrees: `no, that is fine`."""
_ASSENT = frozenset(
    ("yes", "yeah", "fine", "thanks", "ok", "okay", "right", "great", "perfect", "exactly", "correct", "keep", "leave",
     "stay", "stays", "too", "either", "know", "like", "ja", "passt", "genau", "richtig", "stimmt", "oui", "accord",
     "bon", "sí", "claro", "sé", "bien", "gracias", "sì", "bene", "sim", "bem")
)  # fmt: skip
"""Words of a reply that agrees, whatever it begins with; not behind `not`."""
_OFFERS = re.compile(
    r"\b(?:i can also|i (?:could|would)|next i|want me to|tell me|let me know|if you (?:like|want)|just say)\b",
    re.IGNORECASE,
)
"""How an agent asks without a question mark."""
_FEWEST = 2
"""Words that a report and its denial share."""
_REPLY = 4
"""Sentences with which a reply says what it denies."""
_CONCLUDING = frozenset(
    ("so", "then", "therefore", "thus", "ok", "okay", "also", "dann", "alors", "donc", "entonces", "então", "quindi")
)
"""Words before `no` with which somebody concludes."""
_ENDING = frozenset(
    ("then", "anymore", "after", "all", "more", "longer", "dann", "mehr", "doch", "alors", "finalement", "entonces",
     "então", "allora")
)  # fmt: skip
"""Words behind the thing which say that it was to be before."""
_NONE = frozenset(
    ("no", "kein", "keine", "keinen", "nada", "ningún", "ninguna", "nessun", "nessuna", "nenhum", "nenhuma")
)
_FAULTS = frozenset(
    ("error", "errors", "warning", "warnings", "failure", "failures", "issue", "issues", "problem", "problems",
     "question", "questions", "bug", "bugs", "fehler", "warnungen", "fragen", "erreur", "erreurs", "errores", "erros",
     "errori")
)  # fmt: skip
"""Things whose absence somebody observes: `ok no errors anymore, great`."""
_MOST_NAMES = 2
"""Words that name the thing."""
_HEAD = 3
"""Words from the start of an order within which the thing stands that it is about: `default limit 100m`."""
_MOST = 3
"""Statements that one sentence drops. What names more is what all of the talk is about."""
_DENIED = frozenset(("no", "not", "never", "without", "kein", "keine", "nicht", "nie", "sans", "pas", "sin", "sem"))


def find_denied(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentence of an agent's report that the `No.` right after it is about. After a question it answers
    that."""
    for former, exchange in pairwise(exchanges):
        asked = exchange.asked
        if former.session != exchange.session or not asked or _DENIAL.match(asked[0].text) is None:
            continue
        if any(one.is_question or _OFFERS.search(one.text) for one in former.answered) or _assents(asked[:2]):
            continue
        statement = asked[1] if len(asked[0].words) == 1 and len(asked) > 1 else asked[0]
        if statement.is_imagined():
            continue
        is_negative = not _DENIED.isdisjoint(statement.words)
        affirmed = [one for one in former.answered if _DENIED.isdisjoint(one.words)]
        both = [(statement.stems & one.stems, one) for one in (affirmed if is_negative else former.answered)]
        shared, denied = max(both, key=lambda each: len(each[0]), default=(frozenset(), statement))
        if len(shared) >= _FEWEST and content(shared):
            yield Overturn(denied, statement.text, statement.row, is_sure=False)
            continue
        refused = _read_refused(asked[:_REPLY])
        for one in affirmed:  # `no header` agrees with `there is no header`
            by = next((each for stem, each in refused.items() if stem in one.stems), None)
            if by is not None:
                yield Overturn(one, by.text, by.row, is_sure=False)
                break


def _assents(asked: "Sequence[Sentence]") -> bool:
    """Whether a reply agrees with the report: `No. Actually yes, that is fine`."""
    words = [word for one in asked for word in one.words]
    return any(word in _ASSENT and before not in _DENIED for before, word in pairwise(["", *words]))


def _read_refused(asked: "Sequence[Sentence]") -> "dict[str, Sentence]":
    """The stems of what the first sentences of a reply refuse by name, `append, no header`, each with its sentence."""
    refused: dict[str, Sentence] = {}
    for one in asked:
        for word, following in pairwise(one.words):
            if word in _NONE:
                for stem in content(stem_words([following])):
                    refused.setdefault(stem, one)
    return refused


def find_dropped(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what a person ordered of a thing that is not to be after all."""
    for exchange in exchanges:
        for one in exchange.asked:
            named = _read_dropped(one)
            if not named:
                continue
            targets = [
                other
                for former in exchanges[: exchange.number]
                for other in former.sentences
                if named <= other.stems and _lays_down(other, named)
            ]
            if len(targets) <= _MOST:
                for target in targets:
                    yield Overturn(target, one.text, one.row, is_sure=False)


def _read_dropped(sentence: "Sentence") -> "frozenset[str]":
    """The stems of the thing that is not to be; empty where a sentence concludes nothing of the kind."""
    if sentence.is_imagined() or _NONE.isdisjoint(sentence.words[:_HEAD]):
        return frozenset()
    words = sentence.clauses[0].words
    place = next((at for at, word in enumerate(words[:_HEAD]) if word in _NONE), None)
    if place is None or not _CONCLUDING.issuperset(words[:place]) or not _FAULTS.isdisjoint(words):
        return frozenset()
    if words[:place] == ["also"] and words[place] == "no":
        return frozenset()  # English adds with it what German concludes
    if len(sentence.clauses) > 1 and _ENDING.isdisjoint(words):
        return frozenset()  # `so no mail, I waited 10 minutes`
    rest = words[place + 1 :]
    named = [word for word in rest if word not in _ENDING]
    concludes = place > 0 or len(named) < len(rest)
    return stem_words(named) if concludes and 0 < len(named) <= _MOST_NAMES else frozenset()


def _lays_down(sentence: "Sentence", named: "frozenset[str]") -> bool:
    """Whether a sentence says that there is to be a thing, or an agent that it has a value."""
    if sentence.is_question or not _DENIED.isdisjoint(sentence.words):
        return False
    if not sentence.is_person:
        return bool(sentence.figures)
    return not ORDERS.isdisjoint(sentence.words) or not named.isdisjoint(stem_words(sentence.words[:_HEAD]))
