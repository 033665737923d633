"""Fits the weights by which a sentence is a rule to labelled prompts, and writes them into `weights.tsv`.

    python bench/extraction/fit_rules.py LABELS.jsonl ... [--folds] [--write]

A row of a file has `source`, whose words they are, `text`, the prompt, `asked`, whether it answers a question, and
`sentences`, each with its label: `rule`, `none`, `open` for what two people could differ on, or `unread`, which counts
as none, for a third. The tuned half of `rules.txt` counts as well.
It needs scikit-learn. `--folds` prints how well rules are found by weights that were fitted without their source.
"""

import argparse
import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rules import PROMPTS, read_prompts
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from backstory.capture.prose import read_sentences
from backstory.capture.rule_probability import TABLE, name_signs
from backstory.capture.signals import Place
from backstory.capture.weights import FILE
from backstory.patterns.canned_prompts import is_canned

WORTH = {"rule": 3.0, "none": 1.0, "unread": 0.3}
SCALE = {"w ": 0.5, "^ ": 0.5, "r ": 1.0}
"""How much a sign counts against the others before the penalty; the signals of all sentences count `OTHERS`."""
OTHERS = 0.7
C = 0.3
MIN_SOURCES = 4
"""Sources in which a sign has to stand to be fitted."""
LEAST = 9
"""Hundredths that a sign has to weigh."""
MAX_SENTENCE = 400
FOLDS = 8
INVENTED = "invented"


class Row(NamedTuple):
    source: str
    text: str
    label: str
    signs: tuple[str, ...]


def read_rows(paths: Sequence[Path]) -> Iterator[Row]:
    for path in paths:
        for line in filter(None, path.read_text("utf-8").split("\n")):
            row = json.loads(line)
            if not is_canned(row["text"]):
                labels = dict(row["sentences"])
                yield from make_rows(row["source"], row["text"], labels, asked=row.get("asked", False))
    for one in read_prompts(PROMPTS):
        if one.half == "tune":
            labels = {}
            for sentence in read_sentences(one.prompt, person=True):
                text = sentence.text.lower()
                is_rule = any(words in text for words in one.rules)
                is_open = any(words in text for words in one.open)
                labels[sentence.text] = "rule" if is_rule else "open" if is_open else "none"
            yield from make_rows(INVENTED, one.prompt, labels, asked=False)


def make_rows(source: str, text: str, labels: dict[str, str], *, asked: bool) -> Iterator[Row]:
    sentences = read_sentences(text, person=True)
    for place, sentence in enumerate(sentences):
        label = labels.get(sentence.text, "unread")
        if label in WORTH and len(sentence.plain) <= MAX_SENTENCE:
            signs = tuple(dict.fromkeys(name_signs(Place(sentences, place, asked))))
            yield Row(source, sentence.text, label, signs)


def choose_names(rows: Sequence[Row]) -> dict[str, int]:
    sources: dict[str, set[str]] = {}
    for row in rows:
        for name in row.signs:
            sources.setdefault(name, set()).add(row.source)
    names = sorted(name for name, those in sources.items() if name and len(those) >= MIN_SOURCES)
    return {name: place for place, name in enumerate(names)}


def scale(name: str) -> float:
    return SCALE.get(name[:2], OTHERS)


def make_matrix(rows: Sequence[Row], names: dict[str, int]) -> csr_matrix:
    values, places, ends = [], [], [0]
    for row in rows:
        known = [name for name in row.signs if name in names]
        values += [scale(name) for name in known]
        places += [names[name] for name in known]
        ends.append(len(places))
    return csr_matrix((values, places, ends), shape=(len(rows), len(names)))


def fit(matrix: csr_matrix, rows: Sequence[Row]) -> LogisticRegression:
    model = LogisticRegression(C=C, solver="liblinear", intercept_scaling=10.0)
    targets = [row.label == "rule" for row in rows]
    return model.fit(matrix, targets, sample_weight=[weigh(row) for row in rows])


def weigh(row: Row) -> float:
    """How much a sentence counts: those that were made up count a third."""
    return WORTH[row.label] / (3 if row.source == INVENTED else 1)


def measure_left_out(rows: Sequence[Row], matrix: csr_matrix) -> np.ndarray:
    """The chances of all sentences by weights that were fitted without their source."""
    folds = np.array([zlib.crc32(row.source.encode()) % FOLDS for row in rows])
    chances = np.zeros(len(rows))
    for fold in range(FOLDS):
        inside = np.flatnonzero(folds != fold)
        model = fit(matrix[inside], [rows[place] for place in inside])
        chances[folds == fold] = model.predict_proba(matrix[folds == fold])[:, 1]
    return chances


def report(rows: Sequence[Row], chances: np.ndarray) -> None:
    """Prints precision and recall where each sentence of a source counts once; `unread` ones count as wrong."""
    best: dict[tuple[str, str], tuple[float, bool]] = {}
    for row, chance in zip(rows, chances, strict=True):
        if row.source != INVENTED:
            best.setdefault((row.source, row.text), (float(chance), row.label == "rule"))
    ordered = sorted(best.values(), reverse=True)
    total = sum(is_rule for _, is_rule in ordered)
    right = 0
    shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
    for place, (chance, is_rule) in enumerate(ordered, 1):
        right += is_rule
        if shares and right >= shares[0] * total:
            print(f"recall {shares.pop(0):.1f} of {total}: precision {right / place:.2f} from {chance:.2f}")


def write(model: LogisticRegression, names: dict[str, int]) -> None:
    lines = [line for line in Path(FILE).read_text("utf-8").split("\n") if line and not line.startswith(f"{TABLE}\t")]
    weights = {"": float(model.intercept_[0])}
    weights.update({name: float(model.coef_[0, place]) * scale(name) for name, place in names.items()})
    for name, value in sorted(weights.items()):
        hundredths = round(100 * value)
        if not name or abs(hundredths) >= LEAST:
            lines.append(f"{TABLE}\t{name}\t{hundredths}")
    with open(FILE, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{line}\n" for line in lines)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("labels", nargs="+", type=Path)
    parser.add_argument("--folds", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--chances", type=Path, help="a file for the chances of each sentence, left out")
    options = parser.parse_args()
    rows = list(read_rows(options.labels))
    names = choose_names(rows)
    matrix = make_matrix(rows, names)
    if options.folds or options.chances:
        chances = measure_left_out(rows, matrix)
        report(rows, chances)
        if options.chances:
            with options.chances.open("w", encoding="utf-8") as out:
                for row, chance in zip(rows, chances, strict=True):
                    out.write(json.dumps([row.source, row.text, row.label, round(float(chance), 4)]) + "\n")
    if options.write:
        write(fit(matrix, rows), names)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
