"""Rules for a part of the project keep the words that name it, and lie at its folder."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates

FOLDERS = {"src/api", "api", "tests", "src/payments"}


def find_rules(prompt: str) -> list[tuple[str, tuple[str, ...]]]:
    candidates = find_candidates([Turn("user", prompt, line=1)], known_paths=lambda path: path.strip("/") in FOLDERS)
    return [(one.text, one.anchors) for one in candidates if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "rules"),
    [
        (
            "rules for the api folder: never return raw rows. always validate the body with zod.",
            ["for the api folder: never return raw rows", "for the api folder: always validate the body with zod"],
        ),
        ("In src/api, never import from the ui package.", ["In src/api: never import from the ui package"]),
        ("For everything under src/api: always use the typed client.",
         ["For everything under src/api: always use the typed client"]),
        ("Regeln für den Ordner api: nie rohe Zeilen zurückgeben. Immer mit zod prüfen.",
         ["für den Ordner api: nie rohe Zeilen zurückgeben", "für den Ordner api: Immer mit zod prüfen"]),
        ("règles pour le dossier api : ne jamais renvoyer de lignes brutes",
         ["pour le dossier api: ne jamais renvoyer de lignes brutes"]),
        ("reglas para la carpeta api: nunca devolver filas crudas",
         ["para la carpeta api: nunca devolver filas crudas"]),
        ("the tests folder: never use sleep", ["the tests folder: never use sleep"]),
        ("## src/api rules\n- never return raw rows\n- always validate the body",
         ["src/api: never return raw rows", "src/api: always validate the body"]),
    ],
)  # fmt: skip
def test_a_rule_for_a_folder_keeps_its_place(prompt: str, rules: list[str]) -> None:
    found = find_rules(prompt)
    assert [text for text, _ in found] == rules
    assert all(anchors for _, anchors in found), "it lies at the folder"


def test_what_is_said_of_all_files_has_no_place() -> None:
    prompt = "in the payments module: never log card numbers. from now on always write tests first."
    assert find_rules(prompt) == [
        ("in the payments module: never log card numbers", ("src/payments",)),
        ("from now on always write tests first", ()),
    ]


@pytest.mark.parametrize(
    "rule",
    [
        "don't use urllib, use http.client instead",
        "nimm nicht urllib, sondern http.client",
        "no uses urllib, usa http.client",
        "API v1 is frozen until v2 ships",
        "the docs are frozen until the release",
        "docs/ is frozen until the translators are done",
        "die API v1 ist eingefroren, bis v2 raus ist",
        "l'API v1 est gelée jusqu'à la sortie de v2",
        "la API v1 está congelada hasta que salga v2",
    ],
)
def test_what_to_use_instead_and_what_is_closed_is_a_rule(rule: str) -> None:
    assert [text for text, _ in find_rules(rule)] == [rule]


@pytest.mark.parametrize(
    "prompt",
    [
        "don't use the blue one, use the red one instead",
        "the screen is frozen until I move the mouse",
        "the account is locked until the user confirms the address",
        "write in docs/x.md: never mention prices",
        "the page is frozen until the request ends",
    ],
)
def test_what_the_product_does_and_what_is_at_hand_is_no_rule(prompt: str) -> None:
    assert not find_rules(prompt)
