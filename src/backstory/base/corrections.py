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


def with_corrections(con: "apsw.Connection", view: "View", hits: "Sequence[PassageHit]") -> "list[PassageHit]":
    """The passages, and before each the latest passage that corrects a sentence of it."""
    later = _find_later(con, view, hits)
    if not later:
        return list(hits)
    weights = _weigh_words(con, hits, later)
    out: dict[int, PassageHit] = {}
    for hit in hits:
        for one in _correct(hit, later, weights):
            out.setdefault(one.passage, one)
        out.setdefault(hit.passage, hit)
    return list(out.values())


def _find_later(con: "apsw.Connection", view: "View", hits: "Sequence[PassageHit]") -> "list[PassageHit]":
    """The passages with words of a correction that share words with some of the passages."""
    words = _list_words(hits)
    if not words:
        return []
    match = f"({_any_of(CUES)}) AND ({_any_of(list(words)[:MAX_WORDS])})"
    last = con.execute("SELECT max(passage) FROM passage").get or 0
    passages = match_passages(con, match, MAX_CORRECTIONS, are_many=last > MANY)
    shown = find_turns(con, view, passages)
    corrections = fetch_passages(con, view, [passage for passage in passages if passage in shown], {})
    return [one for one in corrections if one.role in ("user", "assistant")]


def _correct(
    hit: "PassageHit", later: "Sequence[PassageHit]", weights: "dict[str, tuple[str, float]]"
) -> "list[PassageHit]":
    """The latest of the passages that corrects a sentence of this one; none, or one."""
    sentences = [_read_words(sentence, weights) for sentence in hit.text.replace("? ", ". ").split(". ")]
    corrections = [
        one
        for one in later
        if _is_after(one, hit) and any(_is_about(_read_words(one.text, weights), each) for each in sentences)
    ]
    return sorted(corrections, key=lambda one: (one.made, one.passage))[-1:]


def _is_after(one: "PassageHit", other: "PassageHit") -> bool:
    """Whether a passage was said after another. In one session the numbers tell, for not every agent notes times."""
    if one.session == other.session:
        return one.turn > other.turn
    return one.made > other.made


def _is_about(correction: "dict[str, float]", sentence: "dict[str, float]") -> bool:
    """Whether a correction speaks of what a sentence says."""
    shared = [weight for stem, weight in sentence.items() if stem in correction]
    return len(shared) > 1 and sum(shared) >= LEAST * sum(sentence.values())


def _read_words(text: str, weights: "dict[str, tuple[str, float]]") -> dict[str, float]:
    """The stems of a text with their weights."""
    return dict([weights[word] for word in split_words(text) if word in weights])


def _weigh_words(
    con: "apsw.Connection", hits: "Iterable[PassageHit]", later: "Iterable[PassageHit]"
) -> dict[str, tuple[str, float]]:
    """Word -> its stem, and what it weighs: the more passages have it, the less. Of the words of corrections, which are
    many, only the stems count."""
    stem = con.fts5_tokenizer(*TOKENIZER)
    query = f"SELECT count(*) FROM (SELECT rowid FROM passage_fts WHERE passage_fts MATCH ? LIMIT {MAX_COUNTED})"
    out: dict[str, tuple[str, float]] = {}
    own = _list_words(hits)
    for word in own | _list_words(later):
        stems = list(stem(word.encode("utf-8", "replace"), 1, None, include_offsets=False, include_colocated=False))
        count = con.execute(query, (f'"{word}"',)).get if word in own else MAX_COUNTED
        out[word] = (str(stems[0]) if stems else word, 1.0 / max(1, count))
    return out


def _list_words(hits: "Iterable[PassageHit]") -> "dict[str, None]":
    """The telling words of passages, each once."""
    return dict.fromkeys(word for hit in hits for word in split_words(hit.text) if _is_telling(word))


def _is_telling(word: str) -> bool:
    return len(word) > 1 and word not in STOP


def _any_of(words: "Iterable[str]") -> str:
    return " OR ".join([f'"{word}"' for word in words])
