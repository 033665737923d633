"""Decisions in a person's prompts: what was chosen, why, who wanted it, and what was turned down.

`let's go with X`, `no, not in X: Y`, `Priya from security wants Z`. An order for the moment is no decision.
"""

import re
from typing import Final, NamedTuple

from backstory.capture import cues
from backstory.capture.candidate import Candidate
from backstory.capture.prose import MASK, Sentence, read_sentences

MIN_CONFIDENCE: Final = 0.7
_MAX_TEXT: Final = 400

REASON: Final = re.compile(
    r"\b(?:because|since|as (?:it|they|we|the|that|this)\b|so that|otherwise|due to|weil|denn|da (?:es|wir|die|das)"
    r"|porque|ya que"
    r"|car|parce que|потому что|чтобы)\b|因为|由于|ので|ため"
)
"""What introduces a reason."""
_LOOSE_REASON: Final = re.compile(
    r"[,:;–]\s+(?:our|we|they|the|nobody|no one|it|that|this|lerna|people|users|customers|\w+ (?:is|are|was|were|has"
    r"|have|needs?"
    r"|breaks?|can|cannot|can't|doesn't|don't|already|only|keeps?|wants?))\b|: \w+"
)
"""A clause that is likely the reason."""
_PAST_NAME: Final = (
    r"(?<![.!?] )\b(?P<who>[A-Z][\w-]+)(?: (?:from|of|in|at) (?:the )?[\w-]+(?: team)?| \([^)]{1,30}\)|,? our [\w ]+,)?"
)
OTHERS_DECISION: Final = re.compile(
    rf"(?:^|[,;:] |\b(?:and|but|so|with|as) ){_PAST_NAME} (?:want(?:s|ed)|decided|insist(?:s|ed)|agreed|prefers"
    rf"|preferred"
    r"|asked (?:for|us|that|to)|requires|signed off|approved|vetoed|ruled|said (?:that )?(?:we|it|to|no|yes))\b"
)
OTHERS_DEMAND: Final = re.compile(
    rf"^{_PAST_NAME} (?:looked at|reviewed|checked|read|commented on)\b.*\b(?:have to|has to|must|should|needs? to"
    rf"|not ok|wrong)\b"
)
_NOT_PEOPLE: Final = frozenset(
    ("I", "The", "This", "That", "It", "We", "They", "You", "He", "She", "There", "Nobody", "Everybody", "Everyone",
     "Someone", "What", "Who", "Python", "Windows", "Linux", "Docker", "Git", "GitHub", "CI", "Postgres", "React",
     "Rust", "Go", "User", "Users", "Claude", "Codex", "Assistant", "Copilot", "Gemini", "Client",
     "Customer",
     "Customers")
)  # fmt: skip

