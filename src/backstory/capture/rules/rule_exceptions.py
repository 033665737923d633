"""Exceptions to a rule in the sentence after it: `don't call the API from tests. Well, except for test_smoke`.

A rule without its exception is a wrong rule.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.sentence_ends import strip_end

_EXCEPTION: Final = Pattern(
    r"^(?:(?:well|but|and|oh|okay|ok|though|hm+|aber|und|mais|et|pero|y)[\s,.]+)*"
    r"(?:(?:the |my |one |die |eine |la |una )?(?:only |sole |single |einzige |seule |única )?"
    r"(?:exceptions?|ausnahmen?|excepción)(?: to (?:this|that|it))?(?:\s*:|,| (?:is|are|would be|ist|sind|est|sont"
    r"|es|son)\b)"
    r"(?!.*\b(?:raised|thrown|caught|swallowed)\b)"
    r"|(?:except|unless|apart from|aside from|other than|save for|with the exception|excluding|außer|ausgenommen"
    r"|bis auf|es sei denn|sauf|excepté|à part|à moins|excepto|salvo|a menos)\b"
    r"(?! (?:that|this|ça|cela|eso|dem|der|den|die|das)\b(?: \w+)?(?:,| (?:the|all|it|ist|sind|is|are)\b))[^,]*(?:$"
    r"|, (?:that|which|it|they|those|there|das|die)\b)"
    r"|(?:only )?(?:in|for|on|at|inside|within) [^,;.]{2,40}? (?:it|that|they|this|you|we)"
    r"(?:'s| is|'re| are| may| can) (?:(?:still|of course|always) )?"
    r"(?:fine|ok(?:ay)?|allowed|all right|permitted|not needed|do (?:it|that|so)|use (?:it|them|that)))"
)
"""How a sentence begins that says where the rule before it does not hold."""
_LONGEST: Final = 160


def is_exception(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a sentence says where the one before it does not hold."""
    one, before = sentences[place], sentences[place - 1] if place else None
    is_behind = before is not None and before.paragraph == one.paragraph and not before.is_question
    return is_behind and not one.is_question and len(one.text) <= _LONGEST and _EXCEPTION.match(one.plain) is not None


def bounds_rule(sentences: Sequence[Sentence], place: int, candidates: Sequence[Candidate]) -> bool:
    """Whether a sentence is the exception to a rule that was read from the sentence before it."""
    if not is_exception(sentences, place):
        return False
    return any(one.kind == "rule" and one.quote == sentences[place - 1].text for one in candidates)


def add_exceptions(candidates: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The candidates, each rule with the exception that the sentence after it makes."""
    exceptions = {
        sentences[place - 1].text: one.text for place, one in enumerate(sentences) if is_exception(sentences, place)
    }
    return [_join(one, exceptions.get(one.quote, "")) if one.kind == "rule" else one for one in candidates]


def _join(rule: Candidate, exception: str) -> Candidate:
    if not exception:
        return rule
    text = strip_end(exception)
    return rule._replace(text=f"{strip_end(rule.text)}. {text}", why="" if text in rule.why else rule.why)
