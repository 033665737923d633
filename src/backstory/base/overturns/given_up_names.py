"""Options, headings and versions that a prompt gives up for others: `he doesn't like --cache, so it is called --fresh`.

The prompt has two values of one kind. The one in force stands behind words that give it, such as `is called` or `goes
out with`; the former one was uttered before, and the prompt has it only to turn it down or to leave it. What is marked
is the former value where it stands, before the prompt.
"""

from backstory.base.figures import Figure
from backstory.base.overturns.exchanges import Overturn
from backstory.base.reversals import read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_GIVES = {
    "option": frozenset(("called", "named", "call", "name", "be", "is", "becomes", "to", "use", "say", "heißt",
                         "nennen", "appelle", "appeler", "llama", "llamar")),
    "heading": frozenset(("say", "says", "read", "reads", "called", "named", "call", "name", "be", "is", "becomes",
                          "to", "use", "under", "write", "heißt", "heißen", "appelle", "llama")),
    "version": frozenset(("in", "with", "into", "for", "to", "until", "mit", "avec", "con")),
}  # fmt: skip
"""Kind of value -> words closely before the one in force."""
_MOVES = frozenset(
    ("go", "goes", "out", "ship", "ships", "land", "lands", "move", "moves", "moved", "come", "comes", "slip", "slips",
     "slipped", "postponed", "raus", "sort", "part", "passe", "sale")
)  # fmt: skip
"""Words of a clause that moves something to a version."""
_AGAINST = frozenset(
    ("not", "no", "never", "n't", "don't", "doesn't", "dont", "doesnt", "didn't", "isn't", "isnt", "wrong", "bad",
     "misleading", "confusing", "confuses", "ambiguous", "dislike", "dislikes", "hate", "hates", "instead", "rather",
     "from", "forget", "drop", "closed", "over", "missed", "nicht", "kein", "statt", "falsch", "pas", "plus", "sans")
)  # fmt: skip
"""Words of a sentence that turns a value down or leaves it."""
_BEFORE = 4
"""Words before a value among which it is given."""
_CONFIRMING = 4
"""Sentences of an answer that may state the new value."""
_BACK = 3
"""Exchanges before a new heading in which the former one was given that it is like."""
_FAR = 80
"""Exchanges in which a former value is looked for."""
_LONGEST = 40
"""Characters of a heading."""
_QUOTES = {"'": "'", '"': '"', "“": "”", "‘": "’", "„": "“", "«": "»"}


class _Value:
    """A value where it stands in a sentence."""

    __slots__ = ("before", "end", "key", "kind", "written")

    def __init__(self, kind: str, written: str, end: int, before: "Sequence[str]") -> None:
        self.kind, self.written, self.end, self.before = kind, written, end, before
        self.key = written.lower().strip(" :.,")


