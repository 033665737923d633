"""Rules as different people word them, and each rule of a list."""

import pytest

from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt

LISTS = [
    ("Rules:\n- no globals\n- 100 cols\n- conventional commits", 3),
    ("Some ground rules, if I may:\n\n- Please keep functions short.\n- Please avoid globals.\n\nNow to it.", 2),
    ("House rules:\n1. squash before merge\n2. no print in lib code\n3. ask before you add a table", 3),
    ("Ein paar Grundregeln vorweg:\n1. Kein Push auf main.\n2. Vor dem Löschen fragst du mich.", 2),
    ("Quelques règles de base :\n1. Pas de push sur main.\n2. Tu me demandes avant de supprimer.", 2),
    ("Unas reglas básicas:\n1. Nada de push a main.\n2. Antes de borrar me preguntas.", 2),
]  # fmt: skip
WORDED = [
    "karl hates abbreviations in tests, so spell them out",
    "commit subjects: imperative, no dot at the end",
    "The wording of the commits matters to us: the subject says what the code does now.",
    "new files get a licence header",
    "only ever run the unit tests",
    "and locally only ever use the small fixture",
    "ask lena before touching the invoices",
    "I should prefer that you never touch the mirrored files.",
    "Might I ask you to always run the linter before you tell me that you are done?",
    "we import always from the index file",
    "it is not allowed to change the files of folder gen",
    "no summary at the end, i dont read it",
    "on this branch no refactoring please",
    "bevor du etwas an der Datenbank änderst, fragst du mich",
    "Petra ist für das Design zuständig, also dort bitte nichts ändern",
    "chez nous les messages de commit sont à l'impératif",
    "antes de borrar un archivo, pregúntame",
    "ask me whenever you want to switch branches",
    "let me handle the releases, you only write the code",
    "I do the pushing, you never do",
    "tagging is mine to do, not yours",
    "when you change the schema you must also update the seed data",
    "fix the header, and then after every change commit and push",
    "use tailwind by default across our project",
    "no, use pnpm instead",
    "no, use httpx, not requests",
    "no, use click.echo instead of print",
    "prefer composition over inheritance in this codebase",
    "I prefer small commits",
    "don't use sed to edit files, use the edit tool",
    "don't use curl for downloads, use the fetch script",
    "I'd rather you didn't add comments that restate the code",
    "you should ask before you delete a file",
    "for every PR we squash commits",
    "we deploy from the release branch only",
    "we only merge after a review",
    "please add a note to AGENTS.md - the mailer is only called through the queue",
    "keep our chat in english please",
    "schreibe alles auf deutsch",
    "responda sempre em português",
    "отвечай мне на русском",
    "使用中文回答",
    "한국어로 대답해줘",
    "when you add a container, save in memory always check the ports",
    "aggiungi al MEMORY che devi parlare italiano",
    "组件都放在这里，记住",
    "this time without the images, and in future never send them",
    "todas as alterações devem ser feitas no script e não no código",
]
NOT_WORDED = [
    "ask lena what the invoices are for",
    "Could you always do that?",
    "commits are missing on main",
    "new users get a mail",
    "it is not allowed by the browser to read that",
    "I would like you to fix the test",
    "on this branch the test fails",
    "let me handle it, you just wait",
    "when you run this it must print nothing",
    "no, use the second table instead",
    "keep the chat in the sidebar",
    "keep the list in memory until the window closes",
    "in our layout we never go over 100vh",
    "for each type, we should have a section",
    "translate the page to german",
    "after every run the counter is wrong",
]


@pytest.mark.parametrize(("prompt", "count"), LISTS)
def test_each_item_below_a_heading_of_rules_is_one(prompt: str, count: int) -> None:
    assert [one.kind for one in select_prompt(prompt)] == ["rule"] * count


@pytest.mark.parametrize("prompt", WORDED)
def test_a_wording_of_a_rule(prompt: str) -> None:
    assert [one.kind for one in find_rules(prompt)] == ["rule"]


@pytest.mark.parametrize("prompt", NOT_WORDED)
def test_no_wording_of_a_rule(prompt: str) -> None:
    assert find_rules(prompt) == []


@pytest.mark.parametrize("prompt", ["always do it like that", "please always proceed like this.", "mach das immer so"])
def test_what_only_points_at_something_is_no_rule(prompt: str) -> None:
    assert select_prompt(prompt) == []


def test_what_points_at_the_sentence_before_has_its_words() -> None:
    (rule,) = select_prompt("Run ruff before the tests. Always do it like that please.")
    assert (rule.kind, rule.text) == ("rule", "Run ruff before the tests. Always do it like that please")


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("fix the tests in foo. api.py is Ian's, don't touch it", "api.py is Ian's, don't touch it"),
        ("Look at the parser. And the lexer: hands off, that's Mira's.", "the lexer: hands off, that's Mira's"),
        ("rename Foo, and db.py don't touch, Lea is on it", "db.py don't touch, Lea is on it"),
    ],
)
def test_a_prohibition_behind_a_task_names_what_it_protects(prompt: str, text: str) -> None:
    assert [one.text for one in select_prompt(prompt)] == [text]


def test_a_long_order_gives_only_rules_of_the_work_as_such() -> None:
    details = " ".join(
        f"The page number {number} shows the list of all customers with their last order." for number in range(16)
    )
    prompt = f"{details}\nNo navigation inside hooks, ever.\nFrom now on answer in English."
    assert [one.text for one in find_rules(prompt) if one.kind == "rule"] == ["From now on answer in English"]


def test_a_ban_of_co_authors_is_a_rule_without_its_task() -> None:
    (rule,) = select_prompt("organize the changes and commit, do not add claude as co-author")
    assert (rule.kind, rule.text) == ("rule", "do not add claude as co-author")


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        (
            "oui, et je veux surtout que la clé ne soit jamais dans git",
            "je veux surtout que la clé ne soit jamais dans git",
        ),
        ("ja, und bitte nie wieder Emojis in Commits", "bitte nie wieder Emojis in Commits"),
        ("no we use pnpm here", "we use pnpm here"),
        ("No semicolons, here or elsewhere", "No semicolons, here or elsewhere"),
        ("No toques las semillas nunca", "No toques las semillas nunca"),
    ],
)
def test_a_rule_begins_behind_the_answer_before_it(prompt: str, text: str) -> None:
    assert [rule.text for rule in find_rules(prompt)] == [text]


@pytest.mark.parametrize(
    "prompt",
    [
        "ok do that. and go test always with -race here, half of our bugs were races",
        "npm ci always with --ignore-scripts, please",
        "run `mix test` always with --warnings-as-errors",
        "run the tests always with -race",
        "pytest immer mit -x",
        "cargo toujours avec --locked",
        "nobody uses print any more, we use the logger",
        "nobody touches src/legacy any more without asking me",
    ],
)
def test_how_a_command_is_run_each_time_is_a_rule(prompt: str) -> None:
    assert [one.kind for one in find_rules(prompt)] == ["rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "swift test always with two threads crashes",
        "the same error always with the second request",
        "go vet always complains about this",
        "it always fails with -race here",
        "run the app always with two threads",
    ],
)
def test_what_always_goes_wrong_is_no_rule(prompt: str) -> None:
    assert find_rules(prompt) == []
