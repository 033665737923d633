"""Titles records that come from an answer to a question, with the question where the answer needs it."""

import re
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.reasons import join_reasons, split_reason
from backstory.capture.text.sentence_ends import ends_abbreviated
from backstory.model.text import one_line

YES: Final = r"(?:yes|yep|yeah|y|ja|oui|sí|si|sim|ok(?:ay)?)"
NO: Final = r"(?:no|nope|n|nein|non|não)"
MAX_ANSWER: Final = 200
"""The most characters of an answer that a title holds."""
MAX_LABEL: Final = 60
"""Characters of the title of a question, as `Naming` of `Naming: which style?`."""
LABEL: Final = Pattern(r"[^:?—–]{3,60}?(?::| [—–-]) ")
"""The title of a question."""


def split_answer(answer: str) -> tuple[str, str]:
    """What an answer says, and what it adds to that: what stands behind yes or no, a reason, the end of a long one."""
    line, _, below = answer.partition("\n")
    head = IS_ASSENT.match(line)
    if head is None and len(line) <= _MAX_WHOLE:
        statement, reason = split_reason(line)
        return statement, join_reasons(reason, below)
    for stop in (_CLAUSE,) if head else (_STOP, _CLAUSE):
        start = 0 if head else _MIN_FIRST
        while (end := stop.search(line, start)) and end.start() <= MAX_ANSWER:
            first = line[: end.start()]
            if not _is_open(first):
                return first, f"{line[end.end() :]} {below}".strip()
            start = end.end()
    return line, below


def _is_open(part: str) -> bool:
    """Whether the first part of an answer says nothing without what follows it."""
    return (
        part.count("(") > part.count(")")
        or part.count('"') % 2 == 1
        or ends_abbreviated(part)
        or _DEPENDS.fullmatch(part.lower()) is not None
    )


_MAX_WHOLE: Final = 100
"""The most characters of an answer that a title holds uncut."""
_MIN_FIRST: Final = 12
IS_ASSENT: Final = Pattern(rf"(?:{YES}|{NO})\b", re.IGNORECASE)
_STOP: Final = Pattern(r"(?<=[^\d\s])[.;?!] ")
_CLAUSE: Final = Pattern(r"(?<=[^\d])[,;.–—] ")
_DEPENDS: Final = Pattern(
    r"(?:(?:when|if|whenever|while|once|as|since|because|in case|unless|although|even if|wenn|falls|weil|quand|si"
    r"|cuando)\b.*"
    r"|for (?:now|the moment|a start)|again|currently|at first|first|initially|in general|generally|ideally|usually"
    r"|by default"
    r"|of course|well|hm+|actually|honestly|erst ?mal|vorerst|pour l'instant|por ahora)"
)
"""A clause that depends on another one, or words before a statement."""


def says_all(answer: str) -> bool:
    """Whether an answer says what was chosen without its question: a sentence of its own that points at nothing."""
    plain = answer.lower()
    return len(plain.split()) >= _WHOLE and _HAS_SUBJECT.match(plain) is not None and not _POINTS.search(plain)


_WHOLE: Final = 7
"""Words of an answer from which it may say everything."""
_HAS_SUBJECT: Final = Pattern(
    r"(?:i|we|users?|(?:the|our|my|all|each|every)(?: [\w'-]+){1,6}?) (?:(?:also|only|always|never|just"
    r"|still) )?(?:want|need|should"
    r"|must|will|can|cannot|can't|would|is|are|has|have|prefer|like|use|don't|do not|won't)\b|let'?s \w+ "
    r"|no need (?:to|for) "
)
_POINTS: Final = Pattern(
    r"\b(?:it|its|them|they|both|same|mentioned|ones?|either|neither|latter|former|option|there|here|so)\b"
    r"|\b(?:this|that|these|those)\b(?! (?!(?:on|in|at|for|with|and|or|but|to|is|are|was|as|because|too|now|yet|from|by"
    r"|when|if)\b)\w)"
)
"""Words that mean something in the question."""


def fit_question(question: str, answer: str) -> str:
    """A question that leaves room for its answer: as a whole, or its title, or the last thing that it asks."""
    if len(question) + len(answer) <= _MAX_TITLE:
        return question
    title = LABEL.match(question)
    if title and len(title[0]) <= MAX_LABEL:
        return f"{title[0].rstrip(' :—–-')}:"
    last = max(question.rfind(". ", 0, -2), question.rfind("? ", 0, -2), question.rfind(": ", 0, -2))
    return question[last + 2 :] if last > 0 else one_line(question, max(MAX_LABEL, _MAX_TITLE - len(answer)))


_MAX_TITLE: Final = 220
"""Characters of a question with its answer."""
