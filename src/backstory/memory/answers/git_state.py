"""The state of git as a brief shows it: the names, subjects and authors in it have passed the gate."""

from typing import TYPE_CHECKING

from backstory.memory.kernel.catalog import Catalog
from backstory.model.snapshot import GitState
from backstory.redact.paths import compose_check
from backstory.store.struct_redaction import clean_struct, collect_texts

if TYPE_CHECKING:
    from backstory.model.snapshot import Snapshot
    from backstory.store.struct_redaction import Passed

_COMMITS = 20
"""Commits that tell what came after a checkpoint or a test run: about a day of work."""


def read_git_state(workspace: Catalog, latest: "Snapshot | None") -> GitState:
    """The state of git: now, or at the past moment that the workspace shows. `latest`: the latest snapshot."""
    if not workspace.settings.get("capture.git"):
        return GitState()
    kept = workspace.settings.get("capture.commits")
    count = kept and max(kept, _COMMITS)
    if workspace.past:
        from backstory.memory.answers.as_of import git_state_as_of

        state = git_state_as_of(workspace, workspace.past, count)
    else:
        state = workspace.git.state(commits=count)

    # The text quotes names of branches and files and subjects of commits as the repository has them.
    return clean_struct(workspace.gate, state, _list_passed(workspace, latest))


def _list_passed(workspace: Catalog, latest: "Snapshot | None") -> "Passed":
    """The texts that the same gate let through for the latest snapshot. Most commits are older than that."""
    from backstory.memory.answers.snapshot_basis import GATE, describe_gate

    if latest is None or latest.extra.get(GATE) != describe_gate(workspace):
        return frozenset()
    gate = workspace.gate
    return frozenset([one for one in collect_texts(latest.git) if not gate.holds_stated(compose_check(one[1]))])
