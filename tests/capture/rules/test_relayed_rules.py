"""Rules in the words of others: only what the person takes over, and only what is put as a rule."""

import pytest

from backstory.capture.prompts import read_prompt


def find_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        (
            "Ana  9:14\nwe never log a request body, ever\n\nshe's right, take it out",
            "Ana: we never log a request body, ever",
        ),
        (
            "> Piotr: hands off gen/, it comes from the schema\n\nfair point. move it",
            "Piotr: hands off gen/, it comes from the",
        ),
        (
            (
                "Amara has read the commit and I have her review here, I copy it:\n\n> 1. The loop can stop earlier.\n"
                "> 2. I read commit by commit, so never squash or amend what is committed, put a new commit on top.\n\n"
                "Can you do point 1 first?"
            ),
            "Amara: never squash or amend what is committed",
        ),
        (
            (
                "Bruno went over the branch, I paste what he writes:\n\n> 1. Nice test.\n> 2. Never catch Exception in"
                " this package, only what the driver raises.\n\nPlease work through it."
            ),
            "Bruno: Never catch Exception in this package",
        ),
        ("my mentor says one must never swallow an exception. so let's see", "one must never swallow an exception"),
        ("Vera (ops) wrote: nothing in deploy/ is edited by hand, ever. noted", "nothing in deploy/ is edited by hand"),
        ('The maintainers left a note: "run `make gen` before each commit". ok', "run `make gen` before each commit"),
        (
            "ticket:\n\nDefinition of done:\n- it works\n- no public method is added without a test\n\nplease start",
            "no public method is added without a test",
        ),
    ],
)
def test_a_rule_is_passed_on(prompt: str, rule: str) -> None:
    assert any(rule in one for one in find_rules(prompt)), find_rules(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "Ana  9:14\nwe never log a request body, ever\n\nStart with the parser.",  # nobody takes it over
        "The customer writes:\n\n> Never send us two mails, always one.\n\nFix it please.",  # of no colleague
        "The tool prints:\n\n```\nhint: never run as root, always quote globs\n```\n\nFix it please.",
        "Ana: or never touch axios again and take ky\nPiotr: I'm not rewriting that\n\nhe's right",
        "User: the app must always remember my filter\n\nfix that please",
        "The docs say that one must never call it twice. Do we?",
        "Definition of done:\n- the list is always sorted\n- the user never sees a stack trace\n\nplease start",
    ],
)
def test_what_is_only_relayed_is_none(prompt: str) -> None:
    assert find_rules(prompt) == []


def test_a_rule_that_points_at_what_was_said_has_it_in_front() -> None:
    prompt = (
        "Ola 11:31\nthe box is small. CARGO_BUILD_JOBS=1 before any build\n\nso please always with that from now on"
    )
    assert find_rules(prompt) == ["CARGO_BUILD_JOBS=1 before any build: always with that from now on"]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ('the reviewer wrote "you should always validate on the server too" on line 40. is he right?', ""),
        ('He commented: "don\'t ever call this from the UI thread". What could go wrong?', ""),
        ('My colleague said "don\'t ever rebase shared branches". Why not?', ""),
        ("Our architect says: never call billing synchronously. Where do we still do that?", "never call billing"),
        ('Marta said "no raw SQL in controllers", and she is right, so move that query', "no raw SQL in controllers"),
    ],
)
def test_what_the_person_asks_about_is_not_taken_over(prompt: str, rule: str) -> None:
    rules = find_rules(prompt)
    assert rules == [] if not rule else any(rule in one for one in rules)


LETTER = "From now on please always send the invoice as PDF. Never send it as a link, they can't open it."


@pytest.mark.parametrize(
    ("prompt", "is_rule"),
    [
        (f"Here is what support sent me:\n\nHi team, customers ask. {LETTER} Thanks, Jo\n\nWhere is that mail?", False),
        (f"see below what the PM wrote\n\nhey folks, {LETTER} cheers\n\ndraft a reply", False),
        (f"For context.\n\nDear Mara,\n{LETTER}\nBest regards\nH. Wolff\n\nwhich job sends them?", False),
        (f"Fix the header.\n\nHey, and one more thing: {LETTER}", True),
        (f"Hi Claude, {LETTER} Thanks", True),
    ],
)
def test_a_letter_that_is_pasted_is_not_the_person(prompt: str, is_rule: bool) -> None:
    assert bool(find_rules(prompt)) is is_rule
