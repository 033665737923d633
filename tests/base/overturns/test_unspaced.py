"""What was uttered first and overturned later, in Chinese, Japanese and Korean."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns
from backstory.base.overturns.unspaced import spell_out

Talk = tuple[str, str, str, str]


def find(talk: Talk) -> list[tuple[str, str]]:
    """The sentences that are overturned, each with the figure in force, or with nothing."""
    rows = [Spoken("s", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    return sorted({(rows[one.row].sentences[one.number], one.value) for one in find_overturns(rows)})


@pytest.mark.parametrize(
    ("talk", "value"),
    [
        (("缓存设为 5 分钟", "缓存现在是 5 分钟。", "5 分钟太短了，改成 30 分钟", "缓存已改为 30 分钟。"), "30 分钟"),
        (("ログの保存期間は7日にして", "ログの保存期間は7日です。",
          "やっぱり30日にして", "保存期間を30日に変更しました。"), "30日"),
        (("캐시 만료는 10분으로 해줘", "만료는 10분입니다.", "10분은 너무 길어, 3분으로 바꿔줘",
        "3분으로 변경했습니다."), "3분"),
    ],
)  # fmt: skip
def test_a_figure_is_replaced(talk: Talk, value: str) -> None:
    assert (talk[0], value) in find(talk)


@pytest.mark.parametrize(
    "talk",
    [
        ("列表按名称排序", "列表现在按名称排序。", "算了，还是按时间排序", "列表改为按时间排序。"),
        ("会话存到 Redis 里", "会话现在存到 Redis。", "不用 Redis 了，改用内存", "已移除 Redis。"),
        ("按钮放左边", "按钮已放到左边。", "撤销吧", "已撤销。"),
        (
            "セッションはRedisに保存して",
            "Redisに保存しました。",
            "Redisはやめて、メモリに持って",
            "Redisを外しました。",
        ),
        ("알림은 슬랙으로 보내줘", "슬랙으로 보냅니다.", "아니 그냥 이메일로 하자", "이메일로 변경했습니다."),
    ],
)
def test_a_choice_is_taken_back(talk: Talk) -> None:
    assert (talk[0], "") in find(talk)


@pytest.mark.parametrize(
    "talk",
    [
        ("加一个导出按钮", "导出按钮已加上。", "再写个测试", "测试已写好。"),
        ("検索に日付を追加して", "追加しました。", "件数が増えたら一覧を消して、数だけ出して", "変更しました。"),
        ("도시로 검색되게 해줘", "추가했습니다.", "도시뿐만 아니라 나라로도 되게 해줘", "추가했습니다."),
        ("跑 50 条线索", "50 条线索跑完。", "继续", "Run 2 completed: 195 leads processed."),
        ("给我三个方案", "方案1：队列。方案2：轮询。", "实现方案1", "已实现。"),
    ],
)
def test_what_only_goes_on_overturns_nothing(talk: Talk) -> None:
    assert find(talk) == []


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("缓存改成 10 分钟，v2 不变", "缓存 make it 10 minutes, v2 keep"),
        ("Redisではなくファイルに", "Redis is out, ファイル"),
        ("3분으로 바꿔", "3 minutes make it"),
    ],
)
def test_cues_are_read_in_english(text: str, spelled: str) -> None:
    assert spell_out(text) == spelled
