"""Applies the directives that an agent writes in its replies, such as `<backstory:remember ...>`.

Callers pass only the assistant's own text, never tool results, files or quotations. No directive deletes anything.
"""

from typing import TYPE_CHECKING

from backstory.agents.directives import parse_directives, to_draft
from backstory.memory.catalog import Catalog
from backstory.memory.edit import edit
from backstory.memory.prepare import split_title
from backstory.memory.remember import remember
from backstory.model.errors import BackstoryError
from backstory.model.record import Draft, Link

if TYPE_CHECKING:
    from backstory.agents.directives import Directive


def apply_directives(workspace: Catalog, text: str, *, source: str = "") -> int:
    """Applies the directives in a text and returns their number. Invalid directives are skipped."""
    applied = 0
    for directive in parse_directives(text):
        try:
            applied += _apply(workspace, directive, source)
        except BackstoryError:
            continue  # one invalid directive must not stop the others
    return applied


def _apply(workspace: Catalog, directive: "Directive", source: str) -> int:
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
        attributes = directive.attrs
        edit(
            workspace,
            attributes.get("from", ""),
            add_links=[(attributes.get("type", "relates_to"), attributes.get("to", ""))],
        )
        return 1
    if directive.verb == "supersede":
        old, new = directive.attrs.get("old", ""), directive.attrs.get("new", "")
        edit(workspace, new, add_links=[("supersedes", workspace.get(old).record.id)])
        return 1
    if directive.verb == "summarize":
        return _summarize(workspace, directive)
    return 0


def _summarize(workspace: Catalog, directive: "Directive") -> int:
    refs = directive.attrs.get("nodes", directive.attrs.get("ids", "")).split(",")
    ids = [workspace.get(ref.strip()).record.id for ref in refs if ref.strip()]
    title, body = split_title(directive.body)
    if not ids or not title:
        return 0
    remember(
        workspace, Draft(kind="summary", title=title, body=body, links=[Link("derived_from", ident) for ident in ids])
    )
    if directive.attrs.get("archive", "").lower() == "true":
        for ref in ids:
            edit(workspace, ref, tier="off-context")
    return 1
