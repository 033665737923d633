"""Rules that bound the work, by the form of the sentence."""

import pytest

from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt
from backstory.memory.intake.candidates import MIN_CONFIDENCE

DEMANDS = [
    "use create_table_parser, not regexes, everywhere in db.py",
    "for dates use pendulum instead of datetime in the whole project",
    "im ganzen Projekt nimm pathlib statt os.path",
    "usa pathlib, non os.path, in tutto il progetto",
    "nimm errors='replace' nicht, lieber abbrechen und die Zeile melden",
    "n'utilise pas axios, préfère fetch",
    "não use var, prefira const em todo o código",
    "the API must stay backwards compatible with v8",
    "l'API doit rester compatible avec la v3",
    "Das Format muss mit Version 2 lesbar bleiben",
    "el esquema debe seguir siendo compatible con la versión 4",
    "de output moet compatibel blijven met versie 2",
    "the image must stay below 200 MB",
    "Die Kodierung ist immer Windows-1252, nie UTF-8 annehmen",
    "the Docker image has to stay below 200 MB",
    "log with structlog, not print, across the whole service",
    "money is always Decimal, never float",
    "les montants sont toujours en centimes, jamais en euros",
    "usa sempre ponto e vírgula no fim das linhas",
    "gebruik altijd enkele quotes in de frontend",
]
NO_DEMANDS = [
    "use the branch fix/io, not main, for this commit",
    "use the new api, not the old one, everywhere",
    "nimm das zweite nicht, lieber das dritte",
    "the API is backwards compatible with v8",
    "for this to work the versions must stay compatible",
    "the parser must have been broken since v8",
    "the sidebar must stay under 300px",
    "the timestamps are always None, never a date",
    "a coluna está sempre vazia",
    "il server va sempre in timeout",
    "de tests falen altijd op CI",
    "os testes falham sempre no CI",
    "usa sempre a mesma porta?",
    "don't run it again, it takes ten minutes",
]


@pytest.mark.parametrize("text", DEMANDS)
def test_a_demand_by_its_form_is_a_rule_in_the_brief(text: str) -> None:
    assert [one.kind for one in select_prompt(text) if one.confidence >= MIN_CONFIDENCE] == ["rule"]


@pytest.mark.parametrize("text", NO_DEMANDS)
def test_what_only_reads_like_one_is_no_rule(text: str) -> None:
    assert not [one for one in find_rules(text) if one.kind == "rule"]


@pytest.mark.parametrize(
    "text",
    [
        "don't touch docs/changelog.rst",
        "please don't edit src/generated/, the build writes it",
        "use create_table_parser, not regexes, everywhere in db.py",
        "usa sempre ponto e vírgula no fim das linhas",
        "gebruik altijd tabs",
        "the API must stay backwards compatible with v8",
        "the code must be compatible with PHP 8.0.2 because the server has this version",
        "Python 3.9 has to keep working",
        "nimm errors='replace' nicht, lieber abbrechen und die Zeile melden",
        "please don't touch the other adapters (S3, SFTP) because they are from other people",
        "Do not run the whole test suite; it takes twenty minutes.",
    ],
)
def test_a_bound_of_the_work_is_a_rule(text: str) -> None:
    (rule,) = find_rules(text)
    assert rule.kind == "rule"


@pytest.mark.parametrize(
    "text",
    [
        "don't touch docs/changelog.rst yet",
        "don't edit a.py in this commit, that comes later",
        "did you touch docs/changelog.rst?",
        "the parser must be working again before lunch",
        "use the old parser here",
        "why must the API stay compatible with v8?",
        "I use spaces in my own projects",
        "Three is Deniz's work and comes in a pull request of its own, not here",
        "The name REQUEST_TIMEOUT is too narrow, because Deniz wants to use the same limit for the upgrade",
    ],
)
def test_what_holds_for_the_moment_is_none(text: str) -> None:
    assert not find_rules(text)


def test_an_order_before_a_rule_is_no_part_of_it() -> None:
    (rule,) = find_rules("write the exporter; never print to stdout, always use logging")
    assert rule.text == "never print to stdout, always use logging"


def test_who_tells_how_they_work_gives_rules() -> None:
    text = "Before you begin, here is how we work here. We add no dependencies. The Fs type does not change."
    assert [rule.text for rule in find_rules(text)] == ["We add no dependencies", "The Fs type does not change"]


def test_rules_are_listed_behind_their_reason() -> None:
    text = (
        "House rules since you're new in this one: mix test only for a file, format only your files, and no new deps."
    )
    rules = [rule.text for rule in find_rules(text)]
    assert rules == ["mix test only for a file", "format only your files", "no new deps"]
