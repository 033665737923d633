"""A rule about `it` is kept with the words that name it, and not without them."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates


def list_rules(prompt: str) -> list[str]:
    turns = [Turn("user", prompt), Turn("assistant", "Understood.")]
    return [one.text for one in find_candidates(turns, known_paths=lambda path: False) if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "The dump from prod lies in /tmp/dump.sql. Never commit it",
        "We have a list of brand names in brand.txt. Never translate them",
    ],
)
def test_the_sentence_before_names_it(prompt: str) -> None:
    assert list_rules(prompt) == [prompt]


@pytest.mark.parametrize(
    "prompt",
    [
        "DB for the download stats: postgres://stats:[REDACTED]@10.0.4.7/crates, don't paste it anywhere.",
        "Here is the token: [REDACTED:token]. Never commit it.",
        "don't paste it anywhere",
    ],
)
def test_nothing_is_kept_about_a_secret_or_about_nothing(prompt: str) -> None:
    assert list_rules(prompt) == []
