"""From code to reasons: every kind of evidence on a repository whose truth is known."""

import os
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from tests.memory.conftest import git

from backstory.api import Memory
from backstory.git import blame, file_commits, merges
from backstory.memory.answers.reason import Reason
from backstory.memory.answers.why import Explanation, explain_code
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.record import Anchor, Draft

REQUEST = "Merge pull request #12 from ada/pool"
Opened = Callable[..., Memory]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blame, "PATIENCE", 60.0)
    monkeypatch.setattr(merges, "PATIENCE", 60.0)


def note(m: Memory, title: str, *at: Anchor, kind: str = "decision", body: str = "") -> str:
    return m.remember(Draft(kind=kind, title=title, body=body, anchors=list(at))).record.id


def about(answer: Explanation, ident: str) -> Reason:
    return next(r for r in answer.reasons if r.id == ident)


def head(repo: Path) -> str:
    return git(repo, "rev-parse", "HEAD")


def edit(repo: Path, old: str, new: str, path: str = "src/pool.py") -> None:
    text = (repo / path).read_text()
    assert old in text
    (repo / path).write_text(text.replace(old, new))


def commit(repo: Path, message: str) -> str:
    git(repo, "add", "-A", "--", ":!.backstory")
    git(repo, "commit", "-qm", message)
    return head(repo)


# Anchors


def test_a_record_about_the_symbol_around_a_line_outweighs_one_about_another(repo: Path, opened: Opened) -> None:
    mine = note(opened(), "one pool", Anchor("src/pool.py", "Pool"))
    other = note(opened(), "ask the system for its name", Anchor("src/pool.py", "helper"))
    whole = note(opened(), "pools live in a file of their own", Anchor("src/pool.py"))

    answer = explain_code(opened(), "src/pool.py:6")
    assert about(answer, mine).ties[0] == "symbol"
    assert about(answer, mine).evidence[0] == "is about `src/pool.py#Pool`, which these lines belong to"
    assert about(answer, other).ties[0] == "elsewhere"
    assert about(answer, whole).ties[0] == "file"
    assert about(answer, mine).weight > about(answer, whole).weight > about(answer, other).weight


def test_symbols_inside_and_around_the_one_asked_for(repo: Path, opened: Opened) -> None:
    inner = note(opened(), "one connection is enough", Anchor("src/pool.py", "Pool.get"))
    outer = note(opened(), "one pool", Anchor("src/pool.py", "Pool"))

    answer = explain_code(opened(), "src/pool.py#Pool")
    assert about(answer, inner).evidence[0].endswith("which is part of it")
    answer = explain_code(opened(), "src/pool.py#Pool.get")
    assert about(answer, outer).evidence[0].endswith("which it belongs to")
    assert about(answer, inner).ties[0] == "symbol"
    assert (answer.first, answer.last) == (5, 6)


def test_folders_globs_and_what_lies_in_a_folder(repo: Path, opened: Opened) -> None:
    folder = note(opened(), "sources lie in src", Anchor("src"))
    glob = note(opened(), "python only in here", Anchor("src/*.py"))
    file = note(opened(), "one pool", Anchor("src/pool.py"))
    note(opened(), "bicycles are sold", Anchor("README.md"))

    answer = explain_code(opened(), "src/pool.py")
    assert (about(answer, folder).ties[0], about(answer, glob).ties[0]) == ("folder", "glob")
    answer = explain_code(opened(), "src")
    assert about(answer, file).ties[0] == "within"
    assert not [r for r in answer.reasons if r.title == "bicycles are sold"]
    assert [r.kind for r in explain_code(opened(), ".").reasons].count("decision") == 4


def test_records_are_followed_through_renames(repo: Path, opened: Opened) -> None:
    ident = note(opened(), "one pool", Anchor("src/pool.py", "Pool"))
    git(repo, "mv", "src/pool.py", "connections.py")
    commit(repo, "rename")
    git(repo, "mv", "connections.py", "again.py")

    reason = about(explain_code(opened(), "again.py:6"), ident)
    assert reason.ties[0] == "symbol"
    assert reason.evidence[0].endswith("as `again.py` was called")


