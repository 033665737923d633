"""Finds what the pronoun in a rule refers to: `please revert the release notes. Ilse writes those, nobody else does`.

A brief shows a rule without the talk around it. One that begins with a pronoun, or acts on one, is kept behind the
words that name it, as few as can be: the object of the order before it, or else the clause before it.
"""

import re
from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.rule_cues import MIN_WORDS
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.sentence_ends import strip_end
from backstory.capture.text.signals import VERB
from backstory.model.late_pattern import late_pattern

_LEADS: Final = (
    r"(?:(?:and|but|so|then|also|please|pls|sorry|ah|oh|no|nope|nah|yes|ok(?:ay)?|right|well|now|just|hm+|wait|first"
    r"|one"
    r" more thing|actually|again)[\s,.!:]+)*"
)
_THING: Final = (
    r"(?:file|folder|directory|list|number|table|script|section|page|part|document|module|package|column|field|name"
    r"|line"
    r"|constant|value|flag|class|function|method|key|text|entry|schema|header|window|string|format|order|branch)s?"
)
_OBJECT: Final = (
    rf"(?:it|them|(?:that|those|these|this) {_THING}|these|those|this(?! \w)"
    r"|that(?! (?:is|are|was|the|an?|it|they|we|you|i|he|she|there|no|every|all|each|(?!always\b|as\b)\w+s) )"
    r"|(?:its|their) [\w-]+)\b"
)
_SUBJECT: Final = (
    r"(?:i|we|you|nobody(?: else)?|no one(?: else)?|(?!(?:it|this|that|there|he|she|they|these|those|what|who|which|if"
    r"|when|where|because|the one)\b)[\w.'-]+|(?:the|our) [\w-]+(?: (?:script|bot|job|team|people|tool|hook"
    r"|workflow|pipeline|build|guys|folks))?)"
)
_DEED: Final = (
    r"(?:writes?|does|do|edits?|maintains?|keeps?|owns?|handles?|generates?|updates?|bumps?|touch(?:es)?|changes?|adds?"
    r"|renames?|moves?|publish(?:es)?|translates?|signs?|approves?|reviews?|prints?|logs?|commits?|puts?|uses?|removes?"
    r"|deletes?|sorts?|formats?|merges?|exports?|ships?|imports?|mocks?|skips?)"
)
_POINTS: Final = (
    Pattern(
        rf"^{_LEADS}(?:(?:we|you|i) )?(?:never|don't|dont|do not|always|only|hands off|keep|leave|stay (?:away from"
        rf"|out of)"
        r"|you (?:must|may|should) (?:not|never)|must not)"
        rf"(?: ever| please| all| your hands off)*(?: (?!(?:do|mind|make|let|say|keep)\b)\w+(?: (?:to|with|on|at|from"
        rf"|into|in|for|up))?)? {_OBJECT}"
    ),
    Pattern(rf"^{_LEADS}{_SUBJECT} (?:always |never |only |usually )?{_DEED} {_OBJECT}"),
    Pattern(
        rf"^{_LEADS}(?:(?:those|these|they)(?: ones)?|(?:that|those|these|this|it)(?: {_THING})?) (?:is|are|stays?"
        r"|remains?|belongs?|goes|go|comes?|gets?|must|may|has to|have to|never|always)\b"
    ),
)
"""Rules that act on a pronoun, or begin with one."""
_PERSON: Final = Pattern(
    rf"^{_LEADS}(?:\S+ ){{0,6}}?(?:(?:ask|tell|inform|ping|consult|notify|involve|copy|mention|cc)(?:ing|ming)?"
    r"|loop(?:ing)? in|(?:check|talk|clear|agree|speak)(?:ing)?(?: \w+)? (?:with|to)"
    r"|(?:goes?|run|pass|put)(?: \w+)? (?:through|by|past)|(?:approval|okay|ok|yes|word|go) (?:of|from)"
    r"|wait(?:ing)? for|let) (?:him|her|them)\b"
)
"""A rule about somebody whom only the words before it name: `ask her before you change it`."""
_NAMED: Final = late_pattern(
    r"(?:^|[:,;] )(?:(?:[Mm]y|[Oo]ur|[Tt]he) [\w-]+(?: [\w-]+)?|[A-ZÄÖÜÉ][^\W\d_]+(?: [A-ZÄÖÜÉ][^\W\d_]+)?)"
    r" (?:\w+ly )?(?:(?!this|always)[a-z]{2,}s|will|must|also|and|from|at|in)\b"
    r"|(?:\b(?:to|by|with|from|and|is|of)|,) [A-ZÄÖÜÉ][a-zà-ÿ]{2,}\b"
)
"""A clause that says who somebody is: `Petra owns the bucket policy`, `the policy belongs to Petra`."""
_NO_POINTER: Final = Pattern(
    rf"^{_LEADS}(?:(?:keep|leave|make|do|take|play) (?:it|that|this|things) (?:short|simple|small|brief|minimal|clean"
    r"|quiet|safe|boring|easy|slow|at that|tidy|readable|generic|flat|to (?:me|us|the)\b)"
    r"|(?:it|that|this)(?:'s| is| are) (?:a |an |our |the |my )?(?:\w+ )?(?:rule|convention|policy|important|forbidden"
    r"|allowed|custom|habit|principle|enough|fine|ok(?:ay)?|better|not (?:allowed|ok(?:ay)?|enough))\b"
    r"|(?:this|the) (?:repo\w*|project|code ?base|team|branch|package)\b)"
)
"""A pronoun that refers to nothing in the text: `keep it short`, `it's a rule that ...`."""
_SELF_NAMED: Final = Pattern(r"`|\b\w+_\w+|\b[\w-]+/[\w.-]+|\b[\w-]+\.[a-z]{1,4}\b(?!\()")
"""Code or a path before the pronoun."""
_FRAGMENT: Final = late_pattern(
    rf"^{_LEADS}(?:without|no|not) (?P<what>(?:the |a |an |any |that |those "
    rf"|these )?[^,;:.!?]{{2,60}}?)(?: (?:please|pls"
    r"|here|there|this time|again|at all))*[\s.!]*$",
    re.IGNORECASE,
)
"""`without the co-authored-by`"""
_ORDER: Final = late_pattern(
    rf"^{_LEADS}(?:(?:can|could|would|will) you (?:please )?)?(?:{VERB}|undo|cut|pull|throw|kick|rip|strip|back out"
    r"|restore|reset|drop|take|discard|regenerate|translate|adjust|correct|shorten|extend|edit)"
    r"(?: (?:back|out|off|away|up|in))*"
    r" (?:(?:the |your |my |all |those |these )*(?:changes?|edits?|additions?|modifications?|commits?|fix(?:es)?"
    r"|work|stuff|entr(?:y|ies)|lines?) (?:in|to|of|on|from|for|under) )?"
    r"(?P<what>(?:the |our |my |your |all |those |these |that |a |an )?(?!(?:it|them|this|that|these|those|me|us|you"
    r"|and|to"
    r"|if|so|what|how|why)\b)[\w./`'-]+(?: (?!(?:from|in|into|out|off|back|again|to|with|for|before|after|please|pls"
    r"|on|at"
    r"|under|by|and|or|then|now|first|but|because|since|as|until|when|if|so|away|there|here)\b)[\w./`'-]+){0,4})"
    r"(?: (?:from|in|into|out|off|back|again|to|with|for|please|pls|on|at|under|by|away|there|here)\b[^,;:]{0,60})?"
    r"[\s.,!]*$",
    re.IGNORECASE,
)
"""`please revert the release notes`: an order with the thing that it acts on."""
_CLAUSE: Final = Pattern(r":\s+|;\s+|\s[–—]\s")
_MOST: Final = 160
"""Characters of a clause that names something."""
_TAKEN_OUT: Final = "[REDACTED"
_REFUSAL: Final = 7
"""Words of a refusal that says nothing beside the rule that it names the object of."""


