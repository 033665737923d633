"""Marks what `recall` and prompts find where it was taken back later: by words, or by a record that replaced it."""

from backstory.base.corrections import any_of
from backstory.base.overturns.cover import read_cover
from backstory.base.overturns.hits import (
    Marks,
    find_marks,
    find_noted_titles,
    find_overturned_sentences,
    find_overturned_titles,
    is_telling,
    join_words,
    shorten,
)
from backstory.base.passages import PassageHit, fetch_passages, find_turns, match_passages
from backstory.base.reversals import REVISED, echoes, find_reversals, measure_reversal, stem_words
from backstory.base.search import Hit
from backstory.base.staleness_marks import CHANGED, GREEN_RUN, LEFT_OUT, mark_overturned
from backstory.base.tokenizer import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import apsw

    from backstory.base.overturns.hits import TitleTalk
    from backstory.base.reversals import Reversal
    from backstory.base.visibility import View

_CUES = """
out; off; gone; t want; not want; t like; not like; not needed; not wanted; should not; shouldn; must not; mustn; longer
any more; anymore; no more; scrap; drop; forget; ditch; rid of; dislike; hate; against; not happy; take back; took back
instead; rather than; wrong; not true; not right; incorrect; mistaken; nicht; kein; keine; raus; vergiss; weg mit; gegen
statt; falsch; ya no; nada de; en vez; en lugar; descarta; fuera; olvida; au lieu; plutôt; plus de; abandonne; oublie
"""
CUES = tuple(cue.strip() for row in _CUES.split("\n") for cue in row.split(";") if cue.strip())
"""What a passage has that takes something back, as the full-text search finds it."""
TALK_ROLES = ("user", "assistant")
TALK_CHANNELS = ("observed", "inferred")
"""Channels of records that were taken from a talk."""
MAX_WORDS = 20
"""Words of the hits by which such passages are searched."""
MAX_LATER = 40
"""Best such passages that are read."""
MAX_LISTED = 2_000
"""Passages up to which those with such words are listed, rather than searched for once more."""
MAX_COUNTED = 200
_MARKS = (".", "!", "?", ":", ";", "。", "！", "？")
_LONGEST = 4
"""Letters from which a word tells what is spoken of."""


class Titled:
    """A record as far as it tells what was stated when."""

    def __init__(self, ident: str, title: str, made: str, how: str) -> None:
        self.id = ident
        self.title = title
        self.made = made
        self.how = how


def mark_reversed(con: "apsw.Connection", view: "View", hits: "Sequence[Hit | PassageHit]") -> None:
    """Marks sentences of passages with `CHANGED`, and sets `reversed` of records, which something later takes back."""
    reversing = _Reversing(con, view)
    mark_passages(con, view, [hit for hit in hits if isinstance(hit, PassageHit)], reversing)
    records = [hit for hit in hits if isinstance(hit, Hit)]
    taken_back = find_reversed(con, view, records, reversing)
    for record in records:
        record.reversed = record.id in taken_back


def mark_passages(
    con: "apsw.Connection", view: "View", passages: "Sequence[PassageHit]", reversing: "_Reversing | None" = None
) -> Marks:
    """Marks the sentences of passages which something later takes back, and returns the marks. Steps that are done are
    left out."""
    for hit in passages:
        hit.text = _keep_open(con, view, hit) or hit.text + CHANGED
    talk_hits = [hit for hit in passages if hit.role in TALK_ROLES]
    marks = find_marks(con, view, talk_hits)
    for hit, judge in _judge_passages(con, view, talk_hits, reversing):
        hit.text, hit.quote = (_mark(text, judge, hit, marks) for text in (hit.text, hit.quote))
        hit.text, hit.quote = marks.apply(hit, hit.text), marks.apply(hit, hit.quote)
    return marks


