"""What an agent says that outlives its turn: what it tried and why that failed, what it chose and why, what it learnt.

Only what is said to have happened counts: plans, offers, explanations of a change and guesses are left alone.
"""

import re
from itertools import dropwhile, takewhile
from typing import Final, NamedTuple

from backstory.capture.candidate import Candidate
from backstory.capture.decisions import PROPOSAL, REASON
from backstory.capture.prose import Sentence, read_sentences
from backstory.model.text import one_line

MIN_CONFIDENCE: Final = 0.7
_MAX_TEXT: Final = 600
_MIN_CHARS: Final = 25
_MIN_REPORT: Final = 30
_MAX_REPORT: Final = 900
"""Characters of a report that are kept."""

_HEDGED: Final = re.compile(
    r"\b(?:likely|probably|perhaps|maybe|might|may be|could be|seems? (?:to|that|like)|appears? to|i think|i guess"
    r"|i suspect|presumably"
    r"|possibly|suggests? that|wahrscheinlich|vermutlich|vielleicht|scheint|peut-être|probablement|quizás"
    r"|probablemente)\b|可能|也许"
    r"|かもしれ|たぶん"
)
_PLANNED: Final = re.compile(
    r"^(?:i'll|i will|i'm going to|let me|let's|we'll|we will|we need|we should|we can|we could|you can|you could"
    r"|you should|you may"
    r"|you might|to (?:fix|address|handle|resolve|implement|do|add|make|get|avoid|use)|if (?:you|we|i)|this (?:change"
    r"|will|would|should"
    r"|approach|modification|test|function|method|script|code|ensures|allows|implementation)|these (?:change"
    r"|modification)"
    r"|here's|here is|here are|certainly|sure|would you|should i|shall i|do you|first,? (?:let|we)|now,? (?:let|we)"
    r"|it would|i would"
    r"(?! not)|i could|i can|i'd\b|there are (?:a few|several)|consider|make sure|ensure|note that you|please"
    r"|understood|ich werde|wir müssen"
    r"|je vais|voy a)\b"
)
_APOLOGY: Final = re.compile(
    r"\b(?:i apologi[sz]e|sorry for|you're (?:absolutely )?(?:right|correct)|search/replace|my mistake)\b"
)

_FAILED: Final = (
    r"(?:did(?:n't| not) (?:work|help|compile|pass|apply|take effect|build|fix|go|change anything|hold|scale)"
    r"|do(?:es)?(?:n't| not) (?:work|help|compile|build|get used|fix|hold|scale|apply|fly)|fail(?:ed|s)?\b|br(?:oke"
    r"|eaks|eak)\b"
    r"|made (?:it|things|that|this) worse|makes (?:it|things) worse|was (?:slower|too slow|no good|a dead end|worse)"
    r"|hangs?\b|hung\b"
    r"|crash(?:ed|es)\b|creates? a cycle|created a cycle|deadlock(?:ed|s)|leak(?:ed|s)\b|rejected\b"
    r"|lets? .{3,60} (?:burst|through|slip))"
)
_TRIED: Final = re.compile(
    r"(?:^|[.;:,] |\b(?:and|but|so|then|first) )i(?:'ve| have)? (?:first |also |then |initially |now |even )?"
    r"(?:tried|attempted|experimented|started (?:with|out)|began with|gave .{2,40} a try)\b"
)
_TAKEN_BACK: Final = re.compile(
    r"\b(?:took (?:it|that|them|this) back|(?:so|and|then|thus|therefore) (?:i )?(?:reverted|rolled|backed|undid"
    r"|dropped|discarded|abandoned)"
    r"|i (?:reverted|rolled back|backed out|abandoned|discarded|gave up|ruled out|undid|threw)\b|reverted (?:that|it"
    r"|this)\b|so that's out\b"
    r"|that's out\b|(?:a )?dead end\b|rule(?:d)? (?:it|that|this) out|would not go on with|wouldn't go on with"
    r"|not (?:a )?viable"
    r"|gave up on|had to (?:revert|back out|undo)"
    r"|thr(?:ew|own) (?:it|that|this|them) (?:away|out)|took (?:it|that|this|them) out again|scrapped (?:it|that"
    r"|this)|gave (?:it|that) up|^(?:scrap|forget|strike) (?:what|that|my|the)\b|(?:is|are|was|were) no (?:good"
    r"|use) and)"
)
_APPROACH: Final = re.compile(
    r"^(?:the |a |an |my first |our first )?(?:(?:first |second |naive |simple |obvious "
    r"|other )?(?:[\w·.<>/-]+ ){0,3}(?:variant|approach|version"
    r"|attempt|idea|solution|workaround|option|route|trick|hack|patch|method of)\b|(?:\w+ly )?(?!(?:during|nothing"
    r"|something|anything|everything"
    r"|string|thing|king|ring|spring|missing|existing|remaining|following|running tests|according|regarding|including"
    r"|being|having)\b)\w{2,}ing\b"
    r"|with ·+|a (?:gin|btree|partial|\w+) index|(?:the )?(?:\w+ ){0,2}(?:window|lock|cache|index|wrapper|shim|flag"
    r"|hook|decorator|regex))"
)
_GERUND: Final = re.compile(r"^(?:just |simply |merely )?\w{2,}ing\b (?!(?:of|from|for|to) (?:this|that|these)\b)")
_FALLS_SHORT: Final = re.compile(
    r"^(?!.{0,120}\b(?:would|could|might|should)\b)[^,;:]{8,110}? (?:(?:does|did|do|was|is|were|are|would|could|can"
    r"|wo|will)(?:n't| not|not)|never"
    r"|only (?:helps|works|moves|shifts|hides)|(?:is|was|turned out) (?:too|no good|wrong|worse|slower|useless)"
    r"|(?:costs?|loses?|lost|hides?|breaks?|doubles?|ruins?|defeats?|misses)\b) ?"
)
"""A judgement on an approach: `hanging it on the default does not carry far`."""
_WORKED: Final = re.compile(
    r"\b(?:what (?:works|worked|helped|does work|did the trick)|(?:that|this|which) (?:did the trick|fixed it|worked"
    r"|solved it)"
    r"|brought (?:it|that|this)(?: down)? from|it (?:now )?works with)\b"
)

