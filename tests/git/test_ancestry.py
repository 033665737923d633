"""Whether work has arrived: merged, rebased, squashed, cherry-picked, or not at all; on real repositories."""

import subprocess
import time
from pathlib import Path

import pytest

from backstory.git import process
from backstory.git.ancestry import Arrival, WorkPlace, decide_by_branch, find_arrivals
from backstory.git.reflog import read_branch_history
from backstory.git.repository import Git
from backstory.store.patch_ids import PatchIds

ENV = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": "/dev/null"}


class Repository:
    """A repository that tells where a record would be made."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "Ada")
        self.git("config", "user.email", "ada@example.org")
        self.commit("start.txt")

    def git(self, *args: str) -> str:
        ran = subprocess.run(["git", "-C", str(self.root), *args], capture_output=True, text=True, env=ENV, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    def commit(self, name: str, text: str = "") -> str:
        (self.root / name).write_text(text or f"{name}\n" * 5)
        self.git("add", "-A")
        self.git("commit", "-qm", name)
        return self.git("rev-parse", "HEAD")

    def place(self) -> WorkPlace:
        return WorkPlace(
            self.git("branch", "--show-current"), self.git("rev-parse", "HEAD")[:12], int(time.time() * 1000)
        )

    def here(self, place: WorkPlace) -> Arrival:
        """As git tells it. With the patch ids that earlier calls kept the answer is the same."""
        head, branch = self.git("rev-parse", "HEAD"), self.git("branch", "--show-current")
        arrival = find_arrivals(Git(str(self.root), ENV), [place], head, branch)[place]
        for _ in range(2):
            git = Git(str(self.root), ENV)
            git.patches = PatchIds(f"{self.root}.private")
            assert find_arrivals(git, [place], head, branch)[place] == arrival
        return arrival


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "r")


def test_own_branch_and_ancestors_are_here(repo: Repository) -> None:
    on_main = repo.place()
    assert repo.here(on_main).arrived
    repo.git("checkout", "-qb", "feature")
    assert repo.here(on_main).arrived, "what main knew before the fork is known on the branch"
    repo.commit("a.txt")
    assert repo.here(repo.place()).arrived


def test_unmerged_work_is_not_here(repo: Repository) -> None:
    repo.git("checkout", "-qb", "feature")
    uncommitted = repo.place()
    repo.commit("a.txt")
    committed = repo.place()
    repo.git("checkout", "-q", "main")
    assert not repo.here(committed).arrived
    assert not repo.here(uncommitted).arrived, "made on the branch before its first commit, at a commit of main"


def test_uncommitted_work_of_a_fresh_branch_is_not_here(repo: Repository) -> None:
    repo.git("checkout", "-qb", "feature")
    place = repo.place()
    repo.git("checkout", "-q", "main")
    assert not repo.here(place).arrived
    assert "not committed" in repo.here(place).why


def test_later_work_of_main_is_not_on_the_branch(repo: Repository) -> None:
    repo.git("branch", "feature")
    repo.commit("m.txt")
    place = repo.place()
    repo.git("checkout", "-q", "feature")
    assert not repo.here(place).arrived


@pytest.mark.parametrize("deleted", [False, True])
def test_merge_brings_it(repo: Repository, deleted: bool) -> None:
    repo.git("checkout", "-qb", "feature")
    early = repo.place()
    repo.commit("a.txt")
    late = repo.place()
    repo.git("checkout", "-q", "main")
    repo.commit("m.txt")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "feature")
    if deleted:
        repo.git("branch", "-qd", "feature")
    assert repo.here(early).arrived
    assert repo.here(late).arrived


@pytest.mark.parametrize("deleted", [False, True])
def test_rebase_brings_it(repo: Repository, deleted: bool) -> None:
    repo.git("checkout", "-qb", "feature")
    repo.commit("a.txt")
    place = repo.place()
    repo.git("checkout", "-q", "main")
    repo.commit("m.txt")
    assert not repo.here(place).arrived
    repo.git("rebase", "-q", "main", "feature")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--ff-only", "feature")
    if deleted:
        repo.git("branch", "-qd", "feature")
    assert repo.here(place).arrived


@pytest.mark.parametrize("deleted", [False, True])
def test_squash_brings_it(repo: Repository, deleted: bool) -> None:
    repo.git("checkout", "-qb", "feature")
    repo.commit("a.txt")
    first = repo.place()
    repo.commit("b.txt")
    second = repo.place()
    repo.git("checkout", "-q", "main")
    repo.commit("m.txt")
    assert not repo.here(second).arrived
    repo.git("merge", "-q", "--squash", "feature")
    repo.git("commit", "-qm", "feature (#1)")
    if deleted:
        repo.git("branch", "-qD", "feature")
    assert repo.here(first).arrived
    assert repo.here(second).arrived


def test_cherry_pick_brings_only_its_own(repo: Repository) -> None:
    repo.git("checkout", "-qb", "feature")
    picked = repo.commit("a.txt")
    first = repo.place()
    repo.commit("b.txt")
    second = repo.place()
    repo.git("checkout", "-q", "main")
    repo.commit("m.txt")
    repo.git("cherry-pick", picked)
    assert repo.here(first).arrived
    assert not repo.here(second).arrived


def test_unknown_commit_is_not_here(repo: Repository) -> None:
    place = WorkPlace("gone", "0123456789ab", 0)
    assert not repo.here(place).arrived
    assert "not in this clone" in repo.here(place).why


def test_worktree_sees_its_own_branch(repo: Repository, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    (tmp_path / "side" / "s.txt").write_text("s\n")
    subprocess.run(["git", "-C", str(tmp_path / "side"), "add", "-A"], env=ENV, check=True)
    subprocess.run(["git", "-C", str(tmp_path / "side"), "commit", "-qm", "s"], env=ENV, check=True)
    head = subprocess.run(
        ["git", "-C", str(tmp_path / "side"), "rev-parse", "HEAD"], env=ENV, check=True, capture_output=True, text=True
    ).stdout.strip()
    place = WorkPlace("side", head[:12], 0)
    assert not repo.here(place).arrived
    assert find_arrivals(Git(str(tmp_path / "side"), ENV), [place], head, "side")[place].arrived


def test_many_places_take_few_processes(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    places = [repo.place()]
    for n in range(12):
        repo.git("checkout", "-qb", f"f{n}", "main")
        for k in range(3):
            repo.commit(f"{n}-{k}.txt")
            places.append(repo.place())
    repo.git("checkout", "-q", "main")
    git = Git(str(repo.root), ENV)
    count = 0
    popen = process._popen

    def counted(*args: object, **options: object) -> object:
        nonlocal count
        count += 1
        return popen(*args, **options)

    monkeypatch.setattr(process, "_popen", counted)
    found = find_arrivals(git, places, repo.git("rev-parse", "HEAD"), "main")
    assert sum(a.arrived for a in found.values()) == 1
    assert count <= 12 * 4 + 8


def test_questions_of_one_command_share_their_answers_until_a_branch_moves(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.git("checkout", "-qb", "feature")
    repo.commit("a.txt")
    place = repo.place()
    repo.git("checkout", "-q", "main")
    repo.commit("b.txt")
    git, head = Git(str(repo.root), ENV), repo.git("rev-parse", "HEAD")
    started: list[str] = []
    popen = process._popen

    def noted(argv: list[str], *args: object, **options: object) -> object:
        started.extend(word for word in argv if word in ("for-each-ref", "symbolic-ref", "cat-file"))
        return popen(argv, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(process, "_popen", noted)
    first = find_arrivals(git, [place], head, "main")
    asked = len(started)
    assert find_arrivals(git, [place], head, "main") == first and not first[place].arrived
    assert len(started) == asked

    repo.git("merge", "-q", "--no-edit", "feature")
    assert find_arrivals(git, [place], repo.git("rev-parse", "HEAD"), "main")[place].arrived
    assert len(started) > asked


def test_fast_forward_brings_it_though_both_branches_stand_at_one_commit(repo: Repository) -> None:
    repo.git("checkout", "-qb", "feature")
    repo.commit("a.txt")
    place = repo.place()
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--ff-only", "feature")
    assert repo.here(place).arrived


@pytest.mark.parametrize("twin", ["branch", "worktree"])
def test_a_twin_at_the_merged_tip_takes_nothing_away(repo: Repository, tmp_path: Path, twin: str) -> None:
    repo.git("checkout", "-qb", "feature")
    repo.commit("a.txt")
    place = repo.place()
    repo.git("checkout", "-q", "main")
    repo.commit("m.txt")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "feature")
    command = ("branch", "twin") if twin == "branch" else ("worktree", "add", "-q", "-b", "twin", str(tmp_path / "t"))
    repo.git(*command, "feature")
    assert repo.here(place).arrived


@pytest.mark.parametrize("deleted", [False, True])
def test_work_that_was_amended_arrives_with_the_new_commit(repo: Repository, deleted: bool) -> None:
    repo.git("checkout", "-qb", "feature")
    repo.commit("a.txt")
    place = repo.place()
    (repo.root / "b.txt").write_text("b\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "--amend", "-m", "a and b")
    repo.git("checkout", "-q", "main")
    assert not repo.here(place).arrived
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "feature")
    if deleted:
        repo.git("branch", "-qd", "feature")
    assert repo.here(place).arrived


def test_what_arrived_stays_when_the_branch_goes_on(repo: Repository) -> None:
    repo.git("checkout", "-qb", "feature")
    repo.commit("a.txt")
    repo.commit("b.txt")
    place = repo.place()
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--squash", "feature")
    repo.git("commit", "-qm", "feature (#1)")
    assert repo.here(place).arrived
    repo.git("checkout", "-q", "feature")
    repo.git("merge", "-q", "-m", "catch up", "main")
    repo.commit("c.txt")
    repo.git("checkout", "-q", "main")
    assert repo.here(place).arrived, "the branch took the squash in, and went on"


def test_a_branch_that_was_forwarded_has_no_work_of_its_own(repo: Repository) -> None:
    repo.git("branch", "feature")
    repo.commit("m.txt")
    repo.git("checkout", "-q", "feature")
    repo.git("merge", "-q", "--ff-only", "main")
    place = repo.place()
    repo.git("checkout", "-q", "main")
    assert not repo.here(place).arrived
    assert "not committed" in repo.here(place).why


def test_a_renamed_branch_is_the_same_branch(repo: Repository) -> None:
    repo.git("checkout", "-qb", "feature")
    place = repo.place()
    repo.git("branch", "-m", "better")
    assert repo.here(place).arrived
    repo.git("checkout", "-q", "main")
    assert not repo.here(place).arrived
    repo.git("checkout", "-q", "better")
    repo.commit("a.txt")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--ff-only", "better")
    assert repo.here(place).arrived


def test_a_fetched_branch_goes_on_where_the_remote_one_stood(repo: Repository, tmp_path: Path) -> None:
    repo.git("checkout", "-qb", "feature")
    repo.commit("a.txt")
    repo.git("checkout", "-q", "main")
    subprocess.run(["git", "clone", "-q", str(repo.root), str(tmp_path / "clone")], env=ENV, check=True)
    clone = Repository.__new__(Repository)
    clone.root = tmp_path / "clone"
    clone.git("checkout", "-q", "feature")
    place = clone.place()
    clone.git("checkout", "-q", "main")
    assert not clone.here(place).arrived
    clone.git("merge", "-q", "--ff-only", "feature")
    assert clone.here(place).arrived


def test_a_known_carrier_counts_when_git_has_forgotten_the_branch(repo: Repository) -> None:
    repo.git("checkout", "-qb", "feature")
    repo.commit("a.txt")
    place = repo.place()
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--squash", "feature")
    repo.git("commit", "-qm", "feature (#1)")
    carrier = repo.here(place).carrier
    assert carrier == repo.git("rev-parse", "HEAD")
    repo.git("branch", "-qD", "feature")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    git, head = Git(str(repo.root), ENV), repo.git("rev-parse", "HEAD")
    assert not find_arrivals(git, [place], head, "main")[place].arrived
    assert find_arrivals(git, [place], head, "main", carried={place: [carrier]})[place].arrived


@pytest.mark.parametrize("name", ["../../../outside", "a/../../b", "a//b", ".", "a\0b"])
def test_a_name_that_is_no_branch_leads_to_no_file(repo: Repository, name: str) -> None:
    outside = repo.root / ".git" / "logs" / "outside"
    outside.write_text((repo.root / ".git" / "logs" / "HEAD").read_text())
    git = Git(str(repo.root), ENV)
    assert not read_branch_history(git, [name], ["main"], {}).states[name]


def test_what_names_no_commit_is_not_said_to_be_older_than_all() -> None:
    place = WorkPlace("main", "")
    decided = decide_by_branch(place, "0123456789ab", "main")
    assert decided is not None and (decided.arrived, decided.why) == (True, "names no commit")
    decided = decide_by_branch(place, "", "main")
    assert decided is not None and decided.why == "made before the first commit"
