"""What the person supposed and the agent disproved: `I think it is the cache`, and `it isn't the cache, it is the
parser`.

The agent names what the person took for the cause and denies it, in the answer or in one of the next two.
"""

from backstory.base.overturns.cues import ARTICLES, COPULAS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content
from backstory.base.overturns.signs import CHANGED
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_SUPPOSES = """
i ~/strongly think/believe/guess/suspect/bet/assume/suppose; i d say/guess/bet; my ~/first/best
guess/hunch/suspicion/bet/money/theory;
it/that/this must/has be/to ~/be; must be the/a/an/some; probably; presumably; likely; is the culprit/cause;
apparently; no doubt; it s surely; i have a
hunch; ich glaube/denke/vermute/tippe/nehme; vermutlich; wahrscheinlich; vermute; liegt wohl/sicher/bestimmt/bestimmt;
wird wohl; je pense/crois/suppose/parie/soupçonne; sans doute; probablement; sûrement; creo/supongo/sospecho/imagino;
probablemente; seguramente; debe ser; seguro que es; credo/penso/suppongo; probabilmente; sarà; acho/penso/suponho;
provavelmente; deve ser; ik denk/vermoed/gok; waarschijnlijk
"""
"""How a person supposes something."""
_CAUSES = """
because; cause*; culprit; reason; problem; issue; due to; come/comes/coming from; from; makes; make; breaks; break;
broke; must be; wegen; weil; liegt; ursache; schuld; kommt von/daher/vom; verursacht; macht; bremst; parce que; cause;
vient; viennent; qui; porque; culpa; causa; viene; vienen; hence; so; that s why; that is why; therefore; daher;
deshalb;
fault; blame; to blame; it s; it is; c est; es; è; é; perché; colpa; slow*; fail*; expired; missing; crash*; blocks;
kills; eats; leaks; door; komt; omdat; again
"""
"""How what is supposed explains something."""
_DENIES = """
it/this/that is/was/s not ~/really; is/are/was/were not ~/the ~/main/real/actual cause/reason/problem/issue/culprit;
is/are/was/were not it; do/does/did not come from; is/are/was/were not caused by; not due to; not because of;
is/are/was/were
not to blame; had/has/have nothing to do with; is/are/was/were ~/perfectly/all fine/ok/innocent/healthy/unrelated;
is/are/was/were ~/perfectly/all correct; rules out; can be ruled out; is ruled out; cannot be; can t be;
es/das ist/war/liegt/lag nicht an/am; liegt/lag/liegen/lagen nicht an/am; ist/war/sind es nicht; ist/war nicht
die/das/der ursache/problem/grund; ist/war/sind unschuldig; nicht die ursache; hat nichts damit; haben nichts damit;
es/das ist/war nicht; kommt nicht von/vom; ce n est/était pas; n est/était pas en cause; ne vient/viennent pas;
n y est pour rien; n y sont pour rien; no es/era/son/eran; no tiene/tienen nada; no viene/vienen; non è/era/sono;
non viene/c entra; não é/era/são; não vem; het is/ligt niet; ligt niet aan; komt niet door
"""
"""How an agent denies that something is the cause."""
_BARE = """
that/this/it/which is/was/s not ~/really ~/the reason/cause/it/problem/culprit; so no; das ist/war es nicht; daran
liegt/lag es nicht; ce n est/était pas ça/cela; no es/era eso
"""
"""The same where the words before name it."""
_AGREES = frozenset(
    ("yes", "yep", "yeah", "right", "exactly", "correct", "indeed", "confirmed", "ja", "genau", "richtig", "stimmt",
     "oui", "exact", "exactement", "sí", "exacto", "sì", "esatto", "sim", "klopt")
)  # fmt: skip
"""How an answer begins that agrees."""
_AHEAD = 2
"""Exchanges behind a supposition in which it is disproved."""
_MOST = 2
"""Words behind a denial that name what is denied."""
_BRIEF = 4
"""Words of a denial up to which the next sentence says what holds."""
_tables: "list[tuple[Phrases, ...]]" = []


