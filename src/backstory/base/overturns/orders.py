"""Figures of short orders that follow each other: `48 then`, `make it 40`, `no, 44`.

Such an order does not say what the figure is of: it is what was last spoken of. So it replaces the figure that the
person gave just before, and the agent's word that it was done.
"""

from backstory.base.overturns.cues import LEADS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.overturns.rejected_figures import list_numbers, list_rejected
from backstory.base.overturns.subjects import FILLS
from backstory.base.reversals import read_words, stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Exchange, Sentence

    Given = tuple[Sentence, Figure]

_BACK = 2
"""Exchanges before an order in which the figure was given that it replaces."""
_FEW = 8
"""Words of a prompt that is a figure and little else."""
_OTHERWISE = frozenset(
    ("no", "nah", "nope", "non", "nein", "não", "nee", "hm", "hmm", "wait", "sorry", "attends", "warte", "espera",
     "anzi", "better", "besser", "meglio", "melhor", "liever", "actually", "eigentlich", "then", "dann", "alors", "too",
     "zu", "trop", "verdade", "toch")
)  # fmt: skip
"""Words of a prompt that gives another figure than before."""
_FILLERS = stem_words(
    ("better", "best", "many", "much", "few", "too", "high", "low", "long", "short", "then", "please", "bitte",
    "besser",
     "mejor", "meglio", "verdade", "favor", "por", "per", "hmm", "hm", "dann", "alors", "plutôt", "zu", "viel", "viele",
     "trop", "peu", "demasiado", "poco", "pocos", "suits", "enough", "again", "wait", "actually", "anzi", "lieber",
     "attends")
)  # fmt: skip
"""What stands beside such a figure and says nothing of a subject."""
_NOT = frozenset(("not", "no", "nicht", "kein", "keine", "pas", "from", "von", "aus", "de", "too"))
"""Words before a figure that holds no longer."""


_TIMES = stem_words(("times", "time", "mal", "fois", "veces", "volte", "vezes", "keer"))
"""What is counted in as many words as one likes: `3 times`, `5 tries`."""


