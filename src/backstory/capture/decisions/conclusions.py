"""Decisions that stand behind their reason: `Half of our users are on slow laptops. So poll every two seconds.`

The sentence with `so`, `therefore` or `that's why` lays down what is to hold, what stands before it in the paragraph
says why. A sentence that only points back (`So that is how it stays`) lays down what the one before it says.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.capture.rules.errands import is_errand
from backstory.capture.text.backgrounds import begins_day, tells
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.off_work import lays_down_nothing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.reasons import join_reasons, split_reason
from backstory.capture.text.sentence_ends import strip_end
from backstory.capture.text.small_talk import ASSENT, GREETING, decides_nothing
from backstory.model.text import one_line

_CONFIDENCE: Final = 0.84
_MAX_TEXT: Final = 300
"""Characters of a sentence that concludes."""
_MAX_REASON: Final = 300
_FEWEST: Final = 4
"""Words of a reason."""
_FILLED: Final = r"(?:(?:then|now|please|pls|for me|in the end|from our side|here)[\s,]+)*"
_LEAD: Final = Pattern(
    r"^(?:(?:and|but|ok(?:ay)?|right|well)[\s,]+)*(?:so|therefore|hence|thus|consequently|that(?:'s| is) why"
    r"|which is why"
    r"|for (?:that|this) reason|because of (?:that|this)|deshalb|daher|darum|deswegen|donc|du coup|por eso|así que)\b"
    rf",? ?{_FILLED}(?=\w|{MASK})"
)
_WITHIN: Final = Pattern(
    rf"(?:,|;| [–—-]) (?:and )?(?:so|therefore|hence|thus|which is why|that(?:'s| is) why)\b,? {_FILLED}(?=\w|{MASK})"
)
"""Where a sentence goes on with what follows from its beginning."""
ACTS: Final = (
    r"(?:use|take|keep|put|drop|leave|make|call|name|store|return|raise|throw|print|show|hide|skip|ignore|refuse|reject"
    r"|accept|allow|forbid|treat|count|cap|limit|lower|reduce|increase|double|halve|split|merge|move|rename|replace"
    r"|remove|delete|add|cache|log|write|read|send|emit|poll|retry|open|close|load|round|sort|group|key|order|wrap"
    r"|quote"
    r"|escape|default|fall back|warn|fail|exit|stick|stay|go (?:with|for|back to)|switch|bump|pin|freeze|charge|bill"
    r"|render|draw|start|stop|turn|set|swap|join|mask|strip|trim|pad|align|validate|parse|encode|decode|encrypt|hash"
    r"|sign|publish|block|queue|batch|lock|buffer|stream|measure|rescue|catch|swallow|propagate|inline|expose|export"
    r"|nimm|nutze?|lass|verwende|garde|prends|usa)"
)
"""How a person says what the program, or the work on it, is to do."""
_ORDERS: Final = Pattern(
    rf"(?:let's |let us )?{ACTS}\b(?! (?:me|us|it a try|sure|a look|for (?:it|me)|up|in touch|going|working)\b)"
    r"(?! ·*[.!]*$)|(?:we |i |let's )?(?:don't|dont|do not|won't|never|not) (?!worry\b|forget\b|know\b|think\b|see\b"
    r"|get\b"
    r"|commit\b|push\b|start\b|bother\b|understand\b|have\b|need\b|mind\b|care\b|sure\b|yet\b|only\b|remember\b|want to"
    r" (?:know|see)\b|really\b|quite\b)\w+ \w"
    r"|(?:only|no) (?!need\b|problem|idea\b|worr|rush\b|luck\b|surprise|wonder\b|way\b|one\b|doubt|longer\b|hurry"
    r"|more\b"
    rf"|chance|matter\b|point\b|issue|big\b|change)[\w{MASK}]+"
)
_PREFERS: Final = Pattern(
    rf"(?:we(?:'ll| will|'d| would)?|i(?:'ll| will|'d| would)) (?:just |only |simply |rather |always )*{ACTS}\b"
    r"(?! (?:me|it a try|sure|to|you|for)\b)"
    rf"|(?:we|i) (?:want|prefer) (?:a|an|one|only|no|the|two|it|them|each|every|both|just)\b(?! (?:quick|short|list)\b)"
)
SUBJECT: Final = (
    r"(?!(?:i|you|he|she|they|it|this|that|these|those|there|we|what|how|why|where|when|which|who|if|whether|because"
    r"|since|far|much|many|long|soon|called|is|are|was|were|do|does|did|can|could|would|will|has|have|had|my|let's"
    r"|since|as"
    r"|sorry|thanks|sad|good|maybe|perhaps|probably|apparently|basically|yes|no|nobody|nothing|everything|everybody)\b"
    r"|(?:the |our )?(?:only |main |real |next |last |first )?(?:problem|issue|question|cause|bug|error|reason|point"
    r"|answer|news|trick|task|goal|challenge|culprit|difference|tests?|build|ci)\b)"
    r"(?!(?:provide|help|make|give|show|tell|try|create|write|explain|check|let)\b)"
    r"(?:(?!(?:to|how|want|need|doesn't|don't|is|are|was|were|has|have|had|does|do|did|can|could|will|would|should"
    r"|must|may|i|you|we|they|he|she|it"
    rf"|because|since|as|until|if|when|and then|but|let's|please)\b)[\w{MASK}./'\"$%_-]+,? ){{1,9}}?"
)
_HOLDS: Final = (
    r"(?:must(?: not)?|mustn't|should(?: not|n't)?|has to|have to|shall(?: not)?|may(?: not| only)|will not|won't"
    r"|can stay"
    r"|(?:is|are)(?: not| never| always| only| then| now)* (?:(?!confused|tired|supposed|expected|used|interested"
    r"|based|filled|blocked|affected|involved|planned|finished|closed|opened|taken|broken|hidden|happen)\w{3,}(?:ed"
    r"|en)\b(?! by\b)|called|named|stored|kept|written|displayed|shown|printed"
    r"|sorted|rounded|counted|ignored|skipped|refused|rejected|dropped|removed|left|put|read|sent|returned|cached"
    r"|logged"
    r"|cut|measured|taken|made|treated|checked|limited|capped|allowed|forbidden|optional|required|mandatory|off|on"
    r"|private|public|read-only|(?:the|our|my) (?:limit|default|budget|name|minimum|maximum|cap|ceiling|threshold"
    r"|format"
    r"|rule|standard|target|floor|bound|timeout|order|base|source)|that (?:the|we|it|each|every|all|no)|one (?:line"
    r"|file"
    r"|table|row))"
    r"|gets? (?!\w+ed\b|\w+en\b)|(?:come|stay|remain|live|belong|keep|take|win|count|end|begin|start|stop|move"
    r"|return|raise|throw"
    r"|print|show|read|write|accept|reject|refuse|ignore|skip|report|send|wait|exit|default|hold|carry|render|use"
    r"|retry|warn|panic|print|sort|decide|store|follow|apply|replace|open|close|load|emit|log|ask|answer|behave"
    r"|contain|include|differ|link|map|run|build|create|produce|compute|check|cover|expire|survive|fire|inherit"
    r"|override|support|share|point)s?"
    r"|(?:go|pass|do|guess|push|process|match)(?:es)?|carries|retries|falls? back)\b(?! (?:wrong|missing|lost|stuck"
    r"|broken|down|red|slow)\b)"
)
_SPECIFIES: Final = Pattern(
    rf"{SUBJECT}{_HOLDS}|(?:it|that|this|they) (?:must(?: not)?|mustn't|has to|have to|should(?: not|n't)?|may not"
    rf"|stays?|"
    r"goes (?:in|into|to|under|out)|remains?|never|only)\b(?! (?:be|work|have been) (?:fine|ok|good|easy|possible"
    r"|able)\b)"
    r"|(?:he|she|they) decides?\b"
)
"""How a person says how something is to be: `the headings come in the order of their first use`."""
_BARE: Final = Pattern(
    rf"[\w{MASK}'-]+(?: [\w{MASK}'-]+){{0,3}} (?:first|last|only|by default|instead|everywhere|per [\w-]+"
    rf"|at (?:most|least)(?: \w+)*|off|on top|it is)(?=[.,;!]|$)"
    rf"|(?:in|into|on|to|for|from|under|at) (?:the |our |its |each |every )?[\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,2}},?"
    r" (?:only|just|never|always|nothing but|at (?:most|least)) (?!then\b|now\b|when\b|if\b)\w"
)
"""The same without a verb: `newest first, and the date in the left column`."""
_GUESSES: Final = Pattern(
    r"\b(?:apparently|seems?|looks? like|i (?:think|guess|suppose|assume|believe|wonder)|maybe|perhaps|probably|might"
    r"|as you (?:can )?see|what i (?:need|want))\b|\?"
)
_FAULTS: Final = Pattern(
    r"\b(?:errors?|disappears?|vanish\w*|shows? up|twice|i hope|fails?|failed|failing|wrong|broken|broke|crash\w*"
    r"|still|every time|each time|currently|at the moment"
    r"|for some reason|somehow|on my (?:machine|laptop|side)|weird|strange|empty but|nothing (?:happens|arrives|works)"
    r"|does(?:n't| not) work|are (?:done|finished|ready|fixed|working))\b"
)
"""Words of what somebody only observes."""
_STAYS: Final = Pattern(
    r"^(?:(?:and|so|therefore|then|ok(?:ay)?)[\s,]+)*(?:(?:that|this)(?:'s| is) (?:how|what|the way|where) (?:it|we"
    r"|they"
    r"|i|this|things) (?:stays?|remains?|keep|leave|want|do|will (?:stay|be|do|keep|leave|have)|have|shall)\b"
    r"|(?:it|that|this) (?:stays|remains) (?:so|like (?:that|this)|that way|this way|as it is)\b"
    r"|so be it\b|(?:we|i)(?:'ll| will)? (?:keep|leave|have|do|make) it (?:like (?:that|this)|that way|this way|so)\b)"
)
"""`So that is how it stays`: what the sentence before says is to hold."""
_TAKEN_BACK: Final = Pattern(
    r"\b(?:i (?:take|took) back|forget|never mind|ignore) what i (?:said|wrote|told you|asked for) (?:about|on|of|with)"
    r" (?P<what>[^,;:.]{3,60})"
)
_LOOKED: Final = Pattern(r"^(?:(?:and|but|well)[\s,]+)*(?:i|we)(?:'ve| have)? [^;:.]{3,120}?,? (?:and|but|:) ?(?=\w)")
"""How a person begins who looked at something before they judge it."""
_OWN: Final = Pattern(
    r"^(?:(?:and|so|but|ok(?:ay)?|then|please|no|yes|[a-h])[\s,.]+)*(?:let's|we|i)(?:'ve|'re|'ll| have| are"
    r"| will)? ?(?:just )?"
    r"(?:decided|agreed|go|going|use|keep|stay|take|settled|chose|drop|don't|do not|won't|want|call)\b"
    r"|^(?:(?:and|so|but|ok(?:ay)?|then|please|no|yes|[a-h])[\s,.]+)*(?:let's|use|keep|take|drop|no|don't|never"
    r"|go with|only"
    r"|make|put|always)\b"
)
"""How a sentence begins in which the person decides for themselves."""


class _Conclusion(NamedTuple):
    sentence: Sentence
    decided: str
    reason: str
    grounds: tuple[Sentence, ...]
    """The sentences before it that say why."""
    replaced: str = ""
    specifies: bool = False


def add_conclusions(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with the decisions that stand behind their reason, in place of the reasons."""
    kept = list(statements)
    for place in range(len(sentences)):
        conclusion = _read(sentences, place)
        if conclusion is None or any(_covers(one, conclusion) for one in kept):
            continue
        kept = [one for one in kept if not _is_reason(one, conclusion)]
        kept.append(_make(conclusion))
    return [_add_story(one, sentences) for one in kept]


