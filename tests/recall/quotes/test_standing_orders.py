"""What the person laid down in the talk is told before other passages, whether or not a rule was made of it."""

import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.landmarks import ORDER, find_landmarks
from backstory.recall.quotes.standing_orders import find_orders as list_orders
from backstory.recall.quotes.talk import Talk


def talk_of(*prompts: str) -> Talk:
    session = Session(
        id="s1",
        agent="claude-code",
        branch="feat/stock",
        started="2026-11-19T10:00:00Z",
        ended="2026-11-19T11:00:00Z",
        prompts=tuple(Prompt(text, f"2026-11-19T10:{2 * number:02}:00Z") for number, text in enumerate(prompts)),
        answers=tuple(Answer("Done.", f"2026-11-19T10:{2 * number + 1:02}:00Z") for number in range(len(prompts))),
    )
    return Talk(PastWork((session,)))


def find_orders(*prompts: str) -> list[str]:
    return [mark.sentences[0] for mark in find_landmarks(talk_of(*prompts)) if mark.kind == ORDER]


@pytest.mark.parametrize(
    "remark",
    [
        "So this is just an FYI, you don't need to do anything about it.",
        "(Only the button must reload the list, the key does not.)",
        "No, that file is a monster.",
        "I must leave a bit earlier today, only the red test is open.",
        "Saving must be broken: error: no function clause matches `save/2`.",
    ],
)
def test_a_remark_lays_nothing_down(remark: str) -> None:
    assert find_orders("Add the report page.", remark) == []


@pytest.mark.parametrize(
    "order",
    [
        "The seed file is mine, leave it out of this.",
        "Nunca toques el esquema a mano.",
        "Ab jetzt bitte nur noch mit dem Flag testen.",
        "We don't log customer names.",
        "Jamais de nouvelle dépendance ici.",
        "以后都用中文回答",
        "今後コミットはしないでください",
        "Tout en français.",
        "I prefer plain SQL over the builder.",
        "Use ripgrep instead of grep.",
        "Write as little code as possible.",
        "In this repository each story has a branch.",
        "Deja de asumir cosas.",
        "I write the release notes, so that folder isn't yours.",
        "Bedragen zijn vanaf nu gehele centen.",
        "Raak het grootboek van Joost niet aan.",
        "Het scherm mag niet van de server afhangen.",
        "I prezzi da oggi in poi sono interi.",
        "Non toccare il file della cache.",
        "Bisogna passare da una revisione di Giulia.",
        "Daqui em diante as datas ficam em UTC.",
        "Mantenha a assinatura em 40 kB.",
        "Od teraz archiwa mają jeden klucz firmy.",
        "Nie ruszaj pliku z harmonogramem.",
    ],
)
def test_an_order_is_told_in_the_persons_words(order: str) -> None:
    assert find_orders("Add the report page.", f"Good. {order}") == [order]


@pytest.mark.parametrize(
    "text",
    [
        "I don't know why that happens.",
        "It always fails on my machine.",
        "以后再说",
        "The page is shown in French.",
        "Should we never retry?",
        "Dat gaat altijd fout op mijn machine.",
        "Non so da dove viene il valore.",
        "Ik moet nu naar de tandarts.",
        "Kopia nie kończy się na tym dysku.",
        "Isso sempre falha na minha máquina.",
        "Nie wiem, skąd bierze się ta wartość.",
        "The password is [REDACTED:password:0a1b2c3d], never print it.",
        "Please don't worry, that happens to everybody.",
        "Leave it red, I have to go.",
        "It would seem that this is always a slip of whoever filled in the form.",
        "You keep saying that the stripes are gone, yet they never went away.",
        "I never quite understood why the folder is called zz.",
        "Please explain to me why the stock has to be counted twice.",
        "ah, only then.",
        "No edits for the moment, please look at the report page.",
    ],
)
def test_what_is_done_with_the_moment_is_no_order(text: str) -> None:
    assert find_orders("Add the report page.", text) == []


def test_the_later_of_two_like_orders_is_told() -> None:
    first, second = "Always test with the old database here.", "Always test with the new database here."
    assert find_orders(first, "Go on.", second) == [second]


@pytest.mark.parametrize(
    "text",
    [
        "Also every time we rebuild it, it duplicates the buttons.",
        "We need to fix the import of the old stock first thing.",
    ],
)
def test_a_defect_and_the_next_piece_of_work_are_no_orders(text: str) -> None:
    assert find_orders("Add the report page.", text) == []


def test_an_order_that_asks_for_assent_is_no_question() -> None:
    order = "I want you to confirm going forward that the stock was rebuilt, OK?"
    assert find_orders("Add the report page.", order) == [order]
    assert find_orders("Add the report page.", "Should we always rebuild the stock?") == []


def test_an_order_that_is_said_again_outlasts_a_long_talk() -> None:
    again = "Keep the stock table in one file."
    orders = ["Keep the stock table in one file, please.", "Leave the price list as it was.", again]
    rows = list_orders(talk_of(*orders).utterances)
    assert [(one.text, one.times, one.lasts) for one in rows] == [
        ("Leave the price list as it was.", 1, False),
        (again, 2, True),
    ]


def test_a_stressed_order_counts_more_than_a_list_of_them() -> None:
    (order,) = list_orders(talk_of("Do NOT touch the price list of the shop.").utterances)
    listed = list_orders(talk_of(" ".join(f"Do NOT change the {part} of the shop." for part in PARTS)).utterances)
    assert order.score > max(one.score for one in listed)


PARTS = ("price list", "stock table", "report page", "login form", "search index")


def test_a_state_of_the_product_is_no_consent() -> None:
    orders = list_orders(talk_of("The stock list should be white unless we are in dark mode.").utterances)
    assert [one.lasts for one in orders] == [False]
    orders = list_orders(talk_of("Leave the stock list white unless I say so.").utterances)
    assert [one.lasts for one in orders] == [True]


@pytest.mark.parametrize(
    "remark",
    [
        "This container will never get a compiler.",
        "I don't want the shop to scold people for an option that they never typed.",
        "Pilar's stock tool calls router.match itself and never serves.",
    ],
)
def test_what_never_happens_is_no_lasting_order(remark: str) -> None:
    assert not any(one.lasts for one in list_orders(talk_of(remark).utterances))


def test_what_users_never_see_is_laid_down() -> None:
    orders = list_orders(talk_of("Customers never see the stock numbers of the shop.").utterances)
    assert [one.lasts for one in orders] == [True]
