"""Rules that are said in a row: `no emojis. tests first. never push.`, where one of them says that they hold for good.

Such a prompt has nothing but rules, each of a few words; a prompt with a task beside them is none.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.rule_cues import Cue, skip_lead
from backstory.capture.rules.rule_scope import may_rule
from backstory.capture.rules.rule_text import make_rule
from backstory.capture.text import announcements
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_SURE: Final = 0.8
_CONFIDENCE: Final = 0.8
_MAX_PROMPT: Final = 300
"""Characters of a prompt that is a row of rules."""
_MAX_WORDS: Final = 9
_TERSE: Final = Pattern(
    r"^(?:(?:please|and|also|then|just|bitte|und|y|et|por favor)[\s,]+)*(?:"
    r"(?:no(?![,.;:!])|never|without|avoid|keep|prefer|use|only|always|don't|dont|do not|one|sin|nada de|nunca|siempre"
    r"|no \w+es|usa|pas de|jamais|toujours|utilise|garde|keine?[nrs]?|nie|immer|nimm|nutze?|halte?)\b|pas d'"
    r"|(?:small|short|strict|plain|simple|explicit|typed|frequent|atomic|kleine|kurze|petits|courts|pequeños|cortos) "
    r"|(?:the |all |los |las |les |die |alle )?(?:tests?|commits?|types?|docs?|names?|comments?|errors?|logs?"
    r"|branch(?:es)?|prs?|sql|configs?|docstrings?|imports?|messages?|pruebas|mensajes|nombres|namen|kommentare|noms"
    r"|commentaires"
    r"|[\w·./-]+) (?:first|before|in|with|go(?:es)?|live|stay|small|short|not|never|only|per|klein|kurz|zuerst|nicht"
    r"|bleiben|dans|d'abord|petits|avec|van|en|con|primero|pequeños|auf|mit|ohne)\b)"
)
"""A rule of a few words, if those around it are rules."""
_DEFINITE: Final = Pattern(
    r"\b(?:this|that|these|those|it|them|here|now|again|today|my|your|button|page|screen|ese|esa|este|esta|eso|ce|cette"
    r"|dies\w*|jetzt)\b|\bthe (?!tests?\b|docs?\b|linter\b|changelog\b|readme\b|types?\b)"
)
"""What names a thing at hand."""


def is_listed(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a sentence is an item of a list that is announced as one of rules, or an order behind its beginning."""
    sentence = sentences[place]
    if not sentence.item or announcements.RULES_FOLLOW.search(sentence.heading) is None:
        return False
    is_first = not place or sentences[place - 1].paragraph != sentence.paragraph
    return is_first or _ORDERS.match(sentence.plain) is not None


_ORDERS: Final = Pattern(
    r"(?:(?:please|and|but|so|bitte|und)[\s,]+)*"
    r"(?:no|never|always|only|don't|dont|do not|keep|use|leave|avoid|put|kein\w*|nie"
    r"|immer|nur|pas de|jamais|toujours|nunca|siempre)\b"
)
"""How an order begins."""


def find_row(sentences: list[Sentence], rules: list[Candidate]) -> list[Candidate]:
    """The rules of a prompt that are none by their own words, in a row of which others are; none in another prompt."""
    quotes = {rule.quote for rule in rules if rule.kind == "rule" and rule.confidence >= _SURE}
    others = [place for place, one in enumerate(sentences) if one.text not in quotes]
    if not quotes or not others or sum(len(one.text) for one in sentences) > _MAX_PROMPT:
        return []
    if not all(_is_terse(sentences[place]) for place in others):
        return []
    return [make_rule(sentences, place, Cue(skip_lead(sentences[place].plain), _CONFIDENCE)) for place in others]


def _is_terse(sentence: Sentence) -> bool:
    plain = sentence.plain
    return (
        len(plain.split()) <= _MAX_WORDS
        and may_rule(sentence)
        and not sentence.is_question
        and _TERSE.match(plain) is not None
        and _DEFINITE.search(plain) is None
    )
