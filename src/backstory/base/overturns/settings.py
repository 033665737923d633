"""Settings that are set again: `five attempts`, later `Down to two attempts.`, and then `MAX_ATTEMPTS = 3`.

A setting is a figure that the person gives and the agent states in its answer. A later setting replaces an earlier one
if the person names the earlier figure with it, if both stand behind the same name from code, or if the agent's answer
names nothing but the figure, so that it goes on about the one before.
"""

from backstory.base.overturns.cues import NOW, OUTCOMES
from backstory.base.overturns.exchanges import Overturn, list_names
from backstory.base.overturns.given_figures import reports_change
from backstory.base.overturns.phrase_tables import tables
from backstory.base.overturns.rejected_figures import list_rejected
from backstory.base.overturns.subjects import FILLS, choose_meant, read_subject
from backstory.base.reversals import read_words, stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Clause, Exchange, Sentence

    Given = tuple[Figure, Clause, Sentence]

_NEAR = 3
"""Exchanges within which an answer that names nothing but a figure goes on about the one before."""
_FAR = 12
"""Exchanges that are searched for a figure that the person rejects."""
_MOST_COMPARED = 300
"""The last settings with which a later one is compared."""
_LONGEST = 7
"""Digits above which a number is an id."""
_DIGITS = 2
"""Digits from which a figure is known without what it counts."""
_ANSWERING = 3
"""Sentences of an answer that may state what was asked for."""
_FEW_SENTENCES = 2
"""Sentences of a prompt that says little but that a figure will not do."""
_NO_VALUE = frozenset("01")
"""Numbers that say too little to be a setting."""
_LIST = 4
"""Figures of a sentence that lists values."""
_FORMER = frozenset(("from", "was", "were", "not", "instead", "had", "statt", "nicht", "pas", "als"))
"""Words before a former figure, or before a measurement."""
_AGREED = """
yes yep ok okay sure fine done changed set raised lowered agreed ja gut gern erledigt geändert oui fait changé sí hecho
vale cambiado
"""
_LITTLE = "down up back cut limit it that are ist sind est sont son es ahora jetzt maintenant"
_SAYS_LITTLE = frozenset(stem_words([*_AGREED.split(), *NOW, *_LITTLE.split()]))


class _Setting:
    """A figure that an exchange lays down."""

    def __init__(
        self,
        exchange: "Exchange",
        asked: "Given",
        stated: "Sequence[Given]",
        same: "Sequence[Given]",
        *,
        needs_unit: bool = False,
    ) -> None:
        self.exchange = exchange
        self.asked = asked
        self.place = stated[0][2].number
        """The sentence of the answer that states it first."""
        self.code = frozenset().union(*(list_names(sentence) for _, _, sentence in same))
        """The names from code in its sentences."""
        self.figures = same
        """All figures of the exchange with this value."""
        self.names = frozenset().union(*(_read_assigned(one) for one in stated))
        """The names from code that have it as their value."""
        subjects = [_read_subject(figure, clause) | _read_label(clause, one) for figure, clause, one in stated]
        self.subject = subjects[0]
        """What the agent says of the figure, without what it counts."""
        self.is_bare = not all(subjects)
        self.successor: _Setting | None = None

        dimensions = frozenset(one.dimension for one, _, _ in same) - {""}
        self.units = (
            frozenset().union(dimensions, *(one.unit for one, _, _ in same if not one.dimension)) - _SAYS_LITTLE
        )
        """What it counts, as far as the exchange says that."""
        self._needs_unit = needs_unit and bool(self.units)
        """Whether another thing has the same number, so that the number alone does not name it."""

    def counts_same(self, other: "_Setting") -> bool:
        """Whether two settings may be of the same thing."""
        return not (self.units and other.units) or not self.units.isdisjoint(other.units)

    def is_named(self, given: "Given") -> bool:
        """Whether a figure of another exchange is this one."""
        figure = given[0]
        units = {figure.dimension} if figure.dimension else figure.unit - _SAYS_LITTLE
        is_other = self.units.isdisjoint(units) if self._needs_unit or (units and self.units) else False
        return self.has_value(figure) and not is_other

    def has_value(self, figure: "Figure") -> bool:
        return any(_is_same(figure, one) for one, _, _ in self.figures)

    def goes_on(self, former: "_Setting") -> bool:
        """Whether the person names nothing with it that the former exchange did not speak of."""
        figure, clause, _ = self.asked
        return clause.stems - tables().counted - figure.unit - FILLS - _SAYS_LITTLE <= former.exchange.stems

    def is_parallel(self, former: "_Setting") -> bool:
        """Whether the person asks for both in like words, of two things: `redis timeout 2 s`, `http timeout 5 s`."""
        figures = (one.asked[:2] for one in (self, former))
        own, other = (clause.stems - tables().counted - figure.unit - FILLS for figure, clause in figures)
        return not own.isdisjoint(other) and not own <= former.exchange.stems

    def tells_of(self, subject: "frozenset[str]") -> bool:
        """Whether a sentence that gives it names all of a subject."""
        return any(subject <= sentence.stems for _, _, sentence in self.figures)

    def find_last(self) -> "_Setting":
        """The setting in force."""
        last = self
        while last.successor is not None:
            last = last.successor
        return last


