"""Names that the person chose and chose again: `call it fetchAll`, later `fetchAll sounds like http. loadAll`.

A name is given by the person and stated as one from code in the answer. It was replaced if the person names it when
another one is given, or if the answer gives the same thing another name. What is marked is the former name, where it
stands, between the two.
"""

from backstory.base.figures import Figure
from backstory.base.overturns.cues import NOW
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import is_code
from backstory.base.overturns.statements import revises
from backstory.base.phrases import Phrases
from backstory.base.reversals import read_words, stem_words
from backstory.base.tokenizer import EDGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_NAMES = """
call/name/rename it/this/that/the/them/our/both; rename to; renamed; be/is/are called/named; called; naming it;
~/the/final/its/new name is/will/should/becomes; nenn/nenne/nennen/nennt; benenn*; umbenannt; umbenennen; heißt;
heißen; heisst; heissen; name/namen ist/wird/lautet/sei; appelle; appelez; appeler; appelons; s appelle*; renomm*;
nommez/nomme/nommer le/la/les/ça; nom est/sera; llama/llámala/llámalo/llamémoslo; se llama/llamará/llame; nombre
es/será/sea; renombr*; chiama*; si chiama; il nome è; rinomin*; noem het/de/hem; heet; hernoem*; chama*; renome*
"""
"""How somebody gives something a name."""
RENAMES = frozenset(
    ("renamed", "umbenannt", "renommé", "renommée", "renombrado", "renombrada", "rinominato", "hernoemd")
)
NAMING = stem_words(
    ("call", "called", "name", "named", "naming", "renamed", "rename", "heißt", "umbenannt", "appelle", "renommé",
     "renommée", "llama", "nombre", "final", "finaler", "done", "erledigt", "fait", "hecho", "everywhere", *NOW)
)  # fmt: skip
_ANSWERING = 5
"""Sentences of an answer that may state a name."""
_BRIEF = 60
"""Words of a prompt that gives a name."""
_NEAR = 12
"""Exchanges within which the last name was given where an answer only says that it was changed."""
_FAR = 80
"""Exchanges within which a name is given again."""
_BEHIND = 6
"""Words behind these among which the name stands."""
_SHORTEST = 3
"""Letters of a name."""


class _Name:
    """A name that an exchange gives something."""

    def __init__(
        self, name: str, written: str, exchange: "Exchange", by: "Sentence", subject: "frozenset[str]"
    ) -> None:
        self.name = name
        """In lower case, without the object before it."""
        self.written = written
        self.exchange = exchange
        self.by = by
        """The sentence of the answer that states it."""
        self.subject = subject
        """What that says has it."""
        self.successor: _Name | None = None

    def find_last(self) -> "_Name":
        last = self
        while last.successor is not None:
            last = last.successor
        return last


