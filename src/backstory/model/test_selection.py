"""Which tests a test command chooses by their names: `-k retry`, `--filter Iban`, `-run '^TestParse$'`."""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern

PLACEHOLDER: Final = late_pattern(r"(?<![\w/.-])[A-Z]{4,}\b(?![=.])|<\w+>")
"""What stands for the name of a test in a command: `-k NAME`, `PATH::NAME`, `-run <name>`."""
_NAMED: Final = late_pattern(
    r"(?<!\S)(?:(?:-(?:k|t|g|R|run|filter|only-testing)|-Dtest|--(?:filter|grep|tests|testNamePattern|match|example"
    r"|name|test-filter|test-name-pattern|focus))(?:[ =:]+|(?=['\"]))|-n[ =](?=['\"]?(?:/|test_)))"
    r"('[^']*'|\"[^\"]*\"|[^\s-]\S*)"
)
_CARGO: Final = late_pattern(
    r"\bcargo (?:nextest run|test)(?: (?:-p|--package|--features|-F|--test|--bin|--example|--profile|--exclude) \S+"
    r"| -\S+)*+ ([A-Za-z_][\w:]*)"
)
_EXCLUDED: Final = late_pattern(r"\bnot\s+\(?[\w.]+\)?", re.IGNORECASE)
_ALTERNATIVES: Final = late_pattern(r"\||,|\s+(?:and|or)\s+", re.IGNORECASE)
_NAME: Final = late_pattern(r"\w+")


def list_chosen_names(command: str) -> tuple[str, ...]:
    """The names, or parts of names, by which a command selects tests, in lower case; empty if it selects none so."""
    values = [match[1].strip("'\"") for match in _NAMED.finditer(command)]
    values += [match[1] for match in _CARGO.finditer(command)]
    parts = [part for value in values for part in _ALTERNATIVES.split(_EXCLUDED.sub("", value))]
    return tuple(name for part in parts if (name := _read_name(part)))


def chooses_test(command: str, test: str) -> bool:
    """Whether a command runs a test, judged by names alone: true for a command that selects none by name."""
    names = list_chosen_names(command)
    lower = test.lower()
    return not names or any(name in lower for name in names)


def _read_name(part: str) -> str:
    """A phrase as it stands; of a qualified name or a pattern the last word: `shop.CartTest#adds`, `^TestParse$`."""
    text = part.strip(" ^$/()*.")
    if " " in text:
        return text.lower()
    words = _NAME.findall(text)
    return words[-1].lower() if words else ""
