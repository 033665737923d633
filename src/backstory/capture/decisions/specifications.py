"""How a person says in plain words how the thing at hand is to be: `dump stays plain. fmt only.`, `I'd put them last`.

Such a sentence has no word of a choice. What stands before it, if it is a story, says why; a question of the person
before it says what it is about.
"""

import re
from collections.abc import Sequence
from typing import Final

from backstory.base.reversals import stem_words
from backstory.base.tokenizer import identifier_parts
from backstory.capture.decisions.conclusions import ACTS, SUBJECT, find_story, observes_fault
from backstory.capture.rules.errands import is_errand
from backstory.capture.text.backgrounds import tells
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.deliberations import is_no_choice
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.reasons import join_reasons, split_reason
from backstory.capture.text.revisions import content_words
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line

_CONFIDENCE: Final = 0.82
_LONGEST: Final = 260
_MAX_REASON: Final = 300
_MAX_QUESTION: Final = 160
_SHORT: Final = 90
"""Characters of a sentence beside which the next one may stand in the title."""
_LEAD: Final = (
    r"^(?:(?:and|but|so|then|ok(?:ay)?|also|yes|please|pls|good|fine|two corrections|one correction)[\s,.:]+)*"
)
_NUMBER: Final = (
    r"(?:\d[\d.,]*(?: ?(?:%|[a-z]{1,2}b?\b|per ?cent|percent|\w+s\b))?|(?:one|two|three|four|five|six|seven|eight|nine"
    r"|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|a hundred) \w+)"
)
_STAYS: Final = Pattern(
    rf"{_LEAD}{SUBJECT}(?:(?:stay|remain)s?(?: in| under| out| where| as| plain| private| public"
    rf"| optional"
    r"| internal| compact| unformatted| untouched| unsorted| sorted| off by default| on by default| opt-in| the same"
    rf"| {MASK}+| [\w-]+[./]\S*|$)|keeps? (?:its|their|the)\b|(?:can|may) stay [\w{MASK}])"
    r"(?! (?:high|low|empty|open|slow|red|broken|blank|stuck)\b)"
)
"""`inherited flags stay in one block`"""
_STAYS_BRIEF: Final = Pattern(
    rf"^(?:the )?[\w{MASK}./-]+(?: [\w{MASK}./-]+)? (?:stays?|remains?) (?!high\b|low\b|empty\b|open"
    r"|slow|red\b|broken|blank|stuck|ragged|the case|to be|home|behind|here|there|with you|up\b|down\b)[\w-]+[.!]*$"
)
"""`dump stays plain.`"""
_WITH: Final = Pattern(
    rf"{_LEAD}(?:with|without|for|in|on|below|above|where) [^,;:?]{{3,60}}?,? (?:it|this|that|they"
    rf"|the [\w-]+) (?:has to|have to"
    r"|must|may not|will|shall)(?: always| still)? (?:remain|stay|keep|be left)\b"
)
"""`without a title it has to stay as it is`"""
_SHOULD: Final = Pattern(
    rf"{_LEAD}(?:the )?(?P<what>[\w{MASK}./:()-]+(?: [\w{MASK}./-]+)?) should(?: not|n't) (?!be (?:hard|difficult"
    rf"|a problem)"
    r"|matter|happen|take|need|work)[a-z]+ [^?]{3,}$"
)
"""`add_slot should not raise for that`"""
_CALLS: Final = Pattern(
    rf"(?:^|[,;:] |\band ){_LEAD[1:]}(?P<all>(?:call|name) (?:the|our|that|this|its|it) (?:new )?(?:(?:method|option"
    rf"|flag|function"
    r"|class|module|setting|command|field|variable|type|package|crate|gem|endpoint|column|table|parameter|argument"
    r"|key|file"
    rf"|folder|hook|event|task|job|target|section|switch) )?(?:--?[a-z][\w-]*|[\w-]+\([^()]*\)|{MASK}{{3,}}|\w+_\w+"
    rf"|[\w-]+\.\w+)"
    r"(?: for (?:now|the moment|the time being|a start))?)(?=[.,;!]|$| because\b| and\b)"
)
"""`Call the option --tail-lines.` A method with more behind its name is only invoked."""
_CALLS_METHOD: Final = Pattern(
    rf"{_LEAD}(?P<all>(?:call|name) (?:the|our|that|this|its) (?:new )?(?:method|function|class|constructor|helper"
    rf"|macro|type)"
    r" [\w.:]+(?:\([^()]*\))?)[.!]*$"
)
_WOULD: Final = Pattern(
    rf"{_LEAD}i(?:'d| would) (?P<all>(?:rather |simply |just |still )*{ACTS}\b(?! (?:a look|it a try|to"
    rf"|that if)\b)[^?]+)$"
)
"""`I would put them last`"""
_CAPS: Final = Pattern(rf"{_LEAD}(?:cap|limit|clamp|bound|restrict|round|truncate|cut) (?!down\b)[^?]*?{_NUMBER}")
"""`cap 16 columns of padding`"""
_BUDGET: Final = Pattern(
    rf"{_LEAD}{_NUMBER} (?:is|are) (?:the|our|my) (?:budget|limit|cap|ceiling|maximum|minimum|max|min|target"
    rf"|threshold|floor"
    r"|deadline|upper bound|bound)\b"
    rf"|{_LEAD}{_NUMBER}(?: and {_NUMBER})? (?:will do|is enough|are enough|is plenty|is fine|are fine)\b"
    r"(?: until\b| till\b| for\b| unless\b)"
)
"""`200 MB is the ceiling for the image`, `seven days will do until somebody complains`"""
_UNTIL: Final = Pattern(
    rf"{_LEAD}(?:until|till|unless|as long as|while) (?:(?:he|she|they|[\w-]+) (?:says?|answers?|decides?|confirms?"
    rf"|agrees?"
    r"|replies|has|have|hasn't|haven't|is|knows?|objects?|tells?|complains?|signs?|comes?|speaks?"
    r"|does(?:n't)?)\b[^?]*?)"
    rf"(?:, | )(?:we|it|they|the [\w-]+|a [\w-]+|every [\w-]+|each [\w-]+|nothing|no [\w-]+) (?:{ACTS}|act|assume|count"
    r"|stays?|remains?|goes|gets|is|are|does|do|behaves?|don't|do not)\b"
)
"""`Until she answers we treat a guest like a member`"""
_THEN: Final = Pattern(
    rf"^(?:(?:ok(?:ay)?|good|fine|right|well)[\s,.]+)*then (?:don't|do not|never) (?!commit|push|worry|start"
    rf"|bother)\w+ [^?]{{3,}}"
    r"\b(?:when|if|unless|for (?:all|every|each)|by default|until)\b"
    rf"|{_LEAD}(?:leave|keep) (?:the|our|that) [\w{MASK}-]+(?: [\w{MASK}-]+){{0,3}},? then[.!]*$"
    rf"|^(?:(?:ok(?:ay)?|good|fine|right|well)[\s,.]+)*then (?:let's |please )?(?:{ACTS}|say)\b(?! (?:it|that|me|them"
    rf"|on|with"
    r" (?:the|it)|the (?:next|tests?))\b)[^?]*(?=, (?:[\w-]+ (?:is|are|has|have|gets?|does|wants?|needs?|says?|uses?)\b"
    r"|(?:nobody|no one|everybody|they|we|it|that)\b))"
)
"""`Then use 2.2 and 0.4 whenever we quote something, he gets the same`"""
_NOBODY: Final = Pattern(
    rf"{_LEAD}{ACTS}\b(?! (?:going|on|it up)\b)[^,;:?]{{3,90}}, (?:nobody|no one|noone|everybody|everyone"
    rf"|hardly anyone|hardly anybody"
    rf"|few people|people"
    r"|users) \w+"
)
"""`load all of it there, nobody opens that page`"""
_SUITS: Final = Pattern(
    rf"{_LEAD}(?!(?:it|this|that|they|everything|all|both|which|what|the rest"
    rf"|yours?)\b)(?P<what>[\w{MASK}][^,;:?]{{5,120}}?) (?:is|are)"
    r" (?:(?:perfectly|quite|all|absolutely) )?(?P<fine>fine|ok(?:ay)?|good|right|all right) (?:with|by|for) (?:me"
    r"|us)\b"
)
"""`deciding by length is fine with me`"""
_REASON: Final = Pattern(
    r", (?:(?:[\w-]+ (?:is|are|was|were|has|have|had|gets?|does|wants?|needs?|says?|can|can't|cannot|complains?"
    r"|uses?)\b)"
    r"|(?:nobody|no one|noone|everybody|everyone|hardly|people|users|it's|that's|they|we|it|that one|those|i)\b)"
)
"""Where an order goes on with its reason."""
_ONLY: Final = Pattern(
    r"^(?:[\w-]+(?: [\w-]+)?(?: for the)? [\w-]+ only|[\w-]+ only|only [\w -]{2,30}|not [\w -]{2,30})[.!]*$"
)
_POINTS: Final = Pattern(r"\b(?:it|them|that|those|there)\b")


