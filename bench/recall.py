"""Measures plain search and the gate of the hook on questions whose answers are known.

    python bench/recall.py --data DIR [--strangers DIR ...] [--limit 10]

DIR is a set, or a folder of sets; one line of JSON is printed for each of them.

A set whose questions say nothing of `before` is a set of conversations: its texts are cut into passages of sessions.
Its line has `R@5`, `R@10` and `MRR` of the search for them; `recall R@10`, of what
`backstory recall` tells; `with a prompt`, how often a right one is among the six that come with a prompt, the gate
aside; and the share of the evidence within budgets of tokens.

A set holds `corpus.jsonl.gz` (`id group time text`, the first line of a text is its title, a last line `files: ...` its
paths) and `queries.jsonl.gz` (`group text gold_ids`, `before` and `exclude`: only what is older than the question may
be found). The line of a set of records has `R@10` and `MRR`, `groups` with the recall of each; then, for the gate, in
percent: `answered`, how often a question of the group itself is answered; `right`, with a right record among the five;
and `elsewhere`, how often one that belongs to another group is (which should be never).
`--strangers` are further corpora whose texts serve as prompts that have nothing to do with the memory.
"""

import argparse
import calendar
import gzip
import json
import os
import random
import re
import sys
import time
from collections.abc import Sequence
from statistics import fmean
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src"))

import apsw

from backstory.base.choice import choose_hits
from backstory.base.passages import PassageHit, asks_when, search_passages
from backstory.base.put_questions import find_passages
from backstory.base.relevance import explain_relevant, find_relevant
from backstory.base.search import (
    MAX_CANDIDATES,
    candidate_limit,
    count_documents,
    count_files,
    match_expression,
    prior_factors,
    rank_documents,
)
from backstory.base.token_estimate import estimate_tokens
from backstory.base.tokenizer import query_terms
from backstory.base.visibility import View
from backstory.capture.sessions.passages import LONGEST
from backstory.hook.prompt import LEAST, LIMIT
from backstory.index import write
from backstory.index.passages import PassageRow, SessionRow, put_session
from backstory.index.schema import SCHEMA
from backstory.model.ids import make_ulid
from backstory.model.record import MAX_TITLE, Anchor, Origin, Record

TREE = "/nowhere"
BUDGETS = (500, 1200, 4000)
"""Tokens within which the evidence for a question is looked for."""


def lines(folder: str, name: str) -> list[dict[str, Any]]:
    with gzip.open(os.path.join(folder, f"{name}.jsonl.gz")) as handle:
        return [json.loads(line) for line in handle]


def seconds(made: str) -> int:
    return calendar.timegm(time.strptime(made[:19], "%Y-%m-%dT%H:%M:%S"))


class Memory:
    """The records of one group in an index in memory."""

    def __init__(self, group: str, texts: list[dict[str, Any]]) -> None:
        self._draw = random.Random(group)
        self.ids: dict[str, str] = {}
        self.made: dict[str, str] = {}
        self.con = apsw.Connection(":memory:")
        self.con.execute(SCHEMA)
        self.con.execute("INSERT INTO meta VALUES ('refreshes', '0')")
        self.add(texts)

    def add(self, texts: list[dict[str, Any]]) -> None:
        """Puts records into the index."""
        change = write.Change()
        for number, each in enumerate(texts, len(self.ids)):
            text, _, paths = (
                each["text"].rpartition("\nfiles: ") if "\nfiles: " in each["text"] else (each["text"], "", "")
            )
            title, _, body = text.partition("\n")
            record = Record(
                id=make_ulid(number, self._draw.randbytes(10)), kind="note", title=title[:MAX_TITLE], body=body,
                made=each["time"], anchors=tuple(Anchor(path) for path in paths.split()), origin=Origin(how="stated"),
            )  # fmt: skip
            self.ids[each["id"]] = record.id
            self.made[record.id] = record.made
            doc = write.put_content(self.con, write.prepare_rows(record, str(number), 1, str(number)))
            write.put_presence(self.con, write.FileRow("", str(number), "private", 1, 1, True), doc, change)
        change.finish(self.con)

    def search(self, text: str, before: int, without: str) -> list[str]:
        """Ids as `index.search` ranks them, of what was made before."""
        asked = query_terms(text)
        match = match_expression(
            asked, count_documents(self.con, asked), candidate_limit(count_files(self.con, TREE), MAX_CANDIDATES)
        )
        scores = dict(rank_documents(self.con, match, 3000))
        places = ", ".join(map(str, scores)) or "0"
        found = [
            (ident, scores[doc])
            for doc, ident in self.con.execute(f"SELECT doc, id FROM content WHERE doc IN ({places})")
            if seconds(self.made[ident]) < before and ident != without
        ]
        newest = max((self.made[ident] for ident, _ in found), default="")
        weighed = []
        for ident, score in found:
            weighed.append(
                (-score * prior_factors("reference", "note", "stated", self.made[ident], newest)["recency"], ident)
            )
        return [ident for _, ident in sorted(weighed)]

    def inject(self, text: str, without: str = "") -> list[str]:
        """Ids that the hook would inject."""
        self.con.execute("DELETE FROM hidden")
        self.con.execute("INSERT INTO hidden SELECT ?, doc, 1 FROM content WHERE id = ?", (TREE, without))
        return [hit.id for hit in find_relevant(self.con, View(TREE), text)]


