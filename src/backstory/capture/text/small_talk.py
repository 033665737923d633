"""What decides nothing: a report of a defect, a greeting, an assent without its object, an idea, console output.

Patterns of `Sentence.plain`, and of texts in lower case.
"""

from typing import Final

from backstory.capture.text.asides import is_aside
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.told_states import tells_state

_FAILS: Final = (
    r"(?:(?:doesn't|does not|dont|don't|do not|didn't|did not|isn't|is not|aren't|are not|wont|won't|never|can't"
    r"|cannot|nothing(?: ever)?)"
    r" (?:even"
    r" |seem to |properly |really |actually |ever )*(?:work|show|display|appear|disappear|load|open|navigate|update"
    r"|save|respond|react|start|render|connect|play|move|scroll|compile|build)(?:s|ed|ing)?"
    r"|(?:doesn't|does not|don't|do not|didn't|did not) (?:even |seem to )*(?:cause|trigger|fire|give|produce|return"
    r"|print)s? (?:an?|any|the)\b"
    r"|i (?:do not|don't) (?:even )?see\b"
    r"|i (?:still |just )?(?:can't|cannot|can not|couldn't|could not) (?:even |really |still |actually )*(?:see|find"
    r"|change"
    r"|edit|click|select|delete|type|scroll|drag|enter|choose|close)\b|i (?:can't|cannot) [^.;:]{2,60} (?:again"
    r"|any ?more)"
    r"|(?:has |have )?(?:disappears?|disappeared|vanish(?:es|ed)?|overflow(?:s|ed)?|overlap(?:s|ped)?|flicker(?:s|ed)?)"
    r"|(?:can't|cannot|couldn't|could not) (?:get|make) (?:it|this|that|them)\b|crash(?:es|ed|ing)|freez(?:es|ing)"
    r"|hangs?\b(?! up)|gets? stuck|(?:gets?|got|getting) an? error"
    r"|funktionier\w* (?:immer noch )?nicht|geht (?:immer noch )?nicht|ne (?:marche|fonctionne) (?:pas|plus)"
    r"|no (?:funciona|carga|aparece|abre|me deja)|sigue sin)"
)
DEFECT: Final = Pattern(
    rf"\b{_FAILS}\b|\bstill (?:can't|cannot|doesn't|don't|not|the same|get(?:ting)?|see(?:ing)?|fail\w*|broken|shows?"
    rf"|have|has)\b"
    r"|\bsame (?:issue|problem|error|result)s?\b|\bno (?:\w+ )?(?:\w+ )?(?:is|are) (?:shown|displayed|visible|loaded)\b"
    r"|\b(?:there(?:'s| is| are)|i(?:'m| am)?(?: still)? (?:see(?:ing)?|have|got|get(?:ting)?)|we have|with) (?:an? "
    r"|the |two "
    r"|some |several |many |still |another |weird |following |these )*(?:issues?|problems?|errors?|bugs?|glitch\w*)\b"
    r"|\b(?:users?|customers?|people|clients?) (?:keep |are )?(?:complain|report)\w*\b|\bsomething (?:is |seems "
    r"|going )?"
    r"(?:weird|wrong|off|strange|odd)\b|\b(?:is|are|looks?|seems?) (?:still |a bit |way |much )*too \w+[.!]*$"
    r"|^as you can see\b|^(?:and |but |so )*for some reason\b"
    r"|\blooks? (?:\w+ )?(?:ugly|bad|broken|awful|terrible|horrible|wrong|messy|cluttered|off)\b"
    r"|\bnothing (?:happens|happened|shows(?: up)?|works|changes|changed)\b"
    r"|\b(?:is|are|was|were) (?:now |still |again )*(?:broken|missing|gone|wrong|misaligned)\b"
)
"""What is wrong at the moment."""
WISHES: Final = Pattern(
    r"\b(?:should(?:n't)?|must|want|need|please|let's|instead|so (?:use|make|put|keep|we)|has to|have to|make sure|use"
    r"|don't|do not)\b"
)
"""Words of a wish, with which a report is more than one."""
_PLEASED: Final = (
    r"(?:(?:ok(?:ay)?|k|yes|yep|(?:sounds|looks) (?:good|great|right)|great|good|perfect|nice|well done|cool|super"
    r"|sure|fine|thanks?|thank you|then"
    r"|alright|awesome"
    r"|lovely|excellent|amazing|wow|fair(?: enough)?|agreed|right|gut|prima|bien|vale|genial|parfait)\W+)"
)
ASSENT: Final = Pattern(
    rf"^{_PLEASED}*(?:(?:now |so )?let'?s (?:go(?: for it| ahead| on)?|do (?:it|this|that|so)|move on\b.*"
    rf"|continue\b.*|keep (?:going|moving|at it)|start"
    r"|begin|proceed\b.*|try(?: it| this| that)?|tackle\b.*|get (?:started|going)|see\b.*)"
    r"|go (?:for it|ahead|on)|do (?:it|this|that|so)|carry on|i (?:really )?(?:like|love|agree with|agree) (?:it"
    r"|this|that|them"
    r"|the (?:first|second|third|fourth|last|latter|former|idea|sound)\b.{0,12})|i agree|sounds? (?:good|great|right)"
    r"|(?:that|this|it)(?:'s| is| sounds| looks| was) (?:all |very |really )?(?:good|great|fine|perfect|ok(?:ay)?|right"
    r"|correct|better|awesome|nice|cool|excellent)|me parece(?: bien)?|buena (?:idea|pregunta)|good (?:idea|question"
    r"|point)"
    r"|leave it|passt|mach das|d'accord|ça marche)"
    r"(?: (?:then|now|please|one|option|with it|with that|as is))*[\s.!]*$"
)
"""An assent that does not say to what."""
GREETING: Final = Pattern(
    r"^(?:hi|hello|hey|hiya|moin|hallo|hola|bonjour|salut|servus|good (?:morning|evening|afternoon)|morning|mo+rning"
    r"|buen[oa]s (?:días|tardes|noches)|guten (?:morgen|tag|abend)|bye|byee*|cheers|haha\w*|lol|sorry)\b"
)
IDEA: Final = Pattern(
    r"^(?:(?:and|also|additionally|in addition|maybe|perhaps|hm+)\W+)*(?:(?:i think |maybe |perhaps |i guess"
    r" )+(?:that )?(?:we|you|i"
    r"|it) (?:could|can|might|may)\b|i (?:wonder|was wondering|was thinking)\b|i never (?:quite |really )?(?:got"
    r"|understood|knew)\b"
    r"|for my information\b|just (?:out of )?curi\w+\b)"
    r"|^(?:and |also |but |so )*(?:i|we)(?:'ve| have)? (?:just |also )?(?:saw|seen|noticed?|wonder)\b.*, (?:so )?"
    r"(?:maybe|perhaps) (?:the |we |it |this |that |they |[\w·-]+ ){1,4}(?:should|could|can|needs?|might)\b"
)
"""An idea or a musing, before anybody has settled on it."""
TALKED: Final = Pattern(
    r"^(?:(?:hi|hello|so|and|well|ok(?:ay)?)\W+)*(?:(?:yesterday|today|last \w+|this \w+|earlier)(?: \w+)? )?(?:i"
    r"|we)(?: just| also"
    r"|'ve| have)* (?:talk(?:ed)?|spoke|speak|spoken|met|chatted|discussed|had (?:lunch|coffee|a call|a chat))\b"
    r"(?!.*\b(?:decided|agreed|wants?|says?|said|so|instead|must|should)\b)"
)
"""Whom somebody met: what was said stands in the next sentence."""
CHECKED: Final = Pattern(
    r"^(?:i|we)(?:'ve| have| just| also| already| now)* (?:tested|tried|checked|verified|restarted|re-?r[au]n|looked"
    r"|noticed|clicked"
    r"|opened|installed|pulled|ran)\b(?!.*\b(?:because|instead|so that|should|must|want|please|let's)\b)"
)
"""What somebody tried out."""
CONSOLE: Final = Pattern(
    r"^\W*\S+\.(?:js|jsx|ts|tsx|mjs|py|rb|go|java|kt|css|csv|html|vue|php)(?:\?\S*)?:\d+(?::\d+)?(?![\d:-])\s"
    r"|^\S+\?[\w-]+=\S*:\d+\b|\bdebug: \w+ (?:called|completed)\b|^(?:localhost|https?:)\S*:\d+\b"
)
"""What a console printed, pasted."""