_CHOSE: Final = re.compile(
    r"(?:^|[.;:,] |\b(?:and|but|so|then|therefore|hence) )(?:so )?i(?:'ve| have)? (?:therefore |then |finally |now "
    r"|deliberately |instead )?"
    r"(?:went with|go with|chose|chosen|decided|opted|ended up|settled on|picked|stayed with|stuck with|am using|use"
    r"|kept|keep|left|preferred)\b"
)
_DID: Final = re.compile(
    r"(?:^|[.;:,] |\b(?:and|but|so|then) )i(?:'ve| have)? (?:therefore |then |now )?(?:moved|replaced|put|added|set"
    r"|switched|made|used|changed|wrote"
    r"|renamed|split|dropped|removed|introduced|implemented|extracted|placed|stored)\b"
)
_PLACED: Final = re.compile(
    r"^(?:so |therefore |hence |thus )?(?:the|its|all|both|that|what) (?!rest\b|functionality\b"
    r"|logic\b)[^,;.]{2,70}? (?:now )?"
    r"(?:lives|stays|sits|belongs|goes|moves) (?!the same)(?:in|into|to|on|under|at|behind|where|with|[a-z]+)\b"
)
_AGREED: Final = re.compile(
    r"\b(?:we|the team) (?:decided|agreed|settled on)\b|^decision:\s|\bdecided (?:to|that|against|on)\b"
)
_INSTEAD: Final = re.compile(
    r"\b(?:instead of|rather than|statt|anstelle von|au lieu de|en lugar de|em vez de)\b ?(?P<other>[^,.;:()]{0,60})"
)

