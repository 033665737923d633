"""Which command lines an agent may run without asking, held against what a shell makes of them."""

import shlex
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backstory.base.allowed_commands import BARE, COMMANDS, is_allowed

WORDS = (
    "backstory ", "recall ", "remember ", "fact ", "brief ", "uninstall ", "a", "ü", "-x ", "A=1 ", "$(id)", "`id`",
)  # fmt: skip
SIGNS = tuple("'\";|&$><(){}*?~#!\\\n\t =%,")
TYPED_QUOTES = "‘’‚‛“”„"
PIECES = st.sampled_from([*WORDS, *SIGNS])


@given(st.sampled_from(COMMANDS), st.text(st.characters(exclude_characters=f"\0{TYPED_QUOTES}"), max_size=40))
def test_a_quoted_text_is_allowed_whatever_it_says(command: str, text: str) -> None:
    assert is_allowed(f"backstory {command} {shlex.quote(text)}")


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=10))
def test_what_is_allowed_runs_one_command_of_ours_and_expands_nothing(pieces: list[str]) -> None:
    line = "backstory " + "".join(pieces)
    if not is_allowed(line):
        return
    script = f"PATH=\nbackstory() {{ printf '%s\\0' call \"$@\"; }}\n{line}\n"
    ran = subprocess.run(["/bin/bash", "-c", script], capture_output=True, env={"HOME": "/somewhere"}, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    words = ran.stdout.decode().split("\0")[:-1]
    assert words == ["call", *shlex.split(line)[1:]]
    assert words[1] in COMMANDS or words[1:] == list(BARE)


@pytest.mark.parametrize(
    "line",
    [
        "", "backstory", "backstory uninstall --yes", "backstory brief --output x", "backstory recall x; rm -rf .",
        "backstory recall $(id)", 'backstory recall "$(id)"', 'backstory recall "`id`"', "backstory recall x > y",
        "backstory recall x\nid", "backstory recall 'x", "A=1 backstory recall x", "cd x && backstory recall y",
        "./backstory recall x", "backstory --project-root x recall y", "backstory retract --help", "backstory recall ~",
    ],
)  # fmt: skip
def test_everything_else_is_asked_for(line: str) -> None:
    assert not is_allowed(line)


@pytest.mark.parametrize("sign", TYPED_QUOTES)
def test_a_typographic_quote_is_asked_for_because_powershell_ends_a_text_with_it(sign: str) -> None:
    assert not is_allowed(f"backstory remember fact 'x{sign}; rm -r src; {sign}y'")


def test_bare_commands_take_no_argument() -> None:
    assert all(is_allowed(f"backstory {name}") and not is_allowed(f"backstory {name} x") for name in BARE)
