"""Rules among the words of people who do not speak in rules: they dictate, digress, joke, comment code, write letters.

Each clause is read by itself. It is a rule if it says what somebody keeps for themselves, tells a wish or a taste about
the work, or lays down in formal prose how the work is done; in a long sentence also if its own words are those of one.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from backstory.capture.rules.clauses import Clause, split_clauses
from backstory.capture.rules.formal_rules import LEADS, match_criterion, match_formal
from backstory.capture.rules.kept_work import match_kept
from backstory.capture.rules.momentary_words import is_momentary
from backstory.capture.rules.owner_cues import OF_STEP
from backstory.capture.rules.product_demands import demands_of_product, describes_product
from backstory.capture.rules.relayed_rules import Passage, list_passages, list_relayed
from backstory.capture.rules.review_remarks import Remark, read_remark
from backstory.capture.rules.rule_cues import Cue, find_cue, skip_lead
from backstory.capture.rules.rule_probability import measure_rule
from backstory.capture.rules.rule_scope import may_rule
from backstory.capture.rules.rule_text import make_rule, name_speaker
from backstory.capture.rules.rules import find_rules
from backstory.capture.rules.stated_tastes import is_dislike, match_taste, match_their_taste
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.duration_cues import OF_CASE, is_passing, opens_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.relayed_text import list_texts
from backstory.capture.text.sentence_ends import strip_end
from backstory.capture.text.signals import Place
from backstory.model.similarity import word_set

_CONFIDENCE: Final = 0.86
_FILLERS: Final = Pattern(
    r"(?:(?:ok(?:ay)?|so|and|but|oh|well|right|yes|yeah|no(?=,| (?:no|not|i|we|you|leave)\b)|hm+|mm+|also|then|now"
    r"|like|listen|you know(?: what)?|i mean"
    r"|by the way|btw|one (?:wish|thing|request|more thing)(?: though)?|although|though|anyway|look|alright|good"
    r"|great|fine"
    r"|fun fact|sorry|please note|while you're at it|before i forget|at it|what they said is|he says|she says"
    r"|hang on|ah+|as always|usually|normally|in general|ach|super|klar|prima|bitte|nur eins|au fait|oui"
    r"|por cierto|vale|und|et|y|before (?:you|we|i) (?:\w+(?: (?:that|it|this|again|away|anything|on))*|forget)"
    r"|bevor ich's vergesse"
    r"|while (?:you|we)(?:'re| are) (?:there|here|at it|on it)|what i (?:mean|want|say) is)[\s,.:!…]+)*"
)
"""What a clause begins with and says nothing by."""
_GOES_ON: Final = Pattern(
    r"(?:and |or |but )?(?:always(?! (?:fail|crash|break|hang|work|return|show|get|is|was|has)\w*\b)|one (?:\w+ )?per"
    r"|not|never|nor|nowhere|nothing|no one|nobody|none|no|only|just|except|unless|until"
    r"|without|ever"
    r"|instead|neither|even|max|at most|nicht|nie|nur|kein\w*|sondern|pas|jamais|seulement|nunca|solo|sino)\b"
)
"""How a clause goes on with the rule before it."""
_LISTED: Final = Pattern(r"[\w'-]+(?: [\w'-]+)? (?:or|and|oder|und|ou|et|o|y) [\w'-]+(?: [\w'-]+)?\s*")
"""The end of a list: `no names in messages, stacks or logs`."""
_DOES_IT: Final = Pattern(
    r"(?:i|we|he|she|they) (?:always |only )?(?:write|fill|do|keep|make|update|send|take care of|look after)(?:s"
    r"|es)? (?:it|them|that"
    r"|those|all)\b"
)
"""How somebody says that they do what is theirs: `the changelog is mine, I fill it once per release`."""
_MOST_MORE: Final = 14
_LONG: Final = 16
"""Words of a sentence from which its clauses are read by the words of rules too."""
_FEWEST: Final = 3
_MOST_REASON: Final = 16
_LIKELY: Final = 0.5
_LIKELIER: Final = 0.6
_POSSIBLE: Final = 0.2
_BARELY: Final = 0.08
_SURE_CUE: Final = 0.8
_POLITE: Final = Pattern(r"(?:could|can|would|will) (?:we|you) (?:please|kindly|always|never)\b")
_TOLD: Final = 0.7
"""Part of a rule's words from which another one has told it."""
_CRITERIA: Final = "acceptance criteria"
_POINTS: Final = Pattern(
    r"(?:whatever (?:i|we|you|they) do,? )?(?:it|this|that|they|these|those|he|she)(?:'s|'re)?\b(?! (?:way|file"
    r"|folder|repo))"
)
"""A subject that says nothing outside of its sentence."""
_REPORTS: Final = Pattern(
    r"(?:[\w ]+: )?(?:it |that |this )?(?:works?|fails?|runs|breaks?|crash\w*|happens|looks|worked|failed)\b"
)
_HYPOTHETICAL: Final = Pattern(
    r"(?:if|when|as long as|as soon as|while|until|suppose|imagine|unless|maybe|perhaps|one day|wenn|falls|si|cuando)\b"
)
_STORY: Final = Pattern(
    r"\b(?:(?:he|she|they|i|somebody|someone) (?:told me|used to|once|thought)|yesterday|last (?:night|week)"
    r"|in the past"
    r"|was decided|i (?:read|heard))\b"
)


