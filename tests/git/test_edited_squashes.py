"""A squash that was edited while merging still brings the branch; what resembles it does not."""

import pytest
from testing.repositories import Repo

from backstory.git.edited_squashes import find_edited_squashes

POOL = "".join(f"def take_{name}(self):\n    return self.pool[{place}]\n" for place, name in enumerate("abcdef"))


def branch_off(repo: Repo) -> str:
    """`work` with two commits on top of `main`, which has gone on; `main` is checked out. Returns the fork."""
    fork = repo.commit("base", **{"pool.py": "class Pool:\n    pass\n", "README.md": "# Shop\n"})
    repo.git("checkout", "-qb", "work")
    repo.commit("Take from the pool", **{"pool.py": "class Pool:\n    pass\n\n" + POOL})
    repo.commit(
        "Test the pool", **{"test_pool.py": "def test_take():\n    assert Pool().take_a()\n", "ü name.py": "e = 5\n"}
    )
    repo.git("checkout", "-q", "main")
    repo.commit("Say more", **{"README.md": "# Shop\n\nIt sells bicycles.\n"})
    return fork


def find(repo: Repo, fork: str) -> str:
    tip, head = repo.git("rev-parse", "work"), repo.git("rev-parse", "main")
    since = repo.git("rev-list", "--no-merges", f"{fork}..{head}").split()
    return find_edited_squashes(repo.asked, head, {tip: fork}, {fork: since}).get(tip, "")


def squash(repo: Repo, *edits: tuple[str, str, str]) -> str:
    repo.git("merge", "-q", "--squash", "work")
    for path, old, new in edits:
        text = (repo.root / path).read_text()
        assert old in text
        repo.write(path, text.replace(old, new))
    commit = repo.commit("The pool (#12)")
    repo.commit("Say even more", **{"README.md": "# Shop\n\nIt sells bicycles and their parts.\n"})
    return commit


@pytest.mark.parametrize("edits", [
    (),
    (("pool.py", "take_b", "fetch_b"),),
    (("pool.py", "    return self.pool[2]\n", "    return self.pool.get(2)\n"), ("pool.py", "take_f", "fetch_f")),
    (("pool.py", "class Pool:", '"""The pool."""\n\n\nclass Pool:'),),
    (("pool.py", "    return self.pool[", "        return self.pool["),),
    (("ü name.py", "e = 5", "e = 6"), ("pool.py", "take_c", "fetch_c")),
])  # fmt: skip
def test_an_edited_squash_is_found(repo: Repo, edits: tuple[tuple[str, str, str], ...]) -> None:
    fork = branch_off(repo)
    assert squash(repo, *edits) == find(repo, fork)


def test_half_of_a_change_is_none(repo: Repo) -> None:
    fork = branch_off(repo)
    squash(repo, ("pool.py", "self.pool[", "self.shelf["))
    assert find(repo, fork) == ""


def test_nothing_of_it_is_none(repo: Repo) -> None:
    fork = branch_off(repo)
    repo.commit("Another pool", **{"pool.py": "class Pool:\n    size = 4\n"})
    assert find(repo, fork) == ""


def test_what_came_after_an_earlier_squash_has_not_arrived(repo: Repo) -> None:
    fork = branch_off(repo)
    squash(repo)
    repo.git("checkout", "-q", "work")
    repo.commit("Give back", **{"give.py": "def give(self, one):\n    self.pool.append(one)\n"})
    repo.git("checkout", "-q", "main")
    assert find(repo, fork) == ""


def test_a_change_of_few_lines_is_not_compared(repo: Repo) -> None:
    fork = repo.commit("base", **{"a.py": "a = 1\n"})
    repo.git("checkout", "-qb", "work")
    repo.commit("Two", **{"a.py": "a = 2\n"})
    repo.git("checkout", "-q", "main")
    repo.commit("Two here", **{"a.py": "a = 2\nb = 1\n"})
    assert find(repo, fork) == ""
