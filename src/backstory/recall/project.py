"""What the project is, as far as the repository says so itself."""

from collections.abc import Mapping
from typing import Final

from backstory.model.snapshot import RepositoryFacts
from backstory.model.text import one_line
from backstory.recall.content import Note

SCRIPTS: Final = 10
"""Most scripts named."""
LISTED: Final = 12
"""Most entry points, folders, manifests named."""


def notes(facts: RepositoryFacts, key_files: Mapping[str, str], *, most_files: int) -> list[Note]:
    """Purpose, entry points, key files, scripts, layout, tests. `key_files`: path -> why it matters."""
    out: list[Note] = []
    if facts.purpose:
        out.append(Note(label="purpose", text=one_line(facts.purpose, 400)))
    out += [Note(label="entry", text=one_line(e)) for e in facts.entry_points[:LISTED]]
    out += [
        Note(label="file", text=one_line(path), detail=one_line(reason, 120))
        for path, reason in list(key_files.items())[:most_files]
    ]
    out += [
        Note(label="script", text=one_line(s.name), detail=one_line(s.command, 120), where=one_line(s.where))
        for s in facts.scripts[:SCRIPTS]
    ]
    out += [
        Note(label=label, text=text)
        for label, text in (
            ("layout", ", ".join(one_line(x) for x in facts.layout[:LISTED])),
            ("tests", ", ".join(one_line(x) for x in facts.tests[:LISTED])),
            ("languages", ", ".join(one_line(x) for x in list(facts.languages)[:LISTED])),
            ("manifests", ", ".join(one_line(x) for x in facts.manifests[:LISTED])),
        )
        if text
    ]
    return out
