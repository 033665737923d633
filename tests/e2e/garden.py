"""Secrets of many kinds to plant, and the search for them on the disk and in what was printed.

Every secret stands beside a harmless word of its own, which has to be found: a gate that drops everything would pass
without it.
"""

import json
import os
import random
import string
import subprocess
from pathlib import Path
from typing import NamedTuple

import apsw
from tests.e2e.conftest import World

TOKENS = ("aws id", "github", "openai", "slack", "jwt", "google", "stripe", "npm")
"""Kinds that are known by their own form; the others are known by what stands around them."""


class Plant(NamedTuple):
    """A secret, the sentence it stands in, and the word beside it."""

    secret: str
    text: str
    word: str


class Garden:
    """Makes secrets of thirteen kinds, each one only once, put together so that no file here holds one."""

    def __init__(self) -> None:
        self.dice = random.Random(8)
        self.plants: list[Plant] = []

    def letters(self, count: int, alphabet: str = string.ascii_letters + string.digits) -> str:
        return "".join(self.dice.choice(alphabet) for _ in range(count))

    def make(self, kind: str) -> tuple[str, str]:
        some = self.letters
        secret, sentence = {
            "aws id": ("AKIA" + some(16, string.ascii_uppercase + "234567"), "id = {}"),
            "aws secret": (some(36) + "+/" + some(2), "aws_secret_access_key = {}"),
            "github": ("ghp_" + some(36), "push with {} please"),
            "openai": ("sk-" + "proj-" + some(64), "export OPENAI_API_KEY={}"),
            "slack": ("xoxb-" + f"{some(12, '123456789')}-{some(13, '123456789')}-{some(24)}", "slack says {}"),
            "jwt": ("eyJ" + "hbGciOiJIUzI1NiJ9." + "eyJ" + some(24) + "." + some(43), "Authorization: Bearer {}"),
            "url password": ("hunter2" + some(9), "postgres://app:{}@db.internal:5432/shop"),
            "password": ("hunter2" + some(6), "password: {}"),
            "json password": ("tr0ub4" + some(5) + "&3", '{{"user": "ada", "password": "{}"}}'),
            "google": ("AIza" + "Sy" + some(33), "maps key {}"),
            "stripe": ("sk_" + "live_" + some(24), "stripe {}"),
            "pem": (
                "MII" + some(61) + "\n" + some(64) + "\n" + some(64),
                "-----BEGIN RSA " + "PRIVATE KEY-----\n{}\n-----END RSA " + "PRIVATE KEY-----",
            ),
            "npm": ("npm_" + some(36), "//registry.npmjs.org/:_authToken={}"),
        }[kind]  # fmt: skip
        return secret, sentence

    def text(self, kind: str) -> str:
        """A secret in its sentence, with a harmless word before it."""
        secret, sentence = self.make(kind)
        word = "plain" + self.letters(9, string.ascii_lowercase)
        plant = Plant(secret, f"{word} {sentence.format(secret)}", word)
        self.plants.append(plant)
        return plant.text

    def every(self, *, lines: bool = True) -> str:
        """All kinds in one text; without `lines` those of one line, on one line."""
        kinds = [k for k in KINDS if lines or k != "pem"]
        return ("\n" if lines else " ; ").join(self.text(kind) for kind in kinds)

    def name(self, kind: str) -> str:
        """A secret that is its own name, as a file, a branch or a tag may hold one."""
        secret, _ = self.make(kind)
        self.plants.append(Plant(secret, secret, ""))
        return secret


KINDS = (
    "aws id", "aws secret", "github", "openai", "slack", "jwt", "url password", "password", "json password", "google",
    "stripe", "pem", "npm",
)  # fmt: skip


def everything(world: World, *, but: tuple[Path, ...] = ()) -> dict[str, bytes]:
    """Every file that Backstory may have written, with its bytes; databases also as SQLite unpacks them.

    It waits for the workers of hooks, which write and remove files."""
    world.await_workers()
    found: dict[str, bytes] = {}
    tops = [world.data, world.home, world.root / ".backstory", world.root / ".claude"]
    tops += [p for p in world.root.glob("*.md") if p.name != "README.md"] + list(world.base.glob("*.tar.gz"))
    for top in tops:
        paths = [top] if top.is_file() else [Path(f) / n for f, _, names in os.walk(top) for n in names]
        for path in paths:
            if path in but or not path.is_file():
                continue
            found[str(path)] = path.read_bytes() + os.fsencode(path.name)
            if path.suffix == ".db":
                found[f"{path} (dump)"] = _dump(path)
            if path.name.endswith(".tar.gz"):
                found[f"{path} (unpacked)"] = subprocess.run(
                    ["tar", "xzOf", str(path)], capture_output=True, check=True
                ).stdout
    return found


def _dump(path: Path) -> bytes:
    """Every row of every table: what a page holds in pieces, or packed, is whole here."""
    con = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    con.set_busy_timeout(10_000)  # the slow half of a hook may be writing
    try:
        tables = [name for (name,) in con.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = [repr(row) for table in tables for row in con.execute(f'SELECT * FROM "{table}"')]
    finally:
        con.close()
    return "\n".join(rows).encode("utf-8", "surrogatepass")


def hits(found: dict[str, bytes], plants: list[Plant]) -> list[str]:
    """A line for every secret that is there: whole, a line of it, JSON-escaped, in UTF-16, or in lower case."""
    out = []
    for path, data in found.items():
        lower = data.lower()
        for plant in plants:
            for form in {*plant.secret.split("\n"), json.dumps(plant.secret)[1:-1]}:
                at = max(data.find(form.encode("utf-16-le")), lower.find(form.lower().encode()))
                if at >= 0:
                    out.append(f"{path}: {plant.text[:40]!r} in {data[max(0, at - 60) : at + 30]!r}")
                    break
    return out


def missing(found: dict[str, bytes], plants: list[Plant]) -> list[str]:
    whole = b"\0".join(found.values())
    return [plant.text for plant in plants if plant.word and plant.word.encode() not in whole]
