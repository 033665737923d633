"""Fits the weights of the gate that decides whether something is said with a prompt, and measures it.

    python bench/gate.py prepare OUT SCENARIO... [--sizes 25,1000]
    python bench/gate.py fit OUT [--gitlink DIR] [--strangers DIR ...] [--keep FILE]

`prepare` replays use scenarios (`bench/use/README.md`) with the installed program and keeps their indexes in OUT.
`fit` reads the signals of `base/evidence.py` of every prompt. A prompt that wants a record says yes, an unrelated one
no; a question to the project's own history says yes (`bench/recall.py` tells the form), one that belongs to another
project says no. Prints the weights; and for every source what is answered by the weights in force, by those fitted on
all sources, and by those fitted on the other sources only. The last figure is what a project that nobody has seen gets.
"""

import argparse
import gzip
import json
import math
import random
import re
import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE), str(HERE / "use")]

import apsw  # noqa: E402

from backstory.base.choice import choose_hits  # noqa: E402
from backstory.base.evidence import WEIGHTS  # noqa: E402
from backstory.base.path_codec import encode_path  # noqa: E402
from backstory.base.relevance import explain_relevant  # noqa: E402
from backstory.base.visibility import View  # noqa: E402
from backstory.hook.prompt import LEAST, LIMIT  # noqa: E402
from backstory.hook.reply import fence_hits  # noqa: E402

Row = dict[str, Any]
STEPS = 12
AGAINST = frozenset(
    ("strange", "everyday", "personal", "size", "trivia", "how_to", "stranger", "general", "code", "piece", "vague",
     "tool", "tool_asked", "lone", "apart")
)  # fmt: skip
"""Signals that speak for silence; all others speak for an answer."""
LEAST_RECORDS = 200
"""Records from which a history is asked."""
RIDGE = 0.05
"""How strongly a weight is drawn to the one in force."""
SHARE = {"use": 1.0, "gitlink": 2.0, "strangers": 0.5}
"""What a source counts, by its sort."""
QUIET = 1.1
"""What the prompts that need nothing count, against those that need something."""


class Sample(NamedTuple):
    """A prompt put to a memory."""

    source: str
    """Sort and name: `use hono-25`, `gitlink flask`."""
    wanted: bool
    right: bool
    """Whether what is wanted is among what is said when something is said."""
    signals: dict[str, float]


def prepare(out: Path, scenarios: Sequence[Path], sizes: Sequence[int]) -> None:
    from run import Machine, replay_scenario

    out.mkdir(parents=True, exist_ok=True)
    for folder in scenarios:
        scenario = json.loads((folder / "scenario.json").read_text())
        filler = [json.loads(line) for line in (folder / "filler.jsonl").read_text().splitlines()]
        for size in sizes:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
                machine = Machine(Path(scratch), Path(sys.executable).parent, folder)
                replay_scenario(machine, scenario, filler, size)
                machine.hook("SessionStart", "eval-0", source="startup")
                machine.wait_for_quiet()
                index = next((machine.data / "backstory/projects").iterdir()) / "index.db"
                name = f"{folder.name}-{size}"
                with sqlite3.connect(index) as source, sqlite3.connect(out / f"{name}.db") as target:
                    source.backup(target)
                about = {"scenario": scenario["name"], "root": str(machine.root), "prompts": scenario["prompts"]}
                (out / f"{name}.json").write_text(json.dumps(about))
                print(name, f"failed steps: {len(machine.failed)}", flush=True)


def read_scenarios(out: Path) -> Iterator[Sample]:
    more = [json.loads(line) for line in (HERE / "use" / "prompts.jsonl").read_text().splitlines()]
    for file in sorted(out.glob("*.json")):
        about = json.loads(file.read_text())
        con = apsw.Connection(str(file.with_suffix(".db")), flags=apsw.SQLITE_OPEN_READONLY)
        view = View(encode_path(about["root"]))
        for row in [*about["prompts"], *(row for row in more if row["scenario"] == about["scenario"])]:
            yield read_sample(con, view, f"use {file.stem}", row)


