"""How full briefs are: `bench/budgets.py PROJECT... [--count 2000] [--seed 1] [--json]`.

Composes briefs of real projects at random budgets from 200 to 16,000 tokens, in every form, with and without a task
from the project's own history, and counts the text of each. Prints for each range of budgets how many were over, how
full those were that left records out for want of room, and the least full one. A project is a folder with a memory;
the environment says where that is kept, as for `backstory`.
"""

import argparse
import json
import math
import os
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from backstory.api import Memory
from backstory.base.token_estimate import ESTIMATE_RESERVE
from backstory.recall.text.moment import MODES, STRATEGIES

LEAST, MOST = 200, 16_000
RANGES = (200, 300, 600, 1_200, 4_000, MOST + 1)
ENOUGH = 0.85
"""Part of a budget that a brief fills where there is material."""


class Filled(NamedTuple):
    project: str
    budget: int
    mode: str
    task: str
    tokens: int
    """Estimated tokens of the whole text."""
    has_more: bool
    """Whether records were left out for want of room."""

    @property
    def part(self) -> float:
        """How much of the budget it fills, with the reserve."""
        return self.tokens * ESTIMATE_RESERVE / self.budget

    @property
    def is_over(self) -> bool:
        return self.tokens > int(self.budget / ESTIMATE_RESERVE + 1e-9)


def list_tasks(memory: Memory) -> list[str]:
    """No task, and the subjects of the last commits as tasks."""
    return ["", *(commit.subject for commit in memory.git.state(commits=50).commits)]


def compose_briefs(projects: list[Path], count: int, seed: int) -> Iterator[Filled]:
    source = random.Random(seed)
    memories = [Memory.open(str(folder), os.environ) for folder in projects]
    tasks = [list_tasks(memory) for memory in memories]
    for number in range(count):
        place = number % len(memories)
        budget = round(math.exp(source.uniform(math.log(LEAST), math.log(MOST))))
        mode, task = source.choice(MODES), source.choice(("", source.choice(tasks[place])))
        strategy = source.choice(("balanced", "balanced", *STRATEGIES))
        composed = memories[place].brief(mode=mode, budget=budget, task=task, strategy=strategy)
        yield Filled(
            projects[place].name,
            budget,
            mode,
            task,
            composed.tokens,
            composed.brief.omitted > 0,
        )


def describe_range(low: int, high: int, briefs: list[Filled]) -> dict[str, object]:
    """The figures of the briefs with budgets from `low` up to `high`."""
    full = sorted(brief.part for brief in briefs if brief.has_more)
    return {
        "from": low,
        "below": high,
        "briefs": len(briefs),
        "over": sum(brief.is_over for brief in briefs),
        "with_more": len(full),
        "least": round(full[0], 3) if full else None,
        "median": round(full[len(full) // 2], 3) if full else None,
        "under_85": sum(part < ENOUGH for part in full),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="How full briefs are at random budgets.")
    parser.add_argument("project", type=Path, nargs="+", help="folders of projects with a memory")
    parser.add_argument("--count", type=int, default=2_000, help="how many briefs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON line for each range")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="name the N least full of those with more")
    arguments = parser.parse_args()
    briefs = list(compose_briefs(arguments.project, arguments.count, arguments.seed))
    for low, high in pairwise(RANGES):
        row = describe_range(low, high, [brief for brief in briefs if low <= brief.budget < high])
        print(json.dumps(row) if arguments.json else "  ".join(f"{name} {value}" for name, value in row.items()))
    over = [brief for brief in briefs if brief.is_over]
    least = sorted((brief for brief in briefs if brief.has_more), key=lambda brief: brief.part)
    for brief in [*over, *least[: arguments.show]]:
        print(f"    {brief.part:.2f} {brief.budget} {brief.project} {brief.mode} {brief.task!r}")


if __name__ == "__main__":
    main()
