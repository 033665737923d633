"""Lines of the hot path: whole or not at all, one form with the store's, names that stay in their folder."""

import errno
import multiprocessing
import os
import subprocess
import sys
import time
import zlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.e2e.garden import TOKENS, Garden

from backstory.base import journal_lines
from backstory.base.journal_lines import (
    acquire_lock,
    append_line,
    compute_crc32,
    event_line,
    format_line,
    hide_tokens,
    make_id,
    safe_name,
    to_json,
)
from backstory.model.ids import make_ulid
from backstory.store.event_lines import decode_event, decode_events, encode_event

words = st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=12)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), words),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=8,
)


class TestLine:
    @given(values)
    def test_json_is_canonical(self, value: object) -> None:
        assert to_json(value).encode() == msgspec.json.encode(value, order="sorted")

    def test_every_character_is_quoted_as_json_has_it(self) -> None:
        for code in (*range(0xD800), *range(0xE000, 0x10000, 7), 0x10000, 0x10FFFF):
            assert to_json(chr(code)).encode() == msgspec.json.encode(chr(code))

    @given(st.binary(max_size=300))
    def test_checksum(self, data: bytes) -> None:
        assert compute_crc32(data) == zlib.crc32(data)

    @given(st.integers(0, (1 << 48) - 1), st.binary(min_size=10, max_size=10))
    def test_ids_are_those_of_the_model(self, ms: int, randomness: bytes) -> None:
        assert make_id(ms, randomness) == make_ulid(ms, randomness)

    @given(words, words, words, st.dictionaries(words, values, max_size=3))
    def test_the_store_reads_it_and_writes_the_same(
        self, kind: str, session: str, agent: str, data: dict[str, object]
    ) -> None:
        kind = kind or "k"
        line = event_line(kind, session=session, agent=agent, data=data, ms=1_763_629_443_123, randomness=bytes(10))
        event = decode_event(line[:-1])
        assert not isinstance(event, str)
        assert (event.kind, event.session, event.agent, event.data) == (kind, session, agent, data)
        assert (event.made, event.id) == ("2025-11-20T09:04:03Z", "01KAG83A1K0000000000000000")
        assert encode_event(event) == line

    def test_lone_surrogates_do_not_break_the_file(self) -> None:
        event = decode_event(event_line("k", data={"path": "a\udcff"})[:-1])
        assert not isinstance(event, str)
        assert event.data == {"path": "a\ufffd"}

    def test_now_is_the_time_of_the_id(self) -> None:
        before = time.time_ns() // 1_000_000
        event = decode_event(event_line("k")[:-1])
        assert not isinstance(event, str)
        assert make_id(before, bytes(10))[:10] <= event.id[:10] <= make_id(before + 5000, bytes(10))[:10]


class TestSafeName:
    @given(st.text(alphabet=st.characters(exclude_categories=()), max_size=120))
    def test_never_leaves_its_folder(self, session: str) -> None:
        name = safe_name(session)
        assert name == os.path.basename(name) and name not in ("", ".", "..") and name[0] != "." and len(name) < 100
        assert name.isascii() and name.isprintable() and not set(name) & set('<>:"/\\|?* ')
        assert safe_name(name) == name

    def test_harmless_ones_stay(self) -> None:
        for name in ("3f0c6c1e", "01JD8ZK3M7Q4T9W2R5X8Y1B6C0", "a.b_c-d", "019a-b"):
            assert safe_name(name) == name

    def test_ids_of_agents_stay_and_tokens_do_not(self) -> None:
        token = "Zx9" + "Qw7Rt5Yp2Lk8Jh6Gf4Ds1" * 2
        for name in (
            "0199a213-81c0-7800-8aa1-bbab2a035a53", "ses_2bfb5732886ahlKApTbxdjbGNw", "run-20261120-0914", "operations",
            "session-of-monday", "3f0c6c1e9a", "Agent.main-2",
        ):  # fmt: skip
            assert safe_name(name) == name
        for name in (token, f"ghp_{token[:36]}", f"a-{token}", f"key.{token}"):
            assert token[:9] not in safe_name(name)

    def test_others_are_told_apart(self) -> None:
        bad = [
            "../../../evil",
            "/etc/passwd",
            "..",
            ".",
            "a/b",
            "a b",
            "con",
            "COM1.x",
            ".hidden",
            "x.",
            "é",
            "a\0b",
            "-rf",
        ]
        names = [safe_name(b) for b in bad]
        assert len(set(names)) == len(bad) and not set(names) & set(bad)