def test_records_about_a_symbol_that_moved_to_another_file(repo: Path, opened: Opened) -> None:
    ident = note(opened(), "one pool", Anchor("src/pool.py", "Pool"))
    text = (repo / "src/pool.py").read_text()
    cut = text[text.index("class Pool") : text.index("def helper")]
    (repo / "src/pool.py").write_text(text.replace(cut, ""))
    (repo / "src/other.py").write_text(cut)
    commit(repo, "split")

    reason = about(explain_code(opened(), "src/other.py#Pool"), ident)
    assert "is about `src/pool.py#Pool`, which moved here" in reason.evidence


@pytest.mark.parametrize(
    ("target", "spot"),
    [
        ("src/other.py#Connections", "src/other.py#Connections"),
        ("src/other.py:2", "src/other.py:2"),
        ("src/pool.py#Pool", "src/other.py#Connections"),
        ("Connections", "src/other.py#Connections"),
        ("Pool", "src/other.py#Connections"),
    ],
)
def test_a_symbol_that_moved_is_explained_where_it_is_now(repo: Path, opened: Opened, target: str, spot: str) -> None:
    ident = note(opened(), "one pool", Anchor("src/pool.py", "Pool"))
    text = (repo / "src/pool.py").read_text()
    cut = text[text.index("class Pool") : text.index("def helper")]
    (repo / "src/pool.py").write_text(text.replace(cut, ""))
    (repo / "src/other.py").write_text(cut.replace("Pool", "Connections"))
    commit(repo, "split")

    answer = explain_code(opened(), target)
    assert answer.spot == spot
    reason = about(answer, ident)
    assert reason.ties[0] == "symbol"
    assert reason.evidence[0].startswith("is about `src/pool.py#Pool`, which is `Connections` now")
    assert bool(answer.notes) == (target != spot)


def test_a_symbol_that_moved_needs_no_record(repo: Path, opened: Opened) -> None:
    edit(repo, "class Pool", "class Connections")
    answer = explain_code(opened(), "src/pool.py#Pool")
    assert answer.notes[0] == "`src/pool.py#Pool` is now `src/pool.py#Connections`"


def test_a_symbol_without_its_file(repo: Path, opened: Opened) -> None:
    answer = explain_code(opened(), "Pool.get")
    assert (answer.spot, answer.notes) == ("src/pool.py#Pool.get", ("`Pool.get` stands for `src/pool.py#Pool.get`",))
    assert explain_code(opened(), "Pool::get").spot == "src/pool.py#Pool.get"
    (repo / "src/tests").mkdir()
    (repo / "src/tests/test_pool.py").write_text("class Pool:\n    pass\n")
    assert explain_code(opened(), "Pool").spot == "src/pool.py#Pool"
    (repo / "src/other.py").write_text("class Pool:\n    pass\n")
    with pytest.raises(Invalid) as raised:
        explain_code(opened(), "Pool")
    assert raised.value.message == "`Pool` is in 2 places"
    assert raised.value.hint == "`backstory why src/other.py#Pool` or `backstory why src/pool.py#Pool`"


# Time and branch


def test_what_was_remembered_while_a_commit_was_written(repo: Path, opened: Opened) -> None:
    ident = note(opened(), "two are quicker than one")
    edit(repo, "return 1", "return 2")
    commit(repo, "two connections")
    after = note(opened(), "three would be too many")
    git(repo, "config", "user.email", "eve@example.org")
    moon = note(opened(), "the moon is round")
    edit(repo, "import os", "import os\nimport sys")
    commit(repo, "else")

    answer = explain_code(opened(), "src/pool.py:7")
    assert about(answer, ident).ties == ("writing",)
    assert about(answer, after).ties == ("commit",)
    assert moon not in {r.id for r in answer.reasons}, "somebody else made it"
    answer = explain_code(opened(), "src/pool.py:1")
    assert ident not in {r.id for r in answer.reasons if "writing" in r.ties and "two conn" in str(r.evidence)}


def test_what_was_decided_right_after_a_commit_is_not_of_the_next_one(repo: Path, opened: Opened) -> None:
    edit(repo, "return 1", "return 2")
    uploads = commit(repo, "uploads")
    ident = note(opened(), "retry uploads three times")
    later = (datetime.now(UTC) + timedelta(hours=2)).isoformat()
    edit(repo, "import os", "import os\nimport sys")
    environ = os.environ | {"GIT_COMMITTER_DATE": later, "GIT_AUTHOR_DATE": later}
    subprocess.run(["git", "commit", "-qam", "mails"], cwd=repo, env=environ, check=True)
    assert about(explain_code(opened(), "src/pool.py"), ident).evidence == (
        f"was made right after commit {uploads[:10]}",
    )


