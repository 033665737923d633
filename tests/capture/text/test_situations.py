"""What a person tells of how things are around the code is a fact, and no decision."""

import pytest

from backstory.capture import selection
from backstory.capture.prompts import read_prompt
from backstory.capture.text.classifier import Verdict
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.situations import describes_situation, points_back

DESCRIBES = (
    "Our label printer sends two jobs for every parcel.",
    "Wilhelmina's scanner reads the codes twice and never waits for an answer.",
    "a customer's warehouse takes a quarter of an hour to restart, and nobody there speaks English",
    "Half of our complaints mention the blue label.",
    "another customer puts a random number on each label, so the code never repeats",
    "right, Okoro sets LANG=C on all the kiosks.",
    "people will write the weight with a comma out of habit",
    "twelve workers of one host will share the same queue.",
    "The mail relay of this network has never had IPv6.",
    "His cache once stored a label without a date and then gave it to everybody.",
    "we have a language switch and two widgets read the same key",
    "Its scanner takes every sheet in the tray, so it swallowed half of our labels.",
)
DECIDES = (
    "Our label printer must not send two jobs.",
    "Okoro wants two jobs for every parcel.",
    "Okoro insists on a date on every label.",
    "Our handlers never import from the database layer.",
    "people should write the weight with a dot",
    "The queue of this host stays as it is.",
    "Half of our complaints mention the blue label, so use green.",
    "Wilhelmina's scanner needs the codes twice.",
    "a parcel without weight is refused",
    "printer.py is Okoro's, he is rewriting it",
    "And always put a date on the label.",
)


def read_one(text: str) -> Sentence:
    return read_sentences(text, person=True)[0]


@pytest.mark.parametrize("text", DESCRIBES)
def test_a_description_of_the_surroundings(text: str) -> None:
    assert describes_situation(read_one(text))


@pytest.mark.parametrize("text", DECIDES)
def test_what_demands_or_settles_something_is_more(text: str) -> None:
    assert not describes_situation(read_one(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it prints the codes with a plain loop and has the oldest on top", True),
        ("That one is always red in here.", True),
        ("it stays without a loop", False),
        ("They must not be printed.", False),
    ],
)
def test_a_description_that_only_the_sentence_before_explains(text: str, expected: bool) -> None:
    assert points_back(read_one(text)) is expected


@pytest.fixture
def sure_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights that take every sentence for a decision, whose place the words of a sentence have to find then."""

    def classify(*args: object, **more: object) -> Verdict:
        is_rule = args[2] == ("rule",)
        return Verdict("rule" if is_rule else "decision", 0.1 if is_rule else 0.9)

    monkeypatch.setattr(selection, "classify", classify)


@pytest.mark.usefixtures("sure_weights")
def test_what_the_weights_take_for_a_decision_is_kept_as_a_fact_for_recall() -> None:
    (one,) = read_prompt("Wilhelmina's scanner reads the codes twice and never waits for an answer.")

    assert (one.kind, one.confidence) == ("fact", selection.DOUBTED)
    assert one.text.startswith("Wilhelmina's scanner")


@pytest.mark.usefixtures("sure_weights")
def test_one_that_points_back_is_not_kept_unless_it_explains_a_refusal() -> None:
    assert read_prompt("it prints the codes with a plain loop and has the oldest on top") == []
    (one,) = read_prompt("No warning. It would come with each request, and the log is full anyway.")
    assert one.kind == "decision" and one.text.startswith("No warning.")
