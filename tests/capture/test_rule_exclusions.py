"""What reads as a rule and is none: bounds of a task, facts about the product, reports."""

import pytest

from backstory.capture.rules import find_rules

OF_THE_MOMENT = [
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
    "now test it, and always use the small model",
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


@pytest.mark.parametrize("prompt", OF_THE_MOMENT)
def test_what_is_for_the_task_is_no_rule(prompt: str) -> None:
    assert [rule.text for rule in find_rules(prompt) if rule.kind == "rule"] == []


@pytest.mark.parametrize("prompt", FOR_GOOD)
def test_what_holds_beyond_the_task_is_a_rule(prompt: str) -> None:
    assert [rule for rule in find_rules(prompt) if rule.kind == "rule"]
