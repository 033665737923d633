"""What a person chooses between the ways that a question of the agent names: `SQLite, it's simpler`, `the latter`.

The choice is the title, and the reason stands behind it, whichever the person says first.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from backstory.base.unspaced import is_unspaced
from backstory.capture.decisions.approved_ways import find_approval, list_fitting
from backstory.capture.decisions.options import amend_option
from backstory.capture.rules.errands import goes_on
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.decision_cues import ASKS_WHETHER, OFFERS_HELP
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line

MAX_PROMPT: Final = 400
"""Characters of a prompt that may be such an answer."""
_MOST_SENTENCES: Final = 2
"""Sentences of such an answer: the choice and its reason."""
_FEWEST_WAYS: Final = 2
_MAX_TEXT: Final = 240
_MAX_WAY: Final = 160
_MAX_QUESTION: Final = 200
_SHORT: Final = 4
"""Words of a way that may stand beside the other one in a title."""
_OR: Final = Pattern(r"(?:,)? (?:or|oder|ou|o|oppure)(?: else)? |还是|それとも")
_CONTEXT: Final = Pattern(
    r"\b(?:for|in|into|on|at|to|as|by|from|with|here|there|now|instead|first|when|if|while|für|in|im|hier|nehmen"
    r"|verwenden"
    r"|benutzen|pour|dans|ici|para|en|aquí|per|qui)\b"
)
"""Where what is asked about goes on behind the last way."""
_QUESTION_START: Final = Pattern(
    r"^(?:(?:so|and|then|ok(?:ay)?|also)[\s,]+)*(?:(?:should|shall|do|does|would|could|can|may|will|are|is)"
    r" (?:(?:you|i|we|it|this|that|they|the \w+) )?(?:(?:want|like|prefer|rather|me|us|to|be|go|have|use|keep"
    r"|take|put|make|add|do"
    r"|need|store|with|it|them|this|that) )*|(?:soll\w*|willst|möchtest|will) (?:ich|du|wir|sie) (?:lieber )?"
    r"|(?:dois-je|veux-tu|voulez-vous|préfères-tu) (?:\w+er )?|(?:¿ ?)?(?:uso|usamos|quieres|prefieres|debo|hago) "
    r"|i can (?:do (?:it|that|this) )?|we (?:can|could) (?:do (?:it|that|this) )?)"
)
"""How a question begins before it names the first way."""
_GENERIC: Final = Pattern(
    r"(?:(?:so|and|then)[\s,]+)*(?:which (?:one|option|way|approach|of (?:these|them|the two))?|what|how)"
    r" ?(?:do|would|should|shall) (?:you|we|i) (?:want|like|prefer|rather|do|take|use|choose|pick|go with|think)\W*"
    r"|(?:(?:so|and|then)[\s,]+)*which (?:one|option|way|of (?:these|them|the (?:two|three)))(?: is it| shall it be"
    r"| should it be)?\W*|(?:welche[rs]?|lequel|laquelle|cuál)(?: davon| möchtest du| préfères-tu| prefieres)?\W*"
    r"|(?:ok(?:ay)?|thoughts|preference|your (?:call|choice|preference))\W*"
)
"""A question that says nothing about what it asks."""
_FIRST: Final = r"first|former|erste[nr]?|première?|primer[oa]?|prim[oa]"
_SECOND: Final = r"second|latter|last|zweite[nr]?|letzte[nr]?|deuxième|seconde?|dernière?|segund[oa]|últim[oa]"
_LEAD: Final = (
    r"(?:(?:ok(?:ay)?|yes|yeah|hm+|then|so|well|please|bitte|ja|oui|sí|no|just|let's|let us|i(?:'d| would)?(?: rather"
    r"| prefer| like| want| go| take| choose| pick| say| have)*"
    r"|we(?:'d| would|'ll)?(?: rather| prefer| want| go| take| use)*|go|take|use|do|make it|put it|keep|choose"
    r"|pick|with|for|have|rather|definitely|probably|lieber|dann|nimm|wir nehmen"
    r"|ich nehme|je préfère|prenons|prefiero|mejor|usa|usemos)[\s,:]+)*"
)
_ORDINAL: Final = Pattern(
    rf"^{_LEAD}(?:(?:the|die|den|der|das|la|le|el|lo|il) )?(?:option |variante? |opción )?"
    rf"(?:(?P<first>{_FIRST})|(?P<second>{_SECOND}))\b(?: (?:one|option|way|approach|variante?|opción|please|bitte))*"
    r"(?=\W|$)"
)
_REASON_FIRST: Final = Pattern(
    r"^(?P<why>(?:because|since|as|weil|da|parce que|comme|porque|como) [^?]{6,200}?)"
    r"(?:, |: | - | – | — )(?P<rest>\S.*)$"
)
"""A reason that stands before the choice."""
_STOP: Final = Pattern(
    r"(?:[.!;:—–]|,)(?=\s|$)| (?=(?:because|since|as (?:it|we|they|the|this|that)\b|so that|weil|denn|parce que"
    r"|car|porque"
    r"|ya que|perché)\b)| - "
)
"""Where the choice ends and its reason begins."""
_FILLER: Final = frozenset(
    ("the", "a", "an", "in", "into", "on", "to", "with", "for", "it", "is", "are", "be", "fine", "good", "better",
     "best",
     "ok", "okay", "please", "one", "option", "way", "approach", "then", "sounds", "works", "me", "i", "we", "go",
     "let",
     "s", "d", "use", "take", "prefer", "rather", "would", "want", "like", "do", "by", "of", "here", "this", "that",
     "enough", "der", "die", "das", "den", "im", "ist", "gut", "bitte", "le", "la", "les", "el", "los", "en",
     "yes", "no",
     "just", "only", "definitely", "keep", "put", "using", "have", "choose", "pick", "say", "now", "und", "and", "i'd",
     "we'd", "i'll", "we'll", "let's", "it's", "that's")
)  # fmt: skip
"""Words of an answer that say nothing of which way it means."""
_WORD: Final = Pattern(r"[^\W_]+(?:[.+#'-][^\W_]+)*\+*#?|[\u2e80-\u9fff]")
_ITEM: Final = late_pattern(
    r"^[ \t]*(?:[-*•+]|\(?(?:[a-h]|\d)[.):])[ \t]+(?P<text>\S.*)$", re.MULTILINE | re.IGNORECASE
)
_MOST_WORDS: Final = 8
_NO: Final = Pattern(
    r"^(?:no|nope|nah|nein|non|não)\b[\s,.:;!–—-]*(?:(?P<because>because|since|weil|denn|parce que|car|porque)\b"
    r"|(?=\w))"
)
_DENIES: Final = Pattern(r"^(?:should|do we (?:want|need|keep)|must|may (?:the|it|a)|soll\w*|debe\w*|faut-il|doit)\b")


def find_chosen_way(prompt: str, question: str, answer: str) -> Candidate | None:
    """The decision of a prompt that chooses between the ways that the answer before it names in its last question.

    None where the question names none, and where it is not clear which one is meant.
    """
    if not question or len(prompt) > MAX_PROMPT or prompt.rstrip().endswith(("?", "？")):
        return None
    line = " ".join(prompt.split())
    if len(read_sentences(line, person=True)) > _MOST_SENTENCES:
        return None
    ways, rest = _list_ways(question, answer)
    if len(ways) < _FEWEST_WAYS:
        return _find_refusal(line, question)
    why, head = "", line
    if reasoned := _REASON_FIRST.match(line.replace("’", "'").lower()):
        why, head = line[: reasoned.end("why")], line[reasoned.start("rest") :]
    plain = head.replace("’", "'").lower()
    stop = _STOP.search(plain, 1)
    clause = plain[: stop.start()] if stop else plain
    place = _find_place(clause, ways)
    approval = find_approval(line, ways)
    if approval and approval.way != place and approval.is_clear:
        return _make(ways, approval.way, rest, question, "", line, approval.rest)
    if place is None:
        return None
    why = why or (head[stop.end() :].strip(" .,;:–—-") if stop else "")
    return _make(ways, place, rest, question, one_line(why, _MAX_TEXT), line)


def _list_ways(question: str, answer: str) -> tuple[list[str], str]:
    """The ways that a question names, and what is asked about behind the last of them. A question that only asks
    which one is meant is about the list or the sentence before it."""
    if ways := _split_ways(question):
        return ways
    if not _GENERIC.match(question.lower()) and not question.lower().startswith(("which", "welche", "quel", "cuál")):
        return [], ""
    body = answer[: answer.rfind(question)] if question in answer else answer
    items = [one_line(item["text"].replace("**", "").strip(" .;,"), _MAX_WAY) for item in _ITEM.finditer(answer)]
    if len(items) > 1:
        return items, ""
    before = [one.text for one in read_sentences(body, person=False)][-3:]
    for sentence in reversed(before):
        if ways := _split_ways(sentence):
            return ways
    return [], ""


def _split_ways(question: str) -> tuple[list[str], str] | None:
    """The two ways around the `or` of a sentence, and what follows them."""
    text = question.strip().rstrip("?？. ").lstrip("¿")
    text = text.rpartition(": ")[2] if ": " in text and _OR.search(text.rpartition(": ")[2].lower()) else text
    parts = list(_OR.finditer(text.lower()))
    if len(parts) != 1:
        return None
    left, right = text[: parts[0].start()], text[parts[0].end() :]
    if match := _QUESTION_START.match(left.lower()):
        left = left[match.end() :] or left
    left = left.rpartition(", ")[2] if left.lower().startswith(("in ", "for ", "as ")) else left
    context = _CONTEXT.search(right.lower(), 1)
    way, rest = (right[: context.start()], right[context.start() :]) if context else (right, "")
    opening = right.split()[0].lower() if right.split() else ""
    if opening and (places := [one.start() for one in re.finditer(rf"(?<!\S){re.escape(opening)}\s", left.lower())]):
        left = left[places[-1] :]
        way, rest = right, ""
    ways = [left.strip(" ,"), way.strip(" ,")]
    return (ways, "" if _VERB.fullmatch(rest.strip()) else rest.strip()) if all(ways) else None


_VERB: Final = Pattern(r"(?:nehmen|verwenden|benutzen|instead|first|now)\W*")
"""What follows the last way and names nothing."""


def _find_place(clause: str, ways: Sequence[str]) -> int | None:
    """Which of the ways a clause means; None where it is none of them, or more than one."""
    if ordinal := _ORDINAL.match(clause):
        rest = set(_WORD.findall(clause[ordinal.end() :])) - _FILLER
        return None if rest else 0 if ordinal["first"] else len(ways) - 1
    words = _WORD.findall(clause)
    telling = [word for word in words if word not in _FILLER]
    if not telling or len(words) > _MOST_WORDS:
        return None
    named = [{word for word in _WORD.findall(way.lower()) if word not in _FILLER} for way in ways]
    common = set.intersection(*named)
    fitting = [n for n, own in enumerate(named) if (own - common).intersection(telling)]
    if len(fitting) != 1 or len(list_fitting(clause, ways)) > 1:
        return None  # `glob` also stands in `globs`
    return fitting[0] if named[fitting[0]].issuperset(telling) else None


_GOES_ON: Final = Pattern(r"\W*(?:continue|proceed|start|begin|go on|keep going|move on|need|necesit\w*|continu\w*)\b")
_OFFERS: Final = Pattern(
    r"\W*(?:would you like|do you want|should (?:i|we)|shall (?:i|we)|want me|may i|ready to|is this"
    r"|¿?es est[ea]|quieres)\b"
)
"""A question which way the agent is to go on: nothing holds after that."""


def _make(
    ways: Sequence[str], place: int, rest: str, question: str, why: str, quote: str, change: str = ""
) -> Candidate | None:
    """The decision for one of the ways, with the change that the person makes to it."""
    chosen = ways[place]
    if goes_on(chosen.lower()) or (_GOES_ON.match(chosen.lower()) and _OFFERS.match(question.lower())):
        return None
    others = [way for number, way in enumerate(ways) if number != place]
    is_short = len(others) == 1 and all(len(way.split()) <= _SHORT for way in ways)
    if is_short and not is_unspaced(chosen) and not _CONTEXT.match(chosen.lower()):
        text = f"{chosen} over {others[0]} {rest}".rstrip()
    elif is_generic(question):
        text = chosen
    else:
        text = f"{one_line(question, _MAX_QUESTION)} {chosen}"
    text, more = amend_option(text, change)
    why = why or more
    return Candidate(
        kind="decision",
        text=strip_end(one_line(text, _MAX_TEXT)),
        why=why,
        parts={"alternatives": [one_line(other, 120) for other in others]},
        tags=("accepted",),
        quote=quote,
        role="user",
        confidence=0.86,
    )


def _find_refusal(line: str, question: str) -> Candidate | None:
    """`no` with a reason, as the answer to a question on how something is to be."""
    plain = question.replace("’", "'").lower()
    if OFFERS_HELP.search(plain) or not (ASKS_WHETHER.match(plain) or _DENIES.match(plain)) or _OR.search(plain):
        return None
    match = _NO.match(line.replace("’", "'").lower())
    sentences = read_sentences(line, person=True)
    if match is None or any(one.is_question for one in sentences):
        return None
    start = match.start("because") if match["because"] else match.end()
    why = line[start:].strip(" .,;:")
    if len(why.split()) < _SHORT or not (match["because"] or _REASONS.match(why.lower())):
        return None
    return Candidate(
        kind="decision",
        text=f"{one_line(question, _MAX_QUESTION)} No",
        why=why,
        tags=("accepted",),
        quote=line,
        role="user",
        confidence=0.8,
    )


_REASONS: Final = Pattern(
    r"(?:it|that|this|they|these|those|we|our|the [\w-]+|nobody|some|there|das|es|wir|sie|c'est|il|on|es|son|no se)"
    r" ?(?:is|are|was|were|has|have|need\w*|can|can't|cannot|must|would|will|takes?|breaks?|costs?|don't|doesn't|only"
    r"|still|'s|'re|ist|sind|brauch\w*|est|sont)\b"
)
"""How a clause begins that says why."""


def is_generic(question: str) -> bool:
    """Whether a question says nothing about what it asks: `Which one do you prefer?`"""
    return _GENERIC.fullmatch(question.lower()) is not None


def find_mark(question: str, marks: Sequence[str]) -> str:
    """The mark of the option that a question proposes to go with: `Shall I go with A?`; empty where it names none."""
    named = {mark for _, mark in pairwise(_WORD.findall(question.lower())) if mark in marks}
    return named.pop() if len(named) == 1 else ""
