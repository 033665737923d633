"""Numbers that the person replaces or takes off in so many words: `250 is replaced by 400`, `forget the 20`.

Nothing but the number need be named, so that its earlier statements may have a unit: `wait 250 ms`. They have to share
what is spoken of with the sentence that replaces it or those beside that.
"""

from backstory.base.figures import NUMBERS, Figure, read_figures
from backstory.base.overturns.exchanges import Overturn, split_signed
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.quotations import drop_quoted
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence
    from backstory.base.phrases import Phrases

_OLD, _NEW = "0", "1"
"""The former number and the one in force in a phrase."""
_ORDERS = frozenset(
    ("make", "take", "use", "set", "put", "mach", "mache", "nimm", "setz", "setze", "nehmen", "mets", "mettez",
     "prends", "prenez", "pon", "usa", "toma", "dejalo", "déjalo", "ponlo")
)  # fmt: skip
"""Words behind which the number in force stands beside one that is taken off."""
_NEAR = 3
"""Words before a number among which it is ordered."""
_NEGATIONS = frozenset(
    ("not", "don't", "never", "nicht", "nie", "pas", "jamais", "no", "nunca", "t", "n", "doesn't", "isn't", "won't",
     "cannot", "without", "ohne", "sans", "sin", "if", "when", "wenn", "falls", "si", "could", "might", "should", "may",
     "könnte", "pourrait", "podría", "didn't", "why", "warum", "pourquoi",
     "once", "until", "before", "bevor", "ob", "whether")
)  # fmt: skip
"""Words before a phrase, or behind it at its end, by which nothing is replaced."""
_BEHIND = frozenset(("nicht", "pas", "only", "nur", "if", "wenn", "when", "seulement", "solo", "si", "until"))
_DISTINCT = 3
"""Digits from which a number tells by itself what is spoken of."""
_SHORTEST = 2
"""Digits of a number that is named without more."""
_PLACING = stem_words(
    ("first", "second", "third", "last", "maximum", "minimum", "initial", "erste", "ersten", "erster", "zweite",
     "zweiten", "letzte", "letzten", "premier", "première", "dernier", "dernière", "primer", "primera", "primero",
     "último", "última")
)  # fmt: skip
"""Stems of words that tell which of several things a number of three digits is of."""
_MOST_FIGURES = 8
"""Figures of a sentence above which it is a table or pasted: their pairs would take long to compare."""
_MOST_COMPARED = 300
"""The last sentences in which a number is looked for."""


class Replacement:
    """A number that a sentence replaces or takes off."""

    __slots__ = ("is_moved", "new", "old")

    def __init__(self, old: Figure, new: Figure | None, *, is_moved: bool = False) -> None:
        self.old = old
        self.new = new
        """The one in force; none where the sentence only takes the former one off."""
        self.is_moved = is_moved
        """Whether the two are named as values of one thing: `lower it from 10 to 2 MB`, `10 and not my 5`."""


def list_replacements(text: str) -> "list[Replacement]":
    """The numbers that a sentence of the person replaces or takes off by their name."""
    text = _blank_quotes(drop_quoted(text))
    words, figures = _read_words(text)
    if not 0 < len(figures) <= _MOST_FIGURES or tables().imagines.find([one for one in words if one]) is not None:
        return []
    listed: dict[str, Replacement] = {}
    for place, old in figures.items():
        for other, new in figures.items():
            if other == place or old.number == new.number:
                continue
            is_moved = _moves(words, place, other) or _contrasts(words, place, other)
            if is_moved or _has(tables().swaps, words, {place: _OLD, other: _NEW}):
                listed[old.number] = Replacement(old, new, is_moved=is_moved)
        if old.number not in listed and _has(tables().takes_off, words, {place: _OLD}):
            ordered = {one.number: one for at, one in figures.items() if _is_ordered(words, at)}
            ordered.pop(old.number, None)
            listed[old.number] = Replacement(old, next(iter(ordered.values())) if len(ordered) == 1 else None)
    return list(listed.values())


def _moves(words: "Sequence[str]", old: int, new: int) -> bool:
    """Whether a clause orders a number to be moved: `lower the limit from 10 to 2 MB`."""
    clause = words[old - _count_open(words[:old]) : old]
    while clause and clause[0] in _OPENINGS:
        clause = clause[1:]
    is_order = bool(clause) and clause[0] in _MOVES and clause[-1] == "from" and _NEGATIONS.isdisjoint(clause)
    return is_order and new == old + 2 and words[old + 1] == "to"


_MOVES = frozenset(
    ("lower", "raise", "bump", "cut", "reduce", "increase", "move", "change", "set", "bring", "drop", "push", "take",
     "decrease", "shorten", "extend", "shrink", "grow", "turn", "go", "lift")
)  # fmt: skip
"""How an order begins that moves a number."""
_OPENINGS = frozenset(("so", "please", "then", "and", "now", "also", "ok", "okay", "let's", "we", "just", "therefore"))