def find_disproved(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what the person supposed and the agent disproved."""
    for exchange in exchanges:
        for one in exchange.asked:
            if not one.is_question and _supposes(one) and _get_tables()[2].find(one.words) is None:
                denial = _find_denial(one, exchange, exchanges)
                if denial is not None:
                    yield Overturn(one, *denial)


def _get_tables() -> "tuple[Phrases, ...]":
    if not _tables:
        _tables.append(tuple(Phrases(one) for one in (_SUPPOSES, _CAUSES, _DENIES, _BARE)))
    return _tables[0]


def _supposes(sentence: "Sentence") -> bool:
    """Whether a sentence supposes why something is so."""
    supposes, causes = _get_tables()[:2]
    return supposes.find(sentence.words) is not None and (
        sentence.explains() or causes.find(sentence.words) is not None
    )


def _find_denial(
    supposed: "Sentence", exchange: "Exchange", exchanges: "Sequence[Exchange]"
) -> "tuple[str, int] | None":
    """What disproves a supposition, and its row."""
    own = content(supposed.stems)
    for other in exchanges[exchange.number : exchange.number + 1 + _AHEAD]:
        if other.session != exchange.session:
            break
        for place, one in enumerate(other.answered):
            if not place and not _AGREES.isdisjoint(one.words[:2]):
                break
            if _says_same(one, own):
                return None
            if not one.is_question and _denies(one, own, is_answer=other is exchange):
                return _choose_words(one, other), one.row
    return None


def _says_same(sentence: "Sentence", own: "frozenset[str]") -> bool:
    """Whether a clause that denies nothing says most of what was supposed."""
    if sentence.is_question or not sentence.explains():
        return False
    denies = _get_tables()[2]
    return any(
        denies.find(one.words) is None
        and len(one.stems & own) >= max(_FEWEST, _SAME * min(len(own), len(content(one.stems))))
        for one in sentence.clauses
    )


_FEWEST = 3
"""Words of a supposition that an agent who agrees says again."""
_SAME = 0.6
"""Share of them."""


def _denies(sentence: "Sentence", own: "frozenset[str]", *, is_answer: bool) -> bool:
    """Whether a sentence denies that what these words name is the cause. `is_answer`: it answers the supposition."""
    denies, bare = _get_tables()[2:]
    if denies.find(sentence.words) is None or not CHANGED.isdisjoint(sentence.words[:4]):
        return False
    before: list[str] = []
    for clause in sentence.clauses:
        words = clause.words
        denied = denies.find(words)
        if denied is None:
            before += words
            continue
        behind, ahead = _name(words[denied[1] :]), _name(words[: denied[0]][::-1])
        named = behind or ahead
        if named:
            return 2 * len(named & own) >= len(named) and (bool(behind) or words[denied[1] - 1] not in _OPEN)
        return is_answer and bare.find(words) is not None and bool(content(stem_words(before)) & own)
    return False


_OPEN = frozenset(("is", "es", "è", "é"))


def _name(words: "Sequence[str]") -> "frozenset[str]":
    """The stems of the nearest of some words that name something."""
    part: list[str] = []
    for word in words:
        if (word in COPULAS or word in _STOPS) and part:
            break
        if word not in ARTICLES:
            part.append(word)
        if len(content(stem_words(part))) >= _MOST:
            break
    return content(stem_words(part))


_STOPS = frozenset(
    ("that", "which", "but", "because", "since", "dass", "sondern", "weil", "qui", "que", "mais", "sino", "per", "with",
     "in", "for", "here", "at", "so", "this", "time")
)  # fmt: skip


def _choose_words(sentence: "Sentence", exchange: "Exchange") -> str:
    """What holds instead: the sentence that denies, with the next one where it says little else."""
    if len(content(sentence.stems)) > _BRIEF:
        return sentence.text
    place = exchange.answered.index(sentence)
    following = exchange.answered[place + 1 : place + 2]
    return " ".join([one.text for one in (sentence, *following) if one.row == sentence.row])
