"""Takes in the memory of other tools: each memory becomes a private record, imported and untrusted."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.base.discovery import user_home
from backstory.imports.instruction_files import has_other_text
from backstory.imports.item import Item, Omission, Omissions, Place
from backstory.imports.table import SOURCES, Source, find_paths, find_source, load_reader, recognize_source
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.prepare import prepare_record
from backstory.memory.kernel.workspace import require_enabled
from backstory.memory.policy.private_paths import person_home
from backstory.memory.verbs.transfer import Imported, add_archive
from backstory.model.dates import epoch_seconds
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.ids import make_ulid
from backstory.model.kinds import RELATIONS
from backstory.model.record import Anchor, Link, Origin, Record
from backstory.model.text import one_line
from backstory.redact.home_paths import shorten_home
from backstory.redact.paths import clean_name
from backstory.store.archive_reader import Archive
from backstory.store.file_errors import missing_error

if TYPE_CHECKING:
    from backstory.imports.item import Reader

MAX_ITEMS: Final = 10_000
"""Memories of one import."""
MAX_CHARACTERS: Final = 1_000_000
"""Of a memory that is looked at. A record holds less, but secrets are removed before it is measured."""
MAX_ANCHORS: Final = 5
MAX_SEARCHED: Final = 20_000
"""Characters of a text in which paths are looked for."""
MAX_LINKS: Final = 50
_WORD: Final = re.compile(r"[\w@.+/\[\]-]+")
MAX_PATH: Final = 300


class ImportSource(NamedTuple):
    """A source that is on this machine, and its files and folders."""

    source: Source
    paths: tuple[str, ...]


class SourceImport(NamedTuple):
    """What came in from a source, or would."""

    source: str
    paths: tuple[str, ...]
    taken: Imported
    kinds: dict[str, int]
    """Kind -> number of records."""
    omitted: tuple[Omission, ...] = ()
    redacted: int = 0
    """Secrets that were removed."""


class _Batch(NamedTuple):
    """The records of an import before they are written."""

    records: list[Record]
    repeated: int
    redacted: int


def list_sources(workspace: Catalog) -> list[ImportSource]:
    """Return every source, with its files and folders of this project and this person.

    Instruction files that hold nothing but what tools manage in them are left out.
    """
    place = _find_place(workspace)
    return [ImportSource(source, tuple(_find_filled_paths(source, place))) for source in SOURCES]


def _find_filled_paths(source: Source, place: Place) -> list[str]:
    paths = find_paths(source, place)
    return [path for path in paths if has_other_text(path)] if source.module == "instruction_files" else paths


def find_former_memories(workspace: Catalog) -> list[ImportSource]:
    """Return the memories that other tools keep in the folder of this project, without instruction files."""
    place = _find_place(workspace)._replace(home="")
    sources = [source for source in SOURCES if source.is_store]
    return [ImportSource(source, tuple(paths)) for source in sources if (paths := find_paths(source, place))]


def choose_source(workspace: Catalog, name: str, path: str) -> ImportSource:
    """Return the source to import from, by its name or by what a file or folder is.

    Raises Invalid for a name or a file of no source, and NotFound where the source has no files.
    """
    if path and not os.path.exists(path):
        raise missing_error(path)
    if path:
        _ensure_no_way_out(workspace, path)
    source = find_source(name) if name else recognize_source(path)
    if source is None:
        what = f"no source `{name}`" if name else f"`{path}` is of no source that can be read"
        raise Invalid(what, hint="`backstory import` lists the sources")
    paths = [path] if path else find_paths(source, _find_place(workspace))
    if not paths:
        raise NotFound(
            f"this project has no files of {source.title}", hint=f"name the file: `backstory import {source.name} PATH`"
        )
    return ImportSource(source, tuple(paths))


def _ensure_no_way_out(workspace: Catalog, path: str) -> None:
    """Raise Invalid for a path of the project that leads out of it: the repository chose where, not the person."""
    root = os.path.realpath(workspace.project.root) + os.sep
    real = os.path.realpath(path)
    folder, name = os.path.split(os.path.abspath(path))
    for stated in (os.path.abspath(path), os.path.join(os.path.realpath(folder), name)):
        if stated.startswith((root, workspace.project.root + os.sep)) and not f"{real}{os.sep}".startswith(root):
            raise Invalid(f"`{path}` leads out of the project", hint=f"name what it leads to: `{real}`")


def import_source(workspace: Catalog, chosen: ImportSource, *, dry_run: bool = False) -> SourceImport:
    """Take in what a source holds. What is here already, or was rejected here, stays out.

    A memory that changed in its source comes in as a new record that supersedes the earlier import.
    """
    require_enabled(workspace)
    workspace.fresh()
    omitted = Omissions()
    reader = load_reader(chosen.source)
    batch = _prepare_items(workspace, chosen.source, list(_read_all(workspace, reader, chosen, omitted)), omitted)
    imported = add_archive(
        workspace, Archive(workspace.project.id, tuple(batch.records)), replace=False, dry_run=dry_run
    )
    # A record whose id is taken came in by an import that ran at the same time: it differs in when it came in.
    kinds = Counter(record.kind for record in batch.records)
    return SourceImport(
        chosen.source.name,
        chosen.paths,
        imported._replace(known=imported.known + imported.refused + batch.repeated),
        dict(sorted(kinds.items())),
        tuple(Omission(workspace.gate.clean(one.name), workspace.gate.clean(one.why)) for one in omitted),
        batch.redacted,
    )


def _find_place(workspace: Catalog) -> Place:
    return Place(workspace.project.root, user_home(workspace.environ), workspace.environ)


def _read_all(workspace: Catalog, reader: "Reader", chosen: ImportSource, omitted: Omissions) -> Iterator[Item]:
    """Yield the items of all paths, at most `MAX_ITEMS`. A reader that fails stops for its path alone."""
    count = 0
    for path in chosen.paths:
        try:
            for item in reader.read_items(os.path.realpath(path), _find_place(workspace), omitted):
                count += 1
                if count > MAX_ITEMS:
                    omitted.add(path, f"only the first {MAX_ITEMS:,} memories are read")
                    return
                yield item
        except (BackstoryError, OSError, ValueError, RecursionError) as error:
            omitted.add(path, one_line(str(error), 200))


def _prepare_items(workspace: Catalog, source: Source, items: list[Item], omitted: Omissions) -> _Batch:
    """Turn the items into records with ids that are the same at every import, and link them."""
    rows = workspace.fresh().rows(include_retracted=True, include_hidden=True)
    texts = {_text_of(row.record) for row in rows}
    earlier = {row.record.origin.source: row.record.id for row in reversed(rows) if row.record.origin.how == "imported"}
    ids: dict[str, str] = {}
    records: dict[str, tuple[Record, Item]] = {}
    repeated = redacted = 0
    for item in items:
        try:
            prepared = _prepare(workspace, source, item)
        except BackstoryError as error:
            omitted.add(item.draft.title or item.key, one_line(str(error), 200))
            continue
        record = prepared[0]
        ids.setdefault(item.key, record.id)
        if _text_of(record) in texts:
            repeated += 1
            continue
        texts.add(_text_of(record))
        redacted += prepared[1]
        records[record.id] = (record, item)
    linked = [_link(record, item, ids, earlier, omitted) for record, item in records.values()]
    return _Batch(linked, repeated, redacted)


def _prepare(workspace: Catalog, source: Source, item: Item) -> tuple[Record, int]:
    """Return the record of an item, and the number of secrets that were removed from it."""
    root = workspace.project.root
    size = len(item.draft.title) + len(item.draft.text) + len(item.draft.body)
    if size > MAX_CHARACTERS:
        raise Invalid(f"{size:,} characters are too long for a record")
    draft = msgspec.structs.replace(item.draft, links=[], anchors=_place_anchors(item, root))
    origin = Origin(
        author=one_line(item.author, 200),
        agent=one_line(item.agent, 60),
        how="imported",
        quote=one_line(item.draft.quote, 400),
    )
    prepared = prepare_record(workspace, draft, scope="private", origin=origin, made=item.made)
    # apart from the rest, because `mem0:<UUID>` would be counted as a secret, although it is kept
    where = clean_name(workspace.gate, _source_of(workspace, source, item))
    record = prepared.record
    record = msgspec.structs.replace(record, origin=msgspec.structs.replace(record.origin, source=where))
    parts = (source.name, item.key, record.kind, record.title, record.body)
    seed = "\0".join(parts)
    moment = max(0, epoch_seconds(item.made) or 0) if item.made else 0
    ident = make_ulid(moment * 1000, hashlib.sha256(seed.encode("utf-8", "replace")).digest()[:10])
    return msgspec.structs.replace(record, id=ident), prepared.redacted


def _source_of(workspace: Catalog, source: Source, item: Item) -> str:
    return one_line(shorten_home(f"{source.name}:{item.key}", person_home(workspace)), 400)


def _text_of(record: Record) -> tuple[str, str]:
    return one_line(record.title).casefold(), record.body.strip()


def _link(record: Record, item: Item, ids: dict[str, str], earlier: dict[str, str], omitted: Omissions) -> Record:
    """Add the links of an item to other items, and one to the earlier import that it replaces."""
    links: dict[Link, None] = {}
    former = earlier.get(record.origin.source, "")
    if former and former != record.id and item.is_whole:
        links[Link("supersedes", former)] = None
    for relation, key in item.links[:MAX_LINKS]:
        target = ids.get(key)
        if target is None:
            omitted.add(f"{item.key} {relation} {key}", "the link leads to nothing that came in")
        elif target != record.id:
            links[Link(relation if relation in RELATIONS else "relates_to", target)] = None
    return msgspec.structs.replace(record, links=tuple(links)) if links else record


def _place_anchors(item: Item, root: str) -> list[Anchor]:
    """Return the anchors that an item names inside the project, or else the files that its text names."""
    placed = [_place(anchor, root) for anchor in item.draft.anchors]
    anchors = [anchor for anchor in placed if anchor is not None]
    return anchors[:MAX_LINKS] or _find_anchors(f"{item.draft.title}\n{item.draft.text}\n{item.draft.body}", root)


def _place(anchor: Anchor, root: str) -> Anchor | None:
    if not anchor.path or "\0" in anchor.path:
        return None
    path = os.path.normpath(os.path.join(root, anchor.path))
    return Anchor(path, anchor.symbol) if path.startswith(root.rstrip(os.sep) + os.sep) else None


def _find_anchors(text: str, root: str) -> list[Anchor]:
    """Return the files of the project that a text names."""
    anchors: dict[str, Anchor] = {}
    for match in _WORD.finditer(text[:MAX_SEARCHED]):
        name = match[0].removeprefix("./").rstrip(".")
        if len(name) > MAX_PATH or name in anchors or not ("/" in name or "." in name):
            continue
        anchor = _place(Anchor(name), root)
        if anchor is not None and os.path.isfile(anchor.path):
            anchors[name] = anchor
        if len(anchors) >= MAX_ANCHORS:
            break
    return list(anchors.values())
