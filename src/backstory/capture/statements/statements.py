"""What an agent says that outlives its turn: what it tried and why that failed, what it chose and why, what it learnt.

Only what is said to have happened counts: plans, offers, explanations of a change and guesses are left alone.
"""

import re
from itertools import takewhile
from typing import Final, NamedTuple

from backstory.capture.statements import statement_cues as cues
from backstory.capture.statements.hollow_statements import is_hollow
from backstory.capture.statements.taken_back import (
    DROPPED,
    NAMES_OWN,
    explains_own,
    falls_short,
    names_successor,
    points_back,
    split_taken_back,
)
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.decision_cues import AGAINST, PROPOSES, REASON, TURNS
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, mask, read_sentences
from backstory.capture.text.reasons import drop_reason, join_reasons, split_reason
from backstory.capture.text.sentence_ends import strip_end

MIN_CONFIDENCE: Final = 0.7
_MAX_TEXT: Final = 600
_MIN_CHARS: Final = 25


class _Finding(NamedTuple):
    kind: str
    confidence: float
    outcome: str = ""


def find_statements(answer: str) -> list[Candidate]:
    """The attempts, decisions and findings that an agent states in a message."""
    sentences = read_sentences(answer, person=False)
    candidates: list[Candidate] = []
    for place, sentence in enumerate(sentences):
        finding = _judge_taken_back(sentences, place) or _judge_failed(sentences, place) or _judge(sentence)
        if finding and finding.outcome == "failed" and _is_stated(sentence, candidates):
            continue
        if finding is None and (lesson := _make_lesson(sentences, place)):
            candidates.append(lesson)
        if finding and finding.confidence >= MIN_CONFIDENCE:
            candidates.append(_make(sentences, place, finding))
    return candidates


def _is_stated(sentence: Sentence, candidates: list[Candidate]) -> bool:
    """Whether a sentence only says what was done instead of an attempt, or is the reason of the attempt before it."""
    is_explained = bool(candidates) and points_back(sentence.plain) and strip_end(sentence.text) in candidates[-1].why
    return is_explained or names_successor(sentence.plain)


def find_given_up(answer: str, prompt: str) -> Candidate | None:
    """What an answer says against a way, where the next prompt turns to another one; None if either is missing."""
    if not TURNS.match(" ".join(prompt.split())[:_MAX_TURN].lower()):
        return None
    sentences = [one for one in read_sentences(answer, person=False) if not one.is_question]
    if any(PROPOSES.match(one.plain) and " not " not in one.plain for one in sentences):
        return None
    for place, sentence in enumerate(sentences[:2]):
        if may_state(sentence) and may_report(sentence) and AGAINST.search(sentence.plain):
            return _make(sentences, place, _Finding("attempt", 0.76, "failed"))
    return None


_MAX_TURN: Final = 100
"""Characters at the beginning of a prompt that tell whether it turns to something else."""


def _judge(sentence: Sentence) -> _Finding | None:
    plain, text = sentence.plain.lstrip("*_ "), sentence.text
    if not may_state(sentence) or any(pattern.search(plain) for pattern in (cues.HEDGED, cues.APOLOGY)):
        return None
    if cues.PLANNED.match(plain) or is_hollow(plain):
        return None
    labelled = cues.LABELLED.match(plain)
    if labelled:
        return None if cues.PLANNED.match(labelled["body"]) else _Finding("decision", 0.9)
    return (
        _judge_attempt(plain)
        or _judge_command(plain, text)
        or _judge_finding(plain, text)
        or _judge_decision(plain)
        or _judge_other(plain)
    )


def _judge_taken_back(sentences: list[Sentence], place: int) -> _Finding | None:
    """A sentence that the next one takes back: `I took it out again.`"""
    sentence, before = sentences[place], sentences[place - 1] if place else None
    if NAMES_OWN.match(sentence.plain) and DROPPED.search(sentence.plain.partition(":")[0]):
        return _Finding("attempt", 0.9, "failed")
    if not may_state(sentence) or cues.PLANNED.match(sentence.plain):
        return None
    is_worse = _WORSE.search(sentence.plain) is not None
    if before and before.paragraph == sentence.paragraph:
        if _WORSE.search(before.plain) and not is_worse:
            return None  # it says why
        if _BARE.match(sentence.plain) and _goes_on(sentences, place - 1):
            return None
    if cues.WORKED.search(sentence.plain) or cues.HOLDS_NOW.search(sentence.plain):
        return None
    return _Finding("attempt", 0.9, "failed") if _find_back(sentences, place, is_worse=is_worse) else None


