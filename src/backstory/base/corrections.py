"""Finds later passages of sessions that correct an older one, so that the older one never appears alone."""

from backstory.base.passages import fetch_passages, find_turns, match_passages
from backstory.base.search import TOKENIZER
from backstory.base.tokenizer import STOP, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from backstory.base.passages import PassageHit
    from backstory.base.visibility import View

_CUES = """
wrong; instead; no longer; not any more; anymore; rather than; after all; scrap; overruled; mistaken; changed; switch
switched; replaced; decided; actually; falsch; stattdessen; doch lieber; nicht mehr; faux; plutôt; en fait; mejor; ya no
"""
CUES = tuple([cue.strip() for line in _CUES.splitlines() for cue in line.split(";") if cue.strip()])
"""What somebody says who corrects something."""
MAX_WORDS = 48
"""Words of the passages by which corrections are searched."""
MAX_CORRECTIONS = 40
"""Best corrections that are compared."""
MANY = 2_000
"""Size of a memory, in passages, from which more than `MAX_CORRECTIONS` of them are likely to match."""
MAX_COUNTED = 200
LEAST = 0.3
"""Share of what a sentence says, its rare words counting more, from which a later correction is about it."""
FEWEST = 2
"""Words of a sentence that such a correction has at least."""


def with_corrections(con: "apsw.Connection", view: "View", hits: "Sequence[PassageHit]") -> "list[PassageHit]":
    """The passages, and before each the latest passage that corrects a sentence of it."""
    later = _find_later(con, view, hits)
    if not later:
        return list(hits)
    words = _Words(con)
    read = [(one, words.read(one.text)) for one in later]
    out: dict[int, PassageHit] = {}
    for hit in hits:
        for one in _correct(hit, read, words):
            out.setdefault(one.passage, one)
        out.setdefault(hit.passage, hit)
    return list(out.values())


def _find_later(con: "apsw.Connection", view: "View", hits: "Sequence[PassageHit]") -> "list[PassageHit]":
    """The passages with words of a correction that share words with some of the passages."""
    words = _list_words(hits)
    if not words:
        return []
    match = f"({any_of(CUES)}) AND ({any_of(list(words)[:MAX_WORDS])})"
    last = con.execute("SELECT max(passage) FROM passage").get or 0
    passages = match_passages(con, match, MAX_CORRECTIONS, are_many=last > MANY)
    shown = find_turns(con, view, passages)
    corrections = fetch_passages(con, view, [passage for passage in passages if passage in shown], {})
    return [one for one in corrections if one.role in ("user", "assistant")]


def _correct(
    hit: "PassageHit", later: "Sequence[tuple[PassageHit, dict[str, str]]]", words: "_Words"
) -> "list[PassageHit]":
    """The latest of the passages that corrects a sentence of this one; none, or one."""
    sentences = [words.read(sentence) for sentence in hit.text.replace("? ", ". ").split(". ")]
    corrections = [
        one for one, stems in later if _is_after(one, hit) and any(words.are_shared(stems, each) for each in sentences)
    ]
    return sorted(corrections, key=lambda one: (one.made, one.passage))[-1:]


def _is_after(one: "PassageHit", other: "PassageHit") -> bool:
    """Whether a passage was said after another. In one session the numbers tell, for not every agent notes times."""
    if one.session == other.session:
        return one.turn > other.turn
    return one.made > other.made


class _Words:
    """The telling words of texts, and what they weigh: the more passages have a word, the less."""

    def __init__(self, con: "apsw.Connection") -> None:
        self._con = con
        self._stem = con.fts5_tokenizer(*TOKENIZER)
        self._stems: dict[str, str] = {}
        self._weights: dict[str, float] = {}

    def read(self, text: str) -> dict[str, str]:
        """The stems of a text, each with the last word that has it."""
        return {self._find_stem(word): word for word in split_words(text) if _is_telling(word)}

    def are_shared(self, correction: "dict[str, str]", sentence: "dict[str, str]") -> bool:
        """Whether a correction speaks of what a sentence says. Words are counted only where it shares two of them."""
        shared = [word for stem, word in sentence.items() if stem in correction]
        if len(shared) < FEWEST:
            return False
        return sum(map(self._weigh, shared)) >= LEAST * sum(map(self._weigh, sentence.values()))

    def _find_stem(self, word: str) -> str:
        if word not in self._stems:
            data = word.encode("utf-8", "replace")
            stems = list(self._stem(data, 1, None, include_offsets=False, include_colocated=False))
            self._stems[word] = str(stems[0]) if stems else word
        return self._stems[word]

    def _weigh(self, word: str) -> float:
        if word not in self._weights:
            query = (
                f"SELECT count(*) FROM (SELECT rowid FROM passage_fts WHERE passage_fts MATCH ? LIMIT {MAX_COUNTED})"
            )
            self._weights[word] = 1.0 / max(1, self._con.execute(query, (f'"{word}"',)).get or 0)
        return self._weights[word]


def _list_words(hits: "Iterable[PassageHit]") -> "dict[str, None]":
    """The telling words of passages, each once."""
    return dict.fromkeys(word for hit in hits for word in split_words(hit.text) if _is_telling(word))


def _is_telling(word: str) -> bool:
    return len(word) > 1 and word not in STOP


def any_of(words: "Iterable[str]") -> str:
    """The full-text query for texts with at least one of the words."""
    return " OR ".join([f'"{word}"' for word in words])
