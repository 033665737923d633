"""Choices that a person corrects in a few words: `on second thought camelCase`, `No! BTreeMap, the order matters`.

Such words say neither what they are about nor what they replace. Both stand in the sentence that they correct, which is
kept before them: `JSON keys are in snake_case → on second thought camelCase`.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from backstory.base.common_words import is_usual
from backstory.capture.decisions.answered_offers import find_answered_offers
from backstory.capture.decisions.specifications import find_specifications
from backstory.capture.decisions.spoken_demands import find_spoken_demands
from backstory.capture.decisions.taken_back_choices import TELLS, find_taken_back_choices
from backstory.capture.decisions.terse_replies import find_terse_replies
from backstory.capture.decisions.value_choices import find_value_choices
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.decision_cues import PREFERS, RULES_OUT
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.revisions import content_words
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern
from backstory.patterns.option_lists import find_options

_CONFIDENCE: Final = 0.86
_FEWEST: Final = 3
"""Words of a reason."""
_LONG_WORD: Final = late_pattern(r"[^\W\d_][\w-]{3,}")
_MOST_WORDS: Final = 5
"""Longest choice, in words. A longer text is a sentence."""
_LONGEST: Final = 240
"""Characters of a sentence that is kept before its correction."""
_MAX_TEXT: Final = 290
"""Characters of a decision. What it corrects stands beside a longer one."""
_BACK: Final = 6
"""Sentences at the end of an answer in which the corrected one may stand."""
_HESITATES: Final = r"(?:(?:h+m+|oh|ah|ach|uh|ok(?:ay)?|wait|sorry|well|but|and|also|attends|warte|espera)[\s,.!…–-]+)*"
_LEAD: Final = Pattern(
    rf"^{_HESITATES}(?:(?:no[,\s]+)?on second thoughts?|(?:no[,\s]+)?change of plans?|(?:no[,\s]+)?scratch that"
    r"|(?:no[,\s]+)?(?:please )?make (?:that|it)|correction|i (?:meant|mean)"
    r"|(?:no[,\s]+)?actually[,\s]+(?:no[,\s]+)?(?=(?:let's|use|make|take|go|better|rather)\b)|(?:no[,\s]+)?(?:better"
    r"|rather)(?= (?:to|in|on|into|as|with|via|under)\b)"
    r"|(?:nein[,\s]+)?doch (?:lieber|besser)|(?:nein[,\s]+)?(?:dann )?lieber(?: doch)?|finalement(?: plutôt)?"
    r"|(?:non[,\s]+)?plutôt|(?:no[,\s]+)?mejor)(?:[\s,:;.!…–—]|- )+"
)
"""How a sentence begins that puts one choice in the place of another."""
_DOUBT: Final = (
    r"(?:(?:no|nope|nah|nein|nee|non|actually|actually no|en fait|en fait non|eigentlich|en realidad|so|then|dann"
    r"|alors|entonces)\b[\s,.:;!–—-]+)*"
)
_RETURNS: Final = Pattern(
    rf"^{_HESITATES}{_DOUBT}(?:(?:doch|finalement|al final)(?: (?:wieder|lieber|besser|plutôt|mejor))* (?=\S)"
    r"|(?=(?:\S+ ){1,5}?(?:after all|doch wieder|finalement|al final|después de todo)(?:$|[,;:.!–—]| -| (?:because"
    r"|for|in|on|with|für|im|bei|pour|dans|para|en)\b)))"
)
"""How a sentence begins that returns to what was given up: `no, requests after all`, `doch requests`."""
_TAIL: Final = Pattern(
    r"\b(?:after all|doch wieder|finalement|al final|después de todo)(?=$|[,;:.!–—]| -| (?:because|for|in|on|with"
    r"|für|im|bei|pour|dans|para|en)\b)"
)
_DENIES: Final = Pattern(
    r"^(?:(?:h+m+|oh|ah|ach|uh|ok(?:ay)?|sorry|well|but|attends|warte|espera|actually)[\s,.!…–—]+)*"
    r"(?:no|nope|nah|nein|nee|non|wait|actually|sorry)(?:[\s,.:;!…–—]+(?:wait|please|no|actually|sorry)\b)*"
    r"(?:(?:[,.:;!…–—]|- )\s*|$)"
)
"""A no, which the choice follows."""
_VERB: Final = Pattern(
    r"(?:(?:please|then|just|let's|rather|better|lieber|besser|plutôt|mejor)[\s,]+)*"
    r"(?:(?:let's |we )?(?:use|go with|go for|take|make it|make that|have|pick|choose|stick with)|nimm|nehmen wir"
    r"|prends|prenons|usa|usemos)?\s*"
)
"""A verb of choosing, which adds nothing to what is chosen."""
_WE_TAKE: Final = Pattern(
    r"(?:we(?:'ll| will)? (?:use|take|keep|go with|stay with)|(?:nehmen|bleiben|verwenden|benutzen|machen) wir(?: bei"
    r"| mit)?|(?:wir|ich) (?:nehmen?|verwenden?|benutzen?|bleiben? bei)|on (?:part sur|prend|garde|utilise|reste sur"
    r"|revient (?:à|sur))|(?:vamos|seguimos) con|usamos|volvemos a)\s+"
)
"""The same where somebody says `we`, behind words that return to a choice."""
_ENDS: Final = Pattern(
    r"[,;:.!?(–—]|\s-\s|\b(?:because|since|so that|as|for|instead|please|is|are|weil|denn|ist|parce"
    r"|est|porque|es)\b"
)
"""Where what is chosen ends."""
_NO_CHOICE: Final = Pattern(
    r"^(?:always|every|each|immer|nie|niemals|jede\w*|toujours|jamais|siempre|nunca|all|great|good|nice|thanks?"
    r"|tomorrow"
    r"|morgen|demain|mañana|later|then|again|error|wrong|right|fine|ok|okay|bien|gut|i|i'm|i'd|we|you|he|she|they|it"
    r"|it's|its|that|that's|this|these|those|there|here|what|why|how|when|where|who"
    r"|if|is|are|was|do|don't|does|did|not|never|no|yes|still|only|maybe|because|please|wait|stop|look|run|try|fix|show"
    r"|check|first|undo|revert|remove|delete|keep|leave|forget|nothing|sure|sorry|happen|work|sense|clear|better|worse"
    r"|faster|simpler|shorter|possible|easier|sure|ich|wir|das|es|nicht|je|on|ce|ça|eso|lo)\b"
)
"""How a sentence goes on that only refuses, orders or asks."""
_UNIT: Final = (
    r"(?:%|(?:ms|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|[KMGT]i?B|bytes?|px|r?em|lines?|times|chars"
    r"|characters?|columns?|rows?|items?|threads?|workers?|sekunden?|minuten?|stunden?|tage?|zeilen|secondes?|jours?"
    r"|heures?|segundos?|minutos?|horas?|días?)\b)"
)
_VALUE: Final = late_pattern(
    rf"`[^`]+`|(?<![\w.])--?[A-Za-z][\w-]*|(?<![\w.])\d+(?:[.,]\d+)*(?: ?{_UNIT})?(?![\w])"
    r"|\b[A-Za-z]+\d*_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]\w*[a-z]\w*[A-Z]\w*\b|\b[A-Z]{2,}\w*\b|\b\w+::\w+\b"
)
"""A value, or a name with signs of code."""
_NUMBER: Final = late_pattern(rf"\d+(?:[.,]\d+)*\s?(?P<unit>{_UNIT})?")
_REPORTS: Final = Pattern(
    r"\b(?:pass(?:es|ed|ing)?|fail(?:s|ed|ing)?|fixed|works?|worked|crash\w*|broken?|breaks|red|green|takes|took"
    r"|found|grün"
    r"|rot|läuft|marche|passe(?:nt)?|échou\w+|funciona|falla\w*)\b"
)
"""A report of what came out. It chooses nothing that could be corrected."""
_NAME: Final = late_pattern(r"(?:^|(?<=[a-zà-ÿ,:(] ))[A-Z][a-z]+\b")
"""A proper name inside of a sentence, or alone."""


_OF_OTHERS: Final = late_pattern(r"[A-ZÄÖÜÉ][^\W\d_]+: ")
"""The name with which a decision of somebody else begins. Its sentences are not kept as decisions again."""


class _Correction(NamedTuple):
    choice: str
    is_sure: bool
    """Whether its words say that it replaces another choice. A no says less."""
    rest: str = ""
    """What the sentence says behind the choice."""
    returns: bool = False
    """Whether it returns to what was given up."""


def add_corrected_choices(
    statements: Sequence[Candidate],
    prompt: str,
    answer: str,
    asked: str = "",
    list_decided: Callable[[], list[str]] = list,
) -> list[Candidate]:
    """The statements of a prompt, with its corrected choices in place of what else was read of the same sentences.

    `asked`: the prompt before the answer. `list_decided`: the decisions of the prompts before.
    """
    sentences = read_sentences(prompt, person=True)
    corrected = find_corrected_choices(sentences, answer, asked)
    corrected = corrected or find_taken_back_choices(sentences, list_decided, answer)
    whole = [*corrected, *find_other_ways(sentences), *find_picks(sentences, answer)]
    settled = [one.quote for one in statements if "accepted" in one.tags and one.kind == "decision"]
    stated = [one.text if one.kind == "rule" else one.quote for one in statements if one.kind == "rule" or one.why]
    read = [*find_value_choices(sentences, list_decided), *find_terse_replies(sentences, answer)]
    read += [] if settled else find_answered_offers(sentences, answer, asked)
    decided = [f"{one.quote} {one.why}" for one in statements if one.kind == "decision"]
    read += [one for one in find_spoken_demands(sentences, asked) if not any(one.quote in each for each in decided)]
    for one in find_specifications(sentences, answer):
        is_ruled = any(each.kind == "rule" and one.text in each.text for each in statements)
        read += [one] if not is_ruled and not any(one.quote in f"{each}." for each in (*stated, *settled)) else []
    for one in read:
        passed_on = [other for other in statements if other.kind == "decision" and _OF_OTHERS.match(other.text)]
        if all(one.quote not in f"{other.quote} {other.text}" for other in (*whole, *passed_on)):
            whole.append(one)
    texts = [one.text for one in whole]
    reasons = [one.why for one in whole]
    others = [
        one
        for one in statements
        if one.kind == "rule"
        or not (
            any(strip_end(one.quote) in text for text in texts)
            or any(_drop_no(one.text) in reason for reason in reasons)
        )
    ]
    whole = [
        one for one in whole if not any(rule.kind == "rule" and strip_end(rule.quote) in one.text for rule in others)
    ]
    return [*whole, *_give_reasons(others, sentences)]


def _drop_no(text: str) -> str:
    denial = _DENIES.match(text.lower())
    return text[denial.end() :] if denial and denial.end() < len(text) else text


def find_other_ways(sentences: Sequence[Sentence]) -> list[Candidate]:
    """What a person would do instead of what the sentence before rules out: `we can't use X. I'd go with Y`."""
    pairs = pairwise(sentences)
    return [
        Candidate(
            kind="decision",
            text=f"{strip_end(before.text)}. {strip_end(one.text)}",
            quote=one.text,
            role="user",
            confidence=_CONFIDENCE,
        )
        for before, one in pairs
        if before.paragraph == one.paragraph
        and len(before.text) <= _LONGEST
        and not (before.is_question or one.is_question)
        and RULES_OUT.search(before.plain)
        and PREFERS.match(one.plain)
    ]


_PICK: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|yes|yep|fine|good|great|hm+|then|so|well|alright|dann"
    r"|alors)[\s,.!–-]+)*(?:(?:let's )?(?:call it|go with"
    r"|take) )?(?P<choice>\S+(?: \S+){0,2}?)(?<! as)(?<! what)(?<! how)(?<! where) (?:(?:it is|it'll be|wins)(?: then"
    r"| please)?|(?P<then>then|dann|alors|entonces))[.!]*$"
)
"""How a person picks one of the names that an answer gives: `retry_locked it is`."""


def find_picks(sentences: Sequence[Sentence], answer: str) -> list[Candidate]:
    """The names that a prompt picks, behind the sentence of the answer that proposes each."""
    picks: list[Candidate] = []
    for sentence in sentences[:2]:
        match = _PICK.match(sentence.plain)
        choice = sentence.text[match.start("choice") : match.end("choice")].strip("`\"'") if match else ""
        if match and match["then"] and (not answer.rstrip().endswith("?") or _NO_CHOICE.match(choice.lower())):
            continue  # `later then`
        if choice.lower() in find_options(answer):
            continue  # `1 it is`: the mark of an option, which has a text
        proposals = [one for one in read_sentences(answer, person=False) if choice and choice in one.text]
        if not proposals or len(proposals[-1].text) > _LONGEST:
            continue
        names = [name.strip("`") for name in _VALUE.findall(answer)]
        others = list(dict.fromkeys(one for one in names if one != choice and _form(one) == _form(choice)))
        picks.append(
            Candidate(
                kind="decision",
                text=f"{proposals[-1].text} {strip_end(sentence.text)}",
                parts={"alternatives": others[:_BACK]} if others else {},
                quote=sentence.text,
                role="user",
                confidence=_CONFIDENCE,
            )
        )
    return picks


def _give_reasons(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements, where what a person only objects is the reason of the decision in the next sentence: `no wait,
    Debian has 1.63. the minimum stays at 1.63 until then`."""
    kept = list(statements)
    for before, after in pairwise(sentences):
        denial = _DENIES.match(before.plain)
        if denial is None or denial.end() >= len(before.text) or before.paragraph != after.paragraph:
            continue
        decided = [one for one in kept if one.kind == "decision" and one.quote == after.text and not one.why]
        if not decided:
            continue
        reason = strip_end(before.text[denial.end() :])
        kept = [one for one in kept if one.kind != "decision" or one.quote != before.text]
        kept = [one._replace(why=reason) if one in decided else one for one in kept]
    return kept