def read_sample(con: apsw.Connection, view: View, source: str, row: dict[str, Any]) -> Sample:
    """A prompt of a scenario."""
    found = explain_relevant(con, view, row["p"])
    text = fence_hits(choose_hits(found.candidates, frozenset(), LIMIT, LEAST), b"")[0]
    right = bool(row["want"] and re.search(row["want"], text, re.IGNORECASE | re.DOTALL))
    return Sample(source, bool(row["want"]), right, found.signals)


def read_history(folder: Path, strangers: Sequence[Path]) -> Iterator[Sample]:
    """Questions to the projects' histories: their own, those of the other projects, and texts about anything else.

    Each is put when it was asked: the memory holds what is older.
    """
    from recall import lines

    corpus, queries = lines(str(folder), "corpus"), lines(str(folder), "queries")
    others = [text for place in strangers for text in sample_texts(place, 60)]
    for group in sorted({row["group"] for row in corpus}):
        rows = sorted((row for row in corpus if row["group"] == group), key=lambda row: str(row["time"]))
        asked = [row for row in queries if row["group"] == group or random.Random(row["id"]).random() < 0.5]
        yield from read_group(group, rows, sorted(asked, key=lambda row: int(row["before"])), others)


def read_group(group: str, rows: list[Row], queries: list[Row], others: list[str]) -> Iterator[Sample]:
    from recall import TREE, Memory, seconds

    memory, put, view = Memory(group, []), 0, View(TREE)
    for query in queries:
        until = next((at for at in range(put, len(rows)) if seconds(rows[at]["time"]) >= query["before"]), len(rows))
        memory.add(rows[put:until])
        put = until
        if put < LEAST_RECORDS:
            continue
        found = explain_relevant(memory.con, view, query["text"])
        gold = {memory.ids.get(each) for each in query["gold_ids"]}
        right = any(hit.id in gold for hit in choose_hits(found.candidates, frozenset(), LIMIT, LEAST))
        yield Sample(f"gitlink {group}", query["group"] == group, right, found.signals)
    for text in others:
        yield Sample(f"strangers {group}", False, False, explain_relevant(memory.con, view, text).signals)


def sample_texts(folder: Path, count: int) -> list[str]:
    with gzip.open(folder / "corpus.jsonl.gz") as handle:
        return random.Random(3).sample([json.loads(line)["text"] for line in handle], count)


def fit(samples: Sequence[Sample], names: Sequence[str]) -> dict[str, float]:
    """Weights of the right sign: a signal whose weight would get the other one is left out."""
    chosen = list(names)
    while True:
        weights = regress(samples, chosen)
        wrong = [name for name in chosen if name != "bias" and (weights[name] > 0) == (name in AGAINST)]
        if not wrong:
            return weights
        chosen.remove(max(wrong, key=lambda name: abs(weights[name])))


def regress(samples: Sequence[Sample], names: Sequence[str]) -> dict[str, float]:
    """Weights by logistic regression; every source counts the same, whatever its size.

    The ridge draws them to those in force, so that a signal that few prompts have keeps its weight.
    """
    rows = [[float(one.signals.get(name, 0.0)) for name in names] for one in samples]
    shares = weigh(samples)
    former = [WEIGHTS[name] for name in names]
    weights = list(former)
    for _ in range(STEPS):
        hessian = [[0.0] * len(names) for _ in names]
        slope = [RIDGE * (before - weight) for before, weight in zip(former, weights, strict=True)]
        for row, one, share in zip(rows, samples, shares, strict=True):
            add_sample(row, one.wanted, share, weights, slope, hessian)
        for place in range(len(names)):
            hessian[place][place] += RIDGE
        change = solve(hessian, slope)
        weights = [weight + each for weight, each in zip(weights, change, strict=True)]
    return dict(zip(names, weights, strict=True))


