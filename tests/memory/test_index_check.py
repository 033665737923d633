"""`doctor` looks at the index again before it calls it behind: somebody may be writing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Memory
from backstory.index.build import Index
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.upkeep.checks import run_checks
from backstory.model.record import Draft

Opened = Callable[..., Memory]


def test_a_record_that_is_written_during_the_check_is_no_fault_of_the_index(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened()
    record = memory.remember(Draft(kind="fact", title="the pool has eight slots")).record
    (path,) = Path(memory.project.private, "memory", "fact").glob("*.md")
    fresh = Catalog.fresh
    written = []

    def write_after(catalog: Catalog) -> Index:
        """Another process writes a file and has not reached the index yet."""
        index = fresh(catalog)
        if not written:
            text = path.read_text().replace(record.id, record.id[:-1] + ("0" if record.id[-1] != "0" else "1"))
            written.append(path.with_name("2026-11-20-written-in-between.md"))
            written[0].write_text(text)
        return index

    monkeypatch.setattr(Catalog, "fresh", write_after)
    (check,) = [one for one in run_checks(memory, deep=False) if one.name == "index"]
    assert (len(written), check.status, check.detail) == (1, "ok", "the index agrees with the files")


def test_a_record_that_is_written_again_and_again_is_no_fault_of_the_index(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody tags one record all the time: it is newer than the index in both looks. A file at rest counts."""
    memory = opened()
    memory.remember(Draft(kind="fact", title="the pool has eight slots"))
    (path,) = Path(memory.project.private, "memory", "fact").glob("*.md")
    fresh = Catalog.fresh
    looks: list[int] = []

    def write_after(catalog: Catalog) -> Index:
        index = fresh(catalog)
        looks.append(len(looks))
        path.write_text(path.read_text() + "one more line\n")
        return index

    monkeypatch.setattr(Catalog, "fresh", write_after)
    (check,) = [one for one in run_checks(memory, deep=False) if one.name == "index"]
    assert (looks[:2], check.status, check.detail) == ([0, 1], "ok", "the index agrees with the files")

    monkeypatch.setattr(Catalog, "fresh", lambda catalog: catalog.index)  # nothing brings it up to date
    (check,) = [one for one in run_checks(memory, deep=False) if one.name == "index"]
    assert (check.status, check.detail) == ("fail", f"`{path}` has changed since it was indexed")
