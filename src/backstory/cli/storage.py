"""Sizes on disk, which `status --storage` and `memo storage status` print."""

from typing import TypedDict, cast

from backstory.api import Memory, storage_sizes
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.model.text import format_count


class Place(TypedDict):
    """A folder of the memory."""

    files: int
    bytes: int
    path: str


class Sizes(TypedDict):
    """What `memory.answers.status.storage_sizes` answers."""

    places: dict[str, Place]
    tags: int
    links: int
    tokens: int


class StorageSizes(Answer):
    """Sizes of everything that is kept."""

    schema = "storage"
    sizes: Sizes

    def to_json(self) -> object:
        return self.sizes

    def print_text(self) -> None:
        sizes = self.sizes
        console.table(
            [
                [name, format_count(place["files"], "file"), f"{place['bytes']:,} bytes", place["path"]]
                for name, place in sizes["places"].items()
            ]
        )
        console.data(
            f"{format_count(sizes['tags'], 'tag')}, {format_count(sizes['links'], 'link')}, "
            f"about {format_count(sizes['tokens'], 'token')}"
        )


def measure_storage(memory: Memory) -> StorageSizes:
    """Measures the folders of the memory."""
    return StorageSizes(cast(Sizes, storage_sizes(memory)))
