"""A text is cut after a sentence. An abbreviation ends none, whatever the language of the text is."""

import pytest

from backstory.memory.kernel.prepare import SHORT_TITLE, split_title
from backstory.model.sentence_cuts import ends_sentence, find_first_end, find_last_end
from backstory.recall.text.shorten import first_sentence, shorten_text

STOPS = (". ", "! ", "? ")


@pytest.mark.parametrize(
    "text",
    [
        "Use a fixed salt, e.g. `itsdangerous`, for links. It is part of the URL.",
        "Prefer tomlkit vs. tomllib for settings. It keeps comments.",
        "Keep the keys sorted, i.e. by age. The newest signs.",
        "Alle Schlüssel, z. B. die alten, bleiben gültig. Der neueste unterschreibt.",
        "Les clés, p. ex. les anciennes, restent. La dernière signe.",
        "It follows Smith et al. in all points. See the paper.",
        "Salts, keys, etc. are sorted. The rest is not.",
    ],
)
def test_the_first_sentence_goes_to_its_end(text: str) -> None:
    end = text.rindex(". ")
    assert first_sentence(text) == text[: end + 1]
    assert find_first_end(text, STOPS) == find_last_end(text, STOPS) == end


@pytest.mark.parametrize(
    "text",
    [
        "It sorts salts, keys, etc. The rest stays.",
        "Say no. Then leave.",
        "It is done! Next one.",
        "Take plan B. Drop A",
    ],
)
def test_sentences_end_elsewhere(text: str) -> None:
    assert ends_sentence(text, find_first_end(text, STOPS))
    assert len(first_sentence(text)) < len(text)


def test_a_long_text_has_a_title_that_does_not_end_in_an_abbreviation() -> None:
    head = "The serializer takes any module that has dumps and loads"
    text = f"{head}. " + "w" * 30 + ", e.g. " + "word " * SHORT_TITLE
    title, body = split_title(text)
    assert (title, body) == (f"{head}.", text.strip())


def test_text_that_is_cut_to_tokens_does_not_end_in_an_abbreviation() -> None:
    text = "Signed links carry their salt. They are short, e.g. " + "salt " * 60
    assert shorten_text(text, 16).endswith(("…", "salt."))
