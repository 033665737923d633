"""Rules in Chinese, Japanese and Korean: known by what they are about, also without `always`."""

import pytest

from backstory.capture.decisions.overruling import overrules
from backstory.capture.decisions.withdrawals import list_taken_back
from backstory.capture.selection import select_prompt
from backstory.capture.text.prose import read_sentences


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in select_prompt(prompt) if one.kind == "rule" and one.confidence >= 0.7]


@pytest.mark.parametrize(
    "rule",
    [
        "不要用 yarn，用 bun", "务必使用 `uv`，不要用 pip", "提交信息和注释都用英文", "代码注释一律用中文",
        "一个分支只做一件事", "没有我的同意别合并", "发布我来做，你别管", "部署之前先问我",
        "每次改完接口都要更新文档", "改完必须跑一遍测试", "所有函数必须写类型", "不要强推 main", "别再用 var 了",
        "不用每次都备份，只在发布前备份", "任何修改之前先跑测试",
        "bun は使わず npm を使って", "コミットメッセージは英語で書いて", "main に直接プッシュしない",
        "勝手に依存を増やさないで", "push は私がやるので、しないで", "レビューを必ず受けること",
        "デプロイするのは指示した時だけにして", "`eval` は使わないこと", "コミットに署名を入れないで",
        "커밋은 영어로", "bun 말고 npm 써", "허락 없이 배포하지 마", "push는 내가 할게, 하지 마",
        "테스트부터 먼저 작성하고 구현해", "커밋할 때마다 린트 돌려", "코드에 비밀번호를 넣지 말 것",
    ],
)  # fmt: skip
def test_a_rule_of_the_work(rule: str) -> None:
    assert list_rules(rule) == [rule.rstrip("。")]


@pytest.mark.parametrize(
    "prompt",
    [
        "先不要提交", "不要动样式，只改文案", "把标题换成蓝色", "这次提交用英文", "用户每次登录都要输入验证码",
        "为什么每次都要重新登录", "这篇文档用中文写", "下次再说吧", "不要改任何内容",
        "コミットはしないで", "まだプッシュしないで", "このコメントは英語にして", "今回はテストを書かないで",
        "画面に表示しないこと", "エラーが出るので使わないで",
        "일단 커밋하지 마", "이 문서는 한글로 번역해줘", "버튼은 항상 오른쪽에 둬", "왜 커밋이 안 돼?",
    ],
)  # fmt: skip
def test_what_is_for_the_moment_or_of_the_product_is_none(prompt: str) -> None:
    assert list_rules(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "rules"),
    [
        ("规则：1. 提交写中文；2. 不改配置文件；3. 先跑测试", ["提交写中文", "不改配置文件", "先跑测试"]),
        ("ルール：①コメントは日本語 ②直接プッシュしない", ["コメントは日本語", "直接プッシュしない"]),
        ("작업 규칙:\n- 커밋은 작게\n- 새 의존성은 물어보고 추가", ["커밋은 작게", "새 의존성은 물어보고 추가"]),
        ("几条规矩：提交写中文；不准直接改 main；改完先跑测试", ["提交写中文", "不准直接改 main", "改完先跑测试"]),
        ("校验规则：1. 手机号十一位；2. 密码八位以上", []),
        ("修改：1. 标题居中；2. 按钮改红色", []),
    ],
)
def test_announced_rules(prompt: str, rules: list[str]) -> None:
    assert list_rules(prompt) == rules


@pytest.mark.parametrize(
    ("prompt", "rejects"),
    [
        ("不对，是缓存的问题", True), ("还是报错", True), ("回滚吧", True), ("違います", True),
        ("まだ直っていません", True), ("아니, 그거 말고", True), ("원래대로 되돌려줘", True),
        ("不错，继续", False), ("不行的话再说", False), ("まだ時間はあります", False), ("아니면 이건 어때", False),
    ],
)  # fmt: skip
def test_a_prompt_rejects_the_last_answer(prompt: str, rejects: bool) -> None:
    assert overrules(prompt) == rejects


@pytest.mark.parametrize(
    ("prompt", "taken_back"),
    [
        ("放内存里。等等，还是放磁盘。", {"放内存里。"}),
        ("メモリに置いて。いや、ディスクで。", {"メモリに置いて。"}),
        ("메모리에 둬. 아니, 디스크로 하자.", {"메모리에 둬."}),
        ("放内存里。等等级页面做完再测。", set()),
    ],
)
def test_what_is_taken_back_at_once(prompt: str, taken_back: set[str]) -> None:
    assert list_taken_back(read_sentences(prompt, person=True)) == taken_back
