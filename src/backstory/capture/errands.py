"""Orders for the task at hand that choose nothing: `find me the clients since 2023`, `zip each folder, do not merge`.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.decision_cues import REQUEST
from backstory.capture.patterns import Pattern
from backstory.capture.rule_cues import skip_lead

_ERRAND: Final = Pattern(
    r"(?:(?:please|now|then|just|ok(?:ay)?|cool|great|so|first|also|and|go ahead and|i want you to|i'd like you to"
    r"|(?:can|could|would|will) you(?: please)?)[\s,]+)*"
    r"(?:attach|calculate|collect|compare|compute|convert|copy|count|describe|download|draft|draw|email|export|fetch|get"
    r" me|give me|grab|import|install|paste|plot|prepare|print|query|rebuild|restart|save|send|sort|translate|unzip"
    r"|upload|zip|(?:make|do|create|open|write) (?:(?:a|an|one|the|another|your) )?(?:\w+ )?(?:commit|release|tag|pr"
    r"|pull request|push|backup|screenshot)(?=[.!]*$|(?: and| of| for| from| now| first| please)\b))\b"
)
_CHOOSES: Final = Pattern(
    r"\b(?:because|so that|otherwise|instead|rather than|unless|must|should(?:n't)?|never|always|only|prefer\w*|default"
    r"|no longer|any ?more|not needed|as long as|in favou?r of|from now on|every time|keep|we (?:decided|agreed|don't"
    r"|do not|need|want|use))\b"
    r"|\bsince (?!(?:the (?:start|beginning|end|last|first|\d)|then|yesterday|last|this|my|\d|january|february|march"
    r"|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|we (?:last|started)|i last)\b)"
    r"|(?:,|\band\b|\bbut\b) not (?!yet\b)(?:a|an|the|as|in|on|with|by|via|through|for|one|\w+s)\b"
    r"|\bgo with\b|\bor (?:it|they|this|that|we|else)\b|\bnot (?:just|only)\b|[^:]+: (?=\S)|; | - "
    r"|, (?:nobody|no one|nothing|everybody|everyone|they|it|we|that|this|there)\b"
    r"|\bit(?:'s| is) (?:not|too|no|never|already)\b"
)
"""Words of a choice, of a reason, or of what is to last."""


def is_errand(plain: str) -> bool:
    """Whether a sentence only orders something for the task at hand."""
    start = skip_lead(plain)
    if not (REQUEST.match(plain, start) or _ERRAND.match(plain, start)):
        return False
    return _CHOOSES.search(plain, start) is None