_CAUSE: Final = re.compile(
    r"(?:^|[.;,:–] |\b(?:and|but) )(?:confirmed[:,] |found it[:,] )?(?:the |this |that |they )?(?:(?:real|root|actual"
    r"|underlying|main|true|only) )?"
    r"(?:(?:cause|culprit|problem|issue|reason|bug|bottleneck|slow part|catch|failure|segfault|crash|error|leak|hang"
    r"|deadlock|race)"
    r"(?: (?:here|of [\w·. -]{2,40}|for [\w·. -]{2,40}|behind [\w·. -]{2,40}|there))?"
    r" ?(?:is|was|:|comes? from|came from|lies in|lay in|turned out|stems? from)"
    r"|(?:it |that |this |they )?(?:turns|turned) out(?: that)?|root cause)"
)
_BECAUSE: Final = re.compile(
    r"\b(?:fail(?:s|ed|ing)?|hangs?|hung|crash(?:es|ed)|breaks?|broke|is slow|was slow|is red|was red|is missing"
    r"|leaks|blocks|raised|returned none"
    r"|timed? out|times out)\b.{0,80}\b(?:because|since|due to)\b|\bdoes(?:n't| not) \w+\b.{0,60}\bbecause\b"
)
_RAISES: Final = re.compile(
    r"(?<!be )(?<!being )(?<!is )(?<!are )\b(?:raised|fails with|failed with|threw|panics with|died with)\b ?[·\w]"
)
_REPORTS: Final = re.compile(
    r"(?:^|[.;:] |\b(?:and|but) )(?:i (?:found|noticed|discovered|learned|learnt|saw|confirmed|verified"
    r"|checked) (?:that|out|in|:)"
    r"|the (?:sub-?agent|explorer|agent|reviewer|researcher|search)(?: \w+)? (?:reports?|found|says|reported"
    r"|confirms?|came back)"
    r"|(?:confirmed|verified):(?=.*(?:\bnot\b|n't\b|\bnever\b|\bonly\b|\bmissing\b|because|, so\b))|finding:"
    r"|findings:|discovery:|mind that|beware|careful:|gotcha:|caveat:|it is worth knowing"
    r"|worth (?:noting|knowing))"
)
_NOTE: Final = re.compile(
    r"^(?:note|mind|be aware)(?: that|:) (?!this (?:change|test|function|method|assumes)|i |i've\b|you\b"
    r"|the (?:change|code above)).*"
    r"\b(?:not|never|only|cannot|can't|\w+n't|no)\b"
)
_ERROR_NAME: Final = re.compile(r"\b[A-Z]\w*(?:Error|Exception|Panic|Fault)\b|\bE[A-Z]{4,}\b|\berror\b|\bpanic")
_BEHAVES: Final = re.compile(
    r"\b(?:never (?:calls?|runs?|gets?|sees?|closes?|returns?)|does(?:n't| not) (?:go through|implement|support|call"
    r"|handle|see|use|know|respect)"
    r"|is (?:called|used|checked|defined|read|written|set|duplicated) (?:from|in|by|only in|at)(?: only"
    r"| just)? (?:one|two|three|four|\d+|several|both) "
    r"|(?:only|also) (?:takes|accepts|compares|checks)|carr(?:y|ies) their own"
    r"|(?:they|it|these|those|all (?:four|three|two|of them)) fails? on (?:main|master|trunk|develop)|goes? away on"
    r"|is not (?:read|used|called|set))\b"
)
_COMMAND: Final = re.compile(
    r"^(?:to (?:run|build|test|lint|start|deploy|regenerate)[^:]{0,60}: ·{4,}|·{6,} (?:(?:is|are|comes back"
    r"|runs) (?:now )?(?:green|clean|through|fine|passing)"
    r"|(?:gives|prints|shows|reports) (?:all )?\d|passes|passed))"
)

_OTHERS: Final[tuple[tuple[str, float, re.Pattern[str]], ...]] = (
    (
        "fact",
        0.84,
        re.compile(
            r"(?:die |der )?(?:ursache|grund|fehler|problem)(?: \w+)?(?: ist|:| war| lag| liegt)|das liegt daran"
            r"|es liegt an"
            r"|stellt sich heraus|hat sich herausgestellt"
        ),
    ),
    (
        "fact",
        0.84,
        re.compile(
            r"(?:la cause|le problème|l'erreur|le souci|la raison)(?: \w+)? (?:est|était|vient|venait)|il s'avère"
        ),
    ),
    (
        "fact",
        0.84,
        re.compile(
            r"(?:la causa|el problema|el error|o problema|a causa|o erro)(?: \w+)? (?:es|era|é|viene|vem)|resulta que"
        ),
    ),
    (
        "fact",
        0.84,
        re.compile(r"^(?:根本)?原因(?:是|在于|:|：|は)|问题(?:出在|在于|是)|原因は|問題は.*(?:です|だ|にあり)"),
    ),
    ("fact", 0.84, re.compile(r"^(?:причина|проблема)(?: \w+)? (?:в том|была|—|-)|оказалось")),
    (
        "attempt",
        0.82,
        re.compile(
            r"(?:habe|hatte) (?:ich )?.*(?:versucht|probiert).*(?:aber|jedoch|doch|schlägt|fehl)"
            r"|hat .*nicht (?:geklappt|funktioniert)"
            r"|hat es nicht (?:geklappt|funktioniert)"
        ),
    ),
    ("attempt", 0.82, re.compile(r"j'ai (?:essayé|tenté).*(?:mais|échou)|n'a pas (?:marché|fonctionné)")),
    (
        "attempt",
        0.82,
        re.compile(r"(?:intenté|probé|tentei).*(?:pero|mas|falla|falhou|no funcion)|no funcionó|não funcionou"),
    ),
    ("attempt", 0.82, re.compile(r"(?:尝试|试过|试了).*(?:但|失败|不行)|試しましたが|うまくいきません")),
    (
        "decision",
        0.78,
        re.compile(
            r"^(?:deshalb|daher|darum) (?:benutze|verwende|nehme|nutze) ich|ich (?:habe|bleibe|nehme"
            r"|verwende) .*(?:weil|da|statt)\b"
            r"|^je (?:reste|garde|passe) |^j'ai (?:choisi|opté|préféré|décidé)|^(?:me quedo|he elegido|elegí|uso"
            r"|escolhi)\b"
        ),
    ),
    ("decision", 0.78, re.compile(r"(?:所以|因此)(?:我)?(?:改用|选择|采用)|(?:ため|ので)、?.*(?:を使い|を採用)")),
)
"""Statements in other languages."""


