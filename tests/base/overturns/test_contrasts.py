"""Statements about different things of one kind overturn nothing, a new value for the same thing does."""

import pytest

from backstory.base.overturns.contrasts import are_apart
from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def list_overturned(*talk: str) -> set[tuple[str, str]]:
    """What is overturned in a talk that the person begins, with the value that replaces it."""
    rows = [Spoken(1, split_sentences(text), is_person=number % 2 == 0) for number, text in enumerate(talk)]
    return {(rows[one.row].sentences[one.number], one.value) for one in find_overturns(rows)}


@pytest.mark.parametrize(
    "talk",
    [
        (
            "and port 8080 for the dev server",
            "The dev server listens on 8080.",
            "for the docs server take 9090",
            "Done.",
        ),
        ("uploads time out after 30 seconds", "ok", "for downloads take 60 seconds", "ok"),
        ("staging gets 2 replicas", "Staging has 2 replicas.", "production: 5 replicas", "Production has 5 replicas."),
        ("a read gives up after 5 s", "Set.", "for writes take 9 s", "Set."),
    ],
)
def test_values_of_different_things_stand_beside_each_other(talk: tuple[str, ...]) -> None:
    assert list_overturned(*talk) == set()


@pytest.mark.parametrize(
    "later",
    [
        "take 9090 for the dev server",
        "for the docs server we need 8080, take 9090 for the other one",
        "the dev server gets port 9090 then",
    ],
)
def test_a_new_value_of_the_same_thing_replaces_the_old_one(later: str) -> None:
    talk = ("port 8080 for the dev server", "The dev server listens on 8080.", later, "Done.")
    assert ("port 8080 for the dev server", "9090") in list_overturned(*talk)


@pytest.mark.parametrize(
    ("earlier", "later", "apart"),
    [
        ("the retry limit is 3", "for the retry limit take 5", False),
        ("the old limit is 3", "for the new limit take 5", False),
        ("requests wait 3 s", "a request waits 5 s", False),
        ("requests wait 3 s", "responses wait 5 s", True),
        ("reads and writes wait 3 s", "writes wait 5 s", False),
        ("the upload limit is 3", "for the page limit take 5", True),
    ],
)
def test_one_word_tells_things_of_a_kind_apart(earlier: str, later: str, apart: bool) -> None:
    assert are_apart(earlier, later) is apart


@pytest.mark.parametrize(
    "talk",
    [
        (
            "We use port 8081 for the metrics module, because 8080 leaks through the proxy.",
            "The metrics module uses port 8081 now.",
            "We use port 9091 for the admin module, because 9090 leaks through the firewall.",
            "The admin module uses port 9091 now.",
        ),
        (
            "We use strategy 3 for the module billing.",
            "Module billing uses strategy 3 now.",
            "We use strategy 5 for the module login.",
            "Module login uses strategy 5 now.",
        ),
        (
            "Use a 5 s timeout for the health check, because Kubernetes gives up after 6.",
            "The health check has a 5 s timeout now.",
            "Use a 60 s timeout for the import job, because the files are huge.",
            "The import job has a 60 s timeout now.",
        ),
        (
            "Use a 5 s timeout for the health check.",
            "5 s now.",
            "Use a 60 s timeout for the import job.",
            "60 s now.",
        ),
        (
            "Keep 30 days of logs for the audit service, because the regulator asks for them.",
            "Logs are kept for 30 days.",
            "Keep 7 days of logs for the demo service, because the disk is small.",
            "Done.",
        ),
        (
            "Nimm 30 Sekunden für den Export.",
            "Der Export hat 30 Sekunden.",
            "Nimm 60 Sekunden für die Suche.",
            "Die Suche hat 60 Sekunden.",
        ),
        (
            "You should always ask before deleting files in fixtures/",
            "OK.",
            "No more than two retries for the flaky test, then give up for today.",
            "Understood.",
        ),
        (
            "Please ask me before you delete files in fixtures/.",
            "OK.",
            "Nicht mehr als zwei Versuche für den Test, dann hör auf.",
            "Verstanden.",
        ),
    ],
)
def test_what_is_about_another_thing_changes_nothing(talk: tuple[str, ...]) -> None:
    assert list_overturned(*talk) == set()


@pytest.mark.parametrize(
    ("talk", "value"),
    [
        (
            (
                "Use a 30 s timeout for the import job.",
                "The import job has a 30 s timeout now.",
                "30 s is too short for the big files, make it 60 s.",
                "The import job has a 60 s timeout now.",
            ),
            "60 s",
        ),
        (
            (
                "Use 30 days for the audit logs.",
                "Audit logs are kept for 30 days.",
                "Use 7 days for the audit logs.",
                "7 days now.",
            ),
            "7 days",
        ),
    ],
)
def test_a_new_value_for_the_same_thing_replaces_the_former_one(talk: tuple[str, ...], value: str) -> None:
    assert value in {one for _, one in list_overturned(*talk)}
