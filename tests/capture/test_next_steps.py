"""What comes next, by the last words of an answer."""

import pytest

from backstory.capture.work_state import find_next_steps

OPENINGS = ["Left:", "Tomorrow:", "Rest:", "Not yet:", "Up next:", "Still open:", "Für morgen:"]


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_list_that_opens_behind_another_sentence_is_what_is_next(opening: str) -> None:
    steps = ["wire the option", "docs", "ask Mira for a build"]
    listed = "\n".join(f"- {step}" for step in steps)
    assert find_next_steps(f"The test is red, and not committed. {opening}\n\n{listed}") == steps
    assert find_next_steps(f"{opening} nothing") == []


def test_a_list_for_the_next_session_ends_where_a_paragraph_follows() -> None:
    opening = "Written down.\n\nFor the next session, we should:\n\n"
    answer = f"{opening}1. Port the row\n2. Write the docs\n\nThe key is the lock."
    assert find_next_steps(answer) == ["Port the row", "Write the docs"]
    assert find_next_steps("Für die nächste Sitzung:\n- Zeile umziehen\n- Doku schreiben") == [
        "Zeile umziehen",
        "Doku schreiben",
    ]
    assert find_next_steps("Next time you see this, restart the server.") == []
