"""Names from code that were replaced, whoever proposed them: `The option is called capacity now.`

The answer says that something is called otherwise now. The former name stands in the same sentence, or the person
named it in the order. A name that stays in use is not marked, and neither is one that something else has.
"""

from itertools import pairwise

from backstory.base.figures import Figure
from backstory.base.overturns.cues import ARTICLES, NOW
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.names import NAMING, RENAMES, list_given
from backstory.base.overturns.phrase_tables import tables
from backstory.base.overturns.written_names import list_identifiers, list_written
from backstory.base.reversals import read_words, stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence
    from backstory.base.overturns.written_names import Written

_ANSWERING = 5
"""Sentences of an answer that may tell a new name."""
_FAR = 80
"""Exchanges within which a name is replaced."""
_GLUE = frozenset(
    ("is", "are", "now", "called", "named", "renamed", "to", "as", "was", "were", "has", "been", "became", "becomes",
     "heißt", "heisst", "jetzt", "nun", "ist", "wurde", "in", "zu", "nach", "umbenannt", "s", "appelle", "maintenant",
     "désormais", "est", "en", "devient", "renommé", "renommée", "se", "llama", "ahora", "es", "a", "por", "into")
)  # fmt: skip
"""Words between a former name and the one that replaces it."""
_RENAMING = ("renam", "umbenann", "umbenenn", "umgetauf", "renomm", "rebaptis", "renombr", "rinomin", "hernoem")
"""How words begin that give a thing another name."""
_PLANNED = frozenset(
    ("rename", "renames", "renaming", "umbenennen", "umbenennung", "renommer", "renommez", "renombrar", "rinominare")
)
_TOPIC = frozenset(
    ("name", "names", "naming", "called", "call", "rename", "sounds", "reads", "heißt", "namen", "nenn", "nennen",
     "nenne", "klingt", "nom", "noms", "appelle", "appeler", "nombre", "llama", "suena", "sonne")
)  # fmt: skip
"""Words of a prompt that speaks of a name."""
_SCOPES = frozenset(("in", "for", "on", "within", "inside", "at", "im", "für", "dans", "pour", "para"))
_WHOLE = frozenset(
    ("code", "codebase", "docs", "comments", "everywhere", "all", "both", "every", "places", "project", "repo", "tests",
     "public", "alle", "allen", "ganzen", "überall", "tout", "toute", "tous", "toutes", "todo", "todos")
)  # fmt: skip
"""Words behind `in` that leave nothing out."""
FORMER = frozenset(
    ("renamed", "rename", "former", "formerly", "old", "earlier", "alias", "no", "not", "nothing", "none", "left",
     "gone", "removed", "leftover", "instead", "alt", "alte", "alter", "früher", "kein", "keine", "nicht", "mehr",
     "ancien", "ancienne", "plus", "aucun", "aucune", "antiguo", "ya", "deprecated", "was")
)  # fmt: skip
"""Words that say that a name is no longer used."""
_GONE = frozenset(("remaining", "former", "formerly", "leftover", "leftovers", "references", "old"))
_OF = frozenset(
    ("of", "in", "for", "from", "on", "by", "with", "from", "von", "für", "aus", "de", "du", "des", "d", "dans", "en",
     "para", "behind", "beside", "and", "or")
)  # fmt: skip
_OTHERS = frozenset(
    ("new", "other", "another", "second", "keep", "stays", "alias", "neue", "neuen", "andere",
     "anderen", "bleibt", "autre", "nouveau", "nouvelle", "reste", "otro", "otra", "nuevo", "nueva",
     "queda")
)  # fmt: skip
"""Words of a prompt that names another thing, or keeps the name."""
_SHORT = 12
"""Words of a sentence that says little but a name."""
_MOST = 2
"""Names from code in a sentence that has one replaced by another one."""


class _Rename:
    """A name that an exchange replaces by another one."""

    __slots__ = ("by", "exchange", "new", "old")

    def __init__(self, old: str, new: str, exchange: "Exchange", by: "Sentence") -> None:
        self.old, self.new, self.exchange, self.by = old, new, exchange, by


