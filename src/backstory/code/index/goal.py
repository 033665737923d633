"""Parses a goal in a person's words: plain words, words that look like code, paths, phrases in quotes.

People paste an issue with a traceback, a commit message, one sentence; each has to work.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from backstory.code.index.frames import list_frames
from backstory.code.read.definitions import split_name
from backstory.model.late_pattern import late_pattern

TERM_LIMIT: Final = 64
_STOP: Final = frozenset(
    [
        "a", "about", "above", "after", "again", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
        "because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "cannot", "could",
        "did", "do", "does", "doing", "don", "done", "down", "during", "each", "etc", "few", "for", "from",
        "further", "get", "gets", "getting", "got", "had", "has", "have", "having", "he", "her", "here", "hers",
        "him", "his", "how", "i", "if", "in", "into", "is", "isn", "it", "its", "itself", "just", "like", "make",
        "makes", "me", "might", "more", "most", "must", "my", "need", "needs", "no", "nor", "not", "now", "of",
        "off", "on", "once", "only", "or", "other", "our", "out", "over", "own", "same", "should", "so", "some",
        "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "through",
        "to", "too", "under", "until", "up", "use", "used", "using", "uses", "very", "was", "we", "were", "what",
        "when", "where", "which", "while", "who", "whom", "why", "will", "with", "would", "you", "your", "instead",
        "currently", "want", "see", "seems", "also", "however", "since", "description", "last", "modified",
    ]
)  # fmt: skip
_WORD: Final = late_pattern(r"[^\W\d_][\w$]*|_+[^\W\d]\w*", re.UNICODE)
_PATH: Final = late_pattern(
    r"(?<![\w/.])(?:[\w@.+-]+/)*[\w@+-][\w@.+-]*\.[A-Za-z][A-Za-z0-9]{0,6}(?![\w(])|(?<![\w/.])(?:[\w@.+-]+/){2,}[\w@.+-]+"
)
_DOTTED: Final = late_pattern(r"(?<![\w.])[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)+")
_TICKED: Final = late_pattern(r"`([^`\n]{1,160})`")
_QUOTED: Final = late_pattern(r"[\"“]([^\"”\n]{6,160})[\"”]|'([^'\n]{8,160})'")
_ERROR: Final = late_pattern(
    r"(?:^|\s)(?:[\w.]*(?:Error|Exception|Warning|Failure)|(?:error|fatal|panic)(?:\[\w+\])?):[ \t]+([^\n]{8,200})",
    re.MULTILINE,
)
_CALL: Final = late_pattern(r"\b([A-Za-z_]\w*)\(")
_CODE_SHAPE: Final = late_pattern(r"[a-z0-9][A-Z]|[A-Za-z]_[A-Za-z]|^_+\w|[A-Z]{2,}[a-z]{2,}")
_SUBJECT: Final = late_pattern(
    r"^[\w./-]+(?:\([\w./-]+\))?!?:|^\[[^\]]+\]|#\d|^(?:fix(?:e[sd])?|add(?:s|ed)?|remov(?:e[sd]?)|updat(?:e[sd]?)"
    r"|support|allow|deprecate|refactor(?:ed)?|implement|improve|avoid|bump|ensure|revert)\b",
    re.IGNORECASE,
)
_LOCATION: Final = late_pattern(r"(?:File \"([^\"\n]+)\", line (\d+)|([\w/.@+-]+\.\w{1,6}):(\d+))")


SURE: Final = 3.0
"""Likeness to code from which a word of the goal counts as an identifier."""
WORDY: Final = 0.4
"""Share of stop words from which on any short text is a sentence."""
_CLAUSE: Final = frozenset(
    [
        "am", "are", "can", "cannot", "could", "did", "do", "does", "had", "has", "have", "he", "her", "him", "how",
        "i", "is", "it", "its", "me", "my", "nobody", "our", "she", "should", "somebody", "someone", "that", "them",
        "there", "they", "us", "was", "we", "were", "what", "when", "where", "which", "who", "whose", "why", "will",
        "would", "you", "your",
    ]
)  # fmt: skip
_SIGNS: Final = frozenset('`()[]{}_:/<>"=#')
"""Signs that code and subjects of commits have, and plain words have not."""
_PLAIN_TERMS: Final = 14
"""Words of a goal up to which it may be a person's plain sentence."""


