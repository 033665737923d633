"""What a rule means by a bare noun is named by the answer before it."""

import pytest

from backstory.capture.rules.answered_nouns import name_nouns
from backstory.capture.text.candidate import Candidate


def name(text: str, answer: str) -> Candidate:
    (one,) = name_nouns([Candidate(kind="rule", text=text, confidence=0.86)], answer)
    return one


@pytest.mark.parametrize(
    ("text", "answer", "named"),
    [
        (
            "hands off the response",
            "I could set `response.status_text` before the hooks.",
            "`response.status_text`: hands off the response",
        ),
        (
            "don't touch the cache",
            "Then `warmCache` has to wait for `openCache`.",
            "`openCache`: don't touch the cache",
        ),
        (
            "those two files get built with make docs and nothing else",
            "I edited `docs/a.html` and docs/b.html by hand.",
            "docs/a.html, docs/b.html: those two files get built with make docs and nothing else",
        ),
    ],
)
def test_the_answer_names_it(text: str, answer: str, named: str) -> None:
    assert name(text, answer).text == named


def test_what_nothing_names_is_left_for_recall() -> None:
    assert name("hands off the flag", "It works now.").confidence < 0.7


def test_a_rule_that_names_its_file_stays() -> None:
    assert name("hands off `pom.xml`", "I changed `pom.xml`.").text == "hands off `pom.xml`"
