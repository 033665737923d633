"""Tells whether a sentence ends the way in which a rule has something run, by its variable, option or program:
`from now on it is make quick, the GOTMPDIR business is over`.
"""

import re
from collections.abc import Iterator
from typing import Final

from backstory.patterns.other_commands import read_commands
from backstory.patterns.pattern import Pattern
from backstory.patterns.revision_words import STRONG

_PART: Final = Pattern(r"(?<![\w$])`?([A-Z][A-Z0-9_]{2,})=|(?<![\w-])--?([a-z][\w-]{2,})")
"""A variable or an option in a rule."""
_THING: Final = r"(?:[\w$`/.-]+ ){0,5}[\w$`/.-]+"
_ENDED: Final = Pattern(
    rf"({_THING}) (?:is|are) (?:now )?(?:over|history|gone|dead|done with|obsolete|moot|superfluous"
    rf"|a thing of the past|no longer"
    r" (?:needed|necessary|required)|not (?:needed|necessary) any ?more)\b"
    r"|\b(?:forget(?: about)?|no more|drop|enough of|no need for) (?:the |that |all that "
    r"|this )?([\w$`-]{3,}(?: [\w-]{3,}){0,2})"
    rf"|({_THING}) can go\b",
    re.IGNORECASE,
)
"""What a sentence says is over."""
_INSTEAD: Final = Pattern(
    r"\b(?:instead of|in place of|rather than|replaces|and not) (?:the |a )?(?:bare |plain |old |usual |naked |raw )?",
    re.IGNORECASE,
)
"""What stands before the program that another one replaces."""
_TASKS: Final = frozenset(("run", "test", "tests", "check", "build", "exec", "lint", "all"))
"""Words of commands that name no program."""
_LONGEST: Final = 3
"""Words that may name an option together: `the skip pattern` of `--test-skip-pattern`."""


def ends_way(sentence: str, rule: str) -> bool:
    """Whether a sentence says that a variable, an option or a program is over which a rule has something run with."""
    if not STRONG.search(sentence.lower()):
        return False
    parts = {name.lower() for one in _PART.finditer(rule) for name in one.groups() if name}
    programs = [one.program for one in read_commands(rule)]
    words = parts.union(*(program.split() for program in programs)).difference(_TASKS)
    if any(name in words or ("-" in name and any(name in part for part in parts)) for name in _list_ended(sentence)):
        return True
    instead = _INSTEAD.search(sentence)
    given = next(read_commands(sentence[instead.end() :]), None) if instead else None
    return given is not None and any(
        program.startswith(given.program) or given.program.startswith(program) for program in programs
    )


def _list_ended(sentence: str) -> Iterator[str]:
    """Yields the words that name what is over, and those of them together that may name an option."""
    for match in _ENDED.finditer(sentence):
        words = [word.strip("$`'=.").lower() for word in next(filter(None, match.groups())).split()]
        for start in range(len(words)):
            for count in range(1, _LONGEST + 1):
                yield "-".join(words[start : start + count])
