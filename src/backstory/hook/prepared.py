"""Reads what a refresh has prepared, and checks that the state it was made from is unchanged.

It is in the private folder, where no repository can put anything.
"""

import os
import time

from backstory.base.discovery import read_head
from backstory.base.fingerprint import briefs_folder, file_stamps, mark_branch, state_fingerprint
from backstory.base.path_codec import encode_path
from backstory.base.regular_file import read_regular
from backstory.hook.fields import scan_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.discovery import ProjectLocation
    from backstory.base.search import Hit

LIMIT = 1 << 20
DAYS = ("today", "yesterday", "days ago")
"""Words by which a brief says when something was, see `recall.text.relative_dates`."""
FIELDS = frozenset(
    (
        "tree", "stamp", "text", "ids", "files", "changed", "outline", "docs", "work", "last", "budget", "base",
        "settled", "goal", "branch", "records", "tokens", "brief", "cap", "ended", "sessions", "greeting", "footer",
        "places", "day",
    )
)  # fmt: skip
"""Of a prepared brief; `deliver.prepared` says what they hold."""
NOW = " (now "
"""What stands between a place and where its code is now, as the kernel describes it."""


def brief_path(private: str, root: str, agent: str) -> str:
    """The file of the brief that is prepared for an agent in a working tree."""
    return os.path.join(briefs_folder(private, root), agent + ".json")


def parked_path(private: str, root: str, agent: str, mark: str) -> str:
    """The file of the last brief that was prepared on a branch which is not checked out any more.

    `mark` stands for the branch, see `base.fingerprint.mark_branch`.
    """
    return os.path.join(briefs_folder(private, root), f"{agent}@{mark}.json")


def find_prepared(private: str, location: "ProjectLocation", agent: str) -> dict[str, str]:
    """The fields of the brief that was prepared for the branch which is checked out; empty without one."""
    mark = mark_branch(read_head(location.git_dir, location.common_dir)[1])
    for path in (brief_path(private, location.root, agent), parked_path(private, location.root, agent, mark)):
        fields = read_prepared(path, location.root)
        if fields and branch_of(fields.get("stamp", "")) == mark:
            return fields
    return {}


def branch_of(stamp: str) -> str:
    """The mark of the branch that a brief was prepared on."""
    return stamp.split(" ")[1] if " " in stamp else ""


def surfaces_path(private: str, root: str) -> str:
    """The file that says what the files that agents read in a working tree were written from."""
    folder = briefs_folder(private, root)
    return os.path.join(private, "surfaces", os.path.basename(folder) + ".json")


def read_prepared(path: str, root: str) -> dict[str, str]:
    """The fields `FIELDS` of what was prepared for a working tree; empty without any."""
    data = read_regular(path, LIMIT, follow=False) or b""
    fields = scan_fields(data, FIELDS)
    return fields if "text" in fields and fields.get("tree") == encode_path(root) else {}


def is_of_today(fields: dict[str, str]) -> bool:
    """Whether a brief that says how many days ago something was may be given today."""
    day = fields.get("day", "")
    is_today = not day or day == time.strftime("%Y-%m-%d", time.gmtime())
    return is_today or not any(word in fields["text"] for word in DAYS)


def is_current(fields: dict[str, str], location: "ProjectLocation", home: str) -> bool:
    """Whether HEAD, the records and the files that they are about are as they were."""
    if not fields.get("stamp") or fields["stamp"] != state_fingerprint(location, home):
        return False
    files = fields.get("files", "")
    paths = [line.partition(" ")[2] for line in files.splitlines()]
    return file_stamps(location.root, paths) == files


def list_moved(root: str, private: str, path: str) -> "dict[str, set[str]]":
    """Earlier path -> ids of the records that were about code there which is in the file at `path` now."""
    moved: dict[str, set[str]] = {}
    for row in _split_places(read_prepared(surfaces_path(private, root), root)):
        target, _, place = row[2].removesuffix(")").partition(NOW)
        former = target.partition("#")[0]
        if place.partition("#")[0] == path != former:
            moved.setdefault(former, set()).add(row[0])
    return moved


def _split_places(fields: dict[str, str]) -> "list[list[str]]":
    """(id of a record, place that it is about, what became of it) of the places that are not as they were."""
    rows = [line.split("\t") for line in fields.get("places", "").splitlines()]
    return [row for row in rows if len(row) == 3]


def mark_changed(hits: "list[Hit]", root: str, private: str) -> None:
    """Marks the hits whose code had changed, moved or gone since they were written, when it was last looked at."""
    if any(hit.paths for hit in hits):
        fields = read_prepared(surfaces_path(private, root), root)
        changed = set(fields.get("changed", "").split())
        rows = _split_places(fields)
        for hit in hits:
            hit.changed = hit.id in changed
            hit.places = {row[1]: row[2] for row in rows if row[0] == hit.id}