def find_specifications(sentences: Sequence[Sentence], answer: str = "") -> list[Candidate]:
    """The decisions of a prompt in plain words. `answer`: the one before it, which names the things at hand."""
    found: list[Candidate] = []
    words = _list_stems(answer) if answer else frozenset()
    last = -1
    for place, one in enumerate(sentences):
        if place <= last or one.is_question or one.item or len(one.text) > _LONGEST:
            continue
        span = _find_span(one, words)
        if span is None or tells(one.plain) or is_no_choice(one):
            continue
        last = place + _count_joined(sentences, place, words)
        found.append(_make(sentences, place, last, span))
    return found


def _find_span(one: Sentence, words: frozenset[str]) -> tuple[int, int] | None:
    """Which part of a sentence says how something is to be."""
    plain = one.plain
    if is_passing(plain) and not (_CALLS.search(plain) or _UNTIL.match(plain)):
        return None
    for named in (_CALLS.search(plain), _CALLS_METHOD.match(plain), _WOULD.match(plain)):
        if named:
            return named.span("all")
    if suits := _SUITS.match(plain):
        return suits.span("what")[0], suits.end("fine")
    if any(pattern.match(plain) for pattern in (_CAPS, _BUDGET, _UNTIL, _NOBODY)):
        return _skip(plain), len(plain)
    if _THEN.match(plain) and not is_errand(plain):
        return _skip(plain), len(plain)
    if observes_fault(plain):
        return None
    should = _SHOULD.match(plain)
    if should and _list_stems(one.text[slice(*should.span("what"))]) & words:
        return _skip(plain), len(plain)
    if _STAYS.match(plain) or _STAYS_BRIEF.match(plain) or _WITH.match(plain):
        return _skip(plain), len(plain)
    return None


