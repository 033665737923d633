"""What the person says is all that remains of the work."""

import pytest

from backstory.patterns.what_remains import find_remaining


@pytest.mark.parametrize(
    ("sentence", "remaining"),
    [
        ("What is left is the changelog entry.", "the changelog entry"),
        ("so what's left: the docs page and the benchmark", "the docs page and the benchmark"),
        ("ok, what remains is to port the Windows shim", "to port the Windows shim"),
        ("What is still missing is a test for the empty header", "a test for the empty header"),
        ("all that's left now is the migration", "the migration"),
        ("The only thing left to do is the release note.", "the release note"),
        ("The last step that remains is the benchmark", "the benchmark"),
        ("All we have left is the KDoc", "the KDoc"),
        ("there's only the man page left", "the man page"),
        ("only the retry test is missing", "the retry test"),
        ("The French translation is all that is left.", "The French translation"),
        ("nothing is left but the review by Jun", "the review by Jun"),
        ("Was noch fehlt, ist der Eintrag im Changelog", "der Eintrag im Changelog"),
        ("Das Einzige, was bleibt, ist die Doku.", "die Doku"),
        ("es fehlt nur noch der Test für Windows", "der Test für Windows"),
        ("Ce qui reste à faire, c'est la page de doc", "la page de doc"),
        ("il ne reste que le test du cache", "le test du cache"),
        ("lo que queda es la nota de la versión", "la nota de la versión"),
        ("solo falta el test de la caché", "el test de la caché"),
    ],
)
def test_what_remains_is_named(sentence: str, remaining: str) -> None:
    assert find_remaining(sentence) == remaining


@pytest.mark.parametrize(
    "sentence",
    [
        "What is left to do?",
        "what's left is unclear",
        "If what is left is small, merge it",
        "The left column is too wide",
        "we still need a changelog entry",
        "turn left at the door",
        "keep what is left in the queue",
        "only admins are left out of the list",
        "what is left of the string is trimmed",
        "List what remains.",
        "I think all that's left is the migration",
        "fix the one thing that is missing from the header",
    ],
)
def test_other_sentences_name_nothing(sentence: str) -> None:
    assert find_remaining(sentence) is None
