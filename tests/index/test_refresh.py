"""What tells that a record file changed."""

import os
import time
from typing import Any

from backstory.index.refresh import CachingGate
from backstory.index.scan import COARSE_SLACK_NS, SLACK_NS, folder_times, is_settled
from backstory.redact.gate import Redacted


def test_a_time_proves_nothing_until_the_clock_has_moved_on() -> None:
    now = 1_700_000_000_123_456_789

    assert not is_settled(now, now)
    assert not is_settled(now - SLACK_NS, now)
    assert is_settled(now - SLACK_NS - 1, now)


def test_whole_seconds_take_longer() -> None:
    now = 1_700_000_000_123_456_789
    second = 1_700_000_000_000_000_000

    assert not is_settled(second - 1_000_000_000, now)
    assert is_settled(second - COARSE_SLACK_NS, now)


def test_a_short_text_is_judged_once() -> None:
    asked: list[str] = []

    class Counting:
        def check(self, text: str) -> Redacted:
            asked.append(text)
            return Redacted(text.replace("secret", "***"), ())

    gate: Any = CachingGate(Counting())  # type: ignore[arg-type]
    long = "secret " * 80

    assert [gate.clean("a secret"), gate.clean("a secret"), gate.clean(long), gate.clean(long)] == [
        "a ***", "a ***", long.replace("secret", "***"), long.replace("secret", "***"),
    ]  # fmt: skip
    assert asked == ["a secret", long, long]


def test_a_folder_that_has_just_changed_has_no_stamp(world: Any) -> None:
    world.add("one")
    world.settle()
    before = folder_times("/tree", world.stores, time.time_ns())
    folder = os.path.join(world.stores["private"].folder, "decision")
    os.utime(folder)

    after = folder_times("/tree", world.stores, os.stat(folder).st_mtime_ns)

    place = ("", folder, "private")
    assert before[place] > 0
    assert after[place] == 0
    assert {k: v for k, v in after.items() if k != place} == {k: v for k, v in before.items() if k != place}
