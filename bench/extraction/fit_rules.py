"""Fits the weights by which a sentence is a rule to labelled prompts, and writes them into `weights.tsv`.

    python bench/extraction/fit_rules.py LABELS ... [--on-top] [--folds] [--write]

`LABELS` is a file of JSON lines or one in the form of `rules.txt`, such as `wordings.txt` and
`plain.txt`.
A row of JSON has `source`, whose words they are, `text`, the prompt, `asked`, whether it answers a question, and
`sentences`, each with its label: `rule`, `none`, `open` for what two people could differ on, or `unread`, which counts
as none, for a third. The tuned half of `rules.txt` counts as well.
`--on-top` keeps the weights of `weights.tsv` and fits what is to be added to them. Otherwise they are fitted anew.
It needs scipy. `--folds` prints how well rules are found by weights that were fitted without their source.
"""

import argparse
import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rules import PROMPTS, read_prompts
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from backstory.capture.rules.rule_probability import TABLE, name_signs
from backstory.capture.text.prose import read_sentences
from backstory.capture.text.signals import Place
from backstory.capture.text.weights import FILE, sum_weights
from backstory.patterns.canned_prompts import is_canned

WORTH = {"rule": 3.0, "none": 1.0, "unread": 0.3}
SCALE = {"w ": 0.5, "^ ": 0.5, "r ": 1.0}
"""How much a sign counts against the others before the penalty; the signals of all sentences count `OTHERS`."""
OTHERS = 0.7
C = 0.3
C_ON_TOP = 1.0
"""How much the sentences count against the penalty: from nothing, and on top of the table."""
WRITTEN = 0.2
"""What a sentence of a file in the form of `rules.txt` counts: it was written to be labelled."""
PLAIN = "plain"
"""How the sources are named that write rules without a word that marks them, and as many sentences like them that are
none: a writer each, in five parts."""
KEPT = "kept"
"""How the sources are named whose wordings were rules before, and have to stay so."""
MIN_SOURCES = 4
"""Sources in which a sign has to stand to be fitted."""
LEAST = 13
"""Hundredths that a sign has to weigh."""
MAX_SENTENCE = 400
FOLDS = 8


class Row(NamedTuple):
    source: str
    text: str
    label: str
    signs: tuple[str, ...]
    weight: float
    former: float
    """What the table says of it, in log odds."""


def read_rows(paths: Sequence[Path]) -> Iterator[Row]:
    for path in paths:
        if path.suffix == ".txt":
            yield from read_written(path)
            continue
        for line in filter(None, path.read_text("utf-8").split("\n")):
            row = json.loads(line)
            if not is_canned(row["text"]):
                labels = dict(row["sentences"])
                yield from make_rows(row["source"], row["text"], labels, asked=row.get("asked", False))
    yield from (row._replace(weight=1 / 3) for row in read_written(PROMPTS) if row.source.startswith("tune"))


def read_written(path: Path) -> Iterator[Row]:
    for one in read_prompts(path):
        labels = {}
        for sentence in read_sentences(one.prompt, person=True):
            text = sentence.text.lower()
            is_rule = any(words in text for words in one.rules)
            is_open = any(words in text for words in one.open)
            labels[sentence.text] = "rule" if is_rule else "open" if is_open else "none"
        weight = {KEPT: 1.5, PLAIN: 1.0}.get(one.half, WRITTEN)
        yield from make_rows(f"{one.half} {one.style}", one.prompt, labels, asked=False, weight=weight)


def make_rows(source: str, text: str, labels: dict[str, str], *, asked: bool, weight: float = 1.0) -> Iterator[Row]:
    sentences = read_sentences(text, person=True)
    for place, sentence in enumerate(sentences):
        label = labels.get(sentence.text, "unread")
        if label in WORTH and len(sentence.plain) <= MAX_SENTENCE:
            signs = tuple(dict.fromkeys(name_signs(Place(sentences, place, asked))))
            former = sum_weights(dict.fromkeys(signs), TABLE)[0]
            yield Row(source, sentence.text, label, signs, weight * WORTH[label], former)


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


