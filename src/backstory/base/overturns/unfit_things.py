"""Things of which somebody says that they will not do: `An alarm is the wrong tool here`, `row_id is useless for that`.

What was proposed, ordered or stated with such a thing before is probably out of date. It stands with the sentence that
says so, because it may name the thing for another reason.
"""

from backstory.base.overturns.exchanges import Overturn, list_names
from backstory.base.overturns.phrase_tables import content, is_code
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_WILL_NOT_DO = """
is/was a bad/terrible idea; ist/war eine schlechte idee; ist/war keine gute idee; c est une mauvaise idée; est une
mauvaise idée; es una mala idea; es mala idea; è una cattiva idea; é má ideia; é uma má ideia; thrashes; thrashed;
does not scale; doesn t scale; is/are/was/were useless; is/are/was the wrong
tool/place/way/thing/one/approach/idea/choice/measure; is/are/was a dead end; is/are no good/option/use; is/are not an
option; is/are ruled out; can t help/work; cannot help/work; won t do/help; ist/sind unbrauchbar/nutzlos/ungeeignet;
ist/sind/war das/der/die falsche; ist/war der falsche weg; ist/sind keine option; taugt/taugen nicht;
scheidet/scheiden aus; bringt/bringen nichts; ne sert/servent à rien; ne convient/conviennent pas; est/sont
inutile/inutiles/inutilisable; n est pas une option; est le mauvais outil; no sirve/sirven/vale; es/son inútil; es la
herramienta equivocada; non serve/servono; è/sono inutile; è lo strumento sbagliato; não serve/servem
"""
"""How somebody says that a thing will not do."""
_LEAVES = """
change/changed/changing my mind about/on; have second thoughts about; had second thoughts about; took back what i said
about; take back what i said about; habe es mir anders überlegt mit; habe meine meinung zu; j ai changé d avis sur;
je change d avis sur; cambié/cambio de opinión sobre; cambié/cambio de idea sobre; mudei/mudo de ideia sobre; ho
cambiato idea su
"""
"""How somebody leaves a thing that they wanted before, which they name behind it."""
_ARTICLES = frozenset(
    ("a", "an", "the", "that", "this", "so", "but", "then", "ein", "eine", "der", "die", "das", "aber", "also", "un",
     "une", "le", "la", "les", "l", "mais", "donc", "el", "los", "las", "una", "pero", "il", "lo", "o")
)  # fmt: skip
"""Words before the thing."""
_SUBJECTS = frozenset(
    (
        "it",
        "that",
        "this",
        "which",
        "what",
        "he",
        "she",
        "they",
        "we",
        "you",
        "i",
        "es",
        "ich",
        "ce",
        "cela",
        "ça",
        "eso",
    )
)
_MOST = 5
"""Sentences that one overturns. One that would overturn more is about what all speak of."""
_LONG = 40
"""Words of a sentence above which it speaks of much."""
_SHORTEST_NAME = 2
"""Longest capitalised word that is not taken for a name from code, such as `I`, in characters."""
_LISTED = 3
"""Names from code of a sentence that only lists them."""
_SHORT = 10
"""Words of a sentence that says little more than that a thing will not do."""
_BRIEF = 14
"""Words of an order that has the thing."""
_RARE = 0.3
"""Share of the exchanges up to which a word tells a thing from others."""
_FEW_EXCHANGES = 6
"""The same as a number of exchanges, in a short talk."""
_tables: "list[Phrases]" = []
_left: "list[Phrases]" = []


def find_unfit(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with a thing of which a later one says that it will not do."""
    for exchange in exchanges[1:]:
        for one, following, thing in exchange.read(_list_unfit):
            if _count(thing, exchanges) > max(_FEW_EXCHANGES, _RARE * len(exchanges)):
                continue
            by = " ".join([one.text, *_list_reason(one, following)])
            former = [
                other
                for each in exchanges[: exchange.number]
                for other in each.sentences
                if thing <= other.stems and _may_have(other)
            ]
            if len(former) <= _MOST:
                yield from [Overturn(other, by, one.row, is_sure=False) for other in former]


def _list_unfit(exchange: "Exchange") -> "Iterator[tuple[Sentence, Sequence[Sentence], frozenset[str]]]":
    """Yields the sentences of which a thing will not do, with the one behind each and the stems of the thing."""
    for side in (exchange.asked, exchange.answered):
        for place, one in enumerate(side):
            if thing := _read_left(one) or _read_thing(one):
                yield one, side[place + 1 : place + 2], thing


def _read_left(sentence: "Sentence") -> "frozenset[str]":
    """The stems of the thing that a person says they no longer want, where it is a name; none where they do not."""
    if not _left:
        _left.append(Phrases(_LEAVES))
    if not sentence.is_person or sentence.is_imagined() or not sentence.clauses:
        return frozenset()
    words = sentence.clauses[0].words
    place = _left[0].find(words)
    if place is None:
        return frozenset()
    behind = [word for word in words[place[1] :] if word not in _ARTICLES]
    names = [split_words(word) for word in sentence.text.split() if len(word) > _SHORTEST_NAME and is_code(word)]
    name = next((parts for parts in names if parts[:1] == behind[:1]), behind[:1])
    return content(stem_words(name))


def _read_thing(sentence: "Sentence") -> "frozenset[str]":
    """The stem of the thing of which a sentence says at its head that it will not do; none where it does not."""
    if not _tables:
        _tables.append(Phrases(_WILL_NOT_DO))
    if sentence.is_imagined() or not sentence.clauses:
        return frozenset()
    words = sentence.clauses[0].words
    place = _tables[0].find(words)
    if place is None:
        return frozenset()
    head = sentence.text.split()
    before = [word for word in words[: place[0]] if word not in _ARTICLES]
    if len(before) == 1 and before[0] not in _SUBJECTS:
        return frozenset(list(content(stem_words(before)))[:1])
    coded = [word for word in head[:2] if is_code(word)]
    stems = stem_words(before)
    return frozenset(stems) if coded and len(stems) == 1 else frozenset()


def _list_reason(sentence: "Sentence", following: "Sequence[Sentence]") -> "list[str]":
    """The next sentence, if the one before says little: it often names what is taken instead."""
    if len(sentence.words) > _SHORT:
        return []
    return [one.text for one in following if one.row == sentence.row and not one.is_question]


def _count(stems: "frozenset[str]", exchanges: "Sequence[Exchange]") -> int:
    return sum(any(stems <= one.stems for one in exchange.sentences) for exchange in exchanges)


def _may_have(sentence: "Sentence") -> bool:
    """Whether a sentence states, proposes or orders something with the things that it names."""
    if sentence.is_question or len(sentence.words) > _LONG or (sentence.is_person and len(sentence.words) > _BRIEF):
        return False
    return len(list_names(sentence)) < _LISTED
