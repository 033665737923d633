"""Tells of a file that an agent is about to read or edit whether records come up with it, without opening the index.

A refresh lists the files, as `deliver.prepared` writes them: the working tree on the first line, then a path on each
line, and after a NUL the globs.
"""

import os

from backstory.base.fingerprint import briefs_folder
from backstory.base.journal_lines import compute_crc32
from backstory.base.path_codec import encode_path
from backstory.base.regular_file import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.discovery import ProjectLocation

LIMIT = 4 << 20
NAME = "anchored.files"
GLOBS = b"\0"
"""What the globs follow."""


def list_path(private: str, root: str) -> str:
    """The file with the list for a working tree; `private` is the project's folder in the data home."""
    return os.path.join(briefs_folder(private, root), NAME)


def find_listed(private: str, root: str, cwd: str, path: str) -> str:
    """The path relative to the root of a file at which records are anchored; empty for any other."""
    listed = read_regular(list_path(private, root), LIMIT, follow=False) if path else None
    if not listed or not listed.startswith(encode_path(root).encode() + b"\n"):
        return ""
    inside = _relative_path(root, cwd, path)
    return inside if inside and _is_listed(listed, inside) else ""


def _relative_path(root: str, cwd: str, path: str) -> str:
    """A path relative to the root; empty for one outside of it, or one that cannot be on a line."""
    path = os.path.normpath(os.path.join(cwd or root, path))
    if not path.startswith(root + os.sep):
        path = os.path.realpath(path)
    inside = path[len(root) + 1 :] if path.startswith(root + os.sep) else ""
    return "" if "\0" in inside or "\n" in inside else inside.replace(os.sep, "/")


def _is_listed(listed: bytes, path: str) -> bool:
    paths, _, globs = listed.partition(GLOBS)
    if b"\n" + encode_path(path).encode() + b"\n" in paths:
        return True
    if not globs.strip():
        return False
    from backstory.base.path_codec import matches_across_folders

    return any(matches_across_folders(glob, path) for glob in globs.decode("utf-8", "replace").splitlines() if glob)


def answer_once(
    location: "ProjectLocation", home: str, session: str, cwd: str, path: str
) -> tuple[str, list[str], set[str]]:
    """(the text that comes with a file in a session, ids and marks to note, what the session's list holds).

    The text is empty for a file without records, after the first time, and where the session has been given enough.
    """
    private = os.path.join(home, "projects", location.id)
    inside = find_listed(private, location.root, cwd, path)
    if not inside:
        return "", [], set()
    from backstory.base import deliveries

    mark = f"file:{compute_crc32(encode_path(inside).encode()):08x}"
    marks = deliveries.read_seen(deliveries.seen_file(private, session))
    if mark in marks or deliveries.is_spent(marks):
        return "", [], marks
    from backstory.hook.file_answer import answer_file

    text, ids = answer_file(location, home, inside, marks, session)
    return text, [*ids, mark], marks
