"""The user's rules: what a prompt asks to keep to from now on, in the user's own words.

A rule is recognised by how it is said (`cues`). What only holds for the moment is none, nor is a question, a report, or
anything that is pasted, quoted or code. When in doubt a sentence is left alone: a rule that nobody gave is worse than
one that has to be said again.
"""

import re
from typing import Final, NamedTuple

from backstory.capture import announcements, cues, customs, foreign_rules, stewards
from backstory.capture import rule_forms as forms
from backstory.capture.candidate import Candidate
from backstory.capture.decision_cues import NOT_PEOPLE, REQUEST
from backstory.capture.patterns import Pattern
from backstory.capture.product_demands import demands_of_product
from backstory.capture.prose import MASK, Sentence, read_sentences
from backstory.capture.relayed import list_texts
from backstory.capture.rule_scope import OF_WORK, may_rule
from backstory.capture.rule_wordings import ASKED, POINTING, is_worded

MIN_CONFIDENCE: Final = 0.7
_MIN_WORDS: Final = 3
_MANY: Final = 25
"""Sentences from which a prompt is a document with an order before or behind it."""
_EDGE: Final = 4
_FRAGMENT: Final = 3
"""Words of a clause that are no rule without the rest of their sentence."""
_MIN_TEXT: Final = 2
"""Words of a rule behind what leads to it."""
_CONTEXT: Final = 240
"""Characters of a sentence that is kept to explain a rule."""


class _Cue(NamedTuple):
    """Where in its sentence a rule begins, and how certain it is."""

    start: int
    confidence: float


def find_rules(prompt: str) -> list[Candidate]:
    """The rules in a person's prompt, in their order; as decisions those that bind what is built."""
    sentences = read_sentences(prompt, person=True)
    own = range(_EDGE, len(sentences) - _EDGE) if len(sentences) > _MANY else range(0)
    texts = list_texts(sentences)
    is_long = sum(len(one.plain) for one in sentences) > _LONG
    rules: list[Candidate] = []
    headed = announced = -1
    for place, sentence in enumerate(sentences):
        if place in own or place in texts:  # the middle of a long prompt is a document
            continue
        cue = _find_cue(sentence)
        kind = "decision" if cue and demands_of_product(sentence, cue.start) else "rule"
        header = _find_header(sentence, headed)
        if header and (cue is None or header.confidence >= cue.confidence - 0.1):
            headed, cue = sentence.paragraph, header
            announced = sentence.paragraph if announcements.ANNOUNCEMENT.search(sentence.plain) else announced
            rules.append(_make_rule(sentences, place, cue))
            continue
        if announced == sentence.paragraph:
            announced = announced if _goes_on(sentence) else -1
            cue = cue or (_Cue(_skip_lead(sentence.plain), 0.84) if announced >= 0 else None)
        elif not header and announcements.ANNOUNCEMENT.search(sentence.plain) and not sentence.is_question:
            announced, cue = sentence.paragraph, _find_announced(sentence)
        if is_long and announced != sentence.paragraph and not _stands_alone(sentence):
            continue  # a long order says what holds for it
        if cue and cue.confidence >= MIN_CONFIDENCE:
            kind = "rule" if announced == sentence.paragraph else kind
            rules.append(_make_rule(sentences, place, cue)._replace(kind=kind))
    named = (_name_what(rule, sentences) for rule in rules)
    return [rule for rule in named if len(rule.text.split()) >= _MIN_TEXT or _is_unspaced(rule.text)]


def _name_what(rule: Candidate, sentences: list[Sentence]) -> Candidate:
    """A rule that only points at something, after the sentence before it; without text if there is none."""
    if not POINTING.match(rule.text.lower()):
        return rule
    place = next((place for place, one in enumerate(sentences) if one.text == rule.quote), 0)
    before = sentences[place - 1] if place else None
    if before is None or before.is_question or len(before.plain.split()) < _MIN_WORDS:
        return rule._replace(text="")
    return rule._replace(text=f"{before.text} {rule.text}")


def _stands_alone(sentence: Sentence) -> bool:
    """Whether a sentence of a long order holds beyond it: it says so, is of the work as such, or names somebody."""
    is_listed = sentence.item and announcements.RULES_FOLLOW.search(sentence.heading) is not None
    return is_listed or any(
        (OF_WORK.search(sentence.plain), _find_owner(sentence, 0), announcements.HEADER.match(sentence.plain))
    )


_LONG: Final = 1_000
"""Characters of a prompt above which it is an order with all its details."""


