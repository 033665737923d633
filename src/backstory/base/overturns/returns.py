"""Choices from which a person returns to what they had turned down: `we keep JSON, YAML is too slow to parse`, and then
`YAML after all, ops read it better`; and those that they take back by name.

The earlier sentence says first what is chosen, and behind it what speaks against the other thing, or names that behind
`instead of`. The later one says with its own words (`after all`, `doch`, `finalement`) that the other thing is taken.
"""

from backstory.base.overturns.exchanges import Overturn
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP, identifier_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_RETURNS = """
after all; doch wieder/lieber/besser; doch; finalement; al final; después de todo; tout compte fait; toch; afinal; alla
fine
"""
"""How a person says that they return to something."""
_AGAIN = """
back to; again; wieder; zurück zu; de nouveau; à nouveau; otra vez; de nuevo; di nuovo; de volta
"""
"""The same, where an earlier choice named it as what was turned down for another thing."""
_INSTEAD_OF = """
instead of; rather than; statt; anstatt; anstelle von; au lieu de/d; plutôt que/qu; en vez/lugar de; invece di; em vez
de; in plaats van
"""
"""Words behind which stands what was turned down."""
_AGAINST = frozenset(
    ("too", "not", "no", "never", "cannot", "can", "t", "doesn", "isn", "won", "break", "breaks", "fail", "fails",
     "lose", "loses", "wrong", "overkill", "worse", "slower", "zu", "nicht", "kein", "keine", "bricht", "falsch",
     "trop", "pas", "ne", "plus", "demasiado", "muy", "falla", "troppo", "non", "muito", "não", "te", "niet")
)  # fmt: skip
"""Words of a clause that speaks against something."""
_NAMELESS = frozenset(
    ("one", "way", "thing", "first", "second", "other", "old", "new", "no", "use", "take", "keep", "go", "need",
     "want", "works", "work", "fine", "good", "right", "let", "s", "switch", "back", "stay", "nehmen", "nimm", "wir",
     "ich", "on", "prend", "usa", "usamos")
)  # fmt: skip
"""Words that name nothing which could have been turned down."""
_RECALLS = """
take/took/taking back ~/what/something/that/my; take/took/taking that/it/this back; i was wrong about/with; nehme
zurück; nehme ~/das/es zurück; ziehe ~/das zurück; reviens sur ~/ce; retiro lo; me equivoqué con; i was/am wrong;
i ~/ve/have changed my mind; lag ich falsch; habe mich geirrt; je me suis trompé; j ai changé d avis; me equivoqué
"""
"""How a person takes something back that they name beside it."""
_UNNAMED = frozenset(
    ("what", "something", "said", "yesterday", "today", "morning", "say", "would", "like", "must", "have", "want",
     "thing", "about", "with", "take", "took", "taking", "back", "slept", "sleep", "thought", "think", "over",
     "wrong", "also", "gestern", "gesagt", "nehme", "zurück", "hier", "dit", "dije", "ayer", "earlier", "again",
     "decision", "idea")
)  # fmt: skip
"""Words of such a sentence that name nothing."""
_FEWEST = 2
"""Words that both have in common."""
_NAMED = 4
"""Words beside the phrase, at the beginning of a clause, or behind `instead of`, that name a thing."""
_CLAUSES = 3
"""First clauses of a sentence in which it says what is taken."""
_BACK = 60
"""Exchanges in which the earlier choice is looked for."""
_LONG = 30
"""Words of a sentence above which it speaks of much."""
_tables: "dict[str, Phrases]" = {}


