"""Words of Chinese, Japanese and Korean: where they begin, which of them mean something, and how a prompt asks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.answer_kinds import find_asked_kinds, find_whole_kinds, is_general
from backstory.base.common_words import is_usual
from backstory.base.question_forms import Asking, is_order
from backstory.base.tokenizer import query_terms, split_words
from backstory.base.unspaced import count_words, is_asking, is_unspaced
from backstory.base.unspaced_words import space_words


@given(st.text(alphabet="aZ0 _-.,`é", max_size=80))
def test_a_text_of_other_scripts_stays_as_it_is(text: str) -> None:
    assert space_words(text) == text
    assert count_words(text) == len(text.split())


@given(st.text(alphabet="数据库的再送信をコピー설정은aZ0 。", max_size=60))
def test_nothing_is_added_and_no_word_of_another_script_is_cut(text: str) -> None:
    spaced = space_words(text)
    assert set(spaced) <= set(text) | {" "}
    others = "".join(char if char.isascii() else " " for char in text).split()
    assert [run for run in spaced.split() if run.isascii()] == others


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("把导出的列改成CSV", ["导出", "列改", "改成", "CSV"]),
        ("我们的缓存和队列", ["缓存", "队列"]),
        ("修改 `invoice.py` 文件", ["修改", "`invoice.py`", "文件"]),
        ("在庫テーブルを並べ替える", ["在庫", "テーブル", "並", "替"]),
        ("비밀번호는 서버에서만", ["비밀", "서버"]),
    ],
)
def test_words_are_told_apart(text: str, words: list[str]) -> None:
    assert space_words(text).split() == words


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("这个缓存还需要吗", True), ("为什么会慢呢？", True), ("元の列も残しますか。", True),
        ("캐시를 비워야 할까", True),
        ("缓存放在磁盘上。", False), ("列を残してください。", False), ("캐시를 비워줘", False), ("why?", False),
    ],
)  # fmt: skip
def test_a_question_needs_no_sign(text: str, asks: bool) -> None:
    assert is_asking(text) == asks
    assert is_order(text) != asks or not is_unspaced(text)


def test_a_picture_is_no_letter_of_these_scripts() -> None:
    assert not is_unspaced("why does the sync fail 🎉")
    assert not is_order("why does the sync fail 🎉")
    assert not is_order("why is 仓库 empty")


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("帮我看看库存同步", ["库存", "存同", "同步"]),
        ("棚卸しのレポートを直してください", ["棚卸", "レポ ポー ート"]),
        ("재고 동기화를 다시 확인해줘", ["재고", "동기"]),
    ],
)
def test_a_query_asks_for_what_means_something(text: str, telling: list[str]) -> None:
    assert [term.form for term in query_terms(text) if not term.weak and not term.joins] == telling


def test_a_word_in_katakana_is_met_as_a_whole() -> None:
    (term,) = query_terms("レポート")
    assert term.match == '("レポ" AND "ポー" AND "ート")'


def test_a_query_of_nothing_but_small_words_still_asks_for_something() -> None:
    assert [term.joins for term in query_terms("これはまだですか")] != []
    assert all(term.joins for term in query_terms("これはまだ"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("接下来做什么，下一步呢", "next"), ("残りのタスクを見せて", "next"), ("남은 작업이 뭐지", "next"),
        ("上次做到哪里了", "task"), ("前回はどこまで進んだ", "task"), ("어디까지 했더라", "task"),
        ("为什么改用队列", "why"), ("なぜキューにした", "why"), ("왜 큐로 바꿨어", "why"),
        ("怎么运行这些测试", "run"), ("テストを実行して", "run"), ("테스트 실행해줘", "run"),
        ("继续吧", "resume"), ("続けてください", "resume"), ("계속 진행해줘", "resume"),
    ],
)  # fmt: skip
def test_kinds_of_answers(text: str, kind: str) -> None:
    assert kind in find_asked_kinds(text)


def read(text: str) -> Asking:
    return Asking(text, find_asked_kinds(text), has_name=False)


@pytest.mark.parametrize(
    "text",
    [
        "谢谢，辛苦了！",
        "太好了",
        "今天就先这样吧",
        "ありがとうございました。",
        "お疲れ様です",
        "고마워요 수고했어",
        "네 감사합니다",
    ],
)
def test_courtesies(text: str) -> None:
    assert read(text).is_courtesy


@pytest.mark.parametrize("text", ["谢谢，把队列也删掉", "ありがとう、次は在庫の列を消して", "고마워, 재고 열도 지워줘"])
def test_thanks_and_more_is_no_courtesy(text: str) -> None:
    assert not read(text).is_courtesy


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("什么是幂等性", "is_general"), ("ミューテックスとは何ですか", "is_general"),
        ("뮤텍스가 뭐야?", "is_general"),
        ("写一个快速排序", "is_for_anybody"), ("自己紹介文を考えて", "is_for_anybody"),
        ("자기소개 글 써줘", "is_for_anybody"),
        ("正则表达式怎么写", "is_how_to"), ("配列をソートする方法を教えて", "is_how_to"),
        ("배열 정렬하는 방법 알려줘", "is_how_to"),
        ("我们定的超时是多少", "says_we"), ("私たちの規約では", "says_we"), ("우리가 정한 이름", "says_we"),
    ],
)  # fmt: skip
def test_forms(text: str, form: str) -> None:
    assert getattr(read(text), form)


@pytest.mark.parametrize("text", ["这个是什么意思", "この関数を説明して", "이 함수 설명해줘"])
def test_what_points_to_the_work_is_not_asked_in_general(text: str) -> None:
    assert not read(text).is_general
    assert read(text).is_definite


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("做到哪了", "task"), ("上次做到哪一步了？", "task"), ("目前进度怎么样", "task"), ("还有什么没做完", "next"),
        ("接下来做什么", "next"), ("继续上次的工作", "resume"), ("どこまで進んだ？", "task"),
        ("次は何をやればいい？", "next"),
        ("前回の続きからお願いします", "resume"), ("前回何をやっていたか教えて", "task"), ("어디까지 했지?", "task"),
        ("지난번에 이어서 하자", "resume"), ("남은 작업이 뭐야?", "next"),
    ],
)  # fmt: skip
def test_a_question_about_the_work_as_a_whole(text: str, kind: str) -> None:
    assert kind in find_whole_kinds(text, split_words(text))
    assert is_general(text, frozenset((kind,)))


@pytest.mark.parametrize(
    "text",
    [
        "登录页做到哪了",
        "在庫の検索はどこまで進んだ？",
        "재고 화면은 어디까지 했지?",
        "缓存",
        "下一步把队列换掉，然后跑一遍压测",
    ],
)
def test_a_question_with_a_subject_is_not(text: str) -> None:
    assert not find_whole_kinds(text, split_words(text))


@pytest.mark.parametrize("text", ["헌법 문서는 어디에 있어?", "ログファイルはどこにある？"])
def test_a_thing_of_the_work_is_not_of_the_world(text: str) -> None:
    assert not read(text).is_trivia


def test_everyday_talk_is_no_subject() -> None:
    assert [term.form for term in query_terms("再试一次，这里有一个") if not term.weak and not term.joins] == []


@pytest.mark.parametrize("word", ["逻辑", "リポジトリ", "설치"])
def test_a_word_of_most_projects_is_usual(word: str) -> None:
    (term,) = [term for term in query_terms(word) if not term.joins]
    assert is_usual(term.form)
    assert not is_usual("库存")
