import textwrap
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from backstory.edits import yaml_entry
from backstory.model.errors import BackstoryError

LIST = ("- .backstory/local/handoff.md",)
TABLE = ("backstory:", "  enabled: true", '  args: ["-m", "backstory"]')

keys = st.sampled_from(["model", "read", "extensions", "auto-commits", "edit_format"])
scalars = st.sampled_from(["sonnet", "true", "12", '"a # b"', "'x: y'", "[a, b]", "{a: 1}", "|\n  text\n   more", ""])
comments = st.sampled_from(["", "# a comment\n", "\n", "  # indented\n"])
below = st.sampled_from(["\n  - a.md\n  - b.md  # why", "\n- a.md", "\n    one:\n      two: 3", "\n  # only a comment"])


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """A mapping in YAML with comments, values of every form, line ends, a byte order mark, and no final newline."""
    text = draw(st.sampled_from(["", "---\n", "# head\n---\n"]))
    for key in draw(st.lists(keys, max_size=4, unique=True)):
        value = draw(st.one_of(scalars.map(lambda one: " " + one if one else one), below))
        text += f"{draw(comments)}{key}:{value}\n{draw(comments)}"
    text = text.removesuffix("\n") if draw(st.booleans()) else text
    text = text.replace("\n", "\r\n") if draw(st.booleans()) else text
    return (b"\xef\xbb\xbf" if draw(st.booleans()) else b"") + text.encode()


@given(files(), st.sampled_from([("read", LIST), ("extensions", TABLE)]))
def test_an_entry_is_added_to_what_is_there_and_taken_out(data: bytes, change: tuple[str, tuple[str, ...]]) -> None:
    key, entry = change
    try:
        out, fragment = yaml_entry.apply(data, key, entry)
    except BackstoryError as error:
        assert error.hint.endswith(entry[-1]), "what is refused can be pasted"
        return
    before: Any = yaml.safe_load(data) or {}
    after = yaml.safe_load(out)
    ours = yaml.safe_load("\n".join(entry))
    assert {name: value for name, value in after.items() if name != key} == {
        name: value for name, value in before.items() if name != key
    }
    former = before.get(key)
    if fragment.startswith(("[", ", ")):  # on the key's own line
        assert after[key] == [*(former if isinstance(former, list) else [former]), *ours] and key == "read"
    else:
        assert after[key] == ([*ours, *(former or [])] if key == "read" else ours | (former or {}))
    assert yaml_entry.state(out, was=fragment) == "present" and yaml_entry.state(data, was=fragment) == "missing"
    assert yaml_entry.apply(out, key, entry, was=fragment) == (out, fragment)
    assert yaml_entry.revert(out, was=fragment) == data
    assert yaml_entry.revert(data, was=fragment) == data


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("read: {a: 1}\n", "on the same line"), ("read: null\n", "on the same line"),
        ("read: 12\n", "on the same line"),
        ("read: [a.md, ]\n", "on the same line"), ("read: [a.md,\n  b.md]\n", "on the same line"),
        ("read: a.md\n  b.md\n", "on the same line"), ("read: [.backstory/local/handoff.md]\n", "on the same line"),
        ("read: &a a.md\n", "on the same line"), ("read: a.md\nread: b.md\n", "twice"),
        ("read:\n  x: 1\n", "something else"), ("- a\n- b\n", "mapping|begin with a key"),
        ("{read: [a]}\n", "mapping"), ("a: 1\n---\nb: 2\n", "mapping"), ("read:\nread:\n", "twice"),
        ("read:\n\t- a\n", "mapping"), ("read:\n  - .backstory/local/handoff.md\n", "of its own"),
        ("a: 1\0", "plain text"), ("words\n", "mapping"),
    ],
)  # fmt: skip
def test_what_is_not_plain_is_refused(text: str, what: str) -> None:
    with pytest.raises(BackstoryError, match=what) as error:
        yaml_entry.apply(text.encode(), "read", LIST, name=".aider.conf.yml")
    assert "`.aider.conf.yml`" in error.value.message
    assert error.value.hint.endswith("read:\n  - .backstory/local/handoff.md")


def test_an_entry_that_was_changed_by_hand_is_left_and_named() -> None:
    out, fragment = yaml_entry.apply(b"extensions:\n  web:\n    enabled: true\n", "extensions", TABLE)
    edited = out.replace(b"backstory:\n    enabled: true", b"backstory:\n    enabled: false")
    assert edited != out and yaml_entry.state(edited, was=fragment) == "edited"
    with pytest.raises(BackstoryError, match="changed by hand") as error:
        yaml_entry.revert(edited, was=fragment, name="config.yaml")
    assert textwrap.dedent(fragment).strip().splitlines()[0] in error.value.hint


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a.md", "[a.md, OURS]"), ("'a b.md'  # why", "['a b.md', OURS]  # why"), ("[]", "[OURS]"),
        ("[ docs/a.md, \"b\" ]", "[ docs/a.md, \"b\", OURS ]"), ("~/notes.md", "[~/notes.md, OURS]"),
    ],
)  # fmt: skip
def test_an_item_joins_the_value_on_the_line_of_its_key(value: str, expected: str) -> None:
    """As in `read: CONVENTIONS.md`, which Aider's own documentation shows."""
    data = f"# mine\r\nmodel: sonnet\r\nread: {value}\r\nx: 1".encode()
    out, fragment = yaml_entry.apply(data, "read", LIST)
    assert out == data.replace(value.encode(), expected.replace("OURS", LIST[0][2:]).encode())
    assert yaml_entry.apply(out, "read", LIST, was=fragment) == (out, fragment)
    assert yaml_entry.state(out, was=fragment) == "present"
    around = out.replace(b"sonnet", b"opus") + b"\r\ny: 2"
    assert yaml_entry.revert(around, was=fragment) == data.replace(b"sonnet", b"opus") + b"\r\ny: 2"
    edited = out.replace(fragment.encode(), b"[z.md, " + LIST[0][2:].encode() + b", w.md]") if value == "a.md" else b""
    if edited:
        assert yaml_entry.state(edited, was=fragment) == "edited"
        with pytest.raises(BackstoryError, match="changed by hand") as error:
            yaml_entry.revert(edited, was=fragment)
        assert error.value.hint.endswith(LIST[0][2:])
