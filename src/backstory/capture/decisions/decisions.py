"""Decisions in a person's prompts: what was chosen, why, who wanted it, and what was turned down.

`let's go with X`, `no, not in X: Y`, `Priya from security wants Z`. An order for the moment is no decision.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.base.unspaced import count_words
from backstory.capture.decisions.unspaced_decisions import measure_choice
from backstory.capture.rules.errands import is_errand
from backstory.capture.text import cues, duration_cues
from backstory.capture.text import decision_cues as words
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.observations import appraises
from backstory.capture.text.off_work import takes_note
from backstory.capture.text.patterns import Pattern, list_possible
from backstory.capture.text.prose import MASK, Sentence, read_sentences
from backstory.capture.text.reasons import drop_reason, join_reasons, split_reason
from backstory.capture.text.sentence_ends import strip_end
from backstory.capture.text.small_talk import ASSENT, GREETING
from backstory.model.late_pattern import late_pattern

MIN_CONFIDENCE: Final = 0.7
_MAX_TEXT: Final = 400


class _Choice(NamedTuple):
    start: int
    confidence: float
    rejected: str = ""


def find_decisions(prompt: str, question: str = "", proposed: str = "") -> list[Candidate]:
    """The decisions in a person's prompt, and an attempt for each plan of the agent that it turns down with a reason.

    `question`: the question that the agent has just put to the person; the first sentence answers it.
    `proposed`: what the agent has just proposed, which the prompt may accept.
    """
    sentences = read_sentences(prompt, person=True)
    candidates: list[Candidate] = []
    last_place = -1
    for place, sentence in enumerate(sentences):
        if place <= last_place or not _is_settled(sentence):
            continue
        if place and _refers_back(sentence):
            back = _make_back(sentences, place)
            candidates = [*(one for one in candidates if one.text != back.text), back]
            continue
        choice = _choose(sentences, place, question)
        if choice and choice.confidence >= MIN_CONFIDENCE:
            last_place = place + _count_following(sentences, place, corrects=bool(choice.rejected))
            candidates.extend(_make(sentences[place : last_place + 1], choice))
    if _accepts(sentences):
        agreed = ("" if _EXPECTS.search(proposed.lower()) else proposed) or _settle(question)
        candidates += [_accept(agreed, sentences)] if agreed else []
    return candidates


def make_decision(sentences: list[Sentence], place: int, confidence: float) -> Candidate:
    """The decision that a sentence states, by the weights of its signals; after the few words that it explains."""
    count = _count_following(sentences, place, corrects=False)
    choice = _Choice(_skip_lead(sentences[place].plain), confidence)
    decision = _make(sentences[place : place + count + 1], choice)[0]
    before = sentences[place - 1] if place else None
    if before is None or before.paragraph != sentences[place].paragraph or not _is_terse(before):
        return decision
    return decision._replace(text=f"{before.text} {decision.text}")


def _is_terse(sentence: Sentence) -> bool:
    """Whether a sentence is a choice of a few words, such as `no listener.`"""
    plain = sentence.plain
    if sentence.is_question or count_words(plain) > _MAX_TERSE or cues.LEAD.fullmatch(plain):
        return False
    return not (ASSENT.match(plain) or GREETING.match(plain) or is_errand(plain) or appraises(plain))


_MAX_TERSE: Final = 4


def _refers_back(sentence: Sentence) -> bool:
    return bool(words.BACK_TO.match(sentence.plain) or words.SHE_WANTS.match(sentence.plain))


def _accepts(sentences: list[Sentence]) -> bool:
    """Whether a prompt begins with a yes."""
    if not sentences or sentences[0].is_question or takes_note(sentences[0].plain):
        return False
    return words.ACCEPTS.match(sentences[0].plain) is not None


def accepts(prompt: str) -> bool:
    """Whether a prompt says no more than yes."""
    return len(prompt) <= _MAX_YES and _accepts(read_sentences(prompt, person=True))


_MAX_YES: Final = 40
_EXPECTS: Final = Pattern(
    r"\b(?:with|after) (?:these|this|those|the|all) (?:\w+ )?(?:changes?|fix(?:es)?|updates?|improvements?"
    r"|adjustments?)\b"
    r"[^.]*\bshould\b|"
    r"\bshould (?:now |all )*(?:be|work)\b[^.]{0,30}\b(?:functional|working|fixed|ready|fine|now)\b"
    r"|\bwould be an? (?:great|good|perfect) (?:way|time|idea|moment)\b"
)
"""What an agent expects to happen. A person who answers accepts nothing by it."""


def _choose(sentences: list[Sentence], place: int, question: str) -> _Choice | None:
    """The choice of a sentence; the first one may answer a question."""
    sentence = sentences[place]
    choice = _find_correction(sentences, place) or _find_choice(sentence) or _find_others(sentence)
    return _find_answer(sentence, question) if choice is None and place == 0 and question else choice


def _settle(question: str) -> str:
    """A question of the agent that a yes settles; empty for an offer to go on, and for one that names several ways."""
    plain = question.lower()
    if (
        not question
        or len(question) > _MAX_TEXT
        or words.OFFERS_HELP.search(plain)
        or words.OFFERS_CHOICE.search(plain)
    ):
        return ""
    return question if words.ASKS_WHETHER.match(plain) else ""


def _accept(proposed: str, sentences: list[Sentence]) -> Candidate:
    """What the agent proposed and the person accepts."""
    words = sentences[0].text
    return Candidate(
        kind="decision",
        text=strip_end(_SUGGESTS.sub("", proposed)),
        why=f"Accepted: {words}" if len(words) < 300 else "",
        tags=("accepted",),
        quote=words,
        role="user",
        confidence=0.74,
    )


_SUGGESTS: Final = Pattern(
    r"^(?:so |then |therefore,? |here )?i(?:(?:'d| would)? (?:suggest|propose|recommend)(?: (?:to|that (?:we|you|i)"
    r"|we|you))?|(?:'d| would) (?:like|love|prefer) to) ",
    re.IGNORECASE,
)
"""How an agent leads to what it proposes."""


def _is_settled(sentence: Sentence) -> bool:
    """Whether a sentence may settle something: no question, no essay, nothing for the moment."""
    return not (
        sentence.is_question
        or len(sentence.text) > _MAX_TEXT
        or duration_cues.is_passing(sentence.plain)
        or words.LATER.match(sentence.plain)
    )


def _find_choice(sentence: Sentence) -> _Choice | None:
    plain = sentence.plain
    start = _skip_lead(plain)
    if confidence := measure_choice(plain):
        return _Choice(start, confidence)
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
    if is_reasoned and words.THEN.match(plain):
        return _Choice(start, 0.75)
    if noun := words.NOUNS.match(plain):
        return _Choice(noun.start("what"), 0.74)
    if words.REMAINS.search(plain):
        return _Choice(start, 0.78)
    if clause := words.STAYS.search(plain):
        return _Choice(clause.start("what"), 0.82)
    if words.GIVES_UP.match(plain) or words.KEEPS.match(plain, start) or words.USE_INSTEAD.search(plain, start):
        return _Choice(start, 0.76)
    return _Choice(start, 0.82) if is_reasoned and words.NO_AND_USE.match(plain, start) else None


def _find_best_head(sentence: Sentence, start: int) -> _Choice | None:
    """The surest choice by how a clause of the sentence begins."""
    plain = sentence.plain
    best: _Choice | None = None
    heads = list_possible(words.HEADS, plain)
    for clause in cues.CLAUSE.finditer(plain):
        begin = max(clause.end(), start)
        if plain[start:begin].startswith(_OPENS):
            continue
        value = _weigh_head(heads, sentence, begin) - (0.0 if begin == start else 0.04)
        if value > (best.confidence if best else 0.0):
            best = _Choice(start, value)
    return best


_OPENS: Final = ("i ", "if ", "when ", "why", "how", "what", "should", "can ", "could ")
"""Beginnings of sentences whose later clauses settle nothing."""


def _weigh_head(heads: Sequence[tuple[float, bool, Pattern]], sentence: Sentence, begin: int) -> float:
    """How sure it is that the clause that begins at a place is a choice; 0 if nothing says so."""
    for confidence, needs_reason, pattern in heads:
        if pattern.match(sentence.plain, begin) and (not needs_reason or _is_weighed(sentence.plain, begin, sentence)):
            return confidence
    return 0.0


def _has_reason(sentence: Sentence) -> bool:
    return words.REASON.search(sentence.plain) is not None or words.LOOSE_REASON.search(sentence.plain) is not None


def _is_weighed(plain: str, begin: int, sentence: Sentence) -> bool:
    """Whether an order names what was not chosen, and why: then it is more than an order."""
    clause = plain[begin:]
    reason = words.REASON.search(clause)
    if words.IN_PLACE_OF.search(clause):
        return words.RATHER.match(clause) is not None or _has_reason(sentence)
    if clause.startswith("only "):
        return re.search(r", (?:our|we|they|because|since)\b", clause) is not None
    return reason is not None and reason.start() > 8 and begin == 0 and " not " in clause


def _find_others(sentence: Sentence) -> _Choice | None:
    """A decision of somebody who is named."""
    if words.SHE_WANTS.match(sentence.plain):
        return _Choice(0, 0.8)
    for confidence, pattern in _OTHERS:
        match = pattern.search(sentence.text)
        if match and match["who"] not in words.NOT_PEOPLE and not _CODE.fullmatch(match["who"]):
            return _Choice(0, confidence)
    return _Choice(0, 0.82) if words.SETTLED.search(sentence.plain) else None


_CODE: Final = Pattern(r"[A-Z]{2,}-?\d{3,}")
"""The code of an error, before which a compiler names the place."""
_OTHERS: Final = (
    (0.82, words.OTHERS_DECISION),
    (0.82, words.OTHERS_STATEMENT),
    (0.84, words.OTHERS_DEMAND),
    (0.8, words.STATES),
)


def _find_answer(sentence: Sentence, question: str) -> _Choice | None:
    """The answer to a choice that the agent has offered."""
    start = _skip_lead(sentence.plain)
    answer = sentence.plain[start:]
    asked = question.lower()
    if not words.OFFERS_CHOICE.search(asked) or words.OFFERS_HELP.search(asked) or words.GOES_ON.search(asked):
        return None
    if len(answer.split()) < 3 or words.NO_ANSWER.match(answer) or words.REQUEST.match(answer):
        return None
    if _NAMES_WAYS.search(asked) and not _list_words(answer) & _list_words(asked):
        return None  # an order for something else
    return _Choice(start, 0.74)


_NAMES_WAYS: Final = Pattern(r"\b(?:or|oder|ou|o)\b|还是")
"""A question that names the ways between which it asks to choose."""


def _list_words(text: str) -> set[str]:
    """The words of a text that tell what it is about; single characters of scripts without spaces."""
    return {word for word in _WORD.findall(text) if word not in _FREQUENT}


_WORD: Final = Pattern(r"[^\W\d_]{3,}|[\u2e80-\u9fff\uac00-\ud7af]").compiled
_FREQUENT: Final = frozenset(
    ("the", "and", "for", "that", "this", "with", "you", "should", "would", "want", "like", "are", "can", "have", "not",
     "use", "add", "make", "now", "all", "que", "los", "las", "una", "para", "por", "con", "les", "des", "une", "pour",
     "dans", "veux", "quieres", "die", "der", "das", "und", "oder", "soll", "ich", "wir", "ein", "eine", "mit", "des")
)  # fmt: skip


def _make_back(sentences: list[Sentence], place: int) -> Candidate:
    """The decision of a sentence that refers back: `She decided that`. What was decided stands before it."""
    before, last = sentences[_find_opening(sentences, place) : place], sentences[place]
    decided = last if words.SHE_WANTS.match(last.plain) else before[-1]
    return Candidate(
        kind="decision",
        text=strip_end(decided.text[_skip_lead(decided.plain) :]),
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
    match = words.NEGATED.match(sentence.plain)
    down = words.TURNED_DOWN.match(match["rest"]) if match else None
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


_STATES_FACT: Final = Pattern(
    r"(?:it|that|this|they|·+|[\w.-]+) (?:is|are|was|has|have|will|would|can't|cannot|does)\b"
)
_ORDERS: Final = Pattern(r"\b(?:put|make|use|keep|do|move|go|take|add|write|leave|instead|because|since)\b|: ")


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
    text, reason = split_reason(strip_end(sentences[0].text[choice.start :].strip()))
    decision = Candidate(
        kind="decision",
        text=text,
        why=join_reasons(reason, rest),
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


_CHOICE: Final = late_pattern(r"\s(?:let['’]?s|please|just|make|use|try|we|i)\s", re.IGNORECASE)
"""Where the choice begins behind it: `instead of 50 let's try 25`."""


def _find_alternatives(plain: str) -> list[str]:
    """What a decision names as not chosen: `instead of X`."""
    other = words.INSTEAD.search(plain)
    if not other or MASK in other["other"] or other["other"].startswith(("that", "this", "it")):
        return []
    rejected = drop_reason(other["other"])
    return [(_CHOICE.split(rejected, maxsplit=1)[0] if other.start() == 0 else rejected).strip()]
