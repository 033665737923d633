import json

from hypothesis import given
from hypothesis import strategies as st

from backstory.redact.spans import Cut, Span, settle_spans

TEXT = st.text(alphabet=st.sampled_from('ab"\\nu04é😀,:[]{} 12'), max_size=30)
SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 12)), max_size=4)


def test_overlapping_spans_are_one_and_the_telling_name_wins() -> None:
    cuts = settle_spans(
        b"x" * 30, [Span(0, 10, "high-entropy"), Span(5, 20, "github-pat"), Span(25, 30, "password")], []
    )

    assert cuts == [Cut(0, 20, "github-pat"), Cut(25, 30, "password")]


def test_a_secret_that_tells_its_issuer_is_named_for_it_and_not_for_its_place() -> None:
    token = b"ghp_" + b"x" * 36
    spans = [Span(0, 40, "authorization-header"), Span(0, 40, "github-n1"), Span(0, 40, "github-pat")]
    assert settle_spans(token, spans, []) == [Cut(0, 40, "github-pat")]
    assert settle_spans(b"x" * 40, spans[:2], []) == [Cut(0, 40, "authorization-header")]


def test_spans_keep_clear_of_marks() -> None:
    assert settle_spans(b"x" * 40, [Span(0, 30, "a")], [(10, 20)]) == [Cut(0, 10, "a"), Cut(20, 30, "a")]
    assert settle_spans(b"x" * 40, [Span(8, 22, "a")], [(10, 20)]) == []


def test_spans_widen_to_whole_characters_and_escapes() -> None:
    text = 'é\\u0041b\\n"'.encode()

    assert settle_spans(text, [Span(1, 2, "a")], []) == [Cut(0, 2, "a")]
    assert settle_spans(text, [Span(5, 7, "a")], []) == [Cut(2, 8, "a")]
    assert settle_spans(text, [Span(9, 10, "a")], []) == [Cut(9, 11, "a")]
    assert settle_spans("\\é!".encode(), [Span(0, 1, "a")], []) == [Cut(0, 3, "a")]


def test_a_bare_number_gets_quotes() -> None:
    text = b'{"pin": -123456, "x": 1}'

    assert settle_spans(text, [Span(9, 14, "a")], []) == [Cut(8, 15, "a", quoted=True)]


@given(TEXT, SPANS)
def test_cuts_are_in_order_apart_and_on_characters(text: str, places: list[tuple[int, int]]) -> None:
    data = text.encode()
    spans = [Span(s, min(s + n, len(data)), "a") for s, n in places if s + 1 < len(data) and n]
    last = 0
    for cut in settle_spans(data, spans, []):
        assert last <= cut.start < cut.end <= len(data)
        data[: cut.start].decode()
        data[: cut.end].decode()
        last = cut.end


@given(st.lists(st.one_of(TEXT, st.integers()), min_size=1, max_size=4), SPANS)
def test_a_string_cut_anywhere_leaves_json(values: list[object], places: list[tuple[int, int]]) -> None:
    """Spans inside one string of a document, at any byte of it."""
    data = json.dumps(values, ensure_ascii=False).encode()
    bounds = _string_bounds(data)
    spans = [
        Span(low + s % (high - low), min(high, low + s % (high - low) + n), "a")
        for s, n in places
        for low, high in bounds[:1]
        if n and high > low
    ]
    out, at = b"", 0
    for cut in settle_spans(data, spans, []):
        out += data[at : cut.start] + (b'"[R]"' if cut.quoted else b"[R]")
        at = cut.end
    json.loads(out + data[at:])


def test_a_number_in_a_string_is_no_number_of_json() -> None:
    data = b'[":0}"]'
    assert [cut.quoted for cut in settle_spans(data, [Span(3, 4, "a")], [])] == [False]
    assert [cut.quoted for cut in settle_spans(b'{"a":0}', [Span(5, 6, "a")], [])] == [True]


def _string_bounds(data: bytes) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    start = -1
    at = 0
    while at < len(data):
        if data[at] == 92:
            at += 2
            continue
        if data[at] == 34:
            if start < 0:
                start = at + 1
            else:
                out.append((start, at))
                start = -1
        at += 1
    return out
