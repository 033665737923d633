"""What an import from another tool says: the sources there are, and what came in from one."""

import os
from typing import TYPE_CHECKING, Final

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json
from backstory.model.kinds import count_kind
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.cli.library import ImportSource, Memory, SourceImport

MOST_NAMED: Final = 5
"""Omissions that are named one by one."""


def print_former_memories(memory: "Memory") -> None:
    """Names the memories of other tools in the folder of a project, and the command that takes each in."""
    from backstory.api import find_former_memories

    for one in find_former_memories(memory):
        path = os.path.relpath(one.paths[0], memory.project.root)
        console.info(f"memory of another tool: `{path}` ({one.source.title})")
        console.info(f"hint: `backstory import {one.source.name} --dry-run` lists what would be imported")


def describe_present(count: int) -> str:
    """Says how many of the records to import were here before."""
    return f"{count} {'was' if count == 1 else 'were'} already here"


class SourceList(Answer):
    """The tools whose memory can be taken in, those that are on this machine first."""

    schema = "import-sources"
    sources: "list[ImportSource]"

    def to_json(self) -> Json:
        items = [
            {"source": one.source.name, "title": one.source.title, "paths": list(one.paths)} for one in self.sources
        ]
        return {"items": items}

    def print_text(self) -> None:
        present = [one for one in self.sources if one.paths]
        for one in present:
            console.data(f"{one.source.name:<16} {one.source.title}: {', '.join(one.paths)}")
        others = ", ".join(one.source.name for one in self.sources if not one.paths)
        if others:
            console.info(f"also, with a path: {others}")
        name = present[0].source.name if present else "SOURCE PATH"
        console.info(f"hint: `backstory import {name} --dry-run`")


class ImportedSource(Answer):
    """What came in from another tool, or would, and what stayed behind."""

    schema = "import-source"
    result: "SourceImport"
    dry_run: bool

    def to_json(self) -> Json:
        result, imported = self.result, self.result.taken
        return {
            "source": result.source,
            "paths": list(result.paths),
            "new": imported.new,
            "known": imported.known,
            "barred": imported.barred,
            "kinds": result.kinds,
            "redacted": result.redacted,
            "omitted": [one._asdict() for one in result.omitted],
            "backup": imported.backup,
            "dry_run": self.dry_run,
        }

    def print_text(self) -> None:
        result, imported = self.result, self.result.taken
        verb = "Would import" if self.dry_run else "Imported"
        kinds = ", ".join(count_kind(number, kind) for kind, number in result.kinds.items())
        detail = f" ({kinds})" if kinds else ""
        count = f"{format_count(imported.new, 'record')}{detail}"
        console.info(f"{verb} {count} from {result.source}; {describe_present(imported.known)}")
        if imported.barred:
            console.info(f"{imported.barred} were rejected or forgotten here and stay out (`backstory reject --list`)")
        if result.redacted:
            console.info(f"removed {format_count(result.redacted, 'secret')}")
        self._print_omitted()
        if imported.new and not self.dry_run:
            console.info("hint: they are untrusted: `backstory trust --all` trusts them, `backstory undo` removes them")

    def _print_omitted(self) -> None:
        for one in self.result.omitted[:MOST_NAMED]:
            console.info(f"left out: {one.name}: {one.why}")
        if len(self.result.omitted) > MOST_NAMED:
            console.info(f"and {len(self.result.omitted) - MOST_NAMED} more; `--json` names them all")
