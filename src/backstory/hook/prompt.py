"""Answers a prompt from the index with records that are relevant to it and were not given before, or with nothing.

The hook process and the worker call the same functions, so that both give the same answer.
"""

import os
import sys

from backstory.base.fingerprint import AWAY, SAME_HEAD
from backstory.base.path_codec import decode_path, encode_path
from backstory.base.relevance import LONG_PROMPT, find_relevant
from backstory.base.search import Hit
from backstory.base.visibility import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.discovery import ProjectLocation
    from backstory.base.passages import PassageHit

LIMIT = 8
"""Records and passages per prompt."""
FOR_LONG = 12
"""Records and passages for a long prompt."""
LEAST = 0.25
"""What scores less than this share of the best does not come with a prompt."""
WAIT_MS = 50
SCHEMA = "11:97ea870a"
"""`index.schema.schema_digest()` of the index that the statements here fit. A test compares the two."""

REPLY = ".reply"
"""Ending of the file with the answers to a session's directives: `base.replies`. A test compares the two."""


class Stale(Exception):
    """The index is missing, damaged, of another version or new to this working tree, so that the worker must answer."""


def load_apsw() -> None:
    """Loads apsw without the package `collections`: it asks for the abstract classes, which are loaded anyway."""
    if "apsw" in sys.modules or "collections" in sys.modules:
        return
    import _collections_abc

    stand_ins = {"collections": type(sys)("collections"), "collections.abc": _collections_abc}
    sys.modules.update(stand_ins)
    try:
        import apsw  # noqa: F401
    finally:
        for name in stand_ins:
            del sys.modules[name]  # who asks for them later gets the package


def open_index(path: str) -> "apsw.Connection":
    """A reading connection. Raises Stale."""
    load_apsw()
    import apsw

    name = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    for options in ("mode=ro", "mode=ro&immutable=1"):
        if "immutable" in options and (os.path.exists(path + "-wal") or os.access(os.path.dirname(path), os.W_OK)):
            break  # immutable is for a data home that cannot be written, where WAL cannot make its shared memory
        try:
            con = apsw.Connection(f"file:{name}?{options}", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
            con.set_busy_timeout(WAIT_MS)
            con.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)  # no statement is compiled anew for another word
            con.execute("SELECT 1 FROM tree LIMIT 1").fetchone()
            return con
        except (apsw.Error, UnicodeError):
            continue
    raise Stale(path)


def answer_prompt(
    con: "apsw.Connection",
    root: str,
    text: str,
    seen_ids: "set[str] | frozenset[str]" = frozenset(),
    *,
    private: str = "",
    head: str = SAME_HEAD,
    branch: str = "",
    replies: "Sequence[str]" = (),
    session: str = "",
) -> tuple[str, list[str], bool]:
    """(text for the context, ids of the records in it, whether the index is behind a file) for a prompt.

    The text is empty when nothing is relevant enough.

    `root` is the working tree, and `seen_ids` holds the ids that the session already has. `private` is the project's
    folder in the data home. It knows the trusted records, and the machine's key lies two folders above it. `head` is
    where HEAD is, seen from the index, and `branch` the one that is checked out. A record whose file changed since the
    index read it is left out, and so is what the `session` that asks wrote, and what its brief says. `replies` are the
    answers to directives, which come first. Raises Stale when the index is damaged.
    """
    if _is_empty(text.strip()):
        return "", [], False
    view = View(encode_path(root), head, branch)
    is_long = len(text) >= LONG_PROMPT
    limit = FOR_LONG if is_long else LIMIT
    relevant = find_relevant(con, view, text, skip=seen_ids, limit=limit, least=LEAST, session=session)
    hits = [hit for hit in relevant if not isinstance(hit, Hit) or is_unchanged(hit)]
    is_behind = len(hits) < len(relevant)
    if hits and seen_ids:
        from backstory.hook.repeated_passages import (  # most prompts find nothing
            asks_for_run,
            drop_answers_alone,
            drop_repeated,
        )

        kept = drop_repeated(hits, private, seen_ids, with_run=asks_for_run(text))
        hits = drop_answers_alone(kept, hits, text)
    if not hits and not replies:
        return "", [], is_behind
    from backstory.base.trust import mark_foreign  # most prompts show nothing
    from backstory.hook.reply import MAX_LONG_PROMPT_TEXT, MAX_PROMPT_TEXT, fence_hits, secret_of

    records = [hit for hit in hits if isinstance(hit, Hit)]
    _ensure_intact(con, hits)
    for hit in hits:
        if not isinstance(hit, Hit) and hit.excerpt:
            hit.text = hit.excerpt
    if not mark_foreign(con, records, private):
        raise Stale("trust")
    mark_changed(records, root, private)
    if hits:
        from backstory.base.replaced_values import mark_recorded_values  # most prompts find nothing
        from backstory.base.reversed_hits import mark_reversed
        from backstory.base.settled_options import mark_unchosen
        from backstory.hook.repeated_passages import drop_overturned

        mark_unchosen(con, view, hits)
        mark_reversed(con, view, hits)
        mark_recorded_values(con, view, records)
        hits = drop_overturned(hits, text)
    secret = secret_of(os.path.dirname(os.path.dirname(private)))
    text, ids = fence_hits(hits, secret, MAX_LONG_PROMPT_TEXT if is_long else MAX_PROMPT_TEXT, replies=replies)
    return text, ids, is_behind


