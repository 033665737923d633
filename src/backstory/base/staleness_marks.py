"""The marks behind what was stated and may not hold any more, in briefs, in `recall` and with prompts."""

CHANGED = " [changed since]"
"""Behind a statement that no longer holds, where what holds stands elsewhere."""
PASSES_SINCE = " [passes since]"
"""Behind a sentence about a red test that passed later."""
GREEN_RUN = "All tests pass now."
"""Marks a run of tests that passed after it had failed, for which there are no words. It is never shown, since other
tests may be red."""
NO_LONGER = " [no longer]"
"""Behind a value that was taken back and not replaced."""
NOT_CHOSEN = " [not chosen]"
"""Behind an option that was offered and turned down."""


LEFT_OUT = "[…]"
"""Replaces a sentence that no longer holds."""
_BEGINNINGS = (
    CHANGED,
    " [changed since: ",
    PASSES_SINCE,
    NO_LONGER,
    NOT_CHOSEN,
    " [may have changed since",
    " [replaced by ",
)
"""How the marks begin."""


def mark_replaced(value: str) -> str:
    """The mark behind a value or a name that another one replaced, or that was taken back without one."""
    return f" [replaced by {value}]" if value else NO_LONGER


_OVERTURNED = " [changed since: "


def mark_overturned(reply: str) -> str:
    """The mark behind a statement that what was said later replaced."""
    return f"{_OVERTURNED}{reply}]"


def mark_questioned(reply: str) -> str:
    """The mark behind a statement that what was said later probably revised. Both may hold. `reply` is empty where it
    stands in a mark before."""
    return f" [may have changed since: {reply}]" if reply else " [may have changed since]"


def strip_marks(text: str) -> str:
    """A text without the marks in it, in the words in which it was uttered. What was left out stays marked as a gap."""
    kept: list[str] = []
    place = 0
    while place < len(text):
        begin = next((one for one in _BEGINNINGS if text.startswith(one, place)), "")
        end = find_mark_end(text, place) if begin else -1
        if end < 0:
            kept.append(text[place])
            place += 1
        else:
            place = end + 1
    return "".join(kept).strip()


def split_leading_mark(text: str) -> "tuple[str, str]":
    """What was uttered since in the place of the beginning of a text, and the rest of the text; empty for none."""
    begin = text.strip().removeprefix(LEFT_OUT).lstrip()
    head = _OVERTURNED.strip()
    end = find_mark_end(f" {begin}", 0) - 1 if begin.startswith(head) else -1
    return (begin[len(head) : end].strip(), begin[end + 1 :].strip()) if end >= 0 else ("", text)


def find_mark_end(text: str, place: int) -> int:
    """Where the mark ends that begins at a place, with its bracket; -1 where it does not."""
    depth = 0
    for at in range(place, len(text)):
        depth += (text[at] == "[") - (text[at] == "]")
        if text[at] == "]" and depth <= 0:
            return at
    return -1


def is_only_mark(text: str) -> bool:
    """Whether nothing stands in the place of a statement but the mark that it was replaced."""
    return text.strip().startswith(_OVERTURNED.strip()) and text.strip().find("]") == len(text.strip()) - 1


def is_all_overturned(text: str) -> bool:
    """Whether a text is one statement, with the mark behind it that something else replaced it, or about a red test
    that passes."""
    whole = text.rstrip(" .")
    before, mark, reply = whole.partition(PASSES_SINCE if whole.endswith(PASSES_SINCE) else _OVERTURNED)
    reply = reply or mark
    sentences = [one for one in before.replace("? ", ". ").replace("! ", ". ").split(". ") if one.strip(" .")]
    return bool(mark) and reply.endswith("]") and len(sentences) == 1
