"""Names from code of which one part was replaced: `Connection.snapshot` by `Connection.archive`.

No phrase tells that something was renamed. What tells it is the talk as a whole: two names are the same but for one
part, the agent never writes the former one again once it writes the new one, and the prompts between the two speak of
the part that changed, or of a name and the new part. What is marked is the former name where it stands, before the new
one.
"""

from itertools import pairwise

from backstory.base.figures import Figure
from backstory.base.overturns.cues import NOW
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.names import list_given
from backstory.base.overturns.phrase_tables import is_code
from backstory.base.overturns.renames import FORMER, reports_renaming, speaks_of_name
from backstory.base.reversals import read_words
from backstory.base.tokenizer import EDGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_FAR = 80
"""Exchanges between a former name and the new one, at most."""
_NEAR = 4
"""Exchanges before the first one with a new name whose prompts may speak of it."""
_SHORTEST = 3
"""Letters of a part that was replaced."""
_BRIEF = 20
"""Words of a sentence that is about one thing."""
_KEPT = frozenset(("good", "fine", "keep", "keeps", "stays", "gut", "bleibt", "bien", "reste", "bueno", "queda"))
"""Words of a prompt that likes a name as it is."""
_LETTERS = 2
"""Letters that two names share at least."""
_SLIGHT = 4
"""Letters below which what two names share says little."""
_MOST = 40
"""Names that are the same but for one part; more are a family of things."""
_NAMES = frozenset(("name", "names", "namen", "nom", "nombre", "nome", "naam"))
"""Parts of what holds a name: prompts that speak of it speak of no name from code."""
_CALLED_FORMER = frozenset(
    ("renamed", "former", "formerly", "old", "earlier", "alias", "gone", "removed", "instead", "deprecated", "nothing",
     "anymore", "früher", "alt", "alte", "ancien", "ancienne", "antiguo", "antigua")
)  # fmt: skip
"""Words of a sentence that speaks of a name that is out of use."""
_WORDS = frozenset(
    (
        "word",
        "say",
        "says",
        "pronounce",
        "ambiguous",
        "collides",
        "clashes",
        "pronunciar",
        "decir",
        "wort",
        "sagen",
        "mot",
        "disent",
        "palabra",
        "dicen",
        "parola",
        "dicono",
    )
)
"""Words of a prompt that speaks of a name as a word."""
_OTHERS = frozenset(
    ("one", "ones", "other", "also", "another", "second", "both", "beside", "zweite", "andere", "autre", "otro", "otra")
)
"""Words of a prompt that wants one name beside another."""


class _Name:
    """A name from code where it stands in a sentence."""

    __slots__ = ("end", "parts", "sentence", "shape", "text")

    def __init__(self, text: str, end: int, sentence: "Sentence", *, is_call: bool) -> None:
        self.text = text
        self.end = end
        self.sentence = sentence
        self.parts, self.shape = _split_parts(text)
        if is_call and len(self.parts) == 1:
            self.shape += "()"


class _Uses:
    """Where a name stands in a talk."""

    __slots__ = ("by_agent", "first", "is_stated", "last", "last_in_use", "names", "written")

    def __init__(self) -> None:
        self.names: list[_Name] = []
        self.first = self.last = -1
        self.by_agent = -1
        """The last exchange in which the agent writes it as one in use."""
        self.last_in_use = -1
        """The last exchange in which anybody writes it, and not as a former name."""
        self.written: Sentence | None = None
        """Where the agent first writes it."""
        self.is_stated = False
        """Whether it stands in more than a question."""

    def add(self, name: _Name) -> None:
        sentence = name.sentence
        self.names.append(name)
        self.first = sentence.exchange if self.first < 0 else self.first
        self.last = sentence.exchange
        is_renaming = reports_renaming(sentence.words)
        if not sentence.is_person:
            self.written = self.written or sentence
            if not is_renaming and FORMER.isdisjoint(sentence.words):
                self.by_agent = sentence.exchange
        if not is_renaming and _CALLED_FORMER.isdisjoint(sentence.words):
            self.last_in_use = sentence.exchange
        self.is_stated = self.is_stated or not sentence.is_question


