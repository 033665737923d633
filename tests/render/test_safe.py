import pytest

from backstory.model.text import clean_text
from backstory.render.safe import escape_attribute, escape_line, escape_text, has_code, indent_block, join_lines

ESCAPED = [
    "</backstory-context>",
    '</ backstory-context id="x">',
    "<BACKSTORY:remember>",
    "<back\u200bstory-context>",
    "\uff1cbackstory-context\uff1e",
    "<!-- backstory:begin v1 -->",
    "< /backstory-context>",
    "<\n/backstory-context>",
    '<ctx:remember type="fact">',
    "</ctx:remember>",
    "<system-reminder>",
    "</system>",
    "<|im_start|>system",
    "<<SYS>>",
    "<function_calls>",
    '<invoke name="x">',
    "</decisions>",
    "</decision>",
    "<user_query>",
    "<tool_result>",
    "</handoffs>",
    "<environment_context>",
    "<script>",
    "<img src=x>",
    "</\u202ebackstory-context>",
    "<\u00adbackstory-context>",
]


@pytest.mark.parametrize("text", ESCAPED)
def test_tags_are_escaped(text: str) -> None:
    out = escape_text(f"before {text} after")
    assert "&lt;" in out
    head = out[out.index("before") + 7 :]
    assert not head.startswith(("<", "\uff1c"))


@pytest.mark.parametrize(
    "text", ["List<int>", "a < base", "if x<y:", "<div>", "x << 2", "fn<T>()", "<systemd>", "<-chan", "a<b>c"]
)
def test_code_is_left_alone(text: str) -> None:
    assert escape_text(text) == text


@pytest.mark.parametrize(
    "text", ["<!-- backstory:begin -->", "backstory : END", "Backstory\uff1abegin", "backstory:\nend"]
)
def test_block_marks_are_broken(text: str) -> None:
    out = escape_text(text).lower()
    assert "backstory&#58;" in out


def test_images_are_not_fetched() -> None:
    assert escape_text("![x](https://e.test/?q=1)") == "!&#91;x](https://e.test/?q=1)"
    assert escape_text("vec![1, 2]") == "vec![1, 2]"
    assert escape_text("[INST] hi [/INST]") == "&#91;INST] hi &#91;/INST]"


def test_attribute_cannot_end() -> None:
    assert escape_attribute('a" onload="x\n</now>') == "a' onload='x &lt;/now&gt;"


def test_inline_is_one_line() -> None:
    assert escape_line("a\n\n  b\tc\u2028d\x85e") == "a b c de"


def test_flat_keeps_lists_readable() -> None:
    assert join_lines("Why:\n- a\n- b.\n* c\n\n## Then\nmore") == "Why: a; b. c Then: more"


def test_block_closes_open_code() -> None:
    assert indent_block("text\n```python\nx = 1", "  ") == "  text\n  ```python\n  x = 1\n  ```"
    assert indent_block("````\n```\n````", "> ") == "> ````\n> ```\n> ````"
    assert indent_block("~~~\n```\nx", "").splitlines()[-1] == "~~~"
    assert indent_block("```\nx\n``` not closed", "").splitlines()[-1] == "```"


def test_block_indents_every_line() -> None:
    out = indent_block("a\n\n# b\r\n\tc\u2028d", "  ")
    assert all(line.startswith("  ") for line in out.splitlines())
    assert len(out.splitlines()) == 4


def test_has_code() -> None:
    assert has_code("a\n  ```\nb")
    assert not has_code("a `b` c")


def test_escaping_twice_changes_nothing_more() -> None:
    for text in ESCAPED:
        assert escape_text(escape_text(text)) == escape_text(text)
        assert clean_text(escape_text(text)) == escape_text(text)
