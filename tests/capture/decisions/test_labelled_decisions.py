"""A statement of an agent behind a word that names it a decision."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.selection import select_answer


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        ("Decided: cache per connection, because schemas change.", "cache per connection, because schemas change"),
        ("**Decision:** retries live in the client.", "retries live in the client"),
        ("Agreed: we keep the CSV importer synchronous.", "we keep the CSV importer synchronous"),
        (
            "Settled: retries live in the client, not in the handlers.",
            "retries live in the client, not in the handlers",
        ),
        ("Entschieden: Cache je Verbindung, weil sich Schemas ändern.", "Cache je Verbindung"),
        ("Decidido: caché por conexión, porque los esquemas cambian.", "caché por conexión"),
    ],
)
def test_a_labelled_decision_is_kept_without_its_label(answer: str, decision: str) -> None:
    turns = [Turn("user", "We should cache the schema.", line=1), Turn("assistant", answer, line=2)]
    [one] = [one for one in find_candidates(turns, known_paths=lambda path: False) if one.role == "assistant"]
    assert (one.kind, one.text) == ("decision", decision)


@pytest.mark.parametrize(
    "answer",
    [
        "Decided: nothing yet about it.",
        "Decided: I will now run the tests.",
        "Agreed: good point there.",
        "Decision: TBD",
    ],
)
def test_a_label_before_no_decision_makes_none(answer: str) -> None:
    assert not [one for one in select_answer(answer) if one.kind == "decision"]
