"""Finds the files that matter for a goal, and reuses a ranking until something that it depends on changes.

It depends on the index, on the paths that are lifted, and on the files that were read for it.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from backstory.code.index.answers import count_contents, read_answer, store_answer
from backstory.code.index.store import CodeIndex
from backstory.code.ranked import Ranked
from backstory.git.tracked import file_fingerprint

_SETTLED_NS: Final = 2_000_000_000
"""Least age of a file whose next change shows in its times."""


class _Kept(NamedTuple):
    """A ranking, and the state of the files that it read."""

    files: list[tuple[str, str]]
    """Path, fingerprint."""
    ranked: list[Ranked]


class _Options(NamedTuple):
    """What a ranking depends on besides the goal, see `relevance.rank_files`."""

    lifted: list[list[str]]
    """Pins, edited files, files of records."""
    limit: int
    symbols: int
    named: int
    author: str


def find_files(
    index: CodeIndex,
    goal: str,
    *,
    pins: Iterable[str] = (),
    dirty: Iterable[str] = (),
    anchored: Iterable[str] = (),
    limit: int = 20,
    symbols: int = 0,
    named: int = 0,
    author: str = "",
    clean: Callable[[str], str] | None = None,
) -> list[Ranked]:
    """The files that matter most for `goal`, as `relevance.rank_files` gives them.

    `clean` drops the secrets of a goal. No ranking is kept under a goal that has one, so it is asked only where none is
    kept: it takes longer than to find one.
    """
    lifted = [sorted(set(paths)) for paths in (pins, dirty, anchored)]
    options = _Options(lifted, limit, symbols, named, author)
    kept = _find_kept(index, _ask(index, goal, options))
    if kept is not None:
        return kept
    cleaned = clean(goal) if clean is not None else goal
    question = _ask(index, cleaned, options)
    kept = _find_kept(index, question) if cleaned != goal else None
    return _rank(index, cleaned, options, question) if kept is None else kept


def _ask(index: CodeIndex, goal: str, options: _Options) -> tuple[object, ...]:
    """What a ranking is kept under."""
    return ("files", goal, *options, count_contents(index))


def _find_kept(index: CodeIndex, question: Sequence[object]) -> list[Ranked] | None:
    answer = read_answer(index, question)
    if answer is None:
        return None
    kept = msgspec.json.decode(answer, type=_Kept)
    return kept.ranked if all(stamp == _fingerprint(index, path) for path, stamp in kept.files) else None


def _rank(index: CodeIndex, goal: str, options: _Options, question: Sequence[object]) -> list[Ranked]:
    """Ranks the files, and keeps the ranking if that is safe."""
    from backstory.code.relevance import rank_files
    from backstory.code.windows import Texts

    texts = Texts(index.root)
    began = time.time_ns()
    pins, dirty, anchored = options.lifted
    ranked = rank_files(
        index,
        goal,
        pins=pins,
        dirty=dirty,
        anchored=anchored,
        limit=options.limit,
        symbols=options.symbols,
        named=options.named,
        texts=texts,
        author=options.author,
    ).files
    files = [(path, _fingerprint(index, path)) for path in texts.paths]
    if all(_is_settled(stamp, began) for _, stamp in files) and all(
        _is_kept_text(index, word) for word in dict.fromkeys(_list_texts(ranked))
    ):
        store_answer(index, question, msgspec.json.encode(_Kept(files, ranked)), passed=True)
    return ranked


def _fingerprint(index: CodeIndex, path: str) -> str:
    return file_fingerprint(os.path.join(index.root, path))


def _is_settled(stamp: str, began: int) -> bool:
    """Whether a file is so old that a change since it was read shows in its fingerprint."""
    _, changed, moved, _ = stamp.split("-") if stamp else ("", "0", "0", "")
    return max(int(changed), int(moved)) < began - _SETTLED_NS


def _list_texts(ranked: Iterable[Ranked]) -> Iterator[str]:
    """The words of a ranking that did not pass the gate with the index: names in files, words of the goal."""
    for each in ranked:
        if each.symbol:
            yield from each.symbol.split(".")
        yield from each.reason.split("`")[1::2]


def _is_kept_text(index: CodeIndex, word: str) -> bool:
    """Whether the index holds a word. Its texts and paths have passed the gate, so such a word is not a secret."""
    query = '"' + word.replace('"', '""') + '"*'
    return any(
        index.db.execute(f"SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT 1", (query,)).fetchone() is not None
        for table in ("text", "place")
    )