def find_corrected_choices(sentences: Sequence[Sentence], answer: str, asked: str = "") -> list[Candidate]:
    """The choices of a prompt that replace one of its sentence before, or of the answer before it.

    `asked`: the prompt before that answer, which says what a value is of where the answer does not.
    """
    corrected: list[Candidate] = []
    for place, sentence in enumerate(sentences[:_BACK]):
        correction = _read_correction(sentences, place)
        if correction is None:
            continue
        before = sentences[place - 1] if place else None
        denies_before = _is_denied(sentences, place)
        if before is not None and not denies_before:
            former = before if before.paragraph == sentence.paragraph and len(before.text) <= _LONGEST else None
            replaced = _find_value(before, correction.choice) if former else ""
        else:
            former, replaced = _find_former(answer, correction)
            former = _find_telling(former, replaced, asked) if former else None
        if former is None or not (replaced or correction.is_sure):
            if correction.returns and len(correction.rest.split()) >= _FEWEST:
                alone = Candidate("decision", strip_end(sentence.text), quote=sentence.text, role="user", revises=True)
                corrected.append(alone._replace(confidence=_CONFIDENCE))
            continue
        opening = f"{before.text} " if before is not None and denies_before else ""
        text, why = f"{opening}{strip_end(sentence.text)}", _explain(sentences, place)
        is_long = len(former.text) + len(text) > _MAX_TEXT
        corrected.append(
            Candidate(
                kind="decision",
                text=text if is_long else f"{strip_end(former.text)} → {text}",
                why=f"{former.text} {why}".strip() if is_long else why,
                parts={"alternatives": [replaced]} if replaced else {},
                quote=sentence.text,
                role="user",
                confidence=_CONFIDENCE,
                revises=True,
            )
        )
    return corrected


