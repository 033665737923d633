"""What a sentence of a few words overrules: the last thing, a value, what the person cites; and what only refuses."""

import pytest

from backstory.capture.decisions.overrules import CITED, LAST, NAMED, read_overrule
from backstory.capture.text.prose import read_sentences


@pytest.mark.parametrize(
    ("text", "form", "new", "old"),
    [
        ("scrap that, back to the env var", LAST, "back to the env var", ""),
        ("overruled, plain integers", LAST, "plain integers", ""),
        ("I withdraw that; the archive is to be zipped.", LAST, "the archive is to be zipped", ""),
        ("nah, toml", LAST, "toml", ""),
        ("Actually no, 9090.", LAST, "9090", ""),
        ("ach nein, doch eine Datei pro Tag", LAST, "doch eine Datei pro Tag", ""),
        ("25 now, not 30", NAMED, "25", "30"),
        ("--preview now, not --dry-run", NAMED, "--preview", "--dry-run"),
        ("cinq maintenant, pas trois", NAMED, "cinq", "trois"),
        ("ahora 9090, no 8080", NAMED, "9090", "8080"),
        ("changed my mind, plain text not json", NAMED, "plain text", "json"),
        ("i said config only, overruled: ops needs the env var", CITED, "ops needs the env var", "config only"),
        ("I said Fridays only, that's off", CITED, "", "Fridays only"),
    ],
)
def test_an_overrule_tells_what_holds_instead(text: str, form: str, new: str, old: str) -> None:
    (sentence,) = read_sentences(text, person=True)
    overrule = read_overrule(sentence)
    assert overrule is not None
    assert (overrule.form, overrule.new, overrule.old) == (form, new, old)


@pytest.mark.parametrize(
    "text",
    [
        "leave it now, no amend", "keep that now, not the squash",
        "nope, still the same error", "wait, no, my bad", "nah, fine as it is", "no no, all good", "hm, no idea",
        "no wait for Tom", "nope, rename it to store", "scratch that, run the tests first", "forget it, go on",
        "overruled by Tom", "nah, too slow", "scrap that, toml?", "yes, not main", "non, ça marche pas",
        "nein, lass mal",
        "I said run the tests", "i told you: it's wrong again and again",
    ],
)  # fmt: skip
def test_a_refusal_without_a_choice_is_none(text: str) -> None:
    sentences = read_sentences(text, person=True)
    assert [read_overrule(one) for one in sentences] == [None] * len(sentences)
