"""Which sentences may be rules at all: not questions, essays, steps of the work, or what holds for the moment only."""

from typing import Final

from backstory.capture.rules import customs, ownership
from backstory.capture.rules.closures import is_closure
from backstory.capture.rules.rule_responses import is_complaint
from backstory.capture.rules.rule_wordings import POLITE_REQUEST
from backstory.capture.text import cues, duration_cues
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.relayed_text import is_opinion
from backstory.patterns.tags import TAG

MAX_TEXT: Final = 400
"""Characters of a rule. A longer sentence is an essay, or pasted."""
OF_WORK: Final = Pattern(
    rf"\b(?:from (?:now|here) on|going forward|in (?:the )?future|henceforth|in (?:this|our) {cues.PLACE}|as a rule"
    rf"|rules?"
    r"|conventions?|remember|ask|asking|without my|we (?:never|always|don't|do not|only)|you (?:never|always|must)"
    r"|i (?:always|never|hate|prefer)|commit\w*|push\w*|merge\w*|branch\w*|pr|prs|pull requests?|depend\w*|deps"
    r"|changelog"
    r"|lint\w*|comments?|docstrings?|repl(?:y|ies)|answers?|respond|explain\w*|english|german|french|spanish"
    r"|questions?|unsure"
    r"|immer|nie(?:mals)?|künftig|ab jetzt|frag\w*|désormais|dorénavant|jamais|toujours|demande\w*|nunca|siempre"
    r"|preg[uú]nt\w*)\b"
    r"|以后|今後|必ず"
)
"""What holds for the work as such, amid an order."""


def may_rule(sentence: Sentence) -> bool:
    """Whether a sentence may be a rule: no question, no essay, nothing for the moment."""
    plain = sentence.plain
    asks_for_good = POLITE_REQUEST.match(plain) or is_tagged(plain) or is_complaint(plain)
    is_question = sentence.is_question and not asks_for_good
    if is_question or len(plain) > MAX_TEXT or is_opinion(sentence):
        return False
    if (_STEPS.search(plain) and not _LASTING_STEPS.search(plain)) or (
        duration_cues.is_passing(plain) and not is_left_alone(sentence)
    ):
        return False
    if duration_cues.OF_CASE.match(plain):
        return False
    return not (
        _EXPLAINS.match(plain)
        or _WONDERS.match(plain)
        or _AGREES.match(plain)
        or _NO_HURRY.search(plain)
        or _IN_TURN.match(plain)
        or _LIKES.match(plain)
        or _REPORTS_FAULT.search(plain)
        or _JOKES.match(plain)
        or _TELLS_STORY.match(plain)
        or _JUDGES.match(plain)
        or customs.LOGGED.match(plain)
    )


def is_left_alone(sentence: Sentence) -> bool:
    """Whether something is closed to everybody until somebody has finished there."""
    return ownership.is_at_work(sentence) or is_closure(sentence.text)


