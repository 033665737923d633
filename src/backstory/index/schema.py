"""The tables of `index.db` and their version.

If you change the schema, raise SCHEMA_VERSION. An index of another version, or with another schema under the same
version, is set aside and built again from the files, so there are no migrations.

Versions:
1   the first
2   trust levels
3   hidden on every branch
4   rules and attempts
5   passages of sessions
6   records by kind
7   the newest records of each kind, the last sessions, passages by turn
8   where passages were said, without their text
9   what of the talk was overturned
10  no words of marks in the full text
11  the branch of a passage, of sessions that changed theirs
"""

from typing import Final
from zlib import crc32

SCHEMA_VERSION: Final = 11
APPLICATION_ID: Final = 0x42535459
"""`BSTY`, in the header of the file: `file index.db` can tell what it is."""
TOKENIZER: Final = ("porter", "unicode61", "remove_diacritics", "2")

SCHEMA: Final = """
CREATE TABLE meta (
    key     TEXT PRIMARY KEY,       -- schema: digest of this text; refreshes: how many have changed something
    value   TEXT NOT NULL           -- trust: what the levels in `trust` were worked out from
) WITHOUT ROWID;

CREATE TABLE content (              -- one row per distinct file content, whatever trees hold it
    doc     INTEGER PRIMARY KEY,    -- also the rowid in fts
    oid     TEXT NOT NULL,          -- git blob id of the file's bytes
    size    INTEGER NOT NULL,       -- bytes of the file
    name    TEXT NOT NULL,          -- <kind>/<file name>: a file may leave its kind and its id to its name
    id      TEXT NOT NULL,          -- of the record; empty for a file that holds none
    kind    TEXT NOT NULL,
    tier    TEXT NOT NULL,
    status  TEXT NOT NULL,
    how     TEXT NOT NULL,          -- channel
    made    TEXT NOT NULL,          -- UTC, YYYY-MM-DDTHH:MM:SSZ, or empty
    title   TEXT NOT NULL,
    body    TEXT NOT NULL,
    tags    TEXT NOT NULL,          -- as fts holds them: separated by blanks
    paths   TEXT NOT NULL,          -- as fts holds them: targets of the anchors, separated by blanks
    rest    TEXT NOT NULL,          -- the record as JSON, without title and body
    tokens  INTEGER NOT NULL,       -- estimated tokens of title and body
    crc     INTEGER NOT NULL,       -- CRC-32 over oid to tokens: SQLite itself notices half of all damage
    gone    INTEGER NOT NULL DEFAULT 0,  -- 0: in some tree and in fts; else the refresh at which the last tree lost it
    UNIQUE (oid, name)
);
CREATE INDEX content_id ON content (id);
CREATE INDEX content_kind ON content (kind, status);  -- tasks and checkpoints, without looking at all
CREATE INDEX content_newest ON content (kind, made, id);  -- the newest of a kind
CREATE INDEX content_pinned ON content (made, id) WHERE tier = 'pinned';  -- the few that are told always
CREATE INDEX content_made ON content (made, id);  -- the newest, without looking at all
CREATE INDEX content_short ON content (substr(id, -8));  -- what people see and type
CREATE INDEX content_heard ON content (doc) WHERE kind IN ('rule', 'attempt');  -- before somebody does it again
CREATE INDEX content_strange ON content (doc) WHERE how NOT IN ('explicit', 'stated', 'observed', 'inferred');

CREATE TABLE presence (             -- which files lie where, as they stood at the last look
    tree     TEXT NOT NULL,         -- root of the working tree for team records; empty for those of the data home
    path     TEXT NOT NULL,         -- absolute
    scope    TEXT NOT NULL,
    doc      INTEGER NOT NULL,      -- in content
    size     INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    sure     INTEGER NOT NULL,      -- 0: changed so shortly before the look that a later change may bear the same time
    PRIMARY KEY (tree, path)
) WITHOUT ROWID;
CREATE INDEX presence_doc ON presence (doc, tree);

CREATE TABLE tree (                 -- what is known of each working tree
    tree    TEXT PRIMARY KEY,
    docs    INTEGER NOT NULL,       -- files present
    digest  INTEGER NOT NULL,       -- sum of the rows of presence: an index that disagrees with itself is damaged
    head    TEXT NOT NULL,          -- what hidden was computed for; empty when nothing is hidden by HEAD
    refs    TEXT NOT NULL DEFAULT ''  -- fingerprint of the branches that hidden depends on; empty when it does not
) WITHOUT ROWID;

CREATE TABLE stamp (                -- folders as they stood at the last look: when all agree, nothing came or went
    tree     TEXT NOT NULL,
    folder   TEXT NOT NULL,         -- absolute
    scope    TEXT NOT NULL,
    mtime_ns INTEGER NOT NULL,      -- -1: not there; 0: changed so shortly before the look that it proves nothing
    PRIMARY KEY (tree, folder)
) WITHOUT ROWID;

CREATE TABLE hidden (               -- present, but not visible from this tree (belongs to another branch)
    tree     TEXT NOT NULL,
    doc      INTEGER NOT NULL,
    anywhere INTEGER NOT NULL,      -- 1: rejected or forgotten, hidden whatever branch is checked out
    PRIMARY KEY (tree, doc)
) WITHOUT ROWID;

CREATE TABLE trust (                -- records that somebody here vouches for; one without a row is foreign
    doc     INTEGER PRIMARY KEY,
    level   INTEGER NOT NULL,       -- 1: a trusted commit brought it; 2: written here, or trusted by itself
    agreed  INTEGER NOT NULL        -- whether the author that it names is the one of the commit that added it
);

CREATE TABLE link (                 -- edges, as the records say them
    doc      INTEGER NOT NULL,
    relation TEXT NOT NULL,
    target   TEXT NOT NULL,         -- record id, upper case
    PRIMARY KEY (doc, relation, target)
) WITHOUT ROWID;
CREATE INDEX link_target ON link (relation, target);

CREATE TABLE tag (
    doc     INTEGER NOT NULL,
    tag     TEXT NOT NULL,
    PRIMARY KEY (doc, tag)
) WITHOUT ROWID;
CREATE INDEX tag_tag ON tag (tag);

CREATE TABLE anchor (
    doc     INTEGER NOT NULL,
    path    TEXT NOT NULL,          -- relative to the project root; may be a glob
    symbol  TEXT NOT NULL,
    digest  TEXT NOT NULL,          -- what the code had when the record was written; may be empty
    base    TEXT NOT NULL,          -- last part of the path, for a question that names only the file
    glob    INTEGER NOT NULL,
    PRIMARY KEY (doc, path, symbol)
) WITHOUT ROWID;
CREATE INDEX anchor_path ON anchor (path);
CREATE INDEX anchor_base ON anchor (base);
CREATE INDEX anchor_symbol ON anchor (symbol);
CREATE INDEX anchor_glob ON anchor (doc) WHERE glob;

CREATE VIRTUAL TABLE fts USING fts5 (  -- holds exactly the contents that some tree has
    title, body, tags, paths,
    idents,                         -- parts and joined forms of names, pairs of characters: base/tokenizer.py
    content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);

CREATE TABLE session (              -- sessions whose passages are here, as their files stood
    session INTEGER PRIMARY KEY,
    file    TEXT NOT NULL UNIQUE,   -- below the folder of sessions
    state   TEXT NOT NULL,          -- size and time of the file, and what else the passages depend on
    agent   TEXT NOT NULL,
    id      TEXT NOT NULL,
    branch  TEXT NOT NULL,          -- the last one
    head    TEXT NOT NULL,          -- commit
    ended   TEXT NOT NULL,
    parts   TEXT NOT NULL           -- a line for each branch of one that changed it: branch, commit, end (U+001F)
);
CREATE INDEX session_ended ON session (ended);  -- the last, without looking at all

CREATE TABLE passage (              -- what was said in sessions, a few sentences each, numbered in its order
    passage INTEGER PRIMARY KEY,    -- also the rowid in passage_fts
    session INTEGER NOT NULL,
    role    TEXT NOT NULL,          -- user, assistant, subagent, command, next
    made    TEXT NOT NULL,
    turn    INTEGER NOT NULL,       -- which prompt, answer or command of the session, counted over all of them
    text    TEXT NOT NULL,
    crc     INTEGER NOT NULL,       -- CRC-32 of the text
    branch  TEXT NOT NULL           -- where it was said, if that is not the branch of the session
);
CREATE INDEX passage_turn ON passage (session, turn);
CREATE INDEX passage_place ON passage (passage, session, turn);  -- where it was said, without reading the texts

CREATE TABLE shown (                -- sessions that a tree shows: their work is part of what is checked out there
    tree    TEXT NOT NULL,
    session INTEGER NOT NULL,
    elsewhere INTEGER NOT NULL DEFAULT 0,  -- 1: it is not, and they are marked as those of another branch
    branches TEXT NOT NULL DEFAULT '',  -- a line for each branch whose part of the session it is; empty for all
    PRIMARY KEY (tree, session)
) WITHOUT ROWID;

CREATE TABLE overturned (           -- statements of the talk that no longer hold, as the last brief of a tree has it
    tree     TEXT NOT NULL,
    made     TEXT NOT NULL,         -- when it was uttered, as its passage has it
    sentence TEXT NOT NULL,
    begin    INTEGER NOT NULL,      -- where the value is in the sentence that was replaced; -1 for the whole sentence
    end      INTEGER NOT NULL,
    value    TEXT NOT NULL,         -- the one in force
    reply    TEXT NOT NULL,         -- what overturned it
    replied  TEXT NOT NULL,         -- when that was uttered
    sure     INTEGER NOT NULL       -- 0: both may hold
);
CREATE INDEX overturned_made ON overturned (tree, made);

CREATE VIRTUAL TABLE passage_fts USING fts5 (
    text, idents,
    content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
"""

TABLES: Final = (
    "meta", "content", "presence", "tree", "stamp", "hidden", "trust", "link", "tag", "anchor", "fts",
    "session", "passage", "shown", "overturned", "passage_fts",
)  # fmt: skip


def schema_digest() -> str:
    """Changes with every change of the schema, whether or not the version was raised."""
    return f"{SCHEMA_VERSION}:{crc32(SCHEMA.encode()):08x}"
