"""Orders and the reports that carry them out."""

import pytest
from tests.base.overturns.marked_talk import BETWEEN, Turn, find, list_overturns


def test_a_figure_is_marked_in_the_order_and_in_the_report() -> None:
    """The later prompt names the labels and no size of a font, as the report does and the order does not."""
    first = (1, "Schriftgröße der Etiketten 9 pt", "Die Etiketten haben 9 pt.")
    later = (2, "Die Etiketten kann im Lager keiner lesen, nimm 12 pt", "Die Etiketten haben 12 pt.")
    marked = list_overturns(first, BETWEEN, later)
    assert {sentence: one.value for sentence, one in marked.items()} == {first[1]: "12", first[2]: "12"}


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ((1, "try wayland for the kiosk", "I tried Wayland for the kiosk: its touch driver crashes."),
         (2, "the vendor fixed the touch driver, the kiosk runs on wayland", "Then I switch the image.")),
    ],
)  # fmt: skip
def test_the_order_to_try_stands(first: Turn, later: Turn) -> None:
    marked = find(first, BETWEEN, later)
    assert first[2] in marked
    assert first[1] not in marked
