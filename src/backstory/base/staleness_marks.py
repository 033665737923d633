"""The marks behind what was stated and may not hold any more, in briefs, in `recall` and with prompts."""

CHANGED = " [changed since]"
"""Behind a statement that no longer holds, where what holds stands elsewhere."""
PASSES_SINCE = " [passes since]"
"""Behind a sentence about a red test that passed later."""
NO_LONGER = " [no longer]"
"""Behind a value that was taken back and not replaced."""
NOT_CHOSEN = " [not chosen]"
"""Behind an option that was offered and turned down."""


def mark_replaced(value: str) -> str:
    """The mark behind a value or a name that another one replaced, or that was taken back without one."""
    return f" [replaced by {value}]" if value else NO_LONGER


_OVERTURNED = " [changed since: "


def mark_overturned(reply: str) -> str:
    """The mark behind a statement that what was said later replaced."""
    return f"{_OVERTURNED}{reply}]"


def mark_questioned(reply: str) -> str:
    """The mark behind a statement that what was said later probably revised. Both may hold."""
    return f" [may have changed since: {reply}]"


def is_only_mark(text: str) -> bool:
    """Whether nothing stands in the place of a statement but the mark that it was replaced."""
    return text.strip().startswith(_OVERTURNED.strip()) and text.strip().find("]") == len(text.strip()) - 1


def is_all_overturned(text: str) -> bool:
    """Whether a text is one statement, with the mark behind it that something else replaced it."""
    before, mark, reply = text.rstrip(" .").partition(_OVERTURNED)
    sentences = [one for one in before.replace("? ", ". ").replace("! ", ". ").split(". ") if one.strip(" .")]
    return bool(mark) and reply.endswith("]") and len(sentences) == 1
