"""Sentences with a value of which a fresh one of the same kind took the place, without a phrase that says so."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def find(*talk: str) -> dict[str, str]:
    """The sentences that are probably out of date in a talk of a person and an agent, in turn -> what says so."""
    rows = [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    return {rows[one.row].sentences[one.number]: one.by for one in find_overturns(rows) if not one.is_sure}


def test_a_value_that_the_prompt_names_gives_way_to_the_one_in_the_answer() -> None:
    marked = find(
        "Read it in blocks.",
        "It reads blocks, in `reader.py`, of 8 MB.",
        "8 MB times the heap of a tablet gave pauses, Ines measured: 512 KB is as fast (1 h 10 min). Please take that.",
        "`reader.py`: two blocks at once, and 512 KB.",
    )
    assert marked["It reads blocks, in `reader.py`, of 8 MB."] == "`reader.py`: two blocks at once, and 512 KB."


def test_a_bare_number_goes_with_the_value_that_the_prompt_names() -> None:
    marked = find(
        "after how long does it give up?",
        "`giveup_minutes` is free to choose.",
        "So 4.",
        "`giveup_minutes: 4`, and a log line.",
        "4 minutes: the old printers need 6 to boot, so Marta says 9 and a mail to her",
        "9 minutes.",
    )
    assert {"So 4.", "`giveup_minutes: 4`, and a log line."} <= marked.keys()


def test_what_is_counted_has_one_number() -> None:
    marked = find(
        "keep backups, six backups",
        "Six backups, one a night.",
        "the disk of the museum is tiny, they can pay for three backups",
        "3 backups, the rest stays.",
    )
    assert marked["Six backups, one a night."] == "3 backups, the rest stays."


def test_a_port_goes_with_all_places_of_the_former_one() -> None:
    marked = find(
        "where does the preview listen",
        "I could serve it on port 5180 for now.",
        "on 5180, yes",
        "It serves there.",
        "the firewall lets 61234 through and nothing else, so 61234",
        '`preview_port: "61234"` it is.',
    )
    assert {"I could serve it on port 5180 for now.", "on 5180, yes"} <= marked.keys()


def test_a_setting_goes_with_what_has_its_label() -> None:
    marked = find(
        "no more than 80 at once",
        "`quota` is 80 per shop and hour.",
        "they asked for more",
        "`quota` = 130.",
    )
    assert marked["`quota` is 80 per shop and hour."] == "`quota` = 130."


def test_a_value_that_is_all_the_prompt_says_counts() -> None:
    marked = find(
        "try again when it fails, 300 ms apart",
        "The pause is 300 ms.",
        "the motor stalls after 3 s.\n40 ms",
        "`PAUSE = 0.04`, well below that.",
    )
    assert marked["The pause is 300 ms."] == "40 ms"


@pytest.mark.parametrize(
    "talk",
    [
        ("show it", "Blocks of 40 lines.", "203|       undo()\n204| }\n70| })", "That looks fine."),
        ("go on", "The run takes 40 seconds.", "and now?", "It fails: 90 seconds."),
        ("set `min_length` to 8", "`min_length` is 8.", "set `max_length` to 128", "`max_length` is 128."),
        ("add a test", "12 tests pass.", "and one for the empty list", "13 tests pass now."),
        ("keep 5 backups", "5 backups are kept.", "keep 5 backups and 3 logs", "5 backups, 3 logs."),
        ("wait 30 seconds", "It waits 30 seconds.", "and the job may run 2 hours", "The job may run 2 hours."),
        ("keep 5 backups", "5 backups are kept.", "would 3 backups do?", "3 backups would do for a week."),
        ("see Challenge 4", "Challenge 4 it is.", "and challenge 7 teams", "Now for 7 teams."),
    ],
)
def test_other_counts_replace_nothing(talk: tuple[str, ...]) -> None:
    assert find(*talk) == {}


def test_a_value_that_takes_the_place_of_a_named_one_changes_no_other() -> None:
    found = find(
        "the whole suite takes 9 minutes here, so run one file at a time",
        "All right, one file at a time.",
        "let the sweep run now and then",
        "`sweep` runs every 60 seconds now.",
        "60 seconds is way too often for the sweep, it wakes the disk. Every 5 minutes.",
        "`SWEEP_INTERVAL` is 5 minutes now.",
    )
    assert not any("9 minutes" in sentence for sentence in found), found
