"""What reads as a rule and is none: bounds of a task, facts about the product, reports."""

import pytest

from backstory.capture.rules.rule_exclusions import is_of_moment
from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt
from backstory.capture.text.prose import read_sentences

OF_THE_MOMENT = [
    "2 first, skip 1, nobody uses 5.2 any more",
    "skip the backport, nobody runs version 4 these days",
    "nobody uses the old API anymore, delete it",
    "While you're at it, rename the rules: min_time to lower_bound and max_time to upper_bound in the test table.",
    "Please renumber the rules: 4 becomes 5 and 5 becomes 6.",
    "Sort the rules: longest match first, then by name.",
    "Delete the three rules: max-len, indent and quotes.",
    "Benenne die Regeln um: alt wird zu neu, kurz wird zu lang",
    "Supprime les règles : max-len et indent",
    "Before you begin please read the code of the rules and tell me how one is built",
    "commit 2mb + GET only without the retry test, keep the test uncommitted",
    "refactor the importer to use the new client. if anything is unclear, ask me",
    "write the plan for the export. ask me all the questions that you have before you start",
    "Make the header sticky. Keep the sidebar unchanged.",
    "Rename the column in the report view. Don't touch any files, just show me the diff",
    "Only change what is needed for the date filter. The rest is fine.",
    "keep in mind that the chart will be shown on phones as well",
    "remember that this is a small prototype",
    "The key is the prefix, so only one row could ever exist for a version.",
    "This is the new home of the docs going forward",
    "set it up so that we never have to log in again",
    "this shell still had CUE_FADE=9. i don't ever want to hunt that again",
    "whenever the user submits the form, a mail must be sent to the team",
    "we should not return a boolean for the invalid state",
    "put the workflow in the root, not inside the package",
    "we only need the first algorithm here",
    "What decides if it goes to the first list or to the second",
    "branch names should be called like the ticket, this one too",
    "Tidy up the folder of reports.\n\nRules:\n- Do not delete a report\n- Move drafts into drafts/",
    "That drives me crazy.",
    "Die 3600 stimmen nicht mehr: der Proxy kappt bei 900, und manche Nutzer hätten dann alte Regeln. Nimm 900.",
    "Nimm das wieder raus: die Namen kommen von außen, jeder Bot bläht uns die Tabelle auf bis der Dienst stirbt.",
    "No, take that out again: names come from outside and every bot would fill the table.",
    "Quítalo otra vez: los nombres vienen de fuera y nunca se borran.",
    "The 3600 are no longer right: the proxy caps at 900, and some users would have old rules for an hour.",
    "now test it, and always use the small model",
    "Please list the folders inside of projects. If they are a git repository, please note this. Check for copies.",
    "Look through the invoices. If it is never paid, please note that",
    "also note that you made the rule in the main workspace but try to add it to git in the other one",
    "you just removed a lot of stuff again, was that correct",
    "make a rule or update an existing one to make sure you never do this again, and then continue",
    "update the rule so that it has a description that always fits",
    "Esos estados que no se pueden imprimir dicen pendientes sin embargo la factura fue impresa",
    "We may not want to be asked every time, we might want two options",
    "Toujours rien dans la liste",
    "fais le test, la page est toujours blanche",
    "le bouton n'apparaît toujours pas",
    "sigue sin funcionar, siempre en blanco",
    "Make sure you DO NOT make such dumb mistakes in the future",
    "never do such stupid things again",
    "I do not want any code change now, just ideas",
    "review what you have and make a plan going forward",
    "we shouldn't include those buttons in the dialog",
    "always use the config of the agent as done for @src/routers/tests.py",
    "never have seen that one before",
    "you never know with caches",
    "we should never have picked mongo",
    "this should never have been merged",
    "stop and remove the container, then start it again",
    "use the current url, not the old one",
    "How can the agent maintain such an output",
    "when my lid is closed and it is left alone for some time, it freezes",
    "kael n'envoie jamais son message",
    "今後APIを追加したいと思っています。",
    "正常に動くようになりました。",
    "调用这个解决して。",
    "先把这些代码归档，不要和新系统混在一起",
    "以后还会有别的主题，需要先拆解",
]
FOR_GOOD = [
    "The rule about tabs is no longer right: we always use spaces now.",
    "Put it back every time you change the schema, and never leave it off.",
    "you used npm again, please use pnpm",
    "you never run the linter. run it before each commit",
    "Add the guard. If it fails, always retry three times",
    "toujours lancer les tests avant de commit",
    "les messages de commit sont toujours en anglais",
    "siempre usa comillas simples",
    "never make the same request twice in one test",
    "do not make such big commits in the future",
    "if you are unsure about a migration, ask",
    "keep the public API as it is, we release on Friday.",
    "keep in mind that we never mock the clock",
    "remember that tests use the fake mailer only",
    "Rules:\n- Do not delete a report\n- Move drafts into drafts/",
    "Tidy up the folder of reports.\n\nRules for this repository:\n- Do not delete a report",
    "whenever you touch the schema, update the diagram",
    "we should not use print in the library",
    "把全局语言设好，以后的回答都用中文",
    "绝对禁止硬编码",
    "please do not commit until I say so",
    "commit everything up to now, but do not auto commit in the future",
    "use pixi run instead of system python",
    "note that you shall always use the wrapper",
    "when you lose the connection always check the state again",
    "let's always go for the simple solution",
    "don't use the type any",
    "stop trying to run powershell scripts",
    "if a password is needed, stop and ask me",
    "update my claude.md to never write long dashes",
    "テストは必ず実行してからコミットしてください",
    "ich bevorzuge immer die nachhaltige Lösung",
    "以后也不检查日志目录",
]


@pytest.mark.parametrize("prompt", ["never mind. From now on always run the linter", "Ok, never mind! Always use tabs"])
def test_never_mind_forbids_nothing(prompt: str) -> None:
    rules = [rule.text.lower() for rule in find_rules(prompt) if rule.kind == "rule"]
    assert rules
    assert not any("never mind" in rule for rule in rules)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("never mind, use the other branch", True),
        ("ok, nevermind the tests", True),
        ("never mind the gap, always sort by date", False),
        ("next time we start with the zsh completion", True),
        ("next session let's pick up at the parser", True),
        ("next time we always start with the tests", False),
        ("next time run the linter before you push", False),
    ],
)
def test_a_dismissal_and_a_next_step_are_of_the_moment(text: str, expected: bool) -> None:
    assert is_of_moment(read_sentences(text, person=True), 0, 0) == expected


@pytest.mark.parametrize("prompt", OF_THE_MOMENT)
def test_what_is_for_the_task_is_no_rule(prompt: str) -> None:
    assert [rule.text for rule in find_rules(prompt) if rule.kind == "rule"] == []


@pytest.mark.parametrize("prompt", FOR_GOOD)
def test_what_holds_beyond_the_task_is_a_rule(prompt: str) -> None:
    assert [rule for rule in find_rules(prompt) if rule.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "My train leaves in ten minutes, so please leave it as it is, red and not committed; we fix that on Monday.",
        "leave it red for now, tomorrow we fix the parser first",
        "careful, you have errors.As in the test, that came with 1.13",
        "in our shop people type --colour and --color and some even --coloring, same story with --namespace",
        "it belongs to the stream entry, and whoever does not say collapse gets everything",
        "b. Exit handlers can be added and never removed, so every New in a test would leak one",
    ],
)
def test_what_only_tells_or_picks_is_no_rule(prompt: str) -> None:
    assert not [one for one in select_prompt(prompt) if one.kind == "rule"]
