"""Choices by a number or a short answer: the decision has the words of what was chosen, and the question it answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.decisions.choices import find_choices
from backstory.capture.decisions.questionnaires import find_answers, find_questions
from backstory.capture.text.candidate import Candidate

THREE = """\
Three ways:

1. Keep the map in memory
2. Write it to SQLite
3. Use Redis

Which do you want?"""
OPT = """\
I see two options.

**Option A: a flag `--strict`** — explicit, but one more flag.

**Option B: a separate command** — cleaner help.

Which one should I take?"""
QS = """\
Two questions before I start:

1. Where should the lock live?
   a) in Redis
   b) in Postgres
2. How long may it be held?
   a) 5 seconds
   b) 30 seconds"""
OPENQ = """\
Before I write this:
1. Should the old endpoint stay?
2. Should errors be JSON as well?"""
TWO = "Should the cache be dropped on logout? And should the token be revoked on the server too?"
OPENW = """\
A few questions:
1. Which port should it listen on?
2. What is the timeout for uploads?
3. Do we keep Python 3.9?"""
DE = """\
Zwei Wege:
1. Die Tabelle bekommt eine Spalte
2. Eine eigene Tabelle

Welchen soll ich nehmen?"""
FR = """\
Deux possibilités :
1. garder le verrou en mémoire
2. le mettre dans Postgres

Laquelle ?"""
ES = """\
Hay dos opciones:
1. guardar en disco
2. guardar en memoria

