"""What comes next, by the last words of an answer."""

import pytest

from backstory.capture.work_state import find_next_steps

OPENINGS = ["Left:", "Tomorrow:", "Rest:", "Not yet:", "Up next:", "Still open:", "Für morgen:"]


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_list_that_opens_behind_another_sentence_is_what_is_next(opening: str) -> None:
    steps = ["wire the option", "docs", "ask Mira for a build"]
    listed = "\n".join(f"- {step}" for step in steps)
    assert find_next_steps(f"The test is red, and not committed. {opening}\n\n{listed}") == steps
    assert find_next_steps(f"{opening} nothing") == []


def test_a_list_for_the_next_session_ends_where_a_paragraph_follows() -> None:
    opening = "Written down.\n\nFor the next session, we should:\n\n"
    answer = f"{opening}1. Port the row\n2. Write the docs\n\nThe key is the lock."
    assert find_next_steps(answer) == ["Port the row", "Write the docs"]
    assert find_next_steps("Für die nächste Sitzung:\n- Zeile umziehen\n- Doku schreiben") == [
        "Zeile umziehen",
        "Doku schreiben",
    ]
    assert find_next_steps("Next time you see this, restart the server.") == []


@pytest.mark.parametrize(
    ("answer", "steps"),
    [
        ("Done.\n\n## What comes next\n- wire the flag\n- release notes", ["wire the flag", "release notes"]),
        ("Listo.\n\nLo que queda, por orden:\n1. El test rojo\n2. Avisar a Marta", ["El test rojo", "Avisar a Marta"]),
        ("Ce qui reste à faire :\n- le test rouge\n- la doc", ["le test rouge", "la doc"]),
        ("Here is what's left:\n\n1. Fix the flaky test\n2. Merge", ["Fix the flaky test", "Merge"]),
        (
            "Next steps to finish this: rename the option, add a migration, and/or drop the old table.",
            ["rename the option", "add a migration", "drop the old table"],
        ),
        ("There are two tasks left: 1. make it green 2. write the docs", ["make it green", "write the docs"]),
        (
            "I stop here. First we make the red test pass, then we port the writer, and finally the docs.",
            ["make the red test pass", "we port the writer", "the docs"],
        ),
        (
            "For tomorrow I would first make `test_x` green, then write the docs.",
            ["make `test_x` green", "write the docs"],
        ),
        ("Up next is the printing in logging.ts, then HISTORY.md.", ["the printing in logging.ts", "HISTORY.md"]),
        (
            "Open: the timeout test; the docs; asking Ines for the quota.",
            ["the timeout test", "the docs", "asking Ines for the quota"],
        ),
        ("| # | task | status |\n|---|---|---|\n| 1 | reader | done |\n| 2 | writer | open |", ["writer"]),
        ("Plan:\n- [x] test it\n- [ ] write the docs", ["write the docs"]),
        ("Open questions: who owns the quota?", []),
        ("| name | value |\n|---|---|\n| open | 3 |", []),
    ],
)
def test_steps_are_read_in_the_forms_that_answers_have(answer: str, steps: list[str]) -> None:
    assert find_next_steps(answer) == steps


@pytest.mark.parametrize(
    ("prompt", "steps"),
    [
        ("so for the next time: 1st make that one green, then the printing", ["make that one green", "the printing"]),
        ("tomorrow we continue with the cache and then the docs. bye", ["the cache", "the docs"]),
        ("mañana seguimos con el test rojo y luego la documentación", ["el test rojo", "la documentación"]),
        ("next time please start with the flaky test", ["the flaky test"]),
    ],
)
def test_a_person_names_what_comes_next(prompt: str, steps: list[str]) -> None:
    assert find_next_steps(prompt, person=True) == steps


@pytest.mark.parametrize(
    "step",
    [
        "keep the whitespace of `<pre>` and `<textarea>`",
        "a doctest with `<code-block>`",
        "handle <script> as a tag without text",
        "read `Vec<source>` and the `<style>` element",
    ],
)
def test_a_tag_that_a_step_speaks_of_ends_no_text(step: str) -> None:
    assert find_next_steps(f"Next steps:\n1. {step}\n2. the changelog\n") == [step, "the changelog"]


def test_a_pasted_document_is_left_out() -> None:
    text = "Next steps:\n1. the changelog\n\n<document>\nNext steps:\n- the sale\n</document>\n"
    assert find_next_steps(text) == ["the changelog"]
