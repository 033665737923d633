"""Trials that a person refuses by what they cost: `Six percent does not buy an unsafe. Forget the ring.`

What the agent measured or met says what was tried; the refusal alone would not, and the next session would try again.
"""

import re
from typing import Final

from backstory.capture.statements.statements import find_given_up
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.decision_cues import AGAINST
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern

_IT: Final = r"(?:it|that|this|them|all of it|both|the \w+(?: \w+)?)"
_REFUSES: Final = Pattern(
    rf"\b(?:take|rip|pull|put|throw|back) (?:it|that|this|them|all of it|both) (?:right |straight )?(?:back )?(?:out"
    r"|away)\b"
    rf"|\b(?:forget|drop|scrap|revert|undo|bin|kill|ditch) (?:about )?{_IT}\b|\broll {_IT} back\b|\bout (?:again"
    rf"|with it)\b"
    r"|\bnot (?:happening|an option|acceptable|good enough|worth (?:it|the|that|a))\b"
    r"|\b(?:nimm|bau|mach|schmei(?:ß|ss)) (?:das|es|den|die) (?:\w+ )?(?:wieder )?(?:raus|weg|rückgängig)\b"
    r"|\bvergiss (?:das|es|den|die)\b|\blass (?:das|es) (?:wieder )?sein\b"
    r"|\b(?:enlève|retire|laisse tomber|oublie)\b|\b(?:quítalo|olvídalo|sácalo|descarta|esquece|tira isso)\b"
)
"""How a person has something taken out that was only just made."""
_WEIGHS: Final = Pattern(
    r"\b(?:no+|nah|nope|not|never|nobody|don't|doesn't|isn't|won't|can't|cannot|too|instead|stays?|remains?|rather"
    r"|worth"
    r"|buys?|nein|nicht|kein\w*|zu|bleibt|lieber|non|pas|trop|reste|demasiado|muy|não|queda)\b"
)
"""Words with which a person weighs what a way costs."""
_COSTS: Final = late_pattern(
    r"\d[\d.,]* ?(?:%|percent\b|per cent\b|prozent\b|[µmn]?s\b|seconds?\b|minutes?\b|[kMG]i?B\b|x\b|times\b|lines\b)",
    re.IGNORECASE,
)
_NEEDS: Final = Pattern(
    r"\b(?:needs?|requires?|takes?|adds?|pulls in|drags in|costs?|slower|longer|larger|bigger|more|braucht|kostet"
    r"|langsamer|länger|größer)\b"
)
_SENTENCES: Final = 3
"""Sentences of an answer among which the finding is looked for."""
_MAX_TITLE: Final = 240
_MAX_WHY: Final = 200
_MAX_VERDICT: Final = 400
_CUT: Final = late_pattern(r"(?:,|;| and| so|,? dass) ")


def find_left_way(answer: str, prompt: str) -> Candidate | None:
    """The way of an answer that the prompt leaves, whatever it says for it; None where it leaves none."""
    return find_buried_way(answer, prompt) or find_given_up(answer, prompt) or find_refused_trial(answer, prompt)


def find_refused_trial(answer: str, prompt: str) -> Candidate | None:
    """The trial of an answer that the prompt refuses; None where it has no figure and says nothing against it, or the
    prompt only wants something undone."""
    verdict = _find_verdict(read_sentences(prompt, person=True))
    if not verdict:
        return None
    stated = [one for one in read_sentences(answer, person=False) if not one.is_question][:_SENTENCES]
    findings = [one for one in stated if _COSTS.search(one.text) and _NEEDS.search(one.plain)]
    if not findings:
        return None
    first = stated.index(findings[0])
    against = [one.text for one in stated[first + 1 :] if AGAINST.search(one.plain) or _NEEDS.search(one.plain)]
    title = strip_end(" ".join([findings[0].text, *against[:1]]))
    if len(title) > _MAX_TITLE:
        title = strip_end(findings[0].text)
    if len(title) > _MAX_TITLE:
        return None
    return Candidate(
        kind="attempt",
        text=title,
        why=verdict,
        parts={"outcome": "failed"},
        quote=findings[0].text,
        role="assistant",
        confidence=0.8,
    )


