"""Fits the weights of signals and words to labelled conversations, and writes `src/backstory/capture/text/weights.tsv`.

    python bench/extraction/fit.py LABELS.jsonl[:WEIGHT] ... [--folds] [--held] [--write]

It needs scikit-learn. `--folds` prints how well messages are read whose source was left out of the fit; `--held` how
well those of the half `held` are read, which are never fitted, except those of `labels.jsonl` beside this file.

The tables for sentences that patterns speak for stay as they are: they were fitted to labels that are not at hand any
more. What they say of the other sentences is a signal as well, and its weights and those of the rest add up to one
table.
"""

import argparse
import re
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from labels import NONE, OPEN, Labelled, read_labels
from report import print_report
from scipy.sparse import csr_matrix, hstack, lil_matrix
from sklearn.linear_model import LogisticRegression
from taken import find_taken

from backstory.capture import selection
from backstory.capture.decisions.decisions import find_decisions
from backstory.capture.rules.rules import find_rules
from backstory.capture.statements.statements import find_statements
from backstory.capture.text import classifier
from backstory.capture.text.signals import Place, find_signals
from backstory.capture.text.weights import AGENT_KINDS, FILE, PERSON_KINDS, load_table, name_table, sum_weights
from backstory.capture.text.wording import find_words

OWN = Path(__file__).parent / "labels.jsonl"
KINDS = {True: PERSON_KINDS, False: AGENT_KINDS}
ALIKE = {"blocker": "state", "question": "next"}
INSTEAD = {"attempt": "finding", "command": "decision", "state": "finding"}
"""What a label counts as where the speaker has no kind of that name."""
C = 0.1
"""Inverse strength of the penalty on large weights."""
MIN_SOURCES = 3
"""Sources in which a word has to stand to be fitted."""
LEAST = 3
"""Hundredths that a word has to weigh for one kind at least."""
FOLDS = 8

Table = dict[str, list[float]]
Tables = dict[bool, Table]


class Row(NamedTuple):
    """A sentence: its signals, and the labels that it may carry."""

    source: str
    signals: tuple[str, ...]
    words: frozenset[str]
    labels: tuple[str, ...]
    weight: float


def make_rows(message: Labelled) -> list[Row]:
    """The rows of the sentences of a message that have a certain label and that no pattern speaks for."""
    rows = []
    kinds = [name_kinds(labels, person=message.person) for labels in message.labels]
    cues = find_cues(message) if any(kinds) else []
    for place, labels in enumerate(kinds):
        if labels and not cues[place]:
            at = Place(message.sentences, place, message.person and message.before.endswith("?"), message.last)
            signals = ("", *find_signals(at))
            rows.append(Row(message.source, signals, frozenset(find_words(at)), labels, message.weight))
    return rows


def name_kinds(labels: tuple[str, ...], *, person: bool) -> tuple[str, ...]:
    """The kinds that labels count as; empty for `open`."""
    if labels == OPEN:
        return ()
    kinds = KINDS[person]
    certain = [ALIKE.get(label, label) for label in labels if label != "open"]
    return (
        tuple(label for label in certain if label in kinds)
        or tuple(INSTEAD[label] for label in certain[:1] if label in INSTEAD)
        or NONE
    )


def find_cues(message: Labelled) -> list[list[str]]:
    """The labels that the words of each sentence speak for."""
    if not message.person:
        labelled = selection.label_answer(message.text, message.sentences, find_statements(message.text))
        return [labels for _, labels in labelled]
    rules = find_rules(message.text)
    quoted = {rule.quote for rule in rules}
    cued = [*rules, *(one for one in find_decisions(message.text) if one.quote not in quoted)]
    return [selection.label_cues(selection.find_own(sentence, cued)) for sentence in message.sentences]


def choose_names(rows: Sequence[Row]) -> dict[str, int]:
    """The signals that are fitted, numbered: all that the rows have, and the words that several sources have."""
    sources: dict[str, set[str]] = {}
    for row in rows:
        for word in row.words:
            sources.setdefault(word, set()).add(row.source)
    signals = {name for row in rows for name in row.signals}
    words = {word for word, those in sources.items() if len(those) >= MIN_SOURCES}
    return {name: place for place, name in enumerate(sorted(signals | words))}


def fit_table(messages: Sequence[Labelled], former: Mapping[str, Sequence[float]], *, person: bool) -> Table:
    """The weights of each signal for each kind: softmax regression with a penalty on large weights."""
    kinds = KINDS[person]
    rows = [row for message in messages if message.person is person for row in make_rows(message)]
    names = choose_names(rows)
    own = lil_matrix((len(rows), len(names)))
    before = np.zeros((len(rows), len(kinds)))
    for place, row in enumerate(rows):
        for name in (*row.signals, *row.words):
            if name in names:
                own[place, names[name]] = 1.0
            if name in former:
                before[place] += former[name]
    samples, targets, weights = [], [], []
    for place, row in enumerate(rows):
        for label in row.labels:
            samples.append(place)
            targets.append(kinds.index(label))
            weights.append(row.weight / len(row.labels))
    model = LogisticRegression(C=C, max_iter=200, tol=1e-3)
    model.fit(hstack([own.tocsr(), csr_matrix(before)]).tocsr()[samples], targets, sample_weight=weights)
    return _join(model, names, former, kinds)


