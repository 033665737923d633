"""Questions for leave are told from other questions."""

import pytest

from backstory.base.leave_questions import asks_for_leave


@pytest.mark.parametrize(
    "text",
    ["can I edit the docs now?", "may we touch api.py again?", "is the schema still frozen?",
     "darf ich legacy wieder ändern?", "ist das Schema noch gesperrt?", "est-ce que je peux modifier le schéma ?",
     "¿puedo tocar el esquema?"],
)  # fmt: skip
def test_they_are_told(text: str) -> None:
    assert asks_for_leave(text)


@pytest.mark.parametrize(
    "text",
    ["can you edit the docs?", "where are the docs?", "I can edit the docs now", "what can the parser read?",
     "why is the test red?"],
)  # fmt: skip
def test_others_are_not(text: str) -> None:
    assert not asks_for_leave(text)
