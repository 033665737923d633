"""A failed attempt is titled by what failed, and not by what replaced it."""

import pytest

from backstory.capture.selection import select_answer
from backstory.capture.text.candidate import Candidate


def list_attempts(answer: str) -> list[Candidate]:
    return [one for one in select_answer(answer) if one.kind == "attempt"]


@pytest.mark.parametrize(
    ("failed", "replaced"),
    [
        (
            "csv.Sniffer fails on single-column files, so the Sniffer approach does not work here",
            "I reverted it and will count candidate delimiters in the first line instead.",
        ),
        ("The lock file is ignored on network drives", "So I rolled that back and switched to a table with a lease."),
        (
            "csv.Sniffer scheitert an Dateien mit einer Spalte",
            "Ich habe es zurückgenommen und zähle jetzt die Zeichen.",
        ),
        (
            "csv.Sniffer échoue sur les fichiers à une colonne",
            "Je l'ai annulé et je compte maintenant les séparateurs.",
        ),
        ("csv.Sniffer falla con archivos de una columna", "Lo revertí y ahora cuento los separadores de la línea."),
    ],
)
def test_the_sentence_that_names_what_failed_is_the_title(failed: str, replaced: str) -> None:
    [attempt] = list_attempts(f"{failed}. {replaced}")
    assert (attempt.text, attempt.why, attempt.parts["outcome"]) == (failed, replaced.rstrip("."), "failed")


def test_the_title_may_end_the_paragraph_before() -> None:
    [attempt] = list_attempts(
        "asyncio.gather deadlocks with the shared connection pool.\n\nI reverted that and run the queries one by one."
    )
    assert attempt.text == "asyncio.gather deadlocks with the shared connection pool"


def test_what_was_done_instead_is_cut_from_the_title() -> None:
    [attempt] = list_attempts("Regex parsing cannot handle nested quotes, so I reverted that and wrote a tokenizer.")
    assert attempt.text == "Regex parsing cannot handle nested quotes"
    assert attempt.why == "so I reverted that and wrote a tokenizer."


def test_the_sentence_between_says_what_was_wrong() -> None:
    [attempt] = list_attempts(
        "I first used `Decimal.quantize`. It rounds half to even, which the invoices do not. I backed it out and "
        "round by hand."
    )
    assert attempt.text == "I first used `Decimal.quantize`"
    assert attempt.why.startswith("It rounds half to even")


def test_a_sentence_with_its_own_object_and_reason_is_the_title() -> None:
    [attempt] = list_attempts("The hook runs on every push. I gave up on husky: it needs node in the image.")
    assert attempt.text == "I gave up on husky: it needs node in the image"


@pytest.mark.parametrize(
    "answer",
    [
        "I reverted it and will count candidate delimiters in the first line instead.",
        "The upload works now. I reverted it and pushed the clean version to the branch.",
    ],
)
def test_what_replaced_it_alone_titles_nothing(answer: str) -> None:
    assert not list_attempts(answer)
