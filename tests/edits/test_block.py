"""The laws of the managed block: nothing outside it moves, and taking it out is the exact inverse of setting it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backstory.edits import block
from backstory.model.errors import BackstoryError, NewerFormat

OLD = b"# House rules\n\nUse tabs.\n"

pieces = st.sampled_from(
    ["# Rules", "Use tabs.", "", " ", "```", "~~~", "````md", "    indented", "- a\n- b", "\n", "\r\n", "\r",
     "\ufeff", "ä€😀", "$& $1 \\1 \\g<0>", "<!-- somebody else's -->", "<!-- backstory:begin -->x",
     "text <!-- backstory:end -->", "\x0c", "\u2028"]
)  # fmt: skip
files = st.lists(st.tuples(pieces, st.sampled_from(["", "\n", "\r\n", "\n\n"])), max_size=12).map(
    lambda parts: "".join(a + b for a, b in parts).encode()
)
texts = st.lists(st.one_of(pieces, st.text(max_size=20)), max_size=6).map("\n".join)


def put_or_skip(data: bytes, text: str, **options: object) -> tuple[bytes, str] | None:
    """None where a fence swallows the end of the file: refusing is right there."""
    try:
        return block.apply(data, text, **options)
    except BackstoryError as err:
        assert err.hint
        return None


@given(files, texts, st.booleans())
@example(b"", "x", False)
@example(b"\xef\xbb\xbf", "x", False)
@example(b"\xef\xbb\xbfabc", "x", True)
@example(b"no newline", "x", False)
@example(b"a\r\nb", "x\ny", False)
@example(b"\n", "", False)
@example(b"\r", "x", True)
@example(b"```\nopen fence\n", "x", False)
def test_revert_undoes_apply_with_and_without_the_fragment(data: bytes, text: str, top: bool) -> None:
    done = put_or_skip(data, text, top=top)
    if done is None:
        return
    out, fragment = done

    assert block.revert(out, was=fragment) == data
    assert block.revert(out) == data
    assert out.replace(fragment.encode(), b"", 1) == data


@given(files, texts, texts, st.booleans())
def test_putting_twice_is_putting_once_and_a_new_text_moves_nothing_outside(
    data: bytes, first: str, second: str, top: bool
) -> None:
    done = put_or_skip(data, first, top=top)
    if done is None:
        return
    out, fragment = done

    assert block.apply(out, first, was=fragment, top=top) == (out, fragment)
    again, changed = block.apply(out, second, was=fragment)
    assert block.revert(again, was=changed) == data
    assert block.apply(again, first)[0] == out


@given(files, texts, files, files)
def test_edits_around_the_block_survive_its_removal(data: bytes, text: str, before: bytes, after: bytes) -> None:
    done = put_or_skip(data, text)
    if done is None:
        return
    out, fragment = done
    at = out.index(fragment.encode())
    edited = before + b"\n" + out[:at] + fragment.encode() + out[at + len(fragment.encode()) :] + b"\n" + after
    if edited.count(fragment.encode()) != 1:
        return
    try:
        taken = block.revert(edited, was=fragment)
    except BackstoryError:
        return
    assert taken == before + b"\n" + data + b"\n" + after


def test_the_block_is_set_after_a_blank_line_and_keeps_the_line_endings() -> None:
    assert block.apply(OLD, "one\ntwo")[0] == OLD + b"\n<!-- backstory:begin v1 -->\none\ntwo\n<!-- backstory:end -->\n"
    windows = OLD.replace(b"\n", b"\r\n")
    added = b"\r\n<!-- backstory:begin v1 -->\r\none\r\n<!-- backstory:end -->\r\n"
    assert block.apply(windows, "one")[0] == windows + added
    assert block.apply(b"", "one")[0].startswith(b"<!-- backstory:begin v1 -->\none\n")
    assert not block.apply(b"no newline", "one")[0].endswith(b"\n")


def test_what_no_reader_sees_is_left_out_of_our_text() -> None:
    assert block.text(block.apply(OLD, "a\x00b\u200bc\u202ed\re")[0]) == "abcd\ne"


def test_a_block_at_the_top_stands_after_the_byte_order_mark() -> None:
    out, _ = block.apply(b"\xef\xbb\xbf# Rules\n", "one", top=True)
    assert out == b"\xef\xbb\xbf<!-- backstory:begin v1 -->\none\n<!-- backstory:end -->\n\n# Rules\n"


def test_text_is_inserted_literally() -> None:
    nasty = r"$& $` $' $1 \0 \g<0> %s {x} &amp;"
    assert block.text(block.apply(OLD, nasty)[0]) == nasty


def test_markers_inside_the_text_cannot_end_the_block() -> None:
    out, fragment = block.apply(OLD, f"before\n{block.END}\n{block.BEGIN}\nafter")
    assert block.text(out) == "before\n&lt;!-- backstory:end -->\n&lt;!-- backstory:begin v1 -->\nafter"
    assert block.revert(out, was=fragment) == OLD


@pytest.mark.parametrize(
    "text",
    [
        f"{block.BEGIN}\nhalf\n",
        f"half\n{block.END}\n",
        f"{block.END}\nx\n{block.BEGIN}\n",
        f"{block.BEGIN}\na\n{block.END}\n{block.BEGIN}\nb\n{block.END}\n",
        f"{block.BEGIN}\na\n{block.BEGIN}\nb\n{block.END}\n",
        f"{block.BEGIN}\na\n{block.END}\nb\n{block.END}\n",
    ],
)
def test_ambiguous_markers_are_refused_with_a_hint(text: str) -> None:
    for act in (lambda d: block.apply(d, "x", name="AGENTS.md"), lambda d: block.revert(d, name="AGENTS.md")):
        with pytest.raises(BackstoryError, match=r"`AGENTS.md` has") as error:
            act(text.encode())
        assert "backstory:begin" in error.value.hint
    assert block.state(text.encode()) == "broken"


def test_a_newer_block_is_left_to_its_version() -> None:
    data = b"<!-- backstory:begin v2 -->\nx\n<!-- backstory:end -->\n"
    with pytest.raises(NewerFormat):
        block.apply(data, "y")
    assert block.apply(data.replace(b"v2", b"v1 kept=yes"), "y")[0].count(b"begin") == 1


def test_a_quoted_block_is_not_ours() -> None:
    quoted = f"How it looks:\n\n```md\n{block.BEGIN}\nexample\n{block.END}\n```\n".encode()
    assert block.find(quoted) is None
    out, fragment = block.apply(quoted, "real")
    assert block.text(out) == "real"
    assert block.revert(out, was=fragment) == quoted


def test_a_fence_that_is_never_closed_does_not_hide_the_block() -> None:
    out, fragment = block.apply(b"```\nforgotten\n", "real")
    assert block.text(out) == "real"
    assert block.revert(out, was=fragment) == b"```\nforgotten\n"


def test_a_fence_inside_our_text_cannot_swallow_the_end_marker() -> None:
    out, _ = block.apply(OLD, "```py\ncut short")
    assert block.text(out + b"\n```\ncode\n```\n") == "```py\ncut short"


def test_a_block_that_was_fenced_in_later_is_still_taken_out() -> None:
    out, fragment = block.apply(b"", "real")
    assert block.revert(b"```\n" + out + b"```\n", was=fragment) == b"```\n```\n"


def test_edits_inside_the_block_are_seen() -> None:
    out, fragment = block.apply(OLD, "one\ntwo")
    assert block.state(out, was=fragment) == "present"
    assert block.state(out + b"more\n", was=fragment) == "present"
    assert block.state(out.replace(b"two", b"2"), was=fragment) == "edited"
    assert block.state(OLD, was=fragment) == "missing"
    assert block.revert(out.replace(b"two", b"2"), was=fragment) == OLD


def test_binary_and_utf16_files_are_refused() -> None:
    with pytest.raises(BackstoryError, match="not UTF-8") as error:
        block.apply("text".encode("utf-16"), "x", name="CLAUDE.md")
    assert error.value.hint
