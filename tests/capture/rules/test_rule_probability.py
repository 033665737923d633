"""What the weights of rules say: how likely a sentence is one, and what becomes of what they doubt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.capture.rules.rule_probability import MIN_CHANCE, TABLE, measure_rule, name_signs
from backstory.capture.rules.rule_signals import find_rule_signals
from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.prose import MASK, Sentence, read_sentences
from backstory.capture.text.signals import Place
from backstory.capture.text.weights import load_table
from backstory.memory.intake.candidates import MIN_CONFIDENCE


def measure(prompt: str, place: int = 0) -> float:
    return measure_rule(Place(read_sentences(prompt, person=True), place))


def list_rules(prompt: str) -> list[Candidate]:
    return [one for one in select_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("rule", "order"),
    [
        ("Never commit anything unless I tell you to.", "Never mind, commit the parser and the tests now."),
        ("In the future, please don't push without my ok.", "No, the total is never updated on the page."),
        ("from now on answer in German", "now translate the page of orders to German"),
        ("Stop writing a summary file after every task.", "Stop the server and show me the page of the orders."),
        ("whenever you add a file, update the index in docs", "whenever the user adds a row, update the total"),
        ("les réponses toujours en français", "la page s'affiche toujours en français quand je clique"),
        ("以后不要自动提交代码", "现在不要提交，先看一下这个页面"),
        ("nunca hagas push sin preguntarme", "el botón nunca aparece en la página"),
    ],
)
def test_a_rule_is_likelier_than_an_order_with_its_words(rule: str, order: str) -> None:
    assert measure(rule) > 0.5
    assert measure(rule) > measure(order)


def test_what_the_weights_doubt_is_kept_and_not_loaded() -> None:
    prompt = "Fix the links in the list of exports. Keep section 4 completely unchanged."
    taken = next(one for one in find_rules("keep section 4 completely unchanged.") if one.kind == "rule")
    assert taken.confidence >= MIN_CONFIDENCE
    doubted = list_rules("keep section 4 completely unchanged.")
    assert [one.text for one in doubted] == [taken.text]
    assert doubted[0].confidence < MIN_CONFIDENCE
    assert measure("keep section 4 completely unchanged.") < MIN_CHANCE
    assert all(one.confidence < MIN_CONFIDENCE for one in list_rules(prompt))


@pytest.mark.parametrize("prompt", [
    "leave web adapter complete alone for now, Kasia is rewriting it with fetch api.",
    "now leave this page alone for now, Kasia is still rewriting it",
])  # fmt: skip
def test_what_holds_while_somebody_is_at_it_is_not_doubted(prompt: str) -> None:
    (rule,) = list_rules(prompt)
    assert rule.tier == "working" and rule.confidence >= MIN_CONFIDENCE
    assert measure("now leave this page alone for now, Kasia is still rewriting it") < MIN_CHANCE


@pytest.mark.parametrize(
    "prompt",
    [
        "I don't want you to write any documentation unless I ask you",
        "you can commit whenever the tests pass, I don't want to be asked",
    ],
)
def test_a_rule_that_no_pattern_has_is_found_by_its_weights(prompt: str) -> None:
    assert not find_rules(prompt)
    assert [one.quote for one in list_rules(prompt) if one.confidence >= MIN_CONFIDENCE] == [prompt]


@pytest.mark.parametrize(
    "prompt",
    [
        "Karl thinks you should always ask him before you commit to the main branch.",
        "Do you always run the tests before you commit?",
        "The old total must never be shown on the page of orders.",
    ],
)
def test_opinions_of_others_questions_and_demands_on_the_product_are_no_rules_by_weight(prompt: str) -> None:
    assert not [one for one in list_rules(prompt) if one.confidence >= MIN_CONFIDENCE]


def test_a_word_of_the_sentences_around_counts_only_as_lasting() -> None:
    sentences = read_sentences("Never push to main. Small commits. Fix the build.", person=True)
    names = set(name_signs(Place(sentences, 1)))
    assert "r among lasting" in names
    assert "w push" not in names
    assert not [name for name in names if name.startswith(("<", ">", "#"))]


def test_the_place_and_the_script_of_a_sentence_are_signals() -> None:
    sentences = read_sentences("NEVER EVER USE TABS HERE\n\n- 始终用中文回答\n- ok", person=True)
    first, second, third = (set(find_rule_signals(Place(sentences, place))) for place in range(3))
    assert {"capitals", "opens", "never", "up to 8 words"} <= first
    assert {"no spaces", "within", "item", "always", "language"} <= second
    assert {"ends", "item", "up to 4 words", "up to 3 sentences"} <= third


def test_the_table_has_one_weight_a_row_and_no_name_that_nothing_has() -> None:
    table = load_table(TABLE)
    assert all(len(row) == 1 for row in table.values())
    prompt = """Our rules here:
- Important: no mocks
- small commits, one topic each
- ask me before a new dependency
- never touch vendor
- answers in German
- docs stay short"""
    sentences = read_sentences(prompt, person=True)
    seen = {name for place in range(len(sentences)) for name in name_signs(Place(sentences, place))}
    assert {f"r {name}" for name in ("headed as a rule", "of a list", "labelled")} <= seen
    assert "" in table and len(seen & set(table)) > len(seen) / 3


@given(st.text(max_size=300))
def test_a_chance_is_between_none_and_certain(text: str) -> None:
    sentences = read_sentences(text, person=True)
    for place in range(len(sentences)):
        at = Place(sentences, place)
        assert 0 <= measure_rule(at) <= 1
        assert measure_rule(at) == measure_rule(at)
        assert len([*find_rule_signals(at)]) == len({*find_rule_signals(at)})


def test_signals_are_found_in_linear_time() -> None:
    def find(text: str) -> list[str]:
        return [*find_rule_signals(Place([Sentence(text, text, 0)], 0))]

    assert_linear(find, f"never use the {MASK} ")
    assert_linear(find, "für jede neue datei ")


@pytest.mark.parametrize("prompt", [
    "json lines then, with its own flag --export-jsonl FILE, opened for append and never truncated",
])  # fmt: skip
def test_what_picks_an_option_is_no_rule_by_its_weights(prompt: str) -> None:
    assert not list_rules(prompt)
