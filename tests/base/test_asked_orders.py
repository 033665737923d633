"""Which prompts bring up a rule about dependencies or signatures, and which words such a rule has."""

import pytest

from backstory.base.answer_kinds import RULE_WORDS, find_asked_kinds


@pytest.mark.parametrize(
    "text",
    [
        "Could we use System.Text.Json from NuGet here?",
        "posso usar a biblioteca lixo para isso?",
        "Kann ich die Bibliothek dafür nehmen?",
        "on pourrait prendre le paquet lodash",
        "podemos usar la librería de fechas",
        "mogen we een bibliotheek gebruiken",
    ],
)
def test_a_library_from_elsewhere_is_a_dependency(text: str) -> None:
    assert "dependency" in find_asked_kinds(text)


@pytest.mark.parametrize("text", ["which library is open on sunday", "the parcel came from Maria"])
def test_other_libraries_are_none(text: str) -> None:
    assert "dependency" not in find_asked_kinds(text)


@pytest.mark.parametrize("text", ["can i add a parameter to parse_next?", "rename the method", "make it public"])
def test_a_changed_signature_is_one(text: str) -> None:
    assert "signature" in find_asked_kinds(text)


@pytest.mark.parametrize(
    "text", ["rename the variable x in utils.py", "rename the test file", "rename the loop counter"]
)
def test_what_no_caller_sees_is_none(text: str) -> None:
    assert "signature" not in find_asked_kinds(text)


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("dependency", "nenhuma dependência nova"),
        ("dependency", "aucune dépendance"),
        ("dependency", "keine neuen NuGet Pakete"),
        ("signature", "the abi stays, the binding links against it"),
    ],
)
def test_rules_that_forbid_it_have_a_word_of_it(kind: str, rule: str) -> None:
    assert not set(RULE_WORDS[kind].split()).isdisjoint(rule.lower().replace(",", "").split())
