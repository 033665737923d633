"""Finds commits of a history that carry the same change as others, by git's stable patch id."""

import os
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from backstory.base.digests import blake2b
from backstory.git.edited_squashes import find_edited_squashes
from backstory.git.folder import read_regular
from backstory.git.tracked import file_fingerprint

if TYPE_CHECKING:
    from backstory.git.repository import Git

MAX_CANDIDATES: Final = 2_000
"""Commits since the fork that are compared by patch, the newest first."""
_LONGEST_ATTRIBUTES: Final = 1 << 20
_DIFF: Final = ("diff-tree", "--stdin", "-p", "-r", "--no-ext-diff", "--no-textconv")


class PatchSearch:
    """Looks for the changes of commits that are not part of `head` among the commits of `head` since the fork.

    `outside` are those commits and their ancestors outside of `head`, children first, with their parents.
    """

    def __init__(self, git: "Git", head: str, outside: Mapping[str, Sequence[str]]) -> None:
        self._git = git
        self._head = head
        self._forks = _fork_points(outside)
        self._bases: dict[frozenset[str], str] = {}
        self._since: dict[str, list[str]] = {}
        self._known: dict[str, str] = {}
        """Commit of `head` -> its patch id; empty for none."""

    def find_commits(self, commits: Collection[str]) -> dict[str, str]:
        """Commit -> the commit of `head` with the same change."""
        bases = self._bases_with_candidates(commits)
        return self._match(self._read_patches(bases, sorted(bases)), bases)

    def find_squashed(self, tips: Collection[str]) -> dict[str, str]:
        """Tip of a branch -> the commit of `head` that carries all its changes since the fork."""
        bases = self._bases_with_candidates(tips)
        return self._match(self._read_patches(bases, [f"{tip} {base}" for tip, base in sorted(bases.items())]), bases)

    def find_edited(self, tips: Collection[str]) -> dict[str, str]:
        """Tip of a branch -> the commit of `head` that carries most of its changes since the fork."""
        bases = self._bases_with_candidates(tips)
        return find_edited_squashes(self._git, self._head, bases, self._since) if bases else {}

    def _match(self, ids: Mapping[str, str], bases: Mapping[str, str]) -> dict[str, str]:
        matches: dict[str, str] = {}
        for commit, patch in ids.items():
            same = (other for other in self._since[bases[commit]] if self._known.get(other) == patch)
            carrier = next(same, "") if commit in bases else ""
            if carrier:
                matches[commit] = carrier
        return matches

    def _bases_with_candidates(self, commits: Collection[str]) -> dict[str, str]:
        """Commit -> its fork from `head`, for those after whose fork `head` has commits."""
        bases: dict[str, str] = {}
        for commit in commits:
            base = self._base(commit)
            if base and self._commits_since(base):
                bases[commit] = base
        return bases

    def _base(self, commit: str) -> str:
        forks = self._forks.get(commit, frozenset())
        if len(forks) <= 1:
            return next(iter(forks), "")
        if forks not in self._bases:  # several merges between the two: git picks the best
            self._bases[forks] = self._git.attempt("merge-base", self._head, commit).out.decode().strip()
        return self._bases[forks]

    def _commits_since(self, base: str) -> list[str]:
        if base not in self._since:
            listed = self._git.attempt(
                "rev-list", "--no-merges", f"--max-count={MAX_CANDIDATES}", f"{base}..{self._head}"
            )
            self._since[base] = listed.out.decode().split()
        return self._since[base]

    def _read_patches(self, bases: Mapping[str, str], lines: Sequence[str]) -> dict[str, str]:
        """Commit -> patch id of what `lines` name, and of the commits of `head` since the bases, for `_known`."""
        commits = chain.from_iterable(self._since[base] for base in dict.fromkeys(bases.values()))
        new = [commit for commit in dict.fromkeys(commits) if commit not in self._known]
        ids = patch_ids(self._git, [*new, *lines]) if lines else {}
        self._known.update({commit: ids.get(commit, "") for commit in new})
        return {commit: ids[commit] for commit in bases if commit in ids}


def _fork_points(outside: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    """Commit -> the commits of HEAD's history that its own begins at."""
    forks: dict[str, frozenset[str]] = {}
    for commit in reversed(list(outside)):
        parents = outside[commit]
        each = [forks[parent] if parent in outside else frozenset((parent,)) for parent in parents]
        forks[commit] = each[0] if len(each) == 1 else frozenset().union(*each)
    return forks


def patch_ids(git: "Git", commits: Sequence[str]) -> dict[str, str]:
    """Commit -> stable patch id; commits without a change of their own have none.

    A line of two commits stands for the change from the second to the first. No commit is named by two lines. What git
    said before is not asked again where `git.patches` keeps it.
    """
    store = git.patches
    stamp = _describe_dependence(git) if store is not None else ""
    stored = store.read(stamp) if store is not None and stamp else {}
    missing = [line for line in commits if line not in stored]
    new_ids, is_complete = _ask_patch_ids(git, missing) if missing else ({}, True)
    ids = {line: new_ids.get(line.partition(" ")[0], stored.get(line, "")) for line in commits}
    identified = {
        line: patch for line, patch in ids.items() if patch
    }  # one without may be missing today and fetched later
    if new_ids and is_complete and store is not None and stamp:
        store.keep(stamp, {line: patch for line, patch in stored.items() if line not in identified} | identified)
    return {line.partition(" ")[0]: patch for line, patch in identified.items()}


def _ask_patch_ids(git: "Git", commits: Sequence[str]) -> tuple[dict[str, str], bool]:
    """Commit -> patch id, and whether git answered for every commit."""
    shown = git.attempt(*_DIFF, stdin="".join(f"{commit}\n" for commit in commits).encode())
    if not shown.out:
        return {}, not shown.code
    hashed = git.attempt("patch-id", "--stable", stdin=shown.out)
    ids: dict[str, str] = {}
    for line in hashed.out.decode().splitlines():
        patch, _, commit = line.partition(" ")
        ids[commit] = patch
    return ids, not (shown.code or hashed.code)


def _describe_dependence(git: "Git") -> str:
    """What patch ids depend on besides the commits: git itself, and which files it takes for text.

    Empty where a commit may not be what its name says: at the end of a shallow history, and where git replaces some.
    """
    replaced = any(
        os.path.exists(os.path.join(git.common_dir, name))
        for name in ("shallow", os.path.join("refs", "replace"), os.path.join("info", "grafts"))
    )
    if replaced or not git.top:
        return ""
    digest = blake2b(file_fingerprint(os.path.realpath(git.program)).encode(), digest_size=16)
    for folder, name in ((git.top, ".gitattributes"), (os.path.join(git.common_dir, "info"), "attributes")):
        try:
            text = read_regular(os.path.join(folder, name), _LONGEST_ATTRIBUTES) or b""
        except OSError:
            text = b""
        digest.update(b"%d\n%b" % (len(text), text))
    return digest.hexdigest()
