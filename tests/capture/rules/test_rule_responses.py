"""Rules by which people respond to the work: complaints, corrections, what belongs where, how they like it."""

import pytest

from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt
from backstory.memory.intake.candidates import MIN_CONFIDENCE

RULES = [
    "why did you edit the generated client again?",
    "Why is yarn.lock in this diff again?",
    "didn't I tell you not to touch theme.css?",
    "you put the mocks into the fixtures folder without me, and you keep adding files I never asked for",
    "warum hast du schon wieder die Konfiguration verändert?",
    "pourquoi tu as encore modifié le schéma ?",
    "¿por qué has cambiado otra vez el esquema?",
    "je t'ai déjà dit de ne pas toucher aux traductions",
    "ya te dije que nunca edites las traducciones",
    "please stop creating summary files for every change",
    "arrête de créer des fichiers temporaires partout",
    "no, not a mixin, we use plain modules here",
    "nein, kein Singleton, hier nehmen wir einfache Module",
    "non, pas un mixin, ici on utilise des modules simples",
    "no, un mixin no, aquí usamos módulos simples",
    "no, fixtures are plain objects in this project",
    "only SQL in store/, no ORM",
    "in jobs/ never any network",
    "in worker/ nur asyncio, keine Prozesse",
    "dans core/ uniquement du Python pur, pas de Django",
    "en core/ solo Python puro, nada de Django",
    "nothing in core/ imports from web/",
    "no classes in lib/ other than dataclasses",
    "constants live next to the code that uses them, not in a shared file",
    "kebab-case for file names",
    "I'd rather we didn't have any more global state in this codebase",
    "This is how I like it: one test, one change, one commit.",
    "the rule about tests only holds for core, not for scripts",
    "I don't want more wrapper scripts unless I ask for them",
    "as I said, no ORM in store/",
    "wie gesagt: in worker/ keine Prozesse",
]
OTHERS = [
    "why is the test red again?",
    "why did you choose SQLite here?",
    "you broke it again",
    "didn't I mention the colour?",
    "why does it keep asking for a password?",
    "warum geht das schon wieder nicht?",
    "pourquoi le fichier a changé ?",
    "¿por qué no funciona otra vez?",
    "stop the server",
    "arrête le serveur",
    "hör auf, der Ansatz ist falsch",
    "no, it is upper case in the mockup",
    "in jobs/ there are two files with that name",
    "only one import is left in web/",
    "only fix the header in web/",
    "nothing works in core/ since the move",
    "you are dumb this morning",
    "In the meantime we never heard back from them.",
    "immer wenn ich speichere, stürzt er ab",
    "nunca me funcionó eso",
    "No, I don't like that at all.",
    "don't use sed there, the file is huge",
    "kebab-case for this one",
    "schon wieder Kommentare auf Englisch",
    "otra vez comentarios en inglés...",
    "no total is shown in `Overview`",
]


def _list_loaded(prompt: str) -> list[str]:
    chosen = select_prompt(prompt)
    return [one.text for one in chosen if one.kind == "rule" and one.confidence >= MIN_CONFIDENCE]


@pytest.mark.parametrize("prompt", RULES)
def test_a_response_to_the_work_is_a_rule(prompt: str) -> None:
    assert len(_list_loaded(prompt)) == 1


@pytest.mark.parametrize("prompt", OTHERS)
def test_what_only_sounds_like_one_is_none(prompt: str) -> None:
    assert not _list_loaded(prompt)


@pytest.mark.parametrize("lead", ["as I said, ", "wie gesagt: "])
def test_a_rule_that_is_said_again_begins_without_saying_so(lead: str) -> None:
    (rule,) = find_rules(f"{lead}no ORM in store/")

    assert rule.text == "no ORM in store/"
    assert rule.quote.startswith(lead)


def test_a_list_whose_items_begin_alike_is_no_output() -> None:
    items = ["use hooks for fetching", "use the central client", "name the types"]

    prompt = "\n".join(f"- ALWAYS {item}" for item in items)

    assert [one.text for one in find_rules(prompt)] == [f"ALWAYS {item}" for item in items]
