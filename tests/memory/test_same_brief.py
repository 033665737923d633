"""Two memories that are made of the same steps give the same brief, whatever ids their records were given."""

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Memory
from backstory.memory.answers.arranged_briefs import even_ids
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.memory.verbs.remember import remember
from backstory.model.record import Draft
from backstory.model.session import Answer, Prompt, Session

Opened = Callable[..., Memory]
SUBJECTS = ("pool", "queue", "cache", "parser", "router", "basket", "mailer", "search", "import", "export")


def fill(memory: Memory) -> None:
    """The same steps for every memory; several records are made in one second."""
    commit, branch = memory.head
    for number, subject in enumerate(SUBJECTS):
        made = f"2026-11-2{number // 5}T08:00:00Z"
        for kind, title, why in (
            ("decision", f"The {subject} keeps {number + 3} connections", "More of them starve the workers."),
            ("fact", f"The {subject} is started by systemd on the second host", "Seen in its unit file."),
            ("pattern", f"Errors of the {subject} name the order that failed", ""),
            ("failure", f"The {subject} hung when two workers shared a socket", "It was never closed."),
        ):
            remember(memory, Draft(kind=kind, title=title, body=why), made=made)
    prompts = tuple(
        Prompt(
            f"Move the {subject} into a module of its own, and keep its name.",
            f"2026-11-22T09:{n:02}:00Z",
            line=2 * n + 1,
        )
        for n, subject in enumerate(SUBJECTS)
    )
    answers = tuple(
        Answer(
            f"The {subject} is a module of its own now; {n} callers were changed.",
            f"2026-11-22T09:{n:02}:30Z",
            line=2 * n + 2,
        )
        for n, subject in enumerate(SUBJECTS)
    )
    memory.sessions.write(Session(
        id="3f0c6c1e", agent="claude-code", branch=branch, commit=commit, started=prompts[0].made,
        ended=answers[-1].made, prompts=prompts, answers=answers, answered=True,
    ))  # fmt: skip


def tell(opened: Opened, budget: int) -> str:
    text = compose_brief(opened(), BriefOptions(budget=budget)).text
    ids = {row.record.short for row in opened().fresh().rows(include_retracted=True)}
    for ident in sorted(ids):
        text = text.replace(ident, "--------")
    return re.sub(r'id="\w+"|brief \w+', "", text)


@pytest.mark.parametrize("is_same_moment", [False, True])
def test_ids_decide_nothing(opened: Opened, tmp_path: Path, is_same_moment: bool) -> None:
    told: list[list[str]] = []
    for seed in range(3):
        shutil.rmtree(tmp_path / "data", ignore_errors=True)
        memory = opened("stated", "claude-code")
        memory._randomness = random.Random(seed).randbytes  # ids as any other run may give them
        if is_same_moment:
            memory.now = lambda: 1_795_600_000.0  # the times in the ids are the same as well
        fill(memory)
        told.append([tell(opened, budget) for budget in range(300, 1500, 25)])
    assert [len(set(texts)) for texts in zip(*told, strict=True)] == [1] * len(told[0])


def test_marks_of_any_look_cost_the_same() -> None:
    one, other = "- [fact 7q4t9w2r] The queue uses huey", "- [fact abcdefgh] The queue uses huey"
    assert even_ids(one, {"7q4t9w2r"}) == even_ids(other, {"abcdefgh"})
    fenced = '<backstory-context id="3f0c6c1e">\nthe database\n</backstory-context id="3f0c6c1e">'
    assert even_ids(fenced, set()) == even_ids(fenced.replace("3f0c6c1e", "ffffffff"), set())
    assert "database" in even_ids(fenced, {"7q4t9w2r"}), "a word is no id for having eight letters"
