"""Obeying what an agent wrote in its own reply: `<backstory:remember ...>` and its siblings.

Only the assistant's own text comes here, never tool results, files or quoted text; nothing destructive can be
asked for.
"""

from typing import TYPE_CHECKING

from backstory.memory.catalog import Catalog
from backstory.memory.edit import edit
from backstory.model.errors import BackstoryError
from backstory.model.record import Link

if TYPE_CHECKING:
    from backstory.agents.directives import Directive


def apply_directives(workspace: Catalog, text: str, *, source: str = "") -> int:
    """Carries out the directives of one text; returns how many were done. One that does not fit is passed over."""
    from backstory.agents.directives import parse

    done = 0
    for directive in parse(text):
        try:
            done += _one(workspace, directive, source)
        except BackstoryError:
            continue  # an agent's slip of the pen must not stop what else it said
    return done


def _one(workspace: Catalog, directive: "Directive", source: str) -> int:
    from backstory.agents.directives import to_draft
    from backstory.memory.remember import remember

    attrs = {name: workspace.gate.clean(value) for name, value in directive.attrs.items()}
    directive = directive._replace(body=workspace.gate.clean(directive.body), attrs=attrs)
    if directive.verb == "remember":
        draft = to_draft(directive)
        if draft is None:
            return 0
        draft.source = draft.source or source
        remember(workspace, draft)
        return 1
    if directive.verb == "link":
        a = directive.attrs
        edit(workspace, a.get("from", ""), add_links=[(a.get("type", "relates_to"), a.get("to", ""))])
        return 1
    if directive.verb == "supersede":
        old, new = directive.attrs.get("old", ""), directive.attrs.get("new", "")
        edit(workspace, new, add_links=[("supersedes", workspace.get(old).record.id)])
        return 1
    if directive.verb == "summarize":
        return _summarize(workspace, directive)
    return 0


def _summarize(workspace: Catalog, directive: "Directive") -> int:
    from backstory.memory.prepare import split_title
    from backstory.memory.remember import remember
    from backstory.model.record import Draft

    ids = [
        workspace.get(ref.strip()).record.id
        for ref in directive.attrs.get("nodes", directive.attrs.get("ids", "")).split(",")
        if ref.strip()
    ]
    title, body = split_title(directive.body)
    if not ids or not title:
        return 0
    remember(workspace, Draft(kind="summary", title=title, body=body, links=[Link("derived_from", i) for i in ids]))
    if directive.attrs.get("archive", "").lower() == "true":
        for ref in ids:
            edit(workspace, ref, tier="off-context")
    return 1
