"""Keeps paths below a person's home folder out of the team's records."""

from backstory.memory.kernel.workspace import Workspace
from backstory.model.errors import Invalid
from backstory.model.record import Record
from backstory.redact.home_paths import find_home_path


def person_home(workspace: Workspace) -> str:
    """The person's home folder; empty if the environment does not say."""
    return workspace.environ.get("HOME", "") or workspace.environ.get("USERPROFILE", "")


def find_private_path(workspace: Workspace, record: Record, *, text_only: bool = False) -> str:
    """The first path below a home folder that a record names, in its text or as its source; empty without one."""
    origin = record.origin
    texts = (record.title, record.body, *record.fields.values(), origin.quote, "" if text_only else origin.source)
    return find_home_path("\n".join(texts), person_home(workspace))


def ensure_no_private_path(workspace: Workspace, record: Record) -> None:
    """Raises `Invalid` for a record whose text names a path below a home folder, before it becomes the team's."""
    path = find_private_path(workspace, record, text_only=True)
    if path:
        raise Invalid(
            f"the {record.kind} names an absolute path below a home folder, `{path}`, which others would read",
            hint="write the path relative to the repository or with `~`, or keep the record: `--scope private`",
        )
