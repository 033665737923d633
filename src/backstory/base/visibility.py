"""Which records of the index a working tree may see, as SQL. The hook process and `index` share it."""

from backstory.base.fingerprint import AWAY, FORWARD, SAME_HEAD
from backstory.base.trust_levels import VOUCHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableMapping

_HIDDEN = "EXISTS (SELECT 1 FROM hidden h WHERE h.tree = ?1 AND h.doc = {p}.doc{only})"
_OWN = (
    "(p.scope <> 'private' OR c.tier = 'pinned'"
    " OR (?2 <> '' AND coalesce(json_extract(c.rest, '$.origin.branch'), '') = ?2)"
    " OR (coalesce(json_extract(c.rest, '$.origin.branch'), '') = ''"
    " AND coalesce(json_extract(c.rest, '$.origin.commit'), '') = ''))"
)
"""Records that are visible on branch ?2 whatever its history is: rule 1 of `docs/visibility.md`. Those that were made
on a detached HEAD belong to a commit, and no branch is certain to have it."""


def _visible(hidden: str, superseder_hidden: str, more: str = "") -> str:
    superseder_vouched, vouched = VOUCHED.format(p="q", c="b"), VOUCHED.format(p="p", c="c")
    successors = (
        f"b.id, b.status != 'retracted' AND NOT {superseder_hidden}, {superseder_vouched}"
        " FROM {more}link l JOIN content b ON b.doc = l.doc JOIN presence q ON q.doc = l.doc"
        " WHERE l.relation = 'supersedes' AND l.target = {target} AND b.id != c.id AND +q.tree IN (?1, '')"
        f" AND ({superseder_vouched} OR NOT {{vouched}})"
    )
    direct = successors.format(more="", target="c.id", vouched=vouched)
    onward = successors.format(more="later CROSS JOIN ", target="later.id", vouched="later.vouched")
    return (
        f"+p.tree IN (?1, '') AND NOT {hidden}"
        f" AND c.id != '' AND c.status != 'retracted' AND c.tier != 'off-context'{more}"
        f" AND NOT EXISTS (WITH RECURSIVE later(id, holds, vouched) AS (SELECT {direct}"
        f" UNION SELECT {onward} AND NOT later.holds) SELECT 1 FROM later WHERE holds)"
    )


_HIDDEN_ANYWHERE = _HIDDEN.format(p="q", only=" AND h.anywhere")
SAME = "same"
"""In place of where HEAD is: the records were visible on this very branch, and what made them so is in HEAD's history
still. They are then hidden by nothing but what hides them everywhere."""
OF_OTHER_BRANCHES = "other branches"
"""In place of where HEAD is: not what is visible, but what would be if it were not hidden as another branch's."""
VISIBLE = {
    OF_OTHER_BRANCHES: _visible(f"NOT {_HIDDEN.format(p='p', only=' AND NOT h.anywhere')}", _HIDDEN_ANYWHERE),
    SAME: _visible(_HIDDEN.format(p="p", only=" AND h.anywhere"), _HIDDEN_ANYWHERE),
    SAME_HEAD: _visible(_HIDDEN.format(p="p", only=""), _HIDDEN.format(p="q", only="")),
    FORWARD: _visible(_HIDDEN.format(p="p", only=""), _HIDDEN_ANYWHERE),
    AWAY: _visible(_HIDDEN.format(p="p", only=" AND h.anywhere"), _HIDDEN_ANYWHERE, f" AND {_OWN}"),
}
"""Where HEAD is, seen from the index -> the records that a hook may show: present and visible here, loadable, not
retracted, not superseded by another such record, be it by way of retracted ones (a foreign record supersedes foreign
ones only). While the index is
behind, it holds to what is certain: of a branch that was just checked out only its own records, and nothing that a
record of any branch supersedes. The plus signs keep SQLite from walking the whole tree when it has a few documents."""


HAS_PART = "instr(s.parts, char(10) || ?1 || char(31))"
"""SQL: whether a session that changed its branch was on one of that name."""


class View:
    """What a search may see: a working tree, where its HEAD is seen from the index, and the branch checked out."""

    def __init__(self, tree: str, head: str = SAME_HEAD, branch: str = "") -> None:
        self.tree = tree
        self.head = head
        self.branch = branch
        self.weights: dict[str, int] = {}
        """Signal -> its weight in hundredths of the usual, where who asks has changed it. Hooks leave it empty."""
        self.kept: MutableMapping[str, list[int]] | None = None
        """What earlier searches for overturned sentences found (`base.overturns.findings`). Hooks have none."""

    @property
    def bindings(self) -> tuple[str, ...]:
        """The values of ?1 and, where the SQL has it, ?2."""
        return (self.tree, self.branch) if self.head == AWAY else (self.tree,)
