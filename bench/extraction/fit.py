"""Fits the weights of the signals to labelled conversations, and writes `src/backstory/capture/weights.py`.

    python bench/extraction/fit.py LABELS.jsonl ... [--folds] [--write]

`--folds` prints how well conversations are read whose source was left out. Rows of the half `held` are never fitted.
"""

import argparse
import json
import math
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from backstory.capture import selection
from backstory.capture.decisions import find_decisions
from backstory.capture.prose import read_sentences
from backstory.capture.rules import find_rules
from backstory.capture.signals import Place, find_signals
from backstory.capture.statements import find_statements

OUT = Path(__file__).parents[2] / "src/backstory/capture/weights.py"
MARK = re.compile(r"⟦([a-z/]+): (.*?)⟧", re.DOTALL)
KINDS = {
    True: ("none", "rule", "decision", "finding", "attempt", "next"),
    False: ("none", "finding", "decision", "attempt", "state", "next", "question"),
}
ALIKE = {"blocker": "state", "command": "none"}
L2 = 2.0
STEPS = 130
FOLDS = 6


class Row(NamedTuple):
    """A sentence: its signals, and the labels that it may carry."""

    person: bool
    source: str
    message: int
    signals: tuple[str, ...]
    labels: tuple[str, ...]
    weight: float
    several: bool
    """Whether its label is one for several sentences."""
    text: str


def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.lower()))


def read_rows(path: Path, weight: float) -> Iterator[Row]:
    messages = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    asked = False
    for number, message in enumerate(messages):
        person = message["role"] == "user"
        text = MARK.sub(lambda m: m[2], message["text"])
        marks = [(tuple(m[1].split("/")), m[2]) for m in MARK.finditer(message["text"])]
        source = message["source"] if message["source"] not in ("use", "made up") else message["conversation"]
        held = message["half"] == "held" and not path.samefile(Path(__file__).parent / "labels.jsonl")
        yield from () if held else read_message(person, text, marks, source, number, weight, asked)
        asked = text.rstrip().endswith("?") and not person


def read_message(person, text, marks, source, number, weight, asked) -> Iterator[Row]:
    sentences = read_sentences(text, person=person)
    for place, cues in enumerate(cue_labels(text, sentences, person)):
        sentence = sentences[place]
        found = best_mark(sentence.text, marks)
        signals = ("", *find_signals(Place(sentences, place, person and asked)), *(f"cue {cue}" for cue in cues))
        labels = tuple(ALIKE.get(label, label) for label in found[0]) if found else ("none",)
        several = found is not None and len(read_sentences(found[1], person=person)) > 1
        yield Row(person, source, number, signals, labels, weight, several, sentence.text)


def cue_labels(text: str, sentences: list, person: bool) -> list[list[str]]:
    if not person:
        return [labels for _, labels in selection.label_answer(text, sentences, find_statements(text))]
    rules = find_rules(text)
    quoted = {rule.quote for rule in rules}
    cued = [*rules, *(one for one in find_decisions(text) if one.quote not in quoted)]
    return [selection.label_cues(selection.find_own(sentence, cued)) for sentence in sentences]


def best_mark(sentence: str, marks: list) -> tuple[tuple[str, ...], str] | None:
    """The mark that a sentence is in, or that is in it."""
    own = words(sentence)
    best, most = None, 0.0
    for labels, text in marks:
        theirs = words(text)
        smaller = min(len(own), len(theirs))
        shared = len(own & theirs)
        joined = " ".join(text.split())
        if (
            smaller
            and shared >= 0.6 * smaller
            and (sentence[:25] in joined or joined[:25] in sentence or shared >= 0.8 * smaller)
        ):
            value = shared / len(own | theirs)
            if value > most:
                best, most = (labels, text), value
    return best