_LET_US: Final = (
    r"let's (?:just )?(?:go with|go for|use|do|keep|drop|switch|move|stick|stay|run|make|leave it|take|put|call|name"
    r"|store|ship"
    r"|support|return|split|model|stay)\b(?! (?:a look|sure|it a try|the tests?\b|this and|on\b|back\b))"
)
HEADS: Final[tuple[tuple[float, bool, re.Pattern[str]], ...]] = (
    (0.86, False, re.compile(_LET_US)),
    (0.88, False, re.compile(r"we(?: have|'ve)? (?:decided|agreed|settled on|chose|chosen|opted|concluded)\b(?!.*\?)")),
    (
        0.86,
        False,
        re.compile(
            r"we(?:'re| are) (?:going with|dropping|moving (?:to|away|from)|switching|staying (?:with|on)|keeping"
            r"|removing|replacing"
            r"|deprecating|sunsetting|not going to|standardi[sz]ing)\b"
        ),
    ),
    (
        0.85,
        False,
        re.compile(
            r"we (?:no longer|will no longer|won't|stay with|stick with|will use|are no longer)\b(?! (?:get|see"
            r"|have an?))"
        ),
    ),
    (0.88, False, re.compile(r"(?:decision|decided|the decision is|my decision)\s*:")),
    (0.86, False, re.compile(r"i(?:'ve| have)? decided\b")),
    (0.82, False, re.compile(r"(?:go|going) with\b(?! it\b)")),
    (0.8, False, re.compile(r"(?:call it|call them|name it|name the [\w-]+)\s+(?!when\b|if\b|from\b)[\w·]")),
    (0.8, True, re.compile(r"(?:use|take|prefer|do|make|keep|put|move|run|store|return|write|have|set|leave|only)\b")),
    (
        0.8,
        False,
        re.compile(
            r"(?:put|move|place|keep) (?:it|them|this|that) (?:in|into|next to|on|onto|under|behind|inside"
            r"|beside)\b.*\b(?:then|instead|where)\b"
        ),
    ),
    (0.74, False, re.compile(r"use [^,;:]{2,60} for (?:every|all|each|any)\b")),
    (
        0.76,
        False,
        re.compile(
            r"(?:it|this|that|they|the [\w·-]+) (?:has to|must|needs to|have to) (?:stay|remain|keep|be kept|be left)\b"
            r".*(?:[,:;]|because|since)"
        ),
    ),
    (0.74, False, re.compile(r"[\w·' -]{3,40} only[.!]*$")),
    (0.78, False, re.compile(r"(?:not worth it|too risky|overkill|out of scope)\b.*\b(?:keep|leave|stay|drop|skip)\b")),
    (
        0.75,
        False,
        re.compile(
            r"(?:that's|that is|this is) (?:v?\d[\w.]*|phase|milestone|post-\w+|a later|for later|out of scope)\b"
        ),
    ),
    (
        0.8,
        False,
        re.compile(
            r"(?:wir (?:nehmen|verwenden|benutzen|bleiben bei|setzen auf|haben entschieden|haben beschlossen"
            r"|machen es mit)"
            r"|lass uns .* (?:nehmen|verwenden|benutzen))\b"
        ),
    ),
    (
        0.8,
        False,
        re.compile(r"(?:on (?:part sur|utilise|prend|garde|reste sur|a décidé)|nous avons décidé|restons sur)\b"),
    ),
    (
        0.8,
        False,
        re.compile(r"(?:vamos a (?:usar|quedarnos|cambiar)|usaremos|decidimos|hemos decidido|vamos (?:usar|manter))\b"),
    ),
    (0.8, False, re.compile(r"(?:我们(?:决定|改用|采用|选择|用)|决定(?:用|采用|使用)|改用|就用)")),
    (0.8, False, re.compile(r".*(?:にすることにした|を採用(?:する|します)|に決めました|に決定)")),
    (0.8, False, re.compile(r"(?:мы решили|решили|будем использовать|переходим на)\b")),
)
"""Confidence, whether a reason is required, and how the clause begins."""
_NEGATED: Final = re.compile(
    r"^(?:(?:ugh|h+m+|ah|oh|nah|nope|wait|ok|sorry)\b[\s,.!…]*)*(?:no|nope|nah|nein|non)\b[\s,.:;–-]+(?P<rest>.+)"
)
_TURNED_DOWN: Final = re.compile(
    r"(?:not (?P<place>(?:in|into|on|with|via|through|by|at|under) [^,:;.]{2,80})|(?:don't|do not"
    r"|dont) (?P<act>[^,:;]{3,100}))"
)
_NO_AND_USE: Final = re.compile(r"no [^,:;]{2,60}, (?:use|take|go with|do|keep|put)\b")
_THEN: Final = re.compile(
    r"^(?:ok(?:ay)?,? |agreed,? |right,? |good,? |fine,? |hm+,? )*then\b,? (?!commit|push|run the|fix|do it|go|add"
    r"|write|show|let|you|i|we)"
)
_INSTEAD: Final = re.compile(
    r"\b(?:instead of|rather than|over|statt|anstelle von|au lieu de|en lugar de|em vez de) (?P<other>[^,.;:()]{2,60})"
)