def _join(
    model: LogisticRegression, names: dict[str, int], former: Mapping[str, Sequence[float]], kinds: Sequence[str]
) -> Table:
    """The weights of a model and those of the table before it as one table."""
    own = np.zeros((len(names), len(kinds)))
    mix = np.zeros((len(kinds), len(kinds)))
    for place, kind in enumerate(model.classes_):
        own[:, kind] = model.coef_[place, : len(names)]
        mix[:, kind] = model.coef_[place, len(names) :]
        own[names[""], kind] += model.intercept_[place]
    table = {name: own[place] for name, place in names.items()}
    for name, values in former.items():
        table[name] = table.get(name, 0.0) + np.array(values) @ mix
    return {name: [float(value) for value in values] for name, values in table.items()}


def fit_tables(messages: Sequence[Labelled], former: Mapping[bool, Mapping[str, Sequence[float]]]) -> Tables:
    return {person: fit_table(messages, former[person], person=person) for person in KINDS}


def use(tables: Tables) -> None:
    """Makes the classifier use other tables."""

    fitted = {name_table(person=person, cued=False): rows for person, rows in tables.items()}

    def sum_fitted(names: Sequence[str], table: str) -> list[float]:
        if table not in fitted:
            return sum_weights(names, table)
        rows = [fitted[table][name] for name in names if name in fitted[table]]
        return [sum(column) for column in zip(*rows, strict=True)]

    setattr(classifier, "sum_weights", sum_fitted)  # noqa: B010
    selection.judge_answer.cache_clear()


def find_fold(message: Labelled) -> int:
    """The fold of a message: that of its source, whose conversations differ in the digits at the end."""
    return zlib.crc32(re.sub(r"\d+$", "", message.source).encode()) % FOLDS


def report_folds(
    messages: Sequence[Labelled], former: Mapping[bool, Mapping[str, Sequence[float]]], least: float
) -> None:
    """Prints how messages are read by weights that were fitted without their source."""
    readings = []
    for fold in range(FOLDS):
        use(fit_tables([one for one in messages if find_fold(one) != fold], former))
        inside = [one for one in messages if find_fold(one) == fold and one.weight >= least]
        readings += [(one, find_taken(one)) for one in inside]
    print_report("left out", readings)


def write(tables: Tables) -> None:
    """Writes the tables, without words that say next to nothing; what `fit_rules.py` has written stays as it is."""
    own = {name_table(person=person, cued=cued) for person in KINDS for cued in (True, False)}
    lines: list[str] = []
    others = [line for line in Path(FILE).read_text("utf-8").split("\n") if line and line.split("\t")[0] not in own]
    for person in KINDS:
        cued, plain = (name_table(person=person, cued=cued) for cued in (True, False))
        for name, rows in ((cued, load_table(cued)), (plain, tables[person])):
            for signal, values in sorted(rows.items()):
                hundredths = [round(100 * value) for value in values]
                if name == cued or max(map(abs, hundredths)) >= LEAST:
                    lines.append("\t".join((name, signal, *map(str, hundredths))) + "\n")
    with open(FILE, "w", encoding="utf-8", newline="\n") as out:
        out.writelines([*lines, *(f"{line}\n" for line in others)])


def split_halves(names: Sequence[str]) -> tuple[list[Labelled], list[Labelled]]:
    """The messages that are fitted and those that are held, of files named `FILE` or `FILE:WEIGHT`."""
    tuned: list[Labelled] = []
    held: list[Labelled] = []
    for name in names:
        path, _, weight = name.partition(":")
        is_own = Path(path).samefile(OWN)
        for message in read_labels(Path(path), float(weight or 1)):
            (held if message.half == "held" and not is_own else tuned).append(message)
    return tuned, held


def report_held(tables: Tables, held: Sequence[Labelled]) -> None:
    """Prints how messages that are never fitted are read, those of each weight by themselves."""
    use(tables)
    for weight in sorted({one.weight for one in held}):
        print_report(f"held, of weight {weight}", [(one, find_taken(one)) for one in held if one.weight == weight])


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("labels", nargs="+", help="a file, and after a colon how much its labels count")
    parser.add_argument("--folds", action="store_true")
    parser.add_argument("--least", type=float, default=1.0, help="weight of the labels that are judged")
    parser.add_argument("--held", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    tuned, held = split_halves(options.labels)
    former = {person: load_table(name_table(person=person, cued=True)) for person in KINDS}
    if options.folds:
        report_folds(tuned, former, options.least)
    tables = fit_tables(tuned, former)
    if options.held:
        report_held(tables, held)
    if options.write:
        write(tables)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
