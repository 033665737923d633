"""Questions of a person that somebody else has to answer: `Should it count? Marek knows, I'll ask him on Monday.`"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.sentence_ends import strip_end

_CONFIDENCE: Final = 0.8
_LONGEST: Final = 240
_FEWEST: Final = 4
"""Words of a question that says what it is about."""
_BEHIND: Final = 2
"""Sentences behind a question that say who knows."""
_NAME: Final = r"(?P<who>[A-ZÄÖÜÉ][^\W\d_A-Z]{2,})"
_SOMEBODY: Final = (
    r"(?:legal|security|compliance|ops|infra|support|product|design|finance|marketing|upstream|the (?:\w+ )?(?:team"
    r"|client"
    r"|customer|vendor|maintainers?|boss|board|lawyers?|auditors?))"
)
_WILL_ASK: Final = Pattern(
    r"\bi(?:'ll| will|'ve| have| just|'m going to|'m)? (?:ask(?:ed|ing)?|wr(?:ote|ite|itten) (?:to )?|ping(?:ed)?"
    r"|check(?:ed)?"
    r" with|mail(?:ed)?|find out) (?:him|her|them|it|about|the|[a-zà-ÿ]+)\b(?<!for)(?<!you)(?! you\b)"
    r"|\b(?:no|without an?) (?:answer|reply|response|word)(?: from \w+)? (?:yet|so far)\b|\bwaiting (?:for"
    r"|on) (?!the (?:tests?"
    r"|build|ci)\b)\w"
    r"|\bi (?:can't|cannot|can not) (?:answer|decide|say) (?:that|this|it)\b|\bthat's not (?:mine|my call) to\b"
    r"|\bich frage? (?:ihn|sie|\w+)\b|\bnoch keine antwort\b|\bje (?:lui )?demande\b|\bpas encore de réponse\b"
    r"|\ble pregunt\w+|\bsin respuesta\b"
)
"""How a person says that they ask somebody else."""
_KNOWS: Final = Pattern(
    rf"(?:\b{_NAME}|\b(?:he|she|they)|\b{_SOMEBODY})(?:'ll| will| would| should| has to| must| needs to)?"
    r" (?:knows?|decides?|answers?|tells? (?:us|me)|says? (?:what|which|whether)|weiß|entscheidet|sait|décide|sabe"
    r"|decide)\b"
)
"""Who knows, or decides."""
_UNDECIDED: Final = Pattern(
    rf"(?:\b{_NAME}|\b(?i:{_SOMEBODY}))(?: from [\w ]{{2,20}})? (?i:(?:has|have)(?:n['’]t| not)(?: yet"
    rf"| really)? (?:decided"
    r"|answered|replied|confirmed|made up|agreed|approved|looked at|said|told)|hat noch nicht|n'a pas encore"
    r"|todavía no)\b"
)
"""`Ines hasn't decided about the name yet`"""
_THEIR_CALL: Final = Pattern(
    rf"\b(?i:it|that|this)(?:['’]s| is) (?:up to {_NAME}(?!['’])|(?P<owner>[A-ZÄÖÜÉ][^\W\d_A-Z]{{2,}})['’]s? (?:call"
    rf"|decision|choice))"
    rf"|\b(?i:waiting (?:for|on)(?: is)?) (?:(?i:{_SOMEBODY})|(?P<awaited>[A-ZÄÖÜÉ][^\W\d_A-Z]{{2,}}))\b"
    r"|\b(?i:question|one|thing) for (?P<asked>[A-ZÄÖÜÉ][^\W\d_A-Z]{2,})\b"
    rf"|\b(?P<checking>[A-ZÄÖÜÉ][^\W\d_A-Z]{{2,}}) (?:is|will|wants to) (?:check|ask|look|find out|clarif|think)\w*"
    r" (?:whether|if|what|which|with|about|it over)\b"
)
"""`it's Imran's call`, `I'm waiting for Petra`"""
_WAITS: Final = Pattern(
    r"\b(?:until|till|yet|back|away|on (?:leave|vacation|holiday|a (?:boat|trip))|waiting|checking|tomorrow"
    r"|next week|bis|noch"
    r"|jusqu|hasta|monday|tuesday|wednesday|thursday|friday|whether|to decide)\b"
)
"""What tells that the answer has not come."""
_TO_AGENT: Final = Pattern(
    r"^(?:(?:and|so|ok(?:ay)?|please|also|now)[\s,]+)*(?:(?:can|could|would|will|did|do|have|are) (?:you|u)|why"
    r"|kannst du"
    r"|könntest du|warum|pourquoi|peux-tu|puedes|por qué)\b"
)
"""How a question begins that is put to the agent."""
_OPEN: Final = Pattern(
    r"^(?:(?:and|but|so|also|oh|btw)[\s,]+)*(?:still (?:open|undecided|unclear|unanswered)|open question"
    r"|not (?:yet )?(?:clear|"
    r"decided)(?: yet)?|noch offen|offene frage|unklar|question ouverte"
    r"|pregunta abierta)(?: is)?\s?[:–—-] (?P<what>\S.{10,})$"
)
"""`still open: whether the export keeps the header`"""


def find_open_questions(sentences: Sequence[Sentence]) -> list[Candidate]:
    """The questions of a prompt that wait for somebody who is not there."""
    questions: list[Candidate] = []
    for place, one in enumerate(sentences):
        if len(one.text) > _LONGEST:
            continue
        behind = [after for after in sentences[place + 1 : place + 1 + _BEHIND] if after.paragraph == one.paragraph]
        if one.is_question:
            answered = [after for after in behind if not after.is_question and _is_asked_elsewhere(after)]
            if answered and len(one.plain.split()) >= _FEWEST and not _TO_AGENT.match(one.plain):
                questions.append(_make(one, one.text, answered[0].text))
        elif _names(_UNDECIDED, one):
            questions.append(_make(one, strip_end(one.text), ""))
        elif _names(_THEIR_CALL, one) and _WAITS.search(one.plain):
            waits = [after for after in behind[:1] if "until " in after.plain]
            questions.append(_make(one, strip_end(" ".join(each.text for each in (one, *waits))), ""))
        elif match := _OPEN.match(one.plain):
            questions.append(_make(one, strip_end(one.text[match.start("what") :]), ""))
    return questions


def _is_asked_elsewhere(sentence: Sentence) -> bool:
    """Whether a sentence behind a question says that somebody else is asked, or knows."""
    return _WILL_ASK.search(sentence.plain) is not None or _names(_KNOWS, sentence)


def _names(pattern: Pattern, sentence: Sentence) -> bool:
    """Whether a sentence has words about somebody, and not about a program."""
    match = pattern.search(sentence.text)
    return match is not None and NOT_PEOPLE.isdisjoint(filter(None, match.groupdict().values()))


def _make(sentence: Sentence, text: str, why: str) -> Candidate:
    return Candidate(kind="question", text=text, why=why, quote=sentence.text, role="user", confidence=_CONFIDENCE)
