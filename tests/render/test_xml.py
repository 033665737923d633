"""A brief as XML and as JSON for a program: well-formed whatever is remembered, and within the budget."""

import json
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.render.test_payloads import PAYLOADS

from backstory.base.token_estimate import ESTIMATE_RESERVE, estimate_tokens
from backstory.recall.text.content import Brief, Item, Note, Place, Section
from backstory.recall.text.moment import GENERIC
from backstory.render import render_brief
from backstory.render.xml import FORBIDDEN, render_xml

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
ITEMS = st.builds(
    Item, id=TEXT, short=TEXT, kind=TEXT, title=TEXT, parts=st.dictionaries(TEXT, TEXT | st.lists(TEXT, max_size=2)),
    author=TEXT, made=TEXT, anchors=st.lists(st.builds(Place, TEXT, TEXT, TEXT, TEXT), max_size=2),
)  # fmt: skip
NOTES = st.builds(Note, label=TEXT, text=TEXT, detail=TEXT, by=TEXT, where=TEXT)
SECTIONS = st.builds(
    Section, name=st.just("now"), title=TEXT, items=st.lists(ITEMS, max_size=3), notes=st.lists(NOTES, max_size=3)
)
BRIEFS = st.builds(
    Brief, id=TEXT, mode=st.just(GENERIC), budget=st.just(1200), project=TEXT, branch=TEXT,
    sections=st.lists(SECTIONS, max_size=2), warnings=st.lists(TEXT, max_size=2),
    elsewhere=st.dictionaries(TEXT, st.integers(1, 9), max_size=2),
)  # fmt: skip


@given(BRIEFS)
def test_every_title_and_statement_reads_back(brief: Brief) -> None:
    root = ElementTree.fromstring(render_xml(brief))
    assert root.tag == "brief"
    texts = {" ".join(text.split()) for text in root.itertext()}
    for section in brief.sections:
        for text in (*(item.title for item in section.items), *(note.text for note in section.notes)):
            assert " ".join(FORBIDDEN.sub("", text).split()) in texts | {""}
    json.loads(render_brief(brief, "data"))


def test_a_section_and_a_record_are_elements_of_their_names(shop) -> None:
    root = ElementTree.fromstring(render_brief(shop.brief(GENERIC, 4000), "xml"))
    assert not list(root.iter("item"))
    [psycopg] = [one for one in root.iter("decision") if (one.text or "").startswith("Use psycopg 3")]
    assert psycopg.attrib == {
        "id": shop.ids["psycopg"][-8:].lower(), "by": "Ada Okafor", "made": "2026-06-09", "branch": "main"
    }  # fmt: skip
    assert psycopg.findtext("why", "").startswith("Better typing support")
    assert [one.attrib["state"] for one in psycopg.iter("file")] == ["changed"]
    assert root.find("now/task") is not None


@pytest.mark.parametrize("form", ["data", "xml"])
def test_nothing_private_of_this_machine_is_in_it(shop, form: str) -> None:
    text = render_brief(shop.brief(GENERIC, 4000), form)
    assert "/r/" not in text and ".backstory/memory" not in text
    assert "relevance" not in text


@pytest.mark.parametrize("form", ["data", "xml"])
@pytest.mark.parametrize("budget", [200, 300, 1200, 4000])
def test_the_budget_holds_for_it(shop, form: str, budget: int) -> None:
    text = shop.data(form, budget)
    assert estimate_tokens(text) * ESTIMATE_RESERVE <= budget
    assert estimate_tokens(text) > 0.6 * min(budget, 2_000), "what room there is, is used"


def test_payloads_close_no_element() -> None:
    for payload in PAYLOADS:
        item = Item(id="1", short="1", kind=payload, title=payload, parts={payload: payload}, author=payload)
        note = Note(label=payload, text=payload, detail=payload)
        brief = Brief(
            id="1", mode=GENERIC, budget=1, sections=[Section(name="now", title="", items=[item], notes=[note])]
        )
        root = ElementTree.fromstring(render_xml(brief))
        assert [child.tag for child in root] == ["now"]
        assert len(root[0]) == 2
