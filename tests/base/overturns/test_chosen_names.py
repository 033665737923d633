"""Names that a person chose in a long prompt, and chose again."""

import pytest
from tests.base.overturns.marked_names import find


@pytest.mark.parametrize(
    ("talk", "marked"),
    [
        (
            (
                "we need a task that packs the logs",
                "Proposal: a task `logs:pack`, which runs at night.",
                "ok. the disk was full again. the ops repo has a logs:pack. other name. logs:squeeze?",
                "`logs:squeeze`, class `SqueezeLogs`.",
            ),
            {("Proposal: a task `logs:pack", "logs:squeeze")},
        ),
        (
            (
                "tell apart what was read twice",
                "A sketch: `first, again = rows.partition(key)` gives both.",
                "do it",
                "It works, six tests pass.",
                "partition sounds like a disk\n- be consistent with the others\n→ splitby",
                "`splitby`, as a method of the table.",
            ),
            {("A sketch: `first, again = rows.partition", "splitby")},
        ),
        (
            (
                "allora, la luce si spegne da sola. chiamala autoDim",
                "The key is `auto_dim_<room>`.",
                "bene. domani provo. e autoDim nessuno capisce cosa sia, chiamala nightLight",
                "`nightLight` everywhere.",
            ),
            {("chiamala autoDim", "nightLight"), ("The key is `auto_dim_<room>", "nightLight")},
        ),
        (
            (
                "add what went wrong to each line",
                "Each line has a field `problem` at its end.",
                "one problem isnt enough. two fields: bad_cell, bad_cause",
                "A line ends with `bad_cell` and `bad_cause` now.",
            ),
            {("Each line has a field `problem", "`bad_cell` and `bad_cause`")},
        ),
        (
            (
                "start",
                '`heirloom "list.yml"` makes a list.',
                "the word heirloom is no good, people leave us those in their wills, keepsake is nicer",
                '`keepsake "list.csv"` in `lib/keepsake.rb`.',
            ),
            {("`heirloom", "keepsake")},
        ),
    ],
)  # fmt: skip
def test_a_name_is_replaced_by_the_one_that_a_prompt_chooses(
    talk: tuple[str, ...], marked: set[tuple[str, str]]
) -> None:
    assert find(*talk) == marked


@pytest.mark.parametrize(
    "talk",
    [
        ("start", "The task is `logs:pack`.", "logs:pack is a good name. and another task logs:drop?",
         "`logs:drop` removes them."),
        ("start", "The task is `logs:pack`.", "what a name. call logs:squeeze after logs:pack",
         "`logs:pack` calls `logs:squeeze` at its end."),
        ("start", "The task is `logs:pack`.", "now a flag for logs:pack, name it logs_dry",
         "The flag is `logs_dry`; `logs:pack` reads it first."),
        ("start", "The key is `room`.", "the name of the room goes into room_label", "`room_label` holds it."),
        ("start", "It reads `fetchAll` and `fetchOne`.", "fetchAll and fetchOne need a common name, fetchBase",
         "`fetchBase` holds what both share."),
        ("start", "Old items go in `evict`.",
         "its evict() works with a heap, and stale items stay in it, so the hook is not to be called for those",
         "Noted for `Heap.evict`: entries with `stale` set are passed over."),
    ],
)  # fmt: skip
def test_a_name_that_stays_is_not_marked(talk: tuple[str, ...]) -> None:
    assert find(*talk) == set()


def test_what_is_enough_chooses_no_name() -> None:
    talk = (
        "where could it live?",
        "The user's own `NotAllowedHandler` could set it.",
        "it stays untouched, NotAllowedHandler is the user's. set the header before it runs. a recorder is enough",
        'Set right after matching now: the handler finds it with `w.Header().Get("Allow")`.',
    )
    assert find(*talk) == set()
