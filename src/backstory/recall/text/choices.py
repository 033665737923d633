"""Joins what a person answers by numbers to what the agent asked: `2. yes` and `the second` say nothing alone."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line
from backstory.patterns.option_lists import find_options, lists_steps, match_later_pick, match_pick, may_pick
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

_QUESTION: Final = late_pattern(r"[ \t]*(?:#{1,6}[ \t]*)?(?:\*\*)?(\d{1,2})[.)][ \t]+(.+)")
_REPLY: Final = late_pattern(r"^([ \t]*)(\d{1,2})[.)][ \t]*(?=\S)(.+)$", re.MULTILINE)
_NAME: Final = late_pattern(r"(?:\*\*)?([^*:?]{3,60}?)(?:\*\*:?|:|$)")
"""How a question is named: in bold, or before a colon."""
_FEWEST: Final = 2
"""Answers of a prompt that count as a list."""
_LONGEST: Final = 48
"""Characters of a question that stand for it where it has no name."""

_LONGEST_OPTION: Final = 110
"""Characters of an option that stand for it."""
_LONGEST_PICK: Final = 400
"""Characters of a prompt that may pick an option."""
_BOLD: Final = 5
"""Words of a sentence that only names an option."""
_WITHIN: Final = Pattern(r"\(([a-h]|\d)\)")
"""An option that is named within a prompt: `then (a) please`."""
_NEITHER: Final = Pattern(
    r"(?:(?:ok(?:ay)?|hm+|no|nah|sorry)[,. ]+)*(?:neither|none|keine[nrs]?|weder|aucune?|ninguna?)\b"
    r"(?P<of> (?:of|von|der|des?)? ?(?:the|den|diesen|these|those|them|that|both|all|ces|esas)?"
    r" ?(?:(?P<count>two|three|zwei|drei|deux|dos|2|3) )?(?P<place>last|first|letzten|ersten)?"
    r"(?: (?P<behind>two|three|2|3))?)?"
    r"(?=\s*(?:$|[.,;:!–—-]|\b(?:because|but|weil|mais|pero)\b))",
    re.IGNORECASE,
)
"""How a person turns all options down, or some."""
_COUNTS: Final = {"two": 2, "zwei": 2, "deux": 2, "dos": 2, "2": 2, "three": 3, "drei": 3, "3": 3}
_FAVOURS: Final = Pattern(
    r"\b(?:recommend|suggest|prefer|favou?r|lean|i['’]d (?:take|go|pick|start|choose)|i would (?:take|go|pick|choose)"
    r"|my (?:choice|favou?rite)|best|empfehle|würde|bevorzuge|recommande|recomiendo|prefiero)\b",
    re.IGNORECASE,
)
"""How an agent says which option it would take."""


class Choice(NamedTuple):
    """What a person picked from the options of an answer."""

    places: Mapping[int, str]
    """Where in the prompt an option is named -> what stands behind that."""
    rejected: Mapping[str, str]
    """Mark of each option that was turned down -> its text."""


def read_choice(prompt: str, answer: str) -> Choice | None:
    """What a short prompt picks from the options that the answer before it offers; None where it picks none."""
    if len(prompt) > _LONGEST_PICK or len(_REPLY.findall(prompt)) >= _FEWEST:  # answers to several questions
        return None
    prompt = prompt.partition("\n")[0]
    if not _may_pick(prompt):
        return None
    options = find_options(answer, is_offer=_offers(answer))
    if not options:
        return None
    denied = _NEITHER.match(prompt)
    if denied:
        return _read_denial(denied, options)
    pick = match_pick(prompt, options)
    marks = [(pick.mark, pick.end)] if pick else []
    if not pick:
        marks = [(match[1].lower(), match.end()) for match in _WITHIN.finditer(prompt) if match[1].lower() in options]
    if not marks and (pick := match_later_pick(prompt, options)):
        marks = [(pick.mark, pick.end)]
    if len(marks) != 1:
        return None
    mark, end = marks[0]
    rejected = {other: text for other, text in options.items() if other != mark}
    return Choice({end: _shorten_option(options[mark])}, rejected)


@judged
def _may_pick(prompt: str) -> bool:
    """Whether a prompt on one line names or turns down options, whatever these are."""
    return bool(_NEITHER.match(prompt) or _WITHIN.search(prompt)) or may_pick(prompt)


@judged
def _offers(answer: str) -> bool:
    """Whether an answer puts options to the person."""
    return _ends_in_list(answer) or bool(_FAVOURS.search(answer))


def _ends_in_list(answer: str) -> bool:
    """Whether an answer ends in a list of options, and not in the next steps of a report."""
    return bool(_NUMBERED.match(answer.rstrip().rpartition("\n")[2])) and not lists_steps(answer)


_NUMBERED: Final = late_pattern(r"[ \t]*(?:[-*][ \t]+)?\(?(?:\d|[a-hA-H])[.):]")


def _read_denial(match: re.Match[str], options: Mapping[str, str]) -> Choice | None:
    """What is left of the options where some are turned down: nothing where all are."""
    count = _COUNTS.get((match["count"] or match["behind"] or "").lower(), 0)
    marks = list(options)
    if match["place"] and count:
        is_end = match["place"].lower() in ("last", "letzten")
        marks = marks[-count:] if is_end else marks[:count]
    left = [one for one in options if one not in marks]
    named = {match.end(): f"so {_shorten_option(options[left[0]])}"} if len(left) == 1 else {}
    return Choice(named, {one: options[one] for one in marks})


_ASSENT: Final = Pattern(
    r"(?:(?:ok(?:ay)?|yes|yep|yeah|hm+|ja|oui|sí|si|sim)[, ]+)*(?:agreed|yes|yep|yeah|ok(?:ay)?|right|fine|good|sure"
    r"|makes sense|sounds good|do (?:it|that)|einverstanden|passt|ja|genau|d['’]accord|oui|de acuerdo|vale|sí|concordo"
    r"|sim)\b(?=\s*(?:$|[,.;:!–—-]))",
    re.IGNORECASE,
)
_LONGEST_ASSENT: Final = 32
"""Longest prompt that is read as a bare assent, in characters."""
_PROPOSED: Final = Pattern(
    r"(?:so |then )?(?:i['’]d|i would|i suggest|i propose|ich würde|ich schlage vor|je propose|propongo|eu faria)\b",
    re.IGNORECASE,
)


def _read_assent(prompt: str, answer: str) -> Choice | None:
    """What a prompt agrees to that says no more than that: the first proposal in a sentence of the answer."""
    match = _ASSENT.match(prompt) if len(prompt) <= _LONGEST_ASSENT else None
    if match is None:
        return None
    sentences = _SENTENCE_END.split(one_line(answer))
    proposed = next((one for one in sentences if _PROPOSED.match(one) and len(one) <= _LONGEST_OPTION), "")
    return Choice({match.end(): proposed.rstrip(" .;,:")}, {}) if proposed else None


_SENTENCE_END: Final = late_pattern(r"(?<=[.!?]) ")


def name_pick(prompt: str, answer: str) -> str:
    """A prompt with the option that it picks behind its number, or with what it agrees to: `2` alone says nothing."""
    choice = read_choice(prompt, answer) or _read_assent(prompt, answer)
    for place, text in (choice.places if choice else {}).items():
        if text.casefold() not in prompt.casefold():
            return f"{prompt[:place]} ({text}){prompt[place:]}"
    return prompt


def drop_pick(text: str, picked: str) -> str:
    """A text without the option that was put behind its number, as the person wrote it."""
    return text.replace(f" ({picked})", "", 1) if picked else text


def find_picked(prompt: str, answer: str) -> str:
    """What `name_pick` puts behind a number; empty where it puts nothing."""
    choice = read_choice(prompt, answer)
    return next(iter(choice.places.values()), "") if choice else ""


def is_turned_down(sentence: str, rejected: Mapping[str, str]) -> bool:
    """Whether a sentence of an answer tells of an option that the person turned down, or favours one."""
    words = sentence.replace("**", "").strip()
    if len(words.split()) >= _FEWEST_WORDS and any(words.rstrip(" .;,") in text for text in rejected.values()):
        return True
    if not _FAVOURS.search(words):
        return False
    return any(f"({mark})" in words or (mark not in _WORDS and _names_mark(words, mark)) for mark in rejected)


_WORDS: Final = "ai"
"""Marks that are words as well."""


def _names_mark(text: str, mark: str) -> bool:
    return re.search(rf"(?<![\w.`]){mark}(?![\w`]|\.\d)", text, re.IGNORECASE) is not None


_FEWEST_WORDS: Final = 3
"""Words of a sentence that tells of an option."""


def _shorten_option(text: str) -> str:
    """An option by its name and how it begins, without the end of a sentence in it."""
    name, _, rest = text.partition(". ")
    if rest and len(name.split()) <= _BOLD:
        name = f"{name}: {rest.partition('. ')[0]}"
    return one_line(name.rstrip(" .;,:?!"), _LONGEST_OPTION)


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
