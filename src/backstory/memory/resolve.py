"""TODO backstory.memory.resolve."""

from typing import TYPE_CHECKING

from backstory.memory.catalog import Catalog
from backstory.model.errors import Invalid
from backstory.model.kinds import RELATIONS
from backstory.model.record import Link

if TYPE_CHECKING:
    pass


def resolve_link(m: Catalog, link: Link) -> Link:
    """A link with its target's full id. Raises `Invalid` for an unknown relation, `NotFound` for an unknown target."""
    relation = link.relation.strip().lower().replace("-", "_")
    if relation not in RELATIONS:
        raise Invalid(f"no relation `{link.relation}`", hint=f"there are: {', '.join(RELATIONS)}")
    return Link(relation, link.target if link.target in m.written else m.get(link.target).record.id)
