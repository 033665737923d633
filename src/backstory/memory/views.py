"""Views: queries with a name and, if wanted, a budget of their own."""

import os
from typing import Final, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.queries import find_matching, run_query
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.query import QueryError, looks_structured, parse, words_of
from backstory.store.views import View, ViewStore, named

DEFAULT: Final = "default"
BUILT_IN: Final[dict[str, View]] = {
    DEFAULT: View(DEFAULT, "tier:pinned OR tier:working OR tier:reference"),
}
"""Views that are there without having been saved. A brief puts what is pinned first, then the work at hand on this
branch, then the rest, so the default view is what every brief holds; saved under its name, another takes its place."""


class About(NamedTuple):
    """What a brief is to be about."""

    words: str = ""
    """What ranks."""
    only: frozenset[str] | None = None
    """Ids of the records it may hold; None: all."""
    budget: int = 0
    """Tokens, when a view says so."""


def open_views(workspace: Catalog) -> ViewStore:
    """The saved views of this person in this project."""
    private = workspace.project.private
    return ViewStore(os.path.join(private, "views.json"), os.path.join(private, "lock"), workspace.gate)


def list_views(workspace: Catalog) -> dict[str, View]:
    """Name -> view, built-in ones too."""
    return dict(sorted({**BUILT_IN, **open_views(workspace).all()}.items()))


def find_view(workspace: Catalog, name: str) -> View:
    """A view by its name. Raises `NotFound`."""
    found = list_views(workspace)
    wanted = named(name)
    if wanted not in found:
        raise NotFound(
            f"no view `{name}`", hint=f"there are: {', '.join(found)}; `backstory view set {wanted} --query Q`"
        )
    return found[wanted]


def save_view(workspace: Catalog, name: str, query: str, budget: int = 0) -> View:
    """Keeps a view. Raises `QueryError` for a query that does not parse, `Invalid` for a budget that no brief has."""
    if parse(query) is None:
        raise Invalid("a view needs a query", hint='`backstory view set api --query "tag:api AND kind:decision"`')
    low, high = workspace.settings.get("brief.min_budget"), workspace.settings.get("brief.max_budget")
    if budget and not low <= budget <= high:
        raise Invalid(
            f"a budget of {budget} tokens is not between {low} and {high}",
            hint="`backstory config get brief.max_budget` is the limit in force",
        )
    run_query(workspace, query, limit=1)  # values that do not fit their keys are told now, not in a brief
    return open_views(workspace).put(View(name, query, budget))


def remove_view(workspace: Catalog, name: str) -> View:
    """Removes a saved view; the built-in one of the same name, if any, is back."""
    if named(name) in BUILT_IN and named(name) not in open_views(workspace).all():
        raise Invalid(f"`{name}` is built in", hint=f"`backstory view set {name} --query Q` puts another in its place")
    return open_views(workspace).remove(name)


def find_default_view(workspace: Catalog) -> View | None:
    """The view that was saved as the default; None where it is the built-in one, or the file cannot be read."""
    if not os.path.exists(open_views(workspace).path):
        return None
    try:
        return open_views(workspace).all().get(DEFAULT)
    except BackstoryError:
        return None


def about(workspace: Catalog, query: str, name: str = "", *, default: bool = True) -> About:
    """What a query, a view, or both ask for. With neither, a redefined default view is meant, unless `default` forbids.

    A text that does not use the query language ranks and leaves nothing out. Raises `QueryError`, `NotFound`.
    """
    if name:
        chosen = find_view(workspace, name)
        return _both(_asked(workspace, chosen.query), _asked(workspace, query))._replace(budget=chosen.budget)
    own = find_default_view(workspace) if default and not query else None
    if own is None:
        return _asked(workspace, query)
    try:
        return _asked(workspace, own.query)._replace(budget=own.budget)
    except QueryError:
        return About()  # edited by hand; `brief --view default` says what is wrong


def _asked(workspace: Catalog, query: str) -> About:
    if not looks_structured(query):
        return About(query)
    return About(words_of(parse(query)), frozenset(find_matching(workspace, query)))


def _both(one: About, other: About) -> About:
    only = one.only if other.only is None else other.only if one.only is None else one.only & other.only
    return About(" ".join(w for w in (other.words, one.words) if w), only)