def add_sample(
    row: list[float], wanted: bool, share: float, weights: list[float], slope: list[float], hessian: list[list[float]]
) -> None:
    """Adds what one sample says to the slope and the curvature of the likelihood."""
    total = sum(map(float.__mul__, row, weights))
    chance = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))
    pull, curve = share * (wanted - chance), share * chance * (1.0 - chance)
    held = [place for place, value in enumerate(row) if value]
    for place in held:
        slope[place] += pull * row[place]
        line, scaled = hessian[place], curve * row[place]
        for other in held:
            line[other] += scaled * row[other]


def weigh(samples: Sequence[Sample]) -> list[float]:
    """What each sample counts: of one source and answer together as much as of any other."""
    sizes: dict[tuple[str, bool], int] = {}
    for one in samples:
        sizes[one.source, one.wanted] = sizes.get((one.source, one.wanted), 0) + 1
    return [
        SHARE[one.source.split()[0]] * (1.0 if one.wanted else QUIET) / sizes[one.source, one.wanted] for one in samples
    ]


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        pivot = max(range(place, len(rows)), key=lambda other: abs(rows[other][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        for other in range(len(rows)):
            factor = rows[other][place] / rows[place][place] if other != place else 0.0
            if factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]


def report(samples: Sequence[Sample], names: Sequence[str]) -> None:
    everything = fit(samples, names)
    print(f"{'signal':12} {'in force':>9} {'fitted':>8}")
    for name in names:
        print(f"{name:12} {WEIGHTS.get(name, 0.0):9.2f} {everything.get(name, 0.0):8.2f}")
    print(f"\n{'source':22} {'':9} {'in force':>22} {'fitted':>22} {'fitted without it':>22}")
    for source in sorted({one.source for one in samples}):
        stem = re.sub(r"^\w+ |-\d+$", "", source)
        without = fit([one for one in samples if re.sub(r"^\w+ |-\d+$", "", one.source) != stem], names)
        chosen = [one for one in samples if one.source == source]
        cells = [describe(chosen, weights) for weights in (WEIGHTS, everything, without)]
        print(f"{source:32}" + "".join(f"{cell:>23}" for cell in cells))


def describe(samples: Sequence[Sample], weights: dict[str, float]) -> str:
    """Share answered of what wants an answer, with the right record, and of what wants none."""
    says = [sum(weights.get(name, 0.0) * value for name, value in one.signals.items()) >= 0 for one in samples]
    own = [(said, one.right) for said, one in zip(says, samples, strict=True) if one.wanted]
    other = [said for said, one in zip(says, samples, strict=True) if not one.wanted]
    answered = share(said for said, _ in own)
    return f"{answered} right {share(said and right for said, right in own)} noise {share(other)}"


def share(marks: Iterable[bool]) -> str:
    values = list(marks)
    return f"{100 * sum(values) / len(values):3.0f}" if values else "  -"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("prepare")
    first.add_argument("out", type=Path)
    first.add_argument("scenario", type=Path, nargs="+")
    first.add_argument("--sizes", default="25,1000")
    second = commands.add_parser("fit")
    second.add_argument("out", type=Path)
    second.add_argument("--gitlink", type=Path)
    second.add_argument("--strangers", type=Path, nargs="*", default=[])
    second.add_argument("--keep", type=Path, help="read the samples from this file, or write them there")
    given = parser.parse_args()
    if given.command == "prepare":
        prepare(given.out, given.scenario, list(map(int, given.sizes.split(","))))
        return
    report(list(read_samples(given)), list(WEIGHTS))


def read_samples(given: argparse.Namespace) -> Iterator[Sample]:
    if given.keep and given.keep.exists():
        yield from (Sample(*json.loads(line)) for line in given.keep.read_text().splitlines())
        return
    samples = list(read_scenarios(given.out))
    if given.gitlink:
        samples += read_history(given.gitlink, given.strangers)
    if given.keep:
        given.keep.write_text("".join(json.dumps(one) + "\n" for one in samples))
    yield from samples


if __name__ == "__main__":
    main()
