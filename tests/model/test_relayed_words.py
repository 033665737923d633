"""Words of others that a person relays in a prompt are told from quotations of the agent, of documents and of logs."""

import pytest

from backstory.model.own_words import drop_pasted
from backstory.model.relayed_words import (
    Relayed,
    find_relayed,
    find_speaker,
    is_small_talk,
    read_chat_line,
    read_named_line,
)


def tell(prompt: str) -> list[tuple[str, str]]:
    return [(row.name, row.text) for row in find_relayed(drop_pasted(prompt).splitlines()).values()]


@pytest.mark.parametrize(
    ("sentence", "speaker"),
    [
        (
            "this is what Mirela from the billing group answered in the channel when I announced it:",
            "Mirela",
        ),
        ("Yesterday Tom wrote in Slack:", "Tom"),
        ("the security team wants:", "the security team"),
        ("Our customer asked for this in the ticket:", "Our customer"),
        ("Mail from Ines, for the record:", "Ines"),
        ("below is Ivo's answer:", "Ivo"),
        ("Unser Kunde schreibt im Ticket:", "Unser Kunde"),
        ("Jana hat im Kanal geschrieben:", "Jana"),
        ("In der Mail schreibt Jana:", "Jana"),
        ("Die Nachricht von Jana:", "Jana"),
        ("Voici ce que Lucie a répondu:", "Lucie"),
        ("Esto es lo que Marta dijo en el canal:", "Marta"),
        ("En el ticket pide Marta:", "Marta"),
    ],
)
def test_a_sentence_says_whose_words_follow(sentence: str, speaker: str) -> None:
    assert find_speaker(sentence) == speaker


@pytest.mark.parametrize(
    "sentence",
    [
        "you wrote:",
        "In your last answer you said to Tom:",
        "Claude said:",
        "du hast geschrieben:",
        "tu as écrit:",
        "The documentation of Requests says:",
        "The README says:",
        "the linter wants:",
        "The issue template asks:",
        "I want this:",
        "We decided:",
        "It says:",
        "the log says:",
    ],
)
def test_nobody_is_named_for_the_agent_and_for_documents(sentence: str) -> None:
    assert find_speaker(sentence) == ""


@pytest.mark.parametrize(
    "line",
    [
        "Mirela 09:42  only idempotent calls, never anything with a body",
        "> Mirela 09:42  only idempotent calls, never anything with a body",
        "[09:42] Mirela: only idempotent calls, never anything with a body",
        "> [09:42] Mirela: only idempotent calls, never anything with a body",
        "Mirela [9:42 AM]: only idempotent calls, never anything with a body",
        "Mirela (09:42): only idempotent calls, never anything with a body",
    ],
)
def test_lines_of_a_chat_are_read_in_the_forms_of_many_programs(line: str) -> None:
    row = read_chat_line(line)
    assert row is not None
    assert row == ("Mirela", "only idempotent calls, never anything with a body")


@pytest.mark.parametrize(
    "line",
    [
        "worker 09:42 took three jobs from the queue",
        "Mon 09:42 the job failed on two machines",
        "At 09:42 the job failed on two machines",
        "2026-11-16T09:42:01Z WARN fetch failed on two machines",
        "it broke at 09:42 and nobody saw it",
        "lunch at 12:30 for all of us",
    ],
)
def test_other_lines_with_times_are_none(line: str) -> None:
    assert read_chat_line(line) is None


def test_a_chat_in_a_quotation_is_relayed_without_its_short_lines() -> None:
    prompt = (
        "Start with B. This is what Mirela from billing answered in the channel, I paste it all:\n\n"
        "> Mirela 09:41  cool\n"
        "> Mirela 09:41  we booked 212 invoices twice in march because of a proxy\n"
        "> Mirela 09:42  so only calls without a body, otherwise I veto it\n"
        "> Mirela 09:44  never on fridays please\n\n"
        "So take that as given."
    )
    assert tell(prompt) == [
        ("Mirela", "we booked 212 invoices twice in march because of a proxy"),
        ("Mirela", "so only calls without a body, otherwise I veto it"),
        ("Mirela", "never on fridays please"),
    ]
    assert drop_pasted(prompt).endswith("So take that as given.")