def find_buried_way(answer: str, prompt: str) -> Candidate | None:
    """The way that a prompt gives up by its name, as the beginning of the answer says what is wrong with it; None
    without both."""
    opening = " ".join(prompt.split()).lower()
    buried = _BURIED.match(opening)
    stated = [one for one in read_sentences(answer, person=False) if not one.is_question][: _SENTENCES + 1]
    if not buried:
        return _make_listed(stated, answer) if _NO_WAY.match(opening) else None
    against = [one for one in stated if buried["what"] in one.plain and AGAINST.search(one.plain)]
    if not against or len(against[0].text) > _MAX_TITLE:
        return None
    reasons = [one.text for one in stated[stated.index(against[0]) + 1 :] if one.paragraph == against[0].paragraph]
    return Candidate(
        kind="attempt",
        text=strip_end(against[0].text),
        why=" ".join(reasons) or _shorten(buried[0]),
        parts={"outcome": "failed"},
        quote=against[0].text,
        role="assistant",
        confidence=0.84,
    )


def _make_listed(stated: list[Sentence], answer: str) -> Candidate | None:
    """What an answer lists against one way: `both are how http.TimeoutHandler is made: ...`"""
    listed = [one for one in stated if one.item and one.heading]
    leads = [line.strip().rstrip(":") for line in answer.splitlines() if line.rstrip().endswith(":")]
    lead = next((one for one in leads if listed and one.lower() == listed[0].heading), "")
    text = f"{lead}: {'; '.join(strip_end(one.text) for one in listed)}"
    if not lead or len(text) > _MAX_LISTED or not any(AGAINST.search(one.plain) for one in listed):
        return None
    return Candidate(
        kind="attempt",
        text=text,
        parts={"outcome": "failed"},
        quote=listed[0].text,
        role="assistant",
        confidence=0.8,
    )


_NO_WAY: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|k|hm+|ah|oh|well|right|fine|so|clear|understood|i see|yes)[\s,.!–-]+)*(?:no way(?: then)?"
    r"|then no"
    r"|no chance|that(?:'s| is) out|won't do|useless|no good|not usable|so no)(?: then)?(?=[.,;!]|$| for\b)"
)
"""How a prompt begins that gives up what the answer before speaks of."""
_MAX_LISTED: Final = 420
_BURIED: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|k|hm+|ah|well|right|good|fine|so|fair|clear|understood|i see|yes|got it)[\s,.!–-]+)*(?:the |that"
    r" |this |our |my )?(?:[\w-]+ )?(?P<what>[a-z][\w-]{2,})(?: idea| way| approach| variant| version)? (?:is|are)"
    r" (?:then |therefore |now )?(?:dead|out|gone|buried|history|off the table|a dead end|no option|not an option|no go"
    r"|a no-go)\b"
)
"""How a prompt begins that gives up a way by its name: `ok, the hook is dead`."""


def _find_verdict(sentences: list[Sentence]) -> str:
    """What a prompt says for its refusal, shortened; empty where it refuses nothing, or gives no weight to it."""
    place = next((place for place, one in enumerate(sentences) if _REFUSES.search(one.plain)), -1)
    if place < 0 or sentences[place].is_question:
        return ""
    own = sentences[max(0, place - 1) : place + 1]
    text = " ".join(one.text for one in own)
    if len(text) > _MAX_VERDICT:
        text = own[-1].text
    plain = " ".join(one.plain for one in own)
    return _shorten(text) if _WEIGHS.search(plain) else ""


def _shorten(text: str) -> str:
    """A long refusal, as people dictate it, up to the end of a clause."""
    if len(text) <= _MAX_WHY:
        return strip_end(text)
    ends = [match.start() for match in _CUT.finditer(text, 0, _MAX_WHY)]
    return text[: ends[-1]].rstrip(" ,;") if ends else text[:_MAX_WHY].rsplit(" ", 1)[0]