def _contrasts(words: "Sequence[str]", old: int, new: int) -> bool:
    """Whether a number is said to hold, and behind it the other one not to: `10 is the limit and not my 5`."""
    last = old - 1 - (words[old - 1 : old] != ["not"] and words[old - 1 : old][:1] in _WHOSE)
    if not new < last < old or words[last] != "not" or words[old + 1 : old + 2] not in ([], [""]):
        return False
    between = [word for word in words[new + 1 : last] if word]
    return (
        0 < len(between) <= _MOST_BETWEEN
        and between[0] in _HOLDS
        and _NEGATIONS.isdisjoint([*words[max(0, new - _NEAR) : new], *between])
    )


_WHOSE = [[word] for word in ("my", "your", "our", "his", "her", "their", "the")]
_HOLDS = frozenset(("is", "it", "goes", "counts", "holds", "applies", "stays", "remains", "then"))
"""Words behind the number in force."""
_MOST_BETWEEN = 7
"""Words between it and the `not` before the other one."""


def _blank_quotes(text: str) -> str:
    """A sentence with blanks for what others wrote. A word or two between quotation marks are set off."""
    parts = "".join('"' if sign in _QUOTES else sign for sign in text).split('"')
    for place in range(1, len(parts) - 1, 2):
        if len(parts[place].split()) > _SET_OFF:
            parts[place] = " " * len(parts[place])
    return '"'.join(parts)


_QUOTES = "“”„«»"
_SET_OFF = 2


def _is_ordered(words: "Sequence[str]", place: int) -> bool:
    """Whether a number is given as the one in force: `make it 8`, `250 out, 400 in`."""
    behind = [word for word in words[place + 1 : place + _NEAR] if word not in _COPULAS]
    is_in = behind[:1] and behind[0] in _INSERTED and not any(behind[1:2])
    return bool(is_in) or not _ORDERS.isdisjoint(words[max(0, place - _NEAR) : place])


_COPULAS = frozenset(("is", "are", "comes", "goes", "ist", "kommt", "est", "es", "entra"))
_INSERTED = frozenset(("in", "rein", "hinein", "dedans", "dentro"))
"""Words behind a number that takes the place of one that is taken off."""


def _read_words(text: str) -> "tuple[list[str], dict[int, Figure]]":
    """The words of a sentence, in lower case, an empty one for each pause, and its plain numbers by their places. A
    unit or a noun behind a number is left out."""
    by_end = {figure.end: figure for figure in read_figures(list(split_signed(text))) if figure.is_plain}
    words: list[str] = []
    places: dict[int, Figure] = {}
    skipped = 0
    for word, end in split_signed(text):
        core = word.strip(_SIGNS).lower()
        figure = next(
            (one for stop, one in by_end.items() if end - len(word) < stop - len(one.written) + 1 <= end), None
        )
        if figure is not None:
            skipped = figure.end
            places[len(words)] = figure
            words.append(figure.written.lower())
        elif core and end - len(word) >= skipped:
            words.append(core)
        if word[-1] in ",;:.!?" or word in ("-", "–", "—"):
            words.append("")
    return words, places


_SIGNS = "`'\"()[]{}<>=,;:!?*~|…“”‘’«»."


def _has(phrases: "Phrases", words: "Sequence[str]", named: "dict[int, str]") -> bool:
    """Whether a phrase has the numbers at some places, and nothing denies or supposes it."""
    spelled = [named.get(place, "#" if word[:1].isdigit() else word) for place, word in enumerate(words)]
    start = 0
    while start < len(spelled):
        match = phrases.find(spelled[start:])
        if match is None:
            return False
        first, end = match[0] + start, match[1] + start
        part = spelled[first:end]
        if all(sign in part for sign in named.values()):
            clause = spelled[first - _count_open(spelled[:first]) : first]
            behind = spelled[end : end + 2]
            is_share = behind == ["of", "#"]  # `20 are out of 30`
            return not is_share and _NEGATIONS.isdisjoint(clause) and _BEHIND.isdisjoint(behind[:1])
        start = first + 1
    return False


def _count_open(words: "Sequence[str]") -> int:
    """The words behind the last pause."""
    return words[::-1].index("") if "" in words else len(words)


