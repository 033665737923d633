"""Lists that stand numbered within a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.text.prose import read_sentences
from backstory.patterns.numbered_lists import split_numbered
from backstory.recall.text.substance import split_sentences

ITEMS = st.lists(st.text(alphabet="接口测试機能を검색", min_size=3, max_size=8), min_size=2, max_size=9)


@given(ITEMS, st.sampled_from(["{}. ", "{}、", "（{}）", "{})"]), st.sampled_from(["；", "，", " ", "；\u3000"]))
def test_the_items_come_back(items: list[str], number: str, between: str) -> None:
    line = between.join(number.format(place) + item for place, item in enumerate(items, 1))
    assert split_numbered(f"要做：{line}") == ["要做：", *items]


@given(
    st.lists(
        st.lists(st.sampled_from(["tests", "never", "ändern", "v2"]), min_size=2, max_size=5), min_size=2, max_size=9
    ),
    st.sampled_from(["{}. ", "{}) ", "({}) "]),
    st.sampled_from([". ", "; ", ", "]),
)
def test_the_items_come_back_where_words_stand_apart(items: list[list[str]], number: str, between: str) -> None:
    texts = [f"do {' '.join(words)}" for words in items]
    line = between.join(number.format(place) + text for place, text in enumerate(texts, 1))
    _, *parts = split_numbered(f"my conditions: {line}")
    assert [part.rstrip(".") for part in parts] == texts


@given(st.text(alphabet="aZé .;,:)(-", max_size=60) | st.text(alphabet="aZé .;,:234)(-", max_size=60))
def test_a_line_without_a_first_number_stays_as_it_is(line: str) -> None:
    assert split_numbered(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "see option 1. Then take 2. Or both",
        "the cases (1) and (2) differ",
        "as said in (1) the parser fails (2)",
        "rename a1) to b2) please",
        "first 2) the docs, then 1) the code",
    ],
)
def test_numbers_of_other_things_are_no_list(line: str) -> None:
    assert split_numbered(line) == [line]


@pytest.mark.parametrize("line", ["升到 1.2.3 再发布", "第1章，第2章", "2. 接口；3. 测试", "比例是 1.5，2.5 也行"])
def test_other_numbers_are_no_list(line: str) -> None:
    assert split_numbered(line) == [line]


@pytest.mark.parametrize(
    ("line", "items"),
    [
        ("1. 改登录；2. 加测试；3. 写文档", ["改登录", "加测试", "写文档"]),
        ("①登録画面 ②検索画面", ["登録画面", "検索画面"]),
        ("1) 로그인, 2) 검색", ["로그인", "검색"]),
    ],
)
def test_its_items_are_sentences_of_their_own(line: str, items: list[str]) -> None:
    assert split_sentences(line) == items
    assert [(one.text, one.item) for one in read_sentences(line, person=True)] == [(item, True) for item in items]


def test_what_introduces_a_list_is_its_heading() -> None:
    sentences = read_sentences("规则：1. 先测；2. 再提交", person=True)
    assert [(one.text, one.heading) for one in sentences] == [("规则：", ""), ("先测", "规则"), ("再提交", "规则")]