def concludes(one: Candidate, prompt: str) -> bool:
    """Whether a decision behind the first sentence of a prompt follows from a reason of its own: `..., so no X`."""
    is_within = _WITHIN.search(one.quote.lower()) is not None and "accepted" not in one.tags
    return is_within and bool(one.why) and not prompt.lstrip().startswith(one.quote)


def _add_story(one: Candidate, sentences: Sequence[Sentence]) -> Candidate:
    """A decision without a reason, with the story that its paragraph tells before it."""
    if one.kind != "decision" or one.why or "accepted" in one.tags:
        return one
    place = next((place for place, each in enumerate(sentences) if one.quote.startswith(each.text)), 0)
    story = find_story(sentences, place)
    if _ONLY_I.match(story.lower()) and _ONLY_I.match(sentences[place - 1].plain):
        return one  # what a person says of themselves explains little
    return one._replace(why=story) if story and one.text not in story and story not in one.text else one


def find_story(sentences: Sequence[Sentence], place: int) -> str:
    """What the sentences right before one tell in its paragraph."""
    story: list[str] = []
    for one in reversed(sentences[max(0, place - _MOST_TOLD) : place]):
        if one.paragraph != sentences[place].paragraph or one.is_question or is_errand(one.plain):
            break
        if not tells(one.plain) or begins_day(one.plain):
            break
        story.insert(0, one.text)
    return one_line(" ".join(story), _MAX_REASON)


