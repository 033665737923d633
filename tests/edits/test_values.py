"""Items of arrays and members of objects in settings files: in and out again, byte for byte."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.edits import change, values
from backstory.edits.change import Hooks
from backstory.edits.values import Value
from backstory.model.errors import BackstoryError

RULES = [Value(("permissions", "allow"), f"Bash(backstory {name}:*)") for name in ("recall", "why")]
SERVER = [Value(("mcpServers",), {"command": "/opt/py", "args": ["-m", "backstory", "mcp"]}, "backstory")]
WANTED = [*RULES, *SERVER]

names = st.sampled_from(["permissions", "allow", "mcpServers", "hooks", "other", "ä"])
plain = st.recursive(
    st.sampled_from([1, "x", True, None, "Bash(ls)"]),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(names, below, max_size=3),
    max_leaves=8,
)


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """Settings files in odd layouts: comments, CRLF, a byte order mark, no final newline, one line."""
    document: dict[str, Any] = draw(st.dictionaries(names, plain, max_size=4))
    if draw(st.booleans()):
        document["permissions"] = {"allow": draw(st.lists(st.sampled_from(["Bash(ls)", RULES[0].value]), max_size=3))}
    if draw(st.booleans()):
        document["mcpServers"] = draw(st.dictionaries(st.sampled_from(["one", "backstory"]), plain, max_size=2))
    text = json.dumps(document, indent=draw(st.sampled_from([None, 1, 2, 4, "\t"])), ensure_ascii=False)
    if draw(st.booleans()):
        text = "// mine\n" + text.replace("{\n", "{ // here\n", 1)
    text += draw(st.sampled_from(["", "\n", "\n\n"]))
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return (draw(st.sampled_from(["", "\ufeff"])) + text).encode()


@given(documents())
def test_what_is_put_in_can_be_taken_out_and_is_put_in_once(data: bytes) -> None:
    try:
        out, memo = values.apply(data, WANTED)
    except BackstoryError:
        return  # something else is where they go
    assert values.apply(out, WANTED, was=memo) == (out, memo)
    assert values.revert(out, was=memo) == data
    assert values.state(out, was=memo) == "present" or not memo["added"]


@given(documents())
def test_hooks_and_values_go_together(data: bytes) -> None:
    entries = {"Stop": [{"hooks": [{"type": "command", "command": "x backstory.hot.hook y"}]}]}
    wanted = Hooks(entries, ["backstory.hot.hook"], values=RULES)
    try:
        out, memo = change.apply(wanted, data, None, "file")
    except BackstoryError:
        return
    assert change.apply(wanted, out, memo, "file") == (out, memo)
    assert change.revert("hooks", out, memo, "file") == data


@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf", b" \r\n"])
def test_a_file_without_content_is_blank_again(data: bytes) -> None:
    out, memo = values.apply(data, WANTED)
    assert json.loads(out.decode("utf-8-sig"))["permissions"]["allow"] == [rule.value for rule in RULES]
    assert values.revert(out, was=memo) == data


def test_a_value_that_was_there_before_stays_the_persons() -> None:
    data = json.dumps({"permissions": {"allow": [RULES[0].value]}}).encode()
    out, memo = values.apply(data, RULES)
    assert out.count(b"backstory recall") == 1
    assert values.revert(out, was=memo) == data


def test_a_value_that_was_changed_since_stays() -> None:
    out, memo = values.apply(b"{}", SERVER)
    edited = out.replace(b"/opt/py", b"/my/py")
    assert values.state(edited, was=memo) == "missing"
    assert values.revert(edited, was=memo) == edited


def test_a_value_that_is_not_wanted_any_more_goes() -> None:
    out, memo = values.apply(b'{"a": 1}', WANTED)
    fewer, less = values.apply(out, RULES[:1], was=memo)
    assert b"why" not in fewer and b"mcpServers" not in fewer
    assert values.revert(fewer, was=less) == b'{"a": 1}'


@pytest.mark.parametrize("data", [b"{", b'{"permissions": 1}', b'{"permissions": {"allow": {}}}', b"\xff"])
def test_a_file_that_cannot_be_edited_is_refused_with_what_to_paste(data: bytes) -> None:
    with pytest.raises(BackstoryError) as error:
        values.apply(data, RULES, name="settings.json")
    assert "settings.json" in error.value.message and "backstory recall" in error.value.hint
