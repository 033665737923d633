"""Reads the file of the MCP reference memory server: JSON lines of entities and relations."""

from collections.abc import Iterator

from backstory.imports.files import list_of, parse_json, peek, read_json_lines, text_of
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft
from backstory.imports.kinds import is_lasting


def recognizes(path: str) -> bool:
    """Whether the first line of a file is an entity or a relation."""
    row = parse_json(peek(path).split("\n")[0])
    if not isinstance(row, dict):
        return False
    return {"name", "entityType", "observations"} <= row.keys() or {"from", "to", "relationType"} <= row.keys()


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a fact for each observation, with the entity it is about, and link entities by their relations.

    An entity is a note with its observations as a list, so that it can be written back as it was.
    """
    relations: dict[str, list[tuple[str, str]]] = {}
    rows = [row for _, row in read_json_lines(path, omitted)]
    for row in rows:
        if row.get("type") == "relation" or "relationType" in row:
            start, end, relation = (text_of(row.get(name)) for name in ("from", "to", "relationType"))
            relations.setdefault(start, []).append((relation, end))
    for row in rows:
        name = text_of(row.get("name"))
        if not name or "entityType" not in row:
            continue
        yield _read_entity(name, text_of(row.get("entityType")), list_of(row.get("observations")), relations)


def _read_entity(name: str, kind: str, observations: list[str], relations: dict[str, list[tuple[str, str]]]) -> Item:
    lines = ["- " + one.replace("\n", "\n  ") for one in observations]
    related = relations.get(name, [])
    if related:
        lines += ["", "## Relations", *(f"- {relation} {end}" for relation, end in related)]
    own = kind if is_lasting(kind) else "note"
    return Item(
        make_draft(own, name, "\n".join(lines), tags=clean_tags([kind]), fields={"entity-type": kind}),
        key=name,
        links=tuple((relation.replace("-", "_").lower(), end) for relation, end in related),
        is_whole=True,
    )
