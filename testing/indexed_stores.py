"""A project on disk: stores of the three scopes with the real gate, and an index over them."""

import os
import subprocess
from pathlib import Path
from typing import Any

from backstory.index.build import Index, Refreshed
from backstory.model.ids import make_ulid
from backstory.model.record import Anchor, Link, Origin, Record
from backstory.redact.gate import Gate
from backstory.store.records import RecordStore


class World:
    """`settle` makes files look as if they had been written a while ago, as they are when nobody is typing."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "repo"
        self.home = folder / "home"
        self.private = self.home / "projects" / "x"
        self.root.mkdir(parents=True)
        self.private.mkdir(parents=True)
        self.gate = Gate()
        self.stores = {
            scope: RecordStore(str(place / "memory"), scope, self.gate)
            for scope, place in (
                ("team", self.root / ".backstory"), ("private", self.private), ("user", self.home / "user"),
            )
        }  # fmt: skip
        self.path = str(self.private / "index.db")
        self.made = 0
        self.clock = 1_700_000_000_000_000_000

    def record(self, title: str, body: str = "", *, scope: str = "private", **more: Any) -> Record:
        self.made += 1
        number = self.made
        more.setdefault("kind", "decision")
        more.setdefault("made", f"2026-11-{1 + number % 28:02d}T{number % 24:02d}:00:00Z")
        more.setdefault(
            "id", make_ulid(1_700_000_000_000 + number * 86_400_000, bytes([number % 251, 7 * number % 256]) * 5)
        )
        more.setdefault("origin", Origin(author="Ada <ada@example.org>"))
        more["anchors"] = tuple(Anchor.parse(a) for a in more.pop("at", ()))
        more["links"] = tuple(Link(*link) for link in more.pop("links", ()))
        return Record(title=title, body=body, scope=scope, **more)

    def add(self, title: str, body: str = "", **more: Any) -> Record:
        """Writes a record; returns it as it was written."""
        record = self.record(title, body, **more)
        return self.stores[record.scope].add(record)[0]

    def path_of(self, record: Record) -> str:
        return self.stores[record.scope].path_of(record)

    def settle(self) -> None:
        for store in self.stores.values():
            for here, _, names in os.walk(store.folder, topdown=False):
                for name in names:
                    path = os.path.join(here, name)
                    if os.lstat(path).st_mtime_ns > 1_720_000_000_000_000_000:
                        self.clock += 1_000_003
                        os.utime(path, ns=(self.clock, self.clock), follow_symlinks=False)
                if os.stat(here).st_mtime_ns > 1_720_000_000_000_000_000:
                    self.clock += 1_000_003
                    os.utime(here, ns=(self.clock, self.clock))

    def open(self) -> Index:
        return Index.open(self.path, tree=str(self.root))

    def refresh(self, index: Index, **more: Any) -> Refreshed:
        self.settle()
        return index.refresh(self.stores, self.gate, **more)

    def fresh(self) -> Index:
        index = self.open()
        self.refresh(index)
        return index

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(self.root), "-c", "user.name=a", "-c", "user.email=a@b", *words],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
