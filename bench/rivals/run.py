"""Asks Backstory and what users would pick instead the same questions about the same texts, in one run.

    python bench/rivals/run.py [SUITE ...] [--npm DIR] [--semantic DIR] [--markdown FILE]

A suite is a folder of `bench/coding`. Prints one JSON line for each suite and product (README.md beside this).
A product whose program is not there is left out, and named on standard error.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "coding"))

from answer_score import split_entries
from memory import Row, Suite, fill_secrets, read_rows
from products import (
    AgentMemory,
    Answer,
    ContextMode,
    FullText,
    Grep,
    MemoryServer,
    Notes,
    Product,
    StaticEmbedding,
)

HERE = Path(__file__).resolve().parent
Make = Callable[[Path, Sequence[str]], Product]


class Backstory(Product):
    """`backstory recall`, with the memory that the coding suite makes through the command line."""

    def __init__(self, data: Path, folder: Path) -> None:
        self.suite = Suite(data, folder)
        self._branch = "main"

    def prepare(self, question: Mapping[str, Any]) -> None:
        branch = question.get("on", "main")
        if branch != self._branch:
            self.suite.switch(branch)
            self._branch = branch

    def ask(self, question: str) -> Answer:
        text = self.suite.run("recall", "--", question)
        return Answer(split_entries(text), text)


def list_texts(data: Path, secrets: dict[str, str]) -> list[str]:
    """The records of a suite as texts, each on a line, with the subjects of other commits."""
    texts = []
    for row in read_rows(data / "records.jsonl"):
        if "project" in row or row.get("imported"):
            continue  # of other projects, and what nobody here trusts: none of the others can tell these apart
        parts = [row["text"], *(f"{name}: {row[name]}" for name in ("why", "fix", "outcome") if row.get(name))]
        texts.append(fill_secrets(". ".join(parts), secrets))
    return [*texts, *(row["title"] for row in read_rows(data / "filler.jsonl"))]


def measure(product: Product, questions: Sequence[Row]) -> Row:
    """The measures of a product: of the questions that have an answer, and of those that have none."""
    ranks: list[int] = []
    silent: list[bool] = []
    tokens: list[int] = []
    seconds: list[float] = []
    for question in questions:
        product.prepare(question)
        begin = time.perf_counter()
        answer = product.ask(question["text"])
        seconds.append(time.perf_counter() - begin)
        tokens.append(len(answer.text) // 4)
        if question["kind"] == "none":
            silent.append(not answer.entries)
        else:
            says = re.compile(question["says"])
            ranks.append(next((rank for rank, entry in enumerate(answer.entries, 1) if says.search(entry)), 0))
    count = len(ranks)
    return {
        "R@5": round(100 * sum(0 < rank <= 5 for rank in ranks) / count, 1),
        "R@10": round(100 * sum(0 < rank <= 10 for rank in ranks) / count, 1),
        "MRR": round(100 * sum(1 / rank for rank in ranks if rank) / count, 1),
        "silent": f"{sum(silent)} of {len(silent)}",
        "tokens": round(sum(tokens) / len(tokens)),
        "ms": round(1000 * sorted(seconds)[len(seconds) // 2], 1),
    }


def list_products(given: argparse.Namespace) -> dict[str, Make]:
    """Name -> what makes it, of those that are installed."""
    npm, semantic = given.npm / "node_modules/.bin", given.semantic / "bin"
    programs: dict[str, tuple[Path, str, Callable[[Path, Sequence[str], Path], Product]]] = {
        "MCP memory server": (npm, "mcp-server-memory", MemoryServer),
        "context-mode": (npm, "context-mode", ContextMode),
        "agentmemory": (npm, "agentmemory", AgentMemory),
        "wordllama (embedding)": (semantic, "python", StaticEmbedding),
    }
    made: dict[str, Make] = {"NOTES.md, read whole": Notes, "grep": Grep, "FTS5": FullText}
    for name, (folder, program, make) in programs.items():
        if (folder / program).exists():
            made[name] = lambda place, texts, make=make, folder=folder: make(place, texts, folder)
        else:
            print(f"{name}: `{folder / program}` is not there, left out", file=sys.stderr)
    return made


def run_suite(data: Path, given: argparse.Namespace) -> list[Row]:
    """The measures of a suite, one row for each product."""
    questions = [row for row in read_rows(data / "questions.jsonl") if row["kind"] == "none" or row.get("says")]
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        ours = Backstory(data, Path(place) / "backstory")
        texts = list_texts(data, ours.suite.secrets)
        rows.append({"suite": data.name, "product": "Backstory", **measure(ours, questions)})
        for name, make in list_products(given).items():
            folder = Path(place) / re.sub(r"\W+", "-", name)
            folder.mkdir()
            product = make(folder, texts)
            try:
                if not isinstance(product, Notes):
                    check(name, product, texts)
                rows.append({"suite": data.name, "product": name, **measure(product, questions)})
            finally:
                product.close()
    return rows


def check(name: str, product: Product, texts: Sequence[str]) -> None:
    """Raises `RuntimeError` where a product does not find a text by its own words: then its adapter is wrong."""
    for text in (texts[0], texts[len(texts) // 2], texts[-1]):
        product.prepare({})
        if text not in product.ask(text).entries:
            raise RuntimeError(f"{name} does not find `{text}` by its own words")


def format_table(rows: Sequence[Row]) -> str:
    """The rows as Markdown, a table for each suite."""
    out: list[str] = []
    for suite in dict.fromkeys(row["suite"] for row in rows):
        own = [row for row in rows if row["suite"] == suite]
        names = [name for name in own[0] if name != "suite"]
        out += [f"**{suite}**", "", f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
        out += [f"| {' | '.join(str(row[name]) for name in names)} |" for row in own]
        out.append("")
    return "\n".join(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "suites", nargs="*", type=Path, default=[HERE.parent / "coding/bat", HERE.parent / "coding/click"]
    )
    for name in ("npm", "semantic"):
        parser.add_argument(f"--{name}", type=Path, default=Path(f"rivals/{name}"))
    parser.add_argument("--markdown", type=Path, help="a file for the tables")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for suite in given.suites:
        for row in run_suite(suite.resolve(), given):
            rows.append(row)
            print(json.dumps(row), flush=True)
    if given.markdown:
        given.markdown.write_text(format_table(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
