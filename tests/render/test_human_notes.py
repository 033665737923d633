"""The page for a person says what is left open and who decides."""

from backstory.recall.text.content import Note, Section
from backstory.render.human_notes import write_now


def test_an_open_point_is_told_with_who_answers_it() -> None:
    note = Note(label="open point", text="half up or bankers? I've written to Idris", detail="waiting for Idris, today")
    (text,) = write_now(Section(name="now", title="Now", notes=[note]))
    assert text == (
        "A question that somebody has yet to answer (waiting for Idris, today): half up or bankers? I've written to"
        " Idris."
    )
