"""Fits the weights by which sentences of conversations are quoted, and writes them into `quote_weights.tsv`.

    python bench/quotes/fit.py LABELS [--folds] [--write]

`LABELS` is a file of JSON lines with `source`, the repository of a sentence, `speaker`, `text`, and `worth`: 2 if the
next session is better off with it, 1 if it is of some use, 0 if it is not worth its tokens. It needs scikit-learn.
`--folds` prints how well weights that were fitted without a repository find what is worth quoting there.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, roc_auc_score

from backstory.recall.quotes.quote_signals import name_all_signals, name_signals
from backstory.recall.quotes.quote_value import AGENT, FILE, PERSON

C = 0.1
"""How much the sentences count against the penalty."""
MARGINAL = 0.5
"""What a sentence of some use counts, as one that is not worth its tokens."""
MIN_SOURCES = 4
"""Repositories in which a signal has to stand to be fitted."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("labels", type=Path)
    options.add_argument("--folds", action="store_true")
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    rows = [json.loads(line) for line in chosen.labels.read_text("utf-8").splitlines()]
    lines: list[str] = []
    for table in (AGENT, PERSON):
        own = [row for row in rows if (row["speaker"] == "user") == (table == PERSON)]
        data = read_data(own)
        if chosen.folds:
            print(f"{table}:")
            print_folds(data)
        lines += list_weights(table, data)
    if chosen.write:
        Path(FILE).write_text("\n".join(lines) + "\n", "utf-8")


class Data(NamedTuple):
    """Sentences: their signals, their worth, what each counts, and where they are from."""

    names: list[str]
    matrix: np.ndarray
    worth: np.ndarray
    weights: np.ndarray
    sources: np.ndarray


def read_data(rows: Sequence[dict[str, Any]]) -> Data:
    signals = [frozenset(name_signals(row["text"])) - {""} for row in rows]
    places: dict[str, set[str]] = {}
    for row, some in zip(rows, signals, strict=True):
        for name in some:
            places.setdefault(name, set()).add(row["source"])
    names = [name for name in name_all_signals() if len(places.get(name, ())) >= MIN_SOURCES]
    worth = np.array([row["worth"] for row in rows])
    return Data(
        names,
        np.array([[name in some for name in names] for some in signals], dtype=float),
        worth,
        np.where(worth == 1, MARGINAL, 1.0),
        np.array([row["source"] for row in rows]),
    )


def fit(data: Data, chosen: np.ndarray) -> LogisticRegression:
    model = LogisticRegression(C=C, max_iter=2_000)
    return model.fit(data.matrix[chosen], data.worth[chosen] == 2, data.weights[chosen])


def list_weights(table: str, data: Data) -> Iterator[str]:
    """The lines of a table, fitted to all sentences."""
    model = fit(data, np.full(len(data.worth), fill_value=True))
    values = {"": model.intercept_[0], **dict(zip(data.names, model.coef_[0], strict=True))}
    for name, value in values.items():
        if round(100 * value):
            yield f"{table}\t{name}\t{round(100 * value)}"


def print_folds(data: Data) -> None:
    """Prints for each repository, and for all of them, how well weights of the others rank its sentences."""
    odds = np.zeros(len(data.worth))
    for source in sorted(set(data.sources)):
        own = data.sources == source
        odds[own] = fit(data, ~own).decision_function(data.matrix[own])
        print(f"{source:12} {describe(odds[own], data.worth[own])}")
    print(f"{'all':12} {describe(odds, data.worth)}")


def describe(odds: np.ndarray, worth: np.ndarray) -> str:
    is_worth = worth == 2
    if not is_worth.any():
        return f"{len(worth):5} sentences, none worth quoting"
    precision = average_precision_score(is_worth, odds)
    area = roc_auc_score(is_worth, odds)
    return f"{len(worth):5} sentences, {is_worth.mean():.2f} worth quoting: AP {precision:.3f}, AUC {area:.3f}"


if __name__ == "__main__":
    main()
