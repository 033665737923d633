"""What leads to a rule behind a colon and is chatter: `the third thing, very important: ...`, `Ada corrected me in my
last PR: ...`.

Who said it stays as a name in front (`Ada: ...`), and what a wish is for as its topic (`your answers: ...`). A lead
with a condition, an exception, a negation or a place of its own is part of the rule.
"""

import re
from typing import Final

from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern

_FEWEST: Final = 3
"""Words of a rule behind its lead."""
_LEAD: Final = re.compile(r"(?P<lead>[^:;`]{3,90}):\s+(?=\S)")
_THINGS: Final = (
    r"(?:things?|points?|wish(?:es)?|requests?|remarks?|notes?|favou?rs?|reminders?|words?|matters?|sache|punkt|bitte"
    r"|wunsch|chose|point|cosa|punto|favor)"
)
_ANNOUNCES: Final = Pattern(
    rf"(?:[\w'-]+ ){{0,5}}?(?:one|an?|another|my|first|second|third|fourth|last|next|other|more|final|small"
    rf"|important|quick"
    rf"|two|three|few|some|eine?|noch|mein|letzte|une|autre|una|otra) {_THINGS}\b[^:]*$"
    r"|(?:and |but |also )*(?:(?:what(?:'s| is)|this (?:one )?is|that(?:'s| is)|it(?:'s| is)) )?(?:really |very "
    r"|most |more |also "
    r"|super )*(?:important|crucial|matters|close to my heart)(?: (?:really|most|here))?(?: (?:to|for|with) (?:me"
    r"|us))?(?: here)?$"
)
_PAUSES: Final = Pattern(
    rf"(?:and |but |also |ok,? )*(?:the |an?|one|another|my|just|(?:first|second|third|fourth|last|next|other|more"
    rf"|final|small"
    rf"|quick|important)| )* ?{_THINGS}(?: (?:that|which) (?:you|i|we) (?:should|must|have to|need to|want to"
    rf"|wanted to|would"
    r" like)\b[^,:]{0,30})?, (?=(?:please|never|always|don't|do not|no|only)\b)"
)
"""`one more thing that you should know, please ...`"""
_TOPIC: Final = re.compile(
    r"\b(?:about|for|on|regarding|concerning) (?P<topic>(?:your|our|the) [\w-]+(?: (?!too\b|also\b"
    r"|as\b)[\w-]+)?)(?: (?:too|also|as well))?$"
)
_BINDS: Final = Pattern(
    r"\b(?:if|when|whenever|unless|except|until|while|as long as|not|never|no|without|only(?! (?:yesterday|today"
    r"|last|this|recently))|nobody|nothing|wenn|falls"
    r"|außer|nie|nicht|quand|sauf|jamais|pas|cuando|salvo|nunca|don't|doesn't|didn't|can't|won't)\b|\w/\w|\w\.\w"
)
"""A condition, an exception, a negation or a path."""
_BOUNDS: Final = Pattern(
    r"\b(?:about|for|in|on|with|under|regarding|concerning|during|before|after|of) (?!(?:me|us|you|today|now|my last|my"
    r" first|general)\b)\w"
)
"""What an announced thing is about or where it holds."""
_TELLS: Final = re.compile(
    r"(?i:(?:and|also|but|so|right|yes|well|oh|then)[,\s]+)*(?P<who>[A-ZÄÖÜÉÁ][\w'’-]{2,}(?: [A-ZÄÖÜÉÁ][\w'’-]+)?)"
    r"(?: (?:has|had|also|just|once|already|always))*"
    r" (?:corrected|told|tells|taught|reminded|said|says|wrote|writes|mentioned|pointed out|explained|asked|asks"
    r"|insisted"
    r"|insists|complained|keeps (?:saying|telling)|repeated|drilled)\b[^:;`]{0,70}"
)


def cut_lead(text: str) -> str:
    """A rule without the chatter in front of it; the rule as it is where the lead says something of it."""
    pause = _PAUSES.match(text.lower().replace("’", "'"))
    if pause and len(text[pause.end() :].split()) >= _FEWEST:
        return text[pause.end() :]
    match = _LEAD.match(text)
    if match is None or len(text[match.end() :].split()) < _FEWEST:
        return text
    lead, rest = match["lead"], text[match.end() :]
    plain = lead.lower().replace("’", "'")
    if _BINDS.search(plain):
        return text
    report = _TELLS.fullmatch(lead)
    if report and report["who"] not in NOT_PEOPLE:
        return f"{report['who']}: {rest}"
    announced = _ANNOUNCES.match(plain)
    if announced is None:
        return text
    topic = _TOPIC.search(lead)
    if topic:
        return f"{topic['topic']}: {rest}"
    return text if _BOUNDS.search(plain) else rest


def name_teller(text: str, quote: str) -> str:
    """A rule behind the name of who told it to the person, where it was cut out of such a sentence."""
    match = _LEAD.match(quote)
    report = _TELLS.fullmatch(match["lead"]) if match else None
    if match is None or report is None or report["who"] in NOT_PEOPLE or report["who"] in text:
        return text
    return f"{report['who']}: {text}" if quote[match.end() :].startswith(text) else text
