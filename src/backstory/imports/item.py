"""The results of readers of other tools' memories: drafts of records, and what could not be carried over."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from backstory.model.dates import FIRST, LAST, epoch_seconds, format_timestamp
from backstory.model.record import Draft
from backstory.model.text import one_line

MAX_TAGS: Final = 12
MAX_TAG: Final = 60
"""Characters of a tag."""


class Item(NamedTuple):
    """A memory of another tool, as a draft of a record."""

    draft: Draft
    key: str
    """Its identity in the source: an id, or the path of a file."""
    made: str = ""
    """UTC, as records write it; empty where the source does not say."""
    author: str = ""
    agent: str = ""
    links: tuple[tuple[str, str], ...] = ()
    """(relation, key of another item)."""
    is_whole: bool = False
    """Whether the source has no other item of this key, so that a new text replaces an older one."""


class Omission(NamedTuple):
    """What stays behind, and why."""

    name: str
    why: str


class Omissions(list[Omission]):
    """The list of what a reader could not carry."""

    def add(self, name: str, why: str) -> None:
        self.append(Omission(one_line(name, 200), why))


class Place(NamedTuple):
    """Where the memories of other tools are looked for."""

    root: str
    """The folder of the project."""
    home: str
    """The person's home folder."""
    environ: Mapping[str, str] = MappingProxyType({})
    """For the programs that a reader starts, such as git."""


class Reader(Protocol):
    """The module of a source."""

    def recognizes(self, path: str) -> bool:
        """Whether a file or folder is of this source, by its content."""

    def read_items(self, path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
        """Yield what a file or folder holds, and add what cannot be carried to `omitted`."""


def make_draft(kind: str, title: str, body: str = "", **options: Any) -> Draft:
    """Return a draft with at most `MAX_TAGS` short tags, and without empty parts and fields."""
    options["tags"] = clean_tags(options.get("tags", ()))
    for name in ("parts", "fields"):
        options[name] = {key: value for key, value in options.get(name, {}).items() if value}
    return Draft(kind=kind, title=one_line(title), body=body.strip(), **options)


def clean_tags(values: object) -> list[str]:
    """Return the texts of a list as tags: without blanks, each once, in lower case where they are words.

    What has digits keeps its case, by which the redaction gate knows a token.
    """
    if isinstance(values, str):
        values = values.replace(",", " ").split()
    if not isinstance(values, (list, tuple)):
        return []
    texts = (one_line(value, MAX_TAG).strip("#") for value in values if isinstance(value, str))
    words = (text if any(map(str.isdigit, text)) else text.lower() for text in texts)
    tags = dict.fromkeys("-".join(word.split()) for word in words)
    return [tag for tag in tags if tag and not tag.startswith("tier:")][:MAX_TAGS]


def read_time(value: object) -> str:
    """Return an ISO 8601 text or a number of seconds or milliseconds as records write times; empty for anything else.

    A number beyond the year 5138 counts milliseconds.
    """
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, (int, float)):
        seconds: float | None = value / 1000 if abs(value) > 1e11 else value
    else:
        seconds = epoch_seconds(one_line(str(value)).replace(" ", "T", 1))
    if seconds is None or not FIRST <= seconds < LAST:
        return ""
    return format_timestamp(seconds)
