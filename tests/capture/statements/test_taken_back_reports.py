"""`take those out again` means what the answer right before reports, and no earlier decision."""

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.decisions.proposals import find_proposal
from backstory.capture.text.candidate import Candidate


def find(*talk: str) -> list[Candidate]:
    turns = [
        Turn(role="assistant" if place % 2 else "user", text=text, line=place + 1) for place, text in enumerate(talk)
    ]
    found = find_candidates(turns, known_paths=lambda path: False)
    return [one for one in found if one.line == len(talk) and one.kind == "decision" and not one.only_revises]


def test_what_is_taken_out_is_what_the_answer_reports() -> None:
    (one,) = find(
        "And long names?",
        "I'd cap it at 80; a name is short anyway.",
        "Agreed, 80.",
        "I updated the translations first, as there are new strings. Shall they go into the same commit?",
        "No, please take those out again. The translators' tool writes that folder.",
    )
    assert one.text == "take the translations out again"
    assert one.why == "The translators' tool writes that folder."
    assert one.parts["alternatives"] == ["the translations"]


def test_a_report_of_what_was_decided_takes_that_back() -> None:
    (one,) = find("let's use rich for the table", "I switched the table to rich.", "Wait, no. take it out again.")
    assert "rich" in one.text


def test_a_regret_is_no_proposal() -> None:
    regret = "I have to take back my plan; the hook turns out to be the wrong place, for a reason I should have seen."
    wish = "I would like to move it into `close`, after the last write."
    assert find_proposal(f"{regret} {wish}") == wish
    assert find_proposal(regret) == ""
    assert find_proposal("It's in. That broke `empty_file`, since a reader has to work on a pipe as well.") == ""