def _find_cue(sentence: Sentence) -> _Cue | None:
    plain = sentence.plain
    if not may_rule(sentence) or plain.endswith((":", "：")) or plain.count(MASK) > 0.8 * len(plain):
        return None
    start = _skip_lead(plain)
    rest = plain[start:]
    if len(rest.split()) < _MIN_WORDS and not _is_unspaced(rest):
        return _find_listed(sentence, start)
    owner = _find_owner(sentence, start)
    candidates = (
        owner,
        _find_head(plain, start),
        _find_prohibition(sentence, start),
        _find_demand(rest, start),
        _find_listed(sentence, start),
        _find_form(plain, start, is_report=_is_report(rest)),
        _find_foreign(rest, start),
    )
    best = max(filter(None, candidates), key=lambda cue: cue.confidence, default=None)
    if best and _NAMES_IT.match(plain[start : best.start]):
        best = best._replace(start=start)  # `the lexer: hands off`
    if best and len(plain[best.start :].split()) <= _FRAGMENT and not _is_unspaced(rest):
        best = best._replace(start=start)  # `..., never by hand` says nothing alone
    # `I push myself, you never do`: who does it instead belongs to the rule.
    return best._replace(start=min(best.start, owner.start)) if best and owner else best


_NAMES_IT: Final = Pattern(
    rf"(?:the |our |all |der |die |das |le |la |les |el |los |las )?[\w{MASK}./-]+(?: [\w{MASK}./-]+)?\s?[:–-]\s*$"
)
"""What a clause is about, before it."""


def _find_header(sentence: Sentence, headed: int) -> _Cue | None:
    """What follows `two things that hold here: `, and the sentences after it that go on with that."""
    if not may_rule(sentence):
        return None
    plain = sentence.plain
    header = announcements.HEADER.match(plain)
    if header and announcements.HEADER_WORDS.search(header[0]):
        named = _FROM.search(sentence.text, 0, header.end())
        return _Cue(_skip_lead(plain) if named else header.end(), 0.88)
    if headed == sentence.paragraph and announcements.GOES_ON.match(plain):
        return _Cue(_skip_lead(plain), 0.8)
    return None


_FROM: Final = Pattern(r"\b(?:from|by|per|for|von|de|del|di) [A-Z][a-z]+\b")
"""Who wants what a header announces."""


def _find_announced(sentence: Sentence) -> _Cue | None:
    """The rule behind the colon of the sentence that announces it, with all of it where it names who wants that."""
    colon = sentence.plain.find(": ")
    if colon < 0 or not may_rule(sentence):
        return None
    return _Cue(_skip_lead(sentence.plain) if cues.NAMED.search(sentence.text, 0, colon) else colon + 2, 0.9)


def _goes_on(sentence: Sentence) -> bool:
    """Whether a sentence behind an announcement of rules is one of them."""
    return (
        may_rule(sentence)
        and len(sentence.plain.split()) >= _MIN_WORDS
        and not announcements.ENDS_RULES.match(sentence.plain)
    )


def _skip_lead(plain: str) -> int:
    """Where the sentence begins after `and also, ` and the like."""
    lead = cues.LEAD.match(plain)
    return lead.end() if lead and lead.end() < len(plain) else 0


def _is_unspaced(text: str) -> bool:
    """Whether a text is in a script without spaces between words, and has some length."""
    return sum(char > "\u2e80" for char in text) >= 6


def _find_head(plain: str, start: int) -> _Cue | None:
    """A clause that begins as a rule does."""
    best: _Cue | None = None
    for clause in cues.CLAUSE.finditer(plain):
        begin = max(clause.end(), start)
        if begin > start and _JOINED.match(plain, clause.start()) and _TOLD.match(plain[start:]):
            continue  # `the flag is defined but never read`
        value = _weigh_head(plain, start, begin) - (0.03 if begin > start else 0.0)
        if value > (best.confidence if best else 0.0):
            best = _Cue(
                start if _JOINED.match(plain, clause.start()) and not REQUEST.match(plain[start:]) else begin, value
            )
    return best


_TOLD: Final = Pattern(r"(?:i|it|this|that|there|he|she|they|the|a|an|my|your|which|who|its)\b")
"""How a report begins."""
_JOINED: Final = Pattern(r"(?:and|but|und|et|y|e) (?:always|never|immer|nie|toujours|jamais|siempre|nunca)\b")
"""A second predicate, whose subject stands before it: `they live in docs and never move`."""


def _weigh_head(plain: str, start: int, begin: int) -> float:
    """How sure it is that the clause that begins at a place is a rule; 0 if nothing says so."""
    fit = (confidence for confidence, pattern in cues.HEADS if pattern.match(plain, begin))
    confidence = next(fit, 0.0)
    return 0.0 if confidence and _is_report(plain[start:begin]) else confidence


def _is_report(before: str) -> bool:
    """Whether the words before a clause report or ask something, so that the clause belongs to them."""
    if before.rstrip().endswith(("i.e", "i.e.", "e.g", "e.g.", "\\")):
        return True
    return before.startswith(("i thought", "i said", "i wonder", "the doc", "it says", "why", "how", "what", "is it"))