class _Finding(NamedTuple):
    kind: str
    confidence: float
    outcome: str = ""


def find_statements(answer: str) -> list[Candidate]:
    """The attempts, decisions and findings that an agent states in a message."""
    sentences = read_sentences(answer, person=False)
    found: list[Candidate] = []
    for place, sentence in enumerate(sentences):
        finding = _judge(sentence)
        if finding and finding.confidence >= MIN_CONFIDENCE:
            found.append(_make(sentences, place, finding))
    return found


def find_report(report: str) -> list[Candidate]:
    """What a sub-agent reports, as one finding: it was sent to find that out. Empty for a report without substance."""
    sentences = [one for one in read_sentences(report, person=False) if not one.is_question]
    lines = [one.text for one in dropwhile(_is_planned, sentences)]
    if sum(map(len, lines)) < _MIN_REPORT:
        return []
    head = 2 if len(lines[0]) < _MIN_CHARS else 1
    text, rest = " ".join(lines[:head]), " ".join(lines[head:])
    return [
        Candidate(
            kind="fact",
            text=text.rstrip(" .;,:"),
            why=one_line(rest, _MAX_REPORT),
            tags=("subagent",),
            quote=text,
            role="assistant",
            confidence=0.75,
        )
    ]


def _is_planned(sentence: Sentence) -> bool:
    return _PLANNED.match(sentence.plain) is not None


def find_proposal(answer: str) -> str:
    """The last thing that an answer proposes; empty without one."""
    proposals = filter(_proposes, reversed(read_sentences(answer, person=False)))
    return next((one.text for one in proposals), "")


def _proposes(sentence: Sentence) -> bool:
    if sentence.is_question or len(sentence.text) > _MAX_TEXT:
        return False
    return PROPOSAL.search(sentence.plain) is not None and not _APOLOGY.search(sentence.plain)


def find_question(answer: str) -> str:
    """The question that an answer ends with; empty without one."""
    sentences = read_sentences(answer, person=False)
    return sentences[-1].text if sentences and sentences[-1].is_question else ""


def _judge(sentence: Sentence) -> _Finding | None:
    plain, text = sentence.plain.lstrip("*_ "), sentence.text
    if not _may_state(sentence) or any(pattern.search(plain) for pattern in (_HEDGED, _APOLOGY)):
        return None
    if _PLANNED.match(plain):
        return None
    return (
        _judge_attempt(plain)
        or _judge_command(plain, text)
        or _judge_finding(plain, text)
        or _judge_decision(plain)
        or _judge_other(plain)
    )


def _may_state(sentence: Sentence) -> bool:
    """Whether a sentence may state something: no question, no opening of a list, of a fitting length."""
    text = sentence.text
    if sentence.is_question or text.endswith((":", "：")):
        return False
    return _MIN_CHARS <= len(text) <= _MAX_TEXT or any(char > "\u2e80" for char in text)


def _judge_attempt(plain: str) -> _Finding | None:
    back, failed = _TAKEN_BACK.search(plain), re.search(_FAILED, plain)
    if (back or failed) and _TRIED.search(plain):
        return _Finding("attempt", 0.92, "failed")
    if back:
        return _Finding("attempt", 0.86, "failed")
    if _APPROACH.match(plain) and (approach := _judge_approach(plain, failed)):
        return approach
    return _Finding("attempt", 0.74, "worked") if _WORKED.search(plain) else None


def _judge_approach(plain: str, failed: re.Match[str] | None) -> _Finding | None:
    """A sentence that begins with an approach, and says that it failed or falls short."""
    if failed and failed.start() < 160 and _is_explained(plain, failed.end()):
        return _Finding("attempt", 0.84, "failed")
    if _GERUND.match(plain) and _FALLS_SHORT.match(plain):
        return _Finding("attempt", 0.78, "failed")
    return None