def find_reset(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with settings that later ones replaced, each with the value in force."""
    settings: list[_Setting] = []
    given: set[str] = set()
    for exchange in exchanges:
        recent = settings[-_MOST_COMPARED:]
        laid = [*_read_settings(exchange, recent)] or [*_read_answered(exchange, recent)]
        laid = [one for one in laid if not any(old.is_named(one.asked) for old in recent)] or laid
        first = min((one.place for one in laid), default=0)
        for new in (one for one in laid if one.place == first):  # what the answer begins with is what was asked for
            former = [old.find_last() for old in _list_replaced(new, settings[-_MOST_COMPARED:], given)]
            if not former:
                former = list(_read_mentioned(new, exchanges))
                settings += former
            for old in former:
                if old.exchange is not exchange and old.successor is None:
                    old.successor = new
            settings.append(new)
        given.update(figure.number for sentence in exchange.asked for figure, _ in sentence.figures)
    for old in settings:
        last = old.find_last()
        if last is old or _is_same(last.asked[0], old.asked[0]):
            continue
        figure, _, by = last.asked
        for one, _, sentence in old.figures:
            yield Overturn(sentence, by.text, by.row, one, figure.written.lower())


def _list_replaced(new: _Setting, settings: "Sequence[_Setting]", given: "Collection[str]") -> "list[_Setting]":
    """The settings that a new one replaces. `given`: the numbers that the person gave before."""
    order = _Order(new, settings, given)
    replaced = [old for old in settings if _replaces(new, old, order)]
    rows = [(old, old.exchange.number, read_subject(old.asked[2], old.asked[0])) for old in replaced]
    return choose_meant(rows, new.exchange.asked)


class _Order:
    """What the exchange of a new setting says of the settings before it, whichever of them it may replace."""

    def __init__(self, new: _Setting, settings: "Sequence[_Setting]", given: "Collection[str]") -> None:
        self.asked = list(_list_figures(new.exchange.asked))
        self.denied = _list_denied(new)
        others = [one for one in self.asked if not new.is_named(one)]
        self.names_another = any(one.is_named(other) for other in others for one in settings) or any(
            sentence is new.asked[2] and len(figure.number) >= _DIGITS and figure.number in given
            for figure, _, sentence in others
        )
        """Whether the person names the figure of an earlier one, or beside the new one a figure given before."""
        own = new.asked[2]
        near = [one for one in new.exchange.asked if 0 <= own.number - one.number <= 1]
        self.rejects_another = any(map(list_rejected, near))
        """Whether the sentence of the new one or the one before it says that a figure will not do."""
        self.last = [one for one in settings if one.successor is None and one.counts_same(new)][-1:]
        """The one in force that counts the same."""


def _replaces(new: _Setting, old: _Setting, order: _Order) -> bool:
    if not (old.units or old.names) or not old.counts_same(new):
        return False
    if new.names and old.names:
        return not new.names.isdisjoint(old.names)
    if any(map(old.is_named, order.asked)) or any(map(old.has_value, order.denied)):
        return True
    if order.names_another or order.rejects_another or new.is_parallel(old):
        return False
    if new.code and old.code and new.code.isdisjoint(old.code):
        return False  # two things of a kind
    if new.subject and old.tells_of(new.subject):
        return True
    goes_on = new.goes_on(old) or any(old.has_value(figure) for figure, _, _ in order.asked)
    return new.is_bare and goes_on and old in order.last and new.exchange.number - old.exchange.number <= _NEAR


def _list_denied(new: _Setting) -> "list[Figure]":
    """The figures that the person names before a new one and the agent does not repeat: `40 cuts our ids, make it 60`.
    What follows such a figure need not be what it counts."""
    figure, _, sentence = new.asked
    place = sentence.row, sentence.number, figure.end
    stated = [one for one, _, source in _list_figures(new.exchange.sentences) if not source.is_person]
    return [
        one
        for one, _, source in _list_figures(new.exchange.asked)
        if source.is_person
        and (source.row, source.number, one.end) < place
        and len(one.number) >= _DIGITS
        and not one.dimension
        and not (figure.dimension and one.unit - _SAYS_LITTLE)  # `400 values` beside `300 ms`
        and not any(_is_same(one, other) for other in (*stated, figure))
    ]


def _read_mentioned(new: _Setting, exchanges: "Sequence[Exchange]") -> "Iterator[_Setting]":
    """Yields the figure that a new setting denies, where no earlier exchange laid it down by itself."""
    earlier = [one for one in exchanges if 0 < new.exchange.number - one.number <= _FAR]
    for denied in _list_denied(new):
        mentions = [
            (one, clause, sentence)
            for exchange in earlier
            for one, clause, sentence in _list_figures(exchange.sentences)
            if _is_same(one, denied) and not one.dimension and not sentence.is_imagined()
        ]
        rows = [(one, one[2].exchange, read_subject(one[2], one[0])) for one in mentions]
        mentions = choose_meant(rows, new.exchange.asked)
        if mentions:
            first = next(one for one in earlier if one.number == mentions[0][2].exchange)
            yield _Setting(first, mentions[0], mentions, mentions)


def _read_answered(exchange: "Exchange", settings: "Sequence[_Setting]") -> "Iterator[_Setting]":
    """Yields the figure that an agent answers with where the person only says that the one before will not do: `sixteen
    is too much, try half`."""
    asked = [
        one
        for one in _list_figures(exchange.asked)
        if any(old.is_named(one) for old in settings) and _turns_down(one[0], exchange)
    ]
    answer = [one for one in exchange.sentences if not one.is_person and OUTCOMES.isdisjoint(one.words)][:1]
    stated = [one for one in _list_figures(answer) if not (one[2].is_imagined() or _read_subject(*one[:2]))]
    if asked and len(stated) == 1 and not _is_same(stated[0][0], asked[0][0]):
        yield _Setting(exchange, stated[0], stated, stated)


def _turns_down(figure: "Figure", exchange: "Exchange") -> bool:
    """Whether the person says in an exchange that a figure will not do, or that it is to change."""
    for sentence in exchange.asked:
        if any(one.number == figure.number for one in list_rejected(sentence)):
            return True
        if reports_change(sentence) and any(one.number == figure.number for one, _ in sentence.figures):
            return True
    return len(exchange.asked) <= _FEW_SENTENCES


def _read_settings(exchange: "Exchange", settings: "Sequence[_Setting]") -> "Iterator[_Setting]":
    """Yields what an exchange lays down: figures that the person gives and the agent states."""
    answer = [one for one in exchange.sentences if not one.is_person][:_ANSWERING]
    statements = [
        one for one in _list_figures(answer) if not (one[2].is_imagined() or _is_former(one) or _is_condition(*one[1:]))
    ]
    everywhere = list(_list_figures(exchange.sentences))
    twice = _list_twice(exchange.asked)
    values: set[tuple[str, frozenset[str]]] = set()
    for asked in _list_figures(exchange.asked):
        figure, _, sentence = asked
        value = figure.number, figure.unit if figure.number in twice else frozenset[str]()
        if (
            figure.number in _NO_VALUE
            or len(sentence.figures) >= _LIST
            or value in values
            or _is_former(asked)
            or _is_measured(asked)
            or not figure.is_plain
        ):
            continue
        others = twice.get(figure.number, frozenset()) - {figure.unit}
        stated = [one for one in statements if _is_same(one[0], figure) and one[0].unit not in others]
        if sentence.is_question:
            stated = [one for one in stated if _grants(one, settings)]
        if stated:
            values.add(value)
            same = [one for one in everywhere if _is_same(one[0], figure) and one[0].unit not in others]
            yield _Setting(exchange, asked, stated, same, needs_unit=figure.number in twice)


def _list_twice(sentences: "Iterable[Sentence]") -> "dict[str, frozenset[frozenset[str]]]":
    """The numbers that a sentence gives to two things, each with what it counts: `two decimals, exit 2`."""
    twice: dict[str, frozenset[frozenset[str]]] = {}
    for one in sentences:
        for number in {figure.number for figure, _ in one.figures} if len(one.figures) > 1 else ():
            units = frozenset(figure.unit for figure, _ in one.figures if figure.number == number)
            if len(units) > 1:
                twice[number] = units
    return twice


def _is_same(one: "Figure", other: "Figure") -> bool:
    """Whether two figures have one value: `2` is `two minutes` in the answer to it."""
    if one.dimension and other.dimension:
        return one.dimension == other.dimension and one.value == other.value
    if one.dimension or other.dimension:
        plain = other if one.dimension else one
        if plain.unit and not plain.is_digits:
            return False  # `two implementations` beside `two seconds`
    return one.number == other.number


def _list_figures(sentences: "Iterable[Sentence]") -> "Iterator[Given]":
    """Yields the figures of sentences without those that are ids or values of options."""
    for one in sentences:
        for figure, clause in one.figures:
            if len(figure.number) <= _LONGEST and not any(word.startswith("-") for word in figure.before[-1:]):
                yield figure, clause, one


def _grants(given: "Given", settings: "Sequence[_Setting]") -> bool:
    """Whether an agent does with a figure what a question proposes. It may say the same as of the figure before."""
    subject = _read_subject(*given[:2])
    return bool(_read_assigned(given)) or not subject or any(old.tells_of(subject) for old in settings)


def _is_former(given: "Given") -> bool:
    figure, _, sentence = given
    return not _FORMER.isdisjoint(figure.before[-1:]) and len(sentence.figures) > 1


def _is_measured(given: "Given") -> bool:
    """Whether a figure tells by how much something changes, or what came of it: `16 agents hit the limit`."""
    figure, clause, sentence = given
    if figure.dimension == "part" and figure.before[-1:] == ["by"]:
        return True
    behind = read_words(sentence.text[figure.end :])[:_BEHIND]
    return not _RESULTS.isdisjoint(behind) and bool(clause.words)


_BEHIND = 2
"""Words behind a figure that tell what came of it."""
_RESULTS = frozenset(("made", "hit", "took", "cost", "ran", "gave", "broke", "exceeded", "reached"))


def _is_condition(clause: "Clause", sentence: "Sentence") -> bool:
    """Whether a clause gives what was measured with: `8 threads: 3.2 s`."""
    return clause.text.endswith(":") and not sentence.text.endswith(clause.text)


def _read_label(clause: "Clause", sentence: "Sentence") -> "frozenset[str]":
    """What stands before a colon in front of a clause: `Basic: 10 euros`."""
    texts = [one.text for one in sentence.clauses]
    place = texts.index(clause.text) if clause.text in texts else 0
    return sentence.clauses[place - 1].stems - _SAYS_LITTLE if place and texts[place - 1].endswith(":") else frozenset()


def _read_subject(figure: "Figure", clause: "Clause") -> "frozenset[str]":
    """What a clause names besides a figure, what it counts and names from code."""
    return clause.stems - tables().counted - figure.unit - clause.names - _SAYS_LITTLE


def _read_assigned(given: "Given") -> "frozenset[str]":
    """The name from code that has a figure as its value: `MAX_ATTEMPTS = 3`."""
    name, sign = [*given[0].before[-2:], "", ""][:2]
    return frozenset(read_words(name)) if name and not sign else frozenset()
