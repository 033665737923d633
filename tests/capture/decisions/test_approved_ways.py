"""What is chosen of several ways where a prompt approves one by its name, or takes back what it chose."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.candidate import Candidate

FORMATS = (
    "Three formats are possible:\n\n- TOML tables, like the rest of the config\n- a table in YAML, with comments\n"
    "- JSON5\n\nWhich one do you prefer?"
)
CACHE = "Should the cache live in Redis or in memory?"


def read(prompt: str, answer: str) -> list[Candidate]:
    turns = [
        Turn(role="assistant", text=answer, line=1, time="2026-11-18T09:01:00Z"),
        Turn(role="user", text=prompt, line=2, time="2026-11-18T09:02:00Z"),
    ]
    found = find_candidates(turns, known_paths=lambda path: False)
    return [one for one in found if one.role == "user" and not one.only_revises]


def test_a_word_that_two_options_share_picks_neither() -> None:
    assert not [one for one in read("table, definitely", FORMATS) if "accepted" in one.tags]


def test_the_option_that_is_approved_by_its_name_is_chosen_with_its_change() -> None:
    (one,) = read("table, definitely. TOML is fine but keep the keys sorted", FORMATS)
    assert one.text.startswith("TOML tables, like the rest of the config — but keep the keys sorted")


def test_what_is_only_conceded_is_not_chosen() -> None:
    (one,) = read("YAML. TOML is fine too but nobody here can read it", FORMATS)
    assert one.text == "a table in YAML, with comments"


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("Redis. No wait, in memory, we have no ops people", "in memory"),
        ("Redis. hm, actually no, a file on disk, we have no ops people", "a file on disk"),
        ("in memory. scratch that, Redis because it survives a restart", "Redis"),
    ],
)
def test_the_last_choice_of_a_prompt_holds(prompt: str, text: str) -> None:
    found = read(prompt, CACHE)
    assert any(text in one.text for one in found)
    assert not any(one.text.startswith(f"{CACHE} {prompt.split('.')[0]}") for one in found)


def test_a_pick_that_is_taken_back_for_an_errand_is_none() -> None:
    assert not read("Redis. wait, no, first run the benchmarks", CACHE)


@pytest.mark.parametrize(
    "prompt",
    ["yeah no decorators please", "yeah, no. too clever", "ok. put it in net/retry.go though"],
)
def test_such_a_yes_accepts_nothing(prompt: str) -> None:
    assert not [one for one in read(prompt, "I suggest a retry decorator in `net/http.go`.") if "accepted" in one.tags]


def test_a_yes_that_names_the_place_of_the_proposal_accepts_it() -> None:
    prompt = "ok. put it in net/http.go and write a test in http_test.go"
    assert [one for one in read(prompt, "I suggest a retry decorator in `net/http.go`.") if "accepted" in one.tags]


def test_where_a_thing_of_the_answer_belongs_is_a_decision() -> None:
    found = read("use an enum and the decorator belongs in retry.go, http.go is generated", "I wrote a decorator.")
    assert [one.kind for one in found] == ["decision"]


def test_a_no_with_a_remark_corrects_nothing() -> None:
    answer = "Understood: no changelog for patches, and Tobi reviews the parser. Shall I rename the folder?"
    found = read("no. Mira is done with the parser btw", answer)
    assert not [one for one in found if "Mira" in one.text or "Understood" in one.text]
