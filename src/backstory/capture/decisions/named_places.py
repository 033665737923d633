"""Where a person puts what the agent proposed or spoke of: `the helper belongs in cli.py`.

What is proposed for another file is not accepted by that, and a thing of the task binds nothing else.
"""

from collections.abc import Sequence
from typing import Final

from backstory.base.reversals import stem_words
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.revisions import content_words

_PLACES: Final = Pattern(
    r"\b(?:belongs?|goes|go|should (?:be|live|go|stay|sit)|has to (?:be|live|go|stay)|lives?|put (?:it|that|them|the"
    r" [\w-]+)|move (?:it|that|them|the [\w-]+)|gehör(?:t|en)|kommt|va|doit aller) "
    r"(?:in|into|to|under|next to|inside|nach|dans|en)\b"
    r"|\bnot (?:in|into|under|inside)\b|\bnicht (?:in|nach)\b"
)
"""How a person says where something has to be."""
_FILE: Final = Pattern(r"(?<![\w/.-])[\w./-]*[\w-]+(?:\.[a-z]{1,5}\b|/)").compiled


def puts_elsewhere(sentences: Sequence[Sentence], proposed: str) -> bool:
    """Whether a prompt names another place for what is proposed for a file: `the helper belongs in cli.py`."""
    files = set(_FILE.findall(proposed))
    if not files:
        return False
    words = _list_stems(_FILE.sub("", proposed))
    for one in sentences:
        place = None if one.is_question else _PLACES.search(one.plain)
        file = _FILE.search(one.text, place.end()) if place else None
        if place is None or file is None:
            continue
        is_denied = place.group().startswith(("not", "nicht"))
        points = words & _list_stems(one.text[: file.start()]) or _POINTS.search(place.group())
        if points and is_denied == (file.group() in files):
            return True
    return False


_POINTS: Final = Pattern(r" (?:it|that|them)\b|^(?:not|nicht)\b")


def settle_places(statements: Sequence[Candidate], answer: str) -> list[Candidate]:
    """The statements of a prompt; a rule that only says where a thing of the answer has to be is a decision."""
    return [
        one._replace(kind="decision", tier="") if one.kind == "rule" and _places_thing(one.text, answer) else one
        for one in statements
    ]


def _places_thing(text: str, answer: str) -> bool:
    plain = text.lower().replace("`", "")
    thing = _THING.search(plain)
    return thing is not None and _list_stems(thing["what"]) <= _list_stems(answer) and _FILE.search(plain) is not None


_THING: Final = Pattern(
    r"(?:^|, |; |\b(?:and|but|so) )(?:the|that|this|your|der|die|das|le|la|el) (?:\w+ )?(?P<what>[\w-]+(?<!s))"
    r" (?:belongs|goes|lives|has to (?:be|go|live|stay)|should (?:be|go|live|stay|sit)|must (?:be|go|live|stay)|gehört)"
    r" (?:in|into|to|under|next to|inside|nach)\b"
)


def _list_stems(text: str) -> frozenset[str]:
    return stem_words(content_words(text.lower()))
