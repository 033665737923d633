import json
import subprocess
import sys
from base64 import b64encode
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.growth import assert_linear
from tests.sweeps import share

from backstory.model.errors import BackstoryError
from backstory.redact.gate import REMEMBERED, Finding, Gate, Redacted

from .vectors import FORMS, FRONT_MATTER, HEX, INNOCENT, LETTERS, PLANTED

KEY = b"k" * 32
GATE = Gate(key=KEY)


@pytest.mark.parametrize("name", PLANTED)
def test_takes_the_planted_secrets(name: str) -> None:
    secret, sentence = PLANTED[name]

    clean = GATE.clean(sentence.format(secret))

    for part in secret.split("\n"):
        assert part not in clean
    assert "[REDACTED:" in clean


def test_takes_all_planted_secrets_out_of_one_text() -> None:
    text = "\n\n".join(sentence.format(secret) for secret, sentence in PLANTED.values())

    clean = GATE.clean(text)

    assert [name for name, (secret, _) in PLANTED.items() if any(line in clean for line in secret.split("\n"))] == []


@pytest.mark.parametrize("name", FORMS)
def test_takes_a_secret_in_any_form(name: str) -> None:
    secret, sentence = FORMS[name]

    assert secret not in GATE.clean(sentence.format(secret))


@pytest.mark.parametrize("text", INNOCENT)
def test_leaves_alone_what_is_no_secret(text: str) -> None:
    assert GATE.check(text) == Redacted(text, ())


def test_leaves_its_own_front_matter_alone() -> None:
    assert GATE.clean(FRONT_MATTER) == FRONT_MATTER


def test_marks_equal_secrets_alike_and_only_with_the_key() -> None:
    secret = LETTERS[:20]
    text = f'api_key = "{secret}"\nagain: token="{secret}"'

    one, other, none = Gate(key=KEY).clean(text), Gate(key=b"x" * 32).clean(text), Gate().clean(text)

    mark = one.split('"')[1]
    assert one.count(mark.rpartition(":")[2]) == 2
    assert len(mark.rpartition(":")[2]) == len("12345678]")
    assert one != other
    assert none.splitlines()[0] == 'api_key = "[REDACTED:assigned-secret]"'


def test_reports_places_in_characters_of_the_text_as_given() -> None:
    secret = "hunter2xyz"
    text = f"é ü 😀 password: {secret}\nnext ü {LETTERS} end"

    found = GATE.check(text).findings

    assert [text[f.start : f.end] for f in found] == [secret, LETTERS]
    assert all(isinstance(f, Finding) and f.rule for f in found)


def test_takes_a_secret_wherever_else_it_stands() -> None:
    secret = LETTERS[:14]

    clean = GATE.clean(f"id={secret}\nSESSION_TOKEN={secret}\nlog line with {secret}.")

    assert secret not in clean


def test_does_not_take_marks_for_secrets() -> None:
    text = (
        "password=[REDACTED:password:1a2b3c4d]\ntoken: [REDACTED:github-pat]@host [REDACTED:hunter-api-key.1:00ff00ff]"
    )

    assert GATE.clean(text) == text


def test_takes_what_hides_in_a_false_mark() -> None:
    hidden = "ghp_" + LETTERS + "Zx81"

    assert hidden not in GATE.clean(f"[REDACTED:{hidden}:12345678]")
    assert LETTERS.lower() not in GATE.clean(f"token=[REDACTED:{LETTERS.lower()}:12345678]")


