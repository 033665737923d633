"""Figures that a later statement replaced: `wait 30 seconds`, and two days later `make it two minutes`.

The person's figure counts, and the agent's where it carries out what the person asked for or tells of a change. Both
statements have to be about the same: the later one names the old figure too, or both have the same words around it.
"""

from itertools import pairwise

from backstory.base.overturns.cues import COPULAS, NOW, TESTS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.given_figures import GivenFigure, is_about_same, reports_change
from backstory.base.overturns.phrase_tables import tables
from backstory.base.overturns.rejected_figures import is_rival, list_rejected
from backstory.base.overturns.subjects import choose_meant, read_subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

    Key = tuple[int, int, int]
    Pair = tuple[GivenFigure, GivenFigure]

_BEFORE = frozenset(
    ("instead", "from", "was", "were", "not", "statt", "took", "had", "than", "over", "lieu", "vez", "lugar", "least",
     "by")
)  # fmt: skip
"""Words before a figure that holds no longer, or only measures."""
_ORDERS = frozenset(
    (("make", "it"), ("make", "that"), ("set", "it"), ("set", "to"), ("it", "to"), ("raise", "to"), ("lower", "to"),
     ("go", "to"), ("go", "for"), ("d", "take"), ("d", "like"), ("would", "like"), ("mach", "es"), ("it", "at"))
)  # fmt: skip
"""Words right before a figure that is ordered, among others that only give a reason."""
_MOST_COMPARED = 300
"""The last figures with which a later one is compared."""
_TWO = 2
"""Digits from which a figure that will not do is known without what it counts."""
_LIST = 3
"""Figures of a sentence that may be a list."""


class _Laid:
    """What an exchange says of figures."""

    def __init__(self, exchange: "Exchange") -> None:
        self.exchange = exchange
        self.stated = exchange.read(_list_stated)
        self.restating = [one for one in self.stated if not one.sentence.is_person and one.clause.names]
        """The agent's beside a name from code."""
        self._given: list[GivenFigure] | None = None
        self._closing: list[GivenFigure] | None = None
        self._standing: list[GivenFigure] | None = None
        self._named: list[GivenFigure] | None = None
        self._kept: list[GivenFigure] | None = None

    @property
    def given(self) -> "list[GivenFigure]":
        """Those that it lays down."""
        if self._given is None:
            self._given = list(_list_laid_down(self.stated, self.exchange))
        return self._given

    @property
    def closing(self) -> "list[GivenFigure]":
        """Those of them that end a sentence, apart from its words."""
        if self._closing is None:
            self._closing = [one for one in self.given if one.figure is one.sentence.closing]
        return self._closing

    @property
    def standing(self) -> "list[GivenFigure]":
        """Those of them that are not rejected in the same breath: `10 minutes is too long, make it 2`."""
        if self._standing is None:
            self._standing = [one for one in self.given if not one.rejects(one.figure)]
        return self._standing

    @property
    def named(self) -> "list[GivenFigure]":
        """Those of which the person speaks."""
        if self._named is None:
            self._named = [
                GivenFigure(figure, clause, sentence)
                for sentence in self.exchange.asked
                if not sentence.is_question
                for figure, clause in sentence.figures
            ]
        return self._named

    @property
    def kept(self) -> "list[GivenFigure]":
        """Those that stay."""
        if self._kept is None:
            self._kept = [
                GivenFigure(figure, clause, sentence)
                for sentence in self.exchange.sentences
                if sentence.figures and tables().keeps.find(sentence.words) is not None
                for figure, clause in sentence.figures
            ]
        return self._kept


def may_be_replaced(exchanges: "Sequence[Exchange]", chosen: "frozenset[int]") -> bool:
    """Whether later figures may replace some of those of the exchanges with the numbers `chosen`."""
    earlier: list[GivenFigure] = []
    for exchange in exchanges:
        if not earlier and exchange.number not in chosen:
            continue
        laid = _Laid(exchange)
        if laid.stated and any(_find_successor(old, laid) for old in earlier):
            return True
        if exchange.number in chosen:
            earlier += laid.stated
    return False


