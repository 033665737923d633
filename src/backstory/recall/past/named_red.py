"""Names the red tests of a run whose output names none, by what the agent says after it: `test_close is red, ...`."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from backstory.model.session import CommandRun, Session
from backstory.patterns.pattern import Pattern
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.substance import split_sentences

_MOST: Final = 3
_RED: Final = Pattern(
    r"^\W*(?:(?:still )?red|failing|rot|rouge|rojo)\b[^:`]{0,30}:|\b(?:is|are|stays?|remains?|left) (?:still )?(?:red"
    r"|failing)\b|\bfails?\b(?! (?:to|over))|\b(?:ist|bleibt) rot\b|\best rouge\b|\bestá (?:en )?rojo\b",
    re.IGNORECASE,
)
"""How an answer says that a test is red."""
_NOT_OURS: Final = Pattern(
    r"\b(?:nothing|none|not ours|no longer|green|passes|pass now|on main too|as before|nichts|rien|nada)\b",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"`([^`\n]{4,120})`")
_TEST: Final = Pattern(
    r"\S+::\w|\btest_\w|\w_test\b|\bTest[A-Z]\w|\btest[A-Z]\w|\w(?:Test|Spec)\b|\w(?:Test|Spec)[.#:]"
)
"""How the name of a test is written."""
_FILE: Final = Pattern(r"[\w./-]+\.\w{1,5}$")


def add_named_red(run: CommandRun, past: PastWork) -> CommandRun:
    """A failed run with the red tests that the answers after it name, where its output names none."""
    session = None if run.red or not run.failed else next((one for own, one in past.runs if own is run), None)
    return replace(run, red=_find_names(run, session)) if session is not None else run


def _find_names(run: CommandRun, session: Session) -> tuple[str, ...]:
    """The tests that the last answer after a run names as red that names any."""
    for answer in reversed(session.answers):
        if (answer.line, answer.made) > (run.line, run.made) and (names := tuple(_list_names(answer.text))):
            return names[:_MOST]
    return ()


def _list_names(text: str) -> Iterator[str]:
    """The names of tests in the sentences that say that one is red. Code right behind `red:` is a name in any form."""
    for sentence in split_sentences(text):
        label = _RED.search(sentence)
        if label is None or _NOT_OURS.search(sentence.partition(";")[0]):
            continue
        for place, match in enumerate(_CODE.finditer(sentence)):
            is_label = not place and label[0].endswith(":") and match.start() - label.end() < len(" the test ")
            if (_TEST.search(match[1]) and not _FILE.match(match[1])) or (is_label and " " in match[1]):
                yield match[1]