_NO_ANSWER: Final = re.compile(
    r"(?:i (?:don't|do not|am not|wonder|think|need|have to|guess)|you|what|why|how|which|show|explain|tell|look"
    r"|check|run|commit|wait|first"
    r"|never mind|whatever|can|could|is|are|does|do you|let me|let's see|see|read|here|there|no idea|not sure"
    r"|up to you|your call)\b"
)
_SHE_WANTS: Final = re.compile(
    r"^(?:so |and )?(?:he|she|they) (?:wants?|insists? (?:on|that)|asks? (?:for|that)|requires?|demands?"
    r"|needs?)\b (?!to (?:know|see|talk|look|read)\b)"
)
_STATES: Final = re.compile(r"^(?P<who>[A-Z][\w-]+) ?(?:\([^)]{2,40}\)|(?:from|of|in) [\w ]{2,30}): \S")
_LATER: Final = re.compile(r"^(?:when (?:we|you|i) \w+|next|tomorrow|later|summary|to ?do)\b[^:]{0,30}:")
_KEEPS: Final = re.compile(
    r"(?:keep|use|take|store|treat|return|raise|throw|set|leave|drop|put|make|limit|allow|ignore|send|only|don't \w+"
    r"|do not \w+|no)\b"
    r"[^,;:]{4,120}(?:[,;:–] | - )(?:(?:that's|it's|it|that|this|they|we|you|she|he|there|people|users|nobody"
    r"|otherwise|a|an|the|our|every|most"
    r"|some|all|any) ?[\w' ·-]{0,60}?\b(?:is|are|was|were|has|have|had|does|do|can|can't|cannot|must|needs?|gets?"
    r"|wants?|breaks?|uses?|\w+s)\b|because|since)"
)
"""An order with its reason: `keep answers for 24 hours, that's what Stripe does`."""
_ACCEPTS: Final = re.compile(
    r"^(?:yes|yep|yeah|agreed|right|ok(?:ay)?|good|great|fine|perfect|nice|makes sense|sounds (?:good|right|all right"
    r"|fine)|sure|do (?:that|it|so)"
    r"|go (?:ahead|for it|with (?:that|it))|exactly|i'm with|let's do (?:that|it)|exactly)\b(?!.*\b(?:but|except"
    r"|however|instead)\b)"
)
_NOUNS: Final = re.compile(
    r"^(?:yes|agreed|right|exactly|ok(?:ay)?)[,:] (?P<what>(?:a|an|the|one|two|three|\d[\w.]*|only|no|·+"
    r"|[\w-]+ only)\b[^?]{8,160})$"
)
"""`yes, an atomic add in the store`"""
PROPOSAL: Final = re.compile(
    r"\b(?:should (?:be|live|go|stay|have|hold|take)|has to|must (?:be|have)|would (?:put|keep|use|make|go|do|take"
    r"|store|say)"
    r"|i'd (?:put|keep|use|make|go|do|take|store)|i (?:propose|suggest|recommend)|better to|the (?:right"
    r"|proper) place)\b"
)


_BACK_TO: Final = re.compile(
    r"^(?:and |so )?(?:(?:he|she|they)(?:'s|'ve| has| have)? (?:decided|wants?|insists?|asked for) (?:that|it|this"
    r"|so)\b|that's (?:how|what) we"
    r" (?:do|did|want|agreed|decided)|that's (?:decided|settled|the decision)\b|that is how we do it)"
)


class _Choice(NamedTuple):
    start: int
    confidence: float
    rejected: str = ""


def find_decisions(prompt: str, asked: str = "", proposed: str = "") -> list[Candidate]:
    """The decisions in a person's prompt, and an attempt for each plan of the agent that it turns down with a reason.

    `asked`: the question that the agent has just put to the person; the first sentence answers it.
    `proposed`: what the agent has just proposed, which the prompt may accept.
    """
    sentences = read_sentences(prompt, person=True)
    candidates: list[Candidate] = []
    taken = -1
    for place, sentence in enumerate(sentences):
        if place <= taken or not _is_settled(sentence):
            continue
        if place and _refers_back(sentence):
            candidates.append(_make_back(sentences, place))
            continue
        choice = _choose(sentences, place, asked)
        if choice and choice.confidence >= MIN_CONFIDENCE:
            taken = place + _count_following(sentences, place, corrects=bool(choice.rejected))
            candidates.extend(_make(sentences[place : taken + 1], choice))
    if proposed and _accepts(sentences):
        candidates.append(_accept(proposed, sentences))
    return candidates


def _refers_back(sentence: Sentence) -> bool:
    return bool(_BACK_TO.match(sentence.plain) or _SHE_WANTS.match(sentence.plain))


def _accepts(sentences: list[Sentence]) -> bool:
    """Whether a prompt begins with a yes."""
    return bool(sentences) and not sentences[0].is_question and _ACCEPTS.match(sentences[0].plain) is not None


def _choose(sentences: list[Sentence], place: int, asked: str) -> _Choice | None:
    """The choice of a sentence; the first one may answer a question."""
    sentence = sentences[place]
    choice = _find_correction(sentences, place) or _find_choice(sentence) or _find_others(sentence)
    return _find_answer(sentence) if choice is None and place == 0 and asked else choice


