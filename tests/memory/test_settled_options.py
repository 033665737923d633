"""What a person chose from options answers for the list of them: in `ask`, in `recall` and with a prompt."""

from collections.abc import Callable

import pytest
from tests.memory.kernel.test_passages import keep

from backstory.agents.turns import Turn
from backstory.api import Memory, order_answers
from backstory.base.passages import PassageHit
from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.settled_options import find_end, mark_unchosen
from backstory.base.visibility import View
from backstory.capture.candidates import find_candidates
from backstory.guests.ask import answer_from_memory
from backstory.hook.reply import format_records
from backstory.memory.intake.candidates import keep_candidates
from backstory.model.record import Draft
from backstory.model.session import Answer, Prompt

Opened = Callable[..., Memory]
ASKED = "How would we best cache compiled paths? Options?"
OFFER = (
    "Three options:\n1. A package-level `sync.Map` keyed by the path string.\n2. An explicit `Compile(path)` that"
    " callers hold.\n3. An LRU in each `Result`.\n\nI'd pick 2: no hidden memory growth. Which one?"
)
CHOSEN = "An explicit `Compile(path)` that callers hold"
LETTERED = (
    "I could either (a) set `PRAGMA busy_timeout` on the connection, or (b) catch the error and retry in Python."
    " Which do you want?"
)


def talk(opened: Opened, asked: str, offer: str, *replies: str, session: str = "s1") -> None:
    """A session in which options were offered, with the records that are taken from it."""
    said = [asked, *replies]
    prompts = tuple(Prompt(text, f"2026-11-20T0{n}:00:00Z", line=10 * n + 1) for n, text in enumerate(said))
    keep(opened(), session, prompts=prompts, answers=(Answer(offer, "2026-11-20T00:30:00Z", 5),))
    turns = [
        Turn("user", asked, "2026-11-20T00:00:00Z", line=1),
        Turn("assistant", offer, "2026-11-20T00:30:00Z", line=5),
        *[Turn("user", text, f"2026-11-20T0{n}:00:00Z", line=10 * n + 1) for n, text in enumerate(said) if n],
    ]
    memory = opened("stated", "claude-code", session)
    keep_candidates(memory, find_candidates(turns, known_paths=lambda path: False), session=session)


def answers(memory: Memory, question: str) -> list[str]:
    return [claim.text for claim in answer_from_memory(memory, question)]


def order(memory: Memory, text: str) -> list[str]:
    ordered = order_answers(memory, text, memory.recall(text), memory.recall_passages(text))
    assert ordered is not None
    return [one.text if isinstance(one, PassageHit) else one.row.record.title for one in ordered.all]


def with_prompt(memory: Memory, text: str) -> str:
    view = View(encode_path(memory.project.root))

    def answer(con) -> str:  # type: ignore[no-untyped-def]
        hits = find_relevant(con, view, text)
        mark_unchosen(con, view, hits)
        return "\n".join(format_records(hits, 4000)[0])

    return memory.fresh().run(answer)


@pytest.mark.parametrize("pick", ["2", "the second", "2 please", "option 2, callers know best"])
@pytest.mark.parametrize(
    "question",
    [
        "which caching option did we choose",
        "how do we cache compiled paths?",
        "why not an LRU?",
        "what about sync.Map?",
    ],
)
def test_the_choice_answers_and_not_the_list(opened: Opened, pick: str, question: str) -> None:
    talk(opened, ASKED, OFFER, pick)
    first, *others = answers(opened(), question)
    assert first.startswith(f"{CHOSEN} (instead of: ")
    assert not any("Three options" in one for one in others)
    listed = order(opened(), question)
    assert listed[0] == CHOSEN
    assert not any("Three options" in one for one in listed)


def test_a_prompt_brings_the_choice_and_not_the_list(opened: Opened) -> None:
    talk(opened, ASKED, OFFER, "2")
    opened().remember(Draft(kind="checkpoint", title="Cache the compiled paths", body=OFFER))
    told = with_prompt(opened(), "should we add an LRU to Result?")
    assert f"] {CHOSEN}" in told
    assert "Three options" not in told.partition("[checkpoint")[0]


def test_lettered_options_are_settled_as_well(opened: Opened) -> None:
    talk(opened, "We need to wait when the database is locked.", LETTERED, "a, sqlite does the waiting better")
    first = answers(opened(), "which option did we choose, pragma or retry?")[0]
    assert first == "set `PRAGMA busy_timeout` on the connection (instead of: catch the error and retry in Python)"


def test_options_in_a_longer_answer_are_marked(opened: Opened) -> None:
    said = "The parser compiles each path twice per query, which costs a third of the time in the benchmark of arrays."
    talk(opened, ASKED, f"{said} {said.replace('parser', 'reader')} {said.replace('parser', 'lexer')}\n{OFFER}", "2")
    texts = "\n".join(hit.text for hit in opened().recall_passages("an LRU in each Result"))
    assert "An LRU in each `Result` [not chosen]" in texts
    assert f"{CHOSEN} [not chosen]" not in texts


@pytest.mark.parametrize("reply", ["hm, let me think about it", "What does 3 cost?", "thanks, later"])
def test_options_without_a_choice_stay_as_they_are(opened: Opened, reply: str) -> None:
    talk(opened, ASKED, OFFER, reply)
    texts = "\n".join(hit.text for hit in opened().recall_passages("an LRU in each Result"))
    assert "An LRU in each `Result`" in texts
    assert "[not chosen]" not in texts
    assert "Three options" in with_prompt(opened(), "should we add an LRU to each Result?")


def test_a_choice_of_another_session_settles_nothing_here(opened: Opened) -> None:
    opened("stated", "claude-code", "s0").remember(
        Draft(kind="decision", title=CHOSEN, body="## Alternatives\n- An LRU in each `Result`")
    )
    talk(opened, ASKED, OFFER, "let me think about it")
    assert "[not chosen]" not in "\n".join(hit.text for hit in opened().recall_passages("an LRU in each Result"))


def test_what_a_decision_replaced_is_no_option_of_its_own_sentence(opened: Opened) -> None:
    title = "Replaced the pragma with a retry loop, because the busy handler starves other writers"
    talk(opened, "Retry in Python after all.", f"{title}.", "thanks")
    opened("stated", "claude-code", "s1").remember(
        Draft(kind="decision", title=title, body="## Alternatives\n- pragma")
    )
    assert "[not chosen]" not in "\n".join(hit.text for hit in opened().recall_passages("pragma or retry loop"))


@pytest.mark.parametrize(
    ("text", "end"),
    [("RedisCluster stays, Redis is out", 25), ("redis-cluster and my_Redis", 0), ("Redis.", 5), ("no store", 0)],
)
def test_an_option_is_found_as_a_word_of_its_own(text: str, end: int) -> None:
    assert find_end(text, "Redis") == end
