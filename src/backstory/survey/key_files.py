"""Which files matter most, by signs that cost nothing: manifests, entry points, the README, what changed lately.

The place where a ranking by content takes over: anything of the type `RankFiles` fits `snapshot.take_snapshot`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from backstory.code.read.roles import role_of
from backstory.survey.repository import Survey

RankFiles = Callable[[str, Survey, Sequence[str]], Sequence[str]]
"""(goal, survey, paths that recent commits touched: newest first, once per commit) -> paths, most important first."""

_WEIGHT: Final[dict[str, float]] = {
    "generated": 0.0, "vendored": 0.0, "locale": 0.1, "test": 0.5, "doc": 0.6, "example": 0.4, "bench": 0.4,
    "tooling": 0.3, "migration": 0.5, "other": 0.6, "config": 0.6,
}  # fmt: skip
"""Weight of a recent change by the file's role; code counts fully."""
_PICTURES: Final = (
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".ico", ".webp", ".bmp", ".pdf", ".woff", ".woff2", ".ttf", ".otf", ".mp4",
    ".mp3", ".zip", ".gz",
)  # fmt: skip
"""Generated files, which people do not read: changes do not make them important."""
_OF_GIT: Final = frozenset([".gitignore", ".gitattributes", ".git-blame-ignore-revs", ".mailmap", ".gitkeep", ".keep"])
"""Files for git, which say nothing of the project."""


def rank_by_signs(goal: str, survey: Survey, recent: Sequence[str]) -> list[str]:
    """Ranks files by a sum of signs; files without any are left out. Equal sums keep the order of paths."""
    if survey.ranks is not None:
        return list(survey.ranks.signs)
    score: defaultdict[str, float] = defaultdict(float)
    _add_documented(score, survey)
    _add_recent(score, survey, recent)
    _add_named(score, survey, {word for word in _words(goal) if len(word) > 2})
    ranked = sorted((path for path in score if path in survey.files), key=lambda path: (-score[path], path))
    return [path for path in ranked if score[path] > 1]


def _add_documented(score: defaultdict[str, float], survey: Survey) -> None:
    """Entry points, the README and manifests: where a reader begins."""
    for place, path in enumerate(survey.entries[:12]):
        score[path] += 80 - 4 * place
    if survey.readme:
        score[survey.readme] += 60
    for place, path in enumerate(survey.manifests[:10]):
        score[path] += (50 if "/" not in path else 25) - 2 * place


def _add_recent(score: defaultdict[str, float], survey: Survey, recent: Sequence[str]) -> None:
    """Adds what recent commits say: how lately they touched a file, and how many of them."""
    touched = Counter(recent)
    for place, path in enumerate(dict.fromkeys(recent)):
        if path in survey.files and not _is_dull(path):
            score[path] += (40 * 0.93**place + 6 * min(touched[path], 5)) * _WEIGHT.get(role_of(path), 1.0)


def _is_dull(path: str) -> bool:
    return path.lower().endswith(_PICTURES) or path[path.rfind("/") + 1 :] in _OF_GIT


def _add_named(score: defaultdict[str, float], survey: Survey, words: set[str]) -> None:
    """Adds what the names of files and folders have of the goal's words."""
    for path in survey.files if words else ():
        lower = path.lower()
        if not any(word in lower for word in words):
            continue  # taking names apart is dear, and nearly all have none of the words
        folder, _, base = path.rpartition("/")
        matches = words.intersection(_words(base))
        around = words.intersection(_words(folder)) - matches
        if matches or around:
            score[path] += (35 * len(matches) + 8 * len(around)) * _WEIGHT.get(role_of(path), 1.0)


def _words(text: str) -> list[str]:
    """Words of a sentence or a path; `getUserName` and `get_user_name` are three each."""
    out: list[str] = []
    word = ""
    for char in text:
        if not char.isalnum() or (char.isupper() and word and not word[-1].isupper()):
            out.append(word.lower())
            word = ""
        if char.isalnum():
            word += char
    out.append(word.lower())
    return [word for word in out if word]
