import pytest

from backstory.recall.quotes.outdated_clauses import says_outdated
from backstory.recall.text.likeness import word_stems

FORMER = [word_stems("Every name without a bound field counts as unknown, transient fields included")]


@pytest.mark.parametrize(
    "sentence",
    [
        "keep it simple: whatever has no bound field is unknown, partners have no business sending those",
        "A name without a bound field is unknown.",
    ],
)
def test_a_clause_that_repeats_a_superseded_record_is_out_of_date(sentence: str) -> None:
    assert says_outdated(sentence, FORMER)


@pytest.mark.parametrize(
    "sentence",
    [
        "Names of excluded fields are known, they are only not read.",
        "A name without a bound field is no longer unknown.",
        "The field of the partner is unknown to the ledger, so the import of the invoices stops there.",
    ],
)
def test_what_shares_words_with_it_stands(sentence: str) -> None:
    assert not says_outdated(sentence, FORMER)
