"""What a sub-agent reports at the end, as one finding: it was sent to find that out."""

import re
from itertools import dropwhile
from typing import Final

from backstory.capture.statements import statement_cues as cues
from backstory.capture.statements.hollow_statements import opens_report
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.model.text import one_line

_MIN_CHARS: Final = 25
_MIN_REPORT: Final = 30
_MAX_REPORT: Final = 900
"""Characters of a report that are kept."""


def find_report(report: str) -> list[Candidate]:
    """What a sub-agent reports, as one finding. Empty for a report without substance."""
    sentences = [one for one in read_sentences(report, person=False) if not one.is_question]
    lines = [one.text for one in dropwhile(_opens, sentences)]
    topic = ""
    while len(lines) > 1 and (_METHOD.match(lines[0].lower()) or (topic and _is_bare(lines[0]))):
        named = _TOPIC.search(lines[0])
        topic, lines = named["what"].strip() if named else topic, lines[1:]
    if sum(map(len, lines)) < _MIN_REPORT:
        return []
    head = 2 if len(lines[0]) < _MIN_CHARS else 1
    told, rest = " ".join(lines[:head]), " ".join(lines[head:])
    text = f"{topic[:1].upper()}{topic[1:]}: {told}" if topic else told
    return [
        Candidate(
            kind="fact",
            text=text.rstrip(" .;,:"),
            why=one_line(rest, _MAX_REPORT),
            tags=("subagent",),
            quote=told,
            role="assistant",
            confidence=0.75,
        )
    ]


_TOPIC: Final = Pattern(
    r"\b(?:analysis|review|investigation|exploration|overview|picture|report|trace|audit|summary|breakdown"
    r"|understanding"
    r"|inventory|survey|comparison) (?:of|on|about|into) (?:the |your |our |this )?"
    r"(?!(?:how|why|what|where|it|that|this|everything|all)\b)(?P<what>[^.:;!?]{3,80})[.:!]*$",
    re.IGNORECASE,
)
"""What a report is about, as its opening names it."""


def _is_bare(line: str) -> bool:
    """Whether a line is a label with a name or a path: it says nothing by itself."""
    return len(_WORD.findall(_CODE.sub("", line))) < _FEW


_WORD: Final = Pattern(r"[^\W\d_]{2,}").compiled
_CODE: Final = Pattern(r"`[^`]*`|\S+[/.]\S+").compiled


_FEW: Final = 4


_METHOD: Final = Pattern(
    r"^(?:i(?:'ve| have)? (?:thoroughly |fully |now |completely |found and )*(?:went|gone|looked|checked|searched|read"
    r"|followed|traced|inspected|reviewed|examined|analy[sz]ed|explored"
    r"|(?:completed|finished|conducted|performed|done|got|have|prepared|compiled|gathered|made) (?:an? |my |the |all "
    r"|enough )?"
    r"(?:\w+ ){0,3}(?:analysis|review|investigation|search|exploration|overview|picture|report|trace|audit|summary"
    r"|breakdown|understanding|information|look|research|inventory|survey|map(?:ping)?|comparison))|file: \S+$"
    r"|(?:below|here|this|following)(?:'s| is| are)"
    r"|he (?:seguido|mirado|revisado|leído|buscado)|ich habe|j'ai (?:regardé|lu|parcouru"
    r"|cherché))\b(?!.*(?:[:;](?=\s*\w)"
    r"|\b(?:and|but|so)\b"
    r" (?:found|it|there)|\bno\b|\bnot\b))"
)
"""What a sub-agent did to find out, before it says what it is."""


def _opens(sentence: Sentence) -> bool:
    """Whether a sentence at the beginning of a report only opens it: a plan, a greeting, a word on what follows."""
    return cues.PLANNED.match(sentence.plain) is not None or opens_report(sentence.plain)
