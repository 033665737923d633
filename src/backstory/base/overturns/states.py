"""How something was, in an agent's words, until the person had it made otherwise: `Contacts are sorted by last
activity.`, and the next day `Contacts are sorted by name now.`

Both answers carry out an order, say the same of the same thing and differ in one place. The later one, or the order
before it, says that it was otherwise before. The order that the earlier one carried out is revised with it.
"""

from backstory.base.overturns.cues import COPULAS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import tables
from backstory.base.overturns.signs import OPPOSITES, SCOPE_WORDS
from backstory.base.overturns.statements import NO_WORDS, read_statements, says_now
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence
    from backstory.base.overturns.statements import Statement, Word

_MOST_OLD = 3
"""Words that a statement gives something, which another one replaces."""
_MOST_NEW = 5
_FEWEST = 2
"""Words that two statements share which are about the same."""
_MANY = 3
"""The same where they begin otherwise."""
_BACK = 60
"""Exchanges in which the former statement is looked for."""
_MOST = 4
"""Statements that one statement revises. One that would revise more is about what all speak of."""
_LIKE = 4
"""Letters that two words share at their beginning which say the same: `sync` and `synchronous`."""
_SHORT = 14
"""Words of an order that has one subject."""
_JOINING = frozenset(("and", "or", "und", "oder", "et", "ou", "y", "o", "e", "with", "mit", "avec", "con"))
_SCOPES = stem_words(SCOPE_WORDS)


