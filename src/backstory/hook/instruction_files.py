"""What the instruction files that an agent reads by itself tell of the memory: this brief, another one, or none.

A refresh writes these files. Without git's hooks nobody does after a switch, so that a session may start with the brief
of another branch in its context. The brief that the hook gives then says which one it replaces.
"""

import os

from backstory.base.discovery import read_head
from backstory.base.fingerprint import mark_branch, state_fingerprint
from backstory.base.regular_file import read_regular
from backstory.base.token_estimate import estimate_tokens
from backstory.hook.prepared import branch_of, read_prepared, surfaces_path
from backstory.hook.reply import FENCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from backstory.base.dialect import Dialect
    from backstory.base.discovery import ProjectLocation

OF_BRANCH = "The brief in `{}` is of branch `{}`, which is not checked out: this one replaces it."
OF_OTHER = "The brief in `{}` is of another branch: this one replaces it."
OLDER = "The brief in `{}` is older: this one replaces it."
INTRODUCTION = 2
"""Lines of a brief before what it says of another one: the fence, and what it is."""


def holds_brief(dialect: "Dialect", root: str, fields: "dict[str, str]") -> bool:
    """Whether an instruction file that an agent reads as it starts tells all that its prepared brief does.

    `root` is the top of the working tree, whose files most agents read wherever they start in it. `fields` are those of
    the brief. The file tells it in another order, so its last line, which names the file's brief, was prepared with it.
    A file that another process has written names another brief, and tells the same if it has the same lines.
    """
    footer = fields.get("footer", "").strip().encode("utf-8", "replace")
    text = fields.get("text", "").strip().encode("utf-8", "replace")
    opening, _, rest = text.partition(b"\n")
    closing = rest.rpartition(b"\n")[2]
    lines = _list_lines(text, opening, closing)
    return any(
        (footer and footer in data) or (lines and _list_lines(data, opening, closing) == lines)
        for _, data in _read_files(dialect, root)
    )


def _list_lines(data: bytes, opening: bytes, closing: bytes) -> list[bytes]:
    """The lines between the fences of a brief, in order of the alphabet, the last one without the brief's id."""
    if not opening or not closing:
        return []
    brief, end, _ = data.partition(opening)[2].partition(closing)
    lines = [line for line in brief.split(b"\n") if line.strip()]
    if not end or not lines:
        return []
    text, mark, _ = lines[-1].rpartition(b"; brief ")
    return sorted([*lines[:-1], text if mark else lines[-1]])


def follow_branch(location: "ProjectLocation", private: str) -> bool:
    """Whether the files of all agents were written on the branch that is checked out, as far as that is noted."""
    state = read_prepared(surfaces_path(private, location.root), location.root)
    return not state or branch_of(state.get("stamp", "")) == _mark_head(location)


def replace_brief(
    dialect: "Dialect", location: "ProjectLocation", home: str, text: str, fields: "dict[str, str]"
) -> "tuple[str, dict[str, str]]":
    """A brief and its fields, with a line on the older brief that an instruction file holds, where one does."""
    line = _describe_replaced(dialect, location, home)
    if not line or not text.startswith(f"<{FENCE} "):
        return text, fields
    lines = text.split("\n")
    longer = "\n".join([*lines[:INTRODUCTION], line, *lines[INTRODUCTION:]])
    if text == fields.get("text"):
        tokens = int(fields.get("tokens") or "0")
        fields = fields | {"text": longer, "tokens": str(tokens + estimate_tokens(line)) if tokens else ""}
    return longer, fields


def _describe_replaced(dialect: "Dialect", location: "ProjectLocation", home: str) -> str:
    name = next((name for name, data in _read_files(dialect, location.root) if f"<{FENCE} id=".encode() in data), "")
    if not name:
        return ""
    state = read_prepared(surfaces_path(os.path.join(home, "projects", location.id), location.root), location.root)
    stamp = state.get("stamp", "")
    if not stamp or stamp == state_fingerprint(location, home):
        return ""
    if branch_of(stamp) == _mark_head(location):
        return OLDER.format(name)
    branch = state.get("branch", "")
    return OF_BRANCH.format(name, branch) if branch else OF_OTHER.format(name)


def _mark_head(location: "ProjectLocation") -> str:
    return mark_branch(read_head(location.git_dir, location.common_dir)[1])


def _read_files(dialect: "Dialect", root: str) -> "Iterator[tuple[str, bytes]]":
    """(name, content) of the instruction files that an agent reads, which may be those of the folder it starts in."""
    root = os.environ.get(dialect.START_VARIABLE, "") or root
    for name in dialect.BRIEF_FILES:
        data = read_regular(os.path.join(root, name), dialect.BRIEF_FILE_BYTES)
        if data is not None:
            yield name, data
            if dialect.READS_FIRST_FILE:
                return
