"""What the person supposed and the agent disproved."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def find(*talk: str) -> set[str]:
    """The sentences that are overturned in a talk of a person and an agent, in turn."""
    rows = [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    return {rows[one.row].sentences[one.number] for one in find_overturns(rows)}


@pytest.mark.parametrize(
    ("supposed", "answer"),
    [
        ("I think the cache is the culprit for the stale prices", "No, it isn't the cache: the parser reads a column."),
        (
            "My guess is that the DNS lookup makes the requests slow.",
            "I measured it. The DNS lookup takes 2 ms, so it is not the DNS lookup. Each request opens a connection.",
        ),
        ("ich glaube, der Export hängt wegen der Datenbank", "Es liegt nicht an der Datenbank. Das Zip ist zu groß."),
        ("Must be the row locks, I suspect.", "The row locks are fine; what blocks is the advisory lock."),
        (
            "Je pense que c'est le proxy qui coupe les connexions longues.",
            "Ce n'est pas le proxy : ses journaux ne montrent rien. C'est le serveur qui ferme.",
        ),
        ("I'd say the index is the problem.", "The index has nothing to do with it: the query reads each row."),
    ],
)
def test_a_disproved_supposition_is_overturned(supposed: str, answer: str) -> None:
    assert supposed in find(supposed, answer, "ok, fix it", "Done.")


@pytest.mark.parametrize(
    ("supposed", "answer"),
    [
        ("I think the cache is the culprit for the stale prices", "Yes, it is the cache: nothing clears it."),
        ("I suspect the index is missing, that's why the list is slow.", "Right. It isn't the template."),
        ("I believe the pauses come from the collector.", "They do come from the collector. It isn't the log."),
        ("I think we should use a pool.", "A pool is in. It is not the default of the driver."),
        ("Is the cache the culprit?", "It isn't the cache."),
    ],
)
def test_a_supposition_stands_that_nothing_disproves(supposed: str, answer: str) -> None:
    assert not find(supposed, answer, "ok", "Done.")
