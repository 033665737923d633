"""Statements about different things that look alike: `port 8080 for the dev server`, `for the docs server take 9090`.

Neither overturns the other, whatever words they share, unless the later one names what it replaces.
"""

import re

from backstory.base.overturns.named_things import are_about_others, read_things
from backstory.base.reversals import read_words
from backstory.base.second_thoughts import takes_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from backstory.base.overturns.exchanges import Overturn, Spoken

_OPPOSITES = (
    frozenset(("staging", "production", "prod", "ci")),
    frozenset(("upload", "download", "uploads", "downloads")),
    frozenset(("read", "write", "reads", "writes")),
    frozenset(("input", "output", "inputs", "outputs")),
    frozenset(("client", "server", "clients", "servers")),
    frozenset(("request", "response", "requests", "responses")),
    frozenset(("linux", "windows", "macos")),
    frozenset(("frontend", "backend")),
    frozenset(("import", "export", "imports", "exports")),
    frozenset(("encode", "decode", "encoder", "decoder", "encoding", "decoding")),
    frozenset(("minimum", "maximum", "min", "max")),
    frozenset(("sender", "receiver", "producer", "consumer")),
)
"""Things that come in pairs and have a value each."""
_FOR = re.compile(
    r"\b(?:for|für|pour|para|per) (?:the |our |your |my |a |an |den |die |das |le |la |les |el |los |las |il )?"
    r"([\w-]{3,}) ([\w-]{3,})\b"
)
"""`for the docs server`: the thing, and the word that tells it from others of its kind."""
_NO_NAMES = """
the a an our your my this that these those each every any some all both its his her their same other new old next last
first second whole entire default own only such real current der die das den dem le la les el los las il
"""
_TELLS_NOTHING = frozenset(_NO_NAMES.split())
"""Words before a noun that tell no thing of its kind from another."""


def are_apart(earlier: str, later: str) -> bool:
    """Whether two sentences speak of different things of one kind, or of the two sides of a pair."""
    before, after = earlier.lower(), later.lower()
    first, second = set(read_words(before)), set(read_words(after))
    if any(_is_other_side(pair & first, pair & second) for pair in _OPPOSITES):
        return True
    return any(_names_another(before, first, second, phrase[1], phrase[2]) for phrase in _FOR.finditer(after))


def _is_other_side(first: "frozenset[str]", second: "frozenset[str]") -> bool:
    sides = {word.rstrip("s") for word in first}, {word.rstrip("s") for word in second}
    return all(sides) and sides[0].isdisjoint(sides[1])


def _names_another(before: str, first: "set[str]", second: "set[str]", telling: str, kind: str) -> bool:
    """Whether the earlier sentence names a thing of the kind by another word, and neither names that of the other."""
    if telling in first or telling in _TELLS_NOTHING or kind not in first:
        return False
    others = set(re.findall(rf"\b([\w-]{{3,}}) {re.escape(kind)}\b", before)) - _TELLS_NOTHING
    return bool(others) and others.isdisjoint(second)


def drop_contrasts(overturns: "Iterable[Overturn]", rows: "Sequence[Spoken]") -> "list[Overturn]":
    """The overturns without those by a sentence about something else."""
    return [one for one in overturns if _names_value(one) or not _is_of_others(one, rows)]


def _is_of_others(overturn: "Overturn", rows: "Sequence[Spoken]") -> bool:
    sentence, by = rows[overturn.row].sentences[overturn.number], overturn.by
    if are_apart(sentence, by):
        return True
    if _gives_same(sentence, by) or not (overturn.figure is None or overturn.figure.number[:1].isdigit()):
        return False  # a name is told from others by what it is built of
    if not frozenset(sentence.split("`")[1::2]).isdisjoint(by.split("`")[1::2]):
        return False
    if takes_back(by, ""):
        return False  # `thinking about it again, keep it for one more release`
    return are_about_others(_add_order(sentence, overturn.row, rows), _add_order(by, overturn.by_row, rows))


def _add_order(sentence: str, row: int, rows: "Sequence[Spoken]") -> str:
    """A sentence, or the order that it carries out where it says itself not what it is about: `60 s now.`"""
    if rows[row].is_person or not row or not rows[row - 1].is_person or read_things(sentence):
        return sentence
    numbers = _list_numbers(sentence)
    orders = [one for one in rows[row - 1].sentences if numbers & _list_numbers(one)]
    return orders[0] if len(orders) == 1 else sentence


def _gives_same(sentence: str, by: str) -> bool:
    """Whether two sentences give one number: the later one may name what it replaces."""
    return not _list_numbers(sentence).isdisjoint(_list_numbers(by))


def _list_numbers(text: str) -> "frozenset[str]":
    return frozenset([word for word in read_words(text) if word[0].isdigit()])


def _names_value(overturn: "Overturn") -> bool:
    """Whether what overturns a figure gives it too: `for the docs server 9090, not 8080`."""
    return overturn.figure is not None and overturn.figure.written.lower() in overturn.by.lower()
