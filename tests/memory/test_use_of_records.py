"""How the use of records is counted from the journals: what came with a file, passages, and shares of tokens."""

from collections.abc import Callable
from typing import Any

from backstory.api import Memory, report_use
from backstory.model.event import Event
from backstory.model.record import Draft

Opened = Callable[..., Memory]


def note(memory: Memory, kind: str, **data: Any) -> None:
    event = Event(id=memory.new_id(), kind=kind, session="s1", agent="codex", made=memory.stamp(), data=data)
    memory.journal.extend([event], sync=False)


def test_reading_a_file_is_no_use_of_what_came_with_it(opened: Opened) -> None:
    memory = opened()
    ids = [memory.remember(Draft(kind="fact", title=f"Fact number {number}")).record.id for number in range(3)]
    note(memory, "delivery", moment="session-start", ids=ids[1:2], tokens=50)
    note(memory, "delivery", moment="pre-tool", ids=ids, tokens=90)
    for ident, sign in ((ids[0], "opened"), (ids[1], "opened"), (ids[2], "opened"), (ids[2], "cited")):
        note(memory, "use", id=ident, sign=sign)

    report = report_use(memory)
    assert [report.records[ident].used for ident in ids] == [0, 1, 1] and report.sessions[0].used == 2


def test_tokens_are_shared_by_size_and_passages_have_no_row(opened: Opened) -> None:
    memory = opened()
    short = memory.remember(Draft(kind="fact", title="The port is 8080")).record.id
    long = memory.remember(Draft(kind="fact", title="The port is 9090", body="Many words. " * 60)).record.id
    memory.fresh()
    note(memory, "delivery", moment="prompt", ids=[short, long, "said-2539aad3"], tokens=300)

    records = report_use(memory).records
    assert records.keys() == {short, long}
    assert records[long].tokens > 4 * records[short].tokens and sum(one.tokens for one in records.values()) < 300
