"""A prompt as a question to the memory: its words with their weights, its sentences, and what it asks for."""

from itertools import pairwise

from backstory.base.answer_kinds import GOES_ON, find_asked_kinds, find_whole_kinds, list_rule_words
from backstory.base.capitals import list_capitalised, list_people
from backstory.base.common_words import is_foreign, is_usual
from backstory.base.everyday_words import is_everyday
from backstory.base.marks import drop_bullet, drop_marks
from backstory.base.modal_verbs import find_modals
from backstory.base.name_parts import weigh_parts
from backstory.base.passages import count_passages
from backstory.base.permission_questions import asks_permission, opens_with_permission
from backstory.base.purposes import list_command_words
from backstory.base.question_forms import DEMONSTRATIVE, Asking, asks_of_tool, is_order, is_sum
from backstory.base.reminders import asks_to_be_reminded, list_choosing
from backstory.base.search import (
    MAX_PROMPT,
    MAX_TERMS,
    TOKENIZER,
    count_documents,
    count_files,
    find_folders,
    find_spelled,
)
from backstory.base.small_words import is_small
from backstory.base.software_words import SOFTWARE
from backstory.base.synonyms import PARTICLES, find_phrasal, find_synonyms
from backstory.base.tokenizer import (
    STOP,
    count_foreign,
    identifier_parts,
    inverse_frequency,
    keep_ends,
    query_terms,
    split_words,
)
from backstory.base.unspaced import begins_unspaced, split_parts
from backstory.base.writing_orders import only_reads, writes_code, writes_docs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from backstory.base.asked_values import AskedValue
    from backstory.base.tokenizer import Term
    from backstory.base.visibility import View

MAX_WEIGHED = 6
"""Heaviest words of a prompt that count: a long prompt covers more subjects than any one record."""
UNKNOWN = 0.6
"""What a word that nothing holds weighs, as a part of the weight of a rare one. It says that the prompt is about
something else, but a person's own words must not drown those that the memory shares."""
ELSEWHERE = 4
"""Records of anything else that have a usual word, beside those of the memory."""
WEAK = 0.25
"""What a common word of software weighs, as a part of its weight."""
NUMBER = 0.4
"""What a number weighs, as a part of the weight of a word: every project counts its issues from one."""
TELLING = 3
"""Digits from which a number counts as a name, such as that of an issue, with or without a `#`."""
SYNONYM = 0.5
"""What another word for the same counts."""
TRANSLATION = 0.9
"""The same where the prompt is in another language and nothing has its word."""
FOREIGN_WORDS = 2
"""Words of other languages from which a prompt is in one of them."""
OFTEN = 3.0
"""Words with a third of the weight of the rarest count in full in what a prompt has in common with a rule. One that
most of the memory has is the subject of the project, not of the rule."""
RARE = 0.02
MAX_RARE = 20
"""A word is rare if at most this share of the memory holds it, and no more than so many."""
DECADES = 4.6
"""What the weight of the rarest word gains from a hundred records to ten thousand."""
LONG = 7
"""Significant words from which the sentences of a prompt are looked at one by one."""
MAX_OTHERS = 8
"""Other words that are searched, those of the rarest words first: each costs a look-up."""
MAX_CHOSEN = 12
"""Words that choose candidates: those that tell most."""
LONG_STORY = 12
"""Words from which a prompt tells of somebody, and asks something else."""
OF_NAME = 0.5
"""What a name weighs there, as a part of the weight of a word: what is asked is not all that this person said."""
MAX_TRANSLATIONS = 6
FEW = 3
"""Significant words from which a prompt has a subject of its own."""
MIN_VARIED = 6
"""Letters of a word of which other spellings are looked for."""


