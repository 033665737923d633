"""Marks what `recall` and prompts find where something that was uttered later overturns it."""

from backstory.base.overturns.cover import SPOKEN, read_cover
from backstory.base.overturns.findings import find_overturned
from backstory.base.passages import PassageHit, fetch_passages, find_turns, shown_key, shown_sessions
from backstory.base.reversals import stem_words
from backstory.base.staleness_marks import (
    CHANGED,
    GREEN_RUN,
    PASSES_SINCE,
    mark_overturned,
    mark_questioned,
    mark_replaced,
)
from backstory.base.tokenizer import STOP, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import apsw

    from backstory.base.overturns.findings import Finding
    from backstory.base.visibility import View

MAX_WORDS = 24
"""Words of the hits by which later passages are searched, a share for each hit."""
MAX_LATER = 16
"""Best such passages that are read, each with what was uttered before and after it."""
MAX_QUOTED = 120
"""Characters of what overturns a sentence that stand behind it."""
_CONTEXT = 12
"""Characters before a figure that distinguish it from the same figure elsewhere."""
_LONGEST = 4
"""Letters from which a word tells what is spoken of."""


class Marks:
    """What is marked in the passages: whole sentences, each with what stands behind it, and values of sentences."""

    def __init__(self) -> None:
        self._sentences: dict[int, dict[str, _Mark]] = {}
        self._values: dict[int, dict[tuple[str, int, int], _Mark]] = {}

    def add(self, finding: "Finding") -> None:
        """Marks what a later statement overturned."""
        one = finding
        if one.start < 0:
            self.add_sentence(one.passage, one.sentence, one.by, one.when, is_sure=one.is_sure)
        else:
            self.add_value(one.passage, one.sentence, one.start, one.end, one.value, one.when)

    def add_sentence(self, passage: int, sentence: str, by: str, when: str, *, is_sure: bool) -> None:
        """Marks a whole sentence, unless something later has overturned it."""
        marked = self._sentences.setdefault(passage, {})
        if sentence not in marked or marked[sentence].when < when:
            marked[sentence] = _Mark(by, when, is_sure=is_sure)

    def add_value(self, passage: int, sentence: str, begin: int, end: int, value: str, when: str) -> None:
        """Marks a value of a sentence that another one replaced, unless something later has."""
        marked = self._values.setdefault(passage, {})
        key = (sentence, begin, end)
        if key not in marked or marked[key].when < when:
            marked[key] = _Mark(value, when, is_sure=True)

    def list_times(self, hit: PassageHit, asked: "frozenset[str]") -> "set[str]":
        """When something was uttered that surely overturns what a passage says of what is asked, the last of each
        sentence."""
        rows = [(sentence, mark) for sentence, mark in self._sentences.get(hit.passage, {}).items() if mark.is_sure]
        rows += [(sentence, mark) for (sentence, *_), mark in self._values.get(hit.passage, {}).items()]
        return {mark.when for sentence, mark in rows if asked & stem_words(split_words(sentence))}

    def is_marked(self, hit: PassageHit, part: str) -> bool:
        """Whether a part of a passage is marked as a whole."""
        return bool(self.find_successor(hit, part))

    def find_successor(self, hit: PassageHit, part: str) -> str:
        """What was uttered later and holds in the place of a part that surely no longer does; empty for none."""
        core = part.strip()
        rows = self._sentences.get(hit.passage, {}).items()
        return next((mark.text for sentence, mark in rows if mark.is_sure and core and core in sentence), "")

    def apply(self, hit: PassageHit, text: str) -> str:
        """A text of a passage with its marks."""
        for sentence, mark in self._sentences.get(hit.passage, {}).items():
            whole = next((one for one in (sentence, sentence.rstrip(" .")) if one in text), "")
            if not whole or f"{sentence}{CHANGED}" in text or f"{sentence.rstrip(' .')}{CHANGED}" in text:
                continue
            behind = (mark_overturned if mark.is_sure else mark_questioned)(shorten(mark.text))
            if mark.text == GREEN_RUN:
                text = text.replace(whole, whole + PASSES_SINCE, 1)
            elif mark.is_sure:
                text = text.replace(whole, whole + (CHANGED if behind in text else behind), 1)
            else:
                core = whole.rstrip(" .")
                again = behind if behind not in text else mark_questioned("")
                if not text.partition(core)[2].startswith(" [may have changed since"):
                    text = text.replace(core, core + again, 1)
        places: dict[int, str] = {}
        for (sentence, begin, end), mark in self._values.get(hit.passage, {}).items():
            place = _find_value(text, sentence, begin, end)
            behind = mark_replaced(mark.text)
            came_back = f"{sentence[begin:]} ".lower().startswith(f"{mark.text} ".lower())
            if place and not came_back and not text.startswith(behind, place):
                places[place] = behind
        for place in sorted(places, reverse=True):
            text = f"{text[:place]}{places[place]}{text[place:]}"
        return text