def _accept(proposed: str, sentences: list[Sentence]) -> Candidate:
    """What the agent proposed and the person accepts."""
    words = sentences[0].text
    return Candidate(
        kind="decision",
        text=proposed.rstrip(" .;,"),
        why=f"Accepted: {words}" if len(words) < 300 else "",
        tags=("accepted",),
        quote=proposed,
        role="user",
        confidence=0.74,
    )


def _is_settled(sentence: Sentence) -> bool:
    """Whether a sentence may settle something: no question, no essay, nothing for the moment."""
    return not (
        sentence.is_question
        or len(sentence.text) > _MAX_TEXT
        or cues.FOR_NOW.search(sentence.plain)
        or _LATER.match(sentence.plain)
    )


def _find_choice(sentence: Sentence) -> _Choice | None:
    plain = sentence.plain
    start = _skip_lead(plain)
    if len(plain[start:].split()) < 3 and not any(char > "\u2e80" for char in plain):
        return None
    return _find_form(sentence, start) or _find_best_head(sentence, start)


def _skip_lead(plain: str) -> int:
    """Where the sentence begins after `and also, ` and the like."""
    lead = cues.LEAD.match(plain)
    return lead.end() if lead and lead.end() < len(plain) else 0


def _find_form(sentence: Sentence, start: int) -> _Choice | None:
    """A choice by the form of the whole sentence."""
    plain = sentence.plain
    is_reasoned = _has_reason(sentence)
    if is_reasoned and _THEN.match(plain):
        return _Choice(start, 0.75)
    if noun := _NOUNS.match(plain):
        return _Choice(noun.start("what"), 0.74)
    if _KEEPS.match(plain, start):
        return _Choice(start, 0.76)
    return _Choice(start, 0.82) if is_reasoned and _NO_AND_USE.match(plain, start) else None


def _find_best_head(sentence: Sentence, start: int) -> _Choice | None:
    """The surest choice by how a clause of the sentence begins."""
    plain = sentence.plain
    best: _Choice | None = None
    for clause in cues.CLAUSE.finditer(plain):
        begin = max(clause.end(), start)
        if plain[start:begin].startswith(_OPENS):
            continue
        value = _weigh_head(sentence, begin) - (0.0 if begin == start else 0.04)
        if value > (best.confidence if best else 0.0):
            best = _Choice(start, value)
    return best


_OPENS: Final = ("i ", "if ", "when ", "why", "how", "what", "should", "can ", "could ")
"""Beginnings of sentences whose later clauses settle nothing."""


def _weigh_head(sentence: Sentence, begin: int) -> float:
    """How sure it is that the clause that begins at a place is a choice; 0 if nothing says so."""
    for confidence, needs_reason, pattern in HEADS:
        if pattern.match(sentence.plain, begin) and (not needs_reason or _is_weighed(sentence.plain, begin, sentence)):
            return confidence
    return 0.0


def _has_reason(sentence: Sentence) -> bool:
    return REASON.search(sentence.plain) is not None or _LOOSE_REASON.search(sentence.plain) is not None


def _is_weighed(plain: str, begin: int, sentence: Sentence) -> bool:
    """Whether an order names what was not chosen, and why: then it is more than an order."""
    clause = plain[begin:]
    reason = REASON.search(clause)
    if "instead" in clause or "rather than" in clause:
        return _has_reason(sentence)
    if clause.startswith("only "):
        return re.search(r", (?:our|we|they|because|since)\b", clause) is not None
    return reason is not None and reason.start() > 8 and begin == 0 and " not " in clause


def _find_others(sentence: Sentence) -> _Choice | None:
    """A decision of somebody who is named."""
    if _SHE_WANTS.match(sentence.plain):
        return _Choice(0, 0.8)
    for pattern, confidence in ((OTHERS_DECISION, 0.82), (OTHERS_DEMAND, 0.84), (_STATES, 0.8)):
        match = pattern.search(sentence.text)
        if match and match["who"] not in _NOT_PEOPLE:
            return _Choice(0, confidence)
    return None


def _find_answer(sentence: Sentence) -> _Choice | None:
    """The answer to a choice that the agent has offered."""
    start = _skip_lead(sentence.plain)
    answer = sentence.plain[start:]
    if len(answer.split()) < 3 or _NO_ANSWER.match(answer):
        return None
    return _Choice(start, 0.74)


