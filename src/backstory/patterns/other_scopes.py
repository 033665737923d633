"""Tells whether a later sentence has another scope than a rule, so that both stand: `you can push to my fork`.

A sentence has another scope where it tells what somebody else does, passes on a wish that the person refuses or has yet
to check, says that the condition of the rule is met, or speaks of another object or of a part. Reasons do not count.
"""

import re
from functools import lru_cache
from typing import Final

from backstory.patterns.lifting_names import read_names
from backstory.patterns.pattern import Pattern
from backstory.patterns.revision_words import CUES, LIMIT, MAY, MUST, NEED_NOT, STRONG
from backstory.patterns.rule_clauses import ASK, Clause, join_names, normalize, read_clauses, read_things, share_names

_LEADS: Final = r"^(?:\W*(?:and|so|but|well|ok|okay|also|now|from now on|these days|news|fyi|btw)\b[\s,:]*)*"
_STANCE: Final = (
    r"(?:want|need|like|love|mind|prefer|care|insist|require|expect|allow|permit|let|take|lift|withdraw|revoke|drop"
    r"|cancel|hereby|would|am|was|changed|decided|think|trust|can|could|say|said|mean|meant|see|accept|agree|ban|forbid"
    r"|refuse|hate|wish|ask|have|had|do|will|ended?|gave|give|demand|rely|hope|made|make|told|tell)\b"
)
_OWN_PRACTICE: Final = Pattern(
    rf"{_LEADS}i (?:(?:no longer|never|always|don't|do not|usually|only|just|also|now) )*"
    rf"(?!no\b|never\b|always\b|don't\b|do not\b|{_STANCE})(?!\w+ed\b)\w+"
)
"""The person tells what they do themselves: `I no longer squash`."""
_OTHERS_PRACTICE: Final = Pattern(
    rf"{_LEADS}(?:(?:in|at|on|over in) (?:the |our |their )?[\w' -]{{2,40}}?,? )?(?:they|he|she)\b(?!'re (?:fine|ok)\b)"
    rf"|{_LEADS}(?:the |our )?(?:\w+ ){{0,2}}(?:team|squad|colleagues|folks|guys|people|customers?|users?|clients?"
    r"|vendors?) (?:(?:no longer|never|always|now|also|only) )*(?!can\b|may\b|must\b|should\b|is\b|are\b|want|need|ask"
    r"|said|says|agreed|decided|changed|has\b|have\b|do\b|does\b)\w+"
)
"""What others do: `in the other team they always rebase`."""
_WISH: Final = Pattern(
    rf"{_LEADS}(?!i\b|we\b|you\b|it\b|who|nobody|no one)(?:the |our |my )?[\w-]+(?: [\w-]+)? "
    r"(?:wants?|would like|wished|asks? for|asked for|begs? for|keeps? asking for|insists? on|proposes?|suggests?"
    r"|proposed|suggested|wishes) (?!us to\b|you to\b|me to\b|to\b)"
)
"""What somebody else would like to have."""
_OPEN: Final = Pattern(
    r"\bi (?:want|need|have|would like|'d like|'ll have|still have) to (?:check|ask|verify|confirm|clarify|think|talk"
    r"|discuss|clear)\b|\bi(?:'ll| will|'d) (?:rather )?(?:check|ask|verify|confirm|clarify|talk|think)\b|\bi said no\b"
    r"|\bi (?:refused|declined|disagree|don't agree|do not agree|turned (?:it|that|her|him|them) down"
    r"|(?:haven't|have not|didn't|did not) (?:agreed?|decided?|confirm(?:ed)?|approved?|check(?:ed)?))\b"
    r"|\b(?:not decided|not confirmed|not agreed|nothing is decided|that's not true|that is not true|ignore (?:him|her"
    r"|them)|we won't|we will not|wait (?:for|until) (?:my|i))\b|\b(?:das|ich) (?:muss|will|möchte) ich? ?(?:erst|noch)"
    r"|\bich will das (?:erst|noch)\b|\bje (?:veux|dois) (?:d'abord )?vérifier\b|\b(?:quiero|tengo que) comprobar\w*"
)
"""The person refuses something, or has yet to check it."""
_MET: Final = Pattern(
    rf"{_LEADS}(?:i|we)(?:'ve| have)? (?:just |now |already )?(?P<deed>\w+ed|read|saw|seen|ran|done|did) [^,;.]+"
    r"(?:[,;.]| and| so) (?:\w+ )?(?:you|we) (?:can|may)\b"
)
"""The condition of a rule is met on one occasion: `I approved the draft, you can send it`."""
_STANDING: Final = Pattern(
    r"\b(?:never|always|every|each|any|nie(?:mals)?|immer|jede\w*|jamais|toujours|nunca|siempre)\b"
)
_CONDITION: Final = Pattern(
    r"\b(?:without|unless|until|before|except|only (?:after|with|when)|needs?|requires?"
    r"|ohne|bevor|sans|avant|sin|antes)\b"
)
_REPORTS: Final = Pattern(
    rf"{_LEADS}(?!i\b|we\b|you\b|it\b)(?:the |our |my )?[\w-]+(?: [\w-]+)? (?:says?|said|thinks?|claims?|told me)\b"
)
_TO_ME: Final = Pattern(r"\b(?:to|for|with|from|at) (?:me|myself|us|ourselves)\b")
_MINE: Final = Pattern(r"\b(?:i|me|my|mine|we|us|our)\b")
_SCOPE: Final = Pattern(
    r"\b(?:in|for|on|under|within|inside|of|bei|für|im|dans|pour|en|para) (?!now\b|future\b|good\b|all\b"
    r"|every\w*)(?P<article>(?:the|an?|my|our|your|this|that|these|those|de[rmn]|die|das|la|les?|el|los|las) )?"
    r"(?P<where>[\w./-]+(?: (?!from\b|now\b|in\b|is\b|are\b|you\b|we\b|on\b|any\b|with\b)[\w./-]+)?)"
)
"""A place or a part in which a sentence holds."""
_OPENS: Final = Pattern(
    rf"{_LEADS}(?:(?:in|for|under|inside|within|on|at|bei|für|im|unter|dans|pour|sous|en|para|bajo) (?!future\b"
    r"|general\b|principle\b|that case\b|this case\b|any case\b|zukunft\b|all\b|every\b|each\b|now\b|good\b|allen?\b)"
    r"(?P<where>(?:(?!\bfrom\b|\bnow\b|\bto\b)[^,;:]){2,40}?)"
    r"(?=,| (?:use|write|put|keep|make|run|take|call|we|you|i|it|there|no|don't|do not|never|always|only|name|nimm"
    r"|schreib|mach|bitte|utilise|écris|mets|usa|escribe|pon)\b)"
    r"|(?P<heading>(?:the|die|der|das|le|la|el) (?!team|lead|boss|client|customer|owner|manager)"
    r"[\w./-]+(?: [\w./-]+){0,3}): )"
)
"""The place, or the heading, with which a sentence begins: `in cli.py use print`, `the PR template: ...`."""
_SUBJECT: Final = Pattern(
    r"^(?P<who>(?:(?!\b(?:i|we|you|it|they|use|run|write|put|keep|from)\b)[^,;:]){2,50}?) (?:no longer |now |always )*"
    r"(?:is|are|was|has|have|runs?|uses?|needs?|goes|go|must|should|may|can|don't|doesn't|do not|does not|gets?|stays?"
    r"|takes?|requires?|isn't|aren't)\b"
)
"""What a clause speaks of, before its verb."""
_AS_NEEDED: Final = Pattern(r"\b(?:if|when|whenever|wenn|falls|si) (?:you|u|du|ihr|tu|needed|necessary)\b.*$")
"""What leaves it to the agent to make use of leave."""
_VALUE: Final = re.compile(r"\d")


