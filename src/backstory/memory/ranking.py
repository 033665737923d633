"""Measuring the ranking on the user's own history: past commits as tasks, their messages as goals."""

import os
import tempfile
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from backstory.memory.catalog import Catalog
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.git.repository import Git

FIGURES = ("hit@1", "hit@5", "hit@10", "MRR", "recall@10")


def measure_relevance(
    workspace: Catalog, count: int, *, tell: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """Figures of Backstory, plain text search and recency over up to `count` past commits.

    Each task is answered as it would have been then: in a throw-away clone the tree stands at the commit before. The
    gold are the code files that the commit changed, tests not counted. Raises `BackstoryError` without enough history.
    """
    from backstory.code.baselines import by_recency, by_text
    from backstory.code.index.store import CodeIndex
    from backstory.code.read.languages import BY_NAME
    from backstory.code.relevance import rank
    from backstory.code.tasks import tasks
    from backstory.git.repository import Git

    if not workspace.project.git_dir or not workspace.head[0]:
        raise BackstoryError("there is no history to measure on", hint="run it in a git repository with commits")
    chosen = tasks(workspace.git, limit=count)
    if len(chosen) < 5:
        raise BackstoryError(
            f"only {len(chosen)} commits are fit as tasks: at least 5 with a telling message are needed",
            hint="measure on a repository with a longer history",
        )
    order = {c: n for n, c in enumerate(workspace.git.run("rev-list", "--reverse", "HEAD").decode().split())}
    chosen.sort(key=lambda t: order.get(t.commit, 0))
    places: dict[str, list[list[int]]] = {"backstory": [], "plain text search": [], "recency": []}
    golds: list[int] = []
    files = 0
    with tempfile.TemporaryDirectory(prefix="backstory-bench-") as scratch:
        clone = os.path.join(scratch, "clone")
        _share_objects(workspace.git, clone)
        git = Git(clone, workspace.environ)
        index = CodeIndex.open(os.path.join(scratch, "code.db"))
        for number, task in enumerate(chosen, 1):
            git.attempt("checkout", "-q", "-f", task.base)
            index.refresh(clone, git)
            code = {f.path for f in index.files().values() if f.language and BY_NAME[f.language].code}
            files = len(code)
            gold = set(task.gold)
            golds.append(len(gold))
            ours = [r.path for r in rank(index, task.goal, limit=2_000) if r.path in code]
            for name, ranked in (
                ("backstory", ours),
                ("plain text search", by_text(index, task.goal, code)),
                ("recency", by_recency(index, code)),
            ):
                places[name].append([i for i, path in enumerate(ranked, 1) if path in gold])
            if tell:
                tell(number, len(chosen))
        index.close()
    return {"tasks": len(chosen), "files": files, "methods": {n: ranking_metrics(p, golds) for n, p in places.items()}}


def _share_objects(git: "Git", folder: str) -> None:
    """An empty repository in `folder` that has the objects of another, and nothing of its configuration.

    Written by hand: to clone, git starts itself anew, without what keeps it from starting other programs.
    """
    inner = os.path.join(folder, ".git")
    for name in ("objects/info", "refs/heads"):
        os.makedirs(os.path.join(inner, *name.split("/")))
    own = git.algorithm != "sha1"
    texts = {
        "HEAD": "ref: refs/heads/main\n",
        "config": f"[core]\n\trepositoryformatversion = {int(own)}\n\tbare = false\n"
        + (f"[extensions]\n\tobjectformat = {git.algorithm}\n" if own else ""),
        "objects/info/alternates": os.path.join(git.common_dir, "objects") + "\n",
        "shallow": "".join(f"{commit}\n" for commit in sorted(git.ends())),
    }
    for name, text in texts.items():
        if text:
            with open(os.path.join(inner, *name.split("/")), "wb") as file:
                file.write(os.fsencode(text))


def ranking_metrics(places: Sequence[Sequence[int]], golds: Sequence[int]) -> dict[str, float]:
    """hit@k, MRR and recall@10 from the places (from 1) of the gold files of every task."""
    total = max(len(places), 1)
    firsts = [min(p, default=0) for p in places]
    found = {f"hit@{k}": sum(0 < f <= k for f in firsts) / total for k in (1, 5, 10)}
    found["MRR"] = sum(1 / f for f in firsts if f) / total
    shares = [sum(i <= 10 for i in p) / gold for p, gold in zip(places, golds, strict=True) if gold]
    found["recall@10"] = sum(shares) / max(len(shares), 1)
    return found
