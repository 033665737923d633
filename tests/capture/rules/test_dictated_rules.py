"""Rules in dictated text, rules whose subject stands before them, and rules of a list with details."""

import pytest

from backstory.capture.selection import select_prompt


def rules(prompt: str) -> list[str]:
    return [one.text for one in select_prompt(prompt) if one.kind == "rule"]


def test_and_never_goes_on_from_the_clause_before_it() -> None:
    prompt = (
        "yes try the short one first and one more thing before you start everything public gets the since tag and"
        " never a number because the release script fills it in"
    )
    assert rules(prompt)[0].startswith("everything public gets the since tag and never a number because")


def test_how_we_do_something_is_a_rule_with_what_goes_on() -> None:
    prompt = (
        "good. commit what you have and the way we do subjects here is imperative with a capital and no full stop and"
        " none of those prefixes"
    )
    assert rules(prompt) == [
        "the way we do subjects here is imperative with a capital and no full stop and none of those prefixes"
    ]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("Rebase, never merge main into a branch.", "Rebase, never merge main into a branch"),
        ("The way we write tests here is one file per class.", "The way we write tests here is one file per class"),
        ("how we name branches in this repo is ticket first", "how we name branches in this repo is ticket first"),
    ],
)
def test_the_positive_half_belongs_to_it(prompt: str, rule: str) -> None:
    assert rules(prompt) == [rule]


@pytest.mark.parametrize(
    "prompt",
    [
        "the way he does it here is odd",
        "I tried it twice and never got an answer",
        "how we write tests is too slow",
        "the way we name things here is a mess",
        "the way we run the tests on CI is different from local",
        "how we name things in the parser is confusing",
        "the way we sort results is by date but users want the name",
        "interesting, never knew that",
        "strange, never saw this error",
    ],
)
def test_what_somebody_only_tells_is_none(prompt: str) -> None:
    assert rules(prompt) == []


def test_an_announced_list_holds_whatever_details_its_items_have() -> None:
    prompt = (
        "71: b then. Constraints before you type:\n1. go.mod says go 1.20 and stays there.\n"
        "2. No new exported type. One method, that's it; the reviewers count them.\n"
        "3. README.md and doc.go belong to Kwabena, the docs are his. Don't edit either.\n"
        "4. No time.Sleep in tests, use a channel."
    )
    assert rules(prompt) == [
        "go.mod says go 1.20 and stays there",
        "No new exported type",
        "README.md and doc.go belong to Kwabena, the docs are his. Don't edit either",
        "No time.Sleep in tests, use a channel",
    ]


@pytest.mark.parametrize(
    "prompt",
    [
        "Exceptionnellement en français et sans numéro de ticket.",
        "ausnahmsweise ohne Ticketnummer im Commit",
        "excepcionalmente en español y sin ticket",
        "eccezionalmente senza test",
    ],
)
def test_an_exception_is_no_rule(prompt: str) -> None:
    assert rules(prompt) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "lo del hilo me gusta, así no se calla nunca. prueba. cada 30",
        "bien. ahora la última línea: al acabar tiene que salir siempre el 100% aunque no toque por tiempo",
        "jetzt die letzte Zeile: es muss immer 100 % stehen",
        "No cutting at all then, right. But the other flag takes the sign literally!",
    ],
)
def test_what_is_liked_what_comes_next_and_what_follows_is_none(prompt: str) -> None:
    assert rules(prompt) == []


def test_a_rule_for_specs_is_no_printed_line() -> None:
    assert rules("Specs: no sleep, ever.") == ["Specs: no sleep, ever"]


@pytest.mark.parametrize(
    "prompt",
    [
        "Nie auf main pushen, auch nicht ausnahmsweise",
        "Nunca subas a main, ni por una vez",
        "ne jamais push sur main, même pas pour une fois",
        "Non fare mai push su main, nemmeno per una volta",
        "maintenant les commits sont toujours en anglais",
        "ahora el deploy lo hace solo CI, nunca a mano",
        "no force pushes then",
    ],
)
def test_a_rule_without_exception_holds(prompt: str) -> None:
    assert rules(prompt)