@lru_cache(1_024)
def has_other_scope(sentence: str, rule: str) -> bool:
    """Whether a later sentence of the person leaves a rule standing, because it is of others or of other things."""
    text, former = normalize(sentence), normalize(rule)
    if not text or not former or text == former:
        return False
    if refuses_report(text) or _tells_of_others(text, former) or _meets_condition(text, former):
        return True
    old, new = read_clauses(former), read_clauses(text)
    subject = join_names(old)
    if _opens_elsewhere(text, subject):
        return True
    if any(one.pointed and one.polarity in (MAY, NEED_NOT) and not _things(one) for one in new):
        return False
    about = [one for one in new if share_names(one.names, subject)]
    return bool(about) and all(_is_of_other(one, former, subject) for one in about)


def opens_elsewhere(sentence: str, rule: str) -> bool:
    """Whether a later sentence begins with a place, a part or a heading that is of something else than a rule."""
    return _opens_elsewhere(normalize(sentence), join_names(read_clauses(normalize(rule))))


def _opens_elsewhere(text: str, subject: frozenset[str]) -> bool:
    """Whether a sentence begins with a place that a rule does not name, or with a heading that is of more than that."""
    opening = _OPENS.match(text)
    if opening is None:
        return False
    if opening["where"]:
        where = read_things(opening["where"])
        return bool(where) and not share_names(where, subject)
    heading = read_things(opening["heading"])
    return bool(heading) and not heading <= share_names(heading, subject) and STRONG.search(opening["heading"]) is None