def add_wordy_rules(statements: Sequence[Candidate], sentences: Sequence[Sentence], prompt: str) -> list[Candidate]:
    """The statements of a prompt with the rules in its clauses, and in words that it passes on, that none of them
    tells."""
    kept = list(statements)
    texts = list_texts(list(sentences))
    read = [at for at, one in enumerate(sentences) if at not in texts and OF_STEP.match(one.plain) is None]
    own = (rule for place in read for rule in find_wordy(sentences, place))
    for rule in (*own, *_find_passed_on(sentences, prompt)):
        texts_kept = [one.text for one in kept if one.kind == "rule"]
        if any(is_told(rule.text, text) for text in texts_kept):
            continue
        kept = [one for one in kept if one.kind != "decision" or not is_told(one.text, rule.text)]
        kept.append(rule)
    return kept


def _find_passed_on(sentences: Sequence[Sentence], prompt: str) -> Iterator[Candidate]:
    """Yields the rules of others that a prompt passes on, each behind the name of who said it."""
    quoted = (
        one
        for place, sentence in enumerate(sentences)
        if not sentence.is_question and not _is_doubted(sentences, place)
        for one in list_relayed(sentence.text)
    )
    for passage in (*list_passages(prompt), *quoted):
        for rule in _find_in_passage(passage):
            text = rule.text if passage.speaker.lower() in rule.text.lower() else f"{passage.speaker}: {rule.text}"
            yield rule._replace(text=text, kind="rule", confidence=max(rule.confidence, _CONFIDENCE))


