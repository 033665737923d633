"""How well the files that a change will touch are found from its description, on real repositories.

    python bench/relevance.py --tasks tasks.jsonl --repos DIR_OF_CLONES
    python bench/relevance.py --own 30 --repos DIR_OF_CLONES          # the repositories' own past as tasks
    python bench/relevance.py --tasks bench/own_words.jsonl --repos DIR_OF_CLONES   # goals in people's own words
    python bench/relevance.py --tasks bench/own_words.jsonl --repos DIR_OF_CLONES --words    # and words of the code

`--repos` holds clones named `owner+name` (or `owner/name`); what is not there is cloned from `--url-prefix` if given.
Every task is run as it would have been then: the tree is checked out at its base commit in a throw-away clone, the
code index is brought up to date, the goal is ranked. Gold: the code files really changed, tests not counted;
candidates: all code files. Compared with BM25 over bodies, `git grep` with the goal's words and
recency; these three are spared the tests and documents, among which no gold is. `--rival NAME=COMMAND` adds
a program that reads the goal from its input, in the tree, and prints paths, best first; it is spared them too. A task
whose commit cannot be checked out ends the run.

No task is left out, but the report also tells those apart whose goal says nothing of the place: no gold file has, in
its path or its text, a word of the goal that at most a tenth of the code files have (`Fix review comments`).
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from backstory.code.index.goal import any_of, parse_goal
from backstory.code.index.store import CodeIndex
from backstory.code.read.languages import BY_NAME, language_of
from backstory.code.relevance import rank_files
from backstory.code.tasks import history_tasks as own_tasks
from backstory.git.repository import Git
from backstory.redact.gate import Gate

TUNED = frozenset(["django/django", "pytest-dev/pytest", "gin-gonic/gin", "vitejs/vite", "git/git", "google/gson"])
"""Repositories on which the weights were fitted; the report keeps the others apart."""
HITS = (1, 3, 5, 10)
METHODS = ("bm25", "grep", "recency")
FIELDS = frozenset(["id", "repo", "source", "lang", "sets", "ms", "files", "gold", "ours", "sure", "says", *METHODS])
"""Members of a row that are not the places of a rival."""
_SHORT = ("all", "tuned on", "held out", "says the place", "says nothing of the place")
"""Groups that the report gives of the rivals."""
_TELLING = 0.1
"""Share of the code files up to which a word tells files apart."""
_TELLING_FILES = 3
"""So many files may have a telling word in a small repository."""
_NOT_GOLD = frozenset(["test", "doc"])
"""Roles in which no task has its gold."""


def main(argv: Sequence[str] | None = None) -> int:
    args = _arguments(argv)
    tasks = _tasks(args)
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as work:
        for repo in sorted({t["repo"] for t in tasks}, key=lambda r: sum(t["repo"] == r for t in tasks)):
            clone = _clone(args, repo, work)
            if clone is None:
                print(f"{repo}: no clone in {args.repos}, left out", file=sys.stderr)
                continue
            rows.extend(_run(clone, [t for t in tasks if t["repo"] == repo], Path(work), args))
            subprocess.run(["rm", "-rf", str(clone)], check=False)
    if args.dump:
        Path(args.dump).write_text("".join(json.dumps(r) + "\n" for r in rows))
    print(report(rows))
    return 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repos", required=True, help="folder that holds the clones")
    parser.add_argument(
        "--tasks", action="append", default=[], help="a file of tasks, one JSON object a line; may be repeated"
    )
    parser.add_argument("--own", type=int, default=0, metavar="N", help="make N tasks of each clone's own history")
    parser.add_argument("--only", action="append", default=[], metavar="OWNER/NAME", help="only these repositories")
    parser.add_argument(
        "--words", action="store_true", help="only goals with words that code may have, and these words after the goal"
    )
    parser.add_argument("--url-prefix", default="", help="clone what is missing from PREFIX/OWNER/NAME")
    parser.add_argument("--all-files", action="store_true", help="rank documents and configuration too")
    parser.add_argument(
        "--rival", action="append", default=[], metavar="NAME=COMMAND", help="another ranking; may be repeated"
    )
    parser.add_argument("--dump", default="", help="write one JSON object per task here")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    return parser.parse_args(argv)


def _tasks(args: argparse.Namespace) -> list[dict[str, Any]]:
    found = [json.loads(line) for name in args.tasks for line in Path(name).read_text().splitlines() if line.strip()]
    if args.own:
        for folder in sorted(Path(args.repos).iterdir()):
            if (folder / ".git").exists() or (folder / "HEAD").exists():
                repo = folder.name.replace("+", "/")
                if args.only and repo not in args.only:
                    continue
                found.extend(
                    {"id": t.id, "repo": repo, "source": "own", "sets": [], "lang": t.language, "base_commit": t.base,
                     "goal": t.goal, "author": t.author, "gold_files": list(t.gold)}
                    for t in own_tasks(Git(str(folder), os.environ), limit=args.own)
                )  # fmt: skip
    if args.words:
        found = [t | {"goal": f"{t['goal']}, {t['words']}"} for t in found if t.get("words")]
    return [t for t in found if not args.only or t["repo"] in args.only]


def _clone(args: argparse.Namespace, repo: str, work: str) -> Path | None:
    target = Path(work) / repo.replace("/", "+")
    for place in (Path(args.repos) / repo.replace("/", "+"), Path(args.repos) / repo):
        if place.exists():
            subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", str(place), str(target)], check=True)
            return target
    if args.url_prefix:
        subprocess.run(["git", "clone", "-q", "--no-checkout", f"{args.url_prefix}/{repo}", str(target)], check=True)
        return target
    return None


def _run(clone: Path, tasks: list[dict[str, Any]], work: Path, args: argparse.Namespace) -> Iterable[dict[str, Any]]:
    git = Git(str(clone), os.environ)
    when = {t["id"]: int(git.run("show", "-s", "--format=%ct", t["base_commit"])) for t in tasks}
    index = CodeIndex.open(str(work / (clone.name + ".db")), Gate())
    for number, task in enumerate(sorted(tasks, key=lambda t: when[t["id"]]), 1):
        git.attempt("checkout", "-q", "-f", task["base_commit"])  # a clone may lack large blobs; the rest is there
        head = git.run("rev-parse", "HEAD").decode().strip()
        if not head.startswith(task["base_commit"]):
            raise SystemExit(f"{task['id']}: the tree is at {head}, not at {task['base_commit']}")
        index.refresh(str(clone), git)
        gold = set(task["gold_files"])
        began = time.process_time()
        answer = rank_files(index, task["goal"], limit=2000, author=task.get("author", "")).files
        spent = time.process_time() - began
        ranked = [each.path for each in answer]
        files = [f for f in index.files().values() if f.language and BY_NAME[f.language].code]
        code = {f.path for f in files}
        fair = {f.path for f in files if f.role not in _NOT_GOLD}
        if not args.all_files:
            ranked = [p for p in ranked if p in code]
        yield {
            "id": task["id"], "repo": task["repo"], "source": task["source"], "lang": task["lang"],
            "sets": task.get("sets") or [],
            "ms": spent * 1000, "files": len(code), "gold": len(gold), "ours": _ranks(ranked, gold),
            "bm25": _ranks(_bm25(index, task["goal"], fair), gold), "recency": _ranks(_recent(index, fair), gold),
            "grep": _ranks(_grep(clone, task["goal"], fair), gold),
            "says": _says_the_place(index, task["goal"], gold, code),
            "sure": [[getattr(each, "certainty", ""), each.path in gold] for each in answer if each.path in code][:10],
        } | {
            name: _ranks(_rival(clone, command, task["goal"], fair), gold)
            for name, _, command in (rival.partition("=") for rival in args.rival)
        }  # fmt: skip
        if not args.quiet:
            print(f"\r{task['repo']} {number}/{len(tasks)} ", end="", file=sys.stderr, flush=True)
    index.close()
    if not args.quiet:
        print(file=sys.stderr)


def _ranks(ranked: Sequence[str], gold: set[str]) -> list[int]:
    """Places of the gold files, counted from 1; a file that was not ranked is left out."""
    return [i for i, path in enumerate(ranked, 1) if path in gold]


def _says_the_place(index: CodeIndex, goal: str, gold: set[str], code: set[str]) -> bool:
    """Whether a gold file has a word of the goal that few code files have."""
    most = max(_TELLING_FILES, int(_TELLING * len(code)))
    for term in parse_goal(goal).terms:
        holders = set(_matching(index, f"{{body parts}} : {any_of([term])}", code))
        holders |= {path for path in code if term in path.lower()}
        if len(holders) <= most and holders & gold:
            return True
    return False


def _bm25(index: CodeIndex, goal: str, code: set[str]) -> list[str]:
    query = any_of(parse_goal(goal).terms)
    return _matching(index, f"{{body}} : ({query})", code) if query else []


def _matching(index: CodeIndex, query: str, code: set[str]) -> list[str]:
    """The files among `code` that match a query of the full text, by BM25."""
    rows = index.db.execute(
        "SELECT f.path FROM (SELECT rowid AS id, bm25(text) AS b FROM text WHERE text MATCH ?) t JOIN file f ON "
        "f.blob = t.id"
        " WHERE f.tree = ? ORDER BY t.b, f.path", (query, index.tree),
    )  # fmt: skip
    return [p for (p,) in rows if p in code]


def _grep(clone: Path, goal: str, code: set[str]) -> list[str]:
    """Files by how many different words of the goal they hold, then by how often: what a search in the tree gives."""
    terms = parse_goal(goal).terms
    if not terms:
        return []
    command = ["git", "-C", str(clone), "grep", "-I", "-i", "-w", "-o", "-F", "--no-color"]
    for term in terms:
        command += ["-e", term]
    try:
        printed = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=10).stdout
    except subprocess.TimeoutExpired:  # lines of megabytes, which a person would give up on too
        return []
    words: dict[str, list[str]] = defaultdict(list)
    for line in printed.splitlines():
        path, _, word = line.partition(":")
        words[path].append(word.lower())
    return sorted(words.keys() & code, key=lambda path: (-len(set(words[path])), -len(words[path]), path))


def _rival(clone: Path, command: str, goal: str, code: set[str]) -> list[str]:
    """The paths that another program prints for a goal; none where it fails."""
    ran = subprocess.run(shlex.split(command), cwd=clone, input=goal, capture_output=True, text=True, errors="replace")
    return [path for path in dict.fromkeys(ran.stdout.splitlines()) if path in code]


def _recent(index: CodeIndex, code: set[str]) -> list[str]:
    touched = index.touched()
    return sorted((p for p in touched if p in code and language_of(p)), key=lambda p: (touched[p][0], p))


def report(rows: Sequence[dict[str, Any]]) -> str:
    """A table by repositories, languages, sources and sets: hit@1/5/10, MRR, recall@10, all gold in the first k."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups["all"].append(row)
        groups["tuned on" if row["repo"] in TUNED else "held out"].append(row)
        groups["says the place" if row["says"] else "says nothing of the place"].append(row)
        groups[f"source {row['source']}"].append(row)
        groups[f"language {row['lang']}"].append(row)
        groups[f"repository {row['repo']}"].append(row)
        for name in row["sets"]:
            groups[f"set {name}"].append(row)
    out = [f"{'':34} {'n':>4}  hit@1/5/10        MRR   recall@10   all gold @1/3/5/10       ms"]
    for method in ("ours", *METHODS, *sorted(rows[0].keys() - FIELDS if rows else ())):
        order = sorted(groups, key=lambda g: (g.split()[0] not in ("all", "tuned", "held", "says"), g))
        for group in order if method == "ours" else _SHORT:
            if group not in groups:
                continue
            chosen = groups[group]
            hit = [_share(min(r[method], default=10**9) <= k for r in chosen) for k in (1, 5, 10)]
            mrr = sum(1 / min(r[method]) if r[method] else 0.0 for r in chosen) / len(chosen) * 100
            recall = sum(sum(x <= 10 for x in r[method]) / r["gold"] for r in chosen) / len(chosen) * 100
            whole = [_share(sum(x <= k for x in r[method]) == r["gold"] for r in chosen) for k in HITS]
            ms = sorted(r["ms"] for r in chosen)[len(chosen) // 2]
            out.append(
                f"{method + ' ' + group:34} {len(chosen):4}  {'/'.join(f'{h:.1f}' for h in hit):16} {mrr:5.1f}  "
                f" {recall:5.1f}"
                f"       {'/'.join(f'{w:.1f}' for w in whole):22} {ms:6.1f}"
            )
    return "\n".join([*out, "", *_certainty(rows)])


def _certainty(rows: Sequence[dict[str, Any]]) -> list[str]:
    """For each step of certainty: files of the first ten, and how many of them are gold."""
    steps: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        for step, is_gold in row["sure"]:
            steps[step].append(is_gold)
    return [
        f"{step or 'none':10} {len(golds):6} of the first ten, {_share(golds):.1f} % gold"
        for step, golds in steps.items()
    ]


def _share(hits: Iterable[bool]) -> float:
    every = list(hits)
    return 100 * sum(every) / len(every)


if __name__ == "__main__":
    sys.exit(main())