MOOD: Final = Pattern(
    r"\b(?:i (?:love|hate) (?:you|u|it|this|the way|how|what|that you)\b"
    r"|(?:put|have|having) (?:all )?(?:my |our )?faith\b"
    r"|trust (?:in )?(?:me|my|you)\b|let me down|wast(?:e|ing) (?:my |our |any )?(?:tokens?|time)\b|chill(?: out)?\b"
    r"|you(?:'re| are|r)? (?:lied|lying|the best|amazing|awesome|killing me|driving me)\b"
    r"|i(?:'m| am) (?:begging|tired of|sick of)\b"
    r"|(?:begging|beg) (?:for|you)\b|come on\b|for god'?s sake\b)"
)
"""How somebody feels about the work or the agent."""
RHETORICAL: Final = Pattern(
    r"^(?:(?:and|but|so|ok(?:ay)?|well|because|like|honestly)\W+)*(?:that|this|it|which)(?:'s| is| was) "
    r"(?:literally|just|really|truly|actually|basically|such|so|quite|a|an|kind of|kinda|insane|crazy|huge)\b"
    r"(?!.*\b(?:because|since|so that|instead|must|should|never|always|only|not|no|don't)\b)"
    r"|^(?:\w+,? ){0,3}(?:we|i) (?:have|got) (?:the|all the) [\w ]{2,30}, let'?s \w+ (?:it|that|them)\b"
    r"|^(?:if|unless|in case)\b(?!.*\b(?:must|should|please|never|always|don't|do not|let'?s|i want|we want|instead|use"
    r"|keep|ask|make|notify|tell)\b)[^.]*\b(?:could|might|may|would)\b"
)
"""A judgement without its subject, a call without a choice, or what could come of something."""