def test_attempts_and_failures_on_the_branch_that_was_merged(repo: Path, opened: Opened) -> None:
    git(repo, "checkout", "-qb", "pool")
    tried = note(opened(), "one connection per thread", kind="attempt")
    edit(repo, "self.x = x", "self.y = x")
    commit(repo, "first")
    failed = note(opened(), "threads starve", kind="failure")
    edit(repo, "import os", "import os  # for the name")
    commit(repo, "between")
    edit(repo, "return 1", "return 2")
    last = commit(repo, "two connections (see #31)")
    git(repo, "checkout", "-q", "main")
    git(repo, "merge", "-q", "--no-ff", "-m", f"{REQUEST}\n\nMore connections\n\nWhy.", "pool")
    merge = head(repo)
    elsewhere = note(opened(), "made after it all")

    answer = explain_code(opened(), "src/pool.py:6")
    reason = about(answer, last)
    assert reason.merge is not None
    assert (reason.merge.number, reason.merge.title, reason.merge.branch, reason.merge.id) == (
        "#12", "More connections", "pool", merge,
    )  # fmt: skip
    assert reason.merge.body == "More connections\n\nWhy."
    assert reason.issues == ("#31",)
    for ident in (tried, failed):
        assert about(answer, ident).ties == ("branch",)
        assert about(answer, ident).evidence == (f"was made on `pool`, which brought commit {last[:10]}",)
    assert elsewhere not in {r.id for r in answer.reasons}


def test_on_a_branch_that_is_not_merged_yet(repo: Path, opened: Opened) -> None:
    git(repo, "checkout", "-qb", "pool")
    tried = note(opened(), "one connection per thread", kind="attempt")
    edit(repo, "self.x = x", "self.y = x")
    commit(repo, "first")
    edit(repo, "return 1", "return 2")
    last = commit(repo, "two connections")
    assert about(explain_code(opened(), "src/pool.py:6"), tried).evidence == (
        f"was made on `pool`, as commit {last[:10]} was",
    )  # fmt: skip


def test_a_branch_that_does_several_things(repo: Path, opened: Opened) -> None:
    git(repo, "checkout", "-qb", "pool")
    other = note(opened(), "the readme names no versions")
    elsewhere = note(opened(), "connections are listed there", Anchor("README.md"))
    edit(repo, "self.x = x", "self.y = x")
    commit(repo, "first")
    edit(repo, "return 1", "return 2")
    commit(repo, "two connections")
    ties = {r.id: r.ties for r in explain_code(opened(), "src/pool.py:6").reasons}
    assert (ties[other], ties.get(elsewhere)) == (("commit",), None)


def test_of_lines_that_are_not_committed_yet(repo: Path, opened: Opened) -> None:
    ident = note(opened(), "two are quicker than one")
    edit(repo, "return 1", "return 2")

    answer = explain_code(opened(), "src/pool.py:6")
    assert answer.uncommitted
    assert answer.notes == ("line 6 is not committed yet",)
    assert about(answer, ident).ties == ("writing",)
    assert explain_code(opened(), "src/pool.py:5-6").notes == ("1 of these 2 lines is not committed yet",)


# Names


def test_checkpoints_and_handoffs_that_list_the_file(repo: Path, opened: Opened) -> None:
    edit(repo, "return 1", "return 2")
    done = opened().checkpoint("pooling")
    git(repo, "mv", "src/pool.py", "src/pools.py")
    commit(repo, "rename")
    (repo / "src" / "pool.pyc").write_text("x")

    reason = about(explain_code(opened(), "src/pools.py"), done.record.id)
    assert reason.ties == ("writing", "listed")
    assert "lists this file among its changes" in reason.evidence
    assert "listed" not in {t for r in explain_code(opened(), "README.md").reasons for t in r.ties}


