"""Rules that no pattern knows: the weights see them, or where they stand says that they last.

A rule of a few words seldom convinces the weights amid an order, a question or a ticket, because most sentences that
stand there are for the moment. Behind `otherwise`, `in general`, a refusal or `about your answers` it does not matter
what stands around it, and its own words decide.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.background import tells_background
from backstory.capture.rules.lasting_places import least_chance
from backstory.capture.rules.owner_cues import OF_STEP
from backstory.capture.rules.product_demands import demands_of_product, describes_product
from backstory.capture.rules.rule_cues import Cue, skip_lead
from backstory.capture.rules.rule_exclusions import is_of_moment
from backstory.capture.rules.rule_openings import skip_opening
from backstory.capture.rules.rule_probability import is_likely, measure_rule
from backstory.capture.rules.rule_scope import may_rule
from backstory.capture.rules.rule_text import make_rule
from backstory.capture.rules.single_choices import settles_one_thing
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.classifier import Verdict
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.signals import Place

MIN_ASKED: Final = 0.04
"""How likely a sentence has to outlive its moment for the weights of rules to be asked."""
_CONFIDENCE: Final = 0.8
_FIRM: Final = 0.8
"""How sure a decision is that words of a choice leave no doubt of."""
_BANS: Final = Pattern(
    r"(?:please |pls |yaar )*(?:no (?!(?:problem|comment|worr\w+|idea|need|matter|doubt|rush|hurry|thanks|thank|way"
    r"|chance|question|luck|news|reply|answer|longer|more than)\b)"
    r"|(?:zero|never|without|unless|keep|use|treat|avoid) |only (?!(?:here|now|this|that|for|in|then|if|when"
    r"|before)\b))"
)
"""How a plain order or a ban begins. It names no person who wants or needs something."""


_FREES: Final = Pattern(
    r"\bas (?:much|often|many|long|far|\w+ly) as (?:you|u) (?:like|want|please|need|wish|care)\b"
    r"|^(?:(?:so|and|but|ok(?:ay)?|now)[, ]+)*[\w·./-]+(?: [\w·./-]+){0,2} (?:is|are) (?:history|gone|dead|over|off the"
    r" table|no more)\b"
    r"|^(?:(?:so|and|but|ok(?:ay)?|now|also)[\s,]+)*(?:you|u) (?:may(?! not)|can(?! ?not|['’]t)|could|needn['’]t"
    r"|don['’]?t (?:need|have) to"
    r"|are free to)\b(?!.*\b(?:only|never|always|unless|from now on|if you|when(?:ever)?|asked|asking|any ?time)\b)"
    r"|^(?:(?:so|and|but|ok(?:ay)?|now|then|well|no)[\s,]+)*(?:it|that|this)(?:['’]s| is) (?:nothing|too|not (?:for|in"
    r"|the|a|worth)|no (?:good|use|option|thing))\b"
    r"|^(?:(?:so|and|but|ok(?:ay)?|now|hi|morning)[\s,]+)*(?:i['’]d (?:like|love)|i would like|i (?:want|need)"
    r"|we (?:want|need))"
    r" (?:an?|some|to (?:see|have|know|get)) (?!.*\b(?:always|never|every (?:commit|pr|change|test))\b)"
    r"|\bso (?:viel|oft) (?:du|ihr) (?:willst|wollt|magst)\b|\bautant que (?:tu veux|vous voulez)\b"
    r"|\b(?:cuanto|tanto como) quieras\b"
)
"""What frees something, tells that it has gone or judges it, or wishes for a thing that is to be built."""


def find_weighed(at: Place, verdict: Verdict, others: Sequence[Candidate]) -> list[Candidate]:
    """The rule in a sentence in which no pattern sees one. `others`: what other words of the prompt say."""
    if verdict.probability < MIN_ASKED or not _may_be_rule(at, others):
        return []
    own = _skip_opening(at)
    alone = Place([own.sentence._replace(heading="", section="", item=False)], 0)
    if measure_rule(alone) < least_chance(at) and not is_likely(own):
        return []
    return [make_rule(at.sentences, at.place, Cue(skip_lead(at.sentence.plain), _CONFIDENCE))]


def outweighs(at: Place, candidates: Sequence[Candidate]) -> bool:
    """Whether the weights may see a rule in a sentence that patterns take for a choice."""
    if not candidates or any(one.kind != "decision" or one.confidence > _FIRM for one in candidates):
        return False
    plain = at.sentence.plain
    return least_chance(at) < 1 or _BANS.match(plain, skip_lead(plain)) is not None


def _skip_opening(at: Place) -> Place:
    """A sentence where it stands, without its opening: `before you start` in `one thing before you start: ...` is none
    of its words."""
    start = skip_opening(at.sentence.plain)
    if not start:
        return at
    rest = at.sentence._replace(text=at.sentence.text[start:], plain=at.sentence.plain[start:])
    return at._replace(sentences=[*at.sentences[: at.place], rest, *at.sentences[at.place + 1 :]])


def _may_be_rule(at: Place, others: Sequence[Candidate]) -> bool:
    """Whether a sentence that no pattern takes for a rule may be one by its weights."""
    sentence = at.sentence
    return (
        may_rule(sentence)
        and not settles_one_thing(sentence.plain)
        and not demands_of_product(sentence, 0)
        and not describes_product(sentence)
        and not is_of_moment(at.sentences, at.place, 0)
        and not tells_background(at)
        and not _FREES.search(sentence.plain)
        and not OF_STEP.match(sentence.plain)
        and not any(one.kind == "rule" and one.text in sentence.text for one in others)
    )
