"""Private keys whose beginning or end was cut off, with something before each of their lines."""

import json
import random
import string
from collections.abc import Callable

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
LETTERS = string.ascii_letters + string.digits + "+/"
ROUND: dict[str, Callable[[int, str], str]] = {
    "nothing": lambda _, line: line,
    "number and tab": lambda n, line: f"{n:6}\t{line}",
    "number and arrow": lambda n, line: f"{n}→{line}",
    "number and bar": lambda n, line: f"{n:4} | {line}",
    "file and number": lambda n, line: f"certs/a.key-{n}-{line}",
    "quoted": lambda _, line: f"> > {line}",
    "indented": lambda _, line: f"      {line}",
    "added": lambda _, line: f"+{line}",
    "taken away": lambda _, line: f"-{line}",
    "comment": lambda _, line: f"// {line}",
    "block comment": lambda _, line: f" * {line}",
    "string with a break": lambda _, line: f'    "{line}\\n"',
    "joined strings": lambda _, line: f"'{line}' .",
    "time": lambda n, line: f"2026-01-02T03:04:{n:02}Z {line}",
    "continued": lambda _, line: f"{line}\\",
}


def draw_lines(seed: str, last: int) -> list[str]:
    draw = random.Random(seed)
    return ["".join(draw.choices(LETTERS, k=size)) for size in (64, 64, 64, last)]


@pytest.mark.parametrize("escapes", [0, 1, 2])
@pytest.mark.parametrize("place", ROUND)
def test_lines_above_an_end(place: str, escapes: int) -> None:
    body = draw_lines(place, 20)
    text = "\n".join(ROUND[place](n, line) for n, line in enumerate([*body, "-----END RSA PRIVATE KEY-----"], 9))
    for _ in range(escapes):
        text = json.dumps({"out": text})
    clean = GATE.clean(text)
    assert not [line for line in body if line in clean]
    assert "PRIVATE KEY-----" in clean and GATE.clean(clean) == clean
    if escapes:
        json.loads(clean)


@pytest.mark.parametrize("escapes", [0, 1, 2])
@pytest.mark.parametrize("place", ROUND)
def test_lines_below_a_beginning(place: str, escapes: int) -> None:
    body = draw_lines(place, 64)
    text = "\n".join(ROUND[place](n, line) for n, line in enumerate(["-----BEGIN PRIVATE KEY-----", *body], 9))
    text += "\n[20 lines more]\nthe rest of the answer\n"
    for _ in range(escapes):
        text = json.dumps({"out": text})
    clean = GATE.clean(text)
    assert not [line for line in body if line in clean]
    assert "the rest of the answer" in clean and GATE.clean(clean) == clean


@pytest.mark.parametrize(
    "text",
    [
        "The file ends with `-----END PRIVATE KEY-----`.\n",
        "def strip(text):\n    lines = text.splitlines()\n    return lines[:-1]\n# -----END PRIVATE KEY-----\n",
        "1\tsee the section on keys below\n2\t-----END RSA PRIVATE KEY-----\n",
        "begin = '-----BEGIN PRIVATE KEY-----'\nend = load_the_end_of_it(begin)\nreturn begin + end\n",
    ],
)
def test_text_about_keys_stays(text: str) -> None:
    assert GATE.clean(text) == text


def test_certificate_above_stays() -> None:
    lines = draw_lines("certificate", 64)
    certificate = "\n".join(["-----BEGIN CERTIFICATE-----", *lines, "-----END CERTIFICATE-----"])
    key = draw_lines("key", 12)
    clean = GATE.clean("\n".join([certificate, *key, "-----END PRIVATE KEY-----", ""]))
    assert certificate in clean and not [line for line in key if line in clean]