def _is_empty(prompt: str) -> bool:
    """Whether a prompt asks nothing of the memory: there is none, or it is a command of the agent's own."""
    return not prompt or (prompt.startswith("/") and len(prompt.split()) == 1 and prompt.count("/") == 1)


def _ensure_intact(con: "apsw.Connection", hits: "Sequence[Hit | PassageHit]") -> None:
    """Raises Stale where the index does not hold what the files say."""
    from backstory.hook.integrity import is_intact, is_intact_passage

    for hit in hits:
        if isinstance(hit, Hit):
            if not is_intact(con, hit):
                raise Stale(hit.path)
        elif not is_intact_passage(hit):
            raise Stale(hit.id)


def mark_changed(hits: list[Hit], root: str, private: str) -> None:
    """Marks the hits whose code had changed, moved or gone since they were written, when it was last looked at."""
    if any(hit.paths for hit in hits):
        from backstory.hook.prepared import read_prepared, surfaces_path

        fields = read_prepared(surfaces_path(private, root), root)
        changed = set(fields.get("changed", "").split())
        rows = [line.split("\t") for line in fields.get("places", "").splitlines()]
        for hit in hits:
            hit.changed = hit.id in changed
            hit.places = {row[1]: row[2] for row in rows if len(row) == 3 and row[0] == hit.id}


def version(con: "apsw.Connection") -> str:
    """The schema of an index, as `index.schema.schema_digest` writes it. Empty when it cannot be read."""
    import apsw

    try:
        row = con.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    except apsw.Error:
        return ""
    return str(row[0]) if row else ""


def answer_from_file(
    location: "ProjectLocation",
    home: str,
    text: str,
    seen_ids: set[str],
    replies: "Sequence[str]" = (),
    session: str = "",
) -> tuple[str, list[str], bool]:
    """`answer_prompt` from the project's index file, and whether the index needs a refresh. Raises Stale.

    An index that is behind the files or HEAD answers with what is certain. The turn does not wait for the rest, unless
    nothing is certain after a switch and something is relevant: most often it holds on the new branch as well.
    """
    load_apsw()
    import apsw

    from backstory.base.discovery import read_head
    from backstory.base.fingerprint import UNKNOWN, index_state

    path = os.path.join(home, "projects", location.id, "index.db")
    if not os.path.exists(path):
        raise Stale(path)
    con = open_index(path)
    try:
        con.execute("PRAGMA cache_size = 64")  # pages: new memory costs more than to read one again
        con.execute("BEGIN")  # one lock for all statements
        if version(con) != SCHEMA:
            raise Stale(path)
        head, is_behind = index_state(con, location)
        if head == UNKNOWN:
            raise Stale(path)
        private = os.path.join(home, "projects", location.id)
        branch = read_head(location.git_dir, location.common_dir)[1] if head == AWAY else ""
        answer, ids, has_changed = answer_prompt(
            con,
            location.root,
            text,
            seen_ids,
            private=private,
            head=head,
            branch=branch,
            replies=replies,
            session=session,
        )
        if not answer and head == AWAY and _misses_relevant(con, location.root, text, seen_ids, session):
            raise Stale(path)
        return answer, ids, is_behind or has_changed
    except (apsw.Error, UnicodeError, ValueError, TypeError) as err:
        raise Stale(path) from err


def _misses_relevant(con: "apsw.Connection", root: str, text: str, seen_ids: set[str], session: str) -> bool:
    """Whether a prompt found nothing only because it is not certain what is visible on the new branch."""
    if _is_empty(text.strip()):
        return False
    before = View(encode_path(root), SAME_HEAD)
    return bool(find_relevant(con, before, text, skip=seen_ids, limit=1, least=LEAST, session=session))


def is_unchanged(hit: Hit) -> bool:
    """Whether the file of a hit is as the index read it."""
    try:
        info = os.stat(decode_path(hit.path))
    except OSError:
        return False
    return info.st_size == hit.size and info.st_mtime_ns == hit.mtime_ns


def read_waiting_reply(seen_path: str) -> list[str]:
    """The answers to directives of the session whose ids are in the file `seen_path`."""
    from backstory.base.deliveries import SUFFIX

    path = seen_path.removesuffix(SUFFIX) + REPLY
    if not os.path.exists(path):
        return []
    from backstory.base.replies import read_reply  # a session seldom has one

    return read_reply(path)


def drop_waiting_reply(seen_path: str) -> None:
    """Removes the answers of `read_waiting_reply` after they were delivered."""
    from backstory.base.deliveries import SUFFIX
    from backstory.base.replies import drop_reply

    drop_reply(seen_path.removesuffix(SUFFIX) + REPLY)
