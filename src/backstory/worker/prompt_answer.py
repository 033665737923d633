"""Answers a prompt where the hook process could not: the index was behind, or the agent is a plugin's."""

from typing import TYPE_CHECKING

from backstory.base import deliveries
from backstory.hook.index_file import Stale
from backstory.hook.prompt import answer_prompt, drop_waiting_reply, read_waiting_reply

if TYPE_CHECKING:
    import apsw


def answer_from_index(
    con: "apsw.Connection", root: str, private: str, session: str, prompt: str
) -> tuple[str, list[str]] | None:
    """(the text for a prompt's context, ids of the records in it), from an index that has just been brought up to date.

    None where another process has changed the index or the trust in its records since.

    `root` is the working tree, `private` the project's folder in the data home. The text is empty when nothing is
    relevant enough, and when the session has been given enough.
    """
    deliveries_file = deliveries.seen_file(private, session)
    marks = deliveries.read_seen(deliveries_file)
    if deliveries.is_spent(marks):
        return "", []
    lines = read_waiting_reply(deliveries_file)
    try:
        text, ids, _ = answer_prompt(con, root, prompt, marks, private=private, replies=lines, session=session)
    except Stale:
        return None
    if lines and text:
        drop_waiting_reply(deliveries_file)
    return text, ids
