from backstory.model.event import Event
from backstory.recall.session import MOST, notes


def event(kind: str, **data: object) -> Event:
    return Event(id="1", kind=kind, data=data)


def test_repeats_are_counted() -> None:
    some = [event("command", command="pytest"), event("edit", path="a.py"), event("command", command="pytest")]
    assert [(n.label, n.text, n.detail) for n in notes(some, "balanced")] == [
        ("edit", "a.py", ""),
        ("command", "pytest", "2 times"),
    ]


def test_errors_outlive_noise() -> None:
    some = [event("error", message="boom"), *(event("edit", path=f"{i}.py") for i in range(50))]
    assert notes(some, "balanced")[0].text == "boom"
    assert len(notes(some, "balanced")) == MOST
    assert notes(some, "aggressive")[0].text == "boom"
    assert len(notes(some, "aggressive")) == MOST // 3 + 1
    assert [n.text for n in notes(some, "tail")] == [f"{i}.py" for i in range(38, 50)]


def test_events_without_words_are_silent() -> None:
    assert notes([event("session.start", name="x"), event("edit"), event("tool", size=3)], "balanced") == []
