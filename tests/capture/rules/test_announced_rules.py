"""What follows `rules:` is a rule of the work, and not news, nor a rule of a game or a business."""

import pytest

from backstory.capture.selection import select_prompt
from backstory.capture.text.prose import read_sentences


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in select_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "rules: 1.2.3 was released",
        "rules: 1.2.3 was released yesterday, we can go on",
        "the rules of chess: a pawn moves one square, a knight jumps, a bishop moves diagonally",
        "implement chess. rules: pawns can only move forward; the king must never stay in check; castling is done once",
        "here are the rules of the game: each player has 5 cards, the first to 21 wins",
        "Game rules:\n- each player draws a card\n- never reveal the hidden card\n- the player with most points wins",
    ],
)
def test_news_and_rules_of_a_game_are_none(prompt: str) -> None:
    assert list_rules(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "number"),
    [
        ("Rules: no new deps; Python 3.8; tests in tests/unit", 3),
        ("rules: C99", 1),
        ("rules: never commit to main", 1),
        ("rules: 3.8 is our oldest Python, so no match statement", 1),
        ("rules: every player class has tests, never mock the board", 1),
    ],
)
def test_rules_of_the_work_are_some(prompt: str, number: int) -> None:
    assert len(list_rules(prompt)) == number


@pytest.mark.parametrize(
    ("prompt", "number"),
    [
        ("While we're at it, so that I don't forget, house rules for this fork: no var. Core stays at Java 8.", 2),
        ("Damit ich es nicht vergesse, unsere Regeln hier: keine neuen Pakete. Commits auf Englisch.", 2),
        ("Rules, in no particular order: the adapter stays as it is. No new dependency.", 2),
        ("Les règles, pêle-mêle : l'adaptateur ne bouge pas. Aucune nouvelle dépendance.", 2),
        ("Die Regeln, ungeordnet: der Adapter bleibt wie er ist. Keine neuen Abhängigkeiten.", 2),
        ("Las reglas, sin orden: el adaptador no se toca. Ninguna dependencia nueva.", 2),
        ("Ah, et autre règle que j'ai oubliée hier : pas de variables globales, jamais", 1),
        ("rules, pasted from our guide:\n- no new deps\n- commits are signed off\n- `shop/` stays as it is", 3),
    ],
)
def test_an_aside_between_the_word_for_rules_and_the_colon_changes_nothing(prompt: str, number: int) -> None:
    assert len(list_rules(prompt)) == number


@pytest.mark.parametrize(
    ("prompt", "is_wide"),
    [
        ("in this repo, always use tabs everywhere", False),
        ("always use ruff everywhere in this repo", False),
        ("rules for the examples: type hints everywhere, no print, max 80 lines a file", False),
        ("use create_table_parser, not regexes, everywhere in db.py", False),
        ("nimm pathlib statt os.path überall in tools/", False),
        ("always use `Reader.rows` everywhere, never the cursor", False),
        ("always use parse_date everywhere, never strptime", False),
        ("from now on name the timeouts in seconds everywhere in the API", False),
        ("immer UTC speichern, überall im Backend", False),
        ("never rename public functions, they are used everywhere", False),
        ("stop adding logging everywhere, I have to remove it each time", False),
        ("please don't put comments everywhere", False),
        ("never touch the vendored parser, its headers are included everywhere", False),
        ("always use tabs everywhere", True),
        ("always answer me in German, everywhere", True),
        ("never add a co-author line to commits, that goes everywhere", True),
        ("always use parse_date everywhere in all my projects", True),
        ("From now on use British spelling in all my projects, also in the commit messages", True),
    ],
)
def test_everywhere_in_one_place_is_not_every_project(prompt: str, is_wide: bool) -> None:
    rules = [one for one in select_prompt(prompt) if one.kind == "rule"]
    assert rules
    assert all(("everywhere" in one.tags) == is_wide for one in rules)


TERMS = """first my terms, I write them only once: (1) no force unwrap, the app crashed on one. (2) Never test with
the live server, results are on the board."""
HOUSE = """Rules of my house, I write once. 1) No new package in pubspec. 2) You format only the file that you wrote.
Last time somebody formatted it all."""
SHOW = """rules of the house:
* this machine also runs the show. the daemon took 3 gigs. so ./gradlew jvmTest and that's the only gradle you run
* nothing gets built after 18:30. ever.
* do not send anything to the desk. someone did in 2024"""
STOCK = """Quelques consignes, on m'a élu pour ça :
- vous ne touchez JAMAIS à stock.db, c'est la vraie. Seulement essai.db.
- pas de VACUUM : il réécrit tout. On a explosé le forfait en juin
- les tests : python -m pytest tests/stock"""


