"""What a person passes on in the words of others: a review in a quotation, a ticket, lines of a chat.

The agent works by these words, so a brief includes them, in quotation marks. What repeats the agent's own answer is
only what the person replies to.
"""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.relayed_words import Relayed, find_relayed, is_small_talk, quotes_agent, read_timed_line
from backstory.patterns.pattern import Pattern
from backstory.recall.text.likeness import repeats_any, word_stems
from backstory.recall.text.substance import split_sentences

_QUOTATION: Final = late_pattern(r"\s*>+ ?(.*)$")
_INTRODUCES: Final = Pattern(
    r"\b(?:review\w*|comment\w*|ticket|issue|feedback|requests?|requirements?|acceptance|chat|slack|telegram|teams|e?-?mail"
    r"|message|pr|wrote|writes|says?|said|asks?|asked|answer\w*|repl(?:y|ied)|again|update|kommentar\w*|schreibt|sagt|meint"
    r"|fragt|nachricht|commentaire|écrit|dit|demande|message|comentario|escribe|dice|pide|mensaje)\b[^.?!]{0,60}\W*$",
    re.IGNORECASE,
)
"""How a line introduces what somebody wants, or answers."""
_LABEL: Final = late_pattern(
    r"(?:reporter|priority|assignee|status|labels?|type|sprint|due|component|created|id): ", re.IGNORECASE
)
"""A line of a ticket that says nothing of the work."""
_ITEM: Final = late_pattern(r"^(?:[-*+•]|\d{1,2}[.)])\s+")
_FEWEST: Final = 3
"""Words of a line that says something."""


def mark_quotations(prompt: str, answer: str) -> str:
    """A prompt with the words of others as sentences in quotation marks. `answer` is what the agent said before it."""
    lines = prompt.splitlines()
    relayed = find_relayed(lines)
    if ">" not in prompt and not relayed and not any(map(read_timed_line, lines)):
        return prompt
    own = [word_stems(one) for one in split_sentences(answer)]
    marked: list[str] = []
    is_introduced = False
    for place, line in enumerate(lines):
        if place in relayed:
            marked.append(_mark_relayed(relayed[place], own))
            continue
        is_quoted = bool(_QUOTATION.match(line))
        if line.strip() and not is_quoted:
            is_introduced = bool(_INTRODUCES.search(line)) and not quotes_agent(line)
        marked.append(_mark_line(line, own) if is_introduced or not is_quoted else line)
    return "\n".join(marked)


def _mark_relayed(row: Relayed, own: list[frozenset[str]]) -> str:
    """A line in somebody's words behind their name, empty where it says nothing new."""
    text = _clean_quotation(row.text)
    return "" if is_small_talk(text) or _says_nothing(text, own) else _quote(text, f"{row.name}: ")


def _mark_line(line: str, own: list[frozenset[str]]) -> str:
    """A line with quotation marks round what others wrote, empty where that says nothing new."""
    if chat := read_timed_line(line):
        return _quote(chat.text, f"{chat.name}: ")
    quotation = _QUOTATION.match(line)
    if quotation is None:
        return line
    text = _clean_quotation(quotation[1])
    return "" if _says_nothing(text, own) else _quote(text)


def _clean_quotation(text: str) -> str:
    return _ITEM.sub("", text.strip().replace("**", ""))


def _says_nothing(text: str, own: list[frozenset[str]]) -> bool:
    return len(text.split()) < _FEWEST or bool(_LABEL.match(text)) or repeats_any(word_stems(text), own)


def _quote(text: str, name: str = "") -> str:
    """Each sentence of a text in quotation marks, on a line of its own."""
    return "\n".join(f"- {name}“{one}”" for one in split_sentences(text))