def name_antecedents(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt. A rule that says nothing alone begins with what its pronoun stands for; the words
    that name it are no rule as well.
    """
    places = {one.text: place for place, one in enumerate(sentences)}
    named: list[Candidate] = []
    spent: set[str] = set()
    for one in statements:
        place = places.get(one.quote, -1) if one.kind == "rule" else -1
        one = _add_lead(_drop_joined(one, sentences[place - 1].text)) if place > 0 else one
        is_person = _PERSON.match(one.text.lower()) is not None and not _NAMED.search(one.text)
        before = _find_before(sentences, place) if place > 0 and (is_person or _points(one.text)) else None
        if before is not None and is_person:
            before = before if _NAMED.search(before.text) else None
            spent.update([before.text] if before else [])
        name = _name(before, one.text) if before else ""
        if before is None or not name or one.text.startswith(name) or one.text != strip_end(one.text):
            named.append(one)
            continue
        if _FRAGMENT.match(before.text) and len(before.text.split()) <= _REFUSAL:
            spent.add(before.text)
        why = "" if one.why.strip(" .") in before.text else one.why
        named.append(one._replace(text=f"{name}: {one.text}", why=why))
    return [one for one in named if one.quote not in spent or one.kind != "rule"]


def _drop_joined(rule: Candidate, before: str) -> Candidate:
    """A rule without the whole sentence before it, of which a few words name what it points at."""
    is_joined = rule.text.startswith(f"{before} ") and bool(_FRAGMENT.match(before) or _ORDER.match(before))
    return rule._replace(text=rule.text[len(before) + 1 :]) if is_joined else rule


def _add_lead(rule: Candidate) -> Candidate:
    """A rule about `it` with the clause before it in its sentence: `the script writes that, nobody edits it`."""
    lead = rule.quote.partition(rule.text)[0] if rule.text in rule.quote else ""
    opening = _LEAD.match(lead.lower())
    lead = lead[opening.end() if opening else 0 :]
    if len(lead.split()) < MIN_WORDS or ": " in lead or not (_points(rule.text) and _points(lead)):
        return rule
    return rule._replace(text=f"{lead}{rule.text}", why="" if rule.why.strip(" .,;:") in lead else rule.why)


def _points(text: str) -> bool:
    """Whether a rule acts on a pronoun, or begins with one, that nothing in it names."""
    plain = text.lower().replace("’", "'")
    match = next(filter(None, (one.match(plain) for one in _POINTS)), None)
    return match is not None and not _NO_POINTER.match(plain) and not _SELF_NAMED.search(text[: match.end()])


def _find_before(sentences: Sequence[Sentence], place: int) -> Sentence | None:
    """The statement before a sentence in its paragraph, or the one before that where it names nothing itself."""
    for at in range(place - 1, max(-1, place - 3), -1):
        before = sentences[at]
        if before.paragraph != sentences[place].paragraph or before.is_question or _TAKEN_OUT in before.text:
            return None
        if not (
            len(before.plain.split()) < MIN_WORDS or _ORDERS_IT.match(before.plain) or _NAMES_NONE.match(before.plain)
        ):
            return before
    return None


_ORDERS_IT: Final = Pattern(rf"^{_LEADS}{VERB} (?:it|this|that|them|these|those)\b(?: \w+){{0,3}}[\s.!]*$")
"""`please put it back`"""
_NAMES_NONE: Final = Pattern(r"^(?:[\w'-]+ ){1,4}(?:none|neither|either|both|it|them|those|one|that|too|so)[\s.!]*$")
"""`this box has none`"""


def _name(before: Sentence, rule: str) -> str:
    """The words of a sentence that name what a rule behind it points at, as few as can be."""
    paths = [one.strip("`").rstrip(".") for one in _PATHS.findall(before.text)]
    if len(paths) == 1 and _OF_FILES.match(rule.lower()):
        return str(paths[0])
    if match := _FRAGMENT.match(before.text) or _ORDER.match(before.text):
        return strip_end(match["what"]).strip(" `!")
    cuts = [cut.end() for cut in _CLAUSE.finditer(before.plain)]
    starts = [start for start in (0, *cuts) if len(before.plain[start:].split()) > MIN_WORDS]
    clause = before.text[starts[-1] if starts else 0 :]
    lead = _LEAD.match(clause.lower())
    clause = strip_end(clause[lead.end() if lead else 0 :]).rstrip("!")
    return clause if len(clause) <= _MOST else ""


_PATHS: Final = late_pattern(r"`[\w@.-]*[./][\w@./-]*`|(?<![\w/.])(?:[\w@.-]+/)+[\w@.-]*|\b[\w-]+\.[a-z]{1,5}\b(?!\()")
_OF_FILES: Final = Pattern(
    r"(?:[\w'’-]+ ){0,6}?(?:that|those|these|this) (?:files?|folders?|director(?:y|ies)"
    r"|scripts?)\b"
)
"""A rule that points at files: `those files are synced`."""
_LEAD: Final = Pattern(_LEADS)
