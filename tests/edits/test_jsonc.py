import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.edits import jsonc
from backstory.edits.jsonc import DEPTH, Document, Node, NotJson, add_child, cut_child

floats = st.floats(allow_nan=False, allow_infinity=False)
scalars = st.one_of(st.none(), st.booleans(), st.integers(), floats, st.text(max_size=8))
values = st.recursive(
    scalars,
    lambda v: st.one_of(st.lists(v, max_size=3), st.dictionaries(st.text(max_size=4), v, max_size=3)),
    max_leaves=8,
)


@given(values, st.sampled_from([None, 2, "\t"]))
def test_reads_what_json_reads(value: object, indent: int | str | None) -> None:
    text = json.dumps(value, indent=indent)
    assert Document(text).root.plain() == json.loads(text)
    assert Document("\ufeff// c\n" + text + " /* d */\n").root.plain() == json.loads(text)


def test_spans_are_those_of_the_text() -> None:
    text = '// a\n{"k": [1, "two" /* c */, {"x": null,},], } // end'
    document = Document(text)
    assert document.root.plain() == {"k": [1, "two", {"x": None}]}
    inner = document.find(["k"])
    assert inner and text[inner.start : inner.end] == '[1, "two" /* c */, {"x": null,},]'
    assert [text[c.node.start : c.node.end] for c in inner.children] == ["1", '"two"', '{"x": null,}']
    assert document.find(["k", "x"]) is None and document.find(["missing"]) is None


BROKEN = [
    ("", 1, 1),
    ("{", 1, 2),
    ('{"a" 1}', 1, 6),
    ("{'a': 1}", 1, 2),
    ("{a: 1}", 1, 2),
    ('{"a": 1 "b": 2}', 1, 9),
    ("[1,,2]", 1, 4),
    ("[1 2]", 1, 4),
    ("[,]", 1, 2),
    ('{"a": tru}', 1, 7),
    ('{"a": 01}', 1, 8),
    ('{"a": NaN}', 1, 7),
    ('"\n"', 1, 1),
    ('{"a": "\\x"}', 1, 7),
    ("{} {}", 1, 4),
    ("/* no end", 1, 1),
    ("// only", 1, 8),
    ('{\n  "a": 1,\n  "b": ]\n}', 3, 8),
    ("[" * 300 + "]" * 300, 1, 202),
]


@pytest.mark.parametrize(("text", "line", "column"), BROKEN)
def test_what_is_no_jsonc_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(NotJson) as error:
        Document(text)
    assert (error.value.line, error.value.column) == (line, column)


CONTAINERS = [
    ("{}", '{\n  "k": 1\n}'),
    ("{\n}", '{\n  "k": 1\n}'),
    ("{ }", '{\n  "k": 1\n }'),
    ('{"a": 1}', '{"a": 1, "k": 1}'),
    ('{"a":1,}', '{"a":1, "k": 1,}'),
    ('{\n    "a": 1\n}', '{\n    "a": 1,\n    "k": 1\n}'),
    ('{\n\t"a": 1,\n}', '{\n\t"a": 1,\n\t"k": 1,\n}'),
    ('{\n  "a": 1 // why\n}', '{\n  "a": 1, // why\n  "k": 1\n}'),
    ('{\n  "a": 1, // why  \n  // tail\n}', '{\n  "a": 1, // why  \n  // tail\n  "k": 1,\n}'),
    ("{ // only\n}", '{ // only\n  "k": 1\n}'),
    ("{ /* only */ }", '{ /* only */\n  "k": 1\n }'),
    ('{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "k": 1\r\n}\r\n'),
    ('\ufeff{"a": [1,\n2]}', '\ufeff{"a": [1,\n2], "k": 1}'),
]


@pytest.mark.parametrize(("text", "expected"), CONTAINERS)
def test_add_lays_out_like_the_neighbours_and_cut_takes_it_back(text: str, expected: str) -> None:
    document = Document(text)
    inner = text[document.root.start + 1 : document.root.end - 1]
    added = add_child(document, document.root, 1, "k")
    assert added == expected

    after = Document(added)
    child = after.root.member("k")
    assert child
    assert cut_child(after, after.root, child, inner if not document.root.children else None) == text