class Model(NamedTuple):
    constant: float
    weights: np.ndarray

    def measure(self, matrix: csr_matrix, rows: Sequence[Row], *, on_top: bool) -> np.ndarray:
        """How likely each sentence is a rule."""
        former = np.array([row.former for row in rows]) if on_top else 0.0
        return 1 / (1 + np.exp(-(former + self.constant + matrix @ self.weights)))


def fit(matrix: csr_matrix, rows: Sequence[Row], *, on_top: bool) -> Model:
    """A logistic regression with a penalty on the weights; on top of the table it begins from what that says."""
    targets = np.array([row.label == "rule" for row in rows], float)
    worth = (C_ON_TOP if on_top else C) * np.array([row.weight for row in rows])
    former = np.array([row.former if on_top else 0.0 for row in rows])

    def measure_loss(values: np.ndarray) -> tuple[float, np.ndarray]:
        odds = former + values[0] + matrix @ values[1:]
        loss = worth @ (np.logaddexp(0, odds) - targets * odds) + values[1:] @ values[1:] / 2
        slope = worth * (1 / (1 + np.exp(-odds)) - targets)
        return float(loss), np.concatenate([[slope.sum()], matrix.T @ slope + values[1:]])

    best = minimize(measure_loss, np.zeros(matrix.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return Model(float(best.x[0]), best.x[1:])


def measure_left_out(rows: Sequence[Row], matrix: csr_matrix, *, on_top: bool) -> np.ndarray:
    """The chances of all sentences by weights that were fitted without their source."""
    folds = np.array([zlib.crc32(row.source.encode()) % FOLDS for row in rows])
    chances = np.zeros(len(rows))
    for fold in range(FOLDS):
        inside, outside = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        model = fit(matrix[inside], [rows[place] for place in inside], on_top=on_top)
        chances[outside] = model.measure(matrix[outside], [rows[place] for place in outside], on_top=on_top)
    return chances


def report(rows: Sequence[Row], chances: np.ndarray) -> None:
    """Prints precision and recall where each sentence of a source counts once; `unread` ones count as wrong."""
    best: dict[tuple[str, str], tuple[float, bool]] = {}
    for row, chance in zip(rows, chances, strict=True):
        if not row.source.startswith("tune "):
            best.setdefault((row.source, row.text), (float(chance), row.label == "rule"))
    ordered = sorted(best.values(), reverse=True)
    total = sum(is_rule for _, is_rule in ordered)
    right = 0
    shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
    for place, (chance, is_rule) in enumerate(ordered, 1):
        right += is_rule
        if shares and right >= shares[0] * total:
            print(f"recall {shares.pop(0):.1f} of {total}: precision {right / place:.2f} from {chance:.2f}")


def write(model: Model, names: dict[str, int], *, on_top: bool) -> None:
    rows = [line.split("\t") for line in Path(FILE).read_text("utf-8").split("\n") if line]
    weights = {row[1]: int(row[2]) / 100 for row in rows if row[0] == TABLE} if on_top else {}
    weights[""] = weights.get("", 0.0) + model.constant
    for name, place in names.items():
        weights[name] = weights.get(name, 0.0) + float(model.weights[place]) * scale(name)
    hundredths = {name: round(100 * value) for name, value in sorted(weights.items())}
    lines = ["\t".join(row) for row in rows if row[0] != TABLE]
    lines += [f"{TABLE}\t{name}\t{value}" for name, value in hundredths.items() if not name or abs(value) >= LEAST]
    with open(FILE, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{line}\n" for line in lines)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("labels", nargs="+", type=Path)
    parser.add_argument("--on-top", action="store_true")
    parser.add_argument("--folds", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--chances", type=Path, help="a file for the chances of each sentence, left out")
    options = parser.parse_args()
    rows = list(read_rows(options.labels))
    names = choose_names(rows)
    matrix = make_matrix(rows, names)
    if options.folds or options.chances:
        chances = measure_left_out(rows, matrix, on_top=options.on_top)
        report(rows, chances)
        if options.chances:
            with options.chances.open("w", encoding="utf-8") as out:
                for row, chance in zip(rows, chances, strict=True):
                    out.write(json.dumps([row.source, row.text, row.label, round(float(chance), 4)]) + "\n")
    if options.write:
        write(fit(matrix, rows, on_top=options.on_top), names, on_top=options.on_top)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