¿Cuál prefieres?"""


def choices(answer: str, prompt: str) -> list[Candidate]:
    turns = [Turn("user", "do it", line=1), Turn("assistant", answer, line=2), Turn("user", prompt, line=3)]
    found = find_candidates(turns, known_paths=lambda path: False)
    return [one for one in found if one.kind == "decision" and "accepted" in one.tags and one.line == 3]


@pytest.mark.parametrize(
    ("answer", "prompt", "told"),
    [
        (THREE, "2", [["SQLite"]]),
        (THREE, "the second one, we already ship SQLite", [["SQLite"]]),
        (THREE, "go with 3 because the workers are on other machines", [["Redis"]]),
        (OPT, "option B", [["separate command"]]),
        (OPT, "B please", [["separate command"]]),
        (OPT, "A - explicit is better", [["--strict"]]),
        (QS, "1b, 2a", [["Postgres"], ["5 seconds"]]),
        (QS, "1: b\n2: a, it must never block a deploy", [["Postgres"], ["5 seconds"]]),
        (OPENQ, "yes to both", [["old endpoint"], ["JSON"]]),
        (OPENQ, "1 yes, 2 no", [["old endpoint", "yes"], ["JSON", "no"]]),
        (
            OPENW,
            "1. 8443\n2. 90 seconds, the CDN cuts off at 100\n3. no",
            [["port", "8443"], ["uploads", "90 seconds"], ["3.9", "no"]],
        ),
        (DE, "nimm die zweite", [["eigene Tabelle"]]),
        (FR, "la 2", [["Postgres"]]),
        (ES, "la primera, el disco es barato", [["disco"]]),
        (THREE, "let's do number 1", [["map in memory"]]),
        (THREE, "third", [["Redis"]]),
        (THREE, "(2)", [["SQLite"]]),
        (OPT, "Let's take option A, users asked for it", [["--strict"]]),
        (OPT, "I prefer B", [["separate command"]]),
        (QS, "1a and 2b", [["Redis"], ["30 seconds"]]),
        (QS, "1) b 2) b", [["Postgres"], ["30 seconds"]]),
        (TWO, "yes to both", [["cache"], ["token"]]),
        (OPENQ, "both yes", [["old endpoint"], ["JSON"]]),
        (OPENQ, "no to 1, yes to 2", [["old endpoint", "no"], ["JSON", "yes"]]),
        (OPENW, "1. 8443\n2. not sure, you decide\n3. sure, try", [["port", "8443"]]),
        (OPENW, "1. 8443\n2. probier's mit dem alten\n3. ok, try it with the cache first", [["port", "8443"]]),
        (OPENW, "1) 9000 2) 60s 3) yes, until March", [["port", "9000"], ["uploads", "60s"], ["3.9", "yes"]]),
        (DE, "Variante 1, weil die Abfrage dann einfach bleibt", [["Spalte"]]),
        (DE, "die erste", [["Spalte"]]),
        (FR, "la deuxième", [["Postgres"]]),
        (ES, "la 2, por favor", [["memoria"]]),
        (ES, "opción 1", [["disco"]]),
    ],
)
def test_a_choice_is_told_in_the_words_of_what_was_chosen(answer: str, prompt: str, told: list[list[str]]) -> None:
    made = choices(answer, prompt)
    assert len(made) == len(told)
    for one, words in zip(made, told, strict=True):
        assert one.role == "user"
        assert all(word.lower() in one.text.lower() for word in words)


@pytest.mark.parametrize(
    ("answer", "prompt"),
    [
        (THREE, "2 of them are wrong"),
        (THREE, "5"),
        (QS, "b"),
        (THREE, "3 tests are red, look first"),
        (OPENQ, "hmm, what did it do before?"),
        (THREE, "1 or 2, I don't know"),
        (THREE, "2? why not 4"),
        (QS, "1c"),
        (OPENQ, "yes"),
        (OPT, "A flag is too much, think again"),
    ],
)
def test_nothing_is_made_up_where_the_answer_is_not_clear(answer: str, prompt: str) -> None:
    assert not choices(answer, prompt)


def test_the_reason_stays_with_the_choice() -> None:
    assert choices(THREE, "go with 3 because the workers are on other machines")[0].why.endswith("on other machines")
    lock, held = choices(QS, "1: b\n2: a, it must never block a deploy")
    assert (lock.why, held.why) == ("", "it must never block a deploy")
    assert lock.parts["alternatives"] == ["in Redis"]


def test_what_was_not_chosen_ends_where_the_choice_begins() -> None:
    turns = [Turn("user", "Instead of lerna let's use pnpm for all workspaces.", line=1)]
    (one,) = find_candidates(turns, known_paths=lambda path: False)
    assert one.parts["alternatives"] == ["lerna"]


@given(st.text(alphabet="12ab.,): \nyesno", max_size=30))
def test_an_answer_never_chooses_what_was_not_offered(prompt: str) -> None:
    questions = find_questions(QS)
    offered = {text for question in questions.values() for text in question.options.values()}
    for one in find_answers(prompt, questions):
        chosen = [text for text in offered if one.text.endswith(text)]
        assert chosen or one.text.startswith(tuple(question.text for question in questions.values()))


def test_answers_belong_to_the_list_that_asks_and_not_to_the_plan_below_it() -> None:
    answer = (
        "Questions:\n\n1. **Order field**: Should it be an integer?\n2. **Location**\n   - Admin section or header?\n\n"
        "Plan:\n\n1. Add the column\n2. Write the migration\n\nShall I start?"
    )
    order, location = choices(answer, "1. yes, lower shows first 2. in the header\n\nand never use floats for prices")
    assert (order.text, order.why) == ("Order field: Should it be an integer? yes", "lower shows first")
    assert location.text == "Location: Admin section or header? in the header"
    assert not choices("Plan:\n\n1. Add the column\n2. Write the migration\n\nStart?", "1. yes 2. no")


def test_an_answer_in_the_lines_below_the_title_of_a_question_is_told_without_the_ways_it_did_not_choose() -> None:
    answer = (
        "Before I move the parsers, three questions:\n\n"
        "1. **Shared code**: `read_cell` is used by all of them. Should it:\n"
        "   - Stay in `table.py`?\n   - Move to a module of its own?\n\n"
        "2. **Errors**: Today each parser raises its own. Should we:\n"
        "   - Keep them as they are?\n   - Raise one common error?\n\n"
        "3. **Order**: Would you prefer to:\n   - Move all parsers at once?\n   - Begin with one of them?\n"
    )
    prompt = (
        "1. Shared code\n  - read_cell goes to cells.py\n  - the date helpers stay\n\n"
        "2. Errors\n  - For now, one common error\n\n"
        "3. begin with csv"
    )
    assert [(one.text, one.why) for one in find_answers(prompt, find_questions(answer))] == [
        ("Shared code: read_cell goes to cells.py; the date helpers stay", ""),
        ("Errors: For now, one common error", ""),
        ("Order: begin with csv", ""),
    ]


@pytest.mark.parametrize(
    ("prompt", "decision", "rules"),
    [
        (
            "2. And never touch set.rb, Tomas works on it.",
            "Write it to SQLite",
            ["never touch set.rb, Tomas works on it"],
        ),
        (
            "The third one. From now on commit messages in English, please.",
            "Use Redis",
            ["From now on commit messages in English, please"],
        ),
        ("2, since the map is lost at a restart. Then run the tests.", "Write it to SQLite", []),
        ("2, but never in the worker", "Write it to SQLite", []),
    ],
)
def test_rules_behind_a_choice_are_rules(prompt: str, decision: str, rules: list[str]) -> None:
    found = find_candidates(
        [Turn(role="assistant", text=THREE), Turn(role="user", text=prompt)], known_paths=lambda path: False
    )
    assert [one.text for one in found if one.kind == "decision"] == [decision]
    assert [one.text for one in found if one.kind == "rule"] == rules


def test_rules_behind_the_last_of_several_answers_are_no_reason_for_it() -> None:
    prompt = (
        "1: no, clients moved on. 2: yes. And a few ground rules: no new gems, every public method has a comment. "
        "Commit messages in English, please, even if we talk German."
    )
    found = find_candidates(
        [Turn(role="assistant", text=OPENQ), Turn(role="user", text=prompt)], known_paths=lambda path: False
    )
    decisions = [one for one in found if one.kind == "decision"]
    assert [one.why for one in decisions] == ["clients moved on", ""]
    assert "Commit messages in English, please, even if we talk German" in [
        one.text for one in found if one.kind == "rule"
    ]


def test_a_pick_says_what_the_options_are_for() -> None:
    answer = "Two options:\n1. A package-level map.\n2. An explicit `Compile(path)` that callers hold.\n\nWhich one?"
    request = "How would we best cache compiled paths? Options?"
    [pick] = find_choices("2", answer, "Which one?", request)
    assert pick.text == "An explicit `Compile(path)` that callers hold"
    assert pick.why == "Asked: How would we best cache compiled paths?"
    assert not find_choices("2", answer, "Which one?", "Go on.")[0].why


PLACES = """\
`Queue.put` writes to the log first.

A limit could sit
1. in that call, which then blocks
2. outside of it: the service counts by itself
3. in `pool.size`

I lean to 1."""


def test_the_mark_of_an_option_stands_for_its_text_with_the_line_that_leads_to_it() -> None:
    turns = [
        Turn("user", "show me where a limit could sit", line=1),
        Turn("assistant", PLACES, line=2),
        Turn("user", "1 it is. write the test first, the code comes tomorrow.", line=3),
    ]

    decisions = [one for one in find_candidates(turns, known_paths=lambda path: False) if one.kind == "decision"]

    assert [one.text for one in decisions] == ["A limit could sit in that call, which then blocks"]
    assert decisions[0].parts["alternatives"] == ["outside of it: the service counts by itself", "in `pool.size`"]


def test_no_other_line_leads_to_an_option() -> None:
    (one,) = choices(PLACES.replace("A limit could sit", "See the log."), "3 please")
    assert one.text == "in `pool.size`"
