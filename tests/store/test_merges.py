"""Memory under git: every merge history ends with all records, no conflicts, and the same reading of them."""

import itertools
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.store.conftest import ENVIRON, ID, make

from backstory.model.record import Link, Record, immutable_part
from backstory.redact.gate import Gate
from backstory.store.codec import encode_record, normalize_record
from backstory.store.records import RecordStore
from backstory.store.scaffold import write_scaffold

Git = Callable[..., str]
SHARED = make(0, title="The shared record", tags=("base",))
ORDERS = list(itertools.permutations("abc"))


class Clone:
    """A working tree with its team memory."""

    def __init__(self, root: Path, git: Git, gate: Gate) -> None:
        self.root = root
        self._git = git
        self.store = RecordStore(str(root / ".backstory" / "memory"), "team", gate)

    def git(self, *args: str) -> str:
        return self._git(self.root, *args)

    def commit(self, message: str) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def read(self) -> dict[str, Record]:
        """Every record by id; each file reads without an error."""
        out: dict[str, Record] = {}
        for file in self.store.files():
            found = self.store.read(file.path)
            assert found.record is not None
            assert found.record.id not in out, "one record in two files"
            out[found.record.id] = found.record
        return out

    def fold(self) -> dict[str, tuple[object, ...]]:
        """What the records mean, whatever the order of lines and lists."""
        return {
            i: (*immutable_part(r), r.tier, r.status, frozenset(r.tags), frozenset(r.links))
            for i, r in self.read().items()
        }

    def path(self, record: Record) -> str:
        return self.store.path_of(record)

    def conflicts(self) -> list[str]:
        return self.git("diff", "--name-only", "--diff-filter=U").split()


def act(clone: Clone, branch: str, count: int) -> None:
    """What a branch does: records of its own, and edits of the shared one that others edit as well."""
    base = {"a": 1, "b": 2, "c": 3}[branch] * 1000
    for n in range(count):
        clone.store.add(make(base + n, title=f"Said on {branch}, number {n}", tags=(branch,)))
    newer = make(base + 999, title="A correction", links=(Link("supersedes", SHARED.id),))
    clone.store.add(newer)
    changes = {
        "a": {"tags": ["base", "from-a"], "tier": "pinned"},
        "b": {"tags": ["base", "from-b"], "status": "retracted"},
        "c": {"tags": ["base", "from-c"], "tier": "working", "links": [f"relates_to {newer.id}"]},
    }[branch]
    clone.store.change(clone.path(SHARED), changes)
    clone.store.add(make(500, title="The same import on every branch"))


def started(root: Path, git: Git, gate: Gate, *, attributes: bool = True, count: int = 12) -> Clone:
    root.mkdir()
    git(root, "init", "-q")
    write_scaffold(str(root / ".backstory"), ID)
    if not attributes:
        (root / ".backstory" / ".gitattributes").unlink()
    clone = Clone(root, git, gate)
    clone.store.add(SHARED)
    clone.commit("base")
    for branch in "abc":
        git(root, "checkout", "-q", "-b", branch, "main")
        act(clone, branch, count)
        clone.commit(f"work on {branch}")
    git(root, "checkout", "-q", "main")
    return clone


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    from tests.store.conftest import run_git

    return started(tmp_path_factory.mktemp("merges") / "origin", run_git, Gate())


@pytest.fixture
def clone(origin: Clone, tmp_path: Path, git: Git, gate: Gate) -> Clone:
    git(tmp_path, "clone", "-q", str(origin.root), "clone")
    made = Clone(tmp_path / "clone", git, gate)
    for branch in "abc":
        made.git("branch", "-q", branch, f"origin/{branch}")
    return made


def expected(count: int = 12) -> set[str]:
    out = {SHARED.id, make(500).id}
    for base in (1000, 2000, 3000):
        out |= {make(base + n).id for n in (*range(count), 999)}
    return out


def check_all(clone: Clone) -> None:
    got = clone.read()
    assert set(got) == expected()
    shared = got[SHARED.id]
    assert immutable_part(shared) == immutable_part(normalize_record(SHARED))
    assert set(shared.tags) == {"base", "from-a", "from-b", "from-c"}
    assert (shared.tier, shared.status) == ("working", "retracted")
    assert Link("relates_to", make(3999).id) in shared.links
    assert clone.conflicts() == []
    assert clone.git("status", "--porcelain") == ""


@pytest.mark.parametrize("order", ORDERS, ids="".join)
def test_merges_in_every_order(clone: Clone, order: tuple[str, ...]) -> None:
    for branch in order:
        clone.git("merge", "-q", "--no-edit", branch)
    check_all(clone)