def find_given_up(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the places of values that prompts gave up later, each with the one in force."""
    seen: dict[tuple[str, str], int] = {}
    for exchange in exchanges:
        change = _read_change(exchange, seen) or _read_like(exchange, exchanges)
        if change is not None:
            old, new, by = change
            yield from _mark(old, new, by, exchanges[max(0, exchange.number - _FAR) : exchange.number])
        for one in exchange.sentences:
            for value in list_values(one.text):
                seen.setdefault((value.kind, value.key), exchange.number)


def _read_change(exchange: "Exchange", seen: "dict[tuple[str, str], int]") -> "tuple[_Value, _Value, Sentence] | None":
    """The value that a prompt gives up, and the one that it gives; none where that is not sure."""
    spoken = [(value, one) for one in exchange.asked if not one.is_question for value in list_values(one.text)]
    for kind, words in _GIVES.items():
        values = [(value, one) for value, one in spoken if value.kind == kind]
        if len({value.key for value, _ in values}) < _PAIR:
            continue
        new = [(value, one) for value, one in values if not words.isdisjoint(value.before) and _gives(value, one)]
        new = [(value, one) for value, one in new if (kind, value.key) not in seen]
        if len({value.key for value, _ in new}) != 1:
            continue
        given, by = new[-1]
        old = [(value, one) for value, one in values if value.key != given.key and (kind, value.key) in seen]
        old = [(value, one) for value, one in old if not _AGAINST.isdisjoint(_list_words(one))]
        if len({value.key for value, _ in old}) == 1:
            return old[0][0], given, by
    return None


_PAIR = 2


def _gives(value: _Value, sentence: "Sentence") -> bool:
    """Whether a sentence may give a value: one that moves to a version has a word for that."""
    is_moved = value.kind != "version" or not _MOVES.isdisjoint(sentence.words)
    return is_moved and "not" not in value.before[-2:]


def _list_words(sentence: "Sentence") -> "list[str]":
    return [word.strip(".,;:!?()'\"`").lower() for word in sentence.text.replace("’", "'").split()]


def _read_like(exchange: "Exchange", exchanges: "Sequence[Exchange]") -> "tuple[_Value, _Value, Sentence] | None":
    """The heading of the last exchanges that a prompt gives other words for, if the answer states the new one."""
    asked = [(value, one) for one in exchange.asked if not one.is_question for value in list_values(one.text)]
    stated = {value.key for one in exchange.answered[:_CONFIRMING] for value in list_values(one.text)}
    given = [(value, one) for value, one in asked if value.kind == "heading" and value.key in stated]
    given = [(value, one) for value, one in given if not _GIVES["heading"].isdisjoint(value.before)]
    if len({value.key for value, _ in given}) != 1:
        return None
    new, by = given[-1]
    former = [
        value
        for other in exchanges[max(0, exchange.number - _BACK) : exchange.number]
        for one in other.asked
        if not one.is_question
        for value in list_values(one.text)
        if value.kind == "heading" and _is_like(value, new) and not _GIVES["heading"].isdisjoint(value.before)
    ]
    return (former[-1], new, by) if len({value.key for value in former}) == 1 else None


def _is_like(one: _Value, other: _Value) -> bool:
    """Whether two headings of several words have the last one in common."""
    first, second = one.key.split(), other.key.split()
    return one.key != other.key and len(first) == len(second) > 1 and first[-1] == second[-1]


def _mark(old: _Value, new: _Value, by: "Sentence", exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    for exchange in exchanges:
        for one in exchange.sentences:
            values = [] if one.is_question else list(list_values(one.text))
            if any(value.key == new.key for value in values):
                continue
            for value in values:
                if (value.kind, value.key) == (old.kind, old.key) and _states(value):
                    figure = Figure(value.written, value.written, "", (), (), value.end, value.written)
                    yield Overturn(one, by.text, by.row, figure, new.written.strip(" .,"))


def _states(value: _Value) -> bool:
    """Whether a sentence gives a value and does not only speak of it."""
    return value.kind != "version" or not _GIVES["version"].isdisjoint(value.before)


def list_values(text: str) -> "Iterator[_Value]":
    """Yields the options, the quoted headings and the versions of a sentence."""
    if "--" in text or any(sign in text for sign in _QUOTES) or any(map(str.isdigit, text)):
        yield from _list_words_of(text)
        yield from _list_quoted(text)


def _list_words_of(text: str) -> "Iterator[_Value]":
    place = 0
    words = text.split(" ")
    for number, word in enumerate(words):
        core = word.strip("`'\"“”‘’()[],;:!?").rstrip(".") if "--" in word or "." in word else ""
        end = place + word.find(core) + len(core)
        if core.startswith("--") and core[2:3].isalpha():
            yield _Value("option", core, end, _list_before(words[:number]))
        elif "." in core and core.lstrip("v").replace(".", "").isdigit() and core[-1].isdigit():
            yield _Value("version", core, end, _list_before(words[:number]))
        place += len(word) + 1


def _list_before(words: "Sequence[str]") -> "list[str]":
    """The last words before a value."""
    return [one for word in words for one in read_words(word)][-_BEFORE:]


def _list_quoted(text: str) -> "Iterator[_Value]":
    """Yields what stands between quotation marks and begins with a capital."""
    for opening, closing in _QUOTES.items():
        start = text.find(opening)
        while start >= 0:
            end = -1
            if text[start + 1 : start + 2].isupper() and not text[start - 1 : start].isalnum():
                end = text.find(closing, start + 1, start + _LONGEST + 1)
            if end > 0 and not text[end + 1 : end + 2].isalnum():
                yield _Value("heading", text[start + 1 : end], end, read_words(text[:start])[-_BEFORE:])
            start = text.find(opening, max(start, end) + 1)
