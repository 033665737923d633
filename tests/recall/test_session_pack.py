"""Events of a session within a budget: what comes first, what is cut, and what may never get lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.token_estimate import estimate_tokens
from backstory.recall.session_pack import Event, Strategy, compress_text, format_event, pack_events

TRACE = """Traceback (most recent call last):
  File "src/app.py", line 3, in main
  File "src/db/pool.py", line 41, in take
PoolTimeout: no connection within 2.5 s
"""

texts = st.text("abc \nE.", min_size=1, max_size=120).filter(str.strip)
events = st.lists(
    st.builds(Event, st.just("2026-11-20T10:00:00Z"), st.sampled_from(["you", "agent", "call", "result"]), texts,
              st.booleans()),
    max_size=25,
)  # fmt: skip
strategies = st.sampled_from(["balanced", "aggressive", "tail"])


@given(events, st.integers(0, 400), strategies)
def test_what_is_packed_fits_and_keeps_its_order(given_events: list[Event], budget: int, strategy: Strategy) -> None:
    packed = pack_events(given_events, budget, strategy, dedupe=False)
    assert estimate_tokens("\n".join(map(format_event, packed.events))) <= budget
    assert packed.left_out == len(given_events) - len(packed.events)
    kinds = iter(event.kind for event in given_events)
    assert all(event.kind in kinds for event in packed.events)


def test_prompts_faults_and_the_last_answer_come_before_newer_noise() -> None:
    noise = [Event("", "result", f"line {number} of a listing that goes on and on") for number in range(40)]
    wanted = [
        Event("", "you", "port the pool"),
        Event("", "result", "1 failed", failed=True),
        Event("", "agent", "done"),
    ]
    packed = pack_events([*wanted, *noise], 80, "balanced")
    assert packed.events[:3] == wanted
    assert packed.left_out > 30


def test_the_tail_is_the_newest_as_it_is() -> None:
    every = [Event("", "agent", f"answer {number}\nanswer {number}") for number in range(50)]
    packed = pack_events(every, 60, "tail")
    assert packed.events == every[-len(packed.events) :] and packed.left_out == 50 - len(packed.events) > 0


def test_aggressive_leaves_out_tools_that_succeeded() -> None:
    every = [Event("", "call", "ls"), Event("", "result", "a.py"), Event("", "result", TRACE, failed=True)]
    (left,) = pack_events(every, 500, "aggressive").events
    assert "\n" not in left.text and "PoolTimeout" in left.text and "pool.py" in left.text


def test_repeats_are_told_once() -> None:
    every = [Event("", "call", "pytest"), Event("", "call", "pytest"), Event("", "call", "ruff")]
    assert [event.text for event in pack_events(every, 100, "balanced").events] == ["pytest (2 times)", "ruff"]
    assert len(pack_events(every, 100, "balanced", dedupe=False).events) == 3


def test_a_trace_keeps_its_last_frame_and_its_fault() -> None:
    short = compress_text(TRACE)
    assert "src/app.py" not in short
    assert "src/db/pool.py" in short and "no connection within 2.5 s" in short
    assert compress_text("retry\n" * 9 + "done") == "retry (9 times)\ndone"


def test_a_frame_that_names_the_fault_is_kept() -> None:
    text = 'File "a.py", line 1, in failing_test\nFile "b.py", line 2, in run\n'
    assert compress_text(text) == text


def test_a_long_result_keeps_the_lines_of_its_fault() -> None:
    text = "\n".join([*(f"collected item {number}" for number in range(400)), "E   ValueError: port 7312 is taken"])
    (event,) = pack_events([Event("", "result", text, failed=True)], 200, "balanced").events
    assert event.text == "E   ValueError: port 7312 is taken"


GO_TEST = (
    "--- FAIL: TestCacheExpiry (0.01s)\n    cache_test.go:41: entry should have expired\nFAIL\n"
    "FAIL\texample.com/cli/cache\t0.3s"
)


def test_a_fault_keeps_its_message_in_a_small_budget() -> None:
    long = "\n".join([*(f"ok\tpackage {number}" for number in range(60)), GO_TEST])
    (event,) = pack_events([Event("", "result", long, failed=True)], 240, "balanced").events
    assert "cache_test.go:41: entry should have expired" in event.text
    assert "\nFAIL" not in event.text, "a bare word says nothing"


@pytest.mark.parametrize("strategy", ["balanced", "aggressive"])
def test_what_failed_comes_before_prompts_and_asides(strategy: Strategy) -> None:
    failed = Event("", "result", "FAILED test_http_date - ValueError: not a float", failed=True)
    asides = [
        Event("", "you", "why is the sky blue?", is_aside=True),
        Event("", "agent", "Rayleigh scattering: short wavelengths scatter more.", is_aside=True),
    ]
    prompts = [Event("", "you", f"cap number {number} is 20 seconds then, not 30 seconds") for number in range(12)]
    answer = Event("", "agent", "Done: the cap is 20 seconds now.")
    kept = pack_events([failed, *prompts, answer, *asides], 120, strategy).events
    assert failed in kept
    assert answer in kept
    told = [event for event in kept if event.is_aside]
    assert not told or (strategy == "balanced" and len(told) == 1), "in the room that no prompt fits"


def test_a_long_line_without_a_pause_is_cut_and_not_lost() -> None:
    text = "Error " + " ".join(f"word{number}" for number in range(200))
    (event,) = pack_events([Event("", "result", text, failed=True)], 200, "aggressive").events
    assert event.text.startswith("Error word0")