def leave_out_reversed(
    con: "apsw.Connection", view: "View", passages: "Sequence[PassageHit]", question: str
) -> "list[PassageHit]":
    """The passages without the sentences that surely no longer hold, as lists of records leave out those which were
    superseded. What may no longer hold is marked. A passage that then bears less on what was asked is left out.
    """
    talk_hits = [hit for hit in passages if hit.role in TALK_ROLES]
    marks = find_marks(con, view, talk_hits)
    asked_stems = stem_words(split_words(question))
    shown = "\n".join([join_words(hit.text) for hit in talk_hits])
    left_out: set[int] = set()
    for hit, judge in _judge_passages(con, view, talk_hits, None):
        whole = hit.quote or hit.text
        hit.text, hit.quote = (_leave_out(text, judge, hit, marks, shown) for text in (hit.text, hit.quote))
        rest = hit.quote or hit.text
        before, after = (len(asked_stems & stem_words(split_words(text))) for text in (whole, rest))
        if rest != whole and (not split_words(rest) or 2 * after < before):
            left_out.add(id(hit))
        hit.text, hit.quote = (marks.apply(hit, _mark(text, judge, hit, marks)) for text in (hit.text, hit.quote))
    for hit in passages:
        hit.text = _keep_open(con, view, hit)
    return rank_changed([hit for hit in passages if hit.text and id(hit) not in left_out], marks, question)


def rank_changed(passages: "Sequence[PassageHit]", marks: Marks, question: str) -> "list[PassageHit]":
    """The passages in a new order: one whose answer to the question was overturned comes after what overturned it."""
    asked = stem_words(split_words(question))
    ranked = list(passages)
    for hit in passages:
        times = marks.list_times(hit, asked)
        places = [place for place, one in enumerate(ranked) if one.made in times and one is not hit]
        if places and ranked.index(hit) < places[0]:
            ranked.remove(hit)
            ranked.insert(places[0], hit)
    return ranked


def _keep_open(con: "apsw.Connection", view: "View", hit: PassageHit) -> str:
    """The steps of a passage without those that are done; the text of any other passage. Empty if no step is left."""
    lead, colon, rest = hit.text.partition(": ")
    if hit.role != "next" or not colon:
        return hit.text
    over = find_overturned_sentences(con, view, hit.made)
    steps = rest.split("; ")
    kept = [step for step in steps if step.rstrip(" .") not in over]
    return lead + colon + "; ".join(kept) if kept else ""


def _judge_passages(
    con: "apsw.Connection", view: "View", talk_hits: "Sequence[PassageHit]", reversing: "_Reversing | None"
) -> "Iterator[tuple[PassageHit, _Judge]]":
    """Yields each passage with what tells whether a sentence of it was taken back."""
    titles = _find_replaced(con, view, talk_hits)
    later = (reversing or _Reversing(con, view)).find([hit.text for hit in talk_hits])
    share = _Weights(con).share
    for hit in talk_hits:
        reversals, replaced = _choose_reversals(later, hit), titles.get(hit.session, [])
        yield hit, _Judge(reversals, replaced, share, is_person=hit.role == "user")


def find_reversed(
    con: "apsw.Connection",
    view: "View",
    records: "Sequence[Hit | Titled]",
    reversing: "_Reversing | None" = None,
    talk: "TitleTalk | None" = None,
) -> "set[str]":
    """The ids of the records which something later takes back, or may do so. `talk`: what was read around titles."""
    reversing = reversing or _Reversing(con, view)
    out = _find_contradicted(con, view, [record.id for record in records])
    later = reversing.find([record.title for record in records])
    share = _Weights(con).share
    for record in records if later else ():
        judge = _Judge(_choose_reversals(later, record), [], share, is_person=record.how != "inferred")
        out.update([record.id] if judge.is_back(record.title) else [])
    talk_records = [record for record in records if record.how in TALK_CHANNELS]
    cover = read_cover(con, view)
    overturned = find_noted_titles(con, view, [record.title for record in talk_records if record.made > cover])
    unread = [record.title for record in talk_records if record.made <= cover]
    overturned |= find_overturned_titles(con, view, unread, talk)
    out.update([record.id for record in talk_records if record.title in overturned])
    return out


