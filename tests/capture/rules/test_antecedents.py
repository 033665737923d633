"""A rule that points at something is kept behind the words that name it, in few words, and once: in a brief it stands
alone, whatever the project calls the thing.
"""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.prompts import read_prompt


def list_rules(prompt: str) -> list[str]:
    turns = [Turn("user", prompt), Turn("assistant", "Understood.")]
    return [one.text for one in find_candidates(turns, known_paths=lambda path: False) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("without the signed-off-by. never put that in.", "the signed-off-by: never put that in"),
        ("no, without the banner. Never print that.", "the banner: Never print that"),
        ("Please revert the credits. Beatriz keeps those, nobody else edits that list.",
         "the credits: Beatriz keeps those, nobody else edits that list"),
        ("Sorry, take the version bump out again. Jonas does those on release day, nobody else touches that number.",
         "the version bump: Jonas does those on release day, nobody else touches that number"),
        ("Undo the changes in the glossary. The docs team maintains that, nobody else edits it.",
         "the glossary: The docs team maintains that, nobody else edits it"),
        ("revert NEWS.rst please. the release script writes that, nobody edits it by hand",
         "NEWS.rst: the release script writes that, nobody edits it by hand"),
        ("Mind who is there: the portal and the kiosk override find_page. So hands off its signature.",
         "the portal and the kiosk override find_page: hands off its signature"),
        ("Two customers parse stats.csv themselves. Never rename its columns.",
         "Two customers parse stats.csv themselves: Never rename its columns"),
        ("Revert the typo fixes in vendor/. Those files are synced nightly, never edit them.",
         "vendor/: Those files are synced nightly, never edit them"),
        ("The suite needs a network. This box has none. Always run it with the marker off.",
         "The suite needs a network: Always run it with the marker off"),
        ("Someone removed the header guard. Please put it back. We always keep those.",
         "Someone removed the header guard: We always keep those"),
    ],
)  # fmt: skip
def test_a_rule_begins_with_what_its_pronoun_stands_for(prompt: str, text: str) -> None:
    assert list_rules(prompt) == [text]


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("The help text is long. Keep it short from now on.", "Keep it short from now on"),
        ("Fix the parser first. Never assume that tests pass.", "Never assume that tests pass"),
        ("Fix the parser first. Never commit `dist/` and rebuild it.", "Never commit `dist/` and rebuild it"),
    ],
)  # fmt: skip
def test_a_rule_that_stands_alone_stays_as_it_is(prompt: str, text: str) -> None:
    assert list_rules(prompt) == [text]


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("Something about fixtures before you write more of them: no real customer names, ever.",
         "fixtures: no real customer names, ever"),
        ("Another word on logging, since you're at it: no print in library code, ever.",
         "logging: no print in library code, ever"),
        ("One more thing before you begin: tests never sleep.", "tests never sleep"),
        ("No, and never accept goldens wholesale.", "never accept goldens wholesale"),
        ("Put it in and commit; never squash my commits.", "never squash my commits"),
        ("Take it out and commit; subjects are imperative and lower case.", "subjects are imperative and lower case"),
        ("one more thing, when you write docs for this project: British spelling",
         "when you write docs for this project: British spelling"),
    ],
)  # fmt: skip
def test_an_opening_is_cut_off_where_the_rest_stands_alone(prompt: str, text: str) -> None:
    assert list_rules(prompt) == [text]


@pytest.mark.parametrize(
    "prompt",
    [
        "One thing before you start: where does main.py get its arguments from?",
        "One thing before you start: pull main, I merged the fix.",
    ],
)
def test_an_opening_alone_makes_no_rule(prompt: str) -> None:
    assert list_rules(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "rules"),
    [
        (
            "Infra answered: Petra owns the bucket policy. Ask her before changing ACLs.",
            ["Petra owns the bucket policy: Ask her before changing ACLs"],
        ),
        (
            "We have a DBA, Olek. Never add an index without asking him.",
            ["We have a DBA, Olek: Never add an index without asking him"],
        ),
        (
            "Karim runs the release. Never tag without telling him.",
            [
                "Karim runs the release: Never tag without telling him",
            ],
        ),
        ("Ask Ruth before you touch the ledger.", ["Ask Ruth before you touch the ledger"]),
        ("The client is slow. Ask them for the log.", []),
    ],
)
def test_a_rule_about_somebody_names_them(prompt: str, rules: list[str]) -> None:
    assert [one.text for one in read_prompt(prompt) if one.kind == "rule"] == rules
