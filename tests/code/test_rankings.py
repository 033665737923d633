"""A ranking is kept while nothing changes that it depends on, and made anew as soon as something does."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from testing.repositories import Repo

from backstory.code import rankings, relevance
from backstory.code.index.store import CodeIndex
from backstory.code.ranked import Ranked
from backstory.code.rankings import find_files
from backstory.code.relevance import Ranking
from backstory.git.repository import Git
from backstory.redact.gate import Gate

GOAL = "connection timeouts in the pool"
POOL = "class ConnectionPool:\n    def take_connection(self, timeout):\n        return timeout\n"
FILES = {"shop/pool.py": POOL, "shop/cart.py": "class Cart:\n    pass\n", "README.md": "# Shop\n"}
RANK = relevance.rank_files


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rankings, "_SETTLED_NS", 0)


class Shop:
    """Asks with a new index each time, as commands do, and counts how often the files are ranked."""

    def __init__(self, repo: Repo, folder: Path) -> None:
        self.repo = repo
        self.folder = folder
        self.ranked = 0

    def rank(self, *args: object, **options: object) -> Ranking:
        self.ranked += 1
        return RANK(*args, **options)  # type: ignore[arg-type]

    def open(self, name: str, root: Path | None) -> CodeIndex:
        index = CodeIndex.open(str(self.folder / name), Gate())
        root = root or self.repo.root
        index.refresh(str(root), Git(str(root), self.repo.environ))
        return index

    def find(
        self, goal: str = GOAL, *, root: Path | None = None, author: str = "", **lifted: list[str]
    ) -> list[Ranked]:
        """The files for a goal. They are those that a new index gives."""
        index = self.open("code.db", root)
        lifted.setdefault("dirty", index.dirty())
        files = find_files(index, goal, symbols=10, author=author, **lifted)  # type: ignore[arg-type]
        index.close()
        return files

    def rank_anew(self, goal: str = GOAL) -> list[Ranked]:
        """The files for a goal, as an index gives them that was never asked."""
        index = self.open(f"{self.ranked}.{len(os.listdir(self.folder))}.db", None)
        return RANK(index, goal, symbols=10, dirty=index.dirty()).files


@pytest.fixture
def shop(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    repo.commit("first", **FILES)
    (tmp_path / "index").mkdir()
    shop = Shop(repo, tmp_path / "index")
    monkeypatch.setattr(relevance, "rank_files", shop.rank)
    return shop


def test_a_goal_that_is_asked_again_is_answered_without_a_ranking(shop: Shop) -> None:
    first = shop.find()

    assert shop.find() == first == shop.rank_anew()
    assert first[0].path == "shop/pool.py"
    assert first[0].symbol == "ConnectionPool"
    assert shop.ranked == 1


def test_each_goal_and_each_file_that_is_lifted_has_a_ranking_of_its_own(shop: Shop) -> None:
    shop.find()
    shop.find("the cart is empty")
    shop.find(pins=["shop/cart.py"])
    shop.find(anchored=["shop/cart.py"])
    assert shop.ranked == 4

    shop.find(pins=["shop/cart.py", "shop/cart.py"])
    assert shop.ranked == 4


def test_each_person_has_a_ranking_of_their_own(shop: Shop) -> None:
    ada = shop.find(author="Ada Lovelace <ada@example.org>")
    bob = shop.find(author="Bob")

    assert ada != bob == shop.find()
    assert shop.find(author="Ada Lovelace <ada@example.org>") == ada
    assert shop.ranked == 3


@pytest.mark.parametrize(
    "change",
    [
        lambda repo: repo.commit("pool: connection timeouts", **{"shop/wait.py": "def wait(timeout):\n    pass\n"}),
        lambda repo: repo.commit("connection timeouts in the cart", **{"shop/cart.py": POOL + "\n"}),
        lambda repo: repo.write("shop/cart.py", POOL),
        lambda repo: repo.write("shop/new_pool.py", POOL),
        lambda repo: (repo.root / "shop/pool.py").unlink(),
        lambda repo: repo.git("rm", "-q", "--cached", "shop/pool.py"),
        lambda repo: repo.git("mv", "shop/pool.py", "shop/lake.py"),
        lambda repo: repo.git("checkout", "-q", "other"),
        lambda repo: repo.git("rebase", "-q", "other"),
    ],
    ids=["commit", "changed", "edited", "untracked", "deleted", "index", "renamed", "branch", "rebase"],
)  # fmt: skip
def test_a_change_is_seen_at_once(shop: Shop, change: Callable[[Repo], object]) -> None:
    shop.repo.git("checkout", "-q", "-b", "other")
    shop.repo.commit("timeouts of the connection", **{"shop/socket.py": POOL.replace("Pool", "Socket")})
    shop.repo.git("checkout", "-q", "main")
    shop.repo.commit("second", **{"shop/price.py": "def price():\n    pass\n"})
    before = shop.find()

    change(shop.repo)

    after = shop.find()
    assert after == shop.rank_anew()
    assert after != before
    assert shop.find() == after
    assert shop.ranked == 2


def test_a_change_that_is_taken_back_is_seen_at_once(shop: Shop) -> None:
    before = shop.find()
    shop.repo.write("shop/pool.py", "def lake():\n    pass\n")
    during = shop.find()
    shop.repo.write("shop/pool.py", POOL)

    assert during != before
    assert shop.find() == before


def test_a_file_that_git_takes_for_unchanged_is_read_again(shop: Shop) -> None:
    shop.repo.git("update-index", "--assume-unchanged", "shop/pool.py")
    before = shop.find()
    shop.repo.write("shop/pool.py", "\n\n" + POOL)

    after = shop.find()

    assert after[0].line == before[0].line + 2
    assert shop.ranked == 2


def test_contents_of_another_working_tree_are_seen_at_once(shop: Shop, tmp_path: Path) -> None:
    shop.find()
    shop.repo.git("worktree", "add", "-q", str(tmp_path / "other"))
    (tmp_path / "other/shop/lake.py").write_text(POOL * 3)
    shop.find(root=tmp_path / "other")
    shop.find()

    assert shop.ranked == 3


def test_a_file_that_has_just_changed_keeps_no_ranking(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rankings, "_SETTLED_NS", 3_600_000_000_000)

    assert shop.find() == shop.find()
    assert shop.ranked == 2


def test_a_goal_is_cleaned_only_where_no_ranking_is_kept_for_it(shop: Shop) -> None:
    asked: list[str] = []

    def clean(goal: str) -> str:
        asked.append(goal)
        return goal.replace("hunter2", "")

    def find(goal: str) -> list[Ranked]:
        index = shop.open("code.db", None)
        files = find_files(index, goal, symbols=10, clean=clean)
        index.close()
        return files

    plain = find(GOAL)
    assert (find(GOAL), asked, shop.ranked) == (plain, [GOAL], 1)
    assert find(f"{GOAL}hunter2") == plain
    assert (len(asked), shop.ranked) == (2, 1)
    assert find(f"{GOAL}hunter2") == plain
    assert len(asked) == 3


def test_a_ranking_whose_reason_names_a_word_of_a_path_is_kept(shop: Shop) -> None:
    shop.repo.commit("more", **{"shop/voucher.py": "class Code:\n    pass\n"})

    assert any("`voucher`" in each.reason for each in shop.find("voucher code"))
    shop.find("voucher code")
    assert shop.ranked == 1


def test_a_ranking_with_a_word_that_the_gate_keeps_back_is_not_kept(shop: Shop) -> None:
    secret = "ghp_" + "x7Qk2mZp9RtVb4Ls8NcYw3Hd6JfGa1Ue5Xo0"
    shop.repo.write("shop/pool.py", f"{POOL}\nclass {secret}:\n    pass\n")

    ranked = shop.find(f"what is {secret} in the pool")
    shop.find(f"what is {secret} in the pool")

    assert any(secret in each.symbol or secret.lower() in each.reason.lower() for each in ranked)
    assert shop.ranked == 2
    kept = b"".join(path.read_bytes() for path in shop.folder.glob("code.db*"))
    assert secret[4:].encode() not in kept
    assert secret[4:].lower().encode() not in kept
