"""What a person relays in the words of others is no rule of theirs."""

import pytest

from backstory.capture.prompts import read_prompt


@pytest.mark.parametrize(
    "block",
    [
        "> Mirela 09:42  never send a body again, always use GET\n> Mirela 09:43  from now on no more than five calls",
        "Mirela 09:42  never send a body again, always use GET\nMirela 09:43  from now on no more than five calls",
        "[09:42] Mirela: never send a body again, always use GET\n[09:43] Mirela: from now on no more than five calls",
        "Mirela  9:42 AM\nnever send a body again, always use GET\nfrom now on no more than five calls",
        "Mirela: never send a body again, always use GET\nTom: from now on no more than five calls",
        "> never send a body again, always use GET\n> from now on no more than five calls",
    ],
)
def test_demands_in_a_chat_are_no_rules(block: str) -> None:
    prompt = f"This is what Mirela answered in the channel, all of it:\n\n{block}\n\nStart with the parser."
    assert [one for one in read_prompt(prompt) if one.kind in ("rule", "decision")] == []


def test_rules_of_the_person_below_a_chat_stay() -> None:
    prompt = (
        "This is what Mirela answered in the channel:\n\n> Mirela 09:42  never send a body again, always use GET\n\n"
        "From now on never use tabs in the tests."
    )
    assert [one.quote for one in read_prompt(prompt) if one.kind == "rule"] == [
        "From now on never use tabs in the tests."
    ]
