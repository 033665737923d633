"""The reason of a rule in the sentence behind it: `please ask me before you touch core.py. She has two open PRs in it.`

It is a statement of fact about somebody or something else that comes back to what the rule is about: by a word of it,
or by a pronoun for it. What orders, asks, reports the state of the work or is another rule is none.
"""

from collections.abc import Sequence
from typing import Final

from backstory.base.reversals import stem_words
from backstory.capture.rules.errands import is_errand
from backstory.capture.rules.order_parts import begins_order
from backstory.capture.rules.rule_cues import find_cue
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.observations import observes
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.reported_states import reports_state
from backstory.capture.text.sentence_ends import strip_end
from backstory.capture.text.signals import VERB
from backstory.model.similarity import word_set

_FEWEST: Final = 4
_MOST: Final = 32
_STATES: Final = Pattern(
    r"(?:(?:he|she|they|people|somebody|everybody|everyone|nobody|half of (?:us|them)"
    r"|(?:our|my|his|her|their|the|a|an|each|every|some|most|two|three|all) (?:[\w·'’./-]+ ){0,4}?[\w·'’./-]+"
    r"|(?!(?:it|that|this|there|here|then|now|next|first|i|we|you|please|so|but|and|or|if|when|after|before|for|in"
    r"|on|what"
    r"|how|why|where|who|which|also|yes|no|ok|okay|good|great|thanks)\b)[a-zà-ÿ][\w'’-]+)"
    r" (?:(?:also|only|still|always|already|just|often|never) )?"
    r"(?!(?:must|should|shall|needs? to|has to|have to|wants? (?:you|me|us)|would like)\b)"
    r"(?:has|have|is|are|does|do|doesn't|don't|can|can't|cannot|will|won't|keeps?|[a-z]{2,}s|\w+ed)"
    r"|(?:i|we) (?:(?:also|only|still|always|often) )?(?:review|read|sync|keep|have|use|share|ship|release|bisect"
    r"|publish"
    r"|maintain|test|run|copy|write|get|lose|pay)) \w"
)
"""A fact about somebody or something. Of `Sentence.plain`, from its first word on."""
_COMES_BACK: Final = Pattern(
    r"\b(?:(?:in|of|on|to|from|with|by|into|at|over|through|for) )?(?:it|them|(?:this|that|these|those) [a-z]+|there)\b"
)
_IS_DONE: Final = Pattern(
    r"\b(?:is|are|was|were) (?:now |all |both )?(?:green|red|done|ready|fixed|finished|merged|next|fine|ok(?:ay)?|good"
    r"|missing|wrong|broken|in|out)\b(?! of\b)|\b(?:comes? next|can wait|i (?:saw|see)|(?:the )?next (?:one|step"
    r"|thing))\b"
    r"|^(?:the |that |this )?(?:rest|others?|second|first|third)\b"
)
_TURNS: Final = Pattern(
    rf"\b(?:please|pls|bitte|errors?|bugs?|crash\w*|fails?|fault)\b|[,;] (?:so |and |then |also )*(?:let's|let us"
    rf"|{VERB})\b"
)
"""What a sentence says of the task at hand besides."""
_OF_THING: Final = Pattern(r"(?:the|a|an|some|all|each|every) ")
_NAMES_IT: Final = Pattern(r"\b(?:this|that|these|those) (?!is\b|are\b|was\b)[a-z]+")


def add_reasons(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt, each rule without a reason with the one in the sentence behind it."""
    rules = [one for one in statements if one.kind == "rule"]
    return [_add_reason(one, sentences, rules) if one.kind == "rule" and not one.why else one for one in statements]


def _add_reason(rule: Candidate, sentences: Sequence[Sentence], rules: Sequence[Candidate]) -> Candidate:
    place = next((at for at, one in enumerate(sentences) if rule.quote.endswith(one.text)), -1)
    after = sentences[place + 1] if 0 <= place < len(sentences) - 1 else None
    if after is None or (after.paragraph, after.entry) != (sentences[place].paragraph, sentences[place].entry):
        return rule
    if after.text in rule.text or any(after.text in one.quote or one.text in after.text for one in rules):
        return rule
    return rule._replace(why=strip_end(after.text)) if _gives_reason(after, rule) else rule


def _gives_reason(after: Sentence, rule: Candidate) -> bool:
    plain = after.plain
    if after.is_question or not _FEWEST <= len(plain.split()) <= _MOST or not _STATES.match(plain):
        return False
    if is_passing(plain) or _TURNS.search(plain) or _IS_DONE.search(plain) or reports_state(plain) or observes(plain):
        return False
    if begins_order(plain) or is_errand(plain) or find_cue(after) is not None:
        return False
    returns = _NAMES_IT if _OF_THING.match(plain) else _COMES_BACK
    if returns.search(plain, plain.find(" ")):
        return True
    shared = stem_words(word_set(after.text)) & stem_words(word_set(rule.quote))
    return bool(shared) and not plain.startswith(("i ", "we "))