def test_records_that_name_the_issue_the_path_or_the_symbol(repo: Path, opened: Opened) -> None:
    edit(repo, "return 1", "return 2")
    done = commit(repo, "Two connections, fixes #31")
    edit(repo, "bicycles", "tricycles", "README.md")
    commit(repo, "words")
    issue = note(opened(), "wait as #31 says")
    note(opened(), "not the same as #312")
    path = note(opened(), "keep it small", body="See src/pool.py for how.")
    note(opened(), "another", body="See lib/src/pool.py and src/pool.pyc.")
    symbol = note(opened(), "nobody calls helper any more")
    note(opened(), "helpers are many")

    answer = explain_code(opened(), "src/pool.py:6")
    assert about(answer, issue).evidence == (f"names #31, as commit {done[:10]} does",)
    assert about(answer, path).evidence == ("names this file",)
    assert {r.id for r in answer.reasons if r.kind == "decision"} == {issue, path}
    answer = explain_code(opened(), "src/pool.py#helper")
    assert about(answer, symbol).evidence == ("names `helper`",)
    assert {r.id for r in answer.reasons if r.kind == "decision"} == {path, symbol}


def test_sessions_behind_the_place(repo: Path, opened: Opened) -> None:
    note(opened(), "one pool", Anchor("src/pool.py", "Pool"))
    first = note(opened("stated", "codex", "s-1"), "never two", Anchor("src/pool.py", "Pool"))
    tried = note(opened("stated", "codex", "s-1"), "a queue in front", kind="attempt")
    edit(repo, "bicycles", "tricycles", "README.md")
    commit(repo, "words")
    note(opened("stated", "codex", "s-2"), "nothing to do with it")
    git(repo, "config", "user.email", "eve@example.org")
    later = note(opened("stated", "codex", "s-1"), "a queue behind", kind="attempt")

    answer = explain_code(opened(), "src/pool.py#Pool")
    assert about(answer, later).ties == ("session",)
    assert about(answer, later).evidence[0].startswith("was made in the same session as decision")
    assert [(s.session, s.agent, set(s.records)) for s in answer.sessions] == [("s-1", "codex", {first, tried, later})]


def test_what_does_not_hold_any_more_says_so(repo: Path, opened: Opened) -> None:
    old = note(opened(), "one pool", Anchor("src/pool.py"))
    new = opened().rewrite(old, title="two pools").record.id
    gone = note(opened(), "no pool at all", Anchor("src/pool.py"))
    opened().retract(gone)

    answer = explain_code(opened(), "src/pool.py")
    assert [about(answer, i).state for i in (old, new, gone)] == ["superseded", "", "retracted"]


# Git


def test_reverts(repo: Path, opened: Opened) -> None:
    edit(repo, "return 1", "return 2")
    change = commit(repo, "two connections")
    git(repo, "revert", "--no-edit", change)

    answer = explain_code(opened(), "src/pool.py:6")
    assert f"takes back {change[:10]} “two connections”" in about(answer, head(repo)).evidence
    file = about(explain_code(opened(), "src/pool.py"), change)
    assert any(e.startswith(f"was taken back by {head(repo)[:10]}") for e in file.evidence)


def test_the_history_of_a_symbol_goes_beyond_what_is_left_of_it(repo: Path, opened: Opened) -> None:
    edit(repo, "return 1", "return 2")
    passing = commit(repo, "two")
    edit(repo, "return 2", "return [3, self, None]")
    commit(repo, "three")
    edit(repo, "import os", "import os\n\nLIMIT = 5\n")

    answer = explain_code(opened(), "src/pool.py#Pool")
    assert passing in {r.id for r in answer.reasons}, "although nothing of it is left"
    assert {t for r in answer.reasons for t in r.ties} >= {"last"}


def test_blank_lines_and_closing_brackets_stand_for_their_neighbours(repo: Path, opened: Opened) -> None:
    answer = explain_code(opened(), "src/pool.py:3")
    assert (answer.spot, answer.notes) == ("src/pool.py:4", ("line 3 is blank: this is about line 4",))
    (repo / "a.js").write_text("call(\n  value\n)\n")
    assert explain_code(opened(), "a.js:3").spot == "a.js:2"


def test_deleted_and_renamed_paths(repo: Path, opened: Opened) -> None:
    ident = note(opened(), "one pool", Anchor("src/pool.py"))
    git(repo, "mv", "src/pool.py", "pools.py")
    moved = commit(repo, "flat is better")
    git(repo, "rm", "-q", "pools.py")
    gone = commit(repo, "no pools")

    answer = explain_code(opened(), "pools.py:3")
    assert about(answer, gone).ties == ("deleted",)
    assert answer.notes == (f"`pools.py` was deleted by commit {gone[:10]}",)
    answer = explain_code(opened(), "src/pool.py")
    assert answer.notes == (f"`src/pool.py` was renamed to `pools.py` by commit {moved[:10]}",)
    assert about(answer, ident).ties[0] == "file"


