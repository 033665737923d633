"""Joins the numbered answers of a person to the numbered questions of an agent: `2. yes` says nothing by itself."""

import re
from collections.abc import Mapping
from typing import Final

from backstory.model.text import one_line

_QUESTION: Final = re.compile(r"[ \t]*(?:#{1,6}[ \t]*)?(?:\*\*)?(\d{1,2})[.)][ \t]+(.+)")
_REPLY: Final = re.compile(r"^([ \t]*)(\d{1,2})[.)][ \t]*(?=\S)(.+)$", re.MULTILINE)
_NAME: Final = re.compile(r"(?:\*\*)?([^*:?]{3,60}?)(?:\*\*:?|:|$)")
"""How a question is named: in bold, or before a colon."""
_FEWEST: Final = 2
"""Answers of a prompt that count as a list."""
_LONGEST: Final = 48
"""Characters of a question that stand for it where it has no name."""


def name_choices(prompt: str, answer: str) -> str:
    """A prompt with each of its numbered answers after the name of the question that it answers. `answer` is what the
    agent said before it; where that asks nothing by numbers, the prompt stays as it is."""
    replies = _REPLY.findall(prompt)
    if len(replies) < _FEWEST or "?" not in answer:
        return prompt
    questions = _list_questions(answer)
    if not all(int(number) in questions for _, number, _ in replies):
        return prompt

    def name(match: re.Match[str]) -> str:
        question = questions[int(match[2])]
        is_named = question.casefold() in match[3].casefold()
        return match[0] if is_named else f"{match[1]}{match[2]}. {question}: {match[3].strip()}"

    return _REPLY.sub(name, prompt)


def _list_questions(answer: str) -> Mapping[int, str]:
    """Number -> name of the question, of the last numbered list that asks something."""
    lists: list[dict[int, list[str]]] = []
    current = 0
    for line in answer.splitlines():
        match = _QUESTION.match(line)
        number = int(match[1]) if match else 0
        if match and number == 1:
            lists.append({1: [match[2]]})
        elif match and lists and number == current + 1:
            lists[-1][number] = [match[2]]
        elif lists:
            lists[-1][current].append(line)
            continue
        current = number if lists else 0
    asking = (one for one in reversed(lists) if any("?" in line for lines in one.values() for line in lines))
    return {number: _name(lines) for number, lines in next(asking, {}).items()}


def _name(lines: list[str]) -> str:
    """The name of a question: what stands in bold or before a colon, else how it begins."""
    head = one_line(lines[0])
    name = _NAME.match(head)
    if name and name.end() < len(head):
        return name[1].strip()
    words = head.replace("*", "")
    return words if len(words) <= _LONGEST else words[:_LONGEST].rpartition(" ")[0] + " …"