def refuses_report(sentence: str) -> bool:
    """Whether the person passes on what somebody says or wants, and refuses it or has yet to check it."""
    text = normalize(sentence)
    return bool((_WISH.search(text) or _REPORTS.search(text)) and _OPEN.search(text))


def _tells_of_others(text: str, former: str) -> bool:
    """Whether a sentence, in lower case, tells what others do or want, or what the person themselves does."""
    if _WISH.search(text) and not _WISH.search(former):
        return True
    is_practice = _OWN_PRACTICE.search(text) and not _OWN_PRACTICE.search(former)
    if not (is_practice or (_OTHERS_PRACTICE.search(text) and not _OTHERS_PRACTICE.search(former))):
        return False
    return not re.search(r"\b(?:you|your|we|us|everyone|everybody|please)\b", text)


def _meets_condition(text: str, former: str) -> bool:
    """Whether a sentence says that the condition of a rule for good is met, and allows what it waits for this once."""
    match = _MET.search(text)
    if match is None or STRONG.search(text) or not _STANDING.search(former):
        return False
    condition = _CONDITION.search(former)
    if condition is None:
        return False
    deed = read_things(match["deed"]) | read_names(match["deed"])[1]
    return bool(share_names(deed, read_things(former))) or "ask" in read_things(former) or bool(_MINE.search(former))


def _is_of_other(clause: Clause, former: str, subject: frozenset[str]) -> bool:
    """Whether a clause that has words of a rule speaks of another object or of a part."""
    text = _AS_NEEDED.sub(" ", clause.text)
    allows = clause.polarity in (MAY, NEED_NOT)
    if _names_below(text, former, is_part=allows):
        return True
    names = read_things(text) - ASK
    own = _drop_kin(names - share_names(names, subject), subject)
    missing = _drop_kin(_drop_deeds(subject - ASK - share_names(subject, names), former), names)
    scope = _read_scope(text, is_named=not allows) & own
    spoken = _read_subject(text) & own
    if allows:
        things = _drop_deeds(own, text)
        is_mine = _TO_ME.search(text) is not None and _MINE.search(former) is None
        return bool((things and missing) or scope or spoken or (is_mine and missing))
    if clause.polarity != MUST or (LIMIT.search(text) and not _VALUE.search(text)):
        return False
    if spoken and (missing or _VALUE.search(text)):
        return bool(own - spoken) or bool(_VALUE.search(text))
    return bool(scope and own - scope)


def _names_below(text: str, former: str, *, is_part: bool) -> bool:
    """Whether a clause names a path below one of a rule, and not that one. `is_part`: a word may be a folder."""
    paths, roots = ({one.strip(_MARKS) for one in words.split() if "/" in one} for words in (text, former))
    if is_part:
        roots |= {word.strip(_MARKS) for word in former.split()}
    return any(path not in roots and any(path.startswith(f"{one}/") for one in roots if one) for path in paths)


_MARKS: Final = ".,;:'\"`/()"


def _things(clause: Clause) -> frozenset[str]:
    return _drop_deeds(clause.names - ASK, clause.text)


def _drop_deeds(names: frozenset[str], text: str) -> frozenset[str]:
    return names - read_names(text)[1]


def _drop_kin(names: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Names without those that begin as another one does: forms of one verb, `lanc` and `lancer`."""
    return frozenset(one for one in names if not any(one[:_STEM] == other[:_STEM] for other in others))


_STEM: Final = 4


def _read_scope(text: str, *, is_named: bool) -> frozenset[str]:
    """What a clause names as its place or part. `is_named`: only where an article tells it from a value."""
    places = (one for one in _SCOPE.finditer(CUES.sub(" ; ", text)) if one["article"] or not is_named)
    return frozenset().union(*(read_things(one["where"]) for one in places))


def _read_subject(text: str) -> frozenset[str]:
    match = _SUBJECT.search(text.strip())
    return read_things(match["who"]) if match else frozenset()
