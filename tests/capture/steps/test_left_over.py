"""What is left to do is understood without a label such as `Next:`."""

import pytest

from backstory.capture.steps.work_state import find_next_steps


@pytest.mark.parametrize(
    ("answer", "steps"),
    [
        ("What I haven't touched: eviction, and the counter in /metrics.", ["eviction, and the counter in /metrics"]),
        ("Two loose ends: `flush` swallows an error; the benchmark calls the old name.",
         ["`flush` swallows an error", "the benchmark calls the old name"]),
        ("I'd pick it up at `resolve_alias`: it has to stop after ten steps.",
         ["`resolve_alias`: it has to stop after ten steps"]),
        ("The fix would be a sync.Once around close. Then README.", ["a sync.Once around close", "README"]),
        ("First thing to do is passing `timeout:` down, second the docs in guides/locking.md.",
         ["passing `timeout:` down", "the docs in guides/locking.md"]),
        ("We can finish tomorrow with the three call sites in web/.", ["the three call sites in web/"]),
        ("Everything is in except the message for an empty list.", ["the message for an empty list"]),
        ("The story in Storybook comes second.", ["The story in Storybook"]),
        ("I didn't get to the Windows part.", ["the Windows part"]),
        ("What I'd do next is make `visit_call` skip decorators, then turn the xfail into a test.",
         ["make `visit_call` skip decorators", "turn the xfail into a test"]),
        ("Als Nächstes `encoding` in reader.py, danach die Doku.", ["`encoding` in reader.py", "die Doku"]),
    ],
)  # fmt: skip
def test_what_is_left(answer: str, steps: list[str]) -> None:
    assert find_next_steps(answer) == steps


@pytest.mark.parametrize(
    "answer",
    [
        "No errors are left.",
        "3 warnings are left.",
        "It comes last in the list of hooks.",
        "The value is next to its key.",
        "Everything is in place.",
        "I'd start the server in the fixture.",
    ],
)
def test_what_is_no_step(answer: str) -> None:
    assert find_next_steps(answer) == []
