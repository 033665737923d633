"""What the person said at once at the beginning of a piece of work is left out once a part of it was revised."""

from tests.recall.quotes.test_quotes import talk

from backstory.base.reversals import REVISED
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.talk import Talk

SETTINGS = "Class Folder, a cache of 1200 entries, and it gives up after 3 tries"


def measure(prompt: str) -> float:
    first = [("user", prompt), ("answer", "`Folder` has a cache of 1200 entries.")]
    last = [("user", "1200 entries are too many for the small box, make it 300"), ("answer", "300 entries now.")]
    spoken = Talk(PastWork((talk(last, "s2"), talk(first, "s1", "2026-11-18"))))
    utterance = next(one for one in spoken.utterances if one.sentences[0].startswith(prompt[:12]))
    return spoken.measure_revision(utterance, utterance.sentences[0])


def test_a_list_of_settings_goes_with_one_of_them() -> None:
    assert measure(SETTINGS) >= REVISED


def test_one_figure_is_no_list() -> None:
    assert measure("Class Folder and its cache, which clears itself by night") < REVISED
