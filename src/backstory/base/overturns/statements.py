"""What the answer to an order says of how something is: `Contacts are sorted by name now.`"""

from itertools import pairwise

from backstory.base.overturns.cues import ARTICLES, NOW
from backstory.base.overturns.phrase_tables import tables
from backstory.base.overturns.signs import CHANGED, REVISES
from backstory.base.phrases import Phrases
from backstory.base.polite_orders import count_asking
from backstory.base.reversals import read_words, stem_words
from backstory.base.tokenizer import EDGES
from backstory.base.unspaced import is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

    _Part = tuple[Sequence[str], Sequence["Word"]]

_ANSWERING = 3
"""Sentences of an answer that may say how something is since."""
_LONGEST = 24
"""Words of a statement above which it tells of much."""
_PROMPT = 60
"""Words of a prompt above which it orders much."""
_FEWEST = 2
"""Words of a statement that say something."""
_SAYS_LITTLE = frozenset(
    ("done", "sure", "ok", "okay", "yes", "fixed", "renamed", "switched", "changed", "good", "agreed", "stay", "stays",
     "everywhere", "instead", "erledigt", "gut", "ja", "umbenannt", "geändert", "fait", "oui", "renommé", "renommée",
     "hecho", "listo", "sí", "cambiado", "vale", "bien", *NOW)
)  # fmt: skip
"""Words of an answer that say nothing of how a thing is."""
_ALSO = frozenset(
    ("also", "addition", "additionally", "auch", "zusätzlich", "außerdem", "aussi", "également", "también",
     "además", "besides", "another", "second")
)  # fmt: skip
"""What only adds something."""
_GERMAN = frozenset(("der", "die", "das", "und", "ist", "nicht", "wir", "bitte", "auf", "doch", "lieber"))
"""Words beside which `also` draws a conclusion."""
_INDEFINITE = frozenset(
    ("a", "an", "ein", "eine", "einer", "einem", "einen", "un", "une", "una", "den", "its", "their", "all", "every",
     "alle", "jede", "jeder", "jedes", "tous", "toutes", "todos", "todas")
)  # fmt: skip
NO_WORDS = ARTICLES | _INDEFINITE
"""Words before what is spoken of that say nothing of it."""
_SLOTS = {"im": "in", "am": "an", "zum": "zu", "zur": "zu", "vom": "von", "du": "de", "des": "de", "del": "de",
          "au": "à", "al": "a", "into": "in", "onto": "on", "en": "in", "à": "in"}  # fmt: skip
"""Words before a value, as those that say the same."""


class Word:
    """A word of a statement."""

    __slots__ = ("slot", "stem", "word")

    def __init__(self, word: str, stem: str, slot: str) -> None:
        self.word = word
        self.stem = stem
        self.slot = slot
        """The word before it, without articles."""


class Statement:
    """What an answer says of how something is."""

    __slots__ = ("exchange", "order", "sentence", "spoken", "stems", "words")

    def __init__(self, part: "_Part", sentence: "Sentence", exchange: "Exchange", order: "Order") -> None:
        self.spoken, self.words = part
        self.stems = frozenset([one.stem for one in self.words])
        self.sentence = sentence
        self.exchange = exchange
        self.order = order


class Order:
    """What the person ordered before an answer."""

    def __init__(self, exchange: "Exchange") -> None:
        self.sentences = [one for one in exchange.asked if not one.is_question or _asks_agent(one)]
        self.is_asked = any(one.is_question for one in self.sentences)
        """Whether it is a question to the agent: only what tells a change answers it as an order."""
        self.words = [word for one in self.sentences for word in one.words]
        self.stems = frozenset().union(*[one.stems for one in self.sentences])
        self.is_short = 0 < len(self.words) <= _PROMPT
        self._revises: bool | None = None

    @property
    def adds(self) -> bool:
        """Whether it only adds something."""
        added = _ALSO.intersection(self.words)
        if any(one.words[-1:] == ["too"] for one in self.sentences):
            return True
        return bool(added) and (added != {"also"} or _GERMAN.isdisjoint(self.words))

    @property
    def revises(self) -> bool:
        """Whether it says that something is to be otherwise than before."""
        if self._revises is None:
            self._revises = any(map(revises, self.sentences))
        return self._revises


def _asks_agent(sentence: "Sentence") -> bool:
    """Whether a question asks the agent to do something: `could you keep the last one?`."""
    asking = count_asking(sentence.words)
    return asking == 1 or (asking > 1 and sentence.words[1] in _AGENT)


_AGENT = frozenset(("you", "du", "ihr", "sie", "vous", "tu"))


