"""A brief as XML: well-formed whatever is remembered, and nothing of the JSON is lost."""

import json
from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from backstory.render.xml import FORBIDDEN, render_xml

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    TEXT | st.integers() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def flat(value: Any) -> list[str]:
    """The texts of a document in their order, as XML can hold them."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return [text for below in inner for text in flat(below)]
    text = FORBIDDEN.sub("", str(value).lower() if isinstance(value, bool) else str(value))
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # as every reader of XML has it
    return [text] if text else []


@given(st.dictionaries(TEXT, VALUES, max_size=4))
def test_every_text_is_there_and_reads_back(value: dict[str, Any]) -> None:
    root = ElementTree.fromstring(render_xml(json.dumps(value)))
    assert root.tag == "brief"
    texts = [element.text or "" for element in root.iter() if not len(element)]
    assert [text for text in texts if text.strip(" \n")] == [text for text in flat(value) if text.strip(" \n")]


def test_names_and_types() -> None:
    text = render_xml(
        json.dumps({"id": "b1", "empty": [], "items": [{"title": "a < b & c", "pinned": True}], "a b": 1})
    )
    assert "  <id>b1</id>\n" in text
    assert "<title>a &lt; b &amp; c</title>" in text
    assert "<pinned>true</pinned>" in text
    assert '<entry name="a b">1</entry>' in text
    assert "empty" not in text