_MARK: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|yes|yeah|so|then|please|and|great|good|sí|ja|oui)\W+)*(?:let'?s |i'd |i'll |i would |we )?"
    r"(?:go(?:ing)? (?:with|for)|do|take|use|pick|choose|implement\w*|usa|usemos|hagamos|nimm|nehmen wir|prends"
    r"|prenons) (?:the |la |die )?(?:option|number|opci[oó]n|variante?|plan|approach|#)? ?(?:\d|[a-h])\b"
    r"(?: (?:please|then|now|first|bitte|dann|por favor))*\W*$"
)
"""Only the number or letter of an option. The answer that offers the options says what it means."""


def decides_nothing(plain: str) -> bool:
    """Whether a sentence of the person is none that could be a decision."""
    if (
        is_aside(plain)
        or tells_state(plain)
        or any(pattern.search(plain) for pattern in (ASSENT, IDEA, TALKED, CHECKED, CONSOLE, RHETORICAL, _MARK))
    ):
        return True
    is_felt = MOOD.search(plain) is not None and not _STATES.search(plain)
    return is_felt or _reports_defect(plain)


def _reports_defect(plain: str) -> bool:
    """Whether a sentence says what is wrong, and beside that nothing of a wish: `the buttons do not work`."""
    return (
        DEFECT.search(plain) is not None and not _ORDERS_NOT.search(plain) and not WISHES.search(DEFECT.sub(" ", plain))
    )


_ORDERS_NOT: Final = Pattern(
    r"(?:^|[.,;:–—!(-] ?|\b(?:and|but|so|please|then|also|just|i\.?e|e\.?g)\.? )(?:do not|don't) (?!even\b|seem\b)\w"
)
"""`do not show ...`: an order, where `the buttons do not show` is a report."""
_STATES: Final = Pattern(r"\b(?:must|never|always|instead|from now on|because|only|keep|stop)\b")
"""Words with which a sentence lays something down, whatever else it says."""
