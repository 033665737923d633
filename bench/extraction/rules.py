"""How well rules are found in prompts of several styles: precision and recall, by half and style.

    python bench/extraction/rules.py [--half tune|held] [--errors] [PROMPTS ...]

`rules.txt`, and every other file of prompts, has a conversation below each `# NAME STYLE`: a prompt behind `>`, words
of each of its rules behind `+`, and of what two people could take for one behind `?`.
"""

import argparse
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.memory.intake.candidates import MIN_CONFIDENCE

PROMPTS = Path(__file__).parent / "rules.txt"


class Labelled(NamedTuple):
    half: str
    style: str
    prompt: str
    rules: list[str]
    open: list[str]


def read_prompts(path: Path) -> list[Labelled]:
    prompts: list[Labelled] = []
    half = style = ""
    for line in path.read_text("utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark == "#":
            name, _, style = text.partition(" ")
            half = name.partition("-")[0]
        elif mark == ">":
            prompts.append(Labelled(half, style, text.replace("\\n", "\n"), [], []))
        else:
            (prompts[-1].rules if mark == "+" else prompts[-1].open).append(text.lower())
    return prompts


def find_rules(prompt: str) -> list[str]:
    """The texts and quotes of the rules that a brief would load."""
    candidates = find_candidates([Turn("user", prompt, line=1)], known_paths=lambda path: False)
    loaded = (one for one in candidates if one.kind == "rule" and one.confidence >= MIN_CONFIDENCE)
    return [f"{one.text} | {one.quote}".lower() for one in loaded]


def score(one: Labelled, counts: Counter[str], *, errors: bool) -> None:
    found = find_rules(one.prompt)
    missed = [words for words in one.rules if not any(words in text for text in found)]
    wrong = [text for text in found if not any(words in text for words in (*one.rules, *one.open))]
    counts.update(right=len(one.rules) - len(missed), missed=len(missed), wrong=len(wrong))
    for text in (*(f"MISSED {words}" for words in missed), *(f"WRONG {text}" for text in wrong)) if errors else ():
        print(f"{one.half} {one.style}: {text}")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--half", default="", choices=("", "tune", "held"))
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("prompts", type=Path, nargs="*", default=[PROMPTS])
    options = parser.parse_args()
    counts: dict[tuple[str, str], Counter[str]] = {}
    for one in (one for path in options.prompts for one in read_prompts(path)):
        if options.half in ("", one.half):
            for style in (one.style, "all"):
                errors = options.errors and style == "all"
                score(one, counts.setdefault((one.half, style), Counter()), errors=errors)
    for (half, style), count in sorted(counts.items()):
        precision = count["right"] / max(1, count["right"] + count["wrong"])
        recall = count["right"] / max(1, count["right"] + count["missed"])
        print(f"{half} {style:10} precision {precision:.3f} recall {recall:.3f} of {count['right'] + count['missed']}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
