"""What a commit has to look like, said beside the order to make one, is a rule; what one commit says is none."""

import pytest

from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "Commit it: message in English, `worker: ` in front, and signed off, or the bot turns it away.",
        "ok commit. subject in the imperative, at most 60 characters",
        "You can commit now, the title needs the ticket number in brackets: [SHOP-12].",
        "The subject has ING-412 in round brackets at the end.",
        "go ahead and open the PR, title with the ticket key",
        "commit this, without any emoji in the subject",
        "squash that into one commit, lower-case subject like all the others",
        "Committa pure, messaggio in inglese e prefisso `queue: `.",
        "Haz el commit, asunto en inglés, sin emojis.",
        "Mach bitte einen Commit, Betreff auf Englisch, höchstens 50 Zeichen.",
        "Bitte committen: `fix(rows): `, englisch, und hinten die Nummer.",
        "commit, `rows: ` and then what it does",
        "fais un commit, sujet en français et signé, sinon la CI râle",
    ],
)
def test_the_form_of_commits_is_a_rule(prompt: str) -> None:
    rules = find_rules(prompt)
    assert [one.kind for one in rules] == ["rule"]
    assert rules[0].confidence >= 0.8


@pytest.mark.parametrize(
    "prompt",
    [
        'commit with the message "fix the parser"',
        "commit it, then go on with the docs",
        "I committed it in English, the subject starts with `core: `.",
        "Is the subject in English?",
        "commit this once without a trailer, just this one",
        "The title of the page is in English, max 30 characters.",
        "the subject of the mail is in German",
    ],
)
def test_one_commit_and_other_messages_lay_nothing_down(prompt: str) -> None:
    assert find_rules(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "rules"),
    [
        (
            "Please commit. Our subjects begin with `core: ` and stay within 60 characters.",
            ["Our subjects begin with `core: ` and stay within 60 characters"],
        ),
        (
            "commit it. subject here starts with feat: or fix: and the body is one sentence. pushing i do",
            ["subject here starts with feat: or fix: and the body is one sentence", "pushing i do"],
        ),
        ("I do the pushing.", ["I do the pushing"]),
        ("The title of a PR begins with the package name.", ["The title of a PR begins with the package name"]),
        ("The subject of the mail begins with [ALERT].", []),
    ],
)
def test_forms_of_commits_and_who_pushes(prompt: str, rules: list[str]) -> None:
    assert [one.text for one in select_prompt(prompt) if one.kind == "rule"] == rules
