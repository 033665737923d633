"""What bounds a rule outside of the clause that is shown: a condition, a place, an exception, a limit or a denial.

A rule without its bound is another rule: `except for hotfixes, never commit on main` does not ban hotfixes. A text that
was cut to a clause gets back what bounds it; where that is in doubt, it is shown with more words, never with fewer.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from backstory.capture.rules.clauses import Clause, split_clauses
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, mask
from backstory.capture.text.sentence_ends import strip_end

_MOST_WORDS: Final = 60
_MOST_CHARACTERS: Final = 290
"""Size of a text with its bounds, up to which the words between them stay as well."""
_EDGE: Final = 4
"""Words at each end of a text that locate it in its quote."""
_LEAD: Final = (
    r"(?:(?:ok(?:ay)?|so|and|but|oh|well|right|um+|uh|anyway|also|then|now|please|look|listen|note that|be advised that"
    r"|in general|generally|und|aber|bitte|alors|et"
    r"|mais|donc|y|pero|mira|e|ma|mas)[\s,.]+)*"
)
_EXCEPT: Final = (
    r"(?:except(?:ing|ed)?|unless|save (?:for|where|when|if|in|on|as|that|with)|apart from|aside from|other than"
    r"|outside(?: of)?|with the exception|excluding"
    r"|barring|außer\w*|ausgenommen|abgesehen von|bis auf|es sei denn|sauf|excepté|à part|hormis|hors|à moins|excepto"
    r"|salvo|menos|a menos|a no ser|fuera de|tranne|eccetto|a meno|exceto|a não ser|behalve|tenzij|除了|除非|除外)"
)
_LIMIT: Final = (
    r"(?:until|till|as long as|so long as|provided|only|just (?:in|on|for|when|if)|at least (?:in|on|for)|but not"
    r"|not (?:in|on|for|when|if|at|with|under|inside|outside|during|where|until|before)|but only|except|solange|bis"
    r"|nur|aber (?:nur|nicht)|nicht (?:in|im|auf|bei|für)|seulement|uniquement|mais (?:pas|seulement)|tant que"
    r"|jusqu'\S+"
    r"|pas (?:dans|en|pour|sur)|solo|sólo|solamente|pero (?:no|solo)|mientras|hasta|no (?:en|para)|solo se|mas só"
    r"|fino a|maar (?:niet|alleen))"
)
_PLACE: Final = (
    r"(?:in|on|for|with|within|inside|under|at|during|from|when(?:ever)?|while|if|once|where(?:ver)?|before|after"
    r"|in case|as soon as|on the|im|am|auf|bei|beim|für"
    r"|unter|während|wenn|falls|sobald|innerhalb|außerhalb|dans|sur|pour"
    r"|avec|chez|pendant|quand|lorsque|si|sous|en|para|con|durante|cuando|bajo|dentro|nel\w*|per|quando|no|na|bij"
    r"|voor|als|op)"
)
_NO_PLACE: Final = (
    r"(?! (?:short|fact|general\w*|the record|second thoughts?|reflection|my opinion|other words|any case|addition"
    r"|the end|least|best|the future|future|the (?:other|same) (?:hand|day)|that case|the way|i|you know|you look"
    r"|now|what it's worth|real|sure|generell|allgemein|zukunft|général|fin|bref|general|fin|cuenta|favor"
    r"|\w+s sake)\b)"
)
_IN_FRONT: Final = Pattern(rf"{_LEAD}(?:{_EXCEPT}|{_LIMIT}|(?!no\b){_PLACE}{_NO_PLACE})(?!\w)(?! ?(?:$|[,;:]))")
"""A phrase before an order that says where, when or for what it holds."""
_CLEFT: Final = Pattern(
    rf"{_LEAD}(?:what|the (?:last|one|only) thing) (?:that )?(?:i|we|nobody|no one)\b(?!.*\b(?:is|was)\b)"
    rf"|{_LEAD}(?:was ich|ce que je|lo que)\b"
)
"""`what I do not want, ..., is that ...`: the order stands far behind its negation."""
_CLEFT_END: Final = Pattern(r"(?:.*, )?(?:is|ist|est|es|c'est|are) (?:that|dass|que|to|when|wenn|to see)\b")
_IN_THAT_CASE: Final = r"(?:in (?:which|that) case|in dem fall|dans ce cas|en (?:ese|cuyo) caso|in tal caso)"
_BEHIND: Final = Pattern(
    rf"(?:(?:and|but|or|well|und|aber|et|mais|y|pero)[\s,]+)*(?:{_EXCEPT}|{_LIMIT}|{_IN_THAT_CASE})(?!\w)"
)
"""How a clause begins that takes something out of the rule before it."""
_DENIES: Final = Pattern(
    rf"{_LEAD}(?:i|we|you|nobody|no one|it|there|ich|wir|je|on|no|yo) ?(?:really |also )*(?:don't|do not|doesn't"
    r"|wouldn't|would not"
    r"|never|isn't|is not|is no|can't|cannot|won't|'s not|denke nicht|glaube nicht|finde nicht|ne \w+ pas|no) ?"
    r"(?:\w+ )?(?:think|believe|say|said|mean|agree|want|wants|need|see why|true|necessary|reason|creo|crois|pense"
    r"|pienso)\b"
)
"""A lead that denies what comes behind it."""
_BARE_SCOPE: Final = Pattern(
    rf"{_LEAD}(?:(?:that|this|these|those|both|it|all (?:of )?(?:that|this)|the same|which|das|dies|das alles|ça|cela"
    r"|ceci|eso|esto)"
    r"(?: rules?| one)? )?(?:only |just |nur )?(?:goes|holds?|appl(?:y|ies)|counts?|stands?|is meant|is true"
    r"|gilt|gelten|vaut"
    r"|s'applique|vale|aplica|se aplica)(?: only| just| nur| seulement| solo| sólo| uniquement)?"
    r" (?:for|to|in|on|within|für|in|im|pour|à|aux?|dans|para|a|en)\b"
    r"(?!.*\b(?:never|always|must|don't|do not|should|nie|immer|jamais|toujours|nunca|siempre)\b)"
)
"""`that goes for the mobile client only`: how far something reaches, and not what."""
_ANY_ONE: Final = Pattern(r"\b(?:\w+e|\w+d|\w+t|\w+[a-z]) one(?:[,.;!]|$)(?<!\bone by one)")
_ONE_NAMED: Final = Pattern(r"\b(?:no|each|every|any|this|that|which|another|last|first|only|by) one\b")
_NO: Final = Pattern(rf"{_LEAD}(?:no|not|never|nor|keine?\w*|pas de|sin|ni|nada de|senza|sem|geen)\b")
_TOPIC: Final = Pattern(
    r"(?:(?:ok(?:ay)?|so|and|also|right|then)[\s,]+)*(?:(?:here (?:are|is) |there (?:are|is) )?(?:one|two|three|four"
    r"|five|a few|a couple of|some|zwei|drei|ein paar"
    r"|deux|trois|quelques|dos|tres|algunas|unas)"
    r"(?: more| other| small| last| weitere| autres)? (?:things?|rules?|points?|remarks?|notes?|wishes|requests?|dinge"
    r"|sachen|regeln"
    r"|punkte|choses|règles|remarques|cosas|reglas)|the following|what follows|das folgende|ce qui suit|lo siguiente)"
    r" (?:(?:is|are|goes|holds|applies) )?(?P<only>only |just )?(?:about|for|on|in|regarding|concerning|to|zu[mr]?|für"
    r"|über|sur|pour|à propos|sobre|para) (?P<topic>[^,;:]{3,60}?)[.:\s]*$"
)
"""A sentence before rules that says what they are about."""
_TOPIC_ENDS: Final = Pattern(
    r"^(?:also|otherwise|everywhere|apart from that|in general|for (?:the rest|everything)|sonst)\b"
)


def restore_qualifiers(statements: Sequence[Candidate], sentences: Sequence[Sentence], prompt: str) -> list[Candidate]:
    """The statements of a prompt, their texts with what bounds them in the sentence or beside it."""
    widened = [
        _widen(one, _read_passage(one.quote, prompt)) if one.kind in ("rule", "decision") else one for one in statements
    ]
    scoped = [_add_scope(one, sentences) if one.kind in ("rule", "decision") else one for one in widened]
    scoped = [one for one in scoped if one.text]
    changed = {one.text for one in scoped} - {one.text for one in statements}
    standing: list[Candidate] = []
    for place, one in enumerate(scoped):
        wider = [other for at, other in enumerate(scoped) if at != place and other.text in changed]
        wider = [other for other in wider if other.kind == "rule" or one.kind == "decision"]
        if not any(one.text in other.text and (one.text != other.text or other in standing) for other in wider):
            standing.append(one)
    return standing


def _read_passage(quote: str, prompt: str) -> str:
    """The words of a prompt between two ends of sentences around a quote: breathless speech is read in pieces."""
    begin = prompt.find(quote)
    if begin < 0 or not quote:
        return quote
    end = begin + len(quote)
    start = max((match.end() for match in _END.finditer(prompt, 0, begin)), default=0)
    if _END.search(f"{quote[-1]} "):
        return prompt[start:end].strip()
    after = _END.search(prompt, end)
    return prompt[start : after.start() + 1 if after else len(prompt)].strip()


_END: Final = re.compile(r"[.!?:](?=\s)\s*|\n\s*")


def _widen(one: Candidate, quote: str) -> Candidate:
    """A statement with the words of its sentence, `quote`, that bound it."""
    begin, end = _locate(one.text, quote)
    if begin < 0 or (not quote[:begin].strip() and not quote[end:].strip(" .!")):
        return one
    plain = mask(quote).lower().replace("’", "'")
    clauses = split_clauses(Sentence(quote, plain, 0))
    inside = [at for at, clause in enumerate(clauses) if clause.stop > begin and clause.start < end]
    if not inside:
        return one
    first, last = inside[0], inside[-1]
    denied = any(_DENIES.match(plain, clause.start) for clause in clauses[: first + 1] if clause.start <= begin)
    if _BARE_SCOPE.match(one.text.lower()) or (denied and one.kind == "rule") or _lacks_noun(one.text, first):
        return _show(one, quote, [(0, len(quote))]) if _fits(quote) else one._replace(text="" if denied else one.text)
    spans = [(begin, end)]
    front = _find_front(plain, clauses, first, begin)
    if front is not None and one.kind == "decision":
        is_bound = _GOES_WITH.match(one.text.lower()) or _CLEFT.match(plain[front[0] : front[1]])
        front = front if is_bound else None
    if front is not None:
        spans.insert(0, front)
    behind = [clause for clause in clauses[last:] if clause.start >= end - 1 and _BEHIND.match(plain, clause.start)]
    if one.kind == "rule" or front is not None:
        spans += [(clause.start, clause.stop) for clause in behind]
    if len(spans) == 1:
        return one
    is_cleft = front is not None and _REFUSES.match(plain, front[0]) is not None
    is_ban = is_cleft or (front is not None and _BANS.search(plain, begin, end) is not None)
    return _show(one._replace(kind="rule") if is_ban else one, quote, spans)


_BANS: Final = Pattern(r"\b(?:you|we|nobody|no one) (?:must|may|shall|should) (?:not|never|only)\b")
_REFUSES: Final = Pattern(
    rf"{_LEAD}(?:what|the (?:last|one|only) thing) (?:that )?(?:i|we)\b.{{0,20}}\b(?:don't|do not|never|hate"
    r"|can't stand)\b"
    rf"|{_LEAD}(?:was ich .{{0,20}}nicht|ce que je ne|lo que no)\b"
)


def _lacks_noun(text: str, first: int) -> bool:
    """Whether a text ends its order with `one`, and what that is stands before it."""
    plain = text.lower()
    return first > 0 and _ANY_ONE.search(plain) is not None and not _ONE_NAMED.search(plain)


def _find_front(plain: str, clauses: Sequence[Clause], first: int, begin: int) -> tuple[int, int] | None:
    """The words before a text that bound it, from the nearest clause that does."""
    own, front = clauses[first], None
    if own.start < begin and (_IN_FRONT.match(plain, own.start) or _CLEFT.match(plain, own.start)):
        front = (own.start, begin)
        if not _GOES_WITH.match(plain, own.start):
            return front
    for at in range(first - 1, -1, -1):
        clause = clauses[at]
        if plain[clause.stop : clause.stop + 1] in ";.:!?":
            return front
        words = plain[clause.start : clause.stop]
        if _CLEFT.match(words) and _CLEFT_END.match(plain[begin:]):
            return clause.start, clause.stop
        if at == first - 1 and _NO.match(words) and _NO.match(plain, begin) and 2 <= len(words.split()) <= _EDGE:
            return clause.start, clause.stop
        is_trailing = at > 0 and _LOOKS_AHEAD.search(plain, clauses[at - 1].start, clauses[at - 1].stop) is not None
        follows = is_trailing or any(_CONCLUDES.match(plain, one.start) for one in clauses[at + 1 : first + 1])
        if _IN_FRONT.match(words) and not _stands_alone(words) and not (follows and _FINITE.match(words)):
            front = (clause.start, clause.stop)
            if not _GOES_WITH.match(words):
                return front
    return front


_GOES_WITH: Final = Pattern(
    r"(?:and |but |or |und |et |y )?(?:only|not|where|nur|nicht|seulement|pas|solo|sólo|no|wo|où|donde)\b"
)
"""How a clause begins that says more of the place named before it: `on the replica, and only there`."""


_CONCLUDES: Final = Pattern(r"(?:and )?(?:so(?! that\b)|therefore|deshalb|also|donc|así que|por eso)\b")
_LOOKS_AHEAD: Final = Pattern(
    r"\b(?:will|would|could|might|maybe|perhaps|wird|werden|würden?|könnten?|vielleicht|pourra\w*|serait|podría\w*)\b"
)
"""What a condition behind it belongs to: `it will go upstream at some point, if they find the time`."""
_FINITE: Final = Pattern(rf"{_LEAD}(?:if|when(?:ever)?|while|once|after|before|wenn|falls|quand|si|cuando)\b")
"""A condition of what stands right behind it; what follows with `so` is not under it."""


def _stands_alone(words: str) -> bool:
    """Whether a clause that begins with a condition has its main clause in it: `when I start it it just hangs`."""
    return _OWN_SUBJECT.search(words) is not None


_OWN_SUBJECT: Final = Pattern(
    r"^(?:\w+ )*?(?:when|if|while|once|after|before|where|wenn|falls|quand|si|cuando)\b(?: \S+){2,}? "
    r"(?:i|we|you|they|he|she|it|there|ich|wir|man|nous|je)(?:'\w+)? \w+"
    r"|^(?:\S+ )+?(?:i|we|they|he|she) (?:\w+ )?(?:always|never|had|was|were|used|did|got|went|\w+ed)\b"
    r"(?<!agreed)"
)


def _fits(text: str) -> bool:
    return len(text.split()) <= _MOST_WORDS and len(text) <= _MOST_CHARACTERS


def _show(one: Candidate, quote: str, spans: Sequence[tuple[int, int]]) -> Candidate:
    """A statement with the words from the first span to the last; without those between them if there are too many."""
    whole = quote[spans[0][0] : spans[-1][1]].strip()
    if _fits(whole):
        text = whole
    else:
        pieces = [quote[start:stop].strip(" ,;:–—-") for start, stop in spans]
        joints = [", " if quote[a[1] : b[0]].strip(" ,;:–—-") else " " for a, b in pairwise(spans)]
        joints = [
            ", " if "," in quote[a[1] : b[0]] else joint for joint, (a, b) in zip(joints, pairwise(spans), strict=True)
        ]
        text = pieces[0] + "".join(f"{joint}{piece}" for joint, piece in zip(joints, pieces[1:], strict=True))
    text = strip_end(_drop_lead(text))
    why = "" if one.why and one.why in text else one.why
    return one._replace(text=text, why=why)


def _drop_lead(text: str) -> str:
    lead = _LEAD_ONLY.match(text.lower())
    return text[lead.end() :] if lead and lead.end() < len(text) else text


_LEAD_ONLY: Final = Pattern(_LEAD)


def _locate(text: str, quote: str) -> tuple[int, int]:
    """Where a text begins and ends in its quote; -1 if it has other words."""
    begin = quote.find(text)
    if begin >= 0:
        return begin, begin + len(text)
    words = text.split()
    if len(words) < 2 * _EDGE:
        return -1, -1
    begin = quote.find(" ".join(words[:_EDGE]))
    tail = " ".join(words[-_EDGE:])
    end = quote.find(tail, begin) if begin >= 0 else -1
    return (begin, end + len(tail)) if end >= 0 else (-1, -1)


def _add_scope(one: Candidate, sentences: Sequence[Sentence]) -> Candidate:
    """A statement with the sentence beside it that says what it is about; without text if it is only such a one."""
    place = next((at for at, sentence in enumerate(sentences) if sentence.text == one.quote), -1)
    if place < 0:
        return one
    sentence = sentences[place]
    before = _get_neighbour(sentences, place, -1)
    if _TOPIC.match(sentence.plain) and one.kind == "decision" and _get_neighbour(sentences, place, 1):
        return one._replace(text="")
    if _BARE_SCOPE.match(sentence.plain) and before and not before.is_question:
        text = f"{strip_end(before.text)}. {strip_end(one.text)}"
        return one._replace(kind="rule", text=text) if _NO.match(before.plain) and _fits(text) else one
    after = _get_neighbour(sentences, place, 1)
    if one.kind == "rule" and after and _BARE_SCOPE.match(after.plain) and after.text.rstrip(".!") not in one.text:
        one = one._replace(text=f"{strip_end(one.text)}. {strip_end(after.text)}")
    topic = _find_topic(sentences, place)
    return one._replace(text=f"{topic}: {one.text}") if one.kind == "rule" and topic else one


def _find_topic(sentences: Sequence[Sentence], place: int) -> str:
    """What a sentence above a rule, in its paragraph, says that the rules below it are about."""
    for at in range(place - 1, max(-1, place - 5), -1):
        if sentences[at].paragraph != sentences[place].paragraph or _TOPIC_ENDS.match(sentences[at + 1].plain):
            return ""
        if match := _TOPIC.match(sentences[at].plain):
            only = " only" if match["only"] and "only" not in match["topic"] else ""
            return f"{sentences[at].text[match.start('topic') : match.end('topic')]}{only}"
    return ""


def _get_neighbour(sentences: Sequence[Sentence], place: int, step: int) -> Sentence | None:
    """The sentence before or after one in its paragraph."""
    at = place + step
    is_near = 0 <= at < len(sentences) and sentences[at].paragraph == sentences[place].paragraph
    return sentences[at] if is_near else None
