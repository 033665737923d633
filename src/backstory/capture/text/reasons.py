"""The reason within a sentence that states a decision: `X instead of Y because Z`."""

from typing import Final

from backstory.capture.text.patterns import Pattern

_BEGINS: Final = Pattern(
    r"[,;:–—-]*\s(?:because(?: of)?|since(?! (?:\d|v\d|version|then|the (?:last|first)))|due to|so that|so as|in order"
    r"|weil|damit|parce que|pour que|porque|ya que|para que)\b"
)
"""Where what follows says why."""
_BECAUSE: Final = Pattern(
    r"[,;:–—-]*\s(?<!just )(?<!not )(?<!only )(?<!simply )(?<!partly )"
    r"(?:because(?! of\b)|weil|parce que|porque)\s+(?=\S)"
)
_FEWEST: Final = 4
"""Words before a reason that state something, and words of a reason."""


def drop_reason(text: str) -> str:
    """A text up to where it says why."""
    begin = _BEGINS.search(text.lower())
    return text[: begin.start()].rstrip(" ,;:–—-") if begin else text


def split_reason(text: str) -> tuple[str, str]:
    """(statement, reason) of a sentence that ends with its reason; the reason is empty where it says none."""
    begin = _BECAUSE.search(text.lower())
    if begin is None:
        return text, ""
    statement, reason = text[: begin.start()].rstrip(" ,;:–—-"), text[begin.end() :].strip()
    if min(len(statement.split()), len(reason.split())) < _FEWEST - 1:
        return text, ""
    return statement, reason


def join_reasons(reason: str, following: str) -> str:
    """A reason within a sentence, and what the sentences after it add."""
    if not (reason and following):
        return reason or following
    return f"{reason} {following}" if reason.endswith((".", "!", "?", "…", "。")) else f"{reason}. {following}"
