"""What overturns a statement in Chinese, Japanese and Korean: such a sentence is read as if its cues were in English.

The tables of what overturns something, and the rules that read them, are about words. So a sentence is spelled out as
words: its cues in English, its numbers with their units, and its other words as the index reads them. No regular
expressions: the hook process does not load them.
"""

from backstory.base.unspaced_words import space_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_CUES = {
    "make it": (
        "改成; 改为; 改為; 改用; 换成; 換成; 换为; 调成; 調成; 调整为; 设成; 设为; 設為; 变成; 提高到; 降到; 降低到;"
        " 缩短到;"
        " 延长到; 增加到; 减少到; に変更して; に変更し; に変えて; に変え; にしよう; にします; にして; 로 바꿔;"
        " 로 변경; 로 하자;"
        " 로 해줘; 로 수정; 로 늘려; 로 줄여; 로 바꾸; 으로 바꿔; 으로 변경; 으로 하자; 으로 해줘; 으로 수정;"
        " 으로 늘려; 으로 줄여; 으로 바꾸"
    ),
    "back to": "改回; 换回; 換回; 恢复成; 恢复到; 恢复为; 回到; に戻して; に戻す; に戻そう",
    "rather use": "还是用; 還是用; 还是走; 还是选; 还是要; 还是按; 还是保留; 还是放; やっぱり; やはり; やっぱ",
    "revert that": "撤销; 撤回; 回滚; 回滾; 还原; 還原; 元に戻; 取り消; 되돌려; 원래대로; 롤백",
    "remove": "去掉; 删掉; 刪掉; 删除; 刪除; 移除; 拿掉; 砍掉",
    "is out,": (
        "不用了; 不需要了; 不要了; ではなく; じゃなくて; はやめて; をやめて; は廃止; をやめ; はやめ; は不要;"
        " はいらな; は使わない;"
        " を削除して; を消して; を外して; なしで; 말고; 대신; 빼줘; 빼자; 없애; 삭제해; 제거해; 빼고"
    ),
    "drop": "不用; 不要用; 别用; 不要再用",
    "no longer": "不再; もう使わ; もう不要; 더 이상; 더이상",
    "never mind": "算了",
    "wait": "等等; 等一下; 待って; 잠깐",
    "also": "不仅; 不只; だけじゃなく; だけでなく; だけではなく; 뿐만 아니라; 뿐 아니라",
    "instead of": "而不是; 而非",
    "had nothing to do with that": "无关; 無關; 没有关系; 関係な; 관계없; 상관없",
    "i was wrong": (
        "搞错了; 弄错了; 判断错了; 我错了; 说错了; 間違っていました; 間違えました; 誤りでした; 잘못 알; 제가 틀렸"
    ),
    "is wrong": "是错的; 不正确; 是不对的; 間違って; 誤って; 틀렸",
    "is not the cause": "不是原因; 原因ではな; 원인이 아니",
    "the cause is": "根因是; 原因是; 原因在于; 原因は; 원인은",
    "because": "因为; 因為; 由于; 由於; ため; ので; だから; 때문",
    "too much": (
        "太大; 太小; 太长; 太短; 太慢; 太快; 太多; 太少; 太高; 太低; 太久; 太频繁; 太重; 太吵; 太复杂; すぎ; 過ぎ; 너무"
    ),
    "not enough": "不够; 不夠; 足りな; 부족",
    "still": "仍然; 依然; 还是报; 还是不行; 还是一样; まだ; 여전히; 아직",
    "from now on": "以后; 今后; 从现在起; 从现在开始; 今後; これから; 앞으로; 지금부터",
    "now": "现在; 現在; 今は; 지금; 이제",
    "i changed": (
        "已改; 已经改; 已更新; 已调整; 已修改; 已换; 変更しました; 修正しました; 直しました; 変えました; 변경했;"
        " 수정했; 바꿨; 조정했"
    ),
    "i removed": "已删除; 已移除; 已去掉; 已经删; 削除しました; 外しました; 消しました; 삭제했; 제거했",
    "reverted": "已回滚; 已撤销; 已恢复; 已还原; 戻しました; 되돌렸; 복구했",
    "you re right": "你说得对; 您说得对; 没错; おっしゃる通り; その通り; 맞습니다",
    "if": "如果; 假如; 的话; 的話; もし; たら; 場合は; 만약; 하면; 라면; 경우",
    "maybe": "可能; 也许; 或许; かもしれ; 혹시; 아마",
    "for example": "例如; 比如; 例えば; 예를 들어",
    "i suggest": "建议; 建議; 提案; 제안",
    "keep": "保持; 保留; 维持; 不变; そのまま; 維持; 유지",
    "do not": "不要; 别; 不能; 禁止; しないで; ないで; 하지 마; 하지마; 쓰지 마; 쓰지마",
    "no,": "不对; 不行; いや; 違います; 違う; 아니; 아냐",
}
"""English cue -> those which are read as it."""
_UNITS = {
    unit: english
    for english, units in (
        ("ms", "毫秒 ミリ秒 밀리초"),
        ("seconds", "秒钟 秒 초"),
        ("minutes", "分钟 分鐘 分 분"),
        ("hours", "小时 小時 時間 시간"),
        ("days", "天 日 일"),
        ("weeks", "周 週間 주"),
        ("months", "个月 ヶ月 か月 개월"),
        ("percent", "％"),
    )
    for unit in units.split()
}
_SIGNS = {
    "。": ". ", "，": ", ", "、": ", ", "；": "; ", "：": ": ", "？": "? ", "！": "! ", "（": " (", "）": ") ",
}  # fmt: skip
_LONGEST_UNIT = 3
_by_first: "dict[str, list[tuple[str, str]]]" = {}
"""First character -> the cues that begin with it, the longest first, with what each is read as."""


