"""What a prompt wants to have run, in whatever words."""

import pytest

from backstory.base.purposes import find_purposes
from backstory.base.tokenizer import split_words


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        ("verify that nothing broke", "test"),
        ("make sure everything still works before I commit", "test"),
        ("how can I see whether my change broke something?", "test"),
        ("ist noch alles in Ordnung? prüfe, dass nichts kaputt ist", "test"),
        ("what should I execute prior to pushing?", "test"),
        ("is the code clean according to our static analysis?", "lint"),
        ("what's the command for the type checker", "types"),
        ("compile the binary", "build"),
        ("how do I build an apk?", "build"),
        ("I just cloned it, how do I get it running?", "launch"),
        ("start the server", "launch"),
        ("what command brings up the dev server?", "launch"),
        ("which script starts the dev server", "launch"),
        ("put the latest build onto my tablet", "deploy"),
        ("how do I cut a release?", "deploy"),
    ],
)
def test_a_purpose_is_known_by_the_phrases_of_daily_work(text: str, purpose: str) -> None:
    assert find_purposes(split_words(text)) == {purpose}


@pytest.mark.parametrize(
    "text",
    [
        "build a birdhouse with my kid",
        "how do I get going with yoga",
        "the linter complained about the parser yesterday and Ines has written a long mail on what she thinks of it",
        "rename the builder",
        "which port does the dev server use",
        "what port is the dev server on",
        "quel port prend le dev server",
        "how does the english package build plurals",
        "what should I do before committing to a gym?",
        "tests",
        "",
    ],
)
def test_other_prompts_have_none(text: str) -> None:
    assert not find_purposes(split_words(text))
