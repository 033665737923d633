"""Fits the weights of the signals to labelled conversations, and writes `src/backstory/capture/weights.py`.

    python bench/extraction/fit.py LABELS.jsonl[:WEIGHT] ... [--folds] [--held] [--write]

It needs scikit-learn. `--folds` prints how well messages are read whose source was left out of the fit; `--held` how
well those of the half `held` are read, which are never fitted, except those of `labels.jsonl` beside this file.
"""

import argparse
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from labels import NONE, OPEN, Labelled, read_labels
from report import print_report
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from taken import find_taken

from backstory.capture import classifier, selection
from backstory.capture.decisions import find_decisions
from backstory.capture.rules import find_rules
from backstory.capture.signals import Place, find_signals
from backstory.capture.statements import find_statements

OUT = Path(__file__).parents[2] / "src/backstory/capture/weights.py"
OWN = Path(__file__).parent / "labels.jsonl"
KINDS = {
    True: ("none", "rule", "decision", "finding", "next"),
    False: ("none", "finding", "decision", "attempt", "state", "next", "command"),
}
ALIKE = {"blocker": "state", "question": "next"}
INSTEAD = {"attempt": "finding", "command": "decision", "state": "finding"}
"""What a label counts as where the speaker has no kind of that name."""
C = 0.3
"""Inverse strength of the penalty on large weights."""
FOLDS = 8

Table = dict[str, list[float]]


class Row(NamedTuple):
    """A sentence: its signals, and the labels that it may carry."""

    signals: tuple[str, ...]
    labels: tuple[str, ...]
    weight: float


def make_rows(message: Labelled) -> list[Row]:
    """The rows of the sentences of a message that have a certain label."""
    rows = []
    for place, cues in enumerate(find_cues(message)):
        labels = name_kinds(message.labels[place], person=message.person)
        if labels:
            at = Place(message.sentences, place, message.person and message.before.endswith("?"), message.last)
            signals = ("", *find_signals(at), *(f"cue {cue}" for cue in cues))
            rows.append(Row(signals, labels, message.weight))
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


def fit_table(messages: Sequence[Labelled], *, person: bool) -> Table:
    """The weights of each signal for each kind: softmax regression with a penalty on large weights."""
    kinds = KINDS[person]
    samples, targets, weights = [], [], []
    for row in (row for message in messages if message.person is person for row in make_rows(message)):
        for label in row.labels:
            samples.append(dict.fromkeys(row.signals, 1))
            targets.append(kinds.index(label))
            weights.append(row.weight / len(row.labels))
    vectors = DictVectorizer()
    model = LogisticRegression(C=C, max_iter=400)
    model.fit(vectors.fit_transform(samples), targets, sample_weight=weights)
    table = {name: [0.0] * len(kinds) for name in vectors.get_feature_names_out()}
    for place, kind in enumerate(model.classes_):
        for name, value in zip(table, model.coef_[place], strict=True):
            table[name][kind] = float(value)
        table[""][kind] += float(model.intercept_[place])
    return table


def use(tables: dict[bool, Table]) -> None:
    """Makes the classifier use other tables."""
    for person, name in ((True, "PERSON"), (False, "AGENT")):
        setattr(classifier, f"{name}_KINDS", KINDS[person])
        setattr(classifier, name, {signal: tuple(row) for signal, row in tables[person].items()})


def fit_tables(messages: Sequence[Labelled]) -> dict[bool, Table]:
    return {person: fit_table(messages, person=person) for person in KINDS}


def find_fold(message: Labelled) -> int:
    """The fold of a message: that of its source, whose conversations differ in the digits at the end."""
    return zlib.crc32(re.sub(r"\d+$", "", message.source).encode()) % FOLDS


def report_folds(messages: Sequence[Labelled], least: float) -> None:
    """Prints how messages are read by weights that were fitted without their source."""
    readings = []
    for fold in range(FOLDS):
        use(fit_tables([one for one in messages if find_fold(one) != fold]))
        inside = [one for one in messages if find_fold(one) == fold and one.weight >= least]
        readings += [(one, find_taken(one)) for one in inside]
    print_report("left out", readings)


def write(tables: dict[bool, Table]) -> None:
    """Writes the tables as a module."""
    lines = [
        '"""What each signal is worth for each kind: the table of the classifier, written by',
        "`bench/extraction/fit.py`.",
        "",
        "The row without a name holds for every sentence. A row that begins with `cue` holds where the words of a kind",
        'were found.\n"""\n',
        "from typing import Final\n",
    ]
    for person, name in ((True, "PERSON"), (False, "AGENT")):
        kinds = ", ".join(f'"{kind}"' for kind in KINDS[person])
        lines.append(f"{name}_KINDS: Final = ({kinds})\n")
        lines.append(f"{name}: Final[dict[str, tuple[float, ...]]] = {{")
        for signal, values in sorted(tables[person].items()):
            lines.append(f'    "{signal}": ({", ".join(f"{value:.2f}" for value in values)}),')
        lines.append("}\n")
    OUT.write_text("\n".join(lines), "utf-8")


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


def report_held(tables: dict[bool, Table], held: Sequence[Labelled]) -> None:
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
    if options.folds:
        report_folds(tuned, options.least)
    tables = fit_tables(tuned)
    if options.held:
        report_held(tables, held)
    if options.write:
        write(tables)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
