"""Measures what `recall` finds on the user's own history: questions that were once asked, whose records are known.

Two kinds of questions are taken:

- the message of a past commit. Expected are the records about the files that it changed, written before that work;
- a person's prompt. Expected are the records that were stated on purpose in answer to it, in the agent's words.

A record must not lend its words to its question. What was recorded during the work that a commit ends is as if it were
not there, since the same hand writes both texts in the same hour, and a question that says the title of its record is
left out. Records that somebody opened, used or linked after a search make no question: the search that is measured has
chosen them.
"""

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from backstory.base.journal_lines import format_timestamp
from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.search import Hit
from backstory.base.tokenizer import STOP, split_words
from backstory.base.visibility import View
from backstory.code.tasks import Task, history_tasks
from backstory.index.moments import show_before
from backstory.memory.answers.answer_order import order_answers
from backstory.memory.answers.ranking import ranking_metrics
from backstory.memory.answers.sessions import list_sessions
from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import BackstoryError
from backstory.model.text import format_count
from backstory.store.origins import opaque_session

if TYPE_CHECKING:
    import apsw

    from backstory.index.read import Row
    from backstory.model.record import Record
    from backstory.model.session import Session

LEAST: Final = 5
"""Questions below which figures say nothing."""
SHOWN: Final = 10
"""Places of an answer that count."""
WITH_PROMPT: Final = 8
"""Records that a hook shows with a prompt."""
MOST_EXPECTED: Final = 5
"""Expected records from which a question is too general: whatever comes up would be right."""
MIN_WORDS: Final = 4
"""Words of a question that say something."""
MAX_PROMPT: Final = 1_200
"""Characters of a prompt. A longer one is mostly pasted."""
LENT: Final = 0.75
"""Share of the telling words of a record's title from which a question says it."""
RESAMPLES: Final = 1_000
PURPOSE: Final = ("explicit", "stated")
"""How a record came about that somebody wrote on purpose. Others are taken from the talk, and have its words."""
STATES: Final = frozenset(("checkpoint", "handoff", "session", "summary", "task"))
"""Kinds that say where the work stood, and answer no question of later."""


class Question(NamedTuple):
    """Something that was once asked, and the records that answer it."""

    text: str
    source: str
    """`commit` or `prompt`."""
    expected: tuple[str, ...]
    before: str = ""
    """The time from which on records do not count, since they were not yet written; empty for none."""
    sessions: frozenset[str] = frozenset()
    """The sessions in which the question arose, as the index has them: what was said in them is not looked at."""
    authors: frozenset[str] = frozenset()
    """The sessions whose records do not count either, as team records name them."""


class Asked(NamedTuple):
    """The questions of a history."""

    questions: tuple[Question, ...]
    left_out: int
    """Those that were left out because they say the title of their record."""


def measure_recall(workspace: Catalog, count: int, *, tell: Callable[[int, int], None] | None = None) -> dict[str, Any]:
    """Measures `recall`, plain text search and the newest first on up to `count` questions of this project's history.

    It reads only. `tell` gets the number of measured questions and of all. Raises `BackstoryError` if there are too
    few questions.
    """
    workspace = workspace.reopened()  # its index is turned to other moments
    rows = {row.record.id: _name_session(workspace, row) for row in workspace.fresh().rows()}
    asked = _list_questions(workspace, rows)
    if len(asked.questions) < LEAST:
        raise BackstoryError(
            f"the history holds {format_count(len(asked.questions), 'question')} whose records are known: at least"
            f" {LEAST} are needed",
            hint="measure again when more records name the files that they are about: backstory remember ... --at PATH",
        )
    chosen = sorted(asked.questions, key=lambda one: (random.Random(one.text).random(), one.text))[
        :count
    ]  # always the same ones
    ranks: dict[str, list[list[int]]] = {"recall": [], "plain text search": [], "newest first": []}
    right = silent = 0
    missed: list[dict[str, Any]] = []
    for number, question in enumerate(chosen, 1):
        counting = frozenset(ident for ident, row in rows.items() if _counts(rows, row, question))
        _turn_to(workspace, rows, question)
        ranked = _rank_by_methods(workspace, rows, question, counting)
        for name, idents in ranked.items():
            places = [place for place, ident in enumerate(idents, 1) if ident in question.expected]
            ranks[name].append(places)
        if not any(place <= SHOWN for place in ranks["recall"][-1]):
            missed.append(_describe_miss(rows, question, ranked["recall"]))
        shown = _list_with_prompt(workspace, question)
        right += not frozenset(question.expected).isdisjoint(shown)
        silent += not shown
        if tell:
            tell(number, len(chosen))
    counts = [len(one.expected) for one in chosen]
    sources = [one.source for one in chosen]
    return {
        "questions": len(chosen),
        "commits": sources.count("commit"),
        "prompts": sources.count("prompt"),
        "records": sum(not row.superseded_by for row in rows.values()),
        "left_out": asked.left_out,
        "methods": {name: _measure(each, counts) for name, each in ranks.items()},
        "differences": {name: _compare(ranks["recall"], each) for name, each in ranks.items() if name != "recall"},
        "with_prompt": {"right": right, "silent": silent},
        "missed": missed,
    }


