"""Finds the steps that a person took out in a later session by the numbers of an earlier list: `so your point 2 is
cancelled`. A number means the list that was uttered last before it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.session import Session
from backstory.patterns.numbered_steps import find_refused_numbers
from backstory.recall.past.done_since import Reported
from backstory.recall.past.step_likeness import repeats_step
from backstory.recall.text.substance import split_sentences

_ITEM: Final = late_pattern(r"^ {0,3}(?P<number>[1-9])[.)]\s+(?P<text>\S.*)$")
_FEWEST: Final = 2
"""Items of a list."""


def find_struck_numbers(steps: Sequence[str], session: Session, later: Sequence[Session]) -> dict[str, Reported]:
    """The steps of a session that the person took out by number in later ones (newest first), each with the sentence
    that does so."""
    items = next(filter(None, (list_numbered(text) for _, text, _ in _list_utterances([session], newest=True))), [])
    struck: dict[str, Reported] = {}
    for made, text, is_prompt in _list_utterances(reversed(later)) if items else ():
        if list_numbered(text):
            break  # numbers mean the new list from here on
        for sentence in split_sentences(text) if is_prompt else ():
            if not sentence.endswith(("?", "？")):
                numbers = find_refused_numbers(sentence.lower(), len(items), refuses=False)
                named = [items[number - 1] for number in numbers]
                report = Reported(frozenset(), sentence, made)
                struck |= {step: report for step in steps if repeats_step(step, named)}
    return struck


def list_numbered(text: str) -> list[str]:
    """The items of the first list of a text whose lines are numbered from 1; empty if it has none of two items."""
    items: list[str] = []
    for line in text.splitlines():
        if (match := _ITEM.match(line)) and int(match["number"]) == len(items) + 1:
            items.append(match["text"].strip())
    return items if len(items) >= _FEWEST else []


def _list_utterances(sessions: Iterable[Session], *, newest: bool = False) -> Iterator[tuple[str, str, bool]]:
    """What was said in sessions, in its order: when, the text, and whether the person said it."""
    for session in sessions:
        rows = [(one.line, one.made, one.text, True) for one in session.prompts]
        rows += [(one.line, one.made, one.text, False) for one in session.remarks]
        rows += [(one.line, one.made, one.text, False) for one in session.answers]
        for _, made, text, is_prompt in sorted(rows, reverse=newest):
            yield made or session.ended, text, is_prompt
