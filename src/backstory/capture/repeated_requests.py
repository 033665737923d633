"""Rules that a person never states, but asks for again and again in prompts about other things.

`... and write a test for it`, `minimal diff please`, prompt after prompt. A prompt that is sent again does not count,
nor does what is a whole task (`fix the build`, `continue`).
"""

from collections.abc import Callable, Iterable
from typing import Final

from backstory.capture import cues, duration_cues
from backstory.capture.candidate import Candidate
from backstory.capture.patterns import Pattern
from backstory.capture.prose import MASK, Sentence, read_sentences
from backstory.capture.revisions import content_words, is_negated

ENOUGH: Final = 3
"""Prompts that ask for the same."""
_ACCOMPANIED: Final = 2
"""Of these, prompts that ask for something else as well."""
_MIN_WORDS: Final = 3
_MAX_WORDS: Final = 24
_MAX_PROMPT: Final = 3000
"""Characters of a prompt; a longer one is pasted in large part."""
_ALIKE: Final = 0.75
_RESENT: Final = 0.8
"""Share of the words of two prompts from which one of them was sent again."""
_FEW: Final = 3
"""Words of a prompt that are too few to tell."""
_DEMAND: Final = Pattern(
    r"(?:(?:please|pls|plz|also|and|then|now|always|just|again|finally|when done|at the end|afterwards|bitte|por favor"
    r"|after that|can you|could you|would you|will you|make sure(?: to| that| you)*|be sure to|ensure(?: that| to)?"
    r"|i want(?: you to)?|i need(?: you to)?|i(?:'d| would) like(?: you to)?|you (?:should|must|have to)|remember"
    r" to)[\s,]+)*"
    r"(?:write|add|create|include|update|suggest|keep|save|document|install|deploy|take|test|verify|use|make|follow|ask"
    r"|only|limit|avoid|stick|preserve|leave|put|name|format|(?:don't|dont|do not|never|no|without|not|minimal"
    r"|nothing)\b"
    r"|schreib|füge|nutze?|verwende|keine?[nrs]?|nicht|ajoute|écris|utilise|pas de|ne|añade|escribe|usa|actualiza|sin"
    r"|no)\b"
)
_FIXES: Final = Pattern(r"\b(?:fix|continue|proceed|resume|go on|try again|retry|following)\b")
"""A task of its own."""
_OTHER_WORDS: Final = frozenset(
    ("add", "write", "create", "make", "include", "please", "want", "need", "limit", "limited", "only", "sure", "can",
     "could", "would", "like", "also", "just", "when", "if")
)  # fmt: skip
"""Words that are no part of what is asked for."""


def find_repeated(prompt: str, earlier: Callable[[], Iterable[str]]) -> list[Candidate]:
    """The demands of a prompt that several earlier prompts made as well. `earlier` gives them, if they are needed."""
    demands = _read_demands(prompt)
    former = list(earlier()) if demands else []
    candidates: list[Candidate] = []
    for demand, alone in demands:
        names = _name_words(demand)
        near = [one for one in former if _is_near(names, one)]
        if len(near) + 1 < ENOUGH:
            continue
        rows = [_read_demands(one) for one in _drop_resent(prompt, near)]
        same = [row[0][1] for row in rows if any(_is_same(demand, other) for other, _ in row)]
        if len(same) + 1 >= ENOUGH and (*same, alone).count(False) >= _ACCOMPANIED:
            candidates.append(_make(demand, len(same) + 1))
    return candidates


def _is_near(names: frozenset[str], prompt: str) -> bool:
    """Whether a prompt has most words of a demand; only such a one is read sentence by sentence."""
    lowered = prompt.lower()
    return len(prompt) <= _MAX_PROMPT and sum(name in lowered for name in names) >= _ALIKE * len(names)


def _read_demands(prompt: str) -> list[tuple[Sentence, bool]]:
    """The sentences of a prompt that demand something, each with whether nothing else is said."""
    if len(prompt) > _MAX_PROMPT:
        return []
    sentences = read_sentences(prompt, person=True)
    return [(one, len(sentences) == 1) for one in sentences if _demands(one)]


def _demands(sentence: Sentence) -> bool:
    """Whether a sentence demands something that may go along with any task."""
    plain = sentence.plain
    if not _MIN_WORDS <= len(plain.split()) <= _MAX_WORDS or MASK in plain or plain.endswith(":"):
        return False
    lead = cues.LEAD.match(plain)
    if not (_DEMAND.match(plain) or _DEMAND.match(plain, lead.end() if lead else 0)):
        return False
    return not (duration_cues.is_passing(plain) or _FIXES.search(plain)) and bool(_name_words(sentence))


def _name_words(sentence: Sentence) -> frozenset[str]:
    """The words of what is asked for, without endings of the plural."""
    words = content_words(sentence.plain) - _OTHER_WORDS
    return frozenset(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in words)


def _is_same(demand: Sentence, other: Sentence) -> bool:
    one, two = _name_words(demand), _name_words(other)
    is_alike = len(one & two) >= _ALIKE * max(len(one), len(two))
    return is_alike and is_negated(demand.plain) == is_negated(other.plain)


def _drop_resent(prompt: str, earlier: Iterable[str]) -> list[str]:
    """The earlier prompts that are about something else than the prompt and than one another."""
    kept = [(content_words(prompt), prompt)]
    for one in earlier:
        words = content_words(one)
        if not any(_is_resent(words, other) for other, _ in kept):
            kept.append((words, one))
    return [one for _, one in kept[1:]]


def _is_resent(words: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two prompts with these words are the same one; a few words that both have do not make them so."""
    least = min(len(words), len(other))
    return words == other or (least > _FEW and len(words & other) >= _RESENT * least)


def _make(sentence: Sentence, times: int) -> Candidate:
    return Candidate(
        kind="rule",
        text=sentence.text.rstrip(" .;,?!"),
        why=f"Asked for in {times} prompts.",
        quote=sentence.text,
        role="user",
        confidence=0.8,
    )
