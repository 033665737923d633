"""Makes what a use scenario takes from a public repository: a shallow bundle, records of its history, lines to read.

Nothing of it enters this repository; README.md says where the repositories come from.
"""

import datetime
import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conversation import Scenario

Record = dict[str, object]


def git(clone: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(clone), *arguments], check=True, capture_output=True, text=True, errors="replace"
    ).stdout


def read_lines(clone: Path, commit: str, path: str, first: int, last: int) -> str:
    """Lines `first` to `last` of a file as it stood in a commit."""
    return "\n".join(git(clone, "show", f"{commit}:{path}").split("\n")[first - 1 : last]) + "\n"


def find_line(clone: Path, commit: str, path: str, start: str) -> int:
    """The number of the first line that starts so."""
    for number, line in enumerate(git(clone, "show", f"{commit}:{path}").split("\n"), 1):
        if line.startswith(start):
            return number
    raise LookupError(f"no line of `{path}` starts with `{start}`")


def make_bundle(clone: Path, commit: str, file: Path, depth: int = 60, paths: tuple[str, ...] = ()) -> None:
    """Writes a bundle of the last commits up to `commit`, as the branch `main`, with all files or those of `paths`.

    A bundle of a shallow clone cannot be cloned, so the commits are written anew; their ids differ from the original's.
    """
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder, "fresh")
        git(clone, "init", "-q", "--bare", str(fresh))
        git(clone, "branch", "-f", "bundle-point", commit)
        export = ["fast-export", "--", "bundle-point", f"^bundle-point~{depth}", "--", *paths]
        stream = subprocess.run(["git", "-C", str(clone), *export], check=True, capture_output=True)
        git(clone, "branch", "-q", "-D", "bundle-point")
        subprocess.run(["git", "-C", str(fresh), "fast-import", "--quiet"], check=True, input=stream.stdout)
        git(fresh, "branch", "-q", "-m", "bundle-point", "main")
        git(fresh, "symbolic-ref", "HEAD", "refs/heads/main")
        git(fresh, "bundle", "create", "-q", str(file.resolve()), "HEAD", "main")


def make_filler(clone: Path, commit: str, file: Path, changelog: str | None = None, least: int = 1000) -> int:
    """Writes records of the history of a repository: commits, and entries of its changelog. Returns how many."""
    rows: list[Record] = []
    for block in git(clone, "log", "--reverse", "--name-only", "--format=%x1e%s%x1f%b%x1f", commit).split("\x1e")[1:]:
        subject, body, names = block.split("\x1f")
        if subject.startswith("Merge pull request"):
            subject, _, body = body.strip().partition("\n")
        if len(subject) < 8 or re.match(r"(?i)(merge|wip|bump version|v?\d+(\.\d+)+$)", subject):
            continue
        body = "\n".join(
            x for x in body.split("\n") if not re.match(r"(?i)[\w-]+-by:|co-authored|signed-off", x.strip())
        ).strip()
        paths = [x for x in names.split("\n") if re.fullmatch(r"[\w./-]+", x)][:4]
        kind = "fact"
        if re.search(r"\b(because|so that|instead of|rather than)\b", body):
            kind = "decision"
        elif re.match(r"(?i)(fix|bugfix|fixed|fixes)\b", subject):
            kind = "failure" if body else "observation"
        elif re.match(r"(?i)(refactor|clean|use|move|rename)\w*\b", subject):
            kind = "pattern"
        tags = [re.sub(r"\W", "", Path(x).stem) for x in paths[:3]]
        rows.append({"kind": kind, "title": subject, "body": body[:900], "at": paths, "tags": tags})
    if changelog:
        heading = ""
        for line in git(clone, "show", f"{commit}:{changelog}").split("\n"):
            if re.match(r"(#+ )?v?\[?\d+\.\d+", line):
                heading = line.strip("# ")
            elif (entry := re.match(r"\s*[-*] (.{20,})", line)) and heading:
                rows.append(
                    {
                        "kind": "fact",
                        "title": entry[1][:110],
                        "body": f"{heading}: {entry[1]}",
                        "at": [changelog],
                        "tags": [],
                    }
                )
    if len(rows) < least:
        raise LookupError(f"the history gives {len(rows)} records, {least} are needed")
    start = datetime.datetime(2025, 1, 6, 8)
    step = datetime.timedelta(days=330) / len(rows)
    with file.open("w") as out:
        for number, row in enumerate(rows):
            made = (start + number * step).replace(microsecond=0)
            out.write(json.dumps({**row, "made": f"{made.isoformat()}Z"}, ensure_ascii=False) + "\n")
    return len(rows)


class Clone:
    """A clone of a public repository, as it stands at one commit."""

    def __init__(self, root: Path, commit: str) -> None:
        self.root = root
        self.commit = commit

    def lines(self, path: str, start: str | int, count: int) -> tuple[str, int]:
        """Lines of a file from a number on, or from the first line that starts so, and the number of the first."""
        first = find_line(self.root, self.commit, path, start) if isinstance(start, str) else start
        return read_lines(self.root, self.commit, path, first, first + count - 1), first

    def save(
        self,
        scenario: "Scenario",
        folder: Path,
        *,
        changelog: str | None = None,
        paths: tuple[str, ...] = (),
        depth: int = 40,
    ) -> None:
        """Writes a scenario with the bundle and the other records of this clone."""
        folder.mkdir(parents=True, exist_ok=True)
        scenario.save(folder)
        make_bundle(self.root, self.commit, folder / "repo.bundle", depth, paths)
        records = make_filler(self.root, self.commit, folder / "filler.jsonl", changelog, 25)
        print(len(scenario.steps), "steps,", records, "records,", len(scenario.prompts), "prompts")
