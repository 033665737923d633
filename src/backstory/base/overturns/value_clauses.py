"""Short clauses that give something a value in words: `colour teal`, `key = plan + seat`, `POST and PATCH only`."""

from itertools import pairwise

from backstory.base.overturns.cues import COPULAS, LEADS, NOW, ORDERS
from backstory.base.overturns.exchanges import split_signed
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.reversals import read_words, stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Sentence

_PAUSES = ",;:.!?—–"
_PAUSES_BUT_COLONS = ",;.!?—–"
_JOINTS = frozenset(("and", "or", "und", "oder", "et", "ou", "y", "o", "e", "&", "+", "/"))
"""Words between the items of a list."""
_BREAKS = frozenset(("but", "then", "aber", "dann", "mais", "puis", "pero", "luego", "and", "und", "et", "y"))
"""Words between two clauses."""
_SIGNS = frozenset(("=", ":=", "->", "→", "=>"))
_BEFORE_VALUES = frozenset(
    ("by", "to", "as", "in", "on", "per", "into", "with", "via", "from", "mit", "auf", "als", "nach", "per", "im", "zu",
     "par", "en", "dans", "sur", "avec", "por", "con", "como")
)  # fmt: skip
"""Words behind which a clause with a verb has its value."""
ONLY = frozenset(("only", "nur", "seulement", "uniquement", "solo", "sólo", "solamente"))
ALSO = frozenset(
    ("also", "include", "includes", "including", "auch", "ebenfalls", "zusätzlich", "aussi", "également",
     "también", "además")
)  # fmt: skip
"""What adds an item to a list, beside `too` and `as well`."""
PERSONS = frozenset(("i", "we", "you", "he", "she", "they", "ich", "wir", "er", "sie", "je", "j", "nous", "on", "yo"))
_INTRODUCES = frozenset(
    ("add", "create", "build", "write", "implement", "baue", "schreib", "ajoute", "crée", "écris", "añade", "crea",
     "escribe")
)  # fmt: skip
"""How an order begins that gives no value to what is there."""
_NEGATIONS = frozenset(
    ("no", "not", "never", "without", "kein", "keine", "keinen", "nicht", "nie", "ohne", "ne", "n", "pas", "sans",
     "jamais", "sin", "nunca", "nada", "than", "instead")
)  # fmt: skip
_LONGEST = 9
"""Words of a clause that gives a value."""
_MOST = 6
"""Words of it that mean something."""
_TERSE = 3
"""The same of one without a verb or sign that gives the value."""
BRIEF = 8
"""Words of a clause that states little but the new value."""
_LIST = 12
"""Words of a clause that lists what something is limited to."""


class Token:
    """A word of a sentence, with where it ends."""

    __slots__ = ("end", "gives", "start", "stems", "text", "word")

    def __init__(self, signed: str, end: int) -> None:
        core = signed.lstrip(_OPENING)
        self.start = end - len(core)
        self.text = core.rstrip(_CLOSING) or core
        self.end = self.start + len(self.text)
        words = read_words(signed)
        self.word = words[0] if len(words) == 1 else self.text.lower()
        self.stems = stem_words(words)
        self.gives = self.text in _SIGNS or signed.rstrip("`'\"*").endswith(":")
        """Whether what follows is a value: `key = ...`, `format: ...`."""


_OPENING = "`'\"([{*“‘«"
_CLOSING = "`'\")]},;:.!?…*”’»"


class ValueClause:
    """A clause of the person that gives something a value."""

    __slots__ = ("exchange", "is_assigned", "is_only", "items", "sentence", "stems", "tokens", "values")

    def __init__(self, sentence: "Sentence", tokens: "Sequence[Token]", values: "Sequence[Token]") -> None:
        self.sentence = sentence
        self.exchange = sentence.exchange
        self.tokens = tokens
        self.values = values
        """The words behind what gives a value; empty where nothing does."""
        self.stems = join_stems(tokens)
        self.is_assigned = any(one.gives for one in tokens)
        self.is_only = any(one.word in ONLY for one in tokens)
        self.items = _list_items(tokens) if self.is_only else []
        """What something is limited to."""


def join_stems(tokens: "Sequence[Token]") -> "frozenset[str]":
    return frozenset().union(*[one.stems for one in tokens])


def split_clauses(text: str, pauses: str = _PAUSES) -> "Iterator[list[Token]]":
    """Yields the words of each clause of a sentence, without what stands in brackets."""
    part: list[Token] = []
    depth = 0
    for signed, end in split_signed(text):
        depth += signed.count("(")
        if depth <= 0 or (signed.count("(") == depth and not signed.startswith(("(", "`("))):
            part.append(Token(signed, end))
        depth = max(0, depth - signed.count(")"))
        if signed[-1] in pauses and depth == 0 and part:
            yield part
            part = []
    if part:
        yield part


def list_clauses(sentence: "Sentence") -> "list[ValueClause]":
    """The clauses of a sentence that give something a value."""
    clauses: list[ValueClause] = []
    for tokens in split_clauses(sentence.text, _PAUSES_BUT_COLONS):
        if any(one.word in ONLY for one in tokens) and len(tokens) <= _LIST and _affirms(tokens):
            clauses.append(ValueClause(sentence, tokens, ()))
            continue
        clauses += [
            ValueClause(sentence, part, values)
            for part in split_at_joints(tokens)
            if len(part) <= _LONGEST and _affirms(part) and (values := _find_values(part)) is not None
        ]
    return clauses