def find_restated(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what agents said of how something was until the person had it changed, and the orders that it followed."""
    former: list[Statement] = []
    last: dict[tuple[int, int], Overturn] = {}
    for exchange in exchanges:
        statements = exchange.read(read_statements)
        former = [old for old in former if exchange.number - old.exchange.number <= _BACK]
        for new in statements:
            alike = former if _may_replace(new) else ()
            replaced = {
                (old.sentence.row, old.sentence.number): old
                for old in alike
                if not new.stems.isdisjoint(old.stems) and _replaces(new, old)
            }
            for old in replaced.values() if len(replaced) <= _MOST else ():
                for one in (old.sentence, *_list_ordered(old, new)):
                    last[one.row, one.number] = Overturn(one, new.sentence.text, new.sentence.row, is_sure=False)
        former += statements
    yield from last.values()


def _may_replace(new: "Statement") -> bool:
    """Whether a statement follows an order that may change something."""
    return not (new.order.adds or (new.order.is_asked and not says_now(new)))


def _replaces(new: "Statement", old: "Statement") -> bool:
    """Whether a statement says otherwise of what an earlier one speaks of, with which it shares words."""
    shared = old.stems & new.stems
    is_one = old.words[0].stem == new.words[0].stem
    if not (is_one or len(shared) >= _MANY):
        return False
    outs = [_list_own(each.words, shared) for each in (old, new)]
    if _answers_word(new, old, outs):
        return True
    if not (_is_run(outs[0], _MOST_OLD) and _is_run(outs[1], _MOST_NEW)) or _read_scopes(old) != _read_scopes(new):
        return False
    is_now, is_named = says_now(new), _names(new.order.words, [old.words[place] for place in outs[0]])
    opposite = _find_opposite(old, new)
    if opposite and not _begins_alike(old, new):
        return False  # `the save button on top`, `the delete button below`
    if not outs[0] and len(shared) >= _FEWEST and _is_negative(old) != _is_negative(new):
        return is_now or new.order.revises
    if opposite:
        return is_now or is_named or new.order.revises or _has_like(new.order.words, opposite)
    if not (outs[0] and outs[1]):
        return False
    if all(map(_is_identity, (old, new), outs)):
        return True
    ends = [(old.words[outs[0][end]], new.words[outs[1][end]]) for end in (0, -1)]
    is_slot = any(_is_slot(*pair) for pair in ends)
    if len(shared) < _FEWEST:
        # `the default size` says nothing of `a default sender`
        is_behind = any(_is_slot(*pair) and pair[0].slot in STOP for pair in ends)
        return is_behind and is_now and (is_named or new.order.revises)
    is_given = _gives_only(new.order.words, [new.words[place] for place in outs[1]])
    return sum((is_slot, is_now, is_named or new.order.revises, is_given)) >= _FEWEST


def _answers_word(new: "Statement", old: "Statement", outs: "Sequence[Sequence[int]]") -> bool:
    """Whether a statement begins as the earlier one and carries out an order that says nothing but what it has for
    itself: `linear please`, `The uplink retries linearly`, `The uplink retries with exponential backoff`."""
    starts = [[one.stem for one in each.words[:_FEWEST]] for each in (old, new)]
    if starts[0] != starts[1] or len(starts[0]) < _FEWEST or not (outs[0] and outs[1]):
        return False
    own = [each.words[place] for each, places in ((old, outs[0]), (new, outs[1])) for place in places]
    is_same_kind = len({one.word.isalpha() for one in own}) == 1
    return is_same_kind and _gives_only(new.order.words, [new.words[place] for place in outs[1]])


def _gives_only(words: "Sequence[str]", values: "Sequence[Word]") -> bool:
    """Whether an order says nothing but a value: `json then`."""
    telling = [word for word in words if word not in STOP and word not in _FILLERS]
    return 0 < len(telling) <= _MOST_OLD and all(_has_like([value.word for value in values], [one]) for one in telling)


_FILLERS = frozenset(("then", "please", "so", "ok", "okay", "dann", "bitte", "also", "alors", "entonces", "pues"))


def _is_slot(one: "Word", other: "Word") -> bool:
    """Whether two words stand behind the same word: `by name`, `by activity`."""
    return one.slot == other.slot and bool(one.slot) and one.slot not in COPULAS and one.slot not in _JOINING


def _list_own(words: "Sequence[Word]", shared: "frozenset[str]") -> "Sequence[int]":
    """The places of the words of one of two statements that the other one has not. A word that is repeated is new."""
    own: list[int] = []
    seen: set[str] = set()
    for place, one in enumerate(words):
        if one.stem not in shared or (one.stem in seen and place - 1 in own):
            own.append(place)
        seen.add(one.stem)
    return own


def _is_identity(statement: "Statement", own: "Sequence[int]") -> bool:
    """Whether a statement says what a thing is, and nothing else: `The marker is a tilde.`"""
    spoken, first = statement.spoken, statement.words[own[0]]
    if own[-1] != len(statement.words) - 1 or first.slot not in _IS or first.word not in spoken:
        return False
    place = spoken.index(first.word)
    before = spoken[place - 1] if place else ""
    return before in NO_WORDS or first.word in _NUMBERS or f"`{first.word}" in (statement.sentence.text.lower())


_IS = frozenset(("is", "are", "ist", "sind", "heißt", "est", "sont", "es", "son", "appelle", "llama"))
_NUMBERS = frozenset(("one", "two", "three", "single", "ein", "zwei", "drei", "deux", "trois", "dos", "tres"))


def _is_negative(statement: "Statement") -> bool:
    return not _NOT.isdisjoint(statement.spoken)


_NOT = frozenset(("not", "never", "no", "nicht", "nie", "kein", "keine", "pas", "jamais", "nunca", "ni"))


def _is_run(places: "Sequence[int]", most: int) -> bool:
    """Whether words stand beside each other, and are few."""
    return len(places) <= most and (not places or places[-1] - places[0] == len(places) - 1)


def _read_scopes(statement: "Statement") -> "frozenset[str]":
    ordered = [one.stems for one in statement.order.sentences if not one.stems.isdisjoint(statement.stems)]
    return _SCOPES & statement.stems.union(*ordered)


def _find_opposite(old: "Statement", new: "Statement") -> "frozenset[str]":
    """The words of a statement for whose opposites the other one has them."""
    own, other = (frozenset(_drop_from_now(one.spoken)) for one in (old, new))
    return frozenset().union(*[OPPOSITES.get(word, _NONE) & other - own for word in own - other])


def _drop_from_now(words: "Sequence[str]") -> "Sequence[str]":
    place = tables().from_now.find(words)
    return words if place is None else [*words[: place[0]], *words[place[1] :]]


_NONE: "frozenset[str]" = frozenset()


def _list_ordered(old: "Statement", new: "Statement") -> "Iterator[Sentence]":
    """Yields the sentences of the person that ordered what a statement says."""
    values = [one for one in old.words if one.stem not in new.stems]
    opposed = frozenset(old.spoken) & frozenset().union(*[OPPOSITES.get(word, _NONE) for word in new.spoken])
    orders = old.order.sentences
    for one in orders:
        is_same = not old.stems.isdisjoint(one.stems)
        is_only = len(orders) == 1 and len(one.words) <= _SHORT and is_same
        is_opposed = is_same and not opposed.isdisjoint(one.words)
        if is_only or is_opposed or _names(one.words, values):
            yield one


def _begins_alike(old: "Statement", new: "Statement") -> bool:
    """Whether a statement names nothing before its word with an opposite that the other one does not name."""
    opposites = frozenset().union(*[OPPOSITES.get(word, _NONE) for word in new.spoken]) - frozenset(new.spoken)
    place = next((place for place, word in enumerate(old.spoken) if word in opposites), 0)
    return stem_words(old.spoken[:place]) & old.stems <= new.stems


def _names(words: "Iterable[str]", values: "Sequence[Word]") -> bool:
    return _has_like(words, [value.word for value in values])


def _has_like(words: "Iterable[str]", others: "Collection[str]") -> bool:
    """Whether one of some words is one of others, or begins as it does."""
    begins = {word[:_LIKE] for word in others if len(word) >= _LIKE}
    return any(word in others or word[:_LIKE] in begins for word in words)
