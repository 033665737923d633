"""Computes the trust level of each record, from the files that `base.trust` describes, and stores it in the index.

A record without a row is foreign.
"""

from typing import NamedTuple

import apsw
import msgspec

from backstory.base.trust import read_brought, read_chosen, read_own, trust_fingerprint
from backstory.base.trust_levels import CHANNELS, FOREIGN, PERSON, TEAM
from backstory.store.trust import author_line, chosen_line, version_line

UNTRUSTED = (
    "SELECT DISTINCT c.doc, c.id, c.oid, c.name, c.how, c.rest FROM presence p JOIN content c ON c.doc = p.doc"
    " LEFT JOIN trust t ON t.doc = c.doc WHERE c.id <> '' AND (t.level IS NULL OR t.level < 2)"
)
SHARED = f"{UNTRUSTED} AND p.tree > '' AND p.scope = 'team'"
STRANGE = (
    f"{UNTRUSTED} AND p.tree = '' AND c.doc IN (SELECT doc FROM content INDEXED BY content_strange"
    " WHERE how NOT IN ('explicit', 'stated', 'observed', 'inferred'))"
)
"""Records of the data home that came through no channel of this machine."""


class _Origin(msgspec.Struct, frozen=True):
    author: str = ""


class _Rest(msgspec.Struct):
    """The part of a stored record that is compared with the commit that brought it."""

    origin: _Origin = _Origin()


_REST = msgspec.json.Decoder(_Rest)


class _TrustLists(NamedTuple):
    """The trust files of a project."""

    own: set[str]
    chosen: set[str]
    brought_lines: set[str]

    def level_of(self, ident: str, oid: str, name: str, how: str) -> int:
        """The level of a record; FOREIGN when none of the files names it."""
        if f"{ident} {oid}" in self.own or chosen_line(ident, oid, name) in self.chosen:
            return PERSON
        if how in CHANNELS and version_line(oid, name) in self.brought_lines:  # no commit confirms an imported record
            return TEAM
        return FOREIGN


def update_trust(con: apsw.Connection, private: str, *, anew: bool = False) -> None:
    """Updates the levels, within a transaction. Levels only rise, unless `anew` computes all of them again."""
    now = trust_fingerprint(con, private)
    if anew or not _has_grown(con, now):
        con.execute("DELETE FROM trust")
    candidates = [*con.execute(SHARED), *con.execute(STRANGE)]
    if candidates:
        lists = _TrustLists(read_own(private), read_chosen(private), read_brought(private))
        for doc, ident, oid, name, how, rest in candidates:
            level = lists.level_of(ident, oid, name, how)
            if level != FOREIGN:
                agreed = level == PERSON or author_line(_mail(rest), name) in lists.brought_lines
                con.execute("INSERT OR REPLACE INTO trust VALUES (?, ?, ?)", (doc, level, agreed))
    con.execute("INSERT OR REPLACE INTO meta VALUES ('trust', ?)", (now,))


def _has_grown(con: apsw.Connection, now: str) -> bool:
    """Whether the files have only grown since the levels were computed, so that no level can have fallen."""
    before = str(con.execute("SELECT value FROM meta WHERE key = 'trust'").get or "").split(" ")
    after = now.split(" ")
    if len(before) != len(after):
        return False
    for old, new in zip(before[1:], after[1:], strict=True):
        if old == new or old == "-":
            continue
        (inode, size, _), (now_inode, now_size, _) = old.split(":"), (new + "::").split(":")[:3]
        if inode != now_inode or int(now_size or 0) < int(size):
            return False
    return True


def _mail(rest: str) -> str:
    """The mail address of the author that a record names, in lower case."""
    try:
        author = _REST.decode(rest).origin.author
    except msgspec.DecodeError:
        return ""
    return author.partition("<")[2].partition(">")[0].strip().lower()
