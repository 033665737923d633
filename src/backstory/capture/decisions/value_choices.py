"""Values and names that a person gives with what speaks against another: `30 seconds is too short, give it 2 minutes`.

`retries: 3, not 5` and ``the name is `drain`, `flush` is taken`` are such choices too. Each says in one sentence what
holds, and what does not.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.text import one_line

_CONFIDENCE: Final = 0.84
_LONGEST: Final = 240
"""Characters of a sentence that is such a choice."""
_WORDS: Final = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|forty|fifty|sixty"
    r"|ninety"
    r"|hundred|half an?|an?|ein(?:e[nrms]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|fünfzehn|zwanzig"
    r"|dreißig|sechzig|hundert|un[ea]?|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|quinze|vingt|trente|soixante"
    r"|cent"
    r"|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|sesenta|cien"
)
_UNIT: Final = (
    r"(?:ms|s|m|h|d|%|[kmgt]i?b|px|r?em|x|milli(?:second|sekunde)s?n?|(?:sec(?:ond)?|min(?:ute)?|hour|day|week|month"
    r"|year"
    r"|byte|line|time|char(?:acter)?|column|row|item|entr(?:y|ie)|thread|worker|attempt|retr(?:y|ie)|tr(?:y|ie)"
    r"|request"
    r"|megabyte|gigabyte|kilobyte|percent|level|step|page|word|second|seconde|minute|heure|jour|semaine|ligne"
    r"|segundo|minuto"
    r"|hora|día|semana|línea|tentative|essai|intento|sekunde|minute|stunde|tag|woche|zeile|zeichen|versuch|mal)"
    r"(?:s|e|n|en)?)"
)
_VALUE: Final = (
    rf"(?:[$€£]?\d[\d.,_]*(?: ?{_UNIT}(?!\w))?|(?:{_WORDS})(?: (?:dozen|hundred|thousand|{_UNIT}))(?!\w)|{MASK}+)"
)
"""A number, in digits or words and with its unit, or a piece of code."""
_BARE: Final = rf"(?:{_VALUE}|(?:{_WORDS})(?![\w-]))"
"""The same, or a number in words alone."""
_TOO: Final = Pattern(
    rf"(?:^|[\s,;:(–—-])(?P<old>{_BARE})(?: [\w-]+){{0,3}}?,? (?:is|are|was|were|seems?|feels?|'s|ist|sind|war|waren"
    rf"|est"
    r"|sont"
    r"|c'est|das (?:ist|sind)|es|son|era)(?: (?:way|much|far|a bit|a little|still|just|really|definitely|probably"
    r"|viel|etwas|immer noch"
    r"|noch|wohl|beaucoup|un peu"
    r"|encore|muy|un poco))*"
    r" (?:too|zu|trop|demasiado) (?:short|long|small|big|large|many|few|much|little|low|high|slow|fast|aggressive"
    r"|tight|generous|wide|narrow|strict|lax|close|coarse|fine|kurz|lang|klein|groß|viele?|wenige?|niedrig|hoch"
    r"|langsam|eng|knapp|streng|court\w*|long\w*|petit\w*|grand\w*|peu|bas\w*|haut\w*|élevée?s?|serrée?s?|cort[oa]s?"
    r"|larg[oa]s?|pequeñ[oa]s?|grandes?|poc[oa]s?|much[oa]s?|baj[oa]s?|alt[oa]s?)\b"
    r"(?P<what>[^,;:.?!–—]{0,80})(?:[,;:.–—]| -|(?= (?:so|and|und|et|y)\b))\s*"
)
"""`thirty seconds is too short for the upload`: a value that will not do, up to what is to be instead."""
_FAILS: Final = Pattern(
    rf"(?:^|[\s,;:(–—-])(?P<old>{_BARE})(?: [\w-]+){{0,2}}? (?:cuts?(?: off)?|breaks?|loses?|misses|drops?"
    rf"|overflows?|clips?"
    r"|truncates?|isn't enough|is not enough|aren't enough|are not enough|won't do|will not do|doesn't (?:fit|do"
    r"|work|suffice)"
    r"|does not (?:fit|do|suffice)|don't (?:fit|suffice)|reicht nicht|reichen nicht|passt nicht|ne suffi\w+ pas"
    r"|no alcanza"
    r"|no basta)\b(?P<what>[^,;:.?!–—]{0,60})(?:[,;:.–—]| -|(?= (?:so|and|und|et|y)\b))\s*"
)
"""`128 cuts real data`: a value that will not do, by what it does."""
_GIVE: Final = Pattern(
    r"(?:(?:so|and|please|pls|then|let's|rather|better|und|also|bitte|dann|lieber|besser|et|donc|plutôt|y|entonces"
    r"|mejor)[\s,]+)*"
    r"(?:(?:make|give|set|take|use|try|put|do|raise|lower|increase|reduce|bump|cut|go|have|allow|change|we (?:need"
    r"|want|take)"
    r"|mach\w*|gib|setz\w*|nimm|nehmen wir|erhöh\w*|senk\w*|stell\w*|geh\w*|mets|mettons|donne|passe|passons|prends"
    r"|prenons|fais"
    r"|pon|ponlo|dale|sube|subamos|baja|usa|usemos|déjalo|haz)\b"
    r"(?:[ -](?:it|that|this|them|the [\w-]+|wir|es|das|ihm|ihnen|die|den|le|la|les|lui|leur|lo|los)){0,2}\s+"
    r"(?:(?:up|down|to|at|with|for|of|a|auf|mit|zu|à|en|de) )*)?"
    rf"(?P<new>{_BARE})(?: (?!of\b|them\b|more\b|less\b|tests?\b|are\b|is\b)[\w-]+)?"
    r"(?=$|[,;:.!)–—-]| (?:for|per|each|then|instead|now|please|and|so|because|since|as|until|für|pro|bitte|pour|par"
    r"|por)\b)"
)
"""What is to be instead: `give it 2 minutes`, `make that 50`, `lieber 20`."""
_NOT: Final = Pattern(
    rf"^(?!(?:expected|actual|result|got|output|error|exit|status|returns?|prints?|bug)\b)"
    rf"(?:(?:[\w{MASK}./-]+ ){{0,3}}[\w{MASK}./-]+ ?[:=] ?"
    rf"|(?:[\w-]+ ){{0,3}}(?:default|limit|timeout|max\w*|min\w*|cap|ttl|retries|attempts|interval|threshold|budget"
    r"|size"
    r"|width|height|port|version|window|delay|backoff|deadline|margin|padding|standard|grenze|höchstens|límite|limite"
    r"|délai|plazo)"
    r" (?:is|are|stays?|ist|bleibt|est|es) )"
    rf"(?P<new>{_BARE})(?: now| then| please| bitte)?,? (?:and )?(?:not|nicht|pas|no|instead of|statt|rather than"
    rf"|au lieu de|en vez de)"
    rf" (?P<old>{_BARE})(?=$|[\s,;:.!)–—-])"
)
"""`retries: 3, not 5`"""
_TAKEN: Final = Pattern(
    r"^(?:(?:and|so|but|ok(?:ay)?|no|please|then|also|und|et|y)[\s,]+)*(?:(?:the|its?|our|der|die|das|le|la|el|su) )?"
    r"(?:(?:(?:[\w-]+ ){0,2}(?:name|nom|nombre)(?: (?:is|be|should be|must be|will be|ist|sei|est|es)|:)"
    r"|(?:call|name) (?:it|that|this|them)|nenn(?:en wir)? (?:es|das|sie|ihn)|(?:appelle|nomme)(?:-le|-la|-les)"
    rf"|llám\w+) (?P<new>{MASK}+|[\w-]+)"
    r"|(?:[\w-]+ ){0,2}(?:flag|option|key|field|column|variable|method|function|class|module|package|table|command"
    r"|route"
    r"|prefix|suffix|label|tag|spalte|feld|schlüssel|methode|klasse|tabelle|champ|clé|colonne|méthode|campo|clave"
    r"|columna|método)(?: (?:is|should be|must be|will be|ist|sei|est|es)(?: called| named)?|:)"
    rf" (?P<code>{MASK}+|--?[\w-]+|\w+_\w+))"
    r"(?: (?:then|now|please))?(?:[,;:.–—]| -|(?= because\b)) ?(?:because |since |weil |car |porque )?"
    rf"(?P<old>{MASK}+|--?[\w-]+|[\w-]+) (?:(?:is|was|are|ist|est|es|está) (?:already |schon |bereits |déjà |ya )*"
    r"(?:taken|used|in use|reserved|gone|there|confusing|ambiguous|too \w+|vergeben|belegt|benutzt|reserviert|pris\w*"
    r"|utilisé\w*|réservé\w*|ocupad\w*|usad\w*|reservad\w*)"
    r"|(?:already )?exists?|existe|gibt es|means?|bedeutet|hei(?:ß|ss)t|clashes|collides|sounds|would|wäre|serait"
    r"|sería)\b[^?]*$"
)
"""``the name is `drain`, `flush` is taken``"""
_ALONE: Final = Pattern(
    rf"(?!(?:an?|ein\w*|un[ea]?)\b)(?:(?:so|make it|then|also|dann|alors|donc|entonces),? )?"
    rf"(?:(?:every|each|after|within|at (?:most|least)|up to|alle|höchstens|toutes les|au plus|cada|como mucho) )?"
    rf"(?P<new>{_BARE})(?: then"
    rf"| please)?[.!]*"
)
"""A sentence that is a value and nothing else."""
_JOINS: Final = re.compile(r"(?:(?:and|but|so|also|oh|und|aber|et|mais|y|pero)[\s,]+)*")
_FORMER: Final = Pattern(
    rf"(?:^|[\s,;:(–—-])(?P<old>{_VALUE})(?! (?:tests?|errors?|failures?|files?|of)\b)(?: [\w-]+){{0,3}}?,? (?:is"
    rf"|are|was|were|'s|won't|doesn't|isn't|ist|sind"
    rf"|war|reicht"
    r"|est|sont|es|son)\b"
)
"""The value of which such a sentence speaks."""
_PRONOUNS: Final = frozenset(
    ("it", "that", "this", "they", "he", "she", "there", "we", "i", "you", "what", "which", "who", "das", "es", "sie",
     "er", "ça", "c", "il", "elle", "eso", "esto", "everything", "nothing", "everybody", "otherwise")
)  # fmt: skip


def find_value_choices(sentences: Sequence[Sentence], list_decided: Callable[[], list[str]] = list) -> list[Candidate]:
    """The choices of a prompt that put one value or name in the place of another.

    `list_decided`: the decisions of the prompts before, of which one may name the value that is replaced.
    """
    read = (
        _read_choice(one)
        or _read_compared(sentences, place, list_decided)
        or _read_alone(sentences, place)
        or _read_settled(sentences, place, list_decided)
        for place, one in enumerate(sentences)
    )
    return [one for one in read if one is not None]


def _read_alone(sentences: Sequence[Sentence], place: int) -> Candidate | None:
    """A value in a sentence of its own, after the reason for it: `10 seconds is too short, nobody is that fast. 30.`"""
    one, *others = sentences[place : place + 3]
    if not others or one.is_question or len(one.text) > _LONGEST or others[0].paragraph != one.paragraph:
        return None
    is_last = len(others) == 1 or others[1].paragraph != one.paragraph
    value = _ALONE.fullmatch(others[0].plain)
    former = _FORMER.search(one.plain)
    if not (is_last and value and former) or former["old"] == value["new"]:
        return None
    return Candidate(
        kind="decision",
        text=f"{strip_end(one.text[_count_joins(one.plain) :])}. {strip_end(others[0].text)}",
        parts={"alternatives": [one.text[slice(*former.span("old"))]]},
        quote=f"{one.text} {others[0].text}",
        role="user",
        confidence=_CONFIDENCE,
        revises=True,
    )


def _count_joins(plain: str) -> int:
    """The characters of `and`, `but` and the like with which a sentence begins."""
    match = _JOINS.match(plain)
    return match.end() if match else 0


_COMPARED: Final = Pattern(
    rf"(?:^|[\s,;:])(?P<how>with|at|by|for|on|under|mit|bei|avec|con) (?P<one>{_BARE})\b.*?[,;–—-] ?(?:and |but "
    rf"|while )?"
    rf"(?P=how) (?P<two>{_BARE})\b"
)
"""`with 16 one block in eleven stays ragged, with 24 one in sixty`"""


def _read_compared(
    sentences: Sequence[Sentence], place: int, list_decided: Callable[[], list[str]]
) -> Candidate | None:
    """A value in a sentence of its own, after a comparison with another one."""
    before, alone = sentences[place - 1] if place else None, sentences[place]
    value = _ALONE.fullmatch(alone.plain)
    compared = _COMPARED.search(before.plain) if before and value else None
    if before is None or not (compared and value) or before.paragraph != alone.paragraph:
        return None
    values = [compared["one"].rstrip(".,"), compared["two"].rstrip(".,")]
    chosen = value["new"].rstrip(".,")
    if chosen not in values or values[0] == values[1]:
        return None
    other = values[1 - values.index(chosen)]
    story = [one.text for one in sentences[:place] if one.paragraph == alone.paragraph and not one.is_question]
    return _make_revision(other, strip_end(alone.text), story, f"{before.text} {alone.text}", list_decided)


def _make_revision(
    other: str, value: str, story: Sequence[str], quote: str, list_decided: Callable[[], list[str]]
) -> Candidate:
    """A value in place of another one, with the last decision that names the other one, where there is one."""
    naming = re.compile(rf"(?<![\w.]){re.escape(other)}(?![\w])", re.IGNORECASE)
    decided = next((one for one in reversed(list_decided()) if naming.search(one)), "")
    return Candidate(
        kind="decision",
        text=f"{strip_end(decided)} → {value}" if decided else f"{value}, not {other}",
        why=one_line(" ".join(story), _LONGEST),
        parts={"alternatives": [other]},
        quote=quote,
        role="user",
        confidence=_CONFIDENCE,
        revises=True,
    )


_DISMISSED: Final = Pattern(
    rf"^(?:[^.;?]{{0,60}}[:,] |(?:(?:and|but|also)[\s,]+)*)(?P<old>{_BARE})(?: [\w-]+){{0,3}}? (?:is|are|was"
    r"|were) (?:(?:also|simply"
    r"|much|far|just|a bit|still) )*(?:too (?:much|little|many|few|long|short|high|low|large|big|small)"
    r"|not enough|stingy"
    r"|wrong|a mistake)\b(?![^.]*, so\b)"
)
"""`25 was too much as well`: a value that will not do, at the beginning of what somebody weighs."""
_AGREED: Final = Pattern(
    rf"(?:(?:yes|right|good|fine|so|then|well|agreed)[\s,]+)*(?:(?:let us|let's|we|i) (?:say|take|make it)"
    rf" )?(?P<new>{_BARE})(?: (?:it is|then))?[.!]*"
)
"""`Yes, 20.`"""


def _read_settled(sentences: Sequence[Sentence], place: int, list_decided: Callable[[], list[str]]) -> Candidate | None:
    """A value in a sentence of its own at the end of a paragraph that begins with one that will not do."""
    own = [one for one in sentences[: place + 1] if one.paragraph == sentences[place].paragraph]
    is_last = place + 1 == len(sentences) or sentences[place + 1].paragraph != sentences[place].paragraph
    agreed = _AGREED.fullmatch(sentences[place].plain) if is_last and len(own) > _FEWEST else None
    dismissed = next((match for one in own[:-1] if (match := _DISMISSED.match(one.plain))), None) if agreed else None
    if agreed is None or dismissed is None or dismissed["old"] == agreed["new"]:
        return None
    old = dismissed["old"].rstrip(".,")
    value = sentences[place].text[slice(*agreed.span("new"))].rstrip(".,")
    story = [one.text for one in own[:-1] if not one.is_question]
    return _make_revision(old, value, story, sentences[place].text, list_decided)


_FEWEST: Final = 2
"""Sentences before a value that settles what they weigh."""


def _read_choice(sentence: Sentence) -> Candidate | None:
    if sentence.is_question or len(sentence.text) > _LONGEST:
        return None
    span = _find_replaced(sentence.plain)
    if span is None:
        return None
    replaced = sentence.text[span[0] : span[1]].strip(" `\"'")
    return Candidate(
        kind="decision",
        text=strip_end(sentence.text),
        parts={"alternatives": [replaced]} if replaced else {},
        quote=sentence.text,
        role="user",
        confidence=_CONFIDENCE,
        revises=True,
    )


def _find_replaced(plain: str) -> tuple[int, int] | None:
    """Where a sentence names what does not hold any more; None where it replaces nothing."""
    for pattern in (_TOO, _FAILS):
        former = pattern.search(plain)
        given = _GIVE.match(plain, former.end()) if former else None
        if former and given and given["new"] != former["old"]:
            return former.span("old")
    if (instead := _NOT.match(plain)) and instead["new"] != instead["old"]:
        return instead.span("old")
    taken = _TAKEN.match(plain)
    if taken and taken["old"] not in _PRONOUNS and taken["new"] not in _PRONOUNS:
        return taken.span("old")
    return None