def _read_correction(sentences: Sequence[Sentence], place: int) -> _Correction | None:
    """What a sentence chooses instead of something; None for one that corrects nothing."""
    sentence = sentences[place]
    if sentence.is_question or len(sentence.text) > _LONGEST:
        return None
    returns = _RETURNS.match(sentence.plain)
    lead = returns or _LEAD.match(sentence.plain)
    denial = lead or _DENIES.match(sentence.plain)
    start = denial.end() if denial else 0
    if denial is None and not _is_denied(sentences, place):
        return None
    verb = (_WE_TAKE.match(sentence.plain, start) if returns else None) or _VERB.match(sentence.plain, start)
    begin = verb.end() if verb else start
    if start >= len(sentence.text) or _NO_CHOICE.match(sentence.plain[begin if returns else start :]):
        return None
    end = (_TAIL.search(sentence.plain, begin) if returns else None) or _ENDS.search(sentence.plain, begin)
    if lead is None and end and TELLS.match(sentence.plain, end.start()):
        return None
    choice = sentence.text[begin : end.start() if end else len(sentence.text)].strip(" .!\"'")
    if not choice or len(choice.split()) > _MOST_WORDS or _NO_CHOICE.match(choice.lower()):
        return None
    is_name = _VALUE.fullmatch(choice) or _NAME.fullmatch(choice)
    rest = sentence.plain[end.start() :] if end else ""
    return _Correction(choice, lead is not None, rest, returns is not None) if lead or is_name else None


