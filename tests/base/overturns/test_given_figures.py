"""Figures of the same thing, where the verbs with which they are given differ."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def values(*talk: str) -> set[tuple[str, str]]:
    """The former value and the one in force of all that was replaced."""
    rows = [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    return {(one.figure.written, one.value) for one in find_overturns(rows) if one.figure is not None}


@pytest.mark.parametrize(
    ("first", "later", "done", "old", "new"),
    [
        (
            "tiene que ganar el más corto. el valor por defecto son 30 segundos",
            "desactivarlos no, pero pon el valor por defecto a 5 minutos",
            "Valor por defecto: 5 minutos en vez de 30 segundos.",
            "30 segundos",
            "5 minutos",
        ),
        (
            "el tamaño de la cola son 200 mensajes",
            "pon el tamaño de la cola a 500 mensajes",
            "La cola tiene ahora 500 mensajes.",
            "200",
            "500",
        ),
        (
            "la valeur par défaut est 30 secondes",
            "mets la valeur par défaut à 45 secondes",
            "La valeur par défaut est maintenant 45 secondes.",
            "30 secondes",
            "45 secondes",
        ),
    ],
)
def test_the_verbs_that_give_a_value_say_nothing_of_its_thing(
    first: str, later: str, done: str, old: str, new: str
) -> None:
    assert values(first, "Hecho.", later, done) == {(old, new)}


@pytest.mark.parametrize(
    ("first", "later", "done"),
    [
        (
            "el límite de la importación son 4 procesos",
            "pon el límite de la exportación a 8 procesos",
            "La exportación usa 8 procesos.",
        ),
        ("la caché son 30 megas", "pon la cola a 45 megas", "La cola tiene 45 megas."),
    ],
)
def test_values_of_two_things_both_hold(first: str, later: str, done: str) -> None:
    assert values(first, "Hecho.", later, done) == set()
