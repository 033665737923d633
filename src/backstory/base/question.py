"""A prompt as a question to the memory: its words with their weights, its sentences, and what it asks for."""

from backstory.base.asked_kinds import find_asked_kinds
from backstory.base.everyday import EVERYDAY
from backstory.base.passages import count_passages
from backstory.base.search import MAX_PROMPT, MAX_TERMS, TOKENIZER, count_documents, count_files
from backstory.base.software import SOFTWARE
from backstory.base.synonyms import SYNONYMS
from backstory.base.tokenizer import (
    EDGES,
    STOP,
    identifier_parts,
    inverse_frequency,
    keep_ends,
    looks_like_path,
    query_terms,
    split_location,
    split_words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from backstory.base.tokenizer import Term
    from backstory.base.visible import View

MAX_WEIGHED = 6
"""Heaviest words of a prompt that count: a long prompt covers more subjects than any one record."""
UNKNOWN = 0.6
"""What a word that nothing holds weighs, as a part of the weight of a rare one. It says that the prompt is about
something else, but a person's own words must not drown those that the memory shares."""
WEAK = 0.25
"""What a common word of software weighs, as a part of its weight."""
SYNONYM = 0.5
"""What another word for the same counts."""
RARE = 0.02
MAX_RARE = 20
"""A word is rare if at most this share of the memory holds it, and no more than so many."""
LONG = 7
"""Significant words from which the sentences of a prompt are looked at one by one."""
MAX_CHOSEN = 12
"""Words that choose candidates: those that tell most."""
_OPENERS = """
please now then ok okay and so also can could would you just let's lets go ahead next first kindly hey hi hello
"""
_POLITE = frozenset(_OPENERS.split())
_ASKING = """
in on at for to from by with whether how what which why who whom whose when where is are was were do does did has have
will i my me our the a an this that it thanks thank hello hi good tell explain translate write draft compose book plan
"""
_QUESTION = frozenset(_ASKING.split())


_WE = frozenset(("we", "our", "ours", "us", "let"))


class Question:
    """A prompt by the places of its words."""

    def __init__(self, con: "apsw.Connection", view: "View", text: str) -> None:
        self.text = text
        self.asked = query_terms(text, MAX_TERMS, span=MAX_PROMPT)
        self.kinds = find_asked_kinds(keep_ends(text, MAX_PROMPT))
        self.is_order = _is_order(text)
        self._stem = con.fts5_tokenizer(*TOKENIZER)
        records, passages = count_documents(con, self.asked), count_passages(con, self.asked)
        self.record_counts = records
        self.counts = list(map(sum, zip(records, passages, strict=True)))
        self.total = count_files(con, view.tree) + (con.execute("SELECT max(passage) FROM passage").get or 0)
        self.forms = {place: self.stems(term.form, 1) for place, term in enumerate(self.asked)}
        self.significant = self._find_significant()
        self.weights = {place: self._weigh(place) for place in self.significant}
        self.others = {place: self._find_others(place) for place in self.forms}
        self.rare = self._find_rare()
        """The rare words -> whether they look like a name from code."""
        self.windows = self._split_windows()
        self.folders = _find_folders(text)
        self.names = [place for place, term in enumerate(self.asked) if term.ident and not term.weak]
        """The places of what looks like a name from code."""
        self._words = split_words(keep_ends(text, MAX_PROMPT))
        self.software = self._share_of(SOFTWARE)
        self.everyday = sum([self._is_everyday(place) for place in self.forms])

    def stems(self, text: str, reason: int = 4) -> "frozenset[str]":
        """The stems of a text, as the full-text engine makes them; `reason` 1 for a query, 4 for a document."""
        data = text.encode("utf-8", "replace")
        return frozenset(map(str, self._stem(data, reason, None, include_offsets=False, include_colocated=False)))

    def stems_of_document(self, text: str) -> "frozenset[str]":
        """The stems of a text and of the parts of its names."""
        return self.stems(f"{text} {identifier_parts(text)}")

    def _find_rare(self) -> dict[int, bool]:
        most = max(2.0, min(RARE * self.total, MAX_RARE))
        return {place: self.asked[place].ident for place in self.significant if 0 < self.counts[place] <= most}

    def _share_of(self, words: "frozenset[str]") -> float:
        """Twice the share of the words of the prompt that are among some: one when it is half of them."""
        return 2.0 * sum([term.form in words for term in self.asked]) / max(1, len(self.asked))

    def _is_everyday(self, place: int) -> bool:
        """Whether a word is one of everyday life that no record has, and no session more than in passing."""
        return self.asked[place].form in EVERYDAY and not self.record_counts[place] and self.counts[place] < 2

    @property
    def says_we(self) -> bool:
        """Whether the prompt speaks of work that is done together."""
        return not _WE.isdisjoint(self._words)

    @property
    def is_personal(self) -> bool:
        """Whether it is about something its author owns that neither software nor this memory deals with."""
        indexed = {term.form for place, term in enumerate(self.asked) if self.counts[place] > 1}
        pairs = zip(self._words, self._words[1:], strict=False)
        return any(word == "my" and thing not in indexed and thing not in SOFTWARE for word, thing in pairs)

    def _weigh(self, place: int) -> float:
        """The weight of a word: the rarer the heavier, and less for one that the memory does not know."""
        count = self.counts[place]
        return inverse_frequency(count, self.total) if count else UNKNOWN * inverse_frequency(1, self.total)

    def _find_others(self, place: int) -> "frozenset[str]":
        """The stems of other words for a word."""
        return self.stems(" ".join(SYNONYMS.get(self.asked[place].form, ()))) - self.forms[place]

    def _find_significant(self) -> list[int]:
        """The places of the words that are evidence. Of the inflections of one word the first counts."""
        stems: dict[frozenset[str], int] = {}
        for place, term in enumerate(self.asked):
            if not term.weak and term.form not in STOP:
                stems.setdefault(self.forms[place], place)
        return list(stems.values())

    def _split_windows(self) -> "list[tuple[frozenset[int], float]]":
        """The parts of the prompt that a record may be about, as places of words, each with its weight: the heaviest
        words of the whole, and the sentences of a long one."""
        windows = [frozenset(self.significant)]
        if len(self.significant) >= LONG:
            places = {self.forms[place]: place for place in self.significant}
            for sentence in _split_sentences(keep_ends(self.text, MAX_PROMPT)):
                terms = (places.get(self.stems(term.form, 1), -1) for term in query_terms(sentence, MAX_TERMS))
                window = frozenset(place for place in terms if place >= 0)
                if len(window) >= 3:
                    windows.append(window)
        return [(window, self._mass(window)) for window in windows]

    def _mass(self, window: "Iterable[int]") -> float:
        """The weight of the heaviest words of a window, which a record covers a share of."""
        return sum(sorted([self.weights[place] for place in window], reverse=True)[:MAX_WEIGHED])

    def matches(self, held: "frozenset[str]") -> dict[int, float]:
        """The words of the prompt that a text has, by its stems: place -> 1, or less where it has another word."""
        out = {place: 1.0 for place, form in self.forms.items() if form <= held}
        for place, others in self.others.items():
            if place not in out and others & held:
                out[place] = SYNONYM
        return out

    def covered(self, matched: "dict[int, float]") -> float:
        """The largest share of the weight of a part of the prompt that a text has."""
        best = 0.0
        for window, mass in self.windows:
            if mass:
                met = sum([share * self.weights[place] for place, share in matched.items() if place in window])
                best = max(best, met / mass)
        return best

    def weight_of(self, matched: "dict[int, float]") -> float:
        """The weight of the words that a text has; common words of software count a little."""
        return sum([share * self._weight(place) for place, share in matched.items()])

    def _weight(self, place: int) -> float:
        return self.weights[place] if place in self.weights else WEAK * self._weigh(place)

    def telling_terms(self) -> "Sequence[Term]":
        """The words that tell most, which choose candidates: rare in this memory first, names before other words."""
        places = [place for place in self.significant if self.counts[place]]
        places.sort(key=lambda place: (-self.weights[place] - 2.0 * self.asked[place].ident, place))
        folders = [term for folder in self.folders for term in query_terms(folder.rpartition("/")[2], 2)]
        weak = [term for place, term in enumerate(self.asked) if self._is_telling_weak(place, term, len(places))]
        return [*[self.asked[place] for place in places[:MAX_CHOSEN]], *folders, *weak[:4]]

    def _is_telling_weak(self, place: int, term: "Term", others: int) -> bool:
        """Whether a common word of software may choose candidates: of a short prompt, if the memory seldom has it."""
        return others < 4 and term.weak and term.form not in STOP and 0 < self.counts[place] <= max(4, self.total // 8)

    def other_words(self) -> list[str]:
        """Other words for the significant words, as they are searched."""
        return [word for place in self.significant for word in SYNONYMS.get(self.asked[place].form, ())][:24]


def _find_folders(text: str) -> list[str]:
    """The folders of the paths that a text names, as they are written, each with its last sign."""
    out: dict[str, None] = {}
    for token in keep_ends(text, MAX_PROMPT).split():
        path = split_location(token.strip(EDGES + "."))[0]
        folder = path.rpartition("/")[0]
        if folder and looks_like_path(path) and len(path) < 200 and "://" not in token:
            out[folder] = None
    return list(out)[:4]


def _split_sentences(text: str) -> list[str]:
    for sign in ("? ", "! ", "; ", ": ", "\n"):
        text = text.replace(sign, ". ")
    return text.split(". ")


def _is_order(text: str) -> bool:
    """Whether a prompt begins like a request to do something, and not like a question or an account."""
    for word in text[:200].lower().split():
        word = word.strip(",.:;!?\"'`")
        if word and word not in _POLITE:
            return word not in _QUESTION and word.isalpha()
    return False