class Question:
    """A prompt by the places of its words."""

    def __init__(self, con: "apsw.Connection", view: "View", text: str, *, is_put: bool = False) -> None:
        text = drop_bullet(text)
        self.text = text
        self.is_put = is_put
        """Whether it is put to the memory, and not to an agent."""
        self.value: AskedValue | None = None
        self.asked = query_terms(text, MAX_TERMS, span=MAX_PROMPT)
        self.kinds = find_asked_kinds(keep_ends(text, MAX_PROMPT))
        words = split_words(keep_ends(text, MAX_PROMPT))
        orders = is_order(text) or opens_with_permission(words) or writes_docs(words) or writes_code(text)
        self.is_order = orders and not asks_of_tool(words)
        self.is_foreign = count_foreign(words) >= FOREIGN_WORDS
        """Whether it is in another language than English."""
        self.is_paired = begins_unspaced(text)
        """Whether it is in a script that is read by pairs of characters."""
        self.asks_to_be_reminded = asks_to_be_reminded(words)
        """Whether it asks for what was settled before."""
        self.asks_permission = asks_permission(text, words)
        """Whether it asks if something may be done."""
        self.general_kinds = find_whole_kinds(text, words)
        """The kinds of answers that it asks for about the work as a whole."""
        self.is_sum = is_sum([term.form for term in self.asked], text)
        self._modals = find_modals(words)
        self._stem = con.fts5_tokenizer(*TOKENIZER)
        self.record_counts, passages = count_documents(con, self.asked), count_passages(con, self.asked)
        self.counts = list(map(sum, zip(self.record_counts, passages, strict=True)))
        weigh_parts(self.asked, self.counts)
        if self.is_order:
            from backstory.base.file_kinds import find_file_kinds  # half of the prompts are no orders
            from backstory.base.library_orders import asks_for_unknown

            self.kinds |= find_file_kinds(text[:MAX_PROMPT])
            if asks_for_unknown(text, self.asked, self.counts):
                self.kinds |= {"dependency"}
        self.rule_words = [] if only_reads(words) else list_rule_words(self.kinds, is_order=self.is_order)
        """The words of the rules that may forbid what is asked, by the kind of the order."""
        self.rule_stems = [self.stems(" ".join(words)) for words in self.rule_words]
        self.passages = con.execute("SELECT max(passage) FROM passage").get or 0
        """The number of passages of the memory."""
        self.total = count_files(con, view.tree) + self.passages
        self.rarest = inverse_frequency(1, self.total)
        """The weight of a word that one record has."""
        self.size = min(1.5, (self.rarest - inverse_frequency(1, 100)) / DECADES)
        """The size of the memory: 0 for up to a hundred records and passages, 1 for ten thousand."""
        self.forms = {place: self.stems(term.form, 1) for place, term in enumerate(self.asked)}
        self._people = list_people(keep_ends(text, MAX_PROMPT)) if len(words) >= LONG_STORY else frozenset()
        self.spelled = find_spelled(text)
        """The names with signs of code in them, as they are written: `--port`, `Reader::last()`, `<pre>`."""
        self._weighed: dict[int, float] = {}
        self.significant = self._find_significant()
        self.changed = self._find_changed(words) if self.is_order else None
        self.weights = {place: self._weigh(place) for place in self.significant}
        self.synonyms = {
            place: find_synonyms(term.form, is_foreign=self.is_foreign) if place in self.weights else []
            for place, term in enumerate(self.asked)
        }
        self._add_phrasal(words)
        if self.is_foreign:
            self._add_translations()
        self._add_variants(con)
        self.others = {place: self._find_others(place) for place in self.forms}
        self.rare = self._find_rare()
        """The rare words -> whether they look like a name from code."""
        self.windows = self._split_windows()
        self.folders = find_folders(text)
        self.names = self._find_names()
        """The places of what looks like a name from code and is in the memory."""
        self.asking = Asking(keep_ends(text, MAX_PROMPT), self.kinds, has_name=bool(self.names))
        self.software = self._share_of(SOFTWARE)
        self.everyday = [place for place in self.forms if self._is_everyday(place)]
        """The places of words of everyday life that the memory does not deal with."""

    def stems(self, text: str, reason: int = 4) -> "frozenset[str]":
        """The stems of a text, as the full-text engine makes them; `reason` 1 for a query, 4 for a document."""
        data = drop_marks(text).encode("utf-8", "replace")
        return frozenset(map(str, self._stem(data, reason, None, include_offsets=False, include_colocated=False)))

    def stems_of_document(self, text: str) -> "frozenset[str]":
        """The stems of a text and of the parts of its names."""
        text = drop_marks(text)
        return self.stems(f"{text} {identifier_parts(text)}")

    def _find_names(self) -> list[int]:
        places = (place for place, term in enumerate(self.asked) if term.ident and not term.weak)
        return [place for place in places if self.counts[place] and not self._is_number(place)]

    def _find_rare(self) -> dict[int, bool]:
        most = max(2.0, min(RARE * self.total, MAX_RARE))
        places = [place for place in self.significant if 0 < self.counts[place] <= most]
        return {place: self.asked[place].ident for place in places if not self._is_number(place)}

    def _share_of(self, words: "frozenset[str]") -> float:
        """Twice the share of the words of the prompt that are among some: one when it is half of them."""
        return 2.0 * sum([term.form in words for term in self.asked]) / max(1, len(self.asked))

    def _is_everyday(self, place: int) -> bool:
        """Whether a word is one of everyday life that no record has, and no session more than in passing."""
        is_rare = not self.record_counts[place] and self.counts[place] < 2
        return is_rare and is_everyday(self.asked[place].form, is_foreign=self.is_foreign)

    @property
    def is_personal(self) -> bool:
        """Whether it is about something its author owns that neither software nor this memory deals with."""
        indexed = {term.form for place, term in enumerate(self.asked) if self.counts[place] > 1}
        pairs = pairwise(self.asking.words)
        return any(word == "my" and noun not in indexed and noun not in SOFTWARE for word, noun in pairs)

    @property
    def names_stranger(self) -> bool:
        """Whether a question names somebody or something by a capitalised word that the memory does not know."""
        if "?" not in self.text and not self.asking.is_trivia:
            return False
        places = (place for place in range(len(self.asked)) if self.counts[place] or self.synonyms[place])
        indexed = {self.asked[place].form for place in places}
        return any(word not in indexed for word in list_capitalised(keep_ends(self.text, MAX_PROMPT)))

    @property
    def has_no_other_subject(self) -> bool:
        """Whether it has few words of a subject, none of which the memory has never seen."""
        places = [place for place in self.significant if not is_usual(self.asked[place].form)]
        is_few = len(self.significant) < FEW
        return is_few and (self.is_put or all(self.counts[place] or self.others[place] for place in places))

    @property
    def points_to_work(self) -> bool:
        """Whether it says `we`, `it` or `this`, and not of a thing that neither software nor this memory deals with."""
        indexed = {term.form for place, term in enumerate(self.asked) if self.counts[place]}
        pairs = [pair for pair in pairwise(self.asking.words) if pair[0] in DEMONSTRATIVE]
        return self.asking.is_shared and not any(
            noun not in indexed and noun not in SOFTWARE and noun not in STOP for _, noun in pairs
        )

    @property
    def asks_for_person(self) -> bool:
        """Whether it is a short question for a person."""
        return len(self.significant) < LONG and self.asking.asks_for_person

    def _weigh(self, place: int) -> float:
        """The weight of a word: the rarer the heavier, and less for one that the memory does not know."""
        if place not in self._weighed:
            share = OF_NAME if self.asked[place].form in self._people else 1.0
            self._weighed[place] = share * self._weigh_by_count(place)
        return self._weighed[place]

    def _weigh_by_count(self, place: int) -> float:
        count = self.counts[place]
        if self._is_number(place):
            return NUMBER * inverse_frequency(max(count, 1), self.total)
        if not self.is_put and is_usual(self.asked[place].form) and not self.asked[place].ident:
            return inverse_frequency(count + ELSEWHERE, self.total + ELSEWHERE)
        return inverse_frequency(count, self.total) if count else UNKNOWN * self.rarest

    def rarity(self, place: int) -> float:
        """How rare a word is: near 0 where most of the memory has it, 1 from a third of the weight of the rarest on."""
        return min(1.0, OFTEN * self._weigh(place) / self.rarest)

    def _add_phrasal(self, words: "Sequence[str]") -> None:
        """Adds other words for a verb and its particle: `sign in`, `leave out`."""
        for verb, particle in pairwise(words):
            if particle in PARTICLES and (others := find_phrasal(verb, particle)):
                place = next((place for place, term in enumerate(self.asked) if term.form == verb), -1)
                if place >= 0:
                    self.synonyms[place] = [*others, *self.synonyms[place]]

    def _add_translations(self) -> None:
        """Adds what the words are called in English."""
        from backstory.base.translations import find_translations, find_translations_of_head

        for place, term in enumerate(self.asked):
            if term.form not in STOP:
                others = [other for other in find_translations(term.form) if other not in self.synonyms[place]]
                self.synonyms[place] += others[:MAX_TRANSLATIONS]
            if place in self.weights and not (self.counts[place] or self.synonyms[place]):
                self.synonyms[place] = find_translations_of_head(term.form)[:MAX_TRANSLATIONS]

    def _add_variants(self, con: "apsw.Connection") -> None:
        """Adds the words of the index that are inflections or parts of words which it does not hold."""
        places = [place for place in self.significant if not self.counts[place] and len(self.forms[place]) == 1]
        stems = {place: next(iter(self.forms[place])) for place in places}
        is_all_unknown = len(stems) == len(self.significant) and not self.is_foreign
        if is_all_unknown or not any(len(stem) >= MIN_VARIED for stem in stems.values()):
            return
        from backstory.base.variants import find_variants  # the memory knows the words of most short prompts

        variants = find_variants(con, list(stems.values()), has_compounds=self.is_foreign)
        for place, stem in stems.items():
            self.synonyms[place] += variants.get(stem, [])

    def _find_others(self, place: int) -> "frozenset[str]":
        """The stems of other words for a word."""
        return self.stems(" ".join(self.synonyms[place])) - self.forms[place]

    def _find_changed(self, words: "Sequence[str]") -> "int | None":
        from backstory.base.changed_values import find_changed  # half of the prompts are no orders

        return find_changed(words, self.asked, self.significant)

    def _find_significant(self) -> list[int]:
        """The places of the words that are evidence. A question to the memory without one is about its common words."""
        places = self._list_significant()
        if self.is_put and len(places) > 1:
            asking = list_choosing(split_words(keep_ends(self.text, MAX_PROMPT)))
            places = [place for place in places if self.asked[place].form not in asking] or places
        return places if places or not self.is_put or self.general_kinds else self._list_significant(has_weak=True)

    def _list_significant(self, *, has_weak: bool = False) -> list[int]:
        """Of the inflections of one word the first counts."""
        stems: dict[frozenset[str], int] = {}
        for place, term in enumerate(self.asked):
            is_weak = term.weak and not has_weak and f".{term.form}" not in self.spelled
            is_passed = is_weak or term.joins or term.form in STOP or term.form in self._modals
            is_passed = is_passed or term.form in GOES_ON or is_small(term.form, is_foreign=self.is_foreign)
            if not is_passed and (self.counts[place] or not is_foreign(term.form)):
                stems.setdefault(self.forms[place], place)
        return list(stems.values())

    def _split_windows(self) -> "list[tuple[frozenset[int], float]]":
        """The parts of the prompt that a record may be about, as places of words, each with its weight: the heaviest
        words of the whole, and the sentences of a long one."""
        windows = [frozenset(self.significant)]
        if len(self.significant) >= LONG:
            places = {self.forms[place]: place for place in self.significant}
            for sentence in split_parts(keep_ends(self.text, MAX_PROMPT)):
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
                out[place] = TRANSLATION if self.is_foreign and not self.counts[place] else SYNONYM
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
        return sum([share * self.weigh(place) for place, share in matched.items()])

    def weigh(self, place: int) -> float:
        """What a word weighs in a text that has it."""
        return self.weights[place] if place in self.weights else WEAK * self._weigh(place)

    def weigh_exact(self, places: "Sequence[int]") -> tuple[float, float]:
        """The weight of the words at these places, numbers aside; and how sure they make a number among them, to 1."""
        weight = sum([self.weights.get(place, 0.0) for place in places if not self._is_number(place)])
        if not any(self._is_telling_number(place) for place in places):
            return weight, 0.0
        mass = sum([weight for place, weight in self.weights.items() if not self._is_number(place)])
        return weight, min(1.0, 2.0 * weight / (mass or 1.0))

    def _is_number(self, place: int) -> bool:
        return self.asked[place].form.isdigit()

    def _is_telling_number(self, place: int) -> bool:
        """Whether a number is the one of an issue, a status or a port, rather than a count."""
        return self._is_number(place) and (
            len(self.asked[place].form) >= TELLING or f"#{self.asked[place].form}" in self.text
        )

    def telling_terms(self, least: int = 0) -> "Sequence[Term]":
        """The words that tell most, which choose candidates: rare in this memory first, names before other words.

        Where there are fewer than `least`, common words of software join them, the rarest first.
        """
        places = [place for place in self.significant if self.counts[place]]
        places.sort(key=lambda place: (-self.weights[place] - 2.0 * self.asked[place].ident, place))
        folders = [term for folder in self.folders for term in query_terms(folder.rpartition("/")[2], 2)]
        weak = [term for place, term in enumerate(self.asked) if self._is_telling_weak(place, term, len(places))][:4]
        if len(places) < least:
            common = [place for place, term in enumerate(self.asked) if self.counts[place] and term.is_common]
            common.sort(key=self.counts.__getitem__)
            weak = [self.asked[place] for place in common[: least - len(places)]]
        return [*[self.asked[place] for place in places[:MAX_CHOSEN]], *folders, *weak]

    def _is_telling_weak(self, place: int, term: "Term", others: int) -> bool:
        """Whether a common word of software may choose candidates: of a short prompt, if the memory seldom has it."""
        return others < 4 and term.is_common and 0 < self.counts[place] <= max(4, self.total // 8)

    def other_words(self) -> list[str]:
        """Other words for the significant words, as they are searched."""
        of_rules = [word for words in self.rule_words for word in words] if self.is_order else []
        rarest = sorted(self.significant, key=lambda place: self.counts[place])
        of_commands = list_command_words(self.kinds)
        of_words = [*of_commands, *[word for place in rarest for word in self.synonyms[place]]]
        return [*of_rules, *of_words[: max(0, MAX_OTHERS - len(of_rules))]]