def test_a_rename_did_not_create_the_file(repo: Path, opened: Opened) -> None:
    first = head(repo)
    git(repo, "mv", "src/pool.py", "pools.py")
    moved = commit(repo, "flat is better")
    answer = explain_code(opened(), "pools.py")
    assert about(answer, moved).evidence == ("renamed it, from `src/pool.py`",)
    assert about(answer, first).ties == ("touched",)


@pytest.mark.parametrize(
    ("target", "error", "words"),
    [
        ("src/none.py", NotFound, "no file `src/none.py` here, and none that git knows of"),
        ("src/pool.py:14", Invalid, "`src/pool.py` has no line 14, it has 13 lines"),
        ("src/pool.py:0", Invalid, "`src/pool.py` has no line 0, it has 13 lines"),
        ("src/pool.py:9-3", Invalid, "`9-3` ends before it begins"),
        ("src/pool.py#Nothing", NotFound, "no `Nothing` in `src/pool.py`"),
        ("src:3", Invalid, "`src` is a folder: it has no lines"),
        ("../elsewhere.py", BackstoryError, "`../elsewhere.py` is outside the project"),
        ("logo.png:1", Invalid, "`logo.png` is binary: it has no lines"),
        ("empty.py:1", Invalid, "`empty.py` is empty: it has no lines"),
    ],
)
def test_what_cannot_be_answered_is_said(
    repo: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch, target: str, error: type[BackstoryError], words: str
) -> None:
    monkeypatch.chdir(repo)
    (repo / "logo.png").write_bytes(b"\x89PNG\0\0\0")
    (repo / "empty.py").write_text("")
    with pytest.raises(error) as raised:
        explain_code(opened(), target)
    assert raised.value.message == words
    assert "backstory why" in raised.value.hint


@pytest.mark.parametrize("target", ["src/pool.py:6", "src/pool.py:6:9", "src/pool.py#L6", "src/pool.py:6:"])
def test_spellings_of_a_line(repo: Path, opened: Opened, target: str) -> None:
    answer = explain_code(opened(), target)
    assert (answer.path, answer.first, answer.last, answer.line) == ("src/pool.py", 6, 6, "return 1")


def test_files_with_odd_names_and_odd_line_ends(repo: Path, opened: Opened) -> None:
    (repo / "a#b:1.py").write_text("x = 1\x0cy = 2\r\nz = 3\n")
    done = commit(repo, "odd")

    answer = explain_code(opened(), "a#b:1.py:2")
    assert (answer.path, answer.line) == ("a#b:1.py", "z = 3")
    assert about(answer, done).ties == ("last",)
    assert about(explain_code(opened(), "a#b:1.py"), done).ties == ("created",)


def test_a_history_that_is_too_long_to_search_is_no_answer(
    repo: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blame, "PATIENCE", -1.0)  # over before it begins
    monkeypatch.setattr(file_commits, "LONGER", -1.0)
    with pytest.raises(BackstoryError, match=r"too long to look for `gone\.py`"):
        explain_code(opened(), "gone.py")
    ident = note(opened(), "one pool", Anchor("gone.py"))
    assert about(explain_code(opened(), "gone.py"), ident).ties[0] == "file"


def test_new_files_untracked_files_and_a_repository_without_commits(repo: Path, opened: Opened, tmp_path: Path) -> None:
    (repo / "new.py").write_text("x = 1\n")
    assert explain_code(opened(), "new.py:1").notes == ("line 1 is not committed yet",)
    assert explain_code(opened(), "new.py").notes == ("git does not know it: it is not committed yet, or ignored",)
    git(repo, "update-ref", "-d", "HEAD")
    assert explain_code(opened(), "src/pool.py:1").notes == ("nothing is committed here yet",)


def test_without_git_records_alone_answer(tmp_path: Path) -> None:
    from backstory.store.places import make_private, resolve_project
    from backstory.store.scaffold import write_scaffold

    root = tmp_path / "plain"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "BACKSTORY_HOME": str(tmp_path / "data")}
    write_scaffold(str(root / ".backstory"), "01JD8ZK3M7Q4T9W2R5X8Y1B6C0")
    make_private(resolve_project(str(root), environ))
    ident = note(Memory.open(str(root), environ), "one value", Anchor("a.py"))

    answer = explain_code(Memory.open(str(root), environ), "a.py:1")
    assert [r.id for r in answer.reasons] == [ident]
    assert answer.notes == ("this project is not under git: only what was remembered can answer",)
    with pytest.raises(NotFound):
        explain_code(Memory.open(str(root), environ), "b.py")