class TestAppend:
    def test_makes_the_file_and_its_folder_private(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "month" / "s.jsonl"
        old = os.umask(0)
        try:
            append_line(str(path), b"one", sync=True)
            append_line(str(path), b"two\n", sync=False)
        finally:
            os.umask(old)
        assert path.read_bytes() == b"one\ntwo\n"
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == path.parent.parent.stat().st_mode & 0o777 == 0o700

    def test_a_torn_tail_stays_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "s.jsonl"
        path.write_bytes(b'{"a":1}\n{"b":')
        append_line(str(path), b'{"c":3}', sync=False)
        assert path.read_bytes() == b'{"a":1}\n{"b":\n{"c":3}\n'

    def test_a_short_write_leaves_the_file_as_it_was(self, tmp_path: Path) -> None:
        path = tmp_path / "s.jsonl"
        code = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from backstory.base.journal_lines import append_line
append_line({str(path)!r}, b"x" * 600, True)
try:
    append_line({str(path)!r}, b"y" * 600, True)
except OSError as err:
    print(err.errno)
append_line({str(path)!r}, b"z" * 100, True)
"""
        done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == str(errno.EFBIG)
        assert path.read_bytes() == b"x" * 600 + b"\n" + b"z" * 100 + b"\n"

    def test_links_fifos_and_folders_are_refused(self, tmp_path: Path) -> None:
        victim = tmp_path / "victim"
        victim.write_text("mine\n")
        (tmp_path / "link").symlink_to(victim)
        (tmp_path / "folder").mkdir()
        os.mkfifo(tmp_path / "fifo")
        for name in ("link", "folder", "fifo"):
            with pytest.raises(OSError):
                append_line(str(tmp_path / name), b"x", sync=False)
        assert victim.read_text() == "mine\n"

    def test_waits_for_the_lock_and_gives_up(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = str(tmp_path / "s.jsonl")
        append_line(path, b"one", sync=False)
        monkeypatch.setattr(journal_lines, "acquire_lock", lambda fd: acquire_lock(fd, 0.05))
        holder = os.open(path, os.O_RDWR)
        try:
            assert acquire_lock(holder)
            with pytest.raises(OSError) as caught:
                append_line(path, b"two", sync=False)
            assert caught.value.errno == errno.EBUSY
        finally:
            os.close(holder)
        append_line(path, b"two", sync=False)
        assert Path(path).read_bytes() == b"one\ntwo\n"

    def test_a_file_moved_away_while_waiting_is_not_written(self, tmp_path: Path) -> None:
        """The sweep takes a spool file by renaming it under its lock; who waited for that lock starts a new file."""
        path = tmp_path / "s.jsonl"
        append_line(str(path), b"one", sync=False)
        holder = os.open(path, os.O_RDWR)
        assert acquire_lock(holder)
        code = f"from backstory.base.journal_lines import append_line\nappend_line({str(path)!r}, b'two', False)"
        child = subprocess.Popen([sys.executable, "-c", code])
        time.sleep(0.3)
        path.rename(tmp_path / "taken")
        os.close(holder)
        assert child.wait(10) == 0
        assert (tmp_path / "taken").read_bytes() == b"one\n"
        assert path.read_bytes() == b"two\n"

    def test_eight_writers_at_once(self, tmp_path: Path) -> None:
        path = str(tmp_path / "s.jsonl")
        children = [multiprocessing.get_context("fork").Process(target=_write, args=(path, n)) for n in range(8)]
        for child in children:
            child.start()
        for child in children:
            child.join(60)
        events = [what for _, what in decode_events(path)]
        assert len(events) == 8 * 40
        assert not [e for e in events if isinstance(e, str)]


def _write(path: str, number: int) -> None:
    for i in range(40):
        append_line(path, event_line("tool", data={"n": number, "i": i, "x": "y" * (i * 20)}), sync=i % 10 == 9)


def test_a_seal_leaves_out_what_is_empty() -> None:
    assert format_line({"id": "x", "s": "", "d": {}, "n": 0}).startswith(b'{"id":"x","n":0,"c":"')


class TestNames:
    """Names wait in the spool before the gate reads them, so what could be a secret in them is left out."""

    @pytest.mark.parametrize("kind", TOKENS)
    @pytest.mark.parametrize("name", ["{}", "/home/ada/shop/{}.py", "config/{}-old.toml", "C:\\x\\{}", "token {} it"])
    def test_no_token_is_left(self, kind: str, name: str) -> None:
        garden = Garden()
        for _ in range(20):
            secret = garden.name(kind)
            assert secret not in hide_tokens(name.format(secret))
            assert secret.encode() not in event_line("tool", session=secret)

    @pytest.mark.parametrize("text", ["password=walnut.harbor95", "api key: Sommer2026!", "postgres://a:b@db/shop"])
    def test_what_assigns_a_value_is_left_out(self, text: str) -> None:
        assert hide_tokens(f"notes/{text}.md").startswith(("notes/[REDACTED:name]", "[REDACTED:name]"))

    @pytest.mark.parametrize(
        "name",
        ["src/backstory/memory/intake/ingest_sessions.py", "UserAuthenticationControllerFactory.java", "Edit",
         "mcp__x__y_z_1",
         "rollout-2026-11-20T10-00-00-3f0c6c1e-1111-4222-8333-abcdefabcdef.jsonl", "node_modules/@types/node/x.d.ts",
         "toolu_01AbCdEfGh1234567890abcd", "test_http2_client_of_ipv6_hosts_3.py", "01JD8ZK3M7Q4T9W2R5X8Y1B6C0",
         "images/9d2c46ad92bbb19ddcd3463bbd5fa81d/layer.tar", "C:\\Users\\ada\\shop\\x.py", "startup"],
    )  # fmt: skip
    def test_ordinary_names_stay(self, name: str) -> None:
        assert hide_tokens(name) == name

    def test_folders_of_the_project_stay_also_as_agents_spell_them(self) -> None:
        root = "/builds/zyxvpxvq6csfxvn9n01/shop"
        path = "/home/ada/.claude/projects/-builds-zyxvpxvq6csfxvn9n01-shop/4.jsonl"
        assert hide_tokens(f"{root}/x.py", root) == f"{root}/x.py" and hide_tokens(path, root) == path
        assert hide_tokens(path) == "/home/ada/.claude/projects/[REDACTED:name]/4.jsonl"


def test_a_file_system_that_refuses_the_full_sync_of_macos_gets_a_plain_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    synced = []

    def refuse(fd: int, command: int) -> None:
        raise OSError(errno.ENOTSUP, "no full sync")

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", refuse)
    monkeypatch.setattr(os, "fsync", synced.append)
    monkeypatch.setattr(sys, "platform", "darwin")
    with open(tmp_path / "x", "wb") as file:
        journal_lines.sync_file(file.fileno(), attributes=False)
        assert synced == [file.fileno()]