def _find_back(sentences: list[Sentence], place: int, *, is_worse: bool) -> list[Sentence]:
    """The sentences after one up to that which takes it back; none without such a sentence."""
    sentence = sentences[place]
    failed = any(cues.FAILED_THEN.match(one.plain) for one in sentences[place + 1 : place + 2])
    for at, one in enumerate(sentences[place + 1 : place + (3 if is_worse or failed else 2)], place + 1):
        if one.paragraph != sentence.paragraph:
            break
        is_short = len(one.text) <= _MAX_BACK and cues.TAKEN_BACK.search(one.plain)
        if is_short and not (cues.TRIED.search(one.plain) or NAMES_OWN.match(one.plain) or explains_own(one.plain)):
            return sentences[place + 1 : at + 1]
    after = sentences[place + 1 : place + 2]
    if after and points_back(after[0].plain) and falls_short(sentence.plain) and _is_next(sentence, after[0]):
        return after
    return sentences[place + 1 : place + 3] if _goes_on(sentences, place) else []


def _goes_on(sentences: list[Sentence], place: int) -> bool:
    """Whether the next sentence says what was wrong with what an agent did, and the one after that takes it back."""
    sentence, following = sentences[place], sentences[place + 1 : place + 3]
    if (
        not may_state(sentence)
        or len(following) < _TWO
        or any(one.paragraph != sentence.paragraph for one in following)
    ):
        return False
    wrong, back = following
    return all(
        (_DID.match(sentence.plain), _BARE.match(wrong.plain), falls_short(wrong.plain), points_back(back.plain))
    )


_TWO: Final = 2
"""Sentences after a deed: what was wrong with it, and that it was taken back."""
_DID: Final = Pattern(r"^(?:first |at first |initially )?(?:i|we)(?:'ve| have)? (?:first |initially |then )?\w+")


def _is_next(sentence: Sentence, after: Sentence) -> bool:
    """Whether a sentence stands beside another one in prose, if only as the beginning of the next paragraph."""
    return after.paragraph == sentence.paragraph or (
        after.paragraph <= sentence.paragraph + _TWO and not (sentence.item or after.item)
    )


_WORSE: Final = Pattern(
    r"\b(?:made|makes|left|got|turned out|was|were|ran|is) (?:(?:it|things|them|everything|the \w+|\d+ ?%|much"
    r"|even|far|clearly)"
    r" )*(?:slower|worse|bigger|larger|heavier|flakier|less \w+|more (?:fragile|complicated|brittle))\b"
)
"""What came of a way: the reason may stand between it and that it was taken back."""


def _judge_failed(sentences: list[Sentence], place: int) -> _Finding | None:
    """A sentence that says what was tried, where the next one says that it failed, or the one after that it is out."""
    sentence = sentences[place]
    tried = cues.TRIED.search(sentence.plain) if may_state(sentence) else None
    if tried is None or cues.WORKED.search(sentence.plain) or cues.RUNS.match(sentence.plain[tried.end() :]):
        return None
    following = [one for one in sentences[place + 1 : place + 3] if one.paragraph == sentence.paragraph]
    has_failed = any(cues.FAILED_THEN.match(one.plain) for one in following[:1])
    is_out = any(cues.OUT.match(one.plain) for one in following)
    return _Finding("attempt", 0.9, "failed") if has_failed or is_out else None


def _make_lesson(sentences: list[Sentence], place: int) -> Candidate | None:
    """What an agent concludes after the person has corrected it: `you're right: the driver is X, not Y`."""
    if place > _MAX_CORRECTED or not cues.ADMITS.match(sentences[0].plain):
        return None
    sentence = sentences[place]
    admission = cues.ADMITS.match(sentence.plain)
    start = admission.end() if admission else 0
    plain = sentence.plain[start:]
    if not may_state(sentence) or len(plain) < _MIN_CHARS or cues.PLANNED.match(plain) or cues.HEDGED.search(plain):
        return None
    if not cues.CONCLUDES.match(plain):
        return None
    lesson = _make(sentences, place, _Finding("fact", 0.78))
    return lesson._replace(text=sentence.text[start:].rstrip(" .;,:")) if start else lesson


_MAX_CORRECTED: Final = 2
"""Place of the last sentence of an answer that may say what a correction taught."""
_MAX_BACK: Final = 60
"""Characters of a sentence that says no more than that something was taken back."""


def may_state(sentence: Sentence) -> bool:
    """Whether a sentence may state something: no question, no opening of a list, of a fitting length."""
    text = sentence.text
    if sentence.is_question or text.endswith((":", "：")):
        return False
    return _MIN_CHARS <= len(text) <= _MAX_TEXT or any(char > "\u2e80" for char in text)


