"""The manifest of an archive: how much it holds, a digest of it, and the seal of the machine that wrote it."""

import hashlib
from collections.abc import Mapping
from typing import Final

import msgspec

from backstory.model.errors import NewerFormat
from backstory.store.tarball import archive_error

FORMAT: Final = 1
TOP: Final = "backstory/"
MANIFEST: Final = TOP + "manifest.json"


class Manifest(msgspec.Struct):
    """The first member of an archive."""

    format: int
    project: str = ""
    records: int = 0
    members: int = 0
    digest: str = ""
    seal: str = ""
    """Keyed digest of the content: this machine wrote it."""
    bytes: int = 0
    """Of all members together."""
    bound: str = ""
    """Keyed digest of the seal and both counts: this machine wrote as much, so it reads as much."""


def add_manifest(members: Mapping[str, bytes], project: str, key: bytes) -> list[tuple[str, bytes]]:
    """The members in the order of an archive, the manifest first."""
    digest = digest_of(members)
    manifest = Manifest(
        format=FORMAT,
        project=project,
        records=count_records(members),
        members=len(members),
        digest=digest,
        seal=seal_of(project, digest, key),
        bytes=sum(map(len, members.values())),
    )
    manifest.bound = bound_of(manifest, key)
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
    return [(MANIFEST, data), *sorted(members.items())]


def parse_manifest(data: bytes) -> Manifest:
    """Reads a manifest. Raises Invalid for a damaged one, NewerFormat for one of a later version."""
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except (msgspec.MsgspecError, RecursionError, ValueError) as err:
        raise archive_error(f"has a manifest that cannot be read: {err}") from err
    check_format(manifest.format)
    return manifest


def is_bound(manifest: Manifest, key: bytes) -> bool:
    """Whether the machine with this key wrote an archive of the manifest's size."""
    return bool(manifest.bound) and manifest.bound == bound_of(manifest, key)


def check_format(number: int) -> None:
    """Raises NewerFormat for a format that this version does not know."""
    if number > FORMAT:
        raise NewerFormat(f"the archive is in format {number}, this version reads up to {FORMAT}")


def count_records(names: Mapping[str, bytes]) -> int:
    """The number of members that hold a record."""
    return sum("/memory/" in name for name in names)


def digest_of(members: Mapping[str, bytes]) -> str:
    """SHA-256 of all names and contents, whatever their order."""
    total = hashlib.sha256()
    for name in sorted(members):
        total.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(members[name]).digest())
    return total.hexdigest()


def seal_of(project: str, digest: str, key: bytes) -> str:
    """Keyed digest of an archive's content; empty without a key."""
    if not key:
        return ""

    text = f"{project}\0{digest}".encode()
    return hashlib.blake2b(text, key=key[:64], digest_size=16, person=b"backstory export").hexdigest()


def bound_of(manifest: Manifest, key: bytes) -> str:
    """Keyed digest of an archive's size; empty without a key or a seal."""
    if not key or not manifest.seal:
        return ""

    text = f"{manifest.seal}\0{manifest.members}\0{manifest.bytes}".encode()
    return hashlib.blake2b(text, key=key[:64], digest_size=16, person=b"backstory bound").hexdigest()
