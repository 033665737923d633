"""How much each definition of a file has of a goal."""

import pytest

from backstory.code.index.goal import parse_goal
from backstory.code.index.related_words import Concept
from backstory.code.symbol_worth import Candidate, GoalWord, group_words, rate_definitions

CLIENT = b"""type Client struct {
    // Keeps cookies and follows redirects.
    cookies Jar
}
func (c *Client) loadCookies() {}
func (c *Client) redirectHeaders() {
    dropCookies()
}
func (c *Client) Close() {}
func (c *Client) SuggestionsFor() {}
"""
NAMES = (("Client", "struct"), ("loadCookies", ""), ("redirectHeaders", ""), ("Close", ""), ("SuggestionsFor", ""))


def rate(*words: GoalWord, goal: str = "", name_worth: float = 1.0) -> dict[str, float]:
    starts = [CLIENT.index(b" " + name.encode()) for name, _ in NAMES]
    ends = [*starts[1:], len(CLIENT)]
    candidates = [Candidate(*named, start, end) for named, start, end in zip(NAMES, starts, ends, strict=True)]
    symbols = parse_goal(goal).symbols
    worths = rate_definitions(candidates, CLIENT, CLIENT.lower(), words, symbols, name_worth=name_worth)
    return dict(zip((name for name, _ in NAMES), worths, strict=True))


def word(*forms: str) -> GoalWord:
    return GoalWord(tuple((form, 1.0) for form in forms))


@pytest.mark.parametrize("form", ["suggest", "suggestion"])
def test_a_name_has_a_word_in_any_form(form: str) -> None:
    rated = rate(word(form))
    assert {name for name, worth in rated.items() if worth} == {"SuggestionsFor"}


def test_a_word_begins_in_the_text_and_does_not_only_stand_in_it() -> None:
    assert not any(rate(word("lose")).values()), "`Close` does not lose anything"
    assert not any(rate(word("head"))[name] for name in ("loadCookies", "Close"))


def test_what_has_more_of_the_goal_comes_first_and_a_type_last() -> None:
    rated = rate(word("cooki"), word("redirect"))
    assert max(rated, key=rated.__getitem__) == "redirectHeaders"
    assert 0 < rated["Client"] < rated["loadCookies"]


def test_a_name_that_the_goal_has_as_a_whole() -> None:
    rated = rate(word("cooki"), goal="call `Close` once")
    assert max(rated, key=rated.__getitem__) == "Close"


def test_words_for_one_thing_count_once() -> None:
    one, both = rate(word("cooki")), rate(word("cooki", "drop"))
    assert both["loadCookies"] == one["loadCookies"]
    assert both["redirectHeaders"] == pytest.approx(one["redirectHeaders"])


def test_a_related_word_counts_less_than_the_goals_own() -> None:
    concept = Concept("drop", 1.0, {"drop": 1.0, "drag": 0.8, "gone": 0.5})
    assert group_words([(b"drag", 5.0), (b"drop", 3.0), (b"gone", 1.0)], [concept]) == [
        GoalWord((("gone", 1.0), ("drag", pytest.approx(2.4)), ("drop", 3.0)))
    ]
    assert group_words([(b"drop", 3.0)]) == [GoalWord((("drop", 3.0),))]
    assert group_words([], [concept]) == []


def test_nothing_to_rate() -> None:
    assert rate_definitions([], b"", b"", [word("cooki")], {}) == []
