"""Counts pairs of characters in code and writes the table that tells drawn passwords from expressions of code.

    python bench/code_pairs.py FOLDER_OR_FILE ... > src/backstory/redact/packs/code_pairs.txt

The table holds, for `^` and each of the 94 printable characters (rows) and each of the 94 (columns), four times the
cost in bits of that pair, as one printable character from `!`. Only counts of pairs over distinct runs leave the
texts.
"""

import math
import re
import sys
from collections import Counter

from letter_pairs import read_texts

PRINTABLE = [chr(code) for code in range(33, 127)]
ENDINGS = (
    ".c", ".cfg", ".css", ".go", ".h", ".html", ".java", ".js", ".json", ".md", ".pl", ".py", ".rb", ".rs", ".rst",
    ".sh", ".sql", ".toml", ".ts", ".txt", ".xml", ".yaml", ".yml",
)  # fmt: skip
LONGEST = 400
"""Characters of a run of which so many are counted: a file of minified code is one run."""
DATA = re.compile(r"[A-Za-z0-9+/=_-]{36,}|\\[xu][0-9a-fA-F]{2,4}")


def main() -> None:
    pairs: Counter[str] = Counter()
    seen: set[str] = set()
    for text in read_texts(sys.argv[1:], ENDINGS):
        for run in set(re.findall(r"[!-~]+", text)):
            for first in range(0, min(len(run), 40 * LONGEST), LONGEST):
                part = DATA.sub(" ", run[first : first + LONGEST])
                if part in seen:
                    continue
                if len(part) < 60:
                    seen.add(part)
                framed = "^" + part if not first else part
                pairs.update(framed[i : i + 2] for i in range(len(framed) - 1))
    for first in ["^", *PRINTABLE]:
        total = sum(pairs[first + second] + 0.5 for second in PRINTABLE)
        costs = (-math.log2((pairs[first + second] + 0.5) / total) for second in PRINTABLE)
        print("".join(chr(33 + min(93, round(4 * cost))) for cost in costs))


if __name__ == "__main__":
    main()