@pytest.mark.parametrize(
    ("prompt", "rules"),
    [
        (
            TERMS,
            [
                "no force unwrap, the app crashed on one",
                "Never test with the live server, results are on the board",
            ],
        ),
        (HOUSE, ["No new package in pubspec", "You format only the file that you wrote"]),
        (
            SHOW,
            [
                "./gradlew jvmTest and that's the only gradle you run",
                "nothing gets built after 18:30",
                "do not send anything to the desk",
            ],
        ),
        (
            STOCK,
            [
                "vous ne touchez JAMAIS à stock.db, c'est la vraie",
                "Seulement essai.db",
                "pas de VACUUM : il réécrit tout",
                "les tests : python -m pytest tests/stock",
            ],
        ),
        (
            "rules:\n- 100 cols\n- conventional commits\n- no new deps",
            ["100 cols", "conventional commits", "no new deps"],
        ),
    ],
)
def test_each_item_of_a_list_is_one_rule(prompt: str, rules: list[str]) -> None:
    assert list_rules(prompt) == rules


def test_what_else_an_item_says_is_the_reason_of_its_rule() -> None:
    prompt = "The rules of the house:\n- never run Build.ps1. It packs and publishes to the feed\n- no Span APIs in src"
    assert [(one.text, one.why) for one in select_prompt(prompt)] == [
        ("never run Build.ps1", "It packs and publishes to the feed"),
        ("no Span APIs in src", ""),
    ]


def test_a_pattern_of_packages_ends_no_rule() -> None:
    assert list_rules("Always run go test ./... with -race before you push.") == [
        "Always run go test ./... with -race before you push"
    ]
    assert list_rules("Always run go test ./... Then tell me what is red.") == ["Always run go test ./..."]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("And while I think of it: Please always keep rubocop green", "always keep rubocop green"),
        ("While I remember: never touch the staging box", "never touch the staging box"),
        ("PS: never touch the lang files", "never touch the lang files"),
        ("Last thing: the README is Dorota's, hands off", "the README is Dorota's, hands off"),
        ("If I may: no emojis in commit messages", "no emojis in commit messages"),
        ("Bevor ich es vergesse: niemals auf main pushen", "niemals auf main pushen"),
        ("Ah yes: never edit the generated files", "never edit the generated files"),
    ],
)
def test_what_leads_to_a_rule_is_none_of_it(prompt: str, rule: str) -> None:
    assert list_rules(prompt) == [rule]


@pytest.mark.parametrize(
    "prompt", ["And my boss thinks we should never use tabs", "While I think of it, I would like a test"]
)
def test_what_others_think_and_wishes_by_the_way_are_no_rules(prompt: str) -> None:
    assert not [one for one in select_prompt(prompt) if one.kind == "rule"]


def test_rules_stand_in_a_list_below_a_list_item() -> None:
    prompt = """Plan for today:
- build the exporter for CSV
- Also please note the house rules, I won't repeat them:
  - no new dependencies
  - tests next to the module they test
  - commit messages in the imperative
- afterwards look at the flaky test"""
    assert list_rules(prompt) == [
        "no new dependencies",
        "tests next to the module they test",
        "commit messages in the imperative",
    ]


def test_what_follows_a_nested_list_belongs_to_the_outer_one() -> None:
    message = "Left:\n- the parser:\n  - strings\n    wrapped\n  - numbers\n- the docs"
    places = [(one.text, one.heading, one.section) for one in read_sentences(message, person=True) if one.item]
    assert places == [
        ("the parser:", "left", ""),
        ("strings", "the parser", "left"),
        ("numbers", "the parser", "left"),
        ("the docs", "left", ""),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Please note the house rules, I won't repeat them:",
        "Bitte beachte unsere Regeln:",
        "Respecte nos règles :",
    ],
)
def test_a_line_asks_to_keep_the_rules_below_it(line: str) -> None:
    assert len(list_rules(f"{line}\n- no new dependencies\n- tests next to the module they test")) == 2
