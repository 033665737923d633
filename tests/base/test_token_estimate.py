"""The token estimate against the plain reading of its definition, one character at a time."""

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.base.token_estimate import estimate_tokens


def plainly(text: str) -> int:
    words = joints = digits = punct = punct_runs = newlines = others = wide = blanks = run = 0
    long = 0.0
    kind = previous = ""
    for c in text:
        if c.isascii() and c.isalpha():
            now = "w"
            run = run + 1 if kind == "w" else 1
            words += run == 1
            long += 0.25 * (run > 7)
            joints += kind == "w" and c.isupper() and previous.islower()
        elif c.isascii() and c.isdigit():
            now = "d"
            run = run + 1 if kind == "d" else 1
            digits += run % 3 == 1
        elif c == "\n":
            now = "n"
            newlines += kind != "n"
        elif c in " \t":
            now = "s"
            run = run + 1 if kind == "s" else 1
            blanks += run == 2
        elif c > "\x7f":
            now = "o"
            wide += "\u2e80" <= c < "\U0001f000"
            others += not "\u2e80" <= c < "\U0001f000"
        else:
            now = "p"
            punct += 1
            punct_runs += kind != "p"
        kind, previous = now, c
    total = (0.978 * words + 0.67 * long + 0.483 * joints + 1.534 * digits + 0.498 * punct_runs + 0.179 * punct
             + 0.85 * newlines + 1.027 * others + 0.8 * wide + 0.619 * blanks)  # fmt: skip
    return int(total + 0.999)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), st.text(alphabet="aBcD019 \t\n.,_é漢\ud800", max_size=60)))
@example("")
@example("internationalizationOfHTTPServer2024  \n\n\t x")
def test_is_what_its_definition_says(text: str) -> None:
    assert plainly(text) == estimate_tokens(text)


def test_is_linear() -> None:
    assert_linear(estimate_tokens, "some words, 12345 and ünïcödé\n", 200_000)
