"""Measures what `recall` finds on the user's own history: questions that were once asked, whose records are known.

Two kinds of questions are taken, in neither of which the record lends its own words:

- the message of a past commit. Expected are the records about the files that it changed, written before it;
- a person's prompt. Expected are the records that were stated on purpose in answer to it, in the agent's words.
"""

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from backstory.base.journal_lines import format_timestamp
from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.search import Hit
from backstory.base.tokenizer import STOP, split_words
from backstory.base.visibility import View
from backstory.code.tasks import history_tasks
from backstory.memory.answers.answer_order import order_answers
from backstory.memory.answers.ranking import ranking_metrics
from backstory.memory.answers.sessions import list_sessions
from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    import apsw

    from backstory.index.read import Row

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


def measure_recall(workspace: Catalog, count: int, *, tell: Callable[[int, int], None] | None = None) -> dict[str, Any]:
    """Measures `recall`, plain text search and the newest first on up to `count` questions of this project's history.

    It reads only. `tell` gets the number of measured questions and of all. Raises `BackstoryError` if there are too
    few questions.
    """
    rows = {row.record.id: row for row in workspace.fresh().rows(include_superseded=False)}
    asked = list(_list_questions(workspace, rows))
    if len(asked) < LEAST:
        raise BackstoryError(
            f"the history holds {len(asked)} questions whose records are known: at least {LEAST} are needed",
            hint="measure again when more records name the files that they are about: backstory remember ... --at PATH",
        )
    chosen = sorted(asked, key=lambda one: (random.Random(one.text).random(), one.text))[:count]  # always the same ones
    ranks: dict[str, list[list[int]]] = {"recall": [], "plain text search": [], "newest first": []}
    right = silent = 0
    missed: list[dict[str, Any]] = []
    for number, question in enumerate(chosen, 1):
        ranked = _rank_by_methods(workspace, rows, question)
        for name, idents in ranked.items():
            places = [place for place, ident in enumerate(idents, 1) if ident in question.expected]
            ranks[name].append(places)
        if not any(place <= SHOWN for place in ranks["recall"][-1]):
            missed.append(_describe_miss(question, ranked["recall"]))
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
        "records": len(rows),
        "methods": {name: ranking_metrics(each, counts) | _estimate_interval(each) for name, each in ranks.items()},
        "with_prompt": {"right": right, "silent": silent},
        "missed": missed,
    }


def _list_questions(workspace: Catalog, rows: "dict[str, Row]") -> Iterator[Question]:
    """All questions of the history, each text once."""
    seen: set[str] = set()
    for question in (*_list_prompts(workspace, rows), *_list_commits(workspace, rows)):
        if question.text not in seen and 0 < len(question.expected) <= MOST_EXPECTED and _is_telling(question.text):
            seen.add(question.text)
            yield question


def _is_telling(text: str) -> bool:
    return len([word for word in split_words(text) if word not in STOP]) >= MIN_WORDS


def _list_prompts(workspace: Catalog, rows: "dict[str, Row]") -> Iterator[Question]:
    """The prompts of sessions, each with what was stated on purpose between it and the next one."""
    stated: dict[str, list[Row]] = {}
    for row in rows.values():
        origin = row.record.origin
        if origin.session and origin.how in PURPOSE and row.record.kind not in STATES:
            stated.setdefault(origin.session, []).append(row)
    for session in list_sessions(workspace) if stated else ():
        own = stated.get(session.id, [])
        ends = [*(prompt.made for prompt in session.prompts[1:]), "9999"]
        for prompt, end in zip(session.prompts, ends, strict=True) if own else ():
            expected = [row.record.id for row in own if prompt.made <= row.record.made < end]
            if prompt.made and len(prompt.text) <= MAX_PROMPT:
                yield Question(prompt.text, "prompt", tuple(expected))


def _list_commits(workspace: Catalog, rows: "dict[str, Row]") -> Iterator[Question]:
    """The messages of past commits, each with the records about the files that it changed and that are older."""
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
    times = _read_times(workspace, [task.commit for task in tasks])
    for task in tasks:
        made = times.get(task.commit, "")
        older = {row.record.id for path in task.gold for row in about.get(path, ()) if row.record.made < made}
        yield Question(task.goal, "commit", tuple(sorted(older)), made)


def _read_times(workspace: Catalog, commits: Sequence[str]) -> dict[str, str]:
    """Commit -> when it was made, as records write it."""
    if not commits:
        return {}
    text = workspace.git.run(
        "log", "--no-walk=unsorted", "--format=%H %ct", "--stdin", stdin="\n".join(commits).encode()
    )
    pairs = [line.split() for line in text.decode().splitlines()]
    return {pair[0]: format_timestamp(int(pair[1])) for pair in pairs if len(pair) == 2}


def _rank_by_methods(workspace: Catalog, rows: "dict[str, Row]", question: Question) -> dict[str, list[str]]:
    """Method -> ids of the records for a question, best first, without those that were written later."""
    hits = workspace.recall(question.text, limit=50, include_superseded=False)
    ordered = order_answers(workspace, question.text, hits, ())
    listed = {
        "recall": [hit.row.record.id for hit in (ordered.hits if ordered else hits)],
        "plain text search": workspace.fresh().run(lambda con: _search_plainly(con, question.text)),
        "newest first": sorted(rows, key=lambda ident: (rows[ident].record.made, ident), reverse=True),
    }
    return {name: [ident for ident in idents if _counts(rows, ident, question)] for name, idents in listed.items()}


def _counts(rows: "dict[str, Row]", ident: str, question: Question) -> bool:
    return ident in rows and (not question.before or rows[ident].record.made < question.before)


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


def _estimate_interval(ranks: Sequence[Collection[int]]) -> dict[str, float]:
    """The bounds between which 95 of 100 resamples of the questions have their MRR, by a fixed seed."""
    values = [1 / min(places) if places else 0.0 for places in ranks]
    draw = random.Random(0)
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(RESAMPLES))
    return {"MRR_low": means[RESAMPLES * 25 // 1000], "MRR_high": means[RESAMPLES * 975 // 1000 - 1]}


def _describe_miss(question: Question, ranked: Sequence[str]) -> dict[str, Any]:
    return {
        "question": question.text,
        "source": question.source,
        "expected": list(question.expected),
        "first": ranked[0] if ranked else None,
    }
