"""Measures the ranking of files on the user's own history: each past commit is a task and its message is the goal."""

import os
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from backstory.code.baselines import rank_by_recency, rank_by_text
from backstory.code.index.store import CodeIndex
from backstory.code.read.languages import BY_NAME
from backstory.code.relevance import rank_files
from backstory.code.tasks import Task, history_tasks
from backstory.git.repository import Git
from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.git.repository import Git

FIGURES = ("hit@1", "hit@5", "hit@10", "MRR", "recall@10")


def measure_relevance(
    workspace: Catalog, count: int, *, tell: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """Measures Backstory, plain text search and recency on up to `count` past commits.

    A throw-away clone is checked out at the parent of each commit, so that nothing later is known. The expected files
    are the code files that the commit changed, without tests. Raises `BackstoryError` if there is too little history.
    """
    if not workspace.project.git_dir or not workspace.head[0]:
        raise BackstoryError("there is no history to measure on", hint="run it in a git repository with commits")
    chosen = _choose_tasks(workspace, count)
    ranks: dict[str, list[list[int]]] = {"backstory": [], "plain text search": [], "recency": []}
    files = 0
    with tempfile.TemporaryDirectory(prefix="backstory-bench-") as scratch:
        clone = os.path.join(scratch, "clone")
        _share_objects(workspace.git, clone)
        git = Git(clone, workspace.environ)
        index = CodeIndex.open(os.path.join(scratch, "code.db"))
        for number, task in enumerate(chosen, 1):
            git.attempt("checkout", "-q", "-f", task.base)
            index.refresh(clone, git)
            code = {file.path for file in index.files().values() if file.language and BY_NAME[file.language].code}
            files = len(code)
            _add_ranks(ranks, _rank_by_methods(index, task, code), task.gold)
            if tell:
                tell(number, len(chosen))
        index.close()
    gold_counts = [len(set(task.gold)) for task in chosen]
    methods = {name: ranking_metrics(of_tasks, gold_counts) for name, of_tasks in ranks.items()}
    return {"tasks": len(chosen), "files": files, "methods": methods}


def _add_ranks(ranks: dict[str, list[list[int]]], ranked: Mapping[str, Sequence[str]], gold: Collection[str]) -> None:
    """Adds for each method the places of the expected files."""
    for name, paths in ranked.items():
        ranks[name].append([position for position, path in enumerate(paths, 1) if path in gold])


def _choose_tasks(workspace: Catalog, count: int) -> list[Task]:
    """Chooses the commits to measure on, oldest first. Raises `BackstoryError` if there are too few."""
    chosen = history_tasks(workspace.git, limit=count)
    if len(chosen) < 5:
        raise BackstoryError(
            f"only {len(chosen)} commits are fit as tasks: at least 5 with a telling message are needed",
            hint="measure on a repository with a longer history",
        )
    commits = workspace.git.run("rev-list", "--reverse", "HEAD").decode().split()
    order = {commit: position for position, commit in enumerate(commits)}
    return sorted(chosen, key=lambda task: order.get(task.commit, 0))


def _rank_by_methods(index: CodeIndex, task: Task, code: set[str]) -> dict[str, Sequence[str]]:
    """Returns method -> the code files for the goal of a task, best first."""
    ranked = rank_files(index, task.goal, limit=2_000, author=task.author).files
    ours = [file.path for file in ranked if file.path in code]
    return {
        "backstory": ours,
        "plain text search": rank_by_text(index, task.goal, code),
        "recency": rank_by_recency(index, code),
    }


def _share_objects(git: "Git", folder: str) -> None:
    """Creates an empty repository that shares the objects of another one, and nothing of its configuration.

    `git clone` would start a second git without the options that keep it from running other programs, so the files
    are written by hand.
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


def ranking_metrics(ranks: Sequence[Sequence[int]], gold_counts: Sequence[int]) -> dict[str, float]:
    """Computes hit@k, MRR and recall@10 from the ranks (from 1) of the expected files of every task."""
    total = max(len(ranks), 1)
    best_ranks = [min(of_task, default=0) for of_task in ranks]
    metrics = {f"hit@{limit}": sum(0 < best <= limit for best in best_ranks) / total for limit in (1, 5, 10)}
    metrics["MRR"] = sum(1 / best for best in best_ranks if best) / total
    counted = [(of_task, count) for of_task, count in zip(ranks, gold_counts, strict=True) if count]
    recalls = [sum(rank <= 10 for rank in of_task) / count for of_task, count in counted]
    metrics["recall@10"] = sum(recalls) / max(len(recalls), 1)
    return metrics
