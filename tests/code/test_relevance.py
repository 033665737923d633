"""Ranking files for a goal over a small real repository."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from testing.repositories import Repo

from backstory.code.index.goal import parse_goal
from backstory.code.index.store import CodeIndex
from backstory.code.relevance import rank_files
from backstory.code.windows import begins_word
from backstory.git.repository import Git

ENVIRON = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
FILES = {
    "shop/pool.py": "class ConnectionPool:\n    def take_connection(self, timeout):\n        raise "
    "PoolTimeout('gave up waiting')\n",
    "shop/cart.py": "class Cart:\n    def total(self):\n        return sum(self.prices)\n",
    "shop/currency.py": "def convert(amount, rate):\n    '''Amount in another currency.'''\n    return amount * rate\n",
    "shop/db/__init__.py": "from shop.pool import ConnectionPool\n",
    "tests/test_pool.py": "def test_take_connection_timeout():\n    ConnectionPool().take_connection(timeout=1)\n" * 3,
    "docs/pool.md": "# Connection pool\n",
    "web/PriceView.ts": "export class PriceView {\n  renderTotal() {\n  }\n}\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> CodeIndex:
    root = tmp_path_factory.mktemp("shop")
    subprocess.run(["git", "init", "-q", "-b", "main", root], env=ENVIRON, check=True)
    git = Git(str(root), ENVIRON)
    for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("commit.gpgsign", "false")):
        git.run("config", key, value)
    messages = {"shop/currency.py": "round half to even, as the ledger of the tax office does"}
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
        git.run("add", "-A")
        git.run("commit", "-q", "--no-verify", "-m", messages.get(name, "add a file"))
    found = CodeIndex.open(str(root / ".git" / "code.db"))
    found.refresh(str(root), git)
    return found


@pytest.mark.parametrize(
    ("goal", "first"),
    [
        ("connection timeouts in the pool", "shop/pool.py"),
        ("`Cart.total` is wrong for an empty cart", "shop/cart.py"),
        ('Traceback:\n  File "/srv/app/shop/currency.py", line 3, in convert\nValueError: bad', "shop/currency.py"),
        ("ledger of the tax office", "shop/currency.py"),
        ("the price view renders the wrong total", "web/PriceView.ts"),
        ('users see "gave up waiting" in the log', "shop/pool.py"),
        ("pool: wait longer", "shop/pool.py"),
    ],
)
def test_the_file_that_matters_comes_first(index: CodeIndex, goal: str, first: str) -> None:
    assert rank_files(index, goal).files[0].path == first


def test_words_of_people_count_only_where_the_goals_own_words_leave_it_open(index: CodeIndex) -> None:
    by_meaning = rank_files(index, "how much money").files

    assert by_meaning[0].path == "shop/currency.py"
    assert any(name.startswith("meant") for name in by_meaning[0].why)
    for goal in ("money: ledger of the tax office", "money in `Cart.total`"):
        assert not any(name.startswith("meant") for each in rank_files(index, goal).files for name in each.why)


def test_of_a_traceback_the_innermost_frame_of_the_project_counts_most(index: CodeIndex) -> None:
    goal = (
        "It fails\n\nTraceback (most recent call last):\n"
        '  File "/srv/app/shop/cart.py", line 3, in f\n    g()\n'
        '  File "/usr/lib/python3/site-packages/shop/currency.py", line 1, in g\n    h()\n'
        '  File "/usr/lib/python3/site-packages/other/pool.py", line 1, in h\n    i()\n'
    )
    mentions = {each.path: each.why.get("mention", 0.0) for each in rank_files(index, goal).files}

    assert mentions["shop/currency.py"] == 2 * mentions["shop/cart.py"] > 0
    assert not mentions.get("shop/pool.py")


def test_tests_are_named_beside_their_code(index: CodeIndex) -> None:
    ranked = rank_files(index, "take_connection ignores its timeout").files

    assert (ranked[0].path, ranked[0].tests) == ("shop/pool.py", ["tests/test_pool.py"])


def test_shares_sum_up_to_the_score_and_nothing_depends_on_the_run(index: CodeIndex) -> None:
    once = rank_files(index, "convert an amount to another currency").files

    assert all(abs(sum(r.why.values()) - r.score) < 0.01 for r in once)
    assert [r.score for r in once] == sorted((r.score for r in once), reverse=True)
    assert once == rank_files(index, "convert an amount to another currency").files


def test_pins_and_edited_files_are_lifted(index: CodeIndex) -> None:
    plain = [r.path for r in rank_files(index, "connection pool timeout").files]
    pinned = rank_files(index, "connection pool timeout", pins=["web/PriceView.ts"], dirty=["shop/cart.py"]).files

    order = [r.path for r in pinned]
    assert (
        order.index("shop/cart.py") <= plain.index("shop/cart.py")
        if "shop/cart.py" in plain
        else "shop/cart.py" in order
    )
    assert next(r for r in pinned if r.path == "web/PriceView.ts").why["pin"] > 0
    assert rank_files(index, "x", pins=["no/such/file.py"]).files == rank_files(index, "x").files


def test_an_empty_goal_ranks_by_what_changed_last(index: CodeIndex) -> None:
    assert rank_files(index, "").files[0].path == "web/PriceView.ts"


def test_roles_filter(index: CodeIndex) -> None:
    assert {r.path for r in rank_files(index, "connection pool", roles=frozenset({"test"})).files} == {
        "tests/test_pool.py"
    }


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(goal=st.text(max_size=300) | st.text(alphabet="\"'`*(){}:-^ANDORNOTx.#\n", max_size=80))
def test_any_text_is_a_goal(index: CodeIndex, goal: str) -> None:
    assert len(rank_files(index, goal, limit=3).files) <= 3


def test_parse_takes_a_goal_apart() -> None:
    goal = parse_goal(
        'Fix `Pool.take()` in src/db/pool.py\n\n  File "a/b.py", line 3, in x\nE   ValueError: pool is not open '
        "yet\nsee django.db.models.fields"
    )

    assert goal.title == "Fix `Pool.take()` in src/db/pool.py"
    assert {"src/db/pool.py", "a/b.py"} <= set(goal.paths)
    assert "django.db.models.fields" in goal.dotted
    assert goal.symbols["Pool"] == 3.0 and goal.symbols["take"] == 3.0
    assert "pool is not open yet" in goal.phrases or any("pool is not open" in p for p in goal.phrases)


def test_files_that_are_alike_come_in_the_order_of_a_fresh_index(tmp_path: Path) -> None:
    """More equal files than a query keeps: which are kept must not depend on when each was indexed."""
    root = tmp_path / "alike"
    root.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main", root], env=ENVIRON, check=True)
    git = Git(str(root), ENVIRON)
    for number in range(450):
        (root / f"m{number}.py").write_text(f"def retry_webhook():\n    return {number:04}\n")
    git.run("add", "-A")
    step_by_step = CodeIndex.open(str(tmp_path / "a.db"))
    step_by_step.refresh(str(root), git)
    for number in range(0, 450, 7):
        (root / f"m{number}.py").write_text(f"def retry_webhook():\n    return {number + 5000:04}\n")
    step_by_step.refresh(str(root), git)
    fresh = CodeIndex.open(str(tmp_path / "b.db"))
    fresh.refresh(str(root), git)
    for goal in ("retry the webhook", "`retry_webhook`", 'it says "def retry_webhook" there', "retry webhook return"):
        assert rank_files(step_by_step, goal, limit=500).files == rank_files(fresh, goal, limit=500).files, goal


def test_without_a_goal_the_program_comes_before_its_workflows(repo: Repo, tmp_path: Path) -> None:
    repo.commit("app", **{"src/app.py": "def run():\n    return 1\n", "src/ctx.py": "class Context:\n    pass\n"})
    repo.commit("ci", **{f".github/workflows/{name}.yaml": "on: push\n" for name in ("tests", "publish", "lint")})
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(repo.root), Git(str(repo.root), ENVIRON))
    paths = [ranked.path for ranked in rank_files(index, "").files]
    assert paths[:2] == ["src/app.py", "src/ctx.py"]
    assert ".github/workflows/tests.yaml" in paths


def test_a_reason_names_only_words_that_begin_in_the_text() -> None:
    data = b"def generate(rateLimit): separate()"

    assert begins_word(data, data.lower(), b"rate")
    assert begins_word(data, data.lower(), b"limit")
    assert not begins_word(data, data.lower(), b"parate")
    assert not begins_word(b"generate", b"generate", b"rate")
    assert not begins_word(b"", b"", b"rate")


@pytest.mark.parametrize(
    ("text", "word", "is_form"),
    [
        (b"start", b"star", False), (b"tryToStartAnother", b"star", False), (b"STARTED", b"star", False),
        (b"stars", b"star", True), (b"starred", b"star", True), (b"starRating", b"star", True),
        (b"stopped", b"stop", True), (b"queued", b"queue", True), (b"login", b"log", False), (b"logger", b"log", True),
        (b"settings", b"set", True), (b"settle", b"set", False), (b"configuration", b"config", True),
    ],
)  # fmt: skip
def test_a_short_word_is_no_beginning_of_another(text: bytes, word: bytes, is_form: bool) -> None:
    assert begins_word(text, text.lower(), word) is is_form


@pytest.mark.parametrize("goal", ["asdf qwer", "zxcv the asdf when it qwerts"])
def test_an_edited_file_does_not_answer_a_goal_of_which_nothing_is_there(index: CodeIndex, goal: str) -> None:
    for dirty in ("shop/cart.py", "tests/test_pool.py"):
        assert rank_files(index, goal, dirty=[dirty], author="Ada <ada@example.org>").files == []
    pinned = rank_files(index, goal, pins=["shop/cart.py"], dirty=["shop/pool.py"]).files
    assert [each.path for each in pinned if each.certainty == "likely"] == []
    assert pinned[0].reason.startswith("pinned")


def test_an_edited_test_is_no_test_that_fits(index: CodeIndex) -> None:
    ranked = rank_files(index, "amount in currency", dirty=["tests/test_pool.py"]).files
    assert ranked[0].path == "shop/currency.py"
    assert not any("a test of it" in each.reason for each in ranked)


def test_every_file_has_a_reason(index: CodeIndex) -> None:
    for goal in ("amount in another currency", "how much money", "asdf pool", "the total of a cart"):
        ranked = rank_files(index, goal, dirty=["docs/pool.md"], author="Ada <ada@example.org>").files
        assert ranked
        assert all(each.reason for each in ranked), goal
