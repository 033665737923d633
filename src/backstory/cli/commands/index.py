"""Rebuild the derived search index."""

from typing import Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.model.errors import BackstoryError
from backstory.model.text import format_count

SECTION: Final = "Store"
ALIASES: Final = ("index:rebuild", "index:sync")


class RebuiltIndex(Answer):
    """The index after it was rebuilt."""

    schema = "index"
    records: int
    digest: str

    def to_json(self) -> Json:
        return {"records": self.records, "digest": self.digest}

    def print_text(self) -> None:
        console.info(f"Rebuilt the index: {format_count(self.records, 'record')}")


@click.group()
def index() -> None:
    """Rebuild the search index. It is derived from the record files and can be deleted at any time."""


@index.command("rebuild")
@add_common_options
def index_rebuild() -> RebuiltIndex:
    """Rebuild the index from the record files, which stay as they are."""
    return rebuild_index()


@click.command("index:rebuild")
@add_common_options
def alias_index_rebuild() -> RebuiltIndex:
    """Rebuild the index from the record files."""
    return rebuild_index()


alias_index_sync = alias_index_rebuild


def rebuild_index() -> RebuiltIndex:
    """Rebuilds the index. Raises `BackstoryError` when its folder cannot be written."""
    memory = open_memory()
    rebuilt = memory.index.rebuild(memory.stores, memory.gate)
    if rebuilt.memory:
        folder = memory.project.private
        raise BackstoryError(
            f"the index cannot be kept in `{memory.index.path}`: {rebuilt.memory}",
            hint=f"check the folder's permissions and free space: `ls -ld {folder}`, `df -h {folder}`",
        )
    counts = memory.counts()
    return RebuiltIndex(counts["total"] + counts["superseded"], memory.index.digest())
