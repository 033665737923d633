"""Records that give way to their conversation, and come back where it is not quoted."""

from tests.recall.quotes.test_quotes import talk

from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.repeats import list_unquoted
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.content import Item

FAILURE = "I tried 4 workers: 31 cases fail, because they share one folder"


def test_a_record_comes_back_with_what_was_told_of_it_since() -> None:
    first = [("user", "can the cases run side by side?"), ("answer", f"{FAILURE}. Back to one worker.")]
    last = [("user", "now the run side by side is green, each worker has a folder"), ("answer", "Good.")]
    spoken = Talk(PastWork((talk(last, "s2"), talk(first, "s1", "2026-11-18"))))
    item = Item(
        id="a", short="a", kind="attempt", title=FAILURE, made="2026-11-18", parts={"why": "Back to one worker."}
    )
    (back,) = list_unquoted({"warnings": [item]}, ["nothing of it"], spoken)["warnings"]
    assert back.title.startswith(f"{FAILURE} [may have changed since: now the run side by side is green")
