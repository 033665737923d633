"""A repository's own past as an exam: a commit's message is the goal, the files it changed are the answer.

The ranking sees the tree and the history as they stood before that commit. Left out: merges, bots, wide commits, short
messages, and work whose message says nothing of where it happens (releases, dependency bumps, typing errors, lint).
"""

import re
from hashlib import sha1
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.code.read.languages import language_of
from backstory.code.read.roles import DOC, TEST, role_of

if TYPE_CHECKING:
    from backstory.git.repository import Git

_DULL: Final = re.compile(
    r"\b(?:bump|release|version|changelog|typos?|spelling|lint(?:er|ing)?|format(?:ting)?|reformat|depend\w*|deps?|renovate|pre-commit|"
    r"copyright|merge|revert|whitespace|upgrade|snapshot|prepare)\b", re.IGNORECASE)  # fmt: skip
_BOT: Final = re.compile(r"\[bot\]|\bbot\b|dependabot|renovate|github-actions", re.IGNORECASE)


class Task(NamedTuple):
    id: str
    commit: str
    base: str
    """Commit before it: what the ranking may see."""
    goal: str
    gold: tuple[str, ...]
    """Code files changed that existed before, tests not counted."""
    tests: tuple[str, ...]
    language: str
    """Of most gold files."""


def tasks(git: "Git", head: str = "HEAD", *, limit: int = 30, window: int = 2500, widest: int = 10) -> list[Task]:
    """Up to `limit` tasks out of the newest `window` commits, chosen by the hash of their ids: always the same ones."""
    raw = git.run("log", "--no-merges", "--no-renames", "--raw", "-z", "--no-abbrev", f"--max-count={window}",
              "--format=%x01%H%x00%P%x00%an%x00%B%x00", "--relative", head, "--")  # fmt: skip
    found: list[Task] = []
    for block in raw.split(b"\x01"):
        parts = block.split(b"\0")
        if len(parts) < 5:
            continue
        commit, parents, author, message = (p.decode("utf-8", "replace") for p in parts[:4])
        subject, _, body = message.strip().partition("\n")
        if (
            len(parents.split()) != 1
            or _BOT.search(author)
            or _DULL.search(subject)
            or len(subject) < 25
            or len(subject.split()) < 4
        ):
            continue
        changes: list[tuple[str, str]] = []
        fields = [f for f in (f.strip(b"\n") for f in parts[4:]) if f]
        for meta, name in zip(fields[::2], fields[1::2], strict=False):
            words = meta.split()
            if len(words) == 5:
                changes.append((words[4].decode(), name.decode("utf-8", "surrogateescape")))
        if not 1 <= len(changes) <= widest:
            continue
        gold = tuple(
            p
            for letter, p in changes
            if letter == "M" and (lang := language_of(p)) and lang.code and role_of(p) not in (TEST, DOC)
        )
        if not gold:
            continue
        counts: dict[str, int] = {}
        for place in gold:
            known = language_of(place)
            if known is not None:
                counts[known.name] = counts.get(known.name, 0) + 1
        tests = tuple(p for _, p in changes if role_of(p) == TEST)
        body = "\n".join(
            line for line in body.splitlines() if not re.match(r"[A-Z][\w-]+-by:|Change-Id:", line)
        ).strip()
        goal = f"{subject}\n\n{body}".strip()
        found.append(Task(commit[:12], commit, parents, goal, gold, tests, max(counts, key=lambda n: counts[n])))
    main = _main_language(found)
    found = [t for t in found if t.language == main] if main else found
    found.sort(key=lambda t: sha1(t.commit.encode(), usedforsecurity=False).digest())
    return found[:limit]


def _is_gold(path: str) -> bool:
    language = language_of(path)
    return language is not None and language.code and role_of(path, language) not in (TEST, DOC)


def _main_language(found: list[Task]) -> str:
    """The language that most tasks are in, where one has more than half of them."""
    counts: dict[str, int] = {}
    for task in found:
        counts[task.language] = counts.get(task.language, 0) + 1
    best = max(counts, key=lambda n: counts[n], default="")
    return best if best and counts[best] * 2 > len(found) else ""