def test_cut_in_the_middle_keeps_the_others_and_their_comments() -> None:
    text = '{\n  "a": 1, // one\n  "k": 2, // two\n  "b": 3 // three\n}'
    document = Document(text)
    child = document.root.member("k")
    assert child
    out = cut_child(document, document.root, child)
    assert Document(out).root.plain() == {"a": 1, "b": 3}
    assert all(c in out for c in ("// one", "// two", "// three"))


def test_cut_never_lets_a_line_comment_swallow_what_follows() -> None:
    text = '{"a": 1, // one\n"k": 2}'
    document = Document(text)
    child = document.root.member("k")
    assert child
    assert Document(cut_child(document, document.root, child)).root.plain() == {"a": 1}


def list_nodes(node: Node) -> list[object]:
    """A value and everything in it, with the places."""
    inner = [(child.key, child.start, child.comma, list_nodes(child.node)) for child in node.children]
    return [node.kind, node.start, node.end, node.value, inner]


def outline(text: str, checked: int) -> object:
    """What is read of a text when containers are checked down to a depth, or why it is refused."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonc, "_CHECKED", checked)
        try:
            document = Document(text)
            whole = document.root.plain()
            return list_nodes(document.root), whole, document.line_comments
        except NotJson as error:
            return str(error)


pieces = st.sampled_from(
    [
        "{", "}", "[", "]", '"a"', '"a":', ",", "1", "NaN", "-Infinity", "1e999", " ", "\n", "//", "/*", "*/",
        '"\\ud800"', "01",
    ]
)  # fmt: skip


@given(st.lists(pieces, max_size=14).map("".join), st.integers(0, 3))
def test_a_container_that_is_only_checked_is_read_as_one_that_is_taken_apart(text: str, depth: int) -> None:
    text = "[" * depth + text + "]" * depth
    assert outline(text, DEPTH) == outline(text, 0)


@given(values, st.sampled_from([None, 2]), st.sampled_from(["", "/* c */", "// c\n", ","]), st.data())
def test_the_same_with_a_comment_or_a_comma_anywhere(
    value: object, indent: int | None, piece: str, data: st.DataObject
) -> None:
    text = json.dumps([value, {"k": value}], indent=indent)
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + piece + text[at:]
    assert outline(text, DEPTH) == outline(text, 0)


@pytest.mark.parametrize("inner", ["", "1", "{}", '{"a": 1}', "[[]]"])
@pytest.mark.parametrize("depth", range(DEPTH - 4, DEPTH + 4))
def test_the_same_near_the_deepest_nesting(inner: str, depth: int) -> None:
    text = "[" * depth + inner + "]" * depth
    assert outline(text, DEPTH) == outline(text, 0)


def test_what_no_edit_is_about_is_not_taken_apart() -> None:
    """A settings file may hold megabytes of an agent's own notes."""
    text = json.dumps({"notes": {str(i): {"text": "a", "seen": [1, 2, {"b": None}]} for i in range(500)}, "hooks": {}})
    counted: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Node, "__init__", count_calls(Node.__init__, counted))
        document = Document(text)
        hooks = document.find(["hooks"])
        assert hooks is not None
        add_child(document, hooks, 1, "k")

    assert len(counted) < 10


def count_calls(call: Callable[..., None], counted: list[int]) -> Callable[..., None]:
    def counting(*args: object) -> None:
        counted.append(1)
        call(*args)

    return counting


def nest(depth: int) -> str:
    return "[" * depth + "]" * depth


def test_what_is_too_deep_is_refused_every_time_also_below_a_key_that_comes_again() -> None:
    text = f'{{"hooks": {{"x": {nest(DEPTH)}, "x": 1}}, "y": {{"z": {nest(DEPTH)}, "z": 1}}}}'
    for _ in range(2):
        with pytest.raises(NotJson, match="nested deeper"):
            jsonc.parse(text).find(["hooks", "x"])


@given(st.integers(900, 1_000))
def test_the_depth_at_which_json_itself_gives_up_is_refused(depth: int) -> None:
    with pytest.raises(NotJson):
        Document(f'{{"a": {nest(depth)}}}').find(["a"])


def test_a_number_that_python_does_not_convert_is_refused() -> None:
    with pytest.raises(NotJson, match="too long"):
        Document('{"a": {"n": ' + "9" * 5_000 + "}, }").root.plain()


def test_many_containers_that_are_not_plain_are_read() -> None:
    text = '{"a": [' + '{"a": 1,},' * 3_000 + "]}"
    assert Document(text).root.plain() == {"a": [{"a": 1}] * 3_000}
