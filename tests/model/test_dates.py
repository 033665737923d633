"""Dates and ages: what they cover, and that nothing else is one."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.dates import FIRST, LAST, Span, epoch_seconds, format_timestamp, parse_span

NOW = 1_767_225_600.5  # 2026-01-01T00:00:00.5Z


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("2025-01-01", "2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"),
        ("2025-1-1", "2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"),
        ("2025-12", "2025-12-01T00:00:00Z", "2026-01-01T00:00:00Z"),
        ("2024", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
        ("2024-02-29", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"),
        ("2025-01-01T10:30", "2025-01-01T10:30:00Z", "2025-01-01T10:31:00Z"),
        ("2025-01-01 10:30:05", "2025-01-01T10:30:05Z", "2025-01-01T10:30:06Z"),
        ("2025-01-01T10:30:05Z", "2025-01-01T10:30:05Z", "2025-01-01T10:30:06Z"),
        ("today", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"),
        ("Yesterday", "2025-12-31T00:00:00Z", "2026-01-01T00:00:00Z"),
        ("7d", "2025-12-25T00:00:00Z", "2025-12-25T00:00:01Z"),
        ("24h", "2025-12-31T00:00:00Z", "2025-12-31T00:00:01Z"),
        ("1w", "2025-12-25T00:00:00Z", "2025-12-25T00:00:01Z"),
        ("1mo", "2025-12-02T00:00:00Z", "2025-12-02T00:00:01Z"),
        ("30m", "2025-12-31T23:30:00Z", "2025-12-31T23:30:01Z"),
    ],
)
def test_covers(text: str, first: str, after: str) -> None:
    found = parse_span(text, NOW)
    assert found is not None
    assert (format_timestamp(found.start), format_timestamp(found.end)) == (first, after)
    assert found.age == (text[-1] in "dhwmo" and text[0].isdigit())


@pytest.mark.parametrize(
    "text",
    ["", "d", "7", "7x", "2025-13", "2025-00-01", "2025-02-30", "0000-01-01", "2025-01-01T25:00", "٢٠٢٥", "12345d"],
)
def test_is_no_time(text: str) -> None:
    assert parse_span(text, NOW) is None


def test_ends_of_time() -> None:
    assert parse_span("9999", NOW) == Span(LAST - 365 * 86_400, LAST)
    assert parse_span("9999y", NOW) == Span(FIRST, FIRST + 1, age=True)
    assert format_timestamp(FIRST - 1) == "0001-01-01T00:00:00Z"
    assert format_timestamp(LAST) == "9999-12-31T23:59:59Z"


@given(st.text(max_size=24), st.floats(0, 4e9))
def test_never_fails(text: str, now: float) -> None:
    found = parse_span(text, now)
    assert found is None or FIRST <= found.start < found.end <= LAST


@given(st.integers(FIRST, LAST - 1))
def test_stamps_read_back_and_compare_as_text(at: int) -> None:
    assert epoch_seconds(format_timestamp(at)) == at
    if at + 1 < LAST:
        assert format_timestamp(at) < format_timestamp(at + 1)


@given(st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)), st.integers(-14 * 60, 14 * 60))
def test_offsets_as_git_writes_them(naive: datetime, minutes: int) -> None:
    when = naive.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    for text in (when.isoformat(timespec="seconds"), when.isoformat(timespec="microseconds")):
        assert epoch_seconds(text) == (when.replace(microsecond=0) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(
            seconds=1
        )


@pytest.mark.parametrize("text", ["", "7d", "today", "yesterday", "soon", "99999-99-99T", "2026-13-45"])
def test_what_is_no_date_has_no_seconds(text: str) -> None:
    assert epoch_seconds(text) is None
