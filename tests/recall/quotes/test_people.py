"""Whom a prompt names."""

import pytest

from backstory.model.session import Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.people import list_people
from backstory.recall.quotes.utterances import read_utterances


@pytest.mark.parametrize(
    ("prompt", "people"),
    [
        ("Ilse says 32 is enough for the pumps. She measured it.", {"Ilse"}),
        ("Gwen looked at the reader, and it takes two passes.", {"Gwen"}),
        ("Seventeen seconds are fine. I read the name aloud to her, and she said at once that it is wrong.", set()),
        ("Beide Tests sind rot. Jana sagt, sie lässt sie so.", {"Jana"}),
        ("Although she agreed, keep the old form. Unless he writes, ship it.", set()),
        ("Whether he keeps the flag is open. Ravi would know, I asked him.", {"Ravi"}),
        ("Solange sie wartet, kein Release. Obwohl er drängt.", set()),
        ("Lorsque elle répond, on fusionne. Aunque él quiere otra cosa.", set()),
        ("Half of them came without the Accept-Encoding. He measured it by Accept-Language.", set()),
        ("Retries stay at 3, she said so. Headers are fine for him.", set()),
        ("Yesterday he was sure. By Friday she decides.", set()),
        ("Errors from the pool come late, she saw it.", set()),
        ("Gwen from finance says 30 days are enough.", {"Gwen"}),
    ],
)
def test_a_number_at_the_beginning_of_a_sentence_is_nobody(prompt: str, people: set[str]) -> None:
    session = Session(id="s", agent="claude-code", prompts=(Prompt(prompt, "2026-11-20T09:00:00Z", 1),))
    named = {name for one in read_utterances(PastWork((session,))) for name in list_people(one)}
    assert named == people
