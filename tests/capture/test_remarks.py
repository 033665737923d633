"""What an agent says between its calls: the telling sentences stay with the session, announcements do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.agents.turns import Turn
from backstory.capture import digest
from backstory.capture.digest import extend_session
from backstory.capture.remarks import MAX_CHARS, add_remark
from backstory.model.session import Remark, Session

CAUSE = "The root cause is that `read_pool` closes the socket before the retry, so the second attempt fails."
RUN = Turn("tool", "", tool="Bash", action="command", command="ls", call="c1", line=3)


def say(text: str, line: int) -> Turn:
    return Turn("assistant", text, line=line)


def extend(*turns: Turn, session: Session | None = None) -> Session:
    return extend_session(session or Session(id="s", agent="codex"), turns)


def test_a_cause_that_is_named_between_two_calls_stays() -> None:
    session = extend(Turn("user", "Why?", line=1), say(f"{CAUSE} Let me look at the pool.", 2), RUN, say("Fixed.", 4))
    assert [(remark.text, remark.line) for remark in session.remarks] == [(CAUSE, 2)]
    assert [answer.text for answer in session.answers] == ["Fixed."]


def test_what_something_is_called_now_stays() -> None:
    renamed = "It's `roundUp` now: `setRoundUp` in the settings, the file `RoundUp.kt`."
    session = extend(Turn("user", "roundUp!", line=1), say(renamed, 2), RUN, say("One test is red.", 4))
    assert [remark.text for remark in session.remarks] == [renamed]


def test_announcements_are_no_remarks() -> None:
    session = extend(Turn("user", "Why?", line=1), say("Let me look at the pool.", 2), RUN, say("Fixed.", 4))
    assert session.remarks == ()


def test_an_answer_that_comes_twice_is_no_remark() -> None:
    session = extend(Turn("user", "Why?", line=1), say(CAUSE, 0), say(CAUSE, 4))
    assert session.remarks == ()


def test_a_remark_that_was_taken_back_goes() -> None:
    session = extend(Turn("user", "Why?", line=1), say(CAUSE, 2), say("Fixed.", 4))
    assert extend(say(CAUSE, 2)._replace(abandoned=True), session=session).remarks == ()


def test_an_answer_that_drops_out_leaves_its_telling_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest, "MAX_ANSWERS", 1)
    session = extend(Turn("user", "Why?", line=1), say(CAUSE, 2), Turn("user", "And?", line=3), say("Fixed.", 4))
    assert [remark.text for remark in session.remarks] == [CAUSE]


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(500, 9_000)), max_size=12))
def test_the_least_telling_drops_out(pairs: list[tuple[int, int]]) -> None:
    chosen: list[Remark] = []
    for place, (worth, size) in enumerate(pairs):
        remark = Remark(f"{place:03}".ljust(size, "x"), worth=worth)
        former, chosen = chosen, add_remark(chosen, remark)
        dropped = [one.worth for one in (*former, remark) if one not in chosen]
        assert max(dropped, default=0) <= min((one.worth for one in chosen), default=99)
    assert sum(len(one.text) for one in chosen) <= MAX_CHARS
