"""Which private records are part of the branch that is checked out: computed from git, kept in the index by HEAD.

Team records need none of this: git itself puts them into the tree or takes them out.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass
