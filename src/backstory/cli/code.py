"""The code: `files --for GOAL`, `map`, `bench`."""

import sys
from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import common, open_memory
from backstory.model.errors import Invalid
from backstory.model.text import one_line, path_line


@click.command()
@click.argument("words", nargs=-1, metavar="[GOAL]")
@click.option("--for", "goal", default="", metavar="GOAL", help="What you want to do, in your words; or a traceback.")
@click.option("--limit", "-n", type=click.IntRange(1), default=10, show_default=True, help="At most so many.")
@click.option("--explain", is_flag=True, help="The share of every signal.")
@common
def files(words: tuple[str, ...], goal: str, limit: int, explain: bool) -> None:
    """The files that matter for a goal, most relevant first, each with its tests.

    \b
    backstory files --for "reject invalid characters in URLs"
    """
    from backstory.memory.code import rank_files

    text = goal or " ".join(words)
    memory = open_memory()
    found = rank_files(memory, text, limit=limit)
    if console.State.json:
        console.document("files", {"goal": text, "items": [{**r._asdict(), "score": round(r.score, 4)} for r in found]})
        return
    for r in found:
        tests = f"  {console.dim('tests: ' + ', '.join(map(path_line, r.tests[:2])))}" if r.tests else ""
        console.out(f"{path_line(r.path)}{tests}")
        if explain:
            shares = ", ".join(
                f"{name} {value:.2f}" for name, value in sorted(r.why.items(), key=lambda i: -i[1]) if value >= 0.005
            )
            console.out(f"    {console.dim(f'{r.score:.2f}: {shares}')}")
    if not found:
        console.talk("no file fits")


@click.command("map")
@click.argument("target", required=False, default="", metavar="[PATH[#SYMBOL]]")
@click.option("--for", "goal", default="", metavar="GOAL", help="What you want to do: its symbols come first.")
@click.option("--budget", type=click.IntRange(100), default=None, metavar="TOKENS", help="The most tokens it may have.")
@click.option("--surface", is_flag=True, help="Routes, commands, environment variables (names) and packages too.")
@common
def map_(target: str, goal: str, budget: int | None, surface: bool) -> None:
    """An outline of the repository for an agent: the symbols that matter most, with their signatures.

    \b
    backstory map --for "retry webhooks"
    backstory map src/db
    backstory map src/db/pool.py#Pool
    """
    from backstory.memory.code import describe_symbol, map_code

    memory = open_memory()
    path, mark, symbol = target.partition("#")
    if mark and not symbol:
        raise Invalid(f"`{target}` names no symbol", hint=f"`backstory map {path}` lists what it defines")
    if symbol:
        page, text, about = describe_symbol(memory, path, symbol)
        if console.State.json:
            body: dict[str, Any] = {**page._asdict(), "symbol": page.symbol._asdict()}
            for name in ("callers", "tests", "callees"):
                body[name] = [p._asdict() for p in body[name]]
            console.document(
                "symbol",
                {
                    **body,
                    "records": [{"id": r.record.id, "kind": r.record.kind, "title": r.record.title} for r in about],
                },
            )
            return
        console.out(text.rstrip("\n"))
        if about:
            console.out("\nremembered about it:")
            for row in about:
                console.out(f"  {row.record.short} {row.record.kind} {one_line(row.record.title, 100)}")
        return
    shown, text, beside = map_code(memory, goal=goal, path=path, budget=budget or 0, wide=surface)
    if console.State.json:
        listed = [{**f._asdict(), "symbols": [s._asdict() for s in f.symbols]} for f in shown.files]
        past = beside.past
        told = past and {**past._asdict(), "together": [c._asdict() for c in past.together],
                         "reverts": [r._asdict() for r in past.reverts]}  # fmt: skip
        body = {**shown._asdict(), "files": listed, "surface": [e._asdict() for e in beside.surface],
                "packages": [p._asdict() for p in beside.packages], "past": told}  # fmt: skip
        del body["beside"]
        console.document("map", body)
    else:
        console.out(text.rstrip("\n"))


@click.group()
def bench() -> None:
    """Measure Backstory on your own repository."""


@bench.command("relevance")
@click.option(
    "--tasks", "count", type=click.IntRange(5, 2000), default=100, show_default=True, help="Past commits used as tasks."
)
@common
def bench_relevance(count: int) -> None:
    """How well `files --for` would have found what your past commits changed, against recency and plain text search."""
    from backstory.memory.ranking import measure_relevance

    memory = open_memory()
    progress = Progress("measuring") if sys.stderr.isatty() and not console.State.json else None
    result = measure_relevance(memory, count, tell=progress.show if progress else None)
    if progress:
        progress.end()
    if console.State.json:
        console.document("bench-relevance", result)
        return
    console.out(f"{result['tasks']} past commits as tasks, {result['files']:,} files")
    names = ("hit@1", "hit@5", "hit@10", "MRR", "recall@10")
    console.table(
        [["", *names], *([name, *(f"{row[n] * 100:5.1f}" for n in names)] for name, row in result["methods"].items())]
    )


class Progress:
    """A bar on stderr for what takes longer than a blink; drawn on a terminal only."""

    def __init__(self, what: str) -> None:
        self.what = what

    def show(self, done: int, total: int) -> None:
        width = 30
        full = width * done // max(total, 1)
        sys.stderr.write(f"\r{self.what} [{'#' * full}{'.' * (width - full)}] {done}/{total}")
        sys.stderr.flush()

    def end(self) -> None:
        sys.stderr.write("\r\x1b[K")
