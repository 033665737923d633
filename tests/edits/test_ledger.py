"""What was edited comes back byte for byte, also when people went on working in the file."""

import errno
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backstory.edits import block, foreign, hooks
from backstory.edits.change import Block, Change, Hooks, Lines, WholeFile
from backstory.edits.diff import format_diff
from backstory.edits.ledger import KEPT, Ledger
from backstory.model.errors import BackstoryError, Busy, NewerFormat
from backstory.store.files import WRITTEN_HERE
from backstory.store.unfinished_files import remove_unfinished

HOOKS = Hooks({"Stop": [{"hooks": [{"command": "backstory.hot.hook stop"}]}]}, ("backstory.hot.hook",))
CHANGES: list[tuple[str, Change]] = [
    ("AGENTS.md", Block("remember")),
    (".claude/settings.local.json", HOOKS),
    (".ignore", Lines(("/a", "/b"))),
    (".cursor/rules/backstory.mdc", WholeFile(b"rule\n")),
]


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    (tmp_path / "repo").mkdir()
    return Ledger(str(tmp_path / "home/edits"), str(tmp_path / "repo"))


def tree(root: str) -> dict[str, bytes | None]:
    found: dict[str, bytes | None] = {}
    for folder, folders, files in os.walk(root):
        for name in folders:
            found[os.path.relpath(os.path.join(folder, name), root)] = None
        for name in files:
            path = os.path.join(folder, name)
            found[os.path.relpath(path, root)] = Path(path).read_bytes()
    return found


@pytest.mark.parametrize(("path", "change"), CHANGES)
def test_what_was_not_there_is_gone_again_with_its_folders(ledger: Ledger, path: str, change: Change) -> None:
    assert ledger.apply(path, change).action == "created"
    assert ledger.apply(path, change).action == "unchanged"
    assert ledger.state(path, ledger.entries()[0].parts[0].kind) == "present"
    assert ledger.revert(path).action == "removed"
    assert tree(ledger.root) == {}
    assert ledger.entries() == []


@pytest.mark.parametrize("act", ["apply", "revert"])
def test_what_a_killed_writer_left_beside_a_file_is_removed(ledger: Ledger, act: str) -> None:
    ledger.apply(".claude/settings.local.json", HOOKS)
    folder = Path(ledger.root, ".claude")
    names = [".tmp-backstory-00112233", ".tmp-00112233", ".tmp-backstory-fresh", ".tmp-backstory-folder"]
    for name in names[:3]:
        (folder / name).write_text("x")
    (folder / names[3]).mkdir()
    for name in (names[0], names[1], names[3]):
        os.utime(folder / name, (0, 0))
    if act == "apply":
        ledger.apply(".claude/settings.local.json", HOOKS)
    else:
        ledger.revert(".claude/settings.local.json")
    assert sorted(set(os.listdir(folder)) - {"settings.local.json"}) == sorted(names[1:])


