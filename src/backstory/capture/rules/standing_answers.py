"""`always` or `never` as the answer to an offer of the agent: what was offered is a rule from then on."""

from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences
from backstory.model.text import one_line

_STANDING: Final = Pattern(
    r"^(?:(?:yes|yep|yeah|yup|sure|ok(?:ay)?|of course|correct|exactly|please|pls|no|nope|nah|do (?:it|that|so)|go"
    r" ahead"
    r"|ja|nein|bitte|gerne?|oui|non|s'il te plaît|sí|si|claro|por favor|no)[\s,.!:–-]+)*"
    r"(?:and )?(?:please )?(?:do (?:it|that|so) )?(?:always|never|every ?time|each time|from now on|by default|in"
    r" general"
    r"|as a rule|immer|nie|niemals|jedes mal|toujours|jamais|à chaque fois|siempre|nunca|cada vez)"
    r"(?:[\s,]+(?:please|pls|do (?:it|that|so)|that|it|from now on|going forward|bitte|s'il te plaît|por favor|so"
    r"|yes|no"
    r"|ask(?: me)?(?: again| for (?:that|this))?|without asking(?: me)?))*[\s.!]*$"
)
_OFFERS: Final = Pattern(
    r"\b(?:(?:shall|should|may|can|could) (?:i|we)(?! have\b)|(?:do|would) you (?:want|like) (?:me|us) to|want me to"
    r"|soll(?:en|te)? (?:ich|wir)|(?:willst|möchtest) du, dass ich|dois-je|doit-on|(?:veux|voulez)[- ](?:tu|vous) que"
    r"|je|(?:quieres|querés) que|debo|deberíamos|i(?:'d| would| can| could) (?:add|run|use|write|keep|put|do|start|make"
    r"|show|ask|commit|push|update|format|include)|i (?:suggest|propose))\b"
)
"""How an agent offers to do something."""
_MAX_OFFER: Final = 220


def find_standing_answer(prompt: str, question: str, proposed: str = "") -> Candidate | None:
    """The rule of a prompt that begins so; None for any other.

    `question` and `proposed`: what the agent asked and proposed.

    Who answers `always` to a question for a fact lays nothing down.
    """
    offer = question or proposed
    sentences = read_sentences(prompt, person=True)
    if not _OFFERS.search(offer.lower()) or not sentences or not _STANDING.match(sentences[0].plain):
        return None
    answer = sentences[0].text
    return Candidate(
        kind="rule",
        text=f"{one_line(offer, _MAX_OFFER)} {answer}".rstrip(" .;,!"),
        quote=answer,
        role="user",
        confidence=0.88,
    )