class Goal(NamedTuple):
    """A goal, taken apart into what the ranking looks for."""

    text: str
    title: str
    terms: tuple[str, ...]
    """Distinct lower-case words of the whole goal, most telling first; at most `TERM_LIMIT`."""
    title_terms: tuple[str, ...]
    symbols: dict[str, float]
    """Whole identifiers -> how much they look like code: 3 sure, 1 capitalised, 0.4 a plain word."""
    paths: tuple[str, ...]
    """What looks like a path or file name."""
    dotted: tuple[str, ...]
    """`a.b.c`, `a::b`, with dots."""
    phrases: tuple[str, ...]
    """Quoted texts and messages of errors, of two words and more."""
    frames: tuple[str, ...] = ()
    """Paths of the frames of a traceback, the innermost first."""
    lines: tuple[tuple[str, int], ...] = ()
    """Paths with a line, in the order of the text: `args.go:31`."""


def parse_goal(text: str) -> Goal:
    """Never fails: any text is a goal."""
    text = text.strip()[:20000]
    title = text.partition("\n")[0]
    symbols = symbols_of(text)
    terms = _terms(text, symbols)
    frames = list_frames(text) if "\n" in text else ()
    title_terms = _terms(title, symbols_of(title))
    paths, dotted, phrases = _paths(text), _dotted_names(text), _phrases(text)
    lines = tuple(_list_lines(text)) if ":" in text or ", line " in text else ()
    return Goal(text, title, terms, title_terms, symbols, paths, dotted, phrases, frames, lines)


def stop_share(goal: Goal) -> float:
    """The share of stop words among the words of a short sentence, as people speak; else 0.

    A goal with code in it is none, nor is one that is written like the subject of a commit: `fix: wrong total`. With
    few stop words it needs one that makes a clause: a pronoun, a word that asks, an auxiliary verb.
    """
    if not _is_short(goal):
        return 0.0
    words = [word.lower() for word in _WORD.findall(goal.title)]
    share = sum(word in _STOP for word in words) / max(1, len(words))
    is_clause = share >= WORDY or not _CLAUSE.isdisjoint(words)
    # Last, because compiling the pattern is slow and few goals are clauses.
    return share if is_clause and not _SUBJECT.search(goal.title) else 0.0


def is_plain(goal: Goal) -> bool:
    """Whether a goal is a few words in small letters, without code or signs, and not like the subject of a commit."""
    title = goal.title
    return _is_short(goal) and title.islower() and not _SIGNS.intersection(title) and not _SUBJECT.search(title)


def _is_short(goal: Goal) -> bool:
    """Whether a goal has few words and no code."""
    sure = any(likeness >= SURE for likeness in goal.symbols.values())
    return not (len(goal.terms) > _PLAIN_TERMS or sure or goal.paths or goal.dotted)


def _holds_any(text: str, signs: Iterable[str]) -> bool:
    """Whether a text holds a sign without which a pattern cannot match: a plain goal compiles few of them."""
    return any(sign in text for sign in signs)


def _paths(text: str) -> tuple[str, ...]:
    if not _holds_any(text, './"'):
        return ()
    paths = [path.strip("./") for path in _PATH.findall(text)]
    locations = [path for path, _ in _list_lines(text)]
    return tuple(path for path in dict.fromkeys(paths + locations) if path)


def _list_lines(text: str) -> list[tuple[str, int]]:
    """(path, line) of the places in a text."""
    return [
        ((quoted or plain).replace("\\", "/").strip("./"), int((line or number)[:9]))
        for quoted, line, plain, number in _LOCATION.findall(text)
    ]


def _dotted_names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.replace("::", ".").replace("#", ".") for name in _find_dotted(text)))


def _find_dotted(text: str) -> list[str]:
    return _DOTTED.findall(text) if _holds_any(text, (".", "::", "#")) else []