def _name_session(workspace: Catalog, row: "Row") -> "Row":
    """The record with its session as team records name it."""
    origin = row.record.origin
    origin = msgspec.structs.replace(origin, session=opaque_session(origin.session, workspace.gate))
    return row._replace(record=msgspec.structs.replace(row.record, origin=origin))


def _list_questions(workspace: Catalog, rows: "dict[str, Row]") -> Asked:
    """All questions of the history, each text once."""
    sessions = list_sessions(workspace) if any(row.record.origin.session for row in rows.values()) else []
    questions: dict[str, Question] = {}
    titled: set[str] = set()
    for question in (*_list_prompts(workspace, rows, sessions), *_list_commits(workspace, rows, sessions)):
        if question.text in questions or not 0 < len(question.expected) <= MOST_EXPECTED:
            continue
        if any(_says_title(question.text, rows[ident].record) for ident in question.expected):
            titled.add(question.text)
        elif _is_telling(question.text):
            questions[question.text] = question
    return Asked(tuple(questions.values()), len(titled))


def _says_title(text: str, record: "Record") -> bool:
    """Whether a question has the id or most words of the title of a record: any search would find it by them."""
    words = set(split_words(text))
    title = set(split_words(record.title)) - STOP
    return bool(title) and (len(title & words) >= LENT * len(title) or record.short.lower() in words)


def _is_telling(text: str) -> bool:
    return len([word for word in split_words(text) if word not in STOP]) >= MIN_WORDS


def _list_prompts(workspace: Catalog, rows: "dict[str, Row]", sessions: "Sequence[Session]") -> Iterator[Question]:
    """The prompts of sessions, each with what was stated on purpose between it and the next one."""
    stated: dict[str, list[Row]] = {}
    for row in rows.values():
        origin = row.record.origin
        if origin.session and origin.how in PURPOSE and row.record.kind not in STATES and not row.superseded_by:
            stated.setdefault(origin.session, []).append(row)
    for session in sessions:
        own = stated.get(opaque_session(session.id, workspace.gate), [])
        ends = [*(prompt.made for prompt in session.prompts[1:]), "9999"]
        for prompt, end in zip(session.prompts, ends, strict=False) if own else ():
            expected = [row.record.id for row in own if prompt.made <= row.record.made < end]
            if prompt.made and len(prompt.text) <= MAX_PROMPT:
                yield Question(prompt.text, "prompt", tuple(expected), "", frozenset((session.id,)))


def _list_commits(workspace: Catalog, rows: "dict[str, Row]", sessions: "Sequence[Session]") -> Iterator[Question]:
    """The messages of past commits, each with the records about the files that it changed and older than its work."""
    if not workspace.project.git_dir or not workspace.head[0]:
        return
    about: dict[str, list[Row]] = {}
    for row in rows.values():
        for path in {anchor.path for anchor in row.record.anchors if not anchor.is_glob}:
            if row.record.kind not in STATES:
                about.setdefault(path, []).append(row)
    if not about:
        return
    tasks = history_tasks(workspace.git, limit=2_500)
    times = _read_times(workspace, tasks)
    for task in tasks:
        if task.commit not in times or task.base not in times:
            continue
        made = times[task.commit][0]
        authors = frozenset(one.id for one in sessions if one.started <= made <= (one.ended or made))
        opaque = frozenset(opaque_session(ident, workspace.gate) for ident in authors)
        question = Question(task.goal, "commit", (), min(*times[task.base], *times[task.commit]), authors, opaque)
        older = {row.record.id for path in task.gold for row in about.get(path, ()) if _counts(rows, row, question)}
        yield question._replace(expected=tuple(sorted(older)))


def _read_times(workspace: Catalog, tasks: Sequence[Task]) -> dict[str, tuple[str, str]]:
    """Commit -> when it was written, and when it was committed here, for those of tasks and the ones before them."""
    commits = dict.fromkeys(commit for task in tasks for commit in (task.commit, task.base))
    if not commits:
        return {}
    text = workspace.git.run(
        "log", "--no-walk=unsorted", "--format=%H %at %ct", "--stdin", stdin="\n".join(commits).encode()
    )
    lines = [line.split() for line in text.decode().splitlines()]
    return {
        line[0]: (format_timestamp(int(line[1])), format_timestamp(int(line[2]))) for line in lines if len(line) == 3
    }


