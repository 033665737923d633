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


def rank_by_signs(goal: str, survey: Survey, recent: Sequence[str]) -> list[str]:
    """Ranks files by a sum of signs; files without any are left out. Equal sums keep the order of paths."""
    score: defaultdict[str, float] = defaultdict(float)
    for at, path in enumerate(survey.entries[:12]):
        score[path] += 80 - 4 * at
    if survey.readme:
        score[survey.readme] += 60
    for at, path in enumerate(survey.manifests[:10]):
        score[path] += (50 if "/" not in path else 25) - 2 * at
    touched = Counter(recent)
    for at, path in enumerate(dict.fromkeys(recent)):
        if path in survey.files and not path.lower().endswith(_PICTURES):
            score[path] += (40 * 0.93**at + 6 * min(touched[path], 5)) * _WEIGHT.get(role_of(path), 1.0)
    wanted = {word for word in _words(goal) if len(word) > 2}
    if wanted:
        for path in survey.files:
            lower = path.lower()
            if not any(word in lower for word in wanted):
                continue  # taking names apart is dear, and nearly all have none of the words
            folder, _, base = path.rpartition("/")
            named = wanted.intersection(_words(base))
            around = wanted.intersection(_words(folder)) - named
            if named or around:
                score[path] += (35 * len(named) + 8 * len(around)) * _WEIGHT.get(role_of(path), 1.0)
    ranked = sorted((path for path in score if path in survey.files), key=lambda p: (-score[p], p))
    return [path for path in ranked if score[path] > 1]


def _words(text: str) -> list[str]:
    """Words of a sentence or a path; `getUserName` and `get_user_name` are three each."""
    out: list[str] = []
    word = ""
    for c in text:
        if not c.isalnum() or (c.isupper() and word and not word[-1].isupper()):
            out.append(word.lower())
            word = ""
        if c.isalnum():
            word += c
    out.append(word.lower())
    return [w for w in out if w]
