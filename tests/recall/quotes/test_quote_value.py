"""Which sentences of a conversation are worth their tokens to the next session."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.quote_signals import name_all_signals, name_signals
from backstory.recall.quotes.quote_value import AGENT, FILE, PERSON, load_weights, measure_answer, measure_prompt
from backstory.recall.quotes.quotes import quote_talk
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.moment import BriefRequest

LASTING = [
    "The import fails because the export writes Latin-1 and the reader expects UTF-8.",
    "`fetch_rates()` is not called for archived orders, so their totals stay at the old rate.",
    "The staging database still runs Postgres 13, which has no `MERGE`.",
    "I did not use the queue: it loses jobs when the worker is killed, and the cron job does not.",
    "The API allows 600 requests a minute, and the sync needs about 2,000.",
    "Only the last blocker remains: the token of the registry has not been renewed.",
    "Caching by path alone was wrong, since two tenants can share a path.",
]
PASSING = [
    "Improved error handling",
    "✅ Consistent styling across all pages",
    "Added a new helper for the dates",
    "The code is now clean, maintainable and follows best practices!",
    "Great, everything works as expected now!",
    "Now I will update the documentation.",
    "Updated `README.md` with the new options",
    "Enhanced user experience: smoother transitions",
]


@pytest.mark.parametrize("lasting", LASTING)
@pytest.mark.parametrize("passing", PASSING)
def test_what_outlives_the_work_is_worth_more_than_what_was_done(lasting: str, passing: str) -> None:
    assert measure_answer(lasting) > 2 * measure_answer(passing)


def test_a_rule_of_the_person_is_worth_more_than_an_errand() -> None:
    rules = [
        "never push to the release branch without asking me",
        "use `httpx` here, not `requests`, because of the proxy",
    ]
    errands = ["run it again", "Prisma schema loaded from prisma/schema.prisma", "looks good, go on"]
    assert min(map(measure_prompt, rules)) > max(map(measure_prompt, errands))


@given(st.text(max_size=300))
def test_any_text_has_a_value(text: str) -> None:
    for measure in (measure_answer, measure_prompt):
        assert 0 <= measure(text) <= 1
        assert measure(text) == measure(text)


def test_the_table_weighs_signals_that_exist() -> None:
    tables = load_weights()
    assert set(tables) == {AGENT, PERSON}
    assert all(set(weights) <= set(name_all_signals()) for weights in tables.values())
    lines = Path(FILE).read_text("utf-8").splitlines()
    assert len(lines) == sum(map(len, tables.values()))


@given(st.text(max_size=200))
def test_the_value_is_what_the_signals_weigh_together(text: str) -> None:
    odds = sum(load_weights()[AGENT].get(name, 0) for name in name_signals(text)) / 100
    assert math.isclose(measure_answer(text), 1 / (1 + math.exp(-odds)), abs_tol=0.0001)
    assert set(name_signals(text)) <= set(name_all_signals())


def test_a_brief_with_room_quotes_no_praise_and_no_list_of_deeds() -> None:
    answer = "\n".join(f"- {text}" for text in PASSING) + "\n\n" + "\n\n".join(LASTING)
    session = Session(
        id="s1",
        agent="claude-code",
        branch="main",
        started="2026-11-19T10:00:00Z",
        ended="2026-11-19T11:00:00Z",
        prompts=(Prompt("Why are the totals of last year wrong?", "2026-11-19T10:00:00Z"),),
        answers=(Answer(answer, "2026-11-19T10:30:00Z"),),
        answered=True,
    )
    moment = BriefRequest(project="shop", branch="main", now="2026-11-20T09:00:00Z", budget=4000)
    quoted = " ".join(one.note.text for one in quote_talk(moment, Talk(PastWork((session,))), []))
    assert all(text in quoted for text in LASTING)
    assert not any(text.strip("✅ ") in quoted for text in PASSING)
