"""Brings a prepared brief up to date in the hook process, by what is certain: nothing is composed anew.

The brief was made a moment ago, and since then a record was written, or HEAD has moved on the same branch. Its records
that still hold stay, those that may not hold are left out, new ones are added, and what it says about git goes once git
has moved on.
Where that would leave half a brief, or change what it says about the work in progress, it is not done: the worker
composes it.
"""

import os

from backstory.base.fingerprint import AWAY, FORWARD, SAME_HEAD, UNKNOWN, file_stamps, index_state, state_fingerprint
from backstory.base.path_codec import encode_path
from backstory.base.token_estimate import ESTIMATE_RESERVE, estimate_tokens
from backstory.base.visibility import SAME, VISIBLE, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from backstory.base.discovery import ProjectLocation
    from backstory.base.search import Hit

FRAME, HEADING, FOOTER, WORK, GIT, PROJECT = ".", "h", "f", "w", "g", "p"
"""Marks of lines: always said, the heading of a section, the last line, the work in progress, the state of git, facts
of the project. Any other mark is the id of a record."""
WORK_KINDS = frozenset(("checkpoint", "handoff", "task"))
"""Kinds that change what is said about the work in progress."""
MOST_NEW = 6
"""New records that are added. With more of them the brief is composed anew."""
MIN_KEPT = 0.5
"""Share of its records that a brief must keep."""
RECORD_SIGNS = 280
"""Characters of a new record."""
STAYED, CHANGED, REWRITTEN = "stayed", "changed", "rewritten"
"""How git has moved since a brief was made, beside `FORWARD`: HEAD is the same; HEAD is, and the index or the
stashes have changed; commits of the branch were rewritten or dropped."""
GIT_LINES = ("- under way", "- stashed")
"""Beginnings of lines about an unfinished git operation and about stashes."""
FILE_LINES = ("- edited in this work", "- in parallel", "- files")
"""How the lines begin that say of files what git thinks of them, see `recall.past.sessions.describe_files`."""
FILE_STATES = (" (not committed)", " (new, not committed)")
TEST_LINES = ("- last tests (", "- tests (")
"""How the lines begin that say how many commits came after a run, see `recall.past.red_tests`."""
COMMITS_SINCE = (" commit since", " commits since")
ADDED = "Recorded since:"
BEHIND = "Brought up to date in part; `backstory brief` composes it anew."


def last_document(con: "apsw.Connection") -> int:
    """The last document of the index: what comes later has a higher number."""
    return con.execute("SELECT max(doc) FROM content").get or 0


def list_documents(con: "apsw.Connection", tree: str, ids: "Iterable[str]") -> dict[str, int]:
    """Id -> document of the records that a brief tells."""
    marks = list(dict.fromkeys(ids))
    query = (
        "SELECT c.id, c.doc FROM content c JOIN presence p ON p.doc = c.doc"
        f" WHERE c.id IN ({', '.join('?' * len(marks))}) AND +p.tree IN (?, '')"
    )
    return {str(ident): int(doc) for ident, doc in con.execute(query, (*marks, encode_path(tree)))}


def update_brief(fields: "dict[str, str]", location: "ProjectLocation", home: str) -> "tuple[str, list[str]] | None":
    """(text, ids of the records in it) of a prepared brief that is behind; None where it must be composed anew."""
    marks, lines = fields.get("outline", "").split(), fields["text"].split("\n")
    movement = _find_movement(fields.get("stamp", ""), location, home)
    if len(marks) + 1 != len(lines) or not movement:
        return None
    import apsw

    from backstory.hook.index_file import SCHEMA, Stale, open_index, version

    private = os.path.join(home, "projects", location.id)
    try:
        con = open_index(os.path.join(private, "index.db"))
        if version(con) != SCHEMA:
            return None
        certain = _find_certain(con, fields, location, movement)
        added = _find_new(con, fields, location, private) if certain is not None else None
    except (Stale, apsw.Error, UnicodeError, ValueError, TypeError):
        return None
    if certain is None or added is None:
        return None
    if not _is_enough_left(fields, set(marks), certain, added):
        return None
    return _write_brief(fields, location, _Lines(lines[:-1], marks), certain, added, movement != STAYED)


def _is_enough_left(fields: "dict[str, str]", marks: "set[str]", certain: "set[str]", added: "list[Hit]") -> bool:
    """Whether a brief keeps most of its records and all of its work, and no new record says where the work stands."""
    if any(ident not in certain for ident in fields.get("work", "").split()):
        return False
    listed = marks & _documents(fields.get("docs", "")).keys()
    return len(certain & listed) >= MIN_KEPT * len(listed) and all(hit.kind not in WORK_KINDS for hit in added)


