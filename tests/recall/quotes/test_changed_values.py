"""Numbers that edits replaced after somebody gave them are marked; numbers of other things are not."""

import pytest

from backstory.model.session import Answer, Prompt, Session, ValueChange
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.changed_values import ChangedValue, find_changed_values
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import Utterance, read_utterances

PAUSE = ("PAUSE seconds", "0.2", "0.5")
LINES = 10
"""Lines of a transcript from one prompt to the next."""


def hold(*turns: tuple[str, str], changes: dict[int, tuple[str, str, str]], number: int = 1) -> Session:
    """A session of prompts with their answers. `changes`: the turn whose prompt led to it -> names, old and new."""
    return Session(
        id=f"s{number}",
        agent="claude-code",
        started=f"2026-11-{number:02d}T09:00:00Z",
        prompts=tuple(Prompt(asked, "", line=1 + LINES * place) for place, (asked, _) in enumerate(turns)),
        answers=tuple(Answer(told, "", line=9 + LINES * place) for place, (_, told) in enumerate(turns) if told),
        changes=tuple(ValueChange(*change, ("retry.py",), "", 5 + LINES * turn) for turn, change in changes.items()),
    )


def find(*sessions: Session) -> dict[str, ChangedValue]:
    return {one.sentence: one for one in find_changed_values(list_order(*sessions))}


def list_order(*sessions: Session) -> list[Utterance]:
    return sorted(read_utterances(PastWork(tuple(reversed(sessions)))), key=lambda one: -one.number)


def test_a_number_that_an_edit_replaced_is_marked_with_the_one_in_force() -> None:
    talk = hold(
        ("pause between tries is on by default w/ 0.2", "The pause is 0.2 now."),
        ("the farm loses every second try, make it twice the p95", "Twice the p95 is 0.5, so the pause is 0.5."),
        changes={1: PAUSE},
    )
    marked = find(talk)
    assert {one.value for one in marked.values()} == {"0.5"} and len(marked) == 2
    for text, one in marked.items():
        assert text[one.start : one.end] == "0.2"
    order = list_order(talk)
    written = Talk(PastWork((talk,)))
    texts = [written.mark_changed(text, one) for one in written.utterances for text in one.sentences]
    assert "The pause is 0.2 [replaced by 0.5] now." in texts and len(order) == len(written.utterances)


def test_it_holds_over_sessions_and_the_last_edit_counts() -> None:
    first = hold(("what is the pause?", "The pause of `retry` is 0.2 seconds."), changes={}, number=1)
    later = hold(
        ("make the pause 0.5", "The pause is 0.5."),
        ("no, make the pause 2 seconds", "The pause is 2 seconds."),
        changes={0: PAUSE, 1: ("PAUSE seconds", "0.5", "2")},
        number=2,
    )
    marked = find(first, later)
    assert marked["The pause of `retry` is 0.2 seconds."].value == "2"
    assert marked["make the pause 0.5"].value == "2"
    assert "The pause is 2 seconds." not in marked


def test_a_number_in_another_unit_is_replaced_with_its_unit() -> None:
    talk = hold(
        ("idle entries go after 5min", "`sweep` removes what is idle for more than `idleAfter` = 5 minutes."),
        ("5m too long w/ those scanners, 90s", "`idleAfter` is 90 seconds, `go test -count=5` passes."),
        changes={1: ("", "5", "90")},
    )
    marked = find(talk)
    assert marked["`sweep` removes what is idle for more than `idleAfter` = 5 minutes."].value == "90s"
    assert all("-count" not in text for text in marked)


def test_a_number_that_code_replaces_is_answered_by_the_person() -> None:
    talk = hold(
        ("unknown files count 30 seconds", "Unknown files count 30 seconds."),
        ("30 is a guess, take the median of the known files", "The median it is."),
        changes={1: ("UNKNOWN_SECONDS", "30", "")},
    )
    one = find(talk)["Unknown files count 30 seconds."]
    assert (one.value, one.by) == ("", "30 is a guess, take the median of the known files")
    written = Talk(PastWork((talk,)))
    texts = [written.mark_changed(text, one) for one in written.utterances for text in one.sentences]
    assert (
        "Unknown files count 30 seconds [may have changed since: 30 is a guess, take the median of the known files]."
        in texts
    )


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        ("the pause is 0.2", ("clean up retry.py", "Cleaned up."), PAUSE),  # nobody speaks of the new number
        ("the pause is 0.2", ("make the pause 0.5", "The pause is 0.5."), ("WIDTH columns", "12", "14")),
        ("the logo is 0.2 MB", ("make the pause 0.5", "The pause is 0.5."), PAUSE),  # another unit
        ("is the pause 0.2?", ("make the pause 0.5", "The pause is 0.5."), PAUSE),
        ("raise the pause from 0.2 to 0.5", ("make the pause 0.5", "The pause is 0.5."), PAUSE),
        ("task 3 is done", ("make the tries 5", "The tries are 5."), ("tries", "3", "5")),
        ("3) tidy the tests", ("make the tries 5", "The tries are 5."), ("tries", "3", "5")),
        ("the two of us share the pause", ("make it 5", "The pause is 5."), ("pause", "2", "5")),
    ],
)
def test_what_agrees_only_in_part_is_left_alone(
    first: str, second: tuple[str, str], change: tuple[str, str, str]
) -> None:
    assert find(hold((first, "Noted."), second, changes={1: change})) == {}


def test_an_edit_that_was_taken_back_changes_nothing() -> None:
    talk = hold(
        ("the pause is 0.2", "The pause is 0.2 seconds."),
        ("make the pause 0.5", "The pause is 0.5."),
        ("no, back to a pause of 0.2", "The pause is 0.2 again."),
        changes={1: PAUSE, 2: ("PAUSE seconds", "0.5", "0.2")},
    )
    marked = find(talk)
    assert "The pause is 0.2 seconds." not in marked and marked["The pause is 0.5."].value == "0.2"


def test_a_talk_without_edits_is_not_read() -> None:
    assert find(hold(("the pause is 0.2", "OK."), ("make it 0.5", "The pause is 0.5."), changes={})) == {}
