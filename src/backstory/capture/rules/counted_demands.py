"""Demands that somebody counts before naming them: `Two things before you start, and they hold for all of this work.`

The sentence that announces them says nothing itself. What follows are the demands: of the person, which hold for all
the work, or of somebody who is named (`Jens has two demands. A password is never logged.`). What stands between them
gives the reason of the one before.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.capture.text.announcements import ENDS_RULES
from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_NUMBERS: Final = {"one": 1, "a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "both": 2}
_MANY: Final = 6
"""Demands at most where they are not counted: `a few things`."""
_COUNT: Final = r"(?P<count>one|two|three|four|five|six|[1-6]|a few|some|several|a couple of)"
_KIND: Final = r"(?:(?:more|other|hard|firm|simple|small|basic|last|absolute|strict|clear|important|general) )*"
_OPENS: Final = Pattern(
    rf"\b{_COUNT} {_KIND}(?:things?|points?|conditions?|rules?|requirements?|constraints?|demands?|remarks?|limits?"
    r"|principles?)"
    r"(?=[,;:.–—]| (?:you|before|first|up ?front|i|we|to (?:keep|know|remember|respect|bear|note|mind)|and|valid|true"
    r"|though"
    r"|tho|from me|in advance|here|for (?:you|all|everything)|binding|of mine|(?:that|which) (?:you|i|we|hold|holds"
    r"|apply"
    r"|applies|count|counts|go|goes|are (?:true|valid|binding|fixed)|is (?:true|valid|binding|fixed)|stand|stands"
    r"|always"
    r"|must|never)|(?:(?:have|has|need|needs) to|must|should) (?:always )?(?:hold|stay|remain|be)\b)\b)"
)
"""`two things`."""
_ALL: Final = (
    r"(?:everything|anything|whatever|(?:the |this )?(?:whole|entire)|good|both of us|all (?:of (?:this|it|that|our"
    r"|your|the)"
    r"|the|this|that|our|your|my|we|you|i|work|code|changes|commits)\b|(?:every|each|any) (?:single )?(?:change|commit"
    r"|file|pr"
    r"|module|function|line|feature|task|part|step|thing|release|package|service|branch|patch|piece|crate|class))\b"
)
_HOLD: Final = Pattern(
    r"\b(?:holds?|counts?|appl(?:y|ies)|(?:(?:is|are|be) )?(?:true|valid|binding|fixed|meant)|goe?s?|stands?"
    rf"|matters?) (?:\w+ )?(?:for|to|in|on|across|of|throughout|through)(?: the)? {_ALL}"
    r"|\b(?:holds?|counts?|appl(?:y|ies)|(?:is|are) (?:true|valid|binding)|stands?) (?:throughout|always"
    r"|from start to end"
    r"|the whole time|all along|at all times|here at all times|in general)\b"
    r"|\b(?:(?:have|has|need|needs) to|must|should) (?:always )?(?:hold|(?:stay|remain|be) (?:true|kept|respected"
    r"|guaranteed|the case|as (?:it|they) (?:is|are)))\b"
    r"|\b(?:neither|none|not one)(?: of (?:them|these))? is (?:negotiable|optional|(?:up for|open to) \w+)"
    r"|\b(?:not|never|n't|isn't|aren't) (?:up for|open to|subject to|negotiable|optional)\b|\bnon-?negotiable\b"
)
"""How far what is announced reaches."""
_DEMANDS: Final = Pattern(
    rf"(?:(?:and|but|so|also|now|well)[\s,]+)*(?P<who>(?:[\w'’-]+,? ){{1,6}}?)(?:still |also |now )?(?:has|have|had"
    rf"|made|makes|named|gave"
    rf"|set|put|brings?|brought|laid down|sent|left) (?:us |me |you )?(?:with )?{_COUNT} {_KIND}"
    r"(?P<noun>demands?|conditions?|requirements?|terms|constraints?|stipulations?|rules?|things?|points?|wishes"
    r"|requests?)\b"
    rf"|(?:(?:and|but|so|also|now|well)[\s,]+)*(?P<insists>(?:[\w'’-]+,? ){{1,6}}?)(?:insists?"
    rf"|insisted) on (?:exactly )?{_COUNT.replace('count', 'number')} "
    rf"{_KIND}(?:things?|points?|conditions?)\b"
)
"""`Marek has three requirements`."""
_STRONG: Final = Pattern(r"(?:demand|condition|requirement|terms|constraint|stipulation)")
_FIRM: Final = Pattern(
    r"\b(?:not|never|n't|isn't|aren't|none|no|cannot|can't|won't) (?:\w+ ){0,3}?(?:up for|negotiable|discuss\w*"
    r"|discussion|debate|budge|move"
    r"|argue|argument|optional|give way|compromise)\b|\b(?:non-?negotiable|final|binding|must|firm|hard)\b"
)
_PERSON: Final = Pattern(
    r"(?:he|she|they|[\w'’-]+|(?:our|the|my) [\w'’-]+(?:,? [\w'’-]+){0,4}|[\w'’-]+,? (?:who|from|of|in|our|the"
    r"|my)\b[\w'’ ,-]*|[\w'’-]+ [\w'’-]+),? $"
)
_SELF: Final = Pattern(
    r"(?:i|we|you|it|this|that|there|each|every|all|these|those|which|what|one|the (?:\w+ )?(?:function|method|class"
    r"|type|test|file|page|form|module|command|option|flag|table|ticket|pr|issue|commit|api|server|app|parser|config"
    r"|code|project|repo\w*))\b"
)
"""Subjects that demand nothing of anybody."""
_THINGS: Final = Pattern(
    r"\b(?:functions?|methods?|class(?:es)?|tests?|files?|modules?|commands?|options?|params?|arguments?)\b"
)
_ORDINAL: Final = Pattern(
    r"(?:(?:and|also|then)[\s,]+)?(?:(?:the )?(?:first|second|third|fourth|fifth|other|last)(?:ly)?|one|two|three"
    r"|number (?:one|two"
    r"|three)|finally|for one|for another)(?: (?:one|thing|point|is|is that|of all))*\s?[,:.)–—-]\s*|\(?[1-6][.):]\s"
    r"|^[a-e][.)]\s"
)
"""`First, ...`: how a demand is numbered."""
_ADDS: Final = Pattern(r"(?:and|also|plus|besides|then|moreover|likewise|furthermore)\b")
_EXPLAINS: Final = Pattern(
    r"(?:because|since|otherwise|that's (?:why|because)|the reason|(?:the|last) (?:last )?time|otherwise|so that|if not"
    r"|we (?:once|had|lost"
    r"|spent|burn\w*|learned|got)|it (?:cost|took|was|has|had)|people (?:have|are|use)|they (?:have|are|had)|he (?:has"
    r"|had|was|is)"
    r"|she (?:has|had|was|is)|somebody|someone)\b"
)
"""How a sentence begins that only explains."""
_TELLS: Final = Pattern(
    r"(?:[\w·./'’-]+,? ){1,8}?(?:was|were|had|has been|have been|cost|took|got|asked|told|said|lost|broke|came|went"
    r"|spent|wrote)\b(?!.*\b(?:must|has to|have to|never|always|may not|only|nothing|nobody|no one|don't|do not)\b)"
)
"""What happened."""
_BINDS: Final = Pattern(r"please (?:don't|dont|do not|never|always|no|only|keep|leave|avoid|use)\b")
_LEAVES: Final = Pattern(
    r"(?:let's|let us|let me|call |name |use |start|begin|go |please (?:start|begin|look|go|write|tell|show|make"
    r"|commit)|(?:now|then|next|so|ok(?:ay)?|with that"
    r"|that said|apart from that|otherwise|for the rest|as for)\b,?|i(?:'ll|'d| will| would| am| have|'m|'ve)\b"
    r"|we(?:'ll| will)\b"
    r"|(?:can|could|would|will|do|does|is|are) (?:you|we|it)\b|thanks|thank you|commit\b|write\b|show me|tell me)"
)
"""How a person comes back to the task."""
_BODY: Final = Pattern(
    r"(?:(?:our|the|my) )?(?:legal|security|compliance|ops|operations|infra|platform|qa|finance|support|sales|marketing"
    r"|procurement"
    r"|auditors?|customers?|clients?|lawyers?|boss|lead|reviewers?|maintainers?|data protection|dba|dpo|cto"
    r"|ciso)(?: (?:team|people|folks"
    r"|department|guys))?$"
)
_NAME: Final = Pattern(r"\b(?!(?:[A-Z]\b))[A-ZÄÖÜÉÍÁŁŠŽ][a-zà-ÿłšž]{2,}\b")
_NO_NAMES: Final = frozenset(
    ("after", "agreed", "also", "an", "and", "another", "as", "at", "because", "before", "begin", "build", "but",
     "by", "compliance", "dear", "do", "exactly", "fine", "first", "for", "from", "go", "good", "great", "he",
     "hello", "her", "here", "hey", "hi", "his", "if", "in", "it", "its", "last", "legal", "let", "lets", "make",
     "morning", "my", "next", "nice", "no", "now", "of", "ok", "okay", "on", "one", "our", "perfect", "please",
     "right", "second", "security", "she", "since", "so", "start", "take", "thank", "thanks", "that", "the", "their",
     "then", "there", "these", "they", "third", "this", "those", "three", "to", "today", "tomorrow", "two", "very",
     "we", "well", "when", "while", "with", "yes", "yesterday", "you", "your")
)  # fmt: skip
_BACK: Final = 3
"""Sentences before an announcement in which somebody is named."""


class Demand(NamedTuple):
    """A sentence that was announced as a demand."""

    start: int
    """Where it begins behind its number."""
    speaker: str
    """Who demands it; empty for the person."""
    reasons: tuple[str, ...] = ()
    """The sentences that explain it."""


class Counted(NamedTuple):
    """What a prompt counts before it names it."""

    demands: dict[int, Demand]
    """Place of a sentence -> the demand in it."""
    others: frozenset[int]
    """Places of the announcements, and of what explains a demand."""


def find_counted(sentences: Sequence[Sentence]) -> Counted:
    """The demands that a prompt announces by their number."""
    demands: dict[int, Demand] = {}
    others: set[int] = set()
    for place, sentence in enumerate(sentences):
        if place in demands or place in others or sentence.is_question:
            continue
        announced = _announce(sentences, place)
        if announced is None:
            continue
        count, speaker = announced
        others.add(place)
        for at, demand, explained in _assign(sentences, place, count, speaker):
            demands[at] = demand
            others.update(explained)
    return Counted(demands, frozenset(others))


def _announce(sentences: Sequence[Sentence], place: int) -> tuple[int, str] | None:
    """How many demands a sentence announces, and whose they are; None if it announces none."""
    sentence = sentences[place]
    plain = sentence.plain
    if _has_content(plain):
        return None
    if found := _find_whose(plain):
        count, start, stop = found
        return count, _find_speaker(sentences, place, start, stop)
    opens = _OPENS.search(plain)
    return (_read_count(opens["count"]), "") if opens and _HOLD.search(plain, opens.start()) else None


def _find_whose(plain: str) -> tuple[int, int, int] | None:
    """How many demands somebody has, and where the words for them begin and end; None if a sentence does not say so."""
    for start in (0, *(stop.end() for stop in _STOPS.finditer(plain))):
        whose = _DEMANDS.match(plain, start)
        if whose is None:
            continue
        who, name = (whose["who"], "who") if whose["who"] else (whose["insists"], "insists")
        is_firm = _STRONG.match(whose["noun"] or "demand") or _FIRM.search(plain)
        if is_firm and _PERSON.match(who) and not _SELF.match(who) and not _THINGS.search(who):
            return _read_count(whose["count"] or whose["number"]), *whose.span(name)
    return None


_STOPS: Final = Pattern(r"[,;:–—] ")


def _has_content(plain: str) -> bool:
    """Whether something stands behind a colon, so that the sentence has its demands itself."""
    colon = plain.find(": ")
    return colon >= 0 and len(plain[colon:].split()) > _FEW and not _OPENS.search(plain, colon)


_FEW: Final = 2


def _read_count(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS.get(word, _MANY)


def _find_speaker(sentences: Sequence[Sentence], place: int, start: int, stop: int) -> str:
    """Who demands something: the subject of an announcement, or somebody named before it."""
    text = sentences[place].text
    own = text[start:stop].strip(" ,")
    is_pronoun = _PRONOUN.match(own.lower()) is not None
    if _BODY.match(own.lower()):
        return own
    before = [text[:start], *(one.text for one in reversed(sentences[max(0, place - _BACK) : place]))]
    for words in [own, *before] if is_pronoun else [own]:
        names = [name for name in _NAME.findall(words) if name not in NOT_PEOPLE and name.lower() not in _NO_NAMES]
        body = _NAMES_BODY.search(words.lower())
        if names or (body and is_pronoun):
            return str(names[0]) if names else str(body["body"]) if body else ""
    return "" if is_pronoun else own


_NAMES_BODY: Final = Pattern(
    r"(?:^|\b(?:to|with|from|by|our|the) )(?P<body>(?:legal|security|compliance|ops|operations|infra|platform|qa"
    r"|finance|support"
    r"|sales|marketing|procurement)(?: team| people)?)\b"
)
_PRONOUN: Final = Pattern(r"(?:he|she|they)$")


def _assign(
    sentences: Sequence[Sentence], place: int, count: int, speaker: str
) -> list[tuple[int, Demand, tuple[int, ...]]]:
    """The demands behind an announcement: their places, and those of what explains them."""
    following = list(_list_following(sentences, place))
    numbered = sum(_ORDINAL.match(sentences[at].plain) is not None for at in following) >= min(2, count)
    found: list[tuple[int, Demand, tuple[int, ...]]] = []
    for at in following:
        sentence = sentences[at]
        plain = sentence.plain
        if sentence.is_question or (found and _ends(sentence, speaker)):
            break
        ordinal = _ORDINAL.match(plain)
        is_next = ordinal is not None if numbered else not _explains(sentence)
        if is_next and len(found) < count:
            found.append((at, Demand(ordinal.end() if ordinal else 0, speaker), ()))
        elif found and (numbered or len(found) < count or _explains(sentence)):
            last, demand, explained = found[-1]
            found[-1] = (last, demand._replace(reasons=(*demand.reasons, sentence.text)), (*explained, at))
        else:
            break
    return found


def _list_following(sentences: Sequence[Sentence], place: int) -> list[int]:
    """The places behind an announcement: of its paragraph, or of the list below it."""
    paragraph = sentences[place].paragraph
    own = [at for at in range(place + 1, len(sentences)) if sentences[at].paragraph == paragraph]
    if own:
        return own
    below: list[int] = []
    for at in range(place + 1, len(sentences)):
        if not sentences[at].item or sentences[at].paragraph > paragraph + 1:
            break
        paragraph = sentences[at].paragraph
        below.append(at)
    return below


def _explains(sentence: Sentence) -> bool:
    """Whether a sentence only explains the demand before it."""
    plain = sentence.plain
    return not _ADDS.match(plain) and bool(_EXPLAINS.match(plain) or _TELLS.match(plain))


def _ends(sentence: Sentence, speaker: str) -> bool:
    """Whether a sentence comes back to the task at hand."""
    plain = sentence.plain
    if _ORDINAL.match(plain) or (speaker and _ADDS.match(plain)):
        return False
    return bool(_LEAVES.match(plain) or (ENDS_RULES.match(plain) and not _BINDS.match(plain)))
