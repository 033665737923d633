"""A brief is taken over from an earlier one only where everything that it is arranged from is the same."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.memory.answers.test_session_parts import SCHEMA, WISH, commit, keep
from tests.memory.conftest import git

from backstory.api import Draft, Memory, forget, plan_forget, tidy_daily
from backstory.memory.answers import arranged_briefs
from backstory.memory.answers.arranged_briefs import MAX_KEPT, BriefInputs, digest_inputs
from backstory.memory.answers.brief import BriefOptions, compose_brief, gather_inputs
from backstory.memory.kernel import verdicts
from backstory.model.event import Event
from backstory.recall import brief as recall_brief
from backstory.recall.text.content import Note
from backstory.store import retention

Opened = Callable[..., Memory]


@pytest.fixture
def talked(repo: Path, opened: Opened) -> Opened:
    commit(repo, "schema.sql")
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("schema.sql",))
    opened().remember(Draft(kind="decision", title="Cache the rates for an hour", body="Why: the bank asks for it"))
    return opened


def folder(opened: Opened) -> Path:
    return Path(opened().project.private, "digests", "arranged")


def names(opened: Opened) -> set[str]:
    return {path.name for path in folder(opened).glob("*")}


def compose(opened: Opened, **given: Any) -> tuple[str, str]:
    composed = compose_brief(opened(), BriefOptions(**{"budget": 1200, "is_kept": True} | given))
    return composed.text, composed.json()


def test_the_same_brief_is_arranged_once(talked: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compose(talked)
    assert "two files drifted apart" in first[0] and len(names(talked)) == 1
    monkeypatch.setattr(recall_brief, "compose_brief", lambda *_, **__: pytest.fail("it was arranged again"))
    assert compose(talked) == first


def test_whatever_changes_is_shown(talked: Opened, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each change gives the brief that a memory without kept ones gives."""

    def edit_code() -> None:
        (repo / "schema.sql").write_text("create table stations (id int);\n")

    def pin() -> None:
        memory = talked()
        memory.edit(next(row.record.id for row in memory.fresh().rows()), tier="pinned")

    changes: tuple[Callable[[], object], ...] = (
        lambda: talked().remember(Draft(kind="fact", title="Rates come from the bank at noon")),
        lambda: keep(talked(), "bbbb2", 20, "Index `schema.sql` by station.", "The index is there.", ("schema.sql",)),
        edit_code,
        lambda: commit(repo, "load.py"),
        lambda: git(repo, "switch", "-q", "-c", "readings"),
        pin,
        lambda: git(repo, "config", "user.name", "Grace"),
    )
    seen = {compose(talked)}
    for change in changes:
        change()
        shown = compose(talked)
        with monkeypatch.context() as bare:
            bare.setattr(arranged_briefs, "_read", lambda _: None)
            assert compose(talked) == shown
        seen.add(shown)
    assert len(seen) == len(changes) + 1, "each of them changes the brief"


def other(value: object) -> object:
    """Something else of the same kind."""
    if isinstance(value, dict):
        return {**value, "x": 0.5}
    if isinstance(value, int):
        return value + 1
    return (*value, *value[:1], *value[:1]) if value else (Note(label="x", text="y"),)  # type: ignore[misc, index]


def test_every_input_is_in_the_key(talked: Opened) -> None:
    inputs = gather_inputs(talked(), BriefOptions(task="rates")).inputs
    changed: dict[str, object] = {
        "moment": msgspec.structs.replace(inputs.moment, budget=900),
        "git": msgspec.structs.replace(inputs.git, branch="other"),
        "snapshot": inputs.snapshot or "none",
        "past": inputs.past._replace(merged=frozenset(("readings",))),
        "key_files": {"src/pool.py": "why"},
        "events": (Event(id="01A", kind="use"),),
    }
    if inputs.snapshot is None:
        changed["snapshot"] = {"goal": "rates"}
    values = {name: changed[name] if name in changed else other(getattr(inputs, name)) for name in inputs._fields}
    others = [inputs._replace(**{name: value}) for name, value in values.items()]
    digests = [digest_inputs(one, "code", b"k" * 32) for one in (inputs, *others)]
    digests += [digest_inputs(inputs, "code 2", b"k" * 32), digest_inputs(inputs, "code", b"l" * 32)]
    assert "" not in digests and len(set(digests)) == len(BriefInputs._fields) + 3


