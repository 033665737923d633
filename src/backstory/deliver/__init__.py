"""The brief into each agent's own files, and out of them again.

`plan_install` previews the edits, `install_surfaces` makes them, `refresh_files` brings moving texts up to date,
`list_installed` reports the state of each edit, `uninstall_surfaces` gives every byte back. The wishes of agents are
data (`agents.base.Surface`), `edits` changes and restores files, and callers hand in the texts: nothing is composed
here.

Two rules keep private memory private: a file that git tracks or a team shares gets texts of team scope only, and a
personal file in a repository is listed in `.git/info/exclude` before anything private is written into it.
"""

from backstory.agents.base import Texts
from backstory.deliver.install import (
    install_surfaces,
    list_committed,
    list_own_changes,
    plan_install,
    uninstall_surfaces,
)
from backstory.deliver.refresh import Refreshed, Rendered, refresh_files
from backstory.deliver.state import Installed, list_hooked_agents, list_installed
from backstory.deliver.tree import Step

__all__ = [
    "Installed",
    "Refreshed",
    "Rendered",
    "Step",
    "Texts",
    "install_surfaces",
    "list_committed",
    "list_hooked_agents",
    "list_installed",
    "list_own_changes",
    "plan_install",
    "refresh_files",
    "uninstall_surfaces",
]
