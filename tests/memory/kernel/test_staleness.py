"""States of anchored records: fresh, changed, moved, gone; followed through git's renames."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.memory.conftest import git

from backstory.api import Memory
from backstory.memory.kernel.staleness import MAX_QUICK_SEARCHES, anchor_states, confirm_anchors, find_code_changes
from backstory.model.errors import Invalid
from backstory.model.record import Anchor, Draft
from backstory.survey.anchors import anchor_digest, find_symbol

Opened = Callable[..., Memory]


def state(m: Memory, ident: str) -> str:
    found = anchor_states(m, [m.get(ident)])
    return next(iter(found[ident].anchors.values()))


@pytest.fixture
def pool(repo: Path, opened: Opened) -> str:
    """A decision about `Pool` in `src/pool.py`."""
    return (
        opened().remember(Draft(kind="decision", title="one pool", anchors=[Anchor("src/pool.py", "Pool")])).record.id
    )


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_fresh_until_the_symbol_itself_changes(repo: Path, opened: Opened, pool: str) -> None:
    assert state(opened(), pool) == "fresh"
    edit(repo / "src" / "pool.py", "import os", "import os\nimport sys")
    edit(repo / "src" / "pool.py", "return os.name", "return sys.platform")
    assert state(opened(), pool) == "fresh", "other code of the file changed"
    edit(repo / "src" / "pool.py", "return 1", "return 2")
    assert state(opened(), pool) == "changed"
    edit(repo / "src" / "pool.py", "return 2", "return 1")
    assert state(opened(), pool) == "fresh"


@pytest.mark.parametrize("committed", [False, True])
def test_follows_a_renamed_file(repo: Path, opened: Opened, pool: str, committed: bool) -> None:
    (repo / "lib").mkdir()
    git(repo, "mv", "src/pool.py", "lib/connections.py")
    if committed:
        git(repo, "commit", "-qm", "rename")
    assert state(opened(), pool) == "moved:lib/connections.py#Pool"


def test_follows_two_renames_and_sees_a_change_there(repo: Path, opened: Opened, pool: str) -> None:
    git(repo, "mv", "src/pool.py", "a.py")
    git(repo, "commit", "-qm", "one")
    git(repo, "mv", "a.py", "b.py")
    git(repo, "commit", "-qm", "two")
    assert state(opened(), pool) == "moved:b.py#Pool"
    edit(repo / "b.py", "return 1", "return 2")
    assert state(opened(), pool) == "changed"


def test_a_definition_that_moved_to_another_file(repo: Path, opened: Opened, pool: str) -> None:
    text = (repo / "src" / "pool.py").read_text()
    start = text.index("class Pool")
    end = text.index("def helper")
    (repo / "src" / "new.py").write_text(text[start:end].rstrip() + "\n")
    (repo / "src" / "pool.py").write_text(text[:start] + text[end:])
    assert state(opened(), pool) == "moved:src/new.py#Pool"


def test_gone_with_its_file_or_its_definition(repo: Path, opened: Opened, pool: str) -> None:
    text = (repo / "src" / "pool.py").read_text()
    (repo / "src" / "pool.py").write_text(text[: text.index("class Pool")] + text[text.index("def helper") :])
    assert state(opened(), pool) == "gone"
    git(repo, "rm", "-qf", "src/pool.py")
    git(repo, "commit", "-qm", "away")
    assert state(opened(), pool) == "gone"


def test_whole_files_and_globs(repo: Path, opened: Opened) -> None:
    m = opened()
    file = m.remember(Draft(kind="fact", title="the readme", anchors=[Anchor("README.md")])).record.id
    glob = m.remember(Draft(kind="fact", title="all sources", anchors=[Anchor("src/*.py")])).record.id
    assert state(opened(), file) == state(opened(), glob) == "fresh"
    (repo / "src" / "more.py").write_text("x = 1\n")
    assert state(opened(), glob) == "changed"
    (repo / "README.md").write_text("# Shop\r\n\r\nA small web shop for bicycles and their parts.\r\n")
    assert state(opened(), file) == "fresh", "line endings are no change"


def test_gone_decisions_leave_the_brief_and_stay_on_disk(repo: Path, opened: Opened, pool: str) -> None:
    assert "one pool" in opened().brief().text
    git(repo, "rm", "-qf", "src/pool.py")
    after = opened()
    assert "one pool" not in after.brief().text
    assert any("one pool" in left.title for left in after.brief().brief.left_out)
    assert Path(after.get(pool).path).exists()


def test_changed_code_is_flagged_in_the_brief(repo: Path, opened: Opened, pool: str) -> None:
    edit(repo / "src" / "pool.py", "return 1", "return 2")
    text = opened().brief().text
    assert "one pool" in text
    assert "changed" in text


def test_confirming_takes_the_code_as_it_is_and_says_who(repo: Path, opened: Opened, pool: str) -> None:
    edit(repo / "src" / "pool.py", "return 1", "return 2")
    git(repo, "mv", "src/pool.py", "pool.py")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "both")
    record = confirm_anchors(opened(), pool)
    assert record.fields["verified"].endswith("Ada <ada@example.org>")
    git(repo, "rm", "-qf", "pool.py")
    git(repo, "commit", "-qm", "away")
    with pytest.raises(Invalid):
        confirm_anchors(opened(), pool)


def test_nothing_is_read_twice(repo: Path, opened: Opened, pool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert state(opened(), pool) == "fresh"
    from backstory.survey import anchors

    monkeypatch.setattr(anchors, "anchor_digest", lambda *a, **k: pytest.fail("read again"))
    assert state(opened(), pool) == "fresh"


def test_a_method_that_was_renamed_is_followed_by_its_text(opened: Opened, repo: Path) -> None:
    m = opened()
    ident = m.remember(Draft(kind="decision", title="One pool", anchors=[Anchor("src/pool.py", "Pool.get")])).record.id
    path = repo / "src" / "pool.py"
    path.write_text(path.read_text().replace("def get(", "def acquire("))

    states = anchor_states(m.reopened(), [m.reopened().get(ident)])

    assert states[ident].anchors == {"src/pool.py#Pool.get": "moved:src/pool.py#Pool.acquire"}

    path.write_text(path.read_text().replace("return 1", "return 2"))
    states = anchor_states(m.reopened(), [m.reopened().get(ident)])
    assert states[ident].anchors == {"src/pool.py#Pool.get": "gone"}


def cut_pool(repo: Path) -> str:
    """Takes the class `Pool` out of its file, and returns its text."""
    path = repo / "src" / "pool.py"
    text = path.read_text()
    start, end = text.index("class Pool"), text.index("def helper")
    path.write_text(text[:start] + text[end:])
    return text[start:end].rstrip() + "\n"


@pytest.mark.parametrize("committed", [False, True])
def test_a_definition_that_moved_to_another_file_under_another_name(
    repo: Path, opened: Opened, pool: str, committed: bool
) -> None:
    (repo / "src" / "new.py").write_text(cut_pool(repo).replace("Pool", "Connections"))
    if committed:
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", "split")
    assert state(opened(), pool) == "moved:src/new.py#Connections"
    assert "one pool" in opened().brief().text
    assert find_code_changes(opened(), [opened().get(pool)], is_quick=True) == {
        pool: {"src/pool.py#Pool": "moved:src/new.py#Connections"}
    }


def test_a_definition_that_was_renamed_in_a_file_that_was_renamed(repo: Path, opened: Opened, pool: str) -> None:
    git(repo, "mv", "src/pool.py", "src/connections.py")
    edit(repo / "src" / "connections.py", "class Pool", "class Connections")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "rename both")
    assert state(opened(), pool) == "moved:src/connections.py#Connections"


def test_the_members_of_a_class_that_was_renamed(repo: Path, opened: Opened) -> None:
    m = opened()
    ident = m.remember(Draft(kind="decision", title="One get", anchors=[Anchor("src/pool.py", "Pool.get")])).record.id
    edit(repo / "src" / "pool.py", "class Pool", "class Connections")
    assert state(opened(), ident) == "moved:src/pool.py#Connections.get"


def test_an_equal_definition_that_was_there_before_is_no_new_place(repo: Path, opened: Opened) -> None:
    path = repo / "src" / "pool.py"
    twin = "\n\nclass Other:\n    def fetch(self):\n        return one_of_the_free_ones()\n"
    path.write_text(path.read_text() + twin + twin.replace("Other", "Third").replace("fetch", "take"))
    git(repo, "commit", "-qam", "twins")
    m = opened()
    ident = m.remember(Draft(kind="fact", title="slow", anchors=[Anchor("src/pool.py", "Third.take")])).record.id
    path.write_text(path.read_text().replace(twin.replace("Other", "Third").replace("fetch", "take"), ""))
    assert state(opened(), ident) == "gone"


def test_a_definition_that_was_never_committed_is_only_followed_by_its_name(repo: Path, opened: Opened) -> None:
    path = repo / "src" / "pool.py"
    before = path.read_text()
    own = "def measure_all_pools():\n    return sum_of_everything()\n"
    path.write_text(before + "\n\n" + own)
    anchor = Anchor("src/pool.py", "measure_all_pools")
    ident = opened().remember(Draft(kind="fact", title="slow", anchors=[anchor])).record.id
    path.write_text(before)
    (repo / "src" / "new.py").write_text(own)
    assert state(opened(), ident) == "moved:src/new.py#measure_all_pools"
    (repo / "src" / "new.py").write_text(own.replace("measure_all_pools", "measure"))
    assert state(opened(), ident) == "gone"


def test_a_quick_check_searches_for_few_definitions_anew(repo: Path, opened: Opened) -> None:
    m = opened()
    path = repo / "src" / "pool.py"
    names = [f"part_{number}" for number in range(MAX_QUICK_SEARCHES + 2)]
    path.write_text(
        path.read_text() + "".join(f"\n\ndef {name}():\n    return call('{name} of it')\n" for name in names)
    )
    git(repo, "commit", "-qam", "parts")
    for name in names:
        m.remember(Draft(kind="fact", title=f"about {name}", anchors=[Anchor("src/pool.py", name)]))
    text = path.read_text()
    path.write_text(text[: text.index("def part_0")])
    (repo / "src" / "parts.py").write_text(text[text.index("def part_0") :])

    def count_states() -> dict[str, int]:
        changes = find_code_changes(opened(), opened().fresh().rows(), is_quick=True)
        return Counter(state.partition(":")[0] for states in changes.values() for state in states.values())

    assert count_states() == {"moved": MAX_QUICK_SEARCHES, "gone": 2}
    assert count_states() == {"moved": MAX_QUICK_SEARCHES + 2}, "the rest is searched for the next time"


_RUST = """\
pub struct Pool {
    size: usize,
}

