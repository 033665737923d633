"""Rows made by hand: this room takes them as data."""

from collections.abc import Callable
from typing import Any

import pytest

from backstory.base.token_estimate import estimate_tokens
from backstory.index.build import Row
from backstory.model.ids import make_ulid
from backstory.model.kinds import KINDS
from backstory.model.record import Anchor, Link, Origin, Record, compose_body

Make = Callable[..., Row]


def make(number: int = 1, kind: str = "decision", title: str = "Use psycopg 3", **given: Any) -> Row:
    """A row of a record. `number` decides its id; fields of `Record`, of `Origin` and parts of the kind by keyword."""
    origin = {k: given.pop(k) for k in ("author", "agent", "session", "branch", "commit", "how") if k in given}
    parts = {p.name: given.pop(p.name) for p in KINDS[kind].parts if p.name in given} if kind in KINDS else {}
    body = given.pop("text", "") or (compose_body(kind, parts) if parts else "")
    superseded_by = given.pop("superseded_by", ())
    record = Record(
        id=make_ulid(1_760_000_000_000 + number, number.to_bytes(10, "big")),
        kind=kind,
        title=title,
        body=body,
        tier=given.pop("tier", KINDS[kind].tier if kind in KINDS else "reference"),
        status=given.pop("status", KINDS[kind].statuses[0] if kind in KINDS else "active"),
        anchors=tuple(Anchor.parse(a) for a in given.pop("at", ())),
        links=tuple(Link(*link) for link in given.pop("links", ())),
        origin=Origin(**{"author": "Ada Okafor <ada@shop.test>", **origin}),
        made=given.pop("made", f"2026-11-{1 + number % 28:02d}T10:00:00Z"),
        **given,
    )
    return Row(
        record,
        f"/repo/.backstory/memory/{kind}/{number}.md",
        f"{number:040x}",
        estimate_tokens(f"{title}\n{body}"),
        superseded_by,
        trust=0 if record.origin.how == "imported" else 2,
    )


@pytest.fixture(scope="session", name="make")
def _make() -> Make:
    return make