def _is_denied(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a bare no stands before a sentence, and none to the person's own question: `stopOnLoop? no. loopGuard`"""
    if not place or (place > 1 and sentences[place - 2].is_question):
        return False
    match = _DENIES.match(sentences[place - 1].plain)
    return match is not None and match.end() == len(sentences[place - 1].plain)


def _explain(sentences: Sequence[Sentence], place: int) -> str:
    """The sentence after a correction, which says why; empty where the correction itself does."""
    after = sentences[place + 1] if place + 1 < len(sentences) else None
    plain = sentences[place].plain.rstrip(" .!…")
    if after is None or after.is_question or _ENDS.search(plain, _length_of_lead(sentences[place])):
        return ""
    is_reason = after.paragraph == sentences[place].paragraph and _LEAD.match(after.plain) is None
    return strip_end(after.text) if is_reason and len(after.text) <= _LONGEST else ""


def _length_of_lead(sentence: Sentence) -> int:
    lead = _LEAD.match(sentence.plain) or _DENIES.match(sentence.plain)
    return lead.end() if lead else 0


def _find_former(answer: str, correction: _Correction) -> tuple[Sentence | None, str]:
    """The last sentence of an answer with a value of the kind that is chosen, and that value."""
    sentences = [one for one in read_sentences(answer, person=False) if len(one.text) <= _LONGEST]
    for one in reversed(sentences[-_BACK:]):
        is_choice = not (one.is_question or _REPORTS.search(one.plain))
        if is_choice and (value := _find_value(one, correction.choice) or _find_named(one, correction)):
            return one, value
    return None, ""


def _find_telling(former: Sentence, replaced: str, asked: str) -> Sentence:
    """A sentence with a value, or the one of the prompt before that says what the value is of."""
    if len(content_words(former.text.lower()) - content_words(replaced.lower())) > 1:
        return former
    asking = [one for one in read_sentences(asked, person=True) if replaced and replaced in one.text]
    return next((one for one in asking if not one.is_question and len(one.text) <= _LONGEST), former)


def _find_named(sentence: Sentence, correction: _Correction) -> str:
    """The word of a sentence of which a sure correction says why it will not do: `to stderr, stdout is piped`."""
    if not correction.is_sure:
        return ""
    chosen = {word.lower() for word in _LONG_WORD.findall(correction.choice)}
    named = {word for word in _LONG_WORD.findall(correction.rest) if not is_usual(word)} - chosen
    return next((word for word in _LONG_WORD.findall(sentence.text) if word.lower() in named), "")


def _find_value(sentence: Sentence, choice: str) -> str:
    """The value of a sentence in whose place a choice can stand: another number of the unit, another name."""
    values = [match.group() for match in _VALUE.finditer(sentence.text)]
    chosen = next(iter(_VALUE.findall(choice)), "")
    if number := _NUMBER.fullmatch(chosen):
        numbers = [one for one in map(_NUMBER.fullmatch, values) if one and one.group() != chosen]
        same = (one.group() for one in numbers if not number["unit"] or number["unit"] == one["unit"])
        return next(same, "")
    names = [one.strip("`") for one in values if not _NUMBER.fullmatch(one)]
    names += _NAME.findall(f"- {sentence.text}") if not chosen or not names else []
    chosen = chosen.strip("`") or next(iter(_NAME.findall(f"a {choice}")), "")
    others = [one for one in names if one != chosen] if chosen else []
    return min(others, key=lambda one: _form(one) != _form(chosen), default="")


def _form(name: str) -> str:
    """The form of a name: an option of a command, an acronym, a word, or several words in one."""
    if name.startswith("-"):
        return "option"
    if name.isupper():
        return "acronym"
    return "word" if name[1:].islower() and name.isalpha() else "compound"
