"""Work goes on where it was: the last changes of the person who asks count, behind files that stand out."""

from pathlib import Path

import pytest
from testing.repositories import Repo

from backstory.code.index.store import CodeIndex
from backstory.code.ranked import Ranked
from backstory.code.relevance import rank_files
from backstory.git.repository import Git

FILES = {f"shop/part{number}.py": f"def read_{number}(order):\n    return order  # review\n" for number in range(60)}
FILES["shop/price.py"] = "def read_price(order):\n    return order.price\n"
OWN, OTHERS, WIDE = "shop/quay.py", "shop/dock.py", "shop/pier.py"
VAGUE = "address the feedback of the review"
PLAIN = "def run():\n    pass\n"


@pytest.fixture
def index(repo: Repo, tmp_path: Path) -> CodeIndex:
    def commit(author: str, **files: str) -> None:
        repo.git("config", "user.name", author)
        repo.commit("next part", **files)

    commit("Bob", **FILES, **{OWN: "", OTHERS: "", WIDE: ""})
    commit("Ada", **{f"shop/gen/part{number}.py": "" for number in range(30)}, **{WIDE: PLAIN})
    commit("Ada", **{OWN: PLAIN, "tests/test_quay.py": PLAIN})
    commit("Bob", **{OTHERS: PLAIN})
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(repo.root), Git(str(repo.root), repo.environ))
    return index


def rank(index: CodeIndex, goal: str, author: str, limit: int = 10) -> dict[str, Ranked]:
    return {each.path: each for each in rank_files(index, goal, limit=limit, author=author).files}


@pytest.mark.parametrize("author", ["Ada", "Ada <ada@example.org>"])
def test_a_goal_that_hardly_says_its_place_gets_the_last_changes_of_the_person(index: CodeIndex, author: str) -> None:
    ranked = rank(index, VAGUE, author)

    assert ranked[OWN].reason == "you changed it lately"
    assert ranked[OWN].certainty != "likely"
    assert OTHERS not in ranked
    assert abs(sum(ranked[OWN].why.values()) - ranked[OWN].score) < 0.01


@pytest.mark.parametrize("author", ["", "Eve <eve@example.org>", "<ada@example.org>", "ad"])
def test_nobody_elses_changes_count(index: CodeIndex, author: str) -> None:
    assert rank_files(index, VAGUE, author=author) == rank_files(index, VAGUE)


@pytest.mark.parametrize("goal", ["read the price of the order", "`read_price` fails"])
def test_a_file_that_stands_out_stays_first(index: CodeIndex, goal: str) -> None:
    first, *_ = rank_files(index, goal).files

    ranked = list(rank(index, goal, "Ada"))

    assert ranked[0] == first.path


def test_a_commit_of_many_files_and_tests_count_for_nothing(index: CodeIndex) -> None:
    ranked = rank(index, VAGUE, "Ada", limit=100)

    assert WIDE not in ranked
    assert list(ranked).index("tests/test_quay.py") > list(ranked).index(OWN)


def test_only_files_of_the_roles_that_are_asked_for_are_added(index: CodeIndex) -> None:
    files = rank_files(index, VAGUE, author="Ada", roles=frozenset(["test"])).files

    assert OWN not in {each.path for each in files}


def test_a_goal_of_which_nothing_is_here_still_gives_no_file(index: CodeIndex) -> None:
    assert not rank_files(index, "xylophone", author="Ada").files
