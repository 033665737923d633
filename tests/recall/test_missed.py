"""What just missed a brief is named with the reason in plain words: records, and passages of the talk."""

import msgspec
from tests.recall.quotes.test_quotes import MOMENT, talk
from tests.recall.test_brief import GIT, measure

from backstory.recall.brief import Brief, compose_brief
from backstory.recall.missed import MAX_MISSED, MAX_PASSAGES
from backstory.recall.past.sessions import PastWork


def brief(*rows, past: PastWork | None = None, stale=None, hidden=None, **given) -> Brief:
    moment = msgspec.structs.replace(MOMENT, **given)
    more = {} if past is None else {"past": past}
    return compose_brief(moment, rows, GIT, measure=measure, stale=stale or {}, hidden=hidden or {}, **more)


def reasons(b: Brief) -> dict[str, str]:
    return {one.text: one.reason for one in b.missed}


def test_a_record_without_room_says_how_much_it_takes(make) -> None:
    rows = [make(n, "fact", f"Fact {n} about the pool", why=f"word{n} is slow. " * 60) for n in range(1, 20)]
    b = brief(*rows, budget=900)
    missed = [one for one in b.missed if one.id]
    assert {one.id for one in missed} | {item.id for item in b.items} == {row.record.id for row in rows}
    assert missed and all(one.reason.startswith("no room: ") for one in missed)
    assert missed[0].reason.startswith("no room: it takes about ")
    assert all(one.kind == "fact" for one in missed)


def test_reasons_are_in_plain_words(make) -> None:
    gone = make(1, "fact", "Of a file that is gone", at=("a.py",))
    archived = make(2, "fact", "Put away", tier="off-context")
    other = make(3, "fact", "Of another branch")
    closed = make(4, "failure", "Closed", status="resolved")
    retracted = make(5, "fact", "Taken back", status="retracted")
    b = brief(
        gone, archived, other, closed, retracted,
        stale={gone.record.id: {"a.py": "gone"}}, hidden={other.record.id: "made on `x`, which is not merged here"},
    )  # fmt: skip
    named = reasons(b)
    assert named["Of a file that is gone"] == "the code it is about is gone"
    assert named["Put away"] == "archived: only `recall` finds it"
    assert named["Of another branch"] == "made on `x`, which is not merged here"
    assert "Taken back" not in named


def test_passages_of_the_talk_are_named_too_and_none_that_is_shown() -> None:
    b = brief(past=PastWork((talk(),)), budget=300)
    passages = [one for one in b.missed if not one.id]
    shown = " ".join(note.text for section in b.sections for note in section.notes)
    assert passages and all(one.kind == "passage" for one in passages)
    assert not [one for one in passages if one.text.removeprefix("user: ") in shown]
    assert any(one.reason.startswith(("no room: ", "below the line")) for one in passages)


def test_the_list_is_bounded(make) -> None:
    rows = [make(n, "fact", f"Fact {n}", why=f"word{n} " * 40) for n in range(1, 90)]
    b = brief(*rows, past=PastWork((talk(),)), budget=300)
    assert len(b.missed) <= MAX_MISSED
    assert sum(not one.id for one in b.missed) <= MAX_PASSAGES