def _skip(plain: str) -> int:
    match = _OPENING.match(plain)
    return match.end() if match else 0


_OPENING: Final = Pattern(_LEAD)


def _list_stems(text: str) -> frozenset[str]:
    return stem_words(content_words(f"{text} {identifier_parts(text)}".lower()))


def _count_joined(sentences: Sequence[Sentence], place: int, words: frozenset[str]) -> int:
    """1 where the next sentence belongs into the title: both are short, and it says where it holds or how far."""
    if len(sentences[place].text) > _SHORT or place + 1 >= len(sentences):
        return 0
    after = sentences[place + 1]
    if after.paragraph != sentences[place].paragraph or after.is_question or len(after.text) > _SHORT:
        return 0
    is_part = (
        _ONLY.match(after.plain) is not None or _STAYS.match(after.plain) is not None or _LONGER.match(after.plain)
    )
    return 1 if is_part and not is_errand(after.plain) else 0


_LONGER: Final = Pattern(
    r"^(?:an?|every|each|any|the) (?:longer|shorter|bigger|larger|smaller|wider|higher|lower|older|newer|other"
    r"|\w+ (?:that"
    r"|which|with|above|below|over))\b.*\b(?:is|are|gets?|stays?|remains?|goes)\b"
)
"""`a longer one is cut in the middle`"""


def _make(sentences: Sequence[Sentence], place: int, last: int, span: tuple[int, int]) -> Candidate:
    one = sentences[place]
    whole = strip_end(one.text[slice(*span)])
    text, reason = split_reason(whole)
    clause = _REASON.search(text.lower().replace("’", "'"), 12)
    if not reason and clause:
        text, reason = text[: clause.start()], text[clause.start() + 2 :]
    elif not reason and span[1] < len(one.text.rstrip(" .!")):
        reason = _WITH_ME.sub("", one.text[span[1] :]).strip(" ,.;:")
        reason = reason if len(reason.split()) > _FEW and not reason.startswith("and ") else ""
    if last > place:
        text = f"{text}. {' '.join(each.text for each in sentences[place + 1 : last + 1])}"
    before = sentences[place - 1] if place else None
    asks = before is not None and before.is_question and before.paragraph == one.paragraph
    if before is not None and asks and len(before.text) <= _MAX_QUESTION and _POINTS.search(text.lower()):
        text = f"{before.text} {text}"
    return Candidate(
        kind="decision",
        text=strip_end(text),
        why=join_reasons(_find_story(sentences, place), reason) if reason else _find_story(sentences, place),
        quote=" ".join(each.text for each in sentences[place : last + 1]),
        role="user",
        confidence=_CONFIDENCE,
    )


_FEW: Final = 3
_WITH_ME: Final = late_pattern(r"^ (?:with|by|for) (?:me|us)\b", re.IGNORECASE)


def _find_story(sentences: Sequence[Sentence], place: int) -> str:
    """What a person tells before a decision in its paragraph; what somebody is asked, before one that waits for it."""
    if _SUITS.match(sentences[place].plain):
        return ""
    if not _UNTIL.match(sentences[place].plain):
        return find_story(sentences, place)
    before = [one for one in sentences[max(0, place - 2) : place] if one.paragraph == sentences[place].paragraph]
    return one_line(" ".join(one.text for one in before if not one.is_question), _MAX_REASON)