def find_replaced(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with figures that later ones replaced, each with the last one."""
    earlier: list[GivenFigure] = []
    replaced: dict[Key, tuple[GivenFigure, GivenFigure]] = {}
    for exchange in exchanges:
        laid = _Laid(exchange)
        pairs: list[Pair] = []
        for old in earlier[-_MOST_COMPARED:] if laid.given or laid.restating else ():
            new = _find_successor(old, laid)
            if new is not None and (old.asked or _names_same(old, new, exchange)):
                pairs.append((old, new))
        rows = [(pair, pair[0].sentence.exchange, read_subject(pair[0].sentence, pair[0].figure)) for pair in pairs]
        replaced.update((old.key, (old, new)) for old, new in choose_meant(rows, exchange.asked))
        earlier += laid.stated
    _add_repeated(earlier, replaced)
    for old, first in replaced.values():
        new = _follow(first, replaced)
        if not old.is_same(new):
            by = new.asked or new.sentence
            yield Overturn(old.sentence, by.text, by.row, old.figure, new.figure.written)


def _names_same(old: GivenFigure, new: GivenFigure, exchange: "Exchange") -> bool:
    """Whether an exchange that replaces an agent's own figure names it, or the same name from code. An agent tells many
    figures that nobody laid down."""
    if new.asked is None or reports_change(new.sentence) or not old.clause.names.isdisjoint(new.clause.names):
        return True
    if new.figure.unit and not new.figure.dimension and new.figure.unit != old.figure.unit:
        return False
    return any(
        figure.value == old.figure.value and figure.counts_same(old.figure)
        for one in exchange.asked
        for figure, _ in one.figures
    )


def _list_stated(exchange: "Exchange") -> "list[GivenFigure]":
    """The figures that an exchange states. What stands alone between commas is an item of a list."""
    return [
        GivenFigure(figure, clause, sentence)
        for sentence in exchange.sentences
        if sentence.figures and not (sentence.is_question or _begins_imagined(sentence))
        for figure, clause in sentence.figures
        if (tables().imagines.find(clause.words) is None or (sentence.is_person and _wishes(clause.words)))
        and (len(sentence.figures) < _LIST or clause.stems - tables().counted or figure is sentence.closing)
    ]


def _wishes(words: "Sequence[str]") -> bool:
    """Whether a clause says what somebody would like. A wish lays a figure down, a mere thought does not."""
    return any(pair in _WISHES for pair in pairwise(words))


_WISHES = frozenset((("would", "like"), ("d", "like"), ("would", "prefer"), ("d", "prefer"), ("hätte", "gern")))


def _begins_imagined(sentence: "Sentence") -> bool:
    """Whether a sentence begins by proposing or with `for example`. After a condition it lays something down."""
    place = tables().imagines.find(sentence.words)
    return place is not None and not place[0] and sentence.words[0] not in _CONDITIONS


_CONDITIONS = frozenset(("if", "wenn", "falls", "si"))


def _list_laid_down(stated: "Sequence[GivenFigure]", exchange: "Exchange") -> "Iterator[GivenFigure]":
    """Yields the figures that an exchange lays down: those of the person, and of the agent what carries them out or
    tells of a change."""
    asked = [one for one in stated if one.asked and not (_is_former(one) or _is_described(one))]
    yield from asked
    is_ordered = any(not one.is_question for one in exchange.asked)
    for one in stated:
        if one.asked or _is_former(one):
            continue
        one.asked = next((other.sentence for other in asked if one.is_same(other)), None)
        if one.asked or (is_ordered and reports_change(one.sentence)):
            yield one


def _is_former(given: GivenFigure) -> bool:
    """Whether a figure is told as the one before, or as measured."""
    return not _BEFORE.isdisjoint(given.figure.before)


def _is_described(given: GivenFigure) -> bool:
    """Whether the person only gives a reason with a figure: it is a rate beside one that will not do, or the sentence
    ends with another one for itself."""
    closing = given.sentence.closing
    if closing is not None:
        return closing is not given.figure
    if given.figure.before[-1:] not in _RATES or tuple(given.figure.before[-3:-1]) in _ORDERS:
        return False
    rejected = list_rejected(given.sentence)
    return bool(rejected) and all(one.before[-1:] not in _RATES for one in rejected)


_RATES = (["every"], ["each"], ["per"], ["alle"], ["jede"], ["toutes"], ["chaque"], ["cada"])


def _is_limit(given: GivenFigure) -> bool:
    """Whether a figure is a limit: `more than 16 MiB is an error`."""
    return given.figure.before[-1:] == ["than"] and not _MORE.isdisjoint(given.figure.before[-2:-1])


_MORE = frozenset(("more", "larger", "longer", "bigger", "greater", "fewer", "less", "smaller", "shorter"))


def _find_successor(old: GivenFigure, laid: _Laid) -> GivenFigure | None:
    """The figure of an exchange that replaces an earlier one, or that the agent states in its place."""
    new = _find_new(old, laid) if laid.given else None
    if new is None and laid.restating and old.clause.names:
        new = _find_restated(old, laid.restating)
    return new


def _find_new(old: GivenFigure, laid: _Laid) -> GivenFigure | None:
    """The figure of an exchange that replaces an earlier one."""
    closing = next((one for one in laid.closing if _closes(one, old, laid)), None)
    if closing is not None:
        return closing
    value = old.figure.value
    others = [one for one in laid.standing if one.figure.value != value and one.figure.counts_same(old.figure)]
    if not others:
        return None
    is_former = _is_former(old)
    if (is_former and not _is_limit(old)) or (laid.kept and any(one.is_same(old) for one in laid.kept)):
        return None
    is_one = value == "1" and not old.figure.dimension  # `one` is hardly ever named as a figure
    named = [one for one in laid.named if one.is_same(old)] if not is_one else []
    if not named:
        return None if is_former else _choose([one for one in others if is_about_same(old, one)])
    if any(one.sentence.text == old.sentence.text for one in named):
        return None  # pasted again
    first = named[0]
    others = [one for one in others if one.figure is not one.sentence.closing]
    if not _is_former(first):
        before = [one for one in others if _is_before(one, first)]  # and the agent's that say the same again
        others = [one for one in others if not any(one.is_same(other) for other in before)]
    others = [one for one in others if one.asked]
    others = [one for one in others if one.figure.unit <= old.figure.unit] or others
    is_denied = any(_denies(one) for one in laid.exchange.asked)
    if not is_denied and not any(_states_present(one) for one in others):
        return None
    ordered = [one for one in others if tuple(one.figure.before[-2:]) in _ORDERS]
    return (
        _choose(ordered or others) if _is_linked(old, [*named, *others], laid.exchange, is_denied=is_denied) else None
    )


def _closes(given: GivenFigure, old: GivenFigure, laid: _Laid) -> bool:
    """Whether a figure ends the sentence that says what is to be thought of an earlier one, apart from its words."""
    if not is_rival(old.figure, given.figure):
        return False
    subject = given.sentence.figures[0][0]
    named = [one for one in laid.named if one.sentence is given.sentence and one.is_same(old)]
    named = [one for one in named if one.figure is subject or one.rejects(old.figure)]
    return bool(named) and _is_linked(old, named, laid.exchange, is_denied=True)


def _is_linked(old: GivenFigure, given: "Sequence[GivenFigure]", exchange: "Exchange", *, is_denied: bool) -> bool:
    """Whether an exchange that names a figure again means the same thing. `is_denied`: it says that it will not do."""
    figure = old.figure
    if any(one.rejects(figure) for one in given):
        if figure.dimension:
            return True
    elif not (figure.is_digits or any(one.figure.unit & figure.unit for one in given[1:])):
        return False  # `she cannot tell two customers apart, make it 12`
    if figure.is_distinct or (
        is_denied and not figure.unit and len(figure.written) >= _TWO and not given[0].figure.unit
    ):
        return True
    spoken = exchange.sentences if figure.is_digits else [one.sentence for one in given]
    about = frozenset().union(*[one.stems for one in spoken]) - tables().counted
    own = old.stems if is_denied else (old.stems - figure.unit) or figure.unit
    return not about.isdisjoint(own)


def _is_before(one: GivenFigure, other: GivenFigure) -> bool:
    return one.sentence.is_person and one.key < other.key


def _denies(sentence: "Sentence") -> bool:
    """Whether a sentence says that a figure will not do."""
    return tables().too.find(sentence.words) is not None or "→" in sentence.text or "->" in sentence.text


def _states_present(given: GivenFigure) -> bool:
    """Whether an agent says that a figure holds now."""
    return not given.sentence.is_person and not NOW.isdisjoint(given.sentence.words)


def _choose(given: "Sequence[GivenFigure]") -> GivenFigure | None:
    """The first figure, if all are the same."""
    return given[0] if given and all(one.is_same(given[0]) for one in given) else None


def _find_restated(old: GivenFigure, restating: "Sequence[GivenFigure]") -> GivenFigure | None:
    """The figure among those of an agent that stands in the same words around the same name from code."""
    alike = [
        one
        for one in restating
        if not old.clause.names.isdisjoint(one.clause.names)
        and one.figure.counts_same(old.figure)
        and old.stems == one.stems
        and (one.figure.before[-1:] == [""] or not COPULAS.isdisjoint(one.figure.before[-1:]))
        and not (_is_former(one) or one.is_enumerated or old.is_enumerated)
        and TESTS.isdisjoint(one.clause.words) == TESTS.isdisjoint(old.clause.words)
    ]
    return _choose(alike) if all(one.figure.value != old.figure.value for one in alike) else None


def _add_repeated(earlier: "Sequence[GivenFigure]", replaced: "dict[Key, tuple[GivenFigure, GivenFigure]]") -> None:
    """Adds the figures which an exchange repeats: what the person asked for and the agent carried out."""
    by_exchange: dict[int, list[tuple[GivenFigure, GivenFigure]]] = {}
    for pair in replaced.values():
        by_exchange.setdefault(pair[0].sentence.exchange, []).append(pair)
    for one in earlier:
        for old, new in by_exchange.get(one.sentence.exchange, ()):
            if one.key not in replaced and one.is_same(old):
                replaced[one.key] = (one, new)


def _follow(new: GivenFigure, replaced: "dict[Key, tuple[GivenFigure, GivenFigure]]") -> GivenFigure:
    """The figure in force: the one that replaced another one may have been replaced as well."""
    while new.key in replaced:
        new = replaced[new.key][1]
    return new
