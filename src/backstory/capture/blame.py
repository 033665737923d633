"""From code to commits: who last touched these lines, what touched this file, and what those commits said."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from backstory.capture.git import Git

MAX_LINES: Final = 2_000
"""Lines that one question may span."""
_FORM: Final = "--format=%H%x00%P%x00%an <%ae>%x00%cI%x00%B%x00%x01"


class Touch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A commit that touched the code, with what it said. `lines` are those of the question that it last changed."""

    id: str
    parents: tuple[str, ...] = ()
    author: str = ""
    made: str = ""
    subject: str = ""
    body: str = ""
    lines: int = 0
    path: str = ""
    """The file's name in that commit, where it was another."""
    pull_request: str = ""
    """The commit that merged it into the first-parent history, where that is another."""


def of_lines(git: "Git", path: str, first: int, last: int) -> list[Touch]:
    """The commits that last changed lines `first` to `last` (from 1), most lines first, each with its message.

    Moves and copies within the file are followed; commits named in `.git-blame-ignore-revs` are passed over. Lines that
    are not committed yet belong to no commit.
    """
    import os

    last = min(last, first + MAX_LINES)
    ignore = os.path.join(git.top, ".git-blame-ignore-revs")
    options = ["--ignore-revs-file", ignore] if git.top and os.path.isfile(ignore) else []
    ran = git.attempt("blame", "--porcelain", "-w", *options, "-L", f"{first},{last}", "--", path)
    if ran.code and options:
        ran = git.attempt("blame", "--porcelain", "-w", "-L", f"{first},{last}", "--", path)
    counts: dict[str, int] = {}
    names: dict[str, str] = {}
    current = ""
    for line in ran.out.decode("utf-8", "replace").split("\n"):
        word, _, rest = line.partition(" ")
        if len(word) in (40, 64) and rest[:1].isdigit():
            current = word
            counts[current] = counts.get(current, 0) + 1
        elif word == "filename" and current:
            names.setdefault(current, rest)
    ids = [c for c in sorted(counts, key=lambda c: -counts[c]) if set(c) != {"0"}]
    found = messages(git, ids)
    return [
        msgspec.structs.replace(found[c], lines=counts[c], path="" if names.get(c, path) == path else names.get(c, ""))
        for c in ids
        if c in found
    ]


def of_file(git: "Git", path: str, limit: int = 15) -> list[Touch]:
    """The commits that touched a file or folder, newest first; renames are followed for a file."""
    ran = git.attempt("log", "--follow", "--no-merges", f"--max-count={limit}", _FORM, "--", path)
    if ran.code:
        ran = git.attempt("log", "--no-merges", f"--max-count={limit}", _FORM, "--", path)
    return _parsed(ran.out)


def messages(git: "Git", commits: Sequence[str]) -> dict[str, Touch]:
    """commit -> what it said; one process for all."""
    if not commits:
        return {}
    ran = git.attempt("log", "--no-walk=unsorted", "--stdin", _FORM, stdin="".join(f"{c}\n" for c in commits).encode())
    return {t.id: t for t in _parsed(ran.out)}


def issues_in(texts: Iterable[str]) -> list[str]:
    """Issue and pull-request numbers that texts name (`#12`, `GH-12`, `ABC-12`), in order, each once."""
    import re

    found: dict[str, None] = {}
    for text in texts:
        for match in re.finditer(r"(?:(?<![\w/])#\d{1,7}\b|\bGH-\d{1,7}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b)", text):
            word = match.group()
            if not word.startswith(("UTF-", "SHA-", "ISO-", "RFC-", "CVE-")):
                found.setdefault(word)
    return list(found)


def _parsed(out: bytes) -> list[Touch]:
    touches: list[Touch] = []
    for chunk in out.decode("utf-8", "replace").split("\x01"):
        parts = chunk.lstrip("\n").split("\x00")
        if len(parts) < 5:
            continue
        subject, _, body = parts[4].strip().partition("\n")
        touches.append(Touch(parts[0], tuple(parts[1].split()), parts[2], parts[3], subject.strip(), body.strip()))
    return touches