_REPORTS_FAULT: Final = Pattern(
    r"\b(?:always|never) (?!needs\b)\w+s\b.*[,;:–—-] ?(?:and |so |then )?(?:please |can you |could you |pls )*"
    r"(?:fix|repair|debug|investigate|correct|look into|sort out|mend|find out why|have a look)\b"
    r"(?: (?:it|this|that))?\W*$"
)
"""A fault to fix: `the export always hangs and never writes the footer, fix it`."""
_JOKES: Final = Pattern(r"(?:(?:oh|ok|well),? )?(?:(?:ha){2,}h?|(?:he){2,}|lo+l|lmao|rofl|xd)\b")
_TELLS_STORY: Final = Pattern(
    r"as an? (?!rule\b|general\b|matter\b|principle\b|habit\b|default\b|policy\b)[\w-]+(?: [\w-]+){0,3},? i"
    r" (?:(?:never|always|only|also) )?(?:want|need|would|wish|expect|can|see)\b"
)
"""A user story: `as an admin I never want to see deleted users`."""
_JUDGES: Final = Pattern(
    r"you (?:always|never) (?:find|listen|forget|surprise|amaze|impress|understand|know|get (?:it|this|that)"
    r"|do (?:that|this)|make me|let me down|disappoint|fail|save me|miss)\b"
)
"""Praise and blame of the agent: `you always find these so fast`."""
_EXPLAINS: Final = Pattern(
    r"(?:(?:oh|ah|no|yes|sorry|ok(?:ay)?)[\s,.]+)*(?:that|this|it)(?:'s| is| was) [^,;:]{2,40}, not"
    r" (?:you|yours?|us|ours|me|mine)\b"
)
"""`that's my machine, not you`: who is to blame."""
_IN_TURN: Final = Pattern(
    r"(?:(?:ok(?:ay)?|fine|good|and|so|yes)[\s,.]+)*(?:(?:the )?[\w·./-]+(?: [\w·./-]+)? first, (?:then|i|we"
    r"|and then|the [\w-]+ after)"
    r"|(?:commit|push|merge|test|rebase|format)(?: (?:it|that|this))?,? (?:and )?then)\b"
    r"(?!.*\b(?:always|every|each|any|never|from now on)\b)"
)
"""`tmpdir first, then ...`, `commit, then the full suite`: in which order the work at hand is done."""
_NO_HURRY: Final = Pattern(
    r"(?:^|[,;:–—-] ?)(?:so |and |but )?no (?:rush|hurry|pressure|stress|worries)\b[^,;:]{0,20}$"
)
"""`we're on the train, so no rush`"""
_AGREES: Final = Pattern(
    r"(?:(?:ok(?:ay)?|right|fine|so|good)[\s,]+)*no [\w -]{2,40} then, (?:right|ok(?:ay)?|fine|agreed)[.!]*$"
)
"""`no cutting at all then, right`: what follows from the answer, and holds for the thing at hand."""
_LIKES: Final = Pattern(
    r"(?:[\w'’-]+ ){0,6}?(?:me gusta|me encanta|me convence|me parece bien|gefällt mir|j'aime|ça me plaît|mi piace"
    r"|gosto|me agrada)\b[^.]*\b(?:así|asi|comme ça|così|assim) (?:no|ne|non|não|ya|on|il)\b"
    r"|(?:ahora|agora|maintenant|jetzt|adesso),? "
    r"(?!.*\b(?:nunca|jamais|nie|niemals|mai|commits?|regla|regel|règle|regola|regra)\b)"
    r"(?:la|el|los|las|lo|die|der|das|den|le|les|il|o|os|as|una?|eine?n?) (?:[\w'’-]+ ){1,3}?[\w'’-]+:"
)
"""What somebody likes of a proposal and why, and what comes next."""


def is_tagged(plain: str) -> bool:
    """Whether a sentence orders something and asks for assent: `run them from now on, ok?`."""
    tag = TAG.search(plain)
    return tag is not None and _ASKS.match(plain) is None and len(plain[: tag.start()].split()) >= _FEWEST


_ASKS: Final = Pattern(
    r"(?:(?:so|and|but|ok(?:ay)?|now|also)[\s,]+)*(?:is|are|was|were|do|does|did|can|could|should|shall|will|would"
    r"|may|has|have"
    r"|what|why|how|when|where|which|who|if|would it|ist|sind|kann|soll|est-ce|es|est)\b"
)
"""How a question begins."""
_FEWEST: Final = 4
"""Words of an order before its tag."""
_STEPS: Final = Pattern(
    r"\b(?:1st|first(?! (?:line|word|letter|paragraph|argument|column)\b)|zuerst|erst|primero|d'abord)\b.{3,}"
    r"\b(?:then|dann|luego|puis|ensuite)\b"
)
"""What names steps of the work in their order."""
_LASTING_STEPS: Final = Pattern(
    r"\b(?:always|every time|from now on|going forward|immer|jedes mal|(?:zu)?künftig|ab (?:jetzt|sofort)|toujours"
    r"|désormais"
    r"|à l'avenir|siempre|en adelante|a partir de ahora)\b"
)
_WONDERS: Final = Pattern(
    r"(?:please |now |so |and |also )*(?:think (?:about|of|very|carefully|hard)|consider (?:how|whether|what)"
    r"|figure out|find out|explain|describe (?:how|why)|look (?:at|into)|tell me(?! (?:first |please "
    r"|always )*before (?:you|we)\b))\b"
    r"|(?:can|could|would) you (?!(?:please )?(?:always|never|keep|remember|stop|make it|not)\b)|(?:looks|seems) like\b"
    r"|(?:please )?(?:make sure|ensure|check|verify)\b.* (?:has|have) been\b"
    r"|(?:[\w']+,? ){0,3}?the (?:user|person) (?:is|has|had|was|wants?|wanted|asks?|asked|mention\w*|said|says"
    r"|needs?)\b|//|#(?! ?rule)|.*\\[a-z]+\{"
)
"""Beginnings of what is asked to be thought over, done or checked now."""
