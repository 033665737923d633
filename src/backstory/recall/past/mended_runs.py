"""Tells whether the agent said that a failed build or check passes now: `moved it inside, now it compiles`.

Often nobody runs the same command again.
"""

from typing import Final

from backstory.model.session import CommandRun, Session
from backstory.patterns.pattern import Pattern
from backstory.recall.text.substance import split_sentences

_LONGEST: Final = 300
"""Characters of a sentence that is looked at."""
_NOW: Final = r"(?:now|again|jetzt|wieder|nun|maintenant|de nouveau|ahora|de nuevo|adesso|ora|agora)"
_GOES: Final = {
    "build": (
        r"(?:compiles?|builds?|links?|(?:the )?build (?:passes|works|is green)|kompiliert|baut|übersetzt|compila"
        r"|se compile|construye)"
    ),
    "types": (
        r"(?:type-?checks?|(?:the )?types (?:pass|are (?:fine|clean|right))|compiles?|\w+ is (?:quiet|clean|happy))"
    ),
    "lint": (
        r"(?:(?:the )?lint(?:er)? (?:passes|is (?:quiet|clean|happy|green))|\w+ is (?:quiet|clean|happy)"
        r"|lints? clean\w*)"
    ),
}
_MENDED: Final = {
    kind: Pattern(rf"\b{_NOW}\b[^.;]{{0,40}}\b{goes}\b|\b{goes}\b[^.;,]{{0,30}}\b{_NOW}\b")
    for kind, goes in _GOES.items()
}
_DOUBTED: Final = Pattern(
    r"\b(?:not|n't|never|should|would|will|must|may|might|until|unless|if|once|before|when|whether|nicht|soll\w*|wenn|ob"
    r"|pas|si|quand|cuando|debería|dovrebbe|se)\b|\?\s*$"
)


def is_mended(run: CommandRun, session: Session | None) -> bool:
    """Whether an answer of the session that followed a failed run says that what it builds or checks goes through."""
    mended = _MENDED.get(run.kind)
    if session is None or mended is None or not run.made:
        return False
    later = (answer.text for answer in session.answers if answer.made > run.made)
    sentences = (sentence.lower() for text in later for sentence in split_sentences(text) if len(sentence) <= _LONGEST)
    return any(mended.search(sentence) and not _DOUBTED.search(sentence) for sentence in sentences)
