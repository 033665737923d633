"""Orders for the task at hand that choose nothing: `find me the clients since 2023`, `zip each folder, do not merge`.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.rules.rule_cues import skip_lead
from backstory.capture.text.decision_cues import REQUEST
from backstory.capture.text.patterns import Pattern

_ERRAND: Final = Pattern(
    r"(?:(?:please|now|then|just|ok(?:ay)?|cool|great|so|first|also|and|go ahead and|i want you to|i'd like you to"
    r"|(?:can|could|would|will) you(?: please)?)[\s,]+)*"
    r"(?:attach|calculate|collect|compare|compute|convert|copy|count|describe|download|draft|draw|email|export|fetch"
    r"|get"
    r" me|give me|grab|import|install|paste|plot|prepare|print|query|rebuild|restart|save|send|sort|translate|unzip"
    r"|upload|zip|(?:make|do|create|open|write) (?:(?:a|an|one|the|another|your) )?(?:\w+ )?(?:commit|release|tag|pr"
    r"|pull request|push|backup|screenshot)(?=[.!]*$|(?: and| of| for| from| now| first| please)\b))\b"
)
_FIND_OUT: Final = (
    r"(?:look (?:at|into|for|over|through)|have a look|take a(?:nother)? look|go (?:over|through)"
    r" (?:all|everything|it|them|these|those|this|your|each|the (?:code|files?|docs?|plan|list|changes|tests?|steps?"
    r"|issues?"
    r"|functions?))|see (?:how|why|what|whether|if|where)|investigate|figure out|find out|dig into|decide|discuss"
    r"|think (?:about|through)|understand|research|determine"
    r"|clarify)\b"
)
_TO_LOOK: Final = Pattern(
    r"(?:[-*•] )?(?:(?:please|now|then|just|ok(?:ay)?|cool|great|so|first|also|and|again|once more|but)[\s,]+)*"
    r"(?:(?:(?:let'?s|(?:can|could|would) you(?: please)?) (?:(?:also|first|just) )?)?"
    rf"(?:{_FIND_OUT}|(?:check|compare|analy[sz]e|inspect|examine|review|study|scan|explore|schau\w*|prüf\w*|sieh\w*"
    rf"|regarde\w*"
    r"|vérifie\w*|revisa|mira|comprueba|analiza)\b)"
    r"|(?:(?:i|we) (?:still |also |first |just )*(?:need|have|want|ought) to|i(?:'d| would) like (?:you )?to)"
    rf" (?:(?:also|first|just) )?{_FIND_OUT})"
    r"(?! (?:to|that|in favou?r|against|every|each|all (?:prs?|pull))\b)"
)
"""An order to look, to compare or to find out: what it is about is not settled."""
_CHOOSES: Final = Pattern(
    r"\b(?:because|so that|otherwise|instead|rather than|unless|must|should(?:n't)?|never|always|only|prefer\w*|default"
    r"|no longer|any ?more|not needed|as long as|in favou?r of|from now on|every time|keep"
    r"|(?<!where )(?<!how )(?<!what )"
    r"(?<!which )we (?:decided|agreed|don't|do not|need|want|use)|the (?:same|similar))\b"
    r"|\bsince (?!(?:the (?:start|beginning|end|last|first|\d)|then|yesterday|last|this|my|\d|january|february|march"
    r"|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday"
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
    if _TO_LOOK.match(plain, start):
        return _SETTLES.search(plain, start) is None
    if not (REQUEST.match(plain, start) or _ERRAND.match(plain, start)):
        return False
    return _CHOOSES.search(plain, start) is None


def goes_on(option: str) -> bool:
    """Whether an option, in lower case, only says how the work goes on: it holds no longer than it is picked."""
    match = _GOES_ON.match(option)
    return match is not None and _CHOOSES.search(option, match.end("lead")) is None


_WORK: Final = (
    r"(?:(?:this|that|it|them|these|those|all|everything|our|your|any|both|remaining|open|failing|critical|current"
    r"|broken|existing|the (?:\w+ )?(?:fix(?:es)?|issues?|bugs?|errors?|plan|tests?|changes|problems?))\b)"
)
_GOES_ON: Final = Pattern(
    r"(?P<lead>\W*(?:(?:\w+ priority|option \w|step \d|phase \d|quick win|recommended|first|now)\b[\s:,.–—-]*)*)"
    r"(?:let me |let's |please |i (?:can |will |could )?|we (?:can |could )?)?"
    r"(?:(?:investigate|debug|diagnose|troubleshoot|keep (?:going|debugging|fixing|working|testing))\b"
    r"|(?:continue|proceed|carry on|move on|go on)(?:\W*$| (?:fixing|debugging|testing|working|implementing)\b"
    r"| (?:to|with|on) (?:the )?(?:next|phase|step|task|part|remaining|other|rest|implementation|fix(?:es)?|tests?)\b)"
    r"|(?:start|begin) (?:fixing|with|on|by|working|debugging|testing|implementing|writing)\b"
    rf"|(?:fix|implement|tackle|address|resolve|commit|push|merge|copy|review|test|verify|analy[sz]e|explore|finish"
    rf"|complete|apply|try) {_WORK}"
    r"|(?:investigar|investiguer|depurar|débo[gu]+er|weitermachen)\b)"
)
"""How an option begins that is a step of the work: `investigate the token overflow`, `fix these issues one by one`."""


def only_inquires(plain: str) -> bool:
    """Whether a sentence only orders to find something out."""
    return _INQUIRY.match(plain) is not None and _SETTLES.search(plain) is None


_INQUIRY: Final = Pattern(rf"(?:(?:please|first|just|also|and)[\s,]+)*(?:{_FIND_OUT}|(?:analy[sz]e|inspect|examine)\b)")
_SETTLES: Final = Pattern(
    r"\b(?:make sure|ensure|should(?:n't)?|must|never|always|instead|rather than|because|so that|otherwise|from now on"
    r"|every time|(?:change|fix|move|make|turn|convert|replace|rename|remove|use) (?:it|them|the|all) (?:so|to|into"
    r"|with|as)\b"
    r"|the (?:same|similar)|and (?:change|make|use|add|do) (?:it|them|the)|(?:before|after) (?:you|each|every|any)"
    r"|follow the|(?:,|\band\b|\bbut\b) not (?:a|the|in|on|with|by|for)|no longer|we (?:decided|agreed))\b|[;:] "
)
"""What an order to look settles besides: `check the list and make sure that it is sorted by date`."""