def find_returned(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the choices against something that the person takes after all."""
    for exchange in exchanges:
        for sentence in exchange.asked:
            taken, about = _read_taken(sentence, _RETURNS)
            is_named = not taken
            if is_named:
                taken, about = _read_taken(sentence, _AGAIN)
            if not taken:
                continue
            for former in exchanges[max(0, exchange.number - _BACK) : exchange.number + 1]:
                for one in former.asked:
                    is_before = (one.row, one.number) < (sentence.row, sentence.number)
                    if is_before and _turns_down(one, taken, about, is_named=is_named):
                        yield Overturn(one, sentence.text, sentence.row)


def find_recalled(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what the person ordered of a thing and takes back by its name: `I slept over the header offset and would
    like to take back what I said`."""
    for exchange in exchanges:
        for sentence in exchange.asked:
            if len(sentence.words) > _LONG or sentence.is_question:
                continue
            if _get_table(_RECALLS).find(sentence.words) is None:
                continue
            names = _read_recalled(sentence)
            if not names:
                continue
            for former in exchanges[max(0, exchange.number - _BACK) : exchange.number]:
                for one in former.asked:
                    is_order = len(names) >= _FEWEST or not _WISHES.isdisjoint(one.words)
                    if is_order and not one.is_imagined() and names <= one.stems | _read_parts(one):
                        yield Overturn(one, sentence.text, sentence.row)


def _read_recalled(sentence: "Sentence") -> "frozenset[str]":
    """The stems of what a sentence takes back: what stands behind `about`, if anything does; else all that it names, if
    that is enough."""
    words = sentence.words
    place = next((place for place, word in enumerate(words[:-1]) if word in _ABOUT), None)
    named = words if place is None else next(
        clause.words[clause.words.index(words[place]) + 1 :]
        for clause in sentence.clauses
        if words[place] in clause.words
    )  # fmt: skip
    names = stem_words([word for word in named if word not in STOP and word not in _UNNAMED])
    return names if place is not None or len(names) >= _FEWEST else frozenset()


_ABOUT = frozenset(("about", "on", "über", "zu", "sur", "sobre"))
_WISHES = frozenset(
    ("want", "wants", "should", "must", "need", "needs", "make", "use", "keep", "put", "take", "add", "has", "have",
     "soll", "sollen", "will", "möchte", "muss", "mach", "nimm", "veux", "doit", "faut", "quiero", "debe", "hay")
)  # fmt: skip
"""Words of an order or a wish, of which one name is enough to know it by."""


def _read_parts(sentence: "Sentence") -> "frozenset[str]":
    """The stems of the parts of names from code: `setHeaderOffset`."""
    return stem_words([part for name in sentence.codes for part in identifier_parts(name).lower().split()])


def _get_table(phrases: str) -> Phrases:
    """Phrases to look for, read when they are first asked for."""
    if phrases not in _tables:
        _tables[phrases] = Phrases(phrases)
    return _tables[phrases]


def _read_taken(sentence: "Sentence", phrases: str) -> "tuple[frozenset[str], frozenset[str]]":
    """The stems of what a sentence says is taken after all, and of what for; none of one that returns to nothing.
    `phrases`: how it says so."""
    if sentence.is_imagined() or len(sentence.words) > _LONG:
        return frozenset(), frozenset()
    returns = _get_table(phrases)
    if returns.find(sentence.words) is None:
        return frozenset(), frozenset()
    for clause in sentence.clauses[:_CLAUSES]:
        place = returns.find(clause.words)
        if place is not None:
            before, behind = clause.words[: place[0]], clause.words[place[1] :]
            taken = _read_names(before[-_NAMED:] if before else behind[:_NAMED])
            taken = taken or (_read_names(behind[:_NAMED]) if phrases == _AGAIN else taken)
            return taken, _read_names([*before, *behind]) - taken
    return frozenset(), frozenset()


def _read_names(words: "Sequence[str]") -> "frozenset[str]":
    return stem_words([word for word in words if word not in STOP and word not in _NAMELESS])


def _turns_down(sentence: "Sentence", taken: "frozenset[str]", about: "frozenset[str]", *, is_named: bool) -> bool:
    """Whether a sentence chooses something and says what speaks against what is taken now, for the same. `is_named`: it
    has to name that behind `instead of`."""
    if sentence.is_imagined() or len(sentence.words) > _LONG or not taken | about <= sentence.stems:
        return False
    place = _get_table(_INSTEAD_OF).find(sentence.words)
    if place is not None and taken <= stem_words(sentence.words[place[1] : place[1] + _NAMED]):
        return True
    if is_named:
        return False
    first, *others = sentence.clauses
    named = taken - first.stems
    return any(
        not _AGAINST.isdisjoint(clause.words) and not named.isdisjoint(stem_words(clause.words[:_NAMED]))
        for clause in others
    )
