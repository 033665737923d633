"""What was uttered long before the last session, or in work on something else, and still holds.

A project that goes on for months turns from one matter to another. A request, a report of a defect and praise are done
with when their session ends. A ban, a limit and a reason are not.
"""

import re
from datetime import date, timedelta
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.past.endings import reports_failure
from backstory.recall.past.sessions import PastWork, SessionPart, name_part
from backstory.recall.text.idle_sentences import announces_call
from backstory.recall.text.stance import (
    addresses_person,
    asks,
    describes_code,
    gives_cause,
    gives_meaning,
    is_account,
    is_deed,
    is_passing,
    is_writing,
    names_code,
    sends,
    settles,
    speaks_of_commits,
    supposes,
)

_LONG: Final = timedelta(days=10)
"""How long before the last session another one ended that counts as long ago."""
_FIGURE: Final = late_pattern(r"(?<![\w.#/-])\d+(?:[.,]\d+)?(?: ?(?:%|[a-zµ]{1,12}\b)|[$€£])")
"""A number with what it counts."""
_FORBIDS: Final = Pattern(
    r"(?:^|[,;:.–—-] |\b(?:and|but|so|please|just|then|to|bitte|por favor) )(?:please )?(?:do not|don['’]?t|never|avoid"
    r"|keep (?:out|away|off)|no (?=\w+ (?:in|on|for|from|at)\b)|nicht\b.{0,40}en\b|nie(?:mals)?|jamais"
    r"|ne \w+ pas|nunca)\b"
    r"|\b(?:instead of|rather than|no longer|must not|mustn['’]?t|should(?:n['’]?t| not| never| only| always)"
    r"|(?:is|are) not (?:allowed|to be)|anstatt|statt|darf nicht|au lieu d|plutôt que|en (?:vez|lugar) de)\b",
    re.IGNORECASE,
    wide=r"不要|禁止|而不是|不能|しないで|ではなく|금지|하지 ?마",
)
"""How a person rules something out."""
_CHOOSES: Final = Pattern(
    r"(?:(?:ok(?:ay)?|so|and|then|yes|no|also|let['’]?s)[\s,]+)*(?:use|keep|take|stay|stick|go with|leave|put|store"
    r"|return|call|name|limit|cap|set|nimm|nehmen wir|behalte|bleib|lass|utilise|garde|usa|deja|mantén)\b",
    re.IGNORECASE,
)
"""How a person says in a bare imperative what is to be."""
_DEFECT: Final = Pattern(
    r"\b(?:for some reason|weird|strange|ugly|buggy|glitch\w*|(?:never|always) (?:disappears|appears|shows|loads|gets"
    r"|comes|stops|returns|works|updates|happens)|(?:a|an|the|this|another|same) (?:\w+ )?(?:problem|issue|bug"
    r"|error|crash)|(?:i|we) (?:still )?(?:can(?:not|['’]?t)|see|get|am getting|keep getting|have to)"
    r"|there(?:['’]s| is| are| was| were) (?:an?|the|no|some|only|still)"
    r"|(?:it|this|that|which|they) (?:\w+ )?(?:is|are|was|were|does|do|did|has|have|gets?|goes|keeps?)"
    r"(?: not|n['’]?t)|seltsam|komisch|un problema|un problème|ein (?:problem|fehler)"
    r"|(?:veo|da|dan|sale|salen|aparece|tengo|tira|hay) (?:(?:un|una|otro|el|ese|este|mismo) )*(?:error|errores|fallo)"
    r"|no s[eé] (?:d[oó]nde|por qu[eé]|qu[eé]|c[oó]mo)|(?:j['’]ai|il y a|je vois) (?:une? |des )?(?:erreurs?|bugs?)"
    r"|(?:sehe|bekomme|kriege|kommt|gibt es) (?:immer |noch |jetzt )*(?:eine?n? )?(?:fehler|absturz))\b",
    re.IGNORECASE,
)
"""How somebody says that something is wrong at the moment."""


def list_long_ago(past: PastWork) -> frozenset[SessionPart]:
    """The sessions that ended more than ten days before the last one, apart from those of a branch of its own."""
    own = frozenset(map(name_part, past.own)) if past.has_own_branch else frozenset()
    last = max((day for one in past.sessions if (day := _read_day(one.ended))), default=date.min)
    return frozenset(
        name_part(one)
        for one in past.sessions
        if name_part(one) not in own and last - (_read_day(one.ended) or last) > _LONG
    )


def is_long_ago(made: str, branch: str, past: PastWork) -> bool:
    """Whether a moment lies more than ten days before the end of the last session, on another branch than one of its
    own."""
    if past.has_own_branch and branch == past.branch:
        return False
    last, day = max((one.ended for one in past.sessions), default=""), _read_day(made)
    return day is not None and (_read_day(last) or day) - day > _LONG


def _read_day(moment: str) -> date | None:
    try:
        return date.fromisoformat(moment[:10])
    except ValueError:
        return None


@judged
def binds(sentence: str) -> bool:
    """Whether a person's sentence outlives its task: it says how something is to be, and what not, why, or how much."""
    if is_passing(sentence) or is_writing(sentence) or speaks_of_commits(sentence):
        return False
    if not (settles(sentence) or _FIGURE.search(sentence)):
        return False
    if _FORBIDS.search(sentence):
        return True
    if sends(sentence) or is_account(sentence) or reports_failure(sentence):
        return False
    if _CHOOSES.match(sentence):
        return True
    is_telling = asks(sentence) or names_code(sentence) or _FIGURE.search(sentence) is not None
    return is_telling and not tells_defect(sentence)


@judged
def tells_defect(sentence: str) -> bool:
    """Whether a person's sentence says that something is wrong at the moment."""
    return _DEFECT.search(sentence) is not None


@judged
def explains(sentence: str) -> bool:
    """Whether an agent's sentence outlives its task: it says why something in the code is so, or what it means."""
    if is_deed(sentence) or supposes(sentence) or addresses_person(sentence) or describes_code(sentence):
        return False
    if announces_call(sentence):
        return False
    return gives_meaning(sentence) or (gives_cause(sentence) and names_code(sentence))
