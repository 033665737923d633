"""List all tags with their counts."""

from typing import Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory

SECTION: Final = "Look"


class TagCounts(Answer):
    """Tags, most used first."""

    schema = "tags"
    listed_in = "tags"
    counts: dict[str, int]

    def to_json(self) -> Json:
        return {"tags": [{"tag": tag, "count": count} for tag, count in self.counts.items()]}

    def print_text(self) -> None:
        console.table([[str(count), tag] for tag, count in self.counts.items()])
        if not self.counts:
            console.info("no tags yet")


@click.command()
@click.option("--prefix", default="", metavar="TEXT", help="Only tags that begin with this.")
@add_common_options
def tags(prefix: str) -> TagCounts:
    """List all tags with their counts."""
    return count_tags(prefix)


def count_tags(prefix: str = "") -> TagCounts:
    """Counts the tags that begin with a text, most used first."""
    counts = {tag: count for tag, count in open_memory().fresh().tags().items() if tag.startswith(prefix)}
    return TagCounts(dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))))