def _make_back(sentences: list[Sentence], place: int) -> Candidate:
    """The decision of a sentence that refers back: `She decided that`. What was decided stands before it."""
    before, last = sentences[_find_opening(sentences, place) : place], sentences[place]
    decided = last if _SHE_WANTS.match(last.plain) else before[-1]
    return Candidate(
        kind="decision",
        text=decided.text[_skip_lead(decided.plain) :].rstrip(" .;,"),
        why=" ".join(one.text for one in (*before, last) if one is not decided),
        quote=" ".join(one.text for one in (before[-1], last)),
        role="user",
        confidence=0.84,
        revises=True,
    )


def _find_opening(sentences: list[Sentence], place: int) -> int:
    """Where the words begin that a sentence refers back to: in its paragraph, at most four sentences before it."""
    first = place - 1
    while first and sentences[first - 1].paragraph == sentences[place].paragraph and place - first < 4:
        first -= 1
    return first


def _find_correction(sentences: list[Sentence], place: int) -> _Choice | None:
    """`no, not in X: because Y`, the answer to a plan. The reason may stand in the next sentence."""
    sentence = sentences[place]
    if place > 1 or len(" ".join(one.plain for one in sentences[:place])) > 12:
        return None
    match = _NEGATED.match(sentence.plain)
    down = _TURNED_DOWN.match(match["rest"]) if match else None
    if not match or not down or not _is_argued(sentences, place):
        return None
    start = match.start("rest")
    return _Choice(start, 0.85, sentence.text[start + down.start() : start + down.end()])


def _is_argued(sentences: list[Sentence], place: int) -> bool:
    """Whether a sentence or the next one gives a reason, and one of them says what to do."""
    following = sentences[place + 1].plain if place + 1 < len(sentences) else ""
    if not _has_reason(sentences[place]) and not _STATES_FACT.match(following):
        return False
    return _ORDERS.search(" ".join(one.plain for one in sentences[place : place + 3])) is not None


_STATES_FACT: Final = re.compile(
    r"(?:it|that|this|they|·+|[\w.-]+) (?:is|are|was|has|have|will|would|can't|cannot|does)\b"
)
_ORDERS: Final = re.compile(r"\b(?:put|make|use|keep|do|move|go|take|add|write|leave|instead|because|since)\b|: ")


def _count_following(sentences: list[Sentence], place: int, *, corrects: bool) -> int:
    """How many of the next sentences belong to the decision: its reason, what follows from it."""
    count = 0
    for following in sentences[place + 1 : place + 3]:
        if following.paragraph != sentences[place].paragraph or following.is_question:
            break
        if not corrects and not _joins(following):
            break
        count += 1
    return count


def _joins(sentence: Sentence) -> bool:
    return bool(cues.REASON.match(sentence.plain) or re.match(r"(?:so|that|which)\b", sentence.plain))


def _make(sentences: list[Sentence], choice: _Choice) -> list[Candidate]:
    plain = " ".join(one.plain for one in sentences)
    rest = " ".join(one.text for one in sentences[1:])
    quote = " ".join(one.text for one in sentences)
    down = choice.rejected.strip()
    rejected = re.sub(r"^(?:not|don.t|do not|dont) ", "", down, flags=re.IGNORECASE)
    alternatives = _find_alternatives(plain) or ([rejected] if down else [])
    decision = Candidate(
        kind="decision",
        text=sentences[0].text[choice.start :].strip().rstrip(" .;,"),
        why=rest,
        parts={"alternatives": alternatives} if alternatives else {},
        quote=quote,
        role="user",
        confidence=choice.confidence,
        revises=cues.CHANGED.search(plain) is not None or bool(down),
    )
    if not down:
        return [decision]
    attempt = Candidate(
        kind="attempt",
        text=rejected,
        why=f"{sentences[0].text} {rest}".strip(),
        parts={"outcome": "failed"},
        tags=("rejected-by-user",),
        quote=quote,
        role="user",
        confidence=choice.confidence - 0.05,
    )
    return [decision, attempt]


def _find_alternatives(plain: str) -> list[str]:
    """What a decision names as not chosen: `instead of X`."""
    other = _INSTEAD.search(plain)
    if not other or MASK in other["other"] or other["other"].startswith(("that", "this", "it")):
        return []
    return [other["other"].strip()]
