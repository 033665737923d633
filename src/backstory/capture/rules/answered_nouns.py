"""Names what a rule means by `the flag` or `those two files`: the agent's answer before it has the name.

`hands off the flag then` says nothing in a brief of the next week. It is kept behind the code that the answer names so.
A rule that means something the answer does not name is left for `recall`.
"""

import re
from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.rule_display import MOST_WORDS
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern

_BARE: Final = Pattern(
    r"(?:(?:so|and|but|then|please)[\s,]+)*(?:hands off|leave|keep(?: your hands)? off|stay (?:away from|out of)"
    r"|keep out of"
    r"|(?:don't|do not|never|dont) (?:ever )?(?:touch|change|edit|rename|move))"
    r" (?:the|that|those|these) (?P<noun>[a-z][\w-]*?)s?(?: alone| then| please| again| ever)*[\s.!]*$"
)
"""A ban on a thing that only the talk before it names."""
_FILES: Final = Pattern(
    r"(?:(?:so|and|but|please|the|those|these|all)[\s,]+)*(?:those|these|the) (?P<count>two|three|four|both|2|3|4)? ?"
    r"(?:files|scripts|pages|documents)\b"
)
_COUNTS: Final = {"two": 2, "both": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4}
_CODE: Final = re.compile(r"`([^`\n]{2,60})`")
_PATH: Final = re.compile(r"(?<![\w/.])((?:[\w@.-]+/)*[\w@-][\w@.-]*\.[a-z]{1,5}\d?)(?![\w/(])")
_PARTS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_DOUBTED: Final = 0.6


def name_nouns(statements: Sequence[Candidate], answer: str) -> list[Candidate]:
    """The statements of a prompt after an answer; rules that only point into it begin with what they point at."""
    return [_name(one, answer) if one.kind == "rule" else one for one in statements]


def _name(rule: Candidate, answer: str) -> Candidate:
    plain = rule.text.lower().replace("’", "'")
    if bare := _BARE.match(plain):
        name = _find_code(answer, bare["noun"])
        return rule._replace(text=f"`{name}`: {rule.text}") if name else rule._replace(confidence=_DOUBTED)
    files = _FILES.match(plain)
    if files is None:
        return rule
    paths = list(dict.fromkeys(_PATH.findall(answer)))
    is_meant = 0 < len(paths) <= _COUNTS.get(files["count"] or "", max(_COUNTS.values()))
    is_short = len(rule.text.split()) + len(paths) <= MOST_WORDS
    return rule._replace(text=f"{', '.join(paths)}: {rule.text}") if is_meant and is_short else rule


def _find_code(answer: str, noun: str) -> str:
    """The code in an answer of whose name a noun is a part; the last one that is longer than the noun."""
    names = [code.strip() for code in _CODE.findall(answer) if noun in map(str.lower, _PARTS.findall(code))]
    return next((name for name in reversed(names) if name.lower() != noun), "")