def find_replacements(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the numbers that the person replaced or took off later by their name, each with what did."""
    earlier: list[Sentence] = []
    last: dict[tuple[int, int, int], Overturn] = {}
    for exchange in exchanges:
        for place, sentence in enumerate(exchange.asked):
            if not sentence.figures or sentence.is_question:
                continue
            kept = [key for key, one in last.items() if one.figure is not None and _keeps(sentence, one.figure)]
            for key in kept:
                del last[key]
            beside = exchange.asked[max(0, place - 1) : place + 2]
            for one in list_replacements(_join_denial(exchange.asked, place)):
                about = frozenset().union(*[other.stems for other in beside])
                about = content(about) - tables().counted
                dimensions = _list_dimensions(beside, one)
                same = [*_list_same(earlier, sentence, one, about, dimensions)]
                for former, figure in same or _list_measured(earlier, one):
                    key = former.row, former.number, figure.end
                    written = one.new.written if one.new is not None else ""
                    last[key] = Overturn(former, sentence.text, sentence.row, figure, written)
        earlier = [*earlier, *exchange.sentences][-_MOST_COMPARED:]
    yield from last.values()


def _keeps(sentence: "Sentence", figure: Figure) -> bool:
    words, figures = _read_words(sentence.text)
    return any(
        one.number == figure.number and _has(tables().keeps_number, words, {place: _OLD})
        for place, one in figures.items()
    )


def _join_denial(asked: "Sequence[Sentence]", place: int) -> str:
    """A sentence of a prompt; one that only denies a number with the one before it: `34 goes into the text. Not 38.`"""
    sentence = asked[place]
    is_denial = place > 0 and len(sentence.words) == len(_DENIAL) and sentence.words[0] == _DENIAL[0]
    return f"{asked[place - 1].text.rstrip(' .!')} {sentence.text}" if is_denial else sentence.text


_DENIAL = ("not", "38")
"""The words of a sentence that only denies a number."""


def _list_dimensions(beside: "Sequence[Sentence]", named: Replacement) -> "frozenset[str]":
    """What the two numbers measure, as far as they or the same numbers beside them say so."""
    numbers = {one.number for one in (named.old, named.new) if one is not None}
    figures = [figure for one in beside for figure, _ in one.figures if figure.number in numbers]
    return frozenset([one.dimension for one in (named.old, named.new, *figures) if one and one.dimension])


def _list_same(
    sentences: "Sequence[Sentence]",
    by: "Sentence",
    named: Replacement,
    about: "frozenset[str]",
    dimensions: "frozenset[str]",
) -> "Iterator[tuple[Sentence, Figure]]":
    """Yields where earlier sentences state the number that was named, of the same thing."""
    old = named.old
    for sentence in sentences:
        if sentence.is_question or not any(old.number in word for word in map(_spell_digits, sentence.words)):
            continue
        rows = [(figure, clause.stems) for figure, clause in sentence.figures]
        for figure, around in [*rows, *((one, frozenset()) for one in _read_listed(sentence.text))]:
            if figure.number != old.number or (figure.dimension and dimensions and figure.dimension not in dimensions):
                continue
            if dimensions and not figure.dimension and figure.unit:
                continue
            digits = len(figure.number)
            is_bare = not figure.dimension and (not figure.unit or not figure.unit.isdisjoint(about))
            shared = (content(sentence.stems) - tables().counted) & about
            is_beside = not _PLACING.isdisjoint(around & by.stems)
            is_code = is_bare and not figure.number.endswith("0")  # a round number counts anything
            is_own = digits >= _DISTINCT and (is_code or is_beside)
            is_measured = figure.dimension in dimensions
            is_enough = digits >= _SHORTEST or is_measured
            if is_own or (is_enough and shared and (figure.dimension or is_bare)):
                yield sentence, figure


def _list_measured(sentences: "Sequence[Sentence]", named: Replacement) -> "list[tuple[Sentence, Figure]]":
    """Where earlier sentences give a number with the unit that the one in force has, here or there, if they are few."""
    if named.new is None or not named.is_moved:
        return []
    rows = [(one, it) for one in sentences if not one.is_question for it, _ in one.figures if it.dimension]
    given = [named.new, *(it for _, it in reversed(rows) if it.number == named.new.number)]
    dimension = next((it.dimension for it in given if it.dimension), "")
    same = [(one, it) for one, it in rows if it.dimension == dimension and it.number == named.old.number]
    return same if len({one.exchange for one, _ in same}) <= _FEW else []


_FEW = 2
"""Exchanges that give a number from which it is not known of which of them a later one speaks."""


def _spell_digits(word: str) -> str:
    return NUMBERS.get(word, word)


def _read_listed(text: str) -> "Iterator[Figure]":
    """Yields the numbers of a list that has no blanks: `502/503/429`. A date has parts of other lengths."""
    for word, end in split_signed(text):
        core = word.rstrip(_SIGNS)
        parts = core.lstrip(_SIGNS).split("/")
        if len(parts) == 1 or not all(part.isdigit() and len(part) == _DISTINCT for part in parts):
            continue
        place = end - len(word) + len(core) - len("/".join(parts))
        for part in parts:
            place += len(part)
            yield Figure(part, part, "", (), (), place, part)
            place += 1
