"""What a statement says is replaced, and whether an earlier one is meant."""

import pytest

from backstory.capture.revisions import find_replaced, is_same_topic, names_replaced


@pytest.mark.parametrize(
    ("text", "former", "meant"),
    [
        ("from now on run with -m fast instead of that deselect", "Always run with --deselect tests/x.py", True),
        ("from now on run with -m fast instead of that deselect", "Always put a line into HISTORY.md", False),
        ("so host name alone was wrong, decide by origin", "Strip only when the hostname changes", True),
        ("wir nehmen TOML statt YAML", "Configuration is YAML", True),
        ("use ruff", "use black", False),
    ],
)
def test_a_statement_names_what_it_replaces(text: str, former: str, meant: bool) -> None:
    assert names_replaced(find_replaced(text), former) is meant


def test_the_same_topic_needs_nearly_the_same_words() -> None:
    assert is_same_topic("never push to main from here", "Please don't push from here to main")
    assert not is_same_topic("never push to main from here", "never edit main.py by hand")
