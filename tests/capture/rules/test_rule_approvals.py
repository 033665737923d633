"""`always like that` holds what was done, and is nothing without it."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates

DONE = "I put the query into queries/ and named the file after the table."


def _list_rules(prompt: str, answer: str) -> list[str]:
    turns = [Turn("user", "add the report", line=1), Turn("assistant", answer, line=2), Turn("user", prompt, line=3)]
    candidates = find_candidates(turns, known_paths=lambda path: False)
    return [one.text for one in candidates if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "yes, exactly, always like that",
        "Perfect. Please do all the next reports in the same way.",
        "genau so, bitte immer so machen",
        "oui, voilà, toujours comme ça",
        "Parfait, continue comme ça à partir de maintenant",
        "eso es, siempre así por favor",
    ],
)
def test_an_approval_names_what_was_done(prompt: str) -> None:
    (rule,) = _list_rules(prompt, DONE)

    assert rule.endswith(f"({DONE.rstrip('.')})")


@pytest.mark.parametrize("answer", ["Good.", "Shall I go on?"])
def test_an_approval_of_nothing_is_no_rule(answer: str) -> None:
    assert not _list_rules("yes, exactly, always like that", answer)


@pytest.mark.parametrize("prompt", ["yes, like that", "perfect, go on", "it always looks like that", "do this one so"])
def test_an_approval_of_the_moment_is_no_rule(prompt: str) -> None:
    assert not _list_rules(prompt, DONE)