def _turn_to(workspace: Catalog, rows: "dict[str, Row]", question: Question) -> None:
    """Has the index answer as it was before the work from which a question comes."""
    docs = [row.doc for row in rows.values() if row.record.origin.session in question.authors]
    show_before(workspace.fresh(), question.before, docs=docs, sessions=question.sessions)


def _rank_by_methods(
    workspace: Catalog, rows: "dict[str, Row]", question: Question, counting: frozenset[str]
) -> dict[str, list[str]]:
    """Method -> ids of the records for a question, best first, of those that count."""
    hits = workspace.recall(question.text, limit=max(len(counting), 1), include_superseded=False)
    ordered = order_answers(workspace, question.text, hits, ())
    listed = {
        "recall": [hit.row.record.id for hit in (ordered.hits if ordered else hits)],
        "plain text search": workspace.fresh().run(lambda con: _search_plainly(con, question.text)),
        "newest first": sorted(rows, key=lambda ident: (rows[ident].record.made, ident), reverse=True),
    }
    if workspace.is_beyond(question.text):  # `recall` then says that nothing answers
        listed["recall"] = []
    return {name: [ident for ident in idents if ident in counting] for name, idents in listed.items()}


def _counts(rows: "dict[str, Row]", row: "Row", question: Question) -> bool:
    """Whether a record was there, and held, before the work from which a question comes."""
    successors = [rows[ident] for ident in row.superseded_by if ident in rows]
    return _was_there(row, question) and not any(_was_there(one, question) for one in successors)


def _was_there(row: "Row", question: Question) -> bool:
    is_older = not question.before or row.record.made < question.before
    return is_older and row.record.origin.session not in question.authors


def _search_plainly(con: "apsw.Connection", text: str) -> list[str]:
    """Ids by FTS5's BM25 of all words of a text, every column alike: what a search without knowledge would do."""
    words = [f'"{word}"' for word in dict.fromkeys(split_words(text))]
    if not words:
        return []
    query = "SELECT c.id FROM fts JOIN content c ON c.doc = fts.rowid WHERE fts MATCH ? ORDER BY bm25(fts), c.id"
    return [ident for (ident,) in con.execute(query, (" OR ".join(words),))]


def _list_with_prompt(workspace: Catalog, question: Question) -> list[str]:
    """Ids of the records that a hook would show with the question as a prompt; none where it stays silent."""
    view = View(encode_path(workspace.project.root))
    hits = workspace.fresh().run(lambda con: find_relevant(con, view, question.text, limit=WITH_PROMPT))
    return [hit.id for hit in hits if isinstance(hit, Hit)]


def _measure(ranks: Sequence[Sequence[int]], counts: Sequence[int]) -> dict[str, float]:
    """The figures of a method, with the interval of its MRR."""
    low, high = _estimate_interval(_invert(ranks))
    return ranking_metrics(ranks, counts) | {"MRR_low": low, "MRR_high": high}


def _compare(ours: Sequence[Sequence[int]], others: Sequence[Sequence[int]]) -> dict[str, float]:
    """How much the MRR of one method exceeds that of another, question by question, with its interval."""
    gains = [one - other for one, other in zip(_invert(ours), _invert(others), strict=True)]
    low, high = _estimate_interval(gains)
    return {"MRR": sum(gains) / len(gains), "MRR_low": low, "MRR_high": high}


def _invert(ranks: Sequence[Collection[int]]) -> list[float]:
    """One through the place of the first right record of each question, 0 for none."""
    return [1 / min(places) if places else 0.0 for places in ranks]


def _estimate_interval(values: Sequence[float]) -> tuple[float, float]:
    """The bounds between which 95 of 100 resamples of the questions have their mean, by a fixed seed."""
    draw = random.Random(0)
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(RESAMPLES))
    return means[RESAMPLES * 25 // 1000], means[RESAMPLES * 975 // 1000 - 1]


def _describe_miss(rows: "dict[str, Row]", question: Question, ranked: Sequence[str]) -> dict[str, Any]:
    """A question, its records with the places at which `recall` has them, and what it has first."""

    def describe(ident: str) -> dict[str, Any]:
        place = ranked.index(ident) + 1 if ident in ranked else None
        return {"id": ident, "title": rows[ident].record.title, "place": place}

    return {
        "question": question.text,
        "source": question.source,
        "expected": [describe(ident) for ident in question.expected],
        "first": describe(ranked[0]) if ranked else None,
    }
