"""The code index over real trees: right after every change, and equal to one built from nothing."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from backstory.code.index.store import CodeIndex
from backstory.git.repository import Git
from backstory.model.errors import Busy
from backstory.redact.gate import Gate

ENVIRON = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def repository(path: Path) -> Git:
    path.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "-q", "-b", "main", path], env=ENVIRON, check=True)
    git = Git(str(path), ENVIRON)
    for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("commit.gpgsign", "false")):
        git.run("config", key, value)
    return git


def commit(git: Git, message: str = "a change") -> None:
    git.run("add", "-A")
    git.run("commit", "-q", "--no-verify", "--allow-empty", "-m", message)


def picture(index: CodeIndex) -> dict[str, object]:
    """What the index says of its tree, in words that do not depend on the order in which it learnt it."""
    db = index.db
    found: dict[str, object] = {}
    for f in index.files().values():
        found[f.path] = (
            f.role,
            f.language,
            f.state,
            f.size,
            db.execute("SELECT oid FROM blob WHERE id = ?", (f.blob,)).get,
        )
    for word in ("alpha", "beta", "pool"):
        for table in ("text", "symbol"):
            found[f"{table} {word}"] = sorted(
                p for (p,) in db.execute(f"SELECT f.path FROM {table} t JOIN file f ON f.blob = t.rowid WHERE "
                                         f"{table} MATCH ? AND f.tree = ?", (word, index.tree))
            )  # fmt: skip
    found["touched"] = index.touched()
    found["counts"] = index.counts()
    return found


def built(tmp_path: Path, root: Path, git: Git | None) -> dict[str, object]:
    fresh = tmp_path / "fresh.db"
    for suffix in ("", "-wal", "-shm"):
        (tmp_path / f"fresh.db{suffix}").unlink(missing_ok=True)
    index = CodeIndex.open(str(fresh))
    index.refresh(str(root), git)
    out = picture(index)
    index.close()
    return out


def test_a_first_refresh_knows_files_words_and_symbols(tmp_path: Path) -> None:
    git = repository(tmp_path / "r")
    (tmp_path / "r" / "pool.py").write_text("class AlphaPool:\n    def take_beta(self): ...\n")
    (tmp_path / "r" / "logo.png").write_bytes(b"\x89PNG\0")
    commit(git, "pool: first")
    index = CodeIndex.open(str(tmp_path / "p" / "code.db"))

    done = index.refresh(str(tmp_path / "r"), git)

    assert (done.files, done.read, done.commits, done.full) == (2, 1, 1, True)
    assert {f.path: f.language for f in index.files().values()} == {"pool.py": "python", "logo.png": ""}
    assert index.db.execute("SELECT count(*) FROM symbol WHERE symbol MATCH 'alphapool'").get == 1
    assert index.db.execute("SELECT count(*) FROM text WHERE text MATCH 'names : alpha'").get == 1
    assert index.touched() == {"pool.py": (0, 1), "logo.png": (0, 1)}
    assert (tmp_path / "p" / "code.db").stat().st_mode & 0o077 == 0


def test_nothing_changed_reads_nothing(tmp_path: Path) -> None:
    git = repository(tmp_path / "r")
    (tmp_path / "r" / "a.py").write_text("alpha = 1\n")
    commit(git)
    (tmp_path / "r" / "b.py").write_text("beta = 1\n")
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(tmp_path / "r"), git)

    assert index.refresh(str(tmp_path / "r"), git)[1:7] == (0, 0, 0, 0, 0, False)


def test_branches_and_worktrees_share_content(tmp_path: Path) -> None:
    git = repository(tmp_path / "r")
    for i in range(5):
        (tmp_path / "r" / f"m{i}.py").write_text(f"alpha{i} = 1\n")
    commit(git)
    git.run("worktree", "add", "-q", "-b", "other", str(tmp_path / "w"))
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(tmp_path / "r"), git)
    (tmp_path / "w" / "m0.py").write_text("beta = 1\n")

    done = index.refresh(str(tmp_path / "w"), Git(str(tmp_path / "w"), ENVIRON))

    assert (done.files, done.read) == (5, 1)
    assert index.use(str(tmp_path / "r")) and index.db.execute("SELECT count(*) FROM blob").get == 6


def test_a_removed_worktree_is_forgotten(tmp_path: Path) -> None:
    for name in ("a", "b"):
        git = repository(tmp_path / name)
        (tmp_path / name / "m.py").write_text(f"{name} = 1\n")
        commit(git)
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(tmp_path / "a"), Git(str(tmp_path / "a"), ENVIRON))
    shutil.rmtree(tmp_path / "a")

    index.refresh(str(tmp_path / "b"), Git(str(tmp_path / "b"), ENVIRON))

    assert index.db.execute("SELECT count(*) FROM blob").get == 1
    assert index.db.execute("SELECT count(*) FROM log").get == 1


def test_while_another_process_writes_the_index_answers_as_it_is(tmp_path: Path) -> None:
    git = repository(tmp_path / "r")
    (tmp_path / "r" / "a.py").write_text("alpha = 1\n")
    commit(git)
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(tmp_path / "r"), git)
    (tmp_path / "r" / "b.py").write_text("beta = 1\n")
    other = CodeIndex.open(str(tmp_path / "code.db"))
    other.db.execute("BEGIN IMMEDIATE")
    index.db.set_busy_timeout(50)

    with pytest.raises(Busy):
        index.refresh(str(tmp_path / "r"), git)

    assert {f.path for f in index.files().values()} == {"a.py"}
    other.db.execute("ROLLBACK")
    assert index.refresh(str(tmp_path / "r"), git).added == 1


@pytest.mark.parametrize("seed", range(4))
def test_any_sequence_of_changes_equals_a_fresh_index(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    root = tmp_path / "r"
    git = repository(root)
    (root / "seed.py").write_text("alpha = 0\n")
    commit(git)
    index = CodeIndex.open(str(tmp_path / "code.db"))
    for step in range(14):
        for _ in range(chance.randrange(1, 4)):
            path = root / chance.choice(["a.py", "b.py", "d/c.py", "d/e.ts", "x.txt", "pool.md"])
            act = chance.randrange(6)
            if act < 4:
                path.parent.mkdir(exist_ok=True)
                path.write_text(f"def {chance.choice(['alpha', 'beta', 'pool'])}(): pass\n" * chance.randrange(1, 3))
            elif act == 4 and path.exists():
                path.unlink()
            else:
                git.run("stash", "-q", "-u") if git.run("status", "--porcelain") else None
        act = chance.randrange(5)
        if act == 0:
            commit(git, f"step {step} alpha")
        elif act == 1:
            git.run("add", "-A")
        elif act == 2:
            git.run(
                "reset",
                "-q",
                "--hard",
                chance.choice(["HEAD", "HEAD~1"]) if git.run("rev-list", "HEAD").count(b"\n") > 1 else "HEAD",
            )
        elif act == 3:
            git.run("checkout", "-q", "-f", "-B", chance.choice(["main", "side"]))
        index.refresh(str(root), git)
        assert picture(index) == built(tmp_path, root, git), f"step {step}"


def test_without_git(tmp_path: Path) -> None:
    root = tmp_path / "r"
    (root / "d").mkdir(parents=True)
    (root / "d" / "a.py").write_text("alpha = 1\n")
    index = CodeIndex.open(str(tmp_path / "code.db"))
    assert index.refresh(str(root), None).read == 1
    assert index.refresh(str(root), None)[1:5] == (0, 0, 0, 0)
    (root / "b.py").write_text("beta = 1\n")
    (root / "d" / "a.py").unlink()

    done = index.refresh(str(root), None)

    assert (done.added, done.removed, done.read) == (1, 1, 1)
    assert picture(index) == built(tmp_path, root, None)


def test_sparse_and_wide_again(tmp_path: Path) -> None:
    root = tmp_path / "r"
    git = repository(root)
    for name in ("in/a.py", "out/b.py"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("alpha = 1\n")
    commit(git)
    index = CodeIndex.open(str(tmp_path / "code.db"))
    git.run("sparse-checkout", "set", "in")
    index.refresh(str(root), git)
    assert {f.path for f in index.files().values()} == {"in/a.py"}

    git.run("sparse-checkout", "disable")
    index.refresh(str(root), git)

    assert {f.path for f in index.files().values()} == {"in/a.py", "out/b.py"}


def test_shallow_no_commits_and_odd_files(tmp_path: Path) -> None:
    root = tmp_path / "r"
    git = repository(root)
    index = CodeIndex.open(str(tmp_path / "code.db"))
    assert index.refresh(str(root), git).files == 0
    (root / "big.py").write_bytes(b"alpha = 1\n" * 1_200_000)
    (root / "asset.py").write_bytes(b"\0" * 5000)
    (root / "loop").symlink_to("loop")
    (root / "größe\n.py").write_text("beta = 1\n")
    if hasattr(os, "mkfifo"):
        os.mkfifo(root / "fifo.py")

    done = index.refresh(str(root), git)

    assert {f.path: f.state for f in index.files().values()} == {
        "big.py": "large",
        "asset.py": "binary",
        "größe\n.py": "",
    }
    assert done.read == 1
    for i in range(3):
        (root / "größe\n.py").write_text(f"beta = {i}\n")
        commit(git, f"change {i}")
    subprocess.run(
        ["git", "clone", "-q", "--depth", "1", f"file://{root}", str(tmp_path / "s")], check=True, env=ENVIRON
    )
    shallow = CodeIndex.open(str(tmp_path / "s.db"))
    assert shallow.refresh(str(tmp_path / "s"), Git(str(tmp_path / "s"), ENVIRON)).commits == 1


def test_a_pruned_commit_does_not_matter(tmp_path: Path) -> None:
    root = tmp_path / "r"
    git = repository(root)
    (root / "a.py").write_text("alpha = 1\n")
    commit(git)
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(root), git)
    shutil.rmtree(root / ".git")
    git = repository(root)
    (root / "a.py").write_text("beta = 1\n")
    commit(git, "a new beginning")

    index.refresh(str(root), git)

    assert picture(index) == built(tmp_path, root, git)


@pytest.mark.parametrize("rubbish", [b"", b"not a database at all" * 100, b"SQLite format 3\0" + b"\x07" * 5000])
def test_a_damaged_file_is_replaced(tmp_path: Path, rubbish: bytes) -> None:
    git = repository(tmp_path / "r")
    (tmp_path / "r" / "a.py").write_text("alpha = 1\n")
    commit(git)
    (tmp_path / "code.db").write_bytes(rubbish)

    index = CodeIndex.open(str(tmp_path / "code.db"))

    assert index.refresh(str(tmp_path / "r"), git).read == 1


def test_another_version_is_built_anew(tmp_path: Path) -> None:
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.db.pragma("user_version", 99)
    index.close()

    assert CodeIndex.open(str(tmp_path / "code.db")).db.pragma("user_version") != 99


def test_a_killed_refresh_leaves_the_state_before(tmp_path: Path) -> None:
    root = tmp_path / "r"
    git = repository(root)
    (root / "a.py").write_text("alpha = 1\n")
    commit(git)
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(root), git)
    index.close()
    for i in range(600):
        (root / f"m{i}.py").write_text(f"def beta{i}(): pass\n" * 20)
    commit(git)
    code = ("import os, sys; from backstory.git.repository import Git\n"
            "from backstory.code.index.store import CodeIndex\n"
            f"CodeIndex.open({str(tmp_path / 'code.db')!r}).refresh({str(root)!r}, Git({str(root)!r}, "
            f"os.environ))")  # fmt: skip
    for wait in (0.12, 0.2, 0.25):
        process = subprocess.Popen(
            [sys.executable, "-c", code], env={**ENVIRON, "PYTHONPATH": os.pathsep.join(sys.path)}
        )
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.wait()

    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(root), git)

    assert index.db.execute("PRAGMA integrity_check").get == "ok"
    assert picture(index) == built(tmp_path, root, git)


def test_no_word_of_a_secret_is_kept(tmp_path: Path) -> None:
    secret = "zq7Xv2LmPd93KtRw8bNyHs4c"
    root = tmp_path / "r"
    git = repository(root)
    (root / "pool.py").write_text(f'class AlphaPool:\n    api_key = "{secret}"\n    def {secret}(self): ...\n')
    (root / f"key-{secret}.py").write_text("gamma = 1\n")
    commit(git, f"pool: token={secret} is the key\n\npassword: {secret}")
    for i in range(60):
        (root / "pool.py").write_text(f"class AlphaPool:\n    beta = {i}\n")
        commit(git, f"pool: beta {i}")
    (root / "live.py").write_text(f'delta = connect(password="{secret}")\n')
    path = tmp_path / "code.db"
    index = CodeIndex.open(str(path), Gate())

    index.refresh(str(root), git)

    for table in ("text", "symbol", "place", "message"):
        index.db.execute(f"CREATE VIRTUAL TABLE temp.of_{table} USING fts5vocab(main, {table}, row)")
        terms = {str(term) for (term,) in index.db.execute(f"SELECT term FROM temp.of_{table}")}
        assert not [t for t in terms if t[:6] == secret[:6].lower()], table
    assert index.db.execute("SELECT count(*) FROM text WHERE text MATCH 'delta AND connect'").get == 1
    assert index.db.execute("SELECT count(*) FROM log").get == 61
    index.close()
    kept = b"".join(f.read_bytes() for f in tmp_path.glob("code.db*"))
    assert secret.encode() not in kept
    assert secret.lower().encode() not in kept


def test_subjects_of_commits_beside_one_with_a_secret_are_kept_whole(tmp_path: Path) -> None:
    secret = "zq7Xv2LmPd93KtRw8bNyHs4c"
    root = tmp_path / "r"
    git = repository(root)
    subjects = [f"auth: the token of page {i} is read once" for i in range(30)]
    subjects[17] = f"auth: token={secret} for page 17"
    for i, subject in enumerate(subjects):
        (root / f"token_{i}.py").write_text(f"alpha = {i}\n")
        commit(git, subject)
    (root / f"key-{secret}.py").write_text("gamma = 1\n")
    commit(git, "auth: a key")
    index = CodeIndex.open(str(tmp_path / "code.db"), Gate())

    index.refresh(str(root), git)

    rows = index.db.execute("SELECT subject, paths FROM log ORDER BY id DESC").fetchall()
    kept = {str(subject): str(paths) for subject, paths in rows}
    assert [subject for subject in subjects if subject in kept] == [*subjects[:17], *subjects[18:]]
    assert secret not in repr(kept)
    assert [kept[subject] for subject in subjects[:17]] == [f"token_{i}.py" for i in range(17)]


def test_a_file_taken_out_of_git_but_left_in_the_tree(tmp_path: Path) -> None:
    """Git's status names it twice: as deleted and as untracked."""
    root = tmp_path / "repo"
    git = repository(root)
    (root / "a.py").write_text("def a(): pass\n")
    (root / "b").mkdir()
    (root / "b" / "c.py").write_text("def c(): pass\n")
    commit(git)
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(root), git)

    git.run("rm", "-q", "--cached", "a.py", "b/c.py")
    index.refresh(str(root), git)

    assert {f.path for f in index.files().values()} == {"a.py", "b/c.py"}