def _find_movement(stamp: str, location: "ProjectLocation", home: str) -> str:
    """How git has moved since a brief was made; empty on another branch and where the settings have changed."""
    from backstory.base.discovery import read_head
    from backstory.base.head_moves import moved_forward

    before, now = stamp.split(" "), state_fingerprint(location, home).split(" ")
    if len(before) < 5 or before[1] != now[1] or before[-2:] != now[-2:]:
        return ""
    commit, branch = read_head(location.git_dir, location.common_dir)
    if before[0] == commit:
        return STAYED if before[-4:-2] == now[-4:-2] else CHANGED
    if not (before[0] and branch and commit):
        return ""
    return FORWARD if moved_forward(location.git_dir, before[0], commit) else REWRITTEN


def _documents(text: str) -> "dict[str, int]":
    """Id -> document, of the `ID:DOC` of a prepared brief."""
    pairs = [pair.partition(":") for pair in text.split()]
    return {ident: int(doc) for ident, _, doc in pairs}


def _find_certain(
    con: "apsw.Connection", fields: "dict[str, str]", location: "ProjectLocation", movement: str
) -> "set[str] | None":
    """Ids of the records of a brief that are as they were and visible still; None where the index cannot tell."""
    head, _ = index_state(con, location)
    if head == UNKNOWN:
        return None
    documents = _documents(fields.get("docs", ""))
    tree = encode_path(location.root)
    if movement != REWRITTEN:
        return _list_unchanged(con, View(tree, SAME_HEAD if head == SAME_HEAD else SAME), documents)
    if head != AWAY:
        return _list_unchanged(con, View(tree, head), documents)
    from backstory.base.discovery import read_head
    from backstory.base.head_moves import keeps_base

    commit, branch = read_head(location.git_dir, location.common_dir)
    certain = _list_unchanged(con, View(tree, AWAY, branch), documents)
    settled = set(fields.get("settled", "").split())
    if settled and keeps_base(location, branch, fields["stamp"].partition(" ")[0], commit, fields.get("base", "")):
        certain |= settled & _list_unchanged(con, View(tree, SAME), documents)
    return certain


def _list_unchanged(con: "apsw.Connection", view: View, documents: "dict[str, int]") -> "set[str]":
    """Ids of those documents that may be seen and whose files are as the index read them."""
    from backstory.base.search import fetch_visible
    from backstory.hook.index_file import is_unchanged

    hits = fetch_visible(con, view, list(documents.values()), {}, {})
    return {hit.id for hit in hits if documents.get(hit.id) == hit.doc and is_unchanged(hit)}


def _find_new(
    con: "apsw.Connection", fields: "dict[str, str]", location: "ProjectLocation", private: str
) -> "list[Hit] | None":
    """Records that came or changed since a brief was made, oldest first; None for too many, or where nobody can say
    how far to trust them."""
    from backstory.base.discovery import read_head
    from backstory.base.search import fetch_visible
    from backstory.base.trust import mark_foreign
    from backstory.hook.index_file import is_unchanged
    from backstory.hook.integrity import is_intact

    head, _ = index_state(con, location)
    branch = read_head(location.git_dir, location.common_dir)[1] if head == AWAY else ""
    view = View(encode_path(location.root), head, branch)
    query = (
        "SELECT c.doc FROM content c JOIN presence p ON p.doc = c.doc"
        f" WHERE c.doc > {int(fields.get('last', '0'))} AND {VISIBLE[head]} ORDER BY c.doc LIMIT {MOST_NEW + 1}"
    )
    docs = [doc for (doc,) in con.execute(query, view.bindings)]
    hits = [hit for hit in fetch_visible(con, view, docs, {}, {}) if is_unchanged(hit)]
    if len(docs) > MOST_NEW or not all(is_intact(con, hit) for hit in hits) or not mark_foreign(con, hits, private):
        return None
    return sorted(hits, key=lambda hit: hit.doc)


