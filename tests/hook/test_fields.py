"""The field scanner against the standard library's `json`: on every JSON object both see the same."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import assert_linear
from tests.sweeps import share

from backstory.hook import fields

NAMES = frozenset((
    "session_id", "cwd", "tool_input.file_path", "tool_input.edits", "n", "ok", "a", "roots.0", "roots.0.a",
    "tool_input.edits.file_path", "tool_input.a.0.n",
))  # fmt: skip


class Pairs(list):  # type: ignore[type-arg]
    """An object whose keys may repeat."""


KEYS = st.one_of(
    st.sampled_from(["session_id", "cwd", "tool_input", "n", "ok", "file_path", "edits", "a", "roots", "0", ""]),
    st.text(max_size=6),
)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=30),
    st.text(alphabet='"\\{}[],:/\ud83d\ude00\u00e9\n\t', max_size=12),
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.lists(st.tuples(KEYS, inner), max_size=4).map(Pairs)),
    max_leaves=20,
)


def dump(value: object, plain: bool, blank: str) -> str:
    if isinstance(value, Pairs):
        inner = f",{blank}".join(
            f"{json.dumps(k, ensure_ascii=plain)}{blank}:{dump(v, plain, blank)}" for k, v in value
        )
        return "{" + blank + inner + blank + "}"
    if isinstance(value, list):
        return "[" + f"{blank},".join(dump(v, plain, blank) for v in value) + "]"
    return json.dumps(value, ensure_ascii=plain)


def expected(document: dict[str, Any], source: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for name in NAMES:
        value: Any = document
        for key in name.split("."):
            if isinstance(value, list) and key == "0":
                value = value[0] if value and isinstance(value[0], (str, dict)) else None
            else:
                value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, str):
            out[name] = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        elif isinstance(value, (bool, int, float)):
            out[name] = json.dumps(value)
    return out


@pytest.mark.slow
@settings(max_examples=share(150, 400), deadline=None)
@given(st.lists(st.tuples(KEYS, VALUES), max_size=6).map(Pairs), st.booleans(), st.sampled_from(["", " ", "\n\t "]))
def test_agrees_with_json(pairs: Pairs, plain: bool, blank: str) -> None:
    source = blank + dump(pairs, plain, blank) + blank
    try:
        data = source.encode()
    except UnicodeEncodeError:
        data = dump(pairs, True, blank).encode()

    assert expected(json.loads(data), source) == fields.scan_fields(data, NAMES)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=80), st.text(alphabet='{}[]",:\\u0dD8a1 ', max_size=60).map(str.encode)))
def test_never_raises(data: bytes) -> None:
    fields.scan_fields(data, NAMES)


@given(st.lists(st.tuples(KEYS, VALUES), min_size=1, max_size=4).map(Pairs), st.integers(0, 400))
@settings(max_examples=200, deadline=None)
def test_never_raises_on_truncated_json(pairs: Pairs, cut: int) -> None:
    fields.scan_fields(dump(pairs, True, " ").encode()[:cut], NAMES)


@pytest.mark.parametrize("data", [b"", b"   ", b"null", b"[]", b'"x"', b"{", b'{"a"', b'{"a":', b'{"a":}', b'{"a" 1}'])
def test_what_is_no_object_is_empty(data: bytes) -> None:
    assert fields.scan_fields(data, NAMES) == {}


def test_byte_order_mark() -> None:
    assert fields.scan_fields(b'\xef\xbb\xbf{"cwd":"/x"}', NAMES) == {"cwd": "/x"}


def test_lone_surrogates_become_replacement_characters() -> None:
    assert fields.scan_fields(rb'{"cwd":"\ud800x\ud83d\ude00\udc00"}', NAMES) == {"cwd": "\ufffdx\U0001f600\ufffd"}


def test_last_of_repeated_keys_holds() -> None:
    data = b'{"cwd":"a","tool_input":{"file_path":"x"},"cwd":"b","tool_input":{"y":1}}'

    assert fields.scan_fields(data, NAMES) == {"cwd": "b"}


def test_large_results_are_skipped_quickly() -> None:
    payload = {
        "session_id": "s",
        "tool_response": {"lines": ["x" * 40 + '"{["'] * 20_000, "deep": "y" * 500_000},
        "cwd": "/p",
    }
    data = json.dumps(payload).encode()

    found = fields.scan_fields(data, NAMES)

    assert found == {"session_id": "s", "cwd": "/p"}


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        ('{"session_id": "s", "x": [', '"x{[\\"",'), ('{"x": "', "y"), ('{"x": ', "["), ('{"x": ', '{"a":'),
        ("{", '"a":1,'), ("{", '"tool_input":{"file_path":"x"},'), ('{"x": "', '\\"'), ("", " "), ('{"x": ', "1"),
        ('{"cwd": "', "\\u00e4"),
    ],
)  # fmt: skip
def test_large_results_take_time_in_proportion(start: str, piece: str) -> None:
    assert_linear(lambda text: fields.scan_fields(text.encode(), NAMES), piece, 50_000, start=start)


def test_deep_nesting_is_no_recursion() -> None:
    data = b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b',"cwd":"/p"}'

    assert fields.scan_fields(data, NAMES) == {"cwd": "/p"}


@pytest.mark.parametrize("piece", [b'{"a":', b"[", b'["a",', b'[{"a":['])
def test_deep_nesting_is_given_up(piece: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is counted: strings are what each step ends at."""
    passed = 0
    string = fields._string

    def counted(data: bytes, at: int) -> int:
        nonlocal passed
        passed += 1
        return string(data, at)

    monkeypatch.setattr(fields, "_string", counted)
    data = b'{"session_id":"s","x":' + piece * 200_000 + b'"end"'
    assert fields.scan_fields(data, NAMES) == {"session_id": "s"}
    assert passed < 2 * fields.DEPTH + 10


def test_depth_that_agents_send_is_followed() -> None:
    data = b'{"x":' + b'{"a":[' * 400 + b"1" + b"]}" * 400 + b',"session_id":"s"}'
    assert fields.scan_fields(data, NAMES) == {"session_id": "s"}


def test_more_strings_than_anybody_sends_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields, "STRINGS", 100)
    assert fields.scan_fields(b'{"x":[' + b'"a",' * 1000 + b'1],"session_id":"s"}', NAMES) == {}
    assert fields.scan_fields(b'{"x":[' + b'"a",' * 40 + b'1],"session_id":"s"}', NAMES) == {"session_id": "s"}
