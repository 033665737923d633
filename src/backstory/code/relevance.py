"""Ranks the files that matter for a goal: weighs and sums the signals of the index, and keeps each one's share.

The score is the sum of `weight * signal / (largest value of that signal)`, plus a constant for the role of the file:
tests, documents and examples rank lower.

The weights are a linear model, fitted by listwise softmax regression with non-negative weights: first on past changes
of six repositories, then on 463 commits of 31 more in 15 languages, with the first weights as the prior.
`bench/file_tasks.py` names these repositories and those held out. A weight is what a signal adds beside the others; it
says little alone. The weight of the area is chosen by hand.

A sentence in a person's own words is ranked by what it means (`code.index.meaning`). The weights of these signals were
fitted in the same way on 151 goals of `bench/own_words.jsonl` over 21 repositories; those of the
tests and of the definitions are chosen by hand.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.code.areas import area_values
from backstory.code.beside import find_docs, find_tests
from backstory.code.best_symbol import BestSymbol, find_best_symbol, find_symbol_around
from backstory.code.blending import ASIDE, BESIDE, blend_rankings
from backstory.code.index.file_table import File, FileTable
from backstory.code.index.goal import WORDY, Goal, is_plain, parse_goal, stop_share
from backstory.code.index.signals import end_alike, gather_evidence, has_word_pairs
from backstory.code.index.store import CodeIndex
from backstory.code.named_symbol import find_in_file, find_named
from backstory.code.own_changes import OWN, recent_changes, rise_by_changes
from backstory.code.ranked import Ranked
from backstory.code.reason_words import has_own_words, list_meanings, list_words
from backstory.code.reasons import LIKELY, NAME, Certainty, describe_reason, name_words
from backstory.code.related_files import average_neighbours, named_like_tests
from backstory.code.symbol_worth import GoalWord, group_words
from backstory.code.windows import Texts, best_windows

if TYPE_CHECKING:
    from backstory.code.index.related_words import Concept

WEIGHTS: Final[dict[str, float]] = {
    "body": 1.13, "title": 0.88, "names": 0.4, "path": 1.51, "code": 0.6, "symbols": 0.69, "title symbols": 0.12,
    "mention": 1.38, "history": 1.55, "title history": 0.92, "recent": 1.35, "bigram": 0.95, "scope": 2.06,
    "phrase": 1.21, "tests": 0.38, "folder": 0.07, "window": 2.46, "area": 0.2,
    "meant name": 2.05, "meant symbols": 2.85, "meant text": 5.3, "meant history": 2.35,
    "meant tests": 1.0, "meant definition": 1.25,
}  # fmt: skip
ROLE_WEIGHTS: Final[dict[str, float]] = {
    "test": -4.67, "doc": -2.22, "example": -2.74, "bench": -0.48, "vendored": -1.27, "generated": -0.8,
    "locale": -1.01, "config": -3.0, "other": -3.32,
}  # fmt: skip
UNASKED_WEIGHTS: Final = ROLE_WEIGHTS | {"tooling": -3.0}
"""The weights where there is no goal: the program comes before its workflows."""
LIFTS: Final[dict[str, float]] = {"pin": 3.0, "anchor": 1.5, "edited": 1.5}
"""Added for files that a person pinned, that a relevant record is about, that are being worked on."""
_DEFINED: Final = 3.0
"""How far the files that define the symbol that a goal is the name of are ahead of others."""
_AREA_AMONG: Final = 40
"""Files among which a folder's name is rare or common."""
_RECENT: Final = 60
"""Files that an empty goal is answered with at most."""
_SECOND: Final = 12
"""Files of the first pass whose text is read again."""
_DEFINING: Final = 10
"""Files whose definitions are compared with the meaning of a goal: it decides about the order among the first ten."""
_MEANING_SIGNALS: Final = ("meant name", "meant symbols", "meant text", "meant history")
"""Signals of the meaning of a sentence. They are not combined with signals of its literal words."""
_MEANT_ROLE: Final = 2.0
"""Factor on the constant of a file's role when ranking by meaning, where the other signals are weaker."""
_SENTENCE: Final = 0.2
"""Minimum share of stop words for a goal to be ranked by its meaning as well as by its words.
A goal of a few plain words has no stop words."""
_MANY_TERMS: Final = 7
"""Telling words from which on a sentence counts as one that has the project's own terms."""
_NO_SYMBOLS: Final[Mapping[str, BestSymbol | None]] = {}
_FIRST: Final = tuple(
    name for name in WEIGHTS if name not in ("tests", "folder", "window", "area") and not name.startswith("meant ")
)
_OF_GOAL: Final = tuple(name for name in _FIRST if name != "recent")
"""Signals of what the goal says. A change of today says nothing about it."""
_ASKING: Final = ("pin", "anchor")
"""Reasons to lift a file that hold although the code has no word of the goal."""