def fit(rows: list[Row], kinds: tuple[str, ...]) -> dict[str, list[float]]:
    """Weights of each signal for each kind: softmax regression by Adam, signals of all rows at once."""
    names = sorted({name for row in rows for name in row.signals})
    index = {name: place for place, name in enumerate(names)}
    data = [([index[name] for name in row.signals], target(row, kinds), row.weight) for row in rows]
    size, width = len(names), len(kinds)
    weights = [[0.0] * width for _ in range(size)]
    first = [[0.0] * width for _ in range(size)]
    second = [[0.0] * width for _ in range(size)]
    for step in range(1, STEPS + 1):
        slope = [[0.0 if name == "" else L2 * value for value in weights[i]] for i, name in enumerate(names)]
        for places, wanted, weight in data:
            chances = softmax([sum(weights[i][k] for i in places) for k in range(width)])
            gap = [weight * (chances[k] - wanted[k]) for k in range(width)]
            for i in places:
                line = slope[i]
                for k in range(width):
                    line[k] += gap[k]
        rate = 0.2 if step < 80 else 0.06
        for i in range(size):
            for k in range(width):
                first[i][k] = 0.9 * first[i][k] + 0.1 * slope[i][k]
                second[i][k] = 0.999 * second[i][k] + 0.001 * slope[i][k] ** 2
                mean, spread = first[i][k] / (1 - 0.9**step), second[i][k] / (1 - 0.999**step)
                weights[i][k] -= rate * mean / (math.sqrt(spread) + 1e-8)
    return dict(zip(names, weights, strict=True))


def target(row: Row, kinds: tuple[str, ...]) -> list[float]:
    labels = [label if label in kinds else "none" for label in row.labels]
    return [labels.count(kind) / len(labels) for kind in kinds]


def softmax(scores: list[float]) -> list[float]:
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def chances(row: Row, table: dict[str, list[float]], kinds: tuple[str, ...]) -> list[float]:
    lines = [table[name] for name in row.signals if name in table]
    return softmax([sum(line[k] for line in lines) for k in range(len(kinds))])


def settle(rows: list[Row], kinds: tuple[str, ...]) -> list[Row]:
    """The rows that are fitted: of a label for several sentences, the one that is most like the others."""
    table = fit([row for row in rows if not row.several and "open" not in row.labels], kinds)
    best: dict[int, tuple[float, Row]] = {}
    kept = [row for row in rows if not row.several and "open" not in row.labels]
    for row in rows:
        if row.several and "open" not in row.labels:
            likely = chances(row, table, kinds)
            value = sum(likely[kinds.index(label)] for label in row.labels if label in kinds)
            if value >= best.get(row.message, (-1.0, row))[0]:
                best[row.message] = (value, row)
            if value >= 0.3:
                kept.append(row)
    return kept + [row for value, row in best.values() if value < 0.3]


def is_right(row: Row, kind: str) -> bool:
    return kind in row.labels


def report_folds(rows: list[Row], kinds: tuple[str, ...], name: str) -> None:
    tried: list[tuple[Row, list[float]]] = []
    for fold in range(FOLDS):
        inside = [row for row in rows if zlib.crc32(row.source.encode()) % FOLDS == fold]
        table = fit([row for row in rows if zlib.crc32(row.source.encode()) % FOLDS != fold], kinds)
        tried += [(row, chances(row, table, kinds)) for row in inside]
    for least in (0.45, 0.55, 0.65):
        right = given = 0
        wanted = sum(row.labels != ("none",) for row, _ in tried)
        for row, likely in tried:
            k = max(range(1, len(kinds)), key=likely.__getitem__)
            given += likely[k] >= least
            right += likely[k] >= least and is_right(row, kinds[k])
        print(f"{name}, from {least}: precision {right / max(1, given):.3f}, recall {right / wanted:.3f} of {wanted}")


def write(tables: dict[bool, dict[str, list[float]]]) -> None:
    lines = [
        '"""What each signal is worth for each kind: the table of the classifier. `bench/extraction/fit.py` writes it.',
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


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("labels", nargs="+", type=Path)
    parser.add_argument("--folds", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    own = Path(__file__).parent / "labels.jsonl"
    rows = [row for path in options.labels for row in read_rows(path, 0.6 if path.samefile(own) else 1.0)]
    tables = {}
    for person, kinds in KINDS.items():
        chosen = settle([row for row in rows if row.person is person], kinds)
        print("person" if person else "agent", len(chosen), "sentences")
        if options.folds:
            report_folds(chosen, kinds, "person" if person else "agent")
        tables[person] = fit(chosen, kinds)
    if options.write:
        write(tables)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