_ONLY_I: Final = Pattern(r"^(?:(?:and|but|so|also|plus)[\s,]+)*i\b")
_MOST_TOLD: Final = 4


def _read(sentences: Sequence[Sentence], place: int) -> _Conclusion | None:
    """What a sentence lays down because of what stands before it."""
    one = sentences[place]
    if one.is_question or one.item or len(one.text) > _MAX_TEXT or is_passing(one.plain):
        return None
    if tells(one.plain) or decides_nothing(one.plain) or lays_down_nothing(one.plain):
        return None
    grounds = _list_grounds(sentences, place)
    if grounds and _STAYS.match(one.plain):
        return _point_back(one, grounds)
    lead = _LEAD.match(one.plain)
    if lead is not None:
        if not any(len(each.plain.split()) >= _FEWEST for each in grounds):
            return None
        start = lead.end()
        if not _lays_down(one.plain[start:]):
            return None
        reason = _join(grounds)
    else:
        spans = [match for match in _WITHIN.finditer(one.plain) if len(one.plain[: match.start()].split()) > _FEWEST]
        if not spans or _OWN.match(one.plain) or _CASE.match(one.plain):
            return None
        if not _lays_down(one.plain[spans[-1].end() :]):
            return None
        start = spans[-1].end()
        reason, grounds = one.text[: spans[-1].start()], ()
    specifies = _SPECIFIES.match(one.plain[start:]) is not None
    if decision := _NAMES_IT.match(one.plain, start):
        start = decision.end()
    tail = _TAIL.search(one.plain, start)
    decided, because = split_reason(strip_end(one.text[start : tail.start() if tail else None]))
    decided, effect = _split_effect(decided)
    former = _FORMER.search(decided.lower())
    replaced = decided[slice(*former.span("what"))] if former else ""
    why = join_reasons(join_reasons(reason, because), effect)
    return _Conclusion(one, decided, why, grounds, replaced, specifies)