def _find_owner(sentence: Sentence, start: int) -> _Cue | None:
    """Somebody who decides, who is to be asked first, or who does it themselves."""
    text = sentence.text
    if cues.OWNER.search(text) or cues.ASK_FIRST.search(text):
        return _Cue(start, 0.86)
    if stewards.is_at_work(sentence):
        return _Cue(start, 0.9)
    if not customs.OWN_ACCOUNT.match(sentence.plain) and stewards.names_steward(sentence, start):
        return _Cue(start, 0.83)
    leave = customs.LEAVE.search(sentence.plain)
    if leave:
        turn = max((one.end() for one in customs.TURN.finditer(sentence.plain, start, leave.start())), default=start)
        return _Cue(turn, 0.86)
    if customs.OWN_ACCOUNT.match(sentence.plain):
        return None
    if customs.BELONGS.match(text[start:]) or customs.WANTED.search(text):
        return _Cue(start, 0.82)
    if cues.CONSENT.search(text) or cues.MYSELF.search(sentence.plain) or cues.RESERVED.search(text):
        return _Cue(start, 0.84)
    if cues.PASSIVE_OWNER.search(text):
        return _Cue(start, 0.8)
    return None


def _find_prohibition(sentence: Sentence, start: int) -> _Cue | None:
    """`don't ...`, `no ...`, `stop ...`, with a sign that it is meant for longer."""
    plain = sentence.plain
    for clause in cues.CLAUSE.finditer(plain):
        begin = max(clause.end(), start)
        match = cues.PROHIBITION.match(plain, begin)
        if not match:
            continue
        signs = [
            cues.STANDING.search(plain, begin) is not None,
            cues.GOVERNED.search(plain, begin) is not None,
            cues.OTHERS_WORK.search(sentence.text) is not None,
            cues.ON_BRANCH.search(plain, begin) is not None,
        ]
        if plain.startswith("not ", begin):
            signs[1] = False  # `a list of names, not adding any`
            if clause[0].strip() in ("and", "but", "so"):
                continue
        if _NOT_THERE.search(plain, begin):
            continue
        if begin > start and _NO_MORE.match(plain, begin):
            continue
        if signs == [True, False, False, False] and _ONCE.match(plain, begin):
            continue
        if any(signs):
            whole = start if plain.startswith("not ", begin) else begin
            return _Cue(whole, 0.8 + 0.05 * (sum(signs) - 1))
    return None


_ONCE: Final = Pattern(
    r"(?:please )?(?:don't|dont|do not|stop|never) \w+ (?:the|this|that|these|those|them|it|my|your)\b.{0,40}\b(?:at"
    r" all|again)"
)
"""`don't move the text at all`: one thing at hand."""
_NO_MORE: Final = Pattern(r"(?:no|not) [^,;]{2,40} any ?more\b")
"""`..., no colours any more`: the end of a report."""
_NOT_THERE: Final = Pattern(
    r"(?:no|not) [^,;]{0,60}\b(?:found|needed|required|detected|available|necessary|exists?|match\w*)\b"
)
"""What is not there is not forbidden."""


def _find_demand(rest: str, start: int) -> _Cue | None:
    """`every X must ...`, `..., always`."""
    anywhere = cues.ANYWHERE.search(rest)
    if anywhere and not rest.startswith(("i ", "i'", "it ", "that ")):
        return _Cue(start + _find_order(rest, anywhere.start()), 0.9)
    if customs.BY_RULE.search(rest) and not _is_report(rest):
        return _Cue(start, 0.86)
    if any(custom.search(rest) for custom in (customs.SUPPORTED, customs.REPROACH, customs.ALL_OURS)):
        return _Cue(start, 0.8)
    if customs.LEFT_ALONE.search(rest) and not customs.SINGLE.match(rest):
        return _Cue(start, 0.8)
    if customs.AT_A_TIME.match(rest) or (customs.WHICH_WAY.match(rest) and not customs.SINGLE.match(rest)):
        return _Cue(start, 0.82)
    if cues.TERSE.match(rest) or cues.THE_WAY.search(rest):
        return _Cue(start, 0.82)
    if any(custom.search(rest) for custom in customs.STANDING):
        return _Cue(start, 0.8)
    if cues.STATEMENT.match(rest):
        return None
    if cues.GENERAL.match(rest) and cues.GENERAL_IN.match(rest):
        return _Cue(start, 0.8)
    return _Cue(start, 0.85) if cues.LAST.search(rest) else None


def _find_order(rest: str, stop: int) -> int:
    """Where an order begins behind the colon of what leads to it; 0 without one."""
    order = cues.IMPERATIVE.search(rest, 0, stop) if ": " in rest[:stop] else None
    return order.start() if order else 0


