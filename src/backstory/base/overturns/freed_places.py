"""Files and folders that were to be left alone and are free again, by the place alone.

`I keep away from mailer.ex` and days later, from either side, `mailer.ex is open again`: both name the same place, the
first one with a word for leaving something alone, the last one with a word for what may be done.
"""

from itertools import pairwise

from backstory.base.overturns.exchanges import Overturn, Sentence
from backstory.base.overturns.phrase_tables import tables
from backstory.base.overturns.waits import ENDS, LEAVES, is_not_over
from backstory.base.phrases import Phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange

_KEEPS_AWAY = """
keep/stay/stays/kept away/out/clear/off; off limits; out of bounds; no touching; not to be touched;
don/won/dont/wont/doesn t/~ open/touch/change/edit/enter/modify; do/will/shall not
open/touch/change/edit/enter/modify; not ~/to open/touch/change/edit/enter/modify; is/are left to; leave/leaving
~/it/that to; i/we leave; is/are his/hers/theirs; is/are in the middle; isn/is/are not/t/~ touched/opened/changed;
hands off; nobody goes; while; until; bitte nicht; nicht anfassen; out of the folder; untouched; reserved; locked; for
now; for the moment/time; put anything/nothing; vorerst; momentan; pour l instant/moment; de/por momento; por ahora;
hands away; keep hands; keep your hands; no lo/la/los/las/le toqu*/toc*; ne le/la/les touche*; non lo/la toccare
"""
_FREES = """
is/are/s ~/all free/open/yours/ours/unlocked/available/anybody/anyone/anybodys; may/can/could be ~/now
changed/edited/touched/opened/worked/used; isn/is/are not/t/~ his/hers/theirs any/anymore/longer; no longer/more
off/locked/his/hers/blocked/out/closed; may/can edit/touch/change ~/it/that/them/there; go into; open/free again;
again free; is back; wieder frei/offen; darf/dürfen/kannst wieder; de nouveau; otra vez; puedes tocar; tocar otra; di
nuovo; goes into; belongs into; is over; is released; is through; was lifted; lifted; fair game; up for grabs; all
clear; queda/quedan/está/están ~/ya libre*; ist/sind frei; est/sont libre*; è/sono libero; is/are at your/our disposal
"""
_FAR = 80
"""Exchanges within which a place is free again."""
_BRIEF = 6
"""Words of a sentence that only says to leave something alone."""
_LONG = 60
"""Words above which a sentence is dictated and speaks of much."""