def test_a_killed_writer_leaves_a_name_that_is_removed(tmp_path: Path) -> None:
    """The child dies by a signal in the middle of a write; what it leaves bears the name that is looked for."""
    script = (
        "import os, signal; from backstory.store import files\n"
        "files._fill_file = lambda *rest: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"files.write_atomic({str(tmp_path / 'f')!r}, b'x')"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    (left,) = tmp_path.iterdir()
    os.utime(left, (0, 0))
    assert left.name.startswith(WRITTEN_HERE)
    remove_unfinished(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_made_for_two_files_goes_with_the_second(ledger: Ledger) -> None:
    paths = [".claude/deep/a.json", ".claude/deep/b.json"]
    for first, second in (paths, paths[::-1]):
        ledger.apply(first, HOOKS)
        ledger.apply(second, HOOKS)
        ledger.revert(first)
        ledger.revert(second)
        assert tree(ledger.root) == {}


def test_a_personal_file_that_we_make_is_the_persons_alone(ledger: Ledger) -> None:
    ledger.apply("AGENTS.md", Block("private"), agents=["codex"])
    ledger.apply("CLAUDE.md", Block("team"), agents=["claude-code"], shared=True)
    assert [os.stat(os.path.join(ledger.root, n)).st_mode & 0o777 for n in ("AGENTS.md", "CLAUDE.md")] == [0o600, 0o644]


def test_a_read_only_file_that_is_as_it_should_be_is_no_fault(ledger: Ledger) -> None:
    ledger.apply("AGENTS.md", Block("ours"))
    Path(ledger.root, "AGENTS.md").chmod(0o444)
    assert ledger.preview("AGENTS.md", [Block("ours")]).after is not None
    assert ledger.apply("AGENTS.md", Block("ours")).action == "unchanged"


contents = st.one_of(st.binary(max_size=40), st.text(max_size=40).map(str.encode))


@settings(max_examples=60, deadline=None)
@given(contents, contents, contents, st.integers(0o400, 0o777).map(lambda m: m | 0o600))
def test_revert_gives_back_the_bytes_and_the_mode(data: bytes, before: bytes, after: bytes, mode: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(folder + "/home", folder)
        path = Path(folder, "AGENTS.md")
        path.write_bytes(data)
        path.chmod(mode)
        try:
            ledger.apply("AGENTS.md", Block("one"))
        except BackstoryError as err:
            assert err.hint
            assert path.read_bytes() == data
            return
        ledger.apply("AGENTS.md", Block("two"), agents=["codex"])
        assert path.stat().st_mode & 0o777 == mode
        edited = before + b"\n" + path.read_bytes() + after
        if b"backstory" not in before + after and b"`" not in edited and b"~" not in edited:
            path.write_bytes(edited)
            ledger.revert("AGENTS.md")
            assert path.read_bytes() == before + b"\n" + data + after

            path.write_bytes(data)
            ledger.apply("AGENTS.md", Block("one"))
        ledger.revert("AGENTS.md")
        assert path.read_bytes() == data
        assert path.stat().st_mode & 0o777 == mode


def test_a_file_that_we_made_stays_when_somebody_wrote_in_it(ledger: Ledger) -> None:
    ledger.apply("AGENTS.md", Block("ours"))
    path = Path(ledger.root, "AGENTS.md")
    path.write_bytes(b"# Theirs\n" + path.read_bytes())
    ledger.apply("AGENTS.md", Block("ours, newer"))
    assert ledger.revert("AGENTS.md").action == "restored"
    assert path.read_bytes() == b"# Theirs\n"

    ledger.apply(".claude/settings.local.json", HOOKS)
    path = Path(ledger.root, ".claude/settings.local.json")
    path.write_text(path.read_text().replace("{\n", '{\n  "model": "x",\n', 1))
    assert ledger.revert(".claude/settings.local.json").action == "restored"
    assert json.loads(path.read_bytes()) == {"model": "x"}


def test_one_edit_of_two_goes_and_the_other_stays(ledger: Ledger) -> None:
    path = Path(ledger.root, "AGENTS.md")
    path.write_bytes(b"# Rules\n")
    ledger.apply("AGENTS.md", Block("ours"), agents=["codex"])
    ledger.apply("AGENTS.md", Block("ours"), agents=["opencode"])
    ledger.apply("AGENTS.md", Lines(("/x",)), agents=["codex"])

    assert ledger.revert("AGENTS.md", agent="codex").action == "changed"
    assert block.text(path.read_bytes()) == "ours" and b"/x" not in path.read_bytes()
    path.write_bytes(path.read_bytes() + b"theirs\n")
    assert ledger.revert("AGENTS.md", agent="codex").action == "unchanged"
    ledger.revert("AGENTS.md", agent="opencode")
    assert path.read_bytes() == b"# Rules\ntheirs\n"


def test_a_block_that_the_user_removed_leaves_nothing_to_do(ledger: Ledger) -> None:
    path = Path(ledger.root, "AGENTS.md")
    path.write_bytes(b"# Rules\n")
    ledger.apply("AGENTS.md", Block("ours"))
    path.write_bytes(b"# Rules, mine\n")
    assert ledger.state("AGENTS.md", "block") == "missing"
    assert ledger.revert("AGENTS.md").action == "unchanged"
    assert path.read_bytes() == b"# Rules, mine\n"
    ledger.apply("AGENTS.md", Block("ours"))
    path.unlink()
    assert ledger.revert("AGENTS.md").action == "absent"


def test_a_block_that_was_edited_by_hand_goes_and_a_copy_is_kept(ledger: Ledger) -> None:
    path = Path(ledger.root, "AGENTS.md")
    path.write_bytes(b"# Rules\n")
    ledger.apply("AGENTS.md", Block("ours"))
    path.write_bytes(path.read_bytes().replace(b"ours", b"ours and mine"))
    assert ledger.state("AGENTS.md", "block") == "edited"
    outcome = ledger.revert("AGENTS.md")
    assert path.read_bytes() == b"# Rules\n"
    copy = outcome.note.split("`")[1]
    assert Path(copy).read_text() == "ours and mine"


def test_the_ledger_is_written_before_the_file(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(ledger.root, "AGENTS.md")
    path.write_bytes(b"# Rules\n")

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(foreign, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            ledger.apply("AGENTS.md", Block("ours"))
    assert path.read_bytes() == b"# Rules\n"
    assert ledger.entries() == []

    ledger.apply("AGENTS.md", Block("ours"))
    path.write_bytes(b"# Rules\n")  # as after a crash between the two writes
    ledger.revert("AGENTS.md")
    assert path.read_bytes() == b"# Rules\n"


@pytest.mark.parametrize("step", ["make_folder", "write_atomic"])
@pytest.mark.parametrize("there", ["", ".cursor"])
@pytest.mark.parametrize(("path", "change"), CHANGES)
def test_a_full_disk_leaves_no_folder_and_refuses_one_file(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, path: str, change: Change, there: str, step: str
) -> None:
    Path(ledger.root, there).mkdir(exist_ok=True)
    before = tree(ledger.root)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(foreign, step, full)
    with pytest.raises(BackstoryError, match="no space"):
        ledger.apply(path, change)
    assert tree(ledger.root) == before
    assert ledger.entries() == []


def test_links_are_followed_inside_the_root_only(ledger: Ledger, tmp_path: Path) -> None:
    root = Path(ledger.root)
    (root / "docs").mkdir()
    (root / "docs/rules.md").write_bytes(b"# Rules\n")
    (root / "AGENTS.md").symlink_to("docs/rules.md")
    ledger.apply("AGENTS.md", Block("ours"))
    assert (root / "AGENTS.md").is_symlink()
    assert block.text((root / "docs/rules.md").read_bytes()) == "ours"
    ledger.revert("AGENTS.md")
    assert (root / "docs/rules.md").read_bytes() == b"# Rules\n"

    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine.md").write_bytes(b"mine\n")
    (root / "CLAUDE.md").symlink_to(outside / "mine.md")
    (root / ".claude").symlink_to(outside)
    for path, change in (("CLAUDE.md", Block("x")), (".claude/settings.local.json", HOOKS)):
        with pytest.raises(BackstoryError, match="leads out of") as error:
            ledger.apply(path, change)
        assert error.value.hint
    assert tree(str(outside)) == {"mine.md": b"mine\n"}
    ledger.apply("CLAUDE.md", Block("x"), within=str(tmp_path))
    assert block.text((outside / "mine.md").read_bytes()) == "x"


def test_what_cannot_be_edited_is_refused(ledger: Ledger) -> None:
    root = Path(ledger.root)
    (root / "read-only.md").write_bytes(b"x")
    (root / "read-only.md").chmod(0o444)
    (root / "folder.md").mkdir()
    os.mkfifo(root / "pipe.md")
    (root / "large.md").write_bytes(b"x" * (foreign.LIMIT + 1))
    (root / "settings.json").write_bytes(b"{ broken")
    for name in ("read-only.md", "folder.md", "pipe.md", "large.md", "settings.json"):
        change = HOOKS if name.endswith("json") else Block("x")
        for act in (lambda n, c: ledger.apply(n, c), lambda n, c: ledger.preview(n, [c])):
            with pytest.raises(BackstoryError, match=name) as error:
                act(name, change)
            assert error.value.hint
    assert ledger.entries() == []
    (root / "mine.mdc").write_bytes(b"theirs")
    with pytest.raises(BackstoryError, match="was not written by Backstory"):
        ledger.apply("mine.mdc", WholeFile(b"ours"))


def test_the_command_of_a_hint_can_be_pasted(ledger: Ledger) -> None:
    path = Path(ledger.root, "my rules $1.md")
    path.write_bytes(b"x")
    path.chmod(0o444)
    with pytest.raises(BackstoryError) as error:
        ledger.apply(path.name, Block("x"))
    command = error.value.hint.partition("`")[2].rstrip("`")
    subprocess.run(["/bin/sh", "-c", command], check=True)
    ledger.apply(path.name, Block("x"))
    assert block.text(path.read_bytes()) == "x"


def test_a_change_between_reading_and_writing_is_read_again(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(ledger.root, "AGENTS.md")
    path.write_bytes(b"one\n")
    real, times = foreign.write, []

    def slow(file: foreign.Foreign, data: bytes, **options: str) -> None:
        if not times:
            path.write_bytes(b"one\ntwo\n")
        times.append(1)
        real(file, data, **options)

    monkeypatch.setattr(foreign, "write", slow)
    ledger.apply("AGENTS.md", Block("ours"))
    assert block.revert(path.read_bytes()) == b"one\ntwo\n"
    assert len(times) == 2

    def never(file: foreign.Foreign, data: bytes, **options: str) -> None:
        path.write_bytes(path.read_bytes() + b"more\n")
        real(file, data, **options)

    monkeypatch.setattr(foreign, "write", never)
    with pytest.raises(Busy):
        ledger.apply("AGENTS.md", Block("newer"))


class Gate:
    """Stands in for the redaction gate: `hunter2` is a secret."""

    def check(self, text: str) -> "Gate":
        self.findings = ("hunter2",) if "hunter2" in text else ()
        return self

    def clean(self, text: str) -> str:
        return text.replace("hunter2", "[REDACTED]")


def test_secrets_and_large_files_are_not_copied_and_still_come_back(tmp_path: Path) -> None:
    ledger = Ledger(str(tmp_path / "home"), str(tmp_path), Gate())  # type: ignore[arg-type]
    for name, data in (("a.md", b"password hunter2\n"), ("b.md", b"x" * (KEPT + 1))):
        path = tmp_path / name
        path.write_bytes(data)
        ledger.apply(name, Block("ours"))
        entry = ledger.entry(name)
        assert entry and not entry.kept and not entry.original
        ledger.revert(name)
        assert path.read_bytes() == data


def test_two_working_trees_share_a_file(tmp_path: Path) -> None:
    shared = tmp_path / "common/info/exclude"
    trees = [Ledger(str(tmp_path / "home"), str(tmp_path / name)) for name in ("a", "b")]
    for ledger in trees:
        os.makedirs(ledger.root)
    for first, second in (trees, trees[::-1]):
        for ledger in (first, second):
            ledger.apply(str(shared), Lines(("/AGENTS.md",)), within=str(tmp_path / "common"))
        first.revert(str(shared))
        assert shared.read_bytes() == b"# backstory:begin\n/AGENTS.md\n# backstory:end\n"
        second.revert(str(shared))
        assert not shared.exists()


def test_without_a_ledger_our_part_is_found_by_its_marks(ledger: Ledger) -> None:
    path = Path(ledger.root, "AGENTS.md")
    path.write_bytes(b"# Rules")
    ledger.apply("AGENTS.md", Block("ours"))
    os.unlink(ledger.path)
    ledger.apply("AGENTS.md", Block("newer"))
    ledger.revert("AGENTS.md")
    assert path.read_bytes() == b"# Rules"


def test_a_tree_that_was_renamed_finds_its_ledger(ledger: Ledger, tmp_path: Path) -> None:
    path = Path(ledger.root, "AGENTS.md")
    path.write_bytes(b"# Rules")
    ledger.apply("AGENTS.md", Block("ours"))
    (tmp_path / "other").mkdir()
    assert Ledger(ledger.folder, str(tmp_path / "other")).entries() == []

    os.rename(ledger.root, tmp_path / "renamed")
    renamed = Ledger(ledger.folder, str(tmp_path / "renamed"))
    assert renamed.state("AGENTS.md", "block") == "present"
    renamed.apply("AGENTS.md", Block("newer"))
    assert os.path.exists(renamed.path) and not os.path.exists(ledger.path)
    assert Ledger(ledger.folder, str(tmp_path / "other")).entries() == []
    renamed.revert("AGENTS.md")
    assert (tmp_path / "renamed/AGENTS.md").read_bytes() == b"# Rules"
    assert os.listdir(ledger.folder) == ["lock"]


def test_a_damaged_ledger_is_set_aside_and_a_newer_one_respected(ledger: Ledger) -> None:
    ledger.apply("AGENTS.md", Block("ours"))
    Path(ledger.path).write_bytes(b'{"format": 2, "files": 7}')
    with pytest.raises(NewerFormat):
        ledger.entries()
    Path(ledger.path).write_bytes(b"\0\0")
    assert ledger.entries() == []
    assert os.path.exists(ledger.path + ".damaged")


@pytest.mark.parametrize("data", [None, b"", b"one\n", b"one", b"one\r\ntwo\r\n", "ä\n".encode()])
def test_the_diff_is_one_that_git_applies(tmp_path: Path, ledger: Ledger, data: bytes | None) -> None:
    path = Path(ledger.root, "AGENTS.md")
    if data is not None:
        path.write_bytes(data)
    before, after = ledger.preview("AGENTS.md", [Block("ours\nand more")])[1:]
    assert before == data and tree(ledger.root).get("AGENTS.md") == data
    patch = tmp_path / "p.diff"
    patch.write_bytes(format_diff("AGENTS.md", before, after).encode())
    subprocess.run(["git", "apply", str(patch)], cwd=ledger.root, check=True)
    assert path.read_bytes() == after

    path.unlink(missing_ok=True)
    if data is not None:
        path.write_bytes(data)
    ledger.apply("AGENTS.md", Block("ours\nand more"))
    assert path.read_bytes() == after
    assert ledger.preview_revert("AGENTS.md")[1:] == (after, data)


def test_hook_entries_of_an_older_version_are_replaced(ledger: Ledger) -> None:
    path = Path(ledger.root, "s.json")
    path.write_bytes(b'{"hooks": {"Stop": []}}')
    ledger.apply("s.json", HOOKS)
    newer = HOOKS._replace(entries={"Start": [{"command": "backstory.hot.hook start"}]})
    ledger.apply("s.json", newer)
    assert hooks.find_ours(path.read_bytes(), marks=HOOKS.marks) == newer.entries
    ledger.revert("s.json")
    assert path.read_bytes() == b'{"hooks": {"Stop": []}}'


def test_many_at_once_lose_nothing(ledger: Ledger) -> None:
    path = Path(ledger.root, "AGENTS.md")
    path.write_bytes(b"# Rules\n")
    names = [f"agent-{n}" for n in range(12)]
    with ThreadPoolExecutor(12) as pool:
        own = [Ledger(ledger.folder, ledger.root) for _ in names]
        list(pool.map(lambda one, name: one.apply("AGENTS.md", Block(name), agents=[name]), own, names))
        entry = ledger.entry("AGENTS.md")
        assert entry and entry.parts[0].agents == sorted(names)
        list(pool.map(lambda one, name: one.revert("AGENTS.md", agent=name), own, names))
    assert path.read_bytes() == b"# Rules\n"
    assert ledger.entries() == []


@pytest.mark.parametrize(("path", "change"), CHANGES)
def test_again_brings_nothing_back(ledger: Ledger, path: str, change: Change) -> None:
    ledger.apply(path, change)
    assert ledger.apply(path, change, again=True).action == "unchanged"
    ledger.revert(path)

    assert ledger.apply(path, change, again=True).action == "unchanged"

    assert tree(ledger.root) == {}
    assert ledger.entries() == []
