"""Asks a memory of a real repository what an agent would ask, and scores the answers. No model takes part.

    python bench/coding/run.py [bench/coding/bat bench/coding/click] [--show]

Prints one JSON line for each folder and way of asking (README.md beside this says what is in it).
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from answer_score import score_answer, split_entries, summarise
from memory import Suite, fill_secrets, read_rows

from backstory.api import Memory
from backstory.mcp.inputs import AskInput, RecallInput
from backstory.mcp.read_tools import ask, recall

Row = dict[str, Any]
HERE = Path(__file__).resolve().parent


def ask_cli(suite: Suite, text: str) -> tuple[list[str], str]:
    """Entries and output of `backstory recall`."""
    output = suite.run("recall", "--", text)
    return split_entries(output), output


def ask_tool(suite: Suite, text: str) -> tuple[list[str], str]:
    """Entries and text of the MCP tool `recall`, as an agent gets it."""
    answer = recall(Memory.open(str(suite.root), suite.environ), RecallInput(query=text))
    lines = answer.text.splitlines()
    entries: list[str] = []
    for line in lines:
        if line.startswith("- "):
            entries.append(line)
        elif entries and line.startswith(" "):
            entries[-1] += "\n" + line
    return entries, answer.text


def ask_answer(suite: Suite, text: str) -> tuple[list[str], str]:
    """Statements and text of the MCP tool `ask`."""
    answer = ask(Memory.open(str(suite.root), suite.environ), AskInput(question=text))
    return [line for line in answer.text.splitlines() if line.startswith("- ")], answer.text


WAYS = {"recall": ask_cli, "mcp recall": ask_tool, "mcp ask": ask_answer}


def find_invented(suite: Suite, question: Row) -> bool:
    """Whether `recall` returns a record that is not in the memory."""
    items = json.loads(suite.run("recall", "--json", "--", question["text"]))["items"]
    return any(item["id"] not in suite.ids for item in items)


def run_suite(data: Path, show: bool) -> list[Row]:
    """The measures of a folder, one row for each way of asking."""
    rows: dict[str, list[tuple[Row, dict[str, bool]]]] = {way: [] for way in WAYS}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        suite = Suite(data, Path(folder) / "machine")
        branch = "main"
        for question in read_rows(data / "questions.jsonl"):
            if question.get("on", "main") != branch:
                branch = question.get("on", "main")
                suite.switch(branch)
            asked = {**question, "never": fill_secrets(question.get("never", ""), suite.secrets)}
            for way, answer in WAYS.items():
                entries, text = answer(suite, question["text"])
                scores = score_answer(asked, entries, text)
                rows[way].append((question, scores))
                wrong = not scores.get("right", True) or scores.get("stale") or scores.get("leaked")
                if show and (wrong or not scores.get("silent", True)):
                    print(f"{way}: {question['text']} {scores}", *entries[:5], sep="\n    ", file=sys.stderr)
            rows["recall"][-1][1]["invented"] = find_invented(suite, question)
    return [{"suite": data.name, "way": way, **summarise(scored)} for way, scored in rows.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, default=[HERE / "bat", HERE / "click"])
    parser.add_argument("--show", action="store_true", help="what was answered wrongly, on stderr")
    given = parser.parse_args()
    for folder in given.folders:
        for row in run_suite(folder.resolve(), given.show):
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
