"""What an answer of an agent proposes, and the question that it ends with."""

from typing import Final

from backstory.capture.statements import statement_cues as cues
from backstory.capture.text.decision_cues import PROPOSAL
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.reasons import drop_reason

_MAX_TEXT: Final = 600
"""Characters of a sentence that proposes something."""


def find_proposal(answer: str) -> str:
    """The last thing that an answer proposes; empty without one. Where it only says `the same`, after what it means."""
    sentences = read_sentences(answer, person=False)
    places = [place for place, sentence in enumerate(sentences) if _proposes(sentence)]
    while places and _EXPECTS.search(sentences[places[-1]].plain):
        last = places.pop()
        if places and sentences[places[-1]].paragraph != sentences[last].paragraph:
            return ""
    if not places:
        return ""
    place = places[-1]
    text, before = sentences[place].text, sentences[place - 1] if place else None
    plain = sentences[place].plain
    points = bool(_THE_SAME.search(plain))
    if before and not points:
        points = bool(_POINTS_BACK.search(plain) and _IN_CODE.search(before.text))
    is_bare = points and before and before.paragraph == sentences[place].paragraph
    if is_bare and before and not before.is_question and len(before.text) + len(text) < _MAX_TEXT:
        return f"{before.text} {text}"
    return text


_THE_SAME: Final = Pattern(r"\b(?:do|doing|use|keep|have|want|go with|suggest|propose) (?:just )?the same\b(?! \w)")
"""A proposal that only points at what was told before it."""


_POINTS_BACK: Final = Pattern(
    r"\b(?:put|place|do|make|use|keep|move|add|take|drop|leave|call|split|merge|handle|go for|build|store|write|read"
    r"|hide|give) (?:it|that|this|them|those|these|both|the (?:two|first|second|latter|former))\b"
    r"|\b(?:between|behind|before|after|beside|instead of|of) (?:it|them|those|these|both|the (?:two|first"
    r"|second|latter"
    r"|former))\b"
)
"""A proposal whose object is named in the sentence before it: `I would put it between the two`."""
_IN_CODE: Final = Pattern(r"`[^`]+`|\w/\w|\w\.\w")


def _proposes(sentence: Sentence) -> bool:
    if sentence.is_question or len(sentence.text) > _MAX_TEXT or sentence.text.endswith((":", "：")):
        return False
    if _ASKS.match(sentence.plain) or cues.APOLOGY.search(sentence.plain):
        return False
    if _REGRETS.search(sentence.plain):
        return False
    plain = drop_reason(sentence.plain)
    return PROPOSAL.search(plain) is not None or _WISHES.match(plain) is not None


_REGRETS: Final = Pattern(
    r"\bshould(?:n't| not| never)? (?:never |not |have )*(?:have \w+|been|seen|known)\b"
    r"|\bi (?:have|had|need|must) to (?:take back|apologi[sz]e|admit|correct|withdraw|own up)\b|\bi (?:was"
    r"|got it) wrong\b"
    r"|^(?:this|that|it|which|these|those|on the way|in the end)\b[^.;]{0,40}? (?:broke|had|did|was|were|failed|cost"
    r"|took"
    r"|made|led|turned out)\b"
)
"""What an agent regrets, or tells of what did not work."""
_WISHES: Final = Pattern(
    r"(?:so |then |instead,? )?i(?:'d| would) (?:like|love|prefer) to (?!know\b|see\b|hear\b|ask\b|check\b)"
)
"""How an agent asks for leave: `I would like to move it into the loop`."""


_ASKS: Final = Pattern(
    r"\W*(?:(?:or|and|so) )?(?:should(?:n't)?|shall|do|does|would|could|can|is|are|will|soll\w*|faut-il|debe\w*) "
    r"(?:i|we|you|it|they|this|that|these|there|the|be|·+)\b"
)
"""A question, or its beginning before another one."""


_EXPECTS: Final = Pattern(
    r"\bshould be (?:\w+ly )?(?:safe|reasonable|fast|quick|possible|simple|straightforward|sufficient|correct"
    r"|consistent|identical|complete|functional|obvious|green|back|done|fixed)\b"
    r"|\bwould (?:also )?(?:make|keep) [^.;]{2,80}? (?:much |far |a lot )?(?:more|less|better|easier|cleaner|simpler"
    r"|clearer|faster|safer|smaller|harder|robust|likely|readable|maintainable)\b"
    r"|^(?:this|that|it|these|the (?:\w+ )?(?:tests?|logs?|errors?|code|output|message)) (?:also )?(?:suggests?"
    r"|indicates?|implies|imply|shows?|means?)\b|\b(?:so )?there(?:'s| is| are) (?:likely|probably|perhaps)\b"
    r"|\b(?:seems?|appears?) to be (?:missing|wrong|broken|not)\b"
    r"|\bi(?:'d| would)? (?:suggest|propose|recommend)(?: (?:that )?(?:we|you|i))? (?:proceed|go ahead|move|continue"
    r"|start|begin|tackle|handl|focus|test|review|commit|merg|push|verify|accept|wait|leav|stop|check|run)\w*\b"
    r"(?!.*\b(?:instead|rather than|because|since)\b)"
)
"""What an agent hopes for, makes of what it sees, or would do next: a yes to it settles nothing that lasts."""


def find_question(answer: str) -> str:
    """The question that an answer ends with; empty without one."""
    sentences = read_sentences(answer, person=False)
    return sentences[-1].text if sentences and sentences[-1].is_question else ""
