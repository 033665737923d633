import base64
import json
import urllib.parse

import pytest

from backstory.redact.gate import Gate

from .vectors import LETTERS, PLANTED

GATE = Gate(key=b"k" * 32)
TOKEN = "ghp_" + LETTERS + "Zx81"
ENV = f"USER=ada\nDB_PASSWORD=s3cr3tV4lue\nAPI_TOKEN={LETTERS[:24]}\n"


@pytest.mark.parametrize("plain", [TOKEN, ENV, "password: hunter2xyz\n", PLANTED["pem"][1].format(PLANTED["pem"][0])])
@pytest.mark.parametrize("frame", ["{}", "data: {}\nnext: 1\n", '{{"content": "{}"}}'])
def test_looks_into_base64(plain: str, frame: str) -> None:
    coded = base64.b64encode(plain.encode()).decode()
    text = frame.format(coded)

    clean = GATE.clean(text)

    assert coded not in clean
    assert "[REDACTED:" in clean
    assert GATE.clean(clean) == clean


def test_leaves_harmless_base64_alone() -> None:
    text = "content: " + base64.b64encode(b"This is only a sentence about nothing in particular.").decode()

    assert GATE.clean(text) == text


def test_looks_through_percent_escapes() -> None:
    secret = "s3cr3t/V4lue+9"
    text = "GET /cb?state=1&client_secret%3D" + urllib.parse.quote(secret, safe="") + "&x=1"

    clean = GATE.clean(text)

    assert urllib.parse.quote(secret, safe="") not in clean
    assert "&x=1" in clean


def test_looks_through_escaped_characters() -> None:
    hidden = "".join(f"\\u{ord(c):04x}" for c in TOKEN)
    text = '{"log": "pushed with ' + hidden + ' today"}'

    clean = GATE.clean(text)

    assert hidden not in clean
    assert json.loads(clean)["log"].startswith("pushed with [REDACTED:")


def test_looks_through_json_in_json() -> None:
    inner = json.dumps({"password": 'tr0ub"4dor', "n": 1})
    text = json.dumps({"line": inner})

    clean = GATE.clean(text)

    assert "4dor" not in clean
    assert json.loads(json.loads(clean)["line"])["n"] == 1


@pytest.mark.parametrize(
    "gap", ['" +\n    "', "\\\n", '"\n  "', '" . "', "' + '"], ids=["plus", "backslash", "adjacent", "dot", "inline"]
)
def test_joins_a_value_split_over_lines(gap: str) -> None:
    left, right = TOKEN[:22], TOKEN[22:]
    quote = "'" if gap.startswith("'") else '"'

    clean = GATE.clean(f"x = {quote}{left}{gap}{right}{quote}\n")

    assert left not in clean
    assert right not in clean


def test_joins_a_value_wrapped_at_the_edge_of_a_terminal() -> None:
    line = "the deploy printed this long line before it broke: " + TOKEN
    wrapped = line[:80] + "\n" + line[80:]

    clean = GATE.clean(wrapped)

    assert TOKEN[-8:] not in clean


def test_does_not_join_lines_of_a_list() -> None:
    text = "\n".join(f"{n:040x}" for n in range(0x9F1C2E4D5B6A7988, 0x9F1C2E4D5B6A7988 + 60))

    assert GATE.clean(text) == text


@pytest.mark.parametrize("joint", ['" + \\\n    "', '" \\\n  "', '" +\n  "', '"\n  + "'])
def test_joins_literals_over_lines(joint: str) -> None:
    text = f'pushed = "{TOKEN[:12]}{joint}{TOKEN[12:]}"'

    assert TOKEN[12:] not in GATE.clean(text)