def find_freed(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences that leave a place alone which was free again later."""
    held: dict[str, list[Sentence]] = {}
    for exchange in exchanges:
        leaving = exchange.read(_list_leaving)
        if not (leaving or held):
            continue
        for sentence in sorted([*leaving, *exchange.read(_list_freeing)], key=lambda one: (one.row, one.number)):
            places = _list_places(sentence)
            if sentence in leaving:
                for one in places:
                    held.setdefault(one, []).append(sentence)
                continue
            for one in places.union(sentence.words, _list_bare(sentence)) & held.keys() if held else ():
                for kept in held.pop(one):
                    if 0 < exchange.number - kept.exchange <= _FAR:
                        yield Overturn(kept, sentence.text, sentence.row, is_sure=False)


def _list_leaving(exchange: "Exchange") -> "list[Sentence]":
    """The sentences that leave alone what they name."""
    sentences = exchange.sentences
    following = [sentences[place : place + 1] for place in range(1, len(sentences) + 1)]
    pairs = zip(sentences, following, strict=True)
    return [one for one, after in pairs if not one.is_question and (_leaves(one) or _is_left(one, after))]


def _list_freeing(exchange: "Exchange") -> "list[Sentence]":
    """The sentences that say that something may be done, and leave nothing alone."""
    leaving = exchange.read(_list_leaving)
    return [one for one in exchange.sentences if not one.is_question and one not in leaving and _frees(one)]


def is_freed_by(kept: str, freeing: str) -> bool:
    """Whether a sentence leaves a place alone that another one sets free."""
    one, other = (Sentence(0, 0, 0, text, is_person=True) for text in (kept, freeing))
    return not _list_places(one).isdisjoint(_list_places(other).union(other.words)) and _leaves(one) and _frees(other)


def _is_left(sentence: "Sentence", following: "Sequence[Sentence]") -> bool:
    """Whether the next sentence of the same side says to leave what this one names: `Don't touch it.`"""
    return any(
        one.row == sentence.row and len(one.words) <= _BRIEF and _leaves(one) and not _list_places(one)
        for one in following
    )


def _leaves(sentence: "Sentence") -> bool:
    leaves, _, _ = _get_tables()
    return leaves.find(sentence.words) is not None or _names_owner(sentence.text)


def _names_owner(text: str) -> bool:
    """Whether a text says whose something is: `throttle.go is Jonas's`, `the theme stays with Anselm`."""
    written = text.split()
    words = [word.strip('`"(),.;:!?').replace("’", "'") for word in written]
    for place in range(1, len(words)):
        word, before = words[place], words[place - 1].lower()
        is_end = place == len(words) - 1 or written[place][-1] in _PAUSES
        if before in _COPULAS and word.endswith(("'s", "s'")) and (word[0].isupper() or is_end):
            return True
        if before in _WITH and word[:1].isupper() and words[max(0, place - 2)].lower() in _STAYS:
            return True
    return False


_PAUSES = ",;.:!?"
_COPULAS = frozenset(("is", "are"))
_WITH = frozenset(("with", "to", "bei", "mit", "à", "con", "a", "de", "di"))
_STAYS = frozenset(
    ("stay", "stays", "is", "are", "belongs", "belong", "bleibt", "bleiben", "ist", "liegt", "reste", "restent",
     "queda", "quedan", "es", "son", "está", "están", "resta", "restano")
)  # fmt: skip
"""Verbs of a sentence that says whose something is, behind which a name stands with `with`, `to` and the like."""


def _frees(sentence: "Sentence") -> bool:
    """Whether a sentence says that something may be done; an agent may only plan what it could do."""
    _, frees, ends = _get_tables()
    if len(sentence.words) > _LONG or not _CONDITIONS.isdisjoint(sentence.words[:1]):
        return False
    if any(is_not_over(clause.words) for clause in sentence.clauses):
        return False
    return frees.find(sentence.words) is not None or (
        sentence.is_person and ends.find(sentence.words) is not None and tables().imagines.find(sentence.words) is None
    )


_CONDITIONS = frozenset(("if", "when", "once", "as", "wenn", "sobald", "falls", "si", "quand", "dès", "cuando", "se"))


def _list_places(sentence: "Sentence") -> "frozenset[str]":
    """The files and folders that a sentence names, by their last part."""
    words = [word.strip(_SIGNS) for word in sentence.codes]
    places = [word.rstrip("/").rpartition("/")[2].lower() for word in words if "/" in word or _is_file(word)]
    text = sentence.text.lower()
    if any(one in text for one in _FOLDERS):
        bare = _list_bare(sentence)
        places += [one for one, after in pairwise(bare) if after in _FOLDERS and not one.isalpha()]
    return frozenset([one for one in places if len(one) > 2 and not one[0].isdigit()])


def _list_bare(sentence: "Sentence") -> "list[str]":
    """The words of a sentence as they stand between blanks, without signs around them, in lower case."""
    return [word.strip(_SIGNS).rstrip("/").lower() for word in sentence.text.split()]


_SIGNS = "`'\"()[]{}<>,;:!?.*"
_FOLDERS = frozenset(
    ("folder", "directory", "dir", "module", "package", "ordner", "verzeichnis", "modul", "paket", "dossier", "carpeta",
     "módulo", "paquete", "cartella", "modulo")
)  # fmt: skip
"""Words behind the bare name of a folder."""


def _is_file(word: str) -> bool:
    """Whether a name has the ending of a file: `mailer.ex`, and not `options.timeout`."""
    head, _, ending = word.strip(".").rpartition(".")
    return bool(head) and ending.isalnum() and len(ending) <= _LONGEST_ENDING


_LONGEST_ENDING = 5


_tables: "list[tuple[Phrases, Phrases, Phrases]]" = []


def _get_tables() -> "tuple[Phrases, Phrases, Phrases]":
    if not _tables:
        _tables.append((Phrases(f"{_KEEPS_AWAY}; {LEAVES}"), Phrases(_FREES), Phrases(ENDS)))
    return _tables[0]
