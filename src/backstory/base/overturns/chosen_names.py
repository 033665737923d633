"""Names that a person chose in the course of a long prompt: `logs:pack is taken, other name. logs:squeeze?`.

The prompt speaks of the name, or says that it will not do, and has the former name and then the new one. The answer
states the new one as code and leaves the former one out. Both may be names of commands, of columns
and of calls. What is marked is the former name where it stands, before the two.
"""

from itertools import pairwise

from backstory.base.figures import Figure
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.names import find_naming
from backstory.base.phrases import Phrases
from backstory.base.tokenizer import EDGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_TOPIC = frozenset(
    ("name", "names", "naming", "called", "call", "rename", "sounds", "reads", "heißt", "name", "namen", "nenn",
     "nennen", "nenne", "klingt", "nom", "noms", "appelle", "appeler", "nombre", "llama", "suena", "sonne", "nome",
     "chiama", "suona", "chama", "soa", "naam", "noem", "klinkt", "nazwa", "brzmi", "word", "say", "says", "spell",
     "spells", "pronounce", "ambiguous", "clashes", "collides", "confuses", "wort", "sagen", "aussprechen", "mot",
     "prononcer", "palabra", "pronunciar", "decir", "parola", "pronunciare")
)  # fmt: skip
"""Words of a prompt that speaks of a name."""
_NAMING = frozenset(
    ("word", "name", "called", "say", "pronounce", "wort", "namen", "mot", "nom", "prononcer", "palabra", "nombre",
     "pronunciar", "decir", "parola", "nome", "pronunciare", "woord", "naam")
)  # fmt: skip
"""Words right before a plain word that is spoken of as a name."""
_UNFIT = """
is/are not enough; isn/aren t enough; not enough; isnt/arent enough; too few/little/much/many; reicht/reichen nicht;
genügt nicht;
ne suffit/suffisent pas; no basta/bastan/alcanza; non basta/bastano; não chega/basta
"""
"""How a person says that one thing will not do."""
_KEPT = frozenset(
    ("another", "second", "keep", "stays", "alias", "good", "like", "andere", "andern", "bleibt", "gut", "autre",
     "reste", "bon", "bien", "queda", "bueno")
)  # fmt: skip
"""Words of a prompt that names another thing, or keeps the name."""
_FORMER = frozenset(
    ("renamed", "former", "formerly", "old", "earlier", "alias", "no", "not", "gone", "removed", "instead", "alt",
     "alte", "früher", "kein", "nicht", "mehr", "ancien", "ancienne", "plus", "antiguo", "ya", "deprecated", "was")
)  # fmt: skip
"""Words of a sentence that calls a name out of use."""
_TAKEN = frozenset(("already", "exists", "taken", "bereits", "schon", "déjà", "existe", "ya"))
"""Words of an answer that says that something else has a name."""
_ANSWERING = 3
"""Sentences of an answer that may state the name."""
_HEAD = 3
"""Words with which a sentence begins that judges a plain word."""
_FAR = 80
"""Exchanges within which a name is chosen again."""
_SHORTEST = 3
"""Letters of a name."""
_MOST = 2
"""Names that stand for one."""
_GLUE = frozenset(("and", "und", "et", "y", "e", "en", "i"))
"""Words between two names that stand for one."""
_LONGEST = 200
"""Words of a prompt that chooses a name."""


class _Token:
    """A name where it stands in a sentence."""

    __slots__ = ("end", "is_coded", "is_distinct", "key", "name", "place")

    def __init__(self, name: str, end: int, place: int, *, is_coded: bool) -> None:
        self.name = name
        self.end = end
        self.place = place
        """Words before it."""
        self.is_coded = is_coded
        self.key = _spell(name)
        inner = name.strip("_")
        self.is_distinct = any(sign in inner for sign in "_:") or (
            not name.isupper() and any(map(str.isupper, name[1:]))
        )
        """Whether no word of a language is written so."""


class _Choice:
    """A name that a prompt replaces by another one."""

    __slots__ = ("by", "exchange", "new", "old", "value")

    def __init__(self, old: str, new: str, value: str, exchange: int, by: "Sentence") -> None:
        self.old, self.new, self.value, self.exchange, self.by = old, new, value, exchange, by


