import gc
import random
import sys

import pytest
from tests.growth import assert_linear

from backstory.redact.gate import PASSES, Gate
from backstory.redact.pack_files import read_pack_file
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.scan import FEWEST_WORDS
from backstory.redact.spans import Cut

from .vectors import HEX, LETTERS, PLANTED

GATE = Gate(key=b"k" * 32)


def _random(count: int, seed: int = 1) -> str:
    return "".join(random.Random(seed).choices(LETTERS, k=count))


def test_finds_secrets_anywhere_in_a_long_text() -> None:
    sentence = "The pool is sized by the number of workers, see src/db/pool.py for the reason.\n"
    filler = (sentence * 13 + "x" * 700 + "\n") * 400
    places = [0, 17, 65_530, 65_540, 131_071, 400_000, len(filler) - 1]
    text = filler
    for number, place in enumerate(reversed(places)):
        text = text[:place] + f"\nAPI_KEY={_random(30, number)}\n" + text[place:]

    clean = GATE.clean(text)

    assert clean.count("[REDACTED:") == len(places)
    assert not any(_random(30, number) in clean for number in range(len(places)))
    assert GATE.clean(clean) == clean


def test_a_secret_is_found_however_dense_the_text_is() -> None:
    words = read_pack_file("services.txt").decode().split()
    dense = "".join(f'{word}_key="{_random(20, n)}" ' for n, word in enumerate(words * 3))
    told = [(secret, sentence) for secret, sentence in PLANTED.values() if "\n" not in secret]
    text = dense + "\n".join(sentence.format(secret) for secret, sentence in told) + dense

    clean = GATE.clean(text)

    assert [secret for secret, _ in told if secret in clean] == []
    assert _random(20, 5) not in clean


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        "a", "1", '"', "\\", "password=", 'password="\\"', "://:", "-----BEGIN RSA " + "PRIVATE KEY-----", "eyJ.",
        "%41", "curl -u ", "key: ", HEX + "\n", "[REDACTED:a:12345678]", "API_KEY=" + LETTERS + "\n",
        "'+\n'", "\n", "[[[", "é",
    ],
)  # fmt: skip
def test_work_is_linear(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: the calls made, and the bytes that patterns are given to search.

    The bytes are those of one pass. A value of more than some 50 KB is cut piece by piece, so a longer text takes more
    passes, of which there are at most `PASSES`.
    """
    searched = passes = 0
    search = Gate._search

    def count_passes(gate: Gate, data: bytes, windows: list[tuple[int, int]]) -> list[Cut]:
        nonlocal passes
        passes += 1
        return search(gate, data, windows)

    monkeypatch.setattr(Gate, "_search", count_passes)

    def count_bytes(pattern: Pattern) -> None:
        find = pattern.find

        def count(text: bytes, start: int, end: int) -> Spans | None:
            nonlocal searched
            found = find(text, start, end)
            searched += (found[0][1] if found else end) - start
            return found

        monkeypatch.setattr(pattern, "find", count)
        monkeypatch.setattr(pattern, "within", lambda text: count(text, 0, len(text)) is not None)

    # A pattern is compiled once it was asked about enough text, so the largest text of all comes first.
    GATE.check(unit * (120_000 // len(unit)))
    for pattern in [obj for obj in gc.get_objects() if isinstance(obj, Pattern)]:
        count_bytes(pattern)

    def work(size: int) -> tuple[int, int]:
        nonlocal searched, passes
        calls, searched, passes = 0, 0, 0

        def count(_frame: object, _event: str, _arg: object) -> None:
            nonlocal calls
            calls += 1

        text = unit * (size // len(unit))
        sys.setprofile(count)
        try:
            GATE.check(text)
        finally:
            sys.setprofile(None)
        assert passes <= PASSES
        return calls, searched // passes

    small, large = work(30_000), work(120_000)

    assert large[0] <= 4.4 * small[0] + 1_000
    assert large[1] <= 4.4 * small[1] + 100_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["eyJhbGciOiJIUzI1NiJ9.", "x://a:b@c ", "Bearer abcdefghijkl123 ", "key='abcdefghijklmnop' "]
)
def test_one_long_line_is_read_in_linear_time(unit: str) -> None:
    """Timed, as ratios: an automaton that runs on to the end of the line and comes back is not seen by counting."""
    assert_linear(GATE.clean, unit)


def test_values_behind_more_words_than_are_read_with_care_are_found() -> None:
    words = "password " * (FEWEST_WORDS + 1500)
    text = f"{words}\npassword=walnut9!\n{words}\nsecret: 'maple-77'\n"

    clean = GATE.clean(text)

    assert "walnut9!" not in clean and "maple-77" not in clean
    assert clean.count("[REDACTED:") == 2
    assert GATE.clean(clean) == clean


def test_a_private_key_without_an_end_goes_as_far_as_it_is_one() -> None:
    secret, _ = PLANTED["pem"]
    text = "-----BEGIN OPENSSH " + f"PRIVATE KEY-----\n{secret}\n\n# and then the text goes on. It is not secret!"

    clean = GATE.clean(text)

    assert not any(line in clean for line in secret.split("\n"))
    assert "It is not secret!" in clean


def test_a_certificate_stays() -> None:
    text = (
        "-----BEGIN CERTIFICATE-----\n" + "\n".join(_random(64, n) for n in range(12)) + "\n-----END CERTIFICATE-----\n"
    )

    assert GATE.clean(text) == text
