"""The brief into each agent's own files, and out of them again.

`plan` says what would be edited, `install` does it, `refresh` brings what moves up to date, `installed` tells what
became of it, `uninstall` gives every byte back. What agents want is data (`agents.base.Surface`), how files are edited
and restored is `edits`, and texts are handed in: nothing is composed here.

Two rules keep private memory private: a file that git tracks or a team shares gets texts of team scope only, and a
personal file in a repository stands in `.git/info/exclude` before anything private is written into it.
"""

from backstory.agents.base import Texts
from backstory.deliver.install import install, plan, uninstall
from backstory.deliver.refresh import Refreshed, Rendered, refresh
from backstory.deliver.state import Installed, installed
from backstory.deliver.tree import Step

__all__ = [
    "Installed",
    "Refreshed",
    "Rendered",
    "Step",
    "Texts",
    "install",
    "installed",
    "plan",
    "refresh",
    "uninstall",
]
