"""What somebody else keeps is a rule, however the sentence before it goes."""

import pytest

from backstory.capture.rules.kept_files import SURE, measure_kept
from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt


@pytest.mark.parametrize(
    "text",
    [
        "el CHANGES.md lo lleva Lucía, ni lo abras",
        "de la base de datos se encarga Pedro, ahí no entres",
        "il changelog lo tiene Marta, non toccarlo",
        "il file di configurazione è roba di Ian, lascialo stare",
        "le changelog, c'est Léa qui s'en occupe, n'y touche pas",
        "das Changelog macht Tom, Finger weg",
        "die Migrationen macht Jana, da gehst du nicht ran",
        "o changelog é com a Bia, nem abra",
        "quem cuida do deploy.yml é o Rui, deixa quieto",
        "de changelog doet Kees, blijf eraf",
    ],
)
def test_a_file_that_somebody_keeps_is_a_rule_beyond_doubt(text: str) -> None:
    assert measure_kept(text.lower()) == SURE
    prompt = f"update_min_steps no, eso cuenta pasos y no tiempo, con elementos lentos no ves nada. {text}"
    rules = [one for one in select_prompt(prompt) if one.kind == "rule"]
    assert [(one.text, one.confidence) for one in rules] == [(text, SURE)]


@pytest.mark.parametrize(
    "text",
    [
        "vale, el README lo hago yo mañana",
        "el test lo escribe luego Ana, da igual",
        "das Changelog macht Tom, frag ihn nach dem Format",
        "le changelog, c'est Léa qui l'a écrit",
        "il changelog lo tiene Marta",
        "la culpa es de React, no toques el router",
        "la variable la tiene definida, no la cambies",
        "le problème est à corriger demain, n'y touchez pas",
        "das macht Sinn, lass es so",
        "o bug é da biblioteca, não mexe nisso",
        "el login lo lleva Juan, no lo toques hasta que acabe",
        "das macht der Compiler, lass das so",
    ],
)
def test_who_does_something_is_no_ban(text: str) -> None:
    assert measure_kept(text.lower()) == 0.0


def test_a_ban_on_them_names_what_they_are() -> None:
    text = "the locale files go through Transifex, never edit them by hand"
    assert [one.text for one in find_rules(text)] == [text]


def test_what_the_agent_does_not_do_since_the_person_does() -> None:
    text = "tú no haces push, lo hago yo cuando lo vea"
    assert [one.text for one in find_rules(f"vale. commit. {text}")] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "tú no ejecutas los tests, por eso no ves el fallo",
        "tú no haces los tests porque no te los pedí",
        "tú no tocas el CSS y se ve mal igual",
    ],
)
def test_what_somebody_does_not_do_is_no_ban(text: str) -> None:
    assert find_rules(text) == []
