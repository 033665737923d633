"""Ways past the gate: a secret that is written in another way is still one."""

import base64
import html
import json
import urllib.parse
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
WORDS = ("orchid", "tundra", "bramble", "kestrel", "paprika", "juniper")
SECRETS = st.builds(
    lambda word, joint, other, number: f"{word.capitalize()}{joint}{other}{number}",
    st.sampled_from(WORDS),
    st.sampled_from("-_!"),
    st.sampled_from(WORDS),
    st.integers(10, 9999),
)
PLAINS = ("DB_PASSWORD={}", 'password: "{}"', "postgres://app:{}@db:5432/x")


def _base64(text: str) -> str:
    return base64.b64encode(f"{text}\n".encode()).decode()


WAYS: dict[str, Callable[[str], str]] = {
    "JSON in JSON": lambda text: json.dumps({"out": json.dumps({"out": text})})[1:-1],
    "percent": lambda text: urllib.parse.quote(text, safe=""),
    "percent twice": lambda text: urllib.parse.quote(urllib.parse.quote(text, safe=""), safe=""),
    "entities": html.escape,
    "numbers of entities": lambda text: "".join(f"&#{ord(char)};" for char in text),
    "hexadecimal numbers of entities": lambda text: "".join(f"&#x{ord(char):x};" for char in text),
    "octal escapes": lambda text: "".join(f"\\{ord(char):03o}" for char in text),
    "hexadecimal escapes": lambda text: "".join(f"\\x{ord(char):02x}" for char in text),
    "unicode escapes": lambda text: "".join(f"\\u{ord(char):04x}" for char in text),
    "base64": _base64,
    "base64 twice": lambda text: _base64(_base64(text)),
    "hexadecimal": lambda text: text.encode().hex(),
    "wide letters": lambda text: "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text),
    "word joiners": "\u2060".join,
    "zero-width spaces": "\u200b".join,
    "UTF-16 read as bytes": "\0".join,
    "quoted with a prefix": lambda text: f"> services:\n> {text}\n> port: 80",
    "added in a diff": lambda text: f"+services:\n+{text}\n+port: 80",
    "numbered lines": lambda text: f"     1\tservices:\n     2\t{text}\n     3\tport: 80",
    "log of a container": lambda text: f"2025-01-02T03:04:05.678Z web-1  | {text}",
}


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=12, deadline=None)
@given(secret=SECRETS, plain=st.sampled_from(PLAINS))
def test_a_secret_goes_however_it_is_written(way: str, secret: str, plain: str) -> None:
    encode = WAYS[way]
    whole, alone = encode(plain.format(secret)), encode(secret)

    clean = GATE.clean(whole)

    assert whole not in clean
    assert alone not in clean
    assert "[REDACTED:" in clean
    assert GATE.clean(clean) == clean


@settings(max_examples=40, deadline=None)
@given(secret=SECRETS, data=st.data())
def test_what_is_not_seen_hides_nothing(secret: str, data: st.DataObject) -> None:
    text = f"DB_PASSWORD={secret}"
    places = data.draw(st.lists(st.integers(1, len(text) - 1), min_size=1, max_size=6, unique=True))
    veils = st.sampled_from(("\u200b", "\u00ad", "\ufeff", "\x1b[31m", "\x1b[01;31m\x1b[K", "\x1b[0m"))
    for place in sorted(places, reverse=True):
        text = text[:place] + data.draw(veils) + text[place:]

    clean = GATE.clean(f"services:\n{text}\nport: 80\n")

    seen = clean
    for veil in ("\u200b", "\u00ad", "\ufeff", "\x1b[31m", "\x1b[01;31m", "\x1b[K", "\x1b[0m"):
        seen = seen.replace(veil, "")
    assert secret not in seen
    assert "port: 80" in seen
    assert GATE.clean(clean) == clean


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[32mpass\x1b[0m \x1b[38;2;230;219;116m12 tests\x1b[0m",
        "commit \x1b[33m9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\x1b[m",
        "R&#38;D spent &#8364;1,200 \u2013 nobody\u2019s password",
        "ＡＢＣＤ　ＥＦＧＨ　２０２５",
        "6e6f7468696e672073656372657420686572652c206f6e6c7920776f726473",
    ],
)
def test_a_text_without_secrets_stays(text: str) -> None:
    assert GATE.clean(text) == text
