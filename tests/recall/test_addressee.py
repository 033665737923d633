import pytest

from backstory.recall.addressee import is_for, known_as

BEN = "Ben Lindqvist <ben@shop.test>"


@pytest.mark.parametrize("to", ["Ben", "ben", "@ben", "BEN LINDQVIST", "ben@shop.test", "Ben Lindqvist <ben@shop.test>",
                                "Ada, Ben", "ada and ben", "Ada & Ben", "", "  "])  # fmt: skip
def test_for_ben(to: str) -> None:
    assert is_for(to, BEN, "")


@pytest.mark.parametrize(
    "to",
    [
        "Ada",
        "Benjamin",
        "lindqvist@shop.test",
        "ben@other.test",
        "B",
        "Lindqvist",
        "Ben Smith",
        "Ben Lindqvist <other@shop.test>",
    ],
)
def test_not_for_ben(to: str) -> None:
    assert not is_for(to, BEN, "")


def test_an_agent_has_a_name_too() -> None:
    assert is_for("claude-code", BEN, "claude-code")
    assert not is_for("codex", BEN, "claude-code")


def test_nobody_is_not_everybody() -> None:
    assert not is_for("Ben", "", "")
    assert is_for("", "", "")


def test_a_mail_alone_is_a_name() -> None:
    assert known_as("ben@shop.test") == {"ben@shop.test", "ben"}
