"""Shortens what an agent or a person wrote to its substance: which sentences say something that outlives the moment.

Nothing is rephrased. Sentences are kept whole and in order, and a gap is marked with an ellipsis.
"""

import re
from typing import Final, NamedTuple

from backstory.base.token_estimate import estimate_tokens
from backstory.model.text import clean_text, one_line
from backstory.recall.shorten import shorten_text

_FENCED: Final = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_DIRECTIVE: Final = re.compile(r"<(backstory|ctx)[\w:.-]*[^>]*?(?:/>|>.*?</\1[^>]*>|\Z)", re.DOTALL | re.IGNORECASE)
_ITEM: Final = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")
_BREAK: Final = re.compile(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bz\.B\.)(?<!\bvs\.)\s+(?=[^a-z\s])|(?<=[。！？])")
_WORD: Final = re.compile(r"[^\W_]{2,}")
_NAME: Final = re.compile(
    r"`[^`\n]+`|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*|[\w.-]+/[\w./-]+|\b[\w-]+\.[a-z]{1,4}\b|\w\(\)|--?\w[\w-]+"
)
"""Names from code, paths, options."""
_REASON: Final = re.compile(
    r"\b(?:because|since|so that|so|therefore|instead|otherwise|but|although|unless|except|only|not|never|always|must"
    r"|fail\w*|broke\w*|break\w*|error\w*|wrong|red|green|turned out|decid\w+|chose\w*|agreed|reject\w*|revert\w*"
    r"|weil|damit|sondern|deshalb|statt|nicht|parce que|car|pas|porque|pero|sino|no)\b|n't\b",
    re.IGNORECASE,
)
_HEADED: Final = re.compile(
    r"^(?:\W{0,3})(?:done|red|next|open|left|todo|remaining|still|blocked|state|result|failing|not done|then|later"
    r"|fertig|offen|rot|als nächstes|fait|reste|ensuite|hecho|pendiente|siguiente)\b[^:\n]{0,30}:",
    re.IGNORECASE,
)
_OFFER: Final = re.compile(
    r"^(?:let me|shall i|should i|want me|would you like|do you want|which (?:one|of)|happy to|feel free"
    r"|i(?:'ll| will) (?:now )?(?:start|begin|look|check|take|read|run)|soll ich|voulez-vous|quieres que)\b",
    re.IGNORECASE,
)
_EMPTY: Final = re.compile(
    r"^(?:ok(?:ay)?|done|noted|sure|great|perfect|thanks|thank you|good|yes|no|all (?:good|green|set)|you'?re right"
    r"|understood|got it|fertig|erledigt|gut)\b[\s.,!:;-]*$",
    re.IGNORECASE,
)


class _Sentence(NamedTuple):
    text: str
    weight: float


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, list items and headings among them, without code blocks, tables and directives."""
    text = _DIRECTIVE.sub(" ", _FENCED.sub("\n", clean_text(text)))
    out: list[str] = []
    for line in text.splitlines():
        line = _ITEM.sub("", line.strip()).lstrip("#> ").replace("**", "").strip()
        if not line or line.startswith("|") or not _WORD.search(line):
            continue
        out += [one_line(part) for part in _BREAK.split(line) if part.strip()]
    return out


def shorten_to_substance(text: str, tokens: int, *, offers: bool = False) -> str:
    """The sentences of a text that say most, in at most about `tokens` tokens. Empty when none says anything.

    `offers` keeps what the writer offers or asks at the end, which says where a conversation stopped.
    """
    sentences = split_sentences(text)
    last = len(sentences) - 1
    weighed = [
        _Sentence(sentence, _weigh(sentence, place, last, offers=offers)) for place, sentence in enumerate(sentences)
    ]
    kept = [sentence for sentence in weighed if sentence.weight > 0]
    if not kept:
        return ""
    if sum(_cost(sentence.text) for sentence in kept) <= tokens:
        return " ".join(sentence.text for sentence in kept)
    chosen = _choose(kept, tokens)
    if not chosen:
        return shorten_text(max(kept, key=lambda sentence: sentence.weight).text, tokens)
    return _join(kept, chosen)


def _weigh(sentence: str, place: int, last: int, *, offers: bool) -> float:
    """What a sentence says: names from code, reasons, a heading such as `Next:`; nothing for courtesies and offers."""
    if _EMPTY.match(sentence) or (_OFFER.match(sentence) and not (offers and place == last)):
        return 0.0
    if sentence.endswith("?") and not offers:
        return 0.0
    if sentence.endswith(":") and not _NAME.search(sentence):
        return 0.0
    weight = 1.0 + 0.6 * min(3, len(_NAME.findall(sentence))) + 0.6 * min(2, len(_REASON.findall(sentence)))
    weight += 2.0 if _HEADED.match(sentence) else 0.0
    return weight + (0.4 if place in (0, last) else 0.0)


def count_lessons(text: str) -> int:
    """How many sentences of a text name something from code and give a reason or an outcome."""
    return sum(bool(_NAME.search(sentence) and _REASON.search(sentence)) for sentence in split_sentences(text))


def _choose(sentences: list[_Sentence], tokens: int) -> set[int]:
    """The places of the sentences that fit, by weight for their length."""
    order = sorted(range(len(sentences)), key=lambda place: (-sentences[place].weight, place))
    chosen: set[int] = set()
    for place in order:
        cost = _cost(sentences[place].text)
        if cost <= tokens:
            chosen.add(place)
            tokens -= cost
    return chosen


def _join(sentences: list[_Sentence], chosen: set[int]) -> str:
    out: list[str] = []
    for place, sentence in enumerate(sentences):
        if place in chosen:
            out.append(sentence.text)
        elif out and out[-1] != "…":
            out.append("…")
    return " ".join(out)


def _cost(text: str) -> int:
    return estimate_tokens(text) + 1