class _Mark:
    """What stands behind a sentence or a value, and when that was uttered."""

    __slots__ = ("is_sure", "text", "when")

    def __init__(self, text: str, when: str, *, is_sure: bool) -> None:
        self.text = text
        self.when = when
        self.is_sure = is_sure


def _find_value(text: str, sentence: str, begin: int, end: int) -> int:
    """Where a value of a sentence ends in a text that has the sentence or the words before the value; 0 for nowhere."""
    whole = text.find(sentence.rstrip(" ."))
    if whole >= 0:
        return whole + end
    context = sentence[max(0, begin - _CONTEXT) : end]
    place = text.find(context)
    return place + len(context) if place >= 0 else 0


def find_marks(con: "apsw.Connection", view: "View", hits: "Sequence[PassageHit]") -> Marks:
    """What is to be marked in what was uttered. Only where the last brief has not read everything a search adds to what
    that found."""
    marks = Marks()
    if not hits:
        return marks
    _add_noted(con, view, hits, marks)
    cover = read_cover(con, view)
    unread = [hit for hit in hits if hit.made <= cover]
    if not unread:
        return marks
    passages = find_around(con, view, [hit.passage for hit in unread], [hit.text for hit in unread])
    places = frozenset([hit.passage for hit in unread])
    for one in find_overturned(passages, places, kept=view.kept):
        if one.passage in places:
            marks.add(one)
    return marks


def _add_noted(con: "apsw.Connection", view: "View", hits: "Sequence[PassageHit]", marks: Marks) -> None:
    """Adds what the last brief of the tree found in the whole talk."""
    holes = ", ".join("?" * len(hits))
    query = (
        "SELECT made, sentence, begin, end, value, reply, replied, sure FROM overturned"
        f" WHERE tree = ? AND made IN ({holes}) ORDER BY rowid"
    )
    rows: list[Any] = con.execute(query, (view.tree, *[hit.made for hit in hits])).fetchall()
    for hit in hits:
        own = [row[1:] for row in rows if row[0] == hit.made and row[5] not in hit.text]
        for sentence, begin, _, _, reply, replied, is_sure in own:
            if begin < 0:
                marks.add_sentence(hit.passage, sentence, reply, replied, is_sure=bool(is_sure))
        for sentence, begin, end, value, _, replied, _ in reversed(own):  # of several values the last one holds
            if begin >= 0:
                marks.add_value(hit.passage, sentence, begin, end, value, replied)


def find_overturned_sentences(con: "apsw.Connection", view: "View", made: str) -> "set[str]":
    """The sentences of a time that surely no longer hold, as the last brief of the tree found them."""
    query = "SELECT sentence FROM overturned WHERE tree = ? AND made = ? AND begin < 0 AND sure"
    return {sentence.rstrip(" .") for (sentence,) in con.execute(query, (view.tree, made))}


def find_noted_titles(con: "apsw.Connection", view: "View", titles: "Sequence[str]") -> "set[str]":
    """Those of the titles whose words were surely overturned, as the last brief of the tree found it."""
    if not titles:
        return set()
    query = "SELECT DISTINCT sentence FROM overturned WHERE tree = ? AND sure"
    sure = [join_words(sentence) for (sentence,) in con.execute(query, (view.tree,))]
    plain = {title: join_words(title) for title in titles}
    return {title for title in titles if any(states_same(sentence, plain[title]) for sentence in sure)}


class TitleTalk:
    """What was uttered around titles of records. Who asks twice for the same titles reads it once."""

    def __init__(self, con: "apsw.Connection", view: "View") -> None:
        self._con = con
        self._view = view
        self._titles: tuple[str, ...] = ()
        self.passages: list[PassageHit] = []
        self._sentences: list[list[str]] | None = None

    def read(self, titles: "Sequence[str]") -> "list[PassageHit]":
        """The passages around some titles."""
        if tuple(titles) != self._titles:
            self._titles, self._sentences = tuple(titles), None
            self.passages = find_around(self._con, self._view, [], titles)
        return self.passages

    @property
    def sentences(self) -> "list[list[str]]":
        """The sentences of each of the passages read last, in plain words."""
        if self._sentences is None:
            from backstory.base.overturns.exchanges import split_sentences

            self._sentences = [[join_words(one) for one in split_sentences(each.text)] for each in self.passages]
        return self._sentences

    def list_saying(self, titles: "Iterable[str]") -> "frozenset[int]":
        """Those of these passages with a sentence that one of the titles, in plain words, says."""
        listed = list(titles)
        return frozenset(
            [
                one.passage
                for one, sentences in zip(self.passages, self.sentences, strict=True)
                if any(states_same(sentence, title) for title in listed for sentence in sentences)
            ]
        )