def may_report(sentence: Sentence) -> bool:
    """Whether a sentence may report something without a word that says so: it plans, advises, explains a change and
    excuses nothing."""
    plain = sentence.plain.lstrip("*_ ")
    return not any(pattern.search(plain) for pattern in (cues.PLANNED, cues.ADVISES, cues.EXPLAINS, cues.APOLOGY))


def _judge_attempt(plain: str) -> _Finding | None:
    back, failed = cues.TAKEN_BACK.search(plain), re.search(cues.FAILED, plain)
    if (back or failed) and cues.TRIED.search(plain):
        return _Finding("attempt", 0.92, "failed")
    if cues.TRIED.search(plain) and cues.TURNED.search(plain):
        return _Finding("attempt", 0.84, "failed")
    if back or (plain.startswith("i") and cues.HELPLESS.search(plain) and cues.NO_HELP.match(plain)):
        return _Finding("attempt", 0.86, "failed")
    if cues.UNDONE.search(plain):
        return None
    if cues.APPROACH.match(plain) and (approach := _judge_approach(plain, failed)):
        return approach
    if cues.SHORT_OF_OTHERS.match(plain) or (cues.SHORT_OF.match(plain) and not cues.EXPLAINS.search(plain)):
        return _Finding("attempt", 0.8, "failed")
    return _Finding("attempt", 0.74, "worked") if cues.WORKED.search(plain) else None


def _judge_approach(plain: str, failed: re.Match[str] | None) -> _Finding | None:
    """A sentence that begins with an approach, and says that it failed or falls short."""
    if failed and failed.start() < 160 and _is_explained(plain, failed.end()):
        return _Finding("attempt", 0.84, "failed")
    if cues.GERUND.match(plain) and cues.FALLS_SHORT.match(plain):
        return _Finding("attempt", 0.78, "failed")
    return None


def _is_explained(plain: str, after: int) -> bool:
    """Whether more is said than that it failed."""
    return (
        re.search(r"[:,;(]|\b(?:because|since|as|with|which|when|in|and|on|that|for)\b", plain[after - 1 :]) is not None
    )


def _judge_finding(plain: str, text: str) -> _Finding | None:
    for confidence, pattern in _FINDINGS:
        if pattern.search(plain):
            is_passing = cues.AT_THE_MOMENT.search(plain) and not cues.HOLDS.search(plain)
            return None if is_passing else _Finding("fact", confidence)
    if cues.EXPLAINS.search(plain):
        return None
    if (cues.RAISES.search(plain) and cues.ERROR_NAME.search(text)) or cues.BEHAVES.search(plain):
        return _Finding("fact", 0.76)
    return None


_FINDINGS: Final = ((0.86, cues.CAUSE), (0.8, cues.BECAUSE), (0.82, cues.REPORTS), (0.78, cues.NOTE))
"""How sure it is that a sentence with such words is a finding; the first that fits counts."""


def _judge_decision(plain: str) -> _Finding | None:
    if cues.AGREED.search(plain):
        return _Finding("decision", 0.84)
    is_weighed = _is_weighed(plain)
    chose = cues.CHOSE.search(plain)
    if chose and (is_weighed or not _IS_COMMON.search(chose[0])):
        return _Finding("decision", 0.86 if is_weighed else 0.76)
    if is_weighed and cues.DID.search(plain):
        return _Finding("decision", 0.78)
    return _Finding("decision", 0.74) if cues.PLACED.match(plain) else None


def _is_weighed(plain: str) -> bool:
    """Whether a sentence gives a reason or names what was not chosen."""
    return any(pattern.search(plain) for pattern in (REASON, cues.INSTEAD, _INSTEAD_WORD))


_INSTEAD_WORD: Final = Pattern(r"\binstead\b")
_IS_COMMON: Final = Pattern(r"\b(?:use|kept|keep|left|am using)$")
"""Words that alone choose nothing."""


def _judge_command(plain: str, text: str) -> _Finding | None:
    match = cues.COMMAND.match(plain)
    parts = text[match.start() : match.end()].split("`")[1:2] if match else []
    return _Finding("command", 0.75) if parts and " " in parts[0] else None


def _judge_other(plain: str) -> _Finding | None:
    """A statement in another language than English."""
    for kind, confidence, pattern in cues.OTHERS:
        if pattern.search(plain):
            return _Finding(kind, confidence, "failed" if kind == "attempt" else "")
    return None


def make_statement(sentences: list[Sentence], place: int, kind: str, confidence: float) -> Candidate:
    """The statement that a sentence makes, by the weights of its signals."""
    plain = sentences[place].plain
    failed = cues.TAKEN_BACK.search(plain) or re.search(cues.FAILED, plain)
    outcome = "" if kind != "attempt" else "failed" if failed else "worked"
    return _make(sentences, place, _Finding(kind, confidence, outcome))


