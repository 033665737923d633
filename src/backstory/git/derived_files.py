"""Files that a tool makes anew: bytecode, caches, installed packages. Nobody edits them."""

from typing import Final

NOT_ENTERED: Final = frozenset((
    ".git", ".hg", ".svn", ".jj", ".bzr", ".backstory", "node_modules", "bower_components", "__pycache__", ".venv",
    ".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".eggs", ".gradle", ".terraform", ".next", ".nuxt",
    ".cache",
))  # fmt: skip
"""Folders that a walk does not enter: derived, or a tool's own."""
_ENDINGS: Final = (".pyc", ".pyo", ".tsbuildinfo", ".egg-info", ".swp")
_NAMES: Final = frozenset((".coverage", ".DS_Store", ".eslintcache", "Thumbs.db"))


def is_derived(path: str) -> bool:
    """Whether a path of the repository is that of a derived file, also where git does not ignore it."""
    *folders, name = path.split("/")
    return (
        name in _NAMES
        or name.endswith(_ENDINGS)
        or any(one in NOT_ENTERED or one.endswith(_ENDINGS) for one in folders)
    )
