"""Recognises lines that a program printed, such as a log, an error or a row of data. People paste such lines."""

_SIGNS = "{}[]|=<>\\$"
_EVERY = 14
"""Characters of a line of code or data for each sign in it, at most."""
_ERRORS = ("Error:", "Exception:", "Warning:", "ERROR", "WARN", "WARNING", "INFO", "DEBUG", "Traceback")


_OPENERS = ("[", "<", "> ", "$ ", "at async ", "I/", "W/", "E/", "D/")
"""How a line of a log, of a stack of calls or of an editor begins."""
_LOUD = ("Error", "Exception", "error:", "failed:")


def looks_pasted(text: str) -> bool:
    """Whether a line of a prompt was pasted: from a log, an error or an editor."""
    stripped = text.lstrip()
    if stripped.startswith(_OPENERS) and not stripped.startswith(("[x]", "[ ]")):
        return True
    first = stripped.split(" ", 1)[0].rstrip(":")
    name, _, line = first.partition(":")
    if name and line and line.replace(":", "").isdigit() and not name.isdigit():
        return True  # a line of a file: `stats.js:2868`
    return first.endswith(_LOUD) and len(first) > len("Error")


def looks_printed(text: str) -> bool:
    """Whether a line looks as if a program had printed it."""
    words = text.split()
    if not words:
        return False
    first = words[0]
    if first[0].isdigit() and (":" in first[1:-1] or "|" in first or words[1:2] in (["|"], ["│"])):
        return True  # a time, or the place in a file
    if any(word.endswith(_ERRORS[:3]) or word.strip(":[]") in _ERRORS[3:] for word in words[:6]):
        return True
    if any(word.count(":") > 1 and word[0].isdigit() for word in words):
        return True
    if first[0] in "\"'" and len(first) > 2 and first[-1] == ":":
        return True  # a member of JSON
    return sum([text.count(sign) for sign in _SIGNS]) * _EVERY > len(text)
