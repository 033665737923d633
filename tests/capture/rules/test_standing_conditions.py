"""Rules that are given as how things stand, and sentences that only look like one."""

import pytest

from backstory.capture.prompts import read_prompt


def rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        (
            "see how labels are cut. fyi everything below labels/out/ is written by the press, editing it is no use",
            "everything below labels/out/ is written by the press, editing it is no use",
        ),
        (
            "ok. the files in gen/zpl are produced by make zpl, changes in there are gone with the next run",
            "the files in gen/zpl are produced by make zpl, changes in there are gone with the next run",
        ),
        (
            "C then. mind that the depots scan the old code, so the barcode can't change until they have new ones",
            "mind that the depots scan the old code, so the barcode can't change until they have new ones",
        ),
        (
            "nothing below the driver may sleep, the belt runs on",
            "nothing below the driver may sleep, the belt runs on",
        ),
        ("weights in the queue are always grams", "weights in the queue are always grams"),
        ("if you add a font ask Okoro before, he pays for it", "if you add a font ask Okoro before, he pays for it"),
        ("i forgot to say, no printer in the tests. there is a fake one", "no printer in the tests"),
        (
            "before you run the import make a copy, i lost a day with this",
            "before you run the import make a copy, i lost a day with this",
        ),
        (
            "for the tests it needs LANG=C in front, else they fail",
            "for the tests it needs LANG=C in front, else they fail",
        ),
        ("all the weights are in grams, nowhere floats please", "all the weights are in grams, nowhere floats please"),
        ("no force push on this one, two others have it", "no force push on this one, two others have it"),
        (
            "we go on. and please write the tests in spec/ and not in test/, that one is old",
            "write the tests in spec/ and not in test/, that one is old",
        ),
        (
            "could you print the sheet number? Sheet numbers begin at 1 in everything the depot reads.",
            "Sheet numbers begin at 1 in everything the depot reads",
        ),
        (
            "write the tests first. they all run under `make dry` here, the others need a printer",
            "they all run under `make dry` here, the others need a printer",
        ),
        (
            "the spooler tests can't pass on this laptop, it has no printer. don't bother with them",
            "the spooler tests can't pass on this laptop, it has no printer. don't bother with them",
        ),
        (
            "test_two_trays is known to fail on Fridays, Okoro is on it",
            "test_two_trays is known to fail on Fridays, Okoro is on it",
        ),
        (
            "the warnings of the linter in old/ are known, pay them no attention",
            "the warnings of the linter in old/ are known, pay them no attention",
        ),
        (
            "every tray has a size in trays.py and a line in the manual, that's a hard requirement",
            "every tray has a size in trays.py and a line in the manual, that's a hard requirement",
        ),
        (
            "the spooler is somebody else's. Okoro, and he is strict about it",
            "the spooler is somebody else's. Okoro, and he is strict about it",
        ),
        ("btw we dropped Windows 8 in March", "we dropped Windows 8 in March"),
        (
            "the names of trays are on stickers, so a tray that exists isn't renamed",
            "the names of trays are on stickers, so a tray that exists isn't renamed",
        ),
        ("wait, black touches everything. reformat only the files you changed", "reformat only the files you changed"),
        (
            "there is a fixture for sheets, every new test uses it",
            "there is a fixture for sheets, every new test uses it",
        ),
        (
            "run make dry, the press has no driver on this laptop",
            "run make dry, the press has no driver on this laptop",
        ),
        (
            "please answer without tables, I read it in the terminal",
            "answer without tables, I read it in the terminal",
        ),
        ("we're on Python 3.8, so no match statements", "we're on Python 3.8, so no match statements"),
        (
            "see where it is printed, and note that labels/old is frozen, the depot has a copy",
            "labels/old is frozen, the depot has a copy",
        ),
        (
            "the spooler isn't our code, changes there go through the people of the press",
            "the spooler isn't our code, changes there go through the people of the press",
        ),
        (
            "before you open a sheet look at its size, some have a gigabyte",
            "before you open a sheet look at its size, some have a gigabyte",
        ),
        ("weights are grams from end to end", "weights are grams from end to end"),
        (
            "test names tell what comes out, not which function is called",
            "test names tell what comes out, not which function is called",
        ),
        (
            "what leaves the press is UTF-8, what comes in may be anything",
            "what leaves the press is UTF-8, what comes in may be anything",
        ),
        (
            "we call them sheets in the code and labels in the manual, please keep it that way",
            "we call them sheets in the code and labels in the manual, please keep it that way",
        ),
        (
            "make is broken here, use ./press test instead until they fix it",
            "make is broken here, use ./press test instead until they fix it",
        ),
        ("keep it local, I'll push on Monday", "keep it local, I'll push on Monday"),
        (
            "forget make dry, there's a target for it since today: make press. use that one from now on",
            "forget make dry, there's a target for it since today: make press. use that one from now on",
        ),
    ],
)
def test_how_things_stand_is_a_rule(prompt: str, rule: str) -> None:
    assert rule in rules(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "the file out/sheet.zpl is written by the press, and it has the wrong date",  # nothing is lost
        "the barcode can't change its size, why?",
        "nothing in the log helps",
        "labels in the queue are always late",
        "the date is wrong in all of our labels",
        "write a script that counts the labels in every tray",
        "can the spooler tests pass on this laptop?",
        "the spooler tests can't pass on this laptop, why is that?",
        "keep it local to the function, no global please",
        "use that one, from what I read it is faster",
        "they all run under `make dry`?",
        "we dropped the idea in 2019",
        "the warnings of the linter are known, how many are there?",
        "the tray is not mine, where is it from?",
        "the cable was out, so the sheet isn't printed",
        "answer in one word please",
        "run make dry, then tell me what it prints",
        "we're on the train, so no rush",
        "Trays first, then nothing half printed ever lies in the folder",
        "Commit, then the whole suite",
        "the press is frozen, it does not answer",
        "before you open the sheet look at the tray",
        "why are test names cut in the report, and not in the log?",
        "what leaves the press is wrong",
        "the last sheet is empty, every new one has an error",
    ],
)
def test_a_description_a_question_or_an_order_for_the_moment_is_none(prompt: str) -> None:
    assert rules(prompt) == []


def test_a_branch_that_stays_local_is_of_the_work_at_hand() -> None:
    (one,) = [one for one in read_prompt("keep the branch to yourself for now, I open the PR") if one.kind == "rule"]
    assert one.tier == "working"


def test_a_rule_that_another_pattern_finds_is_not_taken_twice() -> None:
    assert len(rules("never edit anything under out/, it is written by the press and edits are lost")) == 1