def _make(sentences: list[Sentence], place: int, finding: _Finding) -> Candidate:
    sentence = sentences[place]
    text, why = f"{_find_subject(sentences, place)}{_cut_attempt(sentence, finding)}", ""
    if finding.outcome == "failed":
        text, why = split_taken_back(text, mask(text).lower())
    text = strip_end(text)
    if finding.kind == "decision":
        text, why = split_reason(text)
    return Candidate(
        kind="fact" if finding.kind == "command" else finding.kind,
        text=text,
        why=join_reasons(why, _explain(sentences, place, finding)),
        parts=_parts_of(sentence, finding),
        tags=("command",) if finding.kind == "command" else (),
        quote=sentence.text,
        role="assistant",
        confidence=finding.confidence,
    )


def _cut_attempt(sentence: Sentence, finding: _Finding) -> str:
    """The text of a sentence, of a failed attempt from the clause on that names it: what works stands before."""
    tried = cues.TRIED.search(sentence.plain) if finding.outcome == "failed" else None
    if tried is None or not (before := _CLAUSE.search(sentence.plain, 0, tried.end())):
        return sentence.text
    start = before.end()
    while later := _CLAUSE.search(sentence.plain, start, tried.end()):
        start = later.end()
    rest = sentence.text[start:]
    return rest[:1].upper() + rest[1:] if rest[:2].lower() == "i " else rest


_CLAUSE: Final = Pattern(r"[;:—–] (?:(?:and|but|so) )?(?!·)")
"""The end of a clause that stands before another one."""


def _find_subject(sentences: list[Sentence], place: int) -> str:
    """The sentence before one that only says `it`, with a blank behind it; empty where none is needed or there."""
    before = sentences[place - 1] if place else None
    if before is None or before.paragraph != sentences[place].paragraph or before.is_question:
        return ""
    if len(before.text) > _MAX_SUBJECT or not _BARE.match(sentences[place].plain):
        return ""
    return f"{before.text} "


_BARE: Final = Pattern(
    r"^(?:so |but |and )?(?:it|that|this|they|these|those|both|which|neither)(?:'s|'re)?\b(?! (?:\w+ ){0,3}·)"
    r"|^(?:und |aber |et |mais |pero )?(?:er|das|dies|dafür|dabei|damit|dadurch|ça|cela|il|elle|eso|esto)\b"
    r"(?! (?:faut|y|\w+ ·))"
)
_MAX_SUBJECT: Final = 160


def _parts_of(sentence: Sentence, finding: _Finding) -> dict[str, str | list[str]]:
    """The outcome of an attempt, what a decision did not choose."""
    parts: dict[str, str | list[str]] = {}
    if finding.outcome:
        parts["outcome"] = finding.outcome
    other = cues.INSTEAD.search(sentence.plain) if finding.kind == "decision" else None
    if other and len(other["other"].strip()) > 2:
        parts["alternatives"] = [drop_reason(sentence.text[other.start("other") : other.end("other")]).strip()]
    return parts


def _explain(sentences: list[Sentence], place: int, finding: _Finding) -> str:
    """What the next sentences add: why an attempt failed and what worked instead, the reason of a choice."""
    adds, most = (_GOES_ON, 2) if finding.outcome == "failed" else (_ADDS, 1)
    paragraph = sentences[place].paragraph
    following = sentences[place + 1 : place + 1 + most]
    if finding.outcome == "failed" and following and following[0].paragraph != paragraph:
        following = following[: points_back(following[0].plain) and _is_next(sentences[place], following[0])]
        paragraph = following[0].paragraph if following else paragraph
    added = list(takewhile(lambda one: _adds_to(one, paragraph, adds), following))
    is_back = len(added) == 1 and finding.outcome == "failed" and points_back(added[0].plain)
    return strip_end(added[0].text) if is_back else " ".join(one.text for one in added)


def _adds_to(sentence: Sentence, paragraph: int, adds: Pattern) -> bool:
    """Whether a sentence of a paragraph goes on with the one before it."""
    if sentence.paragraph != paragraph or sentence.is_question or len(sentence.text) > 300:
        return False
    return adds.match(sentence.plain) is not None


_ADDS: Final = Pattern(
    r"^(?:because|since|that|this|it|so|otherwise|what works|instead|the actual|which"
    r"|the reason)\b"
)
_GOES_ON: Final = Pattern(
    r"^(?!(?:i'll|i will|let me|all |done|committed|tests?\b|now |next|the tests?|shall|should|would you|\d))"
)
"""After a failed attempt: anything but what comes next and how the tests stand."""
