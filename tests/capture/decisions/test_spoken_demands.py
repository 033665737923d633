"""What somebody who is named demands has the name in its title."""

from backstory.capture.decisions.spoken_demands import find_spoken_demands
from backstory.capture.text.prose import read_sentences


def find(prompt: str, asked: str = "") -> list[tuple[str, str]]:
    return [(one.text, one.why) for one in find_spoken_demands(read_sentences(prompt, person=True), asked)]


def test_the_name_stands_in_the_place_of_the_pronoun() -> None:
    assert find("Nils has written back. His index calls them topics, and he wants the menu to say 'Topics' too.") == [
        ("Nils wants the menu to say 'Topics' too", "Nils has written back. His index calls them topics")
    ]
    assert find("Vera closed the list. She also asks that lodash stays at 4.17 until May.") == [
        ("Vera also asks that lodash stays at 4.17 until May", "Vera closed the list.")
    ]


def test_words_in_quotation_marks_are_theirs() -> None:
    assert find('asked tom on slack, "no second queue, a flag is ok". so no', "a queue of its own?") == [
        ("Tom: no second queue, a flag is ok", "Asked: a queue of its own?")
    ]


def test_no_demand() -> None:
    assert find("Nils has written back. He wants to know how long it takes.") == []
    assert find("somebody complained. he wants it back.") == []
    assert find('asked tom, "whats up with the printer"') == []
    assert find("A header like Cookie is never stored. The mode is 0600. he wants it gone.") == []
