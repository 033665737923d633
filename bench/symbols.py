"""How often the definition that a goal is about is named by `files --for`, and shown by `map --for`.

    python bench/symbols.py --repos DIR_OF_CLONES

`bench/symbol_goals.jsonl` has goals in a person's own words, each with the one definition that a later commit changed
for it. `--repos` holds clones named `owner+name`; each is checked out at the goal's base commit in a throw-away clone.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from backstory.code.index.store import CodeIndex
from backstory.code.map import map_code
from backstory.code.relevance import rank_files
from backstory.git.repository import Git
from backstory.redact.gate import Gate

GOALS = Path(__file__).parent / "symbol_goals.jsonl"
LISTED = 20
"""Files that are searched for the one with the definition."""
BUDGETS = (1500, 400)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repos", required=True, help="folder that holds the clones")
    repos = Path(parser.parse_args().repos)
    counts: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as work:
        for line in GOALS.read_text().splitlines():
            goal = json.loads(line)
            clone = Path(work) / goal["repo"].replace("/", "+")
            if not clone.exists():
                subprocess.run(["git", "clone", "-q", "--shared", str(repos / clone.name), str(clone)], check=True)
                subprocess.run(["git", "-C", str(clone), "checkout", "-q", goal["base_commit"]], check=True)
            counts.setdefault(goal["sets"][0], Counter()).update(_measure(clone, goal))
    for name, count in counts.items():
        print(f"{name}: {dict(count)}")
    return 0


def _measure(clone: Path, goal: dict[str, str]) -> dict[str, int]:
    index = CodeIndex.open(str(clone) + ".db", Gate())
    index.refresh(str(clone), Git(str(clone), os.environ))
    name = goal["symbol"].rpartition(".")[2]
    ranked = rank_files(index, goal["goal"], limit=LISTED, symbols=LISTED).files
    named = any(each.path == goal["file"] and each.symbol.rpartition(".")[2] == name for each in ranked)
    measured = {"goals": 1, "named": int(named)}
    for budget in BUDGETS:
        drawn = map_code(index, goal=goal["goal"], budget=budget)
        shown = {
            each.name.rpartition(".")[2] for file in drawn.files if file.path == goal["file"] for each in file.symbols
        }
        measured[f"shown in {budget} tokens"] = int(name in shown)
    return measured


if __name__ == "__main__":
    raise SystemExit(main())
