"""The next steps of a session: what an answer lists where the person asked for it, beside the agent's own plan."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

from backstory.capture.steps.done_steps import drop_done
from backstory.capture.steps.step_order import order_steps
from backstory.capture.steps.work_state import find_next_steps
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences
from backstory.model.late_pattern import late_pattern
from backstory.model.session import Answer, Commit, Prompt
from backstory.patterns.remaining_lists import asks_rest

_WORD: Final = late_pattern(r"\w+")
_NAME: Final = late_pattern(r"\b[a-z]*[A-Z]?[a-z]+(?:[A-Z_][A-Za-z0-9]+)+\b|\b\w+(?:\.\w+)+\b|\b\w+(?=\(\))")
"""Names from code: two steps with the same ones are the same step."""
_SAME: Final = 0.5
"""Share of the words of the shorter one from which two steps are the same."""
_MANY: Final = 12
"""A list with this many items is not read as steps."""
_TELLING: Final = 4
"""Letters of a word that tells steps apart."""


def read_answer_steps(prompt: str, answer: str) -> list[str]:
    """The next steps that an answer names. The first list of an answer to `what is left?` is one of steps."""
    steps = find_next_steps(answer)
    listed = _read_first_list(answer) if _asks_for_steps(prompt) else []
    return [*listed, *[step for step in steps if not any(_is_same(step, one) for one in listed)]]


def names_open_points(answer: str) -> bool:
    """Whether an answer lists under `Open:` what waits for somebody, and does not say itself what comes next."""
    return _OPEN_LABEL.search(answer) is not None and _SAYS_NEXT.search(answer) is None


_OPEN_LABEL: Final = Pattern(
    r"^[\s*_#-]*(?:(?:still|now|what is still|points?|questions?|noch|encore|todavía|ainda|em) )?(?:open|offen|ouverts?"
    r"|abiert[oa]s?|abert[oa]s?|en suspens|pendientes?|pendentes?)\b[^.:\n]{0,30}:",
    re.MULTILINE | re.IGNORECASE,
)
_SAYS_NEXT: Final = Pattern(
    r"^[\s*_#-]*(?:the )?(?:next|then|remaining|todo|nächste\w*|prochaine\w*|siguiente\w*|próxim\w*)\b[^.\n]{0,30}:",
    re.MULTILINE | re.IGNORECASE,
)


def join_plan(planned: Sequence[str], steps: Sequence[str]) -> tuple[str, ...]:
    """The steps of an agent's plan and the open points of the answer in the same turn, each once, in its words."""
    own = [next((step for step in steps if _is_same(step, one)), one) for one in planned]
    return tuple(dict.fromkeys([*own, *steps]))


def drop_done_since(
    line: int, steps: tuple[str, ...], prompts: Sequence[Prompt], answers: Sequence[Answer], commits: Sequence[Commit]
) -> tuple[str, ...]:
    """The steps that an answer at a line named and that nothing since says to be done, in the order agreed since."""
    texts = [prompt.text for prompt in prompts if prompt.line > line]
    replies = [answer.text for answer in answers if answer.line > line]
    subjects = [commit.subject for commit in commits if commit.line > line]
    spoken = sorted(chain(((one.line, one.text) for one in prompts), ((one.line, one.text) for one in answers)))
    ordered = order_steps(steps, (text for place, text in spoken if place > line))
    still_open = drop_done(steps, texts, replies, subjects) if replies or subjects else steps
    return tuple(step for step in ordered if step in still_open)


def _asks_for_steps(prompt: str) -> bool:
    last = list(read_sentences(prompt, person=True))[-2:]
    return any(asks_rest(one.plain) for one in last)


def _read_first_list(answer: str) -> list[str]:
    """The items of the first list of an answer, each by its first sentence."""
    items: dict[int, str] = {}
    heading: str | None = None
    for one in read_sentences(answer, person=False):
        if one.item and not one.ticked and heading in (None, one.heading):
            heading = one.heading
            items.setdefault(one.paragraph, one.text.strip().rstrip(" ."))
        elif items and not one.item:
            break
    return list(items.values()) if len(items) < _MANY else []


def _is_same(one: str, other: str) -> bool:
    names, others = set(_NAME.findall(one)), set(_NAME.findall(other))
    if names and names == others:
        return True
    first, second = _list_words(one), _list_words(other)
    return len(first & second) >= _SAME * max(1, min(len(first), len(second)))


def _list_words(text: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(text.lower()) if len(word) >= _TELLING)