def _is_explained(plain: str, after: int) -> bool:
    """Whether more is said than that it failed."""
    return (
        re.search(r"[:,;(]|\b(?:because|since|as|with|which|when|in|and|on|that|for)\b", plain[after - 1 :]) is not None
    )


def _judge_finding(plain: str, text: str) -> _Finding | None:
    for confidence, pattern in _FINDINGS:
        if pattern.search(plain):
            return _Finding("fact", confidence)
    if (_RAISES.search(plain) and _ERROR_NAME.search(text)) or _BEHAVES.search(plain):
        return _Finding("fact", 0.76)
    return None


_FINDINGS: Final = ((0.86, _CAUSE), (0.8, _BECAUSE), (0.82, _REPORTS), (0.78, _NOTE))
"""How sure it is that a sentence with such words is a finding; the first that fits counts."""


def _judge_decision(plain: str) -> _Finding | None:
    if _AGREED.search(plain):
        return _Finding("decision", 0.84)
    is_weighed = _is_weighed(plain)
    chose = _CHOSE.search(plain)
    if chose and (is_weighed or not _IS_COMMON.search(chose[0])):
        return _Finding("decision", 0.86 if is_weighed else 0.76)
    if is_weighed and _DID.search(plain):
        return _Finding("decision", 0.78)
    return _Finding("decision", 0.74) if _PLACED.match(plain) else None


def _is_weighed(plain: str) -> bool:
    """Whether a sentence gives a reason or names what was not chosen."""
    return any(pattern.search(plain) for pattern in (REASON, _INSTEAD, _INSTEAD_WORD))


_INSTEAD_WORD: Final = re.compile(r"\binstead\b")
_IS_COMMON: Final = re.compile(r"\b(?:use|kept|keep|left|am using)$")
"""Words that alone choose nothing."""


def _judge_command(plain: str, text: str) -> _Finding | None:
    match = _COMMAND.match(plain)
    return _Finding("command", 0.75) if match and " " in text[match.start() : match.end()].split("`")[1] else None


def _judge_other(plain: str) -> _Finding | None:
    """A statement in another language than English."""
    for kind, confidence, pattern in _OTHERS:
        if pattern.search(plain):
            return _Finding(kind, confidence, "failed" if kind == "attempt" else "")
    return None


def _make(sentences: list[Sentence], place: int, finding: _Finding) -> Candidate:
    sentence = sentences[place]
    is_command = finding.kind == "command"
    return Candidate(
        kind="fact" if is_command else finding.kind,
        text=sentence.text.rstrip(" .;,"),
        why=_explain(sentences, place, finding),
        parts=_parts_of(sentence, finding),
        tags=("command",) if is_command else (),
        quote=sentence.text,
        role="assistant",
        confidence=finding.confidence,
    )


def _parts_of(sentence: Sentence, finding: _Finding) -> dict[str, str | list[str]]:
    """The outcome of an attempt, what a decision did not choose."""
    parts: dict[str, str | list[str]] = {}
    if finding.outcome:
        parts["outcome"] = finding.outcome
    other = _INSTEAD.search(sentence.plain) if finding.kind == "decision" else None
    if other and len(other["other"].strip()) > 2:
        parts["alternatives"] = [sentence.text[other.start("other") : other.end("other")].strip()]
    return parts


def _explain(sentences: list[Sentence], place: int, finding: _Finding) -> str:
    """What the next sentences add: why an attempt failed and what worked instead, the reason of a choice."""
    adds, most = (_GOES_ON, 2) if finding.outcome == "failed" else (_ADDS, 1)
    paragraph = sentences[place].paragraph
    following = sentences[place + 1 : place + 1 + most]
    return " ".join(one.text for one in takewhile(lambda one: _adds_to(one, paragraph, adds), following))


def _adds_to(sentence: Sentence, paragraph: int, adds: re.Pattern[str]) -> bool:
    """Whether a sentence of a paragraph goes on with the one before it."""
    if sentence.paragraph != paragraph or sentence.is_question or len(sentence.text) > 300:
        return False
    return adds.match(sentence.plain) is not None


_ADDS: Final = re.compile(
    r"^(?:because|since|that|this|it|so|otherwise|what works|instead|the actual|which"
    r"|the reason)\b"
)
_GOES_ON: Final = re.compile(
    r"^(?!(?:i'll|i will|let me|all |done|committed|tests?\b|now |next|the tests?|shall|should|would you|\d))"
)
"""After a failed attempt: anything but what comes next and how the tests stand."""
