"""Finds forgotten records in git's history, and prints how the history could be rewritten. It rewrites nothing."""

import os
import shlex
from collections.abc import Sequence
from typing import NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.verbs.forget_plan import Plan
from backstory.model.ids import short_id


class HistoryFile(NamedTuple):
    """A file in git's history, which `forget` does not change, and the number of commits that touch it."""

    path: str
    commits: int


def find_in_history(workspace: Catalog, plan: Plan) -> list[HistoryFile]:
    """Finds the files of the records that git still has, on any branch."""
    project = workspace.project
    if not project.git_dir or not plan.ids:
        return []
    patterns = [f":(glob).backstory/memory/*/*-{short_id(ident).lower()}.md" for ident in plan.ids]
    patterns += [f":(glob).backstory/memory/*/*-{ident.lower()}.md" for ident in plan.ids]
    patterns += [os.path.relpath(file, project.root) for file in plan.files if file.startswith(project.team + os.sep)]
    ran = workspace.git.attempt("log", "--all", "--format=%H", "--name-only", "-z", "--", *dict.fromkeys(patterns))
    counts = _count_files(ran.out)
    return [HistoryFile(path, number) for path, number in sorted(counts.items())]


def _count_files(out: bytes) -> dict[str, int]:
    """Path -> the number of commits that touched it, from the output of `git log --name-only -z`."""
    counts: dict[str, int] = {}
    for part in out.decode("utf-8", "surrogateescape").replace("\n", "\0").split("\0"):
        if part.endswith(".md"):
            counts[part] = counts.get(part, 0) + 1
    return counts


def plan_history_rewrite(files: Sequence[HistoryFile]) -> str:
    """Returns the commands that rewrite git's history, for a person to read and run by hand."""
    if not files:
        return "git's history holds nothing of it"

    paths = " ".join(f"--path {shlex.quote(file.path)}" for file in files)
    path = shlex.quote(files[0].path)
    return "\n".join(
        (
            "# This rewrites every commit since the record came in. Everybody who has a clone has to clone anew, and",
            "# forks, pull requests and caches of the host keep the old commits until the host removes them.",
            "git clone --no-local . ../rewritten && cd ../rewritten",
            f"git filter-repo --invert-paths {paths}",
            f"git log --all --oneline -- {path}    # prints nothing when it is done",
            "git push --force --all && git push --force --tags",
        )
    )
