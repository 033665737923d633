"""What a decision did not choose, and its reason, within one sentence."""

import pytest

from backstory.capture.selection import select_answer, select_prompt


@pytest.mark.parametrize(
    ("answer", "text", "why", "alternatives"),
    [
        ("I went with an explicit transaction per batch instead of autocommit because autocommit was 40x slower.",
         "I went with an explicit transaction per batch instead of autocommit", "autocommit was 40x slower",
         ["autocommit"]),
        ("I put the limits into `limits.py` instead of utils.py, because utils.py is too big. That keeps it small.",
         "I put the limits into `limits.py` instead of utils.py",
         "utils.py is too big. That keeps it small.", ["utils.py"]),
    ],
)  # fmt: skip
def test_a_decision_of_an_agent_ends_where_its_reason_begins(
    answer: str, text: str, why: str, alternatives: list[str]
) -> None:
    (one,) = [one for one in select_answer(answer, last=True) if one.kind == "decision"]
    assert (one.text, one.why, one.parts["alternatives"]) == (text, why, alternatives)


def test_a_decision_of_a_person_ends_where_its_reason_begins() -> None:
    prompt = (
        "let's go with a separate `limits.py` module instead of putting it in utils.py, because utils.py is too big"
    )
    (one,) = select_prompt(prompt, "", "")
    assert one.text == "let's go with a separate `limits.py` module instead of putting it in utils.py"
    assert (one.why, one.parts["alternatives"]) == ("utils.py is too big", ["putting it in utils.py"])


def test_to_start_over_names_nothing_that_was_not_chosen() -> None:
    prompt = "revert the debug logging though, lets start over on that part with the simpler approach"
    assert not any("alternatives" in one.parts for one in select_prompt(prompt, "", ""))


def test_just_because_gives_no_reason() -> None:
    prompt = "let's keep the old parser instead of the new one, and not drop it just because it is slow to start"
    assert [one.why for one in select_prompt(prompt, "", "")] == [""]
