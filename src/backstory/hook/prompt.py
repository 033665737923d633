"""Answers a prompt from the index with records that are relevant to it and were not given before, or with nothing.

The hook process and the worker call the same functions, so that both give the same answer.
"""

import os

from backstory.base.fingerprint import AWAY, SAME_HEAD
from backstory.base.path_codec import encode_path
from backstory.base.relevance import LONG_PROMPT, find_relevant
from backstory.base.search import Hit
from backstory.base.visibility import View
from backstory.hook.index_file import (
    SCHEMA,
    Stale,
    is_unchanged,
    load_apsw,
    open_index,
    version,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.discovery import ProjectLocation

LIMIT = 8
"""Records and passages per prompt."""
FOR_LONG = 12
"""Records and passages for a long prompt."""
LEAST = 0.25
"""What scores less than this share of the best does not come with a prompt."""
REPLY = ".reply"
"""Ending of the file with the answers to a session's directives: `base.replies`. A test compares the two."""


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
    from backstory.hook.prompt_text import format_answer  # most prompts show nothing

    answer, ids = format_answer(con, view, root, text, hits, private, replies, is_long=is_long)
    return answer, ids, is_behind


def _is_empty(prompt: str) -> bool:
    """Whether a prompt asks nothing of the memory: there is none, or it is a command of the agent's own."""
    return not prompt or (prompt.startswith("/") and len(prompt.split()) == 1 and prompt.count("/") == 1)


_open: "list[apsw.Connection]" = []
"""Connections that stay open until the process ends: to close one takes longer."""


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
    _open.append(con)
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