def _phrases(text: str) -> tuple[str, ...]:
    """Quoted texts and messages of errors, of two words and more."""
    if not _holds_any(text, "\"'“`:"):
        return ()
    quoted = [double or single for double, single in _QUOTED.findall(text)]
    phrases = dict.fromkeys([*quoted, *_TICKED.findall(text), *_ERROR.findall(text)])
    return tuple(phrase for phrase in phrases if len(_WORD.findall(phrase)) >= 2)[:24]


def symbols_of(text: str) -> dict[str, float]:
    """Words that may name a symbol -> how much they look like code, see `Goal.symbols`."""
    sure = _sure_symbols(text)
    symbols: dict[str, float] = {}
    for word in _WORD.findall(text):
        if len(word) >= 3 and word not in symbols:
            likeness = _likeness(word, sure)
            if likeness:
                symbols[word] = likeness
    return symbols


def _sure_symbols(text: str) -> set[str]:
    """Words in backticks, before a bracket, around dots."""
    sure = set(_CALL.findall(text)) if "(" in text else set[str]()
    for ticked in _TICKED.findall(text) if "`" in text else ():
        sure.update(_WORD.findall(ticked))
    for dotted in _find_dotted(text):
        sure.update(re.split(r"\.|::|#", dotted))
    return sure


def _likeness(word: str, sure: set[str]) -> float:
    """How much a word looks like code; 0 for a word of no meaning."""
    stop = word.lower() in _STOP
    if (word in sure and not stop) or _CODE_SHAPE.search(word):
        return 3.0
    if stop:
        return 0.0
    return 1.0 if word[0].isupper() else 0.4


def _terms(text: str, symbols: dict[str, float]) -> tuple[str, ...]:
    """Words and pieces of identifiers in order of appearance, cut at `TERM_LIMIT`; code-like ones are kept first."""
    weights: dict[str, float] = {}
    for word in _WORD.findall(text):
        weight = symbols.get(word, 0.0)
        lower = word.lower()
        if lower in _STOP or len(lower) < 2:
            continue
        weights[lower] = max(weights.get(lower, 0.0), weight)
        if weight == 3.0:
            for piece in filter(_is_term, split_name(word)):
                weights.setdefault(piece, 1.0)
    return tuple(weights) if len(weights) <= TERM_LIMIT else _best_terms(weights)


def _is_term(piece: str) -> bool:
    return len(piece) > 1 and piece not in _STOP and not piece.isdigit()


def _best_terms(weights: dict[str, float]) -> tuple[str, ...]:
    """The first terms, those that surely are code before others, in order of appearance."""
    order = {term: place for place, term in enumerate(weights)}

    def preference(term: str) -> tuple[bool, int]:
        return not (weights[term] >= 3.0 and order[term] < 400), order[term]

    return tuple(sorted(sorted(weights, key=preference)[:TERM_LIMIT], key=order.__getitem__))


def any_of(terms: Iterable[str]) -> str:
    """An FTS5 query that matches any of the words; empty for none. Quoted: no text is read as query language."""
    return " OR ".join('"' + term.replace('"', " ") + '"' for term in terms)


def is_token(word: str) -> bool:
    """Whether a word is one token of the `symbol` table."""
    return word.replace("$", "_").isidentifier() and word.isascii()


def pieces_of(name: str) -> list[str]:
    """The lower-case words of an identifier, as the index splits them."""
    return split_name(name)


def is_stop_word(word: str) -> bool:
    """Whether a word, in lower case, has no meaning of its own."""
    return word in _STOP


def trim_ending(word: str) -> str:
    """A word without its commonest endings: rough, but the same on both sides."""
    for ending in ("ing", "ed", "es", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def module_of(path: str) -> str:
    """A path without its ending, and without a file name such as `__init__` that represents its folder."""
    stem = path[: path.rfind(".")] if "." in path.rpartition("/")[2] else path
    for name in ("/__init__", "/index", "/mod", "/lib"):
        if stem.endswith(name):
            return stem[: -len(name)]
    return stem