class _Judge:
    """Tells whether a sentence was taken back."""

    def __init__(
        self,
        reversals: "Sequence[Reversal]",
        replaced: "Sequence[tuple[str, str]]",
        share: "Callable[[frozenset[str]], float]",
        *,
        is_person: bool,
    ) -> None:
        self._reversals = reversals
        self._replaced = replaced
        self._share = share
        self._is_person = is_person

    @property
    def is_idle(self) -> bool:
        """Whether nothing was taken back."""
        return not (self._reversals or self._replaced)

    def find_successor(self, sentence: str) -> str:
        """The title of the record that replaced what the sentence says; empty for none."""
        if not self._replaced:
            return ""
        words = f" {' '.join(split_words(sentence))} "
        for title, successor in self._replaced:
            if f" {title} " in words if self._is_person else echoes(sentence, title):
                return successor
            if not self._is_person and _restates(sentence, title, successor):
                return successor
        return ""

    def is_back(self, sentence: str, least: float = 0.0) -> bool:
        """Whether the sentence was taken back, more of it than `least`."""
        if self.find_successor(sentence):
            return True
        stems = stem_words(split_words(sentence)) if self._reversals else frozenset()
        if not any(len(one.stems & stems) > 1 for one in self._reversals):
            return False
        return measure_reversal(sentence, 0, self._reversals, self._share, is_person=self._is_person) > least


def _restates(sentence: str, title: str, successor: str) -> bool:
    """Whether a sentence says most of a title, with its figures, and less of what came in its place."""
    words = split_words(sentence)
    stems, own = stem_words(words), stem_words(split_words(title))
    figures = [word for word in split_words(title) if word[:1].isdigit()]
    shared = len(stems & own)
    is_same = shared >= _FEWEST_SHARED and shared >= _MOST_OF * len(own) and set(figures) <= set(words)
    return is_same and shared > len(stems & stem_words(split_words(successor)))


_FEWEST_SHARED = 4
_MOST_OF = 0.7
"""Share of the words of a title that a sentence has which says the same."""


class _Weights:
    """What stems weigh: the more passages have their words, the less."""

    def __init__(self, con: "apsw.Connection") -> None:
        self._con = con
        self._known: dict[str, float] = {}

    def share(self, stems: "Iterable[str]") -> float:
        return sum([self._weigh(stem) for stem in stems])

    def _weigh(self, stem: str) -> float:
        if stem not in self._known:
            query = (
                f"SELECT count(*) FROM (SELECT rowid FROM passage_fts WHERE passage_fts MATCH ? LIMIT {MAX_COUNTED})"
            )
            self._known[stem] = 1.0 / max(1, self._con.execute(query, (f'"{stem}"*',)).get or 0)
        return self._known[stem]


def _mark(text: str, judge: _Judge, hit: PassageHit, marks: Marks) -> str:
    """A text of a hit with its sentences marked that are taken back, unless they are marked with what holds."""
    if judge.is_idle:
        return text
    return " ".join(
        [one + CHANGED if judge.is_back(one) and not marks.is_marked(hit, one) else one for one in _split(text)]
    )


def _leave_out(text: str, judge: _Judge, hit: PassageHit, marks: Marks, shown: str) -> str:
    """A text of a hit without its sentences that no longer hold. `shown`: the words of all hits; what holds instead
    stands after `[…]` in the place of a sentence if it is not among them. A text about nothing but red tests that pass
    now stays."""
    parts: list[str] = []
    successors: set[str] = set()
    for one in _split(text):
        successor = judge.find_successor(one) or marks.find_successor(hit, one)
        if not successor and not judge.is_back(one, REVISED):
            parts.append(one)
            continue
        successors.add(successor)
        is_new = successor not in ("", GREEN_RUN) and join_words(successor) not in shown
        mark = mark_overturned(shorten(successor)).strip() if is_new else LEFT_OUT
        parts += [] if mark in parts[-1:] else [LEFT_OUT, mark] if is_new and parts[-1:] != [LEFT_OUT] else [mark]
    return " ".join(parts) if parts != [LEFT_OUT] or successors != {GREEN_RUN} else text


def _split(text: str) -> "list[str]":
    sentences: list[list[str]] = [[]]
    for word in text.split(" "):
        sentences[-1].append(word)
        if word.endswith(_MARKS):
            sentences.append([])
    return [" ".join(words) for words in sentences if words]


def _choose_reversals(
    later: "Sequence[tuple[PassageHit, Sequence[Reversal]]]", hit: "Hit | Titled | PassageHit"
) -> "list[Reversal]":
    """What was ruled out after a hit."""
    return [one for passage, reversals in later if _is_after(passage, hit) for one in reversals]