def find_renamed(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with names that the person replaced later, each with the one in force."""
    names: list[_Name] = []
    for exchange in exchanges:
        given = next(iter(exchange.read(_list_names)), None)
        if given is None:
            continue
        standing = [one for one in names if one.successor is None and exchange.number - one.exchange.number <= _FAR]
        former = _choose_former(given, standing)
        if former is not None:
            former.successor = given
            given.subject = given.subject or former.subject
        names.append(given)
    for one in names:
        if one.successor is not None and one.find_last().name != one.name:
            yield from _mark(one, exchanges)


def _list_names(exchange: "Exchange") -> "list[_Name]":
    name = _read_name(exchange)
    return [] if name is None else [name]


def _read_name(exchange: "Exchange") -> "_Name | None":
    """The name that the person gives in an exchange and the answer states; none where it gives several."""
    if not 0 < sum(len(one.words) for one in exchange.asked) <= _BRIEF:
        return None
    given = list_given(exchange.asked)
    for one in exchange.answered[:_ANSWERING]:
        own = frozenset() if one.is_question else list_given([one])
        if one.is_question or not (given or own):
            continue
        stated = {_cut(word): word for word in one.text.split() if _is_name(word)}
        named = stated.keys() & (given | (own & _list_spoken(exchange.asked) if own else own))
        if len(named) > 1:
            return None
        for name in named:
            return _Name(name, _strip(stated[name]).rpartition(".")[2], exchange, one, _read_subject(one, name))
    return None


def list_given(sentences: "Iterable[Sentence]") -> "frozenset[str]":
    """The words that follow closely after the words by which a sentence gives a name."""
    given: list[str] = []
    for one in sentences:
        for clause in one.clauses:
            place = find_naming(clause.words)
            if place and not (one.is_person and _is_report(clause.words[:place])):
                given += _list_behind(clause.text, place)[:_BEHIND]
    return frozenset(given)


def _list_spoken(sentences: "Iterable[Sentence]") -> "frozenset[str]":
    """The words of a prompt that may be names."""
    return frozenset([_cut(word) for one in sentences for word in one.text.split() if "/" not in word])


def _is_name(word: str) -> bool:
    """Whether a word of an answer is written as a name from code, and is neither a path nor a short form."""
    core = _strip(word)
    if "/" in core or "*" in word or len(_cut(word)) < _SHORTEST:
        return False
    return "`" in word or "_" in core or not (core.islower() or core[1:].islower() or core.isupper())


def _list_behind(text: str, place: int) -> "list[str]":
    """The words of a text behind its first `place` ones, of which a sign may stand between two."""
    behind: list[str] = []
    for word in text.split():
        if place <= 0 and "/" not in word:
            behind.append(_cut(word))
        place -= len(read_words(word))
    return behind


def _is_report(words: "Sequence[str]") -> bool:
    """Whether a person only tells what something is called: `the runs are called LangGraph`."""
    return words[-2:-1] in _REPORTS and words[-1] in ("called", "named")


_REPORTS = (["is"], ["are"], ["was"], ["were"])


def find_naming(words: "Sequence[str]") -> int:
    """Where the words end with which a name is given; 0 where there are none."""
    if not _tables:
        _tables.append(Phrases(_NAMES))
    place = _tables[0].find(words)
    return place[1] if place is not None else 0


_tables: "list[Phrases]" = []


def _strip(word: str) -> str:
    """A word without the signs around it."""
    return word.strip(EDGES + ".").partition("(")[0]


def _cut(word: str) -> str:
    """A name in lower case without the object before it."""
    return _strip(word).lower().rpartition(".")[2]


def _read_subject(sentence: "Sentence", name: str) -> "frozenset[str]":
    """What a clause that states a name names besides it."""
    for clause in sentence.clauses:
        if name in [_cut(word) for word in clause.text.split()]:
            return clause.stems - stem_words([name, *read_words(name)]) - NAMING
    return frozenset()


def _choose_former(given: _Name, standing: "Sequence[_Name]") -> "_Name | None":
    """The name that another one replaces."""
    others = [one for one in standing if one.name != given.name]
    spoken = _list_spoken(given.exchange.asked)
    stated = {_cut(word) for word in given.by.text.split()}
    named = [one for one in others if one.name in spoken and (one.name not in stated or _is_rename(given))]
    if named:
        return named[-1] if len(named) == 1 else None
    is_new = _is_rename(given) or not NOW.isdisjoint(given.by.words) or any(map(revises, given.exchange.asked))
    if not is_new or any(one.name == given.name for one in standing):
        return None
    same = [one for one in others if one.subject and one.subject == given.subject]
    if same:
        return same[-1]
    last = standing[-1:] if not given.subject and _is_rename(given) else []
    return next((one for one in last if given.exchange.number - one.exchange.number <= _NEAR), None)


def _is_rename(given: _Name) -> bool:
    return not RENAMES.isdisjoint(given.by.words[:3])


def _mark(former: _Name, exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the places of a former name in what was uttered while it held."""
    last, successor = former.find_last(), former.successor
    assert successor is not None
    for exchange in exchanges[former.exchange.number : successor.exchange.number]:
        for sentence in exchange.sentences:
            if sentence.is_question:
                continue
            is_order = exchange is former.exchange and sentence.is_person
            for word, end in _list_places(sentence.text, former.name):
                if is_code(word) or is_order:
                    figure = Figure(former.name, former.name, "", (), (), end, word)
                    yield Overturn(sentence, last.by.text, last.by.row, figure, last.written)


def _list_places(text: str, name: str) -> "Iterator[tuple[str, int]]":
    """Yields the words of a text that are a name, each with where it ends."""
    place = 0
    for word in text.split():
        start = text.find(word, place)
        place = start + len(word)
        if _cut(word) == name:
            yield word, start + len(word.rstrip(EDGES.replace("`", "") + "."))