class Ranking(NamedTuple):
    """The files that matter for a goal."""

    files: list[Ranked]
    """The best first."""
    words: list[GoalWord]
    """What the goal says."""


def rank_files(
    code_index: CodeIndex,
    goal: str,
    *,
    pins: Iterable[str] = (),
    dirty: Iterable[str] = (),
    anchored: Iterable[str] = (),
    limit: int = 20,
    roles: frozenset[str] | None = None,
    symbols: int = 0,
    named: int = 0,
    texts: Texts | None = None,
    author: str = "",
) -> Ranking:
    """The files that matter most for `goal`, best first; ties by path.

    `pins`, `dirty` and `anchored` are paths that get a bonus. `author` is the person who asks. `roles` keeps only files
    of these roles. `symbols` is the number of best files that are read for the definition that matters, `named` of
    those that are read for the words of the goal that they have. An empty goal ranks by the last change; one of which
    nothing is here gives no file. `texts` then has the files that were read.
    """
    table = FileTable(code_index)
    parsed = parse_goal(goal)
    lifted = {"pin": table.find_all(pins), "anchor": table.find_all(anchored), "edited": table.find_all(dirty)}
    texts = texts or Texts(table.index.root)
    scored = _score(table, texts, parsed, lifted, roles)
    if scored.is_asked and author:
        _share_changes(table, scored.shares, recent_changes(table, author), roles)
    named_symbols = find_named(table, texts, parsed, _totals(scored.shares), roles)
    if named_symbols:
        scored = _put_first(table, scored, named_symbols)
    totals = _totals(scored.shares)
    order = _best_first(totals, totals, table.files)[:limit]
    tests, docs = find_tests(table, order), find_docs(table, order)
    ranked = [
        Ranked(table.files[id_].path, round(totals[id_], 4), _rounded(scored.shares[id_]), tests[id_], docs[id_])
        for id_ in order
    ]
    words = group_words(scored.words, scored.concepts)
    if not scored.is_asked:
        return Ranking([] if goal.strip() else ranked, words)
    certainty = Certainty(totals.values())
    ranked = [
        each._replace(
            reason=describe_reason(totals[id_], scored.shares[id_]),
            certainty=_judge(certainty, texts, each.path, totals[id_], scored.shares[id_], scored.concepts),
        )
        for id_, each in zip(order, ranked, strict=True)
    ]
    for place, each in enumerate(ranked[: max(symbols, named)]):
        with_symbol = _with_symbol(texts, each, parsed, words, scored.symbols) if place < symbols else each
        ranked[place] = _with_words(texts, with_symbol, parsed, scored)
    return Ranking(ranked, words)


def _put_first(table: FileTable, scored: "_Scored", named: Mapping[int, BestSymbol]) -> "_Scored":
    """The same with the files first that define the symbol that a goal is the name of."""
    shares = {id_: dict(parts) for id_, parts in scored.shares.items()} if scored.is_asked else {}
    for id_ in named.keys() - shares.keys():
        shares[id_] = {}
        _weigh_roles(table.files, {id_: shares[id_]}, ROLE_WEIGHTS)
    totals = _totals(shares)
    top = max((total for id_, total in totals.items() if id_ not in named), default=0.0)
    lift = max(0.0, top - min(totals[id_] for id_ in named)) + _DEFINED
    for id_ in named:
        shares[id_]["defined"] = lift
    symbols = {**scored.symbols, **{table.files[id_].path: symbol for id_, symbol in named.items()}}
    return scored._replace(shares=shares, symbols=symbols, is_asked=True)


def _judge(
    certainty: Certainty,
    texts: Texts,
    path: str,
    score: float,
    why: Mapping[str, float],
    concepts: "Sequence[Concept]",
) -> str:
    """How sure the ranking is of a file. One that stands out by the meaning of the goal is read for its own words."""
    step = certainty.of(score, why)
    if step != LIKELY or not concepts:
        return step
    return certainty.of(score, why, has_own_words=has_own_words(*texts.read_with_path(path), concepts))


class _Scored(NamedTuple):
    """The files with the shares of their scores, and by which words they were looked for."""

    shares: "_Shares"
    words: list[tuple[bytes, float]]
    concepts: "list[Concept]"
    is_asked: bool = True
    """Whether a word of the goal counts."""
    symbols: "_Symbols" = _NO_SYMBOLS
    """Path -> the definition that fits the goal best, of the files that were searched for it."""