def spell_out(text: str) -> str:
    """A sentence of these languages as words, its cues in English."""
    line = " ".join(space_words("".join(_spell(text))).split())
    for sign in ",;:.!?":
        line = line.replace(f" {sign}", sign)
    return line.replace(",,", ",")


def _spell(text: str) -> "Iterator[str]":
    cues = _get_cues()
    place, end = 0, len(text)
    while place < end:
        char = text[place]
        if char.isascii() and char.isdigit():
            stop, unit = find_amount(text, place)
            yield f" {text[place:stop]}"
            yield f" {_UNITS[unit]} " if unit else ""
            place = stop + len(unit) + (text[stop : stop + 1] == " " and bool(unit))
            continue
        if char.isalpha() and char.isascii():
            stop = _find_end(text, place)
            yield text[place:stop]
            place = stop
            continue
        cue, english = next((one for one in cues.get(char, ()) if text.startswith(one[0], place)), ("", ""))
        yield f" {english} " if cue else _SIGNS.get(char, char)
        place += len(cue) or 1


def find_amount(text: str, place: int) -> "tuple[int, str]":
    """Where the number ends that begins at a place, and the unit behind it, which may be empty."""
    stop = _find_end(text, place)
    rest = text[stop:].removeprefix(" ")[:_LONGEST_UNIT]
    for length in range(_LONGEST_UNIT, 0, -1):
        if rest[:length] in _UNITS and len(rest) >= length:
            return stop, rest[:length]
    return stop, ""


def _find_end(text: str, place: int) -> int:
    """Where a run of Latin letters and digits ends."""
    stop = place
    while stop < len(text) and text[stop].isascii() and (text[stop].isalnum() or text[stop] in "._"):
        stop += 1
    return stop


def _get_cues() -> "dict[str, list[tuple[str, str]]]":
    if not _by_first:
        for english, cues in _CUES.items():
            for cue in cues.split("; "):
                _by_first.setdefault(cue.strip()[0], []).append((cue.strip(), english))
        for rows in _by_first.values():
            rows.sort(key=lambda row: -len(row[0]))
    return _by_first