def _find_listed(sentence: Sentence, start: int) -> _Cue | None:
    """An item of a list that is headed as rules."""
    if not sentence.item or not announcements.RULES_FOLLOW.search(sentence.heading):
        return None
    return _Cue(start, 0.85) if len(sentence.plain.split()) > 1 else None


def _find_form(plain: str, start: int, *, is_report: bool) -> _Cue | None:
    """A rule by the form of the whole sentence."""
    if is_report:
        return None
    form = forms.find_form(plain, start)
    if form is None and (is_worded(plain[start:]) or ASKED.match(plain)):
        return _Cue(start, 0.82)
    return _Cue(*form) if form else None


def _find_foreign(rest: str, start: int) -> _Cue | None:
    """A rule in another language than English."""
    confidence = foreign_rules.measure_foreign(rest)
    return _Cue(start, confidence) if confidence else None


def make_rule(sentences: list[Sentence], place: int, confidence: float) -> Candidate:
    """The rule that a sentence gives, by the weights of its signals."""
    return _make_rule(sentences, place, _Cue(_skip_lead(sentences[place].plain), confidence))


def _make_rule(sentences: list[Sentence], place: int, cue: _Cue) -> Candidate:
    """The rule that a sentence gives, with the words around it that it cannot be understood without."""
    sentence = sentences[place]
    if ";" in sentence.plain:  # several rules in one breath: whatever stands before the cue is one as well
        cue = cue._replace(start=_skip_lead(sentence.plain))
    text = sentence.text[cue.start :].strip().rstrip(" .;,")
    text = f"{_name_speaker(sentences, place, cue)}{text[_find_start(text) :]}"
    plain = sentence.plain
    before = sentence.text[: cue.start].strip(" ,;:–—-") if cue.start > _skip_lead(plain) else ""
    return Candidate(
        kind="rule",
        text=text,
        why=_explain(sentences, place, plain[cue.start :], before),
        tags=("everywhere",) if cues.EVERYWHERE.search(plain) else (),
        quote=sentence.text,
        role="user",
        confidence=cue.confidence,
        tier="working" if cues.ON_BRANCH.search(plain) or cues.is_passing(plain) else "",
        revises=cues.CHANGED.search(plain) is not None,
    )


def _name_speaker(sentences: list[Sentence], place: int, cue: _Cue) -> str:
    """Whom `he` and `she` mean at the beginning of a rule, as `Ada: `: the last one named in the paragraph."""
    sentence = sentences[place]
    if not _THIRD.match(sentence.plain, cue.start):
        return ""
    before = [one for one in sentences[max(0, place - _BACK) : place] if one.paragraph == sentence.paragraph]
    names = [name for one in before for name in _NAMES.findall(one.text) if name not in NOT_PEOPLE]
    return f"{names[-1]}: " if names else ""


_THIRD: Final = Pattern(r"(?:he|she|il|elle|él|ella)\b")
_NAMES: Final = Pattern(
    r"(?:(?<=^)|(?<=[a-z,] ))([A-ZÄÖÜÉÍ][^\W\d_A-Z]{2,})\b(?=,? (?:who|from|of|in|at|last|said|says|told|and|wants"
    r"|wanted|just"
    r"|yesterday|today|this|reviewed|looked|thinks|asked|is|was|has|had|qui|que|quien|der|die|hat|\()|[,.;]|$)"
)
_BACK: Final = 4
"""Sentences before a rule in which somebody may be named."""
_OPENING: Final = Pattern(
    r"^(?:(?:and|but|so|then)\s+)?(?:(?:please )?(?:(?:remember|keep in mind|bear in mind|note)(?: that\b|[:,])"
    r"|(?:standing |house |new )?rules?:|reminder:|important:|that (?=\S))\s*)?",
    re.IGNORECASE,
)


def _find_start(text: str) -> int:
    """Where a rule begins after `and`, `Remember:` and the like; 0 if nothing would be left."""
    match = _OPENING.match(text)
    return match.end() if match and match.end() < len(text) else 0


def _explain(sentences: list[Sentence], place: int, plain: str, before: str) -> str:
    """The words that a rule refers to, and its reason where it stands in the next sentence."""
    parts: list[str] = []
    if cues.NEEDS_CONTEXT.search(plain.split(", ", 1)[0]) and MASK not in plain:
        parts.append(before or _find_context(sentences, place))
    following = sentences[place + 1 : place + 2]
    parts += [one.text for one in following if cues.REASON.match(one.plain)]
    return "\n".join(part[:_CONTEXT] for part in parts if 0 < len(part) <= 2 * _CONTEXT)


def _find_context(sentences: list[Sentence], place: int) -> str:
    """The statement before a sentence in its paragraph; empty without one."""
    before, sentence = sentences[max(0, place - 1)], sentences[place]
    is_context = place > 0 and before.paragraph == sentence.paragraph and not before.is_question
    return before.text if is_context else ""