class _Lines:
    """The lines of a brief and their marks."""

    def __init__(self, lines: "Sequence[str]", marks: "Sequence[str]") -> None:
        self.lines = list(lines)
        self.marks = list(marks)

    def leave_out(self, place: int) -> None:
        self.lines[place] = self.marks[place] = ""

    def name_commit(self, before: str, now: str) -> None:
        """Puts the commit of HEAD into the heading of the work in progress."""
        for place in range(len(self.marks) - 1):
            if before and self.marks[place] == HEADING and self.marks[place + 1] == WORK:
                self.lines[place] = self.lines[place].replace(f"at {before[:7]}", f"at {now[:7]}")

    def join(self, added: "Sequence[str]") -> str:
        """The text, without the headings that have nothing below them any more, with lines above the last one."""
        out: list[str] = []
        section: list[str] = []
        is_empty = False
        for line, mark in zip(self.lines, self.marks, strict=True):
            if mark in (HEADING, FOOTER):
                out += [] if is_empty else section
                section, is_empty = [], mark == HEADING
                if mark == FOOTER and added:
                    out += [*added, ""]
            if mark:
                section.append(line)
                is_empty = is_empty and mark in (HEADING, FRAME)
        return "\n".join([*out, *section]) + "\n"


def _write_brief(
    fields: "dict[str, str]", location: "ProjectLocation", brief: _Lines, certain: "set[str]", added: "list[Hit]",
    has_moved: bool,
) -> "tuple[str, list[str]] | None":  # fmt: skip
    """The brief without what may no longer hold, with the new records; None where these do not fit the budget."""
    from backstory.base.discovery import read_head

    _leave_out_uncertain(brief, _documents(fields.get("docs", "")).keys() - certain, has_moved)
    end = _lines_at_end(fields, location, added)
    brief.name_commit(fields["stamp"].partition(" ")[0], read_head(location.git_dir, location.common_dir)[0])
    text = _fit(brief, end, int(fields.get("budget", "0")) / ESTIMATE_RESERVE)
    nonce = text.partition('id="')[2].partition('"')[0]
    if not text or any(nonce in line for line in end):
        return None
    ids = [ident for ident in fields.get("ids", "").split() if ident in certain]
    return text, [*ids, *[hit.id for hit in added]]


def _lines_at_end(fields: "dict[str, str]", location: "ProjectLocation", added: "list[Hit]") -> "list[str]":
    """The new records, the edited files, and that the brief is behind."""
    from backstory.hook.reply import format_records

    lines = format_records(added, len(added) * RECORD_SIGNS)[0] if added else []
    return [*([ADDED, *lines] if lines else []), *_edited(fields, location), BEHIND]


def _leave_out_uncertain(brief: _Lines, uncertain: "set[str]", has_moved: bool) -> None:
    """Leaves out the lines of records that may no longer hold, and where HEAD, git's index or its stashes have moved
    those on git, with what others say of it."""
    for place, mark in enumerate(brief.marks):
        if mark in uncertain or (mark == GIT and has_moved):
            brief.leave_out(place)
        elif mark == WORK and has_moved:
            if brief.lines[place].startswith(GIT_LINES):
                brief.leave_out(place)
            else:
                brief.lines[place] = _drop_git(brief.lines[place])


def _drop_git(line: str) -> str:
    """A line about the work without what was true of git before: which of its files were not committed, and how many
    commits came after the last tests."""
    if line.startswith(FILE_LINES):
        for state in FILE_STATES:
            line = line.replace(state, "")
        return line
    label, end, rest = line.partition("): ")
    if not (end and line.startswith(TEST_LINES)):
        return line
    name, _, details = label.partition(" (")
    kept = [one for one in details.split(", ") if not f" {one}".endswith(COMMITS_SINCE)]
    return f"{name} ({', '.join(kept)}): {rest}" if kept else f"{name}: {rest}"


def _fit(brief: _Lines, end: "Sequence[str]", limit: float) -> str:
    """The text with these lines at its end, within a limit of tokens; empty where they do not fit.

    Facts of the project and of git, which an agent can look up, give way.
    """
    text = brief.join(end)
    for place in range(len(brief.marks) - 1, 0, -1):
        if brief.marks[place] in (PROJECT, GIT) and estimate_tokens(text) > limit:
            brief.leave_out(place)
            text = brief.join(end)
    return text if estimate_tokens(text) <= limit else ""


def _edited(fields: "dict[str, str]", location: "ProjectLocation") -> list[str]:
    """A line that names the code that was edited since the brief said of each record whether its code has changed."""
    from backstory.hook.reply import defuse_tags

    before = fields.get("files", "").splitlines()
    paths = [line.partition(" ")[2] for line in before]
    now = file_stamps(location.root, paths).splitlines()
    edited = [path for path, line, other in zip(paths, before, now, strict=True) if line != other]
    more = f" and {len(edited) - 5} more" if len(edited) > 5 else ""
    return [f"Edited since: {defuse_tags(', '.join(edited[:5]))[:RECORD_SIGNS]}{more}."] if edited else []
