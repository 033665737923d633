"""What a person passes on in the words of others: a review in a quotation, a ticket, lines of a chat.

The agent works by these words, so a brief includes them, in quotation marks. What repeats the agent's own answer is
only what the person replies to.
"""

import re
from typing import Final

from backstory.model.own_words import CHAT_LINE
from backstory.patterns.pattern import Pattern
from backstory.recall.likeness import repeats_any, word_stems
from backstory.recall.substance import split_sentences

_QUOTATION: Final = re.compile(r"\s*>+ ?(.*)$")
_INTRODUCES: Final = Pattern(
    r"\b(?:review\w*|comment\w*|ticket|issue|feedback|requests?|requirements?|acceptance|chat|slack|telegram|teams|e?-?mail"
    r"|message|pr|wrote|writes|says?|said|asks?|asked|answer\w*|repl(?:y|ied)|again|update|kommentar\w*|schreibt|sagt|meint"
    r"|fragt|nachricht|commentaire|écrit|dit|demande|message|comentario|escribe|dice|pide|mensaje)\b[^.?!]{0,60}\W*$",
    re.IGNORECASE,
)
"""How a line introduces what somebody wants, or answers."""
_LABEL: Final = re.compile(
    r"(?:reporter|priority|assignee|status|labels?|type|sprint|due|component|created|id): ", re.IGNORECASE
)
"""A line of a ticket that says nothing of the work."""
_ITEM: Final = re.compile(r"^(?:[-*+•]|\d{1,2}[.)])\s+")
_FEWEST: Final = 3
"""Words of a line that says something."""


def mark_quotations(prompt: str, answer: str) -> str:
    """A prompt with the words of others as sentences in quotation marks. `answer` is what the agent said before it."""
    if ">" not in prompt and not any(map(CHAT_LINE.match, prompt.splitlines())):
        return prompt
    own = [word_stems(one) for one in split_sentences(answer)]
    lines = prompt.splitlines()
    marked: list[str] = []
    is_introduced = False
    for line in lines:
        is_quoted = bool(_QUOTATION.match(line))
        if line.strip() and not is_quoted:
            is_introduced = bool(_INTRODUCES.search(line))
        marked.append(_mark_line(line, own) if is_introduced or not is_quoted else line)
    return "\n".join(marked)


def _mark_line(line: str, own: list[frozenset[str]]) -> str:
    """A line with quotation marks round what others wrote, empty where that says nothing new."""
    if chat := CHAT_LINE.match(line):
        return _quote(chat["text"], f"{chat['name']}: ")
    quotation = _QUOTATION.match(line)
    if quotation is None:
        return line
    text = _ITEM.sub("", quotation[1].strip().replace("**", ""))
    stems = word_stems(text)
    if len(text.split()) < _FEWEST or _LABEL.match(text) or repeats_any(stems, own):
        return ""
    return _quote(text)


def _quote(text: str, name: str = "") -> str:
    """Each sentence of a text in quotation marks, on a line of its own."""
    return "\n".join(f"- {name}“{one}”" for one in split_sentences(text))