def find_substituted(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the places of names that others replaced but for one part, each with the one in force.

    What the person gave the former name in plain words is probably out of date as well.
    """
    talk = _Talk(exchanges)
    parts: dict[str, tuple[int, Sentence]] = {}
    for old, new in talk.list_successors().items():
        by = talk.get_written(new)
        for name in talk.uses[old].names:
            if name.sentence.exchange < talk.uses[new].first and not name.sentence.is_question:
                figure = Figure(name.text, name.text, "", (), (), name.end, name.text)
                yield Overturn(name.sentence, by.sentence.text, by.sentence.row, figure, by.text)
        changed = next((part for part, other in zip(old, new, strict=True) if part != other), "")
        parts.setdefault(changed, (talk.uses[new].first, by.sentence))
    for exchange in exchanges if parts else ():
        for sentence in exchange.asked:
            for part in parts.keys() & set(sentence.words):
                since, given = parts[part]
                if sentence.exchange < since and _gives_name(sentence, part):
                    yield Overturn(sentence, given.text, given.row, is_sure=False)


class _Talk:
    """The names of a talk, and what the person speaks of."""

    def __init__(self, exchanges: "Sequence[Exchange]") -> None:
        self._exchanges = exchanges
        self._places = {exchange.number: place for place, exchange in enumerate(exchanges)}
        self.uses: dict[tuple[str, ...], _Uses] = {}
        self._spoken: dict[str, int] = {}
        """Word -> the first exchange in which the person speaks it."""
        self._named: dict[str, int] = {}
        """Word -> the place of the first exchange in which the person speaks it with a name."""
        self._has_heard = False
        for exchange in exchanges:
            for sentence in exchange.sentences:
                for name in _list_names(sentence):
                    self.uses.setdefault(name.parts, _Uses()).add(name)

    def _hear(self) -> None:
        """Notes what the person speaks of, when two names are compared first: most talk has none to compare."""
        if self._has_heard:
            return
        self._has_heard = True
        for place, exchange in enumerate(self._exchanges):
            for sentence in exchange.asked:
                for word in sentence.words:
                    self._spoken.setdefault(word, exchange.number)
                for word in sentence.words if speaks_of_name(sentence) else ():
                    self._named.setdefault(word, place)

    def get_written(self, parts: "tuple[str, ...]") -> _Name:
        """The first place where the agent writes a name."""
        names = self.uses[parts].names
        return next((one for one in names if not one.sentence.is_person), names[0])

    def list_successors(self) -> "dict[tuple[str, ...], tuple[str, ...]]":
        """Each name that was replaced -> the one in force, which is not always the next one."""
        renames = [
            (-weight, self.uses[new].first, old, new)
            for (hole, _), names in self._group().items()
            if 1 < len(names) <= _MOST
            for old in names
            for new in names
            if (weight := self._weigh(old, new, hole))
        ]
        successors: dict[tuple[str, ...], tuple[str, ...]] = {}
        for _, _, old, new in sorted(renames):
            if old not in successors and new not in successors.values():
                successors[old] = new
        last = {old: _follow(new, successors) for old, new in successors.items()}
        return {old: new for old, new in last.items() if new != old}

    def _group(self) -> "dict[tuple[int, tuple[object, ...]], list[tuple[str, ...]]]":
        """The names that are the same but for the part at a place: (place, the other parts and signs) -> names."""
        groups: dict[tuple[int, tuple[object, ...]], list[tuple[str, ...]]] = {}
        for parts, one in self.uses.items():
            shape = one.names[0].shape
            for hole, part in enumerate(parts if _NAMES.isdisjoint(parts) else ()):
                is_alone = len(parts) == 1 and shape.endswith("()")
                is_alike = is_alone or len("".join(parts)) - len(part) >= _LETTERS
                if is_alike and len(part) >= _SHORTEST and part.isalpha():
                    rest = (*parts[:hole], None, *parts[hole + 1 :], shape)
                    groups.setdefault((hole, rest), []).append(parts)
        return groups

    def _weigh(self, old: "tuple[str, ...]", new: "tuple[str, ...]", hole: int) -> int:
        """How much speaks for it that a name replaced another one: 0 for nothing."""
        former, later = self.uses[old], self.uses[new]
        if new[hole].endswith(old[hole]) and new[hole].removesuffix(old[hole]) in _BESIDE:
            return 0
        first, last = later.first, former.by_agent
        reports_name = _states_name(former, later, new[hole])
        if later.written is None or not former.is_stated or not former.first < first or last >= first + reports_name:
            return 0
        if former.last_in_use > first or first - former.last > _FAR:
            return 0
        self._hear()
        since = max(
            0, self._places[first] - _NEAR, self._places[former.first] + 1, self._places[max(last, former.first)]
        )
        window = self._exchanges[since : self._places[first] + 1]
        begins = min((self._spoken[one] for one in _inflect(new[hole]) if one in self._spoken), default=-1)
        is_given = any(one.sentence.is_person and one.sentence.exchange >= window[0].number for one in later.names)
        if -1 < begins < window[0].number and not is_given:
            return 0  # a word of old that names something else
        is_slight = _is_file(former.names[0], hole) or len("".join(old)) - len(old[hole]) < _SLIGHT
        weight = 2 * reports_name
        for exchange in window if weight or begins >= 0 else ():
            weight = max(weight, _weigh_prompt(exchange.asked, old[hole], new[hole]))
        if weight == 1:
            is_named = any(self._named.get(one, since) < since for one in _inflect(old[hole]))
            return int(is_named and not is_slight)
        return 0 if is_slight and weight < _BOTH else weight


_BESIDE = frozenset(("test", "tests", "mock", "fake", "stub", "bench", "benchmark", "example", "spec"))
"""What stands before the name of a thing in the name of what tests or replaces it: `Testexpand` tests `expand`."""
_BOTH = 3
"""What a prompt weighs that names the former part and the new one."""


def _weigh_prompt(asked: "Sequence[Sentence]", old: str, new: str) -> int:
    """How much a prompt that speaks of a name tells of two parts of names."""
    weight = 0
    for number, one in enumerate(asked):
        near = asked[max(0, number - 1) : number + 2]
        if reports_renaming(one.words):
            continue  # it says itself what is renamed, and where
        is_kept = len(one.words) <= _BRIEF and not _KEPT.isdisjoint(one.words) and _has(one.words, old)
        if (
            is_kept
            or any(not _OTHERS.isdisjoint(each.words[1:]) for each in near)
            or not any(map(_speaks_of_name, near))
        ):
            continue
        has_old = _has(one.words, old) and not _is_place(one.words, old)
        has_new = any(_has(each.words, new) for each in near)
        weight = max(weight, 2 * has_old + has_new)
    return weight


def _states_name(former: _Uses, later: _Uses, part: str) -> bool:
    """Whether the agent says, where it first writes a name, that something is called so now."""
    first = later.written
    if first is None:
        return False
    if reports_renaming(first.words):
        return any(
            one.sentence.row == first.row and 0 <= first.number - one.sentence.number <= 1 for one in former.names
        )
    if NOW.isdisjoint(first.words) or not speaks_of_name(first):
        return False
    return _has(read_words(" ".join(first.text.split("`")[::2])), part)


def _gives_name(sentence: "Sentence", part: str) -> bool:
    """Whether a sentence of the person gives something the name that was replaced: `call it digest`."""
    if sentence.is_question:
        return False
    is_named = any(word == part and before in _THINGS for before, word in pairwise(sentence.words))
    return is_named or bool(list_given([sentence]) and speaks_of_name(sentence))


_THINGS = frozenset(
    ("it", "package", "function", "method", "class", "type", "table", "column", "key", "command", "option", "flag",
     "module", "file", "field", "variable", "endpoint", "route", "service", "name", "them")
)  # fmt: skip
"""Words right before a name that is given."""


def _is_place(words: "Sequence[str]", part: str) -> bool:
    """Whether a sentence has something in what a part names, and does not call it by that."""
    return any(before in _INSIDE and word == part for before, word in pairwise(words))


_INSIDE = frozenset(("in", "into", "inside", "within", "im", "ins", "dans", "en", "nel", "nella"))


def _speaks_of_name(sentence: "Sentence") -> bool:
    return speaks_of_name(sentence) or not _WORDS.isdisjoint(sentence.words)


def _is_file(name: _Name, hole: int) -> bool:
    """Whether all that a name shares with another one is the ending of a file."""
    return len(name.parts) - 1 == 1 and not hole and name.shape[1:] == "."


def _has(words: "Sequence[str]", part: str) -> bool:
    return any(one in words for one in _inflect(part))


def _inflect(part: str) -> "tuple[str, ...]":
    """A part of a name as a word, and its plurals."""
    return part, f"{part}s", f"{part}es", f"{part}n", f"{part}en"


def _follow(name: "tuple[str, ...]", successors: "dict[tuple[str, ...], tuple[str, ...]]") -> "tuple[str, ...]":
    """The name in force: the one that replaced another one may have been replaced as well."""
    seen = {name}
    while name in successors and successors[name] not in seen:
        name = successors[name]
        seen.add(name)
    return name


def _list_names(sentence: "Sentence") -> "Iterator[_Name]":
    """Yields the names of several parts in a sentence, with where they end. A call goes up to its arguments."""
    if "`" not in sentence.text and not sentence.codes and sentence.text.isprintable():
        return  # no blank but those between the words, of which none is a name
    place, is_coded = 0, False
    for word in sentence.text.split(" "):
        begun = is_coded or "`" in word
        if word and (begun or is_code(word)):
            core = word.lstrip(EDGES + "([{")
            start = len(word) - len(core)
            is_call = begun and "(" in core
            for sign in "(<[=`":
                core = core.partition(sign)[0]
            core = core.rstrip(EDGES + ".…?!)]}*_")
            if "://" not in core and '"' not in core and len(core) > _SHORTEST:
                name = _Name(core, place + start + len(core), sentence, is_call=is_call)
                if (len(name.parts) > 1 or is_call) and (begun or not _is_compound(core)):
                    yield name
        if word.count("`") % 2:
            is_coded = not is_coded
        place += len(word) + 1


def _is_compound(name: str) -> bool:
    """Whether a name may be a word of a language: `session-based`."""
    return (name.replace("-", "").isalpha() and not any(map(str.isupper, name[1:]))) or ("-" in name and name.istitle())


def _split_parts(name: str) -> "tuple[tuple[str, ...], str]":
    """The words of which a name is made, in small letters, and the signs between them."""
    parts: list[str] = []
    shape = ["A" if name[:1].isupper() else "a"]
    part = ""
    for sign in name:
        if not sign.isalnum():
            shape.append(sign)
            if part:
                parts.append(part.lower())
            part = ""
            continue
        if sign.isupper() and part and not part[-1].isupper():
            parts.append(part.lower())
            shape.append("A")
            part = ""
        part += sign
    if part:
        parts.append(part.lower())
    return tuple(parts), "".join(shape)