impl Pool {
    pub fn take(&mut self) -> usize {
        self.size -= 1;
        self.size
    }
}

impl<T> From<Other<T>> for pools::Pool<T> where T: Clone {
    fn from(other: Other<T>) -> Self {
        Pool { size: other.len() }
    }
}

impl From<Pool> for Other {
    fn from(pool: Pool) -> Self {
        Other::with(pool.size)
    }
}
"""
_GO = """\
package pool

type Pool struct {
	size int
}

func (p *Pool) Take() int {
	p.size -= 1
	return p.size
}

func (o Other) With(p Pool) int { return o.n + p.size }
"""
_SWIFT = """\
struct Pool {
    var size: Int
}

extension Pool: Countable {
    func take() -> Int { return size - 1 }
}

extension Other {
    func with(pool: Pool) -> Int { return n + pool.size }
}
"""


@pytest.mark.parametrize(
    ("path", "text", "own", "other"),
    [
        ("pool.rs", _RUST, "self.size -= 1", "with(pool.size)"),
        ("pool.rs", _RUST, "other.len()", "with(pool.size)"),
        ("pool.go", _GO, "p.size -= 1", "o.n + p.size"),
        ("pool.swift", _SWIFT, "size - 1", "n + pool.size"),
    ],
)
def test_methods_beside_a_type_belong_to_it(
    repo: Path, opened: Opened, path: str, text: str, own: str, other: str
) -> None:
    (repo / path).write_text(text)
    git(repo, "add", path)
    git(repo, "commit", "-qm", "pool")
    ident = opened().remember(Draft(kind="decision", title="one pool", anchors=[Anchor(path, "Pool")])).record.id
    edit(repo / path, other, other + " + 3")
    assert state(opened(), ident) == "fresh", "a method of another type changed"
    edit(repo / path, own, own + " + 3")
    assert state(opened(), ident) == "changed"
    (repo / path).write_text(text.replace("Pool", "Bucket"))
    assert state(opened(), ident) == f"moved:{path}#Bucket"
    (repo / path).write_text(text)
    git(repo, "mv", path, f"new_{path}")
    assert state(opened(), ident) == f"moved:new_{path}#Pool"


def test_a_digest_of_a_type_without_its_methods_still_fits(repo: Path, opened: Opened) -> None:
    (repo / "pool.rs").write_text(_RUST)
    draft = Draft(kind="decision", title="one pool", anchors=[Anchor("pool.rs", "Pool")])
    record = opened().remember(draft).record
    bare = anchor_digest(str(repo), Anchor("pool.rs", "Pool"), symbol_text=find_symbol)
    digest = record.anchors[0].digest
    file = next(each for each in repo.parent.rglob("*.md") if digest in each.read_text())
    file.write_text(file.read_text().replace(digest, bare))
    assert state(opened(), record.id) == "fresh"
    edit(repo / "pool.rs", "size: usize,", "size: u32,")
    assert state(opened(), record.id) == "changed"
