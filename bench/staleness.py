"""Staleness on real history: replays commits of a Python repository with anchors on its symbols.

    python bench/staleness.py REPOSITORY [--commits 300] [--symbols 200] [--seed 1] [--step 1]

The truth comes from Python's own `ast` (the text of the definition with its decorators, at its place or where git's
whole-range rename detection says the file went), which Backstory does not use. Printed: precision and recall of
"flagged" (`changed` or `gone`) against "the text is not what it was", over all pairs of commit and symbol, and how
many renames were followed.
"""

import argparse
import ast
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))


def git(root: Path, *args: str) -> str:
    ran = subprocess.run(["git", "-C", str(root), *args], capture_output=True, text=True, check=True)
    return ran.stdout


def definitions(text: str) -> dict[str, str]:
    """Dotted name -> text with decorators; names that are defined twice are left out: they name no one thing."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    lines = text.splitlines()
    found: dict[str, str] = {}
    twice: set[str] = set()

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = prefix + child.name
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                if name in found:
                    twice.add(name)
                found[name] = "\n".join(lines[first - 1 : child.end_lineno])
                visit(child, name + ".")
            elif not isinstance(child, ast.expr):
                visit(child, prefix)

    visit(tree, "")
    return {n: t for n, t in found.items() if n not in twice}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository")
    parser.add_argument("--commits", type=int, default=300)
    parser.add_argument("--symbols", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--step", type=int, default=1, help="look at every n-th commit only")
    parser.add_argument("--show", type=int, default=5, help="disagreements to print")
    args = parser.parse_args()

    from backstory.api import Channel, Memory
    from backstory.memory.kernel.staleness import anchor_states
    from backstory.model.record import Anchor, Draft
    from backstory.store.places import make_private, resolve_project
    from backstory.store.scaffold import write_scaffold

    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "clone"
        subprocess.run(["git", "clone", "-q", args.repository, str(root)], check=True)
        commits = git(root, "rev-list", "--reverse", "HEAD").split()[-args.commits * args.step - 1 :: args.step]
        git(root, "checkout", "-q", commits[0])
        environ = {**os.environ, "HOME": scratch, "BACKSTORY_HOME": os.path.join(scratch, "data")}
        write_scaffold(str(root / ".backstory"), "01JD8ZK3M7Q4T9W2R5X8Y1B6C0")
        make_private(resolve_project(str(root), environ))
        (root / ".git" / "info").mkdir(exist_ok=True)
        (root / ".git" / "info" / "exclude").write_text(".backstory/\n")

        texts: dict[tuple[str, str], str] = {}
        for name in git(root, "ls-files", "*.py").split():
            for symbol, text in definitions((root / name).read_text(errors="replace")).items():
                texts[name, symbol] = text
        chosen = random.Random(args.seed).sample(sorted(texts), min(args.symbols, len(texts)))
        memory = Memory.open(str(root), environ, channel=Channel("explicit"))
        ids: dict[str, tuple[str, str]] = {}
        for path, symbol in chosen:
            draft = Draft(kind="fact", title=f"{path} {symbol}", tier="pinned", anchors=[Anchor(path, symbol)])
            ids[memory.remember(draft, scope="private").record.id] = (path, symbol)

        flagged = true = both = pairs = moves = followed = 0
        spent = 0.0
        shown = 0
        for number, commit in enumerate(commits):
            git(root, "checkout", "-q", "-f", commit)
            renames = dict(
                line.split("\t")[1:]
                for line in git(root, "diff", "--name-status", "-M", "--diff-filter=R", commits[0], commit).splitlines()
            )
            m = Memory.open(str(root), environ, channel=Channel("explicit"))
            rows = [r for r in m.fresh().rows() if r.record.id in ids]
            started = time.process_time()
            found = anchor_states(m, rows)
            spent += time.process_time() - started
            now: dict[str, dict[str, str]] = {}
            for row in rows:
                path, symbol = ids[row.record.id]
                place = path if (root / path).exists() else renames.get(path, path)
                if place not in now:
                    file = root / place
                    now[place] = definitions(file.read_text(errors="replace")) if file.exists() else {}
                changed = now[place].get(symbol) != texts[path, symbol]
                state = found[row.record.id].state
                flag = state in ("changed", "gone")
                if not changed and place != path:
                    moves += 1
                    followed += state == "moved"
                pairs += 1
                flagged += flag
                true += changed
                both += flag and changed
                if flag != changed and shown < args.show:
                    shown += 1
                    print(f"  {commit[:10]} {path}#{symbol}: {state}, truth {'changed' if changed else 'the same'}")
            if sys.stderr.isatty():
                print(f"\r{number + 1}/{len(commits)}", end="", file=sys.stderr)
        print(f"{len(commits)} commits, {len(ids)} symbols, {pairs} pairs, {true} truly changed")
        print(f"precision {both / flagged if flagged else 1:.4f}  recall {both / true if true else 1:.4f}")
        print(f"renamed and otherwise the same: {moves}, followed {followed}")
        print(f"{spent / len(commits) * 1000:.1f} ms of CPU a commit")


if __name__ == "__main__":
    main()
