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
    made: list[Candidate] = []
    taken = -1
    for place, sentence in enumerate(sentences):
        if place <= taken or not _is_settled(sentence):
            continue
        if place and (_BACK_TO.match(sentence.plain) or _SHE_WANTS.match(sentence.plain)):
            made.append(_make_back(sentences, place))
            continue
        choice = _find_correction(sentences, place) or _find_choice(sentence) or _find_others(sentence)
        if choice is None and place == 0 and asked:
            choice = _find_answer(sentence)
        if choice and choice.confidence >= MIN_CONFIDENCE:
            taken = place + _count_following(sentences, place, corrects=bool(choice.rejected))
            made.extend(_make(sentences[place : taken + 1], choice))
    if proposed and sentences and _ACCEPTS.match(sentences[0].plain) and not sentences[0].is_question:
        made.append(_accept(proposed, sentences))
    return made


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
    lead = cues.LEAD.match(plain)
    start = lead.end() if lead and lead.end() < len(plain) else 0
    if len(plain[start:].split()) < 3 and not any(char > "\u2e80" for char in plain):
        return None
    reasoned = _has_reason(sentence)
    if _THEN.match(plain) and reasoned:
        return _Choice(start, 0.75)
    noun = _NOUNS.match(plain)
    if noun:
        return _Choice(noun.start("what"), 0.74)
    if _KEEPS.match(plain, start):
        return _Choice(start, 0.76)
    if _NO_AND_USE.match(plain, start) and reasoned:
        return _Choice(start, 0.82)
    best: _Choice | None = None
    for clause in cues.CLAUSE.finditer(plain):
        begin = max(clause.end(), start)
        if plain[start:begin].startswith(("i ", "if ", "when ", "why", "how", "what", "should", "can ", "could ")):
            continue
        for confidence, needs_reason, pattern in HEADS:
            if not pattern.match(plain, begin) or (needs_reason and not _is_weighed(plain, begin, sentence)):
                continue
            value = confidence - (0.0 if begin == start else 0.04)
            if best is None or value > best.confidence:
                best = _Choice(start, value)
            break
    return best


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
    plain = sentence.plain
    lead = cues.LEAD.match(plain)
    start = lead.end() if lead and lead.end() < len(plain) else 0
    if len(plain[start:].split()) < 3 or _NO_ANSWER.match(plain[start:]):
        return None
    return _Choice(start, 0.74)


def _make_back(sentences: list[Sentence], place: int) -> Candidate:
    """The decision of a sentence that refers back: `She decided that`. What was decided stands before it."""
    first = place - 1
    while first and sentences[first - 1].paragraph == sentences[place].paragraph and place - first < 4:
        first -= 1
    before, last = sentences[first:place], sentences[place]
    said = last if _SHE_WANTS.match(last.plain) else before[-1]
    lead = cues.LEAD.match(said.plain)
    start = lead.end() if lead and lead.end() < len(said.plain) else 0
    return Candidate(
        kind="decision",
        text=said.text[start:].rstrip(" .;,"),
        why=" ".join(one.text for one in (*before, last) if one is not said),
        quote=" ".join(one.text for one in (before[-1], last)),
        role="user",
        confidence=0.84,
        revises=True,
    )


def _find_correction(sentences: list[Sentence], place: int) -> _Choice | None:
    """`no, not in X: because Y`, the answer to a plan. The reason may stand in the next sentence."""
    if place > 1:
        return None
    sentence = sentences[place]
    before = " ".join(one.plain for one in sentences[:place])
    match = _NEGATED.match(sentence.plain)
    if not match or len(before) > 12:
        return None
    down = _TURNED_DOWN.match(match["rest"])
    if not down:
        return None
    whole = " ".join(one.plain for one in sentences[place : place + 3])
    following = sentences[place + 1].plain if place + 1 < len(sentences) else ""
    reasoned = _has_reason(sentence) or re.match(
        r"(?:it|that|this|they|·+|[\w.-]+) (?:is|are|was|has|have|will|would|can't|cannot|does)\b", following
    )
    if not reasoned or not re.search(
        r"\b(?:put|make|use|keep|do|move|go|take|add|write|leave|instead|because|since)\b|: ", whole
    ):
        return None
    start = match.start("rest")
    return _Choice(start, 0.85, sentence.text[start + down.start() : start + down.end()])


def _count_following(sentences: list[Sentence], place: int, *, corrects: bool) -> int:
    """How many of the next sentences belong to the decision: its reason, what follows from it."""
    count = 0
    for following in sentences[place + 1 : place + 3]:
        if following.paragraph != sentences[place].paragraph or following.is_question:
            break
        joins = cues.REASON.match(following.plain) or re.match(r"(?:so|that|which)\b", following.plain)
        if not joins and not (corrects and count < 2):
            break
        count += 1
    return count


def _make(sentences: list[Sentence], choice: _Choice) -> list[Candidate]:
    text = sentences[0].text[choice.start :].strip().rstrip(" .;,")
    plain = " ".join(one.plain for one in sentences)
    rest = " ".join(one.text for one in sentences[1:])
    quote = " ".join(one.text for one in sentences)
    other = _INSTEAD.search(plain)
    down = choice.rejected.strip()
    rejected = re.sub(r"^(?:not|don.t|do not|dont) ", "", down, flags=re.IGNORECASE)
    alternatives = [rejected] if down else []
    if other and MASK not in other["other"] and not other["other"].startswith(("that", "this", "it")):
        alternatives = [other["other"].strip()]
    decision = Candidate(
        kind="decision",
        text=text,
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