def test_a_quotation_without_names_is_of_whom_the_sentence_names() -> None:
    prompt = "Tom from QA wrote in the ticket:\n\n> the export must keep the order of the columns\n> and no BOM in it\n"
    assert tell(prompt) == [
        ("Tom", "the export must keep the order of the columns"),
        ("Tom", "and no BOM in it"),
    ]


def test_lines_behind_names_are_relayed_in_a_chat() -> None:
    prompt = (
        "From the channel:\n\nMirela: please no parsing of CSS in this library\nMirela: it must build without network"
        "\nMirela: the table stays as it is\nTom: fine with me, I would do the same\n\nGo on with the parser."
    )
    assert [name for name, _ in tell(prompt)] == ["Mirela", "Mirela", "Mirela", "Tom"]


def test_lines_below_a_name_and_a_time_are_relayed() -> None:
    prompt = (
        "From Slack:\n\nMirela Ott  9:41 AM\nwe booked 212 invoices twice in march\nnever send a body again\n\n"
        "Tom  9:42 AM\nfine with me, I would do the same\n\nGo on with the parser."
    )
    assert [row for row in tell(prompt) if row[1]] == [
        ("Mirela Ott", "we booked 212 invoices twice in march"),
        ("Mirela Ott", "never send a body again"),
        ("Tom", "fine with me, I would do the same"),
    ]
    assert drop_pasted(prompt).endswith("Go on with the parser.")


@pytest.mark.parametrize(
    "prompt",
    [
        "The call is at 10:30\nplease finish the parser before that",
        "Release 10:30\nplease finish the parser before that",
        "Monday 10:30\nplease finish the parser before that",
        "Let us stop at 18:00\nplease finish the parser before that",
        "You wrote:\n\n> The loop belongs in the client, not in the response.\n\nNo, please in the response.",
        "The README says:\n\n> Run the tests with the network switched off.\n\nIs that so?",
        "The issue template asks:\n\n> Expected: what you wanted to see there\n> Actual: what you saw there instead\n",
        "From the mail:\n\nFrom: Tom Ray\nTo: all of us here\nSubject: the release of next week is late\n",
        "The chat server prints this in the channel log:\n\nError: the socket was closed by the other side\n",
        "I want these:\n\nLimit: at most five calls in a minute\nOrder: the newest of them first\n",
        "From our discussion in the channel:\n\nDecision: the loop stays in the client\nGoal: fewer failed calls\n",
        "Aus dem Kanal:\n\nErgebnis: die Schleife bleibt im Client\nRegel: nie mehr als fünf Versuche\n",
        "Mirela wants this:\n\n- no parsing of CSS in this library\n- a build without network\n",
    ],
)
def test_other_quotations_and_lists_are_nobodys_words(prompt: str) -> None:
    assert tell(prompt) == []


@pytest.mark.parametrize(
    "text", ["also lunch at 12?", "thanks a lot!", "Kaffee um drei?", "cool, see you tomorrow", "have a nice weekend"]
)
def test_small_talk(text: str) -> None:
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "the lunch menu has to be cached for a day",
        "nice, but never send a body with a repeated call",
        "great, use GET only",
        "nice, no retries please",
        "thanks, then only GET and HEAD are to be repeated",
        "great care with the order of the columns, please keep it",
        "enjoyable or not, the export keeps the order",
    ],
)
def test_what_says_something_is_no_small_talk(text: str) -> None:
    assert not is_small_talk(text)


def test_a_line_above_a_message_may_part_name_and_time_by_a_bar() -> None:
    assert find_relayed(["Bram Visser | 09:12", "do we check it ourselves?", "", "go on"]) == {
        0: Relayed("Bram Visser", ""),
        1: Relayed("Bram Visser", "do we check it ourselves?"),
    }
    assert find_relayed(["total | 12", "a"]) == {}


def test_a_line_behind_a_name_and_a_colon() -> None:
    assert read_named_line("Esi Boateng: asking the partner team") == Relayed("Esi Boateng", "asking the partner team")
    assert read_named_line("Error: not there") is None