class Conversations:
    """The passages of one group in an index in memory."""

    def __init__(self, texts: list[dict[str, Any]]) -> None:
        self.con = apsw.Connection(":memory:")
        self.con.execute(SCHEMA)
        sessions: dict[str, list[tuple[str, PassageRow]]] = {}
        for turn, each in enumerate(texts):
            pieces = sessions.setdefault(each["session"], [])
            for piece in cut(each["text"]):
                role = each["speaker"] if each["speaker"] in ("user", "assistant") else "speaker"
                pieces.append((each["id"], PassageRow(role, "", turn, f"{each['speaker']}: {piece}")))
        self.ids: dict[int, str] = {}
        for number, (name, rows) in enumerate(sessions.items()):
            put_session(self.con, SessionRow(str(number), "", "bench", name, "", "", ""), [row for _, row in rows])
            query = "SELECT passage FROM passage WHERE session = (SELECT session FROM session WHERE id = ?) ORDER BY 1"
            passages = [row[0] for row in self.con.execute(query, (name,))]
            self.ids |= {passage: ident for passage, (ident, _) in zip(passages, rows, strict=True)}
        self.con.execute("INSERT INTO shown (tree, session) SELECT ?, session FROM session", (TREE,))

    def search(self, text: str) -> list[str]:
        """Ids of the texts whose passages are found, best first."""
        hits = search_passages(self.con, View(TREE), query_terms(text), 1000, 3000, when=asks_when(text))
        return list(dict.fromkeys(self.ids[hit.passage] for hit in hits))

    def recall(self, text: str, limit: int) -> list[str]:
        """Ids of the texts that `recall` tells, best first."""
        hits = find_passages(self.con, View(TREE), text, limit)
        return list(dict.fromkeys(self.ids[hit.passage] for hit in hits))

    def tell(self, text: str) -> list[str]:
        """Ids of the texts that come with a prompt once the gate has let it pass, best first."""
        candidates = explain_relevant(self.con, View(TREE), text).candidates
        hits = choose_hits(candidates, frozenset(), LIMIT, LEAST)
        return [self.ids[hit.passage] for hit in hits if isinstance(hit, PassageHit)]


def cut(text: str) -> list[str]:
    """Pieces of at most some 420 characters, between sentences."""
    pieces, held = [], ""
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        if held and len(held) + len(sentence) > LONGEST:
            pieces.append(held)
            held = ""
        held = f"{held} {sentence}".strip()
    return [*pieces, held] if held or not pieces else pieces