def _score(table: FileTable, texts: Texts, goal: Goal, boosts: "_Lifted", roles: frozenset[str] | None) -> _Scored:
    """Scores by the goal's own words, by what they mean, or by both."""
    stops = stop_share(goal)
    is_sentence = stops >= WORDY
    may_mean = is_sentence or stops >= _SENTENCE or is_plain(goal)
    has_own_terms = may_mean and _has_own_terms(table, goal)
    if is_sentence and not has_own_terms:
        by_meaning = _score_meaning(table, texts, goal, boosts, roles)
        if by_meaning is not None:
            return by_meaning
    scored = _score_words(table, texts, goal, boosts, roles)
    by_meaning = _score_meaning(table, texts, goal, boosts, roles) if may_mean else None
    if by_meaning is None or not scored.is_asked:
        return by_meaning or scored
    worth = ASIDE if has_own_terms else BESIDE
    return by_meaning._replace(shares=blend_rankings(scored.shares, by_meaning.shares, worth))


def _has_own_terms(table: FileTable, goal: Goal) -> bool:
    """Whether a sentence probably has the project's own terms.

    It has if two neighbouring words of it stand together in a file, or if it has many telling words: then some are.
    """
    return len(goal.terms) >= _MANY_TERMS or has_word_pairs(table, goal)


def _score_words(
    table: FileTable, texts: Texts, goal: Goal, boosts: "_Lifted", roles: frozenset[str] | None
) -> _Scored:
    """By the goal's own words."""
    evidence = gather_evidence(table, goal)
    shares: _Shares = {}
    for name in _FIRST:
        _share(shares, name, evidence.signals[name])
    fitting = {id_ for name in _OF_GOAL for id_ in evidence.signals[name]}
    is_asked = bool(fitting) or any(boosts[name] for name in _ASKING)
    fits = {id_: total for id_, total in _totals(shares).items() if id_ in fitting}
    _lift(shares, boosts)
    if not is_asked:
        _share_recency(table, shares)
    _share(shares, "tests", named_like_tests(table, fits if is_asked else _totals(shares)))
    _weigh_roles(table.files, shares, ROLE_WEIGHTS if is_asked else UNASKED_WEIGHTS)
    totals = _totals(shares)
    _share(shares, "folder", average_neighbours(table.files, totals))
    shares = _of_roles(table.files, shares, roles)
    first = _best_first(shares, totals, table.files)[:_SECOND]
    _share(shares, "window", best_windows(table, texts, first, evidence.words))
    totals = _totals(shares)
    _share_areas(table.files, shares, _best_first(shares, totals, table.files)[:_AREA_AMONG], goal.title)
    return _Scored(shares, evidence.words, [], is_asked)


def _score_meaning(
    table: FileTable, texts: Texts, goal: Goal, boosts: "_Lifted", roles: frozenset[str] | None
) -> _Scored | None:
    """Scores by the meaning of a sentence; None if the index has nothing for it."""
    from backstory.code.index.meaning import find_meaning

    meaning = find_meaning(table, goal.text, goal.terms)
    shares: _Shares = {}
    for name in _MEANING_SIGNALS:
        _share(shares, name, meaning.signals[name])
    if not shares:
        return None
    _share(shares, "meant tests", named_like_tests(table, _totals(shares)))
    _lift(shares, boosts)
    _weigh_roles(table.files, shares, {role: _MEANT_ROLE * weight for role, weight in ROLE_WEIGHTS.items()})
    scored = _Scored(_of_roles(table.files, shares, roles), meaning.words, meaning.concepts)
    return _compare_definitions(table, texts, goal, scored)


def _compare_definitions(table: FileTable, texts: Texts, goal: Goal, scored: _Scored) -> _Scored:
    """The same with what the one definition has that fits best: words far apart in a file may have nothing in common.

    By its root, so that a definition with a little of the goal is not far behind.
    """
    first = _best_first(scored.shares, _totals(scored.shares), table.files)[:_DEFINING]
    words = group_words(scored.words, scored.concepts)
    best = {id_: _find_symbol(texts, table.files[id_].path, goal, words) for id_ in first}
    worths = {id_: math.sqrt(symbol.worth) for id_, symbol in best.items() if symbol}
    _share(scored.shares, "meant definition", worths)
    return scored._replace(symbols={table.files[id_].path: symbol for id_, symbol in best.items()})


def _share_changes(
    table: FileTable, shares: "_Shares", changes: Mapping[int, float], roles: frozenset[str] | None
) -> None:
    """Adds what the last changes of the person who asks are worth."""
    totals = _totals(shares)
    changed = {id_: value for id_, value in changes.items() if roles is None or table.files[id_].role in roles}
    constants = {id_: ROLE_WEIGHTS.get(table.files[id_].role, 0.0) for id_ in changed}
    for id_, rise in rise_by_changes(totals, Certainty(totals.values()).scale, changed, constants).items():
        if id_ not in shares:
            shares[id_] = {"role": constants[id_]} if constants[id_] else {}
        shares[id_][OWN] = rise


