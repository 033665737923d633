"""Scores a file of labels: precision and recall by kind, and the confusion of kinds.

    python bench/extraction/score.py LABELS.jsonl ... [--half tune|held] [--errors]

`--errors` prints the sentences that were taken for something else, and those that were missed.
"""

import argparse
from pathlib import Path

from labels import NONE, OPEN, read_labels
from report import LOADED, print_report
from taken import find_taken


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("labels", nargs="+", type=Path)
    parser.add_argument("--half", default="", help="name of the half that is scored; all without it")
    parser.add_argument("--errors", action="store_true", help="print what was misread")
    options = parser.parse_args()
    for path in options.labels:
        messages = [one for one in read_labels(path) if options.half in ("", one.half)]
        readings = [(one, find_taken(one)) for one in messages]
        if options.errors:
            for message, taken in readings:
                for sentence, labels, one in zip(message.sentences, message.labels, taken, strict=True):
                    print_error(sentence.text, labels, one)
        print_report(f"{path.name} {options.half}", readings)
    return 0


def print_error(sentence: str, labels: tuple[str, ...], taken: dict[str, float]) -> None:
    """Prints a sentence whose reading agrees with none of its labels."""
    loaded = [kind for kind, confidence in taken.items() if confidence >= LOADED]
    if labels == OPEN or any(kind in labels for kind in loaded) or (labels == NONE and not loaded):
        return
    print(f"{'/'.join(labels)} taken for {'/'.join(loaded) or '-'}: {sentence}")


if __name__ == "__main__":
    raise SystemExit(main())
