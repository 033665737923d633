"""What a person says against a way of working, and what an agent concludes when it is corrected."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates, find_next_steps
from backstory.capture.selection import select_answer, select_prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "We shouldn't log with print.",
        "The release job sets the version, and nobody else.",
        "The vendored parser is left alone.",
        "We still support Python 3.8, so no match statements.",
        "You should not be moving files out of fixtures.",
        "I told you not to rename public functions.",
        "Remember we're in a monorepo, and only the api gets deployed.",
        "Wir unterstützen noch Python 3.8.",
        "Der Ordner vendor bleibt unangetastet.",
        "Du sollst die Fixtures nicht anfassen.",
        "On supporte encore Node 16.",
        "On ne touche pas aux migrations.",
        "Seguimos soportando Node 16.",
        "No se toca el esquema.",
        "Whatever we add is final and marked internal.",
        "Each exception that we throw states the path, and the same applies to all those still to come.",
        "Alles, was wir veröffentlichen, ist dokumentiert.",
    ],
)
def test_a_rule_without_always_or_never(prompt: str) -> None:
    assert [one.kind for one in select_prompt(prompt)] == ["rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "We don't need a migration script.",
        "There's no need to stay compatible with the old format.",
        "Let's put it in the worker, because the hook has no time.",
        "Let's not add a cache.",
        "I don't want to use that library because it is not maintained.",
        "Update the plan to use a queue instead of polling.",
        "We want a single repository for all apps.",
        "That settles it, `@Field` remains unchanged.",
        "Das Plugin belegt alles, was mit --re anfängt, also heißt es --again.",
        "Schade, aber ok, keine .part-Datei.",
        "Pity, but ok, no part file then.",
    ],
)
def test_a_choice_with_what_it_rules_out(prompt: str) -> None:
    assert [one.kind for one in select_prompt(prompt)] == ["decision"]


@pytest.mark.parametrize(
    "prompt",
    [
        "Let's make the list look nicer.",
        "Let's add a cache for the tokens.",
        "Let's do step 2 of the plan.",
        "I don't see any output in the console.",
        "You should see an error in the log.",
        "You don't need to do anything about it.",
        "The file is untouched by the build.",
        "We shouldn't need that.",
        "Ok, no need to hurry.",
        "Ok, keine Ahnung.",
        "Everything we log is broken.",
        "src/a.ts:64:21 - error TS6133: 'req' is declared but never read",
    ],
)
def test_orders_and_reports_of_the_moment_are_neither(prompt: str) -> None:
    assert select_prompt(prompt) == []


@pytest.mark.parametrize(
    ("answer", "lesson"),
    [
        (
            "You're right: the extension is loaded per connection, because SQLite keeps no list of them.",
            "the extension is loaded per connection, because SQLite keeps no list of them",
        ),
        (
            "You're absolutely right! I apologize. The driver is a native module, not a pure one. Let me install it.",
            "The driver is a native module, not a pure one",
        ),
        (
            "Du hast recht: die Sperre gilt nur je Prozess, weil flock an der Datei hängt.",
            "die Sperre gilt nur je Prozess, weil flock an der Datei hängt",
        ),
    ],
)
def test_what_a_correction_taught_is_a_finding(answer: str, lesson: str) -> None:
    (one,) = select_answer(answer)
    assert (one.kind, one.text) == ("fact", lesson)
    assert one.quote in answer


@pytest.mark.parametrize(
    "answer",
    [
        "You're right. I should have asked first.",
        "Good catch! Let me fix that.",
        "You're right. Since this is one package, we only need one lock file.",
        "You're right. The previous block was not specific enough.",
        "The lock is held per process, not per thread.",
        "You're right, this might not be needed.",
    ],
)
def test_an_excuse_teaches_nothing(answer: str) -> None:
    assert select_answer(answer) == []


@pytest.mark.parametrize(
    "idea", ["Could we write to a .part file and rename it?", "Können wir nicht in eine .part-Datei schreiben?"]
)
def test_a_way_that_the_person_proposed_is_named_by_the_attempt_that_failed(idea: str) -> None:
    answer = "Tried it, does not fit. `--continue` looks at the size of the output file itself. I reverted it."
    turns = [Turn("user", idea, line=1), Turn("assistant", answer, line=2)]
    (one,) = find_candidates(turns, known_paths=lambda path: False)
    assert one.kind == "attempt"
    assert one.text.startswith(idea)
    assert "looks at the size" in one.text


def test_a_list_for_the_next_chat_is_what_comes_next() -> None:
    prompt = "In the next chat we have to look at:\n- the cache\n- the docs"
    assert find_next_steps(prompt, person=True) == ["the cache", "the docs"]