def find_overturned_titles(
    con: "apsw.Connection", view: "View", titles: "Sequence[str]", talk: "TitleTalk | None" = None
) -> "set[str]":
    """Those of the titles whose words were overturned in the talk from which they were taken."""
    if not titles:
        return set()
    talk = talk or TitleTalk(con, view)
    passages = talk.read(titles)
    plain = {title: join_words(title) for title in titles}
    saying = talk.list_saying(plain.values())
    overturned = find_overturned(passages, saying, only_sure=True, kept=view.kept) if saying else []
    sure = [join_words(one.sentence) for one in overturned if one.is_sure]
    return {title for title in titles if any(states_same(sentence, plain[title]) for sentence in sure)}


def join_words(text: str) -> str:
    """The words of a text with a blank between them."""
    return " ".join(split_words(text))


def states_same(sentence: str, title: str) -> bool:
    """Whether a title has the words of a sentence or of most of it; both in plain words."""
    is_most = 2 * len(title) > len(sentence) and title in sentence
    return is_most or (len(sentence) >= _LEAST and sentence in title)


_LEAST = 16
"""Characters from which a sentence is all that a title says."""


def shorten(text: str) -> str:
    """The beginning of what overturns a sentence."""
    text = text.rstrip(" ;")
    if len(text) <= MAX_QUOTED:
        return text
    return f"{text[:MAX_QUOTED].rpartition(' ')[0]} …"


def find_around(
    con: "apsw.Connection", view: "View", chosen: "Sequence[int]", texts: "Sequence[str]"
) -> "list[PassageHit]":
    """The chosen passages, those that share words with some texts, and what was uttered before and after these."""
    words = _choose_words(texts)
    numbers: list[int] = []
    if words:
        match = " OR ".join([f'"{word}"' for word in words])
        query = f"SELECT rowid FROM passage_fts WHERE passage_fts MATCH ? ORDER BY bm25(passage_fts) LIMIT {MAX_LATER}"
        numbers = [row[0] for row in con.execute(query, (match,))]
    numbers = list(dict.fromkeys([*chosen, *numbers]))
    turns = find_turns(con, view, numbers) if numbers else {}
    near = [(session, turn + step) for session, turn in turns.values() for step in (-1, 0, 1)]
    near += _find_following(con, [turns[one] for one in chosen if one in turns])
    values = ", ".join(dict.fromkeys([f"({session}, {turn})" for session, turn in near]))
    query = f"SELECT passage FROM passage WHERE (session, turn) IN (VALUES {values})"
    around = [row[0] for row in con.execute(query)] if values else []
    passages = fetch_passages(con, view, list(dict.fromkeys([*numbers, *around])), {})
    shown = _list_shown(con, view, [one.session for one in passages])
    return [one for one in passages if one.role in SPOKEN and (one.session in shown or one.passage in chosen)]


def _list_shown(con: "apsw.Connection", view: "View", sessions: "Iterable[str]") -> "frozenset[str]":
    """The sessions among some that the working tree shows: what was said on another branch overturns nothing here."""
    names = list(dict.fromkeys(sessions))
    holes = ", ".join("?" * len(names))
    query = f"SELECT s.id FROM session s WHERE {shown_sessions(view)} AND s.id IN ({holes})"
    return frozenset([row[0] for row in con.execute(query, (shown_key(view), *names))])


def _find_following(con: "apsw.Connection", turns: "Sequence[tuple[int, int]]") -> "list[tuple[int, int]]":
    """The prompts behind some turns with the answers to them, up to the last one of a few words: `no, 17` has no word
    by
    which a search finds it."""
    if not turns:
        return []
    values = ", ".join([f"({session}, {turn})" for session, turn in turns])
    query = (
        f"WITH near(session, turn) AS (VALUES {values}) SELECT p.session, p.turn, length(p.text), near.turn FROM near"
        " CROSS JOIN passage p ON p.session = near.session AND p.turn > near.turn AND p.turn <= near.turn"
        f" + {_FOLLOWING} WHERE p.role = 'user' ORDER BY near.session, near.turn, p.turn DESC"
    )
    out: list[tuple[int, int]] = []
    short: tuple[int, int] | None = None
    for session, turn, length, begin in con.execute(query):
        if length <= _SHORT:
            short = session, begin
        if short == (session, begin):
            out += [(session, turn), (session, turn + 1)]
    return out


_FOLLOWING = 12
"""Turns behind a hit in which short prompts are looked for."""
_SHORT = 60
"""Characters of a prompt that has few words."""


def _choose_words(texts: "Sequence[str]") -> "list[str]":
    """The longest words of each text, as many of each."""
    share = max(2, MAX_WORDS // max(1, len(texts)))
    chosen: dict[str, None] = {}
    for text in texts:
        words = dict.fromkeys([word for word in split_words(text) if is_telling(word)])
        chosen.update(dict.fromkeys(sorted(words, key=len, reverse=True)[:share]))
    return list(chosen)


def is_telling(word: str) -> bool:
    """Whether a word is long and rare enough to tell what is spoken of."""
    return len(word) >= _LONGEST and word not in STOP