_NAMES_IT: Final = Pattern(
    r"(?:his|her|their|the|my|our) (?:decision|verdict|wish|ruling|word|answer) is(?: that|:)? (?=\w)"
)
"""`his decision is that the option is called --again`"""
_TAIL: Final = Pattern(r",? (?:but|and|though) (?:i am|i'm|i hope|i know|thanks|thank you|sorry|that's fine)\b.*$")
"""Words behind a conclusion that do not belong to it."""
_FORMER: Final = Pattern(r"(?: and|,)? not (?:my |the |your |our )?(?P<what>\d[\w.,%]*)(?: as i said)?$")
"""The value that holds no longer."""
_CASE: Final = Pattern(r"^(?:if|when|whenever|in case|once|let's|i |you )")
_EFFECT: Final = Pattern(r", (?:then|otherwise|else) (?:the|it|we|they|nobody|nothing|that|our|people|users)\b")


def _split_effect(text: str) -> tuple[str, str]:
    """A decision, and the effect that it is to have: `lower it to 2 MB, then the folder doesn't grow`."""
    effect = _EFFECT.search(text.lower())
    if effect is None or len(text[: effect.start()].split()) < _FEWEST - 1:
        return text, ""
    follows = text[effect.start() + 2 :]
    return text[: effect.start()], follows[:1].upper() + follows[1:]


def _lays_down(plain: str) -> bool:
    """Whether what follows the lead of a conclusion says what is to hold."""
    if _GUESSES.search(plain) or len(plain.split()) < _FEWEST - 1:
        return False
    if _ORDERS.match(plain) or _PREFERS.match(plain):
        return not is_errand(plain) or _NAMES_MUCH.match(plain) is not None
    if _FAULTS.search(plain):
        return False
    return _SPECIFIES.match(plain) is not None or _BARE.match(plain) is not None


