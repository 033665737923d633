"""Conversations of many sittings and topics: each is told of, by statements that outlive the moment."""

from collections.abc import Sequence

import pytest

from backstory.model.own_words import drop_pasted
from backstory.model.session import Answer, Prompt, Session
from backstory.recall.brief import compose_brief
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.sessions import PastWork, choose_past_work
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.wishes import find_wishes
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.stance import is_deed, is_writing, settles, speaks_of_commits
from backstory.recall.text.substance import choose_substance, split_sentences

TOPICS = ("invoice", "mailer", "search", "upload", "ledger")


def sit(topic: str, day: int, answers: int = 8) -> Session:
    """A sitting about one topic, with as many statements of equal worth."""
    made = f"2026-11-{day:02}T10"
    texts = [
        f"The {topic} {part} goes through `{topic}_{part}()` because the {topic} {part} of the vendor drops rows."
        for part in ("reader", "writer", "parser", "queue", "cache", "index", "report", "export")[:answers]
    ]
    return Session(
        id=topic,
        agent="codex",
        branch="main",
        started=f"{made}:00:00Z",
        ended=f"{made}:59:00Z",
        prompts=tuple(Prompt(f"go on with the {topic}", f"{made}:{2 * n:02}:00Z") for n in range(len(texts))),
        answers=tuple(Answer(text, f"{made}:{2 * n + 1:02}:00Z") for n, text in enumerate(texts)),
        answered=True,
    )


def quote(sessions: Sequence[Session], budget: int) -> list[str]:
    moment = BriefRequest(project="shop", branch="main", now="2026-11-20T09:00:00Z", budget=budget)

    def measure(brief: object) -> int:
        sections = getattr(brief, "sections", ())
        return 40 + sum(len(note.text) // 4 + 8 for section in sections for note in section.notes)

    brief = compose_brief(moment, [], past=choose_past_work(sessions, moment.branch), measure=measure)
    earlier = brief.section("earlier")
    return [note.text for note in earlier.notes if note.label == "answer"] if earlier else []


def test_each_of_five_sittings_is_told_of() -> None:
    sessions = [sit(topic, 19 - number) for number, topic in enumerate(TOPICS)]
    texts = " ".join(quote(sessions, 2400))
    assert all(f"`{topic}_" in texts for topic in TOPICS[1:]), (
        "the first one is told as what the last session ended with"
    )


def test_of_a_long_sentence_no_word_is_left_that_only_leads_on() -> None:
    text = (
        "The steps of the workflow should not be lumped under a vague name like build, therefore, "
        "classify them into jobs with suitable names, so a reader of the page of runs sees at once which of them failed"
    )
    short = shorten_to_clauses(text, 26)
    assert short.startswith("The steps of the workflow should not be lumped under a vague name like build")
    assert "therefore, …" not in short


@pytest.mark.parametrize(
    "line",
    [
        "let currentPosition = -1 // Current position in history",
        "import { describe, it } from 'vitest'",
        "// Storage logic AND rendering logic together",
        "dispose: vi.fn(),",
        "export function undoAll(layers) {",
        "  return images.map((image) => {",
        "takeSnapshot() // Store current canvas state",
        "#include <stdio.h>",
    ],
)
def test_a_line_of_code_outside_of_a_fence_is_no_sentence(line: str) -> None:
    assert split_sentences(f"The buffer wraps around.\n{line}\nIt holds ten images.") == [
        "The buffer wraps around.",
        "It holds ten images.",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "if the buffer is full, the oldest image goes:",
        "import the old rows first, from the backup of Monday",
        "let us know = by mail, or in the call of Monday",
        "class of problems (locks, races) that we do not solve here",
        "return the first one; the caller (a job) sorts them",
        "Call `takeSnapshot()` before the draw, not after it",
    ],
)
def test_prose_with_words_of_code_stays(line: str) -> None:
    assert " ".join(split_sentences(line)).replace(" ", "") == line.replace(" ", "")


def test_file_pointers_and_line_numbers_add_nothing() -> None:
    assert read_terms("fix #file:toc.js:43-49 here").keys() == read_terms("fix #file:toc.js here").keys()
    assert all(worth <= 1 for worth in read_terms("look at @src/worker_pool.py").values())
    assert read_terms("it listens on localhost:8080")["8080"] > 1


def test_the_log_of_a_browser_is_pasted() -> None:
    log = "chunk-2TUCADQZ.js?v=94135a35:28429 Download the DevTools\nnode:electron/js2c/init:2 Security Warning\n"
    assert drop_pasted(f"the cards have no image\n\n{log}") == "the cards have no image"


def _exchange(asked: str, answer: str, minute: int) -> tuple[Prompt, Answer]:
    return Prompt(asked, f"2026-11-19T10:{minute:02}:00Z"), Answer(answer, f"2026-11-19T10:{minute + 1:02}:00Z")


def test_a_commit_at_the_end_does_not_say_where_the_work_stands() -> None:
    work = _exchange("move the parser out of the worker", "`parse()` is in parser.go now; the worker calls it.", 1)
    commit = _exchange("write a commit message for that", "refactor: move the parser", 5)
    session = Session(
        id="s1", agent="codex", prompts=(work[0], commit[0]), answers=(work[1], commit[1]), answered=True
    )  # fmt: skip
    left = drop_asides([session])
    assert left is not None
    assert [answer.text for answer in left.answers] == [work[1].text]


def test_one_matter_does_not_take_all_the_room_of_an_answer() -> None:
    same = [f"The cache of act is slower than the cache of the runner, attempt {n} with act shows." for n in (1, 2, 3)]
    other = "The `convert` step runs before `publish` now."
    assert other in choose_substance([*same, other], 45)


def test_of_two_like_wishes_the_later_one_holds_whatever_session_is_read_first() -> None:
    sessions = [
        Session(
            id=day,
            agent="codex",
            started=day,
            ended=day,
            prompts=(Prompt(f"The `report` should hold the rows of the `ledger` by {order}", f"{day}T10:00:00Z"),),
            edited=("report.py", "ledger.py", "rows.py"),
            answered=True,
        )
        for day, order in (("2026-11-19", "amount"), ("2026-11-18", "date"))
    ]
    talk = Talk(PastWork(tuple(sessions)))
    assert ["amount" in wish.text for wish in find_wishes(talk, talk.utterances)] == [True]


def test_what_is_settled_or_done_with_the_moment() -> None:
    assert settles("use one hyphen instead of two")
    assert not settles("put the button beside the other one")
    assert is_writing("now add comments at the top of each file")
    assert not is_writing("drop the cache of the worker")
    assert speaks_of_commits("Please write a commit message for these changes")
    assert speaks_of_commits("Uses `refactor:` type since it keeps the behaviour")
    assert not speaks_of_commits("The worker commits each row by itself")
    assert is_deed("Clearer intent: module boundary clearly defined")
    assert not is_deed("Consistent hashing moves one key in ten")