def find_reordered(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the figures that a short order replaced, each with the last one."""
    ordered = [_find_ordered(exchange) for exchange in exchanges]
    if all(new is None for new, _ in ordered):
        return
    former: list[tuple[Exchange, list[Given]]] = []
    for exchange, (new, named) in zip(exchanges, ordered, strict=True):
        if new is not None:
            mentioned = {
                figure.number
                for one in exchange.asked
                for figure, _ in one.figures
                if figure.is_digits or figure.number != "1"  # `one key is not masked`
            }
            subject = _read_subject(new)
            meant = [one for one in former[-_BACK:] if any(old.number in mentioned for _, old in one[1])]
            refuses_other = not meant and (any(map(list_rejected, exchange.asked)) or _names_former(new))
            for earlier, given in meant or (
                former[-_BACK:] if not refuses_other else []
            ):  # `10 minutes is too long, make it 2` means what gave 10
                number = earlier.number
                if earlier.session != exchange.session or number < exchange.number - _BACK:
                    continue
                if subject and subject.isdisjoint(earlier.stems):
                    continue  # `the cache may take 512 MB` after `limit uploads to 20 MB`
                is_counted = all(old.dimension for sentence, old in given if sentence.is_person)
                is_mentioned = any(old.number in mentioned for _, old in given)
                if is_mentioned:
                    given = [one for one in given if one[1].number in mentioned]  # `4 is too few, make it 8`
                elif _has_several(given, new[1], exchanges[:number]):
                    continue  # `make it 8` after `4 workers, a queue of 200, port 8080`
                if is_counted and not (is_mentioned or new[1].dimension):
                    continue  # `22 seconds is silly`, and `make it 3` of the exit code
                is_reply = number == exchange.number - 1 and _is_bare(exchange.asked, new)
                for sentence, old in given:
                    is_only = len(sentence.figures) == 1
                    if (
                        (old.dimension or not new[1].dimension or is_only)
                        and (not named or old.number in named)
                        and _is_replaced(old, new[1], is_named=old.number in mentioned, is_only=is_only)
                    ):
                        by, row = new[0].text, new[0].row
                        yield Overturn(sentence, by, row, old, new[1].written, is_reply=is_reply and is_only)
        given = _list_given(exchange, new)
        if given:
            former.append((exchange, given))


def _names_former(new: "Given") -> bool:
    """Whether the sentence of a new figure names another one before it: `128 cuts real data, take 256` means what was
    128, whoever gave that."""
    sentence, figure = new
    return any(
        one is not figure and one.end < figure.end and one.is_plain and not (one.dimension or figure.dimension)
        for one, _ in sentence.figures
    )


def _has_several(given: "Sequence[Given]", new: "Figure", before: "Sequence[Exchange]") -> bool:
    """Whether the person gave several figures of which a new one may replace any. What was given before is only spoken
    of: `50 is little, put 200`."""
    former = list_numbers([sentence for one in before for sentence in one.asked])
    fit = {old.number for one, old in given if one.is_person and _is_replaced(old, new, is_named=False, is_only=False)}
    return len(fit - former) > 1


def may_be_reordered(exchanges: "Sequence[Exchange]", chosen: "frozenset[int]") -> bool:
    """Whether a short order may replace figures of the exchanges with the numbers `chosen`."""
    return any(
        not chosen.isdisjoint(range(exchange.number - _BACK, exchange.number))
        and _find_ordered(exchange)[0] is not None
        for exchange in exchanges
    )


def _find_ordered(exchange: "Exchange") -> "tuple[Given | None, frozenset[str]]":
    """The figure of an order that gives another one than before, and the figures that it names for that. One that
    stands right behind the order needs to name none."""
    asked = [one for one in exchange.asked if not one.is_question]
    reorders = any(tables().reorders.find(one.words) is not None for one in asked)
    if not (reorders or any(not _OTHERWISE.isdisjoint(one.words) for one in asked)):
        return None, frozenset()
    figures = [(one, figure) for one in asked for figure, _ in one.figures if figure.is_plain]
    fresh = [given for given in figures if _NOT.isdisjoint(given[1].before[-2:])]
    if len(fresh) == 1 and _is_bare(asked, fresh[0]):
        return fresh[0], frozenset()
    if not reorders:
        return None, frozenset()
    ordered = [given for given in fresh if _is_ordered(given)]
    if ordered:
        return ordered[-1], frozenset()
    last = fresh[-1] if fresh and not fresh[-1][1].nouns else None
    named = frozenset([figure.number for _, figure in figures if last is None or figure.number != last[1].number])
    return (last, named) if named else (None, frozenset())


def _read_subject(given: "Given") -> "frozenset[str]":
    """What a figure is said to be of, in the clause in which it stands."""
    sentence, figure = given
    stems = next((clause.stems for one, clause in sentence.figures if one is figure), frozenset())
    return content(stems) - figure.unit - tables().counted - _FILLERS - FILLS


def _is_ordered(given: "Given") -> bool:
    """Whether the order stands right before the figure."""
    before = read_words(" ".join(given[1].before))
    place = tables().reorders.find(before)
    return place is not None and place[1] == len(before)


def _is_bare(asked: "Sequence[Sentence]", given: "Given") -> bool:
    """Whether a prompt says little but a figure: `no, 17`, `hmm, too many. 4`, `5 tries is better`."""
    words = [word for one in asked for word in one.words]
    counted = given[1].unit | tables().counted
    rest = [word for word in words if word not in LEADS and not word[0].isdigit()]
    return len(words) <= _FEW and len(content(stem_words(rest)) - counted - _FILLERS) == 0


def _list_given(exchange: "Exchange", new: "Given | None") -> "list[Given]":
    """The figures that the person gave, and the agent's that say the same or tell of a change."""
    if new is not None:
        asked = [new]
    else:
        asked = [
            (one, figure)
            for one in exchange.asked
            if not (one.is_question or one.is_imagined())
            for figure, _ in one.figures
            if figure.is_plain and _NOT.isdisjoint(figure.before[-2:]) and (figure.dimension or figure.number != "1")
        ]  # `one` is hardly ever a value
    numbers = {figure.number for _, figure in asked}
    answered = [(one, figure) for one in exchange.answered for figure, _ in one.figures if figure.number in numbers]
    return [*asked, *answered]


def _is_replaced(old: "Figure", new: "Figure", *, is_named: bool, is_only: bool) -> bool:
    """Whether two figures may give the same thing. One may leave out what it counts. `is_named`: the order names the
    old one. `is_only`: the old one is the only one of its sentence."""
    if old.number == new.number or (new.dimension == "part" and not old.dimension and not is_named):
        return False  # a share replaces no count
    if old.dimension and new.dimension:
        return old.dimension == new.dimension
    if old.dimension:
        return is_named or not new.unit  # `make it 5 retries` after `30 s` is about something else
    if new.dimension and old.unit and not old.is_digits:
        return False  # nor is `make it 300 ms` after `two builds`
    return bool(
        new.dimension or not (old.unit and new.unit) or old.unit == new.unit or (is_only and old.unit <= _TIMES)
    )
