"""The laws of hook entries in somebody's settings file."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backstory.edits import hooks, jsonc
from backstory.model.errors import BackstoryError

MARKS = ("backstory.hot.hook",)
START = {"type": "command", "command": "python -c backstory.hot.hook start", "timeout": 10}
STOP = {"type": "command", "command": "python -c backstory.hot.hook stop"}
ENTRIES = {"SessionStart": [{"matcher": "startup|resume", "hooks": [START]}], "Stop": [{"hooks": [STOP]}]}
THEIRS = {"hooks": [{"type": "command", "command": "make lint"}]}


def apply(
    data: bytes, was: hooks.UndoData | None = None, entries: hooks.Entries = ENTRIES
) -> tuple[bytes, hooks.UndoData]:
    out, memo = hooks.apply(data, entries, marks=MARKS, was=was)
    return out, json.loads(json.dumps(memo))  # the memo goes through a file


names = st.sampled_from(["a", "permissions", "env", "Bash", "ä"])
scalars = st.one_of(
    st.none(), st.integers(-9, 9), st.sampled_from([True, "", "x", "//no comment", "/* no */", "}", '"', "backstory"])
)
values = st.recursive(
    scalars, lambda v: st.one_of(st.lists(v, max_size=3), st.dictionaries(names, v, max_size=3)), max_leaves=6
)
groups = st.lists(st.one_of(st.just(THEIRS), st.just({"command": "x"}), scalars), max_size=2)
tables = st.dictionaries(st.sampled_from(["SessionStart", "Stop", "PreToolUse"]), groups, max_size=3)


@st.composite
def settings_files(draw: st.DrawFn) -> bytes:
    """A settings file in any layout: comments, trailing commas, tabs, CRLF, a byte order mark, empty containers."""
    document: dict[str, Any] = draw(st.dictionaries(names, values, max_size=3))
    if draw(st.booleans()):
        document["hooks"] = draw(tables)
        if draw(st.booleans()):
            document["after"] = 1
    text = json.dumps(document, indent=draw(st.sampled_from([None, 2, 4, "\t"])), ensure_ascii=draw(st.booleans()))
    out = []
    strings = False
    for i, c in enumerate(text):
        before = text[i - 1 : i]
        if c == '"' and before != "\\":
            strings = not strings
        plain = not strings
        if plain and c in "}]" and before not in "{[," and draw(st.integers(0, 4)) == 0:
            out.append(draw(st.sampled_from([",", " ,", ", // c\n", "/* c */", " // c\n", ",\n\n"])))
        out.append(c)
        if plain and c in "{[," and draw(st.integers(0, 6)) == 0:
            out.append(draw(st.sampled_from([" ", "\n", "/* c */", " // c\n", "\n// c  \n\n"])))
    text = "".join(out) + draw(st.sampled_from(["", "\n", "\n\n// end"]))
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return (draw(st.sampled_from(["", "\ufeff"])) + text).encode()


@given(settings_files())
@example(b"")
@example(b"\n")
@example(b"\xef\xbb\xbf \r\n")
@example(b"{}")
@example(b'{"hooks": {}}')
@example(b'{"hooks": {"Stop": []}}')
@example(b'{"hooks": {"Stop": [ ], "SessionStart": [\n]}}')
@example(b'{"hooks": { // mine\n "Stop": [ /* none */ ]\n}\n}')
def test_revert_undoes_apply_and_twice_is_once(data: bytes) -> None:
    out, memo = apply(data)

    assert hooks.find_ours(out, marks=MARKS) == ENTRIES
    assert hooks.revert(out, was=memo) == data
    assert apply(out, memo) == (out, memo)
    assert hooks.state(out, was=memo) == "present"
    assert hooks.state(data, was=memo) == "missing"


@given(settings_files())
def test_others_values_stay_as_they_are(data: bytes) -> None:
    before = jsonc.Document(data.decode()).root.plain()
    after = jsonc.Document(apply(data)[0].decode()).root.plain()
    assert isinstance(before, dict) and isinstance(after, dict)
    table = after.pop("hooks")
    assert after == {k: v for k, v in before.items() if k != "hooks"}
    theirs = before.get("hooks") or {}
    assert isinstance(table, dict) and isinstance(theirs, dict)
    for event in {*table, *theirs}:
        assert table[event] == [*theirs.get(event, []), *ENTRIES.get(event, [])]


@given(settings_files())
def test_a_new_version_replaces_its_entries_only(data: bytes) -> None:
    newer = {
        "SessionStart": [{"hooks": [START]}],
        "PreToolUse": [{"hooks": [{"command": "new backstory.hot.hook"}]}],
    }
    out, memo = apply(data)
    again, changed = apply(out, memo, newer)

    assert hooks.find_ours(again, marks=MARKS) == newer
    assert hooks.revert(again, was=changed) == data
    assert apply(again, changed, newer) == (again, changed)
    assert again == apply(data, None, newer)[0]


@given(settings_files(), values)
def test_a_member_that_the_user_adds_later_survives_alone(data: bytes, value: Any) -> None:
    def added(text: bytes) -> bytes:
        document = jsonc.Document(text.decode())
        return jsonc.add_child(document, document.root, value, "theirs").encode()

    out, memo = apply(data)
    taken = hooks.revert(added(out), was=memo)
    assert jsonc.Document(taken.decode()).root.plain() == jsonc.Document(added(data).decode()).root.plain()


LAYOUT = """{
\t// ours to keep
\t"permissions": {"allow": ["Bash(ls)"]}, // careful
\t"hooks": {
\t\t"Stop": [
\t\t\t{"hooks": [{"command": "make lint"}]}%s
\t\t]%s
\t}
}
"""


def test_the_layout_of_the_neighbours_is_taken_over() -> None:
    stop = ',\n\t\t\t{\n\t\t\t\t"hooks": [\n\t\t\t\t\t{\n\t\t\t\t\t\t"command": "backstory.hot.hook"'
    stop += "\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}"
    start = ',\n\t\t"Start": [\n\t\t\t{\n\t\t\t\t"command": "backstory.hot.hook"\n\t\t\t}\n\t\t]'
    ours = {"command": "backstory.hot.hook"}
    out, _ = apply((LAYOUT % ("", "")).encode(), None, {"Stop": [{"hooks": [ours]}], "Start": [ours]})
    assert out.decode() == LAYOUT % (stop, start)


def test_only_our_handler_leaves_a_group_that_the_user_shares_with_us() -> None:
    out, memo = apply(b"{}\n")
    at = out.rindex(b"}\n        ]") + 1
    shared = out[:at] + b', {"command": "make lint"}' + out[at:]
    assert hooks.state(shared, was=memo) == "present"
    assert json.loads(hooks.revert(shared, was=memo)) == {"hooks": {"Stop": [{"hooks": [{"command": "make lint"}]}]}}


def test_without_a_memo_our_entries_and_what_they_leave_empty_go() -> None:
    theirs = b'{\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"command": "make lint"}]}\n    ]\n  }\n}\n'
    assert hooks.revert(apply(theirs)[0], marks=MARKS) == theirs
    assert hooks.revert(apply(b'{"env": {}}')[0], marks=MARKS) == b'{"env": {}}'
    assert hooks.revert(apply(b"{}")[0], marks=MARKS) == b"{}"


def test_plain_entries_and_a_seed_for_new_files() -> None:
    entries = {"sessionStart": [{"command": "backstory.hot.hook x"}]}
    out, memo = hooks.apply(b"", entries, marks=MARKS, seed={"version": 1})
    assert json.loads(out) == {"version": 1, "hooks": entries}
    assert hooks.find_ours(out, marks=MARKS) == entries
    assert hooks.revert(out, was=memo) == b""
    theirs = out.replace(b'"version": 1', b'"version": 1, "mine": 2')
    assert json.loads(hooks.revert(theirs, was=memo)) == {"version": 1, "mine": 2}


UNFIT = [
    b"{",
    b"[]",
    b"null",
    b"\xff{}",
    b"{'hooks': {}}",
    b'{"hooks": []}',
    b'{"hooks": {"Stop": {}}}',
    b'{"hooks": {}, "hooks": {}}',
    "{}".encode("utf-16"),
]


@pytest.mark.parametrize("data", UNFIT)
def test_a_file_that_does_not_fit_is_refused_with_what_to_paste(data: bytes) -> None:
    with pytest.raises(BackstoryError, match=r"`settings.json` was left as it is") as error:
        hooks.apply(data, ENTRIES, marks=MARKS, name="settings.json")
    pasted = error.value.hint.partition("by hand:\n")[2]
    assert json.loads(pasted) == {"hooks": ENTRIES}


def test_a_broken_file_is_no_reason_to_fail_when_nothing_of_ours_is_in_it() -> None:
    assert hooks.revert(b"{ broken", marks=MARKS) == b"{ broken"
    out, memo = apply(b"{}")
    with pytest.raises(BackstoryError, match="was left as it is"):
        hooks.revert(out[:-2], was=memo)
    assert hooks.state(out[:-2], was=memo) == "broken"
    assert hooks.state(out.replace(b"timeout", b"timeouts"), was=memo) == "edited"
