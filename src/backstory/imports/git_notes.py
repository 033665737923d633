"""Reads git notes: what people and tools attached to commits, under `refs/notes/`."""

import os
from collections.abc import Iterator
from typing import Final

from backstory.git.objects import read_objects
from backstory.git.repository import Git
from backstory.imports.files import decode_text
from backstory.imports.item import Item, Omissions, Place, make_draft, read_time

MAX_NOTES: Final = 5_000
MAX_BYTES: Final = 200_000
"""Of a note."""


def recognizes(path: str) -> bool:
    """Git notes are recognised by the name of their folder alone."""
    return False


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a note for each git note of the project, with the commit that it is about."""
    root = path.partition(f"{os.sep}.git")[0] if f"{os.sep}.git" in path else path
    git = Git(root if os.path.isdir(root) else place.root, place.environ)
    refs = git.attempt("for-each-ref", "--format=%(refname)", "refs/notes/")
    for ref in refs.out.decode("utf-8", "replace").split():
        yield from _read_ref(git, ref, omitted)


def _read_ref(git: Git, ref: str, omitted: Omissions) -> Iterator[Item]:
    listed = git.attempt("notes", f"--ref={ref}", "list").out.decode("ascii", "replace").split("\n")
    pairs = [(note, commit) for note, _, commit in (line.partition(" ") for line in listed) if commit]
    if len(pairs) > MAX_NOTES:
        omitted.add(ref, f"only the first {MAX_NOTES:,} notes are read")
    pairs = pairs[:MAX_NOTES]
    texts = read_objects(git, [note for note, _ in pairs], MAX_BYTES)
    commits = read_objects(git, [commit for _, commit in pairs], MAX_BYTES)
    tag = ref.removeprefix("refs/notes/")
    for note, commit in pairs:
        data = texts.get(note)
        if data is None:
            omitted.add(f"{tag} of {commit[:12]}", "is too long or cannot be read")
            continue
        try:
            text = decode_text(data).strip()
        except ValueError:
            omitted.add(f"{tag} of {commit[:12]}", "is no text")
            continue
        if text:
            author, authored = _read_author(commits.get(commit, b""))
            yield Item(
                make_draft("note", "", text=text, tags=["git-notes", tag], fields={"about-commit": commit}),
                key=f"{tag}/{commit}",
                made=authored,
                author=author,
                is_whole=True,
            )


def _read_author(commit: bytes) -> tuple[str, str]:
    """Return the author of a commit as git writes it, and the time."""
    for line in commit.partition(b"\n\n")[0].decode("utf-8", "replace").split("\n"):
        if line.startswith("author "):
            name, _, seconds = line[7:].rpartition(" ")[0].rpartition(" ")
            return name, read_time(int(seconds)) if seconds.isdigit() else ""
    return "", ""
