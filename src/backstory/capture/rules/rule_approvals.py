"""Rules by approval: `yes, exactly, always like that`, said to the work that an agent has just reported.

Such a sentence says nothing without the report: the rule has its first sentence in brackets behind the person's words.
"""

from typing import Final

from backstory.capture.rules.rule_scope import may_rule
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences

_PRAISE: Final = (
    r"(?:(?:yes|yeah|yep|ja|jep|oui|ouais|s[ií]|ok(?:ay)?|perfect|exactly|great|genau|super|top|prima|voilà|parfait"
    r"|perfecto|eso es|exacto|good|nice|very good|well done|cool|love it|please|bitte|s'il te plaît|por favor|and|so"
    r"|also|und|et|y)[\s,.!:;–—-]+)*"
)
_POINTER: Final = (
    r"(?:like (?:this|that)|(?:this|that) way|(?:in )?the same(?: way)?(?: (?:as|like) (?:this|that)(?: one)?)?"
    r"|exactly (?:this|that|so)|as (?:here|in this one)|genau ?so|so|auf diese (?:weise|art)|comme (?:ça|cela|celui-ci)"
    r"|de la même (?:façon|manière)|así|de (?:esta|la misma) (?:manera|forma))"
)
_LASTS: Final = (
    r"(?:always|every ?time|each time|from now on|in (?:the )?future|immer|jedes mal|ab jetzt|künftig|toujours"
    r"|désormais|dorénavant|à partir de maintenant|à l['’]avenir|à chaque fois|siempre|cada vez|a partir de ahora"
    r"|de ahora en adelante)"
)
_ALL: Final = (
    r"(?:(?:with|for|in|on) )?(?:all|every|each|alle\w*|jede\w*|tous|toutes|chaque|todos|todas|cada)"
    r"(?: (?:the|les|los|las|of the|die))? (?:other |next |new |future |coming |nächsten |neuen |weiteren "
    r"|prochaine?s? "
    r"|autres? |nouve\w+ |próxim\w+ |otr[ao]s )[\w-]+"
)
_DO: Final = (
    r"(?:do|make|keep(?: doing| going| on| it)?|continue|go on|handle|write|build|mach\w*|weiter|fais|faites"
    r"|continue[rz]?"
    r"(?: à faire)?|haz(?:lo)?|sigue|hágalo)"
)
APPROVAL: Final = Pattern(
    rf"^{_PRAISE}(?:{_DO} (?:it |them |this |things |das |es |le |la |lo )?)?(?:bitte |please )?"
    rf"(?:{_LASTS},? (?:\w+ ){{0,2}}?{_POINTER}|{_POINTER},? (?:\w+ ){{0,2}}?{_LASTS})(?: \w+){{0,2}}[\s.!]*$"
    rf"|^{_PRAISE}{_LASTS} {_DO} (?:it |them |this |things |das |es )?{_POINTER}[\s.!]*$"
    rf"|^{_PRAISE}(?:please |bitte )?{_DO} (?:it )?(?:{_ALL} {_POINTER}(?: \w+){{0,4}}|{_POINTER} (?:pour |para |für )?"
    rf"{_ALL})[\s.!]*$"
    rf"|^{_PRAISE}(?:please |bitte )?{_DO} (?:every|each|all) (?:the )?[\w-]+(?: [\w-]+)? (?:exactly |just )?"
    rf"(?:like|as|the same way as) this(?: one)?[\s.!]*$"
    rf"|^{_PRAISE}(?:please )?keep (?:doing|writing|making|naming|handling) (?:it |them |things )?{_POINTER}[\s.!]*$"
    rf"|^{_PRAISE}so (?:soll|muss|sollte) (?:das|es) (?:immer|künftig|jedes mal) \w+[\s.!]*$"
)
"""`yes, always like that`, `please do all the next ones in the same way`."""
_CONFIDENCE: Final = 0.86
_MAX_DONE: Final = 160
"""Characters of what was done."""
_DEED: Final = Pattern(r"^(?:i(?:'ve| have)?|we|ich|j'ai|he|done|now|each|every)\b|^\w+ed\b")
"""How a report of what was done begins."""


def find_approvals(prompt: str, answer: str) -> list[Candidate]:
    """The rules by which a prompt wants all further work to be like what an agent's answer tells of."""
    if not answer:
        return []
    approving = [one for one in read_sentences(prompt, person=True) if APPROVAL.match(one.plain) and may_rule(one)]
    done = _find_deed(answer) if approving else ""
    return [
        Candidate(
            kind="rule",
            text=f"{one.text.rstrip(' .!;,')} ({done})",
            quote=one.text,
            role="user",
            confidence=_CONFIDENCE,
        )
        for one in approving[:1]
        if done
    ]


def is_approval(rule: Candidate) -> bool:
    """Whether a rule only points at the last work: without a report of it, it says nothing."""
    quote = rule.quote.rstrip(" .!;,")
    return rule.kind == "rule" and quote.endswith(rule.text) and APPROVAL.match(quote.lower()) is not None


def _find_deed(answer: str) -> str:
    """The sentence of an answer that tells what was done; empty without one."""
    sentences = [one for one in read_sentences(answer, person=False) if _tells(one)]
    chosen = next((one for one in sentences if _DEED.match(one.plain)), next(iter(sentences), None))
    return chosen.text.rstrip(" .:;") if chosen else ""


def _tells(sentence: Sentence) -> bool:
    return not sentence.is_question and len(sentence.text.split()) >= _FEWEST and len(sentence.text) <= _MAX_DONE


_FEWEST: Final = 4
