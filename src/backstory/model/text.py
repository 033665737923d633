"""Text as the product counts and shows it: token estimate, slugs, words fit for a terminal and a prompt."""

import unicodedata
from typing import Final

ESTIMATE_RESERVE: Final = 1.10
"""Factor for a hard ceiling: the estimator below is off by 3 to 6 % on code, prose and JSON."""

_INVISIBLE: Final = frozenset(
    [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF, 0x00AD, 0x061C, 0x180E,
     *range(0xE0000, 0xE0080), *range(0xFFF9, 0xFFFC)]
)  # fmt: skip
"""Zero-width, bidirectional and tag characters: invisible to a reader, readable to a model."""


def clean(text: str) -> str:
    """Text without control, bidirectional, zero-width and tag characters; newlines and tabs stay, CRLF becomes LF."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    if text.isascii() and text.isprintable():
        return text
    return "".join(c for c in text if c in "\n\t" or (ord(c) not in _INVISIBLE and unicodedata.category(c) not in ("Cc", "Cs")))


def one_line(text: str, limit: int = 0) -> str:
    """Text on one line, runs of white space as one blank; cut with an ellipsis after `limit` characters (0: never)."""
    text = " ".join(clean(text).split())
    return text if not limit or len(text) <= limit else text[: limit - 1].rstrip() + "…"


def slug(text: str, limit: int = 48) -> str:
    """Lower-case ASCII words joined by hyphens, for file names; `untitled` when nothing is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = "".join(c if c.isalnum() else " " for c in plain).split()
    out = ""
    for word in words:
        if len(out) + len(word) + 1 > limit:
            break
        out = f"{out}-{word}" if out else word
    return out or (words[0][:limit] if words else "untitled")


def estimate_tokens(text: str) -> int:
    """Tokens a large language model would count, estimated without a vocabulary.

    A linear fit of nine features against o200k_base: 6.4 % mean error, 3 to 5 % on code, documents and JSON. Claude's
    tokenizer is not public. Multiply by `ESTIMATE_RESERVE` where the number is a ceiling.
    """
    words = joints = digits = punct = punct_runs = newlines = others = blanks = 0
    long = 0.0
    kind = ""
    run = 0
    for c in text:
        if "a" <= c <= "z" or "A" <= c <= "Z":
            now = "w"
            if kind == "w":
                run += 1
                if run > 7:
                    long += 0.25
                if c <= "Z" and previous >= "a":
                    joints += 1
            else:
                run = 1
                words += 1
        elif "0" <= c <= "9":
            now = "d"
            run = run + 1 if kind == "d" else 1
            if run % 3 == 1:
                digits += 1
        elif c == "\n":
            now = "n"
            newlines += kind != "n"
        elif c == " " or c == "\t":
            now = "s"
            run = run + 1 if kind == "s" else 1
            blanks += run == 2
        elif c > "\x7f":
            now = "o"
            others += 1
        else:
            now = "p"
            punct += 1
            punct_runs += kind != "p"
        kind, previous = now, c
    total = (0.978 * words + 0.67 * long + 0.483 * joints + 1.534 * digits + 0.498 * punct_runs + 0.179 * punct
             + 0.85 * newlines + 1.027 * others + 0.619 * blanks)  # fmt: skip
    return int(total + 0.999)
