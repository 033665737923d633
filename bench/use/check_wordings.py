"""Checks that the expressions of a scenario accept its right wordings and refuse its wrong ones.

python3 bench/use/check_wordings.py SCENARIO WORDINGS

SCENARIO is a built folder; WORDINGS lists `right` and `wrong` texts for each question, in their order.
"""

import json
import sys
from pathlib import Path

from scoring import is_answered


def find_faults(questions: list[dict[str, list[str]]], wordings: list[dict[str, list[str]]]) -> list[str]:
    """A line for each wording that is judged wrongly."""
    faults = []
    for question, words in zip(questions, wordings, strict=True):
        faults += [f"refused: {text}" for text in words["right"] if not is_answered(question, text)]
        faults += [f"accepted: {text}" for text in words["wrong"] if is_answered(question, text)]
    return faults


if __name__ == "__main__":
    scenario = json.loads((Path(sys.argv[1]) / "scenario.json").read_text())
    faults = find_faults(scenario["questions"], json.loads(Path(sys.argv[2]).read_text()))
    print("\n".join([*faults, f"{len(faults)} faults"]))
    sys.exit(bool(faults))
