"""Explanations that turned out to be wrong: `the cause is the firewall`, `I was wrong about the firewall`."""

from backstory.base.overturns.cues import ARTICLES, COPULAS, FOLLOWS, PREPOSITIONS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_MOST_WORDS = 4
"""Words of what was believed that tell it."""
_SHARE = 0.6
"""Share of them that an earlier statement has."""
_SINGLE = 2
"""Words behind `it isn't` that name what it is not."""
_SAME = 0.75
"""Share of what one of two sentences explains that the other explains as well."""
_BACK = 4
"""Exchanges before a denial in which is said what it denies, where it does not say that it takes something back."""
_FEWEST = 2
"""Words that two exchanges share which are about the same, where nothing else tells."""
_NEGATIONS = frozenset(("not", "no", "nicht", "kein", "keine", "pas", "ne", "n"))


def find_refuted(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences that explain or suppose what a later one takes back."""
    spread = _Spread(exchanges)
    done: set[tuple[int, int]] = set()
    for exchange in exchanges:
        is_doubted = _is_doubted(exchange)
        for sentence in exchange.read(_list_taking_back):
            for target in _find_targets(sentence, exchange, exchanges, spread, is_doubted=is_doubted):
                for one in _with_conclusions(target, exchanges[target.exchange]):
                    if (one.row, one.number) not in done:
                        done.add((one.row, one.number))
                        yield Overturn(one, _explain(sentence, exchange), sentence.row)


def _list_taking_back(exchange: "Exchange") -> "list[Sentence]":
    """The sentences that may take something back."""
    return [
        one
        for one in exchange.sentences
        if not one.is_question
        and ((not one.is_person and (one.explains() or _owns_up(one))) or _read_believed(one) is not None)
    ]


def _owns_up(sentence: "Sentence") -> bool:
    return tables().owns_up.find(sentence.words) is not None


class _Spread:
    """How many exchanges have a stem. They are counted when the first is asked for."""

    def __init__(self, exchanges: "Sequence[Exchange]") -> None:
        self._exchanges = exchanges
        self._counts: dict[str, int] = {}

    def weigh(self, stems: "frozenset[str]") -> float:
        """The weight of stems together: the more exchanges have one, the less it counts."""
        if not self._counts:
            for exchange in self._exchanges:
                for stem in exchange.stems:
                    self._counts[stem] = self._counts.get(stem, 0) + 1
        return sum([1.0 / self._counts[stem] for stem in stems])


def _explain(sentence: "Sentence", exchange: "Exchange") -> str:
    """What holds instead: the sentence, or the next one where it only takes something back."""
    if sentence.is_person or len(content(sentence.stems)) > _MOST_WORDS:
        return sentence.text
    place = exchange.answered.index(sentence)
    following = exchange.answered[place + 1 : place + 2]
    return " ".join([one.text for one in (sentence, *following) if one.row == sentence.row])


def _find_targets(
    sentence: "Sentence", exchange: "Exchange", exchanges: "Sequence[Exchange]", spread: _Spread, *, is_doubted: bool
) -> "list[Sentence]":
    """The earlier sentences that state what a sentence takes back. `is_doubted`: the person doubts what was stated."""
    near = [
        one for one in exchanges[max(0, exchange.number - _BACK) : exchange.number] if one.session == exchange.session
    ]
    if not sentence.is_person and is_doubted and sentence.explains() and not sentence.is_imagined():
        targets = [
            one
            for other in near
            for one in other.answered
            if one.explains() and _names_cause(one) and _names_cause(sentence) and _explains_same(one, sentence)
        ]
        if targets:
            return targets
    believed = _read_believed(sentence)
    is_owned = not sentence.is_person and _owns_up(sentence)
    if believed is None and not is_owned:
        return []
    earlier = _list_earlier(sentence, exchange, exchanges)
    if believed:
        about = content(exchange.stems) - believed
        is_bare = any(tables().is_not.find(clause.words) is not None for clause in sentence.clauses)
        if is_bare:  # `it's not` is said of anything
            numbers = {exchange.number, *(one.number for one in near)} if not sentence.is_imagined() else set()
            earlier = [one for one in earlier if one.exchange in numbers and one.explains()]
        targets = [
            one
            for one in earlier
            if len(one.stems & believed) >= max(1, _SHARE * len(believed))
            and (
                one.explains()
                or one.exchange == exchange.number
                or (not is_bare and _is_claim(one, exchanges[one.exchange], believed))
            )
            and (one.exchange == exchange.number or about & content(exchanges[one.exchange].stems))
        ]
        if targets:
            return targets
    if not is_owned:
        return []
    return _find_by_topic(exchange, earlier, exchanges, spread)


def _is_doubted(exchange: "Exchange") -> bool:
    """Whether the person says that an explanation does not hold."""
    return any(not _DOUBTS.isdisjoint(one.words) for one in exchange.asked)


_DOUBTS = frozenset(
    (
        "still", "again", "though", "no", "not", "wrong", "noch", "immer", "nicht", "kein", "keine", "trotzdem",
        "toujours", "pas", "encore", "sigue", "todavía", "aún",
    )
)  # fmt: skip


_CAUSES = frozenset(
    ("cause", "causes", "caused", "reason", "problem", "issue", "culprit", "comes", "come", "due", "ursache", "grund",
     "liegt", "kommt", "vient", "viennent", "causa", "debido", "viene", "porque", "parce", "weil", "because", "guess",
     "suspect")
)  # fmt: skip


def _names_cause(sentence: "Sentence") -> bool:
    """Whether a sentence names a cause in its own right: `since we need it` only gives a reason."""
    return not _CAUSES.isdisjoint(sentence.words)


def _explains_same(one: "Sentence", other: "Sentence") -> bool:
    """Whether two sentences explain the same thing by something else."""
    if other.exchange - one.exchange > 1 or tuple(other.words[:2]) in _PLANS or not _reasons_differ(one, other):
        return False
    effects = [content(stem_words(_before_reason(each))) for each in (one, other)]
    shared = len(effects[0] & effects[1])
    return shared >= _FEWEST and shared >= _SAME * min(map(len, effects))


_PLANS = frozenset((("let", "s"), ("let", "me"), ("i", "ll"), ("i", "will"), ("now", "let"), ("ich", "werde")))
"""How an agent says what it is about to do."""


def _reasons_differ(one: "Sentence", other: "Sentence") -> bool:
    """Whether two sentences give reasons that have no word in common."""
    reasons = []
    for each in (one, other):
        place = tables().explains.find(each.words)
        reasons.append(content(stem_words(each.words[place[1] :])) if place else frozenset())
    return reasons[0].isdisjoint(reasons[1])


def _before_reason(sentence: "Sentence") -> "Sequence[str]":
    place = tables().explains.find(sentence.words)
    return sentence.words[: place[0]] if place else ()


def _list_earlier(sentence: "Sentence", exchange: "Exchange", exchanges: "Sequence[Exchange]") -> "list[Sentence]":
    """What the agent stated before."""
    before = [one for other in exchanges[: exchange.number] for one in other.answered]
    before += [one for one in exchange.answered if one.row < sentence.row and not sentence.is_person]
    return [one for one in before if not one.is_question and not _takes_back(one)]


def _takes_back(sentence: "Sentence") -> bool:
    return tables().owns_up.find(sentence.words) is not None or _read_believed(sentence) is not None


def _is_claim(sentence: "Sentence", exchange: "Exchange", believed: "frozenset[str]") -> bool:
    """Whether a sentence stands beside an explanation by the same, or states it of just that."""
    if any(one.explains() and one.stems & believed for one in exchange.answered if one.row == sentence.row):
        return True
    return len(believed) > 1 or bool(sentence.clauses and content(sentence.clauses[0].stems) & believed)


def _read_believed(sentence: "Sentence") -> "frozenset[str] | None":
    """The words of what a sentence says was believed wrongly; empty where it does not say what."""
    cues, words = tables(), sentence.words
    if cues.denials.find(words) is None:
        return None
    for clause in sentence.clauses:
        words = clause.words
        denied = tables().denies.find(words)
        if denied is not None:
            return _name(words[: denied[0]], last=True)
        refuted = tables().refutes.find(words)
        if refuted is not None:
            named = _name(words[refuted[1] :])
            if named:
                return named
        denied = tables().is_not.find(words)
        if denied is not None:
            rest = words[denied[1] :]
            if rest[:1] and rest[0].endswith("ing"):
                continue  # `it isn't cleaning up`
            named = _name(rest)
            if named and (rest[0] in ARTICLES or named & clause.names or len(rest) <= _SINGLE):
                return named
    if not sentence.is_person and tables().owns_up.find(sentence.words) is not None:
        for clause in sentence.clauses:
            place = next((number for number, word in enumerate(clause.words) if word in _NEGATIONS), None)
            if place is not None:
                named = content(stem_words(clause.words[place + 1 :]))
                if named and len(named) <= _MOST_WORDS:
                    return named
        return frozenset()
    return None


def _name(words: "Sequence[str]", *, last: bool = False) -> "frozenset[str]":
    """The stems of what words name: those up to a verb or a preposition."""
    part: list[str] = []
    for word in words:
        if (word in COPULAS or word in PREPOSITIONS) and part:
            if last:
                continue
            break
        part.append(word)
    stems = [stem for word in part for stem in stem_words([word])]
    named = [stem for stem in stems if stem in content([stem])]
    return frozenset(named[-_MOST_WORDS:] if last else named[:_MOST_WORDS])


def _find_by_topic(
    exchange: "Exchange", earlier: "Sequence[Sentence]", exchanges: "Sequence[Exchange]", spread: _Spread
) -> "list[Sentence]":
    """The explanations of the exchange that is about the same."""
    own = content(exchange.stems)
    best, chosen = 0.0, -1
    for other in exchanges[: exchange.number]:
        explaining = [one for one in other.answered if one.explains()]
        if not explaining:
            continue
        about = frozenset().union(*[one.stems for one in (*other.asked, *explaining)])
        shared = own & content(about)
        weight = spread.weigh(shared)
        if len(shared) >= _FEWEST and weight >= best:
            best, chosen = weight, other.number
    return [one for one in earlier if one.exchange == chosen and one.explains()]


def _with_conclusions(target: "Sentence", exchange: "Exchange") -> "list[Sentence]":
    """A sentence, and those behind it that draw conclusions from it."""
    place = next((number for number, one in enumerate(exchange.answered) if one is target), -1)
    chosen = [target]
    for one in exchange.answered[place + 1 :] if place >= 0 else ():
        follows = one.words[:1] and one.words[0] in FOLLOWS
        if one.row != target.row or not (follows or tables().proposes.find(one.words) is not None):
            break
        chosen.append(one)
    return chosen