def _is_doubted(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a short question behind a sentence asks about it: `the reviewer wrote "...". is he right?`."""
    following = sentences[place + 1] if place + 1 < len(sentences) else None
    if following is None or not following.is_question or following.paragraph != sentences[place].paragraph:
        return False
    return len(following.plain.split()) <= _MOST_ASKED and _ASKS_ABOUT.match(following.plain) is not None


_MOST_ASKED: Final = 8
"""Words of a question that asks about the sentence before it."""
_ASKS_ABOUT: Final = Pattern(
    r"(?:(?:so|and|but|hm+|well|ok(?:ay)?)[\s,]+)*(?:(?:is|are|was|does|do|did|should|shall|would|could|can) (?:he|she"
    r"|they|it|that|this|we|i|you)\b|why\b|how come\b|really\b|true\b|right\b|agree\w*\b|thoughts\b|any (?:reason|idea)"
    r"|what (?:could|can|does|do|now|about|is|if)\b|stimmt das|warum\b|hat (?:er|sie) recht|vraiment\b|pourquoi\b"
    r"|por qué\b|es (?:verdad|cierto))"
)


def _find_in_passage(passage: Passage) -> Iterator[Candidate]:
    """Yields the rules in a passage: those of its clauses, and what its words lay down beyond doubt."""
    sentences = read_sentences(passage.text, person=True)
    if passage.is_listed:
        sentences = [one._replace(item=True, heading=_CRITERIA) for one in sentences]
    clause_rules = [rule for place in range(len(sentences)) for rule in find_wordy(sentences, place)]
    yield from clause_rules
    if passage.is_listed:
        return
    for rule in find_rules(passage.text):
        place = next((at for at, one in enumerate(sentences) if one.text == rule.quote), -1)
        if (
            place < 0
            or _REPORTS.match(rule.text.lower())
            or rule.kind != "rule"
            or rule.confidence < _SURE_CUE
            or is_passing(sentences[place].plain)
        ):
            continue
        if measure_rule(Place(sentences, place)) >= _POSSIBLE and not any(
            is_told(rule.text, one.text) or is_told(one.text, rule.text) for one in clause_rules
        ):
            yield rule


def is_told(text: str, other: str) -> bool:
    """Whether another text has most of the words of a text."""
    words = word_set(text)
    return len(words & word_set(other)) >= _TOLD * len(words)


def find_wordy(sentences: Sequence[Sentence], place: int) -> Iterator[Candidate]:
    """Yields the rules in the clauses of a sentence."""
    sentence = sentences[place]
    plain = sentence.plain
    remark = read_remark(sentence)
    if opens_passing(plain) or OF_CASE.match(plain):
        return
    clauses = [one for one in split_clauses(sentence) if remark is None or one.stop > remark.start]
    if clauses and is_passing(plain[: clauses[0].stop]):
        return
    done = 0
    for number, clause in enumerate(clauses):
        start = max(clause.start, remark.start if remark else 0)
        if start < done or (sentence.is_question and number == len(clauses) - 1 and not _POLITE.match(plain, start)):
            continue
        start = _skip(plain, start, clause.stop)
        is_long = remark is not None or len(plain.split()) >= _LONG
        stop = _find_rule(sentences, place, start, clause.stop, is_long=is_long)
        if stop < 0 or _belongs_to_story(plain, clause, clauses[:number]):
            continue
        last = next(at for at, one in enumerate(clauses) if stop <= one.stop)
        if is_dislike(plain, start) and _is_explained(sentences, place, last == len(clauses) - 1):
            continue
        if is_dislike(plain, start):
            start = _find_preferred(plain, clauses, number, start)
        stop, last = _extend(plain, clauses, last)
        if not _may_lay_down(sentences, place, start, stop):
            continue
        done = stop
        yield _make(sentences, place, start, stop, _read_reason(sentence, clauses, last), remark)


def skip_fillers(plain: str) -> int:
    """Where a text begins behind words that say nothing: `okay so`, `and by the way,`."""
    fillers = _FILLERS.match(plain)
    return fillers.end() if fillers and fillers.end() < len(plain) else 0


def measure_clause(sentences: Sequence[Sentence], place: int) -> float:
    """How sure it is that a sentence, which is a clause of a longer one, is a rule; 0 if nothing says so."""
    plain = sentences[place].plain
    start = _skip(plain, 0, len(plain))
    if _find_rule(sentences, place, start, len(plain), is_long=False) >= 0:
        return 1.0
    cue = find_cue(_slice(sentences[place], start, len(plain)))
    chance = _measure(sentences, place, start, len(plain))
    return cue.confidence if cue and chance >= _BARELY else chance * _SURE_CUE if chance >= _LIKELY else 0.0


def goes_on(plain: str, clause: Clause) -> bool:
    """Whether a clause goes on with the rule before it."""
    words = plain[clause.start : clause.stop]
    more = _GOES_ON.match(words) or _LISTED.fullmatch(words) or _DOES_IT.match(words)
    return more is not None and len(words.split()) <= _MOST_MORE


def _skip(plain: str, start: int, stop: int) -> int:
    """Where the words of a clause begin behind what only leads to them."""
    fillers = _FILLERS.match(plain, start)
    start = fillers.end() if fillers and fillers.end() < stop else start
    leads = LEADS.match(plain, start)
    return leads.end() if leads and leads.end() < len(plain) else start


def _find_rule(sentences: Sequence[Sentence], place: int, start: int, stop: int, *, is_long: bool) -> int:
    """The end of the rule that begins at a place of a sentence; -1 if none does."""
    sentence = sentences[place]
    stop_kept = match_kept(sentence.text, sentence.plain, start)
    if stop_kept >= 0:
        return stop_kept
    stop_taste = match_taste(sentence.plain, start)
    if stop_taste >= 0:
        return stop_taste
    if sentence.item:
        stop_criterion = match_criterion(sentence.plain, start, f"{sentence.heading} {sentence.section}")
        if stop_criterion >= 0:
            return stop_criterion
    chance = _measure(sentences, place, start, stop)
    stop_theirs = match_their_taste(sentence.plain, start)
    if stop_theirs >= 0 and max(chance, _measure(sentences, place, start, len(sentence.plain))) >= _POSSIBLE:
        return stop_theirs
    stop_formal = match_formal(sentence.plain, start, chance, is_listed=sentence.item)
    if stop_formal >= 0:
        return stop_formal
    part = _slice(sentence, start, stop)
    if not is_long or len(part.plain.split()) <= _FEWEST or chance < _LIKELIER:
        return -1
    cue = find_cue(part)
    is_cued = (
        not _POINTS.match(part.plain)
        and cue is not None
        and cue.confidence >= _SURE_CUE
        and cue.start <= skip_lead(part.plain)
    )
    return stop if is_cued and not demands_of_product(part, 0) and not describes_product(part) else -1


def _measure(sentences: Sequence[Sentence], place: int, start: int, stop: int) -> float:
    """How likely a clause is a rule by the weights of its words."""
    part = _slice(sentences[place], start, stop)
    return measure_rule(Place([*sentences[:place], part, *sentences[place + 1 :]], place))


def _is_explained(sentences: Sequence[Sentence], place: int, is_last: bool) -> bool:
    """Whether the sentence behind a dislike says what is wanted: `not sure I love the capitals. Rack wants ...`."""
    after = sentences[place + 1] if is_last and place + 1 < len(sentences) else None
    if after is None or after.paragraph != sentences[place].paragraph:
        return False
    return find_cue(after) is not None or measure_rule(Place(list(sentences), place + 1)) >= _LIKELY


def _find_preferred(plain: str, clauses: Sequence[Clause], number: int, start: int) -> int:
    """Where a dislike begins with the clause before it that says what is wanted: `plain sentence as subject, ...`."""
    before = clauses[number - 1] if number else None
    if before is None or plain[before.start] in "([" or len(plain[before.start : before.stop].split()) < _FEWEST:
        return start
    is_short = len(plain[before.start : before.stop].split()) <= _MOST_WANTED
    return before.start if is_short and _NO_VERB.match(plain, before.start) else start


_MOST_WANTED: Final = 8
_NO_VERB: Final = Pattern(
    r"(?!.*\b(?:i|is|are|was|were|it|we|you|do|did|have|has|can|could|will|let|ok|no"
    r"|confession)\b[^,]*$)[\w'-]+ [^,;:]*"
)


def _extend(plain: str, clauses: Sequence[Clause], last: int) -> tuple[int, int]:
    """The end of a rule with the clauses that go on with it, and the number of its last clause."""
    while last + 1 < len(clauses) and goes_on(plain, clauses[last + 1]):
        last += 1
    return clauses[last].stop, last


def _may_lay_down(sentences: Sequence[Sentence], place: int, start: int, stop: int) -> bool:
    """Whether a clause may hold for longer than the task at hand."""
    part = _slice(sentences[place], start, stop)
    polite = _POLITE.match(part.plain)
    return (polite is not None or may_rule(part._replace(text=part.text.rstrip("?")))) and not (
        is_passing(part.plain) or is_momentary(part.plain)
    )


def _belongs_to_story(plain: str, clause: Clause, before: Sequence[Clause]) -> bool:
    """Whether a clause belongs to a condition or to a story."""
    if _HYPOTHETICAL.match(plain, clause.start) and not plain.startswith(
        ("when you're done", "whenever"), clause.start
    ):
        return True
    lead = plain[before[-1].start : clause.start] if before and not plain.startswith("so ", clause.start) else ""
    return bool(_STORY.search(lead) or _STORY.search(plain, clause.start, clause.stop))


def _read_reason(sentence: Sentence, clauses: Sequence[Clause], last: int) -> str:
    """The reason behind a rule, if it is short."""
    if last + 1 == len(clauses) or not clauses[last + 1].gives_reason:
        return ""
    reason = strip_end(sentence.text[clauses[last + 1].start : clauses[last + 1].stop].strip())
    return reason if len(reason.split()) <= _MOST_REASON else ""


def _make(
    sentences: Sequence[Sentence], place: int, start: int, stop: int, reason: str, remark: Remark | None
) -> Candidate:
    sentence = sentences[place]
    rule = make_rule(list(sentences), place, Cue(start, _CONFIDENCE))
    text = strip_end(sentence.text[start:stop].strip())
    text = f"{name_speaker(sentences, place, start)}{text}"
    named = _PATHS.findall(sentence.text, 0, start) if _THERE.search(text.lower()) and not _PATHS.search(text) else []
    if named:
        text = f"{named[-1].strip('`')}: {text}"
    elif remark and remark.path and _HERE.search(text.lower()) and remark.path not in text:
        text = f"{remark.path}: {text}"
    return rule._replace(text=text, why=reason, confidence=_CONFIDENCE)


_THERE: Final = Pattern(r"\bthere\b")
_PATHS: Final = re.compile(r"`[^`\s]+`|(?<![\w/.])(?:[\w@.-]+/)+[\w@.*-]*|\b[\w-]+\.[a-z]{1,5}\b(?!\()")
"""Paths before `there`, which say where that is."""
_HERE: Final = Pattern(r"\b(?:in )?here\b(?! we\b)|\bin there\b")


def _slice(sentence: Sentence, start: int, stop: int) -> Sentence:
    return sentence._replace(text=sentence.text[start:stop], plain=sentence.plain[start:stop])
