"""What a statement of an agent names: the way that was tried, or the cause of a fault."""

from typing import Final

from backstory.capture.statements import statement_cues as cues
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences


def names_way(statement: str) -> bool:
    """Whether a statement about an attempt names what was tried, and does not only say `it`."""
    sentence = next(iter(read_sentences(statement, person=False)), None)
    if sentence is None:
        return False
    if _MADE_AND_UNDONE.search(sentence.plain):
        return True
    tried = cues.TRIED.search(sentence.plain)
    return (
        tried is not None
        and not _ONLY_IT.match(sentence.plain[tried.end() :])
        and not sentence.plain.startswith("tried")
    )


_ONLY_IT: Final = Pattern(
    r"\W*(?:it|that|this|both|them|das|es|ça|cela|eso)\b(?! \w+ing\b)|\W*(?:and|but|und|et|y)\b|\W*$"
)
_MADE_AND_UNDONE: Final = Pattern(
    r"^(?:(?:not|no|yes)\b[^.;:]{0,40}[.;:,] )?i (?:gave|put|made|added|let|had|moved|set|wrote|built|wrapped|turned)"
    r" (?!it\b|that\b|this\b|them\b).{12,}? and (?:then )?(?:took|threw|rolled|backed|pulled|ripped|put) (?:it|that"
    r"|them) (?:out|back|away)\b"
)
"""`I gave Pool a __len__ and took it out again`"""


def names_mended(one: Candidate) -> bool:
    """Whether a finding names the cause of a fault in the code of the moment, which an edit mends."""
    plain = one.quote.lower()
    return (
        one.kind == "fact"
        and any(cue.search(plain) for cue in (cues.CAUSE, cues.BECAUSE, *cues.CAUSES_ABROAD))
        and not cues.HOLDS.search(plain)
    )