def test_every_part_of_a_row_and_the_order_of_a_mapping_count(talked: Opened) -> None:
    inputs = gather_inputs(talked(), BriefOptions()).inputs
    row = inputs.rows[0]
    rows = [
        row._replace(oid="0" * 40), row._replace(superseded_by=("01A",)), row._replace(trust=0),
        row._replace(agreed=not row.agreed), row._replace(path="/elsewhere"),
        row._replace(record=msgspec.structs.replace(row.record, title="Cache nothing")),
    ]  # fmt: skip
    others = [inputs._replace(rows=[one, *inputs.rows[1:]]) for one in rows]
    others += [inputs._replace(key_files=files) for files in ({"a": "1", "b": "2"}, {"b": "2", "a": "1"})]
    digests = {digest_inputs(one, "code", b"k" * 32) for one in (inputs, *others)}
    assert len(digests) == len(others) + 1


def test_of_the_time_only_the_day_counts(talked: Opened) -> None:
    inputs = gather_inputs(talked(), BriefOptions()).inputs
    times = ("2026-11-20T09:00:00Z", "2026-11-20T17:00:00Z", "2026-11-21T09:00:00Z")
    first, later, next_day = (
        digest_inputs(inputs._replace(moment=msgspec.structs.replace(inputs.moment, now=now)), "code", b"k")
        for now in times
    )
    assert first == later != next_day


def test_a_name_that_is_no_text_keeps_nothing(talked: Opened) -> None:
    inputs = gather_inputs(talked(), BriefOptions()).inputs
    odd = inputs._replace(moment=msgspec.structs.replace(inputs.moment, files=("\udcff",)))
    assert digest_inputs(odd, "code", b"k") == ""


def test_other_code_arranges_anew(talked: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compose(talked)
    monkeypatch.setattr(verdicts, "VERSION", "0.0.0")
    assert compose(talked) == first and len(names(talked)) == 2


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b"[{}, 1]"])
def test_a_damaged_file_is_made_anew(talked: Opened, data: bytes) -> None:
    first = compose(talked)
    (path,) = folder(talked).glob("*")
    whole = path.read_bytes()
    path.write_bytes(data)
    assert compose(talked) == first
    assert path.read_bytes() == whole


def test_a_brief_needs_no_place_for_them(talked: Opened) -> None:
    folder(talked).parent.mkdir(exist_ok=True)
    folder(talked).write_text("in the way")
    assert "two files drifted apart" in compose(talked)[0]


def test_the_newest_are_kept(talked: Opened) -> None:
    for number in range(MAX_KEPT + 3):
        compose(talked, task=f"rates {number}")
    assert len(names(talked)) == MAX_KEPT


def test_forgetting_and_the_daily_tidying_remove_them(talked: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    record = talked().remember(Draft(kind="decision", title="The schema stays in one file")).record
    compose(talked)
    assert names(talked)
    memory = talked()
    forget(memory, plan_forget(memory, [record.id]))
    assert not names(talked)
    compose(talked)
    monkeypatch.setattr(retention, "claim_daily_run", lambda *_, **__: True)
    tidy_daily(talked())
    assert not names(talked)


def test_what_a_process_composes_that_runs_for_long_is_not_kept(talked: Opened) -> None:
    compose(talked, is_kept=False)
    assert not names(talked)


def test_no_secret_is_kept(talked: Opened) -> None:
    """What a brief is made from has passed the gate, the names that git tells too."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    talked().remember(Draft(kind="fact", title=f"The token is {secret[:40]}"))
    git(Path(talked().project.root), "switch", "-q", "-c", f"topic/{secret[:40]}")
    compose(talked)
    (path,) = folder(talked).glob("*")
    assert secret[:40] not in path.read_text()


def test_the_folder_is_private(talked: Opened) -> None:
    compose(talked)
    (path,) = folder(talked).glob("*")
    assert os.name != "posix" or path.stat().st_mode & 0o077 == 0
