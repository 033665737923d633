"""Versions that the person corrects or moves: `We support Node 20`, and then `Correction: Node 22`.

A version is a name elsewhere, so that `Node 20` and `Node 22` may stand beside each other. Here the person says that
the former one was wrong, is over, or gives way.
"""

from backstory.base.figures import Figure
from backstory.base.overturns.cues import NOW, ORDERS
from backstory.base.overturns.exchanges import Overturn, split_signed
from backstory.base.overturns.phrase_tables import tables
from backstory.base.overturns.reply_words import read_reply
from backstory.base.overturns.signs import REVISES
from backstory.base.phrases import Phrases
from backstory.base.reversals import read_words
from backstory.base.second_thoughts import takes_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_VERSIONED = """
node nodejs node.js deno bun npm pnpm yarn python pypy java jdk jre kotlin scala php ruby rails go golang rust elixir
erlang otp perl swift dart flutter react vue angular svelte next nuxt vite webpack babel eslint typescript django flask
laravel symfony spring postgres postgresql mysql mariadb sqlite redis mongo mongodb kafka elasticsearch gradle maven
cmake gcc clang llvm cuda electron chrome firefox safari edge ios android macos ubuntu debian alpine fedora centos
kubernetes helm terraform c++ es ecmascript .net dotnet
"""
_NAMES = frozenset(_VERSIONED.split())
"""What has versions, before the number."""
_FAR = 12
"""Exchanges within which a version is corrected without its name being spoken of."""
_BACK = 4
"""Exchanges within which what was put under a version moves to another."""
_OVER = frozenset(
    ("closed", "released", "shipped", "out", "gone", "frozen", "full", "tagged", "eol", "wrong", "cut", "late", "done",
     "not", "instead", "geschlossen", "raus", "zu", "falsch", "statt", "nicht", "sorti", "sortie", "fermée", "faux",
     "pas", "cerrada", "publicada", "no")
)  # fmt: skip
"""Words of a sentence which says that a version is over."""
_IN = frozenset(
    ("in", "into", "under", "to", "for", "with", "at", "unter", "nach", "dans", "sous", "en", "bajo", "auf")
)
_DOTS = 2
"""Points of a version that is one by itself: `15.1.0`."""
_CORRECTS = Phrases(
    "correction; corrected; i meant; my mistake; i was wrong; i misspoke; korrektur; ich meinte; mein fehler;"
    " corrección; me equivoqué; quise decir; je voulais dire; erreur de ma part; correction de ma part"
)
"""How a person says that what they gave before was wrong."""
_TELLS_OF = frozenset(
    ("exist", "exists", "existed", "introduced", "came", "comes", "available", "deprecated", "arrived", "seit", "gibt",
     "eingeführt", "existe", "existent", "introduit", "depuis", "desde", "existen")
)  # fmt: skip
"""Words of a sentence that tells what a version has, and moves nothing to it."""
_tables: "list[Phrases]" = []


class _Version:
    """A version where it stands."""

    __slots__ = ("end", "name", "number", "sentence", "written")

    def __init__(self, name: str, number: str, written: str, end: int, sentence: "Sentence") -> None:
        self.name = name
        self.number = number
        self.written = written
        self.end = end
        self.sentence = sentence

    def as_figure(self) -> Figure:
        return Figure(self.number, self.number, "", (), [self.name], self.end, self.written)


def find_moved_versions(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with versions that the person corrected or replaced, each with the last one."""
    former: list[tuple[Exchange, _Version]] = []
    last: dict[tuple[int, int, int], tuple[_Version, _Version]] = {}
    for exchange in exchanges:
        read = exchange.read(_list_versions)
        if read and former:
            for old, new in [*_list_corrected(exchange, read, former), *_list_moved(exchange, read, former)]:
                last[old.sentence.row, old.sentence.number, old.end] = old, new
        former += [(exchange, one) for one in read if not one.sentence.is_question]
    for old, new in last.values():
        yield Overturn(old.sentence, new.sentence.text, new.sentence.row, old.as_figure(), new.written)


def _list_versions(exchange: "Exchange") -> "list[_Version]":
    return [one for sentence in exchange.sentences for one in _read_versions(sentence)]


def _list_corrected(
    exchange: "Exchange", read: "Sequence[_Version]", former: "Sequence[tuple[Exchange, _Version]]"
) -> "Iterator[tuple[_Version, _Version]]":
    """Yields the versions of a named thing for which a prompt gives another one."""
    named = [one for one in read if one.sentence.is_person and one.name and not one.sentence.is_imagined()]
    numbers = {one.number for one in named}
    for new in named:
        if len({one.number for one in named if one.name == new.name}) > 1 or not _corrects(new.sentence, exchange):
            continue
        for other, old in former:
            if old.name == new.name and old.number not in numbers and exchange.number - other.number <= _FAR:
                yield old, new


def _corrects(sentence: "Sentence", exchange: "Exchange") -> bool:
    """Whether a prompt says with a sentence that something was wrong, or is to be otherwise than before."""
    if not _tables:
        _tables.append(Phrases(REVISES))
    if sentence.is_question or not _TELLS_OF.isdisjoint(sentence.words):
        return False
    first = exchange.asked[0]
    words = read_reply(sentence.words)
    return (
        (sentence.number - first.number <= 1 and takes_back(first.text, ""))
        or _CORRECTS.find(first.words) is not None
        or _CORRECTS.find(words) is not None
        or _tables[0].find(words) is not None
        or tables().changes.find(words) is not None
        or not NOW.isdisjoint(words)
    )


def _list_moved(
    exchange: "Exchange", read: "Sequence[_Version]", former: "Sequence[tuple[Exchange, _Version]]"
) -> "Iterator[tuple[_Version, _Version]]":
    """Yields the versions under which something was put that a prompt puts under another one."""
    put = [
        old
        for other, old in former
        if exchange.number - other.number <= _BACK and other.session == exchange.session and _is_put(old)
    ]
    asked = [one for one in read if one.sentence.is_person and not one.sentence.is_question]
    numbers = {one.number for one in put}
    over = {one.number for one in asked if one.number in numbers and not _OVER.isdisjoint(one.sentence.words)}
    new = [one for one in asked if one.number not in numbers and not one.name and _is_ordered(one)]
    if over and len({one.number for one in new}) == 1:
        yield from [(old, new[0]) for old in put if not old.name and old.number in over]


def _is_ordered(version: _Version) -> bool:
    words = version.sentence.words
    return not ORDERS.isdisjoint(words) or "move" in words or "belongs" in words


def _is_put(version: _Version) -> bool:
    """Whether something is put under a version."""
    before = read_words(version.sentence.text[: version.end - len(version.written)])
    return not _IN.isdisjoint(before[-1:])


def _read_versions(sentence: "Sentence") -> "Iterator[_Version]":
    """Yields the versions in a sentence: those behind a name, and those with two points."""
    if not any(map(str.isdigit, sentence.text)):
        return
    before = ""
    for word, end in split_signed(sentence.text):
        core = word.strip("`'\"()[]<>=~^,;:!?*").rstrip(".+")
        lowered = core.lower()
        number = lowered.removeprefix("v")
        is_number = number[:1].isdigit() and number.replace(".", "").removesuffix("x").isdigit()
        if is_number and (before in _NAMES or number.count(".") >= _DOTS):
            stop = end - len(word) + word.find(core) + len(core)
            name = before if before in _NAMES else ""
            yield _Version(name, number, core, stop, sentence)
        before = lowered if not is_number else ""
