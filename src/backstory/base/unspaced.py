"""Texts in Chinese, Japanese and Korean, which have no blanks between their words, or particles behind them.

`unspaced_words` tells the words apart. The hook process loads it only for such texts.
"""

WIDE = "\u2e80"
"""The first of the characters of these scripts."""
_BEYOND = "\U0001f000"
"""The first of the pictures behind them."""
_ENDINGS = "？ 吗 嗎 么 呢 ですか ますか でしょうか ませんか だっけ 까 나요 가요 는지"
_ASKS = tuple(_ENDINGS.split())


def is_wide(char: str) -> bool:
    """Whether a character is one of these scripts."""
    return WIDE <= char < _BEYOND


def is_unspaced(text: str) -> bool:
    """Whether a text has characters of these scripts."""
    return not text.isascii() and max(text) >= WIDE and any(map(is_wide, text))


def count_words(text: str) -> int:
    """The words of a text; two characters of these scripts count as one."""
    return len(text.split()) + (sum(map(is_wide, text)) // 2 if is_unspaced(text) else 0)


def begins_unspaced(text: str) -> bool:
    """Whether the first letter of a text is of these scripts."""
    return not text.isascii() and is_wide(next(filter(str.isalnum, text), ""))


def is_asking(text: str) -> bool:
    """Whether a text of these scripts is a question, which may do without a sign."""
    return text[-2:] >= WIDE and text.rstrip("。！~～").endswith(_ASKS)


def split_parts(text: str) -> list[str]:
    """The sentences of a prompt, and the parts of them that stand by themselves."""
    if is_unspaced(text):
        for sign in ("。", "？", "！", "；", "："):
            text = text.replace(sign, ". ")
    for sign in ("? ", "! ", "; ", ": ", "\n"):
        text = text.replace(sign, ". ")
    return text.split(". ")
