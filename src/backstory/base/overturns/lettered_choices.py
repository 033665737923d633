"""Options that a person chose by their letter and gave up for another: `take B`, and later `forget B, do A`.

The agent listed the options. Until it lists others under the same letters, each choice takes the place of the one
before it. What is marked is the letter, in the choices of the person and in short reports of the agent.
"""

from backstory.base.figures import Figure
from backstory.base.overturns.exchanges import Overturn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_LETTERS = frozenset("abcdefgh")
_LEADS = frozenset(
    ("ok", "okay", "k", "yes", "yeah", "yep", "so", "then", "well", "now", "go", "with", "for", "take", "do", "use",
     "try", "option", "variant", "let's", "lets", "we", "i'd", "i", "say", "dead", "back", "to", "and", "actually",
     "rather", "ja", "dann", "nimm", "nehmen", "wir", "mach", "oui", "alors", "prends", "on", "prend", "sí", "vale",
     "entonces", "usa", "toma", "sim", "então", "allora", "no", "nein", "non", "doch", "nicht")
)  # fmt: skip
"""Words before the letter that a sentence chooses."""
_TAKES = frozenset(
    ("take", "do", "use", "try", "with", "for", "to", "option", "variant", "nimm", "nehmen", "mach", "prends", "usa",
     "toma", "it's", "be")
)  # fmt: skip
"""Words right before a letter that is chosen behind other words."""
_AGAINST = frozenset(
    ("not", "no", "forget", "drop", "scrap", "skip", "without", "than", "instead", "of", "ditch", "nicht", "kein",
     "statt", "vergiss", "pas", "oublie", "olvida", "sin")
)  # fmt: skip
"""Words closely before a letter that is not chosen."""
_NEGATIONS = frozenset(("not", "no", "doesn't", "isn't", "can't", "won't", "fails", "failed", "nicht", "pas"))
_SHORT = 8
"""Words of a report of the agent."""
_FEWEST = 2
"""Options of a list."""


class _Choice:
    """A letter that a sentence chooses or reports."""

    __slots__ = ("end", "letter", "sentence", "written")

    def __init__(self, letter: str, written: str, end: int, sentence: "Sentence") -> None:
        self.letter, self.written, self.end, self.sentence = letter, written, end, sentence


def find_rechosen(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the letters that the person chose first, each with the last one."""
    letters: frozenset[str] = frozenset()
    choices: list[_Choice] = []
    for exchange in exchanges:
        if letters:
            choices += [one for sentence in exchange.asked for one in _list_chosen(sentence, letters)]
            choices += _list_reported(exchange, choices, letters)
        listed = _list_options(exchange)
        if len(listed) >= _FEWEST:
            yield from _compare(choices)
            letters, choices = listed, []
    yield from _compare(choices)


def _compare(choices: "Sequence[_Choice]") -> "Iterator[Overturn]":
    last = next((one for one in reversed(choices) if one.sentence.is_person), None)
    for one in choices:
        if last is not None and one.letter != last.letter and one.sentence.row < last.sentence.row:
            figure = Figure(one.written, one.written, "", (), (), one.end, one.written)
            yield Overturn(one.sentence, last.sentence.text, last.sentence.row, figure, last.written)


def _list_options(exchange: "Exchange") -> "frozenset[str]":
    """The letters of the options that an answer lists."""
    heads = [one.text.lstrip(" -*•(").split(" ")[0] for one in exchange.answered]
    letters = [
        head[0].lower() for head in heads if len(head) > 1 and head[1] in ":).*" and len(head.strip("*:).")) == 1
    ]
    return frozenset(letters) & _LETTERS if "a" in letters else frozenset()


def _list_chosen(sentence: "Sentence", letters: "frozenset[str]") -> "Iterator[_Choice]":
    """Yields the letters that a sentence of a prompt chooses."""
    if sentence.is_question:
        return
    place, before, clause = 0, list[str](), list[str]()
    for word in sentence.text.split(" "):
        core = word.strip("()[]'\"`,.;:!–—-")
        letter = core.lower()
        if len(core) == 1 and letter in letters and _AGAINST.isdisjoint(clause[-2:]):
            is_closed = word[-1:] in _ENDS or place + len(word) >= len(sentence.text)
            is_first = _LEADS.issuperset(before)
            is_taken = bool(before) and before[-1] in _TAKES
            is_letter = core.isupper() or is_closed
            if is_letter and (is_taken or (is_first and is_closed) or word.startswith("(")):
                yield _Choice(letter, core, place + word.find(core) + 1, sentence)
        before.append(letter)
        clause = [] if word[-1:] in _PAUSES else [*clause, letter]
        place += len(word) + 1


_PAUSES = frozenset(",;:")
_ENDS = frozenset(",.;:!)")


def _list_reported(exchange: "Exchange", choices: "Sequence[_Choice]", letters: "frozenset[str]") -> "list[_Choice]":
    """The letters that short sentences of an answer say are carried out."""
    chosen = {one.letter for one in choices}
    reported: list[_Choice] = []
    for sentence in exchange.answered:
        if sentence.is_question or len(sentence.words) > _SHORT or not _NEGATIONS.isdisjoint(sentence.words):
            continue
        place = 0
        for word in sentence.text.split(" "):
            core = word.strip("()'\"`,.;:!")
            if len(core) == 1 and core.isupper() and core.lower() in chosen & letters:
                reported.append(_Choice(core.lower(), core, place + word.find(core) + 1, sentence))
            place += len(word) + 1
    return reported