def _is_after(one: PassageHit, other: "Hit | Titled | PassageHit") -> bool:
    """Whether a passage was said after a hit. In one session the numbers tell, for not every agent notes times."""
    if isinstance(other, PassageHit) and one.session == other.session:
        return one.turn > other.turn
    return bool(other.made) and one.made > other.made


class _Reversing:
    """The passages that take something back."""

    def __init__(self, con: "apsw.Connection", view: "View") -> None:
        self._con = con
        self._view = view
        self._cued: frozenset[int] | None = None
        """Those with words that take something back, where the memory is so small that they are listed once."""
        self._is_large: bool | None = None
        self._read: dict[int, list[Reversal]] = {}

    def find(self, texts: "Sequence[str]") -> "list[tuple[PassageHit, list[Reversal]]]":
        """Those that share words with some of the texts, each with what it takes back."""
        words = list(dict.fromkeys([word for text in texts for word in split_words(text) if is_telling(word)]))
        if not words:
            return []
        numbers = self._match(words[:MAX_WORDS])
        shown = find_turns(self._con, self._view, numbers) if numbers else {}
        chosen = [number for number in numbers if number in shown]
        passages = fetch_passages(self._con, self._view, chosen, {}) if chosen else []
        read = [(one, self._read_reversals(one)) for one in passages if one.role in TALK_ROLES]
        return [(one, reversals) for one, reversals in read if reversals]

    def _match(self, words: "Sequence[str]") -> "list[int]":
        if self._is_large is None:
            self._is_large = (self._con.execute("SELECT max(passage) FROM passage").get or 0) > MAX_LISTED
        if not self._is_large:
            if self._cued is None:
                self._cued = frozenset(match_passages(self._con, any_of(CUES), MAX_LISTED))
            numbers = [one for one in match_passages(self._con, any_of(words), MAX_LISTED) if one in self._cued]
            if len(numbers) <= MAX_LATER:
                return numbers
        return match_passages(self._con, f"({any_of(CUES)}) AND ({any_of(words)})", MAX_LATER, are_many=True)

    def _read_reversals(self, passage: PassageHit) -> "list[Reversal]":
        if passage.passage not in self._read:
            sentences = [(1, passage.role == "user", sentence) for sentence in _split(passage.text)]
            self._read[passage.passage] = find_reversals(sentences)
        return self._read[passage.passage]


_LATER = (
    " FROM link l JOIN content b ON b.doc = l.doc JOIN content c ON c.id = l.target"
    " WHERE b.status <> 'retracted' AND b.made >= c.made AND b.id <> c.id"
    " AND EXISTS (SELECT 1 FROM presence q WHERE q.doc = b.doc AND +q.tree IN (?1, ''))"
)
"""Records that a later one replaces or contradicts."""


def _find_replaced(
    con: "apsw.Connection", view: "View", hits: "Sequence[PassageHit]"
) -> "dict[str, list[tuple[str, str]]]":
    """Session -> its records that later ones replace or contradict: the words of the title, and the later title."""
    sessions = list(dict.fromkeys([hit.session for hit in hits]))
    if not sessions:
        return {}
    query = (
        f"SELECT json_extract(c.rest, '$.origin.session'), c.title, b.title {_LATER} AND l.relation IN ('supersedes',"
        f" 'contradicts') AND json_extract(c.rest, '$.origin.session') IN ({_places(sessions)})"
    )
    out: dict[str, list[tuple[str, str]]] = {}
    for session, title, later in con.execute(query, (view.tree, *sessions)):
        words = join_words(title)
        out.setdefault(session, []).extend([(words, later)] if words else [])
    return out


def _find_contradicted(con: "apsw.Connection", view: "View", ids: "Sequence[str]") -> "set[str]":
    """Those of the records that a later one contradicts."""
    if not ids:
        return set()
    query = f"SELECT l.target {_LATER} AND l.relation = 'contradicts' AND l.target IN ({_places(ids)})"
    return {row[0] for row in con.execute(query, (view.tree, *ids))}


def _places(values: "Sequence[str]") -> str:
    return ", ".join([f"?{number}" for number in range(2, len(values) + 2)])
