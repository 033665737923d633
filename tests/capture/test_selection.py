"""Which sentences become candidates: what words find, what only the weights find, and how sure that is."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.classifier import classify
from backstory.capture.prose import read_sentences
from backstory.capture.rules import find_rules
from backstory.capture.selection import find_own, label_cues, select_answer, select_prompt
from backstory.capture.signals import Place, find_signals
from backstory.capture.weights import AGENT, AGENT_KINDS, PERSON, PERSON_KINDS


def test_every_row_of_the_tables_has_a_weight_for_each_kind() -> None:
    for table, kinds in ((PERSON, PERSON_KINDS), (AGENT, AGENT_KINDS)):
        assert kinds[0] == "none"
        assert {len(row) for row in table.values()} == {len(kinds)}
        assert "" in table


@given(st.text(max_size=300), st.booleans())
def test_a_verdict_is_a_probability_and_names_a_kind(text: str, person: bool) -> None:
    sentences = read_sentences(text, person=person)
    for place in range(len(sentences)):
        verdict = classify(Place(sentences, place), (), person=person)
        assert verdict.kind in (PERSON_KINDS if person else AGENT_KINDS)[1:]
        assert 0 <= verdict.probability <= 1 - verdict.none + 1e-9


def test_signals_say_what_a_sentence_does() -> None:
    sentences = read_sentences("Never use `eval` here, because the input is not ours.", person=True)
    signals = set(find_signals(Place(sentences, 0)))
    assert {"forbids", "always", "here", "reason", "code"} <= signals
    assert not {"question", "hedges", "undone"} & signals


def test_a_terse_order_for_the_project_is_kept() -> None:
    (one,) = select_prompt("use uv, not pip")
    assert (one.kind, one.text) == ("rule", "use uv, not pip")


def test_an_order_for_the_moment_is_not_kept() -> None:
    for prompt in ("go ahead and commit this", "run the tests again please", "fix the typo in the title"):
        assert select_prompt(prompt) == []


def test_a_sentence_that_is_not_just_for_today_may_be_a_rule() -> None:
    (rule,) = find_rules("This is not just for today: never log a request body.")
    assert rule.text == "never log a request body"
    assert find_rules("Just for today: never log a request body.") == []


def test_a_cause_without_a_cue_word_is_a_finding() -> None:
    answer = (
        "The tests assert on `workspace_path`, but `find_project` sets `path` to `session_dir`, so they never match."
    )
    assert [one.kind for one in select_answer(answer)] == ["fact"]


def test_a_list_of_changes_is_not_kept() -> None:
    assert select_answer("I've made these changes:\n- Updated `a.py` to use the helper\n- Added a test for it") == []


def test_a_sentence_is_kept_once_even_when_another_quotes_it() -> None:
    prompt = "Never print from internal/. Otherwise the JSON output breaks."
    (one,) = find_candidates([Turn("user", prompt)], known_paths=lambda path: False)
    assert one.why == "Otherwise the JSON output breaks."


def test_candidates_are_told_by_their_first_sentence() -> None:
    prompt = "Fix it. Never push from here."
    sentences, rules = read_sentences(prompt, person=True), find_rules(prompt)
    assert [label_cues(find_own(sentence, rules)) for sentence in sentences] == [[], ["rule"]]


@pytest.mark.parametrize("piece", ["x", "<backstory:remember ", "never "])
def test_long_messages_take_their_length(piece: str) -> None:
    fresh = count()
    assert_linear(lambda text: select_prompt(f"{text}{next(fresh)}"), piece, 2_000)
    assert_linear(lambda text: select_answer(f"{text}{next(fresh)}"), piece, 2_000)


def test_words_around_pasted_data_are_read() -> None:
    prompt = f"Always use tabs in this project.\n{'Zm9vYmFy' * 2_000}\nNever push to main."
    assert [one.text for one in select_prompt(prompt)] == ["Always use tabs in this project", "Never push to main"]
