"""The words before a colon, or above a list, that announce next steps."""

from typing import Final

from backstory.capture.steps import unspaced_steps
from backstory.capture.text.patterns import Pattern

_NEXT_LABEL: Final = (
    r"(?:when (?:we|you|i) (?:carry on|continue|resume|go on|come back|pick (?:it|this) up)"
    r"|(?:so |for |and )?(?:tomorrow|next time)|(?:the )?rest(?:, in this order| für morgen| for (?:tomorrow|later))?"
    r"|missing|to go|not (?:yet|done)(?: yet)?|backlog|(?:so )?in this order|(?:tasks?|steps?|items?|points?) left"
    r"|(?:(?:what )?(?:i|we) (?:still )?have )?(?:left |still )?on (?:(?:the|my|our|your) (?:list|plate)|the agenda)"
    r"(?: now| still| are| is)*"
    r"|what (?:i|we) (?:still )?have(?: left)?"
    r"|(?:and |so )?(?:my|the|our|an? updated|updated|the new) list(?: now| reads| is| has)*|(?:that|this|which) leaves"
    r"|still to come|to do yet|open now|afterwards|left on (?:the|my|our|your) list"
    r"|auf der liste (?:stehen |steht |bleiben )?(?:noch)?|sur la liste(?: il reste)?|en la lista(?: quedan?)?"
    r"|up next|after that|was noch (?:fehlt|offen ist|zu tun ist)|für morgen|pour demain|para mañana|restant"
    r"|pendientes|"
    r"next(?: steps?| up)?|what(?:'s| is) (?:next|left|(?:still )?(?:open|missing|to do))(?: now| yet)?"
    r"|to (?:finish|wrap up|complete)(?: this| it)?"
    r"|(?:this is |here is |here's )?what (?:comes|remains|is left|i(?:'d| would) do)(?: next| now| first)?"
    r"|lo que (?:queda|falta)(?: por hacer)?|quedan?(?: por hacer)?|ce qui (?:reste|manque)(?: à faire)?"
    r"|o que (?:falta|resta)"
    r"|cosa (?:resta|manca)|open(?! (?:questions?|issues?|source|points? (?:of|for)))"
    r"|remaining(?: (?:work|steps?|items?|tasks?|todos?))?"
    r"|still (?:to do|open|missing|left)"
    r"|to ?-?do(?: next| list)?s?|follow-?ups?|left(?: to do| open)?|outstanding"
    r"|open (?:items|tasks|points|todos)|later"
    r"|pending"
    r"|nächste[rs]? schritte?|als nächstes|noch offen|offen(?: ist noch| bleibt)?"
    r"|(?:es |was )?(?:noch )?(?:fehlt|fehlen|bleibt|bleiben|zu tun)(?: noch)?|(?:il )?(?:manque|reste)(?: encore)?"
    r"|falta(?:n)?(?: todavía)?|prochaines? étapes?|reste à faire"
    r"|à faire"
    r"|próximos? pasos?|próximos? passos?|pendiente|pendente"
    rf"|{unspaced_steps.LABEL}"
    r"|следующие шаги|дальше|осталось"
    r"|(?:nog )?te doen|volgende stap(?:pen)?|staat nog open|openstaand|wat (?:nog )?(?:rest|moet)(?: gebeuren)?"
    r"|voor morgen|da fare|prossim[io] pass[io]|per domani|resta(?:no)?(?: da fare)?|para amanhã|por fazer|faltam?"
    r"|(?:jeszcze )?do zrobienia|następn[ey] kroki?|zostało(?: do zrobienia)?|na jutro)"
)
NEXT_LINE: Final = Pattern(
    rf"^(?:(?:so|then|now|also|dann|alors|donc|entonces|então|agora|quindi"
    rf"|allora)[, ]+)?(?:{_NEXT_LABEL})(?:,? (?:in|by|for|from|after|on|is|are|por|en|para|dans|pour"
    rf"|to)\b[^:.]{{0,40}})?\s*[:：–—-]\s*(?P<rest>.+)"
)
ANNOUNCES: Final = Pattern(rf"(?:here is |here's )?(?:{_NEXT_LABEL})(?:,? (?:in (?:this|that) order|is this))?[.:]?")
"""A sentence that only announces steps, which follow it."""
_NEXT_SECTION: Final = (
    rf"^[\W\d_]*(?:here(?:'s| is| are) |this is |these are )?"
    rf"(?:my |the |our |suggested |recommended |possible |immediate |optional )?{_NEXT_LABEL}\b"
    r"|^.{0,80}\bnext steps?(?: now)?(?: (?:is|are))?$"
)
"""A heading under which other headings name what comes next."""
NEXT_HEADING: Final = Pattern(
    rf"{_NEXT_SECTION}|^[\W\d_]*(?:what (?:you|we) (?:need|have) to do|what to do now"
    r"|to do now|what (?:i|we)(?:'d| would| should) do (?:next|now|first)"
    r"|action (?:items?|needed|required)|required actions?|da fare|cosa fare|que falta|qué falta|что дальше"
    r"|что нужно сделать)"
    r"|^[\W\d_]*[^.:]{0,60}\b(?:(?:still|yet) (?:open|to do|missing|to come)|left (?:open|to do)"
    r"|not (?:yet )?done(?: yet)?|worth (?:doing|pursuing|fixing) ?(?:next|later)?"
    r"|to consider(?: next| later)?|for later)\b"
    r"|^[\W\d_]*(?:(?:for|in|at|on|during) )?(?:the |our |a |my )?next (?:session|time|sitting|meeting|morning|run"
    r"|chat|thread|conversation|day|week)\b"
    r"|^.{0,60}\bnext (?:tasks|stories|items|issues|tickets|features|points)\b[^.]{0,30}$"
    r"|^(?:(?:now|so|then) )?(?:you|we)(?:'ll| will)? (?:(?:just|only|now|still) )*(?:need|have) to(?: do)?"
    r"(?: (?:the following|these|now|next))*(?: steps)?$"
    r"|^(?:(?:für|in|beim?) )?(?:die |der |das )?nächste[nrs]? (?:sitzung|mal|session)\b"
    r"|^(?:pour |à )?la prochaine (?:séance|session|fois)\b|^(?:para |en )?la próxima (?:sesión|vez)\b"
)
BELOW_NEXT: Final = Pattern(_NEXT_SECTION)