def _of_roles(files: Mapping[int, File], shares: "_Shares", roles: frozenset[str] | None) -> "_Shares":
    """Only the files of these roles."""
    return shares if roles is None else {id_: parts for id_, parts in shares.items() if files[id_].role in roles}


def _with_symbol(texts: Texts, ranked: Ranked, goal: Goal, words: Sequence[GoalWord], symbols: "_Symbols") -> Ranked:
    """The same with the definition around a line that the goal names, or else the one that fits it best, if any."""
    line = next((line for path, line in goal.lines if end_alike(path, ranked.path)), 0)
    best = find_symbol_around(ranked.path, texts.read_whole(ranked.path)[0], line) if line else None
    if best is None:
        best = symbols[ranked.path] if ranked.path in symbols else _find_symbol(texts, ranked.path, goal, words)
    return ranked._replace(symbol=best.name, line=best.line) if best else ranked


def _find_symbol(texts: Texts, path: str, goal: Goal, words: Sequence[GoalWord]) -> BestSymbol | None:
    """The definition of a file that a dotted name in the goal is of, or else the one that fits it best, if any."""
    for dotted in goal.dotted:
        named = find_in_file(texts, path, tuple(dotted.split(".")))
        if named is not None and named.fit[0]:
            return named.symbol
    return find_best_symbol(path, *texts.read_whole(path), words, goal.symbols)


def _with_words(texts: Texts, ranked: Ranked, goal: Goal, scored: _Scored) -> Ranked:
    """The same with the words of the goal that the file has in its name or its text."""
    path = ranked.path.encode("utf-8", "surrogateescape")
    if ranked.reason.startswith(NAME):
        return ranked._replace(reason=name_words(ranked.reason, list_words(path, path.lower(), goal, scored.words)))
    data, lower = texts.read_with_path(ranked.path)
    if scored.concepts:
        name = path[path.rfind(b"/") + 1 :]
        words, meanings = list_meanings(name, data, lower, scored.concepts, scored.words)
        return ranked._replace(reason=name_words(ranked.reason, words, meanings))
    return ranked._replace(reason=name_words(ranked.reason, list_words(data, lower, goal, scored.words)))


def _rounded(shares: Mapping[str, float]) -> dict[str, float]:
    rounded = {name: round(share, 4) for name, share in shares.items()}
    return {name: share for name, share in rounded.items() if share}


_Shares = dict[int, dict[str, float]]
"""File id -> signal -> its share of the score."""
_Symbols = Mapping[str, BestSymbol | None]
"""Path -> the definition that fits the goal best."""
_Lifted = Mapping[str, set[int]]
"""Reason -> the files that are lifted for it."""


def _totals(shares: _Shares) -> dict[int, float]:
    return {id_: sum(parts.values()) for id_, parts in shares.items()}


def _best_first(ids: Iterable[int], totals: Mapping[int, float], files: Mapping[int, File]) -> list[int]:
    return sorted(ids, key=lambda id_: (-totals[id_], files[id_].path))


def _share(shares: _Shares, name: str, values: Mapping[int, float]) -> None:
    """Adds a signal's share of each file's score, relative to the largest value of the signal."""
    top = max(values.values(), default=0.0)
    if top > 0:
        weight = WEIGHTS[name]
        for id_, value in values.items():
            shares.setdefault(id_, {})[name] = weight * value / top


def _share_areas(files: Mapping[int, File], shares: _Shares, ids: Sequence[int], title: str) -> None:
    """Adds the bonus of folders that a title names.

    It is not normalised: many titles name no folder, or one that holds all files.
    """
    values = area_values([files[id_].path for id_ in ids], title)
    for id_, value in zip(ids, values, strict=True):
        if value:
            shares[id_]["area"] = WEIGHTS["area"] * value


def _lift(shares: _Shares, boosts: _Lifted) -> None:
    """Adds the constant of each reason for which files are lifted."""
    for name, ids in boosts.items():
        for id_ in ids:
            shares.setdefault(id_, {})[name] = LIFTS[name]


def _weigh_roles(files: Mapping[int, File], shares: _Shares, weights: Mapping[str, float]) -> None:
    """Sets back tests, documents and the like, but not files that a person pinned."""
    for id_, parts in shares.items():
        role = weights.get(files[id_].role, 0.0)
        if role and "pin" not in parts:
            parts["role"] = role


def _share_recency(table: FileTable, shares: _Shares) -> None:
    """For a goal without a word that counts: the files that changed last."""
    touched = table.index.touched()
    for path in sorted(touched, key=lambda path: touched[path][0])[:_RECENT]:
        id_ = table.find(path)
        if id_ is not None:
            shares[id_] = {"recent": WEIGHTS["recent"] / (1 + touched[path][0])}