def split_at_joints(tokens: "Sequence[Token]") -> "Iterator[list[Token]]":
    """Yields the parts of a clause between words such as `and`."""
    part: list[Token] = []
    for one in tokens:
        if one.word in _BREAKS and part:
            yield part
            part = []
        else:
            part.append(one)
    if part:
        yield part


def _affirms(tokens: "Sequence[Token]") -> bool:
    """Whether a clause lays down something new: it neither denies nor keeps anything."""
    words = [one.word for one in tokens]
    return _NEGATIONS.isdisjoint(words) and tables().keeps.find(words) is None


def _find_values(tokens: "Sequence[Token]") -> "Sequence[Token] | None":
    """The words of a clause that are a value; empty where that is to be seen only by what replaces it, and None for a
    clause that gives none."""
    stems = content(join_stems(tokens))
    if not len(join_stems(tokens)) > 0 or len(stems) > _MOST:
        return None
    if tokens[0].word in _INTRODUCES or _describes_person(tokens):
        return None
    for place, one in enumerate(tokens):
        if one.gives or (place and one.word in COPULAS and one.word not in _MODALS):
            return tokens[place + 1 :] or None
    is_order = tokens[0].word in ORDERS
    for place, one in enumerate(tokens):
        if one.word in _BEFORE_VALUES and (place or len(tokens) <= _TERSE + 1) and place + 1 < len(tokens):
            return tokens[place + 1 :]
    if is_order and len(tokens) > 1:
        return ()
    return () if len(stems) <= _TERSE and len(tokens) <= _TERSE + 2 else None


def _describes_person(tokens: "Sequence[Token]") -> bool:
    """Whether a clause tells what somebody does: `I asked Jana`, and not `we use tabs`."""
    pairs = pairwise([*(one.word for one in tokens[:_TERSE]), ""])
    return any(former in PERSONS and word not in ORDERS for former, word in pairs)


_MODALS = frozenset(("can", "will", "does", "do", "did", "has", "have", "had", "hat", "haben", "ha", "han", "no", "ya",
                     "ne", "n"))  # fmt: skip


def _list_items(tokens: "Sequence[Token]") -> "list[Token]":
    """The words beside those that join items, or beside `only` where there is one item."""
    places: set[int] = set()
    for place, one in enumerate(tokens):
        if one.word in _JOINTS:
            places |= {place - 1, place + 1}
    if not places:
        limits = [place for place, one in enumerate(tokens) if one.word in ONLY]
        places = {limits[0] - 1} if limits[0] else {1}
    return [one for place, one in enumerate(tokens) if place in places and one.stems and one.word not in ONLY]


def keeps_or_orders(tokens: "Sequence[Token]") -> bool:
    """Whether a clause of the person likes something as it is, or orders it."""
    words = [one.word for one in tokens]
    liked = [word for former, word in pairwise(["", *words]) if word != "like" or former not in _SEEMS]
    if not _LIKES.isdisjoint(liked) or tables().keeps.find(words) is not None:
        return True
    first = next((word for word in words if word not in LEADS), "")
    return first in ORDERS and _NEGATIONS.isdisjoint(words)


_SEEMS = frozenset(("looks", "look", "looked", "sounds", "reads", "feels", "is", "are"))
"""Words before `like` that compare."""
_LIKES = frozenset(
    ("fine", "good", "ok", "okay", "nice", "great", "like", "gut", "schön", "passt", "bien", "bon",
     "bonne", "parfait", "bueno")
)  # fmt: skip


_SINCE = NOW - {"back", "again", "wieder", "vuelve"}
"""How a clause says that something was otherwise before, and did not come back."""


class Stated:
    """A clause of an answer that says how something is."""

    def __init__(self, sentence: "Sentence", tokens: "Sequence[Token]") -> None:
        self.sentence = sentence
        self.tokens = [one for one in tokens if one.word not in NOW and one.word not in ALSO]
        words = [one.word for one in tokens]
        pairs = pairwise([*words, ""])
        says_now = any(word in _SINCE and (word, following) != ("instead", "of") for word, following in pairs)
        self.says_now = says_now or words[-2:] == ["it", "is"]
        self.adds = adds(words)
        self.is_limited = not ONLY.isdisjoint(words)
        self.stems = join_stems(self.tokens)
        plain = tables().plain
        self.telling = join_stems([one for one in self.tokens if not one.stems <= plain or _is_name(one)]) - STOP
        """The stems of what it tells. A word in capitals is a name: `GET`."""

    def list_subject(self, given: "frozenset[str]") -> "list[Token]":
        """The words before the first copula, or else before what is new."""
        for place, one in enumerate(self.tokens):
            if place and one.word in COPULAS:
                return self.tokens[:place]
        place = next((place for place, one in enumerate(self.tokens) if one.stems & given), 0)
        return self.tokens[:place]


def _is_name(token: Token) -> bool:
    return len(token.text) > 1 and token.text.isupper()


def may_state(words: "Sequence[str]") -> bool:
    """Whether the words of an answer may say how something is now: by a word for it, or because they are few."""
    return len(words) <= _FEW or not _CUES.isdisjoint(words)


_CUES = frozenset((*_SINCE, *ALSO, "it", "too", "well"))
_FEW = 16


def adds(words: "Sequence[str]") -> bool:
    """Whether words only add something: `429 too`, and not `429 is too much`."""
    if not ALSO.isdisjoint(words) or ("as" in words and "well" in words):
        return True
    return any(word == "too" and (following in NOW or not following) for word, following in pairwise([*words, ""]))
