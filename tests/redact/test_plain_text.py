"""A text that is called plain has no place that the search starts from, and needs none of it."""

import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.sweeps import share

from backstory.redact.gate import Gate
from backstory.redact.plain_text import CHARS, is_plain
from backstory.redact.rules import share_rules
from backstory.redact.screening import choose_suspects

from .assignments import cases
from .test_required_literals import LITERALS
from .test_shapes import ROWS
from .vectors import FORMS, INNOCENT, PLANTED

RULES = share_rules(("betterleaks", "gitleaks", "kingfisher", "noseyparker"))
_ASCII = [text for one in LITERALS if CHARS.issuperset(text := one.decode("latin-1"))]
WORDS = st.one_of(
    st.sampled_from(_ASCII),
    st.sampled_from(["the ", "is ", ": ", " -p ", "walnut ", " = ", '"', "walnut tree"]),
)


def has_place(text: str) -> bool:
    return bool(choose_suspects([text.encode()], RULES))


def test_texts_with_places_are_not_plain() -> None:
    texts = [
        *(row["text"] for row in ROWS),
        *(sentence.format(secret) for secret, sentence in (*PLANTED.values(), *FORMS.values())),
        *INNOCENT,
        *(case.text for case in cases(3)),
    ]
    pieces = [text[start : start + 60] for text in texts for start in range(0, min(len(text), 400), 40)]
    plain = [text for text in (*texts, *pieces) if is_plain(text)]
    assert len(plain) > 20
    assert [text for text in plain if has_place(text)] == []


@pytest.mark.slow
@settings(max_examples=share(1_500, 20_000), deadline=None)
@given(st.lists(WORDS, max_size=7).map("".join))
@example("the code for my door is walnut")
def test_nor_are_words_of_patterns_in_any_order(text: str) -> None:
    for one in (text, text.upper(), text.title()):
        assert not (is_plain(one) and has_place(one)), one


@pytest.mark.slow
@settings(max_examples=share(500, 5_000), deadline=None)
@given(st.text(st.sampled_from(sorted(CHARS)), max_size=80))
def test_nor_are_characters_in_any_order(text: str) -> None:
    assert not (is_plain(text) and has_place(text)), text


@pytest.mark.parametrize(
    "text",
    ["make the parser faster", "why does the build fail on windows", "Memory leak when a replica fails over, again"],
)
def test_plain_words_load_no_search(text: str) -> None:
    code = (
        "import sys; from backstory.redact.gate import Gate; gate = Gate(key=b'x');"
        f"assert gate.check({text!r}) == ({text!r}, ());"
        "print([name for name in ('re2', 'backstory.redact.scan') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_values_and_patterns_of_the_user_are_found_in_plain_words() -> None:
    text = "make the walnuttree parser faster"
    assert is_plain(text)

    assert "walnuttree" not in Gate(own_values=["walnuttree"]).clean(text)
    assert "walnuttree" not in Gate(patterns=["walnut[a-z]+"]).clean(text)


def test_the_file_of_triggers_is_current() -> None:
    code = (
        "import runpy; from backstory.redact.pack_files import read_pack_file;"
        "script = runpy.run_path('scripts/required_literals.py', run_name='script');"
        "print(script['build_triggers']() == read_pack_file('triggers.tsv'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n", "run `python scripts/required_literals.py`"