def test_a_path_in_another_repository_is_not_answered_from_this_one(repo: Path, opened: Opened) -> None:
    inner = repo / "vendor" / "lib"
    inner.mkdir(parents=True)
    git(inner, "init", "-q")
    (inner / "a.py").write_text("x = 1\n")

    assert explain_code(opened(), "vendor/lib/a.py:1").notes == (
        "`vendor/lib` is a repository of its own: `git -C vendor/lib log` has its history",
    )


def test_the_best_are_kept_and_shown_strongest_first(repo: Path, opened: Opened) -> None:
    for n in range(6):
        note(opened(), f"passing remark {n}", body=f"see src/pool.py, number {n} of many {'x' * n}")
    best = note(opened(), "one pool", Anchor("src/pool.py", "Pool"))

    answer = explain_code(opened(), "src/pool.py:6", limit=3)
    assert (len(answer.reasons), answer.left_out) == (3, 5)
    assert best in {r.id for r in answer.reasons}
    assert head(repo) in {r.id for r in answer.reasons}
    order = [(r.weight, r.made) for r in answer.reasons]
    assert order == sorted(order, reverse=True)


def test_the_answer_is_plain_data(repo: Path, opened: Opened) -> None:
    note(opened(), "one pool", Anchor("src/pool.py", "Pool"))

    data = msgspec.to_builtins(explain_code(opened(), "src/pool.py:6"))
    assert set(data) >= {"spot", "reasons", "line", "path", "first", "last"}
    assert msgspec.convert(data, Explanation) == explain_code(opened(), "src/pool.py:6")


# Clones that do not have it all


def test_where_a_shallow_clone_ends_nobody_is_named(repo: Path, tmp_path: Path, opened: Opened) -> None:
    edit(repo, "class Pool", "class  Pool")
    commit(repo, "the last of many")
    known = note(opened(), "one pool", Anchor("src/pool.py"))
    root = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth", "1", repo.as_uri(), str(root))
    (root / ".backstory").mkdir(exist_ok=True)
    (root / ".backstory" / "config.toml").write_bytes((repo / ".backstory" / "config.toml").read_bytes())
    m = opened()
    shallow = Memory.open(str(root), m.environ)
    for target in ("src/pool.py", "src/pool.py:1"):
        answer = explain_code(shallow, target)
        assert not [r for r in answer.reasons if r.kind == "commit"], target
        assert any("git fetch --unshallow" in n for n in answer.notes), target
        assert about(answer, known)


def test_a_partial_clone_says_what_it_lacks(repo: Path, tmp_path: Path, opened: Opened) -> None:
    git(repo, "config", "uploadpack.allowFilter", "true")
    for n in range(3):
        (repo / "src" / "pool.py").write_text((repo / "src" / "pool.py").read_text() + f"\nX{n} = {n}\n")
        commit(repo, f"change {n}")
    root = tmp_path / "partial"
    git(tmp_path, "clone", "-q", "--filter=blob:none", repo.as_uri(), str(root))
    (root / ".backstory").mkdir(exist_ok=True)
    (root / ".backstory" / "config.toml").write_bytes((repo / ".backstory" / "config.toml").read_bytes())
    before = sorted((root / ".git" / "objects").rglob("*"))
    answer = explain_code(Memory.open(str(root), opened().environ), "src/pool.py:1")
    assert any("partial clone" in n and "git blame src/pool.py" in n for n in answer.notes)
    assert sorted((root / ".git" / "objects").rglob("*")) == before

    bare = tmp_path / "treeless"
    git(tmp_path, "clone", "-q", "--filter=tree:0", repo.as_uri(), str(bare))
    (bare / ".backstory").mkdir(exist_ok=True)
    (bare / ".backstory" / "config.toml").write_bytes((repo / ".backstory" / "config.toml").read_bytes())
    answer = explain_code(Memory.open(str(bare), opened().environ), "src/pool.py")
    assert any("partial clone" in n and "git log src/pool.py" in n for n in answer.notes)
