"""Questions what was done or how things are, asked after the work: the answer is not where the work stands."""

import re
from typing import Final

from backstory.base.unspaced import count_words
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

_ASKS_DEED: Final = Pattern(
    r"(?:(?:ok(?:ay)?|thanks?(?: you)?|great|nice|good|cool|and|but|so|btw|by the way|wait|hm+|danke|und|merci|et"
    r"|gracias|y)[\s,.!:–-]+)*"
    r"(?:(?:did|have|had) you\b|was that\b|(?:which|what) (?:version|python|node|go|rust|java|compiler|shell|editor"
    r"|formatter|linter)\b|hast du\b|(?:as-tu|tu as|avez-vous|vous avez)\b|(?:has|usaste|corriste)\b)",
    re.IGNORECASE,
)
"""How a person asks what the agent did on the way."""
_OF_STATE: Final = Pattern(
    r"\b(?:commit\w*|push\w*|merg\w*|tests?|tested|testing|finish\w*|done|releas\w*|deploy\w*|revert\w*|suite|break"
    r"|broke|fix\w*|getestet|fertig|gepusht|terminé|fini|terminado)\b",
    re.IGNORECASE,
)
"""What tells where the work stands, when it is asked for."""
_OF_NEED: Final = Pattern(
    r"\b(?:need\w*|must|should|have to|has to|to do|todo|still|yet|fail\w*|red|broken|wrong|bug|missing|forgot\w*"
    r"|sorry|shall|would you|i(?:['’]ll| will| can| could)|fehl\w*|muss|noch|soll\w*|manque|falta)\b|\?",
    re.IGNORECASE,
)
"""What an answer has that leaves work."""
_MOST_WORDS: Final = 16
_MOST_ANSWERED: Final = 40
"""Words of the question and of the answer up to which it may be beside the work."""
_LOOKS_UP: Final = Pattern(r"(?:which|type|where|command -v|whereis)\b|.*\s(?:--version|-V|version)\s*$", re.IGNORECASE)
"""A command that only finds out what is installed."""


@judged
def asks_deed(prompt: str) -> bool:
    """Whether a prompt only asks what was done on the way, and not where the work stands."""
    is_short = count_words(prompt) <= _MOST_WORDS and "\n" not in prompt.strip()
    return is_short and bool(_ASKS_DEED.match(prompt)) and not _OF_STATE.search(prompt)


@judged
def leaves_nothing(answer: str) -> bool:
    """Whether an answer is short and leaves no work."""
    return count_words(answer) <= _MOST_ANSWERED and not _OF_NEED.search(answer)


def looks_up(command: str) -> bool:
    """Whether a command only finds out what is installed."""
    return bool(_LOOKS_UP.match(command))
