"""More than sixty hostile archives: each refused for its own reason, and nothing is written."""

import ast
import bz2
import gzip
import io
import json
import lzma
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.store.conftest import ID, make, tree
from tests.sweeps import share

from backstory.model.errors import Invalid, NewerFormat
from backstory.redact.gate import Gate
from backstory.store import tarball
from backstory.store.archive import MANIFEST, export_archive, read_archive
from backstory.store.codec import encode_record
from backstory.store.records import RecordStore
from backstory.store.tarball import LIMITS, Limits, read_members, write_members

GOOD = "backstory/private/memory/decision/2026-11-20-a-x8y00001.md"
RECORD = encode_record(make(1))
KEY = b"k" * 32
"""Of the machine that reads: no archive here was made by it."""


def info(name: str, data: bytes = b"", **more: object) -> tuple[tarfile.TarInfo, bytes]:
    member = tarfile.TarInfo(name)
    member.size = len(data)
    for key, value in more.items():
        setattr(member, key, value)
    return member, data


def packed(*members: tuple[tarfile.TarInfo, bytes], form: int = tarfile.PAX_FORMAT, manifest: bool = True) -> bytes:
    """An archive as Python writes it, with a manifest first that fits nothing after it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", format=form) as tar:
        first = json.dumps({"format": 1, "project": ID, "records": 1, "members": 100, "digest": "x"}).encode()
        for member, data in ([info(MANIFEST, first)] if manifest else []) + list(members):
            tar.addfile(member, io.BytesIO(data))
    return out.getvalue()


def raw(*blocks: bytes) -> bytes:
    return gzip.compress(b"".join(blocks) + b"\0" * 1024, 1)


def header(
    name: bytes, size: int = 0, kind: bytes = b"0", *, magic: bytes = b"ustar\x0000", field: bytes = b""
) -> bytes:
    head = bytearray(512)
    head[: len(name)] = name
    head[100:124] = b"0000600\x000000000\x000000000\0"
    head[124:136] = field or b"%011o\0" % size
    head[136:148] = b"%011o\0" % 0
    head[148:156], head[156:157], head[257:265] = b" " * 8, kind, magic
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


def pax(*pairs: tuple[str, str], kind: bytes = b"x") -> bytes:
    data = b""
    for key, value in pairs:
        text = f" {key}={value}\n".encode()
        size = len(text) + 1
        while len(str(size)) + len(text) != size:
            size += 1
        data += str(size).encode() + text
    return header(b"PaxHeader", len(data), kind) + data + b"\0" * (-len(data) % 512)


def first() -> bytes:
    data = json.dumps({"format": 1, "project": ID, "records": 1, "members": 100, "digest": "x"}).encode()
    return header(MANIFEST.encode(), len(data)) + data + b"\0" * (-len(data) % 512)


def sealed(change: Callable[[dict[str, bytes], dict[str, object]], None] = lambda members, manifest: None) -> bytes:
    """An archive with the right digest, after `change` had its way with its members and manifest."""
    from backstory.store.manifest import digest_of

    members = {GOOD: RECORD}
    manifest: dict[str, object] = {"format": 1, "project": ID, "records": 1}
    change(members, manifest)
    manifest = {"members": len(members), "digest": digest_of(members), **manifest}
    out = io.BytesIO()
    write_members(out, [(MANIFEST, json.dumps(manifest).encode()), *members.items()])
    return out.getvalue()


def renamed(name: str, data: bytes = RECORD) -> bytes:
    def change(members: dict[str, bytes], manifest: dict[str, object]) -> None:
        members.clear()
        members[name] = data

    return sealed(change)


def manifest(**more: object) -> bytes:
    return sealed(lambda members, found: found.update(more))


def long_chain() -> bytes:
    """The shape of CVE-2025-4517: links into links, deeper than PATH_MAX, and a file written through them."""
    folder, members, path = "d" * 247, [], ""
    for step in "abcdefghijklmnop":
        members.append(info(os.path.join(path, folder), type=tarfile.DIRTYPE))
        members.append(info(os.path.join(path, step), type=tarfile.SYMTYPE, linkname=folder))
        path = os.path.join(path, folder)
    deep = os.path.join("/".join("abcdefghijklmnop"), "l" * 254)
    members.append(info(deep, type=tarfile.SYMTYPE, linkname="../" * 16))
    members.append(info("escape", type=tarfile.SYMTYPE, linkname="l/../../../../etc"))
    return packed(*members)


def bomb(levels: int = 1) -> bytes:
    data = header(GOOD.encode(), 60 << 20) + b"\0" * (60 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(first() + data) + packer.flush()


def many(count: int) -> bytes:
    out = io.BytesIO()
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    out.write(packer.compress(first()))
    for n in range(count):
        out.write(packer.compress(header(b"backstory/private/journal/%d.jsonl" % n)))
    out.write(packer.compress(b"\0" * 1024) + packer.flush())
    return out.getvalue()


def wrong_crc() -> bytes:
    data = bytearray(sealed())
    data[-6] ^= 0xFF
    return bytes(data)


HOSTILE: dict[str, tuple[bytes, str]] = {
    # paths
    "parent": (packed(info("../evil")), "leaves the archive"),
    "parent inside": (packed(info("backstory/../../evil")), "leaves the archive"),
    "parent at the end": (packed(info("backstory/..")), "leaves the archive"),
    "parent after dot": (packed(info("./../evil")), "leaves the archive"),
    "only dots": (packed(info(".")), "leaves the archive"),
    "dot inside": (packed(info("backstory/./x")), "leaves the archive"),
    "empty part": (packed(info("backstory//x")), "leaves the archive"),
    "absolute": (packed(info("/etc/passwd")), "absolute path"),
    "two slashes": (packed(info("//server/share")), "absolute path"),
    "drive letter": (packed(info("C:/Windows/x")), "absolute path"),
    "drive relative": (packed(info("C:x")), "absolute path"),
    "backslashes": (packed(info("..\\..\\evil")), "leaves the archive"),
    "unc": (packed(info("\\\\server\\share")), "absolute path"),
    "mixed slashes": (packed(info("backstory\\..\\evil")), "leaves the archive"),
    "control character": (packed(info("backstory/a\nb")), "characters that no file name"),
    "escape sequence": (packed(info("backstory/\x1b[31m")), "characters that no file name"),
    "alternate stream": (packed(info("backstory/a.md:evil")), "characters that no file name"),
    "wildcard": (packed(info("backstory/*.md")), "characters that no file name"),
    "trailing dot": (packed(info("backstory/private./x")), "another name"),
    "trailing blank": (packed(info("backstory/private /x")), "another name"),
    "very long name": (packed(info("a/" * 600 + "x")), "a name of"),
    "not utf-8": (raw(first(), header(b"backstory/\xff\xfe")), "not UTF-8"),
    "absolute by pax": (raw(first(), pax(("path", "/etc/passwd")), header(b"fine")), "absolute path"),
    "parent by pax": (raw(first(), pax(("path", "../../evil")), header(b"fine")), "leaves the archive"),
    "parent by long name": (raw(first(), header(b"L", 7, b"L") + b"../evil".ljust(512, b"\0"), header(b"k")), "leaves"),
    "parent by prefix": (raw(first(), header(b"x")[:345] + b"../evil" + header(b"x")[352:]), "checksum"),
    # kinds
    "symlink": (packed(info("backstory/l", type=tarfile.SYMTYPE, linkname="/etc/passwd")), "a symbolic link"),
    "symlink inside": (packed(info("backstory/l", type=tarfile.SYMTYPE, linkname="x")), "a symbolic link"),
    "hard link": (packed(info("backstory/l", type=tarfile.LNKTYPE, linkname=MANIFEST)), "a hard link"),
    "hard link outside": (packed(info("backstory/l", type=tarfile.LNKTYPE, linkname="/etc/shadow")), "a hard link"),
    "character device": (packed(info("backstory/d", type=tarfile.CHRTYPE, devmajor=1)), "a character device"),
    "block device": (packed(info("backstory/d", type=tarfile.BLKTYPE, devmajor=8)), "a block device"),
    "fifo": (packed(info("backstory/f", type=tarfile.FIFOTYPE)), "a FIFO"),
    "contiguous": (packed(info("backstory/c", type=tarfile.CONTTYPE)), "a contiguous file"),
    "gnu sparse": (raw(first(), header(GOOD.encode(), 0, b"S")), "a sparse file"),
    "pax sparse": (raw(first(), pax(("GNU.sparse.major", "1"), ("GNU.sparse.realsize", "1099511627776"))), "sparse"),
    "multi-volume": (raw(first(), header(GOOD.encode(), 0, b"M")), "a part of a file"),
    "long link": (raw(first(), header(b"K", 4, b"K") + b"evil".ljust(512, b"\0")), "a long link"),
    "unknown kind": (raw(first(), header(GOOD.encode(), 0, b"Z")), "unknown type 'Z'"),
    "a folder with content": (raw(first(), header(b"backstory/x/", 2, b"5") + b"hi".ljust(512, b"\0")), "with content"),
    "links in links": (long_chain(), "a symbolic link"),
    # collisions
    "twice": (packed(info("backstory/a"), info("backstory/a")), "twice"),
    "twice by case": (packed(info("backstory/a"), info("backstory/A")), "twice"),
    "twice by composition": (packed(info("backstory/\u00e9"), info("backstory/e\u0301")), "twice"),
    "twice by folding": (packed(info("backstory/\u00df"), info("backstory/ss")), "twice"),
    "twice by a leading dot": (packed(info("backstory/a"), info("./backstory/a")), "twice"),
    "a file and a folder": (packed(info("backstory/a"), info("backstory/a", type=tarfile.DIRTYPE)), "twice"),
    "a file below a file": (packed(info("backstory/a"), info("backstory/a/b")), "below a file"),
    "the manifest twice": (packed(info(MANIFEST)), "twice"),
    # sizes
    "a terabyte": (raw(first(), header(b"x", field=b"\x80" + b"\0" * 6 + struct.pack(">Q", 1 << 40)[3:])), "past any"),
    "a terabyte by pax": (raw(first(), pax(("size", str(1 << 40))), header(GOOD.encode())), "more than"),
    "a negative size": (raw(first(), header(GOOD.encode(), field=b"\xff" * 12)), "past any limit"),
    "folders within folders": (raw(first(), header(b"d/" * 45, kind=b"5")), "45 folders deep"),
    "a negative size by pax": (raw(first(), pax(("size", "-1")), header(GOOD.encode())), "size is no number"),
    "a size that is none": (raw(first(), header(GOOD.encode(), field=b"99999999999\0")), "size is no number"),
    "65 MB in one file": (raw(first(), header(GOOD.encode(), 65 << 20)), "more than"),
    "a bomb": (bomb(), "times its size"),
    "many members": (many(101), "more than the 100 members"),
    "a long pax header": (raw(first(), header(b"x", 1 << 20, b"x")), "a header of 1048576 bytes"),
    "a long long name": (raw(first(), header(b"L", 1 << 30, b"L")), "a header of"),
    "endless long names": (raw(first(), *[header(b"L", 4, b"L") + b"name".ljust(512, b"\0")] * 99), "without its file"),
    # damage and disguise
    "empty": (b"", "neither"),
    "not an archive": (b"hello world", "neither"),
    "zip": (b"", "neither"),
    "bzip2": (bz2.compress(b"x"), "neither"),
    "xz": (lzma.compress(b"x"), "neither"),
    "gzip of text": (gzip.compress(b"hello" * 200), "no tar archive"),
    "gzip of nothing": (gzip.compress(b""), "cut off"),
    "cut in the gzip": (sealed()[:-30], "cut off|damaged"),
    "cut at the start": (sealed()[:12], "cut off"),
    "damaged": (sealed()[:40] + b"\0\0\0\0" + sealed()[44:], "damaged|digest|manifest|no tar|checksum|cut off"),
    "a wrong crc": (wrong_crc(), "damaged"),
    "a wrong checksum": (raw(first(), header(GOOD.encode()).replace(b"0000600", b"0000777")), "checksum"),
    "no magic": (raw(first(), header(GOOD.encode(), magic=b"\0" * 8)), "no tar archive"),
    "something after it": (sealed() + b"trailing", "after its end"),
    "another archive after it": (sealed() + sealed(), "after its end"),
    "something after the end of the tar": (gzip.compress(gzip.decompress(sealed()) + b"x" * 512), "after its end"),
    "pax nonsense": (raw(first(), header(b"x", 9, b"x") + b"nonsense\n".ljust(512, b"\0")), "header cannot be read"),
    "pax overlap": (raw(first(), header(b"x", 9, b"x") + b"99 path=x".ljust(512, b"\0")), "header cannot be read"),
    "pax no length": (raw(first(), header(b"x", 9, b"x") + b"0 path=x\n".ljust(512, b"\0")), "header cannot be read"),
    "pax twice the same": (raw(first(), pax(("path", "a"), ("path", "../b")), header(b"c")), "twice in one pax header"),
    "a global path": (raw(first(), pax(("path", "../b"), kind=b"g"), header(b"c")), "global header"),
    "a pax header at the end": (raw(first(), pax(("path", "a"))), "without its file"),
    # not what an export holds
    "no manifest": (packed(info(GOOD, RECORD), manifest=False), "does not begin with"),
    "members without end that nobody sealed": (manifest(members=10**9, seal="", bound=""), "names 1000000000 members"),
    "an empty tar": (raw(), "does not begin with"),
    "a manifest that is none": (raw(header(MANIFEST.encode(), 4) + b"null".ljust(512, b"\0")), "manifest that cannot"),
    "a deep manifest": (raw(header(MANIFEST.encode(), 99840) + b"[" * 99840), "manifest that cannot be read"),
    "members without end": (manifest(members=10**9), "names 1000000000 members"),
    "fewer members than named": (manifest(members=2), "1 of the 2 members"),
    "another digest": (manifest(digest="0" * 64), "digest does not fit"),
    "a hook": (renamed("backstory/../.git/hooks/post-checkout"), "leaves the archive"),
    "a git folder": (renamed(".git/hooks/post-checkout"), "no export writes"),
    "a config": (renamed("backstory/config.toml"), "no export writes"),
    "another scope": (renamed("backstory/system/memory/note/a.md"), "no export writes"),
    "a script": (renamed("backstory/private/memory/note/a.py"), "no export writes"),
    "a deeper folder": (renamed("backstory/private/memory/note/x/a.md"), "no export writes"),
    "an index": (renamed("backstory/private/index.db"), "no export writes"),
    "no record": (renamed(GOOD, b""), "is no record"),
    "a record too large": (renamed(GOOD, RECORD + b"x" * 300_000), "cannot be kept"),
    "a record far too large": (renamed(GOOD, os.urandom(600_000)), "is no record"),
    "a kind that is a path": (renamed(GOOD, RECORD.replace(b"kind: decision", b"kind: ../../x")), "name of a kind"),
    "a journal that is none": (renamed("backstory/private/journal/s.jsonl", b'{"x":1}\n'), "no journal line"),
    "a snapshot that is none": (renamed(f"backstory/private/snapshots/snap-{ID}.json", b"{}"), "no snapshot"),
    "a snapshot of another name": (
        renamed(f"backstory/private/snapshots/snap-{ID}.json", b'{"id":"../../x","made":""}'), "is the snapshot"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_is_refused_for_its_own_reason(tmp_path: Path, name: str) -> None:
    data, reason = HOSTILE[name]
    if name == "zip":
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as file:
            file.writestr("../evil", "x")
        data = out.getvalue()
    path = tmp_path / "x" / "a.tar.gz"
    path.parent.mkdir()
    path.write_bytes(data)
    before = tree(tmp_path)
    with pytest.raises(Invalid, match=reason) as caught:
        if reason in ("twice", "below a file"):
            list(read_members(io.BytesIO(data)))
        else:
            read_archive(str(path), key=KEY)
    assert tree(tmp_path) == before
    assert caught.value.message.endswith("; it is refused as a whole") and "nothing was written" in caught.value.hint
    assert caught.value.message.isprintable()


def test_there_are_enough_of_them() -> None:
    assert len(HOSTILE) >= 60


def test_the_sound_one_that_they_are_made_from_is_taken(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(sealed())
    assert read_archive(str(tmp_path / "a")).records == (make(1),)


def test_a_later_format(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(manifest(format=2))
    with pytest.raises(NewerFormat):
        read_archive(str(tmp_path / "a"))


def test_limits_on_everything() -> None:
    noise = [(f"backstory/{n}", os.urandom(20_000)) for n in range(4)]
    out = io.BytesIO()
    write_members(out, noise)
    out.seek(0)
    with pytest.raises(Invalid, match="more than 65536 bytes"):
        list(read_members(out, Limits(total=1 << 16)))
    with pytest.raises(Invalid, match="more than 50 members"):
        list(read_members(io.BytesIO(many(60)), Limits(members=50)))


@pytest.mark.slow
def test_members_without_end_are_refused_once_the_limit_is_passed() -> None:
    limit = share(20_000, LIMITS.members)
    file = io.BytesIO(many(5 * limit))
    with pytest.raises(Invalid, match=f"more than {limit} members"):
        for _ in read_members(file, Limits(members=limit)):
            pass
    assert file.tell() < len(file.getbuffer()) / 2, "the rest is not even read"


def harmless() -> Iterator[tuple[str, bytes]]:
    yield "pax", packed(info("backstory/" + "é" * 90, b"x"), info("backstory/y", b"z" * 1000))
    yield "gnu", packed(info("backstory/" + "l" * 120, b"x"), form=tarfile.GNU_FORMAT)
    yield "ustar", packed(info("backstory/" + "p" * 90 + "/" + "n" * 90, b"x"), form=tarfile.USTAR_FORMAT)
    yield (
        "folders",
        packed(
            info("backstory/a", type=tarfile.DIRTYPE),
            info("backstory/a/", type=tarfile.DIRTYPE),
            info("backstory/a/b", b"x"),
        ),
    )
    yield "dots", packed(info("./backstory/a", b"x"))
    yield "global comment", raw(pax(("comment", "abc"), kind=b"g"), header(b"a"))


@pytest.mark.parametrize(("name", "data"), list(harmless()), ids=lambda v: v if isinstance(v, str) else "")
def test_what_other_programs_write_is_understood(name: str, data: bytes) -> None:
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        want = [(m.name.removeprefix("./"), tar.extractfile(m).read()) for m in tar if m.isfile()]  # type: ignore[union-attr]
    assert list(read_members(io.BytesIO(data))) == want


def test_what_is_written_other_programs_understand(tmp_path: Path) -> None:
    members = [("backstory/a.md", b"x" * n) for n in (0, 1, 511, 512, 513)][:1] + [
        (f"backstory/{n}-{'long' * 25}/a.md", os.urandom(n)) for n in (0, 1, 511, 512, 513, 100_000)
    ]
    out = io.BytesIO()
    write_members(out, members)
    with tarfile.open(fileobj=io.BytesIO(out.getvalue())) as tar:
        assert [(m.name, tar.extractfile(m).read()) for m in tar] == members  # type: ignore[union-attr]
    out.seek(0)
    assert list(read_members(out)) == members


def test_nothing_is_extracted_to_disk() -> None:
    """`tarfile` parses headers for us; the calls by which Python writes members to disk occur nowhere."""
    extracting = {"extract", "extractall", "unpack_archive", "makefile", "makedir", "makelink"}
    for path in Path(tarball.__file__).parent.glob("*.py"):
        module = ast.parse(path.read_text())
        called = {node.attr for node in ast.walk(module) if isinstance(node, ast.Attribute)}
        assert not called & extracting, path.name
        assert "import zipfile" not in path.read_text()
        assert "import tarfile" not in path.read_text() or path.name == "tarball.py"


def test_a_header_that_tarfile_would_take_for_the_end_is_refused() -> None:
    """`tarfile` ends quietly at a damaged header, so that a part of the archive would pass for the whole."""
    sound = header(b"backstory/a", 1) + b"x".ljust(512, b"\0")
    for field, place in ((b"zzzzzzz\0", 100), (b"zzzzzzz\0", 108), (b"zzzzzzzzzzz\0", 136)):
        bad = bytearray(header(b"backstory/b"))
        bad[place : place + len(field)] = field
        bad[148:156] = b" " * 8
        bad[148:156] = b"%06o\0 " % sum(bad)
        data = raw(sound, bytes(bad), header(b"backstory/c"))
        with pytest.raises(Invalid, match="a header cannot be read"):
            list(read_members(io.BytesIO(data)))
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            assert tar.getnames() == ["backstory/a"]


def test_headers_before_one_file_are_counted() -> None:
    long = [header(b"L", 4, b"L") + b"name".ljust(512, b"\0")]
    assert list(read_members(io.BytesIO(raw(*long * 100, header(b"x"))))) == [("name", b"")]
    with pytest.raises(Invalid, match="more than 100 headers before one file"):
        list(read_members(io.BytesIO(raw(*long * 101, header(b"x")))))


def test_every_cut_and_every_flipped_byte_is_refused(tmp_path: Path, gate: Gate) -> None:
    store = RecordStore(str(tmp_path / "m" / "memory"), "private", gate)
    for n in range(3):
        store.add(make(n))
    path = tmp_path / "a.tar.gz"
    export_archive(str(path), {"private": store}, gate, project=ID)
    data = path.read_bytes()
    want = read_archive(str(path))
    for at in range(0, len(data), 3):
        path.write_bytes(data[:at])
        with pytest.raises(Invalid):
            read_archive(str(path))
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])
        try:
            assert read_archive(str(path)) == want  # a byte of the gzip header that means nothing
        except Invalid:
            pass