def test_every_order_means_the_same(origin: Clone, tmp_path: Path, git: Git, gate: Gate) -> None:
    folds = []
    for n, order in enumerate(ORDERS):
        git(tmp_path, "clone", "-q", str(origin.root), str(n))
        one = Clone(tmp_path / str(n), git, gate)
        for branch in order:
            one.git("merge", "-q", "--no-edit", f"origin/{branch}")
        folds.append(one.fold())
    assert all(f == folds[0] for f in folds)


EDITS: tuple[dict[str, str | list[str] | None], ...] = (
    {"tier": "pinned"},
    {"tier": "off-context"},
    {"status": "retracted"},
    {"tags": ["base", "db"]},
    {"tags": None},
    {"links": [f"relates_to {make(9).id}"]},
    {"anchors": ["src/a.py"]},
    {"outcome": "worked"},
)


def without_tags(text: str) -> str:
    return text.replace("tags: [base]\n", "")


def as_written_earlier(text: str) -> str:
    """The file as versions wrote it that had the tier behind the title."""
    head, title, tail = text.partition("title: The shared record\n")
    return head.replace("tier: reference\n", "") + title + "tier: reference\n" + tail


@pytest.mark.parametrize("shape", [str, without_tags, as_written_earlier], ids=lambda shape: shape.__name__)
def test_an_edit_on_each_side_changes_what_each_side_changed(
    tmp_path: Path, git: Git, gate: Gate, shape: Callable[[str], str]
) -> None:
    """A pin on a branch does not vanish because another branch adds a tag, and the other way round."""
    root = tmp_path / "one"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    write_scaffold(str(root / ".backstory"), ID)
    clone = Clone(root, git, gate)
    clone.store.add(SHARED)
    path = Path(clone.path(SHARED))
    path.write_text(shape(path.read_text()))
    base = clone.commit("base")
    for number, (ours, theirs) in enumerate(itertools.permutations(EDITS, 2)):
        if ours.keys() == theirs.keys() or (shape is as_written_earlier and {"tier", "tags"} == {*ours, *theirs}):
            continue  # one key on both sides, and two lines that earlier versions wrote side by side
        for name, edit in (("ours", ours), ("theirs", theirs)):
            git(root, "checkout", "-q", "-B", f"{name}-{number}", base)
            clone.store.change(str(path), edit)
            clone.commit(name)
        git(root, "merge", "-q", "--no-edit", f"ours-{number}")
        found = clone.store.read(str(path))
        assert found.record is not None
        for key in ("tier", "status"):
            assert path.read_text().count(f"\n{key}: ") <= 1, path.read_text()
        for edit in (ours, theirs):
            for key, value in edit.items():
                there = found.record.fields if key == "outcome" else {key: getattr(found.record, key)}
                listed = isinstance(there[key], tuple)
                assert (list(map(str, there[key])) if listed else there[key]) == (value or [])


def test_rebase(clone: Clone) -> None:
    clone.git("checkout", "-q", "main")
    clone.git("merge", "-q", "a")
    for branch in ("b", "c"):
        clone.git("checkout", "-q", branch)
        clone.git("rebase", "-q", "main")
        clone.git("checkout", "-q", "main")
        clone.git("merge", "-q", "--ff-only", branch)
    check_all(clone)


def test_squash(clone: Clone) -> None:
    for branch in "abc":
        clone.git("merge", "-q", "--squash", branch)
        clone.commit(f"squashed {branch}")
    check_all(clone)


def test_cherry_pick(clone: Clone) -> None:
    for branch in "cab":
        clone.git("cherry-pick", branch)
    check_all(clone)


def test_cherry_pick_and_then_the_whole_branch(clone: Clone) -> None:
    clone.git("cherry-pick", "b")
    for branch in "abc":
        clone.git("merge", "-q", "--no-edit", branch)
    check_all(clone)


def test_octopus(clone: Clone) -> None:
    """Without the shared edits: an octopus refuses what needs a merge of contents."""
    for branch in "abc":
        clone.git("checkout", "-q", branch)
        clone.git("checkout", "-q", "main", "--", clone.path(SHARED))
        clone.commit("its own records only")
    clone.git("checkout", "-q", "main")
    clone.git("merge", "-q", "--no-edit", "a", "b", "c")
    assert set(clone.read()) == expected()


