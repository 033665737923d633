"""Views are saved queries with a name and an optional budget."""

import os
from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.verbs.queries import find_matching, run_query
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.query import QueryError, free_text, looks_structured, parse_query
from backstory.store.views import View, ViewStore, view_name

DEFAULT_VIEW: Final = "default"
BUILT_IN_VIEWS: Final[dict[str, View]] = {
    DEFAULT_VIEW: View(DEFAULT_VIEW, "tier:pinned OR tier:working OR tier:reference"),
}
"""Views that exist without being saved. The default view is what every brief may contain; a saved view of the same
name replaces it."""


class BriefSubject(NamedTuple):
    """The subject of a brief."""

    words: str = ""
    """The text that ranks the records."""
    only: frozenset[str] | None = None
    """Ids of the records that the brief may contain; None for all."""
    budget: int = 0
    """Tokens, if a view sets them."""
    misread: str = ""
    """Why the text, which looks like a query, only ranks the records."""


def open_views(workspace: Catalog) -> ViewStore:
    """Opens the saved views of this person in this project."""
    private = workspace.project.private
    return ViewStore(os.path.join(private, "views.json"), os.path.join(private, "lock"), workspace.gate)


def list_views(workspace: Catalog) -> dict[str, View]:
    """Returns name -> view, including the built-in ones."""
    return dict(sorted({**BUILT_IN_VIEWS, **open_views(workspace).all()}.items()))


def find_view(workspace: Catalog, name: str) -> View:
    """Returns a view by its name. Raises `NotFound`."""
    views = list_views(workspace)
    key = view_name(name)
    if key not in views:
        raise NotFound(f"no view `{name}`", hint=f"views are {', '.join(views)}; `backstory view set {key} --query Q`")
    return views[key]


def save_view(workspace: Catalog, name: str, query: str, budget: int = 0) -> View:
    """Saves a view. Raises `QueryError` for an invalid query, `Invalid` for a budget outside of the limits."""
    if parse_query(query) is None:
        raise Invalid("a view needs a query", hint='`backstory view set api --query "tag:api AND kind:decision"`')
    low, high = workspace.settings.get("brief.min_budget"), workspace.settings.get("brief.max_budget")
    if budget and not low <= budget <= high:
        raise Invalid(
            f"a budget of {budget} tokens is not between {low} and {high}",
            hint="`backstory config get brief.max_budget` is the limit in force",
        )
    run_query(workspace, query, limit=1)  # so that an invalid value is reported now, and not in a brief
    return open_views(workspace).put(View(name, query, budget))


def remove_view(workspace: Catalog, name: str) -> View:
    """Removes a saved view. A built-in view of the same name takes effect again. Raises `Invalid`, `NotFound`."""
    if view_name(name) in BUILT_IN_VIEWS and view_name(name) not in open_views(workspace).all():
        raise Invalid(f"`{name}` is built in", hint=f"`backstory view set {name} --query Q` puts another in its place")
    return open_views(workspace).remove(name)


def find_default_view(workspace: Catalog) -> View | None:
    """Returns the view that was saved as the default, or None if there is none or the file cannot be read."""
    if not os.path.exists(open_views(workspace).path):
        return None
    try:
        return open_views(workspace).all().get(DEFAULT_VIEW)
    except BackstoryError:
        return None


def resolve_subject(workspace: Catalog, query: str, name: str = "", *, default: bool = True) -> BriefSubject:
    """Returns what a query, a view, or both select. With neither it is the saved default view, if `default` allows.

    Several views have their names separated by commas; each holds as many records as its own budget allows. Text that
    does not use the query language only ranks the records, and so does a query that is not valid. Raises
    `QueryError` for an invalid view, `NotFound`.
    """
    names = [one.strip() for one in name.split(",") if one.strip()]
    if len(names) > 1:
        subject = _compose(workspace, [find_view(workspace, one) for one in names])
        return _combine(subject, _select_typed(workspace, query))._replace(budget=subject.budget)
    if name:
        view = find_view(workspace, name)
        return _combine(_select(workspace, view.query), _select_typed(workspace, query))._replace(budget=view.budget)
    default_view = find_default_view(workspace) if default and not query else None
    if default_view is None:
        return _select_typed(workspace, query)
    try:
        return _select(workspace, default_view.query)._replace(budget=default_view.budget)
    except QueryError:
        return BriefSubject()  # somebody edited the file by hand; `brief --view default` shows the mistake


def _compose(workspace: Catalog, views: Sequence[View]) -> BriefSubject:
    """Returns what several views select: of each as many records as its budget holds, so that none crowds out another.

    Pinned records come first, then the newest. A view without a budget has `brief.budget`.
    """
    rows = sorted(workspace.fresh().rows(), key=lambda row: row.record.tier != "pinned")
    words: list[str] = []
    only: set[str] = set()
    total = 0
    for view in views:
        subject = _select(workspace, view.query)
        words.append(subject.words)
        share = view.budget or workspace.settings.get("brief.budget")
        total += share
        for row in rows:
            if subject.only is not None and row.record.id not in subject.only:
                continue
            share -= row.tokens
            if share < 0:
                break
            only.add(row.record.id)
    budget = min(total, workspace.settings.get("brief.max_budget"))
    return BriefSubject(" ".join(filter(None, words)), frozenset(only), budget)


def _select_typed(workspace: Catalog, query: str) -> BriefSubject:
    """What a person's text selects; an invalid query only ranks the records."""
    try:
        return _select(workspace, query)
    except QueryError as error:
        return BriefSubject(query, misread=error.reason)


def _select(workspace: Catalog, query: str) -> BriefSubject:
    if not looks_structured(query):
        return BriefSubject(query)
    return BriefSubject(free_text(parse_query(query)), frozenset(find_matching(workspace, query)))


def _combine(view: BriefSubject, query: BriefSubject) -> BriefSubject:
    words = " ".join(text for text in (query.words, view.words) if text)
    if view.only is None or query.only is None:
        return BriefSubject(words, query.only if view.only is None else view.only, misread=query.misread)
    return BriefSubject(words, view.only & query.only)
