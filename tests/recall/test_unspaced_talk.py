"""Talk in Chinese, Japanese and Korean is read by the same measures as talk in other languages."""

import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.endings import last_telling
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.standing_orders import find_orders
from backstory.recall.quotes.talk import Talk
from backstory.recall.text import stance
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.courtesies import is_courtesy
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.idle_sentences import is_idle
from backstory.recall.text.likeness import repeats_any, word_stems
from backstory.recall.text.substance import split_sentences


def hold(prompts: tuple[str, ...], answers: tuple[str, ...] = ()) -> Session:
    answers = answers or ("Done.",) * len(prompts)
    return Session(
        id="s1",
        agent="claude-code",
        branch="feat/stock",
        started="2026-11-19T10:00:00Z",
        ended="2026-11-19T11:00:00Z",
        prompts=tuple(Prompt(text, f"2026-11-19T10:{2 * at:02}:00Z") for at, text in enumerate(prompts)),
        answers=tuple(Answer(text, f"2026-11-19T10:{2 * at + 1:02}:00Z") for at, text in enumerate(answers)),
    )


def list_orders(*prompts: str) -> list[str]:
    return [order.text for order in find_orders(Talk(PastWork((hold(prompts),))).utterances)]


@pytest.mark.parametrize(
    "order",
    [
        "导出的时候不再需要标题行，直接写数据即可",
        "金額列以外のレイアウトは絶対に変えないでください",
        "消費税の計算は必ず切り捨てにすること。",
        "발주서에는 고객 이름을 절대 넣지 마",
        "주석은 한국어로 작성하고 변수명만 영어로 해줘",
        "新增字段必须先登记，不要直接写进表里",
        "迁移脚本要先在备份上跑通才可以合并",
        "庫存報表一律用繁體中文輸出",
    ],
)
def test_what_is_laid_down_is_an_order(order: str) -> None:
    assert list_orders("库存报表", order) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "按类别分组显示库存", "庫存和類別的區別是什麼？", "在庫の列を右に移してください。",
        "これはいつも失敗しますか？",
        "재고 표를 보여줘", "这个导出要不要排序呢",
    ],
)  # fmt: skip
def test_a_piece_of_work_or_a_question_is_no_order(text: str) -> None:
    assert list_orders("先看库存报表", text) == []


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("把合计行改成右对齐", stance.asks), ("合計の行は下に置いてほしいです", stance.asks),
        ("합계 줄은 아래에 두면 좋겠어", stance.asks),
        ("查看库存同步的日志", stance.is_errand), ("在庫同期のログを確認して", stance.is_errand),
        ("재고 동기화 로그를 확인해줘", stance.is_errand),
        ("因为锁没有释放，所以队列卡住", stance.gives_cause),
        ("ロックが残っていたため止まっていた", stance.gives_cause),
        ("잠금이 남아 있었기 때문에 멈췄다", stance.gives_cause),
        ("已添加库存列的单元测试", stance.is_deed), ("在庫の列を追加しました。", stance.is_deed),
        ("재고 열을 추가했습니다.", stance.is_deed),
        ("不要缓存，而是每次都读盘", stance.settles), ("キャッシュではなく毎回読み直す", stance.settles),
        ("캐시하지 말고 매번 읽어", stance.settles),
        ("撤回刚才的改动", stance.takes_back), ("やっぱり元に戻してください", stance.takes_back),
        ("다시 원래대로 되돌려줘", stance.takes_back),
        ("可能是索引的问题", stance.supposes), ("索引の問題かもしれません", stance.supposes),
        ("인덱스 문제인 것 같아요", stance.supposes),
    ],
)  # fmt: skip
def test_what_a_sentence_does(text: str, verdict: object) -> None:
    assert callable(verdict) and verdict(text)


@pytest.mark.parametrize("text", ["谢谢，辛苦了", "ありがとうございます", "수고하셨습니다", "好的", "はい", "계속"])
def test_what_is_only_polite_says_nothing(text: str) -> None:
    assert is_courtesy(text) or is_idle(text)


@pytest.mark.parametrize(
    "text",
    ["需要我继续优化查询吗？", "他に調整したい点があればお知らせください。", "추가로 필요한 게 있으면 말씀해 주세요."],
)
def test_an_offer_says_nothing(text: str) -> None:
    assert is_idle(text)


def test_sentences_end_and_items_begin_without_blanks() -> None:
    assert split_sentences("先建索引。再导出！") == ["先建索引。", "再导出！"]
    assert split_sentences("「保存しました。」と表示する") == ["「保存しました。」", "と表示する"]
    assert split_sentences("两件事：1。先备份 2。再迁移") == ["两件事：", "先备份", "再迁移"]
    assert split_sentences("・在庫の列\n1、导出格式") == ["在庫の列", "导出格式"]


def test_a_repeat_is_known_though_the_words_around_it_differ() -> None:
    first, again = "库存报表必须按仓库分组", "再说一次，库存报表要按仓库分组"
    other = "发票编号不允许出现断号"
    assert repeats_any(word_stems(first), [word_stems(again)])
    assert not repeats_any(word_stems(other), [word_stems(again)])


def test_names_from_code_are_told_from_the_words_beside_them() -> None:
    terms = read_terms("修改stock_table.py文件，再调用syncStock方法")
    assert {term for term, worth in terms.items() if worth > 1} == {"stock", "tabl", "syncsto"}
    assert terms["修改"] < 1 <= terms["调用"]


def test_a_long_sentence_is_shortened_at_its_commas() -> None:
    text = "仓库同步每小时跑一次，日志写到磁盘的旧目录里，失败时绝不能重试超过三次，否则供应商会封锁我们的账号"
    short = shorten_to_clauses(text, 30, leads=False)
    assert "三次" in short
    assert len(short) < len(text)


def test_a_long_answer_is_no_good_bye() -> None:
    answer = (
        "库存同步已经改成增量方式，每次只读取上次之后变更的行，全量同步保留为夜间任务，下一步是给失败的批次加上重试。"
    )
    session = hold(("同步太慢了", "谢谢，明天再看"), (answer, "好的，明天见！"))
    assert last_telling(session).text == answer
