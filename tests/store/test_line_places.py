"""A line is the same wherever the search for it starts."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.store import line_places
from backstory.store.line_places import START, LinePlace, seek_line

TEXTS = st.lists(st.sampled_from([b"\n", b"\n\n", b"a", b"row of a log\n", b"x" * 40]), max_size=40).map(b"".join)


def list_places(text: bytes) -> list[LinePlace]:
    """The beginnings of all lines."""
    offsets = [0, *(place + 1 for place, byte in enumerate(text) if byte == 10)]
    return [LinePlace(lines, offset) for lines, offset in enumerate(offsets)]


def seek(text: bytes, lines: int, near: LinePlace) -> int:
    handle = BytesIO(text)
    seek_line(handle, lines, near)
    return handle.tell()


@pytest.mark.parametrize("piece", [1, 3, 16, 1 << 16])
def test_a_line_is_reached_from_every_other(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_places, "_PIECE", piece)

    @given(TEXTS)
    def check(text: bytes) -> None:
        places = list_places(text)
        for near in places:
            assert [seek(text, place.lines, near) for place in places] == [place.offset for place in places]

    check()


@given(TEXTS, st.integers(1, 50))
def test_a_file_with_fewer_lines_ends_the_search(text: bytes, more: int) -> None:
    last = list_places(text)[-1]
    assert seek(text, last.lines + more, START) == seek(text, last.lines + more, last) == len(text)


@given(TEXTS, st.integers(0, 50), st.builds(LinePlace, st.integers(0, 50), st.integers(0, 500)))
def test_a_wrong_place_leads_to_the_beginning_of_some_line_or_to_an_end(
    text: bytes, lines: int, near: LinePlace
) -> None:
    ends = {0, near.offset, len(text)}
    assert seek(text, lines, near) in {place.offset for place in list_places(text)} | ends