def find_chosen(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the places of names that prompts replaced later, each with the name in force."""
    coded: set[str] = set()
    """The names that an answer wrote as code, or that the person gave."""
    uttered: set[str] = set()
    choices: list[_Choice] = []
    judging = [place for place, one in enumerate(exchanges) if one.read(_list_judging)]
    for place, exchange in enumerate(exchanges[: judging[-1] + 1] if judging else ()):
        choices += _read_choice(exchange, coded, uttered) if place in judging else []
        for one in exchange.sentences:
            for token in _list_marked(one.text):
                if token.is_coded or token.is_distinct:
                    uttered.add(token.key)
                    is_given = token.is_distinct and one.is_person and bool(find_naming(one.words))
                    if is_given or (token.is_coded and not one.is_person):
                        coded.add(token.key)
    for choice in choices:
        if not _is_alive(choice, exchanges):
            yield from _mark(choice, _find_last(choice, choices), exchanges)


def _list_judging(exchange: "Exchange") -> "list[Exchange]":
    """The exchange itself, if it may choose a name."""
    return [exchange] if _may_choose(exchange) and _may_take_up(exchange) else []


def _may_choose(exchange: "Exchange") -> bool:
    """Whether the answer to a prompt writes something as code, and the prompt judges a name."""
    asked = exchange.asked
    if not asked or not any("`" in one.text for one in exchange.answered):
        return False
    return sum(len(one.words) for one in asked) <= _LONGEST and any(map(_judges, asked))


def _may_take_up(exchange: "Exchange") -> bool:
    """Whether the answer to a prompt writes a name of it as code."""
    keys = frozenset([token.key for one in exchange.asked for token in _list_tokens(one.text)])
    return any(
        token.is_coded and token.key in keys
        for one in exchange.answered[:_ANSWERING]
        if "`" in one.text
        for token in _list_tokens(one.text)
    )


def _has_inner_capital(word: str) -> bool:
    rest = word[1:]
    return not (not rest or rest.islower()) and any(map(str.isupper, rest))


def _read_choice(exchange: "Exchange", coded: "set[str]", uttered: "set[str]") -> "list[_Choice]":
    """The choice of a name in an exchange that may choose one; none where it is not sure what is replaced."""
    asked = exchange.asked
    if not coded:
        return []
    spoken = [(one, token) for one in asked for token in _list_tokens(one.text)]
    keys = frozenset([token.key for _, token in spoken])
    answered = [one for one in exchange.answered[:_ANSWERING] if not one.is_question and _TAKEN.isdisjoint(one.words)]
    stated = frozenset().union(*[_list_stated(one.text) for one in answered])
    for by in answered:
        new = [one for one in _list_tokens(by.text) if one.is_coded and one.key in keys and one.key not in uttered]
        if not 0 < len(new) <= _MOST:
            continue
        first = next(place for place, (_, token) in enumerate(spoken) if token.key == new[0].key)
        near, far = (
            {
                token.key
                for one, token in spoken[:first]
                if token.key in coded
                and token.key not in stated
                and token.key not in new[0].key
                and not one.is_question
                and _is_replaced(one, token, head)
            }
            for head in (_HEAD, _LONGEST)
        )
        olds = near or far
        if len(olds) != 1:
            return []
        value = _read_value(by.text, new)
        return [_Choice(next(iter(olds)), new[0].key, value, exchange.number, by)]
    return []


def _read_value(text: str, new: "Sequence[_Token]") -> str:
    """The new name as it stands in a text, with the second one where both stand for the former one."""
    first, last = new[0], new[-1]
    between = text[first.end : last.end - len(last.name)]
    if first is not last and _GLUE.issuperset(between.replace("`", " ").replace(",", " ").split()):
        return text[first.end - len(first.name) - 1 : last.end + 1]
    return first.name


def _judges(sentence: "Sentence") -> bool:
    """Whether a sentence speaks of a name, or says that one thing will not do."""
    return not _TOPIC.isdisjoint(sentence.words) or bool(find_naming(sentence.words)) or _is_unfit(sentence)


def _is_unfit(sentence: "Sentence") -> bool:
    if not _tables:
        _tables.append(Phrases(_UNFIT))
    return _tables[0].find(sentence.words) is not None


_tables: "list[Phrases]" = []


def _is_replaced(sentence: "Sentence", token: _Token, head: int) -> bool:
    """Whether a sentence of a prompt may name what it replaces. A word of a language has to stand at its head, that is
    among so many words."""
    words = sentence.words
    is_like = ("sounds", "like") in pairwise(words) or ("reads", "like") in pairwise(words)
    is_bad = ("no", "good") in pairwise(words)
    kept = [word for word in words if not ((word == "like" and is_like) or (word == "good" and is_bad))]
    if not _KEPT.isdisjoint(kept):
        return False
    if token.is_distinct:
        return True
    before = sentence.text.lower().split(" ")[max(0, token.place - 1) : token.place]
    is_named = head == _HEAD or not _NAMING.isdisjoint(before)
    return token.place < head and is_named and _judges(sentence)


def _is_alive(choice: _Choice, exchanges: "Sequence[Exchange]") -> bool:
    """Whether the agent goes on using a former name."""
    for exchange in exchanges[choice.exchange : choice.exchange + _FAR]:
        for one in exchange.answered:
            keys = _list_stated(one.text)
            if choice.old in keys and choice.new not in keys and _FORMER.isdisjoint(one.words):
                return True
    return False


def _find_last(choice: _Choice, choices: "Sequence[_Choice]") -> _Choice:
    """The choice of the name in force."""
    last = choice
    for one in choices:
        if one.exchange > last.exchange and one.old == last.new:
            last = one
    return last


def _mark(choice: _Choice, last: _Choice, exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the places of a former name in what was uttered while it held."""
    if last.new == choice.old:
        return
    for exchange in exchanges[max(0, choice.exchange - _FAR) : choice.exchange]:
        for sentence in exchange.sentences:
            tokens = [] if sentence.is_question else list(_list_tokens(sentence.text))
            if any(token.key == last.new for token in tokens):
                continue
            for token in tokens:
                if token.key == choice.old and (token.is_coded or token.is_distinct):
                    figure = Figure(token.name, token.name, "", (), (), token.end, token.name)
                    yield Overturn(sentence, last.by.text, last.by.row, figure, last.value)


def _spell(name: str) -> str:
    """A name as it is compared: `auto_dim_<room>` is `autoDim`."""
    return "".join(sign for sign in name.partition("<")[0].lower() if sign.isalnum() or sign == ":")


def _list_marked(text: str) -> "Iterator[_Token]":
    """Yields the names of a text that stand in marks of code, and those with a sign or a capital within."""
    words = text.split(" ")
    if "`" in text or any(map(_may_be_distinct, words)):
        yield from _list_tokens(text, only_marked=True)


def _may_be_distinct(word: str) -> bool:
    """Whether a word may have a name in it that no word of a language is written as."""
    return "_" in word or ":" in word or _has_inner_capital(word)


def _list_tokens(text: str, *, only_marked: bool = False) -> "Iterator[_Token]":
    """Yields the words of a text that may be names, with where they end. Paths, files and values are none. With
    `only_marked` those may be missing that are written as a word of a language."""
    place, is_coded, is_call = 0, False, False
    for number, word in enumerate(text.split(" ")):
        is_begun = is_coded or "`" in word
        if word.startswith(("`", "(`")):
            is_call = False
        if not is_call and (is_begun or not only_marked or _may_be_distinct(word)):
            name, end = _cut(word)
            if name:
                yield _Token(name, place + end, number, is_coded=is_begun)
        if is_begun and "(" in word.strip("(`"):
            is_call = True  # what follows are its arguments
        if word.count("`") % 2:
            is_coded = not is_coded
            is_call = is_call and is_coded
        place += len(word) + 1


def _list_stated(text: str) -> "frozenset[str]":
    """The names that a text writes as code, and the parts of those with dots: `TLRUCache.expire` still has `expire`."""
    if "`" not in text:
        return frozenset()
    keys = {token.key for token in _list_tokens(text) if token.is_coded}
    dotted = [word.strip(EDGES + "([{)]}.,;:") for word in text.split() if "." in word and "`" in word]
    return frozenset(keys | {_spell(part) for word in dotted for part in word.partition("(")[0].split(".")})


def _cut(word: str) -> "tuple[str, int]":
    """The name in a word, and where it ends there; empty where there is none."""
    core = word.lstrip(EDGES + "([{→")
    start = len(word) - len(core)
    is_call = "(" in core
    core = core.partition("(")[0].rstrip(EDGES + ".…?!)]}")
    end = start + len(core) + word[start + len(core) :].startswith(">")
    if any(sign in core for sign in "/\\=@…") or core.endswith(":"):
        return "", 0
    head, dot, tail = core.rpartition(".")
    if dot and not is_call:
        return "", 0
    name = tail if head else core
    return (name, end) if len(name) >= _SHORTEST and name[0].isalpha() else ("", 0)