_NAMES_MUCH: Final = Pattern(
    rf"(?:let's |we |we'll |please )*(?:add|move|rename|replace|remove|delete|merge|switch|read|open|start|stop|print"
    rf"|send|sort|export)\b(?! (?:it|this|that|them|all|everything|those|these|the (?:following|test\w*|changes?"
    rf"|rest))\b)"
    rf"(?: [\w{MASK}./'-]+){{4,}}"
)
"""An order to change the program that says to what."""


def observes_fault(plain: str) -> bool:
    """Whether a sentence only says what somebody observes or guesses."""
    return _GUESSES.search(plain) is not None or _FAULTS.search(plain) is not None


def _list_grounds(sentences: Sequence[Sentence], place: int) -> tuple[Sentence, ...]:
    """The last sentences before one in its paragraph, as many as fit, without questions and greetings."""
    grounds: list[Sentence] = []
    left = _MAX_REASON
    for one in reversed(sentences[:place]):
        if one.paragraph != sentences[place].paragraph or one.is_question:
            break
        if is_errand(one.plain) or GREETING.match(one.plain) or ASSENT.fullmatch(one.plain.rstrip(" .!")):
            break
        left -= len(one.text)
        if left < 0 and grounds:
            break
        grounds.append(one)
    return tuple(reversed(grounds))


def _join(grounds: Sequence[Sentence]) -> str:
    return " ".join(one.text for one in grounds)


def _point_back(one: Sentence, grounds: tuple[Sentence, ...]) -> _Conclusion | None:
    """What a sentence that only points back lays down: what the sentence before it states."""
    before = grounds[-1]
    looked = _LOOKED.match(before.plain)
    stated = before.text[looked.end() :] if looked and len(before.text) - looked.end() > 20 else before.text
    decided, because = split_reason(strip_end(stated))
    taken_back = _TAKEN_BACK.search(one.plain)
    replaced = one.text[slice(*taken_back.span("what"))] if taken_back else ""
    if len(decided.split()) < _FEWEST:
        return None
    stays = strip_end(re.split(r"[,;]", one.text, maxsplit=1)[0])
    stays = re.sub(r"^(?:and |so |therefore |then )+", "", stays, flags=re.IGNORECASE)
    reason = join_reasons(because, _join(grounds[:-1]))
    return _Conclusion(one, f"{decided}: {stays}", reason, grounds, replaced)


def _covers(one: Candidate, found: _Conclusion) -> bool:
    """Whether a statement says a conclusion already, or decides by itself what it follows from."""
    text = found.sentence.text
    if one.kind == "rule" and text in one.quote:
        return not (found.specifies and one.confidence < _PLAIN_RULE)
    if one.kind != "decision" or "accepted" in one.tags:
        return False
    if found.decided in one.text and one.text != found.decided and one.quote != text:
        return True  # `Ada: she ships it. So per her: off by default`
    return text in one.quote and one.quote != text and _OWN.match(one.text.lower()) is not None


_PLAIN_RULE: Final = 0.86


def _is_reason(one: Candidate, found: _Conclusion) -> bool:
    """Whether a statement is what a conclusion follows from, or the conclusion in other bounds."""
    if "accepted" in one.tags or one.kind not in ("decision", "rule"):
        return False
    if found.sentence.text in one.quote:
        return one.kind == "decision" or found.specifies
    if one.kind == "rule":
        return False
    return any(
        one.quote.startswith(each.text) and (tells(each.plain) or not _OWN.match(each.plain)) for each in found.grounds
    )


def _make(found: _Conclusion) -> Candidate:
    return Candidate(
        kind="decision",
        text=found.decided,
        why=_shorten(found.reason),
        parts={"alternatives": [found.replaced]} if found.replaced else {},
        quote=found.sentence.text,
        role="user",
        confidence=_CONFIDENCE,
        revises=bool(found.replaced),
    )


def _shorten(reason: str) -> str:
    """A reason of one sentence may be long."""
    return reason if len(reason) <= 2 * _MAX_REASON else f"{reason[: 2 * _MAX_REASON].rpartition(' ')[0]} …"
