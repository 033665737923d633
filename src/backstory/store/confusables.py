"""Normalises text so that visually identical spellings compare equal (case, look-alikes, invisible signs, spacing).

For comparing claims, never for showing them. Only the spelling is normalised; synonyms remain different.
"""

import re
import unicodedata
from typing import Final, NamedTuple

_CYRILLIC_AS: Final = {
    "а": "a", "в": "b", "г": "r", "е": "e", "ё": "e", "з": "3", "і": "i", "ї": "i", "ј": "j", "к": "k", "м": "m",
    "н": "h", "о": "o", "п": "n", "р": "p", "с": "c", "ѕ": "s", "т": "t", "у": "y", "ү": "y", "х": "x", "ь": "b",
    "һ": "h", "ԁ": "d", "ԛ": "q", "ԝ": "w", "ӏ": "l", "ѵ": "v", "ө": "o", "ғ": "f", "қ": "k", "ң": "h", "ә": "e",
    "ԍ": "g", "ѡ": "w",
}  # fmt: skip
_GREEK_AS: Final = {
    "α": "a", "β": "b", "γ": "y", "δ": "d", "ε": "e", "ζ": "z", "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v",
    "ο": "o", "π": "n", "ρ": "p", "σ": "o", "ς": "c", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ϲ": "c", "ϳ": "j",
}  # fmt: skip
_LATIN_AS: Final = {
    "ı": "i", "ɩ": "i", "ɑ": "a", "ɡ": "g", "ɪ": "i", "ɴ": "n", "ʀ": "r", "ʏ": "y", "ʟ": "l", "ƅ": "b", "ƽ": "s",
    "ɯ": "w", "ʋ": "v", "ᴀ": "a", "ᴄ": "c", "ᴅ": "d", "ᴇ": "e", "ᴊ": "j", "ᴋ": "k", "ᴍ": "m", "ᴏ": "o", "ᴘ": "p",
    "ᴛ": "t", "ᴜ": "u", "ᴠ": "v", "ᴡ": "w", "ᴢ": "z", "ꜱ": "s", "ø": "o", "đ": "d", "ħ": "h", "ł": "l", "ŧ": "t",
    "ƒ": "f", "ƙ": "k", "ƞ": "n", "ƥ": "p", "ƫ": "t", "ƭ": "t", "ʼ": "", "օ": "o", "ս": "u", "ո": "n",
    "հ": "h", "ց": "g", "զ": "q", "յ": "j", "ⅼ": "l", "ⲟ": "o", "ⲣ": "p", "ⲥ": "c", "ꓳ": "o", "ꓲ": "i",
}  # fmt: skip
_AS: Final = {ord(sign): letter for sign, letter in (_CYRILLIC_AS | _GREEK_AS | _LATIN_AS).items()}
"""Small letters that look like a Latin one -> that letter. Our own table: the pairs that fonts draw alike."""
_FIRST: Final = {ord(sign): "c" for sign in "ϲϹς"}
"""Characters that Unicode normal forms would turn into a letter of another shape."""
_MARKS: Final = (
    (0x0300, 0x0370),
    (0x0483, 0x048A),
    (0x1AB0, 0x1B00),
    (0x1DC0, 0x1E00),
    (0x20D0, 0x2100),
    (0xFE20, 0xFE30),
)
_ALONE: Final = (
    (0x0E00, 0x0EFF),
    (0x3040, 0x3100),
    (0x3400, 0x4DC0),
    (0x4E00, 0xA000),
    (0xF900, 0xFB00),
    (0x20000, 0x323B0),
)
"""Scripts written without blanks: every sign counts as a word."""
_ASCII: Final = re.compile(r"[a-z0-9]+")
_DIGITS: Final = {"0": "o", "1": "l", "3": "e", "5": "s", "4": "a", "7": "t"}


class FoldedWords(NamedTuple):
    """Folded words, and the same joined: spacing does not matter, it only marks where a claim may begin."""

    words: tuple[str, ...]
    text: str
    starts: tuple[int, ...]
    ends: frozenset[int]


def fold_words(text: str) -> FoldedWords:
    """The words of a text. Any text will do."""
    words = _ASCII.findall(text.lower()) if text.isascii() else _split_words(text)
    folded = tuple(_letters(word) for word in words)
    starts: list[int] = []
    position = 0
    for word in folded:
        starts.append(position)
        position += len(word)
    return FoldedWords(folded, "".join(folded), tuple(starts), frozenset([*starts[1:], position]))


def _split_words(text: str) -> list[str]:
    """The words of a text with signs beyond ASCII, in the letters that they look like."""
    composed = unicodedata.normalize("NFKC", text.translate(_FIRST)).casefold()
    plain = "".join(_base(sign) for sign in unicodedata.normalize("NFKC", composed)).translate(_AS)
    words: list[str] = []
    current: list[str] = []
    for sign in plain:
        if _alone(sign):
            words += ["".join(current), sign]
            current = []
        elif sign.isalnum() or unicodedata.combining(sign):
            current.append(sign)
        elif unicodedata.category(sign) not in ("Cf", "Mn", "Me") and not _filler(sign):
            words.append("".join(current))
            current = []
    words.append("".join(current))
    return [word for word in words if word]


def _base(sign: str) -> str:
    """A sign without accents, in the scripts where an accent makes no other letter."""
    code = ord(sign)
    if code < 128:
        return sign
    if any(start <= code < end for start, end in _MARKS):
        return ""
    if code < 0x0530 or 0x1E00 <= code < 0x2000:
        return unicodedata.normalize("NFKD", sign)[0]
    return sign


def _letters(word: str) -> str:
    """A digit between letters is taken for the letter it is drawn like: `p0stgres`. At an end it is a number."""
    if word.isalpha() or _DIGITS.keys().isdisjoint(word[1:-1]):
        return word
    signs = list(word)
    for index in range(1, len(word) - 1):
        if word[index] in _DIGITS and word[index - 1].isalpha() and word[index + 1].isalpha():
            signs[index] = _DIGITS[word[index]]
    return "".join(signs)


def _alone(sign: str) -> bool:
    code = ord(sign)
    return code > 0xDFF and any(start <= code < end for start, end in _ALONE) and sign.isalnum()


def _filler(sign: str) -> bool:
    """Invisible signs that are not format characters either."""
    return ord(sign) in (0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x17B4, 0x17B5) or (
        ord(sign) < 32 and sign not in "\t\n\r"
    )
