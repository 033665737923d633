"""Notes what the hook has given an agent: a receipt, and in the list of the session what must not come again."""

import time

from backstory.base import deliveries
from backstory.base.receipts import write_receipt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def note_given(
    private: str,
    text: str,
    ids: "Sequence[str]",
    *,
    agent: str,
    session: str,
    moment: str,
    subagent: str = "",
    fields: "dict[str, str] | None" = None,
    marks: "set[str] | frozenset[str]" = frozenset(),
    listed: str = "",
) -> None:
    """Writes the receipt of a text, and adds its records and tokens to the list of the session.

    `fields` are those of a prepared brief, `marks` what the list holds, `listed` the session whose list it is, where
    that is another one. A sub-agent has no list but that. Best effort: a repeated record is harmless.
    """
    fields = fields or {}
    is_whole = bool(fields) and text == fields.get("text")
    tokens = int(fields.get("tokens") or "0") if is_whole else 0
    if not tokens:
        from backstory.base.token_estimate import estimate_tokens

        tokens = estimate_tokens(text)
    records = [ident for ident in ids if ":" not in ident]
    ident = ""
    try:
        ident = write_receipt(private, text, agent=agent, session=session, moment=moment, subagent=subagent,
                              ids=records, tokens=tokens, brief=fields.get("brief", "") if is_whole else "",
                              state=describe_state(fields))  # fmt: skip
    except OSError:
        pass  # a full disk: the agent has its text
    if subagent and not listed:
        return
    total = max(deliveries.read_number(marks, deliveries.SPENT), 0) + tokens
    more = [f"{deliveries.SPENT}{total}"]
    if fields:
        commit = fields.get("stamp", "").partition(" ")[0]
        more += [deliveries.head_mark(commit, time.time_ns())] if commit else []
        more += [f"{deliveries.CAP}{fields['cap']}"] if fields.get("cap") else []
        more += [deliveries.BRIEF + ident] if ident else []
    deliveries.add_seen(deliveries.seen_file(private, listed or session), [*ids, *more])


def describe_state(fields: "dict[str, str]") -> str:
    """What a brief was made from: the last document of the index, the mark of the branch, the commit; parted by blanks.

    Empty for anything else.
    """
    if not fields.get("last"):
        return ""
    commit, _, rest = fields.get("stamp", "").partition(" ")
    return f"{fields['last']} {rest.partition(' ')[0] or '-'} {commit or '-'}"
