"""Counts letter pairs in ordinary text and writes the table that tells random strings from words.

    python bench/letter_pairs.py FOLDER_OR_FILE ... > src/backstory/redact/packs/pairs.txt

The table holds, for each of `^a-z0-9` (rows) and `a-z0-9` (columns), four times the cost in bits of that pair, as one
printable character from `!`. Only counts of pairs over distinct words leave the texts.
"""

import math
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
ENDINGS = (".c", ".css", ".go", ".h", ".html", ".java", ".js", ".md", ".py", ".rs", ".rst", ".sh", ".ts", ".txt")
LONGEST_WORD = 30


def read_texts(arguments: list[str], endings: tuple[str, ...] = ENDINGS) -> Iterator[str]:
    """The texts of files, and of the files in folders whose names end so."""
    for argument in arguments:
        for folder, _, names in os.walk(argument):
            for name in sorted(names):
                if name.endswith(endings):
                    with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                        yield file.read(300_000)
        if os.path.isfile(argument):
            with open(argument, encoding="utf-8", errors="replace") as file:
                yield file.read()


def main() -> None:
    pairs: Counter[str] = Counter()
    for text in read_texts(sys.argv[1:]):
        for word in set(re.findall(r"[A-Za-z0-9]+", text)):
            if len(word) <= LONGEST_WORD:
                framed = "^" + word.lower()
                pairs.update(framed[i : i + 2] for i in range(len(word)))
    for first in "^" + ALPHABET:
        total = sum(pairs[first + second] + 0.5 for second in ALPHABET)
        costs = (-math.log2((pairs[first + second] + 0.5) / total) for second in ALPHABET)
        print("".join(chr(33 + min(93, round(4 * cost))) for cost in costs))


if __name__ == "__main__":
    main()
