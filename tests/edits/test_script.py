import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.edits import lines, script
from backstory.model.errors import BackstoryError

heads = st.sampled_from(
    ["", "#!/bin/sh", "#!/usr/bin/env bash", "#!/bin/sh -e", "#! /bin/zsh", "#!/usr/bin/env -S dash"]
)
rows = st.lists(st.sampled_from(["exit 0", "# note", "", 'exec run "$@"', "\r", "cat <<END", "END"]), max_size=5)


def join_lines(head: str, body: list[str], newline: str, end: str) -> bytes:
    return (newline.join([*([head] if head else []), *body]) + end * bool(head or body)).encode()


files = st.builds(
    join_lines, heads, rows, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n", "\r\n"]),
)  # fmt: skip
commands = st.lists(st.sampled_from(["run one &", "run two &", "'/a b/c' \"$@\" & #"]), min_size=1, max_size=3)


@given(files, commands, commands)
def test_revert_undoes_apply(data: bytes, first: list[str], second: list[str]) -> None:
    out, fragment = script.apply(data, first)

    assert lines.read(out) == first
    assert script.state(out, was=fragment) == "present"
    assert script.apply(out, first, was=fragment) == (out, fragment)
    assert script.revert(out, was=fragment) == data
    again, changed = script.apply(out, second, was=fragment)
    assert lines.read(again) == second
    assert script.revert(again, was=changed) == data


@given(files, commands)
def test_ours_comes_before_everything_but_the_first_line(data: bytes, given_lines: list[str]) -> None:
    out = script.apply(data, given_lines)[0]

    head = out.split(b"# backstory:begin")[0]
    assert head in (b"", script.HEAD) or head.count(b"\n") == 1
    assert head.startswith(b"#!") or not head


@pytest.mark.parametrize(
    "head",
    [b"#!/usr/bin/env python3\n", b"#!/usr/bin/perl\n", b"#!/usr/bin/fish\n", b"#!/usr/bin/env node", b"\x7fELF\0"],
)
def test_another_language_is_left_alone(head: bytes) -> None:
    with pytest.raises(BackstoryError, match="not a shell script") as caught:
        script.apply(head, ["run &"], name="post-commit")
    assert "run &" in caught.value.hint
