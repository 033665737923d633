"""What the code index costs on a repository, beside `git status` and universal-ctags in the same run.

    python bench/code_index.py PATH_OR_URL [--goal TEXT]

Works in a throw-away clone. The index is built as the product builds it, behind the redaction gate, and once without
it, which is what compares with the work of ctags. CPU seconds of this process and of the git processes it starts,
medians of interleaved runs; the machine's load cancels out in the ratios, not in the seconds.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from backstory.code.index.store import CodeIndex
from backstory.code.read.languages import language_of
from backstory.code.relevance import rank_files
from backstory.git.repository import Git
from backstory.redact.gate import Gate

ISSUE = """Saving a form twice keeps the old file

When a model form with a FileField is saved a second time with another upload, the first file stays on the disk and the
row keeps pointing at it. I would expect `ModelForm.save()` to replace it, as `django.db.models.FileField` says.

    Traceback (most recent call last):
      File "/srv/app/django/forms/models.py", line 461, in save
        self.instance.save()
      File "/srv/app/django/db/models/base.py", line 745, in save
        force_update=force_update, update_fields=update_fields)
    ValueError: The 'photo' attribute has no file associated with it.

It works with `storage = FileSystemStorage()` set by hand, and it used to work in the release before. The test client
shows it too: post the form, change the upload, post again. See `UploadedFile.chunks` and `get_available_name`.
"""
GOALS = (
    "memory leak when a replica fails over",
    "bulk_create() crashes on mixed case columns",
    "fix(css): respect assets",
    ISSUE,
    ISSUE[:400],
)


class Cost(NamedTuple):
    own: float
    children: float
    wall: float

    @property
    def cpu(self) -> float:
        return self.own + self.children


def measure(work: Callable[[], object]) -> Cost:
    def now() -> tuple[float, float, float]:
        own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime, time.perf_counter()

    before = now()
    work()
    return Cost(*(b - a for a, b in zip(before, now(), strict=True)))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository")
    parser.add_argument("--rounds", type=int, default=5, help="first indexes to take the median of (default 5)")
    parser.add_argument("--goal", action="append", default=[])
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as work:
        root = os.path.join(work, "tree")
        subprocess.run(["git", "clone", "-q", args.repository, root], check=True)
        time.sleep(2)  # git reads a file again that is as young as its index, and would take ten times as long
        subprocess.run(["git", "-C", root, "update-index", "-q", "--really-refresh"], check=True)
        git = Git(root, os.environ)
        plain, first, theirs = [], [], []
        code = _code(root, git)
        for round_ in range(args.rounds):
            bare = CodeIndex.open(os.path.join(work, "bare.db"))
            plain.append(measure(lambda bare=bare: bare.refresh(root, git)))  # type: ignore[misc]
            bare.discard()
            index = CodeIndex.open(os.path.join(work, "code.db"), Gate())
            first.append(measure(lambda index=index: index.refresh(root, git)))  # type: ignore[misc]
            theirs.append(_ctags(code, work))
            if round_ < args.rounds - 1:
                index.discard()
        files = index.files().values()
        print(f"files {len(files):,}, source files indexed {sum(f.state == '' for f in files):,}")
        own, git_, wall, bare_ = (
            statistics.median(v)
            for v in (
                [c.own for c in first], [c.children for c in first], [c.wall for c in first], [c.own for c in plain]
            )
        )  # fmt: skip
        print(f"first index: {own:.2f} s here, {git_:.2f} s in git, {wall:.2f} s on the clock")
        print(f"without redaction: {bare_:.2f} s here")
        if theirs[0] is not None:
            tags = statistics.median(c.cpu for c in theirs if c is not None)
            print(
                f"universal-ctags on {len(code):,} source files: {tags:.2f} s; first index {own / tags:.2f}x, "
                f"without redaction {bare_ / tags:.2f}x"
            )
        status, same = [], []
        for _ in range(9):
            status.append(measure(lambda: git.run("status", "--porcelain=v2", "-z")).cpu)
            same.append(measure(lambda: index.refresh(root, git)).cpu)
        print(f"git status {_ms(status)}, nothing changed {_ms(same)}: {_ratio(same, status):.2f}x")
        status, changed = [], []
        paths = sorted(f.path for f in files if f.role == "code" and f.state == "")
        for round_ in range(5):
            for path in paths[:: max(1, len(paths) // 100)][:100]:
                with open(os.path.join(root, path), "ab") as handle:
                    handle.write(b"\n%d\n" % round_)
            status.append(measure(lambda: git.run("status", "--porcelain=v2", "-z")).cpu)
            changed.append(measure(lambda: index.refresh(root, git)).cpu)
        print(f"git status {_ms(status)}, 100 files changed {_ms(changed)}: {_ratio(changed, status):.2f}x")
        queries = [measure(lambda goal=goal: rank_files(index, goal)).cpu for goal in (args.goal or GOALS) * 5]  # type: ignore[misc]
        print(f"one goal {_ms(queries)}")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        print(f"peak memory {peak:.0f} MB, index {os.path.getsize(index.path) / 1e6:.0f} MB")
    return 0


def _code(root: str, git: Git) -> list[str]:
    return [os.path.join(root, n) for n in git.ls_files() if (known := language_of(n)) is not None and known.code]


def _ctags(code: Sequence[str], work: str) -> Cost | None:
    ctags = shutil.which("ctags")
    if ctags is None:
        return None
    listed = os.path.join(work, "files")
    Path(listed).write_text("\n".join(code))
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return measure(lambda: subprocess.run([ctags, "-L", listed, "-f", "-"], check=False, **quiet))  # type: ignore[call-overload]


def _ms(seconds: Sequence[float]) -> str:
    return f"{statistics.median(seconds) * 1000:.0f} ms"


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return statistics.median(ours) / statistics.median(theirs)


if __name__ == "__main__":
    sys.exit(main())
