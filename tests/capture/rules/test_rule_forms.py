"""Forms of rules: demands on each of a kind, bans, stewards, reminders, and the plain forms of other languages."""

import pytest

from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt

RULES = [
    "every exported type must have a doc comment",
    "each handler should live in a file of its own",
    "for each release I need a rollback plan",
    "before every push, run the linter",
    "git commit after each finished sub-task",
    "restart the worker after every change",
    "everything you add to the CLI needs a man page",
    "commit subjects start with a verb",
    "one assertion per test",
    "raw SQL is off limits in the handlers",
    "no more global flags are allowed",
    "the schema should never be edited by hand",
    "I don't accept skipped tests",
    "I'm allergic to barrel files",
    "nested ternaries drive me mad",
    "please no emojies in the log",
    "never a magic number",
    "do not build it yourself",
    "we are on the free tier, keep that in mind",
    "Reminder that staging shares its database with QA",
    "remember we are on Windows Server",
    "as I said, no second config file",
    "for the third time: don't reformat the fixtures",
    "add it to the rules: snapshots are reviewed by two people",
    "make this a rule: dates are UTC",
    "I'd like you to show me the diff before every commit",
    "prefer the standard library wherever possible",
    "if you are unsure about a requirement, ask",
    "important: never a new value in this enum",
    "in this repository dates are only written as ISO 8601",
    "comments and commit messages are in English",
    "antworte auf Deutsch",
    # who has the say
    "anything public has to pass Ruth first",
    "the parser is in Ruth's hands",
    "version.txt belongs to the release bot",
    "Ruth doesn't want generated code in there",
    "legal doesn't allow copyleft licences",
    "Ruth wants a changelog line for everything",
    "leave the importer alone for now, Ruth is rewriting it",
    "QueryPlanner do not touch please",
    "only Ruth may edit the workflows",
    # German, French, Spanish
    "Bei jedem Commit muss die Nummer des Tickets dabei sein",
    "Tabellen dürfen nie von Hand geändert werden",
    "Ich hasse verschachtelte Ternaries",
    "Globale Variablen sind hier tabu",
    "fass das Schema bitte nicht an",
    "Chaque migration doit pouvoir être annulée",
    "On ne pousse pas sur main sans revue",
    "C'est Ruth qui décide du schéma",
    "Je ne veux jamais voir de print",
    "Cada migración tiene que poder deshacerse",
    "aquí no se hace commit sin pasar los tests",
    "los mensajes de commit van en inglés",
    "de eso se encarga Ruth, avísame antes",
]

NO_RULES = [
    "every test is red",
    "each test should pass now",
    "the request is forbidden",
    "Key type is forbidden.",
    "this should never happen",
    "the robot should never be able to reach it",
    "the user should never see the spinner",
    "I hate this",
    "I hate the new colours",
    "as I said, it doesn't work",
    "add a rule to the firewall for port 80",
    "delete the rule in eslint",
    "write a commit message about the changes to the rules",
    "I'd like to be able to export it in the future",
    "in the future, we can add a second provider",
    "No test matches the filter Category!=E2E.",
    "No usage of it found in the app.",
    "not working at all",
    "the loop reads bytes but never uses them to fix files",
    "from now on I am only giving instructions",
    "each time you've started it, the port went up by one",
    "Please ask any questions.",
    "the optimal point never changes for an object",
    "the list belongs to the same class",
    "Bookings may be done for one person",
    "what we need now is a way to load it",
    "Warum ist der Test immer rot",
    "les nœuds sont toujours superposés",
    "el test falla siempre hoy",
]


@pytest.mark.parametrize("prompt", RULES)
def test_a_form_makes_a_rule(prompt: str) -> None:
    assert [rule.quote for rule in find_rules(prompt)] == [prompt]


@pytest.mark.parametrize("prompt", NO_RULES)
def test_reports_and_errands_with_such_words_are_none(prompt: str) -> None:
    assert find_rules(prompt) == []


def test_each_of_several_rules_of_a_prompt_is_taken() -> None:
    prompt = (
        "Yes, a column of its own. And one thing that holds for good: migrations here have to be reversible."
        " Oh, and the comments go in English. Never a trailer in commits, and what is public has to pass Ruth first."
    )
    assert [rule.text for rule in find_rules(prompt)] == [
        "migrations here have to be reversible",
        "the comments go in English",
        "Never a trailer in commits, and what is public has to pass Ruth first",
    ]


def test_what_somebody_works_on_is_left_alone_until_they_are_done() -> None:
    (rule,) = find_rules("Leave the importer alone for now, Ruth is rewriting it.")
    assert rule.tier == "working"


def test_a_second_predicate_is_kept_with_its_subject() -> None:
    (rule,) = find_rules("tickets go to the board and always carry an owner")
    assert rule.text == "tickets go to the board and always carry an owner"


def test_headings_of_a_task_head_no_rules() -> None:
    task = "## Stub rules for this step\n\n- Screens: one component each\n- Aspect ratio: 2:3\n\nThen stop."
    house = task.replace("Stub rules for this step", "Project rules")
    assert find_rules(task) == []
    assert len(find_rules(house)) == 2


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Cursor AI should NEVER open the environment files", "rule"),
        ("Copilot should always run the linter first", "rule"),
        ("the coding agent must never push to main", "rule"),
        ("the cursor should never leave the canvas", "decision"),
        ("the AI must never attack first", "decision"),
    ],
)
def test_who_writes_the_code_is_bound_by_a_rule_and_what_is_built_by_a_decision(text: str, kind: str) -> None:
    assert [one.kind for one in find_rules(text)] == [kind]


def test_what_the_product_always_does_is_a_decision() -> None:
    assert {one.kind for one in select_prompt("always show all options of the selected league")} == {"decision"}