def test_stash_pop(clone: Clone) -> None:
    clone.store.change(clone.path(SHARED), {"tags": ["base", "in-hand"]})
    clone.store.add(make(7777))
    clone.git("stash", "-q", "-u")
    clone.git("merge", "-q", "a")
    clone.git("stash", "pop", "-q")
    got = clone.read()
    assert set(got[SHARED.id].tags) == {"base", "from-a", "in-hand"}
    assert make(7777).id in got


def test_two_clones_and_a_pull(origin: Clone, tmp_path: Path, git: Git, gate: Gate) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(origin.root), "hub.git")
    clones = []
    for name in ("one", "two"):
        git(tmp_path, "clone", "-q", "hub.git", name)
        clones.append(Clone(tmp_path / name, git, gate))
    for n, clone in enumerate(clones):
        clone.store.add(make(8000 + n))
        clone.store.change(clone.path(SHARED), {"tags": ["base", f"clone-{n}"], "tier": ("pinned", "off-context")[n]})
        clone.commit("work")
    clones[0].git("push", "-q", "origin", "main")
    clones[1].git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    clones[1].git("push", "-q", "origin", "main")
    clones[0].git("pull", "-q", "--no-rebase", "origin", "main")
    assert clones[0].fold() == clones[1].fold()
    shared = clones[0].read()[SHARED.id]
    assert set(shared.tags) == {"base", "clone-0", "clone-1"} and shared.tier == "off-context"


def test_a_merge_on_a_web_page_knows_no_attributes(tmp_path: Path, git: Git, gate: Gate) -> None:
    """Then the shared record conflicts; unresolved, it reads as the same set of values, and every other is there."""
    clone = started(tmp_path / "plain", git, gate, attributes=False)
    with_driver = started(tmp_path / "union", git, gate)
    for branch in "abc":
        done = subprocess.run(
            ["git", "merge", "-q", "--no-edit", branch], cwd=clone.root, env=ENVIRON, capture_output=True
        )
        if done.returncode:
            assert [Path(p).name for p in clone.conflicts()] == [Path(clone.path(SHARED)).name]
            found = clone.store.read(clone.path(SHARED))
            assert found.conflicted and found.record is not None
            clone.commit("committed as it stood")
        with_driver.git("merge", "-q", "--no-edit", branch)
    got, want = clone.fold(), with_driver.fold()
    assert set(got) == set(want) == expected()
    assert {i: f for i, f in got.items() if i != SHARED.id} == {i: f for i, f in want.items() if i != SHARED.id}
    tags = got[SHARED.id][-2]
    assert isinstance(tags, frozenset) and tags >= {"base", "from-b", "from-c"}


def test_one_side_removes_what_the_other_retags(clone: Clone) -> None:
    clone.git("checkout", "-q", "-b", "removes", "main")
    clone.store.remove(clone.path(SHARED))
    clone.commit("removed")
    done = subprocess.run(["git", "merge", "-q", "--no-edit", "a"], cwd=clone.root, env=ENVIRON, capture_output=True)
    assert done.returncode == 1, "git asks the person: that is why retracting is an edit and not a removal"
    assert clone.conflicts() == [str(Path(clone.path(SHARED)).relative_to(clone.root))]


def test_line_ends_of_another_system(clone: Clone) -> None:
    clone.git("config", "core.autocrlf", "true")
    clone.git("checkout", "-q", "a")
    assert b"\r" not in Path(clone.path(SHARED)).read_bytes()
    path = Path(clone.path(SHARED))
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert clone.git("status", "--porcelain").strip() in ("", f"M {path.relative_to(clone.root)}")
    assert clone.git("diff") == ""


def test_the_same_record_is_the_same_bytes(origin: Clone) -> None:
    same = make(500, title="The same import on every branch", scope="team")
    listing = {b: origin.git("ls-tree", "-r", b) for b in "abc"}
    oids = {line.split()[2] for text in listing.values() for line in text.splitlines() if "the-same-import" in line}
    assert len(oids) == 1
    done = subprocess.run(
        ["git", "hash-object", "--stdin"],
        cwd=origin.root,
        env=ENVIRON,
        input=encode_record(normalize_record(same)),
        capture_output=True,
    )
    assert oids == {done.stdout.decode().strip()}


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS, ids="".join)
def test_two_hundred_records_a_branch(tmp_path: Path, git: Git, gate: Gate, order: tuple[str, ...]) -> None:
    clone = started(tmp_path / "large", git, gate, count=200)
    for branch in order:
        clone.git("merge", "-q", "--no-edit", branch)
    assert set(clone.read()) == expected(200)
