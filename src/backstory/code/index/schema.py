"""Tables of `code.db`: the contents of a project's working trees, derived from files and git, deletable at will.

Content is keyed by blob id, so branches and worktrees share it. Version list: 1 first; 2 issues and reverts
of commits; 3 outlines; 4 stems without folders called `src`;
5 nothing of `.backstory`; 6 the surface of each file, answers.
If you change the schema or what an outline says, raise `VERSION`: an index of another version is set aside and built
anew.
"""

from typing import Final

VERSION: Final = 7

SCHEMA: Final = """
CREATE TABLE tree (              -- a working tree
    id      INTEGER PRIMARY KEY,
    root    TEXT NOT NULL UNIQUE,  -- absolute
    head    TEXT NOT NULL,         -- commit that `file` was last brought to; '' before the first one or without git
    stamp   TEXT NOT NULL,         -- of what makes the checkout sparse
    log     BLOB NOT NULL,         -- ids of `log` rows of the window of history, newest first (array of uint32)
    touched BLOB NOT NULL,         -- JSON {path: [commits since its last change, commits that changed it]}
    counts  TEXT NOT NULL          -- JSON {language: number of files}
);
CREATE TABLE blob (              -- content, once for all trees that hold it
    id       INTEGER PRIMARY KEY,
    oid      TEXT NOT NULL,        -- git blob id
    kind     TEXT NOT NULL,        -- language by the file's name, '#' without extension; one content read in two
                                   -- ways is two rows
    language TEXT NOT NULL,        -- '' unknown
    size     INTEGER NOT NULL,     -- bytes, -1 not read
    state    TEXT NOT NULL,        -- '' indexed; 'listed' (name only); binary, minified, generated, large, missing
    UNIQUE (oid, kind)
);
CREATE TABLE file (              -- a path of a tree
    id   INTEGER PRIMARY KEY,
    tree INTEGER NOT NULL,
    path TEXT NOT NULL,
    blob INTEGER NOT NULL,
    role TEXT NOT NULL,            -- see `code.read.roles`
    stem TEXT NOT NULL,            -- what the file is called after, without extension and test affixes
    surface BLOB,                  -- JSON of its routes, commands and variables; NULL not read, '' none; see
                                   -- `code.index.surface_files`
    UNIQUE (tree, path)
);
CREATE INDEX file_blob ON file (blob);
CREATE INDEX file_stem ON file (stem);
CREATE TABLE dirty (             -- paths whose content is not what git's index holds
    tree INTEGER NOT NULL, path TEXT NOT NULL, oid TEXT NOT NULL, stamp TEXT NOT NULL,
    PRIMARY KEY (tree, path)
) WITHOUT ROWID;
CREATE TABLE outline (           -- what a parser found in a content, once somebody asked; see `code.index.outlines`
    blob    INTEGER NOT NULL,
    ending  TEXT NOT NULL,         -- extension: one content may be parsed in two ways
    symbols BLOB NOT NULL,         -- JSON of `Symbol`s
    PRIMARY KEY (blob, ending)
) WITHOUT ROWID;
CREATE TABLE answer (            -- answers about a whole tree that is as it was; see `code.index.answers`
    tree     INTEGER NOT NULL,
    question TEXT NOT NULL,        -- digest
    state    TEXT NOT NULL,        -- digest of what the answer was made from
    value    BLOB NOT NULL,
    PRIMARY KEY (tree, question)
) WITHOUT ROWID;
CREATE TABLE log (               -- commits
    id INTEGER PRIMARY KEY, oid TEXT NOT NULL UNIQUE, made INTEGER NOT NULL, author TEXT NOT NULL,
    subject TEXT NOT NULL,
    paths TEXT NOT NULL,           -- joined by newlines
    issues TEXT NOT NULL,          -- that its message names, joined by spaces
    undid TEXT NOT NULL            -- ids of the commits that it says it reverts, joined by spaces
);
CREATE VIRTUAL TABLE text USING fts5(    -- rowid = blob.id
    body,                          -- the whole source
    names,                         -- words of what is defined here
    parts,                         -- pieces of camel-cased names that occur here, each once
    content='', contentless_delete=1, tokenize='porter unicode61');
-- bytes gathered before a segment is written: fewer merges
INSERT INTO text (text, rank) VALUES ('hashsize', 8388608);
CREATE VIRTUAL TABLE symbol USING fts5(  -- rowid = blob.id; whole names of what is defined here, case folded
    name, content='', contentless_delete=1, detail=none, tokenize="unicode61 tokenchars '_$'");
CREATE VIRTUAL TABLE place USING fts5(   -- rowid = file.id; words of the path
    path, content='', contentless_delete=1, tokenize='porter unicode61');
CREATE VIRTUAL TABLE message USING fts5( -- rowid = log.id
    subject, body, content='', contentless_delete=1, tokenize='porter unicode61');
"""