def find_successors(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with names that were replaced later, each with the one in force."""
    renames: list[_Rename] = []
    for exchange in exchanges:
        tells = exchange.read(_list_telling)
        if not tells:
            continue
        talk = _Talk(exchanges[max(0, exchange.number - _FAR) : exchange.number], exchange)
        for one in tells:
            for old, new in _read_pairs(one, talk):
                if talk.has(old) and not (talk.has_other(new, old) and all(new != each.old for each in renames)):
                    renames.append(_Rename(old, new, exchange, one))
                    renames += [_Rename(*pair, exchange, one) for pair in _derive(old, new, one, talk)]
    for rename in renames:
        last = _find_last(rename, renames)
        if last.new != rename.old and not _is_alive(rename, exchanges):
            yield from _mark(rename, last, exchanges)


def _list_telling(exchange: "Exchange") -> "list[Sentence]":
    return [one for one in exchange.answered[:_ANSWERING] if _may_tell(one, exchange)]


def _may_tell(sentence: "Sentence", exchange: "Exchange") -> bool:
    """Whether a sentence of an answer may tell a new name."""
    if sentence.is_question or sentence.is_imagined() or not _has_name(sentence.text):
        return False
    words = sentence.words
    return reports_renaming(words) or bool(list_given([sentence])) or any(map(speaks_of_name, exchange.asked))


def _has_name(text: str) -> bool:
    return "`" in text or "_" in text or any(one.is_distinct for one in list_written(text))


def reports_renaming(words: "Sequence[str]") -> bool:
    return any(word.startswith(_RENAMING) for word in words)


def _reports_rename(words: "Sequence[str]") -> bool:
    """Whether an answer says that something was renamed, and not that it will be."""
    return any(word.startswith(_RENAMING) and word not in _PLANNED for word in words)


def speaks_of_name(sentence: "Sentence") -> bool:
    words = [word.strip(".,;:!?()\"'*").lower() for word in sentence.text.replace("'", " ").split()]
    return reports_renaming(words) or not _TOPIC.isdisjoint(words)


class _Talk:
    """What was uttered before an exchange, by the names from code that stand in it."""

    def __init__(self, before: "Sequence[Exchange]", exchange: "Exchange") -> None:
        self.exchange = exchange
        self._before = before
        self._sentences: dict[str, list[Sentence]] | None = None

    def list_naming(self, name: str) -> "list[Sentence]":
        """The sentences with a name."""
        if self._sentences is None:
            self._sentences = {}
            for one in (sentence for exchange in self._before for sentence in exchange.sentences):
                for written in list_written(one.text):
                    self._sentences.setdefault(written.name, []).append(one)
        return self._sentences.get(name, [])

    def has(self, name: str) -> bool:
        return bool(self.list_naming(name))

    def has_other(self, name: str, old: str) -> bool:
        """Whether something had a name before, which was not only proposed."""
        return any(
            self.exchange.number - one.exchange > 1 and all(written.name != old for written in list_written(one.text))
            for one in self.list_naming(name)
            if not one.is_imagined()
        )

    def list_around(self, rows: "frozenset[int]") -> "list[Exchange]":
        """The exchanges with some rows, and those beside them."""
        near = [place for place, one in enumerate(self._before) if any(each.row in rows for each in one.sentences)]
        return [one for place, one in enumerate(self._before) if any(abs(place - other) <= 1 for other in near)]

    def spell(self, word: str) -> str:
        """A name as it was written before; empty where it was not."""
        return next((one for one in (word, word.lower()) if self.has(one)), "")


def _read_pairs(sentence: "Sentence", talk: _Talk) -> "list[tuple[str, str]]":
    """The names that a sentence of an answer replaces, each with the one in force."""
    given = list_given([sentence])
    is_rename = _reports_rename(sentence.words) or (bool(given) and not NOW.isdisjoint(sentence.words))
    written = list_written(sentence.text)
    if is_rename:
        pairs = [
            (old.name, new.name)
            for old, new in pairwise(written)
            if _is_pair(sentence.text, old, new) and not _is_scoped(sentence.text[new.end :])
        ]
        is_here = bool(written) and _is_scoped(sentence.text[written[-1].end :])
        if pairs or (is_here and not RENAMES.isdisjoint(sentence.words[:3])):
            return pairs
    ordered = [
        (old.name, new.name)
        for one in talk.exchange.asked
        if not one.is_question and reports_renaming(one.words)
        for old, new in _list_ordered(one.text)
        if any(new.name == each.name for each in written) and not _is_scoped(one.text[new.end :])
    ]
    if ordered:
        return ordered
    for new in written:
        is_stated = is_rename and new.name.lower() in given
        is_ordered = new.is_coded and any(_is_choice(one, new.name) for one in talk.exchange.asked)
        if is_stated or is_ordered:
            old = _choose_former(new.name, sentence, talk)
            return [(old, new.name)] if old and (is_stated or _is_judged(old, talk.exchange.asked)) else []
    return []


def _list_ordered(text: str) -> "list[tuple[Written, Written]]":
    written = list_written(text)
    return [(old, new) for old, new in pairwise(written) if _is_pair(text, old, new)]


def _is_pair(text: str, old: "Written", new: "Written") -> bool:
    """Whether nothing stands between two names but that the second one replaces the first."""
    between = text[old.end : new.start]
    words = read_words(between)
    if not words:
        return any(arrow in between for arrow in ("→", "->", "=>"))
    if not _OF.isdisjoint(read_words(text[: old.start])[-1:]):
        return False  # `the method of Pool is called acquire`
    return old.name != new.name and _GLUE.issuperset(words) and "," not in between and "." not in between


def _is_scoped(text: str) -> bool:
    """Whether a name is replaced in one place only: ` in orders`."""
    words = read_words(text)[:4]
    return bool(words) and words[0] in _SCOPES and _WHOLE.isdisjoint(words)


def _choose_former(new: str, sentence: "Sentence", talk: _Talk) -> str:
    """The name that the person named in the order and the answer replaces; empty where that is not sure."""
    stated = {each.name for one in talk.exchange.answered for each in list_written(one.text)}
    asked = talk.exchange.asked
    places = [place for place, one in enumerate(asked) if new in list_identifiers(one.text)]
    olds: dict[str, None] = {}
    for place, one in enumerate(asked):
        is_near = any(abs(place - other) <= 1 for other in places)
        if one.is_question or not (is_near if places else speaks_of_name(one)):
            continue
        near = asked[max(0, place - 1) : place + 2]
        if not any(map(speaks_of_name, near)) or any(map(_keeps_name, near)):
            continue
        if len({each.name for each in list_written(one.text)} | {old for old in (new,) if place in places}) > _MOST:
            continue
        for old in _list_candidates(one, talk):
            if old.lower() != new.lower() and old not in stated:
                olds[old] = None
    if len(olds) != 1:
        return ""
    old = next(iter(olds))
    return old if _has_subject(sentence, new, old, talk) else ""


def _is_choice(sentence: "Sentence", name: str) -> bool:
    """Whether a short sentence names a name and no other: `the group voted retired`."""
    others = {one.name for one in list_written(sentence.text)}
    return len(sentence.words) <= _SHORT and not sentence.is_question and others == {name}


def _is_judged(name: str, sentences: "Sequence[Sentence]") -> bool:
    """Whether a sentence begins with a name: `obsolete means that it does not work`."""
    return any(one.text.lstrip("`*\"'( ").startswith(name) for one in sentences)


def _keeps_name(sentence: "Sentence") -> bool:
    """Whether a prompt names another thing, or likes a name as it is."""
    return not _OTHERS.isdisjoint(sentence.words) or ("i", "like") in pairwise(sentence.words)


def _list_candidates(sentence: "Sentence", talk: _Talk) -> "Iterator[str]":
    """Yields the names in a prompt that were written as code before."""
    for written in list_written(sentence.text):
        if spelled := talk.spell(written.name):
            yield spelled
    for place, word in enumerate(sentence.text.split()):
        core = word.strip(".,;:!?()\"'*")
        if core.isalpha() and (core.isupper() or place == 0) and (spelled := talk.spell(core)):
            yield spelled


def _has_subject(sentence: "Sentence", new: str, old: str, talk: _Talk) -> bool:
    """Whether what a sentence says has the new name was spoken of where the former one was named."""
    clause = next((one for one in sentence.clauses if new in list_identifiers(one.text)), None)
    if clause is None:
        return False
    names = stem_words([word for one in list_written(clause.text) for word in read_words(one.name)])
    head = clause.text[: clause.text.find(new)]
    glue = names | NAMING | STOP | tables().plain | stem_words([*ARTICLES, *_GLUE])
    subject = stem_words(read_words(head.rpartition(":")[2])) - glue
    rows = frozenset([one.row for one in talk.list_naming(old)])
    spoken = [one.stems for each in talk.list_around(rows) for one in each.sentences]
    return subject <= frozenset().union(*spoken, *[one.stems for one in talk.exchange.asked])


def _derive(old: str, new: str, sentence: "Sentence", talk: _Talk) -> "Iterator[tuple[str, str]]":
    """Yields the names that were built from a former one: `propDeprecated` goes where `deprecated` goes."""
    for written in list_written(sentence.text):
        name = written.name
        for one, other in ((new, old), (_raise(new), _raise(old)), (new.upper(), old.upper())):
            former = name.replace(one, other)
            if former not in (name, old) and name != new and talk.has(former):
                yield former, name
                break


def _raise(name: str) -> str:
    return name[:1].upper() + name[1:]


def _find_last(rename: _Rename, renames: "Sequence[_Rename]") -> _Rename:
    """The rename that gave the name in force."""
    last = rename
    for one in renames:
        if one.exchange.number > last.exchange.number and one.old == last.new:
            last = one
    return last


def _is_alive(rename: _Rename, exchanges: "Sequence[Exchange]") -> bool:
    """Whether the agent goes on using a former name."""
    for exchange in exchanges[rename.exchange.number : rename.exchange.number + _FAR]:
        for one in exchange.answered:
            if rename.old not in one.text or not FORMER.isdisjoint(one.words):
                continue
            names = {each.name for each in list_written(one.text)}
            if rename.old in names and rename.new not in names:
                return True
    return False


def _mark(rename: _Rename, last: _Rename, exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the places of a former name in what was uttered while it held."""
    for exchange in exchanges[max(0, rename.exchange.number - _FAR) : rename.exchange.number]:
        for sentence in exchange.sentences:
            is_gone = not _GONE.isdisjoint(sentence.words) or reports_renaming(sentence.words)
            if rename.old not in sentence.text or sentence.is_question or is_gone:
                continue
            written = list_written(sentence.text)
            if any(one.name in (rename.new, last.new) for one in written):
                continue
            for one in written:
                if one.name == rename.old:
                    figure = Figure(one.name, one.name, "", (), (), one.end, one.name)
                    yield Overturn(sentence, last.by.text, last.by.row, figure, last.new)
