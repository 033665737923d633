"""Choices in Chinese, Japanese and Korean, and what only reads like one."""

import pytest

from backstory.capture.decisions.options import find_pick
from backstory.capture.selection import select_prompt
from backstory.patterns.option_lists import find_options


def list_decisions(prompt: str) -> list[str]:
    return [one.text for one in select_prompt(prompt) if one.kind == "decision" and one.confidence >= 0.7]


@pytest.mark.parametrize(
    "choice",
    [
        "就用 SQLite 吧，够了", "还是走队列，轮询太慢", "我们决定把日志放到磁盘", "超时改成 30 秒，因为网络慢",
        "放弃 Redis，改用内存", "使用表格布局，不再使用浮动",
        "データはファイルに保存することにします", "キューでいきましょう", "やっぱりRedisはやめてメモリにする",
        "認証はセッションを採用します",
        "로그는 파일로 가자", "큐를 쓰기로 했어", "아니 그냥 메모리로 하자", "알림은 안 쓰고 싶어",
    ],
)  # fmt: skip
def test_a_choice(choice: str) -> None:
    assert list_decisions(choice) == [choice]


@pytest.mark.parametrize(
    "prompt",
    [
        "用 SQLite 还是用 Postgres", "换成 SQLite 试试", "最后使用时间", "检查一下为什么没有生效", "你决定吧",
        "如果太慢就用缓存",
        "就用这个方案", "ここまでいきます", "この方針で進めます？", "エラーになっています",
        "キューを使うとどうなりますか",
        "이대로 가자", "큐를 쓰면 어떨까", "다음 에러가 발생했어", "커밋하기로 하자", "A案で", "2번으로 하자",
    ],
)  # fmt: skip
def test_a_question_an_order_and_a_bare_mark_decide_nothing(prompt: str) -> None:
    assert list_decisions(prompt) == []


def test_what_only_the_weights_find_is_kept_for_recall() -> None:
    prompt = "首页的列表每天更新一次，旧的记录保留在归档里，不要每个小时都重新计算一遍。"
    kept = [one for one in select_prompt(prompt) if one.kind == "decision"]
    assert all(one.confidence < 0.7 for one in kept)


def test_the_code_of_an_error_is_nobody() -> None:
    assert list_decisions("CS0246 (Program.cs: line 18): 型または名前空間の名前が見つかりませんでした") == []


CHINESE = "有两个方案：\n\n方案一：用 SQLite，零部署\n方案二：用 Postgres，要服务器\n\n您想用哪个？"
JAPANESE = "案があります。\n\n案A：テーブルを追加する\n案B：JSONに入れる\n\nどちらにしますか？"
KOREAN = "옵션입니다.\n\n1. 쿠키 사용\n2. 토큰 사용\n\n어떤 방식으로 할까요?"


@pytest.mark.parametrize(
    ("answer", "prompt", "picked"),
    [
        (CHINESE, "用方案二吧，方便扩展", "用 Postgres，要服务器"), (CHINESE, "还是方案一", "用 SQLite，零部署"),
        (JAPANESE, "案Bでお願いします", "JSONに入れる"), (JAPANESE, "A案で。", "テーブルを追加する"),
        (KOREAN, "2번으로 하자", "토큰 사용"), (KOREAN, "1번 방식으로 진행해줘", "쿠키 사용"),
        (CHINESE, "1、登录页还没改", ""), (KOREAN, "2시간 걸렸어", ""),
    ],
)  # fmt: skip
def test_a_pick(answer: str, prompt: str, picked: str) -> None:
    pick = find_pick(prompt, find_options(answer))
    assert (pick.text if pick else "") == picked
