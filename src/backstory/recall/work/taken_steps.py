"""Finds the steps that a person took up in a later session, by their number or by words of theirs: `do 1 now`,
`continue with the async one`."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from backstory.model.session import Session
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_deeds import OPEN, list_stems
from backstory.patterns.step_orders import list_ordered_numbers
from backstory.recall.past.done_since import Reported
from backstory.recall.text.substance import split_sentences

_MOST_WORDS: Final = 9
"""Words of an order that only names a step."""
_ORDERS: Final = frozenset(
    (
        *("ok", "okay", "yes", "now", "please", "then", "so", "next", "first", "let", "lets", "do", "take", "start"),
        *(
            "morning",
            "hi",
            "hey",
            "hello",
            "good",
            "back",
            "again",
            "just",
            "today",
            "moin",
            "hola",
            "salut",
            "bonjour",
        ),
        *("begin", "go", "continue", "carry", "keep", "on", "work", "working", "finish", "fix", "make", "one", "ones"),
        *(
            "step",
            "part",
            "thing",
            "again",
            "up",
            "pick",
            "try",
            "its",
            "this",
            "that",
            "with",
            "w",
            "weiter",
            "mach",
            "mit",
        ),
    )
)
"""Words of an order that name no step."""
_MAKES: Final = Pattern(
    r"(?:(?:ok(?:ay)?|yes|yep|good|great|now|then|so|next|first|and|also|please|pls|let['’]?s|let us|can you|could you"
    r"|bitte|ja|jetzt|oui|vale|ahora)[\s,.!]+)*(?:write|add|do|make|create|build|implement|finish|complete|draft|port"
    r"|fix|update|schreib\w*|mach\w*|bau\w*|ergänz\w*|erstell\w*|écri\w+|ajoute\w*|fais|crée\w*|escrib\w+|añad\w+"
    r"|agreg\w+|haz|crea)\s+",
    re.IGNORECASE,
)
"""How an order begins after which stands what is to be made."""
_FEWEST: Final = 2
"""Words of a step that such an order has to name."""
_WORD: Final = re.compile(r"[^\W_]+(?:[-'’./_][^\W_]+)*")


def find_taken(steps: Sequence[str], later: Sequence[Session]) -> dict[str, Reported]:
    """The steps of a session that the person ordered in later sessions which did something, each with the order."""
    stems = {step: list_stems(step) for step in steps}
    taken: dict[str, Reported] = {}
    for session in later:
        if not (session.edited or session.commits or session.commands):
            continue
        for prompt in session.prompts:
            for sentence in split_sentences(prompt.text):
                report = Reported(frozenset(), sentence, prompt.made or session.ended)
                taken |= dict.fromkeys(_find_named(sentence, steps, stems), report)
    return taken


def _find_named(sentence: str, steps: Sequence[str], stems: dict[str, frozenset[str]]) -> Iterator[str]:
    """The steps that an order names by number, or the only one that has its words."""
    if numbers := list_ordered_numbers(sentence):
        yield from (steps[number - 1] for number in numbers if 0 < number <= len(steps))
        return
    if made := _find_made(sentence, stems):
        yield made
        return
    words = _WORD.findall(sentence.lower())
    if len(words) > _MOST_WORDS or sentence.endswith(("?", "？")):
        return
    named = list_stems(" ".join(word for word in words if word not in _ORDERS))
    having = [step for step in steps if named and named <= stems[step]]
    if len(having) == 1:
        yield having[0]


def _find_made(sentence: str, stems: dict[str, frozenset[str]]) -> str:
    """The only step whose words an order to make something begins with: `write the docs page for retries`."""
    order = _MAKES.match(sentence)
    if order is None or sentence.endswith(("?", "？")) or OPEN.search(sentence.lower()):
        return ""
    words = [stem for word in _WORD.findall(sentence[order.end() :].lower()) for stem in list_stems(word)]
    having = [one for one, named in stems.items() if len(named) >= _FEWEST and named == frozenset(words[: len(named)])]
    return having[0] if len(having) == 1 else ""
