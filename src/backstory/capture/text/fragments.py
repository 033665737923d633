"""Finds statements that are only part of a sentence, and drops those that another statement of the prompt says in full.

In `keyword only pls. Public parameters are keyword-only here, always.` the first sentence is such a part.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.sentence_ends import strip_end

_WORD: Final = Pattern(r"[^\W_]+")
_SAYS_NOTHING: Final = frozenset(
    ("please", "pls", "plz", "bitte", "merci", "ok", "okay", "just", "only", "always", "never", "ever", "immer", "nur",
     "the", "a", "an", "this", "that", "it")
)  # fmt: skip
_FEW: Final = 4
"""Words of a fragment."""


def drop_fragments(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without those that a surer one of the same kind has, with more: of a few words, or its subject."""
    words = [frozenset(_WORD.findall(one.text.lower())) - _SAYS_NOTHING for one in candidates]
    return [
        one
        for one, mine in zip(candidates, words, strict=True)
        if not any(
            one.kind == other.kind
            and (
                (0 < len(mine) <= _FEW and mine < others and one.confidence <= other.confidence) or _begins(other, one)
            )
            for other, others in zip(candidates, words, strict=True)
        )
    ]


def _begins(whole: Candidate, part: Candidate) -> bool:
    """Whether a surer candidate begins with another one, which is its subject."""
    begin = f"{strip_end(part.text)}. "
    return part.confidence < whole.confidence and whole.text.startswith(begin)


_BARE: Final = Pattern(
    r"^(?:and |but |so |also )?(?:(?:it|they|these|those)(?:'s|'re)? (?:should|must|needs?|has to|have to|can|cannot"
    r"|can't"
    r"|will|won't|is|are|always|only|never)|(?:that|this)(?:'s| is)? (?:should|must|needs? to|has to|something|what"
    r"|how|where"
    r"|only|always|never))\b"
)
"""How a sentence begins that says of the one before what is to hold of it."""
_LONG_SUBJECT: Final = 200
"""Characters of a sentence from which it is too long to stand before another one as its subject."""
_CLAUSE: Final = Pattern(
    r"^(?:the )?reason (?:being|is|for (?:this|that|it) is)\b"
    r"|^as (?:\w+ ){1,3}(?:can|are|is|have|has|will|may|might|do|does|don't|doesn't)\b[^,;:]*$"
    r"|^(?:(?:the|a|that|this) )?(?:place|page|screen|part|spot|step|point|case|situation|moment)s?"
    r" (?:where|when|in which|on which) (?:(?!\b(?:should|must|never|always|has to|have to|let's"
    r"|please)\b)[^,;:])*$"
    r"|^(?:i|we) (?:don't|do not) (?:need|want) (?:that|it|this|them)(?: (?:after all|any ?more|now|yet|then"
    r"|either))*\W*$"
)
"""A part of the sentence before, or one that names nothing: `place where I choose the guest`, `I do not need that`."""


_BECAUSE: Final = Pattern(r"^(?:because|cause|'cause|so that|weil|damit|parce que|porque)\b[^,;:]*$")


def add_subject(one: Candidate, before: Sentence | None) -> Candidate | None:
    """A statement that begins with `it` with the sentence before it; None for one that says nothing by itself."""
    plain = one.text.lower().replace("’", "'")
    if _CLAUSE.match(plain) or (before is not None and _BECAUSE.match(plain)):
        return None
    if not _BARE.match(plain):
        return one
    if before is None or before.is_question or len(before.text) > _LONG_SUBJECT:
        return None
    return one if one.text.startswith(before.text) else one._replace(text=f"{before.text} {one.text}")
