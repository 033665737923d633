"""Parses a goal in a person's words: plain words, words that look like code, paths, phrases in quotes.

People paste an issue with a traceback, a commit message, one sentence; each has to work.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from backstory.code.read.definitions import split_name

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
_WORD: Final = re.compile(r"[^\W\d_][\w$]*|_+[^\W\d]\w*", re.UNICODE)
_PATH: Final = re.compile(
    r"(?<![\w/.])(?:[\w@.+-]+/)*[\w@+-][\w@.+-]*\.[A-Za-z][A-Za-z0-9]{0,6}(?![\w(])|(?<![\w/.])(?:[\w@.+-]+/){2,}[\w@.+-]+"
)
_DOTTED: Final = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)+")
_TICKED: Final = re.compile(r"`([^`\n]{1,160})`")
_QUOTED: Final = re.compile(r"[\"“]([^\"”\n]{6,160})[\"”]|'([^'\n]{8,160})'")
_ERROR: Final = re.compile(
    r"(?:^|\s)(?:[\w.]*(?:Error|Exception|Warning|Failure)|(?:error|fatal|panic)(?:\[\w+\])?):[ \t]+([^\n]{8,200})",
    re.MULTILINE,
)
_CALL: Final = re.compile(r"\b([A-Za-z_]\w*)\(")
_CODE_SHAPE: Final = re.compile(r"[a-z0-9][A-Z]|[A-Za-z]_[A-Za-z]|^_+\w|[A-Z]{2,}[a-z]{2,}")
_LOCATION: Final = re.compile(r"(?:File \"([^\"\n]+)\", line \d+|([\w/.@+-]+\.\w{1,6}):\d+)")


class Goal(NamedTuple):
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


def parse_goal(text: str) -> Goal:
    """Never fails: any text is a goal."""
    text = text.strip()[:20000]
    title = text.partition("\n")[0]
    symbols = symbols_of(text)
    terms = _terms(text, symbols)
    paths = dict.fromkeys(m.strip("./") for m in _PATH.findall(text))
    for a, b in _LOCATION.findall(text):
        paths.setdefault((a or b).replace("\\", "/").strip("./"))
    dotted = dict.fromkeys(m.replace("::", ".").replace("#", ".") for m in _DOTTED.findall(text))
    phrases: dict[str, None] = {}
    for pair in _QUOTED.findall(text):
        phrases.setdefault(pair[0] or pair[1])
    for found in (*_TICKED.findall(text), *_ERROR.findall(text)):
        phrases.setdefault(found)
    kept = tuple(p for p in phrases if len(_WORD.findall(p)) >= 2)[:24]
    return Goal(
        text, title, terms, _terms(title, symbols_of(title)), symbols, tuple(p for p in paths if p), tuple(dotted), kept
    )


def symbols_of(text: str) -> dict[str, float]:
    """Words that may name a symbol -> how much they look like code, see `Goal.symbols`."""
    sure = {w for t in _TICKED.findall(text) for w in _WORD.findall(t)}
    sure.update(_CALL.findall(text))
    for d in _DOTTED.findall(text):
        sure.update(re.split(r"\.|::|#", d))
    out: dict[str, float] = {}
    for word in _WORD.findall(text):
        if len(word) < 3 or word in out:
            continue
        if (word in sure and word.lower() not in _STOP) or _CODE_SHAPE.search(word):
            out[word] = 3.0
        elif word.lower() in _STOP:
            continue
        elif word[0].isupper():
            out[word] = 1.0
        else:
            out[word] = 0.4
    return out


def _terms(text: str, symbols: dict[str, float]) -> tuple[str, ...]:
    """Words and pieces of identifiers in order of appearance, cut at `TERM_LIMIT`; code-like ones are kept first."""
    seen: dict[str, float] = {}
    for word in _WORD.findall(text):
        weight = symbols.get(word, 0.0)
        lower = word.lower()
        if lower in _STOP or len(lower) < 2:
            continue
        seen[lower] = max(seen.get(lower, 0.0), weight)
        if weight == 3.0:
            for piece in split_name(word):
                if len(piece) > 1 and piece not in _STOP and not piece.isdigit():
                    seen.setdefault(piece, 1.0)
    if len(seen) <= TERM_LIMIT:
        return tuple(seen)
    order = {w: i for i, w in enumerate(seen)}
    best = sorted(seen, key=lambda w: (-(seen[w] >= 3.0 and order[w] < 400), order[w]))[:TERM_LIMIT]
    return tuple(sorted(best, key=order.__getitem__))


def any_of(terms: Iterable[str]) -> str:
    """An FTS5 query that matches any of the words; empty for none. Quoted: no text is read as query language."""
    return " OR ".join('"' + t.replace('"', " ") + '"' for t in terms)


def is_token(word: str) -> bool:
    """Whether a word is one token of the `symbol` table."""
    return word.replace("$", "_").isidentifier() and word.isascii()


def pieces_of(name: str) -> list[str]:
    """The lower-case words of an identifier, as the index splits them."""
    return split_name(name)


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
