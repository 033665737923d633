from backstory.recall.content import Place
from backstory.recall.staleness import is_gone, penalty, places


def test_states_are_found_by_target(make) -> None:
    record = make(at=("src/a.py#Pool@b2:0123", "src/b.py")).record
    states = {record.id: {"src/a.py#Pool": "moved:src/c.py#Pool", "src/b.py": "changed"}}
    assert places(record, states) == [
        Place("src/a.py#Pool", "src/a.py", "moved", "src/c.py#Pool"),
        Place("src/b.py", "src/b.py", "changed"),
    ]
    assert places(record, {}) == [Place("src/a.py#Pool", "src/a.py"), Place("src/b.py", "src/b.py")]


def test_an_unknown_state_is_no_state(make) -> None:
    record = make(at=("a.py",)).record
    assert places(record, {record.id: {"a.py": "wobbly"}})[0].state == ""


def test_gone_only_when_nothing_stands() -> None:
    gone, fresh = Place("a", "a", "gone"), Place("b", "b", "fresh")
    assert is_gone([gone])
    assert not is_gone([gone, fresh])
    assert not is_gone([])
    assert penalty([gone, fresh]) > penalty([Place("a", "a", "changed")]) > penalty([fresh]) == 0
