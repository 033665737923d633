"""Next steps in prose: `First I'd make the test pass, then wire the flag; after that the docs.`"""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_INTENTION: Final = (
    r"(?:(?:i|we|you)(?:'d| would| should|'ll| will| need to| must| have to)(?: (?:like to|want to|rather))?|let's"
    r"|i (?:suggest|recommend|propose)(?: to)?)"
)
"""Who means to do something."""
_SAID_FIRST: Final = (
    rf"first(?: of all)?,? (?:{_INTENTION}|we(?! (?:have (?:seen|to)|look|see|check)\b))"
    rf"|{_INTENTION} (?:first|start|begin|do first)(?: (?:with|by))?"
    r"|(?:als erstes|zuerst|zunächst|erst(?:mal)?) (?:würde|werde|sollte\w*|müss\w*|müsst\w*|will) (?:ich|wir|man)"
    r"|(?:ich|wir) (?:würden?|werden?|sollten) (?:als erstes|zuerst|zunächst|erst(?:mal)?)"
    r"|(?:d'abord|en premier|premièrement|tout d'abord),? (?:(?:je|j'|on|nous|il faut|il faudrait) ?)"
    r"(?=\w+(?:r(?:ai|ais|ait|ons|ions)|t|er|ir|re)\b)"
    r"|(?:primero|en primer lugar|lo primero(?: sería| es)?),?"
    r" (?=(?:hay que|habría que|toca|\w+(?:ía|íamos|ré|remos)\b))"
)
_PLAN: Final = Pattern(
    rf"^(?:(?:so|and|then|now|next|tomorrow|from here|hier)[\s,]+)*(?:{_SAID_FIRST})\b (?P<rest>.{{4,}})"
)
_CUT: Final = Pattern(
    r"(?:[;,.]\s+(?:and |y |et |und )?|\s+(?:and|y|et|und) )(?:then|after (?:that|this)|afterwards|finally|last(?:ly)?"
    r"|second(?:ly)?|third(?:ly)?|next|danach|dann|anschließend|zuletzt|zum schluss|ensuite|puis|enfin|après ça"
    r"|luego|después|por último|al final)\b,?\s+|;\s+"
)
_LEADING: Final = Pattern(
    r"^(?:(?:and|then|finally|last(?:ly)?(?: of all)?|after (?:that|this|which)|afterwards|following that"
    r"|(?:right )?at the (?:very )?end|first(?:ly| of all)?|to begin with|danach|dann|(?:ganz )?zum schluss|schließlich"
    r"|(?:als )?erstes|zuerst|zunächst|ensuite|puis|enfin|pour finir|d'abord|luego|después|por último|al final"
    r"|lo primero(?: es que)?|primero|y|et|und|second(?:ly)?|third(?:ly)?|next)\b,?\s+)*"
    rf"(?:(?:{_INTENTION}|comes?|come the|kommt|kommen|viene|vient|it(?:'s| is)|to) (?!·))?"
)
"""How a step of a sequence begins, before what is to be done."""
_ORDERS: Final = ("first", "start", "begin", "erst", "zunächst", "abord", "premi", "primer")
"""Words, or parts of them, one of which a sentence that names an order has."""
_EXPLAINS: Final = Pattern(
    r"^[^,;]{0,40}\b(?:why|how it|what happens|at what)\b|^(?:not|never|like to (?:know|understand))\b|\?$"
)
"""What is looked at together now, or is no step."""
_MIN_STEP: Final = 3
_CHOICE: Final = Pattern(
    r"\b(?:would|do|should|shall|could) (?:you|i|we) (?:like|want|prefer|rather|choose)\b|\bwhich (?:one|option|of"
    r"|approach|way|path|route)\b|\b(?:your|pick a|choose a) (?:choice|preference|option)\b"
    r"|\b(?:möchte(?:st|n)|willst|wollen) (?:du|sie)\b|\bwelche[rsnm]?\b.*\?|\b(?:veux|préfère|voulez|préférez)[- ]"
    r"(?:tu|vous)\b|\bqu[ée] (?:prefieres|quieres|deseas)\b",
    wide=r"(?:你|您)(?:想|希望|更喜欢)|どちら|どれ|어떤 것|어느 것",
)
"""A question that puts a choice to the person."""
_AT_PROMPT: Final = Pattern(
    r"^(?:(?:then|now|and|just|simply|please)[\s,]+)*(?:(?:press|hit|tap) (?:the )?(?:·|enter|return|esc\w*|ctrl\S*"
    r"|cmd\S*|space|any key|tab|f\d+|y|n)\b"
    r"|(?:type|enter|paste|input|provide|copy) (?:in )?(?:your|the|it|a new) (?:[\w-]+ ){0,3}(?:token|password"
    r"|passphrase|passcode|code|credentials?|key|username|pin)\b"
    r"|(?:refresh|reload) (?:the|your|this) (?:page|browser|tab|app)\b"
    r"|(?:drück\w*|tippe?) (?:die )?(?:enter|return|eingabe)|appuie[zr]? sur|pulsa\w* |presiona\w* )",
    wide=r"(?:按下?|输入|刷新|粘贴)",
)
"""What somebody is to type or to press at the moment."""


def offers_choice(heading: str) -> bool:
    """Whether the items below a heading are ways to choose from, and not steps of which each is to be done."""
    return _CHOICE.search(heading) is not None


def is_at_prompt(step: str) -> bool:
    """Whether a step only says what to type or to press while a program waits for it."""
    return _AT_PROMPT.match(step.lower()) is not None


def read_plan(sentence: Sentence) -> list[str]:
    """The steps of a sentence that names several in their order; none for any other sentence."""
    if not any(word in sentence.plain for word in _ORDERS) or sentence.is_question:
        return []
    if (match := _PLAN.match(sentence.plain)) is None:
        return []
    start = match.start("rest")
    if _EXPLAINS.search(sentence.plain[start:]):
        return []
    steps: list[str] = []
    place = start
    for cut in _CUT.finditer(sentence.plain, start):
        steps.append(sentence.text[place : cut.start()])
        place = cut.end()
    steps.append(sentence.text[place:])
    return [step for one in steps if len(step := strip_lead(one)) >= _MIN_STEP] if len(steps) > 1 else []


def strip_lead(step: str) -> str:
    """A step without the words that only put it in order."""
    return step[_measure_lead(step) :].strip(" .,;")


def _measure_lead(step: str) -> int:
    match = _LEADING.match(step.lower())
    return match.end() if match else 0


_REACHED: Final = Pattern(
    r"\b(?:is|are|has been|have been) (?:(?:now|all|fully|completely|already|successfully|both) )*(?:done|ready"
    r"|completed?|configured|set up|in place|implemented|finished|live|fixed|merged|committed|deployed)\b"
    r"|\b(?:ist|sind) (?:(?:jetzt|nun|schon|alle|vollständig) )*(?:fertig|bereit|erledigt|eingerichtet)\b"
    r"|\best (?:maintenant )?(?:prête?|terminée?|en place)\b|\bestá (?:ya )?(?:list[oa]|hech[oa]|terminad[oa])\b"
)
_NOT_REACHED: Final = Pattern(r"\b(?:not|until|once|when|if|after|before|nicht|sobald|quand|cuando|si|wenn)\b|n't\b")


def reports_reached(sentence: Sentence) -> bool:
    """Whether prose says what is done already, as the opening of a list of steps often does."""
    plain = sentence.plain
    return bool(_REACHED.search(plain)) and not _NOT_REACHED.search(plain)
