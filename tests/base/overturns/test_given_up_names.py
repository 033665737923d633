"""Options, headings and versions that a prompt gives up for others are marked where they were stated."""

import pytest

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns


def mark(*texts: str) -> list[str]:
    """What is marked in prompts and answers, which begin with `> `: the former value and the one in force."""
    rows = [Spoken(0, text.removeprefix("> ").split("|"), is_person=not text.startswith("> ")) for text in texts]
    marks = [(one.row, one.figure.written, one.value) for one in find_overturns(rows) if one.figure is not None]
    return [f"{row}: {old} -> {new}" for row, old, new in sorted(marks)]


@pytest.mark.parametrize(
    ("texts", "marked"),
    [
        (
            ("Call the option --keep for now.", "> It is there.",
             "Rosa does not like --keep.|So the option is called --retain.", "> The option is `--retain`."),
            ["0: --keep -> --retain"],
        ),
        (
            ("A flag --quick, please.", "> `--quick` skips the scan.",
             "--quick is misleading, it should be called --no-scan", "> Done."),
            ["0: --quick -> --no-scan", "1: --quick -> --no-scan"],
        ),
        (
            ("I want it in 2.4.", "> Fine.", "2.4 is closed and we are not in it, so it goes out with 2.5.", "> Good."),
            ["0: 2.4 -> 2.5"],
        ),
        (
            ("Put them under 'Extra Columns'.", "> They stand under 'Extra Columns'.",
             "Ben wants them to say 'Optional Columns', like the docs.", "> 'Optional Columns' it is."),
            ["0: Extra Columns -> Optional Columns", "1: Extra Columns -> Optional Columns"],
        ),
    ],
)  # fmt: skip
def test_a_value_that_was_given_up_is_marked(texts: tuple[str, ...], marked: list[str]) -> None:
    assert mark(*texts) == marked


@pytest.mark.parametrize(
    "texts",
    [
        ("Call the option --keep.", "> Done.", "Add --retain to be used with --keep.", "> Done."),
        ("We support 2.4.", "> Yes.", "It breaks with 2.5, not with 2.4.", "> I see."),
        ("Put them under 'Extra Columns'.", "> Done.", "And the rest under 'Hidden Rows'.", "> 'Hidden Rows' it is."),
        ("Does --keep work?", "> Yes.", "And why is it called --keep and not --retain?", "> It was the first name."),
    ],
)
def test_a_value_that_holds_is_not_marked(texts: tuple[str, ...]) -> None:
    assert mark(*texts) == []