def measure_conversations(name: str, corpus: list[dict[str, Any]], queries: list[dict[str, Any]]) -> None:
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in corpus:
        groups.setdefault(row["group"], []).append(row)
    memories = {group: Conversations(rows) for group, rows in groups.items()}
    costs = {row["id"]: estimate_tokens(f"{row['speaker']}: {row['text']}") + 2 for row in corpus}
    within: dict[int, list[float]] = {budget: [] for budget in BUDGETS}
    figures: dict[str, list[float]] = {"R@5": [], "R@10": [], "MRR": [], "recall R@10": [], "with a prompt": []}
    for query in queries:
        gold = set(query["gold_ids"])
        if not gold:
            continue
        found = memories[query["group"]].search(query["text"])
        for limit in (5, 10):
            figures[f"R@{limit}"].append(len(gold & set(found[:limit])) / len(gold))
        figures["MRR"].append(next((1 / place for place, ident in enumerate(found, 1) if ident in gold), 0.0))
        told = set(memories[query["group"]].recall(query["text"], 10))
        figures["recall R@10"].append(len(gold & told) / len(gold))
        figures["with a prompt"].append(float(not gold.isdisjoint(memories[query["group"]].tell(query["text"]))))
        for budget, shares in within.items():
            shares.append(len(gold & set(take_fitting(found, costs, budget))) / len(gold))
    means = {name: round(100 * fmean(values), 1) for name, values in figures.items()}
    evidence = {str(budget): round(100 * fmean(shares), 1) for budget, shares in within.items()}
    print(json.dumps({"set": name, "questions": len(figures["MRR"]), **means, "within": evidence}), flush=True)


def take_fitting(found: list[str], costs: dict[str, int], budget: int) -> list[str]:
    """The texts that were found, from the best on, as long as they fit a budget of tokens."""
    out: list[str] = []
    for ident in found:
        budget -= costs[ident]
        if budget < 0:
            break
        out.append(ident)
    return out


def measure_records(
    name: str, corpus: list[dict[str, Any]], queries: list[dict[str, Any]], limit: int, strangers: list[str]
) -> None:
    groups = sorted({each["group"] for each in corpus})
    memories = {group: Memory(group, [each for each in corpus if each["group"] == group]) for group in groups}
    recall: dict[str, list[float]] = {group: [] for group in groups}
    ranks: list[float] = []
    answered: list[bool] = []
    right: list[bool] = []
    for query in queries:
        memory = memories[query["group"]]
        gold = {memory.ids[each] for each in query["gold_ids"]}
        without = memory.ids.get(query.get("exclude", ""), "")
        found = memory.search(query["text"], query.get("before", 1 << 40), without)[:limit]
        recall[query["group"]].append(len(gold & set(found)) / len(gold))
        ranks.append(next((1 / place for place, ident in enumerate(found, 1) if ident in gold), 0.0))
        injected = memory.inject(query["text"], without)
        answered.append(bool(injected))
        right.append(bool(gold & set(injected)))
    every = [value for values in recall.values() for value in values]
    wrong = [bool(memories[g].inject(q["text"])) for g in groups for q in queries[::3] if q["group"] != g]
    row: dict[str, Any] = {"set": name, "questions": len(queries), "records": len(corpus)}
    row |= {f"R@{limit}": percent(every), "MRR": percent(ranks)}
    row |= {"answered": percent(answered), "right": percent(right), "elsewhere": percent(wrong)}
    for folder in strangers:
        texts = [each["text"] for each in random.Random(3).sample(lines(folder, "corpus"), 200)]
        row[f"answers {os.path.basename(folder)}"] = percent(
            [bool(memories[g].inject(text)) for g in groups for text in texts]
        )
    print(json.dumps({**row, "groups": {group: percent(values) for group, values in recall.items()}}), flush=True)


def percent(values: Sequence[float]) -> float:
    return round(100 * fmean(values), 1) if values else 0.0


def list_sets(folder: str) -> list[str]:
    """The folder itself if it is a set, else the sets in it."""
    folders = [folder, *(os.path.join(folder, name) for name in sorted(os.listdir(folder)))]
    sets = [each for each in folders if os.path.exists(os.path.join(each, "corpus.jsonl.gz"))]
    if not sets:
        raise SystemExit(f"error: no set in `{folder}`: a set has `corpus.jsonl.gz` and `queries.jsonl.gz`")
    return sets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", help="the same as --data")
    parser.add_argument("--data", metavar="DIR", help="a set, or a folder of sets")
    parser.add_argument("--strangers", nargs="*", default=[])
    parser.add_argument("--limit", type=int, default=10)
    given = parser.parse_args()
    if not (given.data or given.folder):
        parser.error("which folder? give --data DIR")
    for folder in list_sets(given.data or given.folder):
        name = os.path.basename(os.path.normpath(folder))
        corpus, queries = lines(folder, "corpus"), lines(folder, "queries")
        if any("before" in each for each in queries):
            measure_records(name, corpus, queries, given.limit, given.strangers)
        else:
            measure_conversations(name, corpus, queries)


if __name__ == "__main__":
    main()
