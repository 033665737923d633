"""A ban in another language is a rule where it says why, how often, or who does it instead."""

import pytest

from backstory.capture.rules.rules import find_rules


@pytest.mark.parametrize(
    "prompt",
    [
        "El esquema no lo toques, que lo está cambiando Rosa.",
        "No lances la suite entera cada vez, tarda diez minutos.",
        "Tú no toques los tipos.",
        "La libreria corre en Node 12, nada de `?.`, que luego llegan los issues.",
        "Non usare lodash, perché lo vogliamo togliere.",
        "Il changelog non modificarlo, lo scrive Anna.",
        "Ne touche pas au schéma, c'est Paul qui décide.",
        "Ne lance pas toute la suite à chaque fois.",
        "Lass nicht jedes Mal alle Tests laufen.",
        "Das Schema fasst du nicht an, das macht Rosa.",
        "Não altere o esquema, porque a Rosa está mudando.",
        "Draai niet elke keer alle tests, dat duurt tien minuten.",
    ],
)
def test_a_ban_with_its_reason_is_a_rule(prompt: str) -> None:
    assert [one.kind for one in find_rules(prompt)] == ["rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "No lo hagas todavía, que falta el test.",
        "Para esto no pases los tests, es una línea.",
        "Ne commite pas encore, parce que le test est rouge.",
        "Só nessa, não use o prefixo, que é um fork.",
        "Heute fass das Schema nicht an, weil Rosa noch testet.",
        "¿No toques eso, que se rompe?",
        "El botón no hace nada, porque falta el handler.",
    ],
)
def test_what_is_forbidden_for_now_or_only_told_is_none(prompt: str) -> None:
    assert find_rules(prompt) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "Push erst wenn die CI grün ist.",
        "push bitte erst, nachdem ich drübergeschaut habe",
        "Push nicht, bevor Petra ihr OK gegeben hat.",
        "ne pousse qu'après ma relecture",
        "pousse seulement quand la CI est verte",
        "ne commite rien sans lancer les tests",
        "haz push solo cuando pasen los tests",
        "no hagas commit sin pasar el linter",
    ],
)
def test_what_has_to_be_before_work_is_given_away_is_a_rule(prompt: str) -> None:
    assert [one.kind for one in find_rules(prompt)] == ["rule"]


@pytest.mark.parametrize(
    "prompt", ["Push das jetzt erst mal.", "push erst wenn du fertig bist", "pousse quand tu veux", "haz push ahora"]
)
def test_an_order_to_give_it_away_is_none(prompt: str) -> None:
    assert find_rules(prompt) == []
