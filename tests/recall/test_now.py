from backstory.recall.content import Item
from backstory.recall.moment import BriefRequest
from backstory.recall.now import now_statements

MOMENT = BriefRequest(branch="feat/pay")


def told(*records, moment=MOMENT, **rest) -> list[tuple[str, str]]:
    """Label and text in the order of telling."""
    return [(s.note.label, s.note.text) for s in sorted(now_statements(moment, records, **rest), key=lambda s: s.place)]


def test_everything_of_the_latest_checkpoint(make) -> None:
    one = make(1, "checkpoint", "Retry", state="Half done.", next=["jitter"], blockers=["sandbox"], decisions=["24 h"],
               approaches=["all at once"], fields={"goal": "SHOP-1"}).record  # fmt: skip
    assert told(one) == [
        ("task", "Retry"), ("goal", "SHOP-1"), ("state", "Half done."), ("tried", "all at once"), ("decided", "24 h"),
        ("blocker", "sandbox"), ("next", "jitter"),
    ]  # fmt: skip


def test_the_next_step_comes_first_when_room_is_short(make) -> None:
    one = make(1, "checkpoint", "Retry", state="Half done.", next=["jitter", "tests"]).record
    labels = [s.note.text for s in now_statements(MOMENT, [one])]
    assert labels[0] == "jitter"
    assert labels[-1] == "tests"


def test_a_thin_automatic_one_does_not_hide_the_rich_one(make) -> None:
    rich = make(1, "checkpoint", "Retry", state="Half done.", next=["jitter"]).record
    thin = make(2, "checkpoint", "Retry", state="4 files changed.", how="observed").record
    assert ("next", "jitter") in told(thin, rich)
    assert ("state", "4 files changed.") in told(thin, rich)


def test_what_was_said_on_purpose_ends_what_was_said_before(make) -> None:
    old = make(1, "checkpoint", "Retry", next=["jitter"], blockers=["sandbox"]).record
    new = make(2, "checkpoint", "Retry", state="Done.", status="done").record
    assert told(new, old) == [("task", "Retry"), ("state", "Done.")]


def test_a_handoff_replaces_neither_task_nor_what_it_leaves_out(make) -> None:
    checkpoint = make(1, "checkpoint", "Retry", state="Half done.", next=["jitter"]).record
    handoff = make(2, "handoff", "Yours", message="Hello", next=["ask Ada"]).record
    assert told(handoff, checkpoint) == [("task", "Retry"), ("state", "Half done."), ("next", "ask Ada")]
    shown = told(handoff, checkpoint, shown={handoff.id})
    assert shown == [("task", "Retry"), ("state", "Half done.")], "the handoff itself tells the next step"


def test_no_evidence_no_next_step(make) -> None:
    assert told(make(1, "checkpoint", "Retry", state="Half done.").record) == [
        ("task", "Retry"),
        ("state", "Half done."),
    ]
    assert told() == []


def test_evidence_in_order() -> None:
    failure = Item(id="F", short="f", kind="failure", title="Tests are red", status="open")
    solved = Item(id="S", short="s", kind="failure", title="Old", status="resolved")
    question = Item(id="Q", short="q", kind="question", title="Who pays?", status="open")
    doubt = Item(id="H", short="h", kind="hypothesis", title="DNS", status="open")
    assert told(failures=[solved, failure], questions=[question]) == [("next", "Tests are red")]
    assert told(failures=[solved], questions=[doubt, question]) == [("next", "Who pays?")]
    assert told(failures=[solved], questions=[doubt]) == []


def test_a_blocker_is_evidence(make) -> None:
    one = make(1, "checkpoint", "Retry", blockers=["sandbox"]).record
    note = now_statements(MOMENT, [one])[0].note
    assert (note.label, note.text, note.detail) == ("next", "sandbox", "open blocker")


def test_decisions_that_are_records_are_not_repeated(make) -> None:
    one = make(1, "checkpoint", "Retry", decisions=["Use psycopg 3.", "24 h"]).record
    assert [t for label, t in told(one, decided={"use psycopg 3"}) if label == "decided"] == ["24 h"]


def test_the_goal_of_the_moment_leads(make) -> None:
    one = make(1, "checkpoint", "Retry", fields={"goal": "SHOP-1"}).record
    notes = [s.note for s in now_statements(BriefRequest(goal="make it fast"), [one], goal="old goal")]
    assert [(n.label, n.text, n.detail) for n in notes] == [("task", "Retry", "SHOP-1"), ("goal", "make it fast", "")]
    assert told(goal="old goal") == [("goal", "old goal")]
