"""What is said in passing within an order is read by itself, and quoted with all of it."""

import pytest

from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt
from backstory.memory.intake.candidates import MIN_CONFIDENCE


@pytest.mark.parametrize(
    ("order", "aside"),
    [
        ("add a retry to the client and while you're there, ", "we don't do default exports in this codebase"),
        ("fix the parser, and by the way, ", "never commit the snapshots"),
        ("Bau den Export ein, und nebenbei: ", "hier nehmen wir keine Singletons"),
        ("Ajoute le bouton, au passage, ", "on n'utilise jamais de float pour l'argent ici"),
        ("arregla el login, por cierto, ", "aquí usamos siempre pnpm"),
    ],
)
def test_a_rule_in_passing(order: str, aside: str) -> None:
    (rule,) = [one for one in select_prompt(order + aside) if one.kind == "rule"]

    assert rule.text == aside
    assert rule.quote == order + aside
    assert rule.confidence >= MIN_CONFIDENCE


@pytest.mark.parametrize(
    "prompt",
    [
        "add a retry and while you're there, remove the unused import",
        "fix the parser, and by the way, the server is slow today",
        "Bau den Export ein, und nebenbei: der Server läuft wieder",
    ],
)
def test_another_order_in_passing_is_none(prompt: str) -> None:
    assert not find_rules(prompt)


def test_what_comes_to_mind_behind_an_order_is_sure() -> None:
    prompt = (
        "Write the test for the zero now. And while I think of it: no unwrap and no expect outside of tests, a"
        " benchmark that panics is a way to lose friends."
    )
    (rule,) = [one for one in select_prompt(prompt) if one.kind == "rule"]
    assert rule.text.startswith("no unwrap and no expect") and rule.confidence >= MIN_CONFIDENCE
