"""Makes an exam of a repository's own past: a commit's message is the goal, the files it changed are the answer.

The ranking sees the tree and the history as they were before that commit. Left out: merges, bots, wide commits, short
messages, and work whose message does not say where it happens (releases, dependency bumps, typing errors, lint).
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.digests import sha1
from backstory.code.read.languages import language_of
from backstory.code.read.roles import DOC, TEST, role_of
from backstory.model.late_pattern import late_pattern

if TYPE_CHECKING:
    from backstory.git.repository import Git

_DULL: Final = late_pattern(
    r"\b(?:bump|release|version|changelog|typos?|spelling|lint(?:er|ing)?|format(?:ting)?|reformat|depend\w*|deps?|renovate|pre-commit|"
    r"copyright|merge|revert|whitespace|upgrade|snapshot|prepare)\b", re.IGNORECASE)  # fmt: skip
_BOT: Final = late_pattern(r"\[bot\]|\bbot\b|dependabot|renovate|github-actions", re.IGNORECASE)
_TRAILER: Final = late_pattern(r"[A-Z][\w-]+-by:|Change-Id:")

_WIDEST: Final = 10
"""Files that a commit may change at the most."""


class Task(NamedTuple):
    """A past commit as a task: its message is the goal, the files it changed are the answer."""

    id: str
    commit: str
    base: str
    """The commit before it, up to which the ranking sees."""
    goal: str
    gold: tuple[str, ...]
    """Changed code files that existed before, without tests."""
    tests: tuple[str, ...]
    language: str
    """The language of most gold files."""
    author: str


def history_tasks(git: "Git", head: str = "HEAD", *, limit: int = 30, window: int = 2500) -> list[Task]:
    """Up to `limit` tasks from the newest `window` commits, chosen by the hash of their ids: always the same ones."""
    raw = git.run("log", "--no-merges", "--no-renames", "--raw", "-z", "--no-abbrev", f"--max-count={window}",
              "--format=%x01%H%x00%P%x00%an%x00%B%x00", "--relative", head, "--")  # fmt: skip
    blocks = raw.split(b"\x01")
    suitable = [task for task in (_task(block) for block in blocks) if task is not None]
    main = _main_language(suitable)
    chosen = [task for task in suitable if task.language == main] if main else suitable
    return sorted(chosen, key=_commit_hash)[:limit]


def _commit_hash(task: Task) -> bytes:
    return sha1(task.commit.encode(), usedforsecurity=False).digest()


def _task(block: bytes) -> Task | None:
    """The task that a commit makes; None for one whose message or changes do not serve."""
    parts = block.split(b"\0")
    if len(parts) < 5:
        return None
    commit, parents, author, message = (part.decode("utf-8", "replace") for part in parts[:4])
    subject, _, body = message.strip().partition("\n")
    if len(parents.split()) != 1 or _BOT.search(author) or not _is_telling(subject):
        return None
    changes = _changes(parts[4:])
    gold = _gold(changes) if len(changes) <= _WIDEST else ()
    if not gold:
        return None
    tests = tuple(path for _, path in changes if role_of(path) == TEST)
    goal = f"{subject}\n\n{_without_trailers(body)}".strip()
    return Task(commit[:12], commit, parents, goal, gold, tests, _language(gold), author)


def _gold(changes: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(path for letter, path in changes if letter == "M" and _is_gold(path))


def _without_trailers(body: str) -> str:
    return "\n".join(line for line in body.splitlines() if not _TRAILER.match(line)).strip()


def _is_telling(subject: str) -> bool:
    """Whether a subject says enough about where the work happened."""
    return len(subject) >= 25 and len(subject.split()) >= 4 and not _DULL.search(subject)


def _changes(fields: Iterable[bytes]) -> list[tuple[str, str]]:
    """(letter, path) of what `log --raw -z` prints for a commit."""
    changes: list[tuple[str, str]] = []
    texts = list(filter(None, (field.strip(b"\n") for field in fields)))
    for meta, name in zip(texts[::2], texts[1::2], strict=False):
        words = meta.split()
        if len(words) == 5:
            changes.append((words[4].decode(), name.decode("utf-8", "surrogateescape")))
    return changes


def _is_gold(path: str) -> bool:
    """Whether a changed file is part of the answer: code that is neither a test nor a document."""
    language = language_of(path)
    return language is not None and language.code and role_of(path) not in (TEST, DOC)


def _language(paths: Iterable[str]) -> str:
    """The language of most of the paths; the first one met wins a tie."""
    languages = filter(None, map(language_of, paths))
    return Counter(language.name for language in languages).most_common(1)[0][0]


def _main_language(tasks: list[Task]) -> str:
    """The language that most tasks are in, where one has more than half of them."""
    for language, count in Counter(task.language for task in tasks).most_common(1):
        return language if count * 2 > len(tasks) else ""
    return ""