@pytest.mark.parametrize(
    "document",
    [
        {"password": "s3cr3tV4lue", "n": 1},
        {"password": 12345678, "pin": [123456, 7]},
        {"a": 'x\\"y\n', "token": LETTERS + '\\"' + "\n" + LETTERS},
        {"log": 'export API_KEY="' + LETTERS + '"\nDB_PASSWORD=s3cr3tV4lue\\'},
        [PLANTED["pem"][1].format(PLANTED["pem"][0])],
        {"url": "postgres://app:hunter2correct@db/x", "ü": "é" + LETTERS + "é"},
    ],
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_json_stays_json(document: object, ascii_only: bool) -> None:
    text = json.dumps(document, ensure_ascii=ascii_only)

    clean = GATE.clean(text)

    json.loads(clean)
    assert "[REDACTED:" in clean
    assert GATE.clean(clean) == clean


def test_json_lines_stay_json_lines() -> None:
    lines = [json.dumps({"k": "said", "text": sentence.format(secret)}) for secret, sentence in PLANTED.values()]

    clean = GATE.clean("\n".join(lines) + "\n")

    assert len([json.loads(line) for line in clean.splitlines()]) == len(lines)
    assert "[REDACTED:" in clean


class Pair(NamedTuple):
    left: str
    right: object


def test_value_keeps_the_shape() -> None:
    secret = LETTERS[:20]
    clean = GATE.value(
        {
            "password": "swordFish9",
            "pin_code": 3,
            f"token={secret}": ["x", ("a", f"api_key={secret}")],
            "api_key": secret,
            "count": 5,
            "pair": Pair("fine", {"secret": 12345678}),
            "none": None,
        }
    )

    assert isinstance(clean, dict)
    assert secret not in repr(clean)
    assert "swordFish9" not in repr(clean)
    assert "12345678" not in repr(clean)
    assert list(clean)[0:2] == ["password", "pin_code"]
    assert clean["count"] == 5
    assert clean["none"] is None
    assert isinstance(clean["pair"], Pair)
    assert GATE.value(clean) == clean


def test_user_patterns_are_taken_and_named() -> None:
    gate = Gate(key=KEY, patterns=[r"ACME-\d{4}", r"(?i)project nightjar"])

    clean = gate.clean("ACME-1234 belongs to Project Nightjar")

    assert clean.count("[REDACTED:pattern-") == 2
    assert gate.clean(clean) == clean


@pytest.mark.parametrize("pattern", [r"(a", r"(?=x)", r"(a)\1", r"x*"])
def test_a_bad_user_pattern_is_named(pattern: str) -> None:
    with pytest.raises(BackstoryError, match="redaction pattern") as err:
        Gate(patterns=["fine", pattern])

    assert f"`{pattern}`" in err.value.message
    assert err.value.hint


def test_a_user_pattern_cannot_blow_up() -> None:
    gate = Gate(patterns=[r"(a+)+$"])

    assert gate.clean("a" * 40 + "!") == "a" * 40 + "!"


@pytest.mark.parametrize("value", ["correct horse battery", 'quo"ted\\value/9', "pässwörd-ünïcode", "abc/def+ghi=jkl"])
def test_own_values_are_taken_in_every_spelling(value: str) -> None:
    import base64
    import urllib.parse

    gate = Gate(key=KEY, own_values=[value, "short"])
    for text in (
        f"before {value} after",
        json.dumps({"x": value}, ensure_ascii=False),
        "https://h/?q=" + urllib.parse.quote(value, safe="") + "&r=1",
        *(base64.b64encode(("x" * n + value + "tail" * n).encode()).decode() for n in range(4)),
    ):
        clean = gate.clean(text)

        assert "[REDACTED:" in clean, text
        assert value not in clean
        assert gate.clean(clean) == clean
    assert gate.clean("short words stay") == "short words stay"


def test_survives_text_that_is_no_text() -> None:
    for text in ("", "\0" * 9, "\ud800 password=hunter2xyz \udfff", "\x1b[31mtoken=" + HEX + "\x1b[0m"):
        clean = GATE.clean(text)

        assert GATE.clean(clean) == clean
    assert "hunter2xyz" not in GATE.clean("\ud800 password=hunter2xyz \udfff")


def test_import_is_cheap() -> None:
    code = (
        "import sys; sys.path.insert(0, 'src'); import backstory.redact.gate as g; g.Gate(key=b'x', own_values=['y']);"
        "print([m for m in ('re2', 'tomllib', 'json', 'hmac', 'hashlib') if m in sys.modules])"
    )

    assert (
        subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    )


_SECRET = st.sampled_from([secret for secret, _ in (PLANTED | FORMS).values()])
_SENTENCE = st.sampled_from([sentence.format(secret) for secret, sentence in (PLANTED | FORMS).values()])
_GLUE = st.sampled_from(
    [
        "\n",
        " ",
        "",
        '"',
        "\\",
        "\\n",
        "\\u0041",
        "%41",
        ": ",
        "=",
        "token",
        "password",
        "key",
        "é",
        "'",
        ",",
        "[",
        "{",
        "://",
        "@",
    ]
)
_WORDS = st.text(alphabet=st.sampled_from("ab1Z_-=:/\"'\\ \n{}[]é%u0"), max_size=12)
TEXTS = st.lists(st.one_of(_SECRET, _SENTENCE, _GLUE, _WORDS), max_size=8).map("".join)


@pytest.mark.slow
@settings(max_examples=share(500, 1_500), deadline=None)
@given(TEXTS)
@example("token=[REDACTED:a:12345678]abc123def456ghi789")
def test_is_idempotent(text: str) -> None:
    once = GATE.clean(text)

    assert GATE.clean(once) == once


@pytest.mark.slow
@settings(max_examples=share(200, 600), deadline=None)
@given(
    st.recursive(
        st.one_of(TEXTS, st.integers(), st.none()),
        lambda c: st.one_of(st.lists(c, max_size=3), st.dictionaries(TEXTS, c, max_size=3)),
        max_leaves=5,
    )
)
def test_never_breaks_json(document: object) -> None:
    text = json.dumps(document)
    clean = GATE.clean(text)

    json.loads(clean)
    assert GATE.clean(clean) == clean


@settings(max_examples=500, deadline=None)
@given(st.text())
def test_any_text_comes_back_as_text(text: str) -> None:
    once = GATE.clean(text)

    once.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass")
    assert GATE.clean(once) == once


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_findings_are_in_order_and_apart(text: str) -> None:
    last = 0
    for finding in GATE.check(text).findings:
        assert last <= finding.start < finding.end <= len(text)
        last = finding.end


@pytest.mark.slow
@settings(max_examples=share(600, 10_000), deadline=None)
@given(TEXTS)
def test_is_idempotent_at_length(text: str) -> None:
    once = GATE.clean(text)

    assert GATE.clean(once) == once


def test_the_line_after_a_long_value_keeps_its_words() -> None:
    secret = "sk-" + "proj-" + LETTERS * 2
    text = f"some words before it: export OPENAI_API_KEY={secret}\nsomething follows, and Another line"
    assert Gate().clean(text).endswith("]\nsomething follows, and Another line")


WORDS = Gate(own_values=["correct-horse-9"], patterns=["ticket-[0-9]+"])


@pytest.mark.parametrize("name", PLANTED)
def test_no_planted_secret_is_among_the_words(name: str) -> None:
    secret, sentence = PLANTED[name]
    text = f"def first(): ...\n{sentence.format(secret)}\nclass Last: ..."

    left = WORDS.words(text.encode())

    for part in secret.split("\n"):
        assert part.encode() not in left
    assert b"def first(): ...\n" in left
    assert b"class Last: ..." in left


@pytest.mark.parametrize(
    ("code", "left"),
    [
        (b"password = Secret('swordfish of old')  # so\nnext_line", b"password = Secret(' next_line"),
        (b"password = check(form.raw)\nnext_line", b"password = check(form.raw) next_line"),
        (b"DB_PASSWORD=swordfish\nDB_HOST=db", b"DB_PASSWORD= DB_HOST=db"),
        (b"login ada password swordfish\nmachine", b"machine"),
        (b"see http://ada:swordfish@host/path\nnext_line", b"see http next_line"),
        (b"at acme.okta.com/login we send\nnext_line", b"at we send next_line"),
        (b"def send_webhook(url, attempts): retry\n", b"def send_webhook(url, attempts): retry"),
        (b"cache_key = some_long_function_name\n", b"cache_key = some_long_function_name"),
    ],
)
def test_words_lose_what_is_told_to_be_secret(code: bytes, left: bytes) -> None:
    assert b" ".join(WORDS.words(code).split()) == left


def test_words_know_the_users_values_and_patterns() -> None:
    left = WORDS.words(b"take correct-horse-9 for ticket-4711 of pool_size")

    assert left.split() == [b"take", b"for", b"of", b"pool_size"]


def test_words_of_ordinary_code_stay() -> None:
    code = (
        b"class PasswordForm(forms.Form):\n"
        b"    password = forms.CharField(widget=PasswordInput)\n"
        b"    def test_i18n_page_not_found_warning(self): return check_password(self.raw_password)\n"
        b"# see https://docs.example.org/topics/auth/passwords and migrations/0001_initial.py\n"
    )

    assert WORDS.words(code) == code


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(TEXTS)
def test_words_keep_their_places(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")

    left = WORDS.words(data)

    assert len(left) == len(data)
    assert all(a == b or b == 32 for a, b in zip(data, left, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["token:a9", "key = a9 ", "token", "-----BEGIN ", "acme.okta.com/", " --token x"])
def test_words_take_time_that_is_linear_in_the_text(piece: str) -> None:
    assert_linear(lambda text: WORDS.words(text.encode()), piece)


def test_a_long_run_goes_whole() -> None:
    token = (LETTERS + "x1").encode() * 60
    text = b'id_of_it = "' + token + b'" # first\nlast_line'

    left = WORDS.words(text)

    assert left.split() == [b"id_of_it", b"=", b'"', b'"', b"#", b"first", b"last_line"]


@pytest.mark.parametrize(
    "key",
    [
        "sk-" + "proj-V2yEDZ0_VpfL_rb8kJLOW_raADtHti_5BJgnDyiYZA4lUBb_ez09u-W0Qje4rbp2uqGq1W4LHMTFuUKm6b_f",
        "1//0" + "i0h9siGRKCJDy-WjwSwpZyl6UD3jCx3gT9Z65-emIvlVnoQKzkeQREUA_VtM",
        "e648bb972488ab4f" + "2c0c5456faad9f63-us12",
    ],
)
@pytest.mark.parametrize("frame", ["{}", 'see "{}"', "a\n{}\nb"])
def test_a_key_that_ends_in_a_short_part_is_a_key(key: str, frame: str) -> None:
    assert key not in Gate(key=b"k").clean(frame.format(key))


@pytest.mark.parametrize(
    "name", ["sk-toggleable__label-arrow-v12-container", "sk-learn-pipeline-2024-01-release-notes"]
)
def test_a_name_in_parts_is_no_key(name: str) -> None:
    assert Gate(key=b"k").clean(name) == name


def test_marks_of_rules_whose_names_look_random_stay() -> None:
    for name in ("html2pdf-k1", "financialmodelingprep-k1", "microsoftteamswebhook-k1"):
        text = f"?;2x~html2pdf_key=[REDACTED:{name}:90dfb13e][REDACTED:assigned-secret:44af0336]"
        assert Gate(key=b"k" * 32).clean(text) == text
    hiding = "key=[REDACTED:kj8fh3kd9s2mfn4b7x:90dfb13e]"
    assert Gate(key=b"k" * 32).clean(hiding) != hiding, "a name that no rule has hides nothing"


def test_only_texts_without_a_secret_are_remembered_and_not_without_end() -> None:
    gate = Gate(key=b"k", own_values=["walnut-harbor-42"])
    secret = "password: hunter2xyz"
    for text in ("Table 7 is filled late.", secret, "my walnut-harbor-42", "long " * 4_000):
        assert gate.check(text) == gate.check(text)
    assert gate._harmless == {"Table 7 is filled late."}
    for number in range(REMEMBERED + 10):
        gate.check(f"Row {number} of the table.")
    assert len(gate._harmless) == REMEMBERED


@pytest.mark.parametrize("count", [1, 60])
def test_a_value_of_the_users_is_met_in_every_spelling(count: int) -> None:
    values = [f"violet/anchor {number:03}" for number in range(count)]
    texts = ["see violet/anchor 000.", "see violet%2Fanchor%20000", b64encode(b"ab violet/anchor 000 cd").decode()]
    for text in texts:
        gate = Gate(own_values=values)
        before = gate.holds_own_value(text), gate.holds_own_value("see violet/anchor")
        gate.check(text)  # loads the engine
        assert before == (gate.holds_own_value(text), gate.holds_own_value("see violet/anchor")) == (True, False)