def revises(sentence: "Sentence") -> bool:
    """Whether a sentence of the person says that something is to be otherwise than before."""
    if not _tables:
        _tables.append(Phrases(REVISES))
    words = sentence.words
    if sentence.is_question and not _asks_agent(sentence):
        return False
    return _tables[0].find(words) is not None or words[:1] in _HEADS


_HEADS = [[word] for word in ("no", "nope", "nah", "nein", "non", "wait", "hm", "hmm", "sorry", "actually")]
_tables: "list[Phrases]" = []


def read_statements(exchange: "Exchange") -> "list[Statement]":
    """What the answer to an order says of how something is."""
    order = Order(exchange)
    if not order.is_short:
        return []
    statements: list[Statement] = []
    for one in exchange.answered[:_ANSWERING]:
        if one.is_question or one.explains() or is_unspaced(one.text) or not _states_state(one):
            continue
        statements += [Statement(part, one, exchange, order) for part in _read_parts(one) if len(part[1]) >= _FEWEST]
    return statements


def _states_state(sentence: "Sentence") -> bool:
    """Whether a sentence may say how something is, and not what somebody does, what fails or what could be."""
    words = sentence.words
    imagined = tables().imagines.find(words)
    return (
        not sentence.text.rstrip().endswith((":", "!"))
        and not sentence.text.lstrip()[:1].isdigit()
        and not sentence.text.lstrip().startswith("#")
        and _PERSONS.isdisjoint(words[:2])
        and _PLANS.isdisjoint(words[:1])
        and not any(word in _TROUBLE and before not in _INDEFINITE for before, word in pairwise(["", *words]))
        and (imagined is None or words[imagined[0]] in _CONDITIONS)
    )


_CONDITIONS = frozenset(("if", "wenn", "falls", "si"))
_PERSONS = frozenset(
    ("i", "we", "you", "he", "she", "they", "let", "user", "ich", "wir", "du", "sie", "er", "je", "j", "nous", "vous",
     "tu", "yo", "voy", "vamos", "tienes", "tool", "phase", "step")
)  # fmt: skip
"""Words of a statement about somebody, or of what comes next."""
_PLANS = frozenset(
    ("now", "first", "next", "looking", "by", "following", "this", "that", "here", "there", "nun", "ahora")
)
_TROUBLE = frozenset(
    ("error", "errors", "issue", "issues", "problem", "problems", "bug", "bugs", "cause", "fails", "failed", "failing",
     "fehler", "erreur", "problème", "problema", "todo", "need", "needs", "looks", "seems")
)  # fmt: skip


def _read_parts(sentence: "Sentence") -> "Iterator[_Part]":
    """A short sentence, its first clause that says something, and that without what it depends on."""
    texts = [sentence.spelled]
    texts += next(([one.text] for one in sentence.clauses if len(_read_words(one.text)) >= _FEWEST), [])
    cut = texts[-1].split()
    place = next((place for place, word in enumerate(cut) if word.strip(EDGES).lower() in _DEPENDS), 0)
    for text in dict.fromkeys([*texts, " ".join(cut[:place])]):
        spoken = [*read_words(text), *[word.strip(EDGES).lower() for word in text.split() if "-" in word]]
        if len(spoken) <= _LONGEST:
            yield spoken, _read_words(text)


_DEPENDS = frozenset(
    ("where", "wherever", "when", "whenever", "if", "unless", "until", "while", "wo", "wenn", "falls", "solange", "bis",
     "où", "quand", "si", "sauf", "donde", "cuando", "salvo")
)  # fmt: skip
"""Words behind which stands the case in which something is so."""


def _read_words(text: str) -> "Sequence[Word]":
    """The words that say something; a path is one word."""
    read: list[Word] = []
    slot = ""
    for part in text.split():
        core = part.strip(EDGES).lower()
        for word in [core] if any(sign in core for sign in "/_") else read_words(part):
            if word in NO_WORDS:
                continue
            stem = word if word is core and not word.isalnum() else next(iter(stem_words([word])), "")
            if stem and word not in _SAYS_LITTLE and not word.isdigit():
                read.append(Word(word, stem, slot))
            if word not in _SAYS_LITTLE:
                slot = _SLOTS.get(word, word)
    return read


def says_now(statement: Statement) -> bool:
    """Whether it says that something was otherwise before."""
    words = statement.sentence.words
    return (
        not NOW.isdisjoint(words)
        or not CHANGED.isdisjoint(words[:2])
        or tables().changes.find(words) is not None
        or tables().from_now.find(words) is not None
    )
