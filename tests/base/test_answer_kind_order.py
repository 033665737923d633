"""What a question is about does not depend on the order in which a set happens to be read."""

import os
import subprocess
import sys

CODE = """
from itertools import combinations
from backstory.base.answer_kinds import PHRASES, list_subject
for pair in combinations(sorted(PHRASES.texts), 2):
    first, second = (PHRASES.list_all(kind) for kind in pair)
    for phrase in first[:20]:
        print(list_subject(f"{phrase} {second[0]} parser {phrase}", frozenset(pair)))
"""


def test_every_process_reads_the_same_subject() -> None:
    lists = {
        subprocess.run(
            [sys.executable, "-c", CODE],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(lists) == 1 and "parser" in lists.pop()
